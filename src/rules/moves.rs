//! A move in two bytes. What it means depends on the position: a step may be a swap or a stacking.

use super::bitboard::Bitboard;
use super::piece::Turn;
use super::square::Square;

/// What a move is, as far as the move itself says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// From one square to another: a step, a swap, an Obelisk stacked, a stack as a unit.
    Step(Square, Square),
    /// The top of a stack alone, from and to.
    Top(Square, Square),
    /// A quarter-turn.
    Rotate(Square, Turn),
}

/// A move in two bytes: bits 0–6 from, 7–13 to (the same again for a rotation), 14–15 step, `+`, `-` or top.
///
/// A quarter-turn of a Scarab or Eye is the same in both senses and is always clockwise in a legal move.
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

    /// A step, a swap, a stacking, or a stack as a unit.
    #[inline(always)]
    pub const fn step(from: Square, to: Square) -> Move {
        Move::pack(from, to, STEP)
    }

    /// The top of a stack alone.
    #[inline(always)]
    pub const fn top(from: Square, to: Square) -> Move {
        Move::pack(from, to, TOP)
    }

    /// A quarter-turn.
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

    /// The two bytes, as a table stores them.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The move of two bytes from anywhere, or `None` if they are no move of any position.
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let (Some(from), Some(to)) =
            (Square::from_index((bits & 127) as usize), Square::from_index((bits >> 7 & 127) as usize))
        else {
            return None;
        };
        let rotates = matches!(bits & ACTION, CLOCKWISE | ANTICLOCKWISE);
        if rotates == (from as u8 == to as u8) { Some(Move(bits)) } else { None }
    }

    /// The square of the piece that moves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        // SAFETY: `pack` and `from_bits` are the only constructors, and both take these bits from a square.
        unsafe { Square::from_index_unchecked((self.0 & 127) as u32) }
    }

    /// The square it comes to; the same as [`Move::from`] for a rotation.
    #[inline(always)]
    pub const fn to(self) -> Square {
        // SAFETY: as in `from`.
        unsafe { Square::from_index_unchecked((self.0 >> 7 & 127) as u32) }
    }

    /// What the move is.
    #[inline(always)]
    pub const fn action(self) -> Action {
        match self.0 & ACTION {
            STEP => Action::Step(self.from(), self.to()),
            TOP => Action::Top(self.from(), self.to()),
            CLOCKWISE => Action::Rotate(self.from(), Turn::Clockwise),
            _ => Action::Rotate(self.from(), Turn::Anticlockwise),
        }
    }

    /// The one or two squares on which the board changes, the shot aside.
    #[inline(always)]
    pub fn touched(self) -> Bitboard {
        Bitboard::of(self.from()) | Bitboard::of(self.to())
    }

    /// The move after half a turn of the board.
    pub const fn half_turn(self) -> Move {
        Move::pack(self.from().half_turn(), self.to().half_turn(), self.0 & ACTION)
    }
}

impl std::fmt::Display for Move {
    /// As the notation writes it: `h2g2`, `h2+`, `h2-`, `e1d2t`.
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
    fn a_move_gives_back_what_it_was_made_of() {
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
    fn of_all_two_bytes_those_are_moves_that_name_squares_and_turn_on_one() {
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
