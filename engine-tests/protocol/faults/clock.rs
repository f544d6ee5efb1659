//! System clocks that jump. The engine measures time with a monotonic clock.

use std::fs;
use std::path::{Path, PathBuf};

/// Sources that may read the clock on the wall: for log lines and for the dates of games.
const WALL_CLOCK_READERS: [&str; 3] = ["arena/timestamp.rs", "arena/tournament/runner.rs", "cli/play.rs"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[test]
fn only_the_date_of_a_game_comes_from_the_clock_on_the_wall() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    sources(&root, &mut found);
    let asks = |path: &PathBuf| {
        let text = String::from_utf8_lossy(&fs::read(path).expect("a file")).into_owned();
        ["SystemTime", "UNIX_EPOCH", "CLOCK_REALTIME", "Timestamp::now", "Zoned::now"]
            .iter()
            .any(|word| text.contains(word))
    };
    let mut asking: Vec<String> = found
        .into_iter()
        .filter(asks)
        .map(|path| path.strip_prefix(&root).expect("below it").display().to_string())
        .collect();
    asking.sort();
    assert_eq!(asking, WALL_CLOCK_READERS);
}
