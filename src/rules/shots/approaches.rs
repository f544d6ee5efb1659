//! Approaches: the paths on which a beam can reach a Pharaoh, from everywhere on the board.
//!
//! Mirrors are reversible, so a beam from the Pharaoh outwards follows all paths that lead to it. An Eye splits beams in the
//! same way in both directions.

use crate::beam::{self, End};
use crate::rays::{self, Origin, neighbours};
use crate::{Bitboard, Board, Direction, Square};

/// The squares from which a beam reaches a target, which is the square of a Pharaoh.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Approaches {
    leaving: [Bitboard; 4],
    squares: Bitboard,
}

impl Approaches {
    /// Returns the approaches of a target.
    #[inline]
    pub fn of(board: &Board, target: Square) -> Approaches {
        let mut approaches = Approaches::default();
        for outwards in Direction::ALL {
            approaches.follow_back(board, target, outwards);
        }
        let [north, east, south, west] = approaches.leaving;
        approaches.squares = north | east | south | west | Bitboard::of(target);
        approaches
    }

    /// Returns the squares for which a beam that leaves the square in this direction reaches the target. The contents of the
    /// square itself do not matter.
    #[inline(always)]
    pub fn leaving(&self, direction: Direction) -> Bitboard {
        self.leaving[direction.index()]
    }

    /// Returns all squares of the approaches, including the squares of the pieces at which they end, and the target.
    ///
    /// The approaches are valid on every board that has the same contents on these squares.
    #[inline(always)]
    pub fn squares(&self) -> Bitboard {
        self.squares
    }

    /// Follows the beam backwards from a square in a direction. Continues from the Eye where it ends, if there is one.
    #[inline(never)]
    fn follow_back(&mut self, board: &Board, from: Square, outwards: Direction) {
        let leaving = &mut self.leaving;
        let end = beam::follow(board, Origin::square(from), outwards, |_, outwards, squares| {
            leaving[outwards.opposite().index()] |= squares;
        });
        if let End::Split(eye, exits) = end {
            self.follow_back_from_eye(board, eye, exits);
        }
    }

    /// Follows the beam backwards from an Eye in both directions.
    #[inline(never)]
    fn follow_back_from_eye(&mut self, board: &Board, eye: Square, exits: [Direction; 2]) {
        for outwards in exits {
            // Skips a side of an Eye that was followed before. So the recursion is at most 16 deep: four Eyes have four
            // sides each.
            let ray = rays::ray(Origin::square(eye), outwards);
            let is_known = !(neighbours(eye) & ray).is_disjoint(self.leaving(outwards.opposite()));
            if !is_known {
                self.follow_back(board, eye, outwards);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::random::split_mix;
    use crate::{Colour, Kind, Orientation, Piece, Position};

    /// Returns a number below `n`.
    fn below(seed: &mut u64, n: usize) -> usize {
        (split_mix(seed) % n as u64) as usize
    }

    /// Returns an empty square or any piece.
    fn contents(seed: &mut u64) -> Option<Piece> {
        let kind = Kind::ALL[below(seed, Kind::ALL.len())];
        let orientation = Orientation::from_digit(1 + below(seed, usize::from(kind.orientations())) as u8)?;
        (below(seed, 4) > 0).then(|| Piece::new(Colour::ALL[below(seed, 2)], kind, orientation))
    }

    /// Returns a board with random pieces.
    fn board(seed: &mut u64) -> Board {
        let bare: Position = "5k4///////4K5 r khet1".parse().expect("a position");
        let mut board = *bare.board();
        for _ in 0..below(seed, 32) {
            board.put(Square::ALL[below(seed, Square::ALL.len())], contents(seed));
        }
        // A beam has room for four Eyes.
        board.kind(Kind::Eye).into_iter().skip(4).for_each(|eye| board.put(eye, None));
        board
    }

    #[test]
    fn approaches_are_the_squares_from_which_a_beam_hits_the_target() {
        let seed = &mut 1;
        for _ in 0..400 {
            let mut board = board(seed);
            let target = Square::ALL[below(seed, Square::ALL.len())];
            board.put(target, Some(Piece::new(Colour::Silver, Kind::Pharaoh, Orientation::FIRST)));
            let approaches = Approaches::of(&board, target);
            for direction in Direction::ALL {
                let leaving = approaches.leaving(direction);
                for from in Square::ALL {
                    let hits = beam::hits(&board, Origin::square(from), direction);
                    assert_eq!(hits.has(target), leaving.has(from), "{from} {direction:?} to {target} on {board:?}");
                }
            }
        }
    }

    #[test]
    fn a_change_of_other_squares_leaves_the_approaches_as_they_are() {
        let seed = &mut 2;
        let (mut off, mut different) = (0, 0);
        for _ in 0..40_000 {
            let mut board = board(seed);
            let target = Square::ALL[below(seed, Square::ALL.len())];
            let before = Approaches::of(&board, target);
            let mut changed = Bitboard::EMPTY;
            for _ in 0..1 + below(seed, 4) {
                let square = Square::ALL[below(seed, Square::ALL.len())];
                changed |= Bitboard::of(square);
                board.put(square, contents(seed));
            }
            let after = Approaches::of(&board, target);
            if before.squares().is_disjoint(changed) {
                assert_eq!(before, after, "{changed:?} on {board:?}");
                off += 1;
            }
            different += usize::from(before != after);
        }
        assert!(off > 5_000 && different > 5_000, "{off} changes off the approaches, {different} that change them");
    }
}
