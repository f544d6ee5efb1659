//! The conversation with which runners of matches check whether an engine speaks UCI, and games that are drawn after a number of
//! plies without a capture, as matches play them.

use crate::protocol::eval_file::count_pyramids;
use crate::support::Engine;
use crate::support::in_process::InProcess;

/// The chess positions of the compliance check. They are refused, and every `go` has to be answered all the same.
const CHESS: [&str; 3] = [
    "position fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
    "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "position startpos moves e2e4 e7e5",
];

#[test]
fn a_runners_compliance_check_passes() {
    let mut engine = Engine::start();
    let lines = engine.ask("uci");
    for name in ["id name ", "id author "] {
        assert!(lines.iter().any(|line| line.strip_prefix(name).is_some_and(|rest| !rest.is_empty())), "{lines:#?}");
    }
    let clocks = ["go wtime 100 winc 100 btime 100 binc 100", "go btime 100 binc 100 wtime 100 winc 100"];
    for (refused, limits) in [
        (CHESS[0], &["go wtime 100"][..]),
        (CHESS[1], &["go btime 100", clocks[0], clocks[1]]),
        (CHESS[2], &["go wtime 100 btime 100"]),
    ] {
        engine.accept("ucinewgame");
        engine.accept("position startpos");
        let before = engine.kfen();
        engine.refuse(refused);
        assert_eq!(engine.kfen(), before);
        for go in limits {
            assert!(!engine.go(go).infos.is_empty(), "{go}: an info line with a line of play");
        }
    }
    // If only one clock is given, it limits the search of either side.
    engine.accept("position startpos moves h2g2");
    for clock in ["wtime 100", "btime 100", "wtime 100 winc 10", "btime 100 binc 10 movestogo 3"] {
        engine.go(&format!("go {clock}"));
    }
    engine.quit();
}

/// No Anubis, few pieces, 22 moves, none of which hits anything; 301 plies without a capture.
const QUIET: &str = "x25s23/4s2S14//2K7/4S25/7k2//9X1 r khet2 301 183";

/// Silver is six Pyramids ahead. The shots of its next move can hit only its own pieces.
const AHEAD: &str = "x33a3ka33/2p37/3P46/2P31s1s23P4/2P41S2S13P3//7P12/2P4A1KA13X1 s khet2";

fn set(engine: &mut InProcess, plies: u32) {
    engine.accept(&format!("setoption name Draw Plies value {plies}"));
}

#[test]
fn every_score_is_a_draw_if_the_next_ply_draws_even_with_table_entries_of_another_rule() {
    let mut engine = InProcess::at(QUIET);
    for (plies, drawn) in [(0, false), (302, true), (1000, false), (302, true), (0, false), (300, true)] {
        set(&mut engine, plies);
        let answer = engine.go("go depth 6");
        let scores: Vec<Option<i32>> = answer.infos.iter().map(|info| info.cp).collect();
        assert_eq!(scores.iter().all(|score| *score == Some(0)), drawn, "Draw Plies {plies}: {scores:?}");
        assert!(drawn || answer.last().cp != Some(0), "Draw Plies {plies}: {scores:?}");
    }
}

#[test]
fn a_draw_some_plies_ahead_is_seen_as_deep_as_the_search_goes() {
    let mut engine = InProcess::at(QUIET);
    for (plies, depth) in [(303, 3), (304, 4), (306, 6)] {
        set(&mut engine, plies);
        assert_eq!(engine.go(&format!("go depth {depth}")).last().cp, Some(0), "Draw Plies {plies}");
    }
}

#[test]
fn a_side_that_is_ahead_rather_gives_a_piece_than_the_draw() {
    let mut engine = InProcess::start();
    count_pyramids(&mut engine);
    for (counter, plies, captures) in [(99, 0, false), (99, 100, true), (99, 900, false), (899, 900, true)] {
        engine.accept(&format!("position kfen {AHEAD} {counter} 600"));
        set(&mut engine, plies);
        let answer = engine.go("go depth 5");
        let hits = engine.ask("moves").iter().any(|line| line.starts_with(&format!("{} x ", answer.best)));
        assert_eq!(hits, captures, "{counter} plies of {plies}: {answer:?}");
        assert!(answer.last().cp.is_some_and(|score| score > 200), "{counter} plies of {plies}: {answer:?}");
    }
}
