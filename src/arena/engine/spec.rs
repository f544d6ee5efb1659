//! The description of an engine by `KEY=VALUE` words: its program, options, limits and protocol.

use super::protocol::Protocol;
use crate::names::one_word;
use crate::time_control::{self, TimeControl};
use khepri_rules::internal::notation::excerpt;
use std::collections::HashSet;
use std::fmt::Display;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// An engine of a match.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct EngineSpec {
    /// The program: a path, or a name to look up in `PATH`.
    pub command: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder it runs in; the current one by default.
    pub folder: Option<PathBuf>,
    /// Its name in records, unique in a match.
    pub name: String,
    /// Names and values of options, set in this order.
    pub options: Vec<(String, String)>,
    /// The limits of its moves.
    pub control: TimeControl,
    /// The time by which it may exceed its limit, if that differs from the match's margin.
    pub margin: Option<Duration>,
    /// Its protocol.
    pub protocol: Protocol,
    /// Whether it is restarted for each game.
    pub restart: bool,
    /// Whether it ponders on its opponent's time.
    pub ponder: bool,
    /// A file to which its stderr is appended.
    pub stderr: Option<PathBuf>,
}

/// The keys that describe an engine, for messages.
const KEYS: &str =
    "cmd, name, arg, args, dir, option.NAME, tc, st, nodes, depth, margin, ponder, protocol, restart or stderr";

/// Largest margin, in milliseconds: a day.
pub const LONGEST_MARGIN: u64 = 86_400_000;

/// An invalid description of an engine: the invalid word or the name of the engine, and the problem.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {problem}")]
pub struct SpecError {
    place: String,
    problem: String,
}

impl SpecError {
    fn new(place: impl Into<String>, problem: impl Display) -> SpecError {
        SpecError { place: place.into(), problem: problem.to_string() }
    }
}

impl EngineSpec {
    /// Returns the known files that the engine reads: its networks, and its program unless that is looked up in `PATH`.
    pub fn inputs(&self) -> impl Iterator<Item = PathBuf> {
        let program = Some(&self.command).filter(|command| command.components().count() > 1).cloned();
        let networks = self.options.iter().filter(|(name, _)| name.eq_ignore_ascii_case("EvalFile"));
        let folder = self.folder.as_deref().unwrap_or(Path::new(""));
        program.into_iter().chain(networks.map(|(_, file)| folder.join(file)))
    }

