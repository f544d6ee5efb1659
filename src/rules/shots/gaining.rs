//! Gaining shots: the moves that change the beam so that it hits an opponent's piece.
//!
//! The mover's beam must not be split by an Eye, so it hits at most one piece. A move can gain only if it rotates the laser,
//! removes a piece from the path, puts a mirror on the path or rotates a mirror on the path. An own piece without a mirror
//! gains nothing on the path: it absorbs the beam or is hit itself. Other moves are not examined. [`all`](super::all) lists
//! every move, for every beam.

use super::continuation::{ContinuationEnd, Continuations};
use crate::beam::{Beam, Patched};
use crate::movegen::Generator;
use crate::optics::{Effect, effect};
use crate::rays::{self, Origin, Steps, neighbours};
use crate::{Bitboard, Direction, Kind, Move, Piece, Position, Square, Turn};

/// Buffers for listing shots, and the continuations of the last board.
#[derive(Default)]
pub struct Scratch {
    continuations: Continuations,
    /// A beam to overwrite.
    pub beam: Beam,
}

/// Calls `each` with every move that changes the beam so that it hits an opponent's piece, and with the squares that it hits.
/// May also report moves that hit only own pieces. `beam` is the mover's beam in this position, which no Eye splits.
#[inline(always)]
pub fn shots(position: &Position, beam: &Beam, scratch: &mut Scratch, mut each: impl FnMut(Move, Bitboard)) {
    debug_assert!(beam.is_single());
    let generator = Generator::new(position);
    let board = position.board();
    let Scratch { continuations, beam: spare } = scratch;
    continuations.reset_for(board);
    let opponents = board.colour(position.side_to_move().other());
    let mut pieces = Mirrors { position, beam, opponents, continuations, spare, each: &mut each };
    let path = beam.path();
    let on_path = path & generator.free;
    let near = on_path.spread() & board.kind(Kind::Pyramid);
    for from in generator.turners & (near | path) {
        pieces.steps(from, neighbours(from) & generator.free);
        if path.has(from) {
            pieces.rotations(from, &Turn::BOTH);
        }
    }
    for from in generator.swappers & path.spread() {
        pieces.steps(from, neighbours(from) & generator.free);
        pieces.swaps(from, neighbours(from) & generator.free_or_swap & !generator.free);
        if path.has(from) {
            pieces.rotations(from, &[Turn::Clockwise]);
        }
    }
    for from in generator.pharaoh & path {
        pieces.steps(from, neighbours(from) & generator.free);
    }
    for from in generator.obelisks & path {
        pieces.steps(from, neighbours(from) & generator.free);
        pieces.swaps(from, neighbours(from) & generator.free_or_stack & !generator.free);
    }
    for from in generator.stacks & path {
        pieces.steps(from, neighbours(from) & generator.free);
    }
    if let Some(turn) = generator.sphinx {
        pieces.turn_sphinx(turn);
    }
}

/// The search for gaining shots in one position.
struct Mirrors<'a, F> {
    position: &'a Position,
    beam: &'a Beam,
    opponents: Bitboard,
    continuations: &'a mut Continuations,
    spare: &'a mut Beam,
    each: &'a mut F,
}

