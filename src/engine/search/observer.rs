//! Reports of a search and its result. Reports go through a trait, so that the search prints nothing itself.

pub use super::window::Bound;
use super::window::Depth;
use crate::eval::Score;
use khepri_rules::Move;
use std::time::Duration;

/// A receiver of the reports of a search.
///
/// ```
/// use khepri_engine::{Engine, Game, Info, Limits, Move, Observer};
/// use std::num::NonZero;
///
/// const NODES: NonZero<u64> = NonZero::new(500).unwrap();
/// struct Deepest(i32);
///
/// impl Observer for Deepest {
///     fn iteration(&mut self, info: &Info) {
///         self.0 = info.depth.plies();
///     }
///
///     fn current_move(&mut self, mv: Move, number: usize) {
///         println!("move {number} is {mv}");
///     }
/// }
///
/// let mut deepest = Deepest(0);
/// let engine = Engine::new(Game::new("x39/4k5/////4K5/9X1 s khet2".parse()?), 1)?;
/// engine.search(Limits::nodes(NODES))?.run(&mut deepest);
/// assert!(deepest.0 > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer: Send {
    /// Receives one MultiPV line. After each complete iteration it is called once per line, the best first. At the end of a
    /// search it also receives the lines changed by an incomplete iteration or another thread; their scores can be bounds.
    /// After three seconds it also receives bounds within an iteration.
    fn iteration(&mut self, info: &Info);

    /// Receives the root move that is searched next and its number from 1. Called only after three seconds.
    fn current_move(&mut self, _mv: Move, _number: usize) {}
}

/// A closure receives what [`Observer::iteration`] reports. Its parameter needs a type: `|info: &Info|`.
impl<F: FnMut(&Info) + Send> Observer for F {
    fn iteration(&mut self, info: &Info) {
        self(info);
    }
}

/// An observer that ignores all reports.
pub struct Silent;

impl Observer for Silent {
    fn iteration(&mut self, _: &Info) {}
}

/// An observer that keeps the number of nodes of the last report.
#[derive(Default)]
pub struct NodeCounter(pub u64);

impl Observer for NodeCounter {
    fn iteration(&mut self, info: &Info) {
        self.0 = info.nodes;
    }
}

/// One reported line: a principal variation with its score.
///
/// ```
/// use khepri_engine::{Engine, Game, Info, Limits};
/// use std::num::NonZero;
///
/// const NODES: NonZero<u64> = NonZero::new(500).unwrap();
/// let engine = Engine::new(Game::new("x39/////4K5//4k4X1 s khet2".parse()?), 1)?;
/// let mut lines = Vec::new();
/// engine.search(Limits::nodes(NODES))?.run(&mut |info: &Info| lines.push(info.clone()));
/// let last = lines.last().expect("the first iteration is reported");
/// assert_eq!((last.score.to_string(), last.pv.len()), ("mate 1".to_owned(), 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Info {
    /// The iteration.
    pub depth: Depth,
    /// The greatest distance from the root that was searched, in plies.
    pub seldepth: u32,
    /// The number of the line, from 1 for the best.
    pub multipv: usize,
    /// The score from the view of the side to move.
    pub score: Score,
    /// Whether the score is exact or a bound. It is a bound if it lies outside the window of its search. The search with a
    /// wider window then has not ended yet, or was stopped.
    pub bound: Bound,
    /// The number of moves made by all threads since the start of the search.
    pub nodes: u64,
    /// The share of the table that holds entries of this search, in thousandths.
    pub hashfull: u32,
    /// The time since the start of the search.
    pub time: Duration,
    /// The principal variation, never empty. With a mate score it is as long as the mate.
    pub pv: Vec<Move>,
}

/// The result of a search.
///
/// The score and line of the best move are in the last [`Info`] with `multipv` 1 whose `pv` begins with the move. With a
/// limited strength there may be none if the search ended at once.
///
/// ```
/// use khepri_engine::{Depth, Engine, Game, Limits, Silent};
///
/// let game = Game::new("x39/////4K5//4k4X1 s khet2".parse()?);
/// let engine = Engine::new(game, 1)?;
/// let found = engine.search(Limits::depth(Depth::ONE))?.run(&mut Silent);
/// assert_eq!(found.best.map(|mv| mv.to_string()), Some("j1-".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The best move; `None` only in a finished game.
    pub best: Option<Move>,
    /// The expected answer.
    pub ponder: Option<Move>,
}
