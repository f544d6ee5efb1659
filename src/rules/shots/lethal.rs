//! Lethal shots: whether a player has a move whose shot hits the opponent's Pharaoh and not the player's own.
//!
//! A move changes one or two squares. If its shot is lethal and the standing shot is not, the shot follows the standing beam to
//! the first changed square. From the last changed square, it follows one of the Pharaoh's [`Approaches`]. Few moves connect
//! the standing beam with an approach, and only these are traced. The same holds for each branch of a split beam.

use super::approaches::Approaches;
use super::continuation::Continuation;
use crate::movegen::Generator;
use crate::optics::{Effect, effect};
use crate::rays::{Steps, neighbours};
use crate::ruleset::{self, Laser};
use crate::{Beam, Bitboard, Colour, Kind, Move, Piece, Position, Square, Turn};

/// Returns a move of `colour` whose shot hits the opponent's Pharaoh and not the player's own, if there is one. Either side
/// may be to move. Both Pharaohs must be on the board. `beam` is the standing beam of `colour` and must not hit the opponent's
/// Pharaoh. `approaches` are the approaches to the opponent's Pharaoh.
#[inline]
pub fn lethal_move(position: &Position, colour: Colour, beam: &Beam, approaches: &Approaches) -> Option<Move> {
    let target = position.pharaoh(colour.other())?;
    debug_assert!(!beam.hits().has(target));
    debug_assert_eq!(approaches, &Approaches::of(position.board(), target));
    // A move changes one square or two neighbours: one on the beam, and one on an approach. Or it rotates the Sphinx.
    let is_near = !beam.path().spread().is_disjoint(approaches.squares());
    if !is_near && !may_start(position, colour, approaches) {
        return None;
    }
    let search = Search { position, colour, target, beam, approaches, generator: Generator::of(position, colour) };
    if !position.board().kind(Kind::Eye).is_empty() {
        return search.through_eyes();
    }
    search
        .sphinx()
        .or_else(|| search.turning())
        .or_else(|| search.leaving())
        .or_else(|| search.arriving())
        .or_else(|| search.swaps())
}

/// Returns whether an approach begins at the Sphinx of a colour.
#[inline(always)]
fn may_start(position: &Position, colour: Colour, approaches: &Approaches) -> bool {
    position.rule_set().rules().laser == Laser::Sphinx && approaches.squares().has(ruleset::corner(colour))
}

/// The search for a lethal shot in one position.
struct Search<'a> {
    position: &'a Position,
    colour: Colour,
    target: Square,
    beam: &'a Beam,
    approaches: &'a Approaches,
    generator: Generator,
}

