//! The legs of beams as numbers. The weights of a leg are the sums over its lit squares, so that a leg costs one addition.
//!
//! A leg is one of 1,296 runs of squares: a direction, an origin, which it does not light, and a length. A network has weights for
//! lit squares; the engine adds and subtracts whole legs, which gives the same sums.

use khepri_rules::internal::square::{FILES, RANKS, SQUARES};
use khepri_rules::internal::{beam, origin_index};
use khepri_rules::{Direction, Square};

/// The number of directions.
pub(super) const DIRECTIONS: usize = Direction::ALL.len();

/// The number of origins, by [`Origin::index`](khepri_rules::internal::rays::Origin::index): the squares and the lasers in the frame.
const ORIGINS: usize = SQUARES + 2;

/// The origin of Silver's laser in the frame. Red's follows.
const FRAME: usize = SQUARES;

/// The number of legs.
pub(super) const LEGS: usize = {
    let (files, ranks) = (FILES as usize, RANKS as usize);
    files * ranks * (ranks - 1) + ranks * files * (files - 1) + 2 * ranks
};

/// The number of a leg, below [`LEGS`].
pub(super) type Leg = u16;

/// Returns the first square that a leg from this origin lights, if there is one.
const fn first(direction: Direction, origin: usize) -> Option<Square> {
    if origin < FRAME {
        let (files, ranks) = direction.step();
        return Square::ALL[origin].offset(files, ranks);
    }
    match (origin - FRAME, direction) {
        (0, Direction::North) => Some(Square::J1),
        (1, Direction::South) => Some(Square::A8),
        _ => None,
    }
}

/// Returns the length of the longest leg with this direction and origin.
const fn longest(direction: Direction, origin: usize) -> usize {
    let (files, ranks) = direction.step();
    let (mut next, mut length) = (first(direction, origin), 0);
    while let Some(square) = next {
        next = square.offset(files, ranks);
        length += 1;
    }
    length
}

/// The number of the leg that lights one square, by the [`Colour::index`](khepri_rules::Colour::index) of the view, direction and
/// origin. The longer legs with the same origin follow. Red's view rotates the board by half a turn.
static SHORTEST: [[[Leg; ORIGINS]; DIRECTIONS]; 2] = shortest();

const fn shortest() -> [[[Leg; ORIGINS]; DIRECTIONS]; 2] {
    let mut table = [[[0; ORIGINS]; DIRECTIONS]; 2];
    let (mut direction, mut next) = (0, 0);
    while direction < DIRECTIONS {
        let mut origin = 0;
        while origin < ORIGINS {
            let turned_origin = if origin < FRAME { FRAME - 1 - origin } else { 2 * FRAME + 1 - origin };
            table[0][direction][origin] = next as Leg;
            table[1][direction ^ 2][turned_origin] = next as Leg;
            next += longest(Direction::ALL[direction], origin);
            origin += 1;
        }
        direction += 1;
    }
    assert!(next == LEGS);
    table
}

/// Calls `each` for every leg in Silver's view with four arguments: the leg, the leg that is one square shorter (if there is
/// one), its [`Direction::index`], and its last square. Shorter legs come before longer ones.
pub(super) fn each(mut each: impl FnMut(Leg, Option<Leg>, usize, Square)) {
    for direction in Direction::ALL {
        let (files, ranks) = direction.step();
        for (origin, &number) in SHORTEST[0][direction.index()].iter().enumerate() {
            let squares = std::iter::successors(first(direction, origin), |square| square.offset(files, ranks));
            for (longer, square) in (0..).zip(squares) {
                let shorter = (longer > 0).then(|| number + longer - 1);
                each(number + longer, shorter, direction.index(), square);
            }
        }
    }
}

/// Returns the numbers of a leg of a beam in the views of both players, if it lights any square.
#[inline(always)]
pub(super) fn numbers(leg: &beam::Leg) -> Option<[Leg; 2]> {
    let longer = leg.squares().len().checked_sub(1)? as Leg;
    let (direction, origin) = (leg.direction().index(), origin_index(leg));
    Some(SHORTEST.each_ref().map(|view| view[direction][origin] + longer))
}

/// Returns the legs of two beams without their common first legs and their common last legs.
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

    use khepri_rules::{Colour, Position};

    #[test]
    fn every_leg_has_a_number() {
        let mut lengths = vec![0; LEGS];
        each(|leg, shorter, _, _| lengths[usize::from(leg)] = 1 + shorter.map_or(0, |leg| lengths[usize::from(leg)]));
        assert!(lengths.iter().all(|length| (1..=10).contains(length)));
    }

    #[test]
    fn a_leg_is_built_of_its_squares_as_each_player_sees_them() {
        // Silver's beam runs north over j2 to j4, is reflected, and runs west over i4 to a4.
        let position = "x39/4k5///9P3/4K5//9X1 s khet2".parse::<Position>().expect("a position");
        let beam = position.beam(Colour::Silver);
        let mut squares = vec![Vec::new(); LEGS];
        each(|leg, shorter, direction, square| {
            let mut all = shorter.map_or(Vec::new(), |leg| squares[usize::from(leg)].clone());
            all.push((direction, square.to_string()));
            squares[usize::from(leg)] = all;
        });
        let found: Vec<[String; 2]> = beam
            .legs()
            .iter()
            .filter_map(numbers)
            .map(|views| {
                views.map(|leg| {
                    let squares = &squares[usize::from(leg)];
                    squares.iter().map(|(direction, square)| format!("{direction}{square}")).collect()
                })
            })
            .collect();
        let expected = [["0j20j30j4", "2a72a62a5"], ["3i43h43g43f43e43d43c43b43a4", "1b51c51d51e51f51g51h51i51j5"]];
        assert_eq!(found, expected);
    }
}
