//! Bad input: whatever is sent, the engine answers in a line, keeps what it had, and ends with status 0.

use crate::support::in_process::InProcess;
use crate::support::{Engine, State, read_answer};
use khepri_rules::internal::util::random::Random;

/// Puts the engine into a position that it would not be in by itself.
fn prepared() -> (InProcess, State) {
    let mut engine = InProcess::start();
    engine.accept("position startpos moves h2g2 c7d7 j5-");
    let state = engine.state();
    (engine, state)
}

#[test]
fn what_cannot_be_read_is_refused_in_one_line_and_changes_nothing() {
    let (mut engine, before) = prepared();
    let lines: [&[u8]; 25] = [
        b"banana",
        b"\xff\xfe\xfd",
        b"is\0ready",
        b"\x1b[2J",
        b"\x80isready",
        "ходи".as_bytes(),
        "\u{feff}uci".as_bytes(),
        b"position",
        b"position setup moves h2g2",
        b"position setup \xff\xfe",
        b"position kfen \xff/// s",
        b"position kfen x33a3ka3p22/2p37/3P46 s",
        b"position kfen /////// s",
        b"position kfen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        b"position startpos moves h2g2 c7d7 g2h2 d7c7 a9a8",
        b"position startpos moves H2G2",
        b"position startpos moves h2\xc3\xa9g2",
        b"setoption name \xff value 1",
        b"setoption name Hash value",
        b"setoption name Hash value 99999999999999999999999",
        b"setoption name MultiPV value 257",
        b"setoption name Ponder value maybe",
        b"setoption name Move Overhead value -5",
        b"setoption name UCI_Variant value khet3",
        b"go perft 99999999999999999999999",
    ];
    for line in lines {
        engine.send_bytes(&[line, b"\n"].concat());
        let remark = engine.one_remark(&line.escape_ascii().to_string());
        assert!(!remark.contains('\u{1b}'), "no escape sequence comes back");
        assert_eq!(engine.state(), before, "{}", line.escape_ascii());
    }
    assert!(engine.quit().is_empty(), "a search or a perft would be answered at the end at the latest");
}

#[test]
fn words_that_do_not_fit_into_a_search_leave_it_as_it_was() {
    let mut engine = InProcess::start();
    engine.accept("setoption name UCI_Variant value khet1");
    engine.accept("position startpos");
    engine.send("go infinite searchmoves h2+");
    // Sends a line and returns the number of `info string` lines that answer it. Lines of the search may come between.
    let remarks = |engine: &mut InProcess, line: &str| {
        engine.send(line);
        engine.sync().iter().filter(|line| line.starts_with("info string")).count()
    };
    // These lines are pending, in their order.
    for line in [
        "setoption name UCI_Variant value khet2",
        "setoption name MultiPV value 3",
        "setoption name Hash value 1",
        "setoption name Clear Hash",
        "ucinewgame",
        "position setup dynasty",
        "flip",
        "flip",
    ] {
        assert_eq!(remarks(&mut engine, line), 0, "`{line}`");
    }
    // Refused at once.
    for line in ["go depth 3", "go perft 2", "banana", "setoptoin name Hash value 1", "\u{0}\u{1}", "position"] {
        assert_eq!(remarks(&mut engine, line), 1, "`{line}`");
    }
    // Answered at once.
    assert!(engine.kfen().contains(" khet1 "), "the game that is searched");
    engine.send("stop");
    assert_eq!(engine.answer().best, "h2+");
    assert!(engine.sync().is_empty());
    assert!(engine.kfen().starts_with("x33p3a3p23/5k4/"), "dynasty of khet2, turned twice: {}", engine.kfen());
    let lines = engine.go("go depth 2").infos;
    assert_eq!(lines.iter().map(|info| info.multipv).max(), Some(3));
}

#[test]
fn end_of_input_finishes_a_finite_search_and_stops_an_endless_one() {
    for (input, depth) in [
        ("position setup imhotep\ngo movetime 200\n", 1),
        ("go depth 3", 3),
        ("go nodes 2000\r\n", 1),
        ("go infinite", 0),
        ("go ponder depth 2\n", 0),
        ("setoption name Threads value 2\ngo infinite\n", 0),
        ("setoption name Threads value 2\ngo ponder movetime 100\n", 0),
        ("go\n", 0),
    ] {
        // The input ends together with the search command, or while the search runs.
        for is_late in [false, true] {
            let mut engine = Engine::start();
            engine.send_bytes(input.as_bytes());
            let mut lines = if is_late && input.ends_with('\n') { engine.sync() } else { Vec::new() };
            lines.extend(engine.end_of_input());
            let answer = read_answer(&lines);
            assert_ne!(answer.best, "(none)");
            let best = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
            let reached = answer.infos.iter().map(|info| info.depth).max().unwrap_or(0);
            assert!(best == 1 && reached >= depth, "{input:?} has one answer, at its end: {lines:#?}");
        }
    }
}

#[test]
fn quit_ends_a_running_search() {
    for (go, answers) in [("go infinite", 1), ("go ponder", 1), ("go movetime 1000000", 1), ("go perft 12", 0)] {
        let mut engine = Engine::start();
        engine.send("setoption name Threads value 2");
        engine.send(go);
        engine.sync();
        let lines = engine.quit();
        let best = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(best, answers, "`{go}`: {lines:#?}");
    }
}

#[test]
fn random_lines_made_of_known_words_never_end_the_engine() {
    let words = "go position startpos setup kfen moves h2g2 c7d7 depth 1 -1 nodes 100 stop setoption name value MultiPV \
        UCI_Variant khet1 classic s khet2 x33k6 /// ponderhit ucinewgame isready searchmoves d eval flip perft 0 debug on \
        help \u{fffd} 999999999999";
    let words: Vec<&str> = words.split_whitespace().collect();
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
}
