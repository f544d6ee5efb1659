//! The session: a deterministic state machine. A driver passes inputs to it and performs its effects in order. The session
//! itself does no I/O, starts no threads, reads no clock and has no engine.
//!
//! While a job runs, commands that change the game or the settings, or start a job, are pending until it ends, and are then
//! executed in order. A `go` is refused if a search that was not stopped runs or is pending. Queries are answered at once,
//! except those that need the result of a pending command. After `quit`, pending searches are answered without a search, and
//! other pending jobs are skipped.

use super::answers;
use super::command::{Command, Go};
use super::event::{Effect, Input, JobEnd, Plan, SearchPlan};
use super::options::{self, Change};
use super::pending::{Arrival, Pending};
use super::position::{self, Start, StartError};
use super::report;
use khepri_engine::internal::eval::wdl::Model;
use khepri_engine::internal::eval::worth;
use khepri_engine::internal::search::{SearchSettings, unsearched};
use khepri_engine::internal::util::Instant;
use khepri_engine::{BestMove, Depth, Elo, Network, Upkeep};
use khepri_rules::internal::util::byte_order_mark::without_mark;
use khepri_rules::internal::util::random::split_mix;
use khepri_rules::{Game, Move, RuleSet};
use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The time after `quit` in which a running perft or bench may end by itself.
const QUIT_TIME: Duration = Duration::from_millis(500);

/// The answer of a search without a move.
const NO_MOVE: BestMove = BestMove { best: None, ponder: None };

/// The state between two inputs.
pub struct Session {
    /// The commit of the build.
    commit: &'static str,
    game: Game,
    /// The rule set in which names of set-ups are looked up.
    variant: RuleSet,
    /// The network that evaluates positions; `None` until it arrives if the driver has to fetch it.
    network: Option<Arc<Network>>,
    settings: SearchSettings,
    threads: usize,
    shows_wdl: bool,
    limits_strength: bool,
    elo: Elo,
    level_seed: u32,
    /// The seed of the present game, for `Level Seed` 0.
    game_seed: u64,
    debug: bool,
    /// Whether the memory and the threads of the next search are ready.
    prepared: bool,
    job: Option<Job>,
    /// The number of the job that was started last.
    number: u64,
    /// The number of lines that have arrived.
    lines: u64,
    /// The number of the line whose command was executed last.
    executed: u64,
    /// The number of changes of the game and the settings.
    changes: u64,
    pending: Pending,
    input_ended: bool,
    quitting: bool,
    ended: bool,
    /// The effects of the present input.
    effects: Vec<Effect>,
}

/// The running job.
struct Job {
    kind: Kind,
    /// The number of the line that started it.
    line: u64,
    stopped: bool,
    /// The answer of a search that ended early or was not needed. It is printed after the `stop` or `ponderhit`.
    answer: Option<BestMove>,
}

enum Kind {
    Search {
        /// Whether its answer has to wait for a `ponderhit`.
        ponders: bool,
        /// Whether its answer has to wait for a `stop`.
        infinite: bool,
        /// Whether only a `stop` ends it, because it is infinite or has no limits.
        unlimited: bool,
        /// The moves to search; all legal ones if it is empty.
        only: Vec<Move>,
    },
    /// A perft or bench.
    Count,
    /// Work on the memory of the table.
    Upkeep(Cause),
    /// The driver reads this file. Commands wait for it as they wait for work on the memory of the table.
    Network(Option<PathBuf>),
    /// The driver fetches the first network, for an `eval`. Commands wait for it.
    FirstNetwork,
}

/// The cause of work on the memory of the table.
enum Cause {
    /// `ucinewgame`
    NewGame,
    /// An `isready` while memory and threads are not ready, as at the start. It is answered after the work.
    IsReady,
    /// A changed option.
    Option(Change),
}

impl Job {
    /// Returns whether the job is a search, which ends with a `bestmove`.
    fn is_search(&self) -> bool {
        matches!(self.kind, Kind::Search { .. })
    }

