//! The data of a node of the tree (depth, table entry, evaluation) and of a ply (killers, principal variation).

use super::history::{ContinuationKey, Killers};
use super::static_eval::StaticEval;
use super::table::Entry;
use super::window::Depth;
use crate::eval::Score;
use khepri_rules::{Bitboard, Move};

/// The depth, table entry, evaluation and beams of a node, computed before its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) depth: Depth,
    /// Whether a cut-off is expected.
    pub(super) cut_node: bool,
    /// The table's entry.
    pub(super) entry: Option<Entry>,
    /// The move of that entry, if it is legal.
    pub(super) table_move: Option<Move>,
    pub(super) static_eval: StaticEval,
    /// The corrected static evaluation, or the table's score if that is a better estimate.
    pub(super) refined: Score,
    /// Whether the corrected static evaluation is better than two plies before, or there is no such ply.
    pub(super) improving: bool,
    /// Whether the opponent's beam hits the Pharaoh of the player to move.
    pub(super) under_fire: bool,
    /// The squares of both beams.
    pub(super) beam_squares: Bitboard,
    /// Whether the position is or once was part of a principal variation.
    pub(super) was_pv: bool,
}

/// The data of a ply that searches of later plies, and later nodes of the same ply, read. The memory is reused for all
/// positions at that ply.
#[derive(Default)]
pub(super) struct Frame {
    pub(super) killers: Killers,
    /// The corrected static evaluation.
    pub(super) corrected: Score,
    /// The continuation key of the move that is being searched.
    pub(super) continuation_key: ContinuationKey,
    /// The move that is being searched, if it is quiet.
    pub(super) quiet_move: Option<Move>,
    /// The move that a singular search leaves out.
    pub(super) excluded: Option<Move>,
    /// The reduction of the search of this node, in plies.
    pub(super) reduction: i32,
    /// The principal variation from here on.
    pub(super) pv: Vec<Move>,
}

impl Frame {
    /// Clears the data of an earlier search, but keeps the allocations.
    pub(super) fn reset(&mut self) {
        let mut pv = std::mem::take(&mut self.pv);
        pv.clear();
        *self = Frame { pv, ..Frame::default() };
    }
}
