//! The last two plies: whether the attacker has a move after which all moves of the defender hit the defender's own Pharaoh.
//!
//! The defender is safe if its beam misses its own Pharaoh and it can rotate a piece off the path. Such a rotation leaves the
//! beam unchanged. The attacker changes the defender's beam only by a move or a hit on its path.

use super::classified_moves::ClassifiedMoves;
use super::{Exhausted, Frame, Prover};
use khepri_rules::{Beam, Bitboard, Colour, Kind, Position};

impl Prover {
    /// Returns whether the attacker has a move after which all moves of the defender hit the defender's own Pharaoh. The
    /// attacker must have no immediate win.
    pub(super) fn forces_self_hit(&mut self, frames: &mut [Frame], position: &mut Position) -> Result<bool, Exhausted> {
        let [Frame { beam, other, spare, moves, .. }, next, ..] = frames else { return Ok(false) };
        let defender = position.side_to_move().other();
        ClassifiedMoves::new(position, beam, spare, moves);
        position.trace(defender, other);
        let was_safe = !is_hit(position, defender, other);
        let off_path = rotatable(position, defender) & !other.path();
        for &candidate in &*moves {
            let changed = candidate.changed();
            if was_safe && changed.is_disjoint(other.path()) && !(off_path & !changed).is_empty() {
                continue;
            }
            self.count()?;
            let before = position.snapshot();
            position.make(candidate.mv, candidate.hits);
            position.trace(defender, &mut next.beam);
            let is_safe = !is_hit(position, defender, &next.beam)
                && !(rotatable(position, defender) & !next.beam.path()).is_empty();
            let lost = !is_safe && {
                let moves = ClassifiedMoves::new(position, &next.beam, spare, &mut next.moves);
                moves.loses && moves.others.is_empty() && !moves.wins && !moves.draws
            };
            position.restore(&before);
            if lost {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns whether a beam hits the Pharaoh of a colour.
fn is_hit(position: &Position, colour: Colour, beam: &Beam) -> bool {
    position.pharaoh(colour).is_some_and(|square| beam.hits().has(square))
}

/// Returns the pieces of a colour that can always rotate, except its laser.
fn rotatable(position: &Position, colour: Colour) -> Bitboard {
    let kinds = [Kind::Pyramid, Kind::Anubis, Kind::Scarab, Kind::Eye];
    let all = kinds.into_iter().fold(Bitboard::EMPTY, |set, kind| set | position.board().kind(kind));
    all & position.board().colour(colour)
}
