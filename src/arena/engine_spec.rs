//! How an engine is started and set up, from the words behind `--engine`.

use super::dialect::Dialect;
use super::names::one_word;
use super::time_control::{self, TimeControl};
use crate::notation::excerpt;
use std::collections::HashSet;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// One participant of a match.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct EngineSpec {
    /// The program: a path, or a name to be looked up.
    pub command: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Where it runs; our own folder if nothing is said.
    pub folder: Option<PathBuf>,
    /// How it is called in records; no two are called the same.
    pub name: String,
    /// Names and values of options, set in this order.
    pub options: Vec<(String, String)>,
    /// What limits its moves.
    pub control: TimeControl,
    /// By how much it may exceed its time, if that differs from the rule of the match.
    pub margin: Option<Duration>,
    /// How it is spoken to.
    pub dialect: Dialect,
    /// Whether it is started anew for each game.
    pub restart: bool,
    /// Whether it thinks on its opponent's time.
    pub ponder: bool,
    /// A file to which what it writes to stderr is appended.
    pub stderr: Option<PathBuf>,
}

/// The words that an engine knows, for messages.
const WORDS: &str =
    "cmd, name, arg, args, dir, option.NAME, tc, st, nodes, depth, margin, ponder, protocol, restart or stderr";

/// The longest margin, in milliseconds: a day.
pub const LONGEST_MARGIN: u64 = 86_400_000;

impl EngineSpec {
    /// Reads `KEY=VALUE` words on top of what is set already.
    ///
    /// # Errors
    /// The word at fault and what was expected.
    pub fn read<'a>(&mut self, words: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
        for word in words {
            let (key, value) =
                word.split_once('=').ok_or_else(|| format!("expected KEY=VALUE, found {}", excerpt(word)))?;
            self.set(key, value).map_err(|why| format!("{}: {why}", excerpt(word)))?;
        }
        Ok(())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "cmd" if value.is_empty() => return Err("expected a program".to_owned()),
            "cmd" => self.command = value.into(),
            "name" if value.is_empty() => return Err("expected a name".to_owned()),
            "name" => self.name = value.to_owned(),
            "arg" => self.arguments.push(value.to_owned()),
            "args" => {
                let arguments = shlex::split(value).ok_or("expected arguments as a shell takes them")?;
                self.arguments.extend(arguments);
            }
            "dir" => self.folder = Some(value.into()),
            "protocol" | "proto" => self.dialect = Dialect::from_name(value)?,
            "restart" => self.restart = value != "auto" && switch(value)?,
            "ponder" => self.ponder = switch(value)?,
            "margin" => {
                let milliseconds = value.parse().ok().filter(|&margin| margin <= LONGEST_MARGIN);
                let milliseconds = milliseconds.ok_or("expected whole milliseconds up to a day")?;
                self.margin = Some(Duration::from_millis(milliseconds));
            }
            "stderr" => self.stderr = Some(value.into()),
            _ if time_control::KEYS.contains(&key) => self.control.set(key, value)?,
            _ => {
                let option = key.strip_prefix("option.").filter(|option| !option.is_empty());
                let option = option.ok_or_else(|| format!("expected {WORDS}"))?;
                // A line break would smuggle in another command.
                if [option, value].iter().any(|text| text.contains(char::is_control)) {
                    return Err("expected an option on one line".to_owned());
                }
                self.options.retain(|(name, _)| !name.eq_ignore_ascii_case(option));
                self.options.push((option.to_owned(), value.to_owned()));
            }
        }
        Ok(())
    }

    /// Whether all is there and can be asked of this engine.
    ///
    /// # Errors
    /// What is missing or cannot be.
    pub fn check(&self) -> Result<(), String> {
        if self.command.as_os_str().is_empty() {
            return Err("expected cmd=PROGRAM".to_owned());
        }
        if self.control.is_unlimited() {
            return Err(format!("{}: no limit for its moves: expected tc, st, nodes or depth", self.name));
        }
        if self.dialect == Dialect::Khet2Ai {
            if self.control.nodes.is_some() {
                return Err(format!("{}: protocol khet2ai has no node limit", self.name));
            }
            if !self.options.is_empty() {
                return Err(format!("{}: protocol khet2ai has no options", self.name));
            }
            if self.ponder {
                return Err(format!("{}: protocol khet2ai cannot ponder", self.name));
            }
        }
        let place_of_stderr = self.stderr.as_deref().and_then(Path::parent).filter(|place| *place != Path::new(""));
        for folder in self.folder.as_deref().into_iter().chain(place_of_stderr) {
            if !folder.is_dir() {
                return Err(format!("{}: no such folder: {}", self.name, folder.display()));
            }
        }
        match self.found() {
            Found::Nothing => Err(format!("{}: no such program: {}", self.name, self.command.display())),
            Found::File => Err(format!("{}: not executable: {}", self.name, self.command.display())),
            Found::Program => Ok(()),
        }
    }

    /// The name that it gets if nobody gives it one.
    pub fn name_of_program(&self) -> String {
        let name = self.command.file_name().unwrap_or_default().to_string_lossy();
        // What stands behind another point may be a version.
        name.strip_suffix(".exe").unwrap_or(&name).to_owned()
    }

    /// Its program and arguments as they were given, as a shell takes them.
    pub fn command_line(&self) -> String {
        let program = self.command.to_string_lossy();
        let words = std::iter::once(&*program).chain(self.arguments.iter().map(String::as_str));
        // No process can be started with what a shell cannot take.
        shlex::try_join(words).unwrap_or_default()
    }

    fn found(&self) -> Found {
        if self.command.components().count() > 1 || self.command.is_absolute() {
            return found(&self.program());
        }
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let there = std::env::split_paths(&folders).map(|folder| found(&folder.join(&self.command)));
        there.max().unwrap_or(Found::Nothing)
    }

    /// The program as it has to be started: a relative path counts from our folder, wherever the engine runs.
    pub fn program(&self) -> PathBuf {
        if self.command.components().count() > 1 {
            std::path::absolute(&self.command).unwrap_or_else(|_| self.command.clone())
        } else {
            self.command.clone()
        }
    }
}

