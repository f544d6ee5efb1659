//! The transposition table: what is known of positions, shared by all threads without locks.
//!
//! Sources: <https://www.chessprogramming.org/Transposition_Table>; for the check without locks R. Hyatt, T. Mann, A
//! lockless transposition table implementation for parallel search, 2002: an entry is stored as its data and the
//! exclusive-or of data and key, so that an entry written by two threads at once is not found.

use super::Depth;
use super::observer::Bound;
use crate::eval::Score;
use crate::rules::Move;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::fmt;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, if one is known.
    pub mv: Option<Move>,
    /// As seen from the position.
    pub score: Score,
    /// How the score is meant.
    pub bound: Bound,
    /// How deep it was searched.
    pub depth: Depth,
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

const SLOTS: usize = 4;

/// One cache line.
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// No memory for a table of this size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableError {
    mib: usize,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a table of {} MiB", self.mib)
    }
}

impl std::error::Error for TableError {}

/// The table.
pub struct Table {
    /// The first aligned bucket in `memory`.
    buckets: NonNull<Bucket>,
    memory: NonNull<u8>,
    count: usize,
    generation: u8,
}

// SAFETY: the buckets are owned by the table and consist of atomics only.
unsafe impl Send for Table {}
// SAFETY: as above.
unsafe impl Sync for Table {}

/// Bits of an entry: 0–15 move (0 for none, which is no move), 16–31 score, 32–39 depth, 40–41 bound, 42–47 generation,
/// 48 set.
const GENERATIONS: u8 = 64;

impl Table {
    /// A table of so many MiB, at least one. The memory comes zeroed from the system and is touched only when it is used.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn new(mib: usize) -> Result<Table, TableError> {
        let count = mib.max(1).saturating_mul(1 << 20) / size_of::<Bucket>();
        let layout = Table::layout(count).ok_or(TableError { mib })?;
        // SAFETY: the layout is not empty.
        let memory = NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or(TableError { mib })?;
        let padding = memory.as_ptr().align_offset(align_of::<Bucket>());
        // SAFETY: the layout has room for the padding, and all zeros are a valid value of atomics.
        let buckets = unsafe { memory.add(padding) }.cast::<Bucket>();
        Ok(Table { buckets, memory, count, generation: 0 })
    }

    /// One bucket more than is used, and no more alignment than the system's allocator gives of itself: asked for a larger
    /// one, it would write the zeros instead of taking fresh pages.
    fn layout(count: usize) -> Option<Layout> {
        let size = count.checked_add(1)?.checked_mul(size_of::<Bucket>())?;
        Layout::from_size_align(size, 16).ok()
    }

    fn buckets(&self) -> &[Bucket] {
        // SAFETY: `new` has allocated `count` buckets, zeroed, which live as long as the table.
        unsafe { std::slice::from_raw_parts(self.buckets.as_ptr(), self.count) }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = ((u128::from(key) * self.count as u128) >> 64) as usize;
        debug_assert!(index < self.count);
        // SAFETY: the high half of a product with `count` is below `count`.
        unsafe { self.buckets.add(index).as_ref() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for slot in self.buckets().iter().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
        self.generation = 0;
    }

    /// Entries of earlier searches may be overwritten first from now on.
    pub fn new_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// What is known of the position with this key, seen from `ply`.
    #[inline]
    pub fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if data != 0 && slot.check.load(Ordering::Relaxed) ^ data == key {
                return Some(Entry {
                    mv: Move::from_bits(data as u16),
                    score: Score::from_table((data >> 16) as i16, ply),
                    depth: Depth((data >> 32) as u8),
                    bound: match data >> 40 & 3 {
                        0 => Bound::Exact,
                        1 => Bound::Lower,
                        _ => Bound::Upper,
                    },
                });
            }
        }
        None
    }

    /// Remembers a position seen from `ply`: in its own slot if it has one, else in place of what is worth least.
    #[inline]
    pub fn set(&self, key: u64, ply: usize, entry: Entry) {
        let mut worst = (i32::MAX, &self.bucket(key).0[0], 0);
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            let own = data != 0 && slot.check.load(Ordering::Relaxed) ^ data == key;
            let worth = if own || data == 0 { i32::MIN } else { self.worth(data) };
            if worth < worst.0 {
                worst = (worth, slot, if own { data } else { 0 });
            }
            if own {
                break;
            }
        }
        let (_, slot, own) = worst;
        let mv = entry.mv.map_or(own as u16, Move::bits);
        let bound = match entry.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        let data = u64::from(mv)
            | u64::from(entry.score.to_table(ply) as u16) << 16
            | u64::from(entry.depth.0) << 32
            | bound << 40
            | u64::from(self.generation) << 42
            | 1 << 48;
        slot.data.store(data, Ordering::Relaxed);
        slot.check.store(key ^ data, Ordering::Relaxed);
    }

    /// Deep entries of this search are worth most.
    #[inline]
    fn worth(&self, data: u64) -> i32 {
        let age = (GENERATIONS + self.generation - (data >> 42 & 63) as u8) % GENERATIONS;
        (data >> 32 & 0xff) as i32 - 8 * i32::from(age)
    }

    /// How many of a thousand slots hold something of this search.
    pub fn permille_full(&self) -> u32 {
        let sample = &self.buckets()[..self.count.min(1000 / SLOTS)];
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && (data >> 42 & 63) as u8 == self.generation
        });
        (used.count() * 1000 / (sample.len() * SLOTS)) as u32
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        if let Some(layout) = Table::layout(self.count) {
            // SAFETY: allocated in `new` with the same layout.
            unsafe { dealloc(self.memory.as_ptr(), layout) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Square;

    #[test]
    fn what_was_stored_is_found() {
        let table = Table::new(1).expect("1 MiB");
        let entry = Entry {
            mv: Some(Move::step(Square::J8, Square::I7)),
            score: Score::win_in(7),
            bound: Bound::Lower,
            depth: Depth(5),
        };
        table.set(0x1234_5678_9abc_def0, 2, entry);
        assert_eq!(table.get(0x1234_5678_9abc_def0, 2), Some(entry));
        assert_eq!(table.get(0x1234_5678_9abc_def0, 3).map(|entry| entry.score), Some(Score::win_in(8)));
        assert_eq!(table.get(0x1234_5678_9abc_def1, 2), None);
    }

    #[test]
    fn a_bound_without_a_move_keeps_the_move_that_was_known() {
        let table = Table::new(1).expect("1 MiB");
        let mv = Some(Move::step(Square::A1, Square::B2));
        let entry = Entry { mv, score: Score::DRAW, bound: Bound::Exact, depth: Depth(1) };
        table.set(7, 0, entry);
        table.set(7, 0, Entry { mv: None, depth: Depth(2), ..entry });
        assert_eq!(table.get(7, 0), Some(Entry { depth: Depth(2), ..entry }));
    }

    #[test]
    fn a_size_beyond_all_memory_is_refused() {
        assert!(Table::new(usize::MAX).is_err());
    }
}
