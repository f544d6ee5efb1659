//! Rewrites a file. If the new contents differ from the old ones, they are written to a temporary file, which then replaces
//! the old file.

use super::journal;
use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file and its new contents so far.
pub struct Rewritten {
    path: PathBuf,
    old: BufReader<File>,
    /// Length of the common beginning of the old and the new contents, in bytes.
    equal: u64,
    /// The temporary file with the new contents; `None` while they equal the old ones.
    new: Option<BufWriter<NamedTempFile>>,
}

impl Rewritten {
    /// Opens the file at a path. Follows a symbolic link: its target is rewritten, and the link is kept.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn open(path: &Path) -> io::Result<Rewritten> {
        let path = path.canonicalize()?;
        Ok(Rewritten { old: BufReader::new(File::open(&path)?), path, equal: 0, new: None })
    }

    /// Appends bytes to the new contents.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.new.is_none() {
            let mut old = Vec::with_capacity(bytes.len());
            self.old.by_ref().take(bytes.len() as u64).read_to_end(&mut old)?;
            if old == bytes {
                self.equal += bytes.len() as u64;
                return Ok(());
            }
        }
        self.differing()?.write_all(bytes)
    }

    /// Replaces the file if the contents changed, and returns the file that replaced it. Returns `None` if the old file is
    /// kept. If it has several hard links or cannot be replaced, it is kept and overwritten with the new contents.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn finish(mut self, lock: impl Fn(&File) -> io::Result<()>) -> io::Result<Option<File>> {
        if self.new.is_none() && self.old.fill_buf()?.is_empty() {
            return Ok(None);
        }
        self.differing()?.flush()?;
        let Some(new) = self.new else { return Ok(None) };
        let mut new = new.into_inner().map_err(io::IntoInnerError::into_error)?;
        new.as_file().sync_data()?;
        let file = journal::open_to_append(new.path(), false)?;
        // The lock is taken before other runs can open the file under its final name.
        lock(&file)?;
        if can_replace(new.path(), &self.path.metadata()?) {
            new = match new.persist(&self.path) {
                Ok(_) => return Ok(Some(file)),
                Err(error) => error.file,
            };
        }
        overwrite(&self.path, new.as_file_mut(), self.equal)?;
        Ok(None)
    }

    /// Returns the temporary file. If there is none, creates it and copies the common beginning.
    fn differing(&mut self) -> io::Result<&mut BufWriter<NamedTempFile>> {
        let new = match self.new.take() {
            Some(new) => new,
            None => {
                let mut new = BufWriter::new(temporary_file(&self.path)?);
                io::copy(&mut File::open(&self.path)?.take(self.equal), &mut new)?;
                new
            }
        };
        Ok(self.new.insert(new))
    }
}

/// Overwrites a file from an offset with the contents of another. Leaves it unchanged if the disk is full.
fn overwrite(path: &Path, new: &mut File, offset: u64) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    let (old_length, length) = (file.seek(SeekFrom::End(0))?, new.metadata()?.len());
    // Reserves the space with zero bytes. If they remain after a crash, the next run cuts them off.
    if let Err(error) = io::copy(&mut io::repeat(0).take(length.saturating_sub(old_length)), &mut file) {
        file.set_len(old_length)?;
        return Err(error);
    }
    new.seek(SeekFrom::Start(offset))?;
    file.seek(SeekFrom::Start(offset))?;
    io::copy(new, &mut file)?;
    file.set_len(length)
}

/// Deletes the temporary file that a killed run left. No other run can be using it, because each run locks the file that it
/// rewrites. Then creates the temporary file in the folder of a file or, if that fails, in the system's folder for temporary
/// files.
fn temporary_file(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().unwrap_or(Path::new("/"));
    let mut name = OsString::from(".khepri-");
    name.push(path.file_name().unwrap_or_default());
    let _ = fs::remove_file(folder.join(&name));
    let beside = tempfile::Builder::new().prefix(&name).rand_bytes(0).tempfile_in(folder);
    beside.or_else(|_| NamedTempFile::new())
}

/// Sets the owner and the permissions of a new file to those of the old file. Returns whether this succeeded and the old
/// file has no other hard link.
#[cfg(unix)]
fn can_replace(new: &Path, old: &Metadata) -> bool {
    use std::os::unix::fs::{MetadataExt, chown};
    old.nlink() == 1
        && chown(new, Some(old.uid()), Some(old.gid())).is_ok()
        && fs::set_permissions(new, old.permissions()).is_ok()
}

#[cfg(not(unix))]
fn can_replace(new: &Path, old: &Metadata) -> bool {
    fs::set_permissions(new, old.permissions()).is_ok()
}
