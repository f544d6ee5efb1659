//! The moves of a position with their hits, classified by the Pharaohs that are hit.

use khepri_rules::internal::shots::all::{self, Group, Visitor};
use khepri_rules::{Beam, Bitboard, Move, Piece, Position, Square, Turn};

/// A move with the hits of its shot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub mv: Move,
    pub hits: Bitboard,
}

impl Candidate {
    /// Returns the squares whose contents the move or its shot changes.
    pub fn changed(self) -> Bitboard {
        self.mv.touched() | self.hits
    }
}

/// The effect of a shot on the game, for the player who moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ShotResult {
    /// The shot hits no Pharaoh.
    None,
    /// The shot hits only the opponent's Pharaoh.
    Wins,
    /// The shot hits only the mover's Pharaoh.
    Loses,
    /// The shot hits both Pharaohs.
    Draws,
}

/// The squares of the Pharaohs of the side to move and of the opponent.
#[derive(Clone, Copy)]
pub(super) struct Pharaohs {
    own: Option<Square>,
    other: Option<Square>,
}

impl Pharaohs {
    pub fn of(position: &Position) -> Pharaohs {
        let mover = position.side_to_move();
        Pharaohs { own: position.pharaoh(mover), other: position.pharaoh(mover.other()) }
    }

    /// Returns the effect of a shot. If the Pharaoh itself moves, it is hit on its new square.
    #[inline(always)]
    pub fn result(self, mv: Move, hits: Bitboard) -> ShotResult {
        if hits.is_empty() {
            return ShotResult::None;
        }
        let own = self.own.map(|square| if mv.from() == square { mv.to() } else { square });
        match (own.is_some_and(|square| hits.has(square)), self.other.is_some_and(|square| hits.has(square))) {
            (false, false) => ShotResult::None,
            (false, true) => ShotResult::Wins,
            (true, false) => ShotResult::Loses,
            (true, true) => ShotResult::Draws,
        }
    }
}

/// The moves of a position: flags for those that end the game, and a list of the others.
pub(super) struct ClassifiedMoves<'a> {
    pharaohs: Pharaohs,
    /// The moves that do not end the game.
    pub others: &'a mut Vec<Candidate>,
    /// Whether a move hits only the opponent's Pharaoh.
    pub wins: bool,
    /// Whether a move hits both Pharaohs.
    pub draws: bool,
    /// Whether a move hits only the mover's Pharaoh.
    pub loses: bool,
}

impl<'a> ClassifiedMoves<'a> {
    /// Classifies the moves of a position, and stores those that do not end the game in `others`. `beam` is the beam of the side
    /// to move. `spare` is a buffer.
    pub fn new(
        position: &Position,
        beam: &Beam,
        spare: &mut Beam,
        others: &'a mut Vec<Candidate>,
    ) -> ClassifiedMoves<'a> {
        others.clear();
        let pharaohs = Pharaohs::of(position);
        let mut moves = ClassifiedMoves { pharaohs, others, wins: false, draws: false, loses: false };
        all::shots(position, beam, spare, &mut moves);
        moves
    }

    /// Returns whether there is no legal move.
    pub fn is_empty(&self) -> bool {
        self.others.is_empty() && !self.wins && !self.draws && !self.loses
    }
}

impl Visitor for ClassifiedMoves<'_> {
    fn wants(&self, _: Bitboard) -> bool {
        true
    }

    fn steps(&mut self, group: Group) {
        for mv in group.moves() {
            self.single(mv, group.hits);
        }
    }

    fn rotations(&mut self, from: Square, _: Piece, turns: &'static [Turn], hits: Bitboard) {
        for &turn in turns {
            self.single(Move::rotate(from, turn), hits);
        }
    }

    #[inline(always)]
    fn single(&mut self, mv: Move, hits: Bitboard) {
        match self.pharaohs.result(mv, hits) {
            ShotResult::None => self.others.push(Candidate { mv, hits }),
            ShotResult::Wins => self.wins = true,
            ShotResult::Draws => self.draws = true,
            ShotResult::Loses => self.loses = true,
        }
    }
}

/// The moves of a position that win immediately. Of moves with the same hits that are generated together, only the first is
/// stored.
pub(super) struct WinningMoves<'a> {
    pharaohs: Pharaohs,
    found: &'a mut Vec<Move>,
}

impl<'a> WinningMoves<'a> {
    /// Stores the winning moves in `found`. `beam` is the beam of the side to move. `spare` is a buffer.
    pub fn find(position: &Position, beam: &Beam, spare: &mut Beam, found: &'a mut Vec<Move>) {
        found.clear();
        all::shots(position, beam, spare, &mut WinningMoves { pharaohs: Pharaohs::of(position), found });
    }
}

impl Visitor for WinningMoves<'_> {
    fn wants(&self, hits: Bitboard) -> bool {
        !hits.is_empty()
    }

    fn steps(&mut self, group: Group) {
        if let Some(mv) = group.moves().next() {
            self.single(mv, group.hits);
        }
    }

    fn rotations(&mut self, from: Square, _: Piece, turns: &'static [Turn], hits: Bitboard) {
        if let Some(&turn) = turns.first() {
            self.single(Move::rotate(from, turn), hits);
        }
    }

    #[inline(always)]
    fn single(&mut self, mv: Move, hits: Bitboard) {
        if self.pharaohs.result(mv, hits) == ShotResult::Wins {
            self.found.push(mv);
        }
    }
}
