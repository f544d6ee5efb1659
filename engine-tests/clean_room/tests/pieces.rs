//! The effects of pieces on beams, and rotations.

use super::*;
use Direction::{East, North, South, West};

#[test]
fn a_pyramid_reflects_on_two_sides_and_is_hit_on_the_other_two() {
    let effects = |quarter: Quarter| Direction::ALL.map(|heading| Kind::Pyramid(quarter).effect(heading));
    let to = Effect::Reflected;
    let hit = Effect::Hit;
    // In order, the beams go north, east, south and west.
    assert_eq!(effects(Quarter::NorthEast), [hit, hit, to(East), to(North)]);
    assert_eq!(effects(Quarter::SouthEast), [to(East), hit, hit, to(South)]);
    assert_eq!(effects(Quarter::SouthWest), [to(West), to(South), hit, hit]);
    assert_eq!(effects(Quarter::NorthWest), [hit, to(North), to(West), hit]);
}

#[test]
fn a_scarab_reflects_on_all_sides_and_an_eye_splits_on_all_sides() {
    let reflections = [
        (Diagonal::NorthEastSouthWest, [West, South, East, North]),
        (Diagonal::SouthEastNorthWest, [East, North, West, South]),
    ];
    for (diagonal, expected) in reflections {
        for (heading, direction) in Direction::ALL.into_iter().zip(expected) {
            assert_eq!(Kind::Scarab(diagonal).effect(heading), Effect::Reflected(direction));
            assert_eq!(Kind::Eye(diagonal).effect(heading), Effect::Split(direction));
        }
    }
}

#[test]
fn an_anubis_absorbs_the_beam_only_in_front() {
    for front in Direction::ALL {
        for heading in Direction::ALL {
            let expected = if heading == front.opposite() { Effect::Absorbed } else { Effect::Hit };
            assert_eq!(Kind::Anubis(front).effect(heading), expected);
        }
    }
    assert_eq!(Kind::Anubis(East).effect(West), Effect::Absorbed);
}

#[test]
fn the_other_pieces_have_the_same_effect_on_all_sides() {
    for heading in Direction::ALL {
        for kind in [Kind::Pharaoh, Kind::Obelisk, Kind::Stack] {
            assert_eq!(kind.effect(heading), Effect::Hit);
        }
        for front in Direction::ALL {
            assert_eq!(Kind::Sphinx(front).effect(heading), Effect::Absorbed);
        }
    }
}

#[test]
fn only_a_stack_remains_after_a_hit() {
    assert_eq!(Kind::Stack.remains(), Some(Kind::Obelisk));
    assert_eq!(Kind::Obelisk.remains(), None);
    assert_eq!(Kind::Pharaoh.remains(), None);
}

#[test]
fn four_quarter_turns_are_a_full_turn() {
    let quarters = [Quarter::NorthEast, Quarter::SouthEast, Quarter::SouthWest, Quarter::NorthWest];
    for index in 0..4 {
        let (before, after) = (Kind::Pyramid(quarters[index]), Kind::Pyramid(quarters[(index + 1) % 4]));
        assert_eq!((before.turned(true), after.turned(false)), (after, before));
    }
    assert_eq!(Kind::Anubis(North).turned(true), Kind::Anubis(East));
    assert_eq!(Kind::Anubis(North).turned(false), Kind::Anubis(West));
}

#[test]
fn a_scarab_and_an_eye_have_two_orientations() {
    for diagonal in [Diagonal::NorthEastSouthWest, Diagonal::SouthEastNorthWest] {
        for kind in [Kind::Scarab(diagonal), Kind::Eye(diagonal)] {
            assert_ne!(kind.turned(true), kind);
            assert_eq!(kind.turned(true), kind.turned(false));
            assert_eq!(kind.turned(true).turned(true), kind);
        }
    }
}

#[test]
fn a_sphinx_has_two_directions() {
    let directions = |colour| Direction::ALL.map(|front| sphinx_may_face(colour, front));
    assert_eq!(directions(Colour::Silver), [true, false, false, true]);
    assert_eq!(directions(Colour::Red), [false, true, true, false]);
}
