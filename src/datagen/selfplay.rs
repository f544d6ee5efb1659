//! One game of the engine against itself: a function of the recipe and the number of the game, and of nothing played before.

use super::ends::Judge;
use super::flags::flags;
use super::opening;
use super::recipe::{Player, Recipe};
use super::record::{Ply, Record};
use crate::eval::Score;
use crate::notation::setups;
use crate::rules::{Game, Move};
use crate::search::limits::Limits;
use crate::search::observer::{Bound, Info, Observer};
use crate::search::{NoMemory, SearchSettings, Searcher, Settings, Signals};
use crate::util::random::Random;
use rand::SeedableRng;
use std::fmt;

/// Nodes of each search of the signature.
const SIGNATURE_NODES: u64 = 500;

/// How often the nodes of a search are doubled that ends without an exact score.
const DOUBLINGS: u32 = 20;

/// Why a game was not played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// There is no memory for the table of a search.
    NoMemory(NoMemory),
    /// No opening was found.
    NoOpening {
        /// The number of the game.
        number: u64,
    },
    /// The search has no move, or one against the rules.
    NoMove {
        /// The number of the game.
        number: u64,
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NoMemory(error) => write!(f, "{error}"),
            Failure::NoOpening { number } => write!(f, "game {number}: no opening was found"),
            Failure::NoMove { number } => write!(f, "game {number}: the search has no legal move"),
        }
    }
}

/// Returns the engine that plays here.
///
/// # Errors
/// There is no memory for the table of a search.
pub fn player() -> Result<Player, NoMemory> {
    let mut version = env!("CARGO_PKG_VERSION").to_owned();
    version.truncate(Player::VERSION_LENGTH);
    Ok(Player { version, signature: signature()? })
}

/// Returns a number that stands for the search: a checksum of its moves and scores in all set-ups.
///
/// # Errors
/// There is no memory for the table of a search.
pub fn signature() -> Result<u32, NoMemory> {
    let mut thinker = Thinker::new(1)?;
    let mut checksum = crc32fast::Hasher::new();
    for named in setups::all() {
        let game = Game::new(named.position.clone());
        thinker.forget();
        if let Some((mv, score)) = thinker.think(&game, SIGNATURE_NODES) {
            checksum.update(&mv.bits().to_le_bytes());
            checksum.update(&score.value().to_le_bytes());
        }
    }
    Ok(checksum.finalize())
}

/// Plays games, one after the other.
pub struct SelfPlay<'a> {
    recipe: &'a Recipe,
    thinker: Thinker,
}

impl<'a> SelfPlay<'a> {
    /// Plays games of this recipe.
    ///
    /// # Errors
    /// There is no memory for the table of a search.
    pub fn new(recipe: &'a Recipe) -> Result<SelfPlay<'a>, NoMemory> {
        Ok(SelfPlay { recipe, thinker: Thinker::new(recipe.hash_mib.into())? })
    }

    /// Plays the game of this number; `None` if `is_stopped` before it is over.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub fn play(&mut self, number: u64, is_stopped: &dyn Fn() -> bool) -> Result<Option<Record>, Failure> {
        let Recipe { seed, nodes, opening_bound, opening_nodes, ends, .. } = *self.recipe;
        let thinker = &mut self.thinker;
        let is_open = &mut |opening: &crate::notation::Opening| {
            thinker.forget();
            let found = thinker.think(&opening.game(), opening_nodes.into());
            found.is_some_and(|(_, score)| score.value().abs() <= opening_bound.into())
        };
        let mut random = Random::seed_from_u64(seed).stream(number);
        let (start, opening) = opening::find(self.recipe, &mut random, is_open).ok_or(Failure::NoOpening { number })?;
        let mut game = opening.game();
        let mut plies = Vec::new();
        let mut judge = Judge::new(ends);
        self.thinker.forget();
        loop {
            if is_stopped() {
                return Ok(None);
            }
            let (mv, score) = self.thinker.think(&game, nodes).ok_or(Failure::NoMove { number })?;
            plies.push(Ply { mv, score, flags: flags(game.position(), score) });
            game.push(mv).map_err(|_| Failure::NoMove { number })?;
            if let Some((outcome, end)) = judge.count(&game, score, opening.moves().len() + plies.len()) {
                let opening = opening.moves().to_vec();
                return Ok(Some(Record { source: 0, number, start, opening, plies, outcome, end }));
            }
        }
    }
}

/// Searches on one thread, with a limit of nodes only.
struct Thinker {
    searcher: Searcher,
    signals: Signals,
}

impl Thinker {
    fn new(hash_mib: usize) -> Result<Thinker, NoMemory> {
        let searcher = Searcher::new(&Settings { hash_mib, threads: 1 })?;
        Ok(Thinker { searcher, signals: Signals::default() })
    }

    fn forget(&mut self) {
        self.searcher.clear();
    }

    /// Returns the best move and the score of the position.
    fn think(&mut self, game: &Game, nodes: u64) -> Option<(Move, Score)> {
        (0..DOUBLINGS).find_map(|doublings| {
            let nodes = nodes.saturating_mul(1 << doublings);
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let mut last = LastScore(None);
            let found = self.searcher.search(game, &limits, &SearchSettings::default(), &self.signals, &mut last);
            Some((found.best?, last.0?))
        })
    }
}

/// Keeps the last exact score: bounds are reported too, but which of them depends on the time that the search takes.
struct LastScore(Option<Score>);

impl Observer for LastScore {
    fn iteration(&mut self, info: &Info) {
        if info.bound == Bound::Exact {
            self.0 = Some(info.score);
        }
    }

    fn current_move(&mut self, _: Move, _: usize) {}
}

#[cfg(test)]
mod tests {
    use super::super::recipe::tests::recipe;
    use super::super::replay::replay;
    use super::*;

    #[test]
    fn a_game_depends_on_recipe_and_number_alone() {
        let recipe = Recipe { nodes: 200, ..recipe() };
        let mut one = SelfPlay::new(&recipe).expect("memory");
        let mut other = SelfPlay::new(&recipe).expect("memory");
        let mut play = |number| one.play(number, &|| false).expect("a game").expect("not stopped");
        let games = [3, 1, 2].map(&mut play);
        assert_eq!(games[0], play(3));
        for (number, game) in [(2, &games[2]), (1, &games[1])] {
            assert_eq!(other.play(number, &|| false).expect("a game").as_ref(), Some(game));
            let mut positions = 0;
            assert_eq!(replay(game, Some(&recipe), &mut |_, _| positions += 1), Ok(()));
            assert_eq!(positions, game.plies.len());
        }
        assert_ne!(games[0].plies, games[1].plies);
        assert_eq!(one.play(1, &|| true), Ok(None));
    }

    #[test]
    fn few_nodes_are_doubled_until_there_is_a_score() {
        let game = Game::new(setups::all()[0].position.clone());
        let mut thinker = Thinker::new(1).expect("memory");
        assert!(thinker.think(&game, 1).is_some());
    }
}
