//! Replays a recorded game by the rules, to recover its positions and to check the record.

use super::judge::{Flagger, Judge};
use super::recipe::Recipe;
use super::record::{Flags, Ply, Record};
use crate::rules::{Game, Move, Position};
use std::fmt::Display;

/// A part of a record that contradicts the rules or its recipe.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}{reason}")]
pub struct ReplayError {
    place: String,
    reason: String,
}

impl ReplayError {
    fn at_ply(part: &str, number: usize, mv: Move, reason: impl Display) -> ReplayError {
        ReplayError { place: format!("{part} {number} `{mv}`: "), reason: reason.to_string() }
    }
}

/// Replays a game. Calls `on_position` with each scored position and the ply that was played from it.
///
/// Checks the moves, the flags and the outcome. With a recipe, also checks the reason of the end. Does not check
/// [`Flags::GAIN`], which depends on the piece values of the engine that played.
///
/// # Errors
/// The record is wrong. `on_position` was called with the positions before the error.
pub fn replay(
    record: &Record,
    recipe: Option<&Recipe>,
    on_position: &mut dyn FnMut(&Position, &Ply),
) -> Result<(), ReplayError> {
    let mut game = Game::new(record.start.position().clone());
    for (ply, &mv) in (1..).zip(&record.opening) {
        game.push(mv).map_err(|error| ReplayError::at_ply("opening ply", ply, mv, error))?;
    }
    let mut judge = recipe.map(|recipe| Judge::new(recipe.adjudication));
    let mut flagger = Flagger::default();
    let mut ended = None;
    for (number, ply) in (1..).zip(&record.plies) {
        let wrong = |reason: &dyn Display| ReplayError::at_ply("ply", number, ply.mv, reason);
        if ended.is_some() || game.position().outcome().is_some() {
            return Err(wrong(&"the game is over"));
        }
        let expected = flagger.flags(game.position(), ply.score).without(Flags::GAIN);
        if ply.flags.without(Flags::GAIN) != expected {
            return Err(wrong(&format_args!("flags {}, expected {expected}", ply.flags)));
        }
        on_position(game.position(), ply);
        game.push(ply.mv).map_err(|error| wrong(&error))?;
        ended = judge.as_mut().and_then(|judge| judge.add_ply(&game, ply.score, record.opening.len() + number));
    }
    let place = format!("the game ends by {}, ", record.end.name());
    let wrong = |reason: &str| Err(ReplayError { place, reason: reason.to_owned() });
    match (ended, judge) {
        (Some(end), _) if end != (record.outcome, record.end) => wrong("but another end was expected"),
        (None, Some(_)) => wrong("but it goes on"),
        (None, None) if game.position().outcome().is_some_and(|outcome| outcome != record.outcome) => {
            wrong("but another outcome was expected")
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::recipe::tests::recipe;
    use super::super::record::tests::record;
    use super::super::record::{GameEnd, Start};
    use super::*;
    use crate::eval::Score;

    use crate::rules::{Colour, EndReason, Outcome};

    /// Returns a game of one ply, which hits the Pharaoh.
    fn one_ply_game() -> Record {
        let position = "////4k4P2///4K5 s khet1 0 1".parse::<Position>().expect("a position");
        let flags = Flags::GAIN.with(Flags::HIT, true).with(Flags::MATE, true);
        let ply = Ply { mv: "j4+".parse::<Move>().expect("a move"), score: Score::win_in(1), flags };
        Record {
            start: Start::Arrangement(Box::new(position)),
            opening: vec![],
            plies: vec![ply],
            outcome: Outcome::Win(Colour::Silver),
            end: GameEnd::Rules(EndReason::Pharaoh),
            ..record(0)
        }
    }

    #[test]
    fn a_correct_record_is_accepted_and_its_positions_are_recovered() {
        for recipe in [None, Some(&recipe())] {
            let mut seen = Vec::new();
            let result =
                replay(&one_ply_game(), recipe, &mut |position, ply| seen.push((position.to_string(), ply.mv)));
            assert_eq!(result, Ok(()));
            assert_eq!(seen, [("////4k4P2///4K5 s khet1 0 1".to_owned(), one_ply_game().plies[0].mv)]);
        }
    }

    #[test]
    fn every_wrong_part_of_a_record_is_detected() {
        let ply = one_ply_game().plies[0];
        let plies = |ply: Ply| vec![ply];
        for (record, needs_recipe) in [
            (
                Record { plies: plies(Ply { mv: "e1e3".parse::<Move>().expect("a move"), ..ply }), ..one_ply_game() },
                false,
            ),
            (Record { plies: plies(Ply { flags: Flags::GAIN, ..ply }), ..one_ply_game() }, false),
            (Record { plies: plies(Ply { score: Score::DRAW, ..ply }), ..one_ply_game() }, false),
            (Record { plies: vec![ply, ply], ..one_ply_game() }, false),
            (Record { opening: vec![ply.mv], ..one_ply_game() }, false),
            (Record { outcome: Outcome::Draw, ..one_ply_game() }, false),
            (Record { end: GameEnd::Score, ..one_ply_game() }, true),
            (Record { plies: vec![], ..one_ply_game() }, true),
        ] {
            let recipe = recipe();
            assert!(replay(&record, needs_recipe.then_some(&recipe), &mut |_, _| {}).is_err(), "{record:?}");
        }
    }
}
