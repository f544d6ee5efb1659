//! Games of the engine against itself, on several threads. A game depends only on its recipe and its number.

use super::judge::{self, Judge};
use super::lead::Leads;
use super::opening::{self, happens};
use super::recipe::{EngineId, Recipe};
use super::record::{Flags, Ply, Record};
use super::share::Share;
use crate::last_score::LastScore;
use crate::workers::{self, WorkError};
use khepri_engine::internal::search::{SearchSettings, Searcher};
use khepri_engine::{Limits, NoMemory, Score, Signals};
use khepri_rules::internal::util::random::Random;
use khepri_rules::{Game, Move, setups};
use std::collections::HashSet;

/// The number of nodes of each search for the signature.
const SIGNATURE_NODES: u64 = 500;

/// The largest number of searches until one has an exact score. Each has twice the nodes of the one before.
const SEARCHES: u32 = 20;

/// The streams of a game's random numbers, by use. The numbers of the opening belong to none of them, so that the other games
/// and moves stay the same whatever these streams decide.
const ADJUDICATION: u64 = 0;
const LEAD: u64 = 1;
const RELABELLING: u64 = 2;

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
    leads: &'a Leads,
    searcher: FixedNodesSearcher,
    /// The searcher of relabelled positions, if the recipe has any.
    relabeller: Option<FixedNodesSearcher>,
}

impl<'a> SelfPlay<'a> {
    /// Prepares to play games of a recipe. `leads` are its lead openings.
    ///
    /// # Errors
    /// There is no memory for a hash table.
    pub fn new(recipe: &'a Recipe, leads: &'a Leads) -> Result<SelfPlay<'a>, NoMemory> {
        let relabelling = &recipe.extension.relabelling;
        let has_relabeller = relabelling.share != Share::NONE;
        let relabeller = has_relabeller.then(|| FixedNodesSearcher::new(relabelling.hash_mib.into())).transpose()?;
        Ok(SelfPlay { recipe, leads, searcher: FixedNodesSearcher::new(recipe.hash_mib.into())?, relabeller })
    }

    /// Plays the game with a number. Returns `None` if `signals` stops it before the game ends.
    ///
    /// # Errors
    /// The game cannot be played.
    pub fn play(&mut self, number: u64, signals: &Signals) -> Result<Option<Record>, PlayError> {
        let random = Random::seed_from_u64(self.recipe.seed).stream(number);
        let Some(mut record) = self.play_moves(number, &random, signals)? else { return Ok(None) };
        let is_whole = self.relabel(&mut record, &random.stream(RELABELLING), signals)?;
        Ok(is_whole.then_some(record))
    }

    /// Plays the moves of a game.
    fn play_moves(&mut self, number: u64, random: &Random, signals: &Signals) -> Result<Option<Record>, PlayError> {
        let Recipe { nodes, opening_bound, opening_nodes, ref extension, .. } = *self.recipe;
        let searcher = &mut self.searcher;
        let is_balanced = &mut |opening: &khepri_rules::opening::Opening| {
            searcher.clear();
            let found = searcher.search(&opening.game(), opening_nodes.into());
            found.is_some_and(|(_, score)| score.value().abs() <= opening_bound.into())
        };
        let is_adjudicated = !happens(extension.unadjudicated.share, &mut random.stream(ADJUDICATION));
        let lead_random = &mut random.stream(LEAD);
        let is_lead = happens(extension.lead.share, lead_random);
        let leads = is_lead.then_some((self.leads, lead_random));
        let found = opening::find(self.recipe, &mut random.clone(), leads, is_balanced);
        let (start, opening) = found.ok_or(PlayError::NoOpening(number))?;
        let mut game = opening.game();
        let mut plies = Vec::new();
        let mut judge = Judge::new(self.recipe.limits(is_adjudicated));
        self.searcher.clear();
        loop {
            if signals.is_stopped() {
                return Ok(None);
            }
            let (mv, score) = self.searcher.search(&game, nodes).ok_or(PlayError::NoMove(number))?;
            plies.push(Ply { mv, score, played: score, flags: judge::flags(game.position(), score) });
            let since_capture = game.position().plies_since_capture() as usize;
            game.push(mv).map_err(|_| PlayError::NoMove(number))?;
            if let Some((outcome, end)) = judge.add_ply(&game, score, opening.moves().len() + plies.len()) {
                if !is_adjudicated {
                    let first = judge::first_excluded(plies.len(), since_capture, extension.unadjudicated.tail);
                    for ply in plies.iter_mut().skip(first) {
                        ply.flags = ply.flags.with(Flags::EXCLUDED, true);
                    }
                }
                let opening = opening.moves().to_vec();
                let record = Record { source: 0, number, start, opening, plies, outcome, end, is_adjudicated, is_lead };
                return Ok(Some(record));
            }
        }
    }

    /// Searches a share of the quiet positions again, each with an empty table. Returns false if `signals` stops it.
    fn relabel(&mut self, record: &mut Record, random: &Random, signals: &Signals) -> Result<bool, PlayError> {
        let Some(searcher) = &mut self.relabeller else { return Ok(true) };
        let relabelling = &self.recipe.extension.relabelling;
        let no_move = |_| PlayError::NoMove(record.number);
        let mut game = Game::new(record.start.position().clone());
        for &mv in &record.opening {
            game.push(mv).map_err(no_move)?;
        }
        for (number, ply) in (0..).zip(&mut record.plies) {
            if signals.is_stopped() {
                return Ok(false);
            }
            let is_candidate = ply.flags.is_quiet() && !ply.flags.has(Flags::EXCLUDED);
            if is_candidate && happens(relabelling.share, &mut random.stream(number)) {
                searcher.clear();
                let (_, score) = searcher.search(&game, relabelling.nodes).ok_or(PlayError::NoMove(record.number))?;
                ply.score = score;
                ply.flags = ply.flags.with(Flags::RELABELLED, true).with(Flags::MATE, score.is_mate());
            }
            game.push(ply.mv).map_err(no_move)?;
        }
        Ok(true)
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
            let mut last = LastScore::default();
            let found = self.0.search(game, &limits, &SearchSettings::default(), &Signals::default(), &mut last);
            Some((found.best?, last.score()?))
        })
    }
}

