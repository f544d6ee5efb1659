//! Checks the files of a command before any of them is read or written.
//!
//! No two outputs may be the same file, and no output may be an input. An output does not replace an existing file without
//! `--force`, unless its [`OutputKind`] allows it. A file is recognised under all its names. Devices and pipes may be shared.
//! The output `-` is stdout, and then nothing else is printed there.

use super::command_error::CommandError;
use super::new_file::{NewFile, folder_of, is_stdout, is_stream, resolved};
use crate::output::Output;
use clap::Args;
use khepri_arena::records::{journal, kgn_file};
use same_file::Handle;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf, is_separator};

/// The number of bytes to read in order to recognise the type of a file.
const BEGINNING: u64 = 1024;

/// The option `--force` of all commands that write files.
#[derive(Args)]
pub(super) struct Force {
    /// Replace output files that exist
    #[arg(long)]
    pub(super) force: bool,
}

/// The kind of an output, which determines the existing files that it accepts without `--force`.
#[derive(Clone, Copy)]
pub(super) enum OutputKind {
    /// A new file.
    New,
    /// A picture or a page. It may replace a file that has this mark.
    Marked(&'static str),
    /// A file of continued work. It may replace a file that begins with these bytes, or that a kill has cut within them.
    Continued(&'static [u8]),
    /// A file to append to.
    Appended,
    /// Games in KGN, to append to others.
    Kgn,
    /// A folder for files.
    Folder,
}

impl OutputKind {
    /// Returns whether an existing file is accepted.
    fn accepts(self, path: &Path) -> io::Result<bool> {
        let beginning = || {
            let mut bytes = Vec::new();
            File::open(path)?.take(BEGINNING).read_to_end(&mut bytes).map(|_| bytes)
        };
        Ok(match self {
            OutputKind::New => false,
            OutputKind::Marked(mark) => beginning()?.windows(mark.len()).any(|bytes| bytes == mark.as_bytes()),
            OutputKind::Continued(start) => {
                let found = beginning()?;
                found.starts_with(start) || start.starts_with(&found)
            }
            OutputKind::Kgn => kgn_file::is_kgn(path)?,
            OutputKind::Appended | OutputKind::Folder => true,
        })
    }

    /// Returns the reason why an existing file is not accepted.
    fn refusal(self) -> &'static str {
        match self {
            OutputKind::New | OutputKind::Appended | OutputKind::Folder => "it is there already; --force replaces it",
            OutputKind::Marked(_) => "it is there already, and not made by this program; --force replaces it",
            OutputKind::Continued(_) => {
                "it is there already, and not of the work that is continued; --force replaces it"
            }
            OutputKind::Kgn => "it is there already; expected games in KGN; --force replaces it",
        }
    }

    /// Returns whether an existing file is appended to and not replaced.
    fn appends(self) -> bool {
        matches!(self, OutputKind::Appended | OutputKind::Kgn)
    }
}

/// An output file of a command.
pub(super) struct OutputFile<'a> {
    argument: &'static str,
    path: &'a Path,
    kind: OutputKind,
    force: bool,
}

impl<'a> OutputFile<'a> {
    /// Returns the output that an argument names. It replaces any existing file if `force` is true.
    pub(super) fn new(argument: &'static str, path: &'a Path, kind: OutputKind, force: bool) -> OutputFile<'a> {
        OutputFile { argument, path, kind, force }
    }

    /// Returns the path.
    pub(super) fn path(&self) -> &'a Path {
        self.path
    }

    /// Returns whether the output is stdout, a device or a pipe.
    pub(super) fn is_stream(&self) -> bool {
        is_stream(self.path)
    }

    /// Starts to write the file.
    pub(super) fn create(&self, stdout: &Output) -> Result<NewFile<'a>, CommandError> {
        NewFile::create(self.argument, self.path, self.force || !matches!(self.kind, OutputKind::New), stdout)
    }

    /// Writes the whole file, and replaces an existing one.
    pub(super) fn write(&self, bytes: &[u8], stdout: &Output) -> Result<(), CommandError> {
        let mut file = NewFile::create(self.argument, self.path, true, stdout)?;
        file.write(bytes)?;
        file.finish()
    }

    fn error(&self, why: impl std::fmt::Display) -> CommandError {
        CommandError::new(self.argument, format_args!("{}: {why}", self.path.display()))
    }

    /// Checks the file at the path, if there is one.
    fn check(&self) -> Result<(), CommandError> {
        let unwritable = |error: &io::Error| CommandError::unwritable(self.argument, self.path, error);
        let is_folder = matches!(self.kind, OutputKind::Folder);
        if is_stdout(self.path) {
            return if is_folder { Err(self.error("expected a folder, which cannot be stdout")) } else { Ok(()) };
        }
        let names_folder =
            self.path.as_os_str().as_encoded_bytes().last().is_some_and(|&byte| is_separator(byte.into()));
        match self.path.metadata() {
            Err(_) if names_folder && !is_folder => Err(self.error("expected a file, found the name of a folder")),
            Ok(found) if found.is_dir() != is_folder => {
                let (expected, found) = if is_folder { ("folder", "file") } else { ("file", "folder") };
                Err(self.error(format_args!("expected a {expected}, found a {found}")))
            }
            Ok(found) if found.is_file() && !self.force => match self.kind.accepts(self.path) {
                Ok(true) => Ok(()),
                Ok(false) => Err(self.error(self.kind.refusal())),
                Err(error) => Err(unwritable(&error)),
            },
            Err(error) if error.kind() != ErrorKind::NotFound => Err(unwritable(&error)),
            _ => Ok(()),
        }
    }

    /// Checks that the file can be written. Creates no file, which a killed process would leave.
    fn check_writable(&self) -> Result<(), CommandError> {
        if self.is_stream() || matches!(self.kind, OutputKind::Folder) {
            return Ok(());
        }
        let append = || OpenOptions::new().append(true).open(self.path).map(drop);
        let exists = self.path.exists();
        let written = match resolved(self.path) {
            Ok(_) if exists && self.kind.appends() => append(),
            // A file in a read-only folder may be writable.
            Ok(path) => takes_files(folder_of(&path)).or_else(|error| append().map_err(|_| error)),
            Err(error) => Err(error),
        };
        written.map_err(|error| CommandError::unwritable(self.argument, self.path, &error))
    }
}

