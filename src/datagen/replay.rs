//! Plays a recorded game again by the rules: what each of its positions is, and whether the record is right.

use super::ends::Judge;
use super::flags::flags;
use super::recipe::Recipe;
use super::record::{Flags, Ply, Record};
use crate::rules::{Game, Position};

/// Plays a game from its start and calls `each` with every position that has a score and with what is recorded of it.
/// Moves, flags, result and, if the recipe is given, the end are checked; not the flag [`Flags::GAIN`], since what a piece
/// is worth depends on the engine that has played.
///
/// # Errors
/// What is wrong with the record; `each` was called for the positions before.
pub fn replay(record: &Record, recipe: Option<&Recipe>, each: &mut dyn FnMut(&Position, &Ply)) -> Result<(), String> {
    let mut game = Game::new(record.start.position().clone());
    for (ply, &mv) in (1..).zip(&record.opening) {
        game.push(mv).map_err(|why| format!("opening ply {ply} `{mv}`: {why}"))?;
    }
    let mut judge = recipe.map(|recipe| Judge::new(recipe.ends));
    let mut ended = None;
    for (number, ply) in (1..).zip(&record.plies) {
        let say = |why: String| format!("ply {number} `{}`: {why}", ply.mv);
        if ended.is_some() || game.position().outcome().is_some() {
            return Err(say("the game is over".to_owned()));
        }
        let expected = flags(game.position(), ply.score).without(Flags::GAIN);
        if ply.flags.without(Flags::GAIN) != expected {
            return Err(say(format!("flags {}, expected {expected}", ply.flags)));
        }
        each(game.position(), ply);
        game.push(ply.mv).map_err(|why| say(why.to_string()))?;
        ended = judge.as_mut().and_then(|judge| judge.count(&game, ply.score, record.opening.len() + number));
    }
    let wrong = |what| Err(format!("the game ends by {}, {what}", record.end.name()));
    match (ended, judge) {
        (Some(end), _) if end != (record.outcome, record.end) => wrong("which is not how it ends"),
        (None, Some(_)) => wrong("but it goes on"),
        (None, None) if game.position().outcome().is_some_and(|outcome| outcome != record.outcome) => {
            wrong("and the result is another one")
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
    use crate::notation::{kfen, movetext};
    use crate::rules::{Colour, Outcome};

    fn hit() -> Record {
        let position = kfen::position("////4k4P2///4K5 s khet1 0 1").expect("a position");
        let flags = Flags::GAIN.with(Flags::HIT, true).with(Flags::MATE, true);
        let ply = Ply { mv: movetext::read("j4+").expect("a move"), score: Score::win_in(1), flags };
        Record {
            start: Start::Arrangement(Box::new(position)),
            opening: vec![],
            plies: vec![ply],
            outcome: Outcome::Win(Colour::Silver),
            end: End::Pharaoh,
            ..record(0)
        }
    }

    #[test]
    fn a_record_that_is_right_is_played() {
        for recipe in [None, Some(&recipe())] {
            let mut seen = Vec::new();
            let result =
                replay(&hit(), recipe, &mut |position, ply| seen.push((kfen::write(&position.setup()), ply.mv)));
            assert_eq!(result, Ok(()));
            assert_eq!(seen, [("////4k4P2///4K5 s khet1 0 1".to_owned(), hit().plies[0].mv)]);
        }
    }

    #[test]
    fn whatever_is_wrong_is_found() {
        let ply = hit().plies[0];
        let plies = |ply: Ply| vec![ply];
        for (record, recipe_is_known) in [
            (Record { plies: plies(Ply { mv: movetext::read("e1e3").expect("a move"), ..ply }), ..hit() }, false),
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
