//! A test of threads that write and read the same few slots of a table at once. They must find only whole entries.

use super::*;
use khepri_rules::internal::util::random::Random;
use khepri_rules::{Square, Turn};
use std::collections::HashSet;
use std::thread;

/// More threads than a test machine has cores, so that some are interrupted between the two words of an entry.
const THREADS: u64 = 8;

/// The number of writes and reads of each thread in a round. Each round has its own table.
const TURNS: u32 = 50_000;

/// Returns the entry that is stored under a key. It depends on the key, so that a mixture of two entries is detected.
fn content(key: u64) -> Entry {
    let mut random = Random::seed_from_u64(key);
    let mut below = |limit: usize| random.below(limit);
    let (from, to) = (Square::ALL[below(80)], Square::ALL[below(80)]);
    let turn = if below(2) == 0 { Turn::Clockwise } else { Turn::Anticlockwise };
    Entry {
        mv: Some(if from == to { Move::rotate(from, turn) } else { Move::step(from, to) }),
        score: Score::centipawns(below(20_001) as i32 - 10_000),
        bound: [Bound::Exact, Bound::Lower, Bound::Upper][below(3)],
        depth: Depth(below(3) as u8),
        static_eval: StaticEval {
            raw: Score::centipawns(below(16_001) as i32 - 8_000),
            threat: [Threat::None, Threat::Pharaoh, Threat::Unknown][below(3)],
        },
        was_pv: below(2) == 0,
    }
}

/// Returns keys of a few buckets, many more than the buckets can hold.
fn crowd(random: &mut Random) -> Vec<u64> {
    // The leading bits of a key choose the bucket.
    const BUCKETS: u64 = 4;
    (0..BUCKETS).flat_map(|bucket| [bucket << 62; 24]).map(|leading| leading | random.next_u64() >> 20).collect()
}

/// The counts of one thread.
#[derive(Default, Debug)]
struct Seen {
    /// The number of entries found.
    found: u64,
    /// The number of entries found that were never stored under their key.
    wrong: u64,
    /// The number of slots with words of different entries.
    torn: u64,
}

/// Returns whether the two words of a slot belong to different entries. Reads the data first, as a look-up does.
fn is_torn([check, data]: [&AtomicU64; 2], keys: &HashSet<u64>) -> bool {
    let data = data.load(Ordering::Relaxed);
    let check = check.load(Ordering::Relaxed);
    (check != 0 || data != 0) && !keys.contains(&(check ^ data))
}

/// Writes and reads entries at random, and counts the faults.
fn fight(table: &Table, keys: &[u64], known: &HashSet<u64>, seed: u64) -> Seen {
    let (mut random, mut seen) = (Random::seed_from_u64(seed), Seen::default());
    for _ in 0..TURNS {
        let key = keys[random.below(keys.len())];
        match random.below(4) {
            0 => table.bucket(key).for_each(|slot| seen.torn += u64::from(is_torn(slot, known))),
            1 => {
                if let Some(entry) = table.get(key, 0) {
                    seen.found += 1;
                    seen.wrong += u64::from(entry != content(key));
                }
            }
            _ => table.set(key, 0, content(key)),
        }
    }
    seen
}

/// Runs the threads for a number of rounds. Asserts that no wrong entry is found, during or after a round.
fn stress(rounds: u32) -> Seen {
    let mut random = Random::seed_from_u64(1);
    let mut all = Seen::default();
    for _ in 0..rounds {
        let table = Table::new(1).expect("1 MiB");
        let keys = crowd(&mut random);
        let known: HashSet<u64> = keys.iter().copied().collect();
        let seeds: Vec<u64> = (0..THREADS).map(|_| random.next_u64()).collect();
        let seen: Vec<Seen> = thread::scope(|scope| {
            let (table, keys, known) = (&table, &keys, &known);
            let start = |&seed: &u64| scope.spawn(move || fight(table, keys, known, seed));
            let fighters: Vec<_> = seeds.iter().map(start).collect();
            fighters.into_iter().map(|fighter| fighter.join().expect("no panic")).collect()
        });
        for seen in seen {
            all.found += seen.found;
            all.wrong += seen.wrong;
            all.torn += seen.torn;
        }
        // Half-written entries stay in the table, but are not found.
        for &key in &keys {
            assert!(table.get(key, 0).is_none_or(|entry| entry == content(key)), "{key:x}");
        }
    }
    assert!(all.found > 1000, "{all:?}");
    assert_eq!(all.wrong, 0, "{all:?}");
    all
}

#[test]
fn threads_find_only_whole_entries() {
    stress(10);
}

#[test]
#[ignore = "takes minutes"]
fn threads_find_only_whole_entries_in_many_rounds() {
    let seen = stress(1_500);
    assert!(seen.torn > 0, "no torn slot was seen: {seen:?}");
}

/// Returns the two words of the entry of a key.
fn words_of(key: u64) -> [u64; 2] {
    let table = Table::new(1).expect("1 MiB");
    table.set(key, 0, content(key));
    let mut words = table.bucket(key).map(|slot| slot.map(|word| word.load(Ordering::Relaxed)));
    words.find(|words| *words != [0, 0]).expect("it was stored")
}

#[test]
fn halves_of_two_entries_are_not_found_together() {
    let table = Table::new(1).expect("1 MiB");
    let keys = crowd(&mut Random::seed_from_u64(2));
    let words: Vec<[u64; 2]> = keys.iter().map(|&key| words_of(key)).collect();
    let nothing = [0, 0];
    for (&one, &[check, own]) in keys.iter().zip(&words) {
        for &[_, data] in words.iter().chain([&nothing]) {
            let slot = table.bucket(one).next().expect("a bucket has slots");
            slot[0].store(check, Ordering::Relaxed);
            slot[1].store(data, Ordering::Relaxed);
            let found: Vec<u64> = keys.iter().copied().filter(|&key| table.get(key, 0).is_some()).collect();
            assert_eq!(found, if data == own { vec![one] } else { vec![] });
        }
    }
}

#[test]
fn random_words_give_only_entries_with_squares_of_the_board() {
    let table = Table::new(1).expect("1 MiB");
    let mut random = Random::seed_from_u64(3);
    for word in 0..3u64 << 16 {
        // Each 16-bit move occurs three times, the first time with all other bits zero.
        let data = word & 0xffff | if word >> 16 == 0 { 0 } else { random.next_u64() << 16 };
        let (key, ply) = (random.next_u64(), random.below(200));
        let slot = table.bucket(key).next().expect("a bucket has slots");
        slot[0].store(key ^ data, Ordering::Relaxed);
        slot[1].store(data, Ordering::Relaxed);
        let Some(entry) = table.get(key, ply) else {
            assert_eq!(data, 0, "an empty slot only");
            continue;
        };
        if let Some(mv) = entry.mv {
            assert_eq!(u64::from(mv.bits()), data & 0xffff);
            assert!(mv.from().index() < 80 && mv.to().index() < 80, "{data:x}");
        }
        slot[1].store(0, Ordering::Relaxed);
    }
}
