//! The legs of beams as numbers. The weights of a leg are the sums over its lit squares, so that a leg costs one addition.
//!
//! A leg is one of 1,600 runs of squares: a direction, a last square and a length. A network has weights for lit squares; the
//! engine adds and subtracts whole legs, which gives the same sums.

use crate::rules::square::{FILES, RANKS, SQUARES};
use crate::rules::{Direction, Square, beam};

/// The number of directions.
pub(super) const DIRECTIONS: usize = Direction::ALL.len();

/// The number of legs.
pub(super) const LEGS: usize = {
    let (files, ranks) = (FILES as usize, RANKS as usize);
    files * ranks * (ranks + 1) + ranks * files * (files + 1)
};

/// The number of a leg, below [`LEGS`].
pub(super) type Leg = u16;

/// Returns the number of legs with this direction and last square, which is the length of the longest.
const fn lengths(direction: Direction, last: Square) -> usize {
    (match direction {
        Direction::North => last.rank() + 1,
        Direction::East => last.file() + 1,
        Direction::South => RANKS - last.rank(),
        Direction::West => FILES - last.file(),
    }) as usize
}

/// The number of the leg of one square, by direction and by that square. The longer legs with the same end follow.
static SHORTEST: [[Leg; SQUARES]; DIRECTIONS] = shortest();

const fn shortest() -> [[Leg; SQUARES]; DIRECTIONS] {
    let mut table = [[0; SQUARES]; DIRECTIONS];
    let (mut direction, mut next) = (0, 0);
    while direction < DIRECTIONS {
        let mut last = 0;
        while last < SQUARES {
            table[direction][last] = next as Leg;
            next += lengths(Direction::ALL[direction], Square::ALL[last]);
            last += 1;
        }
        direction += 1;
    }
    assert!(next == LEGS);
    table
}

/// The leg that half a turn of the board makes of each leg.
static HALF_TURN: [Leg; LEGS] = half_turns();

const fn half_turns() -> [Leg; LEGS] {
    let shortest = shortest();
    let mut table = [0; LEGS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let mut last = 0;
        while last < SQUARES {
            let turned = shortest[direction ^ 2][SQUARES - 1 - last];
            let mut longer = 0;
            while longer < lengths(Direction::ALL[direction], Square::ALL[last]) {
                table[shortest[direction][last] as usize + longer] = turned + longer as Leg;
                longer += 1;
            }
            last += 1;
        }
        direction += 1;
    }
    table
}

/// Returns the leg that half a turn of the board makes of a leg.
#[inline(always)]
pub(super) fn half_turn(leg: Leg) -> Leg {
    HALF_TURN[usize::from(leg)]
}

/// Passes each leg to `each` with the shorter leg with the same end, if there is one, and with the square that the longer one has
/// in addition and its [`Direction::index`]. The shorter leg comes first.
pub(super) fn each(mut each: impl FnMut(Leg, Option<Leg>, usize, Square)) {
    for direction in Direction::ALL {
        let (files, ranks) = direction.opposite().step();
        for last in Square::ALL {
            let shortest = SHORTEST[direction.index()][last.index()];
            let mut square = Some(last);
            for longer in 0..lengths(direction, last) as Leg {
                let Some(farthest) = square else { break };
                let shorter = longer.checked_sub(1).map(|shorter| shortest + shorter);
                each(shortest + longer, shorter, direction.index(), farthest);
                square = farthest.offset(files, ranks);
            }
        }
    }
}

/// Returns the number of a leg of a beam, if it lights any square.
#[inline(always)]
pub(super) fn number(leg: &beam::Leg) -> Option<Leg> {
    let longer = leg.squares().len().checked_sub(1)? as Leg;
    leg.end().map(|last| SHORTEST[leg.direction().index()][last.index()] + longer)
}

/// Returns the legs of two beams without those that they begin and end with in common.
#[inline(always)]
pub(super) fn rest<'a>(one: &'a [beam::Leg], other: &'a [beam::Leg]) -> [&'a [beam::Leg]; 2] {
    let same = |(one, other): &(&beam::Leg, &beam::Leg)| {
        one.squares() == other.squares() && one.direction() == other.direction()
    };
    let common = one.iter().zip(other).take_while(same).count();
    let (one, other) = (&one[common..], &other[common..]);
    let ending = one.iter().rev().zip(other.iter().rev()).take_while(same).count();
    [&one[..one.len() - ending], &other[..other.len() - ending]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::kfen;
    use crate::rules::Colour;

    #[test]
    fn every_leg_has_a_number_and_its_half_turn_another() {
        let mut lengths = vec![0; LEGS];
        each(|leg, shorter, _, _| lengths[usize::from(leg)] = 1 + shorter.map_or(0, |leg| lengths[usize::from(leg)]));
        assert!(lengths.iter().all(|length| (1..=10).contains(length)));
        for leg in 0..LEGS as Leg {
            assert_ne!(half_turn(leg), leg);
            assert_eq!(half_turn(half_turn(leg)), leg);
            assert_eq!(lengths[usize::from(half_turn(leg))], lengths[usize::from(leg)]);
        }
    }

    #[test]
    fn a_leg_is_built_of_its_squares() {
        // Silver's beam runs north over j2 to j4, is reflected, and runs west over i4 to a4.
        let position = kfen::position("x39/4k5///9P3/4K5//9X1 s khet2").expect("a position");
        let beam = position.beam(Colour::Silver);
        let mut squares = vec![Vec::new(); LEGS];
        each(|leg, shorter, direction, square| {
            let mut all = shorter.map_or(Vec::new(), |leg| squares[usize::from(leg)].clone());
            all.push((direction, square.to_string()));
            squares[usize::from(leg)] = all;
        });
        let found: Vec<String> = beam
            .legs()
            .iter()
            .filter_map(number)
            .map(|leg| {
                squares[usize::from(leg)].iter().map(|(direction, square)| format!("{direction}{square}")).collect()
            })
            .collect();
        assert_eq!(found, ["0j40j30j2", "3a43b43c43d43e43f43g43h43i4"]);
    }
}
