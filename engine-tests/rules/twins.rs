//! The slow twin: at every node of a perft, the library's incremental state equals what a second, naive implementation of the
//! rules computes from scratch.

use crate::twin::compare;
use crate::twin::state::State;
use khepri::internal::shots::perft::{self, Options};

fn check(kfen: &str, depth: u32) {
    let mut position = crate::twin::position(kfen);
    let state = State::from(&position.setup());
    let leaves = compare::checking_perft(&mut position, &state, depth);
    let counted = perft::perft(&position, depth, &Options::default()).expect("nothing stops it");
    assert_eq!(counted.nodes, leaves, "perft {depth} of {kfen}");
}

fn set_ups(rule_set: &str) -> impl Iterator<Item = String> {
    crate::twin::setup_lines().into_iter().filter(move |kfen| kfen.contains(rule_set))
}

/// Returns the positions of the suites that are not named set-ups.
fn from_games(rule_set: &str) -> impl Iterator<Item = String> {
    let named = crate::twin::setup_lines();
    let lines = crate::twin::suites().into_iter().map(|line| line.kfen);
    lines.filter(move |kfen| kfen.contains(rule_set) && !named.contains(kfen))
}

macro_rules! twins {
    ($($rule_set:ident: $set_ups:ident $games:ident $deep:ident;)*) => {$(
        #[test]
        fn $set_ups() {
            set_ups(stringify!($rule_set)).for_each(|kfen| check(&kfen, 2));
        }

        #[test]
        fn $games() {
            from_games(stringify!($rule_set)).for_each(|kfen| check(&kfen, 2));
        }

        #[test]
        #[ignore = "minutes: three plies from every set-up and suite position"]
        fn $deep() {
            set_ups(stringify!($rule_set)).chain(from_games(stringify!($rule_set))).for_each(|kfen| check(&kfen, 3));
        }
    )*};
}

twins! {
    khet2: both_rules_agree_two_plies_from_the_khet2_set_ups
        both_rules_agree_two_plies_from_khet2_games
        both_rules_agree_three_plies_deep_in_khet2;
    khet1: both_rules_agree_two_plies_from_the_khet1_set_ups
        both_rules_agree_two_plies_from_khet1_games
        both_rules_agree_three_plies_deep_in_khet1;
    deflexion: both_rules_agree_two_plies_from_the_deflexion_set_ups
        both_rules_agree_two_plies_from_deflexion_games
        both_rules_agree_three_plies_deep_in_deflexion;
}