impl<F: FnMut(Move, Bitboard)> Mirrors<'_, F> {
    /// Reports a move if its beam, which ends at `end`, hits an opponent's piece.
    #[inline(always)]
    fn end(&mut self, mv: Move, end: ContinuationEnd) {
        match end {
            ContinuationEnd::Lost => {}
            ContinuationEnd::Hit(square) => {
                if self.opponents.has(square) {
                    (self.each)(mv, Bitboard::of(square));
                }
            }
            ContinuationEnd::Unknown => self.trace(mv),
        }
    }

    /// Traces and reports a move whose shot does not follow from a continuation.
    #[inline(never)]
    fn trace(&mut self, mv: Move) {
        let hits = self.position.touching_shot(self.beam, mv);
        // Here the board is still that before the move. After a swap, only the caller can determine whose piece is hit.
        if !hits.is_empty() {
            (self.each)(mv, hits);
        }
    }

    /// Reports a gaining move after which the beam meets `piece` on `square`. A piece that neither turns nor splits the beam ends
    /// it without a gain.
    #[inline(always)]
    fn meet(&mut self, mv: Move, (square, direction): (Square, Direction), piece: Piece, changed: Bitboard) {
        match effect(piece, direction) {
            Effect::Turn(turned) => {
                let end = self.continuations.get(self.position.board(), square, turned).end(changed);
                self.end(mv, end);
            }
            Effect::Split(_) => self.trace(mv),
            Effect::Pass | Effect::Absorb | Effect::Hit => {}
        }
    }

    /// Returns the direction in which the beam first reaches a square of the path.
    #[inline(always)]
    fn direction_to(&self, square: Square) -> Direction {
        self.beam.first_touched(Bitboard::of(square), |_| {}).direction()
    }

    /// Reports the steps of a piece to empty squares.
    #[inline(never)]
    fn steps(&mut self, from: Square, targets: Bitboard) {
        let Some(piece) = self.position.piece_at(from) else { return };
        let path = self.beam.path();
        if !path.has(from) {
            for to in Steps::new(from, targets & path) {
                let direction = self.direction_to(to);
                self.meet(Move::step(from, to), (to, direction), piece, Bitboard::of(from) | Bitboard::of(to));
            }
            return;
        }
        let mut before = Bitboard::EMPTY;
        let leg = self.beam.first_touched(Bitboard::of(from), |leg| before |= leg.squares());
        before |= leg.squares();
        let direction = leg.direction();
        let straight = self.continuations.get(self.position.board(), from, direction);
        let on_path = match straight.end(Bitboard::of(from)) {
            ContinuationEnd::Unknown => return self.lift(from, piece, targets),
            ContinuationEnd::Lost => before | straight.path(),
            ContinuationEnd::Hit(square) => {
                let on_path = before | straight.path();
                if self.opponents.has(square) {
                    for to in Steps::new(from, targets & !on_path) {
                        (self.each)(Move::step(from, to), Bitboard::of(square));
                    }
                }
                on_path
            }
        };
        if !matches!(piece.kind(), Kind::Pyramid | Kind::Scarab | Kind::Eye) {
            return;
        }
        for to in Steps::new(from, targets & on_path) {
            let mv = Move::step(from, to);
            let changed = Bitboard::of(from) | Bitboard::of(to);
            if before.has(to) {
                let direction = self.direction_to(to);
                self.meet(mv, (to, direction), piece, changed);
            } else if rays::ray(Origin::square(from), direction).has(to) {
                self.meet(mv, (to, direction), piece, changed);
            } else {
                self.trace(mv);
            }
        }
    }

    /// Reports the steps of a piece on the path if the continuation of the beam without this piece is unknown.
    #[inline(never)]
    fn lift(&mut self, from: Square, piece: Piece, targets: Bitboard) {
        let board = self.position.board();
        let lifted = Patched { view: board, changed: [(from, None); 2] };
        self.spare.retrace(self.beam, &lifted, Bitboard::of(from));
        let (off, on) = (targets & !self.spare.path(), targets & self.spare.path());
        for to in Steps::new(from, off).chain(Steps::new(from, on)) {
            let hits = if off.has(to) {
                self.spare.hits()
            } else {
                let placed = Patched { view: board, changed: [(from, None), (to, Some(piece))] };
                self.spare.hits_from_first_touched(&placed, Bitboard::of(to))
            };
            if !hits.is_empty() {
                (self.each)(Move::step(from, to), hits);
            }
        }
    }

    /// Reports the steps of a piece to occupied squares: swaps, and the stacking of an Obelisk.
    #[inline(never)]
    fn swaps(&mut self, from: Square, targets: Bitboard) {
        for to in Steps::new(from, targets) {
            let mv = Move::step(from, to);
            let changed = mv.touched();
            if self.beam.path().is_disjoint(changed) {
                continue;
            }
            let leg = self.beam.first_touched(changed, |_| {});
            let Some(square) = rays::nearest(leg.squares() & changed, leg.direction()) else { continue };
            match self.position.piece_after(mv, square) {
                None => {
                    let light = self.continuations.get(self.position.board(), square, leg.direction());
                    self.end(mv, light.end(changed));
                }
                // The piece on this square may be the opponent's, after a swap.
                Some(piece) if effect(piece, leg.direction()) == Effect::Hit => {
                    (self.each)(mv, Bitboard::of(square));
                }
                Some(piece) => self.meet(mv, (square, leg.direction()), piece, changed),
            }
        }
    }

    /// Reports the rotations of a piece on the path.
    #[inline(never)]
    fn rotations(&mut self, from: Square, turns: &'static [Turn]) {
        let Some(piece) = self.position.piece_at(from) else { return };
        let direction = self.direction_to(from);
        for &turn in turns {
            self.meet(Move::rotate(from, turn), (from, direction), piece.rotated(turn), Bitboard::of(from));
        }
    }

    /// Reports the rotation of the Sphinx, which rotates the laser.
    #[inline(always)]
    fn turn_sphinx(&mut self, turn: Move) {
        let square = turn.from();
        if let Some(sphinx) = self.position.piece_after(turn, square) {
            let facing = sphinx.orientation().facing();
            let end = self.continuations.get(self.position.board(), square, facing).end(Bitboard::of(square));
            self.end(turn, end);
        }
    }
}
