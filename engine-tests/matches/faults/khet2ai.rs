//! Engines with the protocol of Khet2-AI: moves in its notation, scores from its side, its forced losses and draw claims, and
//! what its missing handshake changes.

use super::{AT_A_TIME, Ending, Finished, Match, NORMAL, drawn, lost};
use crate::support::all_at_once;
use khepri_arena::engine::protocol::{Protocol, Reply};
use khepri_rules::Colour;

const WORDS: &str = "protocol=khet2ai depth=1";

/// Moves to and fro that hit nothing, for Silver and for Red.
const SHUFFLE: &str = "h2g2 g2h2 h2g2 g2h2 / c7d7 d7c7 c7d7 d7c7";

/// The recorded session with the real engine.
const SESSION: &str = include_str!("../khet2ai-session.txt");

/// Plays a match of `Bad` with this protocol against `Good` with UCI, and checks its games.
fn ends(flags: &str, games: &Match, expected: &[Ending]) -> Finished {
    let bad = format!("--protocol khet2ai {flags}");
    let good = format!("--moves '{SHUFFLE}' {}", games.good);
    Match { bad: &bad, bad_words: WORDS, good: &good, ..*games }.ends(expected)
}

#[test]
fn complete_games_are_played() {
    let flags = "--protocol khet2ai --seed 3";
    let games = Match { bad: flags, bad_words: WORDS, good: flags, good_words: WORDS, ..Match::default() };
    let finished = Match { openings: "khet2 isis", arguments: "--max-plies 60", ..games }.play(4);
    assert_eq!((finished.records.len(), finished.errors.as_str()), (4, ""));
    let received = finished.read("Bad");
    assert!(!received.contains("error"), "the mock refused a position");
    assert_eq!(received.matches("newgame").count(), 4);
}

#[test]
fn rotations_of_scarabs_are_sent_in_its_notation() {
    let openings = "khet2 classic moves f4- e5- h2g2 f5-";
    let bad = "--protocol khet2ai --moves 'f4- e4- / e5+ f5+'";
    let games = Match { bad, bad_words: WORDS, openings, arguments: "--max-plies 9", ..Match::default() };
    let finished = games.ends(&[drawn("max plies", 9); 2]);
    let received = finished.read("Bad");
    assert!(received.contains(" 0 f4+ e5+ h2g2 f5+\n"), "{received}");
    let turned = ["e4-", "f4-", "e5-", "f5-"].into_iter().find(|turn| received.contains(turn));
    assert_eq!(turned, None, "{received}");
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
            // The number of the first player, if it is given, is followed by the moves.
            let words: Vec<&str> = position.split(' ').skip(1).collect();
            let moves = words.iter().filter(|word| word.len() > 1).count();
            parsed.push((Colour::ALL[(usize::from(words.first() == Some(&"1")) + moves) % 2], String::new()));
        }
        let Some((mover, answer)) = parsed.last_mut() else { continue };
        match Protocol::Khet2Ai.parse(line) {
            Reply::Info(info) => {
                let info = Protocol::Khet2Ai.for_mover(info, *mover);
                let depth = info.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
                *answer += &format!("{}{depth} ", info.evaluation.expect("a score in every recorded line"));
            }
            Reply::BestMove(word, _) => answer.push_str(&word),
            other => assert_eq!((other, line.starts_with("> ") || line.is_empty()), (Reply::Other, true), "{line}"),
        }
    }
    let parsed: Vec<&str> = parsed.iter().map(|(_, answer)| answer.as_str()).collect();
    assert_eq!(parsed, ANSWERS);
}

#[test]
fn no_move_is_a_loss_a_draw_or_a_fault() {
    let none = |at: u32, more: &str| format!("--answer none --at {at} --moves '{SHUFFLE}' {more}");
    let classic = Match::default();
    // A mate score against itself is a forced loss, also if it could claim a draw.
    ends(&none(2, "--scores m-2"), &classic, &[lost("forced loss", 2), lost("forced loss", 3)]);
    ends(&none(3, "--scores m-2"), &classic, &[lost("forced loss", 4), lost("forced loss", 5)]);
    ends(&none(2, ""), &classic, &[lost("no move", 2), lost("no move", 3)]);
    // After four plies the first arrangement occurs again, after five the second one.
    ends(&none(3, ""), &classic, &[drawn("draw claim", 4), drawn("draw claim", 5)]);
    // Silver gets its `go` after 99 plies without a capture, Red after a hundred.
    let openings = "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 99 60";
    let long = Match { openings, ..classic };
    ends(&none(1, ""), &long, &[lost("no move", 0), drawn("draw claim", 1)]);
}

#[test]
fn a_forced_loss_is_no_fault_and_the_process_plays_on() {
    // The crash in the third game shows that one process played the two games before.
    let flags = "--moves 'h2g2 none / none' --scores m-1 --crash-on-go --game 3 --at 1";
    let expected = [lost("forced loss", 2), lost("forced loss", 1), lost("crash on go", 0)];
    ends(flags, &Match::default(), &expected);
}

#[test]
fn scores_are_recorded_and_counted_from_the_engines_own_side() {
    let flags = format!("--scores '900 -35 m2' --moves '{SHUFFLE}'");
    let finished = ends(&flags, &Match::default(), &[NORMAL; 2]);
    for (record, first) in finished.records.iter().zip([0, 1]) {
        let scores = [0, 2, 4].map(|ply| record["moves"][first + ply]["score"].as_str());
        assert_eq!(scores, [Some("+9.00"), Some("-0.35"), Some("+M2")], "{record}");
    }
    assert_eq!(finished.kgn.matches("{+9.00/1 ").count(), 2, "{}", finished.kgn);
    // Its second move is the third ply of the game, or the fourth.
    let resigns = Match { arguments: "--max-plies 6 --resign movecount=2 score=500", ..Match::default() };
    let flags = format!("--scores -500 --moves '{SHUFFLE}'");
    ends(&flags, &resigns, &[lost("resignation", 3), lost("resignation", 4)]);
}

#[test]
fn faults_have_the_same_terminations() {
    let faults = [
        ("--answer a1b1", "", "illegal move", 2),
        ("--crash-on-go", "", "crash on go", 2),
        // Without a handshake, faults between moves are only detected when the other engine has answered.
        ("--crash-at-start", "--slow-start 1500", "crash at start", 0),
        ("--crash-after-bestmove", "--sleep 500", "crash after bestmove", 4),
        ("--two-bestmoves", "--sleep 500", "two bestmoves", 4),
    ];
    all_at_once(&faults, AT_A_TIME, |&(fault, good, termination, plies)| {
        let flags = format!("{fault} --once {{folder}}/once");
        ends(&flags, &Match { good, ..Match::default() }, &[lost(termination, plies), NORMAL]);
    });
}

#[test]
fn options_of_each_are_skipped_for_an_engine_without_options() {
    let arguments = "--max-plies 6 --each option.Hash=2 option.Threads=1";
    let games = Match { bad: "--protocol khet2ai", bad_words: WORDS, arguments, ..Match::default() };
    let finished = games.play(2);
    assert_eq!(
        finished.errors,
        "khepri: match: Bad has no options, option.Hash is skipped\n\
         khepri: match: Bad has no options, option.Threads is skipped\n"
    );
    assert!(!finished.read("Bad").contains("setoption"));
    assert!(finished.read("Good").contains("setoption name Hash value 2\nsetoption name Threads value 1\n"));
}
