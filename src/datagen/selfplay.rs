//! Games of the engine against itself, on several threads. A game depends only on its recipe and its number.

use super::judge::{Flagger, Judge};
use super::opening;
use super::recipe::{EngineId, Recipe};
use super::record::{Ply, Record};
use crate::eval::Score;
use crate::notation::setups;
use crate::rules::{Game, Move};
use crate::search::limits::Limits;
use crate::search::observer::{Bound, Info, Observer};
use crate::search::{Depth, NoMemory, SearchSettings, Searcher, Signals};
use crate::util::random::Random;
use crate::util::workers::{self, WorkError};
use rand::SeedableRng;
use std::collections::HashSet;

/// The number of nodes of each search for the signature.
const SIGNATURE_NODES: u64 = 500;

/// The largest number of searches until one has an exact score. Each has twice the nodes of the one before.
const SEARCHES: u32 = 20;

/// The reason why a game could not be played, with the number of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// There is no memory for a hash table.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
    /// No opening was found.
    #[error("game {0}: no opening was found")]
    NoOpening(u64),
    /// The search returned no legal move.
    #[error("game {0}: the search has no legal move")]
    NoMove(u64),
}

/// Returns the identity of this engine.
///
/// # Errors
/// There is no memory for a hash table.
pub fn engine_id() -> Result<EngineId, NoMemory> {
    let mut version = env!("CARGO_PKG_VERSION").to_owned();
    version.truncate(EngineId::VERSION_LENGTH);
    Ok(EngineId { version, signature: signature()? })
}

/// Returns a checksum of the moves and scores that the search finds in all set-ups. It identifies the search.
///
/// # Errors
/// There is no memory for a hash table.
pub fn signature() -> Result<u32, NoMemory> {
    Ok(FixedNodesSearcher::new(1)?.signature())
}

/// A player of the games of a recipe, one by one.
pub struct SelfPlay<'a> {
    recipe: &'a Recipe,
    searcher: FixedNodesSearcher,
}

impl<'a> SelfPlay<'a> {
    /// Prepares to play games of a recipe.
    ///
    /// # Errors
    /// There is no memory for a hash table.
    pub fn new(recipe: &'a Recipe) -> Result<SelfPlay<'a>, NoMemory> {
        Ok(SelfPlay { recipe, searcher: FixedNodesSearcher::new(recipe.hash_mib.into())? })
    }

    /// Plays the game with a number. Returns `None` if `signals` stops it before the game ends.
    ///
    /// # Errors
    /// The game cannot be played.
    pub fn play(&mut self, number: u64, signals: &Signals) -> Result<Option<Record>, PlayError> {
        let Recipe { seed, nodes, opening_bound, opening_nodes, adjudication, .. } = *self.recipe;
        let searcher = &mut self.searcher;
        let is_balanced = &mut |opening: &crate::notation::Opening| {
            searcher.clear();
            let found = searcher.search(&opening.game(), opening_nodes.into());
            found.is_some_and(|(_, score)| score.value().abs() <= opening_bound.into())
        };
        let mut random = Random::seed_from_u64(seed).stream(number);
        let found = opening::find(self.recipe, &mut random, is_balanced);
        let (start, opening) = found.ok_or(PlayError::NoOpening(number))?;
        let mut game = opening.game();
        let mut plies = Vec::new();
        let (mut judge, mut flagger) = (Judge::new(adjudication), Flagger::default());
        self.searcher.clear();
        loop {
            if signals.is_stopped() {
                return Ok(None);
            }
            let (mv, score) = self.searcher.search(&game, nodes).ok_or(PlayError::NoMove(number))?;
            plies.push(Ply { mv, score, flags: flagger.flags(game.position(), score) });
            game.push(mv).map_err(|_| PlayError::NoMove(number))?;
            if let Some((outcome, end)) = judge.add_ply(&game, score, opening.moves().len() + plies.len()) {
                let opening = opening.moves().to_vec();
                return Ok(Some(Record { source: 0, number, start, opening, plies, outcome, end }));
            }
        }
    }
}

/// A searcher with one thread, whose only limit is a number of nodes.
struct FixedNodesSearcher(Searcher);

impl FixedNodesSearcher {
    fn new(hash_mib: usize) -> Result<FixedNodesSearcher, NoMemory> {
        Searcher::new(hash_mib, 1).map(FixedNodesSearcher)
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn signature(&mut self) -> u32 {
        let mut checksum = crc32fast::Hasher::new();
        for named in setups::all() {
            let game = Game::new(named.position.clone());
            self.clear();
            if let Some((mv, score)) = self.search(&game, SIGNATURE_NODES) {
                checksum.update(&mv.bits().to_le_bytes());
                checksum.update(&score.value().to_le_bytes());
            }
        }
        checksum.finalize()
    }

    /// Returns the best move and its score. Repeats the search with twice the nodes until it has an exact score.
    fn search(&mut self, game: &Game, nodes: u64) -> Option<(Move, Score)> {
        (0..SEARCHES).find_map(|doublings| {
            let nodes = nodes.saturating_mul(1 << doublings);
            let limits = Limits::nodes_or_one(nodes);
            let mut last = LastScore(None);
            let found = self.0.search(game, &limits, &SearchSettings::default(), &Signals::default(), &mut last);
            Some((found.best?, last.0?.1))
        })
    }
}

/// An observer that stores the last exact score. It ignores bounds, because the search reports them only after a time, so they
/// depend on the speed of the machine. It ignores a line that is less deep than the one before: it is the untried move that a
/// stopped search answers with if all others lose.
struct LastScore(Option<(Depth, Score)>);

impl Observer for LastScore {
    fn iteration(&mut self, info: &Info) {
        if info.bound == Bound::Exact && self.0.is_none_or(|(depth, _)| info.depth >= depth) {
            self.0 = Some((info.depth, info.score));
        }
    }

