//! The move generator, in stages by what a move does to the mover's beam.
//!
//! A move that touches no square of the beam's path leaves its shot as it was, so [`Generator::untouched`] moves need no
//! tracing at all, and only [`Generator::touching`] ones can change what is hit. Together they are [`Generator::all`].

use super::beam::{Beam, View};
use super::bitboard::Bitboard;
use super::moves::Move;
use super::piece::{Kind, Turn};
use super::position::Position;
use super::rays::{Steps, neighbours};
use super::ruleset;
use super::square::Square;

/// What there is to move in one position. It is a copy, so the position can be changed while it generates.
#[derive(Clone, Copy)]
pub struct Generator {
    pub(super) pharaoh: Bitboard,
    /// Pyramids and Anubis.
    pub(super) turners: Bitboard,
    /// Scarabs and Eyes.
    pub(super) swappers: Bitboard,
    pub(super) obelisks: Bitboard,
    pub(super) stacks: Bitboard,
    /// Where a step may end.
    pub(super) free: Bitboard,
    /// Where a Scarab's step may end: also on what it can change places with.
    pub(super) free_or_swap: Bitboard,
    /// Where an Obelisk's step may end: also on an own single Obelisk, where the rules have stacks.
    pub(super) free_or_stack: Bitboard,
    /// The one turn of the Sphinx.
    pub(super) sphinx: Option<Move>,
}

/// Which of the moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    All,
    Untouched(Bitboard),
    Touching(Bitboard),
}

impl Stage {
    /// Of the pieces, those that have moves in this stage.
    #[inline(always)]
    fn pieces(self, pieces: Bitboard) -> Bitboard {
        match self {
            Stage::All | Stage::Touching(_) => pieces,
            Stage::Untouched(path) => pieces & !path,
        }
    }

    /// Of the targets of a piece, those in this stage.
    #[inline(always)]
    fn targets(self, from: Square, targets: Bitboard) -> Bitboard {
        match self {
            Stage::All => targets,
            Stage::Untouched(path) => targets & !path,
            Stage::Touching(path) if path.has(from) => targets,
            Stage::Touching(path) => targets & path,
        }
    }

    /// Whether the rotations of a piece are in this stage.
    #[inline(always)]
    fn rotations(self, from: Square) -> bool {
        match self {
            Stage::All | Stage::Untouched(_) => true,
            Stage::Touching(path) => path.has(from),
        }
    }
}

impl Generator {
    /// For the side to move; both Pharaohs stand.
    #[inline(always)]
    pub fn new(position: &Position) -> Generator {
        let (board, colour, rule_set) = (position.board(), position.side_to_move(), position.rule_set());
        let own = board.colour(colour);
        let kind = |kind| board.kind(kind);
        let may_enter = !rule_set.forbidden(colour);
        let free = may_enter & !board.occupied();
        let swappable = kind(Kind::Pyramid) | kind(Kind::Anubis) | kind(Kind::Obelisk) | kind(Kind::Stack);
        let obelisks = own & kind(Kind::Obelisk);
        let onto = if rule_set.rules().stacking { obelisks & may_enter } else { Bitboard::EMPTY };
        let sphinx = (own & kind(Kind::Sphinx)).lowest().map(|square| {
            // Of the two facings the second is a quarter-turn anticlockwise from the first, for both colours.
            let [first, _] = ruleset::facings(colour);
            let faces_first = board.piece_at(square).is_some_and(|sphinx| sphinx.orientation().facing() == first);
            Move::rotate(square, if faces_first { Turn::Anticlockwise } else { Turn::Clockwise })
        });
        Generator {
            pharaoh: own & kind(Kind::Pharaoh),
            turners: own & (kind(Kind::Pyramid) | kind(Kind::Anubis)),
            swappers: own & (kind(Kind::Scarab) | kind(Kind::Eye)),
            obelisks,
            stacks: own & kind(Kind::Stack),
            free,
            free_or_swap: free | (may_enter & swappable),
            free_or_stack: free | onto,
            sphinx,
        }
    }

    /// All moves.
    #[inline(always)]
    pub fn all(&self, each: impl FnMut(Move)) {
        self.generate(Stage::All, each);
    }

    /// The moves that leave every square of `beam` as it is: their shot is the beam's.
    #[inline(always)]
    pub fn untouched(&self, beam: &Beam, each: impl FnMut(Move)) {
        self.generate(Stage::Untouched(beam.path()), each);
    }

    /// The moves that change a square of `beam`, or turn the laser.
    #[inline(always)]
    pub fn touching(&self, beam: &Beam, each: impl FnMut(Move)) {
        self.generate(Stage::Touching(beam.path()), each);
    }

    /// The moves whose shot hits something, with what it hits: those that change the beam so, and all others if it does
    /// already. No move without a hit is looked at but those that touch the beam.
    #[inline]
    pub fn hitting(&self, position: &Position, beam: &Beam, mut each: impl FnMut(Move, Bitboard)) {
        self.touching(beam, |mv| {
            let hits = position.touching_shot(beam, mv);
            if !hits.is_empty() {
                each(mv, hits);
            }
        });
        if !beam.hits().is_empty() {
            self.untouched(beam, |mv| each(mv, beam.hits()));
        }
    }

    #[inline(always)]
    fn generate(&self, stage: Stage, mut each: impl FnMut(Move)) {
        for from in stage.pieces(self.turners) {
            for to in Steps::new(from, stage.targets(from, neighbours(from) & self.free)) {
                each(Move::step(from, to));
            }
            if stage.rotations(from) {
                each(Move::rotate(from, Turn::Clockwise));
                each(Move::rotate(from, Turn::Anticlockwise));
            }
        }
        for from in stage.pieces(self.swappers) {
            for to in Steps::new(from, stage.targets(from, neighbours(from) & self.free_or_swap)) {
                each(Move::step(from, to));
            }
            if stage.rotations(from) {
                each(Move::rotate(from, Turn::Clockwise));
            }
        }
        for from in stage.pieces(self.pharaoh) {
            for to in Steps::new(from, stage.targets(from, neighbours(from) & self.free)) {
                each(Move::step(from, to));
            }
        }
        for from in stage.pieces(self.obelisks) {
            for to in Steps::new(from, stage.targets(from, neighbours(from) & self.free_or_stack)) {
                each(Move::step(from, to));
            }
        }
        for from in stage.pieces(self.stacks) {
            for to in Steps::new(from, stage.targets(from, neighbours(from) & self.free)) {
                each(Move::step(from, to));
            }
            for to in Steps::new(from, stage.targets(from, neighbours(from) & self.free_or_stack)) {
                each(Move::top(from, to));
            }
        }
        if let (Some(turn), Stage::All | Stage::Touching(_)) = (self.sphinx, stage) {
            each(turn);
        }
    }

    /// How many moves there are, without making a list of them.
    #[inline]
    pub fn count(&self) -> u64 {
        let steps = |pieces: Bitboard, targets: Bitboard| {
            pieces.into_iter().map(|from| (neighbours(from) & targets).len()).sum::<u32>()
        };
        let rotations = 2 * self.turners.len() + self.swappers.len() + u32::from(self.sphinx.is_some());
        let moves = rotations
            + steps(self.turners | self.pharaoh | self.stacks, self.free)
            + steps(self.swappers, self.free_or_swap)
            + steps(self.obelisks | self.stacks, self.free_or_stack);
        u64::from(moves)
    }
}
