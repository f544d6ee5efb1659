//! The moves of a position with the hits of their shots, found without making any move.
//!
//! Moves are found piece by piece. If the piece is on the beam, the beam is retraced once without it. All steps to squares off
//! this beam have the same shot and form one [`Group`]. For each move that places or changes a piece on the beam, the beam is
//! retraced again, from the first leg that the move touches.

use crate::beam::{Beam, Patched};
use crate::movegen::Generator;
use crate::rays::{Steps, neighbours};
use crate::{Bitboard, Board, Kind, Move, Orientation, Piece, Position, Square, Turn};

/// Steps of one piece to empty squares, all with the same shot. The beam does not touch the targets and does not hit the
/// square that the piece leaves. So the hit pieces can be removed before or after the step.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The square of the piece.
    pub from: Square,
    /// The piece there.
    pub piece: Piece,
    /// The piece that remains on the square: the lower Obelisk if the top of a stack moves, else none.
    pub left: Option<Piece>,
    /// The piece on the target after the step.
    pub placed: Piece,
    /// The targets.
    pub targets: Bitboard,
    /// The squares that the shot hits.
    pub hits: Bitboard,
}

impl Group {
    /// Returns the moves of the group.
    #[inline(always)]
    pub fn moves(self) -> impl Iterator<Item = Move> + Clone {
        Steps::new(self.from, self.targets)
            .map(move |to| if self.left.is_some() { Move::top(self.from, to) } else { Move::step(self.from, to) })
    }
}

/// A receiver of the moves of a position.
pub trait Visitor {
    /// Whether each kind of piece has a copy of the code. This is faster if little else runs between two positions. Else the copies
    /// displace other code from the instruction cache.
    const COPIES: bool = false;

    /// Returns whether to pass on moves whose shot hits these squares.
    fn wants(&self, hits: Bitboard) -> bool;
    /// Receives steps that have the same shot. The group may have no targets.
    fn steps(&mut self, group: Group);
    /// Receives the rotations of a piece off the beam. A Scarab or Eye has one rotation, other pieces have two.
    fn rotations(&mut self, from: Square, piece: Piece, turns: &'static [Turn], hits: Bitboard);
    /// Receives any other move.
    fn single(&mut self, mv: Move, hits: Bitboard);
}

/// Passes the moves of `position` to `visitor`. `beam` is the beam of the player to move in this position; `spare` is
/// overwritten.
#[inline(always)]
pub fn shots<V: Visitor>(position: &Position, beam: &Beam, spare: &mut Beam, visitor: &mut V) {
    let mut generator = Generator::new(position);
    if !visitor.wants(beam.hits()) {
        // A piece that is neither on the beam nor next to it cannot change the shot.
        generator.keep(beam.path().spread());
    }
    let mut pieces = Pieces { position, beam, spare, visitor };
    for from in generator.turners {
        pieces.steps(from, neighbours(from) & generator.free);
        pieces.rotations(from, &Turn::BOTH);
    }
    for from in generator.swappers {
        pieces.steps(from, neighbours(from) & generator.free);
        pieces.each(from, neighbours(from) & generator.free_or_swap & !generator.free, Move::step);
        pieces.rotations(from, &[Turn::Clockwise]);
    }
    for from in generator.pharaoh {
        pieces.steps(from, neighbours(from) & generator.free);
    }
    for from in generator.obelisks {
        pieces.steps(from, neighbours(from) & generator.free);
        pieces.each(from, neighbours(from) & generator.free_or_stack & !generator.free, Move::step);
    }
    for from in generator.stacks {
        pieces.steps(from, neighbours(from) & generator.free);
        pieces.tops(from, neighbours(from) & generator.free);
        pieces.each(from, neighbours(from) & generator.free_or_stack & !generator.free, Move::top);
    }
    if let Some(turn) = generator.sphinx {
        pieces.single(turn, position.touching_shot(beam, turn));
    }
}

struct Pieces<'a, V> {
    position: &'a Position,
    beam: &'a Beam,
    spare: &'a mut Beam,
    visitor: &'a mut V,
}

