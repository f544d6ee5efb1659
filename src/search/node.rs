//! The nodes of the tree between root and quiescence: principal variation search with alpha-beta over the shared table.
//!
//! Sources: <https://www.chessprogramming.org/Principal_Variation_Search>,
//! <https://www.chessprogramming.org/Mate_Distance_Pruning>.

use super::Depth;
use super::assessment::Assessment;
use super::extensions::Singular;
use super::observer::Bound;
use super::ordering::Candidate;
use super::params;
use super::picker::Picker;
use super::pruning::Skip;
use super::reductions::Late;
use super::shared::Stopped;
use super::table::Entry;
use super::window::Window;
use super::worker::{MAX_PLY, Worker};
use crate::eval::Score;
use crate::rules::{Bitboard, Move};

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) depth: Depth,
    pub(super) ply: usize,
    /// Whether a refutation is expected.
    pub(super) cut_node: bool,
    /// What the table knows.
    pub(super) entry: Option<Entry>,
    pub(super) table_move: Option<Move>,
    /// Without any search.
    pub(super) assessment: Assessment,
    /// The evaluation, or the table's score if that says more.
    pub(super) eval: Score,
    /// Whether the player's evaluation is better than at his turn before.
    pub(super) improving: bool,
    /// Whether the opponent's beam is on the player's Pharaoh.
    pub(super) under_fire: bool,
    pub(super) was_pv: bool,
}

