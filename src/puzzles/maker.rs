//! Makes a file of the tactics suite: the engine plays against itself, and the prover searches for wins near the ends of
//! the games.
//!
//! The choice of positions depends only on the games and the proofs, not on whether a search finds the wins.

use super::prover::{Prover, Verdict};
use super::{Case, MOST_MOVES};
use crate::notation::NamedSetup;
use crate::openings::walk::{self, Arrangement};
use crate::rules::{Outcome, Position};
use crate::search::limits::Limits;
use crate::search::observer::Silent;
use crate::search::{NoMemory, SearchSettings, Searcher, Settings, Signals};
use crate::util::random::Random;
use rand::SeedableRng;
use std::collections::HashSet;

/// Random plies before the engine plays.
pub const OPENING_PLIES: u32 = 6;

/// Positions of each game for the prover: the last ones with the winner to move.
pub const LAST_POSITIONS: usize = 5;

/// Positions of the longest game; it ends there without a winner.
pub const LONGEST_GAME: usize = 400;

/// Plies of the longest win, which ends with the winner's own shot.
pub const MOST_PLIES: usize = 2 * MOST_MOVES as usize - 1;

/// Size of the table in MiB. It is fixed, because the games depend on it.
const TABLE_MIB: usize = 16;

/// The positions to make.
#[derive(Clone, Debug)]
pub struct PuzzleSettings {
    /// Set-ups to start from, in turn.
    pub setups: Vec<&'static NamedSetup>,
    /// The number of wins of each length.
    pub each: usize,
    /// Nodes of the engine for a move.
    pub nodes: u64,
    /// Nodes of the prover for a position.
    pub proof_nodes: u64,
    /// The largest number of games.
    pub games: u64,
    /// Seed of the random plies.
    pub seed: u64,
}

impl PuzzleSettings {
    /// Returns the number of positions of all lengths.
    pub fn count(&self) -> usize {
        self.each * MOST_MOVES as usize
    }
}

/// The positions and how they were made.
#[derive(Clone, Default, Debug)]
pub struct Made {
    /// The positions, the short wins first and each length in the order of the games.
    pub cases: Vec<Case>,
    /// Games that were played.
    pub games: u64,
    /// Games that were won by a hit.
    pub decided: u64,
    /// Positions that were given to the prover.
    pub searched: u64,
    /// Positions for which the prover had too few nodes.
    pub unknown: u64,
    /// Moves that the prover made.
    pub proof_nodes: u64,
}

/// Plays games until there are enough wins of each length or no games left, and calls `each` with every win that is found.
/// If there are too few wins of a length, more wins of the other lengths replace them, the long ones first.
///
/// # Errors
/// There is no memory for the table of the search.
pub fn make(settings: &PuzzleSettings, each: &mut dyn FnMut(&Case)) -> Result<Made, NoMemory> {
    let mut searcher = Searcher::new(&Settings { hash_mib: TABLE_MIB, threads: 1 })?;
    let mut prover = Prover::default();
    let mut made = Made::default();
    let mut found: Vec<Vec<Case>> = vec![Vec::new(); MOST_MOVES as usize];
    let mut seen = HashSet::new();
    while made.games < settings.games && found.iter().any(|cases| cases.len() < settings.each) {
        let positions = winning_side(&play(settings, made.games, &mut searcher));
        made.games += 1;
        made.decided += u64::from(!positions.is_empty());
        for position in positions.into_iter().rev().take(LAST_POSITIONS) {
            if !seen.insert(Arrangement::of(&position)) {
                continue;
            }
            let verdict = prover.shortest_win(&position, MOST_PLIES, settings.proof_nodes);
            made.searched += 1;
            made.unknown += u64::from(verdict == Verdict::Unknown);
            made.proof_nodes += prover.nodes();
            if let Some(moves) = verdict.moves()
                && let Some(cases) = found.get_mut(moves as usize - 1)
            {
                let case = Case { line: 0, position, moves };
                each(&case);
                cases.push(case);
            }
        }
    }
    made.cases = choose(found, settings);
    Ok(made)
}

