//! Equal keys for equal values, and for no others: what was seen so far, looked up both ways.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

/// Values with their keys.
pub struct Keys<T> {
    by_value: HashMap<T, u64>,
    by_key: HashMap<u64, T>,
    /// Values that had come before, and were found to have the key they had then.
    pub again: u64,
}

impl<T: Copy + Eq + Hash + Debug> Keys<T> {
    /// The number of values after which it starts afresh.
    const ROOM: usize = 50_000;

    /// Nothing seen so far.
    pub fn new() -> Keys<T> {
        Keys { by_value: HashMap::new(), by_key: HashMap::new(), again: 0 }
    }

    /// Another value and its key.
    ///
    /// # Errors
    /// The value has come with another key, or the key with another value.
    pub fn see(&mut self, value: T, key: u64) -> Result<(), String> {
        if self.by_key.len() >= Self::ROOM {
            self.by_value.clear();
            self.by_key.clear();
        }
        match self.by_value.insert(value, key) {
            Some(earlier) if earlier != key => return Err(format!("keys {earlier:#x} and {key:#x} for {value:?}")),
            Some(_) => self.again += 1,
            None => {}
        }
        match self.by_key.insert(key, value) {
            Some(earlier) if earlier != value => Err(format!("key {key:#x} for {earlier:?} and {value:?}")),
            _ => Ok(()),
        }
    }
}
