//! Plays the matches of a run, records each pair, and checks beforehand that the engine has the options.

use super::course::Course;
use super::gather::result_of_plus;
use super::parameters::Kind;
use super::plan::Plan;
use super::record::PairRecord;
use crate::engine::offered::OptionKind;
use crate::engine::player::{Abandoned, Failure, Player};
use crate::interrupts::Interrupts;
use crate::names;
use crate::records::journal::Journal;
use crate::records::record::GameRecord;
use crate::stats::GameResult;
use crate::termination::Class;
use crate::tournament::files::Records;
use crate::tournament::runner::{MatchError, Watcher as MatchWatcher};
use crate::tournament::standings::Standings;
use std::collections::HashMap;
use std::io;
use thiserror::Error;

/// An observer of a run.
pub trait Watcher: Send {
    /// Reports a recorded pair.
    fn pair_over(&mut self, course: &Course);

    /// Reports the end of an iteration, after its last pair.
    fn iteration_over(&mut self, course: &Course);

    /// Reports a fault of an engine in an iteration.
    fn fault(&mut self, iteration: u64, record: &GameRecord);

    /// Reports, once for each stop of the process, that it continues and that the games in progress are played again.
    fn continued(&mut self);
}

/// The reason why an engine cannot be tuned.
#[derive(Debug, Error)]
pub enum UnusableEngine {
    /// It does not start.
    #[error("{0}: {1}")]
    Start(String, Failure),
    /// It lacks an option.
    #[error("{0} offers no option {1}")]
    NoOption(String, String),
    /// An option is no spin: the engine, the option, and its type.
    #[error("{0}: option {1} is a {2}; expected a spin")]
    NoSpin(String, String, OptionKind),
    /// It does not take all values of a parameter.
    #[error("{engine}: option {option} takes {from} to {to}, and the parameter may have {min} to {max}")]
    Range {
        /// The name of the engine.
        engine: String,
        /// The name of the option.
        option: String,
        /// The smallest value of the option.
        from: i64,
        /// The largest value of the option.
        to: i64,
        /// The smallest value of the parameter.
        min: f64,
        /// The largest value of the parameter.
        max: f64,
    },
}

impl Plan {
    /// Starts the engine and checks that each parameter is a spin that takes all its values. Returns warnings about options
    /// with values that the engine does not take.
    ///
    /// # Errors
    /// The engine cannot be started, or the option of a parameter is not as required.
    pub fn check_engine(&self, signals: &Interrupts) -> Result<Vec<String>, UnusableEngine> {
        let mut player = Player::new(&self.engine, self.deadlines, None, signals, None);
        let mut started = player.new_game();
        while matches!(started, Err(Failure::Abandoned(Abandoned::Continued))) {
            started = player.new_game();
        }
        let (offered, mut warnings) = (player.offered().to_vec(), player.option_problems().to_vec());
        player.quit();
        let engine = names::shown(&self.engine.name);
        if let Err(failure) = started {
            return Err(UnusableEngine::Start(engine, failure));
        }
        for parameter in &self.parameters {
            let option = names::shown(&parameter.name);
            let Some(offered) = offered.iter().find(|offered| offered.is_named(&parameter.name)) else {
                return Err(UnusableEngine::NoOption(engine, option));
            };
            let OptionKind::Spin(range) = offered.kind else {
                return Err(UnusableEngine::NoSpin(engine, option, offered.kind.clone()));
            };
            let (min, max) = (parameter.min, parameter.max);
            if let Some((from, to)) = range
                && (min < from as f64 || max > to as f64)
            {
                return Err(UnusableEngine::Range { engine, option, from, to, min, max });
            }
            if parameter.kind == Kind::Float {
                warnings.push(format!("{engine}: option {option} takes whole numbers, and the parameter is a float"));
            }
        }
        Ok(warnings)
    }
}

impl Course<'_> {
    /// Plays the pairs that the course lacks, and appends each to the journal. A stop signal ends the run early and abandons
    /// the pairs in progress.
    ///
    /// # Errors
    /// An engine cannot be started, or a pair cannot be recorded. The run stops.
    pub fn run(
        &mut self,
        mut journal: Option<Journal<PairRecord>>,
        signals: &Interrupts,
        watcher: &mut dyn Watcher,
    ) -> Result<(), MatchError> {
        while let (Some(trial), Some(pairs)) = (self.trial().cloned(), self.pairs())
            && !signals.is_stopped()
        {
            let tournament = self.plan().tournament(&trial);
            let first = *pairs.start();
            let counted: Vec<bool> = pairs.map(|pair| self.has(pair)).collect();
            let games = tournament.schedule.games();
            let games = games.filter(|game| counted.get(game.pair() as usize) == Some(&false));
            let mut iteration = Iteration {
                course: self,
                number: trial.iteration,
                first,
                halves: HashMap::new(),
                journal: journal.as_mut(),
                error: None,
                signals,
                watcher,
            };
            let standings = Standings::new(None);
            let played = tournament.run_games(Box::new(games), standings, Records::default(), signals, &mut iteration);
            if let Some(error) = iteration.error.map(MatchError::Record).or(played.error) {
                return Err(error);
            }
        }
        Ok(())
    }
}

/// An iteration in progress.
struct Iteration<'a, 'b> {
    course: &'a mut Course<'b>,
    number: u64,
    /// The number of its first pair.
    first: u64,
    /// The result of the first game to end of each pair, for `plus`.
    halves: HashMap<u64, GameResult>,
    journal: Option<&'a mut Journal<PairRecord>>,
    /// The reason why a pair cannot be recorded.
    error: Option<io::Error>,
    signals: &'a Interrupts,
    watcher: &'a mut dyn Watcher,
}

impl Iteration<'_, '_> {
    /// Records a pair and counts it.
    fn pair_over(&mut self, pair: u64, results: [GameResult; 2]) {
        // Pairs that end after an error are not counted.
        if self.error.is_some() {
            return;
        }
        let record = PairRecord::new(self.course.digest(), pair, results);
        let written = self.journal.as_mut().map_or(Ok(()), |journal| journal.append(&record));
        if let Err(error) = written.and_then(|()| self.course.add(&record).map_err(io::Error::other)) {
            self.error = Some(error);
            self.signals.stop();
            return;
        }
        self.watcher.pair_over(self.course);
        if self.course.iterations() == self.number {
            self.watcher.iteration_over(self.course);
        }
    }
}

impl MatchWatcher for Iteration<'_, '_> {
    fn game_over(&mut self, record: &GameRecord, _: &Standings) {
        if record.termination.class() == Class::Fault {
            self.watcher.fault(self.number, record);
        }
        let result = result_of_plus(record);
        let pair = self.first + (record.game - 1) / 2;
        match self.halves.remove(&pair) {
            Some(other) => self.pair_over(pair, [other, result]),
            None => _ = self.halves.insert(pair, result),
        }
    }

    // The options were checked before the first game. There is no log.
    fn option_problem(&mut self, _: &str) {}

    fn log_failed(&mut self, _: &io::Error) {}

    fn continued(&mut self) {
        self.watcher.continued();
    }
}
