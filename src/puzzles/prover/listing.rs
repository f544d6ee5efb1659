//! Lists of moves with what their shots hit, sorted by what that means for the two Pharaohs.

use crate::rules::shots::{Group, Visitor, visit};
use crate::rules::{Beam, Bitboard, Move, Piece, Position, Square, Turn};

/// A move and what its shot hits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub mv: Move,
    pub hits: Bitboard,
}

impl Candidate {
    /// The squares whose contents it changes.
    pub fn changed(self) -> Bitboard {
        self.mv.touched() | self.hits
    }
}

/// What a shot means for the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// It goes on.
    None,
    /// The opponent's Pharaoh is hit, and not the own.
    Wins,
    /// The own Pharaoh is hit, and not the opponent's.
    Loses,
    /// Both are hit.
    Draws,
}

/// Where the Pharaohs stand, of the side to move and of the other.
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

    /// No move but his own moves a Pharaoh, and light that falls on where he has come to is told there.
    #[inline(always)]
    pub fn end(self, mv: Move, hits: Bitboard) -> End {
        if hits.is_empty() {
            return End::None;
        }
        let own = self.own.map(|square| if mv.from() == square { mv.to() } else { square });
        match (own.is_some_and(|square| hits.has(square)), self.other.is_some_and(|square| hits.has(square))) {
            (false, false) => End::None,
            (false, true) => End::Wins,
            (true, false) => End::Loses,
            (true, true) => End::Draws,
        }
    }
}

/// All moves of a position: those with which the game goes on one by one, of the others only whether there are any.
pub(super) struct Listing<'a> {
    pharaohs: Pharaohs,
    /// With which the game goes on.
    pub quiet: &'a mut Vec<Candidate>,
    /// Whether a move wins.
    pub wins: bool,
    /// Whether a move hits both Pharaohs.
    pub draws: bool,
    /// Whether a move hits the own Pharaoh alone.
    pub loses: bool,
}

impl<'a> Listing<'a> {
    /// `beam` is the mover's; `spare` is overwritten.
    pub fn new(position: &Position, beam: &Beam, spare: &mut Beam, quiet: &'a mut Vec<Candidate>) -> Listing<'a> {
        quiet.clear();
        let mut listing = Listing { pharaohs: Pharaohs::of(position), quiet, wins: false, draws: false, loses: false };
        visit(position, beam, spare, &mut listing);
        listing
    }

    /// Whether there is no legal move.
    pub fn is_empty(&self) -> bool {
        self.quiet.is_empty() && !self.wins && !self.draws && !self.loses
    }
}

impl Visitor for Listing<'_> {
    const QUIET: bool = true;
    const HITTING: bool = true;

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
        match self.pharaohs.end(mv, hits) {
            End::None => self.quiet.push(Candidate { mv, hits }),
            End::Wins => self.wins = true,
            End::Draws => self.draws = true,
            End::Loses => self.loses = true,
        }
    }
}

/// The moves of a position that win at once; of steps that come to the same only one.
pub(super) struct Kills<'a> {
    pharaohs: Pharaohs,
    found: &'a mut Vec<Move>,
}

impl<'a> Kills<'a> {
    /// Fills `found`; `beam` is the mover's, `spare` is overwritten.
    pub fn find(position: &Position, beam: &Beam, spare: &mut Beam, found: &'a mut Vec<Move>) {
        found.clear();
        visit(position, beam, spare, &mut Kills { pharaohs: Pharaohs::of(position), found });
    }
}

impl Visitor for Kills<'_> {
    const QUIET: bool = false;
    const HITTING: bool = true;

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
        if self.pharaohs.end(mv, hits) == End::Wins {
            self.found.push(mv);
        }
    }
}
