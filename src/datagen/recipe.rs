//! The recipe of games: all parameters that determine them. A file begins with the recipes of its games.

use crate::rules::RuleSet;
use crate::util::bytes::Bytes;
use crate::util::shard::Shard;
use std::fmt;
use std::str::FromStr;

/// The smallest and the largest number of plies of an opening. All numbers between them are equally likely.
pub const OPENING_PLIES: (u8, u8) = (4, 12);

/// The share of games that start from a random arrangement.
pub const ARRANGEMENTS: Share = Share(2_500);

/// The default share of games with Eyes.
pub const EYES: Share = Share(3_500);

/// The largest absolute score of an opening, in centipawns.
pub const OPENING_BOUND: u16 = 200;

/// The number of nodes of the search that scores an opening.
pub const OPENING_NODES: u32 = 1_000;

/// The default number of nodes per move.
pub const NODES: u64 = 5_000;

/// The size of each searcher's hash table in MiB. It is small, since it is cleared before every game.
pub const HASH_MIB: u8 = 2;

/// The default adjudication.
pub const ADJUDICATION: Adjudication = Adjudication { win_score: 1_200, win_plies: 6, draw_plies: 100, max_plies: 400 };

/// The length of a recipe in a file, in bytes.
pub(super) const LENGTH: usize = 72;

/// A share from 0 to 1, in ten-thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Share(u16);

impl Share {
    /// The number of ten-thousandths of the whole.
    pub const WHOLE: u16 = 10_000;

    /// Creates a share from ten-thousandths; `None` if it is more than the whole.
    pub const fn new(parts: u16) -> Option<Share> {
        if parts <= Share::WHOLE { Some(Share(parts)) } else { None }
    }

    /// Returns the number of ten-thousandths.
    pub const fn parts(self) -> u16 {
        self.0
    }
}

impl FromStr for Share {
    type Err = InvalidShare;

    fn from_str(text: &str) -> Result<Share, InvalidShare> {
        let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
        let parts = share.map(|share: f64| (share * f64::from(Share::WHOLE)).round() as u16);
        parts.and_then(Share::new).ok_or(InvalidShare)
    }
}

/// A text that is not a [`Share`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a share from 0 to 1, as in 0.35")]
pub struct InvalidShare;

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.0) / f64::from(Share::WHOLE))
    }
}

/// The limits that end a game before the rules do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Adjudication {
    /// The smallest score that counts as winning, in centipawns.
    pub win_score: u16,
    /// A player wins after this number of consecutive plies with a winning score for that player.
    pub win_plies: u16,
    /// The number of plies without a capture after which a game is drawn, including the opening.
    pub draw_plies: u16,
    /// The number of plies after which a game is drawn, including the opening.
    pub max_plies: u16,
}

/// A set of rule sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RuleSets(u8);

impl RuleSets {
    /// All rule sets.
    pub const ALL: RuleSets = RuleSets((1 << RuleSet::ALL.len()) - 1);

    /// Returns the set of one rule set.
    pub fn only(rule_set: RuleSet) -> RuleSets {
        RuleSets(1 << rule_set as u8)
    }

    /// Returns the rule sets, each as often as its weight. `khet2` has the weight 2, so that half of the games of all rule sets
    /// are `khet2`.
    pub fn weighted(self) -> Vec<RuleSet> {
        let all = RuleSet::ALL.into_iter().flat_map(|rule_set| {
            let weight = if rule_set == RuleSet::Khet2 { 2 } else { 1 };
            std::iter::repeat_n(rule_set, weight)
        });
        all.filter(|&rule_set| self.0 & (1 << rule_set as u8) != 0).collect()
    }
}

impl fmt::Display for RuleSets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == RuleSets::ALL {
            return f.write_str("all");
        }
        let names: Vec<&str> = RuleSet::ALL
            .into_iter()
            .filter(|&rule_set| self.0 & RuleSets::only(rule_set).0 != 0)
            .map(RuleSet::name)
            .collect();
        f.write_str(&names.join(","))
    }
}

/// The identity of the engine that plays the games.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EngineId {
    /// The version, at most [`EngineId::VERSION_LENGTH`] characters of ASCII.
    pub version: String,
    /// The checksum of the search, from [`super::selfplay::signature`].
    pub signature: u32,
}

