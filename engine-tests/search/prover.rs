//! Proofs of forced wins by a search of all legal moves of both players.
//!
//! It shares no code with the engine's search. Moves and shots come from the library, and the twins check them.

use khepri::internal::rules::{Beam, Bitboard, Colour, Kind, Move, Position, unchecked};

/// Returns whose Pharaohs a shot hits, given the position before the move.
fn pharaohs_hit(position: &Position, mv: Move, hits: Bitboard) -> [bool; 2] {
    let mut hit = [false; 2];
    for piece in hits.into_iter().filter_map(|square| position.piece_after(mv, square)) {
        if piece.kind() == Kind::Pharaoh {
            hit[piece.colour().index()] = true;
        }
    }
    hit
}

/// The end of the game by a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    None,
    Wins(Colour),
    Draw,
}

fn end(position: &Position, mv: Move, hits: Bitboard) -> End {
    match pharaohs_hit(position, mv, hits) {
        [false, false] => End::None,
        [false, true] => End::Wins(Colour::Silver),
        [true, false] => End::Wins(Colour::Red),
        [true, true] => End::Draw,
    }
}

/// A prover of forced wins. It tries the last winning or refuting move first.
#[derive(Default)]
pub struct Prover {
    /// The last refutation, by the remaining plies.
    last_refutations: [Option<Move>; 16],
    /// The last winning move, by the remaining plies.
    last_wins: [Option<Move>; 16],
}

impl Prover {
    /// Returns whether the side to move can force a hit on only the opponent's Pharaoh within `plies`, by a shot of either
    /// player.
    pub fn wins(&mut self, position: &Position, plies: usize) -> bool {
        self.any_move(position, plies, |_| true)
    }

    /// Returns the first moves that force such a hit.
    pub fn winning_moves(&mut self, position: &Position, plies: usize) -> Vec<Move> {
        let all = position.legal_moves();
        all.into_iter().filter(|&mv| self.wins_by(position, mv, plies)).collect()
    }

    /// Returns whether a first move forces such a hit.
    pub fn wins_by(&mut self, position: &Position, mv: Move, plies: usize) -> bool {
        self.any_move(position, plies, |other| other == mv)
    }

    fn any_move(&mut self, position: &Position, plies: usize, only: impl Fn(Move) -> bool) -> bool {
        if plies == 0 || !position.pharaohs_stand() {
            return false;
        }
        let own = position.side_to_move();
        let mut beam = Beam::new();
        position.trace(own, &mut beam);
        let mut moves: Vec<(Move, Bitboard)> = position
            .legal_moves()
            .into_iter()
            .filter(|&mv| only(mv))
            .map(|mv| (mv, position.shot(&beam, mv)))
            .collect();
        if moves.iter().any(|&(mv, hits)| end(position, mv, hits) == End::Wins(own)) {
            return true;
        }
        if plies == 1 {
            return false;
        }
        if let Some(index) = moves.iter().position(|&(mv, _)| Some(mv) == self.last_wins[plies]) {
            moves.swap(0, index);
        }
        let winning = moves.into_iter().find(|&(mv, hits)| {
            end(position, mv, hits) == End::None && {
                let mut after = position.clone();
                unchecked::make(&mut after, mv, hits);
                self.loses(&after, plies - 1)
            }
        });
        self.last_wins[plies] = winning.map(|(mv, _)| mv).or(self.last_wins[plies]);
        winning.is_some()
    }

    /// Returns whether the side to move cannot prevent a hit on only its own Pharaoh within `plies`.
    pub fn loses(&mut self, position: &Position, plies: usize) -> bool {
        if plies == 0 || !position.pharaohs_stand() {
            return false;
        }
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            // Without a legal move the game is drawn.
            return false;
        }
        if let Some(index) = moves.iter().position(|&mv| Some(mv) == self.last_refutations[plies]) {
            moves.swap(0, index);
        }
        let mut beam = Beam::new();
        position.trace(position.side_to_move(), &mut beam);
        for mv in moves {
            let hits = position.shot(&beam, mv);
            let lost = match end(position, mv, hits) {
                End::Wins(colour) => colour != position.side_to_move(),
                End::Draw => false,
                End::None => {
                    let mut after = position.clone();
                    unchecked::make(&mut after, mv, hits);
                    self.wins(&after, plies - 1)
                }
            };
            if !lost {
                self.last_refutations[plies] = Some(mv);
                return false;
            }
        }
        true
    }

    /// Returns whether the shortest forced win takes exactly `plies`.
    pub fn wins_exactly(&mut self, position: &Position, plies: usize) -> bool {
        !self.wins(position, plies - 1) && self.wins(position, plies)
    }
}
