//! Less memory than the options request.

use super::limited;
use crate::support::{Engine, PROGRAM, skip, without_times};
use std::fs;
use std::process::{Command, Stdio};

/// The limit of the address space. It is enough for the program, its threads and its first table, but it is only a hundredth of
/// the largest table.
const LITTLE: &str = "-v 600000";

/// Returns the output of three searches. Before the second, the engine has to refuse these sizes of the table.
fn searched(mut engine: Engine, sizes: &[u32]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut search = |engine: &mut Engine| {
        engine.send("go depth 6");
        lines.extend(engine.lines_until("bestmove", |line| line.starts_with("bestmove")));
    };
    engine.accept("setoption name Hash value 5");
    search(&mut engine);
    for size in sizes {
        let remark = engine.refuse(&format!("setoption name Hash value {size}"));
        assert_eq!(remark, format!("no memory for a table of {size} MiB; the old value stays"));
    }
    search(&mut engine);
    engine.accept("ucinewgame");
    search(&mut engine);
    engine.quit();
    without_times(&lines)
}

#[test]
fn a_table_without_memory_is_refused_and_the_old_one_keeps_its_contents() {
    let undisturbed = searched(Engine::start(), &[]);
    // The contents of the table spare the second search nodes. A new table would be empty.
    assert_eq!(searched(Engine::run(&mut limited(LITTLE)), &[65_536, 1_024, 40_000, 65_536]), undisturbed);
}

/// Returns an entry of `/proc/meminfo`, in MiB.
fn machine(name: &str) -> u64 {
    let reported = fs::read_to_string("/proc/meminfo").expect("/proc/meminfo");
    let line = reported.lines().find_map(|line| line.strip_prefix(name)).expect("a line of that name");
    line.split_whitespace().find_map(|word| word.parse::<u64>().ok()).expect("a number") / 1024
}

#[test]
fn a_table_larger_than_the_memory_that_is_left_is_refused() {
    // The system itself would grant all its memory and end the process when that is used.
    let all = machine("MemTotal:");
    let sizes: Vec<u32> =
        [all, 65_536].into_iter().filter(|&size| (all..=65_536).contains(&size)).map(|size| size as u32).collect();
    if sizes.is_empty() {
        return skip("this machine has more memory than the largest table");
    }
    assert_eq!(searched(Engine::start(), &sizes), searched(Engine::start(), &[]));
}

#[test]
fn little_memory_is_enough_for_games_and_threads() {
    let mut engine = Engine::run(&mut limited(LITTLE));
    for line in ["setoption name Threads value 512", "setoption name Hash value 200", "ucinewgame"] {
        engine.accept(line);
    }
    for _ in 0..20 {
        assert_ne!(engine.go("go nodes 3000").best, "(none)");
        engine.accept("setoption name Clear Hash");
    }
    engine.quit();
}

/// Checks that with this limit the program works, or reports in one line why it cannot start. Returns whether it works.
fn works_or_reports_why(limit: u32) -> bool {
    // Only the program is limited, not the shell that writes to it.
    let script = format!("printf 'isready\\ngo depth 2\\n' | (ulimit -v {limit} && exec \"$0\")");
    let output = Command::new("sh").args(["-c", &script, PROGRAM]).stdin(Stdio::null()).output().expect("a shell");
    let (answers, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let works = output.status.success() && answers.lines().any(|line| line.starts_with("bestmove "));
    let reports = output.status.code() == Some(1) && answers.is_empty() && errors.lines().count() == 1;
    assert!(works || reports, "{limit} KiB: {:?}\n{answers}{errors}", output.status);
    works
}

#[test]
fn too_little_memory_to_start_is_reported() {
    assert!(!works_or_reports_why(60_000));
    assert!(works_or_reports_why(600_000));
}