impl EngineId {
    /// The largest length of a version in a file, in characters.
    pub const VERSION_LENGTH: usize = 20;
}

impl fmt::Display for EngineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:08x})", self.version, self.signature)
    }
}

/// All parameters that determine the games. The same recipe gives the same games.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Recipe {
    /// The engine that plays both sides.
    pub engine: EngineId,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The part of the games to play.
    pub shard: Shard,
    /// The number of nodes per move.
    pub nodes: u64,
    /// The rule sets.
    pub rule_sets: RuleSets,
    /// The share of games with Eyes.
    pub eyes: Share,
    /// The smallest and the largest number of random plies of an opening.
    pub opening_plies: (u8, u8),
    /// The share of games that start from a random arrangement.
    pub arrangements: Share,
    /// The largest absolute score of an opening, in centipawns.
    pub opening_bound: u16,
    /// The number of nodes of the search that scores an opening.
    pub opening_nodes: u32,
    /// The size of the hash table in MiB.
    pub hash_mib: u8,
    /// The limits that end a game before the rules do.
    pub adjudication: Adjudication,
}

/// A value in which two recipes differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The option that sets the value, if there is one.
    pub option: Option<&'static str>,
    /// The name of the value.
    pub name: &'static str,
    /// The value of the first recipe.
    pub first: String,
    /// The value of the second recipe.
    pub second: String,
}

impl Recipe {
    /// Returns the first value in which two recipes differ, if any.
    pub fn difference(&self, other: &Recipe) -> Option<Difference> {
        let values = |recipe: &Recipe| {
            let Recipe { adjudication, opening_plies: (least, most), .. } = recipe;
            [
                (Some("--seed"), "seed", recipe.seed.to_string()),
                (Some("--shard"), "shard", recipe.shard.to_string()),
                (Some("--nodes"), "nodes", recipe.nodes.to_string()),
                (Some("--variant"), "rule sets", recipe.rule_sets.to_string()),
                (Some("--eyes"), "share of games with Eyes", recipe.eyes.to_string()),
                (None, "engine", recipe.engine.to_string()),
                (None, "plies of an opening", format!("{least}-{most}")),
                (None, "share of random arrangements", recipe.arrangements.to_string()),
                (None, "bound of an opening's score", recipe.opening_bound.to_string()),
                (None, "nodes of an opening's score", recipe.opening_nodes.to_string()),
                (None, "table in MiB", recipe.hash_mib.to_string()),
                (None, "score that wins", adjudication.win_score.to_string()),
                (None, "plies with a score that wins", adjudication.win_plies.to_string()),
                (None, "plies without a capture", adjudication.draw_plies.to_string()),
                (None, "plies of a game", adjudication.max_plies.to_string()),
            ]
        };
        let pairs = values(self).into_iter().zip(values(other));
        pairs
            .into_iter()
            .find(|((.., first), (.., second))| first != second)
            .map(|((option, name, first), (.., second))| Difference { option, name, first, second })
    }

