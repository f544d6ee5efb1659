//! What shows a game without playing: `d`, `d last`, `beam`, `setups` and `khepri show`.
//!
//! Legs are compared with those of the second implementation of the rules; what is short enough is written out by hand.

use crate::support::in_process::InProcess;
use crate::support::{CLASSIC, SETUPS, run};
use crate::twin::state::State;
use flate2::read::GzDecoder;
use khepri::internal::rules::{Colour, Move, Setup};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};

/// Silver's Eye can split the beam so that both Pharaohs are hit at once.
const BOTH: &str = "9K///4k5/9E1/// s khet1 0 1";

/// Red can take the last square of the silver Pharaoh, which is Silver's only piece.
const LAST_SQUARE: &str = "///4k5///1op27/1K1o6 r khet1 0 1";

/// Silver's Sphinx can turn to the red Pharaoh.
const WIN: &str = "x39//////9K/k8X1 s khet2 0 1";

/// A shuffle of four plies that hits nothing and leads back to the classic set-up.
const SHUFFLE: [&str; 4] = ["h2g2", "c7d7", "g2h2", "d7c7"];

/// The lines of the board in the answer to `d` or `d last`: two a rank, the frame and the files.
const PICTURE: usize = 18;

fn board_of(kfen: &str) -> &str {
    kfen.split(' ').next().expect("a board")
}

// ---- d and its reason ----

#[test]
fn d_prints_why_a_game_is_over_or_could_be_before_its_result() {
    let cycle = SHUFFLE.join(" ");
    let mut engine = InProcess::start();
    for (start, moves, reason, result) in [
        (CLASSIC, String::new(), "-", "*"),
        (CLASSIC, cycle.clone(), "-", "*"),
        (CLASSIC, format!("{cycle} {cycle}"), "repetition", "*"),
        (CLASSIC, format!("{cycle} {cycle} h2g2"), "repetition", "*"),
        (CLASSIC, format!("{cycle} {cycle} h2g1"), "-", "*"),
        (WIN, "j1-".to_owned(), "pharaoh", "1-0"),
        (BOTH, "j8j7".to_owned(), "pharaoh", "0-1"),
        (BOTH, "j4j5".to_owned(), "both-pharaohs", "1/2-1/2"),
        (LAST_SQUARE, "d1c1".to_owned(), "no-moves", "1/2-1/2"),
    ] {
        engine.accept(&format!("position kfen {start} moves {moves}"));
        let lines = engine.ask("d");
        let names: Vec<&str> = lines[PICTURE..].iter().filter_map(|line| line.split(':').next()).collect();
        assert_eq!(names, ["kfen", "key", "to move", "occurred", "reason", "result"], "{lines:#?}");
        let state = crate::support::read_state(&lines);
        assert_eq!((state.reason.as_str(), state.result.as_str()), (reason, result), "{start} moves {moves}");
    }
    engine.quit();
}

// ---- d last ----

#[test]
fn d_last_draws_the_board_on_which_the_last_move_fired() {
    let mut engine = InProcess::at("x33k5/5a14///2p32E13P3///4K4X1 s khet2 0 1");
    let now = engine.ask("d");
    assert_eq!(engine.ask("d last"), ["info string d: no shot yet"]);
    // The move does not touch the light, so the shot is the beam that could be seen before, on the board with its piece moved.
    engine.accept("position kfen x33k5/5a14///2p32E13P3///4K4X1 s khet2 0 1 moves e1d1");
    let (after, last) = (engine.ask("d"), engine.ask("d last"));
    let moved = |line: &String| line.replace("△   ·   ·   K   ·", "△   ·   K   ·   ·");
    assert_eq!(last[..PICTURE], now[..PICTURE].iter().map(moved).collect::<Vec<_>>()[..]);
    assert_ne!(last[..PICTURE], now[..PICTURE], "the Pharaoh has moved");
    assert!(last.concat().contains("*╲p *") && last.concat().contains("*▀a▀*"), "what is hit still stands: {last:#?}");
    assert_eq!(last[PICTURE..], after[PICTURE..], "the lines after the picture are those of d");
    assert!(last[PICTURE].starts_with("kfen: x33k5////5E13P3///3K5X1 r khet2 0 1"), "{last:#?}");
    engine.quit();
}

#[test]
fn d_last_shows_the_shot_that_won() {
    let mut engine = InProcess::at(WIN);
    engine.accept(&format!("position kfen {WIN} moves j1-"));
    let last = engine.ask("d last");
    assert_eq!(last[15], "1 * k *────────────────────────────────←X │", "{last:#?}");
    assert_eq!(last[PICTURE..][4..], ["reason: pharaoh", "result: 1-0"]);
    engine.quit();
}

