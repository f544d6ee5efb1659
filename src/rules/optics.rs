//! The optics in one table: the effect of every piece on a beam from each direction. The tracer, the search for shots and the pictures
//! all read this table.

use super::piece::{Kind, Piece};
use super::square::Direction::{self, East, North, South, West};

/// The effect of a square on a beam.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// The beam continues: an empty square.
    Pass,
    /// The beam turns into this direction: a mirror.
    Turn(Direction),
    /// The beam continues and also turns into this direction: the half mirror of an Eye.
    Split(Direction),
    /// The beam ends without a hit.
    Absorb,
    /// The beam ends and hits the piece.
    Hit,
}

/// Returns the direction of a beam after a diagonal mirror from south-west to north-east, `/`.
const fn slash(direction: Direction) -> Direction {
    match direction {
        North => East,
        East => North,
        South => West,
        West => South,
    }
}

/// Returns the direction of a beam after a diagonal mirror from north-west to south-east, `\`.
const fn backslash(direction: Direction) -> Direction {
    match direction {
        North => West,
        West => North,
        South => East,
        East => South,
    }
}

const fn compute(piece: Piece, direction: Direction) -> Effect {
    // A mirror that faces quadrant 0 (NE) or 2 (SW) is a `\`. A mirror that faces quadrant 1 (SE) or 3 (NW) is a `/`.
    let quarters = piece.orientation().quarters();
    let mirrored = if quarters & 1 == 0 { backslash(direction) } else { slash(direction) };
    match piece.kind() {
        Kind::Pharaoh | Kind::Obelisk | Kind::Stack => Effect::Hit,
        Kind::Scarab => Effect::Turn(mirrored),
        Kind::Eye => Effect::Split(mirrored),
        Kind::Sphinx => Effect::Absorb,
        Kind::Anubis => {
            if direction.index() == piece.orientation().facing().opposite().index() {
                Effect::Absorb
            } else {
                Effect::Hit
            }
        }
        Kind::Pyramid => {
            // A quadrant lies between the direction with the same number and the next direction clockwise.
            let (one, two) = (piece.orientation().facing(), piece.orientation().facing().turned(1));
            if direction.index() == one.opposite().index() || direction.index() == two.opposite().index() {
                Effect::Turn(mirrored)
            } else {
                Effect::Hit
            }
        }
    }
}

static OPTICS: [[Effect; 4]; Piece::COUNT] = {
    let mut table = [[Effect::Pass; 4]; Piece::COUNT];
    let mut colour = 0;
    while colour < 2 {
        let mut kind = 0;
        while kind < Kind::ALL.len() {
            let mut digit = 1;
            while digit <= Kind::ALL[kind].orientations() {
                let Some(orientation) = super::piece::Orientation::from_digit(digit) else { unreachable!() };
                let piece = Piece::new(super::piece::Colour::ALL[colour], Kind::ALL[kind], orientation);
                let mut direction = 0;
                while direction < 4 {
                    table[piece.index()][direction] = compute(piece, Direction::ALL[direction]);
                    direction += 1;
                }
                digit += 1;
            }
            kind += 1;
        }
        colour += 1;
    }
    table
};

/// Returns the effect of `piece` on a beam that travels in `direction`.
#[inline(always)]
pub fn effect(piece: Piece, direction: Direction) -> Effect {
    OPTICS[piece.index()][direction.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Colour, Orientation};

    fn effects(kind: Kind, digit: u8) -> [Effect; 4] {
        let orientation = Orientation::from_digit(digit).expect("1 to 4");
        Colour::ALL
            .map(|colour| Piece::new(colour, kind, orientation))
            .map(|piece| Direction::ALL.map(|direction| effect(piece, direction)))
            .into_iter()
            .reduce(|silver, red| {
                assert_eq!(silver, red, "optics do not depend on the colour");
                silver
            })
            .expect("two colours")
    }

    #[test]
    fn the_printed_rules() {
        use Effect::{Absorb, Hit, Split, Turn};
        // Beams that travel              north        east         south        west
        assert_eq!(effects(Kind::Pyramid, 1), [Hit, Hit, Turn(East), Turn(North)], "NE mirror");
        assert_eq!(effects(Kind::Pyramid, 2), [Turn(East), Hit, Hit, Turn(South)], "SE mirror");
        assert_eq!(effects(Kind::Pyramid, 3), [Turn(West), Turn(South), Hit, Hit], "SW mirror");
        assert_eq!(effects(Kind::Pyramid, 4), [Hit, Turn(North), Turn(West), Hit], "NW mirror");
        assert_eq!(effects(Kind::Scarab, 1), [Turn(West), Turn(South), Turn(East), Turn(North)]);
        assert_eq!(effects(Kind::Scarab, 2), [Turn(East), Turn(North), Turn(West), Turn(South)]);
        assert_eq!(effects(Kind::Eye, 1), [Split(West), Split(South), Split(East), Split(North)]);
        assert_eq!(effects(Kind::Eye, 2), [Split(East), Split(North), Split(West), Split(South)]);
        assert_eq!(effects(Kind::Anubis, 1), [Hit, Hit, Absorb, Hit], "faces north");
        assert_eq!(effects(Kind::Anubis, 2), [Hit, Hit, Hit, Absorb], "faces east");
        assert_eq!(effects(Kind::Anubis, 3), [Absorb, Hit, Hit, Hit], "faces south");
        assert_eq!(effects(Kind::Anubis, 4), [Hit, Absorb, Hit, Hit], "faces west");
        for digit in 1..=4 {
            assert_eq!(effects(Kind::Sphinx, digit), [Absorb; 4]);
        }
        for kind in [Kind::Pharaoh, Kind::Obelisk, Kind::Stack] {
            assert_eq!(effects(kind, 1), [Hit; 4]);
        }
    }
}
