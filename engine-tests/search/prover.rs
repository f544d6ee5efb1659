//! Proofs of forced wins by a search of all legal moves of both players.
//!
//! They share no code with the engine's search. Moves and shots come from the library, and the twins check them.

use khepri_rules::{Bitboard, Colour, Kind, Move, Outcome, Position};

/// Returns whether `attacker` can force a win within `plies`, before the game is drawn after `draw_plies` without a capture. A win
/// on the last of these plies counts. Tries every move of both sides.
pub fn wins_plainly(position: &Position, attacker: Colour, plies: usize, draw_plies: u32) -> bool {
    match position.outcome() {
        Some(outcome) => outcome == Outcome::Win(attacker),
        None if plies == 0 || position.plies_since_capture() >= draw_plies => false,
        None => {
            let mut lines = position.legal_moves().into_iter().map(|mv| {
                let mut after = position.clone();
                after.play(mv).expect("legal");
                wins_plainly(&after, attacker, plies - 1, draw_plies)
            });
            if position.side_to_move() == attacker { lines.any(|won| won) } else { lines.all(|won| won) }
        }
    }
}

/// Returns the outcome of a move that hits a Pharaoh.
fn end(position: &Position, mv: Move, hits: Bitboard) -> Option<Outcome> {
    let pieces = hits.into_iter().filter_map(|square| position.piece_after(mv, square));
    let mut hit = pieces.filter(|piece| piece.kind() == Kind::Pharaoh).map(|pharaoh| pharaoh.colour());
    match (hit.next(), hit.next()) {
        (None, _) => None,
        (Some(loser), None) => Some(Outcome::Win(loser.other())),
        (Some(_), Some(_)) => Some(Outcome::Draw),
    }
}

/// A prover of forced wins. It has the same results as `wins_plainly`, but tries the last decisive move first, and makes no move in
/// the last ply.
#[derive(Default)]
pub struct Prover {
    /// The last winning or refuting move, by the remaining plies.
    last: [Option<Move>; 16],
}

impl Prover {
    /// Returns whether the side to move can force a hit on only the opponent's Pharaoh within `plies`, by a shot of either
    /// player.
    pub fn wins(&mut self, position: &Position, plies: usize) -> bool {
        self.forces(position, position.side_to_move(), plies, position.legal_moves())
    }

    /// Returns whether a first move forces such a hit.
    pub fn wins_by(&mut self, position: &Position, mv: Move, plies: usize) -> bool {
        self.forces(position, position.side_to_move(), plies, vec![mv])
    }

    /// Returns whether the side to move cannot prevent a hit on only its own Pharaoh within `plies`.
    pub fn loses(&mut self, position: &Position, plies: usize) -> bool {
        self.forces(position, position.side_to_move().other(), plies, position.legal_moves())
    }

    /// Returns whether `attacker` can force such a hit if only `moves` are tried in this position.
    fn forces(&mut self, position: &Position, attacker: Colour, plies: usize, mut moves: Vec<Move>) -> bool {
        if plies == 0 || moves.is_empty() {
            return false;
        }
        let beam = position.beam(position.side_to_move());
        let attacks = position.side_to_move() == attacker;
        if attacks {
            let wins = |&mv: &Move| end(position, mv, position.shot(&beam, mv)) == Some(Outcome::Win(attacker));
            let is_won = moves.iter().any(wins);
            if is_won || plies == 1 {
                return is_won;
            }
        }
        if let Some(index) = moves.iter().position(|&mv| Some(mv) == self.last[plies]) {
            moves.swap(0, index);
        }
        let decisive = moves.into_iter().find(|&mv| {
            let hits = position.shot(&beam, mv);
            let forced = match end(position, mv, hits) {
                Some(end) => end == Outcome::Win(attacker),
                None => {
                    let mut after = position.clone();
                    after.make(mv, hits);
                    let moves = after.legal_moves();
                    self.forces(&after, attacker, plies - 1, moves)
                }
            };
            forced == attacks
        });
        self.last[plies] = decisive.or(self.last[plies]);
        decisive.is_some() == attacks
    }
}
