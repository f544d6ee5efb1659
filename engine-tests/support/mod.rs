//! The harness: the engine as a child process behind pipes, driven line by line.
//!
//! Every wait has a time-out, after which the test fails. It is much longer than an answer may take, so that tests also pass
//! on a loaded machine. The child is killed when its `Engine` is dropped.
#![allow(dead_code)]

pub mod in_process;
pub mod mock;
pub mod results;

use std::ffi::OsStr;
use std::fmt::Debug;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::{Duration, Instant};

/// The time-out of an answer. Commands that take seconds need minutes beside ten other busy processes.
pub const PATIENCE: Duration = Duration::from_secs(480);

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_khepri");

/// All set-ups of the rules: rule set, name and KFEN.
pub const SETUPS: [(&str, &str, &str); 20] = [
    ("khet2", "classic", CLASSIC),
    ("khet2", "imhotep", "x33a3ka3s22//3P42p13/p1P32P2s22p2P4/p2P42S2p42p1P3/3P32p23//2S2A1KA13X1 s khet2 0 1"),
    ("khet2", "dynasty", "x33p3a3p23/5k4/p13p3a3s23/p21s11P41P23/3p41p21S11P4/3S2A1P13P3/4K5/3P4A1P13X1 s khet2 0 1"),
    ("khet2", "mercury", "x33p3kp22S2/5a3p23/p22s21a34/p13P43P31/1p13p23P3/4A11S22P4/3P4A15/s22P4KP13X1 s khet2 0 1"),
    ("khet2", "sophie", "x33kP4p23/3a31a23P3/p13p3p21S21P4/7s12/2S17/p21s21P4P13P3/p13A41A13/3P4p2K3X1 s khet2 0 1"),
    (
        "khet2",
        "classic-eye",
        "x33a3ka3p22/2p37/3P46/p11P31s1e21p21P4/p21P41E2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1",
    ),
    ("khet2", "imhotep-eye", "x33a3ka3s22//3P42p13/p1P32P2e22p2P4/p2P42E2p42p1P3/3P32p23//2S2A1KA13X1 s khet2 0 1"),
    (
        "khet2",
        "dynasty-eye",
        "x33p3a3p23/5k4/p13p3a3s23/p21e11P41P23/3p41p21E11P4/3S2A1P13P3/4K5/3P4A1P13X1 s khet2 0 1",
    ),
    ("khet2", "osiris", "x3S23p3k1p2P3/2a33a3p22/6P43/p13e2s13P4/p23S1E23P3/3p26/2P4A13A12/p1P41KP13s2X1 s khet2 0 1"),
    (
        "khet2",
        "isis",
        "x35a3kp21/p11s13p3a32/1S18/p11p11P4E22p31/1P12e2p21P31P3/8s11/2A1P13S11P3/1P4KA15X1 s khet2 0 1",
    ),
    ("khet1", "classic", "4tktp22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4TKT4 s khet1 0 1"),
    ("khet1", "imhotep", "4tkts22//3P42p13/p1P32P2s22p2P4/p2P42S2p42p1P3/3P32p23//2S2TKT4 s khet1 0 1"),
    ("khet1", "dynasty", "4p3tp23/5k4/p13p3ts23/p21s11P41P23/3p41p21S11P4/3S2TP13P3/4K5/3P4TP14 s khet1 0 1"),
    ("khet1", "classic-eye", "4tktp22/2p37/3P46/p11P31s1e21p21P4/p21P41E2S11p11P3/6p23/7P12/2P4TKT4 s khet1 0 1"),
    ("khet1", "imhotep-eye", "4tkts22//3P42p13/p1P32P2e22p2P4/p2P42E2p42p1P3/3P32p23//2S2TKT4 s khet1 0 1"),
    ("khet1", "dynasty-eye", "4p3tp23/5k4/p13p3ts23/p21e11P41P23/3p41p21E11P4/3S2TP13P3/4K5/3P4TP14 s khet1 0 1"),
    ("deflexion", "classic", "4okop22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4OKO4 r deflexion 0 1"),
    ("deflexion", "imhotep", "4okos22//3P42p13/p1P32P2s22p2P4/p2P42S2p42p1P3/3P32p23//2S2OKO4 r deflexion 0 1"),
    (
        "deflexion",
        "classic-eye",
        "4okop22/2p37/3P46/p11P31s1e21p21P4/p21P41E2S11p11P3/6p23/7P12/2P4OKO4 r deflexion 0 1",
    ),
    ("deflexion", "imhotep-eye", "4okos22//3P42p13/p1P32P2e22p2P4/p2P42E2p42p1P3/3P32p23//2S2OKO4 r deflexion 0 1"),
];

