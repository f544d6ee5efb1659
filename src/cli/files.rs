//! The rule for the files of every command, checked before any of them is read or written.
//!
//! No two outputs are the same file, and no output is also an input. An output does not replace an existing file without
//! `--force`, unless its [`Kind`] says so. A file is the same under all its names. Devices and pipes keep nothing and may be
//! shared. An output called `-` is stdout, and then nothing else is printed there.

use super::mistake::Mistake;
use super::new_file::{NewFile, draft, folder_of, is_stdout, is_stream, place};
use crate::arena::records::{journal, kgn_file};
use crate::output::Output;
use clap::Args;
use same_file::Handle;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf, is_separator};

/// The number of bytes at the beginning of a file that show what it is.
const BEGINNING: u64 = 1024;

/// The argument of all commands that write files.
#[derive(Args)]
pub(super) struct Force {
    /// Replace output files that exist
    #[arg(long)]
    pub(super) force: bool,
}

/// What an output is, and which existing file it accepts without `--force`.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// A new file.
    New,
    /// A picture or a page, which replaces one that has this mark.
    Marked(&'static str),
    /// A file of the work that is continued, which begins with these bytes.
    Continued(&'static [u8]),
    /// A file that is appended to.
    Appended,
    /// Games in KGN, appended to others.
    Kgn,
    /// A folder for files.
    Folder,
}

impl Kind {
    fn accepts(self, path: &Path) -> io::Result<bool> {
        let beginning = || {
            let mut bytes = Vec::new();
            File::open(path)?.take(BEGINNING).read_to_end(&mut bytes).map(|_| bytes)
        };
        Ok(match self {
            Kind::New => false,
            Kind::Marked(mark) => beginning()?.windows(mark.len()).any(|bytes| bytes == mark.as_bytes()),
            Kind::Continued(start) => beginning()?.starts_with(start),
            Kind::Kgn => kgn_file::is_kgn(path)?,
            Kind::Appended | Kind::Folder => true,
        })
    }

    /// Returns why an existing file is not accepted.
    fn refusal(self) -> &'static str {
        match self {
            Kind::New | Kind::Appended | Kind::Folder => "it is there already; --force replaces it",
            Kind::Marked(_) => "it is there already, and not made by this program; --force replaces it",
            Kind::Continued(_) => "it is there already, and not of the work that is continued; --force replaces it",
            Kind::Kgn => "it is there already; expected games in KGN; --force replaces it",
        }
    }

    /// Returns whether an existing file is opened and not replaced.
    fn is_opened(self) -> bool {
        matches!(self, Kind::Appended | Kind::Kgn)
    }
}

/// An output of a command, as an argument names it.
pub(super) struct OutputFile<'a> {
    argument: &'static str,
    path: &'a Path,
    kind: Kind,
    force: bool,
}

impl<'a> OutputFile<'a> {
    /// Returns the output of an argument. With `force` it replaces any file.
    pub(super) fn new(argument: &'static str, path: &'a Path, kind: Kind, force: bool) -> OutputFile<'a> {
        OutputFile { argument, path, kind, force }
    }

    /// Returns whether it keeps nothing: stdout, a device or a pipe.
    pub(super) fn is_stream(&self) -> bool {
        is_stream(self.path)
    }

    /// Starts to write the file.
    pub(super) fn create(&self, stdout: &Output) -> Result<NewFile<'a>, Mistake> {
        NewFile::create(self.argument, self.path, self.force || !matches!(self.kind, Kind::New), stdout)
    }

    /// Writes the whole file. It may be written before: an earlier file is replaced.
    pub(super) fn write(&self, bytes: &[u8], stdout: &Output) -> Result<(), Mistake> {
        let mut file = NewFile::create(self.argument, self.path, true, stdout)?;
        file.write(bytes)?;
        file.finish()
    }

    fn mistake(&self, why: impl std::fmt::Display) -> Mistake {
        Mistake::new(self.argument, format_args!("{}: {why}", self.path.display()))
    }

    /// Checks what is at its path.
    fn check(&self) -> Result<(), Mistake> {
        let unwritable = |error: &io::Error| Mistake::unwritable(self.argument, self.path, error);
        let is_folder = matches!(self.kind, Kind::Folder);
        if is_stdout(self.path) {
            return if is_folder { Err(self.mistake("expected a folder, which cannot be stdout")) } else { Ok(()) };
        }
        let names_folder =
            self.path.as_os_str().as_encoded_bytes().last().is_some_and(|&byte| is_separator(byte.into()));
        match self.path.metadata() {
            Err(_) if names_folder && !is_folder => Err(self.mistake("expected a file, found the name of a folder")),
            Ok(found) if found.is_dir() != is_folder => {
                let (expected, found) = if is_folder { ("folder", "file") } else { ("file", "folder") };
                Err(self.mistake(format_args!("expected a {expected}, found a {found}")))
            }
            Ok(found) if found.is_file() && !self.force => match self.kind.accepts(self.path) {
                Ok(true) => Ok(()),
                Ok(false) => Err(self.mistake(self.kind.refusal())),
                Err(error) => Err(unwritable(&error)),
            },
            Err(error) if error.kind() != ErrorKind::NotFound => Err(unwritable(&error)),
            _ => Ok(()),
        }
    }

    /// Checks that the file can be written.
    fn check_writable(&self) -> Result<(), Mistake> {
        if self.is_stream() || matches!(self.kind, Kind::Folder) {
            return Ok(());
        }
        let append = || OpenOptions::new().append(true).open(self.path).map(drop);
        let is_there = self.path.exists();
        let written = match place(self.path) {
            Ok(_) if is_there && self.kind.is_opened() => append(),
            // A read-only folder may hold a writable file.
            Ok(place) => folder_of(&place)
                .metadata()
                .and_then(|_| draft(&place))
                .map(drop)
                .or_else(|error| append().map_err(|_| error)),
            Err(error) => Err(error),
        };
        written.map_err(|error| Mistake::unwritable(self.argument, self.path, &error))
    }
}

