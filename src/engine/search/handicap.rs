//! The handicap of a level in one search: it overlooks shots of the first plies and misjudges positions.
//!
//! Nothing is drawn at random during a game. Whether a move is overlooked follows from a hash of the game's seed, the position
//! on the board and the move, and a misjudgement from a hash of the seed and the position judged. So a level errs consistently
//! within a search, judges a position in the same way whenever it occurs, and errs differently in the next game.

use super::gain::Candidate;
use super::limits::Limits;
use super::root_move::RootMove;
use super::strength::{Elo, Level};
use crate::eval::Score;
use khepri_rules::internal::util::random::split_mix;
use khepri_rules::internal::util::sort::sort_few;
use khepri_rules::{Beam, Colour, Move, Position};
use std::sync::atomic::{AtomicU64, Ordering};

/// How hard a shot is to see, 1 for a shot of average difficulty: a sum of parts, times a factor.
mod difficulty {
    /// Every shot.
    pub const SHOT: f64 = 0.5;
    /// Each leg of the beam after the first. A mirror begins one leg, an Eye two.
    pub const MIRROR: f64 = 0.15;
    /// Each piece that is hit besides the first.
    pub const HIT: f64 = 0.4;
    /// A factor for a shot that hits no Pharaoh. A Pharaoh is watched most.
    pub const PIECE: f64 = 2.0;
    /// A quiet move of the root, in place of the sum.
    pub const QUIET: f64 = 0.6;
    /// A shot of the root that removes only pieces of the player, in place of the sum. A loss of that kind is seldom
    /// overlooked.
    pub const OWN_LOSS: f64 = 0.05;
}

/// The greatest misjudgement, in centipawns.
const MOST_NOISE: f64 = 1500.0;

/// The greatest absolute value of a misjudged evaluation, in centipawns.
const MOST: i32 = 8000;

/// The handicap of a level in one search.
pub struct Handicap {
    /// A shot of the level itself of average difficulty is seen with the probability exp(−`blindness`).
    blindness: f64,
    /// The same for a shot of the opponent.
    threat_blindness: f64,
    /// The scale of the misjudgement, in centipawns.
    noise: f64,
    seed: u64,
    /// A hash of the seed and the position on the board.
    root: u64,
    /// A number that is mixed into every key of the table, so that each search of a level finds only its own entries.
    pub(super) salt: u64,
    /// The number of nodes that the level may search further when all its moves seem to lose.
    reserve: AtomicU64,
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

impl Handicap {
    /// Returns the handicap of a level in the search with this number and these limits, in the game with this seed.
    pub(super) fn new(elo: Elo, seed: u64, position: &Position, number: u64, limits: &Limits) -> Handicap {
        let Level { blindness, threat_blindness, noise, .. } = elo.level();
        let reserve = elo.reserve(limits).into();
        let seed = hash(seed, 0);
        let root = hash(seed, position.key());
        let share = |thousandths: u32| f64::from(thousandths) / 1000.0;
        let (blindness, threat_blindness) = (share(blindness), share(threat_blindness));
        Handicap { blindness, threat_blindness, noise: f64::from(noise), seed, root, salt: number, reserve }
    }

    /// Returns the reserve of nodes at the first call, and zero afterwards.
    pub(super) fn take_reserve(&self) -> u64 {
        self.reserve.swap(0, Ordering::Relaxed)
    }

    /// Returns whether a move is seen. Its probability is exp(−`blindness`).
    fn sees(&self, mv: Move, blindness: f64) -> bool {
        unit(hash(self.root, mv.bits().into())) < libm::exp(-blindness)
    }

    /// Returns whether a shot of `colour` is seen, in a search for `own`. `beam` is the beam after the move.
    pub fn sees_shot(&self, position: &Position, (own, colour): (Colour, Colour), mv: Move, beam: &Beam) -> bool {
        let hits = beam.hits();
        let mirrors = beam.legs().len().saturating_sub(1) as f64;
        let more = hits.len().saturating_sub(1) as f64;
        let mut difficulty = difficulty::SHOT + difficulty::MIRROR * mirrors + difficulty::HIT * more;
        if !position.pharaoh(colour.other()).is_some_and(|target| hits.has(target)) {
            difficulty *= difficulty::PIECE;
        }
        self.sees(mv, difficulty * if colour == own { self.blindness } else { self.threat_blindness })
    }

