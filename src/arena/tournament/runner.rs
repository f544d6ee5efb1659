//! Plays a match: workers take games from the schedule, and record and count the results in shared state.

use super::files::Records;
use super::plan::Tournament;
use super::schedule::ScheduledGame;
use super::standings::Standings;
use crate::engine::lock;
use crate::engine::log::GameLog;
use crate::engine::player::{Abandoned, Player};
use crate::engine::spec::EngineSpec;
use crate::game::referee::{self, FinishedGame};
use crate::interrupts::Interrupts;
use crate::records::record::{GameRecord, microseconds};
use crate::termination::{Class, EngineFault};
use jiff::Timestamp;
use khepri_rules::opening::Opening;
use std::collections::HashSet;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// An observer of a match.
pub trait Watcher: Send {
    /// Reports a recorded game.
    fn game_over(&mut self, record: &GameRecord, standings: &Standings);

    /// Reports, once, an option that an engine was given but does not offer, or not with this value.
    fn option_problem(&mut self, problem: &str);

    /// Reports, once, that a log cannot be written. The match continues.
    fn log_failed(&mut self, error: &io::Error);

    /// Reports, once for each stop of the process, that it continues and that the games in progress are played again.
    fn continued(&mut self);
}

/// The error that ended a match early.
#[derive(Debug, Error)]
pub enum MatchError {
    /// An engine cannot be started.
    #[error(transparent)]
    Engine(#[from] Abandoned),
    /// A game cannot be recorded.
    #[error("a game could not be written: {0}")]
    Record(io::Error),
    /// A thread cannot be started.
    #[error("a worker cannot be started: {0}")]
    Worker(io::Error),
}

/// The result of a match.
#[derive(Debug)]
pub struct Played {
    /// The counted games.
    pub standings: Standings,
    /// The error that ended the match, if there was one.
    pub error: Option<MatchError>,
    /// Whether a log could not be written.
    pub log_failed: bool,
}

/// The state that the workers share.
struct Shared<'a> {
    games: Box<dyn Iterator<Item = ScheduledGame> + Send + 'a>,
    standings: Standings,
    records: Records,
    watcher: &'a mut dyn Watcher,
    /// Engines and their problems with options that were already reported.
    option_problems: HashSet<(String, String)>,
    error: Option<MatchError>,
    log_failed: bool,
    /// [`Interrupts::continuations`] at the last report of a stop.
    continuations: u64,
}

/// Longest wait for a stop signal after the process continued. `timeout` and batch systems send both signals.
const STOP_TIME: Duration = Duration::from_millis(500);

impl Tournament {
    /// Plays the scheduled games that the standings lack. A decision of the SPRT, a stop signal or an error ends the match
    /// early and abandons the games in progress. It is an error if a game cannot be recorded or written as KGN, or if an engine
    /// or a worker cannot be started.
    pub fn run(
        &self,
        standings: Standings,
        records: Records,
        signals: &Interrupts,
        watcher: &mut dyn Watcher,
    ) -> Played {
        let played = standings.clone();
        let games =
            self.schedule.games().filter(move |game| self.shard.has(game.pair()) && !played.has(game.number + 1));
        self.run_games(Box::new(games), standings, records, signals, watcher)
    }

