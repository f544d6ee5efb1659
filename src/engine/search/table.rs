//! The transposition table: the results of searched positions, shared by all threads without locks.
//!
//! Sources: <https://www.chessprogramming.org/Transposition_Table>; R. Hyatt, T. Mann, A lockless transposition table
//! implementation for parallel search, 2002. An entry is stored as its data and the exclusive-or of data and key. An entry
//! that two threads wrote at the same time is therefore not found.

use super::params;
use super::static_eval::{StaticEval, Threat};
use super::window::{Bound, Depth, Window};
use crate::eval::Score;
use crate::util::Signals;
use crate::util::words::{NoMemory, Words};
use khepri_rules::Move;
use std::sync::atomic::{AtomicU64, Ordering};

/// The result of a searched position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, if any is known.
    pub mv: Option<Move>,
    /// The score; a mate is counted from the root, as everywhere in the search.
    pub score: Score,
    /// The relation of the true score to `score`.
    pub bound: Bound,
    /// The depth of the search; zero for quiescence.
    pub depth: Depth,
    /// The static evaluation and the threat.
    pub static_eval: StaticEval,
    /// Whether the position is or once was part of a principal variation.
    pub was_pv: bool,
}

impl Entry {
    /// Returns whether the score and its bound decide a search with this window.
    #[inline]
    pub fn cuts(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        }
    }

    /// Returns whether the score may come from standing pat in quiescence although the Pharaoh is threatened. Such a stand pat
    /// is allowed only after a gain or at the limit of evasions. At other nodes the score proves nothing.
    #[inline]
    pub fn can_come_from_stand_pat_under_threat(&self) -> bool {
        self.depth == Depth::ZERO && self.bound != Bound::Upper && self.static_eval.threat == Threat::Pharaoh
    }

    /// Returns the better estimate of the position's score. It is the entry's score if that is exact, or a bound that
    /// contradicts `corrected`, the corrected static evaluation. Otherwise it is `corrected`. A mate score is no estimate.
    #[inline]
    pub fn refine(&self, corrected: Score) -> Score {
        let refines = self.bound.can_replace(self.score, corrected);
        if refines && !self.score.is_mate() { self.score } else { corrected }
    }
}

/// The number of words of a bucket, which fills a cache line. Each of its four entries has a check word and a data word.
const BUCKET: usize = 8;

/// A transposition table.
pub struct Table {
    words: Words,
    /// The number of the search, modulo [`GENERATIONS`].
    generation: u8,
}

// Bits of the data word: 0–15 move (0 if none), 16–31 score, 32–47 static evaluation, 48–55 depth, 56–57 bound (0 in an empty
// slot), 58 principal variation, 59–63 generation.

/// The number of generations that an entry can distinguish.
const GENERATIONS: u8 = 32;

const fn depth_of(data: u64) -> u8 {
    (data >> 48) as u8
}

const fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8
}

impl Bound {
    const fn to_bits(self) -> u64 {
        match self {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        }
    }

    pub(super) const fn from_bits(bits: u64) -> Bound {
        match bits & 3 {
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => Bound::Exact,
        }
    }
}

