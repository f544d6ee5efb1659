//! Matches with an engine that speaks the protocol of Khet2-AI: no handshake, one rule set, and a reply for a side without
//! a move.

use super::{Ending, Finished, Match, NORMAL, drawn, lost, won};
use khepri::internal::arena::engine::protocol::{Info, Protocol, Reply};
use khepri::internal::rules::Colour;

const WORDS: [&str; 2] = ["protocol=khet2ai", "depth=1"];

/// A shuffle that hits nothing.
const SHUFFLE: &str = "h2g2 g2h2 h2g2 g2h2 / c7d7 d7c7 c7d7 d7c7";

/// What was recorded from the real engine.
const SESSION: &str = include_str!("../khet2ai-session.txt");

/// Matches in which `Bad` speaks so and `Good` as usual.
fn ends(flags: &[&str], openings: &str, expected: &[Ending]) -> Finished {
    let bad = [&["--protocol", "khet2ai"], flags].concat();
    let script = ["--moves", SHUFFLE];
    Match { bad: &bad, bad_words: &WORDS, good: &script, openings, ..Match::default() }.ends(expected)
}

#[test]
fn whole_games_are_played() {
    let flags = ["--protocol", "khet2ai", "--seed", "3"];
    for (good, good_words) in [(flags.as_slice(), WORDS.as_slice()), (&["--seed", "4"], &["depth=1"])] {
        let arguments = ["--max-plies", "60"];
        let games =
            Match { bad: &flags, bad_words: &WORDS, good, good_words, arguments: &arguments, ..Match::default() };
        let finished = Match { openings: "khet2 isis", ..games }.play(4);
        assert_eq!(finished.records.len(), 4, "{}", finished.errors);
        assert_eq!(finished.errors, "");
        assert!(!finished.heard("Bad").contains("error"), "every position was understood");
        assert_eq!(finished.heard("Bad").matches("newgame").count(), 4);
    }
}

#[test]
fn rotations_of_scarabs_are_sent_in_its_notation() {
    let openings = "khet2 classic moves f4- e5- h2g2 f5-";
    let flags = ["--protocol", "khet2ai", "--moves", "f4- e4- / e5+ f5+"];
    let arguments = ["--max-plies", "9"];
    let games = Match { bad: &flags, bad_words: &WORDS, openings, arguments: &arguments, ..Match::default() };
    let finished = games.ends(&[drawn("max plies", 9); 2]);
    let heard = finished.heard("Bad");
    assert!(heard.contains(" 0 f4+ e5+ h2g2 f5+\n"), "{heard}");
    let turned = ["e4-", "f4-", "e5-", "f5-"].into_iter().find(|turn| heard.contains(turn));
    assert_eq!(turned, None, "{heard}");
}

#[test]
fn one_that_announces_its_mate_and_has_no_move_has_lost() {
    let ending = |plies| lost("forced loss", plies);
    let flags = ["--none-at", "2", "--mate-against", "--moves", SHUFFLE];
    ends(&flags, "khet2 classic", &[ending(2), ending(3)]);
}

#[test]
fn every_recorded_line_is_understood() {
    // For each position the scores and depths of its info lines, from the mover's side, then the word after `bestmove`.
    const ANSWERS: [&str; 12] = [
        "+M1 d7d8",
        "+M1 f4+",
        "+5.96/1 +M1 j1-",
        "+2.41/1 +M1 j5j6",
        "+0.38/1 +1.68/2 +1.68/3 +M2 j4i5",
        "-0.23/1 +0.20/2 +0.25/3 +M2 f4g4",
        "-M1 none",
        "-M1 none",
        "-M1 none",
        "+0.08/1 +0.00/2 +0.07/3 f4g3",
        "+0.08/1 +0.00/2 +0.02/3 +0.00/4 c7c8",
        "+0.04/1 +0.00/2 +0.02/3 e1d2",
    ];
    let mut understood: Vec<(Colour, String)> = Vec::new();
    for line in SESSION.lines().filter(|line| !line.starts_with('#')) {
        if let Some(position) = line.strip_prefix("> position ") {
            understood.push((mover(position), String::new()));
        }
        let Some((mover, answer)) = understood.last_mut() else { continue };
        match Protocol::Khet2Ai.parse(line) {
            Reply::Info(info) => answer.push_str(&reported(Protocol::Khet2Ai.for_mover(info, *mover))),
            Reply::BestMove(word, _) => answer.push_str(&word),
            other => assert_eq!((other, line.starts_with("> ") || line.is_empty()), (Reply::Other, true), "{line}"),
        }
    }
    let understood: Vec<&str> = understood.iter().map(|(_, answer)| answer.as_str()).collect();
    assert_eq!(understood, ANSWERS);
}

