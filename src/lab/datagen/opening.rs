//! Openings of self-play games: a named set-up or a random arrangement, then random plies. An opening is accepted if neither
//! player has a clear advantage. A lead opening is used as it is.

use super::lead::{Leads, has_eye};
use super::recipe::Recipe;
use super::record::Start;
use super::share::Share;
use crate::openings::walk;
use khepri_rules::internal::ruleset;
use khepri_rules::internal::util::random::Random;
use khepri_rules::opening::Opening;
use khepri_rules::setups::NamedSetup;
use khepri_rules::{Colour, Kind, Orientation, Piece, Position, RuleSet, Setup, Square, setups};

/// The largest number of attempts at an opening. A few are usually enough.
const TRIES: u64 = 10_000;

/// The smallest and the largest number of Pyramids per player in a random arrangement.
const PYRAMIDS: (usize, usize) = (2, 7);

/// Returns a start and an opening from it for which `is_balanced` returns true, or `None` if every attempt fails. With `leads`,
/// returns one of these openings, drawn by their random numbers. It has the rules that the game would have without them.
pub(super) fn find(
    recipe: &Recipe,
    random: &mut Random,
    leads: Option<(&Leads, &mut Random)>,
    is_balanced: &mut dyn FnMut(&Opening) -> bool,
) -> Option<(Start, Opening)> {
    let rule_sets = recipe.rule_sets.weighted();
    let rule_set = *rule_sets.get(random.below(rule_sets.len()))?;
    let has_eyes = happens(recipe.eyes, random);
    if let Some((leads, random)) = leads {
        return leads.pick(rule_set, has_eyes, random);
    }
    let is_arranged = happens(recipe.arrangements, random);
    let named: Vec<&NamedSetup> = setups::all()
        .iter()
        .filter(|named| named.rule_set == rule_set && has_eye(&named.position) == has_eyes)
        .collect();
    let (least, most) = recipe.opening_plies;
    let plies = u32::from(least)..=u32::from(most);
    (0..TRIES).find_map(|attempt| {
        let random = &mut random.stream(attempt);
        let start = if is_arranged {
            Start::Arrangement(Box::new(arrangement(rule_set, has_eyes, random)?))
        } else {
            Start::Setup(named.get(random.below(named.len()))?)
        };
        let opening = walk::walk(start.position(), &plies, random)?;
        let is_accepted = !walk::has_lethal_move(opening.game().position()) && is_balanced(&opening);
        is_accepted.then_some((start, opening))
    })
}

/// Returns true with the probability `share`.
pub(super) fn happens(share: Share, random: &mut Random) -> bool {
    random.below(Share::WHOLE.into()) < share.parts().into()
}

/// Returns an arrangement of random pieces, the same for both players, on random squares. Half of the arrangements are
/// symmetric under a half turn of the board, except for the Sphinxes. Returns `None` if the arrangement is against the rules.
fn arrangement(rule_set: RuleSet, has_eyes: bool, random: &mut Random) -> Option<Position> {
    let kinds = kinds(rule_set, has_eyes, random);
    let is_symmetric = random.below(2) == 0;
    let mut setup = Setup::empty(rule_set);
    let corners = Colour::ALL.map(ruleset::corner);
    if rule_set.rules().kinds.contains(&Kind::Sphinx) {
        for colour in Colour::ALL {
            let facings = ruleset::facings(colour);
            let facing = facings[random.below(facings.len())];
            let orientation = (1..=4).filter_map(Orientation::from_digit).find(|turned| turned.facing() == facing)?;
            setup.squares[ruleset::corner(colour).index()] = Some(Piece::new(colour, Kind::Sphinx, orientation));
        }
    }
    for colour in if is_symmetric { &Colour::ALL[..1] } else { &Colour::ALL[..] } {
        for &kind in &kinds {
            let free = |square: &Square| {
                let is_empty = setup.squares[square.index()].is_none();
                is_empty && !corners.contains(square) && !rule_set.forbidden(*colour).has(*square)
            };
            let free: Vec<Square> = Square::ALL.into_iter().filter(free).collect();
            let square = *free.get(random.below(free.len()))?;
            let orientation = Orientation::from_digit(1 + random.below(kind.orientations().into()) as u8)?;
            let piece = Piece::new(*colour, kind, orientation);
            setup.squares[square.index()] = Some(piece);
            if is_symmetric {
                setup.squares[square.half_turn().index()] = Some(piece.half_turn());
            }
        }
    }
    let position = Position::try_from(setup).ok()?;
    position.outcome().is_none().then_some(position)
}

