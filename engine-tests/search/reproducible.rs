//! Reproducibility: with one thread, the same search gives the same lines except for times, in two games, in two processes, and
//! after every command that clears the engine.

use crate::support::{Engine, PROGRAM, SETUPS, run, without_times};

/// A middle game with Eyes and an ending without Eyes, both from the bench.
const MORE: [&str; 2] = [
    "x31p33a1p22/2p41k5/6s1P32/2p46E1//2e2S16/3P2K2p22/5A13X1 r khet2 0 40",
    "4ok1p12/3p31p1o3/3s2P35/6S13/1p21s1S25/5p21p1P31/3P32K3/3OO2P22 r deflexion 1 16",
];

/// Sends a line and returns its answer without times. Waits for the end of a search, and stops an endless one.
fn ask(engine: &mut Engine, line: &str) -> Vec<String> {
    engine.send(line);
    let lines = match line.split(' ').collect::<Vec<_>>()[..] {
        ["go", "perft", ..] => engine.lines_until("the total", |line| line.starts_with("nodes ")),
        ["go", .., "infinite" | "ponder"] => {
            // By then the search has stored something in the table.
            engine.expect_line("a fourth iteration", |line| line.starts_with("info depth 4 "));
            engine.send("stop");
            engine.expect_line("bestmove", |line| line.starts_with("bestmove"));
            Vec::new()
        }
        ["go", ..] => engine.lines_until("bestmove", |line| line.starts_with("bestmove")),
        ["bench", ..] => engine.lines_until("the last line of bench", |line| line.ends_with(" nps")),
        _ => engine.sync(),
    };
    without_times(&lines)
}

/// Returns the answers of a game: each position is searched with growing limits without clearing, then the best move is played.
fn game(engine: &mut Engine, kfen: &str, limits: &[u64]) -> Vec<Vec<String>> {
    let mut command = format!("position kfen {kfen} moves");
    let mut reported = Vec::new();
    for ply in 0..4 {
        let position = if ply == 0 { format!("position kfen {kfen}") } else { command.clone() };
        assert_eq!(ask(engine, &position), [""; 0], "{position}");
        for limit in limits {
            reported.push(ask(engine, &format!("go nodes {limit}")));
        }
        let last = reported.last().and_then(|answer| answer.last()).expect("a bestmove");
        command = format!("{command} {}", last.split(' ').nth(1).expect("a move"));
    }
    reported
}

#[test]
fn every_node_count_is_reproducible() {
    let limits: Vec<u64> = std::iter::successors(Some(100), |&nodes| Some(nodes * 3 / 2)).take(8).collect();
    for kfen in SETUPS.iter().step_by(9).map(|&(_, _, kfen)| kfen).chain(MORE) {
        let mut engine = Engine::start();
        let first = game(&mut engine, kfen, &limits);
        assert_eq!(ask(&mut engine, "ucinewgame"), [""; 0]);
        assert_eq!(game(&mut engine, kfen, &limits), first, "the second game from {kfen}");
        assert_eq!(game(&mut Engine::start(), kfen, &limits), first, "another process from {kfen}");
        engine.quit();
    }
}

/// Returns the answers of a few searches. The later ones use the table and the history of the earlier ones.
fn measure(engine: &mut Engine) -> Vec<Vec<String>> {
    let positions = [SETUPS[8].2, MORE[0], MORE[1]];
    let searches = ["go nodes 1000", "go depth 3", "go nodes 2000"];
    let mut reported = Vec::new();
    for position in positions {
        assert_eq!(ask(engine, &format!("position kfen {position}")), [""; 0]);
        reported.extend(searches.map(|go| ask(engine, go)));
    }
    reported
}

