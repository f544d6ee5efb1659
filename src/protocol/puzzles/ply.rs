//! The moves of a line with their boards and shots, and the moves that hit a Pharaoh: what the themes are made of.

use khepri_rules::{Action, Beam, Bitboard, Colour, Kind, Move, Piece, Position, Square};

/// A move of a line.
pub(super) struct Ply {
    /// The position before the move.
    pub(super) before: Position,
    /// The move.
    pub(super) mv: Move,
    /// The beam of its shot.
    pub(super) beam: Beam,
}

/// Returns the moves of a line, up to the first one that is not legal.
pub(super) fn plies(position: &Position, line: &[Move]) -> Vec<Ply> {
    let mut position = position.clone();
    let ply = |&mv: &Move| {
        let (before, beam) = (position.clone(), position.beam_after(mv).ok()?);
        position.play(mv).ok()?;
        Some(Ply { before, mv, beam })
    };
    line.iter().map_while(ply).collect()
}

impl Ply {
    /// Returns the player who moves.
    pub(super) fn mover(&self) -> Colour {
        self.before.side_to_move()
    }

    /// Returns the kind of the piece that moves or rotates.
    pub(super) fn moved(&self) -> Option<Kind> {
        self.before.piece_at(self.mv.from()).map(Piece::kind)
    }

    /// Returns the colour of the piece on a square after the move and before its shot.
    pub(super) fn colour_on(&self, square: Square) -> Option<Colour> {
        self.before.piece_after(self.mv, square).map(Piece::colour)
    }

    /// Returns the number of pieces of a colour that the shot hits.
    pub(super) fn hits(&self, colour: Colour) -> usize {
        self.beam.hits().into_iter().filter(|&square| self.colour_on(square) == Some(colour)).count()
    }

    /// Returns the squares of the mirrors and Eyes that turn or split the shot.
    pub(super) fn mirrors(&self) -> Bitboard {
        self.beam.legs().iter().skip(1).filter_map(khepri_rules::Leg::origin).collect()
    }

    /// Returns whether the move swaps two pieces.
    pub(super) fn is_swap(&self) -> bool {
        match self.mv.action() {
            Action::Step(_, to) => self.moved().is_some_and(Kind::swaps) && self.before.piece_at(to).is_some(),
            Action::Top(..) | Action::Rotate(..) => false,
        }
    }

    /// Returns whether this reply hits a piece of the opponent that no reply could have hit before the opponent's move `solving`.
    pub(super) fn gains_from(&self, solving: &Ply) -> bool {
        let passed = passed(&solving.before);
        let standing = passed.beam(passed.side_to_move());
        let mut in_danger = Bitboard::EMPTY;
        for other in passed.legal_moves() {
            let hits = passed.shot(&standing, other).into_iter();
            in_danger = hits.fold(in_danger, |all, square| all | Bitboard::of(place_before(other, square)));
        }
        let place = |square| place_before(solving.mv, place_before(self.mv, square));
        let is_gain = |square| self.colour_on(square) == Some(solving.mover()) && !in_danger.has(place(square));
        self.beam.hits().into_iter().any(is_gain)
    }
}

/// Returns the square on which the piece of a square stood before a move.
fn place_before(mv: Move, square: Square) -> Square {
    match square {
        square if square == mv.to() => mv.from(),
        square if square == mv.from() => mv.to(),
        square => square,
    }
}

/// Returns the position with the other player to move, without a move and a shot.
pub(super) fn passed(position: &Position) -> Position {
    let mut passed = position.clone();
    passed.make_null(Bitboard::EMPTY);
    passed
}

/// Returns the moves of the side to move that hit the opponent's Pharaoh and not its own.
pub(super) fn wins(position: &Position) -> Vec<Move> {
    let mover = position.side_to_move();
    let is_win = |&mv: &Move| {
        let mut after = position.clone();
        after.play(mv).is_ok() && after.pharaoh(mover.other()).is_none() && after.pharaoh(mover).is_some()
    };
    position.legal_moves().into_iter().filter(is_win).collect()
}

/// Returns the moves with which the player who is not to move would win if it were that player's turn.
pub(super) fn threats(position: &Position) -> Vec<Move> {
    wins(&passed(position))
}
