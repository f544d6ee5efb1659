//! Every command, every limit of `go`, every rejection. Only what depends on a running search, and a few others, go through a
//! real pipe, as a GUI drives the engine.
//!
//! What is expected comes from the rules and from the description of the protocol, worked out apart from the engine.

use crate::support::in_process::InProcess;
use crate::support::{
    Answer, CLASSIC, Conversation, Engine, Link, SETUPS, is_beyond, is_move_text, perft_total, without_times,
};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// No Anubis, few pieces, 22 moves, none of which hits anything.
const QUIET: &str = "x25s23/4s2S14//2K7/4S25/7k2//9X1 r khet2 301 183";

/// Silver's Eye can split the beam so that both Pharaohs are hit at once.
const BOTH: &str = "9K///4k5/9E1/// s khet1 0 1";

/// Red can take the last square of the silver Pharaoh, which is Silver's only piece.
const LAST_SQUARE: &str = "///4k5///1op27/1K1o6 r khet1 0 1";

/// A shuffle of four plies that hits nothing and leads back to the classic set-up.
const SHUFFLE: [&str; 4] = ["h2g2", "c7d7", "g2h2", "d7c7"];

fn text<L: Link>(engine: &mut Conversation<L>) -> Vec<String> {
    engine.moves().into_iter().map(|legal| legal.text).collect()
}

/// Plays a line from a position and gives the result in which it ends; the engine refuses a line that is not legal.
fn result_after(kfen: &str, line: &[String]) -> String {
    let mut engine = InProcess::at(kfen);
    if !line.is_empty() {
        engine.accept(&format!("position kfen {kfen} moves {}", line.join(" ")));
    }
    let result = engine.state().result;
    engine.quit();
    result
}

fn check_answer<L: Link>(engine: &mut Conversation<L>, line: &str, answer: &Answer) {
    let legal = text(engine);
    assert!(legal.contains(&answer.best), "`{line}` gives a legal move and not {}", answer.best);
}

#[test]
fn uci_is_answered_by_name_author_and_every_option_with_its_range() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.lines_until("uciok", |line| line == "uciok");
    assert!(lines[0].starts_with("id name Khepri"), "{lines:#?}");
    assert!(lines[1].starts_with("id author "), "{lines:#?}");
    for option in [
        "option name Hash type spin default 64 min 1 max 65536",
        "option name Threads type spin default 1 min 1 max 512",
        "option name MultiPV type spin default 1 min 1 max 256",
        "option name Ponder type check default false",
        "option name Clear Hash type button",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default 1500 min 500 max 2800",
        "option name UCI_ShowWDL type check default false",
        "option name UCI_Variant type combo default khet2 var khet2 var khet1 var deflexion",
    ] {
        assert!(lines.iter().any(|line| line == option), "`{option}` is in {lines:#?}");
    }
    let overhead =
        lines.iter().find(|line| line.starts_with("option name Move Overhead type spin default 10 min 0 max "));
    assert!(overhead.is_some(), "Move Overhead is in {lines:#?}");
    let rest = &lines[2..lines.len() - 1];
    assert!(rest.iter().all(|line| line.starts_with("option name ")), "nothing else is in {lines:#?}");
    engine.quit();
}

#[test]
fn isready_is_answered_by_readyok_and_nothing_else() {
    let mut engine = InProcess::start();
    assert!(engine.sync().is_empty());
    engine.send("isready");
    engine.send("isready");
    assert_eq!(engine.next_line("readyok").as_deref(), Some("readyok"));
    assert_eq!(engine.next_line("readyok").as_deref(), Some("readyok"));
    assert!(engine.quit().is_empty());
}

#[test]
fn the_engine_starts_in_the_classic_set_up_of_khet2() {
    let mut engine = InProcess::start();
    let state = engine.state();
    assert_eq!(state.kfen, CLASSIC);
    assert_eq!((state.to_move.as_str(), state.occurred, state.result.as_str()), ("silver", 1, "*"));
    assert_eq!(engine.moves().len(), 77);
    engine.quit();
}

#[test]
fn every_set_up_of_every_rule_set_is_reached_by_its_name() {
    let moves = [77, 73, 70, 68, 74, 77, 73, 70, 72, 72, 79, 75, 70, 79, 75, 70, 73, 68, 73, 68];
    let mut engine = InProcess::start();
    for ((rule_set, name, kfen), count) in SETUPS.into_iter().zip(moves) {
        engine.accept(&format!("setoption name UCI_Variant value {rule_set}"));
        engine.accept(&format!("position setup {name}"));
        let state = engine.state();
        assert_eq!(state.kfen, kfen);
        assert_eq!(state.to_move, if rule_set == "deflexion" { "red" } else { "silver" });
        assert_eq!(engine.moves().len(), count, "{kfen}");
        if name == "classic" {
            engine.accept("position startpos");
            assert_eq!(engine.kfen(), kfen, "startpos is the classic set-up of the variant");
        }
    }
    engine.quit();
}

#[test]
fn a_set_up_is_looked_for_in_the_current_variant_only() {
    let mut engine = InProcess::start();
    engine.accept("setoption name UCI_Variant value deflexion");
    let remark = engine.refuse("position setup dynasty");
    assert!(remark.contains("dynasty"), "{remark}");
    assert_eq!(engine.kfen(), CLASSIC);
    engine.quit();
}

#[test]
fn the_variant_takes_effect_with_the_next_position() {
    let mut engine = InProcess::start();
    engine.accept("setoption name UCI_Variant value khet1");
    assert_eq!(engine.kfen(), CLASSIC);
    engine.accept("position startpos");
    assert_eq!(engine.kfen(), SETUPS[10].2);
    engine.accept(&format!("position kfen {QUIET}"));
    assert_eq!(engine.kfen(), QUIET, "a KFEN carries its own rule set");
    engine.accept("position setup imhotep");
    assert_eq!(engine.kfen(), SETUPS[11].2, "and does not change the variant");
    engine.quit();
}

#[test]
fn option_names_are_read_in_any_case() {
    let mut engine = InProcess::start();
    for line in [
        "setoption name hash value 2",
        "setoption name HASH value 1",
        "setoption name tHREADS value 1",
        "setoption name multipv value 1",
        "setoption name ponder value true",
        "setoption name clear hash",
        "setoption name Clear Hash",
        "setoption name move overhead value 20",
        "setoption name uci_variant value khet1",
        "debug on",
        "debug off",
        "ucinewgame",
    ] {
        engine.accept(line);
    }
    engine.accept("position startpos");
    assert_eq!(engine.kfen(), SETUPS[10].2);
    engine.quit();
}