    /// Returns whether the job prepares later searches: work on the memory of the table, or reading a network.
    fn is_upkeep(&self) -> bool {
        matches!(self.kind, Kind::Upkeep(_) | Kind::Network(_) | Kind::FirstNetwork)
    }

    /// Returns whether the job will end without a further command.
    fn will_end(&self) -> bool {
        self.stopped || !matches!(self.kind, Kind::Search { ponders: true, .. } | Kind::Search { unlimited: true, .. })
    }

    /// Returns whether the answer has to wait for a `stop` or a `ponderhit`.
    fn must_wait(&self) -> bool {
        !self.stopped && matches!(self.kind, Kind::Search { ponders: true, .. } | Kind::Search { infinite: true, .. })
    }
}

impl Session {
    /// Creates a session in the classic set-up. If it gets no network, it asks the driver for one when it needs it. `seed` varies
    /// the errors of weak levels, and each new game varies them again.
    ///
    /// # Errors
    /// The classic set-up is missing.
    pub fn new(network: Option<Arc<Network>>, seed: u64) -> Result<Session, StartError> {
        let variant = RuleSet::Khet2;
        Ok(Session {
            commit: "unknown",
            game: Start::Classic.read(variant)?,
            variant,
            network,
            settings: SearchSettings::default(),
            threads: 1,
            shows_wdl: false,
            limits_strength: false,
            elo: Elo::DEFAULT,
            level_seed: 0,
            game_seed: seed,
            debug: false,
            prepared: false,
            job: None,
            number: 0,
            lines: 0,
            executed: 0,
            changes: 0,
            pending: Pending::default(),
            input_ended: false,
            quitting: false,
            ended: false,
            effects: Vec::new(),
        })
    }

