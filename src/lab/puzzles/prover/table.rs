//! The hash table of proven positions. An entry stores the whole key, so that only positions with equal keys can be confused.

use khepri_rules::Move;

/// The number of entries of a bucket, which fills a cache line.
const WAYS: usize = 4;

/// The proven results of a position for the side to move. Unknown values are zero.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    key: u64,
    /// The number of plies within which the side to move wins.
    pub won: u8,
    /// The number of plies within which the side to move cannot win.
    pub lost: u8,
    /// The first move of the win.
    move_bits: u16,
}

impl Entry {
    /// Returns the first move of a known win.
    pub fn mv(self) -> Option<Move> {
        Move::from_bits(self.move_bits)
    }

    /// Returns the larger number of plies of the two proofs.
    fn plies(self) -> u8 {
        self.won.max(self.lost)
    }
}

/// The hash table.
pub(super) struct Table(Vec<[Entry; WAYS]>);

impl Table {
    /// Creates a table with a number of entries.
    pub fn new(entries: usize) -> Table {
        Table(vec![<[Entry; WAYS]>::default(); (entries / WAYS).max(1)])
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.0.fill(<[Entry; WAYS]>::default());
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.0.len() as u128) >> 64) as usize
    }

    /// Returns the entry of a position.
    pub fn get(&self, key: u64) -> Entry {
        let found = self.0[self.index(key)].into_iter().find(|entry| entry.key == key);
        found.unwrap_or(Entry { key, ..Entry::default() })
    }

    /// Stores that a position is won within a number of plies, by this move.
    pub fn set_won(&mut self, key: u64, plies: usize, mv: Move) {
        let entry = self.get(key);
        self.put(Entry { won: plies as u8, move_bits: mv.bits(), ..entry });
    }

    /// Stores that a position is not won within a number of plies.
    pub fn set_lost(&mut self, key: u64, plies: usize) {
        let entry = self.get(key);
        self.put(Entry { lost: entry.lost.max(plies as u8), ..entry });
    }

    /// Replaces the entry of the same position, or else the one with the shortest proof.
    fn put(&mut self, new: Entry) {
        let index = self.index(new.key);
        let bucket = &mut self.0[index];
        let same = bucket.iter().position(|entry| entry.key == new.key);
        let shortest = || (0..WAYS).min_by_key(|&way| bucket[way].plies());
        if let Some(way) = same.or_else(shortest) {
            bucket[way] = new;
        }
    }
}
