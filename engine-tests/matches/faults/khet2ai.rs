//! Matches with an engine that has the protocol of Khet2-AI: no handshake, one rule set, and a reply for a side without a
//! move.

use super::{Ending, Finished, Match, NORMAL, drawn, lost, won};
use khepri::internal::arena::engine::protocol::{Info, Protocol, Reply};
use khepri::internal::rules::Colour;

const WORDS: [&str; 2] = ["protocol=khet2ai", "depth=1"];

/// Moves to and fro that hit nothing, for Silver and for Red.
const SHUFFLE: &str = "h2g2 g2h2 h2g2 g2h2 / c7d7 d7c7 c7d7 d7c7";

/// The recorded session with the real engine.
const SESSION: &str = include_str!("../khet2ai-session.txt");

/// Plays a match of `Bad` with this protocol against `Good` with UCI, and checks its games.
fn ends(flags: &[&str], openings: &str, expected: &[Ending]) -> Finished {
    let bad = [&["--protocol", "khet2ai"], flags].concat();
    let script = ["--moves", SHUFFLE];
    Match { bad: &bad, bad_words: &WORDS, good: &script, openings, ..Match::default() }.ends(expected)
}

#[test]
fn complete_games_are_played() {
    let flags = ["--protocol", "khet2ai", "--seed", "3"];
    for (good, good_words) in [(flags.as_slice(), WORDS.as_slice()), (&["--seed", "4"], &["depth=1"])] {
        let arguments = ["--max-plies", "60"];
        let games =
            Match { bad: &flags, bad_words: &WORDS, good, good_words, arguments: &arguments, ..Match::default() };
        let finished = Match { openings: "khet2 isis", ..games }.play(4);
        assert_eq!(finished.records.len(), 4, "{}", finished.errors);
        assert_eq!(finished.errors, "");
        assert!(!finished.received("Bad").contains("error"), "the mock refused a position");
        assert_eq!(finished.received("Bad").matches("newgame").count(), 4);
    }
}

#[test]
fn rotations_of_scarabs_are_sent_in_its_notation() {
    let openings = "khet2 classic moves f4- e5- h2g2 f5-";
    let flags = ["--protocol", "khet2ai", "--moves", "f4- e4- / e5+ f5+"];
    let arguments = ["--max-plies", "9"];
    let games = Match { bad: &flags, bad_words: &WORDS, openings, arguments: &arguments, ..Match::default() };
    let finished = games.ends(&[drawn("max plies", 9); 2]);
    let received = finished.received("Bad");
    assert!(received.contains(" 0 f4+ e5+ h2g2 f5+\n"), "{received}");
    let turned = ["e4-", "f4-", "e5-", "f5-"].into_iter().find(|turn| received.contains(turn));
    assert_eq!(turned, None, "{received}");
}

#[test]
fn no_move_after_a_mate_score_against_itself_loses() {
    let ending = |plies| lost("forced loss", plies);
    let flags = ["--none-at", "2", "--mate-against", "--moves", SHUFFLE];
    ends(&flags, "khet2 classic", &[ending(2), ending(3)]);
}

#[test]
fn every_recorded_line_is_parsed() {
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
    let mut parsed: Vec<(Colour, String)> = Vec::new();
    for line in SESSION.lines().filter(|line| !line.starts_with('#')) {
        if let Some(position) = line.strip_prefix("> position ") {
            parsed.push((mover(position), String::new()));
        }
        let Some((mover, answer)) = parsed.last_mut() else { continue };
        match Protocol::Khet2Ai.parse(line) {
            Reply::Info(info) => answer.push_str(&reported(Protocol::Khet2Ai.for_mover(info, *mover))),
            Reply::BestMove(word, _) => answer.push_str(&word),
            other => assert_eq!((other, line.starts_with("> ") || line.is_empty()), (Reply::Other, true), "{line}"),
        }
    }
    let parsed: Vec<&str> = parsed.iter().map(|(_, answer)| answer.as_str()).collect();
    assert_eq!(parsed, ANSWERS);
}

/// Returns the side to move after the words of a `position` line.
fn mover(position: &str) -> Colour {
    let words: Vec<&str> = position.split(' ').skip(1).collect();
    let (first, moves) = match words.as_slice() {
        ["0", moves @ ..] => (0, moves.len()),
        ["1", moves @ ..] => (1, moves.len()),
        moves => (0, moves.len()),
    };
    Colour::ALL[(first + moves) % 2]
}

/// Returns score and depth as in KGN, and a blank.
fn reported(info: Info) -> String {
    let evaluation = info.evaluation.expect("a score in every recorded line");
    let depth = info.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
    format!("{evaluation}{depth} ")
}