/// Who is to move after the words of a `position` line.
fn mover(position: &str) -> Colour {
    let words: Vec<&str> = position.split(' ').skip(1).collect();
    let (first, moves) = match words.as_slice() {
        ["0", moves @ ..] => (0, moves.len()),
        ["1", moves @ ..] => (1, moves.len()),
        moves => (0, moves.len()),
    };
    Colour::ALL[(first + moves) % 2]
}

/// Score and depth as KGN has them, and a blank.
fn reported(info: Info) -> String {
    let evaluation = info.evaluation.expect("every recorded line has one");
    let depth = info.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
    format!("{evaluation}{depth} ")
}

#[test]
fn one_that_is_lost_as_recorded_loses_without_a_fault_and_plays_on() {
    // Silver plays the recorded j1- and wins against any reply. Red reports that loss, as recorded.
    let openings = "x24P34/8P2S2/1s12k2s2P11//1K8/1P34P4P22/3S16/9X1 s khet2";
    let session = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/matches/khet2ai-session.txt");
    // A process that lived through four games crashes in its fifth.
    let bad = ["--protocol", "khet2ai", "--session", session, "--crash-on-go", "--game", "5", "--at", "1"];
    let good = ["--protocol", "khet2ai", "--session", session];
    let games = Match { bad: &bad, bad_words: &WORDS, good: &good, good_words: &WORDS, openings, ..Match::default() };
    let (win, loss) = (won("forced loss", 1), lost("forced loss", 1));
    let finished = games.ends(&[win, loss, win, loss, lost("crash on go", 0)]);
    assert_eq!(finished.records[0]["moves"][0]["score"], "+M1");
}

#[test]
fn its_scores_count_for_its_own_side() {
    let bad = ["--protocol", "khet2ai", "--score-list", "900 -35 m2", "--moves", SHUFFLE];
    let games = Match { bad: &bad, bad_words: &WORDS, good: &["--moves", SHUFFLE], ..Match::default() };
    let finished = games.ends(&[NORMAL, NORMAL]);
    for (record, first) in finished.records.iter().zip([0, 1]) {
        let scores = [0, 2, 4].map(|ply| record["moves"][first + ply]["score"].as_str());
        assert_eq!(scores, [Some("+9.00"), Some("-0.35"), Some("+M2")], "{record}");
    }
    assert_eq!(finished.kgn.matches("{+9.00/1 ").count(), 2, "{}", finished.kgn);
}

#[test]
fn one_gives_up_by_its_own_scores() {
    let arguments = ["--max-plies", "6", "--resign", "movecount=2", "score=500"];
    let plays = |score: &str, expected: [Ending; 2]| {
        let bad = ["--protocol", "khet2ai", "--resigning-score", score, "--moves", SHUFFLE];
        let games = Match { bad: &bad, bad_words: &WORDS, good: &["--moves", SHUFFLE], ..Match::default() };
        Match { arguments: &arguments, ..games }.ends(&expected);
    };
    // Its second move is the third ply of the game, or the fourth.
    plays("-500", [lost("resignation", 3), lost("resignation", 4)]);
    plays("-499", [NORMAL; 2]);
    plays("500", [NORMAL; 2]);
}

#[test]
fn one_that_has_no_move_and_no_reason_is_at_fault() {
    let flags = ["--none-at", "2", "--moves", SHUFFLE];
    ends(&flags, "khet2 classic", &[lost("no move", 2), lost("no move", 3)]);
}

