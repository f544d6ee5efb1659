//! Bad input: whatever is sent, the engine answers in a line, keeps what it had, and ends with status 0.

use crate::support::in_process::InProcess;
use crate::support::{CLASSIC, Engine, PROGRAM, State, is_beyond, wait};
use khepri::internal::util::random::Random;
use rand::SeedableRng;
use std::io::Write;
use std::process::{Command, Stdio};

fn shown(line: &[u8]) -> String {
    String::from_utf8_lossy(&line[..line.len().min(60)]).into_owned()
}

/// Puts the engine into a position that it would not be in by itself.
fn prepared() -> (InProcess, State) {
    let mut engine = InProcess::start();
    engine.accept("position startpos moves h2g2 c7d7 j5-");
    let state = engine.state();
    (engine, state)
}

#[test]
fn lines_without_a_word_are_not_answered() {
    let (mut engine, before) = prepared();
    for line in ["", " ", "\t", "   \t  ", "\r"] {
        engine.accept(line);
    }
    engine.send_bytes(b"\n\n\n\r\n\r\n");
    assert!(engine.sync().is_empty());
    assert_eq!(engine.state(), before);
    engine.quit();
}

#[test]
fn an_unknown_word_is_named_in_one_line() {
    let (mut engine, before) = prepared();
    for line in [
        "banana",
        "xyzzy plugh",
        "go2 depth 1",
        "position_ startpos",
        "moves_",
        "bestmove",
        "setoptions",
        "{}",
        "--help",
    ] {
        let remark = engine.refuse(line);
        let word = line.split(' ').next().expect("a word");
        assert!(remark.contains(word), "`{line}`: {remark}");
        assert_eq!(engine.state(), before);
    }
    engine.quit();
}

#[test]
fn any_bytes_are_answered_in_one_line() {
    let (mut engine, before) = prepared();
    let lines: [&[u8]; 9] = [
        b"\xff\xfe\xfd",
        b"\xc3\x28 depth",
        b"is\0ready",
        b"\0",
        b"\x1b[2J",
        b"\x80isready",
        "ходи".as_bytes(),
        "\u{feff}uci".as_bytes(),
        b"\x7f\x01\x02",
    ];
    for line in lines {
        engine.send_bytes(&[line, b"\n"].concat());
        let remark = engine.one_remark(&shown(line));
        assert!(!remark.contains('\u{1b}'), "no escape sequence comes back");
        assert_eq!(engine.state(), before);
    }
    engine.quit();
}

#[test]
fn bytes_that_are_not_utf8_are_refused_inside_a_command_too() {
    let (mut engine, before) = prepared();
    let lines: [&[u8]; 6] = [
        b"position setup \xff\xfe",
        b"position kfen \xff/// s",
        b"position startpos moves \xff\xfe",
        b"position startpos moves h2\xc3\xa9g2",
        b"position kfen x33\xe2\x82\xac s",
        b"setoption name \xff value 1",
    ];
    for line in lines {
        engine.send_bytes(&[line, b"\n"].concat());
        engine.one_remark(&shown(line));
        assert_eq!(engine.state(), before);
    }
    engine.quit();
}

#[test]
fn lines_may_end_in_crlf_and_words_may_stand_apart() {
    let mut engine = Engine::start();
    engine.send_bytes(b"isready\r\n");
    assert_eq!(engine.next_line("readyok").as_deref(), Some("readyok"));
    engine.send_bytes(b"position startpos moves h2g2 c7d7\r\n");
    assert!(engine.sync().is_empty());
    assert!(engine.kfen().ends_with(" s khet2 2 2"));
    engine.send_bytes(b"  position \t startpos   moves \t h2g2  \r\n  go   depth\t1  \r\n");
    engine.answer();
    assert!(engine.kfen().ends_with(" r khet2 1 1"));
    engine.send_bytes(b"quit\r\n");
    assert!(engine.end_of_input().is_empty());
}

#[test]
fn lines_of_a_mebibyte_are_refused_in_one_line() {
    let (mut engine, before) = prepared();
    let mebibyte = 1 << 20;
    for (start, filler) in [
        ("", "a"),
        ("", "a "),
        ("position setup ", "b"),
        ("position kfen ", "k"),
        ("position kfen ", "/"),
        ("position kfen ", "1"),
        ("position kfen ", "s "),
        ("position startpos moves ", "c"),
        ("position startpos moves ", "h2h9 "),
        ("setoption name ", "d"),
        ("setoption name Hash value ", "9"),
        ("setoption name UCI_Variant value ", "e"),
    ] {
        let mut line = start.to_string();
        while line.len() + filler.len() < mebibyte {
            line.push_str(filler);
        }
        let remark = engine.refuse(&line);
        assert!(remark.len() <= mebibyte + 1024, "the answer is no longer than the line");
        assert_eq!(engine.state(), before, "`{start}{filler}…`");
    }
    engine.quit();
}

