//! Evasions: which quiet moves answer a known shot on the player's own Pharaoh. The others lose without a search.
//!
//! The shot depends on the squares of its path and of the opponent's move. A quiet move that touches none of them leaves it
//! as it is. Unlike pruning this is exact, except for a draw before the shot, which is checked.

use super::gain::Candidate;
use super::node::Node;
use super::shared::Stopped;
use super::static_eval::Threat;
use super::window::Depth;
use super::worker::Worker;
use crate::eval::Score;
use crate::rules::{Bitboard, Colour, Generator, lethal};

impl Worker<'_> {
    /// Returns the squares of which a quiet move must touch one to stop the opponent's next shot from hitting the Pharaoh;
    /// all squares if no such shot is known.
    pub(super) fn evasion_squares(&mut self, node: &Node) -> Bitboard {
        // A draw at the next ply comes before any shot of the opponent.
        if node.static_eval.threat != Threat::Pharaoh || self.draw_in_sight(Depth(1)) || self.ends_game(node.ply) {
            return Bitboard::FULL;
        }
        let undo = self.position.make_null(Bitboard::EMPTY);
        let squares = self.lethal_squares(node.ply);
        self.position.unmake_null(&undo);
        squares.unwrap_or(Bitboard::FULL)
    }

    /// Returns whether the standing shot of the player to move hits a Pharaoh.
    fn ends_game(&self, ply: usize) -> bool {
        let hits = self.own_beam(ply).hits();
        Colour::ALL.iter().any(|&colour| self.position.pharaoh(colour).is_some_and(|square| hits.has(square)))
    }

    /// Returns the squares on which a shot of the player to move at the other Pharaoh depends. The player is the opponent
    /// of the node's.
    fn lethal_squares(&mut self, ply: usize) -> Option<Bitboard> {
        let own = self.position.side_to_move();
        let beam = self.light.of(ply, own);
        let target = self.position.pharaoh(own.other())?;
        if beam.hits().has(target) {
            if beam.hits().has(self.position.pharaoh(own)?) {
                return None;
            }
            // Any move off the beam fires that shot, such as a rotation.
            let off_beam = Generator::new(&self.position).turners() & !beam.path();
            return Some(beam.path() | Bitboard::of(off_beam.lowest()?));
        }
        let mv = lethal::lethal_move(&self.position, own, beam)?;
        let undo = self.position.make(mv, Bitboard::EMPTY);
        self.position.trace(own, &mut self.scratch.beam);
        self.position.unmake(mv, &undo);
        Some(self.scratch.beam.path() | mv.touched())
    }

    /// Returns the score of a quiet move that is no evasion: lost, unless the move draws the game.
    pub(super) fn score_without_evasion(&mut self, candidate: &Candidate, ply: usize) -> Result<Score, Stopped> {
        let undo = self.make(candidate, ply)?;
        let drawn = self.is_drawn();
        self.unmake(candidate.mv, &undo);
        Ok(if drawn { Score::DRAW } else { Score::loss_in(ply + 2) })
    }
}
