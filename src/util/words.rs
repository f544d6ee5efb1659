//! A large block of zeroed words for tables that threads share without locks.

use super::pages;
use std::fmt;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

/// Bytes of a cache line; the first word lies at the beginning of one.
const LINE: usize = 64;

/// No memory for a table of this size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMemory {
    /// What was asked for, in MiB.
    pub mib: usize,
}

impl fmt::Display for NoMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a table of {} MiB", self.mib)
    }
}

impl std::error::Error for NoMemory {}

/// Zeroed words. They are fresh pages of the system, which are touched only when they are used, so that even a very
/// large block is there at once; and they go back to it when they are dropped.
pub struct Words {
    first: NonNull<AtomicU64>,
    len: usize,
    memory: NonNull<u8>,
    /// Bytes of the memory.
    size: usize,
}

/// Bytes from the pointer to the next address that is a multiple of `alignment`, a power of two; fewer than that.
fn padding(memory: NonNull<u8>, alignment: usize) -> usize {
    memory.addr().get().wrapping_neg() & (alignment - 1)
}

// SAFETY: the words are owned by the block, and atomics may be used from any thread.
unsafe impl Send for Words {}
// SAFETY: as above.
unsafe impl Sync for Words {}

impl Words {
    /// So many MiB, which is a whole number of cache lines.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn new(mib: usize) -> Result<Words, NoMemory> {
        let error = NoMemory { mib };
        let bytes = mib.checked_mul(1 << 20).ok_or(error)?;
        // One line more than is used, so that the first word can lie at the beginning of one.
        let size = bytes.checked_add(LINE).ok_or(error)?;
        let memory = pages::take(size).ok_or(error)?;
        // SAFETY: the memory has room for less than a line of padding and the words behind it, and zeros are valid atomics.
        let first = unsafe { memory.add(padding(memory, LINE)) }.cast::<AtomicU64>();
        debug_assert!(first.is_aligned());
        Ok(Words { first, len: bytes / size_of::<AtomicU64>(), memory, size })
    }
}

impl Deref for Words {
    type Target = [AtomicU64];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: `new` has allocated and zeroed `len` words from `first` on, and they live as long as the block.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}

impl Drop for Words {
    fn drop(&mut self) {
        // SAFETY: taken in `new` with this size, and the words end with us.
        unsafe { pages::give_back(self.memory, self.size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn a_block_is_zero_and_holds_what_is_stored() {
        let words = Words::new(1).expect("1 MiB");
        assert_eq!(words.len(), (1 << 20) / 8);
        assert_eq!(words.as_ptr().align_offset(LINE), 0);
        assert!(words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
        words[words.len() - 1].store(7, Ordering::Relaxed);
        assert_eq!(words[words.len() - 1].load(Ordering::Relaxed), 7);
    }

    #[test]
    fn a_size_beyond_all_memory_is_refused() {
        assert_eq!(Words::new(usize::MAX).err(), Some(NoMemory { mib: usize::MAX }));
        assert!(Words::new(usize::MAX >> 20).is_err());
        assert_eq!(Words::new(0).map(|words| words.len()), Ok(0));
    }
}