#[test]
fn a_legal_game_of_a_mebibyte_is_played() {
    let mut engine = InProcess::start();
    let cycles = 50_000;
    engine.accept(&format!("position startpos moves{}", " h2g2 c7d7 g2h2 d7c7".repeat(cycles)));
    let state = engine.state();
    assert_eq!(state.occurred as usize, cycles + 1);
    assert!(state.kfen.ends_with(&format!(" s khet2 {} {}", 4 * cycles, 2 * cycles + 1)), "{}", state.kfen);
    let answer = engine.go("go depth 1");
    assert_ne!(answer.best, "(none)");
    engine.quit();
}

#[test]
fn a_line_longer_than_any_that_is_promised_does_no_harm() {
    let mut engine = Engine::start();
    let before = engine.state();
    engine.send(&"z".repeat(5 << 20));
    let answer = engine.sync();
    assert!(answer.len() <= 1 && answer.iter().all(|line| line.starts_with("info string ")), "{} lines", answer.len());
    assert_eq!(engine.state(), before);
    engine.quit();
}

#[test]
fn half_a_position_is_refused_and_changes_nothing() {
    let (mut engine, before) = prepared();
    for line in [
        "position",
        "position banana",
        "position moves h2g2",
        "position kfen",
        "position fen",
        "position setup",
        "position setup nowhere",
        "position setup moves h2g2",
        "position kfen x33a3ka3p22/2p37/3P46",
        "position kfen x33a3ka3p22/2p37/3P46 s",
        "position kfen x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1",
        "position kfen x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 moves h2g2",
        "position kfen /////// s",
        "position kfen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position kfen 99999999999999999999999999/////// s",
        "position startpos moves h2g2 c7d7 g2h2 d7c7 a9a8",
        "position startpos moves h2",
        "position startpos moves +",
        "position startpos moves h2g2q",
        "position startpos moves h2g2 0000",
        "position startpos moves H2G2",
        "position startpos moves moves",
    ] {
        engine.refuse(line);
        assert_eq!(engine.state(), before, "{line}");
    }
    engine.quit();
}

#[test]
fn nonsense_for_setoption_is_refused_in_one_line() {
    let (mut engine, before) = prepared();
    for line in [
        "setoption",
        "setoption name",
        "setoption value 3",
        "setoption banana",
        "setoption name Banana value 3",
        "setoption name Hash",
        "setoption name Hash value",
        "setoption name Hash value abc",
        "setoption name Hash value 0",
        "setoption name Hash value -1",
        "setoption name Hash value 65537",
        "setoption name Hash value 1e3",
        "setoption name Hash value 99999999999999999999999",
        "setoption name Hash value 16 MiB",
        "setoption name Threads value 0",
        "setoption name Threads value 513",
        "setoption name Threads value two",
        "setoption name MultiPV value 0",
        "setoption name MultiPV value 257",
        "setoption name Ponder value maybe",
        "setoption name Move Overhead value -5",
        "setoption name Move Overhead value soon",
        "setoption name UCI_Variant value",
        "setoption name UCI_Variant value khet3",
    ] {
        engine.refuse(line);
        assert_eq!(engine.state(), before, "{line}");
    }
    assert_ne!(engine.go("go depth 2").best, "(none)", "and the engine still searches");
    engine.quit();
}

#[test]
fn a_limit_that_cannot_be_read_is_named_and_depth_one_is_searched() {
    let (mut engine, before) = prepared();
    for (line, named) in [
        ("go depth -1", "depth"),
        ("go depth", "depth"),
        ("go depth abc", "depth"),
        ("go depth 99999999999999999999999", "depth"),
        ("go depth 3.5", "depth"),
        ("go nodes", "nodes"),
        ("go nodes -5", "nodes"),
        ("go nodes many", "nodes"),
        ("go movetime abc", "movetime"),
        ("go movetime", "movetime"),
        ("go mate x", "mate"),
        ("go wtime soon btime 100", "wtime"),
        ("go wtime 100 btime", "btime"),
        ("go wtime 100 btime 100 winc x", "winc"),
        ("go wtime 100 btime 100 movestogo x", "movestogo"),
    ] {
        let answer = engine.go(line);
        assert_eq!(answer.remarks.len(), 1, "`{line}`: {:?}", answer.remarks);
        assert!(answer.remarks[0].contains(named), "`{line}`: {:?}", answer.remarks);
        assert!(answer.infos.iter().all(|info| info.depth <= 1), "`{line}`: {:?}", answer.infos);
        assert_ne!(answer.best, "(none)");
        assert!(engine.sync().is_empty(), "`{line}` has one bestmove");
        assert_eq!(engine.state(), before, "{line}");
    }
    engine.quit();
}

