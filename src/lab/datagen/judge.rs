//! The flags of recorded positions, and the decision when and how a game ends.

use super::recipe::Adjudication;
use super::record::{Flags, GameEnd};
use crate::measure::best_gain::{best_gain, hits_pharaoh};
use khepri_engine::Score;
use khepri_rules::{Bitboard, Colour, Game, Outcome, Position};

/// A judge that decides when and how a game ends: by the rules, or before that by scores, plies without a capture, or length.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    adjudication: Adjudication,
    /// The player who is winning by the last scores, and the number of plies in a row with such scores.
    winning: Option<(Colour, u16)>,
}

impl Judge {
    /// Returns a judge of a game without scored plies.
    pub(super) fn new(adjudication: Adjudication) -> Judge {
        Judge { adjudication, winning: None }
    }

    /// Adds a ply, and returns the outcome and the end of the game if the game is over. `score` is the score of the position
    /// before the ply, `game` the game after it, `plies` the number of plies of the game.
    pub(super) fn add_ply(&mut self, game: &Game, score: Score, plies: usize) -> Option<(Outcome, GameEnd)> {
        let mover = game.position().side_to_move().other();
        let win_score = i32::from(self.adjudication.win_score);
        let winner = if score.value() >= win_score {
            Some(mover)
        } else if score.value() <= -win_score {
            Some(mover.other())
        } else {
            None
        };
        self.winning = winner.map(|winner| match self.winning {
            Some((same, plies)) if same == winner => (same, plies.saturating_add(1)),
            _ => (winner, 1),
        });
        let by_rules = game.by_rules().map(|(outcome, reason)| (outcome, GameEnd::Rules(reason)));
        by_rules.or_else(|| self.adjudicated(game, plies))
    }

    fn adjudicated(&self, game: &Game, plies: usize) -> Option<(Outcome, GameEnd)> {
        match self.winning {
            Some((winner, plies)) if plies >= self.adjudication.win_plies => {
                Some((Outcome::Win(winner), GameEnd::Score))
            }
            _ if game.position().plies_since_capture() >= self.adjudication.draw_plies.into() => {
                Some((Outcome::Draw, GameEnd::NoCapture))
            }
            _ if plies >= self.adjudication.max_plies.into() => Some((Outcome::Draw, GameEnd::MaxPlies)),
            _ => None,
        }
    }
}

/// Returns the index of the first ply of a game without adjudication whose position is not data. The game has `plies` plies after
/// the opening, and the position before the last one has `since_capture` plies since a capture. At most `tail` positions after
/// the capture are data.
pub(super) fn first_excluded(plies: usize, since_capture: usize, tail: u16) -> usize {
    plies.saturating_sub(1 + since_capture) + usize::from(tail)
}

/// Returns the flags of a position with this score. Both Pharaohs must be on the board.
pub(super) fn flags(position: &Position, score: Score) -> Flags {
    let own = best_gain(position);
    // The same position with the opponent to move.
    let mut passed = position.clone();
    passed.make_null(Bitboard::EMPTY);
    Flags::NONE
        .with(Flags::GAIN, own > 0)
        .with(Flags::HIT, hits_pharaoh(own))
        .with(Flags::THREAT, hits_pharaoh(best_gain(&passed)))
        .with(Flags::MATE, score.is_mate())
}

#[cfg(test)]
mod tests {
    use super::*;

    use khepri_rules::{EndReason, Move};

    const LIMITS: Adjudication = Adjudication { win_score: 1_500, win_plies: 3, draw_plies: 7, max_plies: 20 };

    /// Plays the moves again and again, one for each score. Returns the number of plies after which the game ends, its
    /// outcome and its end.
    fn end(kfen: &str, moves: &str, scores: &[Score]) -> Option<(usize, Outcome, GameEnd)> {
        let mut game = Game::new(kfen.parse::<Position>().expect(kfen));
        let mut judge = Judge::new(LIMITS);
        (1..).zip(moves.split(' ').cycle()).zip(scores).find_map(|((plies, text), &score)| {
            game.push(text.parse::<Move>().expect(text)).expect("a legal move");
            judge.add_ply(&game, score, plies).map(|(outcome, end)| (plies, outcome, end))
        })
    }

