//! Zobrist keys: one random number per piece and square; the key of a board is the exclusive or of its numbers.
//!
//! Source: A. Zobrist, A New Hashing Method with Application for Game Playing, 1970. The numbers
//! have a fixed seed, so keys are the same in every build.

use super::piece::{Colour, Piece};
use super::ruleset::RuleSet;
use super::square::{SQUARES, Square};
use crate::util::random::split_mix;

/// Ten cache lines per piece.
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
            keys.pieces[piece][square] = split_mix(&mut state);
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

/// Returns the key of an empty board. Rule sets differ, because the same arrangement has other moves under another rule set.
pub fn rule_set(rule_set: RuleSet) -> u64 {
    KEYS.rule_sets[rule_set as usize]
}

/// Returns the key of the side to move, which is part of the search's key and not of the repetition's.
#[inline(always)]
pub fn side_to_move(colour: Colour) -> u64 {
    match colour {
        Colour::Silver => 0,
        Colour::Red => KEYS.red_to_move,
    }
}
