//! Makes a file of the tactics suite. The engine plays against itself, and the prover finds wins near the ends of the games.
//!
//! The selection of positions depends only on the games and the proofs, not on whether a search finds the wins.

use super::prover::{Prover, Verdict};
use super::{Case, MOST_MOVES};
use crate::openings::walk::{self, Arrangement};
use khepri_engine::internal::search::{SearchSettings, Searcher};
use khepri_engine::{Limits, NoMemory, Signals, Silent};
use khepri_rules::internal::util::random::Random;
use khepri_rules::setups::NamedSetup;
use khepri_rules::{Outcome, Position};
use std::collections::HashSet;

/// The number of random plies before the engine plays.
pub const OPENING_PLIES: u32 = 6;

/// The largest number of positions per game that the prover searches. They are the last with the winner to move.
pub const LAST_POSITIONS: usize = 5;

/// The number of positions after which a game ends without a winner.
pub const LONGEST_GAME: usize = 400;

/// The largest length of a win, in plies. The last ply is a shot of the winner.
pub const MOST_PLIES: usize = 2 * MOST_MOVES as usize - 1;

/// The size of the hash table in MiB. It is fixed, because the games depend on it.
const TABLE_MIB: usize = 16;

/// The positions to make.
#[derive(Clone, Debug)]
pub struct PuzzleSettings {
    /// The set-ups. Games start from them in turn.
    pub setups: Vec<&'static NamedSetup>,
    /// The number of wins of each length.
    pub each: usize,
    /// The number of nodes per move of the engine.
    pub nodes: u64,
    /// The largest number of nodes per proof.
    pub proof_nodes: u64,
    /// The largest number of games.
    pub games: u64,
    /// The seed of the random plies.
    pub seed: u64,
}

impl PuzzleSettings {
    /// Returns the number of positions of all lengths.
    pub fn count(&self) -> usize {
        self.each * MOST_MOVES as usize
    }
}

/// The positions of a suite, and statistics of the games and proofs.
#[derive(Clone, Default, Debug)]
pub struct MadePuzzles {
    /// The positions. Short wins come first, and wins of the same length are in the order of the games.
    pub cases: Vec<Case>,
    /// The number of games.
    pub games: u64,
    /// The number of games won by a hit.
    pub decided: u64,
    /// The number of positions that the prover searched.
    pub searched: u64,
    /// The number of positions for which the prover had too few nodes.
    pub unknown: u64,
    /// The number of moves that the prover made.
    pub proof_nodes: u64,
}

/// Plays games until there are enough wins of each length, or until the largest number of games. Calls `on_win` with every win
/// that is found. If a length has too few wins, further wins of other lengths replace the missing ones, the longest first.
///
/// # Errors
/// There is no memory for the hash table.
pub fn make(settings: &PuzzleSettings, on_win: &mut dyn FnMut(&Case)) -> Result<MadePuzzles, NoMemory> {
    let mut searcher = Searcher::new(TABLE_MIB, 1)?;
    let mut prover = Prover::default();
    let mut made = MadePuzzles::default();
    let mut found: Vec<Vec<Case>> = vec![Vec::new(); MOST_MOVES as usize];
    let mut seen = HashSet::new();
    while made.games < settings.games && found.iter().any(|cases| cases.len() < settings.each) {
        let positions = winners_positions(&play(settings, made.games, &mut searcher));
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
                on_win(&case);
                cases.push(case);
            }
        }
    }
    made.cases = choose(found, settings);
    Ok(made)
}

/// Returns the first wins of each length, and further wins in place of missing ones. Further wins are the longest available.
fn choose(mut found: Vec<Vec<Case>>, settings: &PuzzleSettings) -> Vec<Case> {
    let mut missing: usize = found.iter().map(|cases| settings.each.saturating_sub(cases.len())).sum();
    for cases in found.iter_mut().rev() {
        let more = cases.len().saturating_sub(settings.each).min(missing);
        cases.truncate(settings.each + more);
        missing -= more;
    }
    found.into_iter().flatten().collect()
}

/// Plays a game of the engine against itself and returns all its positions. The game does not depend on earlier ones.
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
        let limits = Limits::nodes_or_one(settings.nodes);
        let found = searcher.search(&game, &limits, &SearchSettings::default(), &Signals::default(), &mut Silent);
        if found.best.is_none_or(|mv| game.push(mv).is_err()) {
            break;
        }
        positions.push(game.position().clone());
    }
    positions
}

/// Returns the positions of a game with the winner to move, or none if the game was not won by a hit.
fn winners_positions(positions: &[Position]) -> Vec<Position> {
    let Some((last, before)) = positions.split_last() else { return Vec::new() };
    let Some(Outcome::Win(winner)) = last.outcome() else { return Vec::new() };
    before.iter().filter(|position| position.side_to_move() == winner).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::{RuleSet, setups};

    fn settings(each: usize, games: u64) -> PuzzleSettings {
        let setups = ["classic", "dynasty"].map(|name| setups::named(RuleSet::Khet1, name).expect(name)).to_vec();
        PuzzleSettings { setups, each, nodes: 100, proof_nodes: 5_000, games, seed: 3 }
    }

    fn lines(settings: &PuzzleSettings) -> Vec<String> {
        make(settings, &mut |_| {}).expect("memory").cases.iter().map(Case::to_string).collect()
    }

    #[test]
    fn the_settings_and_the_seed_determine_the_positions() {
        let all = lines(&settings(3, 8));
        assert!(!all.is_empty());
        assert_eq!(lines(&settings(3, 8)), all);
        assert_ne!(lines(&PuzzleSettings { seed: 4, ..settings(3, 8) }), all);
    }

    #[test]
    fn missing_wins_of_a_length_are_replaced_by_others_the_longest_first() {
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
        // Two wins of length 3 and one of length 4 are missing. A further win of each of the lengths 5, 2 and 1 replaces
        // them.
        assert_eq!(chosen(2), [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (4, 1), (5, 1), (5, 2), (5, 3)]);
        assert_eq!(chosen(4).len(), 11, "there are no more");
    }
}
