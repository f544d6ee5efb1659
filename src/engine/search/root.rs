//! The root of the search: iterative deepening with aspiration windows and several lines (MultiPV).
//!
//! Sources: <https://www.chessprogramming.org/Iterative_Deepening>,
//! <https://www.chessprogramming.org/Aspiration_Windows>.

use super::draws::Drawn;
use super::limits::Limits;
use super::node::Node;
use super::observer::{Info, Observer};
use super::params;
use super::root_move::RootMove;
use super::shared::Stopped;
use super::stability::Stability;
use super::window::{Bound, Depth, Window};
use super::worker::Worker;
use crate::eval::Score;
use khepri_rules::internal::util::sort::sort_few;
use std::time::Duration;

/// The time after which a search also reports the current move and scores that are bounds.
const DETAILS_AFTER: Duration = Duration::from_secs(3);

/// The task of one thread.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The limits of the search.
    pub limits: &'a Limits,
    /// The number of lines to search and to report.
    pub lines: usize,
    /// The first iteration.
    pub first: Depth,
    /// The last iteration, if no limit is reached earlier.
    pub last: Depth,
}

impl Task<'_> {
    /// Returns whether the whole search ends once a thread has completed this iteration.
    pub fn is_complete(&self, completed: Depth) -> bool {
        self.limits.depth.is_some_and(|depth| completed >= depth) && self.limits.mate.is_none() && self.lines == 1
    }
}

/// The root of the search of one thread.
struct Root<'a, 'w> {
    worker: &'a mut Worker<'w>,
    /// The moves in order, the best first.
    moves: &'a mut [RootMove],
    task: &'a Task<'a>,
    observer: &'a mut dyn Observer,
    /// The index of the move that is being searched.
    current: usize,
}

impl Worker<'_> {
    /// Runs iterative deepening until a limit is reached, further iterations are useless, or the last iteration is complete.
    /// Orders `moves`, the best first. Returns false if time, nodes or a signal ended it, or if further iterations are useless.
    pub fn deepen(&mut self, moves: &mut [RootMove], task: &Task, observer: &mut dyn Observer) -> bool {
        let complete = Root { worker: self, moves, task, observer, current: 0 }.deepen();
        self.shared.publish_iteration(self.id, Depth::ZERO);
        complete
    }

    /// Reports at most this number of lines, each with the depth of its score. The first is reported even if no search
    /// has scored its move.
    pub(super) fn report(&self, moves: &[RootMove], lines: usize, observer: &mut dyn Observer) {
        let lines = (1..).zip(moves).take(lines);
        for (number, root) in lines.take_while(|(number, root)| *number == 1 || root.is_scored()) {
            observer.iteration(&self.info(root, number));
        }
    }

    /// Returns the report of a line. A move that no search has scored has its estimate, at depth 1.
    fn info(&self, root: &RootMove, number: usize) -> Info {
        self.publish_nodes();
        let (depth, score) = if root.is_scored() {
            (root.depth, root.reported_score())
        } else {
            (Depth(1), root.estimate(self.line.position(), self.shared.network))
        };
        Info {
            depth,
            seldepth: self.seldepth.max(root.pv.len()) as u32,
            multipv: number,
            score,
            bound: root.bound,
            nodes: self.shared.nodes(),
            hashfull: self.shared.table.permille_full(),
            time: self.shared.elapsed(),
            pv: root.pv.clone(),
        }
    }

    fn is_helper(&self) -> bool {
        self.id > 0
    }
}

impl Root<'_, '_> {
    fn deepen(&mut self) -> bool {
        let shared = self.worker.shared;
        let deepest = deepest(self.task.limits).min(self.task.last);
        let mut stability = Stability::default();
        let mut next = self.task.first;
        loop {
            // Helpers skip an iteration that many threads are searching, so that the threads do not all search the same depth.
            while self.worker.is_helper() && next < deepest && shared.is_crowded(next) {
                next = next.plus_one();
            }
            if next > deepest {
                return self.worker.is_helper() || self.task.last != Depth::MAX || self.prove();
            }
            let depth = next;
            shared.publish_iteration(self.worker.id, depth);
            self.worker.seldepth = 0;
            self.worker.root_depth = depth;
            let result = self.iteration();
            self.worker.publish_nodes();
            if result.is_err() {
                return false;
            }
            self.worker.completed = depth;
            self.report(self.task.lines);
            stability.observe(self.moves);
            if self.is_enough() {
                shared.finish();
                return false;
            }
            if shared.is_over() {
                return false;
            }
            if !self.worker.is_helper() && shared.no_time_for_another_iteration(stability.need()) {
                return false;
            }
            next = depth.plus_one();
        }
    }

