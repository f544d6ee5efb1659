//! Whether the end that a record gives can be that of its game: its moves are made by the rules, and from them and from
//! the kind of the end it follows who can have won.

use super::record::{GameRecord, GameResult};
use super::referee;
use super::termination::{Class, Termination};
use crate::notation::excerpt;
use crate::notation::kgn::Evaluation;
use crate::notation::movetext;
use crate::notation::opening::Opening;
use crate::rules::{Colour, Game, Outcome};
use std::fmt;

/// Checks a record against its own moves.
///
/// # Errors
/// The field that contradicts them, and what was expected.
pub fn check(record: &GameRecord) -> Result<(), String> {
    let opening = Opening::read(&record.opening).map_err(|error| format!("opening: {error}"))?;
    let mut game = opening.game();
    if record.first_mover != game.position().side_to_move().into() {
        return Err("first_mover: expected the side to move after the opening".to_owned());
    }
    for (number, played) in (1..).zip(&record.moves) {
        let wrong = |why: &dyn fmt::Display| format!("moves: move {number} {}: {why}", excerpt(&played.mv));
        let mv = movetext::read(&played.mv).map_err(|error| wrong(&error))?;
        if !game.position().pharaohs_stand() {
            return Err(wrong(&"the game is over"));
        }
        game.push(game.position().normalised(mv)).map_err(|error| wrong(&error))?;
    }
    let (found, plies) = (record.plies, opening.moves().len() + record.moves.len());
    if usize::try_from(found) != Ok(plies) {
        return Err(format!("plies: expected {plies}, those of the opening and of `moves`, found {found}"));
    }
    check_end(record, &game)
}

fn check_end(record: &GameRecord, game: &Game) -> Result<(), String> {
    let (found, termination) = (record.result, record.termination);
    // An engine that fails at its start has lost wherever the game begins.
    let fails_at_start = record.moves.is_empty() && can_fail_at_start(termination);
    if !fails_at_start && let Some((outcome, end)) = referee::end_by_rules(game) {
        let expected = GameResult::from(outcome);
        if (found, termination) == (expected, end) {
            return Ok(());
        }
        return Err(format!("result: expected {expected} by {end}, as the moves say, found {found} by {termination}"));
    }
    let mover = game.position().side_to_move();
    let winners = match (termination, termination.class()) {
        (_, Class::Rules) => return Err(format!("termination: {termination} does not follow from the moves")),
        (_, Class::Fault) if fails_at_start => Colour::ALL.to_vec(),
        (Termination::ForcedLoss, _) | (_, Class::Fault) => vec![mover.other()],
        (Termination::Resignation, _) => winners_by_resignation(record, mover),
        (_, Class::Adjudicated) => Vec::new(),
    };
    let possible: Vec<GameResult> = match winners.as_slice() {
        [] if termination == Termination::Resignation => {
            return Err(
                "termination: resignation, but the last scores are not those of a player who gives up".to_owned()
            );
        }
        [] => vec![GameResult::Draw],
        winners => winners.iter().map(|&winner| Outcome::Win(winner).into()).collect(),
    };
    if possible.contains(&found) {
        return Ok(());
    }
    let expected: Vec<String> = possible.iter().map(GameResult::to_string).collect();
    let side = if mover == Colour::Silver { "Silver" } else { "Red" };
    let expected = expected.join(" or ");
    Err(format!("result: expected {expected} by {termination} with {side} to move, found {found}"))
}

/// Whether an engine can do this before any move was asked for.
fn can_fail_at_start(termination: Termination) -> bool {
    use Termination::{CrashAtStart, NoReadyok, NoUciok, OutputFlood, TwoBestmoves};
    [CrashAtStart, NoReadyok, NoUciok, OutputFlood, TwoBestmoves].contains(&termination)
}

