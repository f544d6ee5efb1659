//! When a game ends: by the rules, or before that by scores, plies without a capture, or length.

use super::recipe::Ends;
use super::record::End;
use crate::eval::Score;
use crate::rules::{Colour, EndReason, Game, Outcome};

/// Watches one game.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    ends: Ends,
    /// Who was winning in the last plies, by their scores, and for how many plies in a row.
    winning: Option<(Colour, u16)>,
}

impl Judge {
    /// Watches a game from the first ply that has a score.
    pub(super) fn new(ends: Ends) -> Judge {
        Judge { ends, winning: None }
    }

    /// Counts a ply with its score; returns how the game ends with it, if it does. `game` stands after the ply, `plies` are
    /// those from the start.
    pub(super) fn count(&mut self, game: &Game, score: Score, plies: usize) -> Option<(Outcome, End)> {
        let mover = game.position().side_to_move().other();
        let least = i32::from(self.ends.win_score);
        let winner = if score.value() >= least {
            Some(mover)
        } else if score.value() <= -least {
            Some(mover.other())
        } else {
            None
        };
        self.winning = winner.map(|winner| match self.winning {
            Some((same, plies)) if same == winner => (same, plies.saturating_add(1)),
            _ => (winner, 1),
        });
        by_rules(game).or_else(|| self.adjudicated(game, plies))
    }

    fn adjudicated(&self, game: &Game, plies: usize) -> Option<(Outcome, End)> {
        match self.winning {
            Some((winner, plies)) if plies >= self.ends.win_plies => Some((Outcome::Win(winner), End::Score)),
            _ if game.position().plies_since_capture() >= self.ends.draw_plies.into() => {
                Some((Outcome::Draw, End::NoCapture))
            }
            _ if plies >= self.ends.max_plies.into() => Some((Outcome::Draw, End::MaxPlies)),
            _ => None,
        }
    }
}

/// Returns how the rules end the game here, if they do; a third occurrence is claimed at once.
fn by_rules(game: &Game) -> Option<(Outcome, End)> {
    let end = match game.end_reason()? {
        EndReason::Pharaoh => End::Pharaoh,
        EndReason::BothPharaohs => End::BothPharaohs,
        EndReason::NoMoves => End::NoMoves,
        EndReason::Repetition => End::Repetition,
    };
    Some((game.position().outcome().unwrap_or(Outcome::Draw), end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{kfen, movetext};

    const ENDS: Ends = Ends { win_score: 1_500, win_plies: 3, draw_plies: 7, max_plies: 20 };

    /// Plays the moves, repeated, with these scores; returns after how many plies the game ends and how.
    fn end(kfen: &str, moves: &str, scores: &[Score]) -> Option<(usize, Outcome, End)> {
        let mut game = Game::new(kfen::position(kfen).expect(kfen));
        let mut judge = Judge::new(ENDS);
        (1..).zip(moves.split(' ').cycle()).zip(scores).find_map(|((plies, text), &score)| {
            game.push(movetext::read(text).expect(text)).expect("a legal move");
            judge.count(&game, score, plies).map(|(outcome, end)| (plies, outcome, end))
        })
    }

    /// Pharaohs that walk to and fro.
    const SHUFFLE: (&str, &str) = ("6k3///////4K5 s khet1 0 1", "e1e2 g8g7 e2e1 g7g8");

    #[test]
    fn scores_that_agree_for_long_enough_win() {
        let scores = [1_500, -1_500, 1_499, 0, 1_600, -1_700, 9_000].map(Score::centipawns);
        let won = (7, Outcome::Win(Colour::Silver), End::Score);
        assert_eq!(end(SHUFFLE.0, SHUFFLE.1, &scores), Some(won));
        let scores = [Score::centipawns(2_000), Score::win_in(5), Score::loss_in(4), Score::win_in(3)];
        assert_eq!(end(SHUFFLE.0, SHUFFLE.1, &scores), Some((4, Outcome::Win(Colour::Red), End::Score)));
    }

    #[test]
    fn plies_without_a_capture_and_repetitions_draw() {
        let level = [Score::DRAW; 30];
        let elsewhere = SHUFFLE.0.replace("0 1", "5 1");
        assert_eq!(end(&elsewhere, SHUFFLE.1, &level), Some((2, Outcome::Draw, End::NoCapture)));
        let ends = Ends { draw_plies: 100, ..ENDS };
        let mut game = Game::new(kfen::position(SHUFFLE.0).expect("a position"));
        let mut judge = Judge::new(ends);
        let mut found = None;
        for (plies, text) in (1..).zip(SHUFFLE.1.split(' ').cycle().take(30)) {
            game.push(movetext::read(text).expect(text)).expect("a legal move");
            found = judge.count(&game, Score::DRAW, plies).map(|end| (plies, end));
            if found.is_some() {
                break;
            }
        }
        assert_eq!(found, Some((8, (Outcome::Draw, End::Repetition))));
        let mut judge = Judge::new(ends);
        let game = Game::new(kfen::position(SHUFFLE.0).expect("a position"));
        assert_eq!(judge.count(&game, Score::DRAW, 19), None);
        assert_eq!(judge.count(&game, Score::DRAW, 20), Some((Outcome::Draw, End::MaxPlies)));
    }

    #[test]
    fn a_hit_comes_before_what_scores_say() {
        let scores = [Score::loss_in(2)];
        let hit = end("////4k4P2///4K5 s khet1 6 1", "j4+", &scores);
        assert_eq!(hit, Some((1, Outcome::Win(Colour::Silver), End::Pharaoh)));
    }
}
