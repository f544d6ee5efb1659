//! The last two plies: can the attacker leave the defender only moves that hit the defender's own Pharaoh?
//!
//! The defender is safe if his beam misses his own Pharaoh and he can rotate a piece off its path: that does not change
//! his shot. His beam is the same as before, unless the attacker's move or shot changed a square on its path.

use super::listing::Listing;
use super::{Exhausted, Frame, Prover};
use crate::rules::{Beam, Bitboard, Colour, Kind, Position};

impl Prover {
    /// Returns whether the attacker, who has no kill, has a move after which all moves of the defender hit his own Pharaoh.
    pub(super) fn forces_self_hit(&mut self, frames: &mut [Frame], position: &mut Position) -> Result<bool, Exhausted> {
        let [Frame { beam, other, spare, moves, .. }, next, ..] = frames else { return Ok(false) };
        let defender = position.side_to_move().other();
        Listing::new(position, beam, spare, moves);
        position.trace(defender, other);
        let was_safe = !is_hit(position, defender, other);
        let outside = turners(position, defender) & !other.path();
        for &candidate in &*moves {
            let changed = candidate.changed();
            if was_safe && changed.is_disjoint(other.path()) && !(outside & !changed).is_empty() {
                continue;
            }
            self.count()?;
            let undo = position.make(candidate.mv, candidate.hits);
            position.trace(defender, &mut next.beam);
            let can_wait = !is_hit(position, defender, &next.beam)
                && !(turners(position, defender) & !next.beam.path()).is_empty();
            let lost = !can_wait && {
                let listing = Listing::new(position, &next.beam, spare, &mut next.moves);
                listing.loses && listing.quiet.is_empty() && !listing.wins && !listing.draws
            };
            position.unmake(candidate.mv, &undo);
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

/// Returns the pieces of a colour that can always rotate, without its laser.
fn turners(position: &Position, colour: Colour) -> Bitboard {
    let kinds = [Kind::Pyramid, Kind::Anubis, Kind::Scarab, Kind::Eye];
    let all = kinds.into_iter().fold(Bitboard::EMPTY, |set, kind| set | position.board().kind(kind));
    all & position.board().colour(colour)
}