/// Returns the KFEN of a set-up.
pub fn set_up_kfen(rule_set: &str, name: &str) -> &'static str {
    SETUPS.into_iter().find(|setup| (setup.0, setup.1) == (rule_set, name)).expect("a set-up").2
}

/// The start position of the engine.
pub const CLASSIC: &str = "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1";

/// The output and the status of a process that ended.
pub struct Ended {
    /// The lines of stdout that had not been read before.
    pub lines: Vec<String>,
    /// The exit status.
    pub status: ExitStatus,
    /// Everything that it wrote to stderr.
    pub errors: String,
}

/// The answer to `d`, without the picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The position. A finished one lacks a Pharaoh.
    pub kfen: String,
    /// The search key.
    pub key: String,
    /// `silver` or `red`.
    pub to_move: String,
    /// The number of times that the arrangement has occurred.
    pub occurred: u32,
    /// Why the game is over, or may be claimed as a draw; else `-`.
    pub reason: String,
    /// `*`, `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
}

/// An `info … pv …` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Depth in plies.
    pub depth: u32,
    /// The number of the line, from 1.
    pub multipv: u32,
    /// The score in centipawns, if it is not a mate.
    pub cp: Option<i32>,
    /// The number of moves to a mate, negative if the side to move loses.
    pub mate: Option<i32>,
    /// Whether the score is a bound.
    pub bound: bool,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The moves of the line.
    pub pv: Vec<String>,
}

/// The answer to a `go`.
#[derive(Clone, Debug)]
pub struct Answer {
    /// All `info` lines with a `pv`.
    pub infos: Vec<Info>,
    /// All `info string` lines.
    pub remarks: Vec<String>,
    /// The move.
    pub best: String,
    /// The move to ponder on.
    pub ponder: Option<String>,
}

impl Answer {
    /// Returns the last report of the first line with an exact score.
    pub fn last(&self) -> &Info {
        self.infos.iter().rfind(|info| info.multipv == 1 && !info.bound).expect("a search reports its score")
    }
}

/// A way to an engine.
pub trait Link {
    /// Starts the engine.
    fn start() -> Self;

    /// Sends bytes.
    fn send(&mut self, bytes: &[u8]);

    /// Returns the next line; `None` at the end of the output.
    fn next_line(&mut self, waited_for: &str) -> Option<String>;

    /// Ends the input, and returns the remaining lines. Checks that the engine ends without a fault.
    fn end(self) -> Vec<String>;
}

/// A conversation with an engine.
pub struct Conversation<L> {
    link: L,
}

/// A conversation with the program.
pub type Engine = Conversation<Process>;

/// The engine's process.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<JoinHandle<String>>,
}

impl Link for Process {
    fn start() -> Process {
        Engine::run(&mut Command::new(PROGRAM)).link
    }

    fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("stdin is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine reads its input");
    }

    fn next_line(&mut self, waited_for: &str) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no answer: waited for {waited_for}"),
        }
    }

    fn end(self) -> Vec<String> {
        let ended = Conversation { link: self }.end();
        assert!(!ended.errors.contains("panicked"), "no panic: {}", ended.errors);
        assert_eq!(ended.status.code(), Some(0), "status 0, stderr was `{}`", ended.errors);
        ended.lines
    }
}

