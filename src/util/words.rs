//! A large block of zeroed words for tables that threads share without locks.

use super::{available, pages};
use std::fmt;
use std::num::NonZero;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

/// Bytes of the smallest page that systems give.
const PAGE: usize = 4096;

/// Words that a thread clears before it takes others: 4 MiB.
const BLOCK: usize = (4 << 20) / size_of::<AtomicU64>();

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

/// Zeroed words. They are fresh pages of the system, so that even a very large block is there at once; the memory comes
/// when they are written to, or before with [`Words::touch`] and [`Words::clear`], and goes back to the system when they are
/// dropped.
pub struct Words {
    first: NonNull<AtomicU64>,
    len: usize,
    memory: NonNull<u8>,
    /// Bytes of the memory.
    size: usize,
    /// Whether there is memory behind every page.
    touched: bool,
}

/// Bytes from the pointer to the next address that is a multiple of `alignment`, a power of two; fewer than that.
fn padding(memory: NonNull<u8>, alignment: usize) -> usize {
    memory.addr().get().wrapping_neg() & (alignment - 1)
}

// SAFETY: the words are owned by the block, and atomics may be used from any thread.
unsafe impl Send for Words {}
// SAFETY: as above.
unsafe impl Sync for Words {}

/// Returns the bytes of the words of this number of MiB, and the bytes to take so that the first word can be aligned.
fn sizes(mib: usize) -> Option<(usize, usize)> {
    let bytes = mib.checked_mul(1 << 20)?;
    Some((bytes, bytes.checked_add(pages::ALIGNMENT)?))
}

/// Returns whether the system has this number of bytes when it is given back `returned`.
fn is_available(bytes: usize, returned: usize) -> bool {
    available::memory().is_none_or(|available| bytes as u64 <= available.saturating_add(returned as u64))
}

impl Words {
    /// So many MiB, which is a whole number of cache lines.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn new(mib: usize) -> Result<Words, NoMemory> {
        let error = NoMemory { mib };
        let (bytes, size) = sizes(mib).filter(|&(bytes, _)| is_available(bytes, 0)).ok_or(error)?;
        let memory = pages::take(size).ok_or(error)?;
        Ok(Words { first: first_word(memory), len: words(bytes), memory, size, touched: bytes == 0 })
    }

    /// Gives them a size in MiB. Their values are unspecified until they are cleared. At no time is there memory for both sizes.
    ///
    /// # Errors
    /// There is no memory for it; nothing has changed.
    pub fn resize(&mut self, mib: usize) -> Result<(), NoMemory> {
        let error = NoMemory { mib };
        let returned = if self.touched { self.size } else { 0 };
        let (bytes, size) = sizes(mib).filter(|&(bytes, _)| is_available(bytes, returned)).ok_or(error)?;
        // SAFETY: it was taken or resized with this size, and no reference to the words outlives this borrow.
        let memory = unsafe { pages::resize(self.memory, self.size, size) }.ok_or(error)?;
        (self.first, self.len) = (first_word(memory), words(bytes));
        (self.memory, self.size, self.touched) = (memory, size, bytes == 0);
        Ok(())
    }

    /// Whether there is memory behind every word.
    pub fn is_touched(&self) -> bool {
        self.touched
    }

    /// Sees to it that there is memory behind every word, and changes none. Ends early if `abandoned` is raised.
    pub fn touch(&mut self, abandoned: &AtomicBool) {
        self.touched = self.on_all_processors(abandoned, |words| {
            for word in words.iter().step_by(PAGE / size_of::<AtomicU64>()) {
                // Reading would not be enough, and storing would forget what is there.
                let _ = word.compare_exchange(0, 0, Ordering::Relaxed, Ordering::Relaxed);
            }
        });
    }

    /// Makes every word zero, in place, so that there is memory behind it as well. Ends early if `abandoned` is raised.
    pub fn clear(&mut self, abandoned: &AtomicBool) {
        let done = self.on_all_processors(abandoned, |words| {
            words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        });
        self.touched |= done;
    }

    /// Does work on all words, on as many threads as there are processors. Returns whether it was not abandoned.
    fn on_all_processors(&self, abandoned: &AtomicBool, work: fn(&[AtomicU64])) -> bool {
        let next = AtomicUsize::new(0);
        let share = || {
            let next_block = || self.chunks(BLOCK).nth(next.fetch_add(1, Ordering::Relaxed));
            while !abandoned.load(Ordering::Relaxed)
                && let Some(block) = next_block()
            {
                work(block);
            }
        };
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        thread::scope(|scope| {
            for _ in 1..processors.min(self.len().div_ceil(BLOCK)) {
                // If the system gives no thread, those that are there do its share.
                if thread::Builder::new().name("table".to_owned()).spawn_scoped(scope, share).is_err() {
                    break;
                }
            }
            share();
        });
        !abandoned.load(Ordering::Relaxed)
    }
}