/// Returns the first wins of each length, and further wins in place of missing ones, the long ones first.
fn choose(mut found: Vec<Vec<Case>>, settings: &PuzzleSettings) -> Vec<Case> {
    let mut missing: usize = found.iter().map(|cases| settings.each.saturating_sub(cases.len())).sum();
    for cases in found.iter_mut().rev() {
        let more = cases.len().saturating_sub(settings.each).min(missing);
        cases.truncate(settings.each + more);
        missing -= more;
    }
    found.into_iter().flatten().collect()
}

/// Plays a game of the engine against itself and returns its positions, the last one included. Earlier games do not
/// influence it.
fn play(settings: &PuzzleSettings, number: u64, searcher: &mut Searcher) -> Vec<Position> {
    let Some(&setup) = settings.setups.get((number % settings.setups.len().max(1) as u64) as usize) else {
        return Vec::new();
    };
    let mut random = Random::seed_from_u64(settings.seed).stream(number);
    let Some(opening) = walk::walk(&setup.position, &(OPENING_PLIES..=OPENING_PLIES), &mut random) else {
        return Vec::new();
    };
    let mut game = opening.game();
    let mut positions = vec![game.position().clone()];
    searcher.clear();
    while game.position().outcome().is_none() && game.occurrences() < 3 && positions.len() < LONGEST_GAME {
        let limits = Limits { nodes: Some(settings.nodes), ..Limits::default() };
        let answer = searcher.search(&game, &limits, &SearchSettings::default(), &Signals::default(), &mut Silent);
        if answer.best.is_none_or(|mv| game.push(mv).is_err()) {
            break;
        }
        positions.push(game.position().clone());
    }
    positions
}

/// Returns the positions with the winner to move of a game that was won by a hit.
fn winning_side(positions: &[Position]) -> Vec<Position> {
    let Some((last, before)) = positions.split_last() else { return Vec::new() };
    let Some(Outcome::Win(winner)) = last.outcome() else { return Vec::new() };
    before.iter().filter(|position| position.side_to_move() == winner).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::setups;
    use crate::rules::RuleSet;

    fn settings(each: usize, games: u64) -> PuzzleSettings {
        let setups = ["classic", "dynasty"].map(|name| setups::named(RuleSet::Khet1, name).expect(name)).to_vec();
        PuzzleSettings { setups, each, nodes: 300, proof_nodes: 20_000, games, seed: 3 }
    }

    fn lines(settings: &PuzzleSettings) -> Vec<String> {
        make(settings, &mut |_| {}).expect("memory").cases.iter().map(Case::to_string).collect()
    }

    #[test]
    fn the_same_settings_make_the_same_and_another_seed_something_else() {
        let all = lines(&settings(3, 16));
        assert!(all.len() > 5, "{all:?}");
        assert_eq!(lines(&settings(3, 16)), all);
        assert_ne!(lines(&PuzzleSettings { seed: 4, ..settings(3, 16) }), all);
    }

    #[test]
    fn what_is_missing_of_one_length_is_taken_from_the_others_the_long_ones_first() {
        let position = setups::named(RuleSet::Khet2, "classic").expect("a set-up").position.clone();
        let found: Vec<Vec<Case>> = (1..)
            .zip([4, 3, 0, 1, 3])
            .map(|(moves, count)| (1..=count).map(|line| Case { line, position: position.clone(), moves }).collect())
            .collect();
        let chosen = |each| -> Vec<(u32, usize)> {
            let settings = settings(each, 0);
            choose(found.clone(), &settings).iter().map(|case| (case.moves, case.line)).collect()
        };
        assert_eq!(chosen(1), [(1, 1), (2, 1), (4, 1), (5, 1), (5, 2)]);
        // Two of length 3 and one of length 4 are missing: one more of length 5, one of length 2, one of length 1.
        assert_eq!(chosen(2), [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (4, 1), (5, 1), (5, 2), (5, 3)]);
        assert_eq!(chosen(4).len(), 11, "there are no more");
    }
}
