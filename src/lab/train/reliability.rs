//! The reliability of the model of results: predicted and actual points by score, pieces that can be hit, and Eyes.

use super::scored::{ScoreRange, Scored, cells};
use khepri_arena::stats::GameResult;
use khepri_engine::internal::eval::pieces::PieceGroup;
use khepri_engine::internal::eval::wdl::Model;
use khepri_rules::kgn::Record;
use std::collections::BTreeMap;
use std::fmt;

/// The predicted and the actual points of games, each from the view of the side to move in one position.
#[derive(Clone, Copy, Default, Debug)]
struct Points {
    games: f64,
    predicted: f64,
    actual: f64,
    /// The variance of the actual points if the model is right.
    variance: f64,
}

impl Points {
    fn add(&mut self, &Scored { score, result, .. }: &Scored, model: Model) {
        let score = f64::from(score);
        let (win, draw) = (model.win(score), model.draw(score));
        let predicted = win + draw / 2.0;
        self.games += 1.0;
        self.predicted += predicted;
        self.actual += match result {
            GameResult::Win => 1.0,
            GameResult::Draw => 0.5,
            GameResult::Loss => 0.0,
        };
        self.variance += win + draw / 4.0 - predicted * predicted;
    }

    /// Returns the actual points of a game minus the predicted ones.
    fn error(&self) -> f64 {
        (self.actual - self.predicted) / self.games
    }

    /// Returns the standard error of the actual points of a game if the model is right. It is greater than 0 even if all games
    /// have the same result.
    fn standard_error(&self) -> f64 {
        self.variance.sqrt() / self.games
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Points { games, predicted, actual, .. } = self;
        let (predicted, actual) = (predicted / games, actual / games);
        let (error, difference) = (self.standard_error(), self.error() / self.standard_error());
        write!(f, "{games:>6} {predicted:>10.3} {actual:>7.3} {error:>15.3} {difference:>+11.1}")
    }
}

/// The calibration errors of cells, weighted by their numbers of games.
#[derive(Default)]
struct Calibration {
    games: f64,
    squared: f64,
    absolute: f64,
    /// The squared error to expect if the model is right.
    chance: f64,
}

impl Calibration {
    fn add(&mut self, points: &Points) {
        self.games += points.games;
        self.squared += points.games * points.error().powi(2);
        self.absolute += points.games * points.error().abs();
        self.chance += points.games * points.standard_error().powi(2);
    }
}

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [squared, chance, absolute] = [self.squared, self.chance, self.absolute].map(|sum| sum / self.games);
        write!(f, "{} games, mean squared error {squared:.5} (by chance {chance:.5}), ", self.games)?;
        write!(f, "mean absolute error {absolute:.4}")
    }
}

/// The points of games by group and score. Each game adds one position to each cell that it reaches.
#[derive(Clone, Default, Debug)]
pub struct Reliability(BTreeMap<(PieceGroup, ScoreRange), Points>);

impl Reliability {
    /// Adds the positions of a finished game with scores, except forced wins and losses.
    ///
    /// Of the positions of the game in a cell, the one with the smallest hash is used. In the first one, the score has just
    /// moved into the cell, so scores that are too high by chance would be preferred. The hash depends neither on the score nor
    /// on the outcome, and prefers no side.
    pub fn add_game(&mut self, record: &Record) {
        for (cell, positions) in cells(record) {
            if let Some(scored) = positions.iter().min() {
                self.0.entry(cell).or_default().add(scored, Model::of_group(cell.0));
            }
        }
    }

    /// Returns whether no game had a score.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Reliability {
    /// Writes a table for each group with games, then the calibration errors of all groups.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<_> = self.0.iter().collect();
        let mut total = Calibration::default();
        for cells in cells.chunk_by(|((group, _), _), ((other, _), _)| group == other) {
            let mut calibration = Calibration::default();
            for (number, ((group, scores), points)) in cells.iter().enumerate() {
                if number == 0 {
                    writeln!(f, "{group}")?;
                    writeln!(f, "score        games  predicted  actual  standard error  difference")?;
                }
                writeln!(f, "{scores:<11} {points}")?;
                calibration.add(points);
                total.add(points);
            }
            writeln!(f, "{calibration}\n")?;
        }
        write!(f, "all: {total}")
    }
}
