//! Engines that exceed their time, the overrun that is recorded, and the times of moves.

use super::{Finished, Match, NORMAL, lost};
#[cfg(target_os = "linux")]
use serde_json::Value;

/// Largest additional delay of a late answer on a busy machine, in microseconds.
const MAX_DELAY_US: u64 = 10_000_000;

/// Checks that record and table have an overrun of at least this time in the first game.
fn check_overrun(finished: &Finished, late_us: u64) {
    let overrun = finished.records[0]["overrun_us"].as_u64().expect("an overrun");
    assert!((late_us..late_us + MAX_DELAY_US).contains(&overrun), "{overrun}");
    assert_eq!(finished.speed("Bad", 7), format!("{:.1}", overrun as f64 / 1000.0));
    assert_eq!(finished.speed("Good", 7), "0.0");
    assert!(finished.detail(0).contains(" s too many"), "{}", finished.detail(0));
}

#[test]
fn a_move_after_its_time_and_the_margin_loses() {
    let bad = "--late 2500";
    let late = Match { bad, bad_words: "st=0.5", arguments: "--max-plies 6 --margin 2000", ..Match::default() };
    check_overrun(&late.loses_once("time forfeit", 2), 2_500_000);
    let late = Match { bad_words: "tc=2", ..late };
    // The clock of the mock is sent in whole milliseconds, rounded down.
    check_overrun(&late.loses_once("time forfeit", 2), 2_499_000);
}

#[test]
fn an_engine_that_exceeds_its_time_and_obeys_stop_loses() {
    let arguments = "--max-plies 6 --margin 200";
    let late = Match { bad: "--sleep 600000", bad_words: "st=0.2", arguments, ..Match::default() };
    check_overrun(&late.ends(&[lost("time forfeit", 0)]), 200_000);
    // Without a clock, `stop` is sent at the deadline.
    let deadlines = "ready=20 quit=1 answer=1";
    let late = Match { bad: "--sleep 600000", deadlines, ..Match::default() };
    check_overrun(&late.ends(&[lost("time forfeit", 0)]), 0);
}

#[test]
fn an_overrun_within_the_margin_is_forgiven() {
    let late = Match { bad: "--late 100", arguments: "--max-plies 6 --margin 20000", ..Match::default() };
    for bad_words in ["st=0.1", "tc=0.5"] {
        let finished = Match { bad_words, ..late }.ends(&[NORMAL]);
        // The second move of Silver is the third of the game, and its full time is recorded.
        let time = finished.records[0]["moves"][2]["time_us"].as_u64().expect("a time");
        assert!(time >= 199_000, "{time}");
        assert_eq!(finished.speed("Bad", 7), "0.0");
    }
    // An engine can have a margin of its own.
    let bad = "--late 100 --at 1";
    Match { bad, bad_words: "st=0.1 margin=10", ..late }.ends(&[lost("time forfeit", 0)]);
    let strict = Match { arguments: "--max-plies 6 --margin 10", ..late };
    Match { bad_words: "st=0.1 margin=20000", ..strict }.ends(&[NORMAL]);
}

#[test]
fn a_clock_is_charged_and_incremented_with_each_move() {
    let games = Match { bad: "--sleep 30", bad_words: "tc=20+2", good_words: "tc=20+2", ..Match::default() };
    let finished = games.ends(&[NORMAL]);
    let received = finished.read("Bad");
    let clocks = received.lines().filter_map(|line| line.strip_prefix("go wtime ")?.split(' ').next()?.parse().ok());
    let clocks: Vec<u64> = clocks.collect();
    assert_eq!(clocks[0], 20_000, "{received}");
    // The recorded time of each move was subtracted from the clock, to the millisecond.
    for (ply, pair) in clocks.windows(2).enumerate() {
        let number = |key: &str| finished.records[0]["moves"][2 * ply][key].as_u64().expect("a number");
        assert!((pair[0] + 2000).abs_diff(pair[1] + number("time_us") / 1000) <= 1, "{received}");
        assert_eq!((number("clock_left_us") / 1000, number("nodes")), (pair[1], 1));
        assert!(number("time_us") >= 30_000);
    }
    assert!(finished.kgn.replace('\n', " ").contains("s n=1 tl=2"), "{}", finished.kgn);
    // Without a clock, neither the records nor the KGN have a remaining time.
    let finished = Match::default().ends(&[NORMAL]);
    assert!(!finished.read("games.json").contains("clock_left_us") && !finished.kgn.contains("tl="));
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
    // The runner starts a shell, which starts the engine and waits for it.
    let bad = r#"-c '"$0" --spin 60 "$@"; true' {mock}"#;
    let games = Match { bad, bad_words: "cmd=sh depth=1", good: "--sleep 300", ..Match::default() };
    let [computed, waited] = processor_us(&games.ends(&[NORMAL]).records[0]);
    assert!(computed.iter().all(|&time| time >= 60_000), "{computed:?}");
    assert!(waited.iter().all(|&time| time < 300_000), "{waited:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_forfeit_distinguishes_computing_from_waiting() {
    let processor_us = |bad: &str| {
        let late = Match { bad, bad_words: "st=0.1", arguments: "--margin 200", ..Match::default() };
        let finished = late.ends(&[lost("time forfeit", 0)]);
        let detail = finished.detail(0);
        assert!(detail.ends_with(" s of processor time") && finished.errors.contains(detail), "{detail}");
        finished.records[0]["processor_us"].as_u64().expect("the processor time of the move")
    };
    assert!(processor_us("--spin 400") >= 400_000);
    assert!(processor_us("--late 900 --at 0") < 900_000);
}
