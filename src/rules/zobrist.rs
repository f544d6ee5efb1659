//! Zobrist keys: one random number per piece and square. The key of a board is the exclusive or of the numbers of its pieces
//! and of its rule set.
//!
//! Source: A. Zobrist, A New Hashing Method with Application for Game Playing, 1970. The numbers
//! have a fixed seed, so keys are the same in every build.

use super::piece::{Colour, Piece};
use super::ruleset::RuleSet;
use super::square::{SQUARES, Square};
use crate::util::random::split_mix;

/// The random numbers. The numbers of a piece fill ten cache lines.
#[repr(align(64))]
struct Keys {
    pieces: [[u64; SQUARES]; Piece::COUNT],
    rule_sets: [u64; 3],
    red_to_move: u64,
}

static KEYS: Keys = {
    let mut keys = Keys { pieces: [[0; SQUARES]; Piece::COUNT], rule_sets: [0; 3], red_to_move: 0 };
    let mut state = 0x4b68_6570_7269_0001;
    let mut piece = 0;
    while piece < Piece::COUNT {
        let mut square = 0;
        while square < SQUARES {
            let number = split_mix(&mut state);
            // Random numbers cannot be compressed, and the module of the page is. So an index without a piece keeps its zeros.
            if Piece::has_index(piece) {
                keys.pieces[piece][square] = number;
            }
            square += 1;
        }
        piece += 1;
    }
    let mut set = 0;
    while set < 3 {
        keys.rule_sets[set] = split_mix(&mut state);
        set += 1;
    }
    keys.red_to_move = split_mix(&mut state);
    keys
};

/// Returns the key of a piece on a square.
#[inline(always)]
pub fn piece(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[piece.index()][square.index()]
}

/// Returns the key of an empty board under a rule set. Each rule set has its own key, because the same arrangement has other
/// moves under another rule set.
pub fn rule_set(rule_set: RuleSet) -> u64 {
    KEYS.rule_sets[rule_set as usize]
}

/// Returns the key of the side to move. It is part of the key of a position in the search, but not of the repetition key.
#[inline(always)]
pub fn side_to_move(colour: Colour) -> u64 {
    match colour {
        Colour::Silver => 0,
        Colour::Red => KEYS.red_to_move,
    }
}
