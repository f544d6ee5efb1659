//! The recipe of games: all parameters that determine them. A file begins with the recipes of its games.

use super::extension::Extension;
use super::share::Share;
use khepri_arena::shard::Shard;
use khepri_engine::internal::util::bytes::Bytes;
use khepri_rules::RuleSet;
use std::fmt;

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

/// The length of a recipe in a file, in bytes, without its extension.
pub(super) const LENGTH: usize = 72;

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

impl Adjudication {
    /// Returns the limits of a game that only the rules end, or its length in plies.
    const fn only_length(max_plies: u16) -> Adjudication {
        Adjudication { win_score: u16::MAX, win_plies: u16::MAX, draw_plies: u16::MAX, max_plies }
    }
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
    /// The parts that version 2 of the format added.
    pub extension: Extension,
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
    /// Returns the limits of a game with or without adjudication.
    pub fn limits(&self, is_adjudicated: bool) -> Adjudication {
        if is_adjudicated {
            self.adjudication
        } else {
            Adjudication::only_length(self.extension.unadjudicated.max_plies)
        }
    }

    /// Returns the first value in which two recipes differ, if any.
    pub fn difference(&self, other: &Recipe) -> Option<Difference> {
        let values = |recipe: &Recipe| {
            let Recipe { adjudication, opening_plies: (least, most), .. } = recipe;
            let Extension { relabelling, unadjudicated, lead } = recipe.extension;
            [
                (Some("--seed"), "seed", recipe.seed.to_string()),
                (Some("--shard"), "shard", recipe.shard.to_string()),
                (Some("--nodes"), "nodes", recipe.nodes.to_string()),
                (Some("--variant"), "rule sets", recipe.rule_sets.to_string()),
                (Some("--eyes"), "share of games with Eyes", recipe.eyes.to_string()),
                (Some("--relabel"), "share of relabelled positions", relabelling.share.to_string()),
                (Some("--relabel-nodes"), "nodes of relabelled positions", relabelling.nodes.to_string()),
                (Some("--unadjudicated"), "share of games without adjudication", unadjudicated.share.to_string()),
                (Some("--lead"), "share of games from lead openings", lead.share.to_string()),
                (Some("--lead-openings"), "lead openings", format!("{:08x}", lead.checksum)),
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
                (None, "table of relabelled positions in MiB", relabelling.hash_mib.to_string()),
                (None, "plies of a game without adjudication", unadjudicated.max_plies.to_string()),
                (None, "positions after the last capture", unadjudicated.tail.to_string()),
            ]
        };
        let pairs = values(self).into_iter().zip(values(other));
        pairs
            .into_iter()
            .find(|((.., first), (.., second))| first != second)
            .map(|((option, name, first), (.., second))| Difference { option, name, first, second })
    }

    /// Appends the [`LENGTH`] bytes of the recipe without its extension.
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

    /// Reads a recipe without an extension. Returns `None` if its [`LENGTH`] bytes are invalid.
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
            extension: Extension::default(),
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::extension::LeadShare;
    use super::super::extension::tests::extension;
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
            extension: Extension::default(),
        }
    }

    /// Returns a recipe with an extension.
    pub(in crate::datagen) fn extended_recipe() -> Recipe {
        Recipe { extension: extension(), ..recipe() }
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
    fn a_game_without_adjudication_ends_by_its_length_only() {
        let recipe = extended_recipe();
        assert_eq!(recipe.limits(true), ADJUDICATION);
        let Adjudication { win_score, draw_plies, max_plies, .. } = recipe.limits(false);
        // No score is higher than 32,000.
        assert!(win_score > 32_000 && draw_plies > max_plies && max_plies == 1_000);
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
        let Extension { lead, .. } = extension();
        for (lead, option) in [
            (LeadShare { checksum: 1, ..lead }, "--lead-openings"),
            (LeadShare { share: Share::NONE, ..lead }, "--lead"),
        ] {
            let other = Recipe { extension: Extension { lead, ..extension() }, ..recipe() };
            let difference = extended_recipe().difference(&other).expect("a difference");
            assert_eq!(difference.option, Some(option));
        }
        assert!(extended_recipe().difference(&recipe()).is_some_and(|found| found.option == Some("--relabel")));
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
