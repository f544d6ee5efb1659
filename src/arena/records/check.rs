//! Checks a record against its own moves: they have to be legal, and the result has to fit the moves and the termination.

use super::record::{GameRecord, RecordError};
use crate::termination::{Class, Termination};
use khepri_rules::kgn::Evaluation;
use khepri_rules::opening::Opening;
use khepri_rules::{Colour, Game, Move, Outcome};
use std::fmt::Display;

/// Checks a record against its own moves.
///
/// # Errors
/// A field is invalid or contradicts the moves.
pub(super) fn check(record: &GameRecord) -> Result<(), RecordError> {
    if record.game == 0 {
        return Err(RecordError::new("game", "expected a number from 1"));
    }
    if record.seats[0] == record.seats[1] {
        return Err(RecordError::new("seats", "expected two that differ"));
    }
    let opening = record.opening.parse::<Opening>().map_err(|error| RecordError::new("opening", error))?;
    let mut game = opening.game();
    if record.first_player != game.position().side_to_move() {
        return Err(RecordError::new("first_mover", "expected the side to move after the opening"));
    }
    for (number, played) in (1..).zip(&record.moves) {
        let invalid = |error: &dyn Display| RecordError::at_move(number, played, error);
        let mv = played.mv.parse::<Move>().map_err(|error| invalid(&error))?;
        if !game.position().pharaohs_stand() {
            return Err(invalid(&"the game is over"));
        }
        game.push(game.position().normalised(mv)).map_err(|error| invalid(&error))?;
    }
    let (found, expected) = (record.plies, opening.moves().len() + record.moves.len());
    if usize::try_from(found) != Ok(expected) {
        let problem = format_args!("expected {expected}, those of the opening and of `moves`, found {found}");
        return Err(RecordError::new("plies", problem));
    }
    check_ending(record, &game)
}

fn check_ending(record: &GameRecord, game: &Game) -> Result<(), RecordError> {
    let (found, termination) = (record.outcome, record.termination);
    // An engine that fails at its start loses even if the opening has ended the game.
    let fails_at_start = record.moves.is_empty() && can_fail_at_start(termination);
    if !fails_at_start && let Some((outcome, reason)) = game.by_rules() {
        let expected = Termination::from(reason);
        if (found, termination) == (outcome, expected) {
            return Ok(());
        }
        let problem =
            format_args!("expected {outcome} by {expected}, as the moves say, found {found} by {termination}");
        return Err(RecordError::new("result", problem));
    }
    let mover = game.position().side_to_move();
    let possible: Vec<Outcome> = match (termination, termination.class()) {
        (_, Class::Rules) => {
            let problem = format_args!("{termination} does not follow from the moves");
            return Err(RecordError::new("termination", problem));
        }
        (_, Class::Fault) if fails_at_start => Colour::ALL.map(Outcome::Win).to_vec(),
        (Termination::ForcedLoss, _) | (_, Class::Fault) => vec![Outcome::Win(mover.other())],
        (Termination::Resignation, _) => wins_by_resignation(record, mover),
        (_, Class::Adjudicated) => vec![Outcome::Draw],
    };
    if possible.is_empty() {
        let problem = "resignation, but the last scores are not those of a player who resigns";
        return Err(RecordError::new("termination", problem));
    }
    if possible.contains(&found) {
        return Ok(());
    }
    let expected = possible.into_iter().map(Outcome::name).collect::<Vec<_>>().join(" or ");
    let side = if mover == Colour::Silver { "Silver" } else { "Red" };
    let problem = format_args!("expected {expected} by {termination} with {side} to move, found {found}");
    Err(RecordError::new("result", problem))
}

/// Returns whether an engine can fail in this way before its first `go`.
fn can_fail_at_start(termination: Termination) -> bool {
    use Termination::{CrashAtStart, NoReadyok, NoUciok, OutputFlood, TwoBestmoves};
    [CrashAtStart, NoReadyok, NoUciok, OutputFlood, TwoBestmoves].contains(&termination)
}

