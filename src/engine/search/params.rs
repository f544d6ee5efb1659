//! The numbers of the search, each with its unit and range.
//!
//! They are constants. Built with the feature `tuning` they are options of the protocol, so that a match can compare values
//! without a new build.

/// A number of the table, as an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// The name of its function and of its option.
    pub name: &'static str,
    /// The value in a build without the feature `tuning`.
    pub default: i32,
    /// The smallest and the largest reasonable value.
    pub range: (i32, i32),
}

macro_rules! parameters {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty = $value:literal, $least:literal..=$most:literal;)*) => {
        /// The numbers in the order of the table.
        pub const PARAMETERS: &[Parameter] =
            &[$(Parameter { name: stringify!($name), default: $value, range: ($least, $most) }),*];

        $(const _: () = assert!($least <= $value && $value <= $most, stringify!($name));)*

        #[cfg(not(feature = "tuning"))]
        mod table {
            $($(#[doc = $doc])+ #[inline(always)] pub const fn $name() -> $type { $value })*
        }

        #[cfg(feature = "tuning")]
        mod table {
            use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

            #[allow(non_upper_case_globals)]
            mod values {
                use super::AtomicI32;
                $(pub static $name: AtomicI32 = AtomicI32::new($value);)*
            }

            $($(#[doc = $doc])+ #[inline(always)] pub fn $name() -> $type { values::$name.load(Relaxed) as $type })*

            impl super::Parameter {
                /// Sets the number for all searches of this process.
                pub fn set(&self, value: i32) {
                    match self.name {
                        $(stringify!($name) => values::$name.store(value, Relaxed),)*
                        _ => unreachable!("{} is not in the table", self.name),
                    }
                }
            }
        }

        pub use table::*;
    };
}

parameters! {
    /// Reverse futility: margin of the evaluation over beta for each ply of depth. In centipawns.
    reverse_futility_margin: i32 = 51, 10..=200;
    /// Reverse futility: greatest depth; 0 turns it off. In plies.
    reverse_futility_depth: i32 = 8, 0..=20;

    /// Razoring: margin of the evaluation under alpha for each ply of depth. In centipawns.
    razoring_margin: i32 = 195, 20..=500;
    /// Razoring: greatest depth; 0 turns it off. In plies.
    razoring_depth: i32 = 3, 0..=10;

    /// Null move: least depth; 99 turns it off. In plies.
    null_move_depth: i32 = 3, 1..=99;
    /// Null move: reduction of the depth. In plies.
    null_move_reduction: i32 = 3, 1..=6;
    /// Null move: depth that adds one ply to the reduction. In plies.
    null_move_divisor: i32 = 4, 1..=20;
    /// Null move: margin of the evaluation over beta that adds one ply to the reduction. In centipawns.
    null_move_margin: i32 = 100, 20..=400;
    /// Null move: greatest addition to the reduction by that margin. In plies.
    null_move_margin_most: i32 = 3, 0..=8;

    /// Table: greatest depth at which an entry cuts a node against expectation, that is, with a score below alpha at a cut node
    /// or of beta and more at another one. In plies.
    unexpected_cut_depth: i32 = 5, 0..=99;

    /// Internal iterative reduction: least depth; 99 turns it off. In plies.
    internal_reduction_depth: i32 = 4, 2..=99;

    /// Late move pruning: constant part of the number of moves. The depth adds to it. If the evaluation does not improve,
    /// half of the sum is searched. In moves.
    late_move_base: i32 = 14, 1..=80;
    /// Late move pruning: factor of the square of the depth. In quarters of a move.
    late_move_factor: i32 = 11, 1..=40;
    /// Late move pruning: greatest depth; 0 turns it off. In plies.
    late_move_depth: i32 = 6, 0..=12;

    /// Futility: constant part of the margin. The margin is the largest expected gain of a quiet move. In centipawns.
    futility_base: i32 = 102, 0..=300;
    /// Futility: addition to the margin for each ply left after the reduction. In centipawns.
    futility_margin: i32 = 93, 10..=200;
    /// Futility: greatest depth; 0 turns it off. In plies.
    futility_depth: i32 = 6, 0..=12;

    /// Pruning of moves whose own shot loses material: the loss allowed for each ply of depth. In centipawns.
    loss_margin: i32 = 43, 10..=200;
    /// Pruning of moves whose own shot loses material: greatest depth; 0 turns it off. In plies.
    loss_depth: i32 = 5, 0..=12;

    /// Late move reduction: constant part. In 1024ths of a ply.
    reduction_base: i32 = 439, 0..=3000;
    /// Late move reduction: factor of ln(depth) · ln(move number). In 1024ths of a ply.
    reduction_factor: i32 = 356, 100..=1500;
    /// Late move reduction: least depth; 99 turns it off. In plies.
    reduction_depth: i32 = 2, 1..=99;
    /// Late move reduction: addition if the evaluation does not improve. In 1024ths of a ply.
    reduction_not_improving: i32 = 589, 0..=3000;
    /// Late move reduction: addition in an expected cut node. In 1024ths of a ply.
    reduction_cut_node: i32 = 977, 0..=3000;
    /// Late move reduction: subtraction in a node of the principal variation. In 1024ths of a ply.
    reduction_pv: i32 = 986, 0..=3000;
    /// Late move reduction: subtraction in a position that is or once was part of a principal variation. In 1024ths of a ply.
    reduction_was_pv: i32 = 700, 0..=3000;
    /// Late move reduction: addition for a move off both beams. In 1024ths of a ply.
    reduction_off_beam: i32 = 446, 0..=3000;
    /// Late move reduction: greatest part of the reduction that is undone if the move threatens the Pharaoh. In plies.
    reduction_threat: i32 = 8, 0..=8;
    /// Late move reduction: history that subtracts one ply. In units of the history counters.
    reduction_history: i32 = 5524, 1000..=32000;

    /// Threat extension: least depth at which a threatened player gets one ply more if the last move was not reduced; 99 turns
    /// it off. In plies.
    threat_extension_depth: i32 = 3, 1..=99;

    /// Singular extension: least depth; 99 turns it off. In plies.
    singular_depth: i32 = 6, 3..=99;
    /// Singular extension: how much shallower than the node the table's entry may be. In plies.
    singular_entry_depth: i32 = 3, 0..=8;
    /// Singular extension: margin under the table's score for each ply of depth. In quarters of a centipawn.
    singular_margin: i32 = 8, 1..=40;
    /// Singular extension: additional margin for a second ply of extension. In centipawns.
    double_margin: i32 = 30, 0..=300;

    /// Quiescence: margin added to the evaluation and a gain before the sum is compared with alpha. In centipawns.
    quiescence_margin: i32 = 77, 0..=400;
    /// Quiescence: number of moves searched among the steps and rotations that leave the standing shot unchanged. These moves
    /// all gain the same. In moves.
    quiescence_standing: usize = 2, 1..=80;
    /// Quiescence: number of evasions in a line that get a search of one ply, which ends in quiescence again. In evasions.
    ///
    /// The number bounds their nesting. In `bench 13`, `bench --tactics` and the reference positions, the deepest nesting is three: ten
    /// of 220,000 searches.
    quiescence_evasions: usize = 4, 1..=16;

    /// Fading: plies since a capture after which the evaluation fades no more. In plies.
    fading_plies: u32 = 64, 0..=200;
    /// Fading: plies since a capture that would take the whole evaluation. In plies.
    fading_divisor: i32 = 512, 200..=4000;

    /// Correction of the evaluation: weight of the corrections; 0 turns it off. In 64ths.
    correction_weight: i32 = 25, 0..=256;
    /// Correction of the evaluation: greatest correction of one beam. In centipawns.
    correction_limit: i32 = 64, 8..=512;
    /// Correction of the evaluation: share of an error that is added for each ply of depth. In 128ths.
    correction_rate: i32 = 16, 1..=64;

    /// History: bonus of a move that causes a cut-off, for each ply of depth. In units of the counters.
    history_factor: i32 = 340, 10..=600;
    /// History: bonus of the move of a table entry that causes a cut-off, for each ply of depth. In units of the counters.
    history_table_factor: i32 = 150, 0..=600;
    /// History: greatest bonus. In units of the counters.
    history_most: i32 = 2000, 200..=6000;
    /// History: greatest absolute value of a counter. In units of the counters.
    history_limit: i32 = 16000, 1000..=30000;
    /// History: bonus of a quiet move for each centipawn by which the static evaluation rises for its player. In quarters of a
    /// unit of the counters.
    history_rise: i32 = 8, 0..=64;
    /// History: greatest bonus or penalty for such a change. In units of the counters.
    history_rise_most: i32 = 1500, 0..=6000;
    /// Ordering: weight of the continuation histories. In 16ths of the weight of the butterfly history.
    continuation_weight: i32 = 16, 0..=32;
    /// Ordering: addition to the rank of a quiet move that touches a beam. In units of the history counters.
    order_on_beam: i32 = 1108, 0..=10000;

    /// Table: an entry of this search is kept if it is deeper than the new one by more than this. In plies.
    table_kept_depth: u8 = 3, 0..=20;
    /// Table: depth by which an entry is worth less for each search since it was stored. In plies.
    table_age: i32 = 8, 0..=60;

    /// Aspiration windows: first iteration that has one. In plies.
    aspiration_depth: u8 = 4, 1..=20;
    /// Aspiration windows: half of the initial width. In centipawns.
    aspiration_width: i32 = 30, 5..=200;
    /// Aspiration windows: width after a score outside, relative to the width before. In percent.
    aspiration_growth: i32 = 200, 110..=400;
    /// Aspiration windows: greatest width before the window is opened fully. In centipawns.
    aspiration_widest: i32 = 1000, 100..=10000;

    /// Vote of the threads: weight of the worst score. In centipawns.
    vote_base: i32 = 20, 1..=200;
    /// Vote of the threads: greatest difference of two scores. In centipawns.
    vote_range: i32 = 400, 100..=2000;

    /// Search for a mate: depth searched beyond the mate before a search without pruning follows. In plies.
    mate_extra_depth: i32 = 6, 0..=20;

    /// Limits: number of nodes between two checks of the clock and the stop signal. In nodes.
    nodes_between_checks: u64 = 512, 64..=8192;

    /// Clock: number of moves among which the time is divided. A larger `movestogo` counts as this number. In moves.
    moves_expected: u32 = 28, 10..=100;
    /// Clock: share of the increment that is spent with each move. In percent.
    increment_used: u32 = 75, 0..=100;
    /// Clock: largest time of a move, as a multiple of its planned time.
    overtime: u32 = 4, 1..=10;
    /// Clock: greatest share of the remaining time for one move, if many have to follow. In percent.
    largest_share: u32 = 40, 5..=90;
    /// Clock: share of the planned time after which no new iteration starts, before the factors below. In percent.
    new_iteration: u32 = 60, 20..=150;
    /// Clock: factor after an iteration that changed the best move. In percent.
    best_move_changed: u32 = 140, 100..=250;
    /// Clock: subtraction from that factor for each iteration since the change. In percentage points.
    best_move_stable: u32 = 12, 1..=30;
    /// Clock: number of iterations after which the factor stays the same. In iterations.
    stable_after: u32 = 5, 1..=10;
    /// Clock: percentage points for each centipawn by which the score has fallen. In hundredths.
    score_fall: i32 = 150, 0..=500;
    /// Clock: greatest reduction for a score that has risen. In percentage points.
    score_rise_most: i32 = 15, 0..=100;
    /// Clock: greatest addition for a score that has fallen. In percentage points.
    score_fall_most: i32 = 90, 0..=150;
    /// Clock: factor if no node was spent on the best move. In percent.
    nodes_on_others: u32 = 145, 100..=200;
    /// Clock: factor if all nodes were spent on the best move. In percent.
    nodes_on_best: u32 = 65, 20..=100;
    /// Clock: factor for a proven win, which leaves only a shorter one to find. In percent.
    win_proven: u32 = 25, 1..=100;
}
