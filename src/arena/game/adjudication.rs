//! The rules of a match that end games early: resignation, draws by score, limits on the length.

use crate::termination::Termination;
use clap::builder::BoolishValueParser;
use clap::{ArgAction, Args, value_parser};
use khepri_rules::kgn::Evaluation;
use khepri_rules::{Colour, Outcome};

/// The largest number of moves of a rule, and its largest score in centipawns.
const MOST: i64 = 999_999;

/// The rule that a player resigns after a number of consecutive moves with a losing score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Args)]
pub struct Resign {
    /// Number of consecutive moves with a losing score.
    #[arg(long, alias = "movecount", value_name = "N", value_parser = value_parser!(u32).range(1..=MOST))]
    pub moves: u32,
    /// Smallest distance from zero of a losing score, in centipawns.
    #[arg(long, value_name = "CP", value_parser = value_parser!(i32).range(1..=MOST))]
    pub score: i32,
    /// Whether the opponent's last `moves` moves also need a winning score.
    #[arg(long = "twosided", value_name = "BOOL", action = ArgAction::Set, default_value_t = false, value_parser = BoolishValueParser::new())]
    pub two_sided: bool,
}

/// The rule that a game is drawn after a number of consecutive moves of each player with a score near zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Args)]
#[group(requires_all = ["moves", "score"])]
pub struct DrawScore {
    /// Number of full moves before the rule applies, including the opening.
    #[arg(long = "movenumber", value_name = "N", default_value_t = 0, value_parser = value_parser!(u32).range(0..=MOST))]
    pub move_number: u32,
    /// Number of consecutive moves of each player.
    #[arg(long = "movecount", required = false, value_name = "N", value_parser = value_parser!(u32).range(1..=MOST))]
    pub moves: u32,
    /// Largest distance from zero, in centipawns.
    #[arg(long, required = false, value_name = "CP", value_parser = value_parser!(i32).range(0..=MOST))]
    pub score: i32,
}

/// The rules of a match that end games early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// Number of plies after which a game is drawn, including the opening.
    pub max_plies: u32,
    /// Number of plies without a capture after which a game is drawn.
    pub draw_plies: Option<u32>,
    /// The rule for draws by score.
    pub draw_score: Option<DrawScore>,
    /// The rule for resignation.
    pub resign: Option<Resign>,
}

impl Adjudication {
    /// Default limit of a game's length, in plies.
    pub const MAX_PLIES: u32 = 1_000;
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication { max_plies: Adjudication::MAX_PLIES, draw_plies: None, draw_score: None, resign: None }
    }
}

/// The counts of consecutive moves on which the adjudication of a game depends, by colour.
#[derive(Clone, Debug, Default)]
pub struct Adjudicator {
    /// Moves with a losing score.
    losing: [u32; 2],
    /// Moves with a winning score.
    winning: [u32; 2],
    /// Moves with a score near zero.
    level: [u32; 2],
}

impl Adjudicator {
    /// Counts a move with its score. Returns the outcome and the termination if the score ends the game. `plies` is the
    /// length of the game after the move.
    pub fn count(
        &mut self,
        rules: &Adjudication,
        mover: Colour,
        evaluation: Option<Evaluation>,
        plies: u32,
    ) -> Option<(Outcome, Termination)> {
        let resigned = rules.resign.and_then(|rule| self.resigned(rule, mover, evaluation));
        let is_drawn = rules.draw_score.is_some_and(|rule| self.is_drawn(rule, mover, evaluation, plies));
        match resigned {
            Some(loser) => Some((Outcome::Win(loser.other()), Termination::Resignation)),
            None => is_drawn.then_some((Outcome::Draw, Termination::DrawByScore)),
        }
    }

    /// Returns the player who resigns after this move.
    fn resigned(&mut self, rule: Resign, mover: Colour, evaluation: Option<Evaluation>) -> Option<Colour> {
        let (loses, wins) = match evaluation {
            Some(Evaluation::Centipawns(score)) => (score <= -rule.score, score >= rule.score),
            Some(Evaluation::Mate(moves)) => (moves < 0, moves > 0),
            None => (false, false),
        };
        extend(&mut self.losing[mover.index()], loses);
        extend(&mut self.winning[mover.index()], wins);
        // With `two_sided`, a move of the winner can also be the one that fulfils the rule.
        [mover, mover.other()].into_iter().find(|loser| {
            let agreed = !rule.two_sided || self.winning[loser.other().index()] >= rule.moves;
            self.losing[loser.index()] >= rule.moves && agreed
        })
    }

    /// Returns whether the game is drawn by score after this move.
    fn is_drawn(&mut self, rule: DrawScore, mover: Colour, evaluation: Option<Evaluation>, plies: u32) -> bool {
        let near_zero = matches!(evaluation, Some(Evaluation::Centipawns(score)) if score.abs() <= rule.score);
        extend(&mut self.level[mover.index()], near_zero);
        plies / 2 >= rule.move_number && self.level.iter().all(|&moves| moves >= rule.moves)
    }