    /// Appends the [`LENGTH`] bytes of the recipe.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let Recipe { engine, adjudication: Adjudication { win_score, win_plies, draw_plies, max_plies }, .. } = self;
        let mut version = engine.version.as_bytes().to_vec();
        version.resize(EngineId::VERSION_LENGTH, 0);
        bytes.extend(version);
        bytes.extend(engine.signature.to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.nodes.to_le_bytes());
        bytes.extend(self.shard.number.to_le_bytes());
        bytes.extend(self.shard.count.to_le_bytes());
        bytes.extend(self.opening_nodes.to_le_bytes());
        bytes.extend(self.opening_bound.to_le_bytes());
        bytes.extend(self.arrangements.0.to_le_bytes());
        bytes.extend(self.eyes.0.to_le_bytes());
        for limit in [win_score, win_plies, draw_plies, max_plies] {
            bytes.extend(limit.to_le_bytes());
        }
        bytes.extend([self.rule_sets.0, self.opening_plies.0, self.opening_plies.1, self.hash_mib, 0, 0]);
    }

    /// Reads a recipe. Returns `None` if its [`LENGTH`] bytes are invalid.
    pub(super) fn read(bytes: &mut Bytes<'_>) -> Option<Recipe> {
        let version = bytes.0.split_off(..EngineId::VERSION_LENGTH)?;
        let length = version.iter().take_while(|byte| byte.is_ascii_graphic()).count();
        let (version, padding) = version.split_at(length);
        if padding.iter().any(|&byte| byte != 0) {
            return None;
        }
        let signature = bytes.u32()?;
        let (seed, nodes) = (bytes.u64()?, bytes.u64()?);
        let shard = Shard::new(bytes.u32()?, bytes.u32()?)?;
        let (opening_nodes, opening_bound) = (bytes.u32()?, bytes.u16()?);
        let (arrangements, eyes) = (Share::new(bytes.u16()?)?, Share::new(bytes.u16()?)?);
        let [win_score, win_plies] = [bytes.u16()?, bytes.u16()?];
        let [draw_plies, max_plies] = [bytes.u16()?, bytes.u16()?];
        let [rule_sets @ 1..=7, least, most, hash_mib, 0, 0] = bytes.array()? else { return None };
        Some(Recipe {
            engine: EngineId { version: String::from_utf8_lossy(version).into_owned(), signature },
            seed,
            shard,
            nodes,
            rule_sets: RuleSets(rule_sets),
            eyes,
            opening_plies: (least, most),
            arrangements,
            opening_bound,
            opening_nodes,
            hash_mib,
            adjudication: Adjudication { win_score, win_plies, draw_plies, max_plies },
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns a recipe of distinct values.
    pub(in crate::datagen) fn recipe() -> Recipe {
        Recipe {
            engine: EngineId { version: "1.2.3".to_owned(), signature: 0xdead_beef },
            seed: 7,
            shard: Shard::new(3, 5).expect("a shard"),
            nodes: 2_000,
            rule_sets: RuleSets(5),
            eyes: Share(3_500),
            opening_plies: (4, 12),
            arrangements: Share(2_501),
            opening_bound: 200,
            opening_nodes: 1_000,
            hash_mib: 2,
            adjudication: ADJUDICATION,
        }
    }

    #[test]
    fn a_recipe_is_read_back_from_its_bytes() {
        let mut bytes = Vec::new();
        recipe().write(&mut bytes);
        assert_eq!(bytes.len(), LENGTH);
        assert_eq!(Recipe::read(&mut Bytes(&bytes)), Some(recipe()));
        assert_eq!(Recipe::read(&mut Bytes(&bytes[1..])), None);
        // The last two bytes have to be zero.
        bytes[LENGTH - 1] = 1;
        assert_eq!(Recipe::read(&mut Bytes(&bytes)), None);
    }

    #[test]
    fn a_share_is_printed_as_it_was_given() {
        for text in ["0", "0.35", "0.2501", "1"] {
            assert_eq!(text.parse::<Share>().map(|share| share.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("1.01".parse::<Share>(), Err(InvalidShare));
    }

    #[test]
    fn a_difference_has_its_option_and_both_values() {
        assert_eq!(recipe().difference(&recipe()), None);
        let other = Recipe { nodes: 5_000, hash_mib: 16, ..recipe() };
        let difference = recipe().difference(&other).expect("a difference");
        assert_eq!(
            (difference.option, difference.first.as_str(), difference.second.as_str()),
            (Some("--nodes"), "2000", "5000")
        );
        let shown = |recipe: Recipe| (recipe.rule_sets.to_string(), recipe.eyes.to_string());
        assert_eq!(shown(recipe()), ("khet2,deflexion".to_owned(), "0.35".to_owned()));
        assert_eq!(RuleSets::ALL.to_string(), "all");
    }

    #[test]
    fn half_of_the_games_of_all_rule_sets_are_khet2() {
        use RuleSet::{Deflexion, Khet1, Khet2};
        assert_eq!(RuleSets::ALL.weighted(), [Khet2, Khet2, Khet1, Deflexion]);
        assert_eq!(RuleSets::only(Deflexion).weighted(), [Deflexion]);
    }
}
