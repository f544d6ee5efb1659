//! A check that equal values have equal keys and different values different keys.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

/// Values with their keys, in both directions.
pub struct Keys<T> {
    by_value: HashMap<T, u64>,
    by_key: HashMap<u64, T>,
    /// The number of values that occurred again with the same key.
    pub repeated: u64,
}

impl<T: Copy + Eq + Hash + Debug> Keys<T> {
    /// The number of values at which the maps are cleared.
    const CAPACITY: usize = 50_000;

    /// Returns empty maps.
    pub fn new() -> Keys<T> {
        Keys { by_value: HashMap::new(), by_key: HashMap::new(), repeated: 0 }
    }

    /// Adds a value with its key.
    ///
    /// # Errors
    /// The value has had another key, or the key another value.
    pub fn add(&mut self, value: T, key: u64) -> Result<(), String> {
        if self.by_key.len() >= Self::CAPACITY {
            self.by_value.clear();
            self.by_key.clear();
        }
        match self.by_value.insert(value, key) {
            Some(earlier) if earlier != key => return Err(format!("keys {earlier:#x} and {key:#x} for {value:?}")),
            Some(_) => self.repeated += 1,
            None => {}
        }
        match self.by_key.insert(key, value) {
            Some(earlier) if earlier != value => Err(format!("key {key:#x} for {earlier:?} and {value:?}")),
            _ => Ok(()),
        }
    }
}