    /// Searches without pruning for a mate in `limits.mate` moves, if that is set. Returns false if a limit stopped it.
    fn prove(&mut self) -> bool {
        let Some(mate) = self.task.limits.mate else { return true };
        self.worker.root_depth = mate_depth(mate).min(self.task.limits.depth.unwrap_or(Depth::MAX));
        let alpha = Score::win_in(usize::from(mate_depth(mate).0)) - 1;
        self.worker.full_width = true;
        let before = self.moves.first().map(RootMove::mv);
        let result = self.search(0, Window { alpha, beta: Score::INFINITE });
        self.worker.full_width = false;
        // The win is reported even if the search was stopped after it was found.
        if self.moves.first().is_some_and(|best| best.score > alpha || before != Some(best.mv())) {
            self.report(1);
        }
        result.is_ok()
    }

    /// Searches each line to the depth of the iteration.
    fn iteration(&mut self) -> Result<(), Stopped> {
        // The move that was reported last, if any.
        let reported = self.moves.first().filter(|best| best.is_scored()).map(RootMove::mv);
        for line in 0..self.task.lines.min(self.moves.len()) {
            if let Err(stopped) = self.aspire(line) {
                self.order_after_stop();
                let best = &self.moves[0];
                if best.depth == self.worker.root_depth || reported != Some(best.mv()) {
                    self.report(self.task.lines);
                }
                return Err(stopped);
            }
            // A later line can be better than an earlier one.
            sort_few(&mut self.moves[..=line], |one, other| one.score > other.score);
        }
        Ok(())
    }

    /// Orders the moves after an iteration that was stopped.
    fn order_after_stop(&mut self) {
        let (moves, depth) = (&mut *self.moves, self.worker.root_depth);
        if self.task.lines > 1 {
            // The moves with a score from this iteration, including that of the incomplete line.
            let found = moves.iter().take_while(|root| root.depth == depth).count();
            sort_few(&mut moves[..found], |one, other| one.score > other.score);
        }
        // If the best move loses, the first move that is not known to lose is the better choice.
        if moves[0].loses
            && let Some(next) = moves.iter().position(|root| !root.loses)
        {
            moves[..=next].rotate_right(1);
        }
    }

    /// Searches the moves from number `line` on with an aspiration window. Widens the window until it includes the best score.
    fn aspire(&mut self, line: usize) -> Result<(), Stopped> {
        let (before, depth) = (self.moves[line].score, self.worker.root_depth);
        let aspires = depth.0 >= params::aspiration_depth() && !before.is_mate();
        let mut width = params::aspiration_width();
        let mut window = if aspires { Window::around(before, width) } else { Window::full() };
        loop {
            let score = self.search(line, window)?;
            let bound = window.bound(score);
            if bound == Bound::Exact {
                return Ok(());
            }
            if line < self.task.lines && self.worker.shared.elapsed() >= DETAILS_AFTER && !score.is_mate() {
                let info = self.worker.info(&self.moves[line], line + 1);
                self.observer.iteration(&Info { score, bound, depth, ..info });
            }
            width = width * params::aspiration_growth() / 100;
            window = if score.is_mate() || width > params::aspiration_widest() {
                Window::full()
            } else if bound == Bound::Upper {
                window.lowered(score, width)
            } else {
                window.raised(score, width)
            };
        }
    }

