//! Engines that ponder: on the move that the opponent plays, on another move, and at the end of a game.

use super::{AT_A_TIME, Finished, Match, NORMAL};
use crate::support::all_at_once;

/// Flags of an engine that expects the moves of its opponent, which plays those of seed 0.
const RIGHT: &str = "--predict 0";
/// Flags of an engine that nearly always expects another move.
const WRONG: &str = "--predict 1";

const SHORT: &str = "start=20 ready=3 quit=1 answer=20";

/// A match in which `Bad` ponders without a clock.
fn pondering(bad: &str) -> Match<'_> {
    Match { bad, bad_words: "depth=1 ponder=on", ..Match::default() }
}

/// Returns the number of lines with this beginning that `Bad` has received.
fn received(finished: &Finished, beginning: &str) -> usize {
    finished.read("Bad").lines().filter(|line| line.starts_with(beginning)).count()
}

fn moves(finished: &Finished) -> Vec<String> {
    let moves = finished.records.iter().flat_map(|game| game["moves"].as_array().expect("moves"));
    moves.map(|played| played["move"].to_string()).collect()
}

#[test]
fn pondering_does_not_change_the_moves() {
    let plain = Match::default().ends(&[NORMAL; 2]);
    assert_eq!((received(&plain, "go ponder"), received(&plain, "setoption name Ponder")), (0, 0));
    for expects in [RIGHT, WRONG] {
        let finished = pondering(expects).ends(&[NORMAL; 2]);
        assert_eq!(moves(&finished), moves(&plain));
        assert_eq!(received(&finished, "setoption name Ponder value true"), 1);
        // `Bad` ponders after each of its six moves except the one that ends the second game.
        assert_eq!(received(&finished, "go ponder depth 1"), 5);
        let (hits, stops) = (received(&finished, "ponderhit"), received(&finished, "stop"));
        // The last search of the first game is stopped at the end of that game.
        let is_expected = if expects == RIGHT { (hits, stops) == (4, 1) } else { hits < 4 && hits + stops == 5 };
        assert!(is_expected, "{hits} {stops}");
        assert_eq!(received(&finished, "go"), 5 + 6 - hits);
    }
}

#[test]
fn an_engine_does_not_ponder_on_an_illegal_move() {
    // With Red to move, h2 has a piece of Silver.
    for word in ["xyzzy", "h2g2"] {
        let finished = pondering(&format!("--ponder-word {word}")).ends(&[NORMAL]);
        assert_eq!(received(&finished, "go ponder"), 0, "{word}");
    }
}

#[test]
fn the_time_before_a_ponderhit_costs_nothing() {
    let (bad, bad_words) = (format!("{RIGHT} --sleep 100"), "st=0.3 ponder=on");
    let waits = Match { bad: &bad, bad_words, good: "--sleep 2500", ..Match::default() };
    let finished = Match { arguments: "--max-plies 6 --margin 2000", ..waits }.ends(&[NORMAL]);
    assert_eq!(received(&finished, "ponderhit"), 2);
    for played in finished.records[0]["moves"].as_array().expect("moves").iter().step_by(2) {
        assert!(played["time_us"].as_u64().is_some_and(|time| time >= 100_000), "the engine sleeps 0.1 s: {played}");
    }
}

#[test]
fn the_time_after_a_ponderhit_counts() {
    let (bad, bad_words) = (format!("{RIGHT} --late 2500"), "st=0.5 ponder=on");
    let late = Match { bad: &bad, bad_words, arguments: "--max-plies 6 --margin 2000", ..Match::default() };
    let finished = late.loses_once("time forfeit", 2);
    let overrun = finished.records[0]["overrun_us"].as_u64();
    assert!(overrun.is_some_and(|overrun| overrun >= 2_500_000), "{overrun:?}");
}

