//! The reliability of the model of results: predicted and actual points by score, pieces that can be hit, and Eyes.

use super::wdl_fit::{LARGEST_SCORE, result_for};
use khepri_arena::stats::GameResult;
use khepri_engine::internal::eval::pieces::PieceBand;
use khepri_engine::internal::eval::wdl::MODEL;
use khepri_rules::internal::util::random::split_mix;
use khepri_rules::kgn::{Evaluation, Record};
use khepri_rules::{Kind, Position};
use std::collections::BTreeMap;
use std::fmt;

/// The width of a range of scores, in centipawns.
const STEP: i32 = 100;

/// The number of ranges on either side of zero. Scores beyond the outermost ranges belong to these.
const STEPS: i32 = 6;

/// A range of scores from the view of the side to move. Range 0 is 0 to 99 centipawns, and range −1 is −99 to −1. So both
/// sides of zero have the same ranges, except for 0 itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct ScoreRange(i32);

impl ScoreRange {
    fn of(centipawns: i32) -> ScoreRange {
        let steps = (centipawns.saturating_abs() / STEP).min(STEPS - 1);
        ScoreRange(if centipawns < 0 { -1 - steps } else { steps })
    }
}

impl fmt::Display for ScoreRange {
    /// Writes both ends in Pyramids, the one nearer to zero first: `+3.00…3.99`. An outermost range has one end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, steps) = if self.0 < 0 { ('-', -1 - self.0) } else { ('+', self.0) };
        let end = if steps + 1 < STEPS { format!("{steps}.99") } else { String::new() };
        f.pad(&format!("{sign}{steps}.00…{end}"))
    }
}

/// A group of positions by the pieces on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Group {
    has_eyes: bool,
    pieces: PieceBand,
}

impl Group {
    fn of(position: &Position) -> Group {
        let board = position.board();
        Group { has_eyes: !board.kind(Kind::Eye).is_empty(), pieces: PieceBand::of(board) }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let eyes = if self.has_eyes { "with" } else { "without" };
        write!(f, "{eyes} Eyes, {} pieces that can be hit", self.pieces)
    }
}

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
    fn add(&mut self, centipawns: i32, result: GameResult) {
        let score = f64::from(centipawns.clamp(-LARGEST_SCORE, LARGEST_SCORE));
        let (win, draw) = (MODEL.win(score), MODEL.draw(score));
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
pub struct Reliability(BTreeMap<(Group, ScoreRange), Points>);

impl Reliability {
    /// Adds the positions of a finished game with scores, except forced wins and losses.
    ///
    /// Of the positions of the game in a cell, the one with the smallest hash is used. In the first one, the score has just
    /// moved into the cell, so scores that are too high by chance would be preferred. The hash depends neither on the score nor
    /// on the outcome, and prefers no side.
    pub fn add_game(&mut self, record: &Record) {
        let Some(outcome) = record.result else { return };
        let mut position = record.start.clone();
        let mut chosen = BTreeMap::new();
        for played in &record.moves {
            if let Some(Evaluation::Centipawns(score)) = played.note.comment().and_then(|comment| comment.evaluation) {
                let candidate = (split_mix(&mut position.key()), score, result_for(position.side_to_move(), outcome));
                let cell = chosen.entry((Group::of(&position), ScoreRange::of(score))).or_insert(candidate);
                *cell = candidate.min(*cell);
            }
            if position.play(played.mv).is_err() {
                break;
            }
        }
        for (cell, (_, score, result)) in chosen {
            self.0.entry(cell).or_default().add(score, result);
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

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::{Colour, Orientation, Piece, RuleSet, Setup, Square};

    #[test]
    fn ranges_have_100_centipawns_up_to_600_on_both_sides() {
        for (scores, expected) in [
            ([0, 1, 99], "+0.00…0.99"),
            ([-1, -50, -99], "-0.00…0.99"),
            ([100, 150, 199], "+1.00…1.99"),
            ([-100, -150, -199], "-1.00…1.99"),
            ([-400, -450, -499], "-4.00…4.99"),
            ([500, 600, i32::MAX], "+5.00…"),
            ([-500, -600, i32::MIN], "-5.00…"),
        ] {
            assert_eq!(scores.map(|score| ScoreRange::of(score).to_string()), [expected; 3]);
        }
        assert!([-700, -499, -1, 0, 100, 700].map(ScoreRange::of).is_sorted());
    }

    /// Returns a position with this number of Pyramids, with two Pharaohs, two Scarabs, and with an Eye or without one.
    fn position(pyramids: usize, has_eye: bool) -> Position {
        let mut setup = Setup::empty(RuleSet::Khet1);
        let mut put = |square: &str, colour, kind| {
            let orientation = Orientation::from_digit(1).expect("a digit");
            let square = square.parse::<Square>().expect(square);
            setup.squares[square.index()] = Some(Piece::new(colour, kind, orientation));
        };
        put("e1", Colour::Silver, Kind::Pharaoh);
        put("e8", Colour::Red, Kind::Pharaoh);
        put("f1", Colour::Silver, Kind::Scarab);
        put("f8", Colour::Red, Kind::Scarab);
        if has_eye {
            put("g1", Colour::Silver, Kind::Eye);
        }
        let squares = ["b4", "c4", "d4", "e4", "f4", "g4", "h4", "b5", "c5", "d5", "e5", "f5", "g5", "h5"];
        for (number, square) in squares.into_iter().take(pyramids).enumerate() {
            put(square, if number < 7 { Colour::Silver } else { Colour::Red }, Kind::Pyramid);
        }
        Position::try_from(setup).expect("a position")
    }

    #[test]
    fn groups_are_by_eyes_and_the_number_of_pieces_that_can_be_hit() {
        for (pyramids, expected) in [
            (0, "6 or fewer"),
            (4, "6 or fewer"),
            (5, "7 to 9"),
            (7, "7 to 9"),
            (8, "10 to 13"),
            (11, "10 to 13"),
            (12, "14 or more"),
            (14, "14 or more"),
        ] {
            for (has_eye, eyes) in [(false, "without"), (true, "with")] {
                let group = Group::of(&position(pyramids, has_eye)).to_string();
                assert_eq!(group, format!("{eyes} Eyes, {expected} pieces that can be hit"), "{pyramids}");
            }
        }
    }
}
