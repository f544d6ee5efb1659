//! The flags of a position: what a shot of either player could do in it.

use super::record::Flags;
use crate::eval::Score;
use crate::rules::{Beam, Bitboard, Position};
use crate::search::gain;

/// Returns the flags of a position with this score in which both Pharaohs stand.
pub(super) fn flags(position: &Position, score: Score) -> Flags {
    let own = best_gain(position);
    // As if it were the opponent's turn; nothing is shot.
    let mut passed = position.clone();
    passed.make_null(Bitboard::EMPTY);
    Flags::NONE
        .with(Flags::GAIN, own > 0)
        .with(Flags::HIT, gain::hits_pharaoh(own))
        .with(Flags::THREAT, gain::hits_pharaoh(best_gain(&passed)))
        .with(Flags::MATE, score.is_mate())
}

fn best_gain(position: &Position) -> i32 {
    let mut beam = Beam::new();
    position.trace(position.side_to_move(), &mut beam);
    gain::best_shot(position, &beam, &mut Beam::new()).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::kfen;

    #[test]
    fn shots_of_both_players_are_seen() {
        for (kfen, expected) in [
            // The beams run along the edges.
            ("x34k4///////5K3X1 s khet2 0 1", "-"),
            // The beam turns at j4 and takes the Anubis from its side, if Silver does anything else.
            ("x34k4////4a14P3///5K3X1 s khet2 0 1", "g"),
            // It is Red's turn, and his own Pharaoh is not where the light comes.
            ("x34k4////4a14P3///5K3X1 r khet2 0 1", "-"),
            // An own piece is hit.
            ("x34k4////4A14P3///5K3X1 s khet2 0 1", "-"),
            // The Pyramid has to be rotated first.
            ("////4k4P2///4K5 s khet1", "gh"),
            ("////4k4P2///4K5 r khet1", "t"),
            ("////4k4P1///4K5 s khet1", "-"),
        ] {
            let position = kfen::position(kfen).expect(kfen);
            assert_eq!(flags(&position, Score::DRAW).to_string(), expected, "{kfen}");
            assert!(flags(&position, Score::loss_in(4)).has(Flags::MATE));
        }
    }
}
