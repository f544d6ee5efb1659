//! Pieces on squares in three forms that never disagree: by square, as sets by colour and kind, and as a Zobrist key.

use super::beam::View;
use super::bitboard::Bitboard;
use super::piece::{Colour, Kind, Piece};
use super::ruleset::RuleSet;
use super::square::{SQUARES, Square};
use super::zobrist;

/// The board. [`Board::put`] is the only thing that changes it, so that sets and key cannot go stale.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    colours: [Bitboard; 2],
    kinds: [Bitboard; 8],
    key: u64,
    squares: [Option<Piece>; SQUARES],
}

impl Board {
    /// No pieces; the key is that of the rule set.
    pub fn empty(rule_set: RuleSet) -> Board {
        Board {
            colours: [Bitboard::EMPTY; 2],
            kinds: [Bitboard::EMPTY; 8],
            key: zobrist::rule_set(rule_set),
            squares: [None; SQUARES],
        }
    }

    /// Puts a piece or nothing on a square, in place of what was there.
    #[inline(always)]
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        if let Some(old) = self.squares[square.index()] {
            self.toggle(square, old);
        }
        if let Some(new) = piece {
            self.toggle(square, new);
        }
        self.squares[square.index()] = piece;
    }

    #[inline(always)]
    fn toggle(&mut self, square: Square, piece: Piece) {
        let bit = Bitboard::of(square);
        self.colours[piece.colour().index()] ^= bit;
        self.kinds[piece.kind().index()] ^= bit;
        self.key ^= zobrist::piece(piece, square);
    }

    /// The pieces of a colour.
    #[inline(always)]
    pub fn colour(&self, colour: Colour) -> Bitboard {
        self.colours[colour.index()]
    }

    /// The pieces of a kind, of both colours.
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The key of the arrangement; the side to move is not in it.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }
}

impl View for Board {
    #[inline(always)]
    fn occupied(&self) -> Bitboard {
        self.colours[0] | self.colours[1]
    }

    #[inline(always)]
    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }
}