#[test]
fn a_bad_value_is_refused_and_the_old_one_stays() {
    let mut engine = InProcess::start();
    engine.accept("setoption name UCI_Variant value khet1");
    engine.accept("setoption name MultiPV value 2");
    let remark = engine.refuse("setoption name UCI_Variant value chess");
    assert!(remark.contains("chess"), "{remark}");
    for value in ["0", "257", "-1", "three", "2.5"] {
        let remark = engine.refuse(&format!("setoption name MultiPV value {value}"));
        assert!(remark.to_lowercase().contains("multipv"), "{remark}");
    }
    engine.accept("position startpos");
    assert_eq!(engine.kfen(), SETUPS[10].2);
    let answer = engine.go("go depth 1");
    assert_eq!(answer.infos.iter().map(|info| info.multipv).max(), Some(2));
    engine.quit();
}

#[test]
fn position_reads_fen_for_kfen_and_fills_in_the_fields_that_are_left_off() {
    let board = CLASSIC.split(' ').next().expect("a board");
    let mut engine = InProcess::start();
    for (sent, read) in [
        (format!("fen {CLASSIC}"), CLASSIC.to_string()),
        (format!("kfen {board} s"), CLASSIC.to_string()),
        (format!("kfen {board} r"), format!("{board} r khet2 0 1")),
        (format!("kfen {board} 0"), CLASSIC.to_string()),
        (format!("kfen {board} 1"), format!("{board} r khet2 0 1")),
        (format!("kfen {board} s khet2"), CLASSIC.to_string()),
        (format!("kfen {board} s khet2 4294967295 4294967295"), format!("{board} s khet2 4294967295 4294967295")),
        ("kfen 46/55/64/4k5/91/1111111111/1K44/ s khet1".to_string(), "///4k5///1K8/ s khet1 0 1".to_string()),
        ("kfen x33k5/2s37/3e46/////5K3X1 s".to_string(), "x33k5/2s17/3e26/////5K3X1 s khet2 0 1".to_string()),
    ] {
        engine.accept(&format!("position {sent}"));
        assert_eq!(engine.kfen(), read, "{sent}");
    }
    engine.accept(&format!("position kfen {board} s moves h2g2 c7d7"));
    assert!(engine.kfen().ends_with(" s khet2 2 2"));
    engine.quit();
}

#[test]
fn counters_follow_the_rule_sets_second_player_and_the_removals() {
    let mut engine = InProcess::start();
    engine.accept("position startpos moves h2g2");
    assert!(engine.kfen().ends_with(" r khet2 1 1"));
    engine.accept("position startpos moves h2g2 c7d7 g2h2");
    assert!(engine.kfen().ends_with(" r khet2 3 2"));
    engine.accept("position startpos moves h2g2 c7d7 j5-");
    assert!(engine.kfen().ends_with(" r khet2 0 2"), "the pyramid on j4 is removed: {}", engine.kfen());
    engine.accept("setoption name UCI_Variant value deflexion");
    engine.accept("position startpos moves c7d7");
    assert!(engine.kfen().ends_with(" s deflexion 1 1"));
    engine.accept("position startpos moves c7d7 h2g2");
    assert!(engine.kfen().ends_with(" r deflexion 2 2"));
    engine.quit();
}

#[test]
fn an_illegal_move_is_named_with_its_place_and_the_old_position_stays() {
    let mut engine = InProcess::start();
    engine.accept("position startpos moves h2g2");
    let before = engine.state();
    for (moves, place, named) in [
        ("a1a2", "1", "a1a2"),
        ("h2g2 c7d7 h2g2", "3", "h2g2"),
        ("h2g2 c7d7 g2h2 banana", "4", "banana"),
        ("h2g2 h2+", "2", "h2+"),
        ("j1+", "1", "j1+"),
        ("e1+", "1", "e1+"),
        ("j1j2", "1", "j1j2"),
        ("c1c2t", "1", "c1c2t"),
        ("j4a4", "1", "j4a4"),
        ("h2", "1", "h2"),
        ("k9k8", "1", "k9k8"),
    ] {
        let remark = engine.refuse(&format!("position startpos moves {moves}"));
        assert!(remark.contains(named), "`{moves}`: {remark}");
        let names_place = remark.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| {
            word.trim_end_matches(|c: char| c.is_ascii_alphabetic()) == place || word == "first" && place == "1"
        });
        assert!(names_place, "the place {place} of `{moves}`: {remark}");
        assert_eq!(engine.state(), before);
    }
    engine.quit();
}

#[test]
fn a_game_of_39_moves_with_a_bad_40th_is_refused_as_a_whole() {
    let mut engine = InProcess::start();
    engine.accept("position setup imhotep");
    let mut moves: Vec<&str> = SHUFFLE.into_iter().cycle().take(39).collect();
    engine.accept("position startpos");
    engine.accept(&format!("position startpos moves {}", moves.join(" ")));
    engine.accept("position setup imhotep");
    moves.push("h2h4");
    let remark = engine.refuse(&format!("position startpos moves {}", moves.join(" ")));
    assert!(remark.contains("40") && remark.contains("h2h4"), "{remark}");
    assert_eq!(engine.kfen(), SETUPS[1].2);
    engine.quit();
}

