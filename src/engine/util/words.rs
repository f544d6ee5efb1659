//! A large block of zeroed words for tables that threads share without locks.
//!
//! The block is mapped directly from the system. An allocator keeps freed blocks of a few MiB and places other data between
//! them, so after many changes of its size a table would occupy a multiple of its memory.

use super::{Signals, available};
use std::num::NonZero;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

/// The smallest page size of any system, in bytes.
const PAGE: usize = 4096;

/// The number of words that a thread clears at a time: 4 MiB.
const BLOCK: usize = (4 << 20) / size_of::<AtomicU64>();

/// The alignment of the first word, in bytes: a large page where the system is advised to use them, else a cache line.
const ALIGNMENT: usize = if cfg!(target_os = "linux") { 2 << 20 } else { 64 };

#[cfg(not(target_family = "wasm"))]
type Memory = memmap2::MmapMut;

/// WebAssembly cannot map memory, so it is allocated.
#[cfg(target_family = "wasm")]
type Memory = Vec<u8>;

/// The error of a table for which there is no memory.
///
/// ```
/// use khepri_engine::{NoMemory, perft::Table};
///
/// let mib = usize::MAX >> 20;
/// assert_eq!(Table::new(mib).err(), Some(NoMemory { mib }));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a table of {mib} MiB")]
pub struct NoMemory {
    /// The size that was requested, in MiB.
    pub mib: usize,
}

/// A block of zeroed words.
///
/// Mapping takes little time, whatever the size. The system adds the memory of a page when one of its words is first
/// written; [`Words::touch`] and [`Words::clear`] write to all pages. Dropping the block returns the memory to the system.
pub struct Words {
    first: NonNull<AtomicU64>,
    len: usize,
    memory: Memory,
    /// Whether every page has memory.
    touched: bool,
}

// SAFETY: the block owns its words, and atomics may be used from any thread.
unsafe impl Send for Words {}
// SAFETY: as above.
unsafe impl Sync for Words {}

/// Returns the size of a table and the size to map, in bytes. The second has room to align the first word. `None` if the table
/// needs more than the available memory plus the `returned` bytes.
fn sizes(mib: usize, returned: usize) -> Option<(usize, usize)> {
    let bytes = mib.checked_mul(1 << 20)?;
    let is_available = |available: u64| bytes as u64 <= available.saturating_add(returned as u64);
    available::memory().is_none_or(is_available).then_some((bytes, bytes.checked_add(ALIGNMENT)?))
}

/// Returns zeroed memory of `size` bytes, if the system grants it.
#[cfg(not(target_family = "wasm"))]
fn map(size: usize) -> Option<Memory> {
    let memory = Memory::map_anon(size).ok()?;
    // Tables are read at random: large pages need fewer address translations. The system may refuse them.
    #[cfg(target_os = "linux")]
    let _ = memory.advise(memmap2::Advice::HugePage);
    Some(memory)
}

#[cfg(target_family = "wasm")]
fn map(size: usize) -> Option<Memory> {
    let mut memory = Vec::new();
    memory.try_reserve_exact(size).ok()?;
    memory.resize(size, 0);
    Some(memory)
}

/// Changes the size of the memory, and perhaps its address, without holding both sizes at a time. Returns `None` and changes
/// nothing if the system refuses.
#[cfg(target_os = "linux")]
fn remap(memory: &mut Memory, size: usize) -> Option<()> {
    // SAFETY: the only pointer into the memory is the one to the first word, which the caller replaces.
    unsafe { memory.remap(size, memmap2::RemapOptions::new().may_move(true)) }.ok()?;
    // The move may have split large pages. After all pages are dropped, the system can add large ones again.
    // SAFETY: this makes all bytes zero, which are valid words.
    let _ = unsafe { memory.unchecked_advise(memmap2::UncheckedAdvice::DontNeed) };
    Some(())
}

#[cfg(not(target_os = "linux"))]
fn remap(memory: &mut Memory, size: usize) -> Option<()> {
    // A new mapping has no pages until it is written to.
    *memory = map(size)?;
    Some(())
}

