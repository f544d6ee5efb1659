//! Look-up tables of the board's geometry: rays in the four directions and the eight neighbours.

use super::bitboard::Bitboard;
use super::piece::Colour;
use super::square::{Direction, FILES, RANKS, SQUARES, Square};

/// The start of a ray: a square, which is not part of the ray, or a laser in the frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin(u8);

const ORIGINS: usize = 128;
const FRAME: u8 = SQUARES as u8;

impl Origin {
    /// Returns the start of a ray at a square.
    #[inline(always)]
    pub const fn square(square: Square) -> Origin {
        Origin(square as u8)
    }

    /// Returns the start of a ray in the frame: below `j1` for Silver, above `a8` for Red.
    pub const fn frame(colour: Colour) -> Origin {
        Origin(FRAME + colour as u8)
    }

    /// Returns the index of the square. The lasers in the frame follow: Silver's, then Red's.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the square; `None` in the frame.
    pub const fn as_square(self) -> Option<Square> {
        Square::from_index(self.0 as usize)
    }
}

/// Rays by direction and origin; 128 origins, so that a masked index is in range.
static RAYS: [[Bitboard; ORIGINS]; 4] = {
    let mut table = [[Bitboard::EMPTY; ORIGINS]; 4];
    let mut direction = 0;
    while direction < 4 {
        let (files, ranks) = Direction::ALL[direction].step();
        let mut index = 0;
        while index < SQUARES {
            let mut ray = Bitboard::EMPTY;
            let mut at = Square::ALL[index].offset(files, ranks);
            while let Some(square) = at {
                ray = ray.union(Bitboard::of(square));
                at = square.offset(files, ranks);
            }
            table[direction][index] = ray;
            index += 1;
        }
        direction += 1;
    }
    table[Direction::North.index()][FRAME as usize] = Bitboard::file(FILES - 1);
    table[Direction::South.index()][FRAME as usize + 1] = Bitboard::file(0);
    table
};

/// Returns the squares from the origin to the frame, without the origin.
#[inline(always)]
pub fn ray(origin: Origin, direction: Direction) -> Bitboard {
    RAYS[direction.index()][origin.0 as usize & (ORIGINS - 1)]
}

/// Returns the first occupied square on a ray of this direction; `on_ray` are the occupied squares on the ray.
#[inline(always)]
pub fn nearest(on_ray: Bitboard, direction: Direction) -> Option<Square> {
    match direction {
        Direction::North | Direction::East => on_ray.lowest(),
        Direction::South | Direction::West => on_ray.highest(),
    }
}

static NEIGHBOURS: [Bitboard; SQUARES] = {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let mut files = -1;
        while files <= 1 {
            let mut ranks = -1;
            while ranks <= 1 {
                if let (false, Some(square)) = (files == 0 && ranks == 0, Square::ALL[index].offset(files, ranks)) {
                    table[index] = table[index].union(Bitboard::of(square));
                }
                ranks += 1;
            }
            files += 1;
        }
        index += 1;
    }
    table
};

/// Returns the squares around a square, at most eight.
#[inline(always)]
pub fn neighbours(square: Square) -> Bitboard {
    NEIGHBOURS[square.index()]
}

/// An iterator over some neighbours of one square, scanned in a 32-bit window. Neighbours span three ranks, so their numbers
/// differ by at most 22.
#[derive(Clone, Copy)]
pub struct Steps {
    base: u32,
    window: u32,
}

impl Steps {
    /// Returns an iterator over `targets`, all of which must be neighbours of `from`.
    #[inline(always)]
    pub fn new(from: Square, targets: Bitboard) -> Steps {
        debug_assert!(targets.is_subset(neighbours(from)));
        let base = (from as u32).saturating_sub(FILES as u32 + 1);
        Steps { base, window: (targets.bits() >> base) as u32 }
    }
}

impl Iterator for Steps {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.window == 0 {
            return None;
        }
        let index = self.base + self.window.trailing_zeros();
        self.window &= self.window - 1;
        // SAFETY: bit `n` of the window is the square `base + n` of a set of squares.
        Some(unsafe { Square::from_index_unchecked(index) })
    }
}

const _: () = assert!(RANKS == 8 && FILES == 10);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_run_to_the_frame() {
        let ray_of = |square, direction| ray(Origin::square(square), direction);
        assert_eq!(ray_of(Square::J1, Direction::West).len(), 9);
        assert_eq!(ray_of(Square::J1, Direction::East), Bitboard::EMPTY);
        let north: Bitboard = [Square::E6, Square::E7, Square::E8].into_iter().collect();
        assert_eq!(ray_of(Square::E5, Direction::North), north);
        assert_eq!(ray(Origin::frame(Colour::Silver), Direction::North), Bitboard::file(9));
        assert_eq!(ray(Origin::frame(Colour::Red), Direction::South), Bitboard::file(0));
    }

    #[test]
    fn the_nearest_square_is_the_first_that_a_beam_meets() {
        let occupied: Bitboard = [Square::B4, Square::D4, Square::G4, Square::I4].into_iter().collect();
        let from = |direction| nearest(ray(Origin::square(Square::E4), direction) & occupied, direction);
        assert_eq!(from(Direction::East), Some(Square::G4));
        assert_eq!(from(Direction::West), Some(Square::D4));
        assert_eq!(from(Direction::North), None);
    }

    #[test]
    fn windows_hold_all_neighbours() {
        for square in Square::ALL {
            let found: Bitboard = Steps::new(square, neighbours(square)).collect();
            assert_eq!(found, neighbours(square));
        }
        assert_eq!(neighbours(Square::A1).len(), 3);
        assert_eq!(neighbours(Square::E1).len(), 5);
        assert_eq!(neighbours(Square::E4).len(), 8);
    }

    #[test]
    fn steps_are_the_squares_of_any_set_of_neighbours() {
        for from in Square::ALL {
            let around: Vec<Square> = neighbours(from).into_iter().collect();
            for chosen in 0..1u32 << around.len() {
                let some = (0..around.len()).filter(|index| chosen >> index & 1 != 0).map(|index| around[index]);
                let set: Bitboard = some.clone().collect();
                assert!(Steps::new(from, set).eq(some), "{from} {set:?}");
            }
        }
    }
}
