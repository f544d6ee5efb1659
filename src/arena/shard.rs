//! A part of work that several machines share, such as `2/4`.

use std::fmt;
use std::str::FromStr;

/// One of `count` parts of work for several machines: the items whose number is `number - 1` modulo `count`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shard {
    /// The number of the part, from 1.
    pub number: u32,
    /// The number of parts.
    pub count: u32,
}

impl Shard {
    /// The whole work.
    pub const WHOLE: Shard = Shard { number: 1, count: 1 };

    /// Creates part `number`, from 1, of `count`; `None` if there is no such part.
    pub fn new(number: u32, count: u32) -> Option<Shard> {
        (1..=count).contains(&number).then_some(Shard { number, count })
    }

    /// Returns whether an item belongs to the part.
    pub fn has(self, item: u64) -> bool {
        item % u64::from(self.count) == u64::from(self.number - 1)
    }

    /// Returns the numbers of all its items, in order. The iterator is endless.
    pub fn items(self) -> impl Iterator<Item = u64> + Send {
        (u64::from(self.number - 1)..).step_by(self.count as usize)
    }

    /// Returns the number of its items below `end`.
    pub fn count_below(self, end: u64) -> u64 {
        end.saturating_sub(u64::from(self.number - 1)).div_ceil(u64::from(self.count))
    }

    /// Returns whether any item belongs to both parts.
    pub fn overlaps(self, other: Shard) -> bool {
        let (mut a, mut b) = (self.count, other.count);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        // The Chinese remainder theorem.
        self.number.abs_diff(other.number).is_multiple_of(a)
    }
}

impl FromStr for Shard {
    type Err = NotAShard;

    fn from_str(text: &str) -> Result<Shard, NotAShard> {
        let parts = text.split_once('/').and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
        parts.and_then(|(number, count)| Shard::new(number, count)).ok_or(NotAShard)
    }
}

/// A text that is not a [`Shard`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected I/N as in 1/4")]
pub struct NotAShard;

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_a_partition_and_overlap_if_they_have_a_common_item() {
        for game in 0..100 {
            let owners = (1..=7).filter(|&number| Shard::new(number, 7).is_some_and(|shard| shard.has(game)));
            assert_eq!(owners.count(), 1);
        }
        for (first, second) in
            [((1, 2), (1, 4)), ((1, 2), (2, 4)), ((2, 6), (1, 4)), ((2, 6), (2, 4)), ((3, 3), (1, 2))]
        {
            let [first, second] = [first, second].map(|(number, count)| Shard::new(number, count).expect("a part"));
            let common = (0..100).any(|game| first.has(game) && second.has(game));
            assert_eq!(first.overlaps(second), common, "{first} {second}");
            assert!(first.items().take(9).all(|game| first.has(game)));
            for games in 0..20 {
                assert_eq!(first.count_below(games), (0..games).filter(|&game| first.has(game)).count() as u64);
            }
        }
        for (number, count) in [(0, 1), (2, 1), (0, 0)] {
            assert_eq!(Shard::new(number, count), None);
        }
    }
}