#[test]
fn each_fault_of_a_kfen_is_refused_with_field_column_and_reason() {
    let rest = "/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1";
    let top = "x33a3ka3p22";
    let faults: Vec<(String, Vec<&str>)> = vec![
        (format!("x33z3ka3p22{rest} s"), vec!["board", "column 4", "z"]),
        (format!("x33aka3p22{rest} s"), vec!["board", "column", "orientation"]),
        (format!("x33a5ka3p22{rest} s"), vec!["board", "column", "orientation"]),
        (format!("x33a3ka3p23{rest} s"), vec!["board", "column", "10"]),
        (format!("x33a3ka3p21{rest} s"), vec!["board", "column", "10"]),
        (format!("{top}{rest}/ s"), vec!["board", "column", "8"]),
        (format!("{} s", &rest[1..]), vec!["board", "column", "8"]),
        (format!("x33a31a3p22{rest} s"), vec!["board", "pharaoh"]),
        (format!("x33a3kkp22{rest} s"), vec!["board", "pharaoh"]),
        (format!("x33oka3p22{rest} s"), vec!["board", "column 4", "obelisk"]),
        (format!("{top}{rest} s khet1"), vec!["board", "column", "khet1", "anubis"]),
        (format!("4k4x3{rest} s"), vec!["board", "column 4", "sphinx"]),
        (format!("x13a3ka3p22{rest} s"), vec!["board", "column 1", "sphinx"]),
        (format!("4a3ka3p22{rest} s"), vec!["board", "sphinx"]),
        (format!("x33a3ka3a32{rest} s"), vec!["board", "anubis"]),
        (format!("x3p12a3ka3p22{rest} s"), vec!["board", "pyramid"]),
        ("x33k5/2s1s1s15/////5K4/9X1 s".to_string(), vec!["board", "scarab"]),
        ("x33k5/2e1e1e15/////5K4/9X1 s".to_string(), vec!["board", "eye"]),
        ("x33k5/2e1e1s1s14/////5K4/9X1 s".to_string(), vec!["board", "scarab", "eye"]),
        ("3k6/2ttt5/////5K4/ s khet1".to_string(), vec!["board", "obelisk"]),
        ("3k6/2ooo5/////5K4/ s deflexion".to_string(), vec!["board", "obelisk"]),
        ("3k6/2t7/////5K4/ s deflexion".to_string(), vec!["board", "column 6", "deflexion"]),
        ("9k///////5K4 s khet1".to_string(), vec!["board", "column 2", "j8"]),
        ("4k5/E19//////5K4 s khet1".to_string(), vec!["board", "column 5", "a7"]),
        (format!("{top}{rest} x"), vec!["side", "column", "x"]),
        (format!("{top}{rest} S"), vec!["side", "column", "S"]),
        (format!("{top}{rest} s khet3"), vec!["rule", "column", "khet3"]),
        (format!("{top}{rest} s khet2 -1 1"), vec!["capture", "column", "-1"]),
        (format!("{top}{rest} s khet2 01 1"), vec!["capture", "column", "01"]),
        (format!("{top}{rest} s khet2 4294967296 1"), vec!["capture", "column", "4294967296"]),
        (format!("{top}{rest} s khet2 0 +1"), vec!["move number", "column", "+1"]),
        (format!("{top}{rest} s khet2 0 0"), vec!["move number", "column"]),
        (format!("{top}{rest} s khet2 0 x"), vec!["move number", "column", "x"]),
        (format!("{top}{rest} s khet2 0"), vec!["field"]),
        (format!("{top}{rest} s khet2 0 1 1"), vec!["field"]),
        (format!("{top}{rest}"), vec![]),
        (String::new(), vec![]),
    ];
    let mut engine = InProcess::start();
    engine.accept("position setup mercury");
    let before = engine.state();
    for (kfen, words) in faults {
        let remark = engine.refuse(&format!("position kfen {kfen}"));
        for word in words {
            assert!(remark.to_lowercase().contains(&word.to_lowercase()), "`{word}` is named for `{kfen}`: {remark}");
        }
        assert_eq!(engine.state(), before, "{kfen}");
    }
    engine.quit();
}

#[test]
fn all_reasons_of_one_rejection_stand_on_one_line() {
    let mut engine = InProcess::start();
    let remark = engine.refuse("position kfen z9/yk8//////9K q khet9 -1 0");
    let reasons: Vec<&str> = remark.split("; ").collect();
    for (number, words) in
        [(1, ["board", "z"]), (2, ["board", "y"]), (3, ["side", "q"]), (4, ["rule", "khet9"]), (5, ["capture", "-1"])]
    {
        let fits = |reason: &&&str| words.iter().all(|word| reason.contains(word));
        assert!(reasons.iter().any(|reason| fits(&reason)), "reason {number} {words:?} is one of {reasons:#?}");
    }
    let remark = engine.refuse("position kfen 3kkt4//2s1s1s15/////K9 s deflexion");
    let reasons: Vec<String> = remark.to_lowercase().split("; ").map(str::to_string).collect();
    for words in [["red", "pharaoh"], ["obelisk", "deflexion"], ["red", "scarab"], ["a1", "silver"]] {
        let fits = |reason: &&String| words.iter().all(|word| reason.contains(word));
        assert!(reasons.iter().any(|reason| fits(&reason)), "{words:?} are in one of {reasons:#?}");
    }
    assert_eq!(engine.kfen(), CLASSIC);
    engine.quit();
}

#[test]
fn pieces_that_a_swap_can_displace_are_accepted_on_reserved_squares() {
    let mut engine = InProcess::start();
    for kfen in
        ["1p28/P14k4/////4K5/ s khet1 0 1", "1o8/T4k4/////4K4o/ s khet1 0 1", "x33k5/A29//////4K4X1 s khet2 0 1"]
    {
        engine.accept(&format!("position kfen {kfen}"));
        assert_eq!(engine.kfen(), kfen);
    }
    engine.quit();
}

#[test]
fn moves_are_listed_with_their_hits_and_results() {
    let cases: [(&str, &[&str]); 4] = [
        (
            BOTH,
            &[
                "j4+ x j8 0-1",
                "j4i3 x j8 0-1",
                "j4i4 x j8 0-1",
                "j4i5 x j8 0-1",
                "j4j3 x j8 0-1",
                "j4j5 x e5 j8 1/2-1/2",
                "j8i7",
                "j8j7 x j7 0-1",
                "total 8",
            ],
        ),
        (
            LAST_SQUARE,
            &[
                "b2a1 x a1",
                "b2a2 x a2",
                "b2a3 x a3",
                "b2b3",
                "b2c1",
                "b2c3",
                "c2+",
                "c2-",
                "c2b3",
                "c2c1",
                "c2c3",
                "c2d2",
                "c2d3",
                "d1c1 1/2-1/2",
                "d1d2",
                "d1e1",
                "d1e2",
                "e5d4",
                "e5d5",
                "e5d6",
                "e5e4",
                "e5e6",
                "e5f4",
                "e5f5",
                "e5f6",
                "total 25",
            ],
        ),
        (
            "x34k4//////1a11p26/2S14K1X1 s khet2 0 1",
            &[
                "c1+",
                "c1b1",
                "c1b2",
                "c1c2",
                "c1d1",
                "c1d2",
                "h1g1",
                "h1g2",
                "h1h2",
                "h1i2",
                "j1- x h1 0-1",
                "total 11",
            ],
        ),
        (
            "/4k5///4T5/5O4/8K1/ s khet1 0 1",
            &[
                "e4d3",
                "e4d3t",
                "e4d4",
                "e4d4t",
                "e4d5",
                "e4d5t",
                "e4e3",
                "e4e3t",
                "e4e5",
                "e4e5t",
                "e4f3t",
                "e4f4",
                "e4f4t",
                "e4f5",
                "e4f5t",
                "f3e2",
                "f3e3",
                "f3f2",
                "f3f4",
                "f3g2",
                "f3g3",
                "f3g4",
                "i2h1",
                "i2h2",
                "i2h3",
                "i2i3",
                "i2j1 x j1 0-1",
                "i2j2 x j2 0-1",
                "i2j3 x j3 0-1",
                "total 29",
            ],
        ),
    ];
    let mut engine = InProcess::start();
    for (kfen, lines) in cases {
        engine.accept(&format!("position kfen {kfen}"));
        engine.send("moves");
        assert_eq!(engine.lines_until("the total", |line| line.starts_with("total ")), lines, "{kfen}");
    }
    engine.quit();
}

