//! The memory of the table: the system provides it before a search, and never for two tables at a time.

use crate::support::Engine;

/// Sizes of the table in MiB.
const SIZES: [u32; 3] = [1, 64, 512];

/// The number of page faults by which two searches may differ, because of the threads' stacks and of the allocator.
const CHANCE: u64 = 64;

/// MiB of the process beside its table: the program, its threads, the frames of the search.
const BESIDE: f64 = 48.0;

/// Returns the number of page faults in the search after these lines.
fn faults(lines: &[&str], go: &str) -> u64 {
    let mut engine = Engine::start();
    for line in lines {
        engine.send(line);
    }
    let remarks = engine.sync();
    assert!(remarks.is_empty(), "{remarks:#?}");
    let before = engine.page_faults();
    engine.go(go);
    let faults = engine.page_faults() - before;
    engine.quit();
    faults
}

#[test]
fn a_search_waits_for_no_memory_however_large_the_table_is() {
    for preparation in ["ucinewgame", "setoption name Clear Hash", "debug off"] {
        let sizes = SIZES.map(|size| format!("setoption name Hash value {size}"));
        let found = sizes.each_ref().map(|size| faults(&[size, preparation], "go nodes 3000"));
        let [least, most] = [found.iter().min(), found.iter().max()].map(|faults| *faults.expect("three sizes"));
        assert!(most - least <= CHANCE, "{SIZES:?} MiB, {preparation}: {found:?} page faults");
    }
}

#[test]
fn the_first_isready_brings_the_memory_of_the_table_that_the_engine_starts_with() {
    let (first, second) = (faults(&[], "go nodes 3000"), faults(&["setoption name Hash value 1"], "go nodes 3000"));
    assert!(first <= second + CHANCE, "{first} page faults, {second} with a small table");
}

#[test]
fn a_search_in_every_thread_waits_for_no_memory() {
    let lines = |size: u32| [format!("setoption name Hash value {size}"), "setoption name Threads value 2".to_owned()];
    let found = [1, 256].map(|size| faults(&lines(size).each_ref().map(String::as_str), "go nodes 6000"));
    assert!(found[1] <= found[0] + 2 * CHANCE, "{found:?} page faults");
}

#[test]
fn two_tables_never_stand_side_by_side() {
    let mut engine = Engine::start();
    let mut largest = 64.0;
    for size in [200, 260, 130, 300, 299, 1, 320] {
        engine.accept(&format!("setoption name Hash value {size}"));
        engine.accept("ucinewgame");
        engine.go("go nodes 3000");
        largest = f64::from(size).max(largest);
        let (now, most) = (engine.resident(), engine.peak_resident());
        assert!(now >= f64::from(size), "{size} MiB are there, found {now}");
        assert!(now <= f64::from(size) + BESIDE, "{size} MiB and little more are there, found {now}");
        assert!(most <= largest + BESIDE, "never more than {largest} MiB and little more, found {most}");
    }
    engine.quit();
}

#[test]
fn questions_are_answered_while_a_large_table_is_cleared_and_isready_is_answered_afterwards() {
    // The order of the answers also depends on the load of the machine, so not every run has the questions answered first.
    let early = (0..20).any(|_| {
        let mut engine = Engine::start();
        engine.send_bytes(b"setoption name Hash value 1024\nisready\nversion\nd\n");
        let lines = engine.lines_until("readyok", |line| line == "readyok");
        let answered =
            lines.iter().any(|line| line.starts_with("Khepri ")) && lines.iter().any(|line| line == "result: *");
        engine.quit();
        answered
    });
    assert!(early, "the questions are answered before readyok");
}

#[test]
fn quit_does_not_wait_until_a_large_table_is_cleared_and_a_search_that_waits_is_answered() {
    let mut engine = Engine::start();
    engine.send_bytes(b"setoption name Hash value 1024\nucinewgame\nisready\ngo infinite\n");
    let lines = engine.quit();
    assert_eq!(lines[0], "readyok", "{lines:#?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{lines:#?}");
}
