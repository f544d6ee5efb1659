//! The slow twin: at every node of a perft, the library's incremental state equals what a second, naive implementation of the
//! rules computes from scratch.

use crate::twin::compare;
use crate::twin::state::State;
use khepri_engine::perft::{self, Options};
use rayon::prelude::*;

/// Compares all nodes from every set-up and from the positions of the perft suites: to a depth from every `step`th of them, and to
/// one ply less from the others.
fn check(deepest: u32, step: usize) {
    let mut all = crate::twin::setup_lines();
    all.extend(crate::twin::suites().into_iter().map(|case| case.kfen));
    all.sort();
    all.dedup();
    all.par_iter().enumerate().for_each(|(number, kfen)| {
        let depth = if number.is_multiple_of(step) { deepest } else { deepest - 1 };
        let mut position = crate::twin::position(kfen);
        let state = State::from(&position.setup());
        let leaves = compare::checking_perft(&mut position, &state, depth);
        let counted = perft::perft(&position, depth, &Options::default()).expect("nothing stops it");
        assert_eq!(counted.nodes, leaves, "perft {depth} of {kfen}");
    });
}

#[test]
fn both_rules_agree_one_ply_from_all_set_ups_and_suite_positions_and_two_from_some() {
    check(2, 4);
}

#[test]
#[ignore = "minutes: three plies from every set-up and suite position"]
fn both_rules_agree_three_plies_from_all_set_ups_and_suite_positions() {
    check(3, 1);
}