/// Returns random kinds of pieces for a player, without the Sphinx and within the limits of a set.
fn kinds(rule_set: RuleSet, has_eyes: bool, random: &mut Random) -> Vec<Kind> {
    let rules = rule_set.rules();
    let mut kinds = vec![Kind::Pharaoh];
    let pyramids = PYRAMIDS.0 + random.below(PYRAMIDS.1 - PYRAMIDS.0 + 1);
    kinds.extend(std::iter::repeat_n(Kind::Pyramid, pyramids));
    // At most two Scarabs and at most two Eyes, at most three together.
    let (scarabs, eyes) = if has_eyes { (random.below(3), 1) } else { (1 + random.below(2), 0) };
    let eyes = eyes + if has_eyes && scarabs < 2 { random.below(2) } else { 0 };
    kinds.extend(std::iter::repeat_n(Kind::Scarab, scarabs));
    kinds.extend(std::iter::repeat_n(Kind::Eye, eyes));
    if rules.kinds.contains(&Kind::Anubis) {
        kinds.extend(std::iter::repeat_n(Kind::Anubis, random.below(3)));
    }
    let mut obelisks = random.below(rules.obelisks as usize + 1);
    while obelisks >= 2 && rules.stacking && random.below(2) == 0 {
        kinds.push(Kind::Stack);
        obelisks -= 2;
    }
    kinds.extend(std::iter::repeat_n(Kind::Obelisk, obelisks));
    kinds
}

#[cfg(test)]
mod tests {
    use super::super::recipe::tests::recipe;
    use super::super::recipe::{OPENING_PLIES, RuleSets};
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn arrangements_are_valid_and_differ_and_half_of_them_are_symmetric() {
        for rule_set in RuleSet::ALL {
            for has_eyes in [false, true] {
                let made: Vec<Position> = (0..200)
                    .filter_map(|seed| arrangement(rule_set, has_eyes, &mut Random::seed_from_u64(seed)))
                    .collect();
                assert!(made.len() > 100, "{} of {}", made.len(), rule_set.name());
                assert!(made.iter().all(|position| has_eye(position) == has_eyes));
                let symmetric = made.iter().filter(|position| {
                    let turned = position.half_turn();
                    Square::ALL.into_iter().all(|square| {
                        let is_sphinx = position.piece_at(square).is_some_and(|piece| piece.kind() == Kind::Sphinx);
                        is_sphinx || position.piece_at(square) == turned.piece_at(square)
                    })
                });
                let symmetric = symmetric.count();
                assert!((made.len() / 4..3 * made.len() / 4).contains(&symmetric), "{symmetric} of {}", made.len());
                let keys: HashSet<u64> = made.iter().map(Position::key).collect();
                assert_eq!(keys.len(), made.len());
            }
        }
    }

    #[test]
    fn openings_have_the_proportions_and_lengths_of_the_recipe() {
        let recipe = crate::datagen::recipe::Recipe { rule_sets: RuleSets::ALL, ..recipe() };
        let (mut eyes, mut arranged, mut khet2) = (0, 0, 0);
        let mut lengths = HashSet::new();
        let mut names = HashSet::new();
        const COUNT: u64 = 1_000;
        for seed in 0..COUNT {
            let random = &mut Random::seed_from_u64(seed);
            let (start, opening) = find(&recipe, random, None, &mut |_| true).expect("an opening");
            assert_eq!(start.position(), opening.start());
            khet2 += u32::from(start.position().rule_set() == RuleSet::Khet2);
            eyes += u32::from(has_eye(start.position()));
            arranged += u32::from(start.name().is_none());
            names.extend(start.name().map(|name| (start.position().rule_set(), name)));
            lengths.insert(opening.moves().len());
            assert_eq!(opening.game().position().outcome(), None);
        }
        // The ranges are the means ± 63, 61 and 55. That is four times the standard deviation of each.
        assert!((437..=563).contains(&khet2) && (289..=411).contains(&eyes) && (195..=305).contains(&arranged));
        assert_eq!(names.len(), setups::all().len());
        assert_eq!(lengths.len(), usize::from(OPENING_PLIES.1 - OPENING_PLIES.0) + 1);
    }
}