    /// Plays games of the schedule, as [`Tournament::run`] does.
    pub fn run_games<'a>(
        &'a self,
        games: Box<dyn Iterator<Item = ScheduledGame> + Send + 'a>,
        standings: Standings,
        records: Records,
        signals: &'a Interrupts,
        watcher: &'a mut dyn Watcher,
    ) -> Played {
        if standings.is_decided() {
            signals.stop();
        }
        let shared = Mutex::new(Shared {
            games,
            standings,
            records,
            watcher,
            option_problems: HashSet::new(),
            error: None,
            log_failed: false,
            continuations: 0,
        });
        let digest = self.digest();
        thread::scope(|scope| {
            for _ in 0..self.concurrency {
                let log = lock(&shared).records.log.clone().map(GameLog::new);
                let (shared, digest) = (&shared, digest.as_str());
                let work = move || self.work(shared, digest, log.as_ref(), signals);
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    lock(shared).fail(MatchError::Worker(error), signals);
                    break;
                }
            }
        });
        let mut shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.check_log();
        if let Err(error) = shared.records.make_kgn() {
            shared.fail(MatchError::Record(error), signals);
        }
        let Shared { standings, error, log_failed, .. } = shared;
        Played { standings, error, log_failed }
    }

    /// Plays games until none is left.
    fn work(&self, shared: &Mutex<Shared>, digest: &str, log: Option<&GameLog>, signals: &Interrupts) {
        let mut players: Vec<(usize, Player)> = Vec::new();
        let mut repeated = None;
        while let Some(game) = repeated.take().or_else(|| next(shared, signals)) {
            self.seat_players(&mut players, &game, log, signals);
            if let Some(log) = log {
                log.begin(game.number + 1);
            }
            let [(_, silver), (_, red)] = players.as_mut_slice() else { break };
            let Some(opening) = self.openings.get(game.opening) else { break };
            let continuations = signals.continuations();
            let (started, clock) = (Timestamp::now(), Instant::now());
            let played = referee::play(opening, [silver, red], &self.conditions);
            if signals.continuations() != continuations && !matches!(played, Err(Abandoned::NotStarted(..))) {
                if signals.is_stopped_within(STOP_TIME) {
                    break;
                }
                lock(shared).report_continuation(signals);
                // An engine may still be searching, so the game is played again by new processes.
                players.drain(..).for_each(|(_, mut player)| player.quit());
                repeated = Some(game);
                continue;
            }
            match played {
                Ok(finished) => {
                    let record = self.record(digest, &game, opening, finished, started, clock.elapsed());
                    if let Some(log) = log.filter(|_| record.termination.class() == Class::Fault) {
                        log.save(&record);
                    }
                    let mut shared = lock(shared);
                    shared.check_log();
                    [silver, red].into_iter().for_each(|player| shared.report_options(player));
                    shared.finish(&record, signals);
                }
                Err(Abandoned::Stopped) => break,
                Err(error) => lock(shared).fail(error.into(), signals),
            }
        }
        players.iter_mut().for_each(|(_, player)| player.quit());
    }

    /// Sets `players` to the players of Silver and Red, in this order. Reuses players of the last game; the others quit.
    fn seat_players<'a>(
        &'a self,
        players: &mut Vec<(usize, Player<'a>)>,
        game: &ScheduledGame,
        log: Option<&GameLog>,
        signals: &'a Interrupts,
    ) {
        let mut before = std::mem::take(players);
        for seat in [game.silver, game.red] {
            let index = before.iter().position(|(other, _)| *other == seat);
            let log = |name: &str| log.map(|log| log.of_engine(seat, name));
            let draw_plies = self.conditions.adjudication.draw_plies;
            let player = |spec: &'a EngineSpec| Player::new(spec, self.deadlines, draw_plies, signals, log(&spec.name));
            let new = || self.engines.get(seat).map(|spec| (seat, player(spec)));
            players.extend(index.map(|index| before.swap_remove(index)).or_else(new));
        }
        before.iter_mut().for_each(|(_, player)| player.quit());
    }

    fn record(
        &self,
        digest: &str,
        game: &ScheduledGame,
        opening: &Opening,
        finished: FinishedGame,
        started: Timestamp,
        duration: Duration,
    ) -> GameRecord {
        let EngineFault { termination, detail, overrun, processor } = finished.ending;
        let engine =
            |seat: usize, text: fn(&EngineSpec) -> String| self.engines.get(seat).map(text).unwrap_or_default();
        let seats = [game.silver, game.red];
        GameRecord {
            tournament: digest.to_owned(),
            games: self.schedule.len(),
            sprt: self.sprt.as_ref().map(|test| *test.parameters()),
            game: game.number + 1,
            round: game.round + 1,
            silver: engine(game.silver, |spec| spec.name.clone()),
            red: engine(game.red, |spec| spec.name.clone()),
            seats,
            commands: seats.map(|seat| engine(seat, EngineSpec::command_line)),
            time_controls: seats.map(|seat| engine(seat, |spec| spec.control.to_string())),
            opening: opening.to_string(),
            first_player: opening.game().position().side_to_move(),
            outcome: finished.outcome,
            termination,
            detail,
            overrun_us: overrun.map(microseconds),
            processor_us: processor.map(microseconds),
            plies: finished.plies,
            started: format!("{started:.0}"),
            duration_us: microseconds(duration),
            moves: finished.moves,
        }
    }
}

/// Takes the next game, unless the match was stopped.
fn next(shared: &Mutex<Shared>, signals: &Interrupts) -> Option<ScheduledGame> {
    let mut shared = lock(shared);
    if signals.is_stopped() { None } else { shared.games.next() }
}

impl Shared<'_> {
    /// Reports options that a player does not offer, or not with these values.
    fn report_options(&mut self, player: &Player) {
        for problem in player.option_problems() {
            if self.option_problems.insert((player.spec().name.clone(), problem.clone())) {
                self.watcher.option_problem(problem);
            }
        }
    }

    /// Reports a log that cannot be written, once.
    fn check_log(&mut self) {
        if let Some(error) = self.records.log.as_ref().and_then(|log| log.take_error())
            && !std::mem::replace(&mut self.log_failed, true)
        {
            self.watcher.log_failed(&error);
        }
    }

    /// Reports a stop of the process, once.
    fn report_continuation(&mut self, signals: &Interrupts) {
        let continuations = signals.continuations();
        if std::mem::replace(&mut self.continuations, continuations) != continuations {
            self.watcher.continued();
        }
    }

    /// Ends the match with an error. Only the first error is kept.
    fn fail(&mut self, error: MatchError, signals: &Interrupts) {
        self.error.get_or_insert(error);
        signals.stop();
    }

    /// Records a game and counts it.
    fn finish(&mut self, record: &GameRecord, signals: &Interrupts) {
        // Games that end after a decision or an error are not recorded.
        if self.error.is_some() || self.standings.is_decided() {
            return;
        }
        let Records { journal, kgn, .. } = &mut self.records;
        let mut written = journal.as_mut().map_or(Ok(()), |journal| journal.append(record));
        if written.is_ok() {
            self.standings.add(record);
            written = kgn.as_mut().map_or(Ok(()), |kgn| kgn.append(record));
        }
        if let Err(error) = written {
            self.fail(MatchError::Record(error), signals);
            return;
        }
        self.watcher.game_over(record, &self.standings);
        if self.standings.is_decided() {
            signals.stop();
        }
    }
}
