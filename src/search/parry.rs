//! Which moves leave the own Pharaoh to a shot that is known: they need no search.
//!
//! Such a shot goes along a path of squares. A quiet move that touches none of them, nor the squares of the opponent's own
//! move, changes nothing about it. Unlike pruning this is exact, but for games that are drawn before the shot.

use super::Depth;
use super::assessment::Threat;
use super::node::Node;
use super::ordering::{self, Candidate};
use super::shared::Stopped;
use super::worker::Worker;
use crate::eval::Score;
use crate::rules::{Bitboard, Generator};

impl Worker<'_> {
    /// The squares of which a quiet move must touch one, or the opponent's next shot hits the Pharaoh; all of them if no
    /// such shot is known.
    pub(super) fn parrying(&mut self, node: &Node) -> Bitboard {
        // A draw with the next ply comes before any shot of the opponent.
        if node.assessment.threat != Threat::Pharaoh || self.draw_in_sight(Depth(1)) {
            return Bitboard::FULL;
        }
        self.trace_enemy(node.ply);
        let undo = self.position.make_null(Bitboard::EMPTY);
        let squares = self.lethal_path();
        self.position.unmake_null(&undo);
        squares.unwrap_or(Bitboard::FULL)
    }

    /// The squares that a shot of the player to move on the other Pharaoh depends on.
    fn lethal_path(&mut self) -> Option<Bitboard> {
        let own = self.position.side_to_move();
        let target = self.position.pharaoh(own.other())?;
        if self.enemy.hits().has(target) {
            if self.enemy.hits().has(self.position.pharaoh(own)?) {
                return None;
            }
            // Any move that leaves the light alone will do: a turn of a piece in the dark.
            let dark = Generator::new(&self.position).turners() & !self.enemy.path();
            return Some(self.enemy.path() | Bitboard::of(dark.lowest()?));
        }
        let (gain, shot) = ordering::best_shot(&self.position, &self.enemy, &mut self.spare);
        let mv = shot.filter(|_| ordering::takes_pharaoh(gain))?;
        let undo = self.position.make(mv, Bitboard::EMPTY);
        self.position.trace(own, &mut self.spare);
        self.position.unmake(mv, &undo);
        Some(self.spare.path() | mv.touched())
    }

    /// The score of a quiet move that leaves the Pharaoh to a shot: lost, unless the game is drawn before it.
    pub(super) fn leave_to_shot(&mut self, candidate: &Candidate, ply: usize) -> Result<Score, Stopped> {
        let undo = self.make(candidate.mv, Bitboard::EMPTY, ply)?;
        let drawn = self.is_drawn();
        self.unmake(candidate.mv, &undo);
        Ok(if drawn { Score::DRAW } else { Score::loss_in(ply + 2) })
    }
}
