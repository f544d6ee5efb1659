//! All moves of a position with what the shot of each hits, found without making any.
//!
//! Piece by piece: when a piece is lifted, the light goes on as it would without it, and it stays so wherever the piece is
//! put down in the dark. So the steps of a piece come in a [`Group`] with one shot for all of them; only a piece that is put down in
//! the light, or changes there, is traced on its own, from the first square of the beam that changes.

use super::beam::{Beam, Patched, View};
use super::bitboard::Bitboard;
use super::board::Board;
use super::movegen::Generator;
use super::moves::Move;
use super::piece::{Kind, Orientation, Piece, Turn};
use super::position::Position;
use super::rays::{Steps, neighbours};
use super::square::Square;

/// Steps of one piece to empty squares, all with the same shot. No light falls on any of the targets, and nothing is hit on
/// the square that is left, so what is hit can be removed before the step or after it.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Where the piece comes from.
    pub from: Square,
    /// What stands there.
    pub piece: Piece,
    /// What stays there: the lower Obelisk when the top of a stack steps off, else nothing.
    pub left: Option<Piece>,
    /// What is put down.
    pub placed: Piece,
    /// Where to.
    pub targets: Bitboard,
    /// What is hit.
    pub hits: Bitboard,
}

impl Group {
    /// The moves.
    #[inline(always)]
    pub fn moves(self) -> impl Iterator<Item = Move> + Clone {
        Steps::new(self.from, self.targets)
            .map(move |to| if self.left.is_some() { Move::top(self.from, to) } else { Move::step(self.from, to) })
    }
}

/// Takes the moves of a position as they are found.
pub trait Visitor {
    /// Whether moves that hit nothing are wanted.
    const QUIET: bool;
    /// Whether moves that hit something are wanted.
    const HITTING: bool;
    /// Whether all moves that leave the shot as it is are wanted; else they may be left out.
    const DARK: bool = true;

    /// Steps with one shot for all; there may be no targets.
    fn steps(&mut self, group: Group);
    /// The rotations of a piece, both or, of a Scarab or Eye, the one: they leave the beam as it is.
    fn rotations(&mut self, from: Square, piece: Piece, turns: &'static [Turn], hits: Bitboard);
    /// Any move.
    fn single(&mut self, mv: Move, hits: Bitboard);
}

/// Shows `visitor` every move of `position` it wants. `beam` is the mover's, traced in this position; `spare` is overwritten.
#[inline(always)]
pub fn visit<V: Visitor>(position: &Position, beam: &Beam, spare: &mut Beam, visitor: &mut V) {
    let mut generator = Generator::new(position);
    if !V::DARK || !Pieces::<V>::wants(beam.hits()) {
        // Who stands apart from the light cannot change it.
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
    fn wants(hits: Bitboard) -> bool {
        if hits.is_empty() { V::QUIET } else { V::HITTING }
    }

    #[inline(always)]
    fn single(&mut self, mv: Move, hits: Bitboard) {
        if Self::wants(hits) {
            self.visitor.single(mv, hits);
        }
    }

    /// Steps of a whole piece to empty squares.
    #[inline(always)]
    fn steps(&mut self, from: Square, targets: Bitboard) {
        let board = self.position.board();
        let Some(piece) = board.piece_at(from) else { return };
        if self.beam.path().has(from) {
            let lifted = Patched { view: board, changed: [(from, None); 2] };
            self.spare.retrace(self.beam, &lifted, Bitboard::of(from));
            put_down(
                self.visitor,
                board,
                self.spare,
                Group { from, piece, left: None, placed: piece, targets, hits: self.spare.hits() },
            );
        } else {
            put_down(
                self.visitor,
                board,
                self.beam,
                Group { from, piece, left: None, placed: piece, targets, hits: self.beam.hits() },
            );
        }
    }

    /// Steps of the top of a stack to empty squares.
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

    /// Moves that are looked at one by one.
    #[inline(always)]
    fn each(&mut self, from: Square, targets: Bitboard, to_move: impl Fn(Square, Square) -> Move) {
        for to in Steps::new(from, targets) {
            let mv = to_move(from, to);
            self.single(mv, self.position.shot(self.beam, mv));
        }
    }

    /// The rotations of a piece that has any.
    #[inline(always)]
    fn rotations(&mut self, from: Square, turns: &'static [Turn]) {
        let Some(piece) = self.position.piece_at(from) else { return };
        if !self.beam.path().has(from) {
            if Self::wants(self.beam.hits()) {
                self.visitor.rotations(from, piece, turns, self.beam.hits());
            }
            return;
        }
        for mv in turns.iter().map(|&turn| Move::rotate(from, turn)) {
            self.single(mv, self.position.touching_shot(self.beam, mv));
        }
    }
}

/// Puts a piece down on all targets of the group: in the dark, where the shot is that of `light`, and in the light.
#[inline(always)]
fn put_down<V: Visitor>(visitor: &mut V, board: &Board, light: &Beam, group: Group) {
    let dark = Group { targets: group.targets & !light.path(), ..group };
    if Pieces::<V>::wants(dark.hits) {
        visitor.steps(dark);
    }
    for to in Steps::new(group.from, group.targets & light.path()) {
        let placed = Patched { view: board, changed: [(group.from, group.left), (to, Some(group.placed))] };
        let hits = light.hits_from_first_touched(&placed, Bitboard::of(to));
        if Pieces::<V>::wants(hits) {
            let mv = if group.left.is_some() { Move::top(group.from, to) } else { Move::step(group.from, to) };
            visitor.single(mv, hits);
        }
    }
}
