//! Limited playing strength: a weaker level searches fewer nodes, misjudges scores, and plays more moves at random.

use super::limits::Limits;
use super::root_move::RootMove;
use crate::util::random::Random;
use std::ops::RangeInclusive;

/// A playing strength in Elo. Random play has 500. The differences between strengths were measured in matches.
///
/// ```
/// use khepri::{Elo, Engine, Game, Limits, Silent};
///
/// let mut engine = Engine::new(Game::new("x39/4k5/////4K5/9X1 s khet2".parse()?), 1)?;
/// engine.set_strength(Some(Elo::new(800)));
/// assert!(Elo::RANGE.contains(&Elo::DEFAULT.value()));
/// assert!(engine.search(Limits::default()).run(&mut Silent).best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "web", derive(serde::Serialize, serde::Deserialize))]
pub struct Elo(u32);

/// The handicaps of a level.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Level {
    elo: u32,
    /// The number of nodes for a move.
    nodes: u64,
    /// The greatest amount by which a move is underrated, in centipawns.
    misjudgement: u32,
    /// The share of moves played at random, in thousandths.
    random: u32,
}

const fn level(elo: u32, nodes: u64, misjudgement: u32, random: u32) -> Level {
    Level { elo, nodes, misjudgement, random }
}

/// The levels. A strength between two levels is interpolated. Matches between neighbours, run by `engine-tests/levels.sh`,
/// calibrate the levels; see `docs/levels.md`.
const LEVELS: [Level; 12] = [
    level(500, 500, 300, 1000),
    level(700, 500, 300, 720),
    level(900, 500, 300, 520),
    level(1100, 500, 280, 330),
    level(1300, 500, 230, 195),
    level(1500, 500, 200, 82),
    level(1700, 650, 150, 38),
    level(1900, 800, 120, 0),
    level(2100, 1_500, 85, 0),
    level(2300, 3_000, 56, 0),
    level(2550, 3_400, 23, 0),
    level(2800, 4_600, 0, 0),
];

/// The greatest number of lines that a level searches and chooses from.
const CHOICE: usize = 4;

/// The centipawns of misjudgement for each further line that a level searches. A level with little misjudgement searches few
/// lines, and therefore deeper.
const LINE: u32 = 12;

/// The limit to which scores are clamped, in centipawns. It is far above every misjudgement, so that a level plays a win that
/// it has found rather than a move with an even score.
const CLEAR: i32 = 1500;

impl Elo {
    /// The default strength.
    pub const DEFAULT: Elo = Elo(1500);
    /// The range of strengths.
    pub const RANGE: RangeInclusive<u32> = LEVELS[0].elo..=LEVELS[LEVELS.len() - 1].elo;

    /// Returns this strength, clamped to the range.
    pub fn new(elo: u32) -> Elo {
        Elo(elo.clamp(*Elo::RANGE.start(), *Elo::RANGE.end()))
    }

    /// Returns the strength as a number.
    pub const fn value(self) -> u32 {
        self.0
    }

    fn level(self) -> Level {
        let above = LEVELS.iter().position(|level| level.elo >= self.0).unwrap_or(LEVELS.len() - 1);
        let (low, high) = (&LEVELS[above.saturating_sub(1)], &LEVELS[above]);
        if high.elo == low.elo {
            return *high;
        }
        let part = f64::from(self.0 - low.elo) / f64::from(high.elo - low.elo);
        let between = |low: f64, high: f64| low + (high - low) * part;
        Level {
            elo: self.0,
            nodes: libm::exp(between(libm::log(low.nodes as f64), libm::log(high.nodes as f64))).round() as u64,
            misjudgement: between(low.misjudgement.into(), high.misjudgement.into()).round() as u32,
            random: between(low.random.into(), high.random.into()).round() as u32,
        }
    }

    /// Returns the limits of a search at this strength.
    pub(super) fn limit(self, limits: &Limits) -> Limits {
        let nodes = self.level().nodes;
        Limits { nodes: Some(limits.nodes.map_or(nodes, |other| other.min(nodes))), ..limits.clone() }
    }

    /// Returns the number of lines to search.
    pub(super) fn lines(self) -> usize {
        CHOICE.min(1 + (self.level().misjudgement / LINE) as usize)
    }

    /// Returns the index of the move to play. The first [`Elo::lines`] moves must be in order, the best first.
    pub(super) fn choose(self, moves: &[RootMove], random: &mut Random) -> usize {
        let choice = self.misjudge(moves, random);
        // No level completes a third occurrence if its best move is better than a draw.
        let gives_away = moves[choice].repeats() && moves[0].is_ahead();
        if gives_away { 0 } else { choice }
    }

