//! Engines that exceed their time, and the overrun that is recorded.

use super::{Finished, Match, NORMAL, lost};
#[cfg(target_os = "linux")]
use crate::support::mock::mock;
#[cfg(target_os = "linux")]
use serde_json::Value;

/// Largest additional delay of a late answer on a busy machine, in microseconds.
const MAX_DELAY_US: u64 = 10_000_000;

fn overrun_us(finished: &Finished) -> u64 {
    finished.records[0]["overrun_us"].as_u64().expect("an overrun")
}

/// Checks that the record and the table have the overrun of the mock.
fn check_overrun(finished: &Finished, late_us: u64) {
    let overrun = overrun_us(finished);
    assert!((late_us..late_us + MAX_DELAY_US).contains(&overrun), "{overrun}");
    assert_eq!(finished.speed("Bad", 7), format!("{:.1}", overrun as f64 / 1000.0));
    assert_eq!(finished.speed("Good", 7), "0.0");
    let detail = finished.records[0]["detail"].as_str().unwrap_or_default();
    assert!(detail.contains(" s too many"), "{detail}");
}

#[test]
fn a_move_after_its_time_and_the_margin_loses() {
    let bad = ["--late", "900", "--once", "{folder}/once"];
    let arguments = ["--margin", "500", "--max-plies", "6"];
    let late = Match { bad: &bad, bad_words: &["st=0.5"], arguments: &arguments, ..Match::default() };
    check_overrun(&late.ends(&[lost("time forfeit", 2), NORMAL, NORMAL]), 900_000);
}

#[test]
fn a_move_after_the_clock_and_the_margin_loses() {
    let bad = ["--late", "700", "--once", "{folder}/once"];
    let arguments = ["--margin", "400", "--max-plies", "6"];
    let late = Match { bad: &bad, bad_words: &["tc=2"], arguments: &arguments, ..Match::default() };
    // The clock of the mock is sent in whole milliseconds, rounded down.
    check_overrun(&late.ends(&[lost("time forfeit", 2), NORMAL, NORMAL]), 699_000);
}

#[test]
fn an_engine_that_exceeds_its_time_and_obeys_stop_loses() {
    let bad = ["--use-time", "1000"];
    let arguments = ["--margin", "200", "--max-plies", "6"];
    let late = Match { bad: &bad, bad_words: &["st=0.2"], arguments: &arguments, ..Match::default() };
    let finished = late.ends(&[lost("time forfeit", 0), lost("time forfeit", 1)]);
    check_overrun_of_all(&finished, 200_000);
}

/// Checks the overruns of all games, and that the table has the largest one.
fn check_overrun_of_all(finished: &Finished, least_us: u64) {
    let overruns = finished.records.iter().map(|game| game["overrun_us"].as_u64().expect("an overrun"));
    let worst = overruns.inspect(|overrun| assert!((least_us..least_us + MAX_DELAY_US).contains(overrun))).max();
    assert_eq!(finished.speed("Bad", 7), format!("{:.1}", worst.unwrap_or_default() as f64 / 1000.0));
}

#[test]
fn an_overrun_within_the_margin_is_forgiven() {
    let bad = ["--late", "100"];
    let arguments = ["--margin", "20000", "--max-plies", "6"];
    for limit in ["st=0.1", "tc=0.5"] {
        let late = Match { bad: &bad, bad_words: &[limit], arguments: &arguments, ..Match::default() };
        let finished = late.ends(&[NORMAL, NORMAL]);
        // The second move of Silver is the third of the game, and its full time is recorded.
        let time = finished.records[0]["moves"][2]["time_us"].as_u64().expect("a time");
        assert!(time >= 199_000, "{time}");
        assert_eq!(finished.speed("Bad", 7), "0.0");
    }
}

#[test]
fn an_engine_can_have_a_margin_of_its_own() {
    let bad = ["--late", "600", "--at", "0"];
    let arguments = ["--margin", "100", "--max-plies", "6"];
    let late = Match { bad: &bad, bad_words: &["st=0.2", "margin=20000"], arguments: &arguments, ..Match::default() };
    late.ends(&[NORMAL]);
    let arguments = ["--margin", "20000", "--max-plies", "6"];
    let late = Match { bad: &bad, bad_words: &["st=0.2", "margin=100"], arguments: &arguments, ..Match::default() };
    late.ends(&[lost("time forfeit", 0)]);
}