#[test]
fn a_turn_of_a_scarab_or_eye_is_written_plus_and_read_both_ways() {
    let mut engine = InProcess::start();
    assert!(text(&mut engine).contains(&"e4+".to_string()));
    assert!(!text(&mut engine).contains(&"e4-".to_string()));
    engine.accept("position startpos moves e4-");
    let minus = engine.state();
    engine.accept("position startpos moves e4+");
    assert_eq!(engine.state(), minus);
    engine.quit();
}

#[test]
fn a_sphinx_has_the_one_turn_that_leads_to_its_other_facing() {
    let mut engine = InProcess::start();
    engine.accept("position startpos moves j1-");
    assert!(engine.kfen().contains("X4 r"));
    assert!(text(&mut engine).contains(&"a8-".to_string()));
    engine.accept("position startpos moves j1- a8-");
    let moves = text(&mut engine);
    assert!(moves.contains(&"j1+".to_string()) && !moves.contains(&"j1-".to_string()), "{moves:?}");
    engine.accept("position startpos moves j1- a8- j1+");
    assert!(text(&mut engine).contains(&"a8+".to_string()));
    engine.quit();
}

#[test]
fn both_pharaohs_hit_by_one_shot_is_a_draw() {
    let mut engine = InProcess::at(BOTH);
    engine.accept(&format!("position kfen {BOTH} moves j4j5"));
    let state = engine.state();
    assert_eq!(state.result, "1/2-1/2");
    assert_eq!(state.kfen, "///9E1//// r khet1 0 1");
    engine.quit();
}

#[test]
fn a_player_without_a_move_is_drawn_as_soon_as_it_is_reached() {
    let mut engine = InProcess::at(LAST_SQUARE);
    engine.accept(&format!("position kfen {LAST_SQUARE} moves d1c1"));
    for kfen in [None, Some("///4k5///1op27/1Ko7 s khet1 1 2")] {
        if let Some(kfen) = kfen {
            engine.accept(&format!("position kfen {kfen}"));
        }
        let state = engine.state();
        assert_eq!((state.result.as_str(), state.to_move.as_str()), ("1/2-1/2", "silver"));
        assert_eq!(state.kfen, "///4k5///1op27/1Ko7 s khet1 1 2");
        assert!(engine.moves().is_empty());
        assert_eq!(engine.go("go depth 2").best, "(none)");
    }
    engine.quit();
}

#[test]
fn a_finished_game_has_no_moves_and_no_bestmove_but_a_result() {
    let mut engine = InProcess::at(BOTH);
    engine.accept(&format!("position kfen {BOTH} moves j8j7"));
    let state = engine.state();
    assert_eq!((state.result.as_str(), state.kfen.as_str()), ("0-1", "///4k5/9E1/// r khet1 0 1"));
    assert!(engine.moves().is_empty());
    for go in ["go depth 3", "go movetime 50", "go nodes 10", "go wtime 1000 btime 1000", "go mate 2"] {
        assert_eq!(engine.go(go).best, "(none)", "{go}");
    }
    let remark = engine.refuse(&format!("position kfen {BOTH} moves j8j7 e5e6"));
    assert!(remark.contains("2") && remark.contains("e5e6"), "{remark}");
    assert_eq!(engine.state(), state);
    let remark = engine.refuse(&format!("position kfen {}", state.kfen));
    assert!(remark.to_lowercase().contains("pharaoh"), "{remark}");
    engine.send("go perft 2");
    assert_eq!(perft_total(&engine.expect_line("nodes", |line| line.starts_with("nodes "))), 0);
    engine.send("go perft 0");
    assert_eq!(perft_total(&engine.expect_line("nodes", |line| line.starts_with("nodes "))), 1);
    engine.quit();
}

#[test]
fn repetitions_are_counted_without_the_side_to_move_and_end_nothing() {
    let mut engine = InProcess::start();
    let cycle = SHUFFLE.join(" ");
    for (moves, occurred) in [
        (cycle.clone(), 2),
        (format!("{cycle} {cycle}"), 3),
        (format!("{cycle} {cycle} {cycle}"), 4),
        ("h2g2".to_string(), 1),
        (format!("{cycle} h2g2"), 2),
        ("h2g2 e5+ g2g1 e5+ g1h2".to_string(), 2),
        ("h2g2 e5+ g2g1 e5-".to_string(), 1),
    ] {
        engine.accept(&format!("position startpos moves {moves}"));
        let state = engine.state();
        assert_eq!((state.occurred, state.result.as_str()), (occurred, "*"), "{moves}");
    }
    engine.accept(&format!("position startpos moves {cycle} {cycle}"));
    let answer = engine.go("go depth 2");
    check_answer(&mut engine, "go after a third occurrence", &answer);
    let kfen = engine.kfen();
    engine.accept(&format!("position kfen {kfen}"));
    assert_eq!(engine.state().occurred, 1, "a position just set has occurred once");
    engine.quit();
}

#[test]
fn the_search_key_depends_on_the_side_to_move_and_not_on_the_moves_before() {
    let board = CLASSIC.split(' ').next().expect("a board");
    let mut engine = InProcess::start();
    let key = engine.state().key;
    engine.accept(&format!("position startpos moves {}", SHUFFLE.join(" ")));
    assert_eq!(engine.state().key, key);
    engine.accept("position startpos moves h2g2 e5+ g2g1 e5+ g1h2");
    let other = engine.state().key;
    assert_ne!(other, key);
    engine.accept(&format!("position kfen {board} r khet2 7 70"));
    assert_eq!(engine.state().key, other);
    engine.quit();
}

#[test]
fn every_limit_of_go_ends_in_one_legal_bestmove() {
    let mut engine = InProcess::start();
    for position in ["startpos", "setup osiris", "kfen /4k5///4T5/5O4/8K1/ s khet1 0 1"] {
        engine.accept(&format!("position {position}"));
        for go in [
            "go depth 1",
            "go depth 3",
            "go nodes 1",
            "go nodes 500",
            "go movetime 1",
            "go movetime 60",
            "go wtime 400 btime 400",
            "go wtime 400 btime 400 winc 20 binc 20",
            "go wtime 400 btime 400 movestogo 2",
            "go wtime 1 btime 1",
            "go wtime 0 btime 0",
            "go mate 1 depth 3",
            "go depth 2 nodes 1000000 movetime 100000",
            "go depth 60 nodes 200",
            "go depth 60 movetime 30 wtime 100000 btime 100000",
        ] {
            let answer = engine.go(go);
            check_answer(&mut engine, go, &answer);
            assert!(answer.remarks.is_empty(), "`{go}`: {:?}", answer.remarks);
            assert!(engine.sync().is_empty(), "`{go}`: bestmove is the last line of the answer");
        }
    }
    engine.quit();
}