    fn current_move(&mut self, _: Move, _: usize) {}
}

/// The games to play.
pub struct Task<'a> {
    /// The recipe of the games.
    pub recipe: &'a Recipe,
    /// The number of games of all shards together; unlimited if `None`.
    pub games: Option<u64>,
    /// The numbers of the games that exist already.
    pub done: &'a HashSet<u64>,
    /// The number of threads; each plays one game at a time.
    pub threads: usize,
}

/// The reason why not all games were played.
pub type RunError<E> = WorkError<PlayError, E>;

/// Plays all games that do not exist yet, and calls `on_game` after each game. Games start in the order of their numbers.
/// Abandons unfinished games when `signals` are stopped. An error also stops `signals`.
///
/// # Errors
/// A game could not be played, threads could not be created, or `on_game` failed.
pub fn run<E>(
    task: &Task<'_>,
    signals: &Signals,
    on_game: &mut dyn FnMut(&Record) -> Result<(), E>,
) -> Result<(), RunError<E>> {
    let &Task { recipe, games, done, threads } = task;
    let numbers = recipe.shard.items().take_while(|&number| games.is_none_or(|games| number < games));
    let numbers = numbers.filter(|number| !done.contains(number));
    let create = || Ok(SelfPlay::new(recipe)?);
    let play = |number, self_play: &mut SelfPlay| self_play.play(number, signals);
    workers::run(numbers, (threads, "game"), signals, create, play, &mut |record| on_game(&record))
}

#[cfg(test)]
mod tests {
    use super::super::recipe::RuleSets;
    use super::super::recipe::tests::recipe;
    use super::super::replay::replay;
    use super::*;
    use crate::eval::network::tests::random_network;
    use crate::rules::RuleSet;
    use crate::search::Upkeep;
    use crate::util::shard::Shard;
    use std::sync::Arc;

    #[test]
    fn a_game_depends_only_on_its_recipe_and_number() {
        let recipe = Recipe { nodes: 200, ..recipe() };
        let mut one = SelfPlay::new(&recipe).expect("memory");
        let mut other = SelfPlay::new(&recipe).expect("memory");
        let mut play = |number| one.play(number, &Signals::default()).expect("a game").expect("not stopped");
        let games = [3, 1, 2].map(&mut play);
        assert_eq!(games[0], play(3));
        for (number, game) in [(2, &games[2]), (1, &games[1])] {
            assert_eq!(other.play(number, &Signals::default()).expect("a game").as_ref(), Some(game));
            let mut positions = 0;
            assert_eq!(replay(game, Some(&recipe), &mut |_, _| positions += 1), Ok(()));
            assert_eq!(positions, game.plies.len());
        }
        assert_ne!(games[0].plies, games[1].plies);
        let signals = Signals::default();
        signals.stop();
        assert_eq!(one.play(1, &signals), Ok(None));
    }

    #[test]
    fn the_signature_changes_with_the_network() {
        let mut searcher = FixedNodesSearcher::new(1).expect("memory");
        assert_eq!(signature(), Ok(searcher.signature()));
        let network = Upkeep::Network(Arc::new(random_network(&mut Random::seed_from_u64(1))));
        searcher.0.maintain(&network, &Signals::default()).expect("memory");
        assert_ne!(signature(), Ok(searcher.signature()));
    }

    #[test]
    fn too_few_nodes_are_doubled_until_there_is_a_score() {
        let game = Game::new(setups::all()[0].position.clone());
        let mut searcher = FixedNodesSearcher::new(1).expect("memory");
        assert!(searcher.search(&game, 1).is_some());
    }

    fn shard_recipe() -> Recipe {
        let rule_sets = RuleSets::only(RuleSet::Khet1);
        Recipe { nodes: 100, shard: Shard::new(2, 3).expect("a shard"), rule_sets, ..recipe() }
    }

    /// Plays the games below 20 of the shard, without those in `done`.
    fn play(done: &[u64], threads: usize) -> Vec<Record> {
        let done = done.iter().copied().collect();
        let mut records = Vec::new();
        let task = Task { recipe: &shard_recipe(), games: Some(20), done: &done, threads };
        let result: Result<(), RunError<String>> = run(&task, &Signals::default(), &mut |record| {
            records.push(record.clone());
            Ok(())
        });
        assert!(result.is_ok());
        records
    }

    #[test]
    fn the_games_do_not_depend_on_the_number_of_threads() {
        let one = play(&[], 1);
        let numbers: Vec<u64> = one.iter().map(|record| record.number).collect();
        assert_eq!(numbers, [1, 4, 7, 10, 13, 16, 19]);
        let mut three = play(&[], 3);
        three.sort_by_key(|record| record.number);
        assert_eq!(three, one);
        let rest = play(&[1, 7, 10], 1);
        assert!(rest.iter().eq(one.iter().filter(|record| ![1, 7, 10].contains(&record.number))));
        assert!(play(&numbers, 2).is_empty());
    }

    #[test]
    fn a_failed_callback_or_a_stop_ends_the_run() {
        let done = HashSet::new();
        let task = Task { recipe: &shard_recipe(), games: None, done: &done, threads: 2 };
        let signals = Signals::default();
        let mut count = 0;
        let result = run(&task, &signals, &mut |_| {
            count += 1;
            if count < 3 { Ok(()) } else { Err("full") }
        });
        assert!(matches!(result, Err(RunError::Callback("full"))));
        assert!(signals.is_stopped());
        let result: Result<(), RunError<String>> = run(&task, &signals, &mut |_| Ok(()));
        assert!(result.is_ok());
    }
}
