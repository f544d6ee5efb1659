//! Tests of `khepri datagen` and `khepri data`, and the folders and commands that they use.

mod bytes;
mod commands;
#[cfg(target_os = "linux")]
mod disk;
mod kill;
mod made;
mod refusal;
mod replay;

use crate::support::{PROGRAM, run, wait, wait_for};
use std::collections::BTreeMap;
use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};
use tempfile::TempDir;

/// The name of the file in a folder of games.
pub(super) const FILE: &str = "games.khepri";

/// The options for games that take little time.
const SHORT: &str = "--nodes 100";

/// A temporary folder for the files of a test.
pub(super) struct Workspace(TempDir);

/// The status and the output of a command.
pub(super) struct CommandResult {
    pub(super) status: Option<i32>,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

impl CommandResult {
    /// Returns the last line of stdout.
    pub(super) fn last_line(&self) -> &str {
        self.stdout.lines().last().unwrap_or_default()
    }
}

/// Waits for the end of a process. Returns its status and its stdout and stderr, which are short.
pub(super) fn end(mut child: Child) -> (Option<i32>, [String; 2]) {
    let status = wait(&mut child).code();
    let output = child.wait_with_output().expect("its output");
    (status, [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

impl Workspace {
    pub(super) fn new() -> Workspace {
        #[cfg(unix)]
        crate::support::default_signals();
        Workspace(tempfile::tempdir().expect("a folder"))
    }

    pub(super) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_string_lossy().into_owned()
    }

    /// Returns the bytes of the file in a folder of games.
    pub(super) fn bytes(&self, folder: &str) -> Vec<u8> {
        fs::read(self.path(&format!("{folder}/{FILE}"))).expect("a file of games")
    }

    /// Returns the words of a command line. `{}/` stands for the path of the workspace.
    fn words(&self, line: &str) -> Vec<String> {
        line.split_whitespace().map(|word| word.replace("{}/", &self.path(""))).collect()
    }

    /// Runs a command to its end.
    pub(super) fn run(&self, line: &str) -> CommandResult {
        let output = self.output(line);
        let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        CommandResult { status: output.status.code(), stdout, stderr }
    }

    /// Runs a command to its end, and returns its output as bytes.
    pub(super) fn output(&self, line: &str) -> Output {
        run(&self.words(line))
    }

    /// Runs a command, which has to succeed without errors on stderr.
    pub(super) fn run_ok(&self, line: &str) -> CommandResult {
        let result = self.run(line);
        assert_eq!((result.status, result.stderr.as_str()), (Some(0), ""), "{line}: {}", result.stdout);
        result
    }

    /// Makes games with several commands, so that none takes longer than the time limit on a busy machine.
    pub(super) fn make(&self, folder: &str, games: u64, options: &str) {
        for games in (40..games).step_by(40).chain([games]) {
            self.run_ok(&format!("datagen --output {{}}/{folder} --games {games} {options}"));
        }
    }

    /// Writes a number of games of a seed into a folder. All tests that ask for the same games share them.
    pub(super) fn make_shared(&self, folder: &str, games: u64, seed: u64) {
        static MADE: Mutex<BTreeMap<(u64, u64), Vec<u8>>> = Mutex::new(BTreeMap::new());
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = made.entry((games, seed)).or_insert_with(|| {
            let workspace = Workspace::new();
            workspace.make("a", games, &format!("{SHORT} --threads 1 --seed {seed}"));
            workspace.bytes("a")
        });
        fs::create_dir_all(self.path(folder)).expect("a folder");
        fs::write(self.path(&format!("{folder}/{FILE}")), bytes).expect("a file");
    }

    /// Runs a command, which has to fail with status 2 and one line on stderr that contains all texts of `named`.
    pub(super) fn assert_refused(&self, line: &str, named: &[&str]) {
        let result = self.run(line);
        assert_eq!((result.status, result.stdout.as_str()), (Some(2), ""), "{line}: {}", result.stderr);
        assert_eq!(result.stderr.lines().count(), 1, "{line}: {}", result.stderr);
        for name in named {
            assert!(result.stderr.contains(name), "{line}: `{name}` is not in: {}", result.stderr);
        }
    }

    /// Waits until the file in a folder of games has at least `bytes` bytes.
    fn wait_for_bytes(&self, folder: &str, bytes: u64) {
        let file = self.path(&format!("{folder}/{FILE}"));
        wait_for(|| fs::metadata(&file).map_or(0, |file| file.len()), |&length| length >= bytes);
    }

    /// Starts a command.
    pub(super) fn start(&self, line: &str) -> Child {
        let mut command = Command::new(PROGRAM);
        command.args(self.words(line)).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    }
}
