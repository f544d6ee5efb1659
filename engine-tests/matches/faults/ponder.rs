//! Engines that ponder: on the move that the opponent plays, on another move, and at the end of a game.

use super::{Finished, Match, NORMAL, lost};

/// The words of an engine that ponders.
const PONDERS: [&str; 2] = ["depth=1", "ponder=on"];
/// Flags of an engine that expects the moves of its opponent, which plays those of seed 0.
const RIGHT: [&str; 2] = ["--predict", "0"];
/// Flags of an engine that nearly always expects another move.
const WRONG: [&str; 2] = ["--predict", "1"];

const SHORT: [&str; 4] = ["start=20", "ready=1", "quit=1", "answer=20"];

/// Returns the number of lines with this beginning that `Bad` has received.
fn received(finished: &Finished, beginning: &str) -> usize {
    finished.received("Bad").lines().filter(|line| line.starts_with(beginning)).count()
}

fn moves(finished: &Finished) -> Vec<String> {
    let moves = finished.records.iter().flat_map(|game| game["moves"].as_array().expect("moves"));
    moves.map(|played| played["move"].to_string()).collect()
}

#[test]
fn pondering_does_not_change_the_moves() {
    let plain = Match::default().ends(&[NORMAL, NORMAL]);
    assert_eq!((received(&plain, "go ponder"), received(&plain, "setoption name Ponder")), (0, 0));
    for expects in [RIGHT, WRONG] {
        let finished = Match { bad: &expects, bad_words: &PONDERS, ..Match::default() }.ends(&[NORMAL, NORMAL]);
        assert_eq!(moves(&finished), moves(&plain));
        assert_eq!(received(&finished, "setoption name Ponder value true"), 1);
        // After each of its six moves except the one that ends the second game.
        assert_eq!(received(&finished, "go ponder depth 1"), 5);
        let (hits, stops) = (received(&finished, "ponderhit"), received(&finished, "stop"));
        // The last search of the first game is stopped at the end of that game.
        assert!(
            if expects == RIGHT { (hits, stops) == (4, 1) } else { hits < 4 && hits + stops == 5 },
            "{hits} {stops}"
        );
        assert_eq!(received(&finished, "go"), 5 + 6 - hits);
    }
}

#[test]
fn an_engine_does_not_ponder_on_an_illegal_move() {
    for word in ["xyzzy", "a1a1", "h2g2"] {
        let flags = ["--ponder-word", word];
        let finished = Match { bad: &flags, bad_words: &PONDERS, ..Match::default() }.ends(&[NORMAL]);
        // With Red to move, h2 has a piece of Silver.
        assert_eq!(received(&finished, "go ponder"), 0, "{word}");
    }
}

#[test]
fn the_time_before_a_ponderhit_costs_nothing() {
    let arguments = ["--margin", "700", "--max-plies", "6"];
    let (bad, words) = ([&RIGHT, ["--sleep", "100"].as_slice()].concat(), ["st=0.3", "ponder=on"]);
    let waits = Match { bad: &bad, bad_words: &words, good: &["--sleep", "2000"], ..Match::default() };
    let finished = Match { arguments: &arguments, ..waits }.ends(&[NORMAL]);
    assert_eq!(received(&finished, "ponderhit"), 2);
    for played in finished.records[0]["moves"].as_array().expect("moves").iter().step_by(2) {
        assert!(played["time_us"].as_u64().is_some_and(|time| time >= 100_000), "the engine sleeps then: {played}");
    }
}

#[test]
fn the_time_after_a_ponderhit_counts() {
    let bad = [RIGHT.as_slice(), &["--late", "900", "--once", "{folder}/once"]].concat();
    let (words, arguments) = (["st=0.5", "ponder=on"], ["--margin", "500", "--max-plies", "6"]);
    let late = Match { bad: &bad, bad_words: &words, arguments: &arguments, ..Match::default() };
    let finished = late.ends(&[lost("time forfeit", 2), NORMAL, NORMAL]);
    let overrun = finished.records[0]["overrun_us"].as_u64();
    assert!(overrun.is_some_and(|overrun| overrun >= 900_000), "{overrun:?}");
}

#[test]
fn go_ponder_has_the_clock_after_the_move() {
    let words = ["tc=20+5", "ponder=on"];
    let clocks = Match { bad: &RIGHT, bad_words: &words, good_words: &["tc=30+1"], ..Match::default() };
    let finished = clocks.ends(&[NORMAL]);
    let reported: Vec<String> =
        finished.received("Bad").lines().filter(|line| line.starts_with("go")).map(str::to_owned).collect();
    assert!(reported[0].starts_with("go wtime 20000 winc 5000 btime 30000 "), "{reported:?}");
    // The increment is added, and the opponent has not moved yet.
    let first =
        reported[1].strip_prefix("go ponder wtime ").and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok());
    let left = finished.records[0]["moves"][0]["clock_left_us"].as_u64().expect("a clock");
    assert_eq!(first, Some(left / 1000), "{reported:?}");
    assert!(reported[1].contains(" btime 30000 binc 1000"), "{reported:?}");
}