    /// Returns the session of a build from this commit, which `version` names.
    pub fn of_commit(self, commit: &'static str) -> Session {
        Session { commit, ..self }
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns a number that grows with each change of the game and the settings.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Returns the number of a line such that the commands of all lines up to it have been executed, with their work on the memory
    /// of the table.
    pub fn last_settled_line(&self) -> u64 {
        let unsettled = self.job.as_ref().filter(|job| job.is_upkeep()).map(|job| job.line);
        unsettled.or(self.pending.first_line()).map_or(self.lines, |line| line - 1)
    }

    /// Returns the lines of the commands that give another session the same game and settings. It does not contain what the engine
    /// keeps: the size of the table and the network.
    pub fn restoring_commands(&self) -> String {
        let Session { settings, variant, .. } = self;
        let mut lines = Vec::new();
        let mut option = |name: &str, value: &dyn Display| lines.push(format!("setoption name {name} value {value}"));
        option("Threads", &self.threads);
        option("MultiPV", &settings.multipv);
        option("Move Overhead", &settings.move_overhead.as_millis());
        option("UCI_LimitStrength", &self.limits_strength);
        option("UCI_Elo", &self.elo.value());
        option("Level Seed", &self.level_seed);
        option("UCI_ShowWDL", &self.shows_wdl);
        option("Draw Plies", &settings.draw_plies.unwrap_or(0));
        option("UCI_Variant", &variant.name());
        lines.push(position::command(&self.game));
        // It is the last one, because it would report each option.
        lines.push(format!("debug {}", if self.debug { "on" } else { "off" }));
        lines.join("\n")
    }

    /// Processes an input and appends its effects. The last effect of a session is [`Effect::End`]. It follows a `quit`, the
    /// end of the input, or a failure of the output, once no job is running.
    pub fn take(&mut self, input: Input, effects: &mut Vec<Effect>) {
        match input {
            Input::Line(..) | Input::LineTooLong(_) | Input::Eof if self.quitting => {}
            Input::Line(line, time) => {
                self.lines += 1;
                let arrival = Arrival { line: self.lines, time };
                let text = if self.lines == 1 { without_mark(&line) } else { &line };
                self.accept(Command::read(text), arrival, line.len());
            }
            Input::LineTooLong(bytes) => self.remark(format_args!("a line of {bytes} bytes was skipped")),
            Input::Eof => {
                self.input_ended = true;
                self.end_endless_job();
            }
            Input::Report(number, text) if self.runs(number) => self.print(text),
            Input::Finished(number, end) if self.runs(number) => self.finish(end),
            Input::CouldNotStart(number, why) if self.runs(number) => self.give_up(&why),
            // The report of an earlier job is ignored.
            Input::Report(..) | Input::Finished(..) | Input::CouldNotStart(..) => {}
            Input::NetworkRead(network) => self.set_network(network),
            Input::TimerExpired => self.stop_job(),
            Input::OutputFailed => {
                self.quitting = true;
                self.pending.clear();
                self.stop_job();
            }
        }
        let answer = self.job.as_mut().filter(|job| !job.must_wait()).and_then(|job| job.answer.take());
        if let Some(answer) = answer {
            self.finish(JobEnd::Found(answer));
        }
        effects.append(&mut self.effects);
        if !self.ended && self.job.is_none() && (self.quitting || self.input_ended) {
            self.ended = true;
            effects.push(Effect::End);
        }
    }

    /// Executes a command or adds it to the pending commands. `length` is the length of its line in bytes.
    fn accept(&mut self, command: Command, arrival: Arrival, length: usize) {
        let Some(job) = &self.job else { return self.execute(command, arrival, false) };
        let searching = job.is_search() && !job.stopped || self.pending.has_search();
        if searching && matches!(command, Command::Go(_) | Command::Perft(_)) {
            return self.remark("go refused: a search is running; stop it first");
        }
        let wait = match command {
            Command::Position(_) | Command::SetOption { .. } | Command::NewGame | Command::Flip => true,
            Command::Go(_) | Command::Perft(_) | Command::Bench(_) => true,
            // `readyok` has to follow the work on the memory of the table. This work is running, or pending commands may start
            // it once a stopped search has ended.
            Command::IsReady => job.is_upkeep() || job.stopped && !self.pending.is_empty(),
            // The driver fetches the network in place of a job.
            Command::Evaluate if self.network.is_none() => true,
            // These queries refer to the game after the pending commands. They do not wait for a job that only a further command
            // ends.
            Command::Display
            | Command::LastShot
            | Command::Beam(_)
            | Command::Reach { .. }
            | Command::Evaluate
            | Command::Moves
            | Command::History => self.pending.can_change_the_game() && job.will_end(),
            _ => false,
        };
        if !wait {
            self.execute(command, arrival, false);
        } else if self.pending.push(command, arrival, length) {
            self.debug_remark(|| "pending until the search is over".to_owned());
        } else {
            self.remark("refused: too many commands are pending until the search is over");
        }
    }

    /// Executes a command. `stopped` is set if the command was pending when a `stop` arrived.
    fn execute(&mut self, command: Command, arrival: Arrival, stopped: bool) {
        self.executed = arrival.line;
        match command {
            Command::Empty => {}
            Command::Unknown(word) => self.remark(format_args!("unknown command {word}; help lists all")),
            Command::Unreadable(why) => self.remark(why),
            Command::Uci => self.print(answers::identity()),
            Command::IsReady if self.job.is_none() && !self.quitting && !self.prepared => {
                self.start_upkeep(Upkeep::Prepare, Cause::IsReady);
            }
            Command::IsReady => self.print("readyok"),
            Command::Help => self.print(answers::help()),
            Command::Version => self.print(answers::version(self.commit)),
            Command::Debug(on) => {
                self.debug = on;
                self.changes += 1;
            }
            Command::Display => self.print(answers::board(&self.game)),
            Command::LastShot => match answers::last_shot(&self.game) {
                Some(answer) => self.print(answer),
                None => self.remark("d: no shot yet"),
            },
            Command::Beam(source) => match answers::beam(&self.game, source) {
                Ok(report) => self.print(report),
                Err(why) => self.remark(format_args!("beam: {why}")),
            },
            Command::Reach { player, square } => self.print(answers::reach(&self.game, player, square)),
            Command::Setups => self.print(answers::setups()),
            Command::Moves => self.print(answers::moves(self.game.position())),
            Command::History => self.print(answers::history(&self.game)),
            Command::Evaluate => self.evaluate(),
            Command::NewGame => {
                split_mix(&mut self.game_seed);
                self.start_upkeep(Upkeep::Clear, Cause::NewGame);
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Position(line) => match line.read(self.variant) {
                Ok(game) => self.set_game(game),
                Err(why) => self.remark(format_args!("position refused: {why}")),
            },
            Command::Flip => self.set_game(Game::new(self.game.position().half_turn())),
            Command::Go(go) => self.search(go, arrival.time, stopped),
            Command::Perft(_) | Command::Bench(_) if self.quitting => {}
            Command::Perft(depth) => {
                let position = Box::new(self.game.position().clone());
                self.start(Kind::Count, Plan::Perft { position, depth, threads: self.threads }, stopped);
            }
            Command::Bench(depth) => self.start(Kind::Count, Plan::Bench(depth), stopped),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponderhit(arrival.time),
            Command::Quit => self.quit(),
        }
    }

    fn set_game(&mut self, game: Game) {
        self.game = game;
        self.changes += 1;
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let change = match options::change(name, value) {
            Ok(change) => change,
            Err(why) => return self.remark(format_args!("setoption refused: {why}")),
        };
        match &change {
            &Change::Hash(mib) => return self.start_upkeep(Upkeep::Resize(mib), Cause::Option(change)),
            Change::ClearHash => return self.start_upkeep(Upkeep::Clear, Cause::Option(change)),
            Change::EvalFile(path) => {
                self.effects.push(Effect::ReadNetwork(path.clone()));
                self.begin(Kind::Network(path.clone()));
                return;
            }
            &Change::Threads(threads) => (self.threads, self.prepared) = (threads, false),
            &Change::MultiPv(lines) => self.settings.multipv = lines,
            &Change::MoveOverhead(overhead) => self.settings.move_overhead = overhead,
            &Change::LimitStrength(limited) => self.limits_strength = limited,
            &Change::Elo(elo) => self.elo = elo,
            &Change::LevelSeed(seed) => self.level_seed = seed,
            &Change::DrawPlies(plies) => self.settings.draw_plies = plies,
            &Change::ShowWdl(shown) => self.shows_wdl = shown,
            &Change::Variant(rule_set) => self.variant = rule_set,
            Change::Ponder => {}
            #[cfg(feature = "tuning")]
            Change::Parameter(parameter, value) => parameter.set(*value),
        }
        self.settings.strength = self.limits_strength.then_some(self.elo);
        self.report_change(&change, Ok(()));
    }

    fn set_network(&mut self, network: Result<Arc<Network>, String>) {
        let reads = |job: &mut Job| matches!(job.kind, Kind::Network(_) | Kind::FirstNetwork);
        let Some(Job { kind, .. }) = self.job.take_if(reads) else {
            self.network = self.network.take().or(network.ok());
            return;
        };
        match (network, kind) {
            (Ok(network), Kind::Network(path)) => {
                self.network = Some(Arc::clone(&network));
                self.start_upkeep(Upkeep::Network(network), Cause::Option(Change::EvalFile(path)));
            }
            (Ok(network), _) => {
                self.network = Some(network);
                self.evaluate();
            }
            (Err(why), Kind::Network(_)) => self.remark(format_args!("EvalFile: {why}; the old evaluation stays")),
            (Err(why), _) => self.remark(format_args!("eval: {why}")),
        }
        self.execute_pending();
    }

    fn report_change(&mut self, change: &Change, done: Result<(), String>) {
        match done {
            Ok(()) => {
                self.changes += 1;
                self.debug_remark(|| format!("{change:?}"));
            }
            Err(error) => self.remark(format_args!("{error}; the old value stays")),
        }
    }

    /// Starts work on the memory of the table. Does nothing after `quit`.
    fn start_upkeep(&mut self, upkeep: Upkeep, cause: Cause) {
        if !self.quitting {
            self.start(Kind::Upkeep(cause), Plan::Upkeep(upkeep, self.threads), false);
        }
    }

    fn evaluate(&mut self) {
        match &self.network {
            Some(network) => self.print(worth::table(network, self.game.position())),
            None => {
                self.effects.push(Effect::ReadNetwork(None));
                self.begin(Kind::FirstNetwork);
            }
        }
    }

    fn search(&mut self, go: Go, since: Instant, stopped: bool) {
        let Go { mut limits, mut unreadable, hit } = go;
        let position = self.game.position();
        let to_move = position.side_to_move();
        if position.outcome().is_some() {
            if !unreadable.is_empty() {
                self.remark(report::reasons(&unreadable));
            }
            let (ponders, unlimited) = (limits.ponder, limits.is_unlimited(to_move));
            // Without limits it waits for a `stop`, as an infinite one does.
            let infinite = limits.infinite || unlimited && !ponders && !hit;
            if stopped || self.quitting || self.input_ended || !ponders && !infinite {
                return self.answer(&NO_MOVE);
            }
            self.begin(Kind::Search { ponders, infinite, unlimited, only: Vec::new() });
            return self.finish(JobEnd::Found(NO_MOVE));
        }
        limits.searchmoves = limits.searchmoves.iter().map(|&mv| position.normalised(mv)).collect();
        limits.searchmoves.retain(|&mv| match position.legality(mv) {
            Ok(()) => true,
            Err(illegal) => {
                unreadable.push(format!("searchmoves {mv}: {illegal}"));
                false
            }
        });
        if !unreadable.is_empty() {
            limits.depth = Some(Depth::ONE);
            self.remark(format_args!("{}; searching depth 1", report::reasons(&unreadable)));
        }
        if self.quitting {
            return self.answer_without_search(&limits.searchmoves);
        }
        let (ponders, infinite, unlimited) = (limits.ponder, limits.infinite, limits.is_unlimited(to_move));
        let Session { mut settings, threads, shows_wdl, level_seed, game_seed, .. } = *self;
        settings.level_seed = if level_seed == 0 { game_seed } else { level_seed.into() };
        let plan = SearchPlan { game: self.game.clone(), limits, since, settings, threads, shows_wdl };
        let kind = Kind::Search { ponders, infinite, unlimited, only: plan.limits.searchmoves.clone() };
        self.start(kind, Plan::Search(Box::new(plan)), stopped);
    }

    fn start(&mut self, kind: Kind, plan: Plan, stopped: bool) {
        self.begin(kind);
        self.effects.push(Effect::Start(self.number, plan));
        if stopped || self.quitting {
            self.stop_job();
        } else if self.input_ended {
            self.end_endless_job();
        }
    }

    fn begin(&mut self, kind: Kind) {
        self.number += 1;
        self.job = Some(Job { kind, line: self.executed, stopped: false, answer: None });
    }

    /// Returns whether this is the number of the running job.
    fn runs(&self, number: u64) -> bool {
        self.job.is_some() && number == self.number
    }

    fn stop_job(&mut self) {
        if let Some(job) = self.job.as_mut().filter(|job| !job.stopped) {
            job.stopped = true;
            if job.answer.is_none() {
                self.effects.push(Effect::Stop(self.number));
            }
        }
    }

    /// Stops a job that waits for a `stop` or `ponderhit`. Neither can arrive after the end of the input.
    fn end_endless_job(&mut self) {
        if self.job.as_ref().is_some_and(|job| !job.will_end()) {
            self.stop_job();
        }
    }

    fn finish(&mut self, end: JobEnd) {
        if let (Some(job), JobEnd::Found(answer)) = (&mut self.job, &end)
            && job.must_wait()
        {
            job.answer = Some(*answer);
            return;
        }
        let Some(job) = self.job.take() else { return };
        match (end, job.kind) {
            (JobEnd::Found(answer), _) => self.answer(&answer),
            (JobEnd::Counted(line), _) => self.print(line),
            (JobEnd::NoResult(why), _) => self.remark(why),
            (JobEnd::Upkeep(done), Kind::Upkeep(cause)) => {
                self.prepared |= done.is_ok();
                match cause {
                    Cause::NewGame => {}
                    Cause::IsReady => self.print("readyok"),
                    Cause::Option(change) => self.report_change(&change, done),
                }
            }
            (JobEnd::Upkeep(_), _) => {}
            (JobEnd::Panicked(message), kind) => {
                self.remark(format_args!("internal error: {message}"));
                match kind {
                    Kind::Search { only, .. } => self.answer_without_search(&only),
                    Kind::Upkeep(Cause::IsReady) => self.print("readyok"),
                    _ => {}
                }
            }
            (JobEnd::EngineLost(why), kind) => {
                self.remark(format_args!("engine ended: {why}"));
                match kind {
                    Kind::Search { .. } => self.answer(&NO_MOVE),
                    Kind::Upkeep(Cause::IsReady) => self.print("readyok"),
                    _ => {}
                }
            }
        }
        self.execute_pending();
    }

    fn give_up(&mut self, why: &str) {
        self.remark(why);
        if let Some(Job { kind: Kind::Search { only, .. }, .. }) = self.job.take() {
            self.answer_without_search(&only);
        }
        self.execute_pending();
    }

    /// Executes the pending commands until one starts a job.
    fn execute_pending(&mut self) {
        while self.is_first_due()
            && let Some((command, arrival, stopped)) = self.pending.pop()
        {
            self.execute(command, arrival, stopped);
        }
    }

    /// Returns whether the first pending command can be executed.
    fn is_first_due(&self) -> bool {
        // If a search was pending before an `isready`, the `isready` is answered while this search runs.
        self.job.as_ref().is_none_or(|job| !job.is_upkeep() && self.pending.first() == Some(&Command::IsReady))
    }

    /// Answers a `go` whose search was not started or has failed. Without a network there is no score to report.
    fn answer_without_search(&mut self, only: &[Move]) {
        if let Some(info) = self.network.as_ref().and_then(|network| unsearched::report(&self.game, only, network)) {
            let model = self.shows_wdl.then(|| Model::of(self.game.position()));
            self.print(report::search_line(&info, model));
        }
        self.answer(&BestMove { best: unsearched::best_move(&self.game, only), ponder: None });
    }

    fn answer(&mut self, answer: &BestMove) {
        self.print(report::best_move_line(answer));
    }

    fn stop(&mut self) {
        let has_pending = !self.pending.is_empty();
        self.pending.stop();
        match &self.job {
            // The running work is not stopped. Pending searches will be stopped as soon as they start.
            Some(job) if job.is_upkeep() && has_pending => {}
            Some(job) if !job.is_upkeep() => self.stop_job(),
            _ => self.remark("stop: no search is running"),
        }
    }

    fn ponderhit(&mut self, time: Instant) {
        if self.pending.ponderhit(time) {
            return;
        }
        match &mut self.job {
            Some(Job { kind: Kind::Search { ponders, .. }, answer, .. }) => {
                *ponders = false;
                if answer.is_none() {
                    self.effects.push(Effect::PonderHit(self.number));
                }
            }
            Some(_) => {}
            None => self.remark("ponderhit: no search is running"),
        }
    }

    /// Ends the session. Stops a running search or upkeep. A perft or bench may continue for [`QUIT_TIME`], because
    /// scripts rely on its result: other engines read `quit` only after it ends.
    fn quit(&mut self) {
        self.quitting = true;
        self.effects.push(Effect::StartTimer(QUIT_TIME));
        if self.job.as_ref().is_some_and(|job| job.is_search() || job.is_upkeep()) {
            self.stop_job();
        }
    }

    fn print(&mut self, answer: impl Display) {
        self.effects.push(Effect::Print(answer.to_string()));
    }

    fn remark(&mut self, message: impl Display) {
        self.print(report::remark(message));
    }

    fn debug_remark(&mut self, message: impl FnOnce() -> String) {
        if self.debug {
            self.remark(message());
        }
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
