//! Files that get their names when they are complete.

use super::mistake::Mistake;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// The new file of an argument. Without [`NewFile::finish`] nothing stays of it.
pub(super) struct NewFile<'a> {
    argument: &'static str,
    path: &'a Path,
    /// Appends to the file.
    pub(super) writer: BufWriter<NamedTempFile>,
}

impl<'a> NewFile<'a> {
    /// Creates the file; an existing one is a mistake.
    pub(super) fn create(argument: &'static str, path: &'a Path) -> Result<NewFile<'a>, Mistake> {
        if fs::symlink_metadata(path).is_ok() {
            return Err(Mistake::unwritable(argument, path, &io::ErrorKind::AlreadyExists.into()));
        }
        let file = draft(path).map_err(|error| Mistake::unwritable(argument, path, &error))?;
        Ok(NewFile { argument, path, writer: BufWriter::new(file) })
    }

    /// Appends bytes.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Mistake> {
        self.writer.write_all(bytes).map_err(|error| Mistake::unwritable(self.argument, self.path, &error))
    }

    /// Syncs the file to disk and names it.
    pub(super) fn finish(self) -> Result<(), Mistake> {
        let named = self.writer.into_inner().map_err(|error| error.into_error()).and_then(|file| {
            file.as_file().sync_data()?;
            file.persist_noclobber(self.path).map_err(|error| error.error)
        });
        named.map(drop).map_err(|error| Mistake::unwritable(self.argument, self.path, &error))
    }
}

/// Returns the folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Creates a temporary file in the folder of `path`, for [`NamedTempFile::persist`].
pub(super) fn draft(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".khepri-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The default of the system for new files, narrowed by the umask.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder_of(path))
}

/// Writes a file of text. If it cannot be written whole, the old file stays.
pub(super) fn write_whole(file: &Path, text: &str) -> io::Result<()> {
    write_bytes(file, text.as_bytes())
}

/// Writes a file. If it cannot be written whole, the old file stays.
pub(super) fn write_bytes(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let place = match file.canonicalize() {
        Ok(place) if place.is_file() => place,
        Err(_) if file.symlink_metadata().is_err() => file.to_owned(),
        // A device cannot be replaced.
        _ => return fs::write(file, bytes),
    };
    // A read-only folder may hold a writable file.
    let Ok(mut new) = draft(&place) else { return fs::write(file, bytes) };
    new.write_all(bytes)?;
    new.persist(&place).map(drop).map_err(|error| error.error)
}