    /// Applies `KEY=VALUE` words on top of the current settings.
    ///
    /// # Errors
    /// A word is invalid.
    pub fn read<'a>(&mut self, words: impl IntoIterator<Item = &'a str>) -> Result<(), SpecError> {
        for word in words {
            let expected = |what: &str| SpecError::new(excerpt(word), format_args!("expected {what}"));
            let (key, value) = word.split_once('=').ok_or_else(|| expected("KEY=VALUE"))?;
            self.set(key, value, &expected)?;
        }
        Ok(())
    }

    fn set(&mut self, key: &str, value: &str, expected: &dyn Fn(&str) -> SpecError) -> Result<(), SpecError> {
        let switch = || match value {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(expected("on or off")),
        };
        match key {
            "cmd" if value.is_empty() => return Err(expected("a program")),
            "cmd" => self.command = value.into(),
            "name" if value.is_empty() => return Err(expected("a name")),
            "name" => self.name = value.to_owned(),
            "arg" => self.arguments.push(value.to_owned()),
            "args" => {
                let arguments = shlex::split(value).ok_or_else(|| expected("arguments with the quoting of a shell"))?;
                self.arguments.extend(arguments);
            }
            "dir" => self.folder = Some(value.into()),
            "protocol" | "proto" => {
                self.protocol = Protocol::from_name(value).ok_or_else(|| expected("uci or khet2ai"))?;
            }
            "restart" => self.restart = value != "auto" && switch()?,
            "ponder" => self.ponder = switch()?,
            "margin" => {
                let milliseconds = value.parse().ok().filter(|&margin| margin <= LONGEST_MARGIN);
                let milliseconds = milliseconds.ok_or_else(|| expected("whole milliseconds up to a day"))?;
                self.margin = Some(Duration::from_millis(milliseconds));
            }
            "stderr" => self.stderr = Some(value.into()),
            _ if time_control::KEYS.contains(&key) => {
                let invalid = |error| SpecError::new(excerpt(&format!("{key}={value}")), error);
                self.control.set(key, value).map_err(invalid)?;
            }
            _ => {
                let option = key.strip_prefix("option.").filter(|option| !option.is_empty());
                let option = option.ok_or_else(|| expected(KEYS))?;
                // A line break would start another command.
                if [option, value].iter().any(|text| text.contains(char::is_control)) {
                    return Err(expected("an option on one line"));
                }
                self.options.retain(|(name, _)| !name.eq_ignore_ascii_case(option));
                self.options.push((option.to_owned(), value.to_owned()));
            }
        }
        Ok(())
    }

    /// Checks that the description is complete, that the protocol supports it, and that the program and the folders exist. In a
    /// match, the moves need a limit; elsewhere there must be none.
    ///
    /// # Errors
    /// Something is missing or not supported.
    pub fn check(&self, in_match: bool) -> Result<(), SpecError> {
        if self.command.as_os_str().is_empty() {
            return Err(SpecError::new("cmd", "expected cmd=PROGRAM"));
        }
        let problem = match (in_match, self.control.is_unlimited()) {
            (true, true) => Some("no limit for its moves: expected tc, st, nodes or depth".to_owned()),
            (false, false) => {
                Some("expected no limit for its moves: tc, st, nodes and depth belong to a match".to_owned())
            }
            _ => self.problem(),
        };
        problem.map_or(Ok(()), |problem| Err(SpecError::new(&self.name, problem)))
    }

    fn problem(&self) -> Option<String> {
        let uses = [
            (self.control.nodes.is_some(), "has no node limit"),
            (!self.options.is_empty(), "has no options"),
            (self.ponder, "cannot ponder"),
        ];
        if self.protocol == Protocol::Khet2Ai
            && let Some((_, what)) = uses.into_iter().find(|(is_used, _)| *is_used)
        {
            return Some(format!("protocol khet2ai {what}"));
        }
        let stderr_folder = self.stderr.as_deref().and_then(Path::parent).filter(|folder| *folder != Path::new(""));
        for folder in self.folder.as_deref().into_iter().chain(stderr_folder) {
            if !folder.is_dir() {
                return Some(format!("no such folder: {}", folder.display()));
            }
        }
        match self.program_file() {
            ProgramFile::Missing => Some(format!("no such program: {}", self.command.display())),
            ProgramFile::NotExecutable => Some(format!("not executable: {}", self.command.display())),
            ProgramFile::Executable => None,
        }
    }

    /// Returns the default name: the file name of the program without `.exe`.
    fn name_of_program(&self) -> String {
        let name = self.command.file_name().unwrap_or_default().to_string_lossy();
        // Text after any other dot may be a version.
        name.strip_suffix(".exe").unwrap_or(&name).to_owned()
    }

    /// Returns the program and its arguments as given, with the quoting of a shell.
    pub fn command_line(&self) -> String {
        let program = self.command.to_string_lossy();
        let words = std::iter::once(&*program).chain(self.arguments.iter().map(String::as_str));
        // Quoting fails only for a NUL byte, with which no process can be started.
        shlex::try_join(words).unwrap_or_default()
    }

    fn program_file(&self) -> ProgramFile {
        if self.command.components().count() > 1 || self.command.is_absolute() {
            return program_file_at(&self.program());
        }
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let files = std::env::split_paths(&folders).map(|folder| program_file_at(&folder.join(&self.command)));
        files.max().unwrap_or(ProgramFile::Missing)
    }

    /// Returns the program to start: a relative path is relative to the runner's folder, not to the engine's.
    pub fn program(&self) -> PathBuf {
        if self.command.components().count() > 1 {
            std::path::absolute(&self.command).unwrap_or_else(|_| self.command.clone())
        } else {
            self.command.clone()
        }
    }
}

/// The kind of file at the path of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ProgramFile {
    /// No file.
    Missing,
    /// A file without permission to execute.
    NotExecutable,
    /// An executable file.
    Executable,
}

fn program_file_at(path: &Path) -> ProgramFile {
    let mut with_suffix = path.as_os_str().to_owned();
    with_suffix.push(std::env::consts::EXE_SUFFIX);
    let paths = [path.to_owned(), with_suffix.into()];
    let files = paths.iter().filter_map(|path| path.metadata().ok()).filter(Metadata::is_file);
    let kinds =
        files.map(|file| if is_executable(&file) { ProgramFile::Executable } else { ProgramFile::NotExecutable });
    kinds.max().unwrap_or(ProgramFile::Missing)
}

#[cfg(unix)]
fn is_executable(file: &Metadata) -> bool {
    const ANY_USER: u32 = 0o111;
    std::os::unix::fs::PermissionsExt::mode(&file.permissions()) & ANY_USER != 0
}

#[cfg(not(unix))]
fn is_executable(_: &Metadata) -> bool {
    true
}

/// Gives each engine without a name a unique one.
///
/// # Errors
/// Two engines were given the same name.
pub fn name_all(engines: &mut [EngineSpec]) -> Result<(), SpecError> {
    let mut taken = HashSet::new();
    for engine in engines.iter().filter(|engine| !engine.name.is_empty()) {
        if !taken.insert(one_word(&engine.name)) {
            return Err(SpecError::new(excerpt(&one_word(&engine.name)), "two engines have this name in tables"));
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

    fn read(words: &[&str]) -> Result<EngineSpec, SpecError> {
        let mut engine = EngineSpec::default();
        engine.read(words.iter().copied()).map(|()| engine)
    }

    #[test]
    fn words_set_the_description() {
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
        assert_eq!((engine.control.to_string().as_str(), engine.protocol), ("st=0.1", Protocol::Khet2Ai));
    }

    #[test]
    fn an_error_names_the_word() {
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
            let error = read(&[word]).expect_err(word).to_string();
            assert!(error.contains(&format!("`{word}`")), "{error}");
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
