//! Repetitions and ends of games.

use super::*;

/// Plays moves, and returns the number of occurrences of the arrangement after each.
fn occurrences(kfen: &str, moves: &str) -> Vec<usize> {
    let mut game = Game::from_kfen(kfen).unwrap();
    assert_eq!(game.occurrences(), 1);
    let play = |text: &str| {
        let action = game.action(text).unwrap_or_else(|| panic!("{text} is not legal"));
        game.apply(&action);
        game.occurrences()
    };
    moves.split(' ').map(play).collect()
}

#[test]
fn the_start_is_a_first_occurrence_and_the_game_continues_after_the_third() {
    let kfen = "6k3///////4K5 s khet1 0 1";
    let moves = "e1e2 g8g7 e2e1 g7g8 e1e2 g8g7 e2e1 g7g8 e1e2";
    assert_eq!(occurrences(kfen, moves), [1, 1, 1, 2, 2, 2, 2, 3, 3]);
    let mut game = Game::from_kfen(kfen).unwrap();
    for text in moves.split(' ') {
        let action = game.action(text).unwrap();
        game.apply(&action);
    }
    assert_eq!((game.occurrences(), game.outcome()), (3, None));
}

#[test]
fn a_finished_game_can_be_written_but_not_set_up() {
    let mut game = Game::from_kfen("////4k4P2///4K5 s khet1 0 1").unwrap();
    assert_eq!(game.check(), Ok(()));
    let action = game.action("j4+").unwrap();
    let shot = game.apply(&action);
    assert_eq!(shot.hits[0].square.to_string(), "e4");
    assert_eq!(game.to_kfen(), "////9P3///4K5 r khet1 0 1");
    assert!(game.outcome().is_some() && game.actions().is_empty());
    assert!(game.check().is_err() && Game::from_kfen(&game.to_kfen()).is_err());
}

#[test]
fn the_side_to_move_does_not_count() {
    // Silver makes one move more than Red, so the start occurs again with Red to move.
    let kfen = "6k3///////4K5 s khet1 0 1";
    let mut game = Game::from_kfen(kfen).unwrap();
    for text in "e1e2 g8g7 e2d1 g7f8 d1e1 f8f7 e1d1 f7g8 d1e1".split(' ') {
        let action = game.action(text).unwrap();
        game.apply(&action);
    }
    assert_eq!(game.to_kfen(), "6k3///////4K5 r khet1 9 5");
    assert_eq!(game.occurrences(), 2);
}

#[test]
fn orientations_and_sphinxes_count() {
    let kfen = "x39/6k3/////4K5/9X1 s khet2 0 1";
    assert_eq!(occurrences(kfen, "j1- a8- j1+ a8+"), [1, 1, 1, 2]);
    let kfen = "6k3////4S15///4K5 s khet1 0 1";
    assert_eq!(occurrences(kfen, "e4+ g8g7 e4- g7g8"), [1, 1, 1, 2]);
    let kfen = "6k3////4P15///4K5 s khet1 0 1";
    assert_eq!(occurrences(kfen, "e4+ g8g7 e4+ g7g8 e4+ g8g7 e4+ g7g8 e4+ g8g7"), [1, 1, 1, 1, 1, 1, 1, 2, 2, 2]);
}

#[test]
fn stacking_and_unstacking_repeats_the_arrangement() {
    let kfen = "6k3////4OO4///4K5 s khet1 0 1";
    // It does not matter which of the two Obelisks moved.
    assert_eq!(occurrences(kfen, "e4f4 g8g7 f4e4t g7g8"), [1, 1, 1, 2]);
}

#[test]
fn boards_with_different_kinds_on_a_square_are_different_arrangements() {
    let arrangement =
        |rank: &str, rest: &str| Game::from_kfen(&format!("6k3////{rank}///4K5 {rest}")).unwrap().arrangement();
    let ranks = ["O9", "T9", "P19", "P29", "P39", "P49", "1S18", "1S28", "1E18", "1s18", "o9", "p19", ""];
    for (index, one) in ranks.iter().enumerate() {
        for (other_index, other) in ranks.iter().enumerate() {
            let equal = arrangement(one, "s khet1 0 1") == arrangement(other, "r khet1 6 7");
            assert_eq!(equal, index == other_index, "{one} {other}");
        }
    }
    assert_eq!(arrangement("1S38", "s khet1"), arrangement("1S18", "s khet1"));
}