    /// Searches the moves from number `first` on with one window. Moves the best of them to the place `first`, if its score is
    /// above alpha.
    fn search(&mut self, first: usize, mut window: Window) -> Result<Score, Stopped> {
        let depth = self.worker.root_depth;
        self.worker.memory.moves.clear();
        self.worker.line.enter();
        let node = self.worker.node::<true>(depth, false, None);
        let mut best = -Score::INFINITE;
        for index in first..self.moves.len() {
            self.current = index;
            // A level searches these moves only if all others lose, and then with more nodes.
            if self.moves[index].last_resort {
                if !best.is_loss() {
                    continue;
                }
                self.worker.shared.use_reserve();
            }
            if self.worker.shared.elapsed() >= DETAILS_AFTER {
                self.observer.current_move(self.moves[index].mv(), index + 1);
            }
            let before = self.worker.nodes;
            self.worker.root_lower_bound = None;
            let score = self.search_move(&node, window, index - first);
            self.moves[index].nodes += self.worker.nodes - before;
            let score = match (score, self.worker.root_lower_bound) {
                (Ok(score), _) => score,
                (Err(stopped), Some(raised)) => {
                    self.worker.line.next_frame_mut().pv.clear();
                    self.raise_to_bound(first, raised, window.null());
                    return Err(stopped);
                }
                (Err(stopped), None) => return Err(stopped),
            };
            self.moves[index].loses = score.is_loss() && window.bound(score) != Bound::Lower;
            best = best.max(score);
            if score > window.alpha {
                self.raise(first, score, window);
                window.alpha = score;
                if score >= window.beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Returns the score of the current move, searched after `tried` others. Leaves the line after it in the frame of ply 1.
    fn search_move(&mut self, node: &Node, window: Window, tried: usize) -> Result<Score, Stopped> {
        let RootMove { candidate, drawn, .. } = self.moves[self.current];
        if drawn.is_some() && window.alpha >= Score::DRAW {
            return Ok(Score::DRAW);
        }
        let score = self.worker.search_candidate::<true>(node, &candidate, window, tried, 0)?;
        if let Some(Drawn::By(reply)) = drawn
            && score > Score::DRAW
        {
            let pv = &mut self.worker.line.next_frame_mut().pv;
            pv.clear();
            pv.push(reply);
            return Ok(Score::DRAW);
        }
        Ok(score)
    }

    /// Moves the current move to the place `first`. The search was stopped after a null-window search returned `score`, a lower
    /// bound.
    fn raise_to_bound(&mut self, first: usize, score: Score, window: Window) {
        if !(score.is_mate() && window.alpha.is_mate()) {
            self.raise(first, score, window);
        } else if self.moves[first].proven_win().is_none() {
            // A mate needs its complete line, and a bound within a window of mates is a mate. So no score is stored.
            self.moves[first..=self.current].rotate_right(1);
        }
    }

    /// Stores the score and line of the current move, and moves it to the place `first`. The score is above alpha.
    fn raise(&mut self, first: usize, score: Score, window: Window) {
        let (worker, root) = (&mut *self.worker, &mut self.moves[self.current]);
        worker.line.extend_pv(root.mv());
        root.score = score;
        root.bound = window.bound(score);
        root.reportable_score = Score::centipawns(window.beta.value());
        root.pv.clone_from(&worker.line.frame().pv);
        root.depth = worker.root_depth;
        // The move is the answer from now on, even if the search is stopped within the iteration.
        self.moves[first..=self.current].rotate_right(1);
    }

    /// Returns whether further iterations are useless.
    fn is_enough(&self) -> bool {
        let (task, depth) = (self.task, self.worker.root_depth);
        let Some(best) = self.moves.first() else { return true };
        let win = best.proven_win();
        let found = task.limits.mate.is_some_and(|moves| win.is_some_and(|plies| plies.div_ceil(2) <= moves));
        // On a clock, the search ends if there is only one move or the shortest win is known.
        let decided = self.moves.len() == 1 || win.is_some_and(|plies| plies <= u32::from(depth.0));
        let enough = found || task.limits.clock.is_some() && decided;
        if self.worker.is_helper() {
            // A helper ends the search only if its answer can be used.
            task.lines == 1 && (enough || task.is_complete(depth))
        } else {
            enough
        }
    }

    fn report(&mut self, lines: usize) {
        self.worker.report(self.moves, lines, self.observer);
    }
}

/// Returns the deepest iteration within the limits. A win in N moves takes at most 2N plies: the last one is the loser's own
/// shot. The search goes a few plies deeper, since pruning can hide the win.
fn deepest(limits: &Limits) -> Depth {
    let depth = limits.depth.unwrap_or(Depth::MAX).min(Depth::MAX);
    match limits.mate {
        Some(moves) => depth.min(mate_depth(moves).plus(params::mate_extra_depth())),
        None => depth,
    }
}

/// Returns the greatest length, in plies, of a win in this number of moves.
fn mate_depth(moves: u32) -> Depth {
    Depth(moves.saturating_mul(2).clamp(1, Depth::MAX.0.into()) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{SearchSettings, Searcher, Signals};
    use khepri_rules::{Game, Move, setups};

    /// An observer that stores the last report.
    #[derive(Default)]
    struct Last(Option<Info>);

    impl Observer for Last {
        fn iteration(&mut self, info: &Info) {
            self.0 = Some(info.clone());
        }

        fn current_move(&mut self, _: Move, _: usize) {}
    }

    #[test]
    fn a_search_stopped_before_the_exact_score_of_a_better_move_answers_with_that_move() {
        let mut stopped = 0;
        for (position, nodes) in
            setups::all().iter().flat_map(|set_up| (100..400).step_by(10).map(|nodes| (&set_up.position, nodes)))
        {
            let mut searcher = Searcher::new(1, 1).expect("memory");
            let (limits, settings) = (Limits::nodes_or_one(nodes), SearchSettings::default());
            let (game, mut last) = (Game::new(position.clone()), Last::default());
            let found = searcher.search(&game, &limits, &settings, &Signals::default(), &mut last);
            let last = last.0.expect("a report");
            assert_eq!(found.best.as_ref(), last.pv.first());
            // At these depths the window is full, so only a search that was stopped reports a lower bound.
            stopped += usize::from(last.bound == Bound::Lower && last.depth.0 < params::aspiration_depth());
        }
        assert!(stopped > 0);
    }
}
