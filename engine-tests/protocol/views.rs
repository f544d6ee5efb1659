//! The commands that show a game without playing: `d`, `d last`, `beam`, `history`, `setups` and `khepri show`.
//!
//! Legs are compared with those of the second implementation of the rules; what is short enough is written out by hand.

use crate::support::in_process::InProcess;
use crate::support::{CLASSIC, SETUPS, run};
use crate::twin::state::State;
use flate2::read::GzDecoder;
use khepri_rules::{Colour, Move, Setup};
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader};

/// Silver's Eye can split the beam so that both Pharaohs are hit at once.
const BOTH: &str = "9K///4k5/9E1/// s khet1 0 1";

/// Red can take the last square of the silver Pharaoh, which is Silver's only piece.
const LAST_SQUARE: &str = "///4k5///1op27/1K1o6 r khet1 0 1";

/// Silver's Sphinx can turn to the red Pharaoh.
const WIN: &str = "x39//////9K/k8X1 s khet2 0 1";

/// A shuffle of four plies that hits nothing and leads back to the classic set-up.
const SHUFFLE: [&str; 4] = ["h2g2", "c7d7", "g2h2", "d7c7"];

/// The number of lines of the board in the answer to `d` or `d last`: two a rank, the frame and the files.
const PICTURE: usize = 18;

fn board_of(kfen: &str) -> &str {
    kfen.split(' ').next().expect("a board")
}

/// Each case has a start, moves, the result and reason in the answer to `d`, and `beam` commands with their results and reasons.
#[test]
fn d_and_beam_end_with_the_result_and_its_reason() {
    let cycle = SHUFFLE.join(" ");
    let twice = format!("{cycle} {cycle}");
    let but_one = format!("{cycle} {}", SHUFFLE[..3].join(" "));
    let further = [format!("{twice} h2g2"), format!("{twice} h2g1")];
    let (none, won, lost) = ("* -", "1-0 pharaoh", "0-1 pharaoh");
    let (both, stuck, third) = ("1/2-1/2 both-pharaohs", "1/2-1/2 no-moves", "* repetition");
    let mut engine = InProcess::start();
    for (start, moves, expected, beams) in [
        (CLASSIC, "", none, &[][..]),
        (CLASSIC, &cycle, none, &[]),
        (CLASSIC, &but_one, none, &[("beam d7c7", third)]),
        (CLASSIC, &twice, third, &[("beam", none), ("beam h2g2", third), ("beam h2g1", none)]),
        (CLASSIC, &further[0], third, &[]),
        (CLASSIC, &further[1], none, &[]),
        (WIN, "", none, &[("beam", lost), ("beam j1-", won)]),
        (BOTH, "", none, &[("beam", lost), ("beam red", none), ("beam j4j5", both), ("beam j4-", lost)]),
        ("4k5////4K4P3/// s khet1 0 1", "", none, &[("beam", lost)]),
        ("9K////4k4E1/// r khet1 0 1", "", none, &[("beam silver", both)]),
        (LAST_SQUARE, "", none, &[("beam", none), ("beam d1c1", stuck)]),
        // A finished game has its own result, whatever its lasers do now.
        (WIN, "j1-", won, &[("beam", won), ("beam silver", won)]),
        (BOTH, "j8j7", lost, &[("beam", lost), ("beam silver", lost)]),
        (BOTH, "j4j5", both, &[("beam", both)]),
        (LAST_SQUARE, "d1c1", stuck, &[("beam", stuck)]),
        ("///4k5///1op27/1Ko7 s khet1 1 2", "", stuck, &[("beam", stuck)]),
    ] {
        engine.accept(&format!("position kfen {start} moves {moves}"));
        let lines = engine.ask("d");
        assert_eq!(lines.len(), PICTURE + 6, "{lines:#?}");
        let state = crate::support::read_state(&lines);
        assert_eq!(format!("{} {}", state.result, state.reason), expected, "{start} moves {moves}");
        for (beam, expected) in beams {
            let last = engine.ask(beam).pop();
            assert_eq!(last, Some(format!("result {expected}")), "{start} moves {moves}: {beam}");
        }
    }
}

