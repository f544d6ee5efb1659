//! Names, neighbours and directions.

use super::*;

fn square(name: &str) -> Square {
    Square::from_name(name).unwrap()
}

#[test]
fn the_board_is_ten_files_wide_and_eight_ranks_high() {
    assert_eq!(Square::all().count(), Square::COUNT);
    for (index, square) in Square::all().enumerate() {
        assert_eq!(square.index(), index);
        assert_eq!(Square::from_name(&square.to_string()), Some(square));
    }
    for wrong in ["k1", "a9", "a0", "A1", "a", "a11", "", "1a"] {
        assert_eq!(Square::from_name(wrong), None, "{wrong}");
    }
}

#[test]
fn north_is_towards_rank_8_and_east_towards_file_j() {
    assert_eq!(square("a1").towards(Direction::North), Some(square("a2")));
    assert_eq!(square("a1").towards(Direction::East), Some(square("b1")));
    assert_eq!(square("a1").towards(Direction::West), None);
    assert_eq!(square("a1").towards(Direction::South), None);
    assert_eq!(square("j8").towards(Direction::North), None);
    assert_eq!(square("j8").towards(Direction::East), None);
    assert_eq!(square("j8").towards(Direction::South), Some(square("j7")));
    assert_eq!(square("j8").towards(Direction::West), Some(square("i8")));
}

#[test]
fn neighbours_are_straight_and_diagonal() {
    let names = |of: &str| {
        let mut names: Vec<String> = square(of).neighbours().map(|square| square.to_string()).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(names("e4"), "d3 d4 d5 e3 e5 f3 f4 f5");
    assert_eq!(names("a1"), "a2 b1 b2");
    assert_eq!(names("j8"), "i7 i8 j7");
    assert_eq!(names("j4"), "i3 i4 i5 j3 j5");
}

#[test]
fn directions_rotate() {
    for direction in Direction::ALL {
        assert_eq!(direction.clockwise().anticlockwise(), direction);
        assert_eq!(direction.opposite().opposite(), direction);
    }
    assert_eq!(Direction::North.clockwise(), Direction::East);
    assert_eq!(Direction::North.anticlockwise(), Direction::West);
    assert_eq!(Direction::North.opposite(), Direction::South);
}
