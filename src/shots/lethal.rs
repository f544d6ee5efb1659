//! Lethal shots: whether a player has a move whose shot hits the opponent's Pharaoh and not the player's own.
//!
//! A move changes one or two squares. If its shot is lethal and the standing one is not, the light comes along the beam to the
//! first changed square, and from the last one along one of the Pharaoh's [`Approaches`]. Few moves connect the two, and only
//! these are traced. This holds for every part of a split beam too.

use super::approaches::Approaches;
use super::continuation::Continuation;
use crate::rules::optics::{Effect, effect};
use crate::rules::rays::{Steps, neighbours};
use crate::rules::ruleset::{self, Laser};
use crate::rules::{Beam, Bitboard, Colour, Generator, Kind, Move, Piece, Position, Square, Turn};

/// Returns a move of `colour` whose shot hits the opponent's Pharaoh and not the player's own, if there is one. It need not be
/// that colour's turn. Both Pharaohs are on the board. `beam` is that colour's and does not hit the opponent's Pharaoh;
/// `approaches` are those of the opponent's Pharaoh.
#[inline]
pub fn lethal_move(position: &Position, colour: Colour, beam: &Beam, approaches: &Approaches) -> Option<Move> {
    let target = position.pharaoh(colour.other())?;
    debug_assert!(!beam.hits().has(target));
    debug_assert_eq!(approaches, &Approaches::of(position.board(), target));
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
    /// Returns the pieces with mirrors that move.
    #[inline(always)]
    fn mirrors(&self) -> Bitboard {
        (self.generator.turners & self.position.board().kind(Kind::Pyramid)) | self.generator.swappers
    }

    /// Returns the senses in which a mirror rotates. A Scarab or Eye rotates in one only.
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

    /// Returns the first lethal one of a piece's steps.
    #[inline]
    fn lethal_step(&self, from: Square, targets: Bitboard) -> Option<Move> {
        Steps::new(from, targets).find_map(|to| self.lethal(Move::step(from, to)))
    }

    /// Looks at the rotation of the Sphinx.
    #[inline(always)]
    fn sphinx(&self) -> Option<Move> {
        if self.position.rule_set().rules().laser != Laser::Sphinx {
            return None;
        }
        let corner = ruleset::corner(self.colour);
        self.generator.sphinx.filter(|_| self.approaches.squares().has(corner)).and_then(|turn| self.lethal(turn))
    }

    /// Looks at the mirrors that step onto the beam or rotate on it and turn the light into an approach.
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
        // Light may come twice to a Scarab, once to each of its mirrors.
        (swappers & self.beam.path() & self.approaches.squares())
            .into_iter()
            .find_map(|square| self.lethal(Move::rotate(square, Turn::Clockwise)))
    }

    /// Looks at the pieces that step off the beam, so that the light continues straight.
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
                    // The light must return to this square or come to the piece on its new one.
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

    /// Looks at the mirrors that step onto the beam and turn the light so that it comes to them again or to the square that
    /// they have left.
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

    /// Looks at the swaps that touch the beam and an approach.
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

    /// Looks at all moves that touch the beam and an approach. Left out are steps of pieces without mirrors onto the beam, rotations
    /// of an Anubis, and moves of the top of a stack: these only block light.
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
