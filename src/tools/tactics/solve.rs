//! How many positions of the tactics suite the search solves with so many nodes.

use super::Case;
use crate::eval::Score;
use crate::rules::{Game, Move};
use crate::search::limits::Limits;
use crate::search::observer::{Bound, Info, Observer};
use crate::search::{NoMemory, SearchSettings, Searcher, Settings, Signals};

/// The nodes at which is counted, the fewest first.
pub const NODES: [u64; 3] = [10_000, 100_000, 1_000_000];

/// The same on every machine, or the counts would not be.
const TABLE_MIB: usize = 16;

/// What searches of one position have said.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The first of [`NODES`] with which the shortest win was found.
    pub shortest: Option<u64>,
    /// The first of [`NODES`] with which any win was found.
    pub any: Option<u64>,
    /// The last score.
    pub score: Option<Score>,
    /// Nodes at which the last search has ended.
    pub nodes: u64,
}

/// Searches positions of the suite with one thread.
pub struct Solver(Searcher);

impl Solver {
    /// A solver with a table of a fixed size.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn new() -> Result<Solver, NoMemory> {
        Searcher::new(&Settings { hash_mib: TABLE_MIB, threads: 1 }).map(Solver)
    }

    /// Searches one position as `go nodes` would do, with more nodes each time, until the shortest win is found.
    pub fn solve(&mut self, case: &Case) -> Solved {
        let game = Game::new(case.position.clone());
        let mut solved = Solved { shortest: None, any: None, score: None, nodes: 0 };
        for nodes in NODES {
            let signals = Signals::default();
            let mut last = Last { moves: case.moves, info: None, signals: &signals };
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            self.0.clear();
            self.0.search(&game, &limits, &SearchSettings::default(), &signals, &mut last);
            let (score, ended) = last.info.unwrap_or((Score::DRAW, 0));
            (solved.score, solved.nodes) = (Some(score), ended);
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

/// The moves of a win, if it is one.
fn wins(score: Score) -> Option<u32> {
    score.mate_plies().filter(|_| score > Score::DRAW).map(|plies| plies.div_ceil(2))
}

/// Keeps the last score, and ends the search when it is the shortest win.
struct Last<'a> {
    moves: u32,
    info: Option<(Score, u64)>,
    signals: &'a Signals,
}

impl Observer for Last<'_> {
    fn iteration(&mut self, info: &Info) {
        if self.signals.is_stopped() {
            return;
        }
        self.info = Some((info.score, info.nodes));
        if info.bound == Bound::Exact && wins(info.score) == Some(self.moves) {
            self.signals.stop();
        }
    }

    fn current_move(&mut self, _: Move, _: usize) {}
}