#[test]
fn without_a_clock_the_deadline_limits_the_time() {
    let bad = ["--sleep", "600000", "--once", "{folder}/once"];
    let deadlines = ["ready=20", "quit=1", "answer=2"];
    let bad_games = Match { bad: &bad, deadlines: &deadlines, ..Match::default() };
    let finished = bad_games.ends(&[lost("time forfeit", 0)]);
    // The engine obeys `stop`, which is sent at the deadline.
    assert!(overrun_us(&finished) < MAX_DELAY_US);
}

#[test]
fn a_clock_is_charged_and_incremented_with_each_move() {
    // Each move takes a twentieth of the remaining time and adds two seconds, so that no time runs out.
    let flags = ["--use-time", "0.05"];
    let words = ["tc=2+2"];
    let games = Match { bad: &flags, bad_words: &words, good: &flags, good_words: &words, ..Match::default() };
    let finished = games.ends(&[NORMAL]);
    let received = finished.received("Bad");
    let clocks = received.lines().filter_map(|line| line.strip_prefix("go wtime ")?.split(' ').next()?.parse().ok());
    let clocks: Vec<u64> = clocks.collect();
    assert_eq!(clocks[0], 2000, "{received}");
    // The recorded time of each move was subtracted from the clock, to the millisecond.
    for (ply, pair) in clocks.windows(2).enumerate() {
        let used = finished.records[0]["moves"][2 * ply]["time_us"].as_u64().expect("a time");
        assert!((pair[0] + 2000).abs_diff(pair[1] + used / 1000) <= 1, "{received}");
    }
}

/// Returns the processor times of the moves of a game, in microseconds: of the first player and of the second.
#[cfg(target_os = "linux")]
fn processor_us(game: &Value) -> [Vec<u64>; 2] {
    let moves = game["moves"].as_array().expect("moves");
    let time = |played: &Value| played["processor_us"].as_u64().expect("the processor time of each move");
    let of = |first: usize| moves.iter().skip(first).step_by(2).map(time).collect();
    [of(0), of(1)]
}

#[cfg(target_os = "linux")]
#[test]
fn a_record_distinguishes_computing_from_waiting() {
    let match_ = Match { bad: &["--spin", "60"], good: &["--sleep", "300"], ..Match::default() };
    let finished = match_.ends(&[NORMAL]);
    let [computed, waited] = processor_us(&finished.records[0]);
    assert!(computed.iter().all(|&time| time >= 60_000), "{computed:?}");
    assert!(waited.iter().all(|&time| time < 300_000), "{waited:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn processes_that_an_engine_started_count_too() {
    // The runner starts a shell, which starts the engine and waits for it.
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("wrapped.sh").display().to_string();
    std::fs::write(&script, format!("'{}' --spin 60 \"$@\"\ntrue\n", mock().display())).expect("a file");
    let match_ = Match { bad: &[&script], bad_words: &["cmd=sh", "depth=1"], ..Match::default() };
    let [wrapped, _] = processor_us(&match_.ends(&[NORMAL]).records[0]);
    assert!(wrapped.iter().all(|&time| time >= 60_000), "{wrapped:?}");
}

/// Returns the recorded processor time of the move that lost the first game, in microseconds.
#[cfg(target_os = "linux")]
fn processor_us_of_forfeit(bad: &[&str]) -> u64 {
    let arguments = ["--margin", "200", "--max-plies", "6"];
    let late = Match { bad, bad_words: &["st=0.1"], arguments: &arguments, ..Match::default() };
    let finished = late.ends(&[lost("time forfeit", 0)]);
    let game = &finished.records[0];
    let detail = game["detail"].as_str().unwrap_or_default();
    assert!(detail.ends_with(" s of processor time"), "{detail}");
    assert!(finished.errors.contains(detail), "{}", finished.errors);
    game["processor_us"].as_u64().expect("the processor time of the move")
}

#[cfg(target_os = "linux")]
#[test]
fn a_forfeit_distinguishes_computing_from_waiting() {
    assert!(processor_us_of_forfeit(&["--spin", "700"]) >= 700_000);
    assert!(processor_us_of_forfeit(&["--late", "900", "--at", "0"]) < 900_000);
}
