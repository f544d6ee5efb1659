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
use std::ops::RangeInclusive;
use std::time::Duration;

/// The time after which a search also reports the current move and scores that are bounds.
const DETAILS_AFTER: Duration = Duration::from_secs(3);

/// The task of one thread.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The limits of the search.
    pub limits: &'a Limits,
    /// The number of lines to search.
    pub lines: usize,
    /// The number of lines to report.
    pub shown: usize,
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

impl Worker<'_> {
    /// Runs iterative deepening until a limit is reached or the last iteration is complete. Orders `moves`, the best first.
    /// Returns whether no limit was reached.
    pub fn deepen(&mut self, moves: &mut [RootMove], task: &Task, observer: &mut dyn Observer) -> bool {
        let deepest = deepest(task.limits).min(task.last);
        let mut stability = Stability::default();
        let mut next = task.first;
        let ended = loop {
            // Helpers skip an iteration that many threads are searching, so that the threads do not all search the same depth.
            while self.is_helper() && next < deepest && self.shared.is_crowded(next) {
                next = next.plus_one();
            }
            if next > deepest {
                break !self.is_helper() && task.last == Depth::MAX && self.prove(moves, task, observer);
            }
            let depth = next;
            self.shared.publish_iteration(self.id, depth);
            self.seldepth = 0;
            self.root_depth = depth;
            let result = self.iteration(moves, depth, task, observer);
            self.publish_nodes();
            if result.is_err() {
                break true;
            }
            self.completed = depth;
            self.report(moves, task.shown, observer);
            stability.observe(moves);
            if self.is_enough(moves, depth, task) {
                self.shared.finish();
                break true;
            }
            if !self.is_helper() && self.shared.no_time_for_another_iteration(stability.need()) {
                break true;
            }
            next = depth.plus_one();
        };
        self.shared.publish_iteration(self.id, Depth::ZERO);
        !ended
    }

    /// Searches for the mate again without pruning. Returns whether a limit was reached.
    fn prove(&mut self, moves: &mut [RootMove], task: &Task, observer: &mut dyn Observer) -> bool {
        let Some(mate) = task.limits.mate else { return false };
        let depth = mate_depth(mate).min(task.limits.depth.unwrap_or(Depth::MAX));
        let alpha = Score::win_in(usize::from(mate_depth(mate).0)) - 1;
        self.full_width = true;
        let result = self.search_root(moves, 0, Window { alpha, beta: Score::INFINITE }, depth, observer);
        self.full_width = false;
        // The win is reported even if the search was stopped after it was found.
        if moves.first().is_some_and(|best| best.score > alpha) {
            self.report(moves, 1, observer);
        }
        result.is_err()
    }

    fn is_helper(&self) -> bool {
        self.id > 0
    }

    /// Searches each line to a depth.
    fn iteration(
        &mut self,
        moves: &mut [RootMove],
        depth: Depth,
        task: &Task,
        observer: &mut dyn Observer,
    ) -> Result<(), Stopped> {
        for line in 0..task.lines.min(moves.len()) {
            let before = (moves[line].score, moves[line].depth);
            if let Err(stopped) = self.aspire(moves, line, depth, task, observer) {
                if moves[0].depth == depth {
                    self.cut_short(moves, line, before, task);
                    self.report(moves, task.shown, observer);
                }
                return Err(stopped);
            }
            // A later line can be better than an earlier one.
            moves[..=line].sort_by_key(|root| std::cmp::Reverse(root.score));
        }
        Ok(())
    }

    /// Orders the moves after an iteration that was stopped within a line. `before` has the score and depth that the line had
    /// before.
    fn cut_short(&mut self, moves: &mut [RootMove], line: usize, before: (Score, Depth), task: &Task) {
        let depth = moves[0].depth;
        if task.lines > 1 {
            // This includes the result of the incomplete line.
            let found = moves.iter().take_while(|root| root.depth == depth).count();
            moves[..found].sort_by_key(|root| std::cmp::Reverse(root.score));
        }
        let loss = moves[0].score;
        let was_lost = before.1 > Depth::ZERO && before.0.is_loss();
        if line == 0 && loss.is_loss() && !was_lost && (1..moves.len()).contains(&self.at_root) {
            // All moves searched so far lose. The next move is the better choice, since its score is unknown.
            let next = &mut moves[self.at_root];
            (next.score, next.bound, next.reportable_score, next.depth) = (loss, Bound::Upper, before.0, before.1);
            moves[..=self.at_root].rotate_right(1);
        }
    }

    /// Searches the moves from number `line` on with an aspiration window. Widens the window until it includes the best score.
    fn aspire(
        &mut self,
        moves: &mut [RootMove],
        line: usize,
        depth: Depth,
        task: &Task,
        observer: &mut dyn Observer,
    ) -> Result<(), Stopped> {
        let before = moves[line].score;
        let aspires = depth.0 >= params::aspiration_depth() && !before.is_mate();
        let mut width = params::aspiration_width();
        let mut window = if aspires { Window::around(before, width) } else { Window::full() };
        loop {
            let score = self.search_root(moves, line, window, depth, observer)?;
            let bound = window.bound(score);
            if bound == Bound::Exact {
                return Ok(());
            }
            if line < task.shown && self.shared.elapsed() >= DETAILS_AFTER {
                self.report_bound(&moves[line], line, score, bound, depth, observer);
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

    /// Searches the moves from number `first` on with one window. Moves the best of them to the place `first`.
    fn search_root(
        &mut self,
        moves: &mut [RootMove],
        first: usize,
        mut window: Window,
        depth: Depth,
        observer: &mut dyn Observer,
    ) -> Result<Score, Stopped> {
        self.line.enter();
        let node = Node { depth, ..self.node::<true>(depth, false, None) };
        let mut best = -Score::INFINITE;
        for index in first..moves.len() {
            self.at_root = index;
            let candidate = moves[index].candidate;
            if self.shared.elapsed() >= DETAILS_AFTER {
                observer.current_move(candidate.mv, index + 1);
            }
            let before = self.nodes;
            self.raised = None;
            let score = self.search_root_move(&node, &moves[index], window, index - first);
            moves[index].nodes += self.nodes - before;
            let score = match (score, self.raised) {
                (Ok(score), _) => score,
                (Err(stopped), Some(raised)) => {
                    self.line.next_frame_mut().pv.clear();
                    self.raise(moves, first..=index, raised, window.null(), depth);
                    self.at_root += 1;
                    return Err(stopped);
                }
                (Err(stopped), None) => return Err(stopped),
            };
            best = best.max(score);
            if score > window.alpha {
                self.raise(moves, first..=index, score, window, depth);
                window.alpha = score;
                if score >= window.beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Returns the score of a root move searched after `tried` others. Leaves the line after the move in the frame of ply 1.
    fn search_root_move(
        &mut self,
        node: &Node,
        root: &RootMove,
        window: Window,
        tried: usize,
    ) -> Result<Score, Stopped> {
        if root.drawn.is_some() && window.alpha >= Score::DRAW {
            return Ok(Score::DRAW);
        }
        let score = self.search_candidate::<true>(node, &root.candidate, window, tried, None, 0)?;
        if let Some(Drawn::By(reply)) = root.drawn
            && score > Score::DRAW
        {
            let pv = &mut self.line.next_frame_mut().pv;
            pv.clear();
            pv.push(reply);
            return Ok(Score::DRAW);
        }
        Ok(score)
    }

    /// Stores the score and line of the last move of a range, and moves it to the start of the range. The score is above alpha.
    fn raise(
        &mut self,
        moves: &mut [RootMove],
        range: RangeInclusive<usize>,
        score: Score,
        window: Window,
        depth: Depth,
    ) {
        let root = &mut moves[*range.end()];
        self.line.extend_pv(root.mv());
        root.score = score;
        root.bound = window.bound(score);
        root.reportable_score = Score::centipawns(window.beta.value());
        root.line.clone_from(&self.line.frame().pv);
        root.depth = depth;
        // The move is the answer from now on, even if the search is stopped within the iteration.
        moves[range].rotate_right(1);
    }

    /// Returns whether further iterations are useless.
    fn is_enough(&self, moves: &[RootMove], depth: Depth, task: &Task) -> bool {
        let limits = task.limits;
        let Some(best) = moves.first() else { return true };
        let win = best.proven_win();
        let found = limits.mate.is_some_and(|moves| win.is_some_and(|plies| plies.div_ceil(2) <= moves));
        // On a clock, the search ends if only one move is legal or the shortest win is known.
        let decided = moves.len() == 1 || win.is_some_and(|plies| plies <= u32::from(depth.0));
        let enough = found || limits.clock.is_some() && decided;
        if self.is_helper() {
            // A helper ends the search only if its answer can be used.
            task.lines == 1 && (enough || task.is_complete(depth))
        } else {
            enough
        }
    }

    /// Reports at most this number of lines, each with the depth of its last search.
    pub(super) fn report(&self, moves: &[RootMove], lines: usize, observer: &mut dyn Observer) {
        for (number, root) in (1..).zip(moves).take(lines).take_while(|(_, root)| root.is_resolved()) {
            observer.iteration(&self.info(root, number));
        }
    }

    /// Reports a line whose score is outside the window.
    fn report_bound(
        &self,
        root: &RootMove,
        line: usize,
        score: Score,
        bound: Bound,
        depth: Depth,
        observer: &mut dyn Observer,
    ) {
        if !score.is_mate() {
            observer.iteration(&Info { score, bound, depth, ..self.info(root, line + 1) });
        }
    }

    fn info(&self, root: &RootMove, number: usize) -> Info {
        self.publish_nodes();
        Info {
            depth: root.depth,
            seldepth: self.seldepth.max(root.line.len()) as u32,
            multipv: number,
            score: root.reported_score(),
            bound: root.bound,
            nodes: self.shared.nodes(),
            hashfull: self.shared.table.permille_full(),
            time: self.shared.elapsed(),
            pv: root.line.clone(),
        }
    }
}

/// Returns the deepest iteration within the limits. A search for a win in N moves is a few plies deeper than 2N, since pruning
/// can hide the win. The win takes 2N plies if the loser's own shot ends the game.
fn deepest(limits: &Limits) -> Depth {
    let depth = limits.depth.unwrap_or(Depth::MAX).min(Depth::MAX);
    match limits.mate {
        Some(moves) => depth.min(mate_depth(moves).minus(-params::mate_extra_depth())),
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
    use crate::notation::setups;
    use crate::rules::{Game, Move};
    use crate::search::{SearchSettings, Searcher, Settings, Signals};

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
            let mut searcher = Searcher::new(&Settings { hash_mib: 1, threads: 1 }).expect("memory");
            let (limits, settings) = (Limits { nodes: Some(nodes), ..Limits::default() }, SearchSettings::default());
            let (game, mut last) = (Game::new(position.clone()), Last::default());
            let found = searcher.search(&game, &limits, &settings, &Signals::default(), &mut last);
            let last = last.0.expect("a report");
            assert_eq!(found.best.as_ref(), last.pv.first());
            // Without an aspiration window no search fails high.
            stopped += usize::from(last.bound == Bound::Lower && last.depth.0 < params::aspiration_depth());
        }
        assert!(stopped > 0);
    }
}