#[test]
fn a_search_without_any_time_still_reports_a_score() {
    let mut engine = InProcess::start();
    for threads in [1, 4] {
        engine.accept(&format!("setoption name Threads value {threads}"));
        for position in ["startpos", "setup isis"] {
            engine.accept(&format!("position {position}"));
            for go in
                ["go movetime 0", "go wtime 0 btime 0", "go infinite\nstop", "go ponder wtime 0 btime 0\nponderhit"]
            {
                for _ in 0..10 {
                    engine.send_bytes(format!("{go}\n").as_bytes());
                    let answer = engine.answer();
                    check_answer(&mut engine, go, &answer);
                    let reported = answer.infos.last().map(|info| &info.pv[0]);
                    assert_eq!(reported, Some(&answer.best), "`{go}`: {:#?}", answer.infos);
                }
            }
        }
    }
    engine.quit();
}

#[test]
fn a_depth_limit_is_the_last_depth_reported() {
    let mut engine = InProcess::start();
    for depth in 1..=4 {
        let answer = engine.go(&format!("go depth {depth}"));
        assert_eq!(answer.last().depth, depth);
        assert_eq!(answer.best, answer.last().pv[0]);
        let mut depths: Vec<u32> = answer.infos.iter().map(|info| info.depth).collect();
        depths.dedup();
        assert!(depths.is_sorted() && depths.iter().all(|reported| *reported <= depth), "{depths:?}");
    }
    engine.quit();
}

#[test]
fn a_node_limit_is_never_passed() {
    let mut engine = InProcess::start();
    for threads in [1, 2] {
        engine.accept(&format!("setoption name Threads value {threads}"));
        for nodes in [1, 2, 3, 10, 77, 78, 100, 1000, 1023, 1025, 5000, 20000] {
            let answer = engine.go(&format!("go nodes {nodes}"));
            for info in &answer.infos {
                assert!(info.nodes <= nodes, "{} of {nodes} nodes with {threads} threads", info.nodes);
            }
            check_answer(&mut engine, "go nodes", &answer);
        }
    }
    engine.quit();
}

#[test]
fn searchmoves_are_the_only_moves_searched() {
    let mut engine = InProcess::start();
    for (go, allowed) in [
        ("go depth 2 searchmoves h2+", vec!["h2+"]),
        ("go searchmoves h2+ c1- depth 2", vec!["h2+", "c1-"]),
        ("go searchmoves e4- nodes 300", vec!["e4+"]),
        ("go nodes 1 searchmoves j5i4", vec!["j5i4"]),
        ("go searchmoves c4b3 j5- h2g1 movetime 30", vec!["c4b3", "j5-", "h2g1"]),
    ] {
        let answer = engine.go(go);
        assert!(allowed.contains(&answer.best.as_str()), "`{go}`: {}", answer.best);
        for info in answer.infos {
            assert!(allowed.contains(&info.pv[0].as_str()), "`{go}`: {:?}", info.pv);
        }
    }
    engine.quit();
}

#[test]
fn every_line_of_play_is_legal_and_begins_with_the_move_played() {
    let mut engine = InProcess::start();
    for (rule_set, name, kfen) in SETUPS.into_iter().step_by(3) {
        engine.accept("ucinewgame");
        engine.accept(&format!("position kfen {kfen}"));
        let answer = engine.go("go depth 4");
        assert_eq!(answer.best, answer.last().pv[0], "{rule_set} {name}");
        if let Some(ponder) = &answer.ponder {
            assert_eq!(Some(ponder), answer.last().pv.get(1), "{rule_set} {name}");
        }
        for info in &answer.infos {
            engine.accept(&format!("position kfen {kfen} moves {}", info.pv.join(" ")));
        }
    }
    engine.quit();
}

#[test]
fn multipv_reports_its_number_of_different_lines_in_order() {
    let mut engine = InProcess::start();
    for (lines, expected) in [(3, 3), (1, 1), (5, 5), (256, 77)] {
        engine.accept(&format!("setoption name MultiPV value {lines}"));
        let answer = engine.go("go depth 2");
        let last: BTreeMap<u32, _> =
            answer.infos.iter().filter(|info| info.depth == 2).map(|info| (info.multipv, info)).collect();
        assert_eq!(last.keys().copied().collect::<Vec<u32>>(), (1..=expected).collect::<Vec<u32>>());
        let mut first: Vec<&String> = last.values().map(|info| &info.pv[0]).collect();
        assert_eq!(*first[0], answer.best);
        first.sort();
        first.dedup();
        assert_eq!(first.len(), expected as usize, "each line begins with another move");
        let scores: Vec<i32> = last.values().filter(|info| !info.bound).map(|info| value(info)).collect();
        assert!(scores.windows(2).all(|pair| pair[0] >= pair[1]), "the best line first: {scores:?}");
    }
    engine.accept("setoption name MultiPV value 3");
    let answer = engine.go("go depth 2 searchmoves h2+ h2-");
    assert_eq!(answer.infos.iter().map(|info| info.multipv).max(), Some(2), "only as many lines as moves");
    engine.quit();
}

/// A score as one number that orders as the scores do.
fn value(info: &crate::support::Info) -> i32 {
    match (info.cp, info.mate) {
        (Some(cp), _) => cp,
        (_, Some(mate)) if mate > 0 => 1_000_000 - mate,
        (_, Some(mate)) => -1_000_000 - mate,
        _ => unreachable!("a line has a score"),
    }
}

