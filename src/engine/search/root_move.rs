//! The moves of the root, with their scores and lines.

use super::draws::{Drawn, Repetition};
use super::gain::Candidate;
use super::window::{Bound, Depth};
use crate::eval::network::Network;
use crate::eval::{Score, accumulator};
use khepri_rules::internal::util::sort::sort_few;
use khepri_rules::{Beam, Bitboard, Game, Move, Outcome, Position};

/// A move of the root, with the result of its last search.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub(super) candidate: Candidate,
    /// Whether a weak level plays the move only if every other move loses.
    pub(super) last_resort: bool,
    /// How the move leads to a third occurrence; its score is then at most that of a draw.
    pub(super) drawn: Option<Drawn>,
    /// The score from the last search in which the move raised alpha; below all scores if there was none.
    pub(super) score: Score,
    /// Whether `score` is exact. It can only remain a lower bound if the search was stopped within an iteration.
    pub(super) bound: Bound,
    /// The score that is reported instead if `score` is a bound and a mate, because a mate is only reported with its
    /// complete line. It is not a mate.
    pub(super) reportable_score: Score,
    /// The principal variation, which starts with the move.
    pub(super) pv: Vec<Move>,
    /// The iteration of `score` and `pv`; zero if there was none.
    pub(super) depth: Depth,
    /// Whether the move is known to lose: its shot loses at once, or its last search has found a forced loss.
    pub(super) loses: bool,
    /// The number of nodes that this thread has counted below the move.
    pub(super) nodes: u64,
}

impl RootMove {
    /// Returns the moves to search: all legal moves, or those in `only` if it is not empty. The moves with the greatest gain
    /// are first, then come those that draw, and those that lose at once are last.
    pub fn list(game: &Game, only: &[Move]) -> Vec<RootMove> {
        let position = game.position();
        let mut repetition = Repetition::new(game);
        let mut beam = Beam::new();
        position.trace(position.side_to_move(), &mut beam);
        let mut moves: Vec<RootMove> = position
            .legal_moves()
            .into_iter()
            .filter(|mv| only.is_empty() || only.contains(mv))
            .map(|mv| (mv, position.shot(&beam, mv)))
            .map(|(mv, hits)| RootMove {
                candidate: Candidate::new(position, mv, hits, beam.hits()),
                last_resort: false,
                drawn: Drawn::of(position, mv, hits, &mut repetition),
                score: -Score::INFINITE,
                bound: Bound::Exact,
                reportable_score: -Score::INFINITE,
                pv: vec![mv],
                depth: Depth::ZERO,
                loses: !hits.is_empty() && after(position, mv, hits).outcome() == Some(lost(position)),
                nodes: 0,
            })
            .collect();
        let rank = |root: &RootMove| {
            (root.loses, root.drawn.is_some(), root.repeats(), std::cmp::Reverse(root.candidate.gain))
        };
        sort_few(&mut moves, |one, other| rank(one) < rank(other));
        moves
    }

    /// Returns the move.
    pub fn mv(&self) -> Move {
        self.candidate.mv
    }

    /// Returns the principal variation, which starts with the move.
    pub fn pv(&self) -> &[Move] {
        &self.pv
    }

    /// Returns whether the move completes a third occurrence.
    pub(super) fn repeats(&self) -> bool {
        self.drawn == Some(Drawn::AtOnce)
    }

    /// Returns whether the move is known to be better than a draw.
    pub(super) fn is_ahead(&self) -> bool {
        self.is_scored() && self.score > Score::DRAW
    }

    /// Returns whether the move has a score.
    pub(super) fn is_scored(&self) -> bool {
        self.depth > Depth::ZERO
    }

    /// Returns the score of the move without a search of `position`, the root: the result if it ends the game or completes a
    /// third occurrence, else the static evaluation of the position after it.
    pub(super) fn estimate(&self, position: &Position, network: &Network) -> Score {
        let after = after(position, self.mv(), self.candidate.hits);
        match after.outcome() {
            Some(Outcome::Draw) => Score::DRAW,
            Some(end) if end == lost(position) => Score::loss_in(1),
            Some(_) => Score::win_in(1),
            None if self.repeats() => Score::DRAW,
            None => -accumulator::evaluate(network, &after),
        }
    }

    /// Returns the score to report.
    pub(super) fn reported_score(&self) -> Score {
        if self.bound != Bound::Exact && self.score.is_mate() { self.reportable_score } else { self.score }
    }

    /// Returns the number of plies to a win. `None` if there is no win, or if its score is only a bound.
    pub(super) fn proven_win(&self) -> Option<u32> {
        let proven = self.is_scored() && self.bound == Bound::Exact && self.score > Score::DRAW;
        if proven { self.score.mate_plies() } else { None }
    }
}

/// Returns the position after a move whose shot hits `hits`.
fn after(position: &Position, mv: Move, hits: Bitboard) -> Position {
    let mut after = position.clone();
    after.make(mv, hits);
    after
}

/// Returns the outcome of a game that the player to move has lost.
fn lost(position: &Position) -> Outcome {
    Outcome::Win(position.side_to_move().other())
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::search::{Limits, SearchSettings, Searcher, Signals, Silent};

    /// Silver is five Pyramids ahead, and no laser hits anything.
    const AHEAD: &str = "x33k5//1P12P12P12/1P12P15///2K7/9X1 s khet2 0 1";
    const CYCLE: &str = "c2c3 e8e7 c3c2 e7e8";

    fn game(moves: &str) -> Game {
        let mut game = Game::new(AHEAD.parse::<Position>().expect("a position"));
        for word in moves.split_whitespace() {
            game.push(word.parse::<Move>().expect("a move")).expect("it is legal");
        }
        game
    }

    fn mv(text: &str) -> Move {
        text.parse::<Move>().expect("a move")
    }

    #[test]
    fn a_move_that_draws_by_a_third_occurrence_is_last_and_one_that_lets_the_opponent_draw_is_before_it() {
        let drawn = |moves: &str| -> Vec<_> {
            let moves = RootMove::list(&game(moves), &[]);
            moves.iter().skip_while(|root| root.drawn.is_none()).map(|root| (root.mv(), root.drawn)).collect()
        };
        assert_eq!(drawn(CYCLE), []);
        assert_eq!(drawn(&format!("{CYCLE} c2c3 e8e7")), [(mv("c3c2"), Some(Drawn::By(mv("e7e8"))))]);
        assert_eq!(drawn(&format!("{CYCLE} c2c3 e8e7 c3c2")), [(mv("e7e8"), Some(Drawn::AtOnce))]);
        // Red's Pharaoh is back on its square. Two moves of Silver's Pharaoh each complete a third occurrence.
        let mut last = drawn(&format!("{CYCLE} c2c3 e8e7 c3d2 e7e8"));
        last.sort_by_key(|(mv, _)| mv.to_string());
        assert_eq!(last, [(mv("d2c2"), Some(Drawn::AtOnce)), (mv("d2c3"), Some(Drawn::AtOnce))]);
    }

    #[test]
    fn the_side_that_is_ahead_does_not_draw_with_any_number_of_nodes() {
        let game = game(&format!("{CYCLE} c2c3 e8e7"));
        for nodes in [1, 2, 50, 100, 200, 400, 800, 1600, 3200] {
            let mut searcher = Searcher::new(1, 1).expect("memory");
            let limits = Limits::nodes_or_one(nodes);
            let found = searcher.search(&game, &limits, &SearchSettings::default(), &Signals::default(), &mut Silent);
            assert!(found.best.is_some_and(|best| best != mv("c3c2")), "{nodes} nodes");
        }
    }
}
