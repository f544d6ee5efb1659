//! A table of counts for perft, shared by threads without locks: an entry whose two halves do not match is ignored.
//!
//! Source: R. Hyatt, T. Mann, A lockless transposition table implementation for parallel search, 2002.

use crate::util::words::{NoMemory, Words};
use std::sync::atomic::{AtomicU64, Ordering};

/// A table of the number of leaves below positions, at depths up to 63.
///
/// ```
/// use khepri::perft::{Options, Table, perft};
/// use khepri::{RuleSet, setups};
///
/// let start = &setups::named(RuleSet::Khet2, "classic")?.position;
/// let table = Table::new(1)?;
/// let options = Options { bulk: true, table: Some(&table), ..Options::default() };
/// let nodes = |options: &Options| perft(start, 2, options).map(|stats| stats.nodes);
/// assert_eq!(nodes(&options), nodes(&Options::default()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Table(Words);

/// Depth takes the low bits of an entry, the count the rest.
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

    /// Returns the number of leaves `depth` plies below the position with this key, if it is stored.
    pub fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let [check, data] = self.entry(key)?.map(|word| word.load(Ordering::Relaxed));
        let found = data != 0 && check ^ data == key && data & ((1 << DEPTH_BITS) - 1) == u64::from(depth);
        found.then_some(data >> DEPTH_BITS)
    }

    /// Stores the number if it fits into an entry.
    pub fn set(&self, key: u64, depth: u32, nodes: u64) {
        let fits = depth < 1 << DEPTH_BITS && nodes < 1 << (u64::BITS - DEPTH_BITS);
        if let (Some([check, data]), true) = (self.entry(key), fits) {
            let packed = nodes << DEPTH_BITS | u64::from(depth);
            check.store(key ^ packed, Ordering::Relaxed);
            data.store(packed, Ordering::Relaxed);
        }
    }
}