#[test]
fn a_slow_reply_to_stop_is_charged_to_neither_engine() {
    let bad = [WRONG.as_slice(), &["--slow-stop", "1500"]].concat();
    let (words, arguments) = (["st=0.3", "ponder=on"], ["--margin", "700", "--max-plies", "6"]);
    let slow = Match { bad: &bad, bad_words: &words, good_words: &["st=0.3"], ..Match::default() };
    Match { arguments: &arguments, ..slow }.ends(&[NORMAL, NORMAL]);
}

/// Checks that `Bad` loses the first game by a fault while it ponders before its second move.
fn first_game_ends(expects: [&str; 2], flags: &[&str], termination: &'static str) {
    let bad = [&expects, flags, &["--at", "2", "--once", "{folder}/once"]].concat();
    let (words, arguments) = (["st=0.5", "ponder=on"], ["--margin", "500", "--max-plies", "6"]);
    // `Good` moves after the fault.
    let good = ["--sleep", "1000"];
    let games = Match { bad: &bad, bad_words: &words, good: &good, deadlines: &SHORT, ..Match::default() };
    Match { arguments: &arguments, ..games }.ends(&[lost(termination, 2), NORMAL, NORMAL]);
}

#[test]
fn a_bestmove_while_pondering_is_two_bestmoves() {
    first_game_ends(RIGHT, &["--early"], "two bestmoves");
    first_game_ends(WRONG, &["--early"], "two bestmoves");
}

#[test]
fn no_reply_at_the_end_of_pondering_is_no_answer() {
    first_game_ends(RIGHT, &["--stall"], "no answer");
    first_game_ends(WRONG, &["--stall"], "no answer");
}

#[test]
fn an_exit_while_pondering_is_a_crash_on_go() {
    first_game_ends(RIGHT, &["--crash-on-go"], "crash on go");
    first_game_ends(WRONG, &["--crash-on-go"], "crash on go");
}

#[test]
fn endless_lines_while_pondering_are_a_flood() {
    first_game_ends(RIGHT, &["--flood"], "output flood");
}

#[test]
fn faults_while_pondering_after_the_last_move_cost_nothing() {
    // `Good` makes the last move of the first game while `Bad` ponders before a fourth move.
    for fault in ["--early", "--stall", "--stall-ignores-quit", "--crash-on-go", "--flood"] {
        let bad = [RIGHT.as_slice(), &[fault, "--at", "4", "--game", "1"]].concat();
        let games = Match { bad: &bad, bad_words: &PONDERS, deadlines: &SHORT, ..Match::default() };
        games.ends(&[NORMAL, NORMAL, NORMAL]);
    }
}

#[test]
fn a_fault_of_the_opponent_ends_pondering() {
    for (fault, ending) in [("--illegal", "illegal move"), ("--crash-on-go", "crash on go"), ("--stall", "no answer")] {
        let bad = [fault, "--at", "2", "--once", "{folder}/once"];
        let (words, arguments) = (["st=0.5"], ["--margin", "500", "--max-plies", "6"]);
        let games = Match { bad: &bad, bad_words: &words, good: &RIGHT, good_words: &PONDERS, ..Match::default() };
        let games = Match { deadlines: &SHORT, arguments: &arguments, ..games };
        let finished = games.ends(&[lost(ending, 2), NORMAL, NORMAL]);
        let good = finished.received("Good");
        assert!(good.contains("stop\nucinewgame\n"), "{good}");
        assert_eq!(good.matches("setoption name Ponder").count(), 1, "there is one process for all games: {good}");
    }
}

#[test]
fn ponder_of_each_is_skipped_for_an_engine_that_cannot_ponder() {
    let flags = ["--protocol", "khet2ai"];
    let arguments = ["--max-plies", "6", "--each", "ponder=on"];
    let words = ["protocol=khet2ai", "depth=1"];
    let games = Match { bad: &flags, bad_words: &words, good: &RIGHT, arguments: &arguments, ..Match::default() };
    let finished = games.play(1);
    assert_eq!(finished.errors, "khepri: match: Bad cannot ponder, ponder=on is skipped\n");
    assert!(finished.received("Good").contains("go ponder depth 1\n"));
}