impl Engine {
    /// Starts any program that speaks the protocol.
    pub fn run(command: &mut Command) -> Engine {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = child.stdout.take().expect("stdout is a pipe");
        let mut errors = child.stderr.take().expect("stderr is a pipe");
        let (sender, lines) = channel();
        spawn(move || {
            let mut reader = BufReader::new(output);
            let mut line = Vec::new();
            while reader.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                let text = String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_string();
                if sender.send(text).is_err() {
                    return;
                }
                line.clear();
            }
        });
        let errors = spawn(move || {
            let mut bytes = Vec::new();
            let _ = errors.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Conversation { link: Process { input: child.stdin.take(), child, lines, errors: Some(errors) } }
    }

    /// Returns the id of the process.
    pub fn id(&self) -> u32 {
        self.link.child.id()
    }

    /// Returns the resident memory of the process in MiB. Needs `/proc`.
    pub fn resident(&self) -> f64 {
        memory(self.id(), "VmRSS:")
    }

    /// Returns the peak resident memory of the process in MiB. Needs `/proc`.
    pub fn peak_resident(&self) -> f64 {
        memory(self.id(), "VmHWM:")
    }

    /// Returns the number of minor page faults of the process: those that read nothing from a disk. Needs `/proc`.
    pub fn page_faults(&self) -> u64 {
        statistic(self.id(), 10)
    }

    /// Returns the processor time of all threads of the process, to a hundredth of a second. Needs `/proc`.
    pub fn processor_time(&self) -> Duration {
        /// The unit of times in `/proc`: see `USER_HZ` in proc(5).
        const TICK: Duration = Duration::from_millis(10);
        // The times in user mode and in kernel mode.
        TICK * (statistic(self.id(), 14) + statistic(self.id(), 15)) as u32
    }

    /// Waits until a search has reported something and its threads are idle. Checks that there is no `bestmove`.
    pub fn still_waits(&mut self) {
        self.still_searches("a report", |line| line.contains(" pv "));
        #[cfg(target_os = "linux")]
        wait_until_idle(self.id());
        let lines = self.sync();
        assert!(lines.iter().all(|line| line.starts_with("info ")), "no bestmove: {lines:#?}");
    }

    /// Closes stdin and waits for the end of the process.
    pub fn end(mut self) -> Ended {
        self.link.input = None;
        self.end_by_itself()
    }

    /// Waits for the end of the process without closing its stdin.
    pub fn end_by_itself(mut self) -> Ended {
        let mut lines = Vec::new();
        while let Some(line) = self.next_line("the end of the output") {
            lines.push(line);
        }
        let status = wait(&mut self.link.child);
        let errors = self.link.errors.take().expect("the errors are read once").join().expect("stderr is read");
        Ended { lines, status, errors }
    }
}

/// Returns a field of `/proc/[pid]/stat`, with the numbers of proc(5), from 3 on.
pub fn statistic(id: u32, field: usize) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).expect("the process");
    // The second field is the name in brackets, which may contain blanks and brackets.
    let (_, fields) = stat.rsplit_once(')').expect("the name in brackets");
    fields.split_whitespace().nth(field - 3).and_then(|text| text.parse().ok()).expect("a number")
}

