//! Moves as text, which the `Display` of [`Move`] writes.
//!
//! * `h2g2`: a step, a swap, an Obelisk onto another, or a whole stack.
//! * `h2+`, `h2-`: a quarter-turn clockwise, anticlockwise.
//! * `e1d2t`: the top of a stack alone.

use super::excerpt::excerpt;
use crate::square::{FILES, RANKS};
use crate::{IllegalMove, Move, Position, Square, Turn};
use std::str::{Chars, FromStr};
use thiserror::Error;

/// The error of a word that is not a move.
///
/// ```
/// let error = "h2g9".parse::<khepri_rules::Move>().expect_err("there is no rank 9");
/// assert_eq!(error.to_string(), "column 4: expected a rank 1 to 8, found `9`");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("column {column}: expected {expected}, found {found}")]
#[non_exhaustive]
pub struct MoveTextError {
    /// The column in characters, from 1.
    pub column: usize,
    /// What was expected there.
    pub expected: &'static str,
    /// What was found there, shortened and escaped.
    pub found: String,
}

/// The error of a word that is not a legal move of a position.
///
/// ```
/// use khepri_rules::{IllegalMove, Position, Square, movetext::MoveError};
///
/// let position: Position = "x39/4k5/////4K5/9X1 s khet2".parse()?;
/// assert_eq!(position.read_move("e4e5"), Err(MoveError::Illegal(IllegalMove::Empty(Square::E4))));
/// # Ok::<(), khepri_rules::kfen::Rejection>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum MoveError {
    /// The word is not a move of any position.
    Text(#[from] MoveTextError),
    /// The move is illegal.
    Illegal(#[from] IllegalMove),
}

impl MoveTextError {
    /// Returns the code of the error, a word that stays the same when the message changes.
    pub fn code(&self) -> &'static str {
        "not-a-move"
    }
}

impl MoveError {
    /// Returns the code of the error, a word that stays the same when the message changes.
    pub fn code(&self) -> &'static str {
        match self {
            MoveError::Text(error) => error.code(),
            MoveError::Illegal(illegal) => illegal.code(),
        }
    }
}

impl FromStr for Move {
    type Err = MoveTextError;

    /// Reads a move, which may be illegal; see [`Position::read_move`].
    ///
    /// # Errors
    /// The text is not a move. The error has the column of the first wrong character.
    fn from_str(text: &str) -> Result<Move, MoveTextError> {
        let mut reader = Reader { rest: text.chars(), column: 1 };
        let from = reader.square("a file a to j")?;
        let mv = match reader.turn() {
            Some(turn) => Move::rotate(from, turn),
            None => {
                let target = reader.clone();
                let to = reader.square("`+`, `-` or a file a to j")?;
                if to == from {
                    return Err(target.error("a square other than the first"));
                }
                match reader.accept(|character| (character == 't').then_some(())) {
                    Some(()) => Move::top(from, to),
                    None => Move::step(from, to),
                }
            }
        };
        if reader.rest.as_str().is_empty() { Ok(mv) } else { Err(reader.error("the end of the move")) }
    }
}

impl Position {
    /// Reads a move and checks that it is legal here.
    ///
    /// # Errors
    /// The text is not a move, or the move is illegal.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let mv = self.normalised(text.parse()?);
        self.legality(mv)?;
        Ok(mv)
    }
}

#[derive(Clone)]
struct Reader<'a> {
    rest: Chars<'a>,
    column: usize,
}

impl Reader<'_> {
    /// Reads the next character if `meaning` has a value for it.
    fn accept<T>(&mut self, meaning: impl FnOnce(char) -> Option<T>) -> Option<T> {
        let accepted = meaning(self.rest.clone().next()?)?;
        self.rest.next();
        self.column += 1;
        Some(accepted)
    }

    fn square(&mut self, expected: &'static str) -> Result<Square, MoveTextError> {
        let file = self.accept(|character| index(character, 'a', FILES)).ok_or_else(|| self.error(expected))?;
        self.accept(|character| Square::new(file, index(character, '1', RANKS)?))
            .ok_or_else(|| self.error("a rank 1 to 8"))
    }

    fn turn(&mut self) -> Option<Turn> {
        self.accept(|character| match character {
            '+' => Some(Turn::Clockwise),
            '-' => Some(Turn::Anticlockwise),
            _ => None,
        })
    }

    fn error(&self, expected: &'static str) -> MoveTextError {
        MoveTextError { column: self.column, expected, found: excerpt(self.rest.as_str()) }
    }
}

/// Returns the distance of the character from `first` if it is below `count`.
fn index(character: char, first: char, count: u8) -> Option<u8> {
    let distance = u32::from(character).checked_sub(u32::from(first))?;
    u8::try_from(distance).ok().filter(|&distance| distance < count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_reads_as_it_is_written() {
        for from in Square::ALL {
            for turn in [Turn::Clockwise, Turn::Anticlockwise] {
                let mv = Move::rotate(from, turn);
                assert_eq!(mv.to_string().parse(), Ok(mv));
            }
            for to in Square::ALL.into_iter().filter(|&to| to != from) {
                for mv in [Move::step(from, to), Move::top(from, to)] {
                    assert_eq!(mv.to_string().parse(), Ok(mv));
                }
            }
        }
    }

    #[test]
    fn the_examples_of_the_notation() {
        assert_eq!("h2g2".parse(), Ok(Move::step(Square::H2, Square::G2)));
        assert_eq!("h2+".parse(), Ok(Move::rotate(Square::H2, Turn::Clockwise)));
        assert_eq!("h2-".parse(), Ok(Move::rotate(Square::H2, Turn::Anticlockwise)));
        assert_eq!("e1d2t".parse(), Ok(Move::top(Square::E1, Square::D2)));
    }

    #[test]
    fn errors_state_the_place_and_the_fault() {
        for (text, message) in [
            ("", "column 1: expected a file a to j, found nothing"),
            (" h2+", "column 1: expected a file a to j, found ` h2+`"),
            ("H2g2", "column 1: expected a file a to j, found `H2g2`"),
            ("k2g2", "column 1: expected a file a to j, found `k2g2`"),
            ("0000", "column 1: expected a file a to j, found `0000`"),
            ("h", "column 2: expected a rank 1 to 8, found nothing"),
            ("h9g2", "column 2: expected a rank 1 to 8, found `9g2`"),
            ("h0", "column 2: expected a rank 1 to 8, found `0`"),
            ("h2", "column 3: expected `+`, `-` or a file a to j, found nothing"),
            ("h2\u{2212}", r"column 3: expected `+`, `-` or a file a to j, found `\u{2212}`"),
            ("h2h2", "column 3: expected a square other than the first, found `h2`"),
            ("h2h2t", "column 3: expected a square other than the first, found `h2t`"),
            ("h2g", "column 4: expected a rank 1 to 8, found nothing"),
            ("h2g\u{ff12}", r"column 4: expected a rank 1 to 8, found `\u{ff12}`"),
            ("h2+t", "column 4: expected the end of the move, found `t`"),
            ("h2g2+", "column 5: expected the end of the move, found `+`"),
            ("h2g2T", "column 5: expected the end of the move, found `T`"),
            ("e1d2tt", "column 6: expected the end of the move, found `t`"),
            ("h2g2\r", r"column 5: expected the end of the move, found `\r`"),
        ] {
            assert_eq!(text.parse::<Move>().map_err(|error| error.to_string()), Err(message.to_owned()));
        }
    }
}