impl Words {
    /// Creates a block of `mib` MiB.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn new(mib: usize) -> Result<Words, NoMemory> {
        let error = NoMemory { mib };
        let (bytes, size) = sizes(mib, 0).ok_or(error)?;
        let mut memory = map(size).ok_or(error)?;
        Ok(Words { first: first_word(&mut memory), len: words(bytes), memory, touched: bytes == 0 })
    }

    /// Changes the size to `mib` MiB. The words are unspecified until they are cleared.
    ///
    /// # Errors
    /// There is no memory for it. Nothing has changed.
    pub fn resize(&mut self, mib: usize) -> Result<(), NoMemory> {
        let error = NoMemory { mib };
        let returned = if self.touched { self.memory.len() } else { 0 };
        let (bytes, size) = sizes(mib, returned).ok_or(error)?;
        remap(&mut self.memory, size).ok_or(error)?;
        (self.first, self.len, self.touched) = (first_word(&mut self.memory), words(bytes), bytes == 0);
        Ok(())
    }

    /// Returns whether every page has memory.
    pub fn is_touched(&self) -> bool {
        self.touched
    }

    /// Makes the system add memory to every page, without changing a word. Ends early if `signals` stops it.
    pub fn touch(&mut self, signals: &Signals) {
        self.touched = self.on_all_processors(signals, |words| {
            for word in words.iter().step_by(PAGE / size_of::<AtomicU64>()) {
                // A read adds no memory, and a store would overwrite the word.
                let _ = word.compare_exchange(0, 0, Ordering::Relaxed, Ordering::Relaxed);
            }
        });
    }

    /// Sets every word to zero, which also adds the memory. Ends early if `signals` stops it.
    pub fn clear(&mut self, signals: &Signals) {
        let done = self.on_all_processors(signals, |words| {
            words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        });
        self.touched |= done;
    }

    /// Runs `work` on all words, with a thread for each processor. Returns whether it was completed.
    fn on_all_processors(&self, signals: &Signals, work: fn(&[AtomicU64])) -> bool {
        let next = AtomicUsize::new(0);
        let share = || {
            let next_block = || self.chunks(BLOCK).nth(next.fetch_add(1, Ordering::Relaxed));
            while !signals.is_stopped()
                && let Some(block) = next_block()
            {
                work(block);
            }
        };
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        thread::scope(|scope| {
            for _ in 1..processors.min(self.len().div_ceil(BLOCK)) {
                // If the system refuses a thread, the others do its work.
                if thread::Builder::new().name("table".to_owned()).spawn_scoped(scope, share).is_err() {
                    break;
                }
            }
            share();
        });
        !signals.is_stopped()
    }
}

/// Returns the first aligned address in the memory of a block.
fn first_word(memory: &mut Memory) -> NonNull<AtomicU64> {
    let padding = memory.as_ptr().addr().wrapping_neg() & (ALIGNMENT - 1);
    let first = NonNull::from(&mut memory[padding..]).cast::<AtomicU64>();
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
        // SAFETY: the memory has room for the padding and `len` words from `first` on, any bits are valid atomics, and
        // only `resize`, which borrows the block exclusively, moves them.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_block_is_zero_and_stores_words() {
        let words = Words::new(1).expect("1 MiB");
        assert_eq!(words.len(), (1 << 20) / 8);
        assert_eq!(words.as_ptr().align_offset(64), 0);
        assert!(words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
        words[words.len() - 1].store(7, Ordering::Relaxed);
        assert_eq!(words[words.len() - 1].load(Ordering::Relaxed), 7);
    }

    #[test]
    fn a_size_beyond_the_memory_is_refused() {
        assert_eq!(Words::new(usize::MAX).err(), Some(NoMemory { mib: usize::MAX }));
        assert!(Words::new(usize::MAX >> 20).is_err());
        assert_eq!(Words::new(0).map(|words| words.len()), Ok(0));
    }

    #[test]
    fn touch_keeps_and_clear_zeroes_all_words() {
        let mut words = Words::new(9).expect("9 MiB");
        // The places are in all blocks, at the first words of pages and elsewhere.
        let places: Vec<usize> = (0..words.len()).filter(|place| place % 511 == 0 || place % 512 == 0).collect();
        let stored = |words: &Words| places.iter().filter(|&&place| words[place].load(Ordering::Relaxed) == 5).count();
        places.iter().for_each(|&place| words[place].store(5, Ordering::Relaxed));
        words.touch(&Signals::default());
        assert!(words.is_touched());
        assert_eq!(stored(&words), places.len());
        words.clear(&Signals::default());
        assert!(words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
    }

    #[test]
    fn a_block_grows_and_shrinks_and_a_refused_size_changes_nothing() {
        let mut words = Words::new(3).expect("3 MiB");
        for mib in [5, 1, 64, 2, 0, 7] {
            words.resize(mib).expect("little memory");
            words.clear(&Signals::default());
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
    fn stopped_work_changes_nothing() {
        let mut words = Words::new(1).expect("1 MiB");
        words[0].store(5, Ordering::Relaxed);
        let signals = Signals::default();
        signals.stop();
        words.clear(&signals);
        words.touch(&signals);
        assert!(!words.is_touched());
        assert_eq!(words[0].load(Ordering::Relaxed), 5);
    }
}
