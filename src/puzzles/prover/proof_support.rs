//! Proof supports: sets of squares. A defence must change a square of each set, because otherwise the attacker wins at once.
//!
//! After a defence `d` the attacker wins at once by `a`. Let `S` be the squares of the move `a` and those on the path of its
//! beam. The legality of `a`, its beam and its hits depend only on the contents of `S`. If `d` changed none of these
//! squares by its move or its shot, then any other defence that changes none of them loses to `a` too, unless it ends
//! the game itself.

use super::Frame;
use super::listing::Candidate;
use crate::rules::{Beam, Bitboard, Position};

/// Adds the proof supports of the kills after a defence, except those that the defence itself changes.
pub(super) fn add_supports(
    frames: &[Frame],
    position: &mut Position,
    defence: Candidate,
    spare: &mut Beam,
    supports: &mut Vec<Bitboard>,
) {
    let Some(Frame { kills, .. }) = frames.first().filter(|frame| !frame.kills.is_empty()) else { return };
    let undo = position.make(defence.mv, defence.hits);
    let attacker = position.side_to_move();
    for &kill in kills {
        let undo = position.make(kill, Bitboard::EMPTY);
        position.trace(attacker, spare);
        position.unmake(kill, &undo);
        let squares = spare.path() | kill.touched();
        if squares.is_disjoint(defence.changed()) && !supports.contains(&squares) {
            supports.push(squares);
        }
    }
    position.unmake(defence.mv, &undo);
}