#[test]
fn one_that_sees_a_repetition_draws() {
    // After four plies the first arrangement occurs again, after five the second one.
    let flags = ["--none-at", "3", "--moves", SHUFFLE];
    ends(&flags, "khet2 classic", &[drawn("draw claim", 4), drawn("draw claim", 5)]);
    // An engine that reports a mate against itself loses even so.
    let flags = ["--none-at", "3", "--mate-against", "--moves", SHUFFLE];
    ends(&flags, "khet2 classic", &[lost("forced loss", 4), lost("forced loss", 5)]);
}

#[test]
fn one_that_sees_a_hundred_plies_without_a_capture_draws() {
    let classic = "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2";
    let flags = ["--none-at", "1", "--moves", SHUFFLE];
    // Silver gets its `go` after 99 plies, Red after a hundred.
    ends(&flags, &format!("{classic} 99 60"), &[lost("no move", 0), drawn("draw claim", 1)]);
    ends(&flags, &format!("{classic} 100 60"), &[drawn("draw claim", 0), drawn("draw claim", 1)]);
}

#[test]
fn its_faults_have_their_names_too() {
    for (flag, termination) in [
        ("--illegal", "illegal move"),
        ("--unreadable", "unreadable move"),
        ("--bare-bestmove", "unreadable move"),
        ("--crash-on-go", "crash on go"),
        ("--flood-line", "output flood"),
    ] {
        let flags = [flag, "--once", "{folder}/once"];
        ends(&flags, "khet2 classic", &[lost(termination, 2), NORMAL, NORMAL]);
    }
}

#[test]
fn one_that_has_exited_before_its_first_go_has_crashed_at_start() {
    let bad = ["--protocol", "khet2ai", "--crash-at-start", "--once", "{folder}/once"];
    // It sends no greeting, so its absence shows only once the other engine is ready.
    let good = ["--slow-start", "500"];
    let games = Match { bad: &bad, bad_words: &WORDS, good: &good, ..Match::default() };
    games.ends(&[lost("crash at start", 0), NORMAL]);
}

#[test]
fn its_faults_between_the_moves_are_found_at_the_next_go() {
    for (flags, termination) in [
        (["--crash-after-bestmove"].as_slice(), "crash after bestmove"),
        (&["--two-bestmoves"], "two bestmoves"),
        (&["--late-second-bestmove", "20"], "two bestmoves"),
    ] {
        let bad = [&["--protocol", "khet2ai", "--once", "{folder}/once"], flags].concat();
        let good = ["--sleep", "500"];
        let games = Match { bad: &bad, bad_words: &WORDS, good: &good, ..Match::default() };
        games.ends(&[lost(termination, 4), NORMAL]);
    }
}

#[test]
fn its_clock_is_kept() {
    let bad = ["--protocol", "khet2ai", "--late", "1500", "--once", "{folder}/once"];
    let words = ["protocol=khet2ai", "tc=3"];
    let arguments = ["--margin", "300", "--max-plies", "6"];
    let games = Match { bad: &bad, bad_words: &words, arguments: &arguments, ..Match::default() };
    // A tenth of a second for the move, and one and a half more: within the clock of three.
    let finished = games.ends(&[NORMAL]);
    let time = finished.records[0]["moves"][2]["time_us"].as_u64().expect("a time");
    assert!(time >= 1_500_000, "{time}");
    let late = Match { bad_words: &["protocol=khet2ai", "st=0.5"], ..games };
    let finished = late.ends(&[lost("time forfeit", 2)]);
    assert!(finished.records[0]["overrun_us"].as_u64() >= Some(1_500_000));
}

#[test]
fn options_for_all_are_for_those_that_have_options() {
    let flags = ["--protocol", "khet2ai"];
    let arguments = ["--max-plies", "6", "--each", "option.Hash=2", "option.Threads=1"];
    let games = Match { bad: &flags, bad_words: &WORDS, arguments: &arguments, ..Match::default() };
    let finished = games.play(2);
    assert_eq!(
        finished.errors,
        "khepri: match: Bad has no options, option.Hash is skipped\n\
         khepri: match: Bad has no options, option.Threads is skipped\n"
    );
    assert!(!finished.heard("Bad").contains("setoption"));
    assert!(finished.heard("Good").contains("setoption name Hash value 2\nsetoption name Threads value 1\n"));
    let ends: Vec<_> = finished.records.iter().map(|game| &game["termination"]).collect();
    assert_eq!(ends, ["max plies", "max plies"]);
}
