//! Lead openings, from which a share of the games starts: after them one side is ahead, without a clear win.

use super::recipe::Recipe;
use super::record::Start;
use super::share::Share;
use khepri_rules::internal::util::random::Random;
use khepri_rules::opening::Opening;
use khepri_rules::{Kind, Position, RuleSet, setups};

/// The largest number of moves of an opening that a record can store.
const MOST_MOVES: usize = u8::MAX as usize;

/// Openings of any rule sets, with and without Eyes.
#[derive(Clone, Default, Debug)]
pub struct Leads(Vec<(Start, Opening)>);

/// The reason why an opening cannot be that of a recorded game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidLead {
    /// The start of a game has other counters.
    #[error("opening {0}: expected a start with the first player to move, no plies since a capture and move number 1")]
    Start(usize),
    /// The opening is too long.
    #[error("opening {0}: expected at most {MOST_MOVES} moves")]
    Moves(usize),
}

impl Leads {
    /// Adds openings after those there are.
    ///
    /// # Errors
    /// The first opening that cannot be that of a recorded game, numbered from 1. None is added.
    pub fn add(&mut self, openings: Vec<Opening>) -> Result<(), InvalidLead> {
        for (number, opening) in (1..).zip(&openings) {
            let start = opening.start();
            let counters = (start.plies_since_capture(), start.move_number());
            if start.side_to_move() != start.rule_set().rules().first || counters != (0, 1) {
                return Err(InvalidLead::Start(number));
            }
            if opening.moves().len() > MOST_MOVES {
                return Err(InvalidLead::Moves(number));
            }
        }
        self.0.extend(openings.into_iter().map(|opening| {
            let position = opening.start();
            let named = setups::at(position).map(Start::Setup);
            (named.unwrap_or_else(|| Start::Arrangement(Box::new(position.clone()))), opening)
        }));
        Ok(())
    }

    /// Returns a checksum of the openings in their order. It does not depend on remarks and on the spelling of moves.
    pub fn checksum(&self) -> u32 {
        let mut checksum = crc32fast::Hasher::new();
        self.0.iter().for_each(|(_, opening)| checksum.update(format!("{opening}\n").as_bytes()));
        checksum.finalize()
    }

    /// Returns the openings of a rule set, with or without Eyes.
    fn of(&self, rule_set: RuleSet, has_eyes: bool) -> Vec<&(Start, Opening)> {
        let is_fitting = |start: &Position| start.rule_set() == rule_set && has_eye(start) == has_eyes;
        self.0.iter().filter(|(start, _)| is_fitting(start.position())).collect()
    }

    /// Returns a rule set of the recipe, and whether with Eyes, that none of the openings has.
    pub fn missing(&self, recipe: &Recipe) -> Option<(RuleSet, bool)> {
        let is_played = |has_eyes| recipe.eyes.parts() != if has_eyes { 0 } else { Share::WHOLE };
        let rule_sets = recipe.rule_sets.weighted().into_iter();
        let kinds = rule_sets.flat_map(|rule_set| [(rule_set, false), (rule_set, true)]);
        kinds
            .filter(|&(_, has_eyes)| is_played(has_eyes))
            .find(|&(rule_set, has_eyes)| self.of(rule_set, has_eyes).is_empty())
    }

    /// Returns a random opening of a rule set, with or without Eyes; all are equally likely.
    pub(super) fn pick(&self, rule_set: RuleSet, has_eyes: bool, random: &mut Random) -> Option<(Start, Opening)> {
        let openings = self.of(rule_set, has_eyes);
        openings.get(random.below(openings.len())).map(|&opening| opening.clone())
    }
}