    /// Returns a draw if the game has reached a limit on its length. `without_capture` counts the plies since the last
    /// capture.
    pub fn draw_by_length(rules: &Adjudication, plies: u32, without_capture: u32) -> Option<(Outcome, Termination)> {
        if rules.draw_plies.is_some_and(|limit| without_capture >= limit) {
            Some((Outcome::Draw, Termination::NoCapture))
        } else if plies >= rules.max_plies {
            Some((Outcome::Draw, Termination::MaxPlies))
        } else {
            None
        }
    }
}

/// Increments a count of consecutive moves if the condition holds, else resets it.
fn extend(count: &mut u32, holds: bool) {
    *count = if holds { count.saturating_add(1) } else { 0 };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cp(score: i32) -> Option<Evaluation> {
        Some(Evaluation::Centipawns(score))
    }

    /// Returns the ply (from 1) whose score ends the game, with the outcome and the termination. Silver has the first score.
    fn end(rules: &Adjudication, scores: &[Option<Evaluation>]) -> Option<(u32, Outcome, Termination)> {
        let mut adjudicator = Adjudicator::default();
        (1..).zip(scores).find_map(|(plies, &score)| {
            let mover = Colour::ALL[(plies as usize - 1) % 2];
            adjudicator.count(rules, mover, score, plies).map(|(outcome, termination)| (plies, outcome, termination))
        })
    }

    fn resign(moves: u32, score: i32, two_sided: bool) -> Adjudication {
        Adjudication { resign: Some(Resign { moves, score, two_sided }), ..Adjudication::default() }
    }

    const RED_WINS: Outcome = Outcome::Win(Colour::Red);

    #[test]
    fn a_player_resigns_after_consecutive_losing_scores() {
        let scores = [cp(-600), cp(-700), cp(-599), cp(5), cp(-600), None, Some(Evaluation::Mate(-3))];
        assert_eq!(end(&resign(2, 600, false), &scores), Some((7, RED_WINS, Termination::Resignation)));
        assert_eq!(end(&resign(3, 600, false), &scores), None);
        assert_eq!(end(&resign(1, 600, false), &[Some(Evaluation::Mate(3)), cp(-599)]), None);
        assert_eq!(end(&Adjudication::default(), &[cp(-9_999), cp(-9_999)]), None);
    }

    #[test]
    fn both_players_have_to_agree_if_two_sided() {
        let rules = resign(2, 600, true);
        let lost = Some((4, RED_WINS, Termination::Resignation));
        assert_eq!(end(&rules, &[cp(-600), cp(600), cp(-600), cp(600)]), lost);
        assert_eq!(end(&rules, &[cp(-900), Some(Evaluation::Mate(4)), Some(Evaluation::Mate(-3)), cp(700)]), lost);
        // With this order of scores, the loser's second move fulfils the rule.
        let later = Some((5, RED_WINS, Termination::Resignation));
        assert_eq!(end(&rules, &[cp(0), cp(600), cp(-600), cp(600), cp(-600)]), later);
        for winner in [cp(599), cp(-600), None, Some(Evaluation::Mate(-1))] {
            assert_eq!(end(&rules, &[cp(-600), cp(600), cp(-600), winner, cp(-600), cp(600)]), None, "{winner:?}");
        }
    }

    #[test]
    fn consecutive_scores_near_zero_are_a_draw() {
        let rules = |move_number, moves| Adjudication {
            draw_score: Some(DrawScore { move_number, moves, score: 20 }),
            ..Adjudication::default()
        };
        let drawn = |plies| Some((plies, Outcome::Draw, Termination::DrawByScore));
        let level = [cp(20), cp(-20), cp(0), cp(7), cp(-1), cp(3)];
        assert_eq!(end(&rules(0, 1), &level), drawn(2));
        assert_eq!(end(&rules(0, 2), &level), drawn(4));
        assert_eq!(end(&rules(3, 2), &level), drawn(6));
        assert_eq!(end(&rules(4, 1), &level), None);
        // A score that is not near zero resets the count of its player.
        for other in [cp(21), cp(-21), None, Some(Evaluation::Mate(9))] {
            let scores = [cp(0), other, cp(0), cp(0), cp(0), cp(0)];
            assert_eq!(end(&rules(0, 2), &scores), drawn(6), "{other:?}");
        }
    }

    #[test]
    fn long_games_are_drawn() {
        let rules = Adjudication { max_plies: 10, draw_plies: Some(4), ..Adjudication::default() };
        assert_eq!(Adjudicator::draw_by_length(&rules, 9, 3), None);
        assert_eq!(Adjudicator::draw_by_length(&rules, 9, 4), Some((Outcome::Draw, Termination::NoCapture)));
        assert_eq!(Adjudicator::draw_by_length(&rules, 10, 3), Some((Outcome::Draw, Termination::MaxPlies)));
    }
}