#[test]
fn the_key_depends_on_the_side_to_move_and_not_on_the_moves_before() {
    let mut engine = InProcess::start();
    let mut key = |position: &str| {
        engine.accept(&format!("position {position}"));
        engine.state().key
    };
    let other = key("startpos moves h2g2 e5+ g2g1 e5+ g1h2");
    assert_eq!(key(&format!("kfen {} r khet2 7 70", board_of(CLASSIC))), other);
    assert_ne!(key("startpos"), other);
    assert_eq!(key("startpos"), key(&format!("startpos moves {}", SHUFFLE.join(" "))));
}

#[test]
fn d_last_draws_the_board_on_which_the_last_move_fired() {
    let none = ["info string d: no shot yet"];
    let mut engine = InProcess::start();
    assert_eq!(engine.ask("d last"), none);
    engine.accept("position kfen x33k5/5a14///2p32E13P3///4K4X1 s khet2 0 1 moves e1d1");
    let (after, last) = (engine.ask("d"), engine.ask("d last"));
    assert!(last.concat().contains("*╲p *") && last.concat().contains("*▀a▀*"), "what is hit still stands: {last:#?}");
    assert_eq!(last[PICTURE..], after[PICTURE..], "the lines after the picture are those of d");
    engine.refuse("position startpos moves a1a2");
    assert_eq!(engine.ask("d last"), last, "a refused position changes nothing");
    engine.accept("flip");
    assert_eq!(engine.ask("d last"), none, "flip leaves no history");
    engine.accept(&format!("position kfen {WIN} moves j1-"));
    assert_eq!(engine.ask("d last")[15], "1 * k *────────────────────────────────←X │");
    engine.accept("position startpos moves");
    assert_eq!(engine.ask("d last"), none);
    assert!(engine.refuse("d first").contains("`first`"));
}

#[test]
fn beam_lists_the_legs_of_the_examples() {
    let mut engine = InProcess::start();
    let shot = "board x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X4
leg j1 w f1 hit
hits f1
result * -";
    assert_eq!(engine.ask("beam j1-").join("\n"), shot);
    engine.accept("position setup osiris");
    let osiris = "board x3S23p3k1p2P3/2a33a3p22/6P43/p13e2s13P4/p23S1E23P3/3p26/2P4A13A12/p1P41KP13s2X1
leg j1 n j4 turn
leg j4 w f4 split
leg f4 w e4 turn
leg f4 s f1 edge
leg e4 n e5 split
leg e5 n e8 edge
leg e5 e f5 turn
leg f5 s f4 split
result * -";
    assert_eq!(engine.ask("beam").join("\n"), osiris);
    assert_eq!(engine.ask("beam silver").join("\n"), osiris);
    // Lasers in the frame, and an Eye at the edge: the straight beam leaves the board at once.
    engine.accept("position kfen 4k4E2///////4K5 s khet1 0 1");
    assert_eq!(engine.ask("beam")[1..4], ["leg j0 n j8 split", "leg j8 n j8 edge", "leg j8 e j8 edge"]);
    assert_eq!(engine.ask("beam red")[1..], ["leg a9 s a1 edge", "result * -"]);
    // The front of an Anubis absorbs the beam.
    engine.accept("position kfen x34k4///p14A14/4a24P3///4K4X1 s khet2 0 1");
    assert_eq!(engine.ask("beam")[1..], ["leg j1 n j4 turn", "leg j4 w e4 stop", "result * -"]);
    // What a shot hits is listed before it is removed.
    let legs = ["leg j0 n j5 split", "leg j5 n j8 hit", "leg j5 w e5 hit"];
    let split = [&["board 9K///4k4E1////"], &legs[..], &["hits e5 j8", "result 1/2-1/2 both-pharaohs"]].concat();
    engine.accept(&format!("position kfen {BOTH}"));
    assert_eq!(engine.ask("beam j4j5"), split);
    assert_eq!(engine.kfen(), BOTH, "nothing was played");
}

