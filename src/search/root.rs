//! The root of the search: iterative deepening with an aspiration window, and as many lines as are asked for.
//!
//! Sources: <https://www.chessprogramming.org/Iterative_Deepening>,
//! <https://www.chessprogramming.org/Aspiration_Windows>.

use super::Depth;
use super::limits::Limits;
use super::observer::{Bound, Info, Observer};
use super::ordering::Candidate;
use super::params;
use super::shared::Stopped;
use super::window::Window;
use super::worker::Worker;
use crate::eval::Score;
use crate::rules::{Beam, Move, Position};

/// A move of the root and what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    candidate: Candidate,
    /// Of the last iteration in which it was the best of its line, or below all scores.
    score: Score,
    /// Whether `score` is exact: not after a search that has failed high and was stopped before it was repeated.
    bound: Bound,
    /// Begins with the move.
    line: Vec<Move>,
    /// The iteration that `score` and `line` are of.
    depth: Depth,
}

impl RootMove {
    /// The moves to search, the most promising first: all legal ones, or those of `only` if there are any.
    pub fn list(position: &Position, only: &[Move]) -> Vec<RootMove> {
        let mut beam = Beam::new();
        position.trace(position.side_to_move(), &mut beam);
        let mut moves: Vec<RootMove> = position
            .legal_moves()
            .into_iter()
            .filter(|mv| only.is_empty() || only.contains(mv))
            .map(|mv| RootMove {
                candidate: Candidate::new(position, mv, position.shot(&beam, mv)),
                score: -Score::INFINITE,
                bound: Bound::Exact,
                line: vec![mv],
                depth: Depth::ZERO,
            })
            .collect();
        moves.sort_by_key(|root| std::cmp::Reverse(root.candidate.gain));
        moves
    }

    /// The move.
    pub fn mv(&self) -> Move {
        self.candidate.mv
    }

    /// The line that begins with it.
    pub fn line(&self) -> &[Move] {
        &self.line
    }
}

/// What one thread looks for.
pub struct Task<'a> {
    /// What ends the search.
    pub limits: &'a Limits,
    /// How many lines are wanted.
    pub lines: usize,
    /// The first iteration; helpers begin with different ones, so that they do not all do the same.
    pub first: Depth,
    /// The last iteration, if no limit is reached before.
    pub last: Depth,
}

impl Worker<'_> {
    /// Deepens until a limit is reached. Afterwards `moves` are in order, the best first. Says whether no limit was reached.
    pub fn deepen(&mut self, moves: &mut [RootMove], task: &Task, observer: &mut dyn Observer) -> bool {
        let deepest = deepest(task.limits).min(task.last);
        let lines = task.lines.min(moves.len());
        let mut depth = task.first;
        while depth <= deepest {
            self.seldepth = 0;
            self.root_depth = depth;
            let result = self.iteration(moves, depth, lines, observer);
            self.publish_nodes();
            if result.is_err() {
                self.report_partial(moves, depth, observer);
                return false;
            }
            for number in 1..=lines {
                self.report(&moves[number - 1], number, observer);
            }
            if self.is_enough(moves, depth, task) {
                return false;
            }
            depth = depth.plus_one();
        }
        true
    }

    /// Searches the best `lines` moves to a depth.
    fn iteration(
        &mut self,
        moves: &mut [RootMove],
        depth: Depth,
        lines: usize,
        observer: &mut dyn Observer,
    ) -> Result<(), Stopped> {
        for line in 0..lines {
            let before = moves[line].score;
            let aspire = depth.0 >= params::aspiration_depth() as u8 && !before.is_mate();
            let mut width = params::aspiration_width();
            let mut window = if aspire { Window::around(before, width) } else { Window::full() };
            loop {
                let score = self.search_root(moves, line, window, depth, observer)?;
                if score > window.alpha && score < window.beta {
                    break;
                }
                width *= 4;
                window = if score.is_mate() || width > 1_000 { Window::full() } else { Window::around(score, width) };
            }
            // Lines found so far stay in order, also when a later one turns out to be better.
            moves[..=line].sort_by_key(|root| std::cmp::Reverse(root.score));
        }
        Ok(())
    }

    /// Searches the moves from number `first` on with one window and brings the best of them there.
    fn search_root(
        &mut self,
        moves: &mut [RootMove],
        first: usize,
        mut window: Window,
        depth: Depth,
        observer: &mut dyn Observer,
    ) -> Result<Score, Stopped> {
        let mut best = -Score::INFINITE;
        for index in first..moves.len() {
            let candidate = moves[index].candidate;
            if self.shared.elapsed() >= params::CURRENT_MOVE_AFTER {
                observer.current_move(candidate.mv, index + 1);
            }
            let score = self.search_root_move(&candidate, window, depth, index - first)?;
            if score > best {
                best = score;
            }
            if score > window.alpha {
                self.extend_line(0, candidate.mv);
                let root = &mut moves[index];
                root.score = score;
                root.bound = if score >= window.beta { Bound::Lower } else { Bound::Exact };
                root.line.clone_from(&self.frames[0].line);
                root.depth = depth;
                // There at once, so that it is the answer even if the search is stopped within the iteration.
                moves[first..=index].rotate_right(1);
                window.alpha = score;
                if score >= window.beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Whether what was found makes more iterations useless.
    fn is_enough(&self, moves: &[RootMove], depth: Depth, task: &Task) -> bool {
        let limits = task.limits;
        let Some(best) = moves.first() else { return true };
        let mate = best.score.mate_plies();
        let wins = best.score > Score::DRAW;
        let found = limits.mate.is_some_and(|moves| wins && mate.is_some_and(|plies| plies.div_ceil(2) <= moves));
        let timed = limits.clock.is_some();
        // On a clock: the time is used up, there is no choice, or the end is known and as near as it can be.
        let decided = timed && (moves.len() == 1 || mate.is_some_and(|plies| plies <= u32::from(depth.0)));
        found || decided || self.shared.no_time_for_another_iteration()
    }

    fn report(&self, root: &RootMove, number: usize, observer: &mut dyn Observer) {
        observer.iteration(&Info {
            depth: root.depth,
            seldepth: self.seldepth.max(root.line.len()) as u32,
            multipv: number,
            score: root.score,
            bound: root.bound,
            nodes: self.shared.nodes(),
            hashfull: self.shared.table.permille_full(),
            time: self.shared.elapsed(),
            pv: root.line.clone(),
        });
    }

    /// After a stop within an iteration: the answer is reported if that iteration has changed it.
    fn report_partial(&self, moves: &[RootMove], depth: Depth, observer: &mut dyn Observer) {
        if let Some(best) = moves.first()
            && best.depth == depth
            // A forced end whose line is not complete is not shown.
            && (best.bound == Bound::Exact || !best.score.is_mate())
        {
            self.report(best, 1, observer);
        }
    }
}

/// The deepest iteration that the limits ask for: without pruning, a win in N moves is found at 2N plies or not at all. The
/// last of them is a shot with which the loser has to hit his own Pharaoh.
fn deepest(limits: &Limits) -> Depth {
    let depth = limits.depth.unwrap_or(Depth::MAX).min(Depth::MAX);
    match limits.mate {
        Some(moves) => depth.min(Depth(moves.saturating_mul(2).clamp(1, Depth::MAX.0.into()) as u8)),
        None => depth,
    }
}
