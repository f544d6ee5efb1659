//! Pieces that a beam meets.

use super::*;
use Direction::{East, North, South, West};

#[test]
fn a_pyramid_reflects_on_two_sides_and_is_hit_on_the_other_two() {
    let meetings = |quarter: Quarter| Direction::ALL.map(|flight| Kind::Pyramid(quarter).meeting(flight));
    let to = Meeting::Reflected;
    let hit = Meeting::Hit;
    // The beams fly north, east, south and west.
    assert_eq!(meetings(Quarter::NorthEast), [hit, hit, to(East), to(North)]);
    assert_eq!(meetings(Quarter::SouthEast), [to(East), hit, hit, to(South)]);
    assert_eq!(meetings(Quarter::SouthWest), [to(West), to(South), hit, hit]);
    assert_eq!(meetings(Quarter::NorthWest), [hit, to(North), to(West), hit]);
}

#[test]
fn a_scarab_reflects_on_all_sides_and_an_eye_splits_on_all_sides() {
    let reflections = [
        (Diagonal::NorthEastSouthWest, [West, South, East, North]),
        (Diagonal::SouthEastNorthWest, [East, North, West, South]),
    ];
    for (diagonal, expected) in reflections {
        for (flight, direction) in Direction::ALL.into_iter().zip(expected) {
            assert_eq!(Kind::Scarab(diagonal).meeting(flight), Meeting::Reflected(direction));
            assert_eq!(Kind::Eye(diagonal).meeting(flight), Meeting::Split(direction));
        }
    }
}

#[test]
fn an_anubis_stops_the_beam_in_front_only() {
    for front in Direction::ALL {
        for flight in Direction::ALL {
            let expected = if flight == front.opposite() { Meeting::Stopped } else { Meeting::Hit };
            assert_eq!(Kind::Anubis(front).meeting(flight), expected);
        }
    }
    assert_eq!(Kind::Anubis(East).meeting(West), Meeting::Stopped);
}

#[test]
fn the_others_treat_all_sides_alike() {
    for flight in Direction::ALL {
        for kind in [Kind::Pharaoh, Kind::Obelisk, Kind::Stack] {
            assert_eq!(kind.meeting(flight), Meeting::Hit);
        }
        for front in Direction::ALL {
            assert_eq!(Kind::Sphinx(front).meeting(flight), Meeting::Stopped);
        }
    }
}

#[test]
fn of_a_stack_the_lower_obelisk_stays() {
    assert_eq!(Kind::Stack.remains(), Some(Kind::Obelisk));
    assert_eq!(Kind::Obelisk.remains(), None);
    assert_eq!(Kind::Pharaoh.remains(), None);
}

#[test]
fn turning_goes_round() {
    let quarters = [Quarter::NorthEast, Quarter::SouthEast, Quarter::SouthWest, Quarter::NorthWest];
    for index in 0..4 {
        let (before, after) = (Kind::Pyramid(quarters[index]), Kind::Pyramid(quarters[(index + 1) % 4]));
        assert_eq!((before.turned(true), after.turned(false)), (after, before));
    }
    assert_eq!(Kind::Anubis(North).turned(true), Kind::Anubis(East));
    assert_eq!(Kind::Anubis(North).turned(false), Kind::Anubis(West));
}

#[test]
fn a_scarab_and_an_eye_turn_either_way_to_the_same_and_back_by_half_a_turn() {
    for diagonal in [Diagonal::NorthEastSouthWest, Diagonal::SouthEastNorthWest] {
        for kind in [Kind::Scarab(diagonal), Kind::Eye(diagonal)] {
            assert_ne!(kind.turned(true), kind);
            assert_eq!(kind.turned(true), kind.turned(false));
            assert_eq!(kind.turned(true).turned(true), kind);
        }
    }
}

#[test]
fn a_sphinx_has_two_ways() {
    let ways = |colour| Direction::ALL.map(|front| sphinx_may_face(colour, front));
    assert_eq!(ways(Colour::Silver), [true, false, false, true]);
    assert_eq!(ways(Colour::Red), [false, true, true, false]);
}