impl Table {
    /// Returns a table of a size in MiB, at least one.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn new(mib: usize) -> Result<Table, NoMemory> {
        Ok(Table { words: Words::new(mib.max(1))?, generation: 0 })
    }

    #[inline]
    fn bucket(&self, key: u64) -> impl Iterator<Item = [&AtomicU64; 2]> {
        let buckets = self.words.len() / BUCKET;
        let first = ((u128::from(key) * buckets as u128) >> 64) as usize * BUCKET;
        let words = self.words.get(first..first + BUCKET).unwrap_or_default();
        words.chunks_exact(2).map(|slot| [&slot[0], &slot[1]])
    }

    /// Gives the table a size in MiB, at least one, and clears it, which backs every entry with memory. Ends early if
    /// `signals` stops it.
    ///
    /// # Errors
    /// There is not enough memory; the table has not changed.
    pub fn resize(&mut self, mib: usize, signals: &Signals) -> Result<(), NoMemory> {
        self.words.resize(mib.max(1))?;
        self.clear(signals);
        Ok(())
    }

    /// Clears the table in place, which backs every entry with memory. Ends early if `signals` stops it.
    pub fn clear(&mut self, signals: &Signals) {
        self.words.clear(signals);
        self.generation = 0;
    }

    /// Backs every entry with memory, so that no search waits for it. Ends early if `signals` stops it.
    pub fn touch(&mut self, signals: &Signals) {
        if !self.is_touched() {
            self.words.touch(signals);
        }
    }

    /// Returns whether every entry is backed with memory.
    pub fn is_touched(&self) -> bool {
        self.words.is_touched()
    }

    /// Starts a new generation, which lowers the worth of the entries of earlier searches.
    pub fn new_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Prefetches the bucket of a key that will be looked up soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        if let Some(slot) = self.bucket(key).next() {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads nothing; the address is that of a word.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(slot[0]).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Returns the entry of a position at `ply`.
    #[inline]
    pub fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        for [check, data] in self.bucket(key) {
            let data = data.load(Ordering::Relaxed);
            if data != 0 && check.load(Ordering::Relaxed) ^ data == key {
                return Some(Entry {
                    mv: Move::from_bits(data as u16),
                    score: Score::from_table((data >> 16) as i16, ply),
                    static_eval: StaticEval::from_bits((data >> 32) as u16),
                    depth: Depth(depth_of(data)),
                    bound: Bound::from_bits(data >> 56),
                    was_pv: data >> 58 & 1 != 0,
                });
            }
        }
        None
    }

    /// Stores the entry of a position at `ply`. Replaces the position's earlier entry or, if there is none, the entry of the
    /// bucket with the least worth. If the position's earlier entry is from this search and deeper by more than
    /// [`params::table_kept_depth`], it is kept, unless the new score is exact. An entry without a move takes the move of the
    /// earlier one.
    #[inline]
    pub fn set(&self, key: u64, ply: usize, entry: Entry) {
        let mut worst = None;
        for slot in self.bucket(key) {
            let [check, data] = slot.map(|word| word.load(Ordering::Relaxed));
            if data != 0 && check ^ data == key {
                let kept = entry.bound != Bound::Exact
                    && generation_of(data) == self.generation
                    && depth_of(data) > entry.depth.0.saturating_add(params::table_kept_depth());
                if kept {
                    return;
                }
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
        let data = u64::from(mv)
            | u64::from(entry.score.to_table(ply) as u16) << 16
            | u64::from(entry.static_eval.to_bits()) << 32
            | u64::from(entry.depth.0) << 48
            | entry.bound.to_bits() << 56
            | u64::from(entry.was_pv) << 58
            | u64::from(self.generation) << 59;
        data_slot.store(data, Ordering::Relaxed);
        check_slot.store(key ^ data, Ordering::Relaxed);
    }

    /// Returns the worth of an entry: its depth minus [`params::table_age`] for each search since it was stored.
    #[inline]
    fn worth(&self, data: u64) -> i32 {
        let age = (GENERATIONS + self.generation - generation_of(data)) % GENERATIONS;
        i32::from(depth_of(data)) - params::table_age() * i32::from(age)
    }

    /// Returns the share of entries of this search, in thousandths, from a sample.
    pub fn permille_full(&self) -> u32 {
        let sample = self.words.chunks_exact(2).take(1000);
        let used = sample.filter(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            data != 0 && generation_of(data) == self.generation
        });
        used.count() as u32
    }
}

#[cfg(test)]
mod contention;

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::Square;

    const ENTRY: Entry = Entry {
        mv: None,
        score: Score::DRAW,
        bound: Bound::Exact,
        depth: Depth(1),
        static_eval: StaticEval { raw: Score::DRAW, threat: Threat::Unknown },
        was_pv: false,
    };

    #[test]
    fn a_stored_entry_is_found() {
        let table = Table::new(1).expect("1 MiB");
        let entry = Entry {
            mv: Some(Move::step(Square::J8, Square::I7)),
            score: Score::win_in(7),
            bound: Bound::Lower,
            depth: Depth(5),
            static_eval: StaticEval { raw: Score::centipawns(-123), threat: Threat::Pharaoh },
            was_pv: true,
        };
        table.set(0x1234_5678_9abc_def0, 2, entry);
        assert_eq!(table.get(0x1234_5678_9abc_def0, 2), Some(entry));
        assert_eq!(table.get(0x1234_5678_9abc_def0, 3).map(|entry| entry.score), Some(Score::win_in(8)));
        assert_eq!(table.get(0x1234_5678_9abc_def1, 2), None);
    }

    #[test]
    fn an_entry_without_a_move_keeps_the_stored_move() {
        let table = Table::new(1).expect("1 MiB");
        let mv = Some(Move::step(Square::A1, Square::B2));
        let entry = Entry { mv, ..ENTRY };
        table.set(7, 0, entry);
        table.set(7, 0, Entry { mv: None, depth: Depth(2), ..entry });
        assert_eq!(table.get(7, 0), Some(Entry { depth: Depth(2), ..entry }));
    }

    #[test]
    fn entries_of_earlier_searches_are_overwritten_first() {
        let mut table = Table::new(1).expect("1 MiB");
        let at_depth = |depth: u8| Entry { depth: Depth(depth), ..ENTRY };
        // Small keys share a bucket, which four entries fill.
        table.set(1, 0, at_depth(5));
        assert_eq!(table.permille_full(), 1);
        table.new_search();
        assert_eq!(table.permille_full(), 0, "no entry of this search");
        (2..=5).for_each(|key| table.set(key, 0, at_depth(4)));
        assert_eq!(table.get(1, 0), None);
        assert!((2..=5).all(|key| table.get(key, 0) == Some(at_depth(4))));
        assert_eq!(table.permille_full(), 4);
        table.set(6, 0, at_depth(5));
        table.set(7, 0, at_depth(6));
        assert!(table.get(6, 0).is_some(), "the shallowest of one search goes first");
    }

    #[test]
    fn a_cleared_table_is_empty() {
        let mut table = Table::new(1).expect("1 MiB");
        table.set(7, 0, ENTRY);
        table.clear(&Signals::default());
        assert_eq!(table.get(7, 0), None);
    }
}