    /// A position, and moves with which the Pharaohs move back and forth.
    const SHUFFLE: (&str, &str) = ("6k3///////4K5 s khet1 0 1", "e1e2 g8g7 e2e1 g7g8");

    #[test]
    fn winning_scores_for_enough_plies_in_a_row_win() {
        let scores = [1_500, -1_500, 1_499, 0, 1_600, -1_700, 9_000].map(Score::centipawns);
        let won = (7, Outcome::Win(Colour::Silver), GameEnd::Score);
        assert_eq!(end(SHUFFLE.0, SHUFFLE.1, &scores), Some(won));
        let scores = [Score::centipawns(2_000), Score::win_in(5), Score::loss_in(4), Score::win_in(3)];
        assert_eq!(end(SHUFFLE.0, SHUFFLE.1, &scores), Some((4, Outcome::Win(Colour::Red), GameEnd::Score)));
    }

    #[test]
    fn no_capture_repetition_and_length_draw() {
        let level = [Score::DRAW; 30];
        let fifth = SHUFFLE.0.replace("0 1", "5 1");
        assert_eq!(end(&fifth, SHUFFLE.1, &level), Some((2, Outcome::Draw, GameEnd::NoCapture)));
        let limits = Adjudication { draw_plies: 100, ..LIMITS };
        let mut game = Game::new(SHUFFLE.0.parse::<Position>().expect("a position"));
        let mut judge = Judge::new(limits);
        let mut found = None;
        for (plies, text) in (1..).zip(SHUFFLE.1.split(' ').cycle().take(30)) {
            game.push(text.parse::<Move>().expect(text)).expect("a legal move");
            found = judge.add_ply(&game, Score::DRAW, plies).map(|end| (plies, end));
            if found.is_some() {
                break;
            }
        }
        assert_eq!(found, Some((8, (Outcome::Draw, GameEnd::Rules(EndReason::Repetition)))));
        let mut judge = Judge::new(limits);
        let game = Game::new(SHUFFLE.0.parse::<Position>().expect("a position"));
        assert_eq!(judge.add_ply(&game, Score::DRAW, 19), None);
        assert_eq!(judge.add_ply(&game, Score::DRAW, 20), Some((Outcome::Draw, GameEnd::MaxPlies)));
    }

    #[test]
    fn a_tail_of_positions_after_the_last_capture_is_data() {
        // Of ten positions, the one before the last ply has had three plies without a capture. So the position at index 6 is the
        // first one after the capture.
        assert_eq!([0, 1, 2, 9].map(|tail| first_excluded(10, 3, tail)), [6, 7, 8, 15]);
        // All plies are without a capture, those of the opening too.
        assert_eq!([9, 10, 15].map(|since| first_excluded(10, since, 4)), [4, 4, 4]);
        assert_eq!(first_excluded(0, 0, 4), 4);
    }

    #[test]
    fn a_hit_overrides_losing_scores() {
        let scores = [Score::loss_in(2)];
        let hit = end("////4k4P2///4K5 s khet1 6 1", "j4+", &scores);
        assert_eq!(hit, Some((1, Outcome::Win(Colour::Silver), GameEnd::Rules(EndReason::Pharaoh))));
    }

    #[test]
    fn flags_describe_the_shots_of_both_players() {
        for (kfen, expected) in [
            // The beams run along the edges.
            ("x34k4///////5K3X1 s khet2 0 1", "-"),
            // The beam turns at j4 and hits the side of the Anubis.
            ("x34k4////4a14P3///5K3X1 s khet2 0 1", "g"),
            // Red is to move, and Silver's beam does not reach Red's Pharaoh.
            ("x34k4////4a14P3///5K3X1 r khet2 0 1", "-"),
            // The beam hits a piece of Silver.
            ("x34k4////4A14P3///5K3X1 s khet2 0 1", "-"),
            // The Pyramid has to be rotated first.
            ("////4k4P2///4K5 s khet1", "gh"),
            ("////4k4P2///4K5 r khet1", "t"),
            ("////4k4P1///4K5 s khet1", "-"),
        ] {
            let position = kfen.parse::<Position>().expect(kfen);
            assert_eq!(flags(&position, Score::DRAW).to_string(), expected, "{kfen}");
            assert!(flags(&position, Score::loss_in(4)).has(Flags::MATE));
        }
    }
}
