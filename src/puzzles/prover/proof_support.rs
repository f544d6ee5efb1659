//! Certificates: which squares a defence has to change, because the attacker wins at once if they stay as they are.
//!
//! After a defence `d` the attacker wins at once by `a`. Let `S` be the squares that `a` moves between and those that its
//! light touches. Whether `a` is legal, where its light runs and what it hits depends on the contents of `S` alone. If `d`
//! has changed none of them, by its move or its shot, then any other defence that changes none of them either, and does not
//! itself end the game, loses to the same `a`.

use super::Frame;
use super::listing::Candidate;
use crate::rules::{Beam, Bitboard, Position};

/// After a defence to which the attacker has kills: what other defences have to change, if this one has changed nothing of it.
pub(super) fn certify(
    frames: &[Frame],
    position: &mut Position,
    defence: Candidate,
    spare: &mut Beam,
    certificates: &mut Vec<Bitboard>,
) {
    let Some(Frame { kills, .. }) = frames.first().filter(|frame| !frame.kills.is_empty()) else { return };
    let undo = position.make(defence.mv, defence.hits);
    let attacker = position.side_to_move();
    for &kill in kills {
        let undo = position.make(kill, Bitboard::EMPTY);
        position.trace(attacker, spare);
        position.unmake(kill, &undo);
        let squares = spare.path() | kill.touched();
        if squares.is_disjoint(defence.changed()) && !certificates.contains(&squares) {
            certificates.push(squares);
        }
    }
    position.unmake(defence.mv, &undo);
}