/// Returns whether a piece is an Eye.
pub(super) fn has_eye(position: &Position) -> bool {
    !position.board().kind(Kind::Eye).is_empty()
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::recipe::RuleSets;
    use super::super::recipe::tests::recipe;
    use super::*;
    use khepri_rules::opening;
    use std::collections::HashSet;

    /// Two openings of `khet2` without Eyes, one with Eyes, and one of `deflexion` without Eyes from an arrangement.
    const LINES: &str = "khet2 classic moves h2g2 ; +1.20\nkhet2 imhotep\nkhet2 classic-eye\n\
                         4ko4///////4KO4 r deflexion 0 1 moves e8d8\n";

    pub(in crate::datagen) fn leads(lines: &str) -> Leads {
        let mut leads = Leads::default();
        leads.add(opening::read(lines.as_bytes()).expect(lines)).expect(lines);
        leads
    }

    #[test]
    fn every_opening_of_the_rules_is_picked_and_no_other() {
        let leads = leads(LINES);
        let picked = |rule_set, has_eyes| -> HashSet<String> {
            let pick = |seed| leads.pick(rule_set, has_eyes, &mut Random::seed_from_u64(seed));
            (0..50).filter_map(|seed| pick(seed).map(|(_, opening)| opening.to_string())).collect()
        };
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<HashSet<_>>();
        assert_eq!(picked(RuleSet::Khet2, false), names(&["khet2 classic moves h2g2", "khet2 imhotep"]));
        assert_eq!(picked(RuleSet::Khet2, true), names(&["khet2 classic-eye"]));
        assert_eq!(picked(RuleSet::Khet1, false), names(&[]));
        let (start, opening) =
            leads.pick(RuleSet::Deflexion, false, &mut Random::seed_from_u64(0)).expect("an opening");
        assert_eq!((start.name(), start.position()), (None, opening.start()));
    }

    #[test]
    fn rules_without_an_opening_are_found() {
        let leads = leads(LINES);
        let missing = |rule_sets, eyes| leads.missing(&Recipe { rule_sets, eyes: Share(eyes), ..recipe() });
        assert_eq!(missing(RuleSets::only(RuleSet::Khet2), 5_000), None);
        assert_eq!(missing(RuleSets::only(RuleSet::Deflexion), 0), None);
        assert_eq!(missing(RuleSets::only(RuleSet::Deflexion), 1), Some((RuleSet::Deflexion, true)));
        assert_eq!(missing(RuleSets::ALL, 10_000), Some((RuleSet::Khet1, true)));
        assert_eq!(missing(RuleSets::ALL, 0), Some((RuleSet::Khet1, false)));
    }

    #[test]
    fn the_checksum_depends_on_the_openings_and_their_order() {
        let all = leads(LINES).checksum();
        assert_eq!(all, crc32fast::hash(LINES.replace(" ; +1.20", "").as_bytes()));
        let mut parts = leads("khet2 classic moves h2g2\n");
        let rest = LINES.split_once('\n').map(|(_, rest)| rest).expect("lines");
        parts.add(opening::read(rest.as_bytes()).expect("openings")).expect("openings");
        assert_eq!(parts.checksum(), all);
        assert_ne!(leads(rest).checksum(), all);
    }

    #[test]
    fn openings_that_a_record_cannot_store_are_refused() {
        let add = |text: &str| Leads::default().add(opening::read(text.as_bytes()).expect(text));
        assert_eq!(add("khet2 classic\n4k5///////4K5 r khet1 0 1"), Err(InvalidLead::Start(2)));
        for counters in ["1 1", "0 2"] {
            assert_eq!(add(&format!("4k5///////4K5 s khet1 {counters}")), Err(InvalidLead::Start(1)));
        }
        let moves = |count: usize| {
            ["e1e2", "e8e7", "e2e1", "e7e8"].into_iter().cycle().take(count).collect::<Vec<_>>().join(" ")
        };
        let line = |count| format!("4k5///////4K5 s khet1 0 1 moves {}", moves(count));
        assert_eq!((add(&line(255)), add(&line(256))), (Ok(()), Err(InvalidLead::Moves(1))));
    }
}
