//! The progress of a match on stderr, which is not a terminal here.

use super::{Folder, line};
use crate::support::run;

/// Returns the lines on stderr of a match of two mocks, and its table.
fn lines(folder: &Folder, more: &str) -> (Vec<String>, String) {
    let words = folder.arguments(more);
    let output = run(&words);
    let [errors, table] = [output.stderr, output.stdout].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert_eq!(output.status.code(), Some(0), "{errors}");
    (errors.lines().map(str::to_owned).collect(), table)
}

/// The beginning of the lines about the whole match.
const MATCH: &str = "khepri: match: ";

#[test]
fn the_ranking_is_printed_at_intervals_between_the_first_and_the_last_line() {
    let folder = Folder::new();
    let (lines, table) = lines(&folder, "--games 7 --rating-interval 3 --json {}/games.json");
    let about = lines.iter().filter_map(|line| line.strip_prefix(MATCH)?.split_once(", "));
    let (about, more): (Vec<&str>, Vec<&str>) = about.unzip();
    assert_eq!(about, ["begins: games 0 of 7", "games 3 of 7", "games 6 of 7", "ends: games 7 of 7"]);
    assert_eq!(more[0], "2 engines, 1 at a time");
    // After six games: the heading, and the engines with their scores in these games.
    let at = lines.iter().position(|line| line.contains("games 6 of 7")).expect("the second interval");
    assert_eq!(
        lines[at + 1].split_whitespace().collect::<Vec<_>>(),
        line(&table, "rank").split_whitespace().collect::<Vec<_>>()
    );
    let games = folder.games("games.json");
    for row in &lines[at + 2..at + 4] {
        let words: Vec<&str> = row.split_whitespace().collect();
        let points: usize = games.values().take(6).map(|game| super::table::half_points(game, words[1])).sum();
        assert_eq!(
            (words.len(), words[2], words[6]),
            (13, "6", format!("{:.1}", points as f64 / 2.0).as_str()),
            "{row}"
        );
    }
}

#[test]
fn other_intervals_and_resumed_matches() {
    let folder = Folder::new();
    let (none, _) = lines(&folder, "--games 4 --rating-interval 0 --resume {}/games.json");
    assert_eq!(none.len(), 2, "{none:#?}");
    // Games on record count from the start.
    let (resumed, _) = lines(&folder, "--games 6 --resume {}/games.json");
    assert!(resumed[0].contains("begins: games 4 of 6,"), "{resumed:#?}");
    // The state of the SPRT follows the ranking.
    let (lines, _) = lines(&folder, "--games 4 --rating-interval 4 --sprt");
    let rows: Vec<&String> = lines.iter().filter(|line| !line.starts_with(MATCH)).collect();
    assert!(rows.len() == 4 && rows[3].starts_with("SPRT [0, 5] logistic: LLR "), "{lines:#?}");
}

#[test]
fn more_threads_than_processors_cause_a_warning() {
    let folder = Folder::new();
    let processors = std::thread::available_parallelism().expect("a number of processors").get();
    let warned = |more: &str| {
        let (lines, _) = lines(&folder, more);
        lines.iter().filter(|line| line.contains("more than the number of processors")).count()
    };
    assert_eq!(warned("--games 2 --concurrency 1"), 0);
    assert_eq!(warned(&format!("--games {0} --concurrency {0}", 2 * processors + 2)), 1);
    assert_eq!(warned(&format!("--games 2 --each option.threads={}", processors + 1)), 1);
    assert_eq!(warned(&format!("--games 2 --each option.Threads={processors}")), 0);
    // The number of games limits the number of concurrent games.
    assert_eq!(warned(&format!("--games 1 --concurrency {}", processors + 1)), 0);
}
