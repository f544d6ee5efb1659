//! The nodes of the tree between root and quiescence: principal variation search with alpha-beta and a shared table.
//!
//! Sources: <https://www.chessprogramming.org/Principal_Variation_Search>,
//! <https://www.chessprogramming.org/Mate_Distance_Pruning>,
//! <https://www.chessprogramming.org/Internal_Iterative_Reductions>.

use super::counters::Event;
use super::gain::Candidate;
use super::node::Node;
use super::params;
use super::picker::Picker;
use super::pruning::Skip;
use super::reductions::Late;
use super::shared::Stopped;
use super::singular::Singular;
use super::static_eval::Threat;
use super::table::Entry;
use super::window::{Depth, MAX_PLY, Window};
use super::worker::Worker;
use crate::eval::Score;
use crate::rules::{Bitboard, Move};

impl Worker<'_> {
    /// Returns the score of the position at `ply`, in which both Pharaohs stand: exact if within the window, else a bound.
    pub(super) fn search<const PV: bool>(
        &mut self,
        window: Window,
        depth: Depth,
        ply: usize,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        if PV {
            self.frames[ply].line.clear();
            self.seldepth = self.seldepth.max(ply);
        }
        // Step 1. Draws.
        if self.is_drawn() || self.position.is_stalemate() {
            return Ok(Score::DRAW);
        }
        // Step 2. Quiescence at the horizon.
        if depth == Depth::ZERO || ply >= MAX_PLY {
            return self.quiescence::<PV>(window, ply, 0);
        }
        self.search_inner::<PV>(window, depth, ply, cut_node)
    }

    /// Returns the score of an inner node.
    pub(super) fn search_inner<const PV: bool>(
        &mut self,
        mut window: Window,
        depth: Depth,
        ply: usize,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        // Step 3. Mate distance pruning: the best score possible is a win with the next move. The worst is a loss with the
        // next move, which stays within the window so that its line is recorded.
        window.alpha = window.alpha.max(Score::loss_in(ply));
        window.beta = window.beta.min(Score::win_in(ply + 1));
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        let excluded = self.frames[ply].excluded;
        // The processor fetches the table's bucket meanwhile.
        self.update_beams(ply);
        // Step 4. Table cut-off.
        let key = self.table_key();
        let entry = if excluded.is_none() {
            self.counters.count(Event::MainProbe);
            self.shared.table.get(key, ply)
        } else {
            None
        };
        self.counters.add(Event::TableHit, entry.is_some().into());
        if let Some(entry) = entry
            && !PV
            && entry.depth >= depth
            && entry.cuts(window)
        {
            self.counters.count(Event::TableCut);
            return Ok(entry.score);
        }
        // Step 5. Static evaluation and threat.
        self.counters.count(Event::InnerNode);
        let mut node = self.node::<PV>(depth, ply, cut_node, entry);
        // Step 6. Pruning of the whole node.
        if !PV
            && !node.under_fire
            && !self.full_width
            && !self.draw_in_sight(depth)
            && excluded.is_none()
            && let Some(score) = self.prune(&mut node, window)?
        {
            return Ok(score);
        }
        node.static_eval = self.with_threat(node.static_eval, ply);
        // A move that threatens the Pharaoh is reduced less.
        if node.static_eval.threat == Threat::Pharaoh && excluded.is_none() {
            let plies = self.frames[ply].reduction.min(params::reduction_threat());
            node.depth = node.depth.minus(-plies);
        }
        self.search_moves::<PV>(&node, window, key)
    }

    /// Returns what is known of the node at `ply`, whose beams were traced last, before its moves are searched.
    pub(super) fn node<const PV: bool>(
        &mut self,
        depth: Depth,
        ply: usize,
        cut_node: bool,
        entry: Option<Entry>,
    ) -> Node {
        let static_eval = entry.map_or_else(|| self.evaluate(ply), |entry| entry.static_eval);
        let score = self.corrected(static_eval.score, ply);
        self.frames[ply].static_score = score;
        let own = self.position.side_to_move();
        let table_move = entry.and_then(|entry| entry.mv).filter(|&mv| self.position.is_legal(mv));
        // Internal iterative reduction: without a table move the order of the moves is poor.
        let reduced = table_move.is_none()
            && depth.plies() >= params::internal_reduction_depth()
            && !self.full_width
            && self.frames[ply].excluded.is_none();
        Node {
            depth: if reduced { depth.minus(1) } else { depth },
            ply,
            cut_node,
            entry,
            table_move,
            static_eval,
            eval: entry.map_or(score, |entry| entry.refine(score)),
            improving: ply < 2 || score > self.frames[ply - 2].static_score,
            under_fire: self.position.pharaoh(own).is_some_and(|square| self.opponent_beam(ply).hits().has(square)),
            was_pv: PV || entry.is_some_and(|entry| entry.was_pv),
        }
    }

    /// Searches the moves of a node whose beams have been traced.
    fn search_moves<const PV: bool>(&mut self, node: &Node, mut window: Window, key: u64) -> Result<Score, Stopped> {
        let Node { depth, ply, .. } = *node;
        // Step 7. Singular extension.
        let table_extension = match self.singular(node, window)? {
            Singular::Cut(score) => return Ok(score),
            Singular::Extend(plies) => plies,
        };
        let excluded = self.frames[ply].excluded;
        let original = window;
        let (mut best, mut best_move) = (-Score::INFINITE, None);
        let mut quiet_best = true;
        let evasions = if PV { Bitboard::FULL } else { self.evasion_squares(node) };
        let mut picker = Picker::new(node.table_move);
        let mut lists = std::mem::take(&mut self.frames[ply].lists);
        self.frames[ply].quiets.clear();
        let mut tried = 0;
        // Step 8. Moves, from the most to the least promising.
        while let Some(candidate) = picker.next(self, ply, &mut lists) {
            if excluded == Some(candidate.mv) {
                continue;
            }
            let quiet = candidate.quiet;
            let unanswered = (quiet && evasions.is_disjoint(candidate.mv.touched() | candidate.hits))
                .then(|| self.score_without_evasion(&candidate, ply));
            // Step 9. Pruning of moves. A loss must be proven: no move is left out while all that were tried lose.
            if tried > 0 && !best.is_loss() {
                match unanswered {
                    Some(score) if score <= best => {
                        tried += 1;
                        continue;
                    }
                    Some(_) => {}
                    None => match self.skips(node, &candidate, window, tried) {
                        Skip::No => {}
                        Skip::Move => continue,
                        Skip::AllQuiet => {
                            picker.skip_quiet();
                            continue;
                        }
                    },
                }
            }
            // Step 10. Search of the move.
            let searched = match unanswered {
                Some(score) => Ok(score),
                None => {
                    let extension =
                        if tried == 0 && node.table_move == Some(candidate.mv) { table_extension } else { 0 };
                    self.search_candidate::<PV>(node, &candidate, window, tried, extension)
                }
            };
            let score = match searched {
                Ok(score) => score,
                Err(stopped) => {
                    self.frames[ply].lists = lists;
                    return Err(stopped);
                }
            };
            tried += 1;
            // Step 11. New best move.
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    best_move = Some(candidate.mv);
                    quiet_best = quiet;
                    if PV {
                        self.extend_line(ply, candidate.mv);
                    }
                }
            }
            // Step 12. Cut-off, and histories.
            if score >= window.beta {
                self.count_cut(node, &candidate, tried);
                if quiet {
                    self.update_histories(candidate.mv, depth, ply);
                }
                break;
            }
            if quiet {
                self.frames[ply].quiets.push(candidate.mv);
            }
        }
        self.frames[ply].lists = lists;
        if tried == 0 {
            // The excluded move is the only one.
            return Ok(original.alpha);
        }
        // Step 13. Table entry.
        if excluded.is_none() {
            let Node { static_eval, was_pv, .. } = *node;
            let bound = original.bound(best);
            if quiet_best && !node.under_fire && !best.is_mate() && bound.refutes(best, self.frames[ply].static_score) {
                let error = best.value() - self.frames[ply].static_score.value();
                let places = self.error_places(ply);
                self.memory.corrections.add(places, error, depth.plies());
            }
            let entry = Entry { mv: best_move, score: best, bound, depth, static_eval, was_pv };
            self.shared.table.set(key, ply, entry);
        }
        Ok(best)
    }

    /// Returns the reduction of a late move, in plies.
    pub(super) fn reduction<const PV: bool>(&self, node: &Node, candidate: &Candidate, tried: usize) -> i32 {
        let history = if candidate.quiet {
            let earlier = self.continuation_keys(node.ply);
            self.memory.history.view(self.position.side_to_move(), earlier).get(candidate.mv)
        } else {
            0
        };
        self.reductions.plies(&Late {
            depth: node.depth,
            tried,
            pv: PV,
            cut_node: node.cut_node,
            improving: node.improving,
            off_beam: candidate.mv.touched().is_disjoint(self.beam_squares(node.ply)),
            history,
        })
    }

    /// Makes, searches and unmakes a move after `tried` others, and returns its score.
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
            self.reduction::<PV>(node, candidate, tried).max(0)
        } else {
            0
        };
        let ply = node.ply;
        if PV {
            self.frames[ply + 1].line.clear();
        }
        let undo = self.make(candidate, ply)?;
        let score = if let Some(score) = self.ended(ply + 1) {
            self.seldepth = self.seldepth.max(ply + 1);
            Ok(-score)
        } else {
            self.search_child::<PV>(node, window, node.depth.minus(1 - extension), reduction, tried == 0)
        };
        self.unmake(candidate.mv, &undo);
        score
    }

    /// Returns the score of the move that was just made. All moves but the first of a principal variation get a reduced
    /// search with a null window, then a full one for each of these that the score exceeds.
    fn search_child<const PV: bool>(
        &mut self,
        node: &Node,
        window: Window,
        depth: Depth,
        reduction: i32,
        first: bool,
    ) -> Result<Score, Stopped> {
        let Node { ply, cut_node, .. } = *node;
        let null = window.null().flipped();
        if !PV || !first {
            let reduced = depth.minus(reduction).max(Depth(depth.0.min(1)));
            self.counters.add(Event::ReducedSearch, (reduced < depth).into());
            self.frames[ply + 1].reduction = depth.plies() - reduced.plies();
            let score = self.search::<false>(null, reduced, ply + 1, reduced < depth || !cut_node);
            self.frames[ply + 1].reduction = 0;
            let mut score = -score?;
            if score > window.alpha && reduced < depth {
                self.counters.count(Event::FullSearch);
                score = -self.search::<false>(null, depth, ply + 1, !cut_node)?;
            }
            if !PV || score <= window.alpha {
                return Ok(score);
            }
            if ply == 0 {
                self.raised = Some(score);
            }
        }
        Ok(-self.search::<true>(window.flipped(), depth, ply + 1, false)?)
    }

    /// Counts a cut-off by the last of `tried` moves.
    fn count_cut(&mut self, node: &Node, candidate: &Candidate, tried: usize) {
        let by = if node.table_move == Some(candidate.mv) {
            Event::CutByTableMove
        } else if !candidate.quiet {
            if candidate.gain > 0 { Event::CutByGain } else { Event::CutByLoss }
        } else if self.frames[node.ply].killers.moves().contains(&Some(candidate.mv)) {
            Event::CutByKiller
        } else {
            Event::CutByQuiet
        };
        self.counters.count(by);
        self.counters.add(Event::FirstMoveCut, (tried == 1).into());
        self.counters.add(Event::MoveAtCutNode, tried as u64);
    }

    /// Rewards a quiet move that caused a cut-off, and punishes those searched before it.
    fn update_histories(&mut self, mv: Move, depth: Depth, ply: usize) {
        let colour = self.position.side_to_move();
        let earlier = self.continuation_keys(ply);
        let bonus = (params::history_factor() * depth.plies()).min(params::history_most());
        self.frames[ply].killers.add(mv);
        self.memory.history.update(colour, mv, earlier, bonus);
        for &other in &self.frames[ply].quiets {
            self.memory.history.update(colour, other, earlier, -bonus);
        }
    }
}
