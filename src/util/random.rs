//! Random numbers that are the same for the same seed on every machine and in every build.

/// A generator of random numbers: fast, small, and not for secrets.
///
/// SplitMix64: G. Steele, D. Lea, C. Flood, Fast Splittable Pseudorandom Number Generators, 2014.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of this seed; every seed is as good as another.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number, each of the 2^64 as likely as the others.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A generator for one of many tasks, by its number: what the others draw does not change what this one does.
    pub fn fork(&self, number: u64) -> Random {
        Random(self.clone().next_u64() ^ number)
    }

    /// A number below `n`, each exactly as likely as the others; 0 if there is none.
    ///
    /// D. Lemire, Fast Random Integer Generation in an Interval, 2019.
    pub fn below(&mut self, n: usize) -> usize {
        let n = (n as u64).max(1);
        loop {
            let product = u128::from(self.next_u64()) * u128::from(n);
            // The lowest of the 2^64 fractions are too many for `n` equal shares.
            if product as u64 >= n.wrapping_neg() % n {
                return (product >> 64) as usize;
            }
        }
    }

    /// Brings the items into a random order, each order as likely as the others.
    ///
    /// R. Durstenfeld, Algorithm 235: Random permutation, 1964.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn the_numbers_are_those_that_other_implementations_give() {
        // From <https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64>.
        let mut random = Random::new(1_234_567);
        for number in [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ] {
            assert_eq!(random.next_u64(), number);
        }
    }

    #[test]
    fn every_number_below_the_bound_comes_about_equally_often() {
        let mut random = Random::new(7);
        for bound in [1, 2, 3, 10, 77] {
            let mut counts = vec![0; bound];
            for _ in 0..1000 * bound {
                counts[random.below(bound)] += 1;
            }
            // The standard deviation of each is below 32.
            assert!(counts.iter().all(|count| (800..1200).contains(count)), "{bound}: {counts:?}");
        }
        assert_eq!(random.below(0), 0);
        assert!(random.below(usize::MAX) < usize::MAX);
    }

    #[test]
    fn a_bound_that_does_not_divide_the_numbers_evenly_is_not_lopsided() {
        // Three quarters of all numbers: if none were drawn again, half of the results would be multiples of three.
        let bound = 3usize << 62;
        let mut random = Random::new(3);
        let multiples = (0..30_000).filter(|_| random.below(bound).is_multiple_of(3)).count();
        assert!((9_500..10_500).contains(&multiples), "{multiples}");
    }

    #[test]
    fn a_shuffle_gives_every_order_about_equally_often_and_loses_nothing() {
        let mut random = Random::new(5);
        let mut orders: HashMap<[u8; 4], u32> = HashMap::new();
        for _ in 0..24_000 {
            let mut items = [1, 2, 3, 4];
            random.shuffle(&mut items);
            *orders.entry(items).or_default() += 1;
        }
        assert_eq!(orders.len(), 24);
        assert!(orders.values().all(|count| (800..1200).contains(count)), "{orders:?}");
        random.shuffle::<u8>(&mut []);
    }

    #[test]
    fn a_fork_depends_on_seed_and_number_alone() {
        let first = |seed, number| Random::new(seed).fork(number).next_u64();
        assert_eq!(first(1, 2), first(1, 2));
        assert_ne!(first(1, 2), first(1, 3));
        assert_ne!(first(1, 2), first(2, 1));
        assert_ne!(first(0, 1), first(1, 0));
    }
}
