//! Positions with the value of each good move, as a search of many nodes sees them: they measure how much a search with fewer
//! nodes gives away.
//!
//! A line is `KFEN ; MOVE POINTS ; MOVE POINTS …`, the best move first. The points are those that the side to move expects from a
//! game, from 0 to 1. Blank lines and lines that begin with `#` are skipped. [`choice`] chooses the positions from games,
//! [`mod@reference`] makes their lines, and [`grades`] sums up what other searches lose.

pub mod choice;
pub mod grades;
pub mod reference;

use super::best_gain::best_gain;
use super::suite::{self, CaseError, SuiteError};
use khepri_engine::internal::eval::{accumulator, network};
use khepri_engine::internal::search::{SearchSettings, Searcher};
use khepri_engine::{Limits, NoMemory, Score, Signals, Silent};
use khepri_protocol::bench::Group;
use khepri_rules::{Game, Move, Position};
use std::fmt;
use std::io::BufRead;
use std::num::NonZero;

/// A position with the points that its moves are worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// The position.
    pub position: Position,
    /// The best move and its points.
    best: (Move, f64),
    /// The other moves, in descending order of their points.
    others: Vec<(Move, f64)>,
}

impl Case {
    /// Returns the case of a position; `None` without a move. The moves are sorted, the best first.
    fn new(position: Position, mut moves: Vec<(Move, f64)>) -> Option<Case> {
        moves.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let mut moves = moves.into_iter();
        Some(Case { position, best: moves.next()?, others: moves.collect() })
    }

    /// Returns the points that the position is worth: those of the best move.
    pub fn value(&self) -> f64 {
        self.best.1
    }

    /// Returns the points that a move loses. A move that is not listed loses as much as the worst one that is.
    pub fn loss(&self, mv: Move) -> f64 {
        let listed = self.moves().find(|&(listed, _)| listed == mv).or(self.moves().last());
        listed.map_or(0.0, |(_, points)| self.value() - points)
    }

    /// Returns the group of the position: its rule set, with or without Eyes.
    pub fn group(&self) -> Group {
        Group::of(&self.position)
    }

    fn moves(&self) -> impl Iterator<Item = (Move, f64)> {
        std::iter::once(self.best).chain(self.others.iter().copied())
    }
}

impl fmt::Display for Case {
    /// Writes the line of the position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.position)?;
        self.moves().try_for_each(|(mv, points)| write!(f, " ; {mv} {points:.4}"))
    }
}

/// The size of the hash table of [`Searches`] in MiB. It is fixed, because the moves depend on it.
const TABLE_MIB: usize = 16;

/// The measured searches, each with one thread and an empty table.
pub struct Searches(Searcher);

impl Searches {
    /// Prepares to search.
    ///
    /// # Errors
    /// There is no memory for the hash table.
    pub fn new() -> Result<Searches, NoMemory> {
        Searcher::new(TABLE_MIB, 1).map(Searches)
    }

    /// Returns the best move of a search, or `None` if `signals` are stopped.
    pub fn best_move(&mut self, case: &Case, nodes: NonZero<u64>, signals: &Signals) -> Option<Move> {
        self.0.clear();
        let game = Game::new(case.position.clone());
        let found = self.0.search(&game, &Limits::nodes(nodes), &SearchSettings::default(), signals, &mut Silent);
        found.best.filter(|_| !signals.is_stopped())
    }
}

/// Returns the static evaluation of a position. Returns `None` if a shot of the side to move gains something: the search does
/// not rely on it there.
pub fn static_evaluation(position: &Position) -> Option<Score> {
    (best_gain(position) == 0).then(|| accumulator::evaluate(&network::embedded(), position))
}

/// Returns the positions of a file.
///
/// # Errors
/// A line cannot be read. The error names the first such line.
pub fn read(input: impl BufRead) -> Result<Vec<Case>, SuiteError> {
    suite::read_each(input, |_, content| case(content))
}

fn case(content: &str) -> Result<Case, CaseError> {
    let (kfen, moves) =
        content.split_once(';').ok_or_else(|| CaseError::field("a KFEN and ` ; MOVE POINTS`", content))?;
    let position = kfen.trim().parse::<Position>()?;
    if position.outcome().is_some() {
        return Err(CaseError::field("a position of a game that is not over", kfen));
    }
    let mut found: Vec<(Move, f64)> = Vec::new();
    for field in moves.split(';') {
        let (mv, points) = listed(field.trim())
            .ok_or_else(|| CaseError::field("a move and its points from 0 to 1, as in `d3e2 0.5125`", field.trim()))?;
        let legal = position.normalised(mv);
        if !position.is_legal(legal) {
            return Err(CaseError::field("a legal move", field.trim()));
        }
        match found.last() {
            Some(&(_, before)) if before < points => {
                return Err(CaseError::field("points in descending order", field.trim()));
            }
            _ if found.iter().any(|&(other, _)| other == legal) => {
                return Err(CaseError::field("each move once", field.trim()));
            }
            _ => found.push((legal, points)),
        }
    }
    Case::new(position, found).ok_or_else(|| CaseError::field("a move", content))
}

fn listed(field: &str) -> Option<(Move, f64)> {
    let (mv, points) = field.split_once(char::is_whitespace)?;
    let points = points.trim().parse().ok().filter(|points| (0.0..=1.0).contains(points))?;
    Some((mv.parse().ok()?, points))
}
