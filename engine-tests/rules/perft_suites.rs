//! Perft counts of the suites in `positions/perft`, with all options.

use crate::twin::suites;
use khepri_engine::perft::{Options, Stats, Table, perft};

const PLAIN: Options = Options { bulk: false, threads: 1, table: None, stop: None };
const BULK: Options = Options { bulk: true, ..PLAIN };
const THREADS: Options = Options { threads: 2, ..PLAIN };

fn count(kfen: &str, depth: u32, options: &Options) -> Stats {
    perft(&crate::twin::position(kfen), depth, options).expect("nothing stops it")
}

fn compare(kfen: &str, depth: u32, leaves: u64) {
    let plain = count(kfen, depth, &PLAIN);
    assert_eq!(plain.nodes, leaves, "perft {depth} of {kfen}");
    assert_eq!(count(kfen, depth, &THREADS), plain, "with two threads: perft {depth} of {kfen}");
    let table = Table::new(4).expect("4 MiB");
    let hash = Options { table: Some(&table), ..PLAIN };
    let fresh = Table::new(4).expect("4 MiB");
    let combined = Options { bulk: true, threads: 2, table: Some(&fresh), stop: None };
    for (name, options) in [("bulk", BULK), ("hash", hash), ("bulk, two threads, hash", combined)] {
        assert_eq!(count(kfen, depth, &options).nodes, leaves, "with {name}: perft {depth} of {kfen}");
    }
}

#[test]
fn the_counts_of_the_suites_are_right_with_all_options() {
    let mut compared = 0;
    for line in suites() {
        for (depth, leaves) in line.counts {
            compare(&line.kfen, depth, leaves);
            compared += 1;
        }
    }
    assert!(compared >= 90, "{compared} counts were compared");
}

#[test]
#[ignore = "deep: half a minute"]
fn one_ply_deeper_than_the_suites_all_options_agree() {
    for line in suites() {
        let depth = line.counts.iter().map(|&(depth, _)| depth).max().expect("a depth") + 1;
        compare(&line.kfen, depth, count(&line.kfen, depth, &BULK).nodes);
    }
}

#[test]
fn depth_zero_is_the_position_itself() {
    for line in suites() {
        let key = line.position.key();
        for options in [PLAIN, BULK, THREADS] {
            assert_eq!(count(&line.kfen, 0, &options), Stats { nodes: 1, hits: 0, ends: 0, keys: key });
        }
    }
}

#[test]
#[ignore = "deep: 2.5 billion leaves; counts that several programs agree on and that are deeper than the suites"]
fn khet2_classic_has_the_known_counts_of_four_and_five_plies() {
    let table = Table::new(64).expect("64 MiB");
    let combined = Options { bulk: true, threads: 2, table: Some(&table), stop: None };
    for (depth, leaves) in [(4, 34_065_081), (5, 2_536_106_681)] {
        for options in [PLAIN, BULK, combined] {
            assert_eq!(count(crate::support::CLASSIC, depth, &options).nodes, leaves);
        }
    }
}
