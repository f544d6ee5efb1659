//! Evasions: the moves that may stop a known shot at the player's own Pharaoh. All others win at once, lose or repeat a position,
//! and are not searched outside of principal variations.
//!
//! The shot depends on the squares of its path and of the opponent's move. A move that neither touches nor hits one of these
//! squares does not change the shot. Unlike pruning this is exact, because a draw before the shot is taken into account.

use super::gain::Candidate;
use super::node::Node;
use super::static_eval::Threat;
use super::window::Depth;
use super::worker::Worker;
use crate::eval::Score;
use khepri_rules::Bitboard;
use khepri_rules::internal::movegen::Generator;

impl Worker<'_> {
    /// Returns the squares on which the known shot at the Pharaoh depends. Only a move that touches or hits one of them can be an
    /// evasion. Returns all squares if no such shot is known, or if the game can end before it.
    pub(super) fn evasion_squares(&mut self, node: &Node) -> Bitboard {
        // A draw at the next ply, or the player's own standing shot, can end the game before the opponent's shot.
        if node.static_eval.threat != Threat::Pharaoh
            || self.line.no_capture_draw_within(Depth(1))
            || self.line.standing_shot_ends_game()
        {
            return Bitboard::FULL;
        }
        self.lethal_squares().unwrap_or(Bitboard::FULL)
    }

    /// Returns the squares on which a shot of the opponent at the Pharaoh depends; `None` if no such shot is known that spares the
    /// opponent's own Pharaoh.
    fn lethal_squares(&mut self) -> Option<Bitboard> {
        let (position, beam) = (self.line.position(), self.line.opponent_beam());
        let opponent = position.side_to_move().other();
        let target = position.pharaoh(opponent.other())?;
        if beam.hits().has(target) {
            if beam.hits().has(position.pharaoh(opponent)?) {
                return None;
            }
            // The opponent fires this shot with any move off the beam, for example with the rotation of a piece.
            let off_beam = Generator::of(position, opponent).turners() & !beam.path();
            return Some(beam.path() | Bitboard::of(off_beam.lowest()?));
        }
        let mv = self.line.lethal_move_of_opponent()?;
        let (position, after) = (self.line.position(), &mut self.memory.scratch.beam);
        position.trace_after(opponent, mv, after);
        Some(after.path() | mv.touched())
    }

    /// Returns the score of a move that neither wins nor is an evasion: a draw if it repeats a position, otherwise a loss.
    pub(super) fn score_without_evasion(&self, candidate: &Candidate) -> Score {
        if candidate.hits.is_empty() && self.line.will_repeat(candidate.mv) {
            Score::DRAW
        } else {
            Score::loss_in(self.line.ply() + 2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network;

    use crate::search::clock::Budget;
    use crate::search::limits::Limits;
    use crate::search::shared::Shared;
    use crate::search::table::Table;
    use crate::search::window::Window;
    use crate::search::worker::Memory;
    use crate::util::Signals;
    use khepri_rules::internal::util::random::Random;
    use khepri_rules::{Beam, Game, Move, Position, setups};
    use std::time::Duration;

    /// Red threatens a8-, which hits the Pharaoh on h8, and is three Pyramids ahead.
    const START: &str = "x36K2///3p1p1p1p13//2k7//2P16X1 r khet2 0 1";

    /// Calls a function with a worker at the last position of a game.
    fn at<T>(game: &Game, memory: &mut Memory, call: impl FnOnce(&mut Worker) -> T) -> T {
        let (table, limits, signals) = (Table::new(1).expect("1 MiB"), Limits::default(), Signals::default());
        let budget = Budget::new(&limits, game.position().side_to_move(), Duration::ZERO);
        let network = network::embedded();
        let shared = Shared::new(&table, &network, &limits, &signals, budget, 1);
        call(&mut Worker::new(&shared, 0, game, memory))
    }

    /// Returns the score after these moves from the start, searched without a principal variation. Silver is to move.
    fn score(moves: &str) -> Score {
        let mut game = Game::new(START.parse::<Position>().expect("a position"));
        for word in moves.split_whitespace() {
            game.push(word.parse::<Move>().expect("a move")).expect("it is legal");
        }
        let window = Window { alpha: Score::centipawns(-51), beta: Score::centipawns(-50) };
        at(&game, &mut Memory::default(), |worker| worker.search::<false>(window, Depth(3), true).expect("no limit"))
    }

    /// Returns whether the player to move has a shot that hits the opponent's Pharaoh alone.
    fn can_win(position: &Position) -> bool {
        let player = position.side_to_move();
        let hits = |beam: &Beam, colour| position.pharaoh(colour).is_some_and(|square| beam.hits().has(square));
        position.legal_moves().into_iter().any(|mv| {
            let beam = position.beam_after(mv).expect("the move is legal");
            hits(&beam, player.other()) && !hits(&beam, player)
        })
    }

    #[test]
    fn a_shot_stays_lethal_after_every_move_off_its_squares() {
        let (mut random, mut memory, mut gains) = (Random::seed_from_u64(1), Memory::default(), 0);
        for set_up in setups::all().iter().flat_map(|set_up| [set_up; 20]) {
            let mut game = Game::new(set_up.position.clone());
            while game.outcome().is_none() && game.moves().len() < 400 {
                let lethal_squares = at(&game, &mut memory, |worker| {
                    worker.line.enter();
                    worker.lethal_squares()
                });
                let moves = game.position().legal_moves();
                for &mv in lethal_squares.iter().flat_map(|_| &moves) {
                    let mut next = game.position().clone();
                    let hits = next.play(mv).expect("the move is legal").hits();
                    let stays = lethal_squares.is_some_and(|squares| squares.is_disjoint(mv.touched() | hits));
                    // Most moves hit nothing; some of them are enough.
                    if stays && next.pharaohs_stand() && (!hits.is_empty() || random.below(16) == 0) {
                        gains += usize::from(!hits.is_empty());
                        assert!(can_win(&next), "{} after {mv}", game.position());
                    }
                }
                game.push(moves[random.below(moves.len())]).expect("the move is legal");
            }
        }
        assert!(gains > 1_000, "{gains}");
    }

    #[test]
    fn a_move_that_is_no_evasion_and_repeats_a_position_draws() {
        // Silver's d2c1 leads to the start again.
        let there = "c3c4 c1d2 c4c3";
        assert!(score(there) < Score::centipawns(-50), "the start stands for the second time");
        assert_eq!(score(&format!("{there} d2c1 {there}")), Score::DRAW, "the start stands for the third time");
    }
}