/// Checks the files of a command. Returns the output for everything else that the command prints: stdout, or stderr if a file
/// is stdout.
///
/// # Errors
/// The first output that cannot be written under the rule; nothing was read or changed.
pub(super) fn check<'a>(
    inputs: &[(&'static str, PathBuf)],
    outputs: impl IntoIterator<Item = &'a OutputFile<'a>>,
    stdout: &Output,
) -> Result<Output, Mistake> {
    let outputs: Vec<&OutputFile<'_>> = outputs.into_iter().collect();
    let read: Vec<(&'static str, Identity)> =
        inputs.iter().map(|(argument, path)| (*argument, Identity::of_path(path))).collect();
    let mut written: Vec<(&'static str, Identity)> = Vec::new();
    for output in &outputs {
        let identity = Identity::of_output(output.path);
        let same = |files: &[(&'static str, Identity)]| {
            files.iter().find(|(_, other)| identity.is_same(other)).map(|&(argument, _)| argument)
        };
        if let Some(argument) = same(&read) {
            return Err(output.mistake(format_args!("{argument} reads this file; expected another")));
        }
        if let Some(argument) = same(&written) {
            return Err(output.mistake(format_args!("{argument} writes this file; expected another")));
        }
        output.check()?;
        written.push((output.argument, identity));
    }
    for output in &outputs {
        // A folder is created if necessary.
        let lies_in = |folder: &OutputFile<'_>| {
            let (Ok(file), Ok(folder)) = (place(output.path), place(folder.path)) else { return false };
            file.parent() == Some(&folder)
        };
        if !outputs.iter().any(|folder| matches!(folder.kind, Kind::Folder) && lies_in(folder)) {
            output.check_writable()?;
        }
    }
    let has_stdout = outputs.iter().any(|output| is_stdout(output.path));
    Ok(if has_stdout { Output::to(io::stderr()) } else { stdout.clone() })
}

/// Returns whether two paths lead to the same file, or would if it existed.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    Identity::of_path(one).is_same(&Identity::of_path(other))
}

/// Returns the path by which a file can be opened, if its name may be that of stdout.
pub(super) fn openable(path: &Path) -> PathBuf {
    PathBuf::from(if is_stdout(path) { Path::new(journal::STDOUT) } else { path })
}

/// What distinguishes files that keep what is written. Opening anything else may block.
struct Identity {
    is_stdout: bool,
    handle: Option<Handle>,
    place: Option<PathBuf>,
}

impl Identity {
    fn of_output(path: &Path) -> Identity {
        Identity { is_stdout: is_stdout(path), ..Identity::of_path(&openable(path)) }
    }

    fn of_path(path: &Path) -> Identity {
        let is_file = path.metadata().is_ok_and(|found| found.is_file());
        Identity {
            is_stdout: false,
            handle: if is_file { Handle::from_path(path).ok() } else { None },
            place: if is_stream(path) { None } else { place(path).ok() },
        }
    }

    fn is_same(&self, other: &Identity) -> bool {
        let same_handle = self.handle.is_some() && self.handle == other.handle;
        let same_place = self.place.is_some() && self.place == other.place;
        (self.is_stdout && other.is_stdout) || same_handle || same_place
    }
}