fn switch(value: &str) -> Result<bool, String> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("expected on or off".to_owned()),
    }
}

/// What is where a program should be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    /// No file.
    Nothing,
    /// A file that the system executes for nobody.
    File,
    /// A file that it may execute.
    Program,
}

fn found(path: &Path) -> Found {
    let mut with_suffix = path.as_os_str().to_owned();
    with_suffix.push(std::env::consts::EXE_SUFFIX);
    let places = [path.to_owned(), with_suffix.into()];
    let found = places.iter().filter_map(|path| path.metadata().ok()).filter(Metadata::is_file);
    let found = found.map(|file| if is_executable(&file) { Found::Program } else { Found::File });
    found.max().unwrap_or(Found::Nothing)
}

#[cfg(unix)]
fn is_executable(file: &Metadata) -> bool {
    const ANYBODY: u32 = 0o111;
    std::os::unix::fs::PermissionsExt::mode(&file.permissions()) & ANYBODY != 0
}

#[cfg(not(unix))]
fn is_executable(_: &Metadata) -> bool {
    true
}

/// Gives names to those that have none, none that is given to another, and sees to it that names differ.
///
/// # Errors
/// A name that was given twice.
pub fn name_all(engines: &mut [EngineSpec]) -> Result<(), String> {
    let mut taken = HashSet::new();
    for engine in engines.iter().filter(|engine| !engine.name.is_empty()) {
        if !taken.insert(one_word(&engine.name)) {
            return Err(format!("two engines are called {} in tables", excerpt(&one_word(&engine.name))));
        }
    }
    for engine in engines.iter_mut().filter(|engine| engine.name.is_empty()) {
        let name = engine.name_of_program();
        let others = (2..).map(|number| format!("{name} {number}"));
        engine.name =
            std::iter::once(name.clone()).chain(others).find(|name| !taken.contains(&one_word(name))).unwrap_or(name);
        taken.insert(one_word(&engine.name));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<EngineSpec, String> {
        let mut engine = EngineSpec::default();
        engine.read(words.iter().copied()).map(|()| engine)
    }

    #[test]
    fn words_are_understood() {
        let engine = read(&[
            "cmd=./khepri",
            "name=A=B",
            "args=--a 'b c'",
            "arg=d e",
            "option.Move Overhead=0",
            "option.hash=1",
            "option.Hash=2",
            "st=0.1",
            "protocol=khet2ai",
        ])
        .expect("an engine");
        assert_eq!((engine.command.as_path(), engine.name.as_str()), (Path::new("./khepri"), "A=B"));
        assert_eq!(engine.arguments, ["--a", "b c", "d e"]);
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(engine.options, [option("Move Overhead", "0"), option("Hash", "2")]);
        assert_eq!((engine.control.to_string().as_str(), engine.dialect), ("st=0.1", Dialect::Khet2Ai));
    }

    #[test]
    fn a_fault_names_the_word() {
        for word in [
            "x",
            "x=1",
            "option.=1",
            "tc=x",
            "cmd=",
            "name=",
            "protocol=uci2",
            "restart=1",
            "args='",
            "margin=-1",
            "margin=1.5",
            "ponder=1",
        ] {
            let why = read(&[word]).expect_err(word);
            assert!(why.contains(&format!("`{word}`")), "{why}");
        }
        assert!(read(&["option.a=1\nquit"]).is_err());
    }

    #[test]
    fn engines_have_different_names() {
        let named = |name: &str| EngineSpec { command: "/bin/khepri".into(), name: name.into(), ..Default::default() };
        let mut engines = [named(""), named("B"), named(""), named("")];
        assert_eq!(name_all(&mut engines), Ok(()));
        assert_eq!(engines.map(|engine| engine.name), ["khepri", "B", "khepri 2", "khepri 3"]);
        assert!(name_all(&mut [named("A"), named("A")]).is_err());
        assert!(name_all(&mut [named("A B"), named("A_B")]).is_err());
        let mut engines = [named(""), named(""), named("khepri 2")];
        assert_eq!(name_all(&mut engines), Ok(()));
        assert_eq!(engines.map(|engine| engine.name), ["khepri", "khepri 3", "khepri 2"]);
        for (program, name) in [("./mock-1.2", "mock-1.2"), ("a/mock.exe", "mock")] {
            assert_eq!(EngineSpec { command: program.into(), ..Default::default() }.name_of_program(), name);
        }
    }
}