#[test]
fn odd_limits_still_give_one_legal_bestmove() {
    let (mut engine, before) = prepared();
    let legal: Vec<String> = engine.moves().into_iter().map(|legal| legal.text).collect();
    for line in [
        "go wtime -100 btime -100",
        "go depth 0",
        "go nodes 0",
        "go movetime 0",
        "go banana depth 1",
        "go depth 1 depth 2",
        "go depth 1 searchmoves",
        "go depth 1 searchmoves a1a2",
        "go depth 1 searchmoves banana",
        "go wtime 50 btime 50 movestogo 0",
        "go btime 50",
        "go depth 1 wtime 4294967296000 btime 4294967296000",
        "go infinite depth",
    ] {
        engine.send(line);
        if line.contains("infinite") {
            engine.send("stop");
        }
        let answer = engine.answer();
        assert!(legal.contains(&answer.best), "`{line}`: {}", answer.best);
        assert!(engine.sync().is_empty(), "`{line}` has one bestmove");
        assert_eq!(engine.state(), before, "{line}");
    }
    engine.quit();
}

#[test]
fn a_perft_depth_that_cannot_be_read_is_named() {
    for line in ["go perft", "go perft -1", "go perft abc", "go perft 99999999999999999999999"] {
        let (mut engine, before) = prepared();
        let remark = engine.refuse(line);
        assert!(remark.contains("perft"), "`{line}`: {remark}");
        assert_eq!(engine.state(), before, "{line}");
        // A search or a perft would be answered at the end at the latest.
        assert_eq!(engine.quit(), Vec::<String>::new(), "`{line}`");
    }
}

#[test]
fn go_before_any_position_searches_the_classic_set_up() {
    let mut engine = InProcess::start();
    let answer = engine.go("go depth 2");
    let legal = engine.moves();
    assert_eq!(legal.len(), 77);
    assert!(legal.iter().any(|legal| legal.text == answer.best));
    assert_eq!(engine.kfen(), CLASSIC);
    engine.quit();
}

#[test]
fn a_bare_go_is_ended_by_stop_at_the_latest() {
    let mut engine = InProcess::start();
    engine.send("go");
    engine.send("stop");
    assert_ne!(engine.answer().best, "(none)");
    assert!(engine.quit().is_empty());
}

#[test]
fn stop_and_ponderhit_without_a_search_change_nothing() {
    let (mut engine, before) = prepared();
    for line in ["stop", "ponderhit", "stop"] {
        let answer = engine.ask(line);
        assert!(answer.iter().all(|line| line.starts_with("info string ")), "`{line}`: {answer:#?}");
        assert_eq!(engine.state(), before);
    }
    engine.send("stop");
    let answer = engine.go("go depth 2");
    assert_eq!(answer.last().depth, 2, "an old stop does not stop the next search");
    engine.quit();
}

#[test]
fn ponderhit_in_a_search_that_does_not_ponder_does_not_end_it() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send("ponderhit");
    // The first of these reports may be older than the ponderhit.
    for nodes in [10_000, 100_000] {
        engine.still_searches("a later report", |line| is_beyond(line, "nodes", nodes));
    }
    engine.send("stop");
    engine.answer();
    engine.quit();
}

#[test]
fn a_bad_position_during_a_search_is_refused_and_nothing_is_lost() {
    let mut engine = InProcess::start();
    engine.send("go infinite");
    engine.send("position setup mercury");
    engine.send("position kfen half");
    engine.send("banana");
    engine.send("stop");
    let mut lines = engine.lines_until("bestmove", |line| line.starts_with("bestmove"));
    lines.extend(engine.sync());
    let remarks = lines.iter().filter(|line| line.starts_with("info string ")).count();
    assert_eq!(remarks, 2, "one line for the position and one for the word: {lines:#?}");
    assert!(engine.kfen().starts_with("x33p3kp22S2/"));
    engine.quit();
}

