//! Which positions are quiet: those whose score is that of quiescence, because no move of the player to move gains by its
//! shot.

use crate::rules::shots::{self, Group, Visitor};
use crate::rules::{Beam, Bitboard, Move, Piece, Position, Square, Turn};
use crate::search::gain;

/// Whether no move gains anything.
pub(super) fn is_quiet(position: &Position) -> bool {
    let mut beam = Beam::new();
    position.trace(position.side_to_move(), &mut beam);
    let mut seeker = Seeker { position, gains: false };
    shots::visit(position, &beam, &mut Beam::new(), &mut seeker);
    !seeker.gains
}

/// Looks for a move that gains.
struct Seeker<'a> {
    position: &'a Position,
    gains: bool,
}

impl Visitor for Seeker<'_> {
    const QUIET: bool = false;
    const HITTING: bool = true;

    fn steps(&mut self, group: Group) {
        group.moves().take(1).for_each(|mv| self.single(mv, group.hits));
    }

    fn rotations(&mut self, from: Square, _: Piece, turns: &'static [Turn], hits: Bitboard) {
        turns.iter().take(1).for_each(|&turn| self.single(Move::rotate(from, turn), hits));
    }

    fn single(&mut self, mv: Move, hits: Bitboard) {
        self.gains |= gain::gain(self.position, mv, hits) > 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::kfen;

    #[test]
    fn a_position_is_quiet_when_no_shot_gains() {
        for (kfen, quiet) in [
            // The beams run along the edges.
            ("x34k4///////5K3X1 s khet2 0 1", true),
            // The beam turns at j4 and takes the Anubis from its side, if Silver does anything else.
            ("x34k4////4a14P3///5K3X1 s khet2 0 1", false),
            // The Anubis faces it.
            ("x34k4////4a24P3///5K3X1 s khet2 0 1", true),
            // It is Red's turn, who can hit nothing.
            ("x34k4////4a14P3///5K3X1 r khet2 0 1", true),
            // The Pyramid has to turn first.
            ("x34k4////4a14P4///5K3X1 s khet2 0 1", false),
            // It is an own piece that is hit.
            ("x34k4////4A14P3///5K3X1 s khet2 0 1", true),
        ] {
            let position = kfen::position(kfen).expect(kfen);
            assert_eq!(is_quiet(&position), quiet, "{kfen}");
        }
    }
}
