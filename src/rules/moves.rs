//! A move in two bytes. Its meaning depends on the position: a step may be a swap or a stacking.

use super::bitboard::Bitboard;
use super::piece::Turn;
use super::square::Square;

/// The action of a move, as far as it does not depend on the position.
///
/// ```
/// use khepri_rules::{Action, Move, Square, Turn};
///
/// assert_eq!("j1+".parse::<Move>()?.action(), Action::Rotate(Square::J1, Turn::Clockwise));
/// assert_eq!("e1d2t".parse::<Move>()?.action(), Action::Top(Square::E1, Square::D2));
/// # Ok::<(), khepri_rules::movetext::MoveTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// From one square to another: a step, a swap, an Obelisk that is stacked, or a whole stack.
    Step(Square, Square),
    /// The top of a stack alone, from one square to another.
    Top(Square, Square),
    /// A quarter-turn.
    Rotate(Square, Turn),
}

/// A move in two bytes, legal or not.
///
/// A rotation of a Scarab or Eye has the same effect in both senses, and a legal move rotates it clockwise.
///
/// ```
/// use khepri_rules::{Action, Move, Square, Turn};
///
/// let mv: Move = "h2g2".parse()?;
/// assert_eq!(mv.action(), Action::Step(Square::H2, Square::G2));
/// assert_eq!(mv.to_string(), "h2g2");
/// assert_eq!((mv.touched().to_string(), mv.half_turn().to_string()), ("g2 h2".to_owned(), "c7d7".to_owned()));
/// assert_eq!(Move::from_bits(mv.bits()), Some(mv));
/// let others = [Move::rotate(Square::J1, Turn::Clockwise), Move::top(Square::E1, Square::D2)];
/// assert_eq!(others.map(|mv| mv.to_string()), ["j1+", "e1d2t"]);
/// # Ok::<(), khepri_rules::movetext::MoveTextError>(())
/// ```
// Bits 0–6 from, 7–13 to (the same again for a rotation), 14–15 step, `+`, `-` or top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

const STEP: u16 = 0;
const CLOCKWISE: u16 = 1 << 14;
const ANTICLOCKWISE: u16 = 2 << 14;
const TOP: u16 = 3 << 14;
const ACTION: u16 = 3 << 14;

impl Move {
    #[inline(always)]
    const fn pack(from: Square, to: Square, action: u16) -> Move {
        Move(from as u16 | (to as u16) << 7 | action)
    }

    /// Returns a step, a swap, a stacking, or the move of a whole stack.
    #[inline(always)]
    pub const fn step(from: Square, to: Square) -> Move {
        Move::pack(from, to, STEP)
    }

    /// Returns the move of the top of a stack alone.
    #[inline(always)]
    pub const fn top(from: Square, to: Square) -> Move {
        Move::pack(from, to, TOP)
    }

    /// Returns a rotation.
    #[inline(always)]
    pub const fn rotate(square: Square, turn: Turn) -> Move {
        Move::pack(
            square,
            square,
            match turn {
                Turn::Clockwise => CLOCKWISE,
                Turn::Anticlockwise => ANTICLOCKWISE,
            },
        )
    }

    /// Returns the two bytes, as a table stores them.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the move of two bytes. Returns `None` if a square is not on the board, if a rotation has two different squares, or
    /// if another move has the same square twice.
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let (Some(from), Some(to)) =
            (Square::from_index((bits & 127) as usize), Square::from_index((bits >> 7 & 127) as usize))
        else {
            return None;
        };
        let rotates = matches!(bits & ACTION, CLOCKWISE | ANTICLOCKWISE);
        if rotates == (from as u8 == to as u8) { Some(Move(bits)) } else { None }
    }

    /// Returns the square of the piece that moves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        // SAFETY: `pack` and `from_bits` are the only constructors, and both take these bits from a square.
        unsafe { Square::from_index_unchecked((self.0 & 127) as u32) }
    }

    /// Returns the target; the same square as [`Move::from`] for a rotation.
    #[inline(always)]
    pub const fn to(self) -> Square {
        // SAFETY: as in `from`.
        unsafe { Square::from_index_unchecked((self.0 >> 7 & 127) as u32) }
    }

    /// Returns the action of the move.
    #[inline(always)]
    pub const fn action(self) -> Action {
        match self.0 & ACTION {
            STEP => Action::Step(self.from(), self.to()),
            TOP => Action::Top(self.from(), self.to()),
            CLOCKWISE => Action::Rotate(self.from(), Turn::Clockwise),
            _ => Action::Rotate(self.from(), Turn::Anticlockwise),
        }
    }

    /// Returns the one or two squares that the move changes before its shot.
    #[inline(always)]
    pub fn touched(self) -> Bitboard {
        Bitboard::of(self.from()) | Bitboard::of(self.to())
    }

    /// Returns the move after half a turn of the board.
    pub const fn half_turn(self) -> Move {
        Move::pack(self.from().half_turn(), self.to().half_turn(), self.0 & ACTION)
    }
}

impl std::fmt::Display for Move {
    /// Writes the move in notation: `h2g2`, `h2+`, `h2-`, `e1d2t`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.action() {
            Action::Step(from, to) => write!(f, "{from}{to}"),
            Action::Top(from, to) => write!(f, "{from}{to}t"),
            Action::Rotate(square, Turn::Clockwise) => write!(f, "{square}+"),
            Action::Rotate(square, Turn::Anticlockwise) => write!(f, "{square}-"),
        }
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_move_has_the_text_and_the_bits_of_its_parts() {
        let moves = [
            (Move::step(Square::H2, Square::G2), "h2g2"),
            (Move::top(Square::E1, Square::D2), "e1d2t"),
            (Move::rotate(Square::J8, Turn::Clockwise), "j8+"),
            (Move::rotate(Square::A1, Turn::Anticlockwise), "a1-"),
        ];
        for (mv, text) in moves {
            assert_eq!(mv.to_string(), text);
            assert_eq!(Move::from_bits(mv.bits()), Some(mv));
            assert_eq!(mv.half_turn().half_turn(), mv);
        }
        assert_eq!(Move::from_bits(80), None);
        assert_eq!(Move::from_bits(u16::MAX), None);
        assert_eq!(Move::from_bits(0), None, "a step to the same square");
    }

    #[test]
    fn two_bytes_are_a_move_if_both_squares_exist_and_only_a_rotation_repeats_its_square() {
        let mut texts = HashSet::new();
        for bits in 0..=u16::MAX {
            let (from, to, turns) =
                (usize::from(bits & 127), usize::from(bits >> 7 & 127), [1, 2].contains(&(bits >> 14)));
            let Some(mv) = Move::from_bits(bits) else {
                assert!(from >= 80 || to >= 80 || turns != (from == to), "{bits:#x}");
                continue;
            };
            assert!(from < 80 && to < 80 && turns == (from == to), "{bits:#x}");
            assert_eq!((mv.bits(), mv.from().index(), mv.to().index()), (bits, from, to));
            assert!(texts.insert(mv.to_string()), "{mv}");
        }
        assert_eq!(texts.len(), 2 * 80 * 79 + 2 * 80);
    }
}
