//! Scores of positions.

use super::arguments::{Argument, invalid, mistyped};
use super::shared::Position;
use khepri_engine::{self as engine, Wdl};
use khepri_rules::kgn::Evaluation;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};
use std::hash::{Hash, Hasher};

/// A score from the view of a player: a number of centipawns, where 100 are one Pyramid, or a number of moves to a forced win
/// (positive) or loss (negative).
#[pyclass(frozen, eq, ord, hash, module = "khepri")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Score(pub Evaluation);

impl From<engine::Score> for Score {
    fn from(score: engine::Score) -> Score {
        Score(match score.mate_plies() {
            None => Evaluation::Centipawns(score.value()),
            Some(plies) => {
                let moves = plies.div_ceil(2) as i32;
                Evaluation::Mate(if score.is_loss() { -moves } else { moves })
            }
        })
    }
}

impl Score {
    /// Returns a number whose order is that of the scores: losses, from the nearest on, centipawns, wins.
    fn order(self) -> i64 {
        const WON: i64 = 1 << 40;
        match self.0 {
            Evaluation::Centipawns(value) => i64::from(value),
            Evaluation::Mate(moves) if moves > 0 => WON - i64::from(moves),
            Evaluation::Mate(moves) => -WON - i64::from(moves),
        }
    }

    /// Reads a score.
    pub fn read(value: &Argument<'_>, name: &str) -> PyResult<Score> {
        value.cast::<Score>().map(|score| *score.get()).map_err(|_| mistyped(name, "a Score", value))
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Score) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Score) -> std::cmp::Ordering {
        self.order().cmp(&other.order())
    }
}

impl Hash for Score {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.order().hash(state);
    }
}

#[pymethods]
impl Score {
    /// Returns a score of centipawns, or of moves to a forced win or loss.
    #[new]
    #[pyo3(signature = (centipawns=None, mate=None))]
    fn new(centipawns: Option<&Argument<'_>>, mate: Option<&Argument<'_>>) -> PyResult<Score> {
        /// The largest number of centipawns or moves.
        const LARGEST: i32 = 1_000_000;
        let read = |value: &Argument<'_>, name: &str| {
            let number = value.cast::<PyInt>().map_err(|_| mistyped(name, "an int", value))?.extract::<i32>();
            let number = number.ok().filter(|number| (-LARGEST..=LARGEST).contains(number));
            number.ok_or_else(|| invalid(name, format_args!("expected a whole number from -{LARGEST} to {LARGEST}")))
        };
        match (centipawns, mate) {
            (Some(value), None) => read(value, "centipawns").map(Evaluation::Centipawns).map(Score),
            (None, Some(value)) => read(value, "mate").map(Evaluation::Mate).map(Score),
            _ => Err(invalid("centipawns", "expected either centipawns or mate")),
        }
    }

    /// The number of centipawns; `None` for a forced win or loss.
    #[getter]
    fn centipawns(&self) -> Option<i32> {
        if let Evaluation::Centipawns(value) = self.0 { Some(value) } else { None }
    }

    /// The number of moves to a forced win, negative to a forced loss; `None` for a score of centipawns.
    #[getter]
    fn mate(&self) -> Option<i32> {
        if let Evaluation::Mate(moves) = self.0 { Some(moves) } else { None }
    }

    /// Returns the probabilities of win, draw and loss in thousandths for a player with the score in a position.
    fn wdl(&self, position: &Argument<'_>) -> PyResult<(u32, u32, u32)> {
        let score = match self.0 {
            Evaluation::Centipawns(value) => engine::Score::centipawns(value),
            Evaluation::Mate(moves) if moves > 0 => engine::Score::win_in(1),
            Evaluation::Mate(_) => engine::Score::loss_in(0),
        };
        let Wdl { win, draw, loss } = Wdl::of(score, &Position::read(position, "position")?);
        Ok((win, draw, loss))
    }

    fn __neg__(&self) -> Score {
        Score(match self.0 {
            Evaluation::Centipawns(value) => Evaluation::Centipawns(value.saturating_neg()),
            Evaluation::Mate(moves) => Evaluation::Mate(moves.saturating_neg()),
        })
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        match self.0 {
            Evaluation::Centipawns(value) => format!("Score(centipawns={value})"),
            Evaluation::Mate(moves) => format!("Score(mate={moves})"),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Score>) -> PyResult<Bound<'py, PyTuple>> {
        let score = slf.get();
        (slf.get_type(), (score.centipawns(), score.mate())).into_pyobject(slf.py())
    }
}