/// Returns an entry of `/proc/[pid]/status` in MiB.
pub fn memory(id: u32, name: &str) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).expect("the process");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("a line of the memory");
    line.trim().trim_end_matches(" kB").parse::<f64>().expect("a number") / 1024.0
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl<L: Link> Conversation<L> {
    /// Starts the engine.
    pub fn start() -> Self {
        Conversation { link: L::start() }
    }

    /// Starts the engine and sets a position.
    pub fn at(kfen: &str) -> Self {
        let mut engine = Self::start();
        engine.accept(&format!("position kfen {kfen}"));
        engine
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.link.send(bytes);
    }

    /// Returns the next line; `None` at the end of the output.
    pub fn next_line(&mut self, waited_for: &str) -> Option<String> {
        self.link.next_line(waited_for)
    }

    /// Returns all lines up to and including the first that fits.
    pub fn lines_until(&mut self, waited_for: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let Some(line) = self.next_line(waited_for) else {
                panic!("the engine ended, waited for {waited_for}; it had answered {lines:#?}")
            };
            lines.push(line);
            if fits(&lines[lines.len() - 1]) {
                return lines;
            }
        }
    }

    /// Returns the first line that fits. Drops the lines before it.
    pub fn expect_line(&mut self, waited_for: &str, fits: impl Fn(&str) -> bool) -> String {
        self.lines_until(waited_for, fits).pop().expect("there is a last line")
    }

    /// Sends `isready` and returns the lines before `readyok`.
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.lines_until("readyok", |line| line == "readyok");
        lines.pop();
        lines
    }

    /// Sends a line that is answered at once, and returns the answer.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.sync()
    }

    /// Sends a line that must not be answered.
    pub fn accept(&mut self, line: &str) {
        let answer = self.ask(line);
        assert!(answer.is_empty(), "`{line}` is accepted silently, the answer was {answer:#?}");
    }

    /// Sends a line that must be refused, and returns the reason.
    pub fn refuse(&mut self, line: &str) -> String {
        let shown: String = line.chars().take(80).collect();
        self.send(line);
        self.one_remark(&shown)
    }

    /// Checks that the sent line is answered by one `info string`, and returns its text.
    pub fn one_remark(&mut self, sent: &str) -> String {
        let mut answer = self.sync();
        assert_eq!(answer.len(), 1, "`{sent}` is answered by one line, the answer was {answer:#?}");
        let line = answer.remove(0);
        let remark = line.strip_prefix("info string ").unwrap_or_else(|| panic!("`{sent}` was answered by `{line}`"));
        assert!(remark.len() > 3, "`{sent}` is answered by a reason: `{line}`");
        remark.to_string()
    }

    /// Sends a `go` and returns its answer.
    pub fn go(&mut self, line: &str) -> Answer {
        self.send(line);
        self.answer()
    }

    /// Reads reports of a running search up to the first that fits, then the lines before `readyok`. Checks that none of them is
    /// a `bestmove`.
    pub fn still_searches(&mut self, waited_for: &str, fits: impl Fn(&str) -> bool) {
        let mut lines = self.lines_until(waited_for, |line| fits(line) || line.starts_with("bestmove"));
        lines.extend(self.sync());
        assert!(lines.iter().all(|line| line.starts_with("info ")), "no bestmove: {lines:#?}");
    }

    /// Returns the answer of a running search.
    pub fn answer(&mut self) -> Answer {
        read_answer(&self.lines_until("bestmove", |line| line.starts_with("bestmove")))
    }

    /// Returns the legal moves.
    pub fn moves(&mut self) -> Vec<String> {
        let mut lines = self.ask("moves");
        assert_eq!(lines.pop(), Some(format!("total {}", lines.len())));
        lines.iter().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
    }

    /// Returns the answer to `d`.
    pub fn state(&mut self) -> State {
        self.send("d");
        read_state(&self.lines_until("the result line of d", |line| line.starts_with("result: ")))
    }

    /// Returns the KFEN of the engine's position.
    pub fn kfen(&mut self) -> String {
        self.state().kfen
    }

    /// Sends `quit`, and returns the remaining lines. Checks that the engine ends without a fault.
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        self.end_of_input()
    }

    /// Ends the input, and returns the remaining lines. Checks that the engine ends without a fault.
    pub fn end_of_input(self) -> Vec<String> {
        self.link.end()
    }
}

/// Polls a value until it fits, and returns it.
#[track_caller]
pub fn wait_for<T: Debug>(value: impl Fn() -> T, fits: impl Fn(&T) -> bool) -> T {
    let start = Instant::now();
    loop {
        let found = value();
        if fits(&found) {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "it stays {found:?}");
        // Some values are read from all processes, so a long wait reads them less often.
        sleep((start.elapsed() / 20).clamp(Duration::from_millis(1), Duration::from_millis(50)));
    }
}

/// Returns the name of each thread of a process and its state, as in proc(5).
#[cfg(target_os = "linux")]
pub fn threads(id: u32) -> Vec<(String, String)> {
    let tasks = std::fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let threads = tasks.filter_map(|task| {
        let stat = std::fs::read_to_string(task.path().join("stat")).ok()?;
        let (head, fields) = stat.rsplit_once(") ")?;
        Some((head.split_once('(')?.1.to_owned(), fields.split(' ').next()?.to_owned()))
    });
    threads.collect()
}

/// Waits until all threads of a process sleep.
#[cfg(target_os = "linux")]
pub fn wait_until_idle(id: u32) {
    // A thread may wake another one whose state was already read. Two readings in a row must agree.
    let states = || [threads(id), threads(id)];
    wait_for(states, |readings| readings.iter().flatten().all(|(_, state)| matches!(state.as_str(), "S" | "Z")));
}

/// Makes programs that are started later react to interrupts. Child processes inherit ignored signals, for example if a shell
/// runs the tests with `&`. They do not inherit signals with a handler, so this installs handlers.
#[cfg(unix)]
pub fn default_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use std::sync::Once;
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or_default();
        let ignored = u64::from_str_radix(mask.trim(), 16).unwrap_or(0);
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            if ignored & (1 << (signal - 1)) != 0 {
                // The flag is never read, so the signal has no effect on the tests themselves.
                signal_hook::flag::register(signal, std::sync::Arc::default()).expect("a handler can be installed");
            }
        }
    });
}

/// Checks all cases, several at a time, for checks that mostly wait.
pub fn all_at_once<T: Sync>(cases: &[T], most: usize, check: impl Fn(&T) + Sync) {
    for some in cases.chunks(most) {
        std::thread::scope(|scope| some.iter().for_each(|case| _ = scope.spawn(|| check(case))));
    }
}

