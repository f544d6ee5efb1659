//! Files that get their names when they are complete. What is written to stdout, a device or a pipe arrives at once.

use super::mistake::Mistake;
use crate::output::Output;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The name of stdout as a file.
const STDOUT: &str = "-";

/// The file of an argument while it is written. Without [`NewFile::finish`] an earlier file stays as it was.
pub(super) struct NewFile<'a> {
    argument: &'static str,
    path: &'a Path,
    /// Appends to the file.
    pub(super) writer: BufWriter<Sink>,
}

impl<'a> NewFile<'a> {
    /// Starts a file, which may replace an earlier one.
    pub(super) fn create(
        argument: &'static str,
        path: &'a Path,
        replaces: bool,
        stdout: &Output,
    ) -> Result<NewFile<'a>, Mistake> {
        let sink = Sink::open(path, replaces, stdout).map_err(|error| Mistake::unwritable(argument, path, &error))?;
        Ok(NewFile { argument, path, writer: BufWriter::new(sink) })
    }

    /// Appends bytes.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Mistake> {
        self.writer.write_all(bytes).map_err(|error| Mistake::unwritable(self.argument, self.path, &error))
    }

    /// Returns the path of the temporary file, if there is one.
    pub(super) fn draft(&self) -> Option<&Path> {
        match self.writer.get_ref() {
            Sink::Draft { file, .. } => Some(file.path()),
            Sink::Open(_) | Sink::Stdout(_) => None,
        }
    }

    /// Syncs the file to disk and names it.
    pub(super) fn finish(self) -> Result<(), Mistake> {
        let NewFile { argument, path, writer } = self;
        finish(writer).map_err(|error| Mistake::unwritable(argument, path, &error))
    }
}

/// Writes a file of text. If it cannot be written whole, the old file stays.
pub(super) fn write_whole(path: &Path, text: &str, stdout: &Output) -> io::Result<()> {
    let mut writer = BufWriter::new(Sink::open(path, true, stdout)?);
    writer.write_all(text.as_bytes())?;
    finish(writer)
}

fn finish(writer: BufWriter<Sink>) -> io::Result<()> {
    match writer.into_inner().map_err(io::IntoInnerError::into_error)? {
        Sink::Draft { file, place, replaces } => {
            file.as_file().sync_data()?;
            let named = if replaces { file.persist(place) } else { file.persist_noclobber(place) };
            named.map(drop).map_err(|error| error.error)
        }
        Sink::Open(_) | Sink::Stdout(_) => Ok(()),
    }
}

/// The destination of bytes.
pub(super) enum Sink {
    /// A temporary file for this place.
    Draft { file: NamedTempFile, place: PathBuf, replaces: bool },
    /// A device, a pipe, or a file in a read-only folder.
    Open(File),
    /// The stream of answers.
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
        let place = place(path)?;
        match draft(&place) {
            Ok(file) => Ok(Sink::Draft { file, place, replaces }),
            // A read-only folder may hold a writable file.
            Err(error) if replaces => open().map_err(|_| error),
            Err(error) => Err(error),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Draft { file, .. } => file.write(bytes),
            Sink::Open(file) => file.write(bytes),
            Sink::Stdout(output) => {
                output.write(bytes);
                output.failure().map_or(Ok(bytes.len()), |error| Err(io::Error::new(error.kind(), error.to_string())))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Draft { file, .. } => file.flush(),
            Sink::Open(file) => file.flush(),
            Sink::Stdout(_) => Ok(()),
        }
    }
}

/// Returns whether a path is the name of stdout.
pub(super) fn is_stdout(path: &Path) -> bool {
    path == Path::new(STDOUT)
}

/// Returns whether an output keeps nothing: stdout, a device or a pipe.
pub(super) fn is_stream(path: &Path) -> bool {
    is_stdout(path) || path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Returns the folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Returns the place that a path leads to, even through links to a missing file.
///
/// # Errors
/// There is no such folder, or the path has no name in it.
pub(super) fn place(path: &Path) -> io::Result<PathBuf> {
    /// Largest number of links in a row, as in Linux.
    const LINKS: u32 = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        if let Ok(place) = path.canonicalize() {
            return Ok(place);
        }
        let folder = match folder_of(&path).canonicalize() {
            // The folder may be created too.
            Err(error) if error.kind() == io::ErrorKind::NotFound && folder_of(&path) != path => {
                place(folder_of(&path))?
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

/// Creates a temporary file in the folder of a place, for [`NamedTempFile::persist`].
pub(super) fn draft(place: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".khepri-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The default of the system for new files, narrowed by the umask.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder_of(place))
}
