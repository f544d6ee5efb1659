//! Lists of moves with their hits, sorted by which Pharaohs are hit.

use crate::rules::{Beam, Bitboard, Move, Piece, Position, Square, Turn};
use crate::shots::all::{self, Group, Visitor};

/// A move with the hits of its shot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub mv: Move,
    pub hits: Bitboard,
}

impl Candidate {
    /// Returns the squares whose contents change.
    pub fn changed(self) -> Bitboard {
        self.mv.touched() | self.hits
    }
}

/// The effect of a shot on the game, from the view of the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ShotResult {
    /// The game goes on.
    None,
    /// Only the opponent's Pharaoh is hit.
    Wins,
    /// Only the mover's Pharaoh is hit.
    Loses,
    /// Both Pharaohs are hit.
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

    /// Returns the effect of a shot. Only a move of the Pharaoh itself moves it, and its hit is then on its new square.
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

/// The moves of a position: a list of those after which the game goes on, and flags for the others.
pub(super) struct Listing<'a> {
    pharaohs: Pharaohs,
    /// The moves after which the game goes on.
    pub quiet: &'a mut Vec<Candidate>,
    /// Whether a move hits only the opponent's Pharaoh.
    pub wins: bool,
    /// Whether a move hits both Pharaohs.
    pub draws: bool,
    /// Whether a move hits only the mover's Pharaoh.
    pub loses: bool,
}

impl<'a> Listing<'a> {
    /// Lists the moves of a position into `quiet`. `beam` is the mover's; `spare` is overwritten.
    pub fn new(position: &Position, beam: &Beam, spare: &mut Beam, quiet: &'a mut Vec<Candidate>) -> Listing<'a> {
        quiet.clear();
        let mut listing = Listing { pharaohs: Pharaohs::of(position), quiet, wins: false, draws: false, loses: false };
        all::shots(position, beam, spare, &mut listing);
        listing
    }

    /// Returns whether there is no legal move.
    pub fn is_empty(&self) -> bool {
        self.quiet.is_empty() && !self.wins && !self.draws && !self.loses
    }
}

impl Visitor for Listing<'_> {
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
            ShotResult::None => self.quiet.push(Candidate { mv, hits }),
            ShotResult::Wins => self.wins = true,
            ShotResult::Draws => self.draws = true,
            ShotResult::Loses => self.loses = true,
        }
    }
}

/// The moves of a position that win at once. Of a group of steps with the same hits only one is listed.
pub(super) struct Kills<'a> {
    pharaohs: Pharaohs,
    found: &'a mut Vec<Move>,
}

impl<'a> Kills<'a> {
    /// Fills `found`; `beam` is the mover's, `spare` is overwritten.
    pub fn find(position: &Position, beam: &Beam, spare: &mut Beam, found: &'a mut Vec<Move>) {
        found.clear();
        all::shots(position, beam, spare, &mut Kills { pharaohs: Pharaohs::of(position), found });
    }
}

impl Visitor for Kills<'_> {
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