#[test]
fn a_forced_mate_is_reported_with_its_distance_and_a_line_as_long() {
    // Each was proven by a full-width search apart from the engine: the plies to the hit, and who is hit.
    // The last one is won on an even ply: every move that is left to Red lights his own Pharaoh.
    let cases: [(&str, usize, bool); 16] = [
        ("1s12K5/////1S18/4k1e12E1/ s deflexion 121 177", 1, true),
        ("x33K5////s29/2k4E22/3S16/e28X1 r khet2 68 69", 1, true),
        ("x35K3/6k3/5S14/8s21//6S23/s29/9X4 r khet2 300 189", 1, true),
        ("1E28///1s18/1Ke17//3P12S2k2/1P48 r khet1 82 115", 1, true),
        ("/6o3/5p34/2s1k2P23//2S17/9S1/1K3s24 s khet1 3 44", 1, true),
        ("7k2/6o3/2s27////2P41S15/s21KS24p41 r deflexion 23 84", 1, true),
        ("/4k3p11/2s11E1oe23/3P21S12p1P1/9P3/1P11p16/4KO4/7p42 s deflexion 19 43", 1, true),
        ("x31S23k1p11/2p17/5e24//4s21S13//p15E23/2K5s2X1 s khet2 0 27", 2, false),
        ("6o3/3p41p3p23/1S22k5//3P36/1s1Ks16/6S13/5P4P33 s khet1 35 121", 2, false),
        ("x37s21//7S22////1s22k5/3K2S12X1 r khet2 29 41", 3, true),
        ("x35s23//s2S28/1k5S12//8K1/4p15/9X1 s khet2 48 55", 3, true),
        ("x29/s26S22/4e11k3//4K5//9S1/6s2E21X1 r khet2 62 64", 3, true),
        ("6S23/2s27//9E2/1e24k3//2p17/4K5 r khet1 30 37", 3, true),
        ("x33k4S2/3p13p12//1P4p47//3K3P22/2s13a2S12/s28X4 r khet2 16 69", 3, true),
        ("6s13/4p3p11k2/4S25//1p4P16S1//2O1K1P1s12/2OOP35 s khet1 5 79", 3, true),
        ("///7K2///1P18/k9 s khet1", 2, true),
    ];
    for (kfen, plies, wins) in cases {
        let mut engine = InProcess::at(kfen);
        let moves = plies.div_ceil(2) as i32;
        let silver_to_move = kfen.contains(" s ");
        let limits =
            [format!("depth {}", plies + 2), format!("mate {moves} depth {}", plies + 4), format!("mate {moves}")];
        // A side that loses finds no mate to stop at.
        for limit in &limits[..if wins { 3 } else { 2 }] {
            let go = format!("go {limit}");
            engine.accept("ucinewgame");
            let answer = engine.go(&go);
            for info in answer.infos.iter().filter(|info| info.mate.is_some()) {
                assert_ne!(result_after(kfen, &info.pv), "*", "every mate comes with its whole line: `{go}` in {kfen}");
            }
            let last = answer.last();
            assert_eq!(last.mate, Some(if wins { moves } else { -moves }), "`{go}` in {kfen}");
            assert_eq!(last.pv.len(), plies, "the line is as long as the mate: `{go}` in {kfen}");
            assert_eq!(answer.best, last.pv[0]);
            let result = if silver_to_move == wins { "1-0" } else { "0-1" };
            assert_eq!(result_after(kfen, &last.pv), result, "`{go}` in {kfen}");
        }
        engine.quit();
    }
}

/// The answers of a player of this strength to the same two positions, in two games.
fn weak_play(elo: u32, threads: u32) -> Vec<String> {
    let mut engine = InProcess::start();
    engine.accept("setoption name UCI_LimitStrength value true");
    engine.accept(&format!("setoption name UCI_Elo value {elo}"));
    engine.accept(&format!("setoption name Threads value {threads}"));
    let mut moves = Vec::new();
    for position in ["startpos", "startpos moves h2g2 c7d7", "setup imhotep", "startpos"] {
        engine.accept("ucinewgame");
        engine.accept(&format!("position {position}"));
        let answer = engine.go("go wtime 3600000 btime 3600000");
        check_answer(&mut engine, "go at a limited strength", &answer);
        assert!(answer.infos.iter().all(|info| info.multipv == 1), "one line is expected: {:?}", answer.infos);
        moves.push(answer.best);
    }
    engine.quit();
    moves
}

#[test]
fn a_limited_strength_plays_legal_moves_and_the_same_every_time() {
    for elo in [500, 1234, 2100] {
        assert_eq!(weak_play(elo, 1), weak_play(elo, 2), "{elo}");
    }
    let random = weak_play(500, 1);
    assert_ne!(random[0], random[3], "not every game is alike");
}

#[test]
fn a_stronger_player_looks_at_more_and_no_limit_is_passed() {
    let mut engine = InProcess::start();
    engine.accept("setoption name UCI_Elo value 1000");
    let free = engine.go("go nodes 20000").last().nodes;
    engine.accept("setoption name UCI_LimitStrength value true");
    let weak = engine.go("go nodes 20000").last().nodes;
    engine.accept("setoption name UCI_Elo value 2000");
    let strong = engine.go("go nodes 20000").last().nodes;
    assert!(weak < strong && strong < free, "{weak} {strong} {free}");
    assert!(engine.go("go nodes 300").last().nodes <= 300);
    let remark = engine.refuse("setoption name UCI_Elo value 499");
    assert!(remark.contains("UCI_Elo"), "{remark}");
    engine.quit();
}

#[test]
fn a_strong_player_takes_the_mate_it_sees() {
    let mut engine = InProcess::at("1s12K5/////1S18/4k1e12E1/ s deflexion 121 177");
    engine.accept("setoption name UCI_LimitStrength value true");
    engine.accept("setoption name UCI_Elo value 1900");
    assert_eq!(engine.go("go movetime 1000").last().mate, Some(1));
    engine.quit();
}

/// The words of each `info` line with a score, from `score` up to `nodes`.
fn scores(engine: &mut InProcess, go: &str) -> Vec<Vec<String>> {
    engine.send(go);
    let lines = engine.lines_until("bestmove", |line| line.starts_with("bestmove"));
    let score = |line: &String| -> Option<Vec<String>> {
        let words = line.split(" score ").nth(1)?.split(" nodes ").next()?;
        Some(words.split(' ').map(str::to_string).collect())
    };
    lines.iter().filter_map(score).collect()
}

#[test]
fn scores_have_win_draw_loss_shares_only_with_the_option() {
    let mut engine = InProcess::start();
    assert!(scores(&mut engine, "go depth 3").iter().all(|words| words.len() == 2), "no shares by default");
    engine.accept("setoption name UCI_ShowWDL value true");
    engine.accept("setoption name MultiPV value 3");
    for words in scores(&mut engine, "go depth 3") {
        assert_eq!((words.len(), words[2].as_str()), (6, "wdl"), "{words:?}");
        let shares: Vec<u32> = words[3..].iter().map(|word| word.parse().expect("a whole number")).collect();
        assert_eq!(shares.iter().sum::<u32>(), 1000, "{words:?}");
        let cp: i32 = words[1].parse().expect("centipawns");
        assert!(cp <= 0 || shares[0] >= shares[2], "{words:?}");
        assert!(cp >= 0 || shares[0] <= shares[2], "{words:?}");
    }
    for (kfen, score) in [
        ("1s12K5/////1S18/4k1e12E1/ s deflexion 121 177", "mate 1 wdl 1000 0 0"),
        ("x31S23k1p11/2p17/5e24//4s21S13//p15E23/2K5s2X1 s khet2 0 27", "mate -1 wdl 0 0 1000"),
    ] {
        engine.accept("setoption name MultiPV value 1");
        engine.accept(&format!("position kfen {kfen}"));
        let last = scores(&mut engine, "go depth 4").pop().expect("a score");
        assert_eq!(last.join(" "), score, "{kfen}");
    }
    engine.accept("setoption name UCI_ShowWDL value false");
    engine.accept("position startpos");
    assert!(
        scores(&mut engine, "go depth 2").iter().all(|words| words.len() == 2),
        "no shares after the option is cleared"
    );
    engine.quit();
}

