//! Searches the positions of the tactics suite, and finds the smallest node limit with which each is solved.

use super::Case;
use khepri_engine::internal::search::{SearchSettings, Searcher};
use khepri_engine::{Bound, Info, Limits, NoMemory, Score, Signals};
use khepri_rules::Game;

/// The node limits of the searches, in ascending order.
pub const NODES: [u64; 3] = [10_000, 100_000, 1_000_000];

/// The size of the hash table in MiB. It is fixed, because the results depend on it.
const TABLE_MIB: usize = 16;

/// The results of the searches of one position.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The smallest of [`NODES`] with which the shortest win was found.
    pub shortest: Option<u64>,
    /// The smallest of [`NODES`] with which any win was found.
    pub any: Option<u64>,
    /// The last reported score.
    pub score: Score,
    /// The number of nodes when the last score was reported.
    pub nodes: u64,
}

/// A solver of positions of the suite, with one search thread.
pub struct Solver(Searcher);

impl Solver {
    /// Creates a solver.
    ///
    /// # Errors
    /// There is no memory for the hash table.
    pub fn new() -> Result<Solver, NoMemory> {
        Searcher::new(TABLE_MIB, 1).map(Solver)
    }

    /// Searches a position with each node limit of [`NODES`] in turn, until the shortest win is found.
    pub fn solve(&mut self, case: &Case) -> Solved {
        let game = Game::new(case.position.clone());
        let mut solved = Solved { shortest: None, any: None, score: Score::DRAW, nodes: 0 };
        for nodes in NODES {
            let signals = Signals::default();
            (solved.score, solved.nodes) = (Score::DRAW, 0);
            let mut observer = |info: &Info| {
                if signals.is_stopped() {
                    return;
                }
                (solved.score, solved.nodes) = (info.score, info.nodes);
                if info.bound == Bound::Exact && win_length(info.score) == Some(case.moves) {
                    signals.stop();
                }
            };
            let limits = Limits::nodes_or_one(nodes);
            self.0.clear();
            self.0.search(&game, &limits, &SearchSettings::default(), &signals, &mut observer);
            if win_length(solved.score).is_some() {
                solved.any.get_or_insert(nodes);
            }
            if win_length(solved.score) == Some(case.moves) {
                solved.shortest = Some(nodes);
                break;
            }
        }
        solved
    }
}

/// Returns the length of a win in moves, or `None` for other scores.
fn win_length(score: Score) -> Option<u32> {
    score.mate_plies().filter(|_| score > Score::DRAW).map(|plies| plies.div_ceil(2))
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
    fn an_obvious_win_is_solved_with_the_smallest_limit() {
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
        assert_eq!([Score::win_in(4), Score::loss_in(3), Score::DRAW].map(win_length), [Some(2), None, None]);
    }
}