/// The commands before the engine is cleared, each list with a name. The last ones of each restore the options, which are written
/// without `setoption`.
const DISTURBANCES: [(&str, &str); 9] = [
    ("nothing", ""),
    ("the same position", "go nodes 5000; go depth 5"),
    ("another game", "position setup osiris; go nodes 5000; position startpos moves h2g2 h7g7; go depth 5"),
    ("another size of the table", "name Hash value 3; go nodes 4000; name Hash value 64"),
    ("several threads", "name Threads value 4; go nodes 9000; name Threads value 2; go depth 5; name Threads value 1"),
    ("several lines", "name MultiPV value 5; go nodes 5000; go depth 3; name MultiPV value 1"),
    ("other rules", "name UCI_Variant value khet1; position startpos; go nodes 4000; name UCI_Variant value khet2"),
    (
        "a weak player and options",
        "name UCI_LimitStrength value true; name UCI_ShowWDL value true; name Move Overhead value 100; go depth 9; \
         go movetime 20; name UCI_LimitStrength value false; name UCI_ShowWDL value false; name Move Overhead value 10",
    ),
    (
        "searches that were stopped, a proof, a perft, a bench and a flip",
        "go infinite; go wtime 9 btime 9 ponder; go mate 1; go perft 2; bench 2; flip; go nodes 500",
    ),
];

/// Checks that after each disturbance and the clearing commands the engine answers like a new process.
fn check_cleared(clear: &[&str]) {
    let fresh = measure(&mut Engine::start());
    let mut engine = Engine::start();
    for (what, lines) in DISTURBANCES {
        for line in lines.split("; ") {
            ask(&mut engine, &line.replace("name ", "setoption name "));
        }
        for line in clear {
            assert_eq!(ask(&mut engine, line), [""; 0]);
        }
        assert_eq!(measure(&mut engine), fresh, "after {what} and {clear:?}");
    }
    engine.quit();
}

#[test]
fn a_new_game_does_not_depend_on_the_previous_one() {
    check_cleared(&["ucinewgame"]);
}

#[test]
fn clear_hash_clears_everything_of_earlier_searches() {
    check_cleared(&["setoption name Clear Hash"]);
}

#[test]
fn a_change_of_hash_clears_everything_of_earlier_searches() {
    check_cleared(&["setoption name Hash value 5", "setoption name Hash value 64"]);
}

#[test]
fn without_clearing_a_search_depends_on_earlier_ones() {
    // Otherwise the tests above would prove nothing.
    let mut engine = Engine::start();
    let fresh = measure(&mut engine);
    assert_ne!(measure(&mut engine), fresh);
    engine.quit();
}

/// Returns the node count of a bench to a depth.
fn bench(engine: &mut Engine, depth: u32) -> u64 {
    let answer = ask(engine, &format!("bench {depth}"));
    answer[answer.len() - 1].split(' ').next().and_then(|word| word.parse().ok()).expect("a count")
}

#[test]
fn the_bench_counts_the_same_after_any_commands() {
    const DEPTH: u32 = 4;
    let output = run(&["bench", &DEPTH.to_string()]);
    assert!(output.status.success(), "{PROGRAM} bench");
    let text = String::from_utf8(output.stdout).expect("text");
    let last = text.lines().last().expect("a last line");
    let count: u64 = last.split(' ').next().and_then(|word| word.parse().ok()).expect("a count");
    assert!(count > 4_000, "{last}");
    let mut engine = Engine::start();
    assert_eq!(bench(&mut engine, DEPTH), count, "the protocol and the command count the same");
    for line in [
        "bench 3",
        "ucinewgame",
        "setoption name Hash value 1",
        "setoption name Threads value 4",
        "setoption name MultiPV value 5",
        "setoption name UCI_Variant value deflexion",
        "setoption name UCI_LimitStrength value true",
        "position setup imhotep moves c7d7",
        "go nodes 5000",
    ] {
        ask(&mut engine, line);
        assert_eq!(bench(&mut engine, DEPTH), count, "after `{line}`");
    }
    engine.quit();
}

#[test]
fn a_bench_between_two_searches_does_not_change_the_second() {
    let searches = |between: &[&str]| {
        let mut engine = Engine::start();
        ask(&mut engine, "go nodes 9000");
        between.iter().for_each(|line| _ = ask(&mut engine, line));
        let reported = ask(&mut engine, "go nodes 9000");
        engine.quit();
        reported
    };
    assert_eq!(searches(&["bench 2", "eval", "d", "go perft 2", "moves"]), searches(&[]));
}
