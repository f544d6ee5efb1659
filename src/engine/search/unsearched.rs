//! The answer without a search, for a search that cannot start or has failed.

use super::observer::{Bound, Info};
use super::root_move::RootMove;
use super::window::Depth;
use crate::eval::network::Network;
use khepri_rules::{Game, Move};
use std::time::Duration;

/// Returns the move with the greatest gain: a win if there is one, a draw by repetition only if all others lose, and no shot
/// that loses at once if another move does not.
/// `only` are the moves to choose from; all legal ones if it is empty. Returns `None` in a finished game.
pub fn best_move(game: &Game, only: &[Move]) -> Option<Move> {
    RootMove::list(game, only).first().map(RootMove::mv)
}

/// Returns the report of [`best_move`], with the score that a search reports for a move that it has not searched.
pub fn report(game: &Game, only: &[Move], network: &Network) -> Option<Info> {
    let moves = RootMove::list(game, only);
    let best = moves.first()?;
    Some(Info {
        depth: Depth::ONE,
        seldepth: 1,
        multipv: 1,
        score: best.estimate(game.position(), network),
        bound: Bound::Exact,
        nodes: 0,
        hashfull: 0,
        time: Duration::ZERO,
        pv: vec![best.mv()],
    })
}