/// Returns the outcomes that a resignation can have. The last score of the loser must be at most zero. If the winner made
/// the last move, the winner's score must be at least zero.
fn wins_by_resignation(record: &GameRecord, mover: Colour) -> Vec<Outcome> {
    let sign = |moves_back: usize| {
        let score = record
            .moves
            .iter()
            .rev()
            .nth(moves_back)?
            .score
            .as_deref()
            .and_then(|score| score.parse::<Evaluation>().ok())?;
        let (Evaluation::Centipawns(value) | Evaluation::Mate(value)) = score;
        Some(value.signum())
    };
    let (last, before) = (sign(0), sign(1));
    let last_lost = last.is_some_and(|sign| sign <= 0);
    let last_won = last.is_some_and(|sign| sign >= 0) && before.is_some_and(|sign| sign <= 0);
    let winners = [(mover, last_lost), (mover.other(), last_won)].into_iter();
    winners.filter_map(|(winner, is_possible)| is_possible.then_some(Outcome::Win(winner))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::record::RecordedMove;
    use crate::records::record::tests::{RED, SILVER, record};
    use khepri_rules::EndReason;

    /// Returns the record of a game with these moves, each with a score, and this outcome and termination.
    fn game(opening: &str, moves: &str, outcome: Outcome, termination: Termination) -> GameRecord {
        let template = record(1, outcome);
        let played = |word: &str| {
            let (mv, score) = word.split_once('/').unwrap_or((word, "+0.00"));
            RecordedMove { mv: mv.to_owned(), score: Some(score.to_owned()), ..template.moves[0].clone() }
        };
        let moves: Vec<RecordedMove> = moves.split_whitespace().map(played).collect();
        let opening = opening.to_owned();
        let read = opening.parse::<Opening>().expect("an opening");
        let plies = (read.moves().len() + moves.len()) as u32;
        let first_player = read.game().position().side_to_move();
        GameRecord { opening, first_player, outcome, termination, plies, moves, ..template }
    }

    const OUTCOMES: [Outcome; 3] = [SILVER, RED, Outcome::Draw];

    /// Returns the outcomes that are accepted with these moves and this termination.
    fn accepted(opening: &str, moves: &str, termination: Termination) -> Vec<Outcome> {
        OUTCOMES.into_iter().filter(|&outcome| check(&game(opening, moves, outcome, termination)).is_ok()).collect()
    }

    #[test]
    fn a_termination_by_the_rules_has_to_follow_from_the_moves() {
        use Outcome::Draw;
        use Termination::{MaxPlies, Resignation, TimeForfeit};
        const PHARAOH: Termination = Termination::Rules(EndReason::Pharaoh);
        const REPETITION: Termination = Termination::Rules(EndReason::Repetition);
        // Silver rotates its Scarab in the beam, which then hits Red's Pharaoh.
        let hit = "x33p3kp22S2/4a31p23/3s2a35/4P43P41/5S23P3/1p12A11p23/3P4A15/s22P4KP13X1 s khet2";
        assert_eq!(accepted(hit, "f4+", PHARAOH), [SILVER]);
        for other in [REPETITION, MaxPlies, Resignation, TimeForfeit] {
            assert_eq!(accepted(hit, "f4+", other), [], "{other}");
        }
        let mirrored = "x24ka23/3p34p21//p11P41s14P1/p24S1s2p4p2P3/5S2p23/2P4K6/3A11A11P11X1 r khet2";
        assert_eq!(accepted(mirrored, "d7d8", PHARAOH), [RED]);
        let shuffle = "h2g2 c7d7 g2h2 d7c7 h2g2 c7d7 g2h2 d7c7";
        assert_eq!(accepted("khet2 classic", shuffle, REPETITION), [Draw]);
        assert_eq!(accepted("khet2 classic", &shuffle[..35], REPETITION), []);
        for other in [PHARAOH, MaxPlies, TimeForfeit] {
            assert_eq!(accepted("khet2 classic", shuffle, other), [], "{other}");
        }
    }

    #[test]
    fn a_player_who_committed_a_fault_has_to_have_lost() {
        for &end in Termination::ALL.iter().filter(|end| end.class() == Class::Fault) {
            assert_eq!(accepted("khet2 classic", "h2g2", end), [SILVER], "{end}");
            assert_eq!(accepted("khet2 classic moves h2g2", "c7d7", end), [RED], "{end}");
            let at_start = accepted("khet2 classic", "", end);
            assert_eq!(at_start, if can_fail_at_start(end) { vec![SILVER, RED] } else { vec![RED] }, "{end}");
        }
        assert_eq!(accepted("khet2 classic", "h2g2", Termination::ForcedLoss), [SILVER]);
    }

    #[test]
    fn a_player_who_resigned_has_to_have_lost() {
        let accepted = |scores: [&str; 2]| {
            let moves = format!("h2g2/{} c7d7/{}", scores[0], scores[1]);
            accepted("khet2 classic", &moves, Termination::Resignation)
        };
        assert_eq!(accepted(["+6.00", "-6.00"]), [SILVER]);
        assert_eq!(accepted(["-M3", "+M3"]), [RED]);
        assert_eq!(accepted(["+0.10", "-M2"]), [SILVER]);
        assert_eq!(accepted(["-1.00", "-2.00"]), [SILVER]);
        assert_eq!(accepted(["+6.00", "+6.00"]), []);
    }

    #[test]
    fn other_adjudications_have_to_be_draws() {
        use Termination::{DrawByScore, DrawClaim, MaxPlies, NoCapture};
        for end in [DrawByScore, DrawClaim, MaxPlies, NoCapture] {
            assert_eq!(accepted("khet2 classic", "h2g2", end), [Outcome::Draw], "{end}");
        }
    }

    #[test]
    fn an_error_names_the_field_that_contradicts_the_moves() {
        let valid = || game("khet2 classic moves h2g2", "c7d7 j4j3", Outcome::Draw, Termination::MaxPlies);
        assert_eq!(check(&valid()), Ok(()));
        let wrong = |change: &dyn Fn(&mut GameRecord)| {
            let mut record = valid();
            change(&mut record);
            check(&record).expect_err("a contradiction").to_string()
        };
        let result = wrong(&|record| record.outcome = SILVER);
        assert_eq!(result, "result: expected 1/2-1/2 by max plies with Red to move, found 1-0");
        let plies = wrong(&|record| record.plies = 2);
        assert_eq!(plies, "plies: expected 3, those of the opening and of `moves`, found 2");
        let mover = wrong(&|record| record.first_player = Colour::Silver);
        assert_eq!(mover, "first_mover: expected the side to move after the opening");
        let illegal = wrong(&|record| record.moves[1].mv = "a1b1".to_owned());
        assert_eq!(illegal, "moves: move 2 `a1b1`: a1 is empty");
        let end = wrong(&|record| record.termination = EndReason::Pharaoh.into());
        assert_eq!(end, "termination: pharaoh hit does not follow from the moves");
        assert!(wrong(&|record| record.opening = "khet2 nowhere".to_owned()).starts_with("opening: "));
    }
}