/// Returns who can have won a game in which the other player gave up. The loser has made the last move and found itself no
/// better than level; or the winner has, and agreed.
fn winners_by_resignation(record: &GameRecord, mover: Colour) -> Vec<Colour> {
    let sign = |moves_back: usize| {
        let score = record.moves.iter().rev().nth(moves_back)?.score.as_deref().and_then(Evaluation::read)?;
        let (Evaluation::Centipawns(value) | Evaluation::Mate(value)) = score;
        Some(value.signum())
    };
    let (last, before) = (sign(0), sign(1));
    let last_lost = last.is_some_and(|sign| sign <= 0);
    let last_won = last.is_some_and(|sign| sign >= 0) && before.is_some_and(|sign| sign <= 0);
    [(mover, last_lost), (mover.other(), last_won)]
        .into_iter()
        .filter_map(|(winner, can)| can.then_some(winner))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::tests::record;
    use crate::arena::record::{Mover, RecordedMove};

    /// A game with these moves, each with a score, that has ended so.
    fn game(opening: &str, moves: &str, result: GameResult, termination: Termination) -> GameRecord {
        let template = record(1, result);
        let played = |word: &str| {
            let (mv, score) = word.split_once('/').unwrap_or((word, "+0.00"));
            RecordedMove { mv: mv.to_owned(), score: Some(score.to_owned()), ..template.moves[0].clone() }
        };
        let moves: Vec<RecordedMove> = moves.split_whitespace().map(played).collect();
        let opening = opening.to_owned();
        let read = Opening::read(&opening).expect("an opening");
        let plies = (read.moves().len() + moves.len()) as u32;
        let first_mover = read.game().position().side_to_move().into();
        GameRecord { opening, first_mover, result, termination, plies, moves, ..template }
    }

    const RESULTS: [GameResult; 3] = [GameResult::Silver, GameResult::Red, GameResult::Draw];

    /// The results with which a game that has gone and ended so is accepted.
    fn accepted(opening: &str, moves: &str, termination: Termination) -> Vec<GameResult> {
        RESULTS.into_iter().filter(|&result| check(&game(opening, moves, result, termination)).is_ok()).collect()
    }

    #[test]
    fn an_end_by_the_rules_follows_from_the_moves() {
        use GameResult::{Draw, Red, Silver};
        use Termination::{MaxPlies, PharaohHit, Repetition, Resignation, TimeForfeit};
        // Silver turns its Scarab into the beam, which then hits Red's Pharaoh.
        let hit = "x33p3kp22S2/4a31p23/3s2a35/4P43P41/5S23P3/1p12A11p23/3P4A15/s22P4KP13X1 s khet2";
        assert_eq!(accepted(hit, "f4+", PharaohHit), [Silver]);
        for other in [Repetition, MaxPlies, Resignation, TimeForfeit] {
            assert_eq!(accepted(hit, "f4+", other), [], "{other}");
        }
        let mirrored = "x24ka23/3p34p21//p11P41s14P1/p24S1s2p4p2P3/5S2p23/2P4K6/3A11A11P11X1 r khet2";
        assert_eq!(accepted(mirrored, "d7d8", PharaohHit), [Red]);
        let shuffle = "h2g2 c7d7 g2h2 d7c7 h2g2 c7d7 g2h2 d7c7";
        assert_eq!(accepted("khet2 classic", shuffle, Repetition), [Draw]);
        assert_eq!(accepted("khet2 classic", &shuffle[..35], Repetition), []);
        for other in [PharaohHit, MaxPlies, TimeForfeit] {
            assert_eq!(accepted("khet2 classic", shuffle, other), [], "{other}");
        }
    }

    #[test]
    fn the_player_at_fault_has_lost() {
        use GameResult::{Red, Silver};
        for &end in Termination::ALL.iter().filter(|end| end.class() == Class::Fault) {
            assert_eq!(accepted("khet2 classic", "h2g2", end), [Silver], "{end}");
            assert_eq!(accepted("khet2 classic moves h2g2", "c7d7", end), [Red], "{end}");
            let at_start = accepted("khet2 classic", "", end);
            assert_eq!(at_start, if can_fail_at_start(end) { vec![Silver, Red] } else { vec![Red] }, "{end}");
        }
        assert_eq!(accepted("khet2 classic", "h2g2", Termination::ForcedLoss), [Silver]);
    }

    #[test]
    fn the_player_who_gives_up_has_lost() {
        use GameResult::{Red, Silver};
        let accepted = |scores: [&str; 2]| {
            let moves = format!("h2g2/{} c7d7/{}", scores[0], scores[1]);
            accepted("khet2 classic", &moves, Termination::Resignation)
        };
        assert_eq!(accepted(["+6.00", "-6.00"]), [Silver]);
        assert_eq!(accepted(["-M3", "+M3"]), [Red]);
        assert_eq!(accepted(["+0.10", "-M2"]), [Silver]);
        assert_eq!(accepted(["-1.00", "-2.00"]), [Silver]);
        assert_eq!(accepted(["+6.00", "+6.00"]), []);
    }

    #[test]
    fn adjudications_are_draws() {
        use Termination::{DrawByScore, DrawClaim, MaxPlies, NoCapture};
        for end in [DrawByScore, DrawClaim, MaxPlies, NoCapture] {
            assert_eq!(accepted("khet2 classic", "h2g2", end), [GameResult::Draw], "{end}");
        }
    }

    #[test]
    fn what_contradicts_the_moves_is_named() {
        let sound = || game("khet2 classic moves h2g2", "c7d7 j4j3", GameResult::Draw, Termination::MaxPlies);
        assert_eq!(check(&sound()), Ok(()));
        let wrong = |change: &dyn Fn(&mut GameRecord)| {
            let mut record = sound();
            change(&mut record);
            check(&record).expect_err("a contradiction")
        };
        let result = wrong(&|record| record.result = GameResult::Silver);
        assert_eq!(result, "result: expected 1/2-1/2 by max plies with Red to move, found 1-0");
        let plies = wrong(&|record| record.plies = 2);
        assert_eq!(plies, "plies: expected 3, those of the opening and of `moves`, found 2");
        let mover = wrong(&|record| record.first_mover = Mover::Silver);
        assert_eq!(mover, "first_mover: expected the side to move after the opening");
        let illegal = wrong(&|record| record.moves[1].mv = "a1b1".to_owned());
        assert_eq!(illegal, "moves: move 2 `a1b1`: a1 is empty");
        let end = wrong(&|record| record.termination = Termination::PharaohHit);
        assert_eq!(end, "termination: pharaoh hit does not follow from the moves");
        assert!(wrong(&|record| record.opening = "khet2 nowhere".to_owned()).starts_with("opening: "));
    }
}
