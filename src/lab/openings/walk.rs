//! Random plies from a set-up, and checks of the position after them.

use khepri_rules::internal::square::SQUARES;
use khepri_rules::internal::util::random::Random;
use khepri_rules::opening::Opening;
use khepri_rules::{Beam, Colour, Game, Move, Piece, Played, Position};
use std::ops::RangeInclusive;

/// The pieces from the point of view of the side to move, to compare openings. With Red to move, the board is rotated by half a
/// turn and the colours are exchanged.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Arrangement([Option<Piece>; SQUARES]);

impl Arrangement {
    /// Returns the arrangement of a position.
    pub fn of(position: &Position) -> Arrangement {
        Arrangement(match position.side_to_move() {
            Colour::Silver => position.setup().squares,
            Colour::Red => position.half_turn().setup().squares,
        })
    }
}

/// Plays random plies from a position. All [`quiet`] moves are equally likely. Returns `None` if a position has no such
/// move.
pub fn walk(start: &Position, plies: &RangeInclusive<u32>, random: &mut Random) -> Option<Opening> {
    walk_by(quiet, start, plies, random)
}

/// Plays random plies from a position. All moves for which `ply` returns the game after them are equally likely. Returns
/// `None` if a position has no such move.
pub fn walk_by(
    ply: impl Fn(&Game, Move) -> Option<Game>,
    start: &Position,
    plies: &RangeInclusive<u32>,
    random: &mut Random,
) -> Option<Opening> {
    let more = plies.end().saturating_sub(*plies.start());
    let length = *plies.start() as usize + random.below(more as usize + 1);
    let mut game = Game::new(start.clone());
    let mut moves = Vec::with_capacity(length);
    for _ in 0..length {
        let legal = game.position().legal_moves();
        let mut possible: Vec<(Move, Game)> = legal.into_iter().filter_map(|mv| Some((mv, ply(&game, mv)?))).collect();
        if possible.is_empty() {
            return None;
        }
        let (mv, after) = possible.swap_remove(random.below(possible.len()));
        moves.push(mv);
        game = after;
    }
    Opening::new(start.clone(), moves).ok()
}

/// Returns the game after a legal move if it is [`unfinished`] and the shot hits nothing.
pub fn quiet(game: &Game, mv: Move) -> Option<Game> {
    let (after, played) = unfinished(game, mv)?;
    played.hits().is_empty().then_some(after)
}

/// Returns the game after a legal move and the move if the game is not over and the arrangement of the pieces is new.
/// Rotating a piece back, for example, may repeat an arrangement.
pub fn unfinished(game: &Game, mv: Move) -> Option<(Game, Played)> {
    let mut after = game.clone();
    let played = after.push(mv).ok()?;
    let is_over = after.position().outcome().is_some();
    (after.occurrences() == 1 && !is_over).then_some((after, played))
}

/// Returns whether the side to move has a move whose shot hits the opponent's Pharaoh.
pub fn has_lethal_move(position: &Position) -> bool {
    let mover = position.side_to_move();
    let mut beam = Beam::new();
    position.trace(mover, &mut beam);
    position
        .pharaoh(mover.other())
        .is_some_and(|pharaoh| position.legal_moves().into_iter().any(|mv| position.shot(&beam, mv).has(pharaoh)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::{RuleSet, setups};

    fn position(text: &str) -> Position {
        text.parse::<Position>().unwrap_or_else(|rejection| panic!("{text}: {rejection}"))
    }

    #[test]
    fn rotated_positions_are_the_same_arrangement_whatever_their_counters() {
        // The second position is the first one, seen from the other side of the board.
        let silver = Arrangement::of(&position("4k5/p19//////4K5 s khet1 0 1"));
        let turned = Arrangement::of(&position("5k4//////9P3/5K4 r khet1 7 12"));
        assert_eq!(silver, turned);
        for other in ["4k5/p19//////4K5 r khet1", "4k5/p29//////4K5 s khet1", "5k4/p19//////4K5 s khet1"] {
            assert_ne!(silver, Arrangement::of(&position(other)), "{other}");
        }
    }

    #[test]
    fn quiet_moves_hit_nothing_and_repeat_no_position() {
        // Silver's beam runs up the j file, and the Pyramid on j4 deflects it to e4.
        for (kfen, noisy) in [
            ("////4k4P3///4K5 s khet1", "e1d1"),
            ("4k5////4p14P3///4K5 s khet1", "e1d1"),
            // The beam hits Silver's own Obelisk.
            ("4k5////4O4P3///4K5 s khet1", "e1d1"),
        ] {
            let game = Game::new(position(kfen));
            assert!(quiet(&game, noisy.parse::<Move>().expect(noisy)).is_none(), "{kfen}");
            // After this rotation of the Pyramid, the beam leaves the board in the east.
            assert!(quiet(&game, "j4-".parse::<Move>().expect("a move")).is_some(), "{kfen}");
        }
        let mut game = Game::new(position("4k5///////4K5 s khet1"));
        for word in ["e1d1", "e8d8", "d1e1"] {
            game = quiet(&game, word.parse::<Move>().expect(word)).expect(word);
        }
        assert!(quiet(&game, "d8e8".parse::<Move>().expect("a move")).is_none(), "the move repeats the start");
    }

    #[test]
    fn lethal_moves_are_found() {
        for (kfen, expected) in [
            ("////4k4P3///4K5 s khet1", true),
            ("////4k4P3///4K5 r khet1", false),
            // The Pyramid has to be rotated first.
            ("////4k4P2///4K5 s khet1", true),
            ("////4k4P1///4K5 s khet1", false),
            ("4k5///////4K5 s khet1", false),
            // The beam hits Silver's own Pharaoh.
            ("4k5////4K4P3/// s khet1", false),
        ] {
            assert_eq!(has_lethal_move(&position(kfen)), expected, "{kfen}");
        }
    }

    #[test]
    fn walks_have_every_length_and_differ() {
        let setup = setups::named(RuleSet::Deflexion, "imhotep").expect("a set-up");
        let walks: Vec<Opening> =
            (0..100).filter_map(|seed| walk(&setup.position, &(0..=3), &mut Random::seed_from_u64(seed))).collect();
        for length in 0..=3 {
            assert!(walks.iter().filter(|opening| opening.moves().len() == length).count() > 10, "{length}");
        }
    }
}
