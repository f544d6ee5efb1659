//! One thread gives the same answer to the same question, line by line but for times: in two games, in two processes,
//! and after everything that makes the engine forget. Nothing of a search may outlive that.

use crate::support::{Engine, PROGRAM, SETUPS, run, without_times};

/// A middle game with Eyes and an ending without, both from the bench.
const MORE: [&str; 2] = [
    "x31p33a1p22/2p41k5/6s1P32/2p46E1//2e2S16/3P2K2p22/5A13X1 r khet2 0 40",
    "4ok1p12/3p31p1o3/3s2P35/6S13/1p21s1S25/5p21p1P31/3P32K3/3OO2P22 r deflexion 1 16",
];

/// Sends a line and gives what it is answered, without times; searches are waited for, and those without end stopped.
fn hear(engine: &mut Engine, line: &str) -> Vec<String> {
    engine.send(line);
    let lines = match line.split(' ').collect::<Vec<_>>()[..] {
        ["go", "perft", ..] => engine.lines_until("the total", |line| line.starts_with("nodes ")),
        ["go", .., "infinite" | "ponder"] => {
            // Something shall have been learned before the end.
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

/// The nodes that the last line of an answer with one reports; `None` if the search ended before its first score.
fn nodes(answer: &[String]) -> Option<u64> {
    let line = answer.iter().rfind(|line| line.contains(" nodes "))?;
    let words: Vec<&str> = line.split(' ').collect();
    let at = words.iter().position(|word| *word == "nodes").expect("nodes");
    Some(words[at + 1].parse().expect("a count"))
}

/// A game: growing limits in each position, what was learned before still known, the best move played in between.
fn game(engine: &mut Engine, kfen: &str, limits: &[u64]) -> Vec<Vec<String>> {
    let mut command = format!("position kfen {kfen} moves");
    let mut reported = Vec::new();
    for ply in 0..4 {
        let position = if ply == 0 { format!("position kfen {kfen}") } else { command.clone() };
        assert_eq!(hear(engine, &position), [""; 0], "{position}");
        for limit in limits {
            reported.push(hear(engine, &format!("go nodes {limit}")));
        }
        let last = reported.last().and_then(|answer| answer.last()).expect("a bestmove");
        command = format!("{command} {}", last.split(' ').nth(1).expect("a move"));
    }
    reported
}

#[test]
fn every_node_count_comes_up_twice() {
    let limits: Vec<u64> = std::iter::successors(Some(100), |&nodes| Some(nodes * 3 / 2)).take(11).collect();
    for kfen in SETUPS.iter().step_by(9).map(|&(_, _, kfen)| kfen).chain(MORE) {
        let mut engine = Engine::start();
        let first = game(&mut engine, kfen, &limits);
        assert_eq!(hear(&mut engine, "ucinewgame"), [""; 0]);
        assert_eq!(game(&mut engine, kfen, &limits), first, "the second game from {kfen}");
        assert_eq!(game(&mut Engine::start(), kfen, &limits), first, "another process from {kfen}");
        for (answer, limit) in first.iter().zip(limits.iter().cycle()) {
            // A hundred nodes can all be those of the first move.
            let counted = nodes(answer);
            assert!(counted.map_or(*limit == limits[0], |nodes| (1..=*limit).contains(&nodes)), "{answer:#?}");
        }
        engine.quit();
    }
}

/// What the engine reports of a few searches, where the later ones use what the earlier have learned.
fn measure(engine: &mut Engine) -> Vec<Vec<String>> {
    let positions = [SETUPS[8].2, MORE[0], MORE[1]];
    let searches = ["go nodes 2000", "go depth 3", "go nodes 5000"];
    let mut reported = Vec::new();
    for position in positions {
        assert_eq!(hear(engine, &format!("position kfen {position}")), [""; 0]);
        reported.extend(searches.map(|go| hear(engine, go)));
    }
    reported
}

/// What may happen before everything is forgotten: its name and the lines, the last of which restore the options.
const DISTURBANCES: [(&str, &[&str]); 9] = [
    ("nothing", &[]),
    ("the same position", &["go nodes 20000", "go depth 5"]),
    ("another game", &["position setup osiris", "go nodes 20000", "position startpos moves h2g2 h7g7", "go depth 5"]),
    ("another size of the table", &["setoption name Hash value 3", "go nodes 9000", "setoption name Hash value 64"]),
    (
        "several threads",
        &[
            "setoption name Threads value 4",
            "go nodes 30000",
            "setoption name Threads value 2",
            "go depth 5",
            "setoption name Threads value 1",
        ],
    ),
    (
        "several lines",
        &["setoption name MultiPV value 5", "go nodes 20000", "go depth 3", "setoption name MultiPV value 1"],
    ),
    (
        "other rules",
        &[
            "setoption name UCI_Variant value khet1",
            "position startpos",
            "go nodes 9000",
            "setoption name UCI_Variant value khet2",
        ],
    ),
    (
        "a weak player and promises",
        &[
            "setoption name UCI_LimitStrength value true",
            "setoption name UCI_ShowWDL value true",
            "setoption name Move Overhead value 100",
            "go depth 9",
            "go movetime 150",
            "setoption name UCI_LimitStrength value false",
            "setoption name UCI_ShowWDL value false",
            "setoption name Move Overhead value 10",
        ],
    ),
    (
        "searches that were stopped, a proof, a perft, a bench and a flip",
        &["go infinite", "go wtime 9 btime 9 ponder", "go mate 1", "go perft 2", "bench 2", "flip", "go nodes 500"],
    ),
];

/// After each disturbance the engine answers as one that has just been started.
fn check_forgotten(forget: &[&str]) {
    let fresh = measure(&mut Engine::start());
    let mut engine = Engine::start();
    for (what, lines) in DISTURBANCES {
        for line in lines {
            hear(&mut engine, line);
        }
        for line in forget {
            assert_eq!(hear(&mut engine, line), [""; 0]);
        }
        assert_eq!(measure(&mut engine), fresh, "after {what} and {forget:?}");
    }
    engine.quit();
}

#[test]
fn a_new_game_does_not_depend_on_the_one_before() {
    check_forgotten(&["ucinewgame"]);
}

#[test]
fn after_clear_hash_nothing_is_left_of_earlier_searches() {
    check_forgotten(&["setoption name Clear Hash"]);
}

#[test]
fn after_a_change_of_hash_nothing_is_left_of_earlier_searches() {
    check_forgotten(&["setoption name Hash value 5", "setoption name Hash value 64"]);
}

#[test]
fn what_was_learned_helps_until_it_is_forgotten() {
    // Or the tests above would show nothing.
    let mut engine = Engine::start();
    let fresh = measure(&mut engine);
    assert_ne!(measure(&mut engine), fresh);
    engine.quit();
}

/// The nodes of a bench to this depth.
fn bench(engine: &mut Engine, depth: u32) -> u64 {
    let answer = hear(engine, &format!("bench {depth}"));
    answer[answer.len() - 1].split(' ').next().and_then(|word| word.parse().ok()).expect("a count")
}

#[test]
fn the_bench_counts_the_same_after_any_commands() {
    const DEPTH: u32 = 5;
    let output = run(&["bench", &DEPTH.to_string()]);
    assert!(output.status.success(), "{PROGRAM} bench");
    let text = String::from_utf8(output.stdout).expect("text");
    let last = text.lines().last().expect("a last line");
    let count: u64 = last.split(' ').next().and_then(|word| word.parse().ok()).expect("a count");
    assert!(count > 10_000, "{last}");
    let mut engine = Engine::start();
    assert_eq!(bench(&mut engine, DEPTH), count, "the protocol's as the command's");
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
        hear(&mut engine, line);
        assert_eq!(bench(&mut engine, DEPTH), count, "after `{line}`");
    }
    engine.quit();
}

#[test]
fn a_bench_between_two_searches_leaves_the_second_as_it_is() {
    let searches = |between: &[&str]| {
        let mut engine = Engine::start();
        hear(&mut engine, "go nodes 9000");
        between.iter().for_each(|line| _ = hear(&mut engine, line));
        let reported = hear(&mut engine, "go nodes 9000");
        engine.quit();
        reported
    };
    assert_eq!(searches(&["bench 3", "eval", "d", "go perft 2", "moves"]), searches(&[]));
}
