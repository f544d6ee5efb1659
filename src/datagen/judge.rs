//! What games are recorded with besides moves and scores: the flags of each position, and when and how the game ends.

use super::recipe::Adjudication;
use super::record::{End, Flags};
use crate::eval::Score;
use crate::rules::{Beam, Bitboard, Colour, Game, Outcome, Position};
use crate::search::gain;
use crate::shots::gaining::Scratch;

/// Decides when and how a game ends: by the rules, or earlier by scores, plies without a capture, or length.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    adjudication: Adjudication,
    /// The player who is winning by the last scores, and the number of these plies in a row.
    winning: Option<(Colour, u16)>,
}

impl Judge {
    /// Starts at the first ply that has a score.
    pub(super) fn new(adjudication: Adjudication) -> Judge {
        Judge { adjudication, winning: None }
    }

    /// Counts a ply and returns how the game ends with it, if it does. `score` is that of the position before the ply, `game`
    /// the game after it, `plies` its number of plies.
    pub(super) fn count(&mut self, game: &Game, score: Score, plies: usize) -> Option<(Outcome, End)> {
        let mover = game.position().side_to_move().other();
        let least = i32::from(self.adjudication.win_score);
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
        let by_rules = game.by_rules().map(|(outcome, reason)| (outcome, End::Rules(reason)));
        by_rules.or_else(|| self.adjudicated(game, plies))
    }

    fn adjudicated(&self, game: &Game, plies: usize) -> Option<(Outcome, End)> {
        match self.winning {
            Some((winner, plies)) if plies >= self.adjudication.win_plies => Some((Outcome::Win(winner), End::Score)),
            _ if game.position().plies_since_capture() >= self.adjudication.draw_plies.into() => {
                Some((Outcome::Draw, End::NoCapture))
            }
            _ if plies >= self.adjudication.max_plies.into() => Some((Outcome::Draw, End::MaxPlies)),
            _ => None,
        }
    }
}

/// Finds the flags of positions, one after the other in the same buffers.
#[derive(Default)]
pub(super) struct Flagger {
    beam: Beam,
    scratch: Scratch,
}

impl Flagger {
    /// Returns the flags of a position with this score. Both Pharaohs must be on the board.
    pub(super) fn flags(&mut self, position: &Position, score: Score) -> Flags {
        let own = self.best_gain(position);
        // The opponent's turn, without a shot.
        let mut passed = position.clone();
        passed.make_null(Bitboard::EMPTY);
        Flags::NONE
            .with(Flags::GAIN, own > 0)
            .with(Flags::HIT, gain::hits_pharaoh(own))
            .with(Flags::THREAT, gain::hits_pharaoh(self.best_gain(&passed)))
            .with(Flags::MATE, score.is_mate())
    }

    /// Returns the largest gain of a shot of the side to move.
    fn best_gain(&mut self, position: &Position) -> i32 {
        position.trace(position.side_to_move(), &mut self.beam);
        gain::best_shot(position, &self.beam, &mut self.scratch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::rules::{EndReason, Move};

    const ENDS: Adjudication = Adjudication { win_score: 1_500, win_plies: 3, draw_plies: 7, max_plies: 20 };

    /// Repeats the moves, with these scores; returns the number of plies after which the game ends, and how.
    fn end(kfen: &str, moves: &str, scores: &[Score]) -> Option<(usize, Outcome, End)> {
        let mut game = Game::new(kfen.parse::<Position>().expect(kfen));
        let mut judge = Judge::new(ENDS);
        (1..).zip(moves.split(' ').cycle()).zip(scores).find_map(|((plies, text), &score)| {
            game.push(text.parse::<Move>().expect(text)).expect("a legal move");
            judge.count(&game, score, plies).map(|(outcome, end)| (plies, outcome, end))
        })
    }

    /// Pharaohs that move back and forth.
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
        let ends = Adjudication { draw_plies: 100, ..ENDS };
        let mut game = Game::new(SHUFFLE.0.parse::<Position>().expect("a position"));
        let mut judge = Judge::new(ends);
        let mut found = None;
        for (plies, text) in (1..).zip(SHUFFLE.1.split(' ').cycle().take(30)) {
            game.push(text.parse::<Move>().expect(text)).expect("a legal move");
            found = judge.count(&game, Score::DRAW, plies).map(|end| (plies, end));
            if found.is_some() {
                break;
            }
        }
        assert_eq!(found, Some((8, (Outcome::Draw, End::Rules(EndReason::Repetition)))));
        let mut judge = Judge::new(ends);
        let game = Game::new(SHUFFLE.0.parse::<Position>().expect("a position"));
        assert_eq!(judge.count(&game, Score::DRAW, 19), None);
        assert_eq!(judge.count(&game, Score::DRAW, 20), Some((Outcome::Draw, End::MaxPlies)));
    }

    #[test]
    fn a_hit_comes_before_what_scores_say() {
        let scores = [Score::loss_in(2)];
        let hit = end("////4k4P2///4K5 s khet1 6 1", "j4+", &scores);
        assert_eq!(hit, Some((1, Outcome::Win(Colour::Silver), End::Rules(EndReason::Pharaoh))));
    }

    #[test]
    fn flags_name_the_shots_of_both_players() {
        let mut flagger = Flagger::default();
        for (kfen, expected) in [
            // The beams run along the edges.
            ("x34k4///////5K3X1 s khet2 0 1", "-"),
            // The beam turns at j4 and hits the Anubis from its side unless Silver prevents it.
            ("x34k4////4a14P3///5K3X1 s khet2 0 1", "g"),
            // It is Red's turn, and Silver's beam does not reach his Pharaoh.
            ("x34k4////4a14P3///5K3X1 r khet2 0 1", "-"),
            // An own piece is hit.
            ("x34k4////4A14P3///5K3X1 s khet2 0 1", "-"),
            // The Pyramid has to be rotated first.
            ("////4k4P2///4K5 s khet1", "gh"),
            ("////4k4P2///4K5 r khet1", "t"),
            ("////4k4P1///4K5 s khet1", "-"),
        ] {
            let position = kfen.parse::<Position>().expect(kfen);
            assert_eq!(flagger.flags(&position, Score::DRAW).to_string(), expected, "{kfen}");
            assert!(flagger.flags(&position, Score::loss_in(4)).has(Flags::MATE));
        }
    }
}
