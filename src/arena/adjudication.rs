//! When a game ends before the rules end it.

use super::termination::Termination;
use crate::notation::kgn::Evaluation;
use crate::rules::{Colour, Outcome};

/// A player gives up after so many of its own moves in a row with such a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resign {
    /// Its own moves in a row.
    pub moves: u32,
    /// In centipawns, without the sign.
    pub score: i32,
}

/// The rules of a match about ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// A game is drawn after so many plies, those of the opening included.
    pub max_plies: u32,
    /// A game is drawn after so many plies without a capture.
    pub draw_plies: Option<u32>,
    /// When a player gives up.
    pub resign: Option<Resign>,
}

impl Adjudication {
    /// How long a game may be if nobody says otherwise, in plies.
    pub const MAX_PLIES: u32 = 1_000;
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication { max_plies: Adjudication::MAX_PLIES, draw_plies: None, resign: None }
    }
}

/// What is remembered of one game for it.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    hopeless: [u32; 2],
}

impl Judge {
    /// A player has made a move and thinks so of it; says whether it gives up.
    pub fn resigns(&mut self, rules: &Adjudication, mover: Colour, evaluation: Option<Evaluation>) -> bool {
        let Some(resign) = rules.resign else { return false };
        let hopeless = match evaluation {
            Some(Evaluation::Centipawns(score)) => score <= -resign.score,
            Some(Evaluation::Mate(moves)) => moves < 0,
            None => false,
        };
        let count = &mut self.hopeless[mover.index()];
        *count = if hopeless { *count + 1 } else { 0 };
        *count >= resign.moves
    }

    /// Whether a game of so many plies, the last of them without a capture, is drawn.
    pub fn draw(rules: &Adjudication, plies: u32, without_capture: u32) -> Option<(Outcome, Termination)> {
        if rules.draw_plies.is_some_and(|limit| without_capture >= limit) {
            Some((Outcome::Draw, Termination::NoCapture))
        } else if plies >= rules.max_plies {
            Some((Outcome::Draw, Termination::MaxPlies))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_gives_up_after_moves_in_a_row() {
        let rules = Adjudication { resign: Some(Resign { moves: 2, score: 600 }), ..Adjudication::default() };
        let mut judge = Judge::default();
        let mut told = |colour, evaluation| judge.resigns(&rules, colour, evaluation);
        let cp = |score| Some(Evaluation::Centipawns(score));
        assert!(!told(Colour::Silver, cp(-600)));
        assert!(!told(Colour::Red, cp(-700)));
        assert!(!told(Colour::Silver, cp(-599)));
        assert!(!told(Colour::Silver, cp(-600)));
        assert!(!told(Colour::Red, None));
        assert!(told(Colour::Silver, Some(Evaluation::Mate(-3))));
        assert!(!told(Colour::Red, Some(Evaluation::Mate(3))));
        assert!(!Judge::default().resigns(&Adjudication::default(), Colour::Red, cp(-9_999)));
    }

    #[test]
    fn long_games_are_drawn() {
        let rules = Adjudication { max_plies: 10, draw_plies: Some(4), resign: None };
        assert_eq!(Judge::draw(&rules, 9, 3), None);
        assert_eq!(Judge::draw(&rules, 9, 4), Some((Outcome::Draw, Termination::NoCapture)));
        assert_eq!(Judge::draw(&rules, 10, 3), Some((Outcome::Draw, Termination::MaxPlies)));
    }
}