impl<V: Visitor> Pieces<'_, V> {
    #[inline(always)]
    fn single(&mut self, mv: Move, hits: Bitboard) {
        if self.visitor.wants(hits) {
            self.visitor.single(mv, hits);
        }
    }

    /// Passes on the steps of a whole piece to empty squares.
    #[inline(always)]
    fn steps(&mut self, from: Square, targets: Bitboard) {
        if V::COPIES { self.copied_steps(from, targets) } else { self.called_steps(from, targets) }
    }

    #[inline(never)]
    fn called_steps(&mut self, from: Square, targets: Bitboard) {
        self.copied_steps(from, targets);
    }

    #[inline(always)]
    fn copied_steps(&mut self, from: Square, targets: Bitboard) {
        let board = self.position.board();
        let Some(piece) = board.piece_at(from) else { return };
        let mut beam = self.beam;
        if beam.path().has(from) {
            let lifted = Patched { view: board, changed: [(from, None); 2] };
            self.spare.retrace(beam, &lifted, Bitboard::of(from));
            beam = self.spare;
        }
        let group = Group { from, piece, left: None, placed: piece, targets, hits: beam.hits() };
        put_down(self.visitor, board, beam, group);
    }

    /// Passes on the steps of the top of a stack to empty squares.
    #[inline(always)]
    fn tops(&mut self, from: Square, targets: Bitboard) {
        if self.beam.path().has(from) {
            return self.each(from, targets, Move::top);
        }
        let obelisk = Piece::new(self.position.side_to_move(), Kind::Obelisk, Orientation::FIRST);
        let piece = Piece::new(self.position.side_to_move(), Kind::Stack, Orientation::FIRST);
        let group = Group { from, piece, left: Some(obelisk), placed: obelisk, targets, hits: self.beam.hits() };
        put_down(self.visitor, self.position.board(), self.beam, group);
    }

    /// Passes on moves one by one, each with its own shot.
    #[inline(never)]
    fn each(&mut self, from: Square, targets: Bitboard, to_move: fn(Square, Square) -> Move) {
        for to in Steps::new(from, targets) {
            let mv = to_move(from, to);
            self.single(mv, self.position.shot(self.beam, mv));
        }
    }

    /// Passes on the rotations of a piece.
    #[inline(always)]
    fn rotations(&mut self, from: Square, turns: &'static [Turn]) {
        if V::COPIES { self.copied_rotations(from, turns) } else { self.called_rotations(from, turns) }
    }

    #[inline(never)]
    fn called_rotations(&mut self, from: Square, turns: &'static [Turn]) {
        self.copied_rotations(from, turns);
    }

    #[inline(always)]
    fn copied_rotations(&mut self, from: Square, turns: &'static [Turn]) {
        let Some(piece) = self.position.piece_at(from) else { return };
        if !self.beam.path().has(from) {
            if self.visitor.wants(self.beam.hits()) {
                self.visitor.rotations(from, piece, turns, self.beam.hits());
            }
            return;
        }
        for mv in turns.iter().map(|&turn| Move::rotate(from, turn)) {
            self.single(mv, self.position.touching_shot(self.beam, mv));
        }
    }
}

/// Passes on the steps of the group. Steps to squares off `beam` are passed on together, steps onto `beam` one by one.
#[inline(always)]
fn put_down<V: Visitor>(visitor: &mut V, board: &Board, beam: &Beam, group: Group) {
    let off_beam = Group { targets: group.targets & !beam.path(), ..group };
    if visitor.wants(off_beam.hits) {
        visitor.steps(off_beam);
    }
    for to in Steps::new(group.from, group.targets & beam.path()) {
        let placed = Patched { view: board, changed: [(group.from, group.left), (to, Some(group.placed))] };
        let hits = beam.hits_from_first_touched(&placed, Bitboard::of(to));
        if visitor.wants(hits) {
            let mv = if group.left.is_some() { Move::top(group.from, to) } else { Move::step(group.from, to) };
            visitor.single(mv, hits);
        }
    }
}
