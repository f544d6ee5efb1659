//! The transposition table: what is known of positions, shared by all threads without locks.
//!
//! Sources: <https://www.chessprogramming.org/Transposition_Table>; for the check without locks R. Hyatt, T. Mann, A
//! lockless transposition table implementation for parallel search, 2002: an entry is stored as its data and the
//! exclusive-or of data and key, so that an entry written by two threads at once is not found.

use super::Depth;
use super::observer::Bound;
use crate::eval::Score;
use crate::rules::Move;
use crate::util::words::{NoMemory, Words};
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

/// An entry is two words, check and data; four share a cache line.
const BUCKET: usize = 8;

/// The table.
pub struct Table {
    words: Words,
    mib: usize,
    generation: u8,
}

/// Bits of an entry: 0–15 move (0 for none, which is no move), 16–31 score, 32–39 depth, 40–41 bound, 42–47 generation,
/// 48 set.
const GENERATIONS: u8 = 64;

impl Table {
    /// A table of so many MiB, at least one.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn new(mib: usize) -> Result<Table, NoMemory> {
        Ok(Table { words: Words::new(mib.max(1))?, mib, generation: 0 })
    }

    #[inline]
    fn bucket(&self, key: u64) -> impl Iterator<Item = [&AtomicU64; 2]> {
        let buckets = self.words.len() / BUCKET;
        let first = ((u128::from(key) * buckets as u128) >> 64) as usize * BUCKET;
        let words = self.words.get(first..first + BUCKET).unwrap_or_default();
        words.chunks_exact(2).map(|slot| [&slot[0], &slot[1]])
    }

    /// Forgets everything. Fresh pages are there at once, however large the table is; zeros are written only if there is
    /// no memory for a second one.
    pub fn clear(&mut self) {
        match Table::new(self.mib) {
            Ok(fresh) => *self = fresh,
            Err(_) => {
                self.words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
                self.generation = 0;
            }
        }
    }

    /// Entries of earlier searches may be overwritten first from now on.
    pub fn new_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// What is known of the position with this key, seen from `ply`.
    #[inline]
    pub fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        for [check, data] in self.bucket(key) {
            let data = data.load(Ordering::Relaxed);
            if data != 0 && check.load(Ordering::Relaxed) ^ data == key {
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
        let mut worst = None;
        for slot in self.bucket(key) {
            let [check, data] = slot.map(|word| word.load(Ordering::Relaxed));
            if data != 0 && check ^ data == key {
                worst = Some((i32::MIN, slot, data));
                break;
            }
            let worth = if data == 0 { i32::MIN } else { self.worth(data) };
            if worst.is_none_or(|(least, ..)| worth < least) {
                worst = Some((worth, slot, 0));
            }
        }
        let Some((_, [check_slot, data_slot], own)) = worst else { return };
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
        data_slot.store(data, Ordering::Relaxed);
        check_slot.store(key ^ data, Ordering::Relaxed);
    }

    /// Deep entries of this search are worth most.
    #[inline]
    fn worth(&self, data: u64) -> i32 {
        let age = (GENERATIONS + self.generation - (data >> 42 & 63) as u8) % GENERATIONS;
        (data >> 32 & 0xff) as i32 - 8 * i32::from(age)
    }

    /// How many of a thousand entries are of this search.
    pub fn permille_full(&self) -> u32 {
        let sample = self.words.chunks_exact(2).take(1000);
        let used = sample.filter(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            data != 0 && (data >> 42 & 63) as u8 == self.generation
        });
        used.count() as u32
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
    fn a_cleared_table_knows_nothing() {
        let mut table = Table::new(1).expect("1 MiB");
        table.set(7, 0, Entry { mv: None, score: Score::DRAW, bound: Bound::Exact, depth: Depth(1) });
        table.clear();
        assert_eq!(table.get(7, 0), None);
    }
}