#[test]
fn d_last_needs_a_move_of_the_current_game() {
    let mut engine = InProcess::start();
    let none = ["info string d: no shot yet"];
    assert_eq!(engine.ask("d last"), none);
    engine.accept("position startpos moves h2g2");
    assert_eq!(engine.ask("d last").len(), PICTURE + 6);
    engine.refuse("position startpos moves a1a2");
    assert_eq!(engine.ask("d last").len(), PICTURE + 6, "a refused position changes nothing");
    engine.accept("flip");
    assert_eq!(engine.ask("d last"), none, "flip leaves no history");
    engine.accept("position startpos moves h2g2");
    engine.accept("position startpos moves");
    assert_eq!(engine.ask("d last"), none);
    assert!(engine.refuse("d first").contains("`first`"));
    engine.quit();
}

// ---- beam ----

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
    engine.accept("position kfen 4k5///////4K4T s khet1 0 1");
    assert_eq!(engine.ask("beam"), ["board 4k5///////4K4T", "leg j0 n j1 hit", "hits j1", "result * -"]);
    let red = engine.ask("beam red");
    assert_eq!(red, ["board 4k5///////4K4T", "leg a9 s a1 edge", "result * -"]);
    engine.quit();
}

#[test]
fn light_runs_round_a_ring_once() {
    let mut engine = InProcess::at("2k7//1P22P35//1P12E24P3///7K2 s khet1 0 1");
    let mut legs = engine.ask("beam");
    legs[1..].sort();
    assert_eq!(
        legs,
        [
            "board 2k7//1P22P35//1P12E24P3///7K2",
            "leg b4 n b6 turn",
            "leg b6 e e6 turn",
            "leg e4 s e1 edge",
            "leg e4 w b4 turn",
            "leg e6 s e4 split",
            "leg j0 n j4 turn",
            "leg j4 w e4 split",
            "result * -",
        ]
    );
    engine.quit();
}

#[test]
fn a_leg_can_leave_the_board_at_once_and_each_end_has_its_word() {
    let mut engine = InProcess::at("4k5////9P2///4K5 s khet1 0 1");
    assert_eq!(engine.ask("beam")[1..3], ["leg j0 n j4 turn", "leg j4 e j4 edge"]);
    // An Eye at the edge: what goes straight on leaves at once, and the leg that enters it is split all the same.
    engine.accept("position kfen 4k4E2///////4K5 s khet1 0 1");
    assert_eq!(engine.ask("beam")[1..4], ["leg j0 n j8 split", "leg j8 n j8 edge", "leg j8 e j8 edge"]);
    // The front of an Anubis swallows.
    engine.accept("position kfen x34k4///p14A14/4a24P3///4K4X1 s khet2 0 1");
    assert_eq!(engine.ask("beam")[1..], ["leg j1 n j4 turn", "leg j4 w e4 stop", "result * -"]);
    // A stack between two legs is hit once.
    engine.accept("position kfen 2k7/4o5//4t4P3//4P14E1//3K6 s khet1 0 1");
    let mut light = engine.ask("beam");
    light[1..6].sort();
    assert_eq!(
        light[1..],
        [
            "leg e3 n e5 hit",
            "leg j0 n j3 split",
            "leg j3 n j5 turn",
            "leg j3 w e3 turn",
            "leg j5 w e5 hit",
            "hits e5",
            "result * -",
        ]
    );
    engine.quit();
}

