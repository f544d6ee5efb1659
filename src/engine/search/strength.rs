//! Limited playing strength: a weaker level searches fewer nodes, overlooks shots, and misjudges positions.
//!
//! `LEVELS` has the numbers. What is overlooked and misjudged follows from `handicap`.

use super::limits::Limits;
use super::window::Depth;
use std::num::NonZero;
use std::ops::RangeInclusive;

/// A playing strength in Elo. A player who takes the most valuable hit, and else moves at random, has 600. The differences
/// between strengths were measured in matches.
///
/// ```
/// use khepri_engine::{Elo, Engine, Game, Limits, Silent};
///
/// let mut engine = Engine::new(Game::new("x39/4k5/////4K5/9X1 s khet2".parse()?), 1)?;
/// engine.set_strength(Some(Elo::new(800)));
/// engine.set_level_seed(7);
/// assert!(Elo::RANGE.contains(&Elo::DEFAULT.value()));
/// assert!(engine.search(Limits::default())?.run(&mut Silent).best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Elo(u32);

/// The handicaps of a level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Level {
    elo: u32,
    /// The largest number of nodes for a move.
    pub nodes: u64,
    /// The largest depth of a search, in plies.
    pub depth: u8,
    /// A shot of the level itself of average difficulty is seen with the probability exp(−`blindness` / 1000).
    pub blindness: u32,
    /// The same for a shot of the opponent.
    pub threat_blindness: u32,
    /// The scale of the misjudgement of a position, in centipawns.
    pub noise: u32,
}

const fn level(elo: u32, nodes: u64, depth: u8, blindness: u32, threat_blindness: u32, noise: u32) -> Level {
    Level { elo, nodes, depth, blindness, threat_blindness, noise }
}

/// The levels. A strength between two levels is interpolated. `engine-tests/levels.sh` measures them; see `docs/levels.md`.
const LEVELS: [Level; 12] = [
    level(500, 300, 1, 1000, 1450, 280),
    level(800, 300, 2, 290, 800, 205),
    level(1000, 300, 2, 120, 450, 150),
    level(1200, 300, 2, 36, 230, 115),
    level(1400, 350, 2, 12, 105, 91),
    level(1600, 450, 2, 5, 50, 78),
    level(1800, 500, 3, 2, 20, 78),
    level(2000, 600, 64, 0, 0, 65),
    level(2200, 870, 64, 0, 0, 55),
    level(2400, 1300, 64, 0, 0, 45),
    level(2600, 2150, 64, 0, 0, 34),
    level(2800, 4000, 64, 0, 0, 22),
];

/// The factor on a level's nodes once every move that is not of last resort loses.
const CRISIS: u64 = 10;

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

    /// Returns the handicaps at this strength.
    pub(super) fn level(self) -> Level {
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
            depth: between(low.depth.into(), high.depth.into()).round() as u8,
            blindness: between(low.blindness.into(), high.blindness.into()).round() as u32,
            threat_blindness: between(low.threat_blindness.into(), high.threat_blindness.into()).round() as u32,
            noise: between(low.noise.into(), high.noise.into()).round() as u32,
        }
    }

    /// Returns the number of nodes beyond [`Elo::limit`] that a search at this strength may use if all its moves seem to lose.
    pub(super) fn reserve(self, limits: &Limits) -> u64 {
        let nodes = self.level().nodes;
        limits.nodes.map_or(u64::MAX, NonZero::get).min(CRISIS * nodes).saturating_sub(nodes)
    }

    /// Returns the limits of a search at this strength.
    pub(super) fn limit(self, limits: &Limits) -> Limits {
        let Level { nodes, depth, .. } = self.level();
        Limits {
            nodes: NonZero::new(limits.nodes.map_or(nodes, |other| nodes.min(other.get()))),
            depth: Some(limits.depth.map_or(Depth(depth), |other| other.min(Depth(depth)))),
            ..limits.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_handicap_of_a_stronger_level_is_greater() {
        let levels: Vec<Level> = Elo::RANGE.map(|elo| Elo::new(elo).level()).collect();
        for pair in levels.windows(2) {
            assert!(pair[0].nodes <= pair[1].nodes && pair[0].depth <= pair[1].depth, "{pair:?}");
            assert!(pair[0].blindness >= pair[1].blindness && pair[0].noise >= pair[1].noise, "{pair:?}");
            assert!(pair[0].threat_blindness >= pair[1].threat_blindness, "{pair:?}");
        }
        for level in LEVELS {
            assert_eq!(Elo::new(level.elo).level(), level);
        }
        assert_eq!((Elo::new(0), Elo::new(9999)), (Elo(*Elo::RANGE.start()), Elo(*Elo::RANGE.end())));
    }

    #[test]
    fn a_level_never_raises_a_limit() {
        let with =
            |nodes: Option<u64>, depth| Limits { nodes: nodes.and_then(NonZero::new), depth, ..Limits::default() };
        let limits = |nodes, depth| Elo::new(1500).limit(&with(nodes, depth));
        assert_eq!(limits(Some(3), None).nodes, NonZero::new(3));
        assert_eq!(limits(None, Some(Depth(1))).depth, Some(Depth(1)));
        assert_eq!(limits(None, None), limits(Some(u64::MAX), Some(Depth::MAX)));
        assert!(limits(None, None).nodes.is_some());
        let reserve = |nodes| Elo::new(1400).reserve(&with(nodes, None));
        assert_eq!(
            [Some(3), Some(350), Some(400), Some(3500), Some(9000), None].map(reserve),
            [0, 0, 50, 3150, 3150, 3150]
        );
    }
}