/// Where the words begin in their memory.
fn first_word(memory: NonNull<u8>) -> NonNull<AtomicU64> {
    // SAFETY: the memory has room for less than one alignment of padding and the words after it.
    let first = unsafe { memory.add(padding(memory, pages::ALIGNMENT)) }.cast::<AtomicU64>();
    debug_assert!(first.is_aligned());
    first
}

/// Returns the number of words in a number of bytes.
fn words(bytes: usize) -> usize {
    bytes / size_of::<AtomicU64>()
}

impl Deref for Words {
    type Target = [AtomicU64];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: `new` or `resize` has taken `len` words from `first` on, any bits are valid atomics, and they live as long as
        // the block, which `resize` borrows for itself alone.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}

impl Drop for Words {
    fn drop(&mut self) {
        // SAFETY: taken in `new` or resized to this size, and the words end with us.
        unsafe { pages::give_back(self.memory, self.size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static NEVER: AtomicBool = AtomicBool::new(false);

    #[test]
    fn a_block_is_zero_and_holds_what_is_stored() {
        let words = Words::new(1).expect("1 MiB");
        assert_eq!(words.len(), (1 << 20) / 8);
        assert_eq!(words.as_ptr().align_offset(64), 0);
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

    #[test]
    fn touching_keeps_and_clearing_forgets_every_word() {
        let mut words = Words::new(9).expect("9 MiB");
        // In all blocks and in the first and last word of pages.
        let places: Vec<usize> = (0..words.len()).filter(|place| place % 511 == 0 || place % 512 == 0).collect();
        let stored = |words: &Words| places.iter().filter(|&&place| words[place].load(Ordering::Relaxed) == 5).count();
        places.iter().for_each(|&place| words[place].store(5, Ordering::Relaxed));
        words.touch(&NEVER);
        assert!(words.is_touched());
        assert_eq!(stored(&words), places.len());
        words.clear(&NEVER);
        assert!(words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
    }

    #[test]
    fn a_block_can_grow_and_shrink_and_stays_as_it_is_where_there_is_no_memory() {
        let mut words = Words::new(3).expect("3 MiB");
        for mib in [5, 1, 64, 2, 0, 7] {
            words.resize(mib).expect("little memory");
            words.clear(&NEVER);
            assert_eq!(words.len(), mib * (1 << 20) / 8);
            assert!(words.iter().all(|word| word.load(Ordering::Relaxed) == 0), "{mib}");
            words.iter().for_each(|word| word.store(u64::MAX, Ordering::Relaxed));
        }
        for mib in [usize::MAX, usize::MAX >> 20] {
            assert_eq!(words.resize(mib), Err(NoMemory { mib }));
        }
        assert_eq!(words.len(), 7 * (1 << 20) / 8);
        assert!(words.is_touched() && words.iter().all(|word| word.load(Ordering::Relaxed) == u64::MAX));
    }

    #[test]
    fn abandoned_work_leaves_the_block_untouched() {
        let mut words = Words::new(1).expect("1 MiB");
        words[0].store(5, Ordering::Relaxed);
        words.clear(&AtomicBool::new(true));
        words.touch(&AtomicBool::new(true));
        assert!(!words.is_touched());
        assert_eq!(words[0].load(Ordering::Relaxed), 5);
    }
}
