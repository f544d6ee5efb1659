//! The end of the input while a search runs, and words that do not fit into a search.

use crate::support::in_process::InProcess;
use crate::support::{CLASSIC, Engine};

#[test]
fn the_end_of_input_during_a_search_ends_it_as_before_it() {
    for (lines, answered) in [
        (&["go infinite"][..], true),
        (&["setoption name Threads value 2", "go infinite"], true),
        (&["setoption name Threads value 2", "go movetime 300"], true),
        (&["setoption name Threads value 2", "go ponder movetime 100"], true),
        (&["go depth 6", "position setup mercury", "go infinite"], true),
        (&["go infinite", "position setup mercury", "d"], true),
        (&["go perft 3"], false),
        (&["bench 1"], false),
    ] {
        let mut engine = Engine::start();
        lines.iter().for_each(|line| engine.send(line));
        engine.sync();
        let left = engine.end_of_input();
        let best = left.iter().filter(|line| line.starts_with("bestmove ")).count();
        // A short search may be over before the input is.
        assert!(best <= usize::from(answered), "{lines:?}: {left:#?}");
        if lines.iter().any(|line| line.contains("infinite")) && answered && !lines.contains(&"go depth 6") {
            assert_eq!(best, 1, "{lines:?}: {left:#?}");
        }
    }
}

#[test]
fn words_that_do_not_fit_into_a_search_leave_it_as_it_was() {
    let mut engine = InProcess::start();
    engine.accept("setoption name UCI_Variant value khet1");
    engine.accept("position startpos");
    let legal: Vec<String> = engine.moves().into_iter().map(|legal| legal.text).collect();
    engine.accept(
        "position kfen x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1",
    );
    assert_eq!(engine.kfen(), CLASSIC);
    engine.accept("position startpos");
    engine.send("go infinite");
    // Kept in their order, for later.
    for line in [
        "setoption name UCI_Variant value khet2",
        "setoption name MultiPV value 3",
        "setoption name Hash value 1",
        "ucinewgame",
        "position setup dynasty",
        "flip",
        "flip",
    ] {
        engine.send(line);
        assert!(is_silent(&mut engine), "`{line}`");
    }
    // Refused at once.
    for line in ["go depth 3", "go perft 2", "banana", "setoptoin name Hash value 1", "\u{0}\u{1}", "position"] {
        engine.send(line);
        let remarks = engine.sync().into_iter().filter(|line| line.starts_with("info string")).count();
        assert_eq!(remarks, 1, "`{line}`");
    }
    // Answered at once.
    assert!(engine.kfen().contains(" khet1 "), "the game that is searched");
    engine.send("stop");
    let answer = engine.answer();
    assert!(legal.contains(&answer.best), "{}", answer.best);
    assert!(engine.sync().is_empty());
    assert!(engine.kfen().starts_with("x33p3a3p23/5k4/"), "dynasty of khet2, turned twice: {}", engine.kfen());
    let lines = engine.go("go depth 2").infos;
    assert_eq!(lines.iter().map(|info| info.multipv).max(), Some(3));
    engine.quit();
}

/// Whether what was sent last has no answer; lines of the search may come.
fn is_silent(engine: &mut InProcess) -> bool {
    engine.sync().iter().all(|line| line.starts_with("info depth") || line.starts_with("info currmove"))
}
