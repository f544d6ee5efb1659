//! Input faster than the engine can answer it, and more than it can store.

use crate::support::in_process::InProcess;
use crate::support::{Engine, SETUPS};
use khepri_rules::internal::util::random::Random;
use std::time::Instant;

/// Memory that the allocator may retain after a flood, in MiB.
const RETAINED: f64 = 64.0;

/// Sends `count` searches in random positions, each stopped at once, and checks the answers and the memory.
fn stopped_searches(count: usize, threads: u32) {
    let mut engine = Engine::start();
    engine.accept(&format!("setoption name Threads value {threads}"));
    let mut legal = Vec::new();
    for (_, _, kfen) in SETUPS {
        engine.accept(&format!("position kfen {kfen}"));
        legal.push(engine.moves());
    }
    engine.go("go nodes 100000");
    let before = engine.resident();
    let mut random = Random::seed_from_u64(3);
    let mut expected = Vec::new();
    let mut flood = String::new();
    for number in 0..count {
        let index = random.below(SETUPS.len());
        let moves = &legal[index];
        flood.push_str(&format!("position kfen {}\n", SETUPS[index].2));
        if number % 2 == 0 {
            // The move shows which `go` the answer belongs to.
            let only = random.below(moves.len());
            flood.push_str(&format!("go infinite searchmoves {}\nstop\n", moves[only]));
            expected.push(vec![moves[only].clone()]);
        } else {
            flood.push_str("go\nstop\n");
            expected.push(moves.clone());
        }
    }
    let start = Instant::now();
    engine.send_bytes(flood.as_bytes());
    let mut most = engine.resident();
    for (number, moves) in expected.iter().enumerate() {
        let answer = engine.answer();
        assert!(moves.contains(&answer.best), "answer {number} is {}", answer.best);
        assert!(answer.remarks.is_empty(), "answer {number}: {:?}", answer.remarks);
        if number % 100 == 0 {
            most = most.max(engine.resident());
        }
    }
    let time = start.elapsed();
    assert!(engine.sync().is_empty(), "one answer for each");
    let after = engine.resident();
    eprintln!(
        "{count} stopped searches, Threads {threads}: {time:?}; {before:.0} MiB before, {most:.0} at most, {after:.0} after"
    );
    // A pending line takes a few hundred bytes, and all may be pending at once.
    assert!(
        most <= before + RETAINED + (count * 3 * 512) as f64 / 1_048_576.0,
        "{before:.0} MiB before, {most:.0} at most"
    );
    assert!(after <= before + RETAINED, "{before:.0} MiB before, {after:.0} after");
    engine.quit();
}

#[test]
fn two_thousand_searches_that_are_stopped_at_once_have_two_thousand_answers() {
    stopped_searches(2_000, 1);
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_searches_that_are_stopped_at_once_retain_no_more_memory() {
    stopped_searches(100_000, 2);
}

#[test]
fn pending_commands_during_an_endless_search_are_bounded() {
    /// The number of lines of almost 1 MiB. Together they are larger than the limit of the pending commands.
    const LINES: usize = 300;
    let mut engine = InProcess::start();
    engine.send("go infinite");
    let long = format!("setoption name {}", "d".repeat((1 << 20) - 100));
    let refused: usize = (0..LINES).map(|_| engine.ask(&long).len()).sum();
    assert!((40..60).contains(&refused), "{refused} refused");
    // Short lines after them are refused too, since they may depend on the refused ones.
    assert!(engine.refuse("position setup mercury").starts_with("refused: "));
    engine.send("stop");
    engine.answer();
    let answers = engine.sync();
    assert_eq!(answers.len(), LINES - refused, "each of the others is answered: there is no such option");
    assert!(answers.iter().all(|line| line.starts_with("info string setoption refused: ")), "{:?}", answers[0]);
    engine.accept("position setup mercury");
}

#[test]
fn pending_positions_take_little_more_memory_than_their_text() {
    let mut engine = Engine::start();
    engine.accept("setoption name Hash value 1");
    let line = format!("position startpos moves{}\n", " h2g2 c7d7 g2h2 d7c7".repeat(2_000));
    engine.send("go infinite");
    engine.sync();
    let before = engine.resident();
    let count = 1 + (50 << 20) / line.len();
    (0..count).for_each(|_| engine.send_bytes(line.as_bytes()));
    engine.sync();
    let after = engine.resident();
    let size = (count * line.len()) >> 20;
    eprintln!("{count} positions of 8000 plies, {size} MiB: {before:.0} MiB before, {after:.0} after");
    assert!(after - before < 90.0, "{before:.0} MiB before, {after:.0} after");
}
