//! The searches under test, with the limits and options of each.

use super::case::Case;
use khepri_engine::internal::search::{SearchSettings, Searcher};
use khepri_engine::{Bound, Clock, Depth, Info, Limits, Observer, Signals};
use khepri_rules::Move;
use std::num::NonZero;
use std::time::Duration;

/// The limits and options of a search.
#[derive(Clone, Copy, Default, Debug)]
pub struct Question {
    pub depth: Option<u8>,
    pub nodes: Option<u64>,
    /// The time for the move, in milliseconds.
    pub movetime: Option<u64>,
    /// The remaining time of both players, in milliseconds. The increment is a tenth of it.
    pub clock: Option<u64>,
    pub mate: Option<u32>,
    /// The number of lines, where 0 means one.
    pub multipv: usize,
}

impl Question {
    pub fn lines(&self) -> usize {
        self.multipv.max(1)
    }
}

/// The reported score of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    Centipawns(i32),
    /// A mate in a number of moves, negative if the side to move loses.
    Mate(i32),
}

impl Score {
    /// Returns a number that is greater for a better score.
    pub fn rank(self) -> i32 {
        match self {
            Score::Centipawns(value) => value,
            Score::Mate(moves) if moves > 0 => 1_000_000 - moves,
            Score::Mate(moves) => -1_000_000 - moves,
        }
    }
}

/// A reported line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportedLine {
    pub depth: u32,
    /// The number of the line, from 1.
    pub number: usize,
    pub score: Score,
    /// Whether the score is exact, not a bound.
    pub exact: bool,
    pub nodes: u64,
    pub moves: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Answer {
    pub lines: Vec<ReportedLine>,
    pub best: Option<Move>,
    pub ponder: Option<Move>,
}

/// A searcher, and what it has searched since it was cleared.
pub struct Backend {
    searcher: Searcher,
    searched: Vec<String>,
}

impl Backend {
    /// Returns a searcher with a number of threads and a table size in MiB.
    pub fn new(threads: usize, hash_mib: usize) -> Backend {
        let searcher = Searcher::new(hash_mib, threads).expect("memory for a small table");
        Backend { searcher, searched: Vec::new() }
    }

    /// Clears everything that earlier searches have stored.
    pub fn clear(&mut self) {
        self.searcher.clear();
        self.searched.clear();
    }

    /// Searches a position. It may use what earlier searches have stored.
    pub fn search(&mut self, case: &Case, question: &Question) -> Answer {
        self.searched.push(format!("{}\n{question:?}\n", case.command()));
        let clock = question.clock.map(|time| Clock {
            remaining: [Some(Duration::from_millis(time)); 2],
            increment: [Duration::from_millis(time / 10); 2],
            moves_to_go: None,
        });
        let limits = Limits {
            depth: question.depth.and_then(NonZero::new).map(Depth::new),
            nodes: question.nodes.and_then(NonZero::new),
            movetime: question.movetime.map(Duration::from_millis),
            clock,
            mate: question.mate,
            ..Limits::default()
        };
        let settings = SearchSettings { multipv: question.lines(), ..SearchSettings::default() };
        let mut collector = Collector::default();
        let best = self.searcher.search(&case.game, &limits, &settings, &Signals::default(), &mut collector);
        Answer { lines: collector.0, best: best.best, ponder: best.ponder }
    }

    /// Returns what was searched since it was cleared, to repeat a failure by hand.
    pub fn transcript(&self) -> String {
        self.searched.concat()
    }
}

/// An observer that collects the reported lines.
#[derive(Default)]
pub struct Collector(pub Vec<ReportedLine>);

impl Observer for Collector {
    fn iteration(&mut self, info: &Info) {
        let score = match info.score.mate_plies() {
            None => Score::Centipawns(info.score.value()),
            Some(plies) => {
                let moves = plies.div_ceil(2) as i32;
                Score::Mate(if info.score.is_loss() { -moves } else { moves })
            }
        };
        self.0.push(ReportedLine {
            depth: info.depth.plies() as u32,
            number: info.multipv,
            score,
            exact: info.bound == Bound::Exact,
            nodes: info.nodes,
            moves: info.pv.clone(),
        });
    }

    fn current_move(&mut self, _: Move, _: usize) {}
}