#[test]
fn beam_ends_with_the_result_of_the_shot_and_its_reason() {
    let cycle = SHUFFLE.join(" ");
    let twice = format!("{cycle} {cycle}");
    let but_one = format!("{cycle} {}", SHUFFLE[..3].join(" "));
    let mut engine = InProcess::start();
    for (start, moves, beam, result) in [
        (WIN, "", "beam", "0-1 pharaoh"),
        (WIN, "", "beam j1-", "1-0 pharaoh"),
        (BOTH, "", "beam", "0-1 pharaoh"),
        (BOTH, "", "beam red", "* -"),
        (BOTH, "", "beam j4j5", "1/2-1/2 both-pharaohs"),
        ("4k5////4K4P3/// s khet1 0 1", "", "beam", "0-1 pharaoh"),
        ("9K////4k4E1/// r khet1 0 1", "", "beam silver", "1/2-1/2 both-pharaohs"),
        (LAST_SQUARE, "", "beam", "* -"),
        (LAST_SQUARE, "", "beam d1c1", "1/2-1/2 no-moves"),
        (CLASSIC, twice.as_str(), "beam", "* -"),
        (CLASSIC, twice.as_str(), "beam h2g2", "* repetition"),
        (CLASSIC, twice.as_str(), "beam h2g1", "* -"),
        (CLASSIC, but_one.as_str(), "beam d7c7", "* repetition"),
        // A finished game has its own result, whatever its lasers do now.
        (WIN, "j1-", "beam", "1-0 pharaoh"),
        (WIN, "j1-", "beam silver", "1-0 pharaoh"),
        (BOTH, "j8j7", "beam", "0-1 pharaoh"),
        (BOTH, "j8j7", "beam silver", "0-1 pharaoh"),
        (BOTH, "j4j5", "beam", "1/2-1/2 both-pharaohs"),
        (LAST_SQUARE, "d1c1", "beam", "1/2-1/2 no-moves"),
    ] {
        engine.accept(&format!("position kfen {start} moves {moves}"));
        let lines = engine.ask(beam);
        assert_eq!(lines.last(), Some(&format!("result {result}")), "{start} moves {moves}: {beam}: {lines:#?}");
    }
    engine.quit();
}

#[test]
fn a_shot_is_listed_before_anything_is_removed() {
    let mut engine = InProcess::at(BOTH);
    assert_eq!(
        engine.ask("beam j4j5"),
        [
            "board 9K///4k4E1////",
            "leg j0 n j5 split",
            "leg j5 n j8 hit",
            "leg j5 w e5 hit",
            "hits e5 j8",
            "result 1/2-1/2 both-pharaohs",
        ]
    );
    // A Scarab or Eye turns the same both ways, and both ways are read.
    assert_eq!(engine.ask("beam j4-"), engine.ask("beam j4+"));
    assert_eq!(engine.kfen(), BOTH, "nothing was played");
    engine.quit();
}

#[test]
fn a_bad_beam_is_one_remark_and_nothing_else() {
    let mut engine = InProcess::start();
    for (line, named) in [
        ("beam silver j1-", "j1-"),
        ("beam j1- silver", "silver"),
        ("beam red silver", "silver"),
        ("beam gold", "gold"),
        ("beam Silver", "Silver"),
        ("beam z9", "z9"),
        ("beam a1a2", "a1a2"),
        ("beam j1+", "j1+"),
        ("beam a8+", "a8+"),
    ] {
        let remark = engine.refuse(line);
        assert!(remark.starts_with("beam: ") && remark.contains(named), "{line}: {remark}");
    }
    engine.accept(&format!("position kfen {WIN} moves j1-"));
    for mv in ["a8+", "j1+", "j2i2"] {
        assert!(engine.refuse(&format!("beam {mv}")).starts_with("beam: "), "{mv}");
    }
    engine.accept(&format!("position kfen {LAST_SQUARE} moves d1c1"));
    assert!(engine.refuse("beam b1b2").starts_with("beam: "));
    engine.quit();
}

/// The answer to one `beam`, read.
struct Light {
    board: String,
    legs: Vec<String>,
    hits: Vec<String>,
    result: String,
}

impl Light {
    fn read(lines: &[String]) -> Light {
        let (first, rest) = lines.split_first().expect("a board");
        let (last, rest) = rest.split_last().expect("a result");
        let legs = rest.iter().take_while(|line| line.starts_with("leg ")).cloned().collect::<Vec<_>>();
        let hits = match &rest[legs.len()..] {
            [] => Vec::new(),
            [hits] => hits.strip_prefix("hits ").expect("hits follow the legs").split(' ').map(str::to_owned).collect(),
            more => panic!("lines too many: {more:?}"),
        };
        let board = first.strip_prefix("board ").expect("the board comes first").to_owned();
        let result = last.strip_prefix("result ").expect("the result comes last").to_owned();
        Light { board, legs, hits, result }
    }

    /// Checks the light against the slow rules: the same legs, each after the one that feeds it, and the same hits.
    fn check(&self, state: &State, laser: Colour, about: &str) {
        assert_eq!(self.board, board_of(&state.kfen()), "{about}");
        let (mut found, mut expected) = (self.legs.clone(), state.legs(laser));
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{about}");
        for (index, leg) in self.legs.iter().enumerate().skip(1) {
            let from = leg.split(' ').nth(1).expect("FROM");
            let feeds =
                |leg: &String| leg.ends_with(&format!(" {from} turn")) || leg.ends_with(&format!(" {from} split"));
            assert!(self.legs[..index].iter().any(feeds), "{about}: `{leg}` comes after what feeds it");
        }
        let mut hits: Vec<String> = state.beams(laser).hits.into_iter().map(|square| square.to_string()).collect();
        hits.sort();
        assert_eq!(self.hits, hits, "{about}");
    }
}