    fn misjudge(self, moves: &[RootMove], random: &mut Random) -> usize {
        let level = self.level();
        if random.below(1000) < level.random as usize {
            return random.below(moves.len());
        }
        let seen = moves.iter().take(self.lines()).enumerate().filter(|(_, root)| root.is_resolved());
        let judged = seen.map(|(number, root)| {
            let score = root.score.value().clamp(-CLEAR, CLEAR);
            (score - random.below(level.misjudgement as usize + 1) as i32, number)
        });
        judged.max_by_key(|&(score, number)| (score, std::cmp::Reverse(number))).map_or(0, |(_, number)| number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;
    use crate::notation::setups;
    use crate::rules::{Game, RuleSet};
    use crate::search::Depth;
    use crate::search::draws::Drawn;
    use rand::SeedableRng;
    use std::collections::BTreeMap;

    /// Returns the moves of a position. The first of them have these scores, in centipawns.
    fn moves(scores: &[i32]) -> Vec<RootMove> {
        let game = Game::new(setups::named(RuleSet::Khet2, setups::CLASSIC).expect("a set-up").position.clone());
        let mut moves = RootMove::list(&game, &[]);
        for (root, &score) in moves.iter_mut().zip(scores) {
            (root.score, root.depth) = (Score::centipawns(score), Depth(3));
        }
        moves
    }

    /// Returns how often each move is chosen.
    fn chosen(elo: u32, scores: &[i32], times: usize) -> BTreeMap<usize, usize> {
        let moves = moves(scores);
        let mut random = Random::seed_from_u64(1);
        let mut counts = BTreeMap::new();
        (0..times).for_each(|_| *counts.entry(Elo::new(elo).choose(&moves, &mut random)).or_default() += 1);
        counts
    }

    #[test]
    fn no_parameter_of_a_stronger_level_is_weaker() {
        let levels: Vec<Level> = Elo::RANGE.map(|elo| Elo::new(elo).level()).collect();
        for pair in levels.windows(2) {
            assert!(pair[0].nodes <= pair[1].nodes, "{pair:?}");
            assert!(pair[0].misjudgement >= pair[1].misjudgement && pair[0].random >= pair[1].random, "{pair:?}");
        }
        for level in LEVELS {
            assert_eq!(Elo::new(level.elo).level(), level);
        }
        assert_eq!((Elo::new(0), Elo::new(9999)), (Elo(*Elo::RANGE.start()), Elo(*Elo::RANGE.end())));
    }

    #[test]
    fn the_weakest_level_plays_any_move_and_the_strongest_the_best_move() {
        let counts = chosen(*Elo::RANGE.start(), &[50, 0], 7700);
        // 77 moves, each 100 times on average with a standard deviation of 10.
        assert!(counts.len() == 77 && counts.values().all(|count| (50..150).contains(count)), "{counts:?}");
        assert_eq!(chosen(*Elo::RANGE.end(), &[50, 49, 48], 100), BTreeMap::from([(0, 100)]));
    }

    #[test]
    fn a_strong_level_confuses_moves_with_similar_scores_only() {
        let counts = chosen(2300, &[50, 45, 40, -200, 49], 1000);
        assert!(counts[&0] > counts[&1] && counts[&1] > counts[&2], "{counts:?}");
        assert_eq!(counts.keys().collect::<Vec<_>>(), [&0, &1, &2]);
    }

    #[test]
    fn a_proven_win_is_played() {
        let mut moves = moves(&[0, 900, 880]);
        moves[0].score = Score::win_in(3);
        let mut random = Random::seed_from_u64(5);
        assert!((0..1000).all(|_| Elo::new(1900).choose(&moves, &mut random) == 0));
    }

    #[test]
    fn no_level_completes_a_third_occurrence_when_it_is_ahead() {
        let mut moves = moves(&[20, 0]);
        moves[1].drawn = Some(Drawn::AtOnce);
        let choices = |moves: &[RootMove]| {
            let mut random = Random::seed_from_u64(7);
            (0..2000).filter(|_| Elo::new(1100).choose(moves, &mut random) == 1).count()
        };
        assert_eq!(choices(&moves), 0);
        moves[0].score = Score::centipawns(-20);
        assert!(choices(&moves) > 0);
    }

    #[test]
    fn a_level_never_raises_a_limit() {
        let limits = |nodes| Elo::new(1500).limit(&Limits { nodes, ..Limits::default() }).nodes;
        assert_eq!(limits(Some(3)), Some(3));
        assert_eq!(limits(None), limits(Some(u64::MAX)));
        assert!(limits(None).is_some());
    }
}
