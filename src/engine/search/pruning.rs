//! Forward pruning: nodes cut before their moves are searched, and moves that are skipped.
//!
//! A search with pruning can miss a win, but every mate that it reports is correct. Null moves and static evaluations give no
//! mate scores, and `alpha_beta` skips no move while all tried moves lose.

use super::counters::Counter;
use super::gain::{self, Candidate};
use super::node::Node;
use super::params;
use super::reductions::Reduction;
use super::shared::Stopped;
use super::static_eval::Threat;
use super::window::Window;
use super::worker::Worker;
use crate::eval::Score;
use khepri_rules::Kind;

/// The moves to skip at a node.
pub(super) enum Skip {
    /// No move.
    None,
    /// The move alone.
    Move,
    /// The move and all later quiet moves.
    AllQuiet,
    /// The move and all later moves.
    Rest,
}

impl Worker<'_> {
    /// Returns the score if the node can be cut before its moves are searched, else `None`. Stores the threat in the node, if
    /// it was determined.
    pub(super) fn prune(&mut self, node: &mut Node, window: Window) -> Result<Option<Score>, Stopped> {
        let Node { depth, refined, .. } = *node;
        // Razoring: if the score is far below alpha, quiescence is searched first. If its score does not exceed alpha, the node
        // is cut. <https://www.chessprogramming.org/Razoring>
        if depth.plies() <= params::razoring_depth()
            && refined + params::razoring_margin() * depth.plies() <= window.alpha
            && !window.alpha.is_mate()
        {
            let score = self.quiescence::<false>(window, true)?;
            if score <= window.alpha {
                self.counters.count(Counter::RazoringCut);
                return Ok(Some(score));
            }
        }
        if window.beta.is_mate() || self.has_bare_pharaoh() {
            return Ok(None);
        }
        // Reverse futility: the score is so far above beta that the opponent's best reply will not bring it below beta.
        // <https://www.chessprogramming.org/Reverse_Futility_Pruning>
        let plies = depth.plies() - i32::from(node.improving);
        let above = refined.value() - params::reverse_futility_margin() * plies - window.beta.value();
        let is_shallow = depth.plies() <= params::reverse_futility_depth();
        node.static_eval = self.with_threat(node.static_eval);
        if is_shallow && !refined.is_mate() && above >= 0 && node.static_eval.threat == Threat::None {
            self.counters.count(Counter::ReverseFutilityCut);
            // No search confirms the evaluation, so the score is the mean of it and beta.
            return Ok(Some(window.beta + (refined.value() - window.beta.value()) / 2));
        }
        self.null_move(node, window)
    }

    /// Returns whether the player to move has no piece except the Pharaoh and a Sphinx. Such positions are prone to zugzwang.
    /// <https://www.chessprogramming.org/Zugzwang>
    fn has_bare_pharaoh(&self) -> bool {
        let position = self.line.position();
        let board = position.board();
        let rest = board.colour(position.side_to_move()) & !board.kind(Kind::Pharaoh) & !board.kind(Kind::Sphinx);
        rest.is_empty()
    }

    /// Returns a score if null move pruning cuts the node: the score still reaches beta if the player only fires.
    ///
    /// Source: <https://www.chessprogramming.org/Null_Move_Pruning>.
    fn null_move(&mut self, node: &Node, window: Window) -> Result<Option<Score>, Stopped> {
        let Node { depth, refined, .. } = *node;
        if depth.plies() < params::null_move_depth()
            || self.line.is_after_null()
            || node.static_eval.threat == Threat::Pharaoh
            || refined < window.beta
            || self.line.standing_shot_ends_game()
        {
            return Ok(None);
        }
        let above = (refined.value() - window.beta.value()) / params::null_move_margin();
        let reduction = params::null_move_reduction()
            + depth.plies() / params::null_move_divisor()
            + above.min(params::null_move_margin_most());
        self.push_null()?;
        self.counters.count(Counter::NullMove);
        let score = self.search::<false>(Window::below(window.beta).flipped(), depth.minus(reduction), !node.cut_node);
        self.line.pop();
        let score = -score?;
        self.counters.add(Counter::NullMoveCut, (score >= window.beta).into());
        // A null move is not legal, so a win after a null move is not proven.
        Ok((score >= window.beta).then_some(if score.is_mate() { window.beta } else { score }))
    }

    /// Returns the moves to skip after `tried` moves of the node. `rank`, if given, is an upper bound of the ranks of the later quiet
    /// moves.
    pub(super) fn moves_to_skip(
        &self,
        node: &Node,
        candidate: &Candidate,
        rank: Option<i32>,
        window: Window,
        tried: usize,
    ) -> Skip {
        let depth = node.depth;
        let plies = depth.plies();
        if node.under_fire || candidate.gain > 0 || self.full_width || self.line.no_capture_draw_within(depth) {
            return Skip::None;
        }
        // Skips moves whose shot loses too much material. They come last, and the later ones lose as much or more.
        if !candidate.quiet {
            let loses = plies <= params::loss_depth() && -candidate.gain > params::loss_margin() * plies;
            return if loses { Skip::Rest } else { Skip::None };
        }
        // Late move pruning: <https://www.chessprogramming.org/Futility_Pruning#Move_Count_Based_Pruning>.
        let enough = params::late_move_base() + params::late_move_factor() * plies * plies / 4;
        let enough = if node.improving { enough } else { enough / 2 };
        if plies <= params::late_move_depth() && tried as i32 >= enough {
            return Skip::AllQuiet;
        }
        // Futility: <https://www.chessprogramming.org/Futility_Pruning>.
        if plies <= params::futility_depth() {
            let hit = gain::gain_in_place(self.line.position(), candidate.hits);
            let hoped = self.line.frame().corrected + hit + params::futility_base();
            let is_futile = |reduction: Reduction| {
                // No reduction leaves less than one ply.
                let left = (plies - reduction.plies()).max(1);
                hoped + params::futility_margin() * left <= window.alpha
            };
            // The first test is cheap: no move has a greater reduction.
            if !is_futile(Reduction::MOST) || !is_futile(self.reduction(node, candidate, tried)) {
                return Skip::None;
            }
            let rest_is_futile = rank.is_some_and(|rank| is_futile(self.least_reduction(node, tried, rank)));
            return if rest_is_futile { Skip::AllQuiet } else { Skip::Move };
        }
        Skip::None
    }
}