    /// Marks the moves of last resort: shots that lose the game, and shots that hit only the player's own pieces, unless the
    /// level is careless in this position. Removes the other moves that the level overlooks, unless it overlooks all of them.
    pub fn retain(&self, position: &Position, moves: &mut Vec<RootMove>) {
        let own = position.side_to_move();
        let target = position.pharaoh(own.other());
        let pieces = position.board().colour(own);
        // One hash for all moves: many of them fire the same standing shot.
        let is_careless = unit(hash(self.root, u64::MAX)) >= libm::exp(-self.blindness * difficulty::OWN_LOSS);
        for root in moves.iter_mut() {
            let hits = root.candidate.hits;
            let only_own = !hits.is_empty() && (hits & !pieces).is_empty();
            root.last_resort = root.loses || only_own && !is_careless;
        }
        let mut beam = Beam::new();
        let mut sees = |root: &RootMove| {
            let Candidate { mv, hits, quiet, .. } = root.candidate;
            if quiet {
                let wins = target.is_some_and(|square| hits.has(square));
                return wins || self.sees(mv, self.blindness * difficulty::QUIET);
            }
            position.trace_after(own, mv, &mut beam);
            self.sees_shot(position, (own, own), mv, &beam)
        };
        let seen: Vec<bool> = moves.iter().map(|root| !root.last_resort && sees(root)).collect();
        if seen.contains(&true) {
            let mut seen = seen.into_iter();
            moves.retain(|root| seen.next() == Some(true) || root.last_resort);
        }
        sort_few(moves, |one, other| !one.last_resort && other.last_resort);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{SearchSettings, Searcher, Signals, Silent};
    use khepri_rules::Game;

    /// The Sphinx rotates with j1-, and its shot hits Red's Pharaoh on e1.
    const WIN: &str = "x39/////4K5//4k4X1 s khet2";
    /// The same with Silver's Pharaoh on e1.
    const OWN: &str = "x39/4k5//////4K4X1 s khet2";

    fn handicap(elo: u32, seed: u64, position: &Position) -> Handicap {
        Handicap::new(Elo::new(elo), seed, position, 1, &Limits::default())
    }

    fn position(kfen: &str) -> Position {
        kfen.parse().expect("a position")
    }

    /// Returns the number of 200 games in which a level plays `j1-`.
    fn rotations(elo: u32, kfen: &str) -> usize {
        let game = Game::new(position(kfen));
        let mut searcher = Searcher::new(1, 1).expect("1 MiB");
        let mut plays = |level_seed| {
            let settings = SearchSettings { strength: Some(Elo::new(elo)), level_seed, ..SearchSettings::default() };
            searcher.search(&game, &Limits::default(), &settings, &Signals::default(), &mut Silent).best
        };
        (0..200).filter(|&seed| plays(seed).is_some_and(|mv| mv.to_string() == "j1-")).count()
    }

    /// Returns the moves of the root that a level sees.
    fn seen(elo: u32, seed: u64, kfen: &str) -> Vec<RootMove> {
        let position = position(kfen);
        let mut moves = RootMove::list(&Game::new(position.clone()), &[]);
        handicap(elo, seed, &position).retain(&position, &mut moves);
        moves
    }

    #[test]
    fn a_position_is_judged_in_the_same_way_in_one_game_and_differently_in_another() {
        let position = position(WIN);
        let judge = |elo, seed, key| handicap(elo, seed, &position).judge(key, Score::centipawns(30)).value();
        assert_eq!(judge(900, 1, 77), judge(900, 1, 77));
        assert_ne!(judge(900, 1, 77), judge(900, 2, 77));
        assert_ne!(judge(900, 1, 77), judge(900, 1, 78));
        // The median error is 0, and the quartiles of the logistic distribution are ln 3 times its scale.
        let scale = Elo::new(900).level().noise;
        let above = |error: f64| (0..4000).filter(|&key| f64::from(judge(900, 1, key) - 30) > error).count();
        let quartile = f64::from(scale) * 3_f64.ln();
        for (error, expected) in [(-quartile, 3000), (0.0, 2000), (quartile, 1000)] {
            assert!(above(error).abs_diff(expected) < 120, "{error}: {} of 4000", above(error));
        }
    }

    #[test]
    fn a_strong_level_sees_every_move_and_a_weak_one_always_sees_some() {
        let all = position(WIN).legal_moves().len();
        assert_eq!(seen(2800, 1, WIN).len(), all);
        for seed in 0..200 {
            let count = seen(500, seed, WIN).len();
            assert!((1..=all).contains(&count));
        }
        assert!((0..200).any(|seed| seen(500, seed, WIN).len() < all));
    }

    #[test]
    fn a_weak_level_misses_some_wins_and_a_strong_one_none() {
        assert!((60..190).contains(&rotations(500, WIN)), "{}", rotations(500, WIN));
        assert_eq!(rotations(2100, WIN), 200);
    }

    #[test]
    fn no_level_hits_its_own_pharaoh() {
        assert_eq!([500, 900, 1700, 2800].map(|elo| rotations(elo, OWN)), [0; 4]);
    }
}