#[test]
fn go_ponder_has_the_clock_after_the_move() {
    let clocks = Match { bad_words: "tc=20+5 ponder=on", good_words: "tc=30+1", ..pondering(RIGHT) };
    let finished = clocks.ends(&[NORMAL]);
    let received = finished.read("Bad");
    let mut reported = received.lines().filter(|line| line.starts_with("go"));
    assert!(reported.next().is_some_and(|go| go.starts_with("go wtime 20000 winc 5000 btime 30000 ")), "{received}");
    // The increment is added, and the opponent has not moved yet.
    let left = finished.records[0]["moves"][0]["clock_left_us"].as_u64().expect("a clock");
    let expected = format!("go ponder wtime {} winc 5000 btime 30000 binc 1000", left / 1000);
    assert_eq!(reported.next(), Some(expected.as_str()));
}

#[test]
fn a_slow_reply_to_stop_is_charged_to_neither_engine() {
    let bad = format!("{WRONG} --slow-stop 2500");
    let slow = Match { bad: &bad, bad_words: "st=0.3 ponder=on", good_words: "st=0.3", ..Match::default() };
    Match { arguments: "--max-plies 6 --margin 2000", ..slow }.ends(&[NORMAL]);
}

#[test]
fn a_fault_while_pondering_loses_the_game() {
    let faults = [
        (RIGHT, "--early", "two bestmoves"),
        (WRONG, "--early", "two bestmoves"),
        (RIGHT, "--stall", "no answer"),
        (WRONG, "--stall", "no answer"),
        (RIGHT, "--crash-on-go", "crash on go"),
        (WRONG, "--crash-on-go", "crash on go"),
        (RIGHT, "--flood", "output flood"),
    ];
    all_at_once(&faults, AT_A_TIME, |(expects, fault, termination)| {
        let bad = format!("{expects} {fault}");
        // `Good` moves after the fault.
        let (bad_words, good) = ("st=0.5 ponder=on", "--until {folder}/once --sleep 400");
        let mut games = Match { bad: &bad, bad_words, good, ..Match::default() };
        // A busy machine takes long to read a flood. Only a stalled engine has to be waited for.
        if fault.contains("--stall") {
            games.deadlines = SHORT;
        }
        Match { arguments: "--max-plies 6 --margin 2000", ..games }.loses_once(termination, 2);
    });
}

#[test]
fn faults_while_pondering_after_the_last_move_cost_nothing() {
    // `Good` makes the last move of the first game while `Bad` ponders before a fourth move.
    all_at_once(&["--early", "--stall", "--stall --deaf", "--crash-on-go", "--flood"], AT_A_TIME, |fault| {
        let bad = format!("{RIGHT} {fault} --at 4 --game 1");
        Match { deadlines: SHORT, ..pondering(&bad) }.ends(&[NORMAL; 2]);
    });
}

#[test]
fn a_fault_of_the_opponent_ends_pondering() {
    let good_words = "depth=1 ponder=on";
    for (bad, termination) in [("--answer a1b1", "illegal move"), ("--crash-on-go", "crash on go")] {
        let finished = Match { bad, good: RIGHT, good_words, ..Match::default() }.loses_once(termination, 2);
        let good = finished.read("Good");
        assert!(good.contains("stop\nucinewgame\n"), "{good}");
        assert_eq!(good.matches("setoption name Ponder").count(), 1, "there is one process for all games: {good}");
    }
}

#[test]
fn ponder_of_each_is_skipped_for_an_engine_that_cannot_ponder() {
    let arguments = "--max-plies 6 --each ponder=on";
    let bad_words = "protocol=khet2ai depth=1";
    let games = Match { bad: "--protocol khet2ai", bad_words, good: RIGHT, arguments, ..Match::default() };
    let finished = games.play(1);
    assert_eq!(finished.errors, "khepri: match: Bad cannot ponder, ponder=on is skipped\n");
    assert!(finished.read("Good").contains("go ponder depth 1\n"));
}
