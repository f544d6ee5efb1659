//! Replays a recorded game by the rules, to recover its positions and to check the record.

use super::judge::{self, Judge};
use super::recipe::Recipe;
use super::record::{Flags, Ply, Record};
use super::share::Share;
use khepri_rules::{Game, Move, Position};
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
/// Checks the moves, the flags and the outcome. With a recipe, also checks the reason of the end, and which positions are not
/// data. Does not check [`Flags::GAIN`], which depends on the piece values of the engine that played, and which positions and
/// games the random numbers of the recipe choose.
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
    if let Some(what) = recipe.and_then(|recipe| beyond_recipe(record, recipe)) {
        return Err(ReplayError { place: String::new(), reason: format!("{what}, which the recipe does not have") });
    }
    let mut judge = recipe.map(|recipe| Judge::new(recipe.limits(record.is_adjudicated)));
    let mut ended = None;
    let mut since_capture = 0;
    for (number, ply) in (1..).zip(&record.plies) {
        let wrong = |reason: &dyn Display| ReplayError::at_ply("ply", number, ply.mv, reason);
        if ended.is_some() || game.position().outcome().is_some() {
            return Err(wrong(&"the game is over"));
        }
        let unchecked = Flags::GAIN.with(Flags::RELABELLED, true).with(Flags::EXCLUDED, true);
        let expected = judge::flags(game.position(), ply.score).without(unchecked);
        if ply.flags.without(unchecked) != expected {
            return Err(wrong(&format_args!("flags {}, expected {expected}", ply.flags)));
        }
        let was_quiet = ply.flags.without(Flags::MATE).is_quiet() && !ply.played.is_mate();
        if ply.flags.has(Flags::RELABELLED) && (!was_quiet || ply.flags.has(Flags::EXCLUDED)) {
            return Err(wrong(&"it is relabelled, expected a quiet position that is data"));
        }
        since_capture = game.position().plies_since_capture() as usize;
        on_position(game.position(), ply);
        game.push(ply.mv).map_err(|error| wrong(&error))?;
        ended = judge.as_mut().and_then(|judge| judge.add_ply(&game, ply.played, record.opening.len() + number));
    }
    if let Some(recipe) = recipe {
        check_excluded(record, recipe, since_capture)?;
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

/// Checks which positions are not data. `since_capture` is the number of plies without a capture before the last ply.
fn check_excluded(record: &Record, recipe: &Recipe, since_capture: usize) -> Result<(), ReplayError> {
    let plies = record.plies.len();
    let first = match record.is_adjudicated {
        true => plies,
        false => judge::first_excluded(plies, since_capture, recipe.extension.unadjudicated.tail),
    };
    let is_wrong = |(number, ply): &(usize, &Ply)| ply.flags.has(Flags::EXCLUDED) != (*number >= first);
    let Some((number, ply)) = record.plies.iter().enumerate().find(is_wrong) else { return Ok(()) };
    let reason = if number < first { "the flag x is wrong" } else { "the flag x is missing" };
    Err(ReplayError::at_ply("ply", number + 1, ply.mv, reason))
}

/// Returns a property of the game that no game of the recipe has.
fn beyond_recipe(record: &Record, recipe: &Recipe) -> Option<&'static str> {
    let extension = &recipe.extension;
    let is_relabelled = |ply: &Ply| ply.flags.has(Flags::RELABELLED);
    [
        (!record.is_adjudicated, extension.unadjudicated.share, "it is not adjudicated"),
        (record.is_lead, extension.lead.share, "it starts from a lead opening"),
        (record.plies.iter().any(is_relabelled), extension.relabelling.share, "a position is relabelled"),
    ]
    .into_iter()
    .find_map(|(is_so, share, what)| (is_so && share == Share::NONE).then_some(what))
}

#[cfg(test)]
mod tests {
    use super::super::extension::Extension;
    use super::super::recipe::tests::{extended_recipe, recipe};
    use super::super::record::tests::record;
    use super::super::record::{GameEnd, Start};
    use super::*;
    use khepri_engine::Score;

    use khepri_rules::{Colour, EndReason, Outcome};

