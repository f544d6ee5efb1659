//! The nodes between root and quiescence: principal variation search with alpha-beta and a shared table.
//!
//! Sources: <https://www.chessprogramming.org/Principal_Variation_Search>,
//! <https://www.chessprogramming.org/Mate_Distance_Pruning>,
//! <https://www.chessprogramming.org/Internal_Iterative_Reductions>.

use super::counters::Counter;
use super::gain::Candidate;
use super::move_stack::StackMark;
use super::node::{Frame, Node};
use super::params;
use super::picker::Picker;
use super::pruning::Skip;
use super::reductions::Reduction;
use super::shared::Stopped;
use super::singular::SingularResult;
use super::static_eval::Threat;
use super::table::Entry;
use super::window::{Depth, MAX_PLY, Window};
use super::worker::{Memory, Worker};
use crate::eval::Score;
use khepri_rules::{Bitboard, Move};

impl Worker<'_> {
    /// Returns the score of the position. It is exact within the window, else a bound. Both Pharaohs must be on the board.
    pub(super) fn search<const PV: bool>(
        &mut self,
        window: Window,
        depth: Depth,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        let ply = self.line.ply();
        if PV {
            self.line.frame_mut().pv.clear();
            self.seldepth = self.seldepth.max(ply);
        }
        // Step 1. Draws by repetition or without a capture.
        if self.line.is_drawn() {
            return Ok(Score::DRAW);
        }
        // Step 2. Quiescence at the horizon.
        if depth == Depth::ZERO || ply >= MAX_PLY {
            return self.quiescence::<PV>(window, false);
        }
        // Step 3. Stalemate.
        if self.line.position().is_stalemate() {
            return Ok(Score::DRAW);
        }
        self.search_node::<PV>(window, depth, cut_node)
    }

    /// Returns the score of an inner node.
    pub(super) fn search_node<const PV: bool>(
        &mut self,
        mut window: Window,
        depth: Depth,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        let ply = self.line.ply();
        // Step 4. Mate distance pruning. The score lies between a loss and a win at the next ply. Alpha may be one ply worse, so
        // that the line of a loss is recorded.
        window.alpha = window.alpha.max(Score::loss_in(ply));
        window.beta = window.beta.min(Score::win_in(ply + 1));
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        let excluded = self.line.frame().excluded;
        // Step 5. Table cut-off.
        let key = self.table_key();
        let entry = if excluded.is_none() {
            self.counters.count(Counter::MainProbe);
            self.shared.table.get(key, ply)
        } else {
            None
        };
        self.counters.add(Counter::TableHit, entry.is_some().into());
        if let Some(entry) = entry
            && !PV
            && entry.depth >= depth
            && entry.cuts(window)
            && (depth.plies() <= params::unexpected_cut_depth() || (entry.score >= window.beta) == cut_node)
        {
            self.counters.count(Counter::TableCut);
            if entry.score >= window.beta {
                self.reward_table_move(entry, depth);
            }
            return Ok(entry.score);
        }
        // Step 6. Beams and static evaluation.
        self.line.enter();
        self.counters.count(Counter::InnerNode);
        let mut node = self.node::<PV>(depth, cut_node, entry);
        // Internal iterative reduction: without a table move the order of the moves is poor.
        if node.table_move.is_none()
            && depth.plies() >= params::internal_reduction_depth()
            && !self.full_width
            && excluded.is_none()
        {
            node.depth = depth.minus(1);
        }
        if excluded.is_none() {
            self.reward_rise();
        }
        // Step 7. Pruning of the whole node.
        if !PV
            && !node.under_fire
            && !self.full_width
            && !self.line.no_capture_draw_within(depth)
            && excluded.is_none()
            && let Some(score) = self.prune(&mut node, window)?
        {
            return Ok(score);
        }
        // Step 8. Threat, and its extension.
        node.static_eval = self.with_threat(node.static_eval);
        if node.static_eval.threat == Threat::Pharaoh && excluded.is_none() {
            node.depth = node.depth.plus(self.threat_extension(node.depth));
        }
        // Later plies update from this accumulator.
        self.line.accumulate(self.shared.network);
        self.search_moves::<PV>(&node, window, key)
    }

    /// Returns the node at the current position. Stores its corrected evaluation in the frame.
    pub(super) fn node<const PV: bool>(&mut self, depth: Depth, cut_node: bool, entry: Option<Entry>) -> Node {
        let static_eval = entry.map_or_else(|| self.evaluate(), |entry| entry.static_eval);
        let corrected = self.corrected(static_eval.raw);
        self.line.frame_mut().corrected = corrected;
        let position = self.line.position();
        let table_move = entry.and_then(|entry| entry.mv).filter(|&mv| position.is_legal(mv));
        Node {
            depth,
            cut_node,
            entry,
            table_move,
            static_eval,
            refined: entry.map_or(corrected, |entry| entry.refine(corrected)),
            improving: self.line.earlier_frame(2).is_none_or(|frame| corrected > frame.corrected),
            under_fire: self.line.is_under_fire(),
            beam_squares: self.line.beam_squares(),
            was_pv: PV || entry.is_some_and(|entry| entry.was_pv),
        }
    }

    /// Returns the extension, in plies, of a node whose Pharaoh is threatened. It undoes the reduction of the move that led
    /// here, at least in part. A move that was not reduced is extended by one ply, as a check is in chess:
    /// <https://www.chessprogramming.org/Check_Extensions>.
    fn threat_extension(&self, depth: Depth) -> i32 {
        let reduction = self.line.frame().reduction;
        if reduction > 0 {
            return reduction.min(params::reduction_threat());
        }
        (depth.plies() >= params::threat_extension_depth() && self.may_extend()).into()
    }

    /// Searches the moves of a node.
    fn search_moves<const PV: bool>(&mut self, node: &Node, mut window: Window, key: u64) -> Result<Score, Stopped> {
        // Step 9. Singular extension.
        let table_extension = match self.singular(node, window)? {
            SingularResult::Cut(score) => return Ok(score),
            SingularResult::Extend(plies) => plies,
        };
        let excluded = self.line.frame().excluded;
        let original = window;
        let (mut best, mut best_move) = (-Score::INFINITE, None);
        // Whether the last move that raised alpha is quiet, or none has raised it.
        let mut best_is_quiet = true;
        let evasion_squares = if PV { Bitboard::FULL } else { self.evasion_squares(node) };
        let base = self.memory.moves.top();
        let mut picker = Picker::new(node.table_move, base);
        let mut tried = 0;
        // Step 10. Moves, from the most to the least promising.
        while let Some(candidate) = picker.next(self) {
            if excluded == Some(candidate.mv) || !self.sees(&candidate) {
                continue;
            }
            let quiet = candidate.quiet;
            // A move that neither wins nor is an evasion has a known score.
            let known_score = (!candidate.wins()
                && evasion_squares.is_disjoint(candidate.mv.touched() | candidate.hits))
            .then(|| self.score_without_evasion(&candidate));
            // Step 11. Pruning of moves. No move is pruned while all tried moves lose, so that a loss is proven.
            if tried > 0 && !best.is_loss() {
                match known_score {
                    Some(score) if score <= best => {
                        tried += 1;
                        continue;
                    }
                    Some(_) => {}
                    None => {
                        // A later quiet move may have a known score, so futility does not skip the rest together.
                        let rank = picker.rank().filter(|_| evasion_squares == Bitboard::FULL);
                        match self.moves_to_skip(node, &candidate, rank, window, tried) {
                            Skip::None => {}
                            Skip::Move => continue,
                            Skip::AllQuiet => {
                                picker.skip_quiet();
                                continue;
                            }
                            Skip::Rest => break,
                        }
                    }
                }
            }
            // Step 12. Search of the move.
            let score = match known_score {
                Some(score) => score,
                None => {
                    let extension = if node.table_move == Some(candidate.mv) { table_extension } else { 0 };
                    self.search_candidate::<PV>(node, &candidate, window, tried, extension)?
                }
            };
            tried += 1;
            // Step 13. New best move.
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    best_move = Some(candidate.mv);
                    best_is_quiet = quiet;
                    if PV {
                        self.line.extend_pv(candidate.mv);
                    }
                }
            }
            // Step 14. Cut-off, and histories.
            if score >= window.beta {
                self.count_cut(node, &candidate, tried);
                if quiet {
                    self.update_histories(candidate.mv, node.depth, base);
                }
                break;
            }
            if quiet {
                self.memory.moves.failed_quiets.push(candidate.mv);
            }
        }
        self.memory.moves.drop_from(base);
        if tried == 0 {
            // The excluded move is the only legal move, or every move is overlooked.
            return Ok(if excluded.is_some() { original.alpha } else { node.refined });
        }
        // Step 15. Table entry.
        if excluded.is_none() {
            let Node { depth, static_eval, was_pv, .. } = *node;
            let (bound, corrected) = (original.bound(best), self.line.frame().corrected);
            // A score corrects the evaluation only if it contradicts it, and the best move, if any, is quiet.
            if best_is_quiet && !node.under_fire && !best.is_mate() && bound.can_replace(best, corrected) {
                let error = best.value() - corrected.value();
                let slots = self.error_slots();
                self.memory.corrections.add(slots, error, depth.plies());
            }
            let entry = Entry { mv: best_move, score: best, bound, depth, static_eval, was_pv };
            self.shared.table.set(key, self.line.ply(), entry);
        }
        Ok(best)
    }

    /// Returns the reduction of a move after `tried` others, outside of a principal variation.
    pub(super) fn reduction(&self, node: &Node, candidate: &Candidate, tried: usize) -> Reduction {
        let history = if candidate.quiet {
            let earlier = self.line.continuation_keys();
            self.memory.history.view(self.line.position().side_to_move(), earlier).get(candidate.mv)
        } else {
            0
        };
        let off_beam = candidate.mv.touched().is_disjoint(node.beam_squares);
        self.shared.reductions.after(node, tried).of_move(off_beam, history)
    }

    /// Returns the least reduction of any quiet move whose rank is at most `rank`, outside of a principal variation.
    pub(super) fn least_reduction(&self, node: &Node, tried: usize, rank: i32) -> Reduction {
        let reduction = self.shared.reductions.after(node, tried);
        reduction.of_move(true, rank).min(reduction.of_move(false, rank - params::order_on_beam()))
    }

    /// Pushes, searches and pops a move after `tried` others, and returns its score.
    pub(super) fn search_candidate<const PV: bool>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        window: Window,
        tried: usize,
        extension: i32,
    ) -> Result<Score, Stopped> {
        let late = tried > usize::from(PV) && node.depth.plies() >= params::reduction_depth() && candidate.gain <= 0;
        let reduction = if late && !node.under_fire && !self.full_width {
            let reduction = self.reduction(node, candidate, tried);
            if PV { reduction.in_pv() } else { reduction }.plies().max(0)
        } else {
            0
        };
        if PV {
            self.line.next_frame_mut().pv.clear();
        }
        self.push(candidate)?;
        let score = if let Some(score) = self.line.ended() {
            self.seldepth = self.seldepth.max(self.line.ply());
            Ok(-score)
        } else {
            self.search_child::<PV>(node.cut_node, window, node.depth.minus(1 - extension), reduction, tried == 0)
        };
        self.line.pop();
        score
    }

    /// Returns the score of the move that was just made. The first move of a principal variation is searched with the full
    /// window. Any other move first gets a null window, with the depth reduced by `reduction`. If a reduced search scores above alpha,
    /// it is repeated at full depth. In a principal variation, a score that is still above alpha gets the full window.
    fn search_child<const PV: bool>(
        &mut self,
        cut_node: bool,
        window: Window,
        depth: Depth,
        reduction: i32,
        first: bool,
    ) -> Result<Score, Stopped> {
        let null = window.null().flipped();
        if !PV || !first {
            let reduced = depth.minus(reduction).max(Depth(depth.0.min(1)));
            self.counters.add(Counter::ReducedSearch, (reduced < depth).into());
            self.line.frame_mut().reduction = depth.plies() - reduced.plies();
            let score = self.search::<false>(null, reduced, reduced < depth || !cut_node);
            self.line.frame_mut().reduction = 0;
            let mut score = -score?;
            if score > window.alpha && reduced < depth {
                self.counters.count(Counter::FullSearch);
                score = -self.search::<false>(null, depth, !cut_node)?;
            }
            if !PV || score <= window.alpha {
                return Ok(score);
            }
            if self.line.ply() == 1 {
                // If the search with the full window is stopped, the root uses this lower bound.
                self.root_lower_bound = Some(score);
            }
        }
        Ok(-self.search::<true>(window.flipped(), depth, false)?)
    }

    /// Counts a cut-off by the last of `tried` moves.
    fn count_cut(&mut self, node: &Node, candidate: &Candidate, tried: usize) {
        let by = if node.table_move == Some(candidate.mv) {
            Counter::CutByTableMove
        } else if !candidate.quiet {
            if candidate.gain > 0 { Counter::CutByGain } else { Counter::CutByLoss }
        } else if self.line.frame().killers.moves().contains(&Some(candidate.mv)) {
            Counter::CutByKiller
        } else {
            Counter::CutByQuiet
        };
        self.counters.count(by);
        self.counters.add(Counter::FirstMoveCut, (tried == 1).into());
        self.counters.add(Counter::MoveAtCutNode, tried as u64);
    }

    /// Rewards a quiet move that caused a cut-off, and penalises the quiet moves of the node, from `base` on, that were
    /// searched before it.
    fn update_histories(&mut self, mv: Move, depth: Depth, base: StackMark) {
        let colour = self.line.position().side_to_move();
        let earlier = self.line.continuation_keys();
        let bonus = history_bonus(params::history_factor(), depth);
        self.line.frame_mut().killers.add(mv);
        let Memory { history, moves, .. } = &mut *self.memory;
        history.update(colour, mv, earlier, bonus);
        for &other in &moves.failed_quiets[base.failed_quiets..] {
            history.update(colour, other, earlier, -bonus);
        }
    }

    /// Rewards the move of a table entry that causes a cut-off without a search.
    fn reward_table_move(&mut self, entry: Entry, depth: Depth) {
        if let Some(mv) = entry.mv {
            let bonus = history_bonus(params::history_table_factor(), depth);
            self.memory.history.update_butterfly(self.line.position().side_to_move(), mv, bonus);
        }
    }

    /// Rewards the last move, if it was quiet, by the rise of the static evaluation for its player; a fall is a penalty.
    ///
    /// Source: the history of evaluation differences as in Stockfish.
    fn reward_rise(&mut self) {
        let Some(&Frame { quiet_move: Some(mv), corrected: before, .. }) = self.line.earlier_frame(1) else {
            return;
        };
        let rise = -(before.value() + self.line.frame().corrected.value());
        let most = params::history_rise_most();
        let bonus = (rise * params::history_rise() / 4).clamp(-most, most);
        let player = self.line.position().side_to_move().other();
        self.memory.history.update_butterfly(player, mv, bonus);
    }
}

/// Returns the reward of a move that causes a cut-off at this depth: `factor` per ply, up to the greatest reward.
fn history_bonus(factor: i32, depth: Depth) -> i32 {
    (factor * depth.plies()).min(params::history_most())
}
