//! Searches of the tactics suite: the number of nodes with which each position is solved.

use super::Case;
use crate::eval::Score;
use crate::rules::Game;
use crate::search::limits::Limits;
use crate::search::observer::{Bound, Info};
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
            (solved.score, solved.nodes) = (Score::DRAW, 0);
            let mut keep = |info: &Info| {
                if signals.is_stopped() {
                    return;
                }
                (solved.score, solved.nodes) = (info.score, info.nodes);
                if info.bound == Bound::Exact && wins(info.score) == Some(case.moves) {
                    signals.stop();
                }
            };
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            self.0.clear();
            self.0.search(&game, &limits, &SearchSettings::default(), &signals, &mut keep);
            if wins(solved.score).is_some() {
                solved.any.get_or_insert(nodes);
            }
            if wins(solved.score) == Some(case.moves) {
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