    /// Returns a game of one ply, which hits the Pharaoh.
    fn one_ply_game() -> Record {
        let position = "////4k4P2///4K5 s khet1 0 1".parse::<Position>().expect("a position");
        let flags = Flags::GAIN.with(Flags::HIT, true).with(Flags::MATE, true);
        let score = Score::win_in(1);
        let ply = Ply { mv: "j4+".parse::<Move>().expect("a move"), score, played: score, flags };
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

    /// Returns a game of 8 plies in which nothing is hit, and its recipe, in which positions are data up to 3 plies after a
    /// capture.
    fn unadjudicated_game() -> (Record, Recipe) {
        let position = "6k3///////4K5 s khet1 0 1".parse::<Position>().expect("a position");
        let plies = ["e1e2", "g8g7", "e2e1", "g7g8"].into_iter().cycle().take(8).enumerate().map(|(number, text)| {
            let mv = text.parse::<Move>().expect(text);
            Ply { mv, score: Score::DRAW, played: Score::DRAW, flags: Flags::NONE.with(Flags::EXCLUDED, number >= 3) }
        });
        let record = Record {
            start: Start::Arrangement(Box::new(position)),
            opening: vec![],
            plies: plies.collect(),
            outcome: Outcome::Draw,
            end: GameEnd::Rules(EndReason::Repetition),
            is_adjudicated: false,
            ..record(0)
        };
        let mut recipe = extended_recipe();
        recipe.extension.unadjudicated.tail = 3;
        (record, recipe)
    }

    #[test]
    fn positions_long_after_the_last_capture_are_not_data() {
        let (game, recipe) = unadjudicated_game();
        let check = |record: &Record, recipe: &Recipe| replay(record, Some(recipe), &mut |_, _| {});
        assert_eq!(check(&game, &recipe), Ok(()));
        for (number, is_excluded) in [(2, true), (3, false), (7, false)] {
            let mut wrong = game.clone();
            wrong.plies[number].flags = Flags::NONE.with(Flags::EXCLUDED, is_excluded);
            let error = check(&wrong, &recipe).expect_err("a wrong flag").to_string();
            assert!(error.starts_with(&format!("ply {} `", number + 1)), "{error}");
        }
        let mut shorter = recipe.clone();
        shorter.extension.unadjudicated.max_plies = 7;
        assert!(check(&game, &shorter).is_err());
    }

    #[test]
    fn the_judge_reads_the_scores_with_which_the_game_was_played() {
        let (mut game, mut recipe) = unadjudicated_game();
        game.is_adjudicated = true;
        for ply in &mut game.plies {
            ply.flags = Flags::RELABELLED;
            ply.score = Score::centipawns(900);
        }
        recipe.adjudication.win_score = 800;
        let check = |record: &Record| replay(record, Some(&recipe), &mut |_, _| {});
        assert_eq!(check(&game), Ok(()));
        // Silver has these scores at every second ply only.
        for (number, ply) in game.plies.iter_mut().enumerate() {
            ply.played = Score::centipawns(if number % 2 == 0 { 900 } else { -900 });
        }
        assert!(check(&game).is_err());
    }

    #[test]
    fn properties_that_the_recipe_does_not_have_are_faults() {
        let (game, recipe) = unadjudicated_game();
        let all = recipe.extension;
        let relabelled = Ply { flags: Flags::RELABELLED, ..game.plies[0] };
        let relabelled = Record { plies: [&[relabelled], &game.plies[1..]].concat(), ..game.clone() };
        let lead = Record { is_lead: true, ..game.clone() };
        for (record, extension, named) in [
            (&game, Extension { unadjudicated: Default::default(), ..all }, "not adjudicated"),
            (&lead, Extension { lead: Default::default(), ..all }, "lead"),
            (&relabelled, Extension { relabelling: Default::default(), ..all }, "relabelled"),
        ] {
            let check = |recipe: &Recipe| replay(record, Some(recipe), &mut |_, _| {});
            assert_eq!(check(&recipe), Ok(()), "{named}");
            let error = check(&Recipe { extension, ..recipe.clone() }).expect_err(named).to_string();
            assert!(error.contains(named), "{error}");
        }
    }

    #[test]
    fn only_quiet_positions_may_be_relabelled() {
        let (mut game, recipe) = unadjudicated_game();
        for (flags, score, played, is_right) in [
            (Flags::RELABELLED, Score::DRAW, Score::centipawns(50), true),
            (Flags::RELABELLED.with(Flags::MATE, true), Score::win_in(5), Score::DRAW, true),
            (Flags::RELABELLED, Score::win_in(5), Score::DRAW, false),
            (Flags::RELABELLED.with(Flags::GAIN, true), Score::DRAW, Score::DRAW, false),
            (Flags::RELABELLED, Score::DRAW, Score::win_in(5), false),
        ] {
            game.plies[1] = Ply { flags, score, played, ..game.plies[1] };
            let result = replay(&game, Some(&recipe), &mut |_, _| {});
            assert_eq!(result.is_ok(), is_right, "{flags}: {result:?}");
        }
        let (mut game, recipe) = unadjudicated_game();
        game.plies[5].flags = game.plies[5].flags.with(Flags::RELABELLED, true);
        assert!(replay(&game, Some(&recipe), &mut |_, _| {}).is_err());
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
