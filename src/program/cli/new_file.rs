//! Output files. A file is written under a temporary name and renamed when it is complete. Output to stdout, a device, a pipe or
//! a file in a read-only folder is written directly.

use super::command_error::CommandError;
use crate::output::Output;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The path that stands for stdout.
const STDOUT: &str = "-";

/// An output file that is being written. An existing file stays unchanged until [`NewFile::finish`], unless its folder is
/// read-only.
pub(super) struct NewFile<'a> {
    argument: &'static str,
    path: &'a Path,
    /// The writer that appends to the file.
    pub(super) writer: BufWriter<Sink>,
}

impl<'a> NewFile<'a> {
    /// Creates a file. It may replace an existing one if `replaces` is true.
    pub(super) fn create(
        argument: &'static str,
        path: &'a Path,
        replaces: bool,
        stdout: &Output,
    ) -> Result<NewFile<'a>, CommandError> {
        let sink =
            Sink::open(path, replaces, stdout).map_err(|error| CommandError::unwritable(argument, path, &error))?;
        Ok(NewFile { argument, path, writer: BufWriter::new(sink) })
    }

    /// Appends bytes.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), CommandError> {
        self.writer.write_all(bytes).map_err(|error| CommandError::unwritable(self.argument, self.path, &error))
    }

    /// Returns the path of the temporary file, if there is one.
    pub(super) fn temporary_path(&self) -> Option<&Path> {
        match self.writer.get_ref() {
            Sink::Temporary { file, .. } => Some(file.path()),
            Sink::Open(_) | Sink::Stdout(_) => None,
        }
    }

    /// Syncs the file to disk and renames it.
    pub(super) fn finish(self) -> Result<(), CommandError> {
        let NewFile { argument, path, writer } = self;
        finish(writer).map_err(|error| CommandError::unwritable(argument, path, &error))
    }
}

/// Writes a text to a file. If it cannot be written completely, an existing file stays unchanged, unless its folder is read-only.
pub(super) fn write_whole(path: &Path, text: &str, stdout: &Output) -> io::Result<()> {
    let mut writer = BufWriter::new(Sink::open(path, true, stdout)?);
    writer.write_all(text.as_bytes())?;
    finish(writer)
}

fn finish(writer: BufWriter<Sink>) -> io::Result<()> {
    match writer.into_inner().map_err(io::IntoInnerError::into_error)? {
        Sink::Temporary { file, path, replaces } => {
            file.as_file().sync_data()?;
            let renamed = if replaces { file.persist(path) } else { file.persist_noclobber(path) };
            renamed.map(drop).map_err(|error| error.error)
        }
        Sink::Open(_) | Sink::Stdout(_) => Ok(()),
    }
}

/// The destination of the written bytes.
pub(super) enum Sink {
    /// A temporary file, to be renamed to this path.
    Temporary { file: NamedTempFile, path: PathBuf, replaces: bool },
    /// A device, a pipe, or a file in a read-only folder.
    Open(File),
    /// The output of the program.
    Stdout(Output),
}

impl Sink {
    fn open(path: &Path, replaces: bool, stdout: &Output) -> io::Result<Sink> {
        if is_stdout(path) {
            return Ok(Sink::Stdout(stdout.clone()));
        }
        let open = || OpenOptions::new().write(true).truncate(true).open(path).map(Sink::Open);
        if is_stream(path) {
            return open();
        }
        let path = resolved(path)?;
        match temporary_file(&path) {
            Ok(file) => Ok(Sink::Temporary { file, path, replaces }),
            // In a read-only folder, an existing file may still be writable.
            Err(error) if replaces => open().map_err(|_| error),
            Err(error) => Err(error),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Temporary { file, .. } => file.write(bytes),
            Sink::Open(file) => file.write(bytes),
            Sink::Stdout(output) => {
                output.write(bytes);
                output.failure().map_or(Ok(bytes.len()), |error| Err(io::Error::new(error.kind(), error.to_string())))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Temporary { file, .. } => file.flush(),
            Sink::Open(file) => file.flush(),
            Sink::Stdout(_) => Ok(()),
        }
    }
}

/// Returns whether a path is the name of stdout.
pub(super) fn is_stdout(path: &Path) -> bool {
    path == Path::new(STDOUT)
}

/// Returns whether an output is stdout, a device or a pipe.
pub(super) fn is_stream(path: &Path) -> bool {
    is_stdout(path) || path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Returns the folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Returns the absolute path of a file, with all links resolved. The file need not exist.
///
/// # Errors
/// The folder cannot be resolved, or the path has no file name.
pub(super) fn resolved(path: &Path) -> io::Result<PathBuf> {
    /// The largest number of links in a row, as in Linux.
    const LINKS: u32 = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        if let Ok(resolved) = path.canonicalize() {
            return Ok(resolved);
        }
        let folder = match folder_of(&path).canonicalize() {
            // The folder need not exist either.
            Err(error) if error.kind() == io::ErrorKind::NotFound && folder_of(&path) != path => {
                resolved(folder_of(&path))?
            }
            found => found?,
        };
        match path.read_link() {
            Ok(target) => path = folder.join(target),
            Err(_) => return path.file_name().map(|name| folder.join(name)).ok_or(io::ErrorKind::NotFound.into()),
        }
    }
    Err(io::Error::other("too many links"))
}

/// Creates a temporary file in the folder of a path, to be renamed to that path.
fn temporary_file(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".khepri-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The default mode of a new file, before the umask is applied.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder_of(path))
}
