//! What a weak level sees: it overlooks shots within two plies and misjudges positions.
//!
//! Nothing is drawn at random during a game. Whether a move is overlooked follows from a hash of the game's seed, the position
//! on the board and the move, and a misjudgement from a hash of the seed and the position judged. So a level errs consistently
//! within a search, judges a position in the same way whenever it occurs, and errs differently in the next game.

use super::gain::Candidate;
use super::root_move::RootMove;
use super::strength::Level;
use crate::eval::Score;
use crate::rules::{Beam, Colour, Move, Position};
use crate::util::random::split_mix;

/// How hard a shot is to see: a sum of these parts, 1 for a shot of average difficulty.
mod difficulty {
    /// Every shot.
    pub const SHOT: f64 = 0.5;
    /// Each mirror or Eye that the beam meets.
    pub const MIRROR: f64 = 0.15;
    /// Each piece that is hit besides the first.
    pub const HIT: f64 = 0.4;
    /// A factor for a shot of the opponent.
    pub const OPPONENT: f64 = 3.0;
    /// A factor for a shot that hits no Pharaoh. A Pharaoh is watched most.
    pub const PIECE: f64 = 2.0;
    /// A quiet move of the root, in place of the parts.
    pub const QUIET: f64 = 0.6;
    /// A shot of the root that removes only pieces of the player, in place of the parts. A loss of that kind is seldom
    /// overlooked.
    pub const OWN_LOSS: f64 = 0.05;
}

/// The greatest misjudgement, in centipawns.
const MOST_NOISE: f64 = 1500.0;

/// The greatest absolute value of a misjudged evaluation, in centipawns.
const MOST: i32 = 8000;

/// What a level sees in one search.
#[derive(Clone, Copy)]
pub struct Sight {
    /// The expected number of times that a shot of average difficulty is overlooked.
    blindness: f64,
    /// The scale of the misjudgement, in centipawns.
    noise: f64,
    seed: u64,
    /// A hash of the seed and the position on the board.
    root: u64,
}

/// Returns a hash of two numbers.
fn hash(one: u64, other: u64) -> u64 {
    let mut state = one ^ other.rotate_left(32);
    split_mix(&mut state)
}

/// Returns the number between 0 and 1, both excluded, that a hash stands for.
fn unit(hash: u64) -> f64 {
    ((hash >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

impl Sight {
    /// Returns what a level sees in a search of this position, in the game with this seed.
    pub(super) fn new(level: Level, seed: u64, position: &Position) -> Sight {
        let Level { blindness, noise, .. } = level;
        let seed = hash(seed, 0);
        let root = hash(seed, position.key());
        Sight { blindness: f64::from(blindness) / 1000.0, noise: f64::from(noise), seed, root }
    }

    /// Returns whether a move of this difficulty is seen.
    fn notices(&self, mv: Move, difficulty: f64) -> bool {
        unit(hash(self.root, mv.bits().into())) < libm::exp(-self.blindness * difficulty)
    }

    /// Returns whether a shot of `colour` is seen, in a search for `own`. `beam` is the beam after the move.
    pub fn notices_shot(&self, position: &Position, (own, colour): (Colour, Colour), mv: Move, beam: &Beam) -> bool {
        let hits = beam.hits();
        let mirrors = beam.legs().len().saturating_sub(1) as f64;
        let more = hits.len().saturating_sub(1) as f64;
        let mut difficulty = difficulty::SHOT + difficulty::MIRROR * mirrors + difficulty::HIT * more;
        if colour != own {
            difficulty *= difficulty::OPPONENT;
        }
        if !position.pharaoh(colour.other()).is_some_and(|target| hits.has(target)) {
            difficulty *= difficulty::PIECE;
        }
        self.notices(mv, difficulty)
    }

    /// Removes the moves of the root that the level overlooks, but at least one remains. A level that overlooks anything never
    /// hits its own Pharaoh if it can avoid it.
    pub fn retain(&self, position: &Position, moves: &mut Vec<RootMove>) {
        if self.blindness == 0.0 {
            return;
        }
        let own = position.side_to_move();
        let (pharaoh, target) = (position.pharaoh(own), position.pharaoh(own.other()));
        let pieces = position.board().colour(own);
        let mut beam = Beam::new();
        retain_some(moves, |root| !pharaoh.is_some_and(|square| root.candidate.hits.has(square)));
        // The player sees the standing beam, so all moves that leave it on an own piece are overlooked together.
        let careless = unit(hash(self.root, u64::MAX)) >= libm::exp(-self.blindness * difficulty::OWN_LOSS);
        retain_some(moves, |root| {
            let hits = root.candidate.hits;
            careless || hits.is_empty() || !(hits & !pieces).is_empty()
        });
        retain_some(moves, |root| {
            let Candidate { mv, hits, quiet, .. } = root.candidate;
            if quiet {
                let wins = target.is_some_and(|square| hits.has(square));
                return wins || self.notices(mv, difficulty::QUIET);
            }
            position.trace_after(own, mv, &mut beam);
            self.notices_shot(position, (own, own), mv, &beam)
        });
    }

    /// Returns the evaluation of a position as the level judges it.
    pub fn judge(&self, key: u64, score: Score) -> Score {
        if self.noise == 0.0 {
            return score;
        }
        let part = unit(hash(self.seed, key));
        // The inverse of the logistic distribution function.
        let error = (self.noise * libm::log(part / (1.0 - part))).clamp(-MOST_NOISE, MOST_NOISE);
        Score::centipawns((score.value() + error.round() as i32).clamp(-MOST, MOST))
    }
}

/// Keeps the moves with a property, or all if none has it.
fn retain_some(moves: &mut Vec<RootMove>, property: impl FnMut(&RootMove) -> bool) {
    let kept: Vec<bool> = moves.iter().map(property).collect();
    if kept.contains(&true) {
        let mut kept = kept.into_iter();
        moves.retain(|_| kept.next() == Some(true));
    }
}