/// The games to play.
pub struct Task<'a> {
    /// The recipe of the games.
    pub recipe: &'a Recipe,
    /// The lead openings of the recipe.
    pub leads: &'a Leads,
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
    let &Task { recipe, leads, games, done, threads } = task;
    let numbers = recipe.shard.items().take_while(|&number| games.is_none_or(|games| number < games));
    let numbers = numbers.filter(|number| !done.contains(number));
    let create = || Ok(SelfPlay::new(recipe, leads)?);
    let play = |number, self_play: &mut SelfPlay| self_play.play(number, signals);
    workers::run(numbers, (threads, "game"), signals, create, play, &mut |record| on_game(&record))
}

#[cfg(test)]
mod tests {
    use super::super::extension::{Extension, LeadShare, Relabelling, Unadjudicated};
    use super::super::lead::tests::leads;
    use super::super::recipe::RuleSets;
    use super::super::recipe::tests::recipe;
    use super::super::record::GameEnd;
    use super::super::replay::replay;
    use super::*;
    use khepri_arena::shard::Shard;
    use khepri_engine::Upkeep;
    use khepri_engine::internal::eval::network::random_network;
    use khepri_rules::{Kind, Position, RuleSet};
    use std::sync::Arc;

    #[test]
    fn a_game_depends_only_on_its_recipe_and_number() {
        let recipe = Recipe { nodes: 200, ..recipe() };
        let leads = Leads::default();
        let mut one = SelfPlay::new(&recipe, &leads).expect("memory");
        let mut other = SelfPlay::new(&recipe, &leads).expect("memory");
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

    /// Returns a recipe with this extension, whose games are short.
    fn extended(extension: Extension) -> Recipe {
        Recipe { nodes: 100, extension, ..recipe() }
    }

    /// Plays the first games of a recipe, and checks them by the recipe.
    fn games(recipe: &Recipe, leads: &Leads, count: u64) -> Vec<Record> {
        let mut player = SelfPlay::new(recipe, leads).expect("memory");
        (0..count).map(|number| game(&mut player, recipe, number)).collect()
    }

    /// Plays a game of a recipe, and checks it by the recipe.
    fn game(player: &mut SelfPlay, recipe: &Recipe, number: u64) -> Record {
        let game = player.play(number, &Signals::default()).expect("a game").expect("not stopped");
        assert_eq!(replay(&game, Some(recipe), &mut |_, _| {}), Ok(()));
        let block = game.to_block().expect("a block");
        assert_eq!(Record::read(&block[4..block.len() - 4]).as_ref(), Ok(&game));
        game
    }

    #[test]
    fn relabelling_changes_scores_of_quiet_positions_and_no_move() {
        let leads = Leads::default();
        let plain = games(&extended(Extension::default()), &leads, 4);
        let relabelled = |relabelling| games(&extended(Extension { relabelling, ..Extension::default() }), &leads, 4);
        let deep = relabelled(Relabelling::new(Share(3_000), 1_000));
        let plies = |games: &[Record]| games.iter().flat_map(|game| game.plies.clone()).collect::<Vec<Ply>>();
        let moves = |games: &[Record]| -> Vec<Record> {
            let plain = |ply: &Ply| Ply { score: Score::DRAW, flags: Flags::NONE, ..*ply };
            games.iter().map(|game| Record { plies: game.plies.iter().map(plain).collect(), ..game.clone() }).collect()
        };
        assert_eq!(moves(&deep), moves(&plain));
        let (mut quiet, mut count, mut different) = (0, 0, 0);
        for (ply, plain) in plies(&deep).iter().zip(plies(&plain)) {
            quiet += u32::from(plain.flags.is_quiet());
            if ply.flags.has(Flags::RELABELLED) {
                assert!(plain.flags.is_quiet() && ply.flags.has(Flags::MATE) == ply.score.is_mate());
                count += 1;
                different += u32::from(ply.score != ply.played);
            } else {
                assert_eq!(*ply, plain);
            }
        }
        // The share is 30 %, and hardly any score of ten times the nodes is the same.
        assert!((quiet / 5..quiet * 2 / 5).contains(&count), "{count} of {quiet}");
        assert!(different > count / 2, "{different} of {count}");
        // A larger share and other nodes choose the same positions first.
        let more = relabelled(Relabelling::new(Share(6_000), 300));
        let is_relabelled = |ply: &Ply| ply.flags.has(Flags::RELABELLED);
        assert!(plies(&deep).iter().zip(plies(&more)).all(|(ply, more)| !is_relabelled(ply) || is_relabelled(&more)));
    }

    #[test]
    fn a_label_does_not_depend_on_the_positions_relabelled_before() {
        let leads = Leads::default();
        let relabelled = |share| {
            let relabelling = Relabelling::new(Share(share), 500);
            games(&extended(Extension { relabelling, ..Extension::default() }), &leads, 1)
        };
        for (some, all) in relabelled(3_000).iter().zip(relabelled(10_000)) {
            let pairs = some.plies.iter().zip(all.plies).filter(|(ply, _)| ply.flags.has(Flags::RELABELLED));
            assert!(pairs.into_iter().all(|(ply, other)| *ply == other));
        }
    }

    #[test]
    fn a_share_of_the_games_is_played_to_the_end_and_the_others_stay_the_same() {
        let leads = Leads::default();
        let unadjudicated = Unadjudicated { share: Share(5_000), max_plies: 1_000, tail: 1 };
        let recipes = [Extension::default(), Extension { unadjudicated, ..Extension::default() }].map(extended);
        let [plain, played] = recipes.each_ref().map(|recipe| games(recipe, &leads, 10));
        let (adjudicated, whole): (Vec<_>, Vec<_>) =
            played.iter().zip(&plain).partition(|(game, _)| game.is_adjudicated);
        assert!(adjudicated.len() >= 2 && whole.len() >= 2, "{}", whole.len());
        assert!(adjudicated.into_iter().all(|(game, plain)| game == plain));
        for (game, plain) in &whole {
            // The moves are the same as far as the other game goes.
            let moves = |game: &Record| game.plies.iter().map(|ply| ply.mv).collect::<Vec<Move>>();
            assert!(moves(game).starts_with(&moves(plain)));
            assert!(matches!(game.end, GameEnd::Rules(_) | GameEnd::MaxPlies), "{:?}", game.end);
        }
        // Some position comes long after the last capture.
        assert!(whole.iter().any(|(game, _)| game.data().count() < game.plies.len()));
        // Some game would have been adjudicated. Which one depends on the network.
        let mut players = recipes.each_ref().map(|recipe| SelfPlay::new(recipe, &leads).expect("memory"));
        assert!((0..200).any(|number| {
            let [plain, whole] = [0, 1].map(|at| game(&mut players[at], &recipes[at], number));
            whole.plies.len() > plain.plies.len()
        }));
    }

    #[test]
    fn a_share_of_the_games_starts_from_lead_openings() {
        let lines: Vec<String> = RuleSet::ALL
            .into_iter()
            .flat_map(|rule_set| {
                ["classic", "imhotep", "classic-eye"].map(|name| format!("{} {name}", rule_set.name()))
            })
            .collect();
        let leads = leads(&lines.join("\n"));
        let lead = LeadShare { share: Share(5_000), checksum: leads.checksum() };
        let recipe = Recipe { rule_sets: RuleSets::ALL, ..extended(Extension { lead, ..Extension::default() }) };
        let plain = games(&Recipe { extension: Extension::default(), ..recipe.clone() }, &leads, 10);
        let played = games(&recipe, &leads, 10);
        let (from_leads, others): (Vec<_>, Vec<_>) = played.iter().zip(&plain).partition(|(game, _)| game.is_lead);
        assert!(from_leads.len() >= 2 && others.len() >= 2, "{}", from_leads.len());
        assert!(others.into_iter().all(|(game, plain)| game == plain));
        let mut starts = HashSet::new();
        for (game, plain) in from_leads {
            let [start, usual] = [game, plain].map(|game| game.start.position());
            let has_eye = |position: &Position| !position.board().kind(Kind::Eye).is_empty();
            assert_eq!((start.rule_set(), has_eye(start)), (usual.rule_set(), has_eye(usual)));
            assert!(game.opening.is_empty());
            starts.insert(game.start.name().expect("a name"));
        }
        assert!(starts.len() >= 2, "{starts:?}");
        let none = Leads::default();
        let mut player = SelfPlay::new(&recipe, &none).expect("memory");
        let number = played.iter().find(|game| game.is_lead).expect("a game").number;
        assert_eq!(player.play(number, &Signals::default()), Err(PlayError::NoOpening(number)));
    }

    fn shard_recipe() -> Recipe {
        let rule_sets = RuleSets::only(RuleSet::Khet1);
        Recipe { nodes: 100, shard: Shard::new(2, 3).expect("a shard"), rule_sets, ..recipe() }
    }

    /// Plays the games below 20 of the shard, without those in `done`.
    fn play(done: &[u64], threads: usize) -> Vec<Record> {
        let done = done.iter().copied().collect();
        let mut records = Vec::new();
        let leads = Leads::default();
        let task = Task { recipe: &shard_recipe(), leads: &leads, games: Some(20), done: &done, threads };
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
        let leads = Leads::default();
        let task = Task { recipe: &shard_recipe(), leads: &leads, games: None, done: &done, threads: 2 };
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
