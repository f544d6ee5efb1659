//! Games of the engine against itself, on several threads. A game depends on the recipe and its number alone.

use super::judge::{Flagger, Judge};
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
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};

/// The nodes of each search of the signature.
const SIGNATURE_NODES: u64 = 500;

/// The most times that the nodes of a search without an exact score are doubled.
const DOUBLINGS: u32 = 20;

/// Why a game, given by its number, could not be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// There is no memory for the table of a search.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
    /// No opening was found.
    #[error("game {0}: no opening was found")]
    NoOpening(u64),
    /// The search returned no legal move.
    #[error("game {0}: the search has no legal move")]
    NoMove(u64),
}

/// Returns this engine.
///
/// # Errors
/// There is no memory for the table of a search.
pub fn player() -> Result<Player, NoMemory> {
    let mut version = env!("CARGO_PKG_VERSION").to_owned();
    version.truncate(Player::VERSION_LENGTH);
    Ok(Player { version, signature: signature()? })
}

/// Returns a checksum of the moves and scores of the search in all set-ups, which identifies the search.
///
/// # Errors
/// There is no memory for the table of a search.
pub fn signature() -> Result<u32, NoMemory> {
    Ok(Thinker::new(1)?.signature())
}

/// Plays the games of a recipe one by one.
pub struct SelfPlay<'a> {
    recipe: &'a Recipe,
    thinker: Thinker,
}

impl<'a> SelfPlay<'a> {
    /// Prepares to play games of a recipe.
    ///
    /// # Errors
    /// There is no memory for the table of a search.
    pub fn new(recipe: &'a Recipe) -> Result<SelfPlay<'a>, NoMemory> {
        Ok(SelfPlay { recipe, thinker: Thinker::new(recipe.hash_mib.into())? })
    }

    /// Plays the game of this number; `None` if `is_stopped` before its end.
    ///
    /// # Errors
    /// The game cannot be played.
    pub fn play(&mut self, number: u64, is_stopped: &dyn Fn() -> bool) -> Result<Option<Record>, PlayError> {
        let Recipe { seed, nodes, opening_bound, opening_nodes, adjudication, .. } = *self.recipe;
        let thinker = &mut self.thinker;
        let is_open = &mut |opening: &crate::notation::Opening| {
            thinker.forget();
            let found = thinker.think(&opening.game(), opening_nodes.into());
            found.is_some_and(|(_, score)| score.value().abs() <= opening_bound.into())
        };
        let mut random = Random::seed_from_u64(seed).stream(number);
        let (start, opening) = opening::find(self.recipe, &mut random, is_open).ok_or(PlayError::NoOpening(number))?;
        let mut game = opening.game();
        let mut plies = Vec::new();
        let (mut judge, mut flagger) = (Judge::new(adjudication), Flagger::default());
        self.thinker.forget();
        loop {
            if is_stopped() {
                return Ok(None);
            }
            let (mv, score) = self.thinker.think(&game, nodes).ok_or(PlayError::NoMove(number))?;
            plies.push(Ply { mv, score, flags: flagger.flags(game.position(), score) });
            game.push(mv).map_err(|_| PlayError::NoMove(number))?;
            if let Some((outcome, end)) = judge.count(&game, score, opening.moves().len() + plies.len()) {
                let opening = opening.moves().to_vec();
                return Ok(Some(Record { source: 0, number, start, opening, plies, outcome, end }));
            }
        }
    }
}

/// A searcher with one thread that is limited by nodes only.
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

    fn signature(&mut self) -> u32 {
        let mut checksum = crc32fast::Hasher::new();
        for named in setups::all() {
            let game = Game::new(named.position.clone());
            self.forget();
            if let Some((mv, score)) = self.think(&game, SIGNATURE_NODES) {
                checksum.update(&mv.bits().to_le_bytes());
                checksum.update(&score.value().to_le_bytes());
            }
        }
        checksum.finalize()
    }

    /// Returns the best move and the score of the position. Doubles the nodes until the search has an exact score.
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

/// Stores the last exact score. Bounds are skipped: which of them are reported depends on the time of the search.
struct LastScore(Option<Score>);

impl Observer for LastScore {
    fn iteration(&mut self, info: &Info) {
        if info.bound == Bound::Exact {
            self.0 = Some(info.score);
        }
    }