#[test]
fn a_bad_beam_is_one_remark_and_nothing_else() {
    let mut engine = InProcess::start();
    for (start, line, named) in [
        (CLASSIC, "beam silver j1-", "j1-"),
        (CLASSIC, "beam red silver", "silver"),
        (CLASSIC, "beam Silver", "Silver"),
        (CLASSIC, "beam z9", "z9"),
        (CLASSIC, "beam j1+", "j1+"),
        (CLASSIC, "beam a8+", "a8+"),
        (&format!("{WIN} moves j1-"), "beam a8+", "the game is over"),
        (&format!("{LAST_SQUARE} moves d1c1"), "beam b1b2", "the game is over"),
    ] {
        engine.accept(&format!("position kfen {start}"));
        let remark = engine.refuse(line);
        assert!(remark.starts_with("beam: ") && remark.contains(named), "{line}: {remark}");
    }
}

/// Checks the answer to a `beam` against the second implementation: the board, the legs, each after the one that feeds it, and the
/// hits.
fn check_beam(answer: &[String], state: &State, laser: Colour, about: &str) {
    let (legs, others): (Vec<&String>, Vec<&String>) = answer.iter().partition(|line| line.starts_with("leg "));
    let mut hits: Vec<String> = state.beams(laser).hits.into_iter().map(|square| square.to_string()).collect();
    hits.sort();
    let mut expected = vec![format!("board {}", board_of(&state.kfen()))];
    expected.extend(Some(format!("hits {}", hits.join(" "))).filter(|_| !hits.is_empty()));
    let (result, others) = others.split_last().expect("a result");
    assert!(result.starts_with("result ") && others.iter().copied().eq(&expected), "{about}: {answer:#?}");
    for (index, leg) in legs.iter().enumerate().skip(1) {
        let from = leg.split(' ').nth(1).expect("FROM");
        let ends = [format!(" {from} turn"), format!(" {from} split")];
        let feeds = |leg: &&String| ends.iter().any(|end| leg.ends_with(end));
        assert!(legs[..index].iter().any(feeds), "{about}: `{leg}` comes after what feeds it");
    }
    let (mut found, mut expected) = (legs.into_iter().cloned().collect::<Vec<_>>(), state.legs(laser));
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{about}");
}

#[test]
fn every_shot_of_the_corpus_has_the_legs_and_hits_of_the_slow_rules() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/reference/corpus.jsonl.gz");
    let lines = BufReader::new(GzDecoder::new(File::open(path).expect("the corpus"))).lines();
    let mut engine = InProcess::start();
    let (mut shots, mut ends) = (0, 0);
    for line in lines {
        let line: Value = serde_json::from_str(&line.expect("text")).expect("a JSON object");
        let text = |object: &Value, name: &str| object[name].as_str().expect("text").to_owned();
        let start = text(&line, "kfen");
        let setup = start.parse::<Setup>().expect("a position");
        let state = State::from(&setup);
        let moves = line["moves"].as_array().expect("a list");
        engine.accept(&format!("position kfen {start}"));
        for (beam, laser) in [("beam silver", Colour::Silver), ("beam red", Colour::Red)] {
            check_beam(&engine.ask(beam), &state, laser, &format!("{start}: {beam}"));
        }
        for mv in moves {
            let made = text(mv, "move");
            let (about, answer) = (format!("{start}: {made}"), engine.ask(&format!("beam {made}")));
            check_beam(&answer, &state.moved(made.parse::<Move>().expect("a move")), state.mover(), &about);
            let result = text(mv, "result");
            assert!(answer[answer.len() - 1].starts_with(&format!("result {result} ")), "{about}: {answer:#?}");
            shots += 1;
            ends += u32::from(result != "*");
        }
    }
    assert!(shots > 20_000 && ends > 100, "{shots} shots, {ends} of them end a game");
}