#[test]
fn infinite_gives_no_bestmove_before_stop_and_isready_is_answered_while_every_thread_searches() {
    let mut engine = Engine::start();
    engine.accept("setoption name Threads value 2");
    for _ in 0..3 {
        engine.send("go infinite");
        for _ in 0..5 {
            engine.still_searches("a report", |line| line.contains(" pv "));
        }
        engine.send("stop");
        let answer = engine.answer();
        check_answer(&mut engine, "go infinite", &answer);
        assert!(engine.sync().is_empty());
    }
    engine.quit();
}

#[test]
fn an_infinite_search_that_has_seen_everything_still_waits_for_stop() {
    let mut engine = Engine::at("1s12K5/////1S18/4k1e12E1/ s deflexion 121 177");
    engine.send("go infinite");
    engine.still_waits();
    engine.send("stop");
    engine.answer();
    engine.quit();
}

#[test]
fn pondering_gives_no_bestmove_before_ponderhit_or_stop() {
    let mut engine = Engine::start();
    engine.accept("setoption name Ponder value true");
    // With the time that the limit allows, in milliseconds.
    for (go, time) in [
        ("go ponder depth 2", None),
        ("go ponder movetime 30", Some(30)),
        ("go ponder wtime 200 btime 200 winc 10 binc 10", Some(200)),
        ("go ponder nodes 50", None),
    ] {
        for end in ["ponderhit", "stop"] {
            engine.accept("position startpos moves h2g2 c7d7");
            engine.send(go);
            match time {
                Some(time) => engine.still_searches("a report after the time", |line| is_beyond(line, "time", time)),
                None => engine.still_waits(),
            }
            engine.send(end);
            let answer = engine.answer();
            check_answer(&mut engine, go, &answer);
            assert!(engine.sync().is_empty(), "`{go}`, `{end}`: one bestmove");
        }
    }
    engine.quit();
}

#[test]
fn on_a_clock_what_is_decided_is_answered_without_looking_deeper() {
    let mut engine = InProcess::start();
    let answer = engine.go("go wtime 3600000 btime 3600000 searchmoves h2+");
    assert_eq!((answer.best.as_str(), answer.last().depth), ("h2+", 1), "there is no choice");
    // Won in two moves, three plies.
    engine.accept("position kfen x35s23//s2S28/1k5S12//8K1/4p15/9X1 s");
    let answer = engine.go("go wtime 3600000 btime 3600000");
    assert_eq!(answer.last().mate, Some(2));
    assert!(answer.last().depth <= 3, "the end is known");
    engine.quit();
}

#[test]
fn a_ponderhit_after_more_time_than_a_move_takes_is_answered_at_once() {
    let mut engine = Engine::start();
    engine.send("go ponder wtime 1000 btime 1000");
    engine.still_searches("a report after the time", |line| is_beyond(line, "time", 1000));
    engine.send("ponderhit");
    let answer = engine.answer();
    check_answer(&mut engine, "go ponder", &answer);
    engine.quit();
}

#[test]
fn a_position_sent_during_a_search_takes_effect_after_it() {
    let mut engine = InProcess::start();
    engine.send("go infinite");
    engine.send("position setup imhotep moves j5-");
    engine.send("stop");
    let answer = engine.answer();
    assert_eq!(engine.kfen().split(' ').nth(1), Some("r"), "Red is to move after j5-");
    engine.accept("position startpos");
    check_answer(&mut engine, "the search of the old position", &answer);
    engine.quit();
}

#[test]
fn go_perft_divides_sorted_by_bytes_and_ends_with_the_total() {
    let mut engine = InProcess::at(QUIET);
    let mut divide = |go: &str| {
        engine.send(go);
        engine.lines_until("the total", |line| line.starts_with("nodes "))
    };
    let depth_two = [
        "a8+: 25", "e7+: 25", "e7d6: 25", "e7d7: 26", "e7d8: 26", "e7e6: 25", "e7e8: 25", "e7f6: 25", "e7f8: 25",
        "g8+: 25", "g8f8: 25", "g8g7: 25", "g8h7: 26", "g8h8: 26", "h3g2: 25", "h3g3: 25", "h3g4: 25", "h3h2: 25",
        "h3h4: 25", "h3i2: 25", "h3i3: 25", "h3i4: 25",
    ];
    let lines = divide("go perft 2");
    assert_eq!(lines[..lines.len() - 1], depth_two);
    assert_eq!(perft_total(&lines[lines.len() - 1]), 554);
    let lines = divide("go perft 1");
    assert_eq!(lines.len(), 23);
    assert!(lines[..22].iter().all(|line| line.ends_with(": 1")));
    assert_eq!(perft_total(&lines[22]), 22);
    let lines = divide("go perft 3");
    assert_eq!(perft_total(&lines[lines.len() - 1]), 11980);
    let lines = divide("go perft 0");
    assert_eq!(lines.len(), 1);
    assert_eq!(perft_total(&lines[0]), 1);
    assert!(engine.quit().is_empty(), "no bestmove after perft");
}

#[test]
fn go_perft_counts_the_set_ups_of_every_rule_set() {
    // From the reference counts that the rules come with.
    let counts = [
        5920, 5343, 4854, 4636, 5320, 5920, 5343, 4854, 5188, 5190, 6228, 5635, 4849, 6228, 5635, 4849, 5321, 4638,
        5321, 4638,
    ];
    let mut engine = InProcess::start();
    for ((_, _, kfen), count) in SETUPS.into_iter().zip(counts) {
        engine.accept(&format!("position kfen {kfen}"));
        engine.send("go perft 2");
        let lines = engine.lines_until("the total", |line| line.starts_with("nodes "));
        assert_eq!(perft_total(&lines[lines.len() - 1]), count, "{kfen}");
        let moves: Vec<&str> = lines[..lines.len() - 1].iter().filter_map(|line| line.split(": ").next()).collect();
        assert_eq!(moves, text(&mut engine));
        let sum: u64 = lines[..lines.len() - 1]
            .iter()
            .map(|line| line.split(": ").nth(1).and_then(|count| count.parse::<u64>().ok()).expect("a count"))
            .sum();
        assert_eq!(sum, count, "{kfen}");
    }
    engine.quit();
}