/// Waits for the end of a process.
pub fn wait(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the process can be asked") {
            return status;
        }
        if start.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("the process does not end");
        }
        sleep(Duration::from_millis(5));
    }
}

/// Prints to stderr that a test, or a part of it, is skipped. The test harness does not capture this line.
pub fn skip(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// Returns whether `KHEPRI_CI` is 1: `.ci/setup` has installed everything that tests need.
pub fn must_not_skip() -> bool {
    std::env::var_os("KHEPRI_CI").is_some_and(|value| value == "1")
}

/// Returns whether a program is missing, and prints that the test is skipped. `argument` makes the program end at once. If
/// `KHEPRI_CI` is 1, the test fails instead, because `.ci/setup` has installed all programs.
pub fn is_missing(program: &str, argument: &str) -> bool {
    let Err(error) = Command::new(program).arg(argument).stdin(Stdio::null()).output() else { return false };
    assert!(!must_not_skip(), "there is no program {program}: {error}");
    skip(&format!("there is no program {program}: {error}"));
    true
}

/// Starts a command as a user without rights if the tests run as root, which may open every file. Returns `None` if that user
/// cannot start it.
#[cfg(unix)]
pub fn start_without_root(command: &mut Command) -> Option<Child> {
    use std::os::unix::process::CommandExt;
    /// The user and the group that own no files.
    const UNPRIVILEGED: u32 = 65_534;
    if rustix::process::geteuid().is_root() {
        command.uid(UNPRIVILEGED).gid(UNPRIVILEGED);
    }
    let child = command.spawn().ok();
    if child.is_none() {
        skip("every folder is open to root, and another user cannot start the program");
    }
    child
}

/// Returns the stderr of a match without progress lines and the warning about the number of processors.
pub fn without_progress(errors: &str) -> String {
    const ABOUT: [&str; 3] = ["khepri: match: begins: ", "khepri: match: games ", "khepri: match: ends: "];
    let is_progress = |line: &&str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_row = words.len() == 13 && (words[0] == "rank" || words[0].parse::<u32>().is_ok());
        is_row
            || line.starts_with("SPRT [")
            || ABOUT.iter().any(|about| line.starts_with(about))
            || line.contains("more than the number of processors")
    };
    errors.lines().filter(|line| !is_progress(line)).map(|line| format!("{line}\n")).collect()
}

/// Runs the program with arguments and without input, to its end.
pub fn run(arguments: &[impl AsRef<OsStr>]) -> Output {
    output_of(Command::new(PROGRAM).args(arguments))
}

/// Runs a command without input to its end, and returns its status, stdout and stderr.
pub fn run_to_end(command: &mut Command) -> (Option<i32>, String, String) {
    let output = output_of(command);
    let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (output.status.code(), stdout, stderr)
}

fn output_of(command: &mut Command) -> Output {
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut output = child.stdout.take().expect("stdout is a pipe");
    let mut errors = child.stderr.take().expect("stderr is a pipe");
    let read_all = |stream: &mut dyn Read| {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        bytes
    };
    let stdout = spawn(move || read_all(&mut output));
    let stderr = spawn(move || read_all(&mut errors));
    let status = wait(&mut child);
    Output { status, stdout: stdout.join().expect("stdout is read"), stderr: stderr.join().expect("stderr is read") }
}

/// Reads the answer to a `go`; its last line is the `bestmove`.
pub fn read_answer(lines: &[String]) -> Answer {
    let words: Vec<&str> = lines[lines.len() - 1].split(' ').collect();
    assert_eq!(words[0], "bestmove", "{lines:#?}");
    assert!(words.len() == 2 || (words.len() == 4 && words[2] == "ponder"), "a bestmove line: {words:?}");
    let mut answer = Answer {
        infos: Vec::new(),
        remarks: Vec::new(),
        best: words[1].to_string(),
        ponder: words.get(3).map(|text| text.to_string()),
    };
    for line in &lines[..lines.len() - 1] {
        if line.starts_with("info string ") {
            answer.remarks.push(line.clone());
        } else if line.contains(" pv ") {
            answer.infos.push(read_info(line));
        } else {
            assert!(line.starts_with("info "), "a search reports nothing but info lines: `{line}`");
        }
    }
    answer
}

