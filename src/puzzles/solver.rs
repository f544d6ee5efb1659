//! Searches of the tactics suite: the number of nodes with which each position is solved.

use super::Case;
use crate::eval::Score;
use crate::rules::{Game, Move};
use crate::search::limits::Limits;
use crate::search::observer::{Bound, Info, Observer};
use crate::search::{NoMemory, SearchSettings, Searcher, Settings, Signals};

/// The node limits of the searches, in ascending order.
pub const NODES: [u64; 3] = [10_000, 100_000, 1_000_000];

/// Size of the table in MiB. It is fixed, because the results depend on it.
const TABLE_MIB: usize = 16;

/// The results of the searches of one position.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The first of [`NODES`] with which the shortest win was found.
    pub shortest: Option<u64>,
    /// The first of [`NODES`] with which any win was found.
    pub any: Option<u64>,
    /// The last score.
    pub score: Score,
    /// Nodes at the time of the last score.
    pub nodes: u64,
}

/// Searches positions of the suite with one thread.
pub struct Solver(Searcher);

impl Solver {
    /// Creates a solver.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn new() -> Result<Solver, NoMemory> {
        Searcher::new(&Settings { hash_mib: TABLE_MIB, threads: 1 }).map(Solver)
    }

    /// Searches one position as `go nodes` does, with more nodes each time, until the shortest win is found.
    pub fn solve(&mut self, case: &Case) -> Solved {
        let game = Game::new(case.position.clone());
        let mut solved = Solved { shortest: None, any: None, score: Score::DRAW, nodes: 0 };
        for nodes in NODES {
            let signals = Signals::default();
            let mut last = Last { moves: case.moves, score: Score::DRAW, nodes: 0, signals: &signals };
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            self.0.clear();
            self.0.search(&game, &limits, &SearchSettings::default(), &signals, &mut last);
            let score = last.score;
            (solved.score, solved.nodes) = (score, last.nodes);
            if wins(score).is_some() {
                solved.any.get_or_insert(nodes);
            }
            if wins(score) == Some(case.moves) {
                solved.shortest = Some(nodes);
                break;
            }
        }
        solved
    }
}

/// Returns the length of a win in moves, or `None` for other scores.
fn wins(score: Score) -> Option<u32> {
    score.mate_plies().filter(|_| score > Score::DRAW).map(|plies| plies.div_ceil(2))
}

/// Keeps the last score, and stops the search when it is the shortest win.
struct Last<'a> {
    moves: u32,
    score: Score,
    nodes: u64,
    signals: &'a Signals,
}

impl Observer for Last<'_> {
    fn iteration(&mut self, info: &Info) {
        if self.signals.is_stopped() {
            return;
        }
        (self.score, self.nodes) = (info.score, info.nodes);
        if info.bound == Bound::Exact && wins(info.score) == Some(self.moves) {
            self.signals.stop();
        }
    }

    fn current_move(&mut self, _: Move, _: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles;

    fn solve(line: &str) -> Solved {
        let cases = puzzles::read(line).expect("a line");
        Solver::new().expect("memory").solve(&cases[0])
    }

    #[test]
    fn a_win_that_is_there_is_solved_with_few_nodes() {
        let solved = solve("////4k4P3///4K5 s khet1 0 1 ; mate 1");
        assert_eq!((solved.shortest, solved.any), (Some(10_000), Some(10_000)));
        assert!(solved.nodes <= 10_000);
        assert_eq!(solved.score, Score::win_in(1));
    }

    #[test]
    fn a_win_of_another_length_is_not_the_shortest() {
        let solved = solve("////4k4P3///4K5 s khet1 0 1 ; mate 2");
        assert_eq!((solved.shortest, solved.any), (None, Some(10_000)));
        assert_eq!(solved.score, Score::win_in(1));
        assert_eq!((wins(Score::win_in(4)), wins(Score::loss_in(3)), wins(Score::DRAW)), (Some(2), None, None));
    }
}