/// Asks for several beams and reads each answer.
fn lights(engine: &mut InProcess, beams: &[String]) -> Vec<Light> {
    engine.send(&beams.join("\n"));
    let read = |beam: &String| Light::read(&engine.lines_until(beam, |line| line.starts_with("result ")));
    beams.iter().map(read).collect()
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
        for (beam, laser) in [("beam", state.mover()), ("beam silver", Colour::Silver), ("beam red", Colour::Red)] {
            let light = lights(&mut engine, &[beam.to_owned()]).remove(0);
            light.check(&state, laser, &format!("{start}: {beam}"));
            let is_hit = |colour| {
                let pharaoh: Option<String> = state.pharaoh(colour).map(|square| square.to_string());
                pharaoh.is_some_and(|square| light.hits.contains(&square))
            };
            let result = match [is_hit(Colour::Silver), is_hit(Colour::Red)] {
                _ if moves.is_empty() => "1/2-1/2 no-moves",
                [false, false] => "* -",
                [true, false] => "0-1 pharaoh",
                [false, true] => "1-0 pharaoh",
                [true, true] => "1/2-1/2 both-pharaohs",
            };
            assert_eq!(light.result, result, "{start}: {beam}");
        }
        let beams: Vec<String> = moves.iter().map(|mv| format!("beam {}", text(mv, "move"))).collect();
        for ((mv, beam), light) in moves.iter().zip(&beams).zip(lights(&mut engine, &beams)) {
            let about = format!("{start}: {beam}");
            let made = text(mv, "move").parse::<Move>().expect("a move");
            light.check(&state.moved(made), state.mover(), &about);
            let hits: Vec<&str> = mv["hits"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
            assert_eq!(light.hits, hits, "{about}");
            let (after, result) = (text(mv, "after"), text(mv, "result"));
            let reason = match (board_of(&after).contains('K'), board_of(&after).contains('k'), result.as_str()) {
                (true, true, "*") => "-",
                (true, true, _) => "no-moves",
                (false, false, _) => "both-pharaohs",
                _ => "pharaoh",
            };
            assert_eq!(light.result, format!("{result} {reason}"), "{about}");
            shots += 1;
            ends += u32::from(result != "*");
        }
    }
    assert!(shots > 20_000 && ends > 100, "{shots} shots, {ends} of them end a game");
    engine.quit();
}

// ---- history ----

/// Two Sphinxes that rotate hit nothing.
const TURNS: &str = "x39/4k5/////4K5/9X1 s khet2";

/// Asks for the history and returns its lines.
fn history(engine: &mut InProcess) -> Vec<String> {
    engine.send("history");
    engine.lines_until("history", |line| line.starts_with("total "))
}

#[test]
fn history_shows_every_ply_up_to_the_one_that_wins() {
    let mut engine = InProcess::start();
    engine.accept("position kfen x39/////4K5//4k4X1 s khet2 3 7 moves e3e2 a8- j1-");
    assert_eq!(
        history(&mut engine),
        [
            "ply 0 kfen x39/////4K5//4k4X1 s khet2 3 7 occurred 1 result * -",
            "ply 1 kfen x39//////4K5/4k4X1 r khet2 4 7 move e3e2 occurred 1 result * -",
            "ply 2 kfen x29//////4K5/4k4X1 s khet2 5 8 move a8- occurred 1 result * -",
            "ply 3 kfen x29//////4K5/9X4 r khet2 0 8 move j1- hits e1 occurred 1 result 1-0 pharaoh",
            "total 3",
        ]
    );
    engine.accept("flip");
    assert_eq!(history(&mut engine).last().expect("a line"), "total 0", "flip leaves no history");
    assert_eq!(history(&mut engine).len(), 2);
    engine.quit();
}