/// Returns whether the number after a word of a report, such as `time` or `nodes`, is greater than `other`.
pub fn is_beyond(line: &str, name: &str, other: u64) -> bool {
    let number = line.split(' ').skip_while(|word| *word != name).nth(1);
    number.and_then(|number| number.parse().ok()).is_some_and(|number: u64| number > other)
}

/// Reads `info depth D seldepth S multipv K score … nodes N nps P hashfull H time T pv …`.
pub fn read_info(line: &str) -> Info {
    let (head, line_of_play) = line.split_once(" pv ").expect("an info line with a line of play");
    let words: Vec<&str> = head.split(' ').collect();
    let number = |name: &str| -> Option<i64> {
        let at = words.iter().position(|word| *word == name)?;
        Some(words[at + 1].parse().unwrap_or_else(|_| panic!("{name} is followed by a number: `{line}`")))
    };
    let required = |name: &str| number(name).unwrap_or_else(|| panic!("`{name}` is missing: `{line}`"));
    for name in ["seldepth", "nps", "hashfull", "time"] {
        assert!(required(name) >= 0, "{name}: `{line}`");
    }
    let info = Info {
        depth: required("depth") as u32,
        multipv: required("multipv") as u32,
        cp: number("cp").map(|value| value as i32),
        mate: number("mate").map(|value| value as i32),
        bound: words.contains(&"lowerbound") || words.contains(&"upperbound"),
        nodes: required("nodes") as u64,
        pv: line_of_play.split(' ').map(str::to_string).collect(),
    };
    assert!(info.cp.is_some() != info.mate.is_some(), "either cp or mate: `{line}`");
    info
}

/// Reads the last lines of the answer to `d` and checks their order.
pub fn read_state(lines: &[String]) -> State {
    assert!(lines.len() > 6 + 8, "d draws the board before its six lines: {lines:#?}");
    let tail = &lines[lines.len() - 6..];
    let value = |index: usize, name: &str| {
        let line = &tail[index];
        line.strip_prefix(name).unwrap_or_else(|| panic!("`{line}` starts with `{name}`")).to_string()
    };
    let state = State {
        kfen: value(0, "kfen: "),
        key: value(1, "key: "),
        to_move: value(2, "to move: "),
        occurred: value(3, "occurred: ").parse().expect("a count"),
        reason: value(4, "reason: "),
        result: value(5, "result: "),
    };
    let is_key = |key: &str| key.len() == 16 && key.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    assert!(is_key(&state.key), "16 hex digits in lower case: `{}`", state.key);
    assert!(["silver", "red"].contains(&state.to_move.as_str()), "to move: `{}`", state.to_move);
    state
}

/// Returns whether a text has the form of a move.
pub fn is_move_text(text: &str) -> bool {
    text.parse::<khepri_rules::Move>().is_ok()
}

/// Returns N of the line `nodes N time MS nps P`, and checks its format.
pub fn perft_total(line: &str) -> u64 {
    let words: Vec<&str> = line.split(' ').collect();
    assert_eq!(words.len(), 6, "nodes N time MS nps P: `{line}`");
    assert_eq!([words[0], words[2], words[4]], ["nodes", "time", "nps"], "`{line}`");
    let number = |text: &str| -> u64 {
        assert!(text.bytes().all(|byte| byte.is_ascii_digit()), "digits only: `{line}`");
        text.parse().expect("a number")
    };
    number(words[3]);
    number(words[5]);
    number(words[1])
}

/// Returns the lines of an output without everything that depends on the clock.
pub fn without_times(lines: &[String]) -> Vec<String> {
    let strip = |line: &String| {
        let mut words: Vec<&str> = line.split(' ').collect();
        for name in ["time", "nps"] {
            if let Some(at) = words.iter().position(|word| *word == name) {
                words.drain(at..(at + 2).min(words.len()));
            }
        }
        words.join(" ")
    };
    // The engine prints these lines after three seconds of a search. It may also print a bound if a search is stopped.
    let is_detail = |line: &&String| line.starts_with("info currmove") || line.contains("erbound ");
    lines.iter().filter(|line| !is_detail(line)).map(strip).collect()
}

/// Returns a number from an environment variable, or the default. Such variables set the length of long tests.
pub fn env_number(name: &str, default: u64) -> u64 {
    let parse = |text: String| text.parse().unwrap_or_else(|_| panic!("{name}: a number is expected, found `{text}`"));
    std::env::var(name).map_or(default, parse)
}
