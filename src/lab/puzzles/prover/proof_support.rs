//! Proof supports: sets of squares. To prevent an immediate win of the attacker, a defence has to change a square of each set.
//!
//! Assume that the attacker wins immediately by the move `a` after a defence `d`. Let `S` be the squares of `a` and those on the
//! path of its beam. The legality of `a`, its beam and its hits depend only on the contents of `S`. If neither the move
//! nor the shot of `d` changes a square of `S`, then `a` also wins after any other defence that changes no square of
//! `S`, unless that defence ends the game.

use super::Frame;
use super::classified_moves::Candidate;
use khepri_rules::{Beam, Bitboard, Position};

/// Adds the proof support of each immediate win after a defence. Skips a support if the defence itself changes a square of it.
pub(super) fn add_supports(
    frames: &[Frame],
    position: &mut Position,
    defence: Candidate,
    spare: &mut Beam,
    supports: &mut Vec<Bitboard>,
) {
    let Some(Frame { winning_moves, .. }) = frames.first().filter(|frame| !frame.winning_moves.is_empty()) else {
        return;
    };
    let before = position.snapshot();
    position.make(defence.mv, defence.hits);
    let attacker = position.side_to_move();
    for &win in winning_moves {
        let before = position.snapshot();
        position.make(win, Bitboard::EMPTY);
        position.trace(attacker, spare);
        position.restore(&before);
        let squares = spare.path() | win.touched();
        if squares.is_disjoint(defence.changed()) && !supports.contains(&squares) {
            supports.push(squares);
        }
    }
    position.restore(&before);
}