#[test]
fn stop_ends_a_perft_without_a_bestmove() {
    let mut engine = InProcess::start();
    engine.send("go perft 12");
    let lines = engine.sync();
    assert!(!lines.iter().any(|line| line.starts_with("nodes ")), "isready is answered during perft");
    engine.send("stop");
    // Pending until the perft has ended.
    engine.send("go depth 1");
    let lines = engine.lines_until("bestmove", |line| line.starts_with("bestmove"));
    let of_perft = |line: &&String| line.starts_with("bestmove") || line.starts_with("nodes ");
    assert_eq!(lines.iter().filter(of_perft).count(), 1, "one bestmove, and that of the search: {lines:#?}");
    assert!(lines.contains(&"info string perft was stopped".to_owned()), "{lines:#?}");
    assert_ne!(lines.last().map(String::as_str), Some("bestmove (none)"));
    assert_eq!(engine.kfen(), CLASSIC);
    engine.quit();
}

#[test]
fn d_draws_the_board_and_eval_what_each_piece_is_worth() {
    let mut engine = InProcess::start();
    engine.send("d");
    let lines = engine.lines_until("the result line of d", |line| line.starts_with("result: "));
    crate::support::read_state(&lines);
    assert!(lines.iter().all(|line| !line.contains('\u{1b}')), "no colours in a pipe");
    let table = engine.ask("eval");
    let pieces = table.iter().flat_map(|line| line.split_whitespace()).filter(|word| word.starts_with(['P', 'p']));
    assert_eq!(pieces.count(), 14, "seven Pyramids each: {table:#?}");
    assert_eq!(engine.kfen(), CLASSIC);
    engine.quit();
}

#[test]
fn flip_turns_the_position_with_colours_and_side_and_forgets_the_history() {
    let kfen = "x31p33a1p22/2p41k5/6s1P32/2p46E1//2e2S16/3P2K2p22/5A13X1 r khet2 0 40";
    let turned = "x33a35/2P42kp43/6s1E22//e16P22/2p1S16/5K1P22/2P4A33P11X1";
    let mut engine = InProcess::at(kfen);
    let moves = engine.moves().len();
    engine.accept("flip");
    let state = engine.state();
    assert_eq!(state.kfen.split(' ').take(3).collect::<Vec<&str>>(), [turned, "s", "khet2"]);
    assert_eq!((state.to_move.as_str(), state.occurred), ("silver", 1));
    assert_eq!(engine.moves().len(), moves);
    engine.accept("flip");
    assert!(engine.kfen().starts_with("x31p33a1p22/2p41k5/6s1P32/2p46E1//2e2S16/3P2K2p22/5A13X1 r khet2 "));
    engine.accept(&format!("position startpos moves {} {}", SHUFFLE.join(" "), SHUFFLE.join(" ")));
    engine.accept("flip");
    assert_eq!(engine.state().occurred, 1, "no history");
    engine.quit();
}

#[test]
fn help_names_the_commands_and_version_the_version() {
    let mut engine = InProcess::start();
    let help = engine.ask("help").join("\n");
    for word in [
        "uci",
        "isready",
        "setoption",
        "ucinewgame",
        "position",
        "go",
        "stop",
        "ponderhit",
        "quit",
        "perft",
        "d",
        "eval",
        "moves",
        "bench",
        "flip",
        "version",
    ] {
        let named = help.split(|c: char| !c.is_ascii_alphanumeric()).any(|found| found == word);
        assert!(named, "`{word}` is in the help:\n{help}");
    }
    let version = engine.ask("version").join("\n");
    assert!(version.contains(env!("CARGO_PKG_VERSION")), "{version}");
    engine.quit();
}

#[test]
fn bench_ends_with_its_nodes_and_their_speed_in_digits() {
    let mut engine = InProcess::start();
    let mut totals = Vec::new();
    for _ in 0..2 {
        engine.send("bench 1");
        let answer = engine.lines_until("the last line of bench", |line| line.ends_with(" nps"));
        let (last, before) = answer.split_last().expect("a last line");
        assert!(before.iter().all(|line| line.starts_with("info string bench ")), "{before:?}");
        assert!(before.iter().any(|line| line.starts_with("info string bench khet2-eye: nodes ")), "{before:?}");
        let words: Vec<&str> = last.split(' ').collect();
        assert!(words.len() == 4 && words[1] == "nodes", "{last}");
        totals.push(words[0].parse::<u64>().expect("digits"));
        words[2].parse::<u64>().expect("digits");
        assert!(engine.sync().is_empty(), "nothing after the last line");
    }
    assert_eq!(totals[0], totals[1], "bench searches the same every time");
    assert!(totals[0] > 0);
    assert_eq!(engine.kfen(), CLASSIC, "bench leaves the position as it was");
    engine.quit();
}

#[test]
fn the_same_input_gives_the_same_output_but_for_times() {
    let play = || {
        let mut engine = Engine::start();
        let mut lines = Vec::new();
        for (_, _, kfen) in SETUPS.into_iter().step_by(7) {
            engine.accept(&format!("position kfen {kfen}"));
            for go in ["go depth 4", "go nodes 5000", "go depth 3"] {
                engine.send(go);
                lines.extend(engine.lines_until("bestmove", |line| line.starts_with("bestmove")));
            }
            engine.send("d");
            lines.extend(engine.lines_until("the result line of d", |line| line.starts_with("result: ")));
        }
        engine.quit();
        without_times(&lines)
    };
    assert_eq!(play(), play());
}

#[test]
fn the_moves_of_every_output_have_the_shape_of_moves() {
    let mut engine = InProcess::start();
    let answer = engine.go("go depth 3");
    assert!(is_move_text(&answer.best));
    assert!(answer.infos.iter().flat_map(|info| &info.pv).all(|word| is_move_text(word)));
    engine.quit();
}

#[test]
fn quit_ends_at_once_with_a_large_table() {
    let mut engine = Engine::start();
    engine.accept("setoption name Hash value 1024");
    engine.send("go infinite");
    engine.lines_until("a report", |line| line.starts_with("info depth 2 "));
    let pending =
        "setoption name Hash value 2048\nbench\nucinewgame\nstop\nsetoption name Clear Hash\ngo infinite\nquit\n";
    engine.send_bytes(pending.as_bytes());
    let start = Instant::now();
    let printed = engine.end_by_itself().lines;
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert_eq!(printed.iter().filter(|line| line.starts_with("bestmove ")).count(), 2, "{printed:#?}");
}
