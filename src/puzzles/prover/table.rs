//! What the prover has proven, by position: a hash table that is exact, as an entry holds the whole key.

use crate::rules::Move;

/// Entries that a position can be in: a cache line.
const WAYS: usize = 4;

/// Of one position, from the view of the side to move. What is not known is zero.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    key: u64,
    /// It wins within so many plies.
    pub won: u8,
    /// It does not win within so many plies.
    pub lost: u8,
    /// The first move of the win.
    move_bits: u16,
}

impl Entry {
    /// The first move of the win, if one is known.
    pub fn mv(self) -> Option<Move> {
        Move::from_bits(self.move_bits)
    }

    fn effort(self) -> u8 {
        self.won.max(self.lost)
    }
}

/// The table.
pub(super) struct Table(Vec<[Entry; WAYS]>);

impl Table {
    /// For so many positions.
    pub fn new(entries: usize) -> Table {
        Table(vec![<[Entry; WAYS]>::default(); (entries / WAYS).max(1)])
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.fill(<[Entry; WAYS]>::default());
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.0.len() as u128) >> 64) as usize
    }

    /// What is known of a position.
    pub fn get(&self, key: u64) -> Entry {
        let found = self.0[self.index(key)].into_iter().find(|entry| entry.key == key);
        found.unwrap_or(Entry { key, ..Entry::default() })
    }

    /// Remembers that the position is won within so many plies by this move.
    pub fn set_won(&mut self, key: u64, plies: usize, mv: Move) {
        let entry = self.get(key);
        self.put(Entry { won: plies as u8, move_bits: mv.bits(), ..entry });
    }

    /// Remembers that the position is not won within so many plies.
    pub fn set_lost(&mut self, key: u64, plies: usize) {
        let entry = self.get(key);
        self.put(Entry { lost: entry.lost.max(plies as u8), ..entry });
    }

    /// In place of the same position, or of the one with which there was the least work.
    fn put(&mut self, new: Entry) {
        let index = self.index(new.key);
        let bucket = &mut self.0[index];
        let same = bucket.iter().position(|entry| entry.key == new.key);
        let cheapest = || (0..WAYS).min_by_key(|&way| bucket[way].effort());
        if let Some(way) = same.or_else(cheapest) {
            bucket[way] = new;
        }
    }
}
