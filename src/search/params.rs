//! The numbers of the search, each with its unit and range.
//!
//! Those in the table are constants. Built with the feature `tuning` they are options of the protocol, so that matches
//! can compare values without building anew.

/// A number of the table as an option.
#[derive(Clone, Copy, Debug)]
pub struct Tunable {
    /// The name of its function.
    pub name: &'static str,
    /// What it is unless somebody sets it.
    pub default: i32,
    /// The least and the most that make sense.
    pub range: (i32, i32),
}

macro_rules! tunables {
    ($($(#[doc = $doc:literal])+ $name:ident = $value:literal, $least:literal..=$most:literal;)*) => {
        /// The table.
        pub const TUNABLES: &[Tunable] =
            &[$(Tunable { name: stringify!($name), default: $value, range: ($least, $most) }),*];

        $(const _: () = assert!($least <= $value && $value <= $most, stringify!($name));)*

        #[cfg(not(feature = "tuning"))]
        mod table {
            $($(#[doc = $doc])+ #[inline(always)] pub const fn $name() -> i32 { $value })*
        }

        #[cfg(feature = "tuning")]
        mod table {
            use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

            #[allow(non_upper_case_globals)]
            mod values {
                use super::AtomicI32;
                $(pub static $name: AtomicI32 = AtomicI32::new($value);)*
            }

            $($(#[doc = $doc])+ #[inline(always)] pub fn $name() -> i32 { values::$name.load(Relaxed) })*

            /// Gives a number of the table another value; whether there is such a number.
            pub fn set(name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => values::$name.store(value, Relaxed),)*
                    _ => return false,
                }
                true
            }
        }

        pub use table::*;
    };
}

tunables! {
    /// Reverse futility: how far the evaluation must be above beta for each ply. Centipawns.
    reverse_futility_margin = 80, 10..=200;
    /// Up to this depth; 0 is never. Plies.
    reverse_futility_depth = 8, 0..=20;

    /// Razoring: how far the evaluation must be below alpha for each ply. Centipawns.
    razoring_margin = 200, 20..=500;
    /// Up to this depth; 0 is never. Plies.
    razoring_depth = 3, 0..=10;

    /// Null move: from this depth on; 99 is never. Plies.
    null_move_depth = 3, 1..=99;
    /// What it takes off the depth at least. Plies.
    null_move_reduction = 3, 1..=6;
    /// It takes off one more for so many plies of depth. Plies.
    null_move_divisor = 4, 1..=20;
    /// And one more for so many centipawns that the evaluation is above beta, three at most.
    null_move_margin = 100, 20..=400;

    /// Internal iterative reduction: nodes without a move of the table from this depth on; 99 is never. Plies.
    internal_reduction_depth = 4, 2..=99;

    /// Late move pruning: quiet moves are left out after so many moves at depth 0; half if the evaluation does not get
    /// better. Moves.
    late_move_base = 6, 1..=80;
    /// And so many more for the square of the depth, in quarters. Moves.
    late_move_factor = 6, 1..=40;
    /// Up to this depth; 0 is never. Plies.
    late_move_depth = 6, 0..=12;

    /// Futility: a quiet move is not tried if the evaluation and this are not above alpha. Centipawns.
    futility_base = 100, 0..=300;
    /// And so much more for each ply that is left after the reduction. Centipawns.
    futility_margin = 80, 10..=200;
    /// Up to this depth; 0 is never. Plies.
    futility_depth = 6, 0..=12;

    /// Moves that lose material by their own shot: how much they may lose for each ply. Centipawns.
    loss_margin = 50, 10..=200;
    /// Up to this depth such moves are left out; 0 is never. Plies.
    loss_depth = 5, 0..=12;

    /// Late move reductions: constant part, in 1024ths of a ply.
    reduction_base = 512, 0..=3000;
    /// Factor of ln(depth) · ln(number of the move), in 1024ths of a ply.
    reduction_factor = 512, 100..=1500;
    /// From this depth on; 99 is never. Plies.
    reduction_depth = 2, 1..=99;
    /// A node whose evaluation does not get better. 1024ths of a ply.
    reduction_not_improving = 512, 0..=3000;
    /// A node in which a refutation is expected. 1024ths of a ply.
    reduction_cut_node = 1024, 0..=3000;
    /// Less in a node of the principal variation. 1024ths of a ply.
    reduction_pv = 1024, 0..=3000;
    /// A move that touches neither beam. 1024ths of a ply.
    reduction_dark = 512, 0..=3000;
    /// History that takes off one ply.
    reduction_history = 10000, 1000..=32000;

    /// Singular extension: from this depth on; 99 is never. Plies.
    singular_depth = 6, 3..=99;
    /// How far below the table's score the others must be, for each ply. Centipawns, in quarters.
    singular_margin = 8, 1..=40;
    /// So much further below for a second ply of extension. Centipawns.
    double_margin = 30, 0..=300;

    /// Quiescence: a gain is not tried if the evaluation, the gain and this are not above alpha. Centipawns.
    quiescence_margin = 80, 0..=400;

    /// The bonus of a move that refutes: factor of the depth.
    history_factor = 200, 10..=600;
    /// Its most.
    history_most = 2000, 200..=6000;
    /// Weight of the continuation histories in the order, in 16ths.
    continuation_weight = 16, 0..=32;
    /// Added to the rank of a quiet move that touches a beam.
    order_lit = 1000, 0..=10000;

    /// Percent of what the opponent threatens to gain that the evaluation is lowered by.
    threat_percent = 20, 0..=100;

}

/// Moves that leave a standing hit as it is are all the same capture; so many of them are tried in quiescence. 1–80.
pub const QUIESCENCE_STANDING: usize = 2;

/// Evasions in one line that quiescence hands to a search of one ply, which ends in quiescence again. A deeper threat to the
/// Pharaoh is not looked into. Plies; 1–16. Of 220,000 such searches in `bench 13`, `bench --tactics` and the reference
/// positions ten were nested twice in others and none more often, so the bound limits the depth of a tree, not its size.
pub const QUIESCENCE_EVASIONS: usize = 4;

/// So many quiet moves are picked one by one before the others are sorted: most nodes end before that. 0–80.
pub const PICKED_BEFORE_SORTING: usize = 3;

/// The most a history counter reaches, up or down. 1,000–30,000.
pub const HISTORY_LIMIT: i32 = 16_000;

/// Nodes between two looks at the clock and the stop signal. 64–8,192.
pub const NODES_BETWEEN_CHECKS: u64 = 512;
