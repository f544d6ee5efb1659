//! Replays a recorded game by the rules: recovers its positions, and checks the record.

use super::judge::{Flagger, Judge};
use super::recipe::Recipe;
use super::record::{Flags, Ply, Record};
use crate::rules::{Game, Move, Position};
use std::fmt::Display;

/// A part of a record that contradicts the rules or its recipe, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}{fault}")]
pub struct ReplayError {
    place: String,
    fault: String,
}

impl ReplayError {
    fn at_ply(part: &str, number: usize, mv: Move, fault: impl Display) -> ReplayError {
        ReplayError { place: format!("{part} {number} `{mv}`: "), fault: fault.to_string() }
    }
}

/// Replays a game and calls `each` with every position that has a score, and its ply.
///
/// Checks moves, flags, outcome and, given the recipe, the end. The flag [`Flags::GAIN`] is not checked, since it depends on
/// the piece values of the engine that played.
///
/// # Errors
/// What is wrong with the record. `each` was called for the positions before.
pub fn replay(
    record: &Record,
    recipe: Option<&Recipe>,
    each: &mut dyn FnMut(&Position, &Ply),
) -> Result<(), ReplayError> {
    let mut game = Game::new(record.start.position().clone());
    for (ply, &mv) in (1..).zip(&record.opening) {
        game.push(mv).map_err(|error| ReplayError::at_ply("opening ply", ply, mv, error))?;
    }
    let mut judge = recipe.map(|recipe| Judge::new(recipe.adjudication));
    let mut flagger = Flagger::default();
    let mut ended = None;
    for (number, ply) in (1..).zip(&record.plies) {
        let wrong = |fault: &dyn Display| ReplayError::at_ply("ply", number, ply.mv, fault);
        if ended.is_some() || game.position().outcome().is_some() {
            return Err(wrong(&"the game is over"));
        }
        let expected = flagger.flags(game.position(), ply.score).without(Flags::GAIN);
        if ply.flags.without(Flags::GAIN) != expected {
            return Err(wrong(&format_args!("flags {}, expected {expected}", ply.flags)));
        }
        each(game.position(), ply);
        game.push(ply.mv).map_err(|error| wrong(&error))?;
        ended = judge.as_mut().and_then(|judge| judge.count(&game, ply.score, record.opening.len() + number));
    }
    let place = format!("the game ends by {}, ", record.end.name());
    let wrong = |fault: &str| Err(ReplayError { place, fault: fault.to_owned() });
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
    use super::super::record::{End, Start};
    use super::*;
    use crate::eval::Score;

    use crate::rules::{Colour, EndReason, Outcome};

    fn hit() -> Record {
        let position = "////4k4P2///4K5 s khet1 0 1".parse::<Position>().expect("a position");
        let flags = Flags::GAIN.with(Flags::HIT, true).with(Flags::MATE, true);
        let ply = Ply { mv: "j4+".parse::<Move>().expect("a move"), score: Score::win_in(1), flags };
        Record {
            start: Start::Arrangement(Box::new(position)),
            opening: vec![],
            plies: vec![ply],
            outcome: Outcome::Win(Colour::Silver),
            end: End::Rules(EndReason::Pharaoh),
            ..record(0)
        }
    }

    #[test]
    fn a_correct_record_is_replayed() {
        for recipe in [None, Some(&recipe())] {
            let mut seen = Vec::new();
            let result = replay(&hit(), recipe, &mut |position, ply| seen.push((position.to_string(), ply.mv)));
            assert_eq!(result, Ok(()));
            assert_eq!(seen, [("////4k4P2///4K5 s khet1 0 1".to_owned(), hit().plies[0].mv)]);
        }
    }

    #[test]
    fn every_wrong_part_of_a_record_is_found() {
        let ply = hit().plies[0];
        let plies = |ply: Ply| vec![ply];
        for (record, recipe_is_known) in [
            (Record { plies: plies(Ply { mv: "e1e3".parse::<Move>().expect("a move"), ..ply }), ..hit() }, false),
            (Record { plies: plies(Ply { flags: Flags::GAIN, ..ply }), ..hit() }, false),
            (Record { plies: plies(Ply { score: Score::DRAW, ..ply }), ..hit() }, false),
            (Record { plies: vec![ply, ply], ..hit() }, false),
            (Record { opening: vec![ply.mv], ..hit() }, false),
            (Record { outcome: Outcome::Draw, ..hit() }, false),
            (Record { end: End::Score, ..hit() }, true),
            (Record { plies: vec![], ..hit() }, true),
        ] {
            let recipe = recipe();
            assert!(replay(&record, recipe_is_known.then_some(&recipe), &mut |_, _| {}).is_err(), "{record:?}");
        }
    }
}