impl Search<'_> {
    /// Returns the mirrors that can move: Pyramids, Scarabs and Eyes.
    #[inline(always)]
    fn mirrors(&self) -> Bitboard {
        (self.generator.turners & self.position.board().kind(Kind::Pyramid)) | self.generator.swappers
    }

    /// Returns the senses in which a mirror rotates. A Scarab or Eye rotates in only one sense.
    #[inline(always)]
    fn senses(&self, square: Square) -> &'static [Turn] {
        if self.generator.swappers.has(square) { &Turn::BOTH[..1] } else { &Turn::BOTH[..] }
    }

    /// Returns the move if it is lethal.
    #[inline(never)]
    fn lethal(&self, mv: Move) -> Option<Move> {
        let hits = self.position.touching_shot(self.beam, mv);
        (hits.has(self.target) && !self.hits_own_pharaoh(mv, hits)).then_some(mv)
    }

    /// Returns whether the shot of a move hits the mover's Pharaoh.
    #[inline]
    fn hits_own_pharaoh(&self, mv: Move, hits: Bitboard) -> bool {
        let pharaoh = self.generator.pharaoh;
        let moved = if pharaoh.has(mv.from()) { Bitboard::of(mv.to()) } else { pharaoh };
        !moved.is_disjoint(hits)
    }

    /// Returns the first lethal step of a piece to one of the targets.
    #[inline]
    fn lethal_step(&self, from: Square, targets: Bitboard) -> Option<Move> {
        Steps::new(from, targets).find_map(|to| self.lethal(Move::step(from, to)))
    }

    /// Returns the rotation of the Sphinx if it is lethal.
    #[inline(always)]
    fn sphinx(&self) -> Option<Move> {
        let turn = self.generator.sphinx.filter(|_| may_start(self.position, self.colour, self.approaches));
        turn.and_then(|turn| self.lethal(turn))
    }

    /// Returns a lethal move of a mirror that steps onto the beam or rotates on it, and turns the beam into an approach.
    #[inline(always)]
    fn turning(&self) -> Option<Move> {
        let Generator { free, swappers, .. } = self.generator;
        let mirrors = self.mirrors();
        let lit = self.beam.path() & self.approaches.squares();
        if lit.is_empty() {
            return None;
        }
        for leg in self.beam.legs() {
            if lit.is_disjoint(leg.squares()) {
                continue;
            }
            for quarters in [1, 3] {
                let turned = leg.direction().turned(quarters);
                for square in leg.squares() & self.approaches.leaving(turned) & (free | mirrors) {
                    let turns = |piece: Piece| effect(piece, leg.direction()) == Effect::Turn(turned);
                    let piece = |square| self.position.piece_at(square);
                    let mv = if free.has(square) {
                        (neighbours(square) & mirrors).into_iter().find_map(|from| {
                            piece(from)
                                .filter(|&mirror| turns(mirror))
                                .and_then(|_| self.lethal(Move::step(from, square)))
                        })
                    } else {
                        let turn = |turn| piece(square).is_some_and(|mirror| turns(mirror.rotated(turn)));
                        let found = self.senses(square).iter().find(|&&sense| turn(sense));
                        found.and_then(|&sense| self.lethal(Move::rotate(square, sense)))
                    };
                    if mv.is_some() {
                        return mv;
                    }
                }
            }
        }
        // A beam may meet a Scarab twice, once at each of its mirrors.
        (swappers & self.beam.path() & self.approaches.squares())
            .into_iter()
            .find_map(|square| self.lethal(Move::rotate(square, Turn::Clockwise)))
    }

    /// Returns a lethal step of a piece that leaves its square on the beam, so that the beam passes straight over the square.
    #[inline(always)]
    fn leaving(&self) -> Option<Move> {
        let Generator { free, turners, swappers, pharaoh, obelisks, stacks, free_or_stack, .. } = self.generator;
        let approaches = self.approaches.squares();
        for leg in self.beam.legs() {
            let ends = leg.squares() & (turners | swappers | pharaoh | obelisks | stacks);
            for from in ends {
                let steps = neighbours(from) & if obelisks.has(from) { free_or_stack } else { free };
                let mv = if self.approaches.leaving(leg.direction()).has(from) {
                    self.lethal_step(from, steps)
                } else {
                    // The beam must return to this square, or meet the piece on its new square.
                    let onto = if approaches.has(from) { steps } else { steps & approaches };
                    if onto.is_empty() {
                        continue;
                    }
                    let light = Continuation::trace(self.position.board(), from, leg.direction()).path();
                    let onto = if light.has(from) { onto } else { onto & light };
                    self.lethal_step(from, onto)
                };
                if mv.is_some() {
                    return mv;
                }
            }
        }
        None
    }

    /// Returns a lethal step of a mirror onto the beam. The mirror turns the beam so that the beam meets it again or reaches
    /// the square that the mirror left.
    #[inline(always)]
    fn arriving(&self) -> Option<Move> {
        let Generator { free, turners, swappers, .. } = self.generator;
        let (path, approaches, board) = (self.beam.path(), self.approaches.squares(), self.position.board());
        let mirrors = (turners & board.kind(Kind::Pyramid) & approaches) | swappers;
        for from in mirrors & path.spread() {
            let onto = neighbours(from) & free & path;
            for to in Steps::new(from, if approaches.has(from) { onto } else { onto & approaches }) {
                let Some(piece) = self.position.piece_at(from) else { continue };
                let direction = self.beam.first_touched(Bitboard::of(to), |_| {}).direction();
                if let Effect::Turn(turned) = effect(piece, direction) {
                    let light = Continuation::trace(board, to, turned).path();
                    if (light.has(from) || light.has(to))
                        && let Some(mv) = self.lethal(Move::step(from, to))
                    {
                        return Some(mv);
                    }
                }
            }
        }
        None
    }

    /// Returns a lethal swap that touches the beam and an approach.
    #[inline(always)]
    fn swaps(&self) -> Option<Move> {
        let Generator { free, free_or_swap, swappers, .. } = self.generator;
        let (path, approaches) = (self.beam.path(), self.approaches.squares());
        for from in swappers & path.spread() {
            for to in Steps::new(from, neighbours(from) & free_or_swap & !free) {
                let touched = Bitboard::of(from) | Bitboard::of(to);
                if !touched.is_disjoint(path)
                    && !touched.is_disjoint(approaches)
                    && let Some(mv) = self.lethal(Move::step(from, to))
                {
                    return Some(mv);
                }
            }
        }
        None
    }

    /// Returns a lethal move that touches the beam and an approach. Skips steps of pieces without mirrors onto the beam,
    /// rotations of an Anubis, and moves of the top of a stack, because these only block the beam.
    #[inline(never)]
    fn through_eyes(&self) -> Option<Move> {
        let Generator { free, free_or_stack, turners, pharaoh, obelisks, stacks, .. } = self.generator;
        let (path, approaches, mirrors) = (self.beam.path(), self.approaches.squares(), self.mirrors());
        let lit = path & approaches;
        let leaving = (turners | pharaoh | obelisks | stacks) & lit;
        (leaving | (mirrors & path.spread()))
            .into_iter()
            .find_map(|from| {
                let onto = neighbours(from) & if obelisks.has(from) { free_or_stack } else { free };
                let onto = if path.has(from) { onto } else { onto & path };
                self.lethal_step(from, if approaches.has(from) { onto } else { onto & approaches })
            })
            .or_else(|| {
                let rotate =
                    |square| self.senses(square).iter().find_map(|&turn| self.lethal(Move::rotate(square, turn)));
                (mirrors & lit).into_iter().find_map(rotate)
            })
            .or_else(|| self.swaps())
            .or_else(|| self.sphinx())
    }
}
