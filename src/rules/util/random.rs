//! Numbers that depend only on a seed, not on the machine or the build: for the Zobrist keys, and for what other packages draw.
//!
//! The generators, ranges and shuffles of the package `rand` may change with its version. Openings, match schedules, levels and
//! data depend on documented seeds, so generator, ranges and shuffles are implemented here.

/// Advances the state of a SplitMix64 generator and returns its next number; `const` for the Zobrist keys.
///
/// G. Steele, D. Lea, C. Flood, Fast Splittable Pseudorandom Number Generators, 2014.
pub const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A fast and small generator of random numbers, not for secrets. All seeds are equally good.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Returns the generator of a seed.
    pub const fn seed_from_u64(seed: u64) -> Random {
        Random(seed)
    }

    /// Returns the next number; all are equally likely.
    pub const fn next_u64(&mut self) -> u64 {
        split_mix(&mut self.0)
    }

    /// Returns a separate generator for the task with this number. It does not depend on the numbers that other tasks draw.
    pub fn stream(&self, number: u64) -> Random {
        Random(self.clone().next_u64() ^ number)
    }

    /// Returns a number below `n`, all with the same probability; 0 if `n` is 0.
    ///
    /// D. Lemire, Fast Random Integer Generation in an Interval, 2019.
    pub fn below(&mut self, n: usize) -> usize {
        let n = (n as u64).max(1);
        loop {
            let product = u128::from(self.next_u64()) * u128::from(n);
            // The upper half of the product is the result. Products whose lower half is below 2^64 mod `n` are rejected, so that
            // every result has equally many products.
            if product as u64 >= n.wrapping_neg() % n {
                return (product >> 64) as usize;
            }
        }
    }

    /// Shuffles the items, all orders with the same probability.
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
    fn the_numbers_agree_with_other_implementations() {
        // From <https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64>.
        let mut random = Random::seed_from_u64(1_234_567);
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
    fn numbers_ranges_shuffles_and_streams_of_a_seed_never_change() {
        type Row = (u64, [u64; 3], [usize; 5], [u8; 8], u64);
        let rows: [Row; 4] = [
            (
                0,
                [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f],
                [1, 1, 26, 173, 809_025],
                [0, 4, 7, 5, 3, 2, 6, 1],
                0x1455_a214_1643_c794,
            ),
            (
                1,
                [0x910a_2dec_8902_5cc1, 0xbeeb_8da1_658e_ec67, 0xf893_a2ee_fb32_555e],
                [0, 4, 61, 877, 548_475],
                [6, 0, 4, 1, 3, 7, 5, 2],
                0x1901_ddf8_6c80_5558,
            ),
            (
                7,
                [0x63cb_e1e4_5932_0dd7, 0x044c_3cd7_f43c_661c, 0xe698_4080_bab1_2a02],
                [1, 4, 19, 467, 344_013],
                [5, 7, 6, 3, 4, 0, 2, 1],
                0x4487_735e_b76c_cee8,
            ),
            (
                u64::MAX,
                [0xe4d9_7177_1b65_2c20, 0xe99f_f867_dbf6_82c9, 0x382f_f84c_b272_81e9],
                [0, 7, 65, 942, 263_642],
                [1, 3, 2, 5, 4, 7, 0, 6],
                0x7052_2a10_8bb1_7a42,
            ),
        ];
        for (seed, numbers, below, order, stream) in rows {
            let mut random = Random::seed_from_u64(seed);
            assert_eq!([(); 3].map(|()| random.next_u64()), numbers, "{seed}");
            assert_eq!([2, 10, 80, 1000, 1 << 20].map(|bound| random.below(bound)), below, "{seed}");
            let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
            random.shuffle(&mut items);
            assert_eq!(items, order, "{seed}");
            assert_eq!(random.stream(3).next_u64(), stream, "{seed}");
        }
    }

    #[test]
    fn all_numbers_below_the_bound_are_about_equally_frequent() {
        let mut random = Random::seed_from_u64(7);
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
    fn numbers_below_a_bound_that_is_no_divisor_are_not_biased() {
        // The bound is three quarters of 2^64. If no number were rejected, half of the results would be multiples of three.
        let bound = 3usize << 62;
        let mut random = Random::seed_from_u64(3);
        let multiples = (0..30_000).filter(|_| random.below(bound).is_multiple_of(3)).count();
        assert!((9_500..10_500).contains(&multiples), "{multiples}");
    }

    #[test]
    fn all_orders_of_a_shuffle_are_about_equally_frequent() {
        let mut random = Random::seed_from_u64(5);
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
    fn a_stream_depends_only_on_seed_and_number() {
        let first = |seed, number| Random::seed_from_u64(seed).stream(number).next_u64();
        assert_eq!(first(1, 2), first(1, 2));
        assert_ne!(first(1, 2), first(1, 3));
        assert_ne!(first(1, 2), first(2, 1));
        assert_ne!(first(0, 1), first(1, 0));
    }
}
