//! System clocks that jump. The engine measures time with a monotonic clock.

use crate::support::Engine;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

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

/// An engine for which the clock on the wall goes so.
fn engine(wall: &str) -> Option<Engine> {
    let mut command = Command::new("faketime");
    command.args(["--exclude-monotonic", "-f", wall, crate::support::PROGRAM]);
    // Where it is missing, starting it fails.
    Command::new("faketime").arg("--version").output().ok()?;
    Some(Engine::run(&mut command))
}

#[test]
#[ignore = "needs the program faketime (Debian: apt-get install faketime)"]
fn a_search_takes_its_time_however_the_wall_clock_runs() {
    // A thousand times too fast, standing still, and a thousand times too fast from the year 2100 on.
    for wall in ["+0 x1000", "@2026-01-01 00:00:00 x0", "@2100-01-01 00:00:00 x1000", "-10y x0.001"] {
        let Some(mut engine) = engine(wall) else { panic!("the program faketime is missing") };
        engine.sync();
        for (go, least) in [("go movetime 300", 200), ("go wtime 10000 btime 10000 movestogo 20", 20)] {
            let start = Instant::now();
            engine.go(go);
            let time = start.elapsed();
            assert!(time >= Duration::from_millis(least), "{wall}, {go}: {time:?}");
            assert!(time <= Duration::from_secs(10), "{wall}, {go}: {time:?}");
        }
        engine.quit();
    }
}