    fn current_move(&mut self, _: Move, _: usize) {}
}

/// The games to play.
pub struct Task<'a> {
    /// Their recipe.
    pub recipe: &'a Recipe,
    /// The end of their numbers; endless if `None`.
    pub games: Option<u64>,
    /// The numbers of games that exist already.
    pub done: &'a HashSet<u64>,
    /// The number of threads; each plays one game at a time.
    pub threads: usize,
}

/// Why not all games were played.
#[derive(Debug, thiserror::Error)]
pub enum RunError<E> {
    /// A game could not be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The system refused threads.
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The handling of a game failed.
    #[error("{0}")]
    Each(E),
}

/// Plays all games that do not exist yet and calls `each` with each when it ends. Games start in the order of their numbers, and
/// are abandoned when `is_stopped`.
///
/// # Errors
/// A game could not be played, there are no threads, or `each` failed.
pub fn run<E>(
    task: &Task<'_>,
    is_stopped: &(dyn Fn() -> bool + Sync),
    each: &mut dyn FnMut(&Record) -> Result<(), E>,
) -> Result<(), RunError<E>> {
    let &Task { recipe, games, done, threads } = task;
    let threads = threads.max(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(|n| format!("game {n}")).build()?;
    let numbers = recipe.shard.items().take_while(|&number| games.is_none_or(|games| number < games));
    let numbers = Mutex::new(numbers.filter(|number| !done.contains(number)));
    let is_over = AtomicBool::new(false);
    let stops = || is_over.load(Ordering::Relaxed) || is_stopped();
    let (sender, receiver) = mpsc::sync_channel(2 * threads);
    pool.in_place_scope(|scope| {
        for _ in 0..threads {
            let (sender, numbers, stops) = (sender.clone(), &numbers, &stops);
            scope.spawn(move |_| {
                let mut player = match SelfPlay::new(recipe) {
                    Ok(player) => player,
                    Err(error) => return drop(sender.send(Err(PlayError::NoMemory(error)))),
                };
                let next = || numbers.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some(number) = next() {
                    let Some(played) = player.play(number, stops).transpose() else { break };
                    if sender.send(played).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let result = receiver.iter().try_for_each(|played| each(&played?).map_err(RunError::Each));
        is_over.store(true, Ordering::Relaxed);
        drop(receiver);
        result
    })
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
    fn the_signature_is_that_of_the_search() {
        let mut thinker = Thinker::new(1).expect("memory");
        assert_eq!(signature(), Ok(thinker.signature()));
        let network = Upkeep::Network(Arc::new(random_network(&mut Random::seed_from_u64(1))));
        thinker.searcher.maintain(&network, &AtomicBool::new(false)).expect("memory");
        assert_ne!(signature(), Ok(thinker.signature()), "another network plays otherwise");
    }

    #[test]
    fn few_nodes_are_doubled_until_there_is_a_score() {
        let game = Game::new(setups::all()[0].position.clone());
        let mut thinker = Thinker::new(1).expect("memory");
        assert!(thinker.think(&game, 1).is_some());
    }

    fn few() -> Recipe {
        let rule_sets = RuleSets::only(RuleSet::Khet1);
        Recipe { nodes: 100, shard: Shard::new(2, 3).expect("a part"), rule_sets, ..recipe() }
    }

    fn play(done: &[u64], threads: usize) -> Vec<Record> {
        let done = done.iter().copied().collect();
        let mut records = Vec::new();
        let task = Task { recipe: &few(), games: Some(20), done: &done, threads };
        let result: Result<(), RunError<String>> = run(&task, &|| false, &mut |record| {
            records.push(record.clone());
            Ok(())
        });
        assert!(result.is_ok());
        records
    }

    #[test]
    fn any_number_of_threads_plays_the_same_games() {
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
    fn a_failure_ends_it() {
        let done = HashSet::new();
        let task = Task { recipe: &few(), games: None, done: &done, threads: 2 };
        let mut count = 0;
        let result = run(&task, &|| false, &mut |_| {
            count += 1;
            if count < 3 { Ok(()) } else { Err("full") }
        });
        assert!(matches!(result, Err(RunError::Each("full"))));
        let result: Result<(), RunError<String>> = run(&task, &|| true, &mut |_| Ok(()));
        assert!(result.is_ok());
    }
}