#[test]
fn a_recorded_loss_is_no_fault_and_the_process_plays_on() {
    // As recorded, Silver plays j1- and wins against any reply, and Red reports that it is lost.
    let openings = "x24P34/8P2S2/1s12k2s2P11//1K8/1P34P4P22/3S16/9X1 s khet2";
    let session = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/matches/khet2ai-session.txt");
    // The crash in the fifth game shows that one process played the four games before.
    let bad = ["--protocol", "khet2ai", "--session", session, "--crash-on-go", "--game", "5", "--at", "1"];
    let good = ["--protocol", "khet2ai", "--session", session];
    let games = Match { bad: &bad, bad_words: &WORDS, good: &good, good_words: &WORDS, openings, ..Match::default() };
    let (win, loss) = (won("forced loss", 1), lost("forced loss", 1));
    let finished = games.ends(&[win, loss, win, loss, lost("crash on go", 0)]);
    assert_eq!(finished.records[0]["moves"][0]["score"], "+M1");
}

#[test]
fn scores_are_recorded_from_the_engines_own_side() {
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
fn scores_of_the_engine_decide_its_resignation() {
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
fn no_move_without_a_loss_or_draw_is_a_fault() {
    let flags = ["--none-at", "2", "--moves", SHUFFLE];
    ends(&flags, "khet2 classic", &[lost("no move", 2), lost("no move", 3)]);
}

#[test]
fn no_move_after_a_repetition_draws() {
    // After four plies the first arrangement occurs again, after five the second one.
    let flags = ["--none-at", "3", "--moves", SHUFFLE];
    ends(&flags, "khet2 classic", &[drawn("draw claim", 4), drawn("draw claim", 5)]);
    // A mate score against itself has precedence.
    let flags = ["--none-at", "3", "--mate-against", "--moves", SHUFFLE];
    ends(&flags, "khet2 classic", &[lost("forced loss", 4), lost("forced loss", 5)]);
}

#[test]
fn no_move_after_a_hundred_plies_without_a_capture_draws() {
    let classic = "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2";
    let flags = ["--none-at", "1", "--moves", SHUFFLE];
    // Silver gets its `go` after 99 plies, Red after a hundred.
    ends(&flags, &format!("{classic} 99 60"), &[lost("no move", 0), drawn("draw claim", 1)]);
    ends(&flags, &format!("{classic} 100 60"), &[drawn("draw claim", 0), drawn("draw claim", 1)]);
}

#[test]
fn faults_have_the_same_terminations() {
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
fn an_exit_before_the_first_go_is_a_crash_at_start() {
    let bad = ["--protocol", "khet2ai", "--crash-at-start", "--once", "{folder}/once"];
    // Without a handshake, the exit is only detected when the other engine is ready.
    let good = ["--slow-start", "500"];
    let games = Match { bad: &bad, bad_words: &WORDS, good: &good, ..Match::default() };
    games.ends(&[lost("crash at start", 0), NORMAL]);
}

#[test]
fn faults_between_moves_are_detected_at_the_next_go() {
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
fn its_clock_is_enforced() {
    let bad = ["--protocol", "khet2ai", "--late", "1500", "--once", "{folder}/once"];
    let words = ["protocol=khet2ai", "tc=3"];
    let arguments = ["--margin", "300", "--max-plies", "6"];
    let games = Match { bad: &bad, bad_words: &words, arguments: &arguments, ..Match::default() };
    // A tenth of a second for the move and 1.5 s more are within the clock of 3 s.
    let finished = games.ends(&[NORMAL]);
    let time = finished.records[0]["moves"][2]["time_us"].as_u64().expect("a time");
    assert!(time >= 1_500_000, "{time}");
    let late = Match { bad_words: &["protocol=khet2ai", "st=0.5"], ..games };
    let finished = late.ends(&[lost("time forfeit", 2)]);
    assert!(finished.records[0]["overrun_us"].as_u64() >= Some(1_500_000));
}

#[test]
fn options_of_each_are_skipped_for_an_engine_without_options() {
    let flags = ["--protocol", "khet2ai"];
    let arguments = ["--max-plies", "6", "--each", "option.Hash=2", "option.Threads=1"];
    let games = Match { bad: &flags, bad_words: &WORDS, arguments: &arguments, ..Match::default() };
    let finished = games.play(2);
    assert_eq!(
        finished.errors,
        "khepri: match: Bad has no options, option.Hash is skipped\n\
         khepri: match: Bad has no options, option.Threads is skipped\n"
    );
    assert!(!finished.received("Bad").contains("setoption"));
    assert!(finished.received("Good").contains("setoption name Hash value 2\nsetoption name Threads value 1\n"));
    let ends: Vec<_> = finished.records.iter().map(|game| &game["termination"]).collect();
    assert_eq!(ends, ["max plies", "max plies"]);
}