#[test]
fn options_and_new_games_during_a_search_do_no_harm() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    for line in
        ["setoption name Hash value 1", "setoption name Threads value 2", "setoption name Clear Hash", "ucinewgame"]
    {
        engine.send(line);
    }
    let lines = engine.sync();
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "the search goes on: {lines:#?}");
    engine.send("stop");
    engine.answer();
    assert_ne!(engine.go("go depth 2").best, "(none)");
    engine.quit();
}

#[test]
fn end_of_input_finishes_a_finite_search_and_stops_an_endless_one() {
    for (input, depth) in [
        ("position setup imhotep\ngo movetime 200\n", 1),
        ("go depth 3\n", 3),
        ("go depth 3", 3),
        ("go nodes 2000\n", 1),
        ("go infinite\n", 0),
        ("go infinite", 0),
        ("go ponder movetime 100\n", 0),
        ("go ponder depth 2", 0),
        ("setoption name Threads value 2\ngo infinite\n", 0),
        ("go\n", 0),
    ] {
        let mut engine = Engine::start();
        engine.send_bytes(input.as_bytes());
        let lines = engine.end_of_input();
        let best: Vec<usize> = (0..lines.len()).filter(|index| lines[*index].starts_with("bestmove ")).collect();
        assert_eq!(best, [lines.len() - 1], "one bestmove, and it is the last line after {input:?}: {lines:#?}");
        assert_ne!(lines[best[0]], "bestmove (none)");
        let answer = crate::support::read_answer(&lines);
        let reached = answer.infos.iter().map(|info| info.depth).max().unwrap_or(0);
        assert!(reached >= depth, "{input:?} is searched to its end: {lines:#?}");
    }
}

#[test]
fn end_of_input_finishes_what_was_sent_before_it() {
    let mut engine = InProcess::start();
    engine.send_bytes(b"go perft 2");
    let lines = engine.end_of_input();
    assert_eq!(lines.len(), 78);
    assert_eq!(crate::support::perft_total(&lines[77]), 5920);
    let mut engine = InProcess::start();
    engine.send_bytes(b"position setup mercury\nd\nmoves");
    let lines = engine.end_of_input();
    assert_eq!(lines.last().map(String::as_str), Some("total 68"));
    assert!(InProcess::start().end_of_input().is_empty(), "no input, no output");
}

#[test]
fn quit_ends_a_running_search() {
    for go in ["go infinite", "go ponder", "go depth 60", "go movetime 1000000", "go perft 12"] {
        let mut engine = Engine::start();
        engine.send("setoption name Threads value 2");
        engine.send(go);
        engine.sync();
        let lines = engine.quit();
        let best = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert!(best <= 1, "`{go}`: {lines:#?}");
    }
}

#[test]
fn a_closed_output_ends_in_no_panic() {
    for input in ["uci\nisready\nd\ngo depth 3\nmoves\nquit\n", "go infinite\n", "banana\ngo depth 2\n"] {
        let mut child = Command::new(PROGRAM)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("stdin is a pipe");
        // The engine may be gone before it has read everything.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        let status = wait(&mut child);
        let output = child.wait_with_output().expect("stderr is read");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!errors.contains("panicked"), "{input:?}: {errors}");
        assert_eq!(status.code(), Some(0), "{input:?}: {errors}");
    }
}

#[test]
fn random_lines_made_of_known_words_never_end_the_engine() {
    let words = [
        "go",
        "position",
        "startpos",
        "setup",
        "kfen",
        "moves",
        "h2g2",
        "c7d7",
        "depth",
        "1",
        "-1",
        "nodes",
        "100",
        "stop",
        "setoption",
        "name",
        "value",
        "MultiPV",
        "UCI_Variant",
        "khet1",
        "classic",
        "s",
        "khet2",
        "x33k6",
        "///",
        "ponderhit",
        "ucinewgame",
        "isready",
        "searchmoves",
        "d",
        "eval",
        "flip",
        "perft",
        "0",
        "debug",
        "on",
        "help",
        "\u{fffd}",
        "999999999999",
    ];
    let mut random = Random::seed_from_u64(2);
    let mut engine = InProcess::start();
    for _ in 0..400 {
        let length = 1 + random.below(7);
        let line: Vec<&str> = (0..length).map(|_| words[random.below(words.len())]).collect();
        engine.send(&line.join(" "));
        engine.send("stop");
    }
    engine.sync();
    engine.send("position startpos");
    engine.quit();
}
