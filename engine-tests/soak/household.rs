//! What the engine has of memory, threads and files, and what a search that is always the same says.

use crate::support::{Engine, without_times};
use std::fmt;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// The settings under which samples are comparable. `ucinewgame` forgets what the games have left.
const SETTINGS: [&str; 10] = [
    "setoption name Hash value 16",
    "setoption name Threads value 1",
    "setoption name MultiPV value 1",
    "setoption name Ponder value false",
    "setoption name Move Overhead value 10",
    "setoption name UCI_LimitStrength value false",
    "setoption name UCI_ShowWDL value false",
    "setoption name UCI_Variant value khet2",
    "ucinewgame",
    "position startpos",
];

/// The search that is always the same. It takes long enough for a clock of hundredths of a second.
const NODES: u64 = 500_000;

/// By how much the memory may grow from the second quarter of the run to the last: the larger of both. The allocator
/// keeps what it was given back in several heaps, and which one the next thread gets is chance.
const GROWTH_MIB: f64 = 4.0;
const GROWTH_PERCENT: f64 = 3.0;

/// How often the threads are counted for a sample, and after which time each.
const LOOKS: usize = 5;
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// The process at one moment.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Since the begin of the run.
    at: Duration,
    /// Resident memory before and after the search, in MiB.
    before: f64,
    after: f64,
    threads: usize,
    files: usize,
    /// Nodes a second of processor time, so that other work on the machine makes no search slow.
    speed: f64,
    /// What the search says, without times.
    said: Vec<String>,
}

impl Sample {
    /// Makes the settings, looks, searches, and looks again.
    pub fn take(engine: &mut Engine, start: Instant) -> Sample {
        SETTINGS.iter().for_each(|line| engine.accept(line));
        let before = engine.resident();
        let clock = engine.processor_time();
        engine.send(&format!("go nodes {NODES}"));
        let said = engine.lines_until("bestmove", |line| line.starts_with("bestmove"));
        let time = engine.processor_time() - clock;
        let unasked = engine.sync();
        assert!(unasked.is_empty(), "{unasked:#?}");
        let count = |what: &str| fs::read_dir(format!("/proc/{}/{what}", engine.id())).expect("the process").count();
        // The thread of a search may still be about to end when its answer is there.
        let threads = (0..LOOKS).map(|_| {
            thread::sleep(BETWEEN_LOOKS);
            count("task")
        });
        Sample {
            at: start.elapsed(),
            before,
            after: engine.resident(),
            threads: threads.min().unwrap_or(0),
            files: count("fd"),
            speed: NODES as f64 / time.as_secs_f64().max(0.01),
            said: without_times(&said),
        }
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sample { at, before, after, threads, files, speed, .. } = self;
        let (seconds, thousands) = (at.as_secs_f64(), speed / 1000.0);
        write!(f, "{seconds:>7.0} s {before:>8.1} {after:>8.1} MiB {threads:>4} {files:>4} {thousands:>8.0} knps")
    }
}

/// The table of a run, with the quarters that the memory is judged by.
pub fn report(samples: &[Sample]) -> String {
    let lines: Vec<String> = samples.iter().map(ToString::to_string).collect();
    let head = format!("{:>9} {:>8} {:>12} {:>4} {:>4} {:>13}", "time", "before", "after", "thr", "fds", "speed");
    let [second, last] = quarters(samples).map(|quarter| median(quarter.iter().map(|sample| sample.after)));
    let [slow, fast] = quarters(samples).map(|quarter| median(quarter.iter().map(|sample| sample.speed)) / 1000.0);
    format!(
        "{head}\n{}\nmedians of the second and the last quarter: {second:.1} and {last:.1} MiB after the search, \
         {slow:.0} and {fast:.0} knps",
        lines.join("\n")
    )
}

/// The second and the last quarter.
fn quarters(samples: &[Sample]) -> [&[Sample]; 2] {
    let quarter = (samples.len() / 4).max(1);
    [
        &samples[quarter.min(samples.len() - 1)..(2 * quarter).min(samples.len()).max(1)],
        &samples[samples.len() - quarter..],
    ]
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// Files and the search are the same every time, and no threads are left behind.
pub fn check_constants(samples: &[Sample]) {
    let first = &samples[0];
    for sample in samples {
        assert_eq!(sample.said, first.said, "the search of the sample at {:?}", sample.at);
        assert_eq!(sample.files, first.files, "open files at {:?}", sample.at);
    }
    // The threads that help in a search are started when they are first wanted, and kept: one a processor at most.
    let helpers = thread::available_parallelism().map_or(1, usize::from);
    let most = samples.iter().map(|sample| sample.threads).max().unwrap_or(0);
    assert!(most <= first.threads + helpers, "{most} threads, {} at the start", first.threads);
}

/// The memory is flat.
pub fn check_memory(samples: &[Sample]) {
    let [second, last] = quarters(samples).map(|quarter| median(quarter.iter().map(|sample| sample.after)));
    let room = GROWTH_MIB.max(second * GROWTH_PERCENT / 100.0);
    assert!(last <= second + room, "the memory grew from {second:.1} to {last:.1} MiB");
}
