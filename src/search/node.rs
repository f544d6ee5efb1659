//! The nodes of the tree between root and quiescence: principal variation search with alpha-beta over the shared table.
//!
//! Sources: <https://www.chessprogramming.org/Principal_Variation_Search>,
//! <https://www.chessprogramming.org/Mate_Distance_Pruning>.

use super::Depth;
use super::assessment::{Assessment, Threat};
use super::observer::Bound;
use super::ordering::{self, Candidate};
use super::params;
use super::picker::Picker;
use super::reductions::Late;
use super::shared::Stopped;
use super::table::Entry;
use super::window::Window;
use super::worker::{MAX_PLY, Worker};
use crate::eval::Score;
use crate::rules::Move;

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy)]
struct Node {
    depth: Depth,
    ply: usize,
    /// Whether a refutation is expected.
    cut_node: bool,
    /// What the table knows.
    entry: Option<Entry>,
    table_move: Option<Move>,
    /// Not corrected.
    assessment: Assessment,
    /// The evaluation, corrected, and nearer to the table's score if that says more.
    eval: Score,
    /// Whether the player's evaluation is better than at his turn before.
    improving: bool,
    /// Whether the opponent's beam is on the player's Pharaoh.
    under_fire: bool,
    was_pv: bool,
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
        if self.repetition.repeats(self.position.plies_since_capture()) || self.position.is_stalemate() {
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
            && excluded.is_none()
            && let Some(score) = self.prune(&node, window)?
        {
            return Ok(score);
        }
        self.search_moves::<PV>(&node, window, key)
    }

