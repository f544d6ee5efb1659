//! A table of counts for perft, shared by threads without locks: an entry whose two halves do not match is ignored.
//!
//! Source: R. Hyatt, T. Mann, A lockless transposition table implementation for parallel search, 2002.

use crate::util::words::{NoMemory, Words};
use khepri_rules::perft::Counts;
use std::sync::atomic::{AtomicU64, Ordering};

/// A table of the number of leaves below positions, at depths up to 63.
///
/// ```
/// use khepri_engine::perft::{Counts, Options, Table, perft};
/// use khepri_engine::{RuleSet, setups};
///
/// let start = &setups::named(RuleSet::Khet2, "classic")?.position;
/// let table = Table::new(1)?;
/// let options = Options { bulk: true, table: Some(&table), ..Options::default() };
/// let nodes = |options: &Options| perft(start, 2, options).map(|stats| stats.nodes);
/// assert_eq!(nodes(&options), nodes(&Options::default()));
/// assert_eq!(table.get(start.key(), 2), nodes(&options).ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Table(Words);

/// The number of low bits of an entry that hold the depth. The other bits hold the count.
const DEPTH_BITS: u32 = 6;

impl Table {
    /// Returns an empty table of `mib` MiB.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn new(mib: usize) -> Result<Table, NoMemory> {
        Words::new(mib).map(Table)
    }

    /// Returns the check word and the data word of a key.
    fn entry(&self, key: u64) -> Option<[&AtomicU64; 2]> {
        let entries = self.0.len() / 2;
        let first = ((u128::from(key) * entries as u128) >> 64) as usize * 2;
        Some([self.0.get(first)?, self.0.get(first + 1)?])
    }
}

impl Counts for Table {
    /// Returns the number of leaves `depth` plies below the position with this key, if it is stored.
    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let [check, data] = self.entry(key)?.map(|word| word.load(Ordering::Relaxed));
        let found = data != 0 && check ^ data == key && data & ((1 << DEPTH_BITS) - 1) == u64::from(depth);
        found.then_some(data >> DEPTH_BITS)
    }

    /// Stores the number if it fits into an entry.
    fn set(&self, key: u64, depth: u32, nodes: u64) {
        let fits = depth < 1 << DEPTH_BITS && nodes < 1 << (u64::BITS - DEPTH_BITS);
        if let (Some([check, data]), true) = (self.entry(key), fits) {
            let packed = nodes << DEPTH_BITS | u64::from(depth);
            check.store(key ^ packed, Ordering::Relaxed);
            data.store(packed, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_found_only_at_its_key_and_depth() {
        let table = Table::new(1).expect("a MiB");
        // The leading bits of a key choose its entry. The first three keys choose neighbouring entries.
        let keys = [1, 1 << 48, 2 << 48, u64::MAX / 2, u64::MAX];
        for (nodes, key) in (70..).zip(keys) {
            table.set(key, 3, nodes);
        }
        for (nodes, key) in (70..).zip(keys) {
            assert_eq!(table.get(key, 3), Some(nodes), "these keys share no entry");
            assert_eq!((table.get(key, 2), table.get(key ^ 1, 3)), (None, None));
        }
        assert_eq!(table.get(0, 0), None);
    }

    #[test]
    fn a_count_or_depth_too_large_for_an_entry_is_not_stored() {
        let table = Table::new(1).expect("a MiB");
        let most = (1 << (u64::BITS - DEPTH_BITS)) - 1;
        table.set(1, 63, most);
        assert_eq!(table.get(1, 63), Some(most));
        table.set(2, 3, most + 1);
        table.set(2, 64, 5);
        assert_eq!((table.get(2, 3), table.get(2, 64), table.get(2, 0)), (None, None, None));
    }
}
