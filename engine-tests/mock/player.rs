//! The choice of moves: the scripted word, else a random legal move.

use crate::flags::Flags;
use khepri_rules::{Colour, Move, Position};

impl Flags {
    /// Returns the word for the mock's move number `own_move`. `added` is the value of the option of `--seed-option`.
    pub fn choose(&self, position: &Position, own_move: u32, added: u64) -> String {
        let (silver, red) = self.moves.split_once('/').unwrap_or((&self.moves, &self.moves));
        let script = if position.side_to_move() == Colour::Silver { silver } else { red };
        let scripted = script.split_whitespace().nth(own_move.saturating_sub(1) as usize).map(str::to_owned);
        let word = scripted.or_else(|| random(self.seed.wrapping_add(added), position).map(|mv| mv.to_string()));
        word.unwrap_or_else(|| "(none)".to_owned())
    }

    /// Returns the word to print after `ponder`, if there is one.
    pub fn ponder_move(&self, position: &Position, played: &str) -> Option<String> {
        let predicted = self.predict.and_then(|seed| {
            let mut after = position.clone();
            after.play(after.normalised(played.parse::<Move>().ok()?)).ok()?;
            random(seed, &after).map(|mv| mv.to_string())
        });
        predicted.or_else(|| self.ponder_word.clone())
    }
}

fn random(seed: u64, position: &Position) -> Option<Move> {
    if position.outcome().is_some() {
        return None;
    }
    let moves = position.legal_moves();
    // The move number prevents an endless repetition of the same moves.
    let drawn = mix(seed ^ mix(position.key() ^ u64::from(position.move_number())));
    let index = drawn.checked_rem(moves.len() as u64)?;
    moves.get(index as usize).copied()
}

/// Returns another legal move than `played`, or `played` if there is no other.
pub fn another(position: &Position, played: &str) -> String {
    let moves = position.legal_moves();
    let other = moves.iter().map(Move::to_string).find(|text| text != played);
    other.unwrap_or_else(|| played.to_owned())
}

/// Mixes bits with the finaliser of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
fn mix(bits: u64) -> u64 {
    let bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
