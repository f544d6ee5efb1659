//! Perft counts of the suites in `positions/perft`, with all options.

use crate::twin::{SuiteLine, suites};
use khepri::internal::shots::perft::{Options, Stats, Table, perft};

const PLAIN: Options = Options { bulk: false, threads: 1, table: None, stop: None };
const BULK: Options = Options { bulk: true, ..PLAIN };
const THREADS: Options = Options { threads: 2, ..PLAIN };

fn count(kfen: &str, depth: u32, options: &Options) -> Stats {
    perft(&crate::twin::position(kfen), depth, options).expect("nothing stops it")
}

fn compare(line: &SuiteLine, depth: u32, leaves: u64) {
    let kfen = &line.kfen;
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
        for &(depth, leaves) in &line.depths {
            compare(&line, depth, leaves);
            compared += 1;
        }
    }
    assert!(compared >= 90, "{compared} counts were compared");
}

#[test]
#[ignore = "deep: half a minute"]
fn one_ply_deeper_than_the_suites_all_options_agree() {
    for line in suites() {
        let depth = line.depths.iter().map(|&(depth, _)| depth).max().expect("a depth") + 1;
        compare(&line, depth, count(&line.kfen, depth, &BULK).nodes);
    }
}

#[test]
fn depth_zero_is_the_position_itself() {
    for line in suites() {
        let key = crate::twin::position(&line.kfen).key();
        for options in [PLAIN, BULK, THREADS] {
            assert_eq!(count(&line.kfen, 0, &options), Stats { nodes: 1, hits: 0, ends: 0, keys: key });
        }
    }
}

/// The classic set-up, for counts that several programs agree on and that are deeper than the suites.
const CLASSIC: &str = "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s";

#[test]
#[ignore = "deep: 34 million leaves"]
fn four_plies_of_khet2_classic_are_34065081_leaves() {
    let plain = count(CLASSIC, 4, &PLAIN);
    assert_eq!(plain.nodes, 34_065_081);
    assert_eq!(count(CLASSIC, 4, &THREADS), plain);
    let table = Table::new(64).expect("64 MiB");
    for options in [BULK, Options { bulk: true, threads: 2, table: Some(&table), stop: None }] {
        assert_eq!(count(CLASSIC, 4, &options).nodes, 34_065_081);
    }
}

#[test]
#[ignore = "deep: 2.5 billion leaves"]
fn five_plies_of_khet2_classic_are_2536106681_leaves() {
    let table = Table::new(64).expect("64 MiB");
    for options in [PLAIN, BULK, Options { bulk: true, threads: 2, table: Some(&table), stop: None }] {
        assert_eq!(count(CLASSIC, 5, &options).nodes, 2_536_106_681);
    }
}