#[test]
fn history_agrees_with_d_at_every_ply_of_a_game_with_repetitions() {
    let moves = ["j1-", "a8-", "j1+", "a8+"].repeat(3);
    let mut engine = InProcess::start();
    engine.accept(&format!("position kfen {TURNS} moves {}", moves.join(" ")));
    let lines = history(&mut engine);
    assert_eq!(lines.len(), moves.len() + 2);
    for (ply, line) in lines[..=moves.len()].iter().enumerate() {
        engine.accept(&format!("position kfen {TURNS} moves {}", moves[..ply].join(" ")));
        let d = engine.ask("d");
        let field = |name: &str| d.iter().find_map(|line| line.strip_prefix(name)).expect("a field").trim();
        let fields = ["kfen:", "occurred:", "result:", "reason:"].map(field);
        let [kfen, occurred, result, reason] = fields;
        assert!(line.starts_with(&format!("ply {ply} kfen {kfen} ")), "{line}");
        assert!(line.ends_with(&format!(" occurred {occurred} result {result} {reason}")), "{line}: {fields:?}");
        if ply > 0 {
            assert!(line.contains(&format!(" move {} ", moves[ply - 1])), "{line}");
        }
    }
    assert!(lines.iter().any(|line| line.ends_with(" occurred 3 result * repetition")), "{lines:#?}");
    engine.quit();
}

#[test]
fn history_of_20_000_plies_is_answered_during_a_search() {
    let mut engine = InProcess::start();
    engine.accept(&format!("position kfen {TURNS} moves {}", ["j1-", "a8-", "j1+", "a8+"].repeat(5000).join(" ")));
    engine.send("go infinite");
    let lines = history(&mut engine);
    assert_eq!(lines.iter().filter(|line| line.starts_with("ply ")).count(), 20_001);
    assert!(lines.iter().all(|line| !line.starts_with("bestmove")));
    engine.send("stop");
    engine.lines_until("stop", |line| line.starts_with("bestmove "));
    engine.quit();
}

// ---- setups, help, and questions during a search ----

#[test]
fn setups_lists_the_named_set_ups_in_their_order() {
    let mut engine = InProcess::start();
    let mut expected: Vec<String> =
        SETUPS.iter().map(|(variant, name, kfen)| format!("setup {variant} {name} {kfen}")).collect();
    expected.push("total 20".to_owned());
    assert_eq!(engine.ask("setups"), expected);
    engine.quit();
}

#[test]
fn help_lists_the_views() {
    let mut engine = InProcess::start();
    let help = engine.ask("help");
    for start in ["beam ", "setups ", "d last "] {
        assert!(help.iter().any(|line| line.starts_with(start)), "`{start}` in {help:#?}");
    }
    engine.quit();
}

#[test]
fn views_are_answered_at_once_during_a_search() {
    let mut engine = InProcess::start();
    engine.accept("position startpos moves h2g2");
    let questions = ["d last", "beam", "beam silver", "beam c7d7", "setups"];
    let before = questions.map(|question| engine.ask(question));
    engine.send("go infinite");
    for (question, answer) in questions.iter().zip(before) {
        let mut during = engine.ask(question);
        during.retain(|line| !line.starts_with("info "));
        assert_eq!(during, answer, "{question}");
    }
    engine.send("stop");
    engine.answer();
    engine.quit();
}

// ---- khepri show ----

/// What a run printed, when it ended with status 0.
fn shown(arguments: &[&str]) -> String {
    let output = run(&[&["show"], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is text")
}

#[test]
fn show_draws_the_last_shot_as_the_protocol_does() {
    let mut engine = InProcess::at(WIN);
    engine.accept(&format!("position kfen {WIN} moves j1-"));
    let protocol = engine.ask("d last")[..PICTURE].join("\n");
    engine.quit();
    let text = shown(&["--kfen", WIN, "--moves", "j1-", "--last-shot"]);
    assert_eq!(text.trim_end(), protocol);
    assert!(text.contains("1 * k *──"), "{text}");
    assert_ne!(shown(&["--kfen", WIN, "--moves", "j1-"]), text);
}

#[test]
fn a_last_shot_without_moves_is_a_mistake_that_names_the_argument() {
    for moves in [&[][..], &["--moves", ""], &["--moves", " "]] {
        let output = run(&[&["show", "--last-shot"], moves].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.lines().count() == 1 && errors.contains("--last-shot"), "{errors}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_minus_for_the_picture_is_stdout_and_no_text_comes_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("board.svg");
    for more in [&[][..], &["--setup", "osiris"], &["--moves", "h2g2", "--last-shot"]] {
        shown(&[&["--svg", &file.to_string_lossy()], more].concat());
        let picture = shown(&[&["--svg", "-"], more].concat());
        assert_eq!(picture, fs::read_to_string(&file).expect("the picture"));
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
    }
    assert!(!std::path::Path::new("-").exists(), "no file of that name is made");
}