#[test]
fn history_shows_every_ply_up_to_the_one_that_wins() {
    let mut engine = InProcess::start();
    engine.accept("position kfen x39/////4K5//4k4X1 s khet2 3 7 moves e3e2 a8- j1-");
    assert_eq!(
        engine.ask("history"),
        [
            "ply 0 kfen x39/////4K5//4k4X1 s khet2 3 7 occurred 1 result * -",
            "ply 1 kfen x39//////4K5/4k4X1 r khet2 4 7 move e3e2 occurred 1 result * -",
            "ply 2 kfen x29//////4K5/4k4X1 s khet2 5 8 move a8- occurred 1 result * -",
            "ply 3 kfen x29//////4K5/9X4 r khet2 0 8 move j1- hits e1 occurred 1 result 1-0 pharaoh",
            "total 3",
        ]
    );
    engine.accept("flip");
    assert_eq!(engine.ask("history").len(), 2, "flip leaves no history");
    // Each ply has its own number of occurrences.
    let turns = ["j1-", "a8-", "j1+", "a8+"].repeat(3).join(" ");
    engine.accept(&format!("position kfen x39/4k5/////4K5/9X1 s khet2 moves {turns}"));
    let lines = engine.ask("history");
    let ends = |line: &String| line.split_once(" occurred ").map(|(_, end)| end.to_owned());
    let expected =
        ["1 result * -", "2 result * -", "3 result * repetition", "4 result * repetition"].map(|end| [end; 4]);
    assert!(lines.iter().filter_map(ends).eq(expected.concat().into_iter().take(13)), "{lines:#?}");
}

#[test]
fn setups_lists_the_named_set_ups_in_their_order() {
    let mut engine = InProcess::start();
    let mut expected = SETUPS.map(|(variant, name, kfen)| format!("setup {variant} {name} {kfen}")).to_vec();
    expected.push("total 20".to_owned());
    assert_eq!(engine.ask("setups"), expected);
}

#[test]
fn views_are_answered_at_once_during_a_search() {
    let mut engine = InProcess::start();
    engine.accept("position startpos moves h2g2");
    let questions = ["d last", "beam", "beam silver", "beam c7d7", "setups", "history"];
    let before = questions.map(|question| engine.ask(question));
    engine.send("go infinite");
    assert_eq!(questions.map(|question| engine.ask(question)), before);
    engine.send("stop");
    engine.answer();
}

/// Returns what `khepri show` prints. It has to end with status 0.
fn shown(arguments: &[&str]) -> String {
    let output = run(&[&["show"], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is text")
}

#[test]
fn show_draws_each_set_of_pieces() {
    let game = ["--variant", "khet1", "--setup", "classic", "--moves", "h2g2", "--last-shot", "--svg", "-"];
    let picture = |set: &[&str]| shown(&[&game, set].concat());
    let pictures = ["khet", "laser", "plain"].map(|set| picture(&["--pieces", set]));
    assert_eq!(picture(&[]), pictures[0]);
    // The names of the position and of the pieces, and everything but their shapes.
    let common = |picture: &str| -> Vec<String> {
        let lines = picture
            .lines()
            .filter(|line| ["<title>", "<desc>", "<g class=", "<text "].iter().any(|tag| line.starts_with(tag)));
        lines.map(str::to_owned).collect()
    };
    for (at, picture) in pictures.iter().enumerate() {
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
        // A tag for each piece and each beam of Khet 1.0 in this set-up.
        assert!(common(picture).len() > 40, "{picture}");
        assert_eq!(common(picture), common(&pictures[0]));
        assert!(pictures[..at].iter().all(|other| other != picture));
    }
    let output = run(&["show", "--svg", "-", "--pieces", "wood"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{errors}");
    assert!(errors.lines().count() == 1 && errors.contains("--pieces"), "{errors}");
}

#[test]
fn show_draws_the_last_shot_as_the_protocol_does() {
    let mut engine = InProcess::at(&format!("{WIN} moves j1-"));
    let protocol = engine.ask("d last")[..PICTURE].join("\n");
    assert_eq!(shown(&["--kfen", WIN, "--moves", "j1-", "--last-shot"]).trim_end(), protocol);
    assert_ne!(shown(&["--kfen", WIN, "--moves", "j1-"]).trim_end(), protocol);
    for moves in [&[][..], &["--moves", " "]] {
        let output = run(&[&["show", "--last-shot"], moves].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{errors}");
        assert!(errors.lines().count() == 1 && errors.contains("--last-shot"), "{errors}");
    }
}