impl Worker<'_> {
    /// The score of the position at `ply`, exact if it is within the window, else a bound. Both Pharaohs stand.
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
        if self.is_drawn() || self.position.is_stalemate() {
            return Ok(Score::DRAW);
        }
        if depth == Depth::ZERO || ply >= MAX_PLY {
            return self.quiescence::<PV>(window, ply, 0);
        }
        self.search_deeper::<PV>(window, depth, ply, cut_node)
    }

    /// The score of a position that is no leaf.
    pub(super) fn search_deeper<const PV: bool>(
        &mut self,
        mut window: Window,
        depth: Depth,
        ply: usize,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        // No line from here can be better than a hit with the next move. None can be worse than one on the own Pharaoh
        // with the next move, and that score must stay within the window, so that its line is kept.
        window.alpha = window.alpha.max(Score::loss_in(ply));
        window.beta = window.beta.min(Score::win_in(ply + 1));
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        let excluded = self.frames[ply].excluded;
        // The table's bucket is on its way meanwhile.
        self.trace(ply);
        self.trace_enemy(ply);
        let key = self.table_key();
        let entry = if excluded.is_none() { self.shared.table.get(key, ply) } else { None };
        if let Some(entry) = entry
            && !PV
            && entry.depth >= depth
            && entry.settles(window)
        {
            return Ok(entry.score);
        }
        let node = self.look::<PV>(depth, ply, cut_node, entry);
        if !PV
            && !node.under_fire
            && !self.full_width
            && !self.draw_in_sight(depth)
            && excluded.is_none()
            && let Some(score) = self.prune(&node, window)?
        {
            return Ok(score);
        }
        self.search_moves::<PV>(&node, window, key)
    }

    /// Evaluates a position whose beams have been traced.
    pub(super) fn look<const PV: bool>(
        &mut self,
        depth: Depth,
        ply: usize,
        cut_node: bool,
        entry: Option<Entry>,
    ) -> Node {
        let assessment = entry.map_or_else(|| self.assess(ply), |entry| entry.assessment);
        let assessment = self.look_for_threat(assessment);
        let eval = assessment.eval;
        self.frames[ply].eval = eval;
        let known = entry.filter(|entry| !entry.score.is_mate() && entry.bears(eval));
        let own = self.position.side_to_move();
        let table_move = entry.and_then(|entry| entry.mv).filter(|&mv| self.position.is_legal(mv));
        let reduced = table_move.is_none() && depth.plies() >= params::internal_reduction_depth() && !self.full_width;
        Node {
            // Internal iterative reduction: what has no move in the table is not worth much.
            depth: if reduced && self.frames[ply].excluded.is_none() { depth.minus(1) } else { depth },
            ply,
            cut_node,
            entry,
            table_move,
            assessment,
            eval: known.map_or(eval, |entry| entry.score),
            improving: ply < 2 || eval > self.frames[ply - 2].eval,
            under_fire: self.position.pharaoh(own).is_some_and(|square| self.frames[ply].enemy.hits.has(square)),
            was_pv: PV || entry.is_some_and(|entry| entry.was_pv),
        }
    }

    /// Tries the moves of a position whose beams have been traced.
    fn search_moves<const PV: bool>(&mut self, node: &Node, mut window: Window, key: u64) -> Result<Score, Stopped> {
        let Node { depth, ply, .. } = *node;
        let extension = match self.singular(node, window)? {
            Singular::Cut(score) => return Ok(score),
            Singular::Extend(plies) => plies,
        };
        let excluded = self.frames[ply].excluded;
        let lower = window.alpha;
        let (mut best, mut best_move) = (-Score::INFINITE, None);
        let parrying = if PV { Bitboard::FULL } else { self.parrying(node) };
        let mut picker = Picker::new(node.table_move);
        let mut lists = std::mem::take(&mut self.frames[ply].lists);
        self.frames[ply].quiets.clear();
        let mut tried = 0;
        while let Some(candidate) = picker.next(self, ply, &mut lists) {
            if excluded == Some(candidate.mv) {
                continue;
            }
            let quiet = candidate.hits.is_empty();
            let lost = quiet && parrying.is_disjoint(candidate.mv.touched());
            // A loss must be proven: as long as nothing better is known, no move is left out.
            if tried > 0 && !best.is_loss() {
                if lost {
                    tried += 1;
                    continue;
                }
                match self.skips(node, &candidate, window, tried) {
                    Skip::No => {}
                    Skip::Move => continue,
                    Skip::AllQuiet => {
                        picker.skip_quiet();
                        continue;
                    }
                }
            }
            let extension = if tried == 0 && node.table_move == Some(candidate.mv) { extension } else { 0 };
            let searched = if lost {
                self.leave_to_shot(&candidate, ply)
            } else {
                self.search_candidate::<PV>(node, &candidate, window, tried, extension)
            };
            let score = match searched {
                Ok(score) => score,
                Err(stopped) => {
                    self.frames[ply].lists = lists;
                    return Err(stopped);
                }
            };
            tried += 1;
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    best_move = Some(candidate.mv);
                    if PV {
                        self.extend_line(ply, candidate.mv);
                    }
                }
            }
            if score >= window.beta {
                if quiet {
                    self.reward(candidate.mv, depth, ply);
                }
                break;
            }
            if quiet {
                self.frames[ply].quiets.push(candidate.mv);
            }
        }
        self.frames[ply].lists = lists;
        if tried == 0 {
            // There is no other move than the excluded one.
            return Ok(lower);
        }
        if excluded.is_none() {
            let bound = if best >= window.beta {
                Bound::Lower
            } else if best > lower {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let entry =
                Entry { mv: best_move, score: best, bound, depth, assessment: node.assessment, was_pv: node.was_pv };
            self.shared.table.set(key, ply, entry);
        }
        Ok(best)
    }

    /// By how many plies a late move is reduced.
    pub(super) fn reduction<const PV: bool>(&self, node: &Node, candidate: &Candidate, tried: usize) -> i32 {
        let frame = &self.frames[node.ply];
        let history = if candidate.hits.is_empty() {
            self.memory.history.view(self.position.side_to_move(), self.before(node.ply)).get(candidate.mv)
        } else {
            0
        };
        self.reductions.plies(&Late {
            depth: node.depth,
            tried,
            pv: PV,
            cut_node: node.cut_node,
            improving: node.improving,
            dark: candidate.mv.touched().is_disjoint(frame.beam.path() | frame.enemy.path),
            history,
        })
    }

    /// The score of one move.
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
        let child = Child { depth: node.depth.minus(1 - extension), reduction, ply: node.ply, cut_node: node.cut_node };
        self.search_move::<PV>(candidate, window, &child, tried == 0)
    }

    /// Makes a move, searches it and takes it back.
    fn search_move<const PV: bool>(
        &mut self,
        candidate: &Candidate,
        window: Window,
        child: &Child,
        first: bool,
    ) -> Result<Score, Stopped> {
        let ply = child.ply;
        if PV {
            self.frames[ply + 1].line.clear();
        }
        let undo = self.make(candidate.mv, candidate.hits, ply)?;
        let score = if let Some(score) = self.ended(ply + 1) {
            self.seldepth = self.seldepth.max(ply + 1);
            Ok(-score)
        } else {
            self.search_child::<PV>(window, child, first)
        };
        self.unmake(candidate.mv, &undo);
        score
    }

    /// The score of the move that was just made: reduced and with a null window as long as nothing speaks for it.
    fn search_child<const PV: bool>(&mut self, window: Window, child: &Child, first: bool) -> Result<Score, Stopped> {
        let Child { depth, reduction, ply, cut_node } = *child;
        let null = window.null().flipped();
        if !PV || !first {
            let reduced = depth.minus(reduction).max(Depth(depth.0.min(1)));
            let mut score = -self.search::<false>(null, reduced, ply + 1, reduced < depth || !cut_node)?;
            if score > window.alpha && reduced < depth {
                score = -self.search::<false>(null, depth, ply + 1, !cut_node)?;
            }
            if !PV || score <= window.alpha {
                return Ok(score);
            }
        }
        Ok(-self.search::<true>(window.flipped(), depth, ply + 1, false)?)
    }

    /// A quiet move has refuted the position, those tried before it have not.
    fn reward(&mut self, mv: Move, depth: Depth, ply: usize) {
        let colour = self.position.side_to_move();
        let before = self.before(ply);
        let bonus = (params::history_factor() * depth.plies()).min(params::history_most());
        self.frames[ply].killers.add(mv);
        self.memory.history.update(colour, mv, before, bonus);
        for &other in &self.frames[ply].quiets {
            self.memory.history.update(colour, other, before, -bonus);
        }
    }
}

/// How a move is searched.
struct Child {
    depth: Depth,
    /// Plies less at first.
    reduction: i32,
    /// Of the node in which the move is made.
    ply: usize,
    cut_node: bool,
}