    /// Traces both beams and evaluates.
    fn look<const PV: bool>(&mut self, depth: Depth, ply: usize, cut_node: bool, entry: Option<Entry>) -> Node {
        self.trace(ply);
        self.trace_enemy(ply);
        let assessment = entry.map_or_else(|| self.assess(ply), |entry| entry.assessment);
        let assessment = self.look_for_threat(assessment);
        let corrected = self.corrected(assessment.eval, ply);
        self.frames[ply].eval = corrected;
        let known = entry.filter(|entry| !entry.score.is_mate() && entry.bears(corrected));
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
            eval: known.map_or(corrected, |entry| entry.score),
            improving: ply < 2 || corrected > self.frames[ply - 2].eval,
            under_fire: self.position.pharaoh(own).is_some_and(|square| self.frames[ply].enemy.hits.has(square)),
            was_pv: PV || entry.is_some_and(|entry| entry.was_pv),
        }
    }

    /// Tries to do without the moves of a node: its score if that works.
    fn prune(&mut self, node: &Node, window: Window) -> Result<Option<Score>, Stopped> {
        let Node { depth, ply, eval, .. } = *node;
        // Razoring: far below alpha, only a gain can help.
        if depth.plies() <= params::razoring_depth()
            && eval + params::razoring_margin() * depth.plies() <= window.alpha
            && !window.alpha.is_mate()
        {
            let score = self.quiescence::<false>(window, ply, 1)?;
            if score <= window.alpha {
                return Ok(Some(score));
            }
        }
        if window.beta.is_mate() {
            return Ok(None);
        }
        // Reverse futility: so far above beta that the opponent's best answer will not bring it below.
        let plies = depth.plies() - i32::from(node.improving);
        if depth.plies() <= params::reverse_futility_depth()
            && !eval.is_mate()
            && eval - params::reverse_futility_margin() * plies >= window.beta
            && node.assessment.threat == Threat::None
        {
            return Ok(Some(eval));
        }
        if let Some(score) = self.null_move(node, window)? {
            return Ok(Some(score));
        }
        self.probcut(node, window)
    }

    /// Null move: even if nothing is done but to shoot, the position is good enough.
    ///
    /// Source: <https://www.chessprogramming.org/Null_Move_Pruning>.
    fn null_move(&mut self, node: &Node, window: Window) -> Result<Option<Score>, Stopped> {
        let Node { depth, ply, eval, .. } = *node;
        let hits = self.frames[ply].beam.hits();
        let after_null = ply > 0 && self.frames[ply - 1].deed.is_none();
        if depth.plies() < params::null_move_depth()
            || after_null
            || node.assessment.threat == Threat::Pharaoh
            || eval < window.beta
            || [self.position.side_to_move(), self.position.side_to_move().other()]
                .iter()
                .any(|&colour| self.position.pharaoh(colour).is_some_and(|square| hits.has(square)))
        {
            return Ok(None);
        }
        let above = (eval.value() - window.beta.value()) / params::null_move_margin();
        let reduction = params::null_move_reduction() + depth.plies() / params::null_move_divisor() + above.min(3);
        let (undo, barrier) = self.make_null(hits, ply)?;
        let null = Window { alpha: window.beta - 1, beta: window.beta };
        let score = self.search::<false>(null.flipped(), depth.minus(reduction), ply + 1, !node.cut_node);
        self.unmake_null(&undo, barrier);
        let score = -score?;
        // A win that rests on a turn left out is no win.
        Ok((score >= window.beta).then_some(if score.is_mate() { window.beta } else { score }))
    }

    /// ProbCut: a gain that is far above beta in a shallower search.
    ///
    /// Source: <https://www.chessprogramming.org/ProbCut>.
    fn probcut(&mut self, node: &Node, window: Window) -> Result<Option<Score>, Stopped> {
        let Node { depth, ply, .. } = *node;
        let beta = window.beta + params::probcut_margin();
        let shallow = depth.minus(4);
        if depth.plies() < params::probcut_depth()
            || beta.is_mate()
            || node.entry.is_some_and(|entry| entry.depth >= shallow.plus_one() && entry.score < beta)
        {
            return Ok(None);
        }
        let mut candidates = self.gains(ply);
        let mut result = Ok(None);
        let mut next = 0;
        while let Some(candidate) = ordering::pick(&mut candidates, next) {
            next += 1;
            if candidate.gain <= 0 || node.eval + candidate.gain.min(1_000) < beta {
                break;
            }
            result = self.probcut_candidate(node, &candidate, beta, shallow);
            if !matches!(result, Ok(None)) {
                break;
            }
        }
        self.frames[ply].lists.hitting = candidates;
        result
    }

    fn probcut_candidate(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        beta: Score,
        shallow: Depth,
    ) -> Result<Option<Score>, Stopped> {
        let ply = node.ply;
        let null = Window { alpha: beta - 1, beta }.flipped();
        let undo = self.make(candidate.mv, candidate.hits, ply)?;
        let score = match self.ended(ply + 1) {
            Some(score) => Ok(-score),
            None => self.quiescence::<false>(null, ply + 1, 1).and_then(|score| {
                if -score >= beta && shallow > Depth::ZERO {
                    self.search::<false>(null, shallow, ply + 1, !node.cut_node).map(|score| -score)
                } else {
                    Ok(-score)
                }
            }),
        };
        self.unmake(candidate.mv, &undo);
        let score = score?;
        if score < beta {
            return Ok(None);
        }
        let entry = Entry {
            mv: Some(candidate.mv),
            score,
            bound: Bound::Lower,
            depth: shallow.plus_one(),
            assessment: node.assessment,
            was_pv: node.was_pv,
        };
        self.shared.table.set(self.table_key(), ply, entry);
        Ok(Some(score))
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
        let (mut best, mut best_move, mut quiet_best) = (-Score::INFINITE, None, true);
        let mut picker = Picker::new(node.table_move);
        // Futility of a whole node: quiet moves are not even listed.
        let hoped = node.eval + params::futility_base() + params::futility_margin() * depth.plies();
        if !PV
            && !node.under_fire
            && !self.full_width
            && depth.plies() <= params::futile_node_depth()
            && hoped <= lower
            && !lower.is_mate()
        {
            picker.skip_quiet();
            best = hoped;
        }
        let mut lists = std::mem::take(&mut self.frames[ply].lists);
        self.frames[ply].quiets.clear();
        let mut tried = 0;
        while let Some(candidate) = picker.next(self, ply, &mut lists) {
            if excluded == Some(candidate.mv) {
                continue;
            }
            // A loss must be proven: as long as nothing better is known, no move is left out.
            if tried > 0 && !best.is_loss() {
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
            let score = match self.search_candidate::<PV>(node, &candidate, window, tried, extension) {
                Ok(score) => score,
                Err(stopped) => {
                    self.frames[ply].lists = lists;
                    return Err(stopped);
                }
            };
            tried += 1;
            let quiet = candidate.hits.is_empty();
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
        if tried == 0 && best == -Score::INFINITE {
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
            if quiet_best && !node.under_fire && !best.is_mate() && entry.bears(node.assessment.eval) {
                let frame = &self.frames[ply];
                let paths = [frame.beam.path(), frame.enemy.path];
                let error = best.value() - node.assessment.eval.value();
                self.memory.corrections.update(self.position.side_to_move(), paths, error, depth);
            }
        }
        Ok(best)
    }

    /// Whether the table's move is the only good one: all others are searched less deep, below its score.
    ///
    /// Source: <https://www.chessprogramming.org/Singular_Extensions>; if they reach beta without it, the node is cut as in
    /// multi-cut, <https://www.chessprogramming.org/Multi-Cut>.
    fn singular(&mut self, node: &Node, window: Window) -> Result<Singular, Stopped> {
        let Node { depth, ply, .. } = *node;
        let (Some(entry), Some(mv)) = (node.entry, node.table_move) else { return Ok(Singular::Extend(0)) };
        if depth.plies() < params::singular_depth()
            || entry.bound == Bound::Upper
            || entry.depth.plies() < depth.plies() - 3
            || entry.score.is_mate()
            || self.frames[ply].excluded.is_some()
            || self.full_width
            || ply >= 2 * usize::from(self.root_depth.0)
        {
            return Ok(Singular::Extend(0));
        }
        let beta = entry.score - params::singular_margin() * depth.plies() / 4;
        let null = Window { alpha: beta - 1, beta };
        self.frames[ply].excluded = Some(mv);
        let score = self.search::<false>(null, Depth(depth.less_one().0 / 2), ply, node.cut_node);
        self.frames[ply].excluded = None;
        let score = score?;
        Ok(if score < beta {
            Singular::Extend(if score < beta - params::double_margin() && !node.was_pv { 2 } else { 1 })
        } else if score >= window.beta && !score.is_mate() {
            Singular::Cut(score)
        } else if entry.score >= window.beta {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        })
    }

    /// Whether a move is not worth a search.
    fn skips(&self, node: &Node, candidate: &Candidate, window: Window, tried: usize) -> Skip {
        let Node { depth, ply, .. } = *node;
        let plies = depth.plies();
        if node.under_fire || candidate.gain > 0 || self.full_width {
            return Skip::No;
        }
        if !candidate.hits.is_empty() {
            // The own shot loses more than what may be hoped for.
            let loses = plies <= params::loss_depth() && -candidate.gain > params::loss_margin() * plies;
            return if loses { Skip::Move } else { Skip::No };
        }
        // Late move pruning: <https://www.chessprogramming.org/Futility_Pruning#Move_Count_Based_Pruning>.
        let enough = params::late_move_base() + params::late_move_factor() * plies * plies / 4;
        let enough = if node.improving { enough } else { enough / 2 };
        if plies <= params::late_move_depth() && tried as i32 >= enough {
            return Skip::AllQuiet;
        }
        // Futility: <https://www.chessprogramming.org/Futility_Pruning>.
        if plies <= params::futility_depth() {
            let left = plies - self.reduction::<false>(node, candidate, tried).min(plies - 1);
            let hoped = self.frames[ply].eval + params::futility_base() + params::futility_margin() * left;
            if hoped <= window.alpha {
                return Skip::Move;
            }
        }
        Skip::No
    }

    /// By how many plies a late move is reduced.
    fn reduction<const PV: bool>(&self, node: &Node, candidate: &Candidate, tried: usize) -> i32 {
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
            threatened: node.assessment.threat != Threat::None,
            mate_threat: node.assessment.threat == Threat::Pharaoh,
        })
    }

    /// The score of one move.
    fn search_candidate<const PV: bool>(
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
        let extension = if node.assessment.threat == Threat::Pharaoh
            && extension == 0
            && params::mate_threat_extension() != 0
            && node.depth.plies() <= params::mate_threat_extension()
        {
            1
        } else {
            extension
        };
        let child = Child { depth: node.depth.minus(1 - extension), reduction, ply: node.ply, cut_node: node.cut_node };
        self.search_move::<PV>(candidate, window, &child, tried == 0)
    }

    /// The score of one move of the root.
    pub(super) fn search_root_move(
        &mut self,
        candidate: &Candidate,
        window: Window,
        depth: Depth,
        tried: usize,
    ) -> Result<Score, Stopped> {
        let child = Child { depth: depth.less_one(), reduction: 0, ply: 0, cut_node: false };
        self.search_move::<true>(candidate, window, &child, tried == 0)
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

/// What the search without the table's move has shown.
enum Singular {
    /// So many plies more for the table's move.
    Extend(i32),
    /// The node is good enough without it.
    Cut(Score),
}

/// Whether a move is left out.
enum Skip {
    No,
    Move,
    /// And all quiet ones that come later.
    AllQuiet,
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