/// Checks that files can be created in a folder, as far as the system says so without creating one.
fn takes_files(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    rustix::fs::access(folder.join("."), rustix::fs::Access::WRITE_OK | rustix::fs::Access::EXEC_OK)?;
    folder.metadata().map(drop)
}

/// Checks the files of a command. Returns the output for everything else that the command prints: stderr if a file is stdout,
/// otherwise stdout.
///
/// # Errors
/// An output is not allowed or cannot be written. No file has changed.
pub(super) fn check<'a>(
    inputs: &[(&'static str, PathBuf)],
    outputs: impl IntoIterator<Item = &'a OutputFile<'a>>,
    stdout: &Output,
) -> Result<Output, CommandError> {
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
            return Err(output.error(format_args!("{argument} reads this file; expected another")));
        }
        if let Some(argument) = same(&written) {
            return Err(output.error(format_args!("{argument} writes this file; expected another")));
        }
        output.check()?;
        written.push((output.argument, identity));
    }
    for output in &outputs {
        // The folder of the file may be an output that does not exist yet.
        let is_in = |folder: &OutputFile<'_>| {
            let (Ok(file), Ok(folder)) = (resolved(output.path), resolved(folder.path)) else { return false };
            file.parent() == Some(&folder)
        };
        if !outputs.iter().any(|folder| matches!(folder.kind, OutputKind::Folder) && is_in(folder)) {
            output.check_writable()?;
        }
    }
    let has_stdout = outputs.iter().any(|output| is_stdout(output.path));
    Ok(if has_stdout { Output::to(io::stderr()) } else { stdout.clone() })
}

/// Returns whether two paths name the same file, which need not exist.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    Identity::of_path(one).is_same(&Identity::of_path(other))
}

/// The path of stdin.
const STDIN: &str = "/dev/stdin";

fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}

/// Returns the path of an input, to compare it with the outputs. For `-` this is the path of stdin.
pub(super) fn input_path(file: &Path) -> PathBuf {
    PathBuf::from(if is_stdin(file) { Path::new(STDIN) } else { file })
}

/// Opens an input, or stdin for `-`.
pub(super) fn open_input(file: &Path) -> io::Result<Box<dyn Read>> {
    Ok(if is_stdin(file) { Box::new(io::stdin()) } else { Box::new(File::open(file)?) })
}

/// Returns the path to open for a file. For `-` this is the path of stdout.
pub(super) fn openable(path: &Path) -> PathBuf {
    PathBuf::from(if is_stdout(path) { Path::new(journal::STDOUT) } else { path })
}

/// The identity of a file, which is the same under all its names.
struct Identity {
    is_stdout: bool,
    /// The handle of a regular file. Opening anything else may block.
    handle: Option<Handle>,
    /// The resolved path, unless the file is a device or a pipe.
    path: Option<PathBuf>,
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
            path: if is_stream(path) { None } else { resolved(path).ok() },
        }
    }

    fn is_same(&self, other: &Identity) -> bool {
        let same_handle = self.handle.is_some() && self.handle == other.handle;
        let same_path = self.path.is_some() && self.path == other.path;
        (self.is_stdout && other.is_stdout) || same_handle || same_path
    }
}
