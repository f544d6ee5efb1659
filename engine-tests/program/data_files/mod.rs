//! Folders of `khepri datagen`, and what can be read of them.

mod bytes;
mod commands;
#[cfg(target_os = "linux")]
mod disk;
mod kill;
mod made;
mod refusal;
mod replay;

use crate::support::{PROGRAM, run, wait_for};
use std::fs;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// The name of the file in its folder.
pub(super) const FILE: &str = "games.khepri";

/// Options of short games.
const SHORT: &str = "--nodes 100";

/// A folder in which other folders are made.
pub(super) struct Place(TempDir);

/// What a command printed, and how it ended.
pub(super) struct Said {
    pub(super) status: Option<i32>,
    pub(super) text: String,
    pub(super) errors: String,
}

impl Said {
    /// The last line of its output.
    pub(super) fn last(&self) -> &str {
        self.text.lines().last().unwrap_or_default()
    }
}

impl Place {
    pub(super) fn new() -> Place {
        #[cfg(unix)]
        crate::support::default_signals();
        Place(tempfile::tempdir().expect("a folder"))
    }

    pub(super) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_string_lossy().into_owned()
    }

    /// The bytes of the file in a folder of games.
    pub(super) fn bytes(&self, folder: &str) -> Vec<u8> {
        fs::read(self.path(&format!("{folder}/{FILE}"))).expect("a file of games")
    }

    /// The words of a line; `{}/` stands for the place.
    fn words(&self, line: &str) -> Vec<String> {
        line.split_whitespace().map(|word| word.replace("{}/", &self.path(""))).collect()
    }

    /// Runs a command to its end.
    pub(super) fn say(&self, line: &str) -> Said {
        let words = self.words(line);
        let ended = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Said { status: ended.status.code(), text: text(ended.stdout), errors: text(ended.stderr) }
    }

    /// Runs a command to its end, and returns the bytes that it printed.
    #[cfg(unix)]
    pub(super) fn bytes_on_stdout(&self, line: &str) -> Vec<u8> {
        let words = self.words(line);
        let ended = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(ended.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&ended.stderr));
        ended.stdout
    }

    /// Runs a command that has to do well.
    pub(super) fn well(&self, line: &str) -> Said {
        let said = self.say(line);
        assert_eq!((said.status, said.errors.as_str()), (Some(0), ""), "{line}: {}", said.text);
        said
    }

    /// Makes games, some at a time: on a busy machine no command may take longer than the patience.
    pub(super) fn make(&self, folder: &str, games: u64, options: &str) {
        for games in (40..games).step_by(40).chain([games]) {
            self.well(&format!("datagen --output {{}}/{folder} --games {games} {options}"));
        }
    }

    /// Runs a command that has to be refused in one line that names each of these.
    pub(super) fn refused(&self, line: &str, named: &[&str]) {
        let said = self.say(line);
        assert_eq!((said.status, said.text.as_str()), (Some(2), ""), "{line}: {}", said.errors);
        assert_eq!(said.errors.lines().count(), 1, "{line}: {}", said.errors);
        for name in named {
            assert!(said.errors.contains(name), "{line}: `{name}` is not in: {}", said.errors);
        }
    }

    /// Waits until the file in a folder of games has at least a number of bytes.
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
