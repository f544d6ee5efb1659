//! Prints the progress of a match on stderr: a progress bar on a terminal, otherwise rows of the table, and every fault of an
//! engine.

use super::super::command_error::{print_stderr, warn};
use super::super::progress;
use indicatif::ProgressBar;
use khepri_arena::names::Names;
use khepri_arena::records::record::GameRecord;
use khepri_arena::termination::Class;
use khepri_arena::tournament::plan::Tournament;
use khepri_arena::tournament::report;
use khepri_arena::tournament::runner::Watcher;
use khepri_arena::tournament::standings::Standings;
use khepri_rules::{Colour, Outcome};
use std::io;
use std::time::Instant;

/// The default number of games between two tables, if stderr is not a terminal.
const INTERVAL: u64 = 10;

/// A printer of the progress of a match.
pub(super) struct Progress<'a> {
    bar: ProgressBar,
    names: &'a Names,
    /// The number of games between two tables, or 0 for no tables.
    interval: u64,
    /// The number of scheduled games, if the match is not endless.
    scheduled: Option<u64>,
    started: Instant,
}

impl<'a> Progress<'a> {
    /// Starts the progress after the games that are already counted.
    pub(super) fn new(
        tournament: &Tournament,
        names: &'a Names,
        standings: &Standings,
        interval: Option<u64>,
    ) -> Progress<'a> {
        let scheduled = tournament.scheduled();
        let bar = progress::games(scheduled);
        bar.set_position(standings.added());
        bar.set_message(report::progress(standings, names));
        let interval = interval.unwrap_or(if bar.is_hidden() { INTERVAL } else { 0 });
        let progress = Progress { bar, names, interval, scheduled, started: Instant::now() };
        if progress.bar.is_hidden() {
            let (games, engines) = (progress.games(standings), tournament.engines.len());
            warn(format_args!("match: begins: {games}, {engines} engines, {} at a time", tournament.concurrency));
        }
        progress
    }

    /// Clears the progress bar, or prints the last line if there is no bar.
    pub(super) fn finish(&self, standings: &Standings) {
        let is_hidden = self.bar.is_hidden();
        self.bar.finish_and_clear();
        if is_hidden {
            warn(format_args!("match: ends: {}, {}", self.games(standings), self.elapsed()));
        }
    }

    /// Returns the number of games as text: `games 3 of 10`.
    fn games(&self, standings: &Standings) -> String {
        let of = self.scheduled.map(|games| format!(" of {games}")).unwrap_or_default();
        format!("games {}{of}", standings.added())
    }

    fn elapsed(&self) -> String {
        format!("{} s", self.started.elapsed().as_secs())
    }
}

impl Watcher for Progress<'_> {
    fn game_over(&mut self, record: &GameRecord, standings: &Standings) {
        self.bar.set_position(standings.added());
        self.bar.set_message(report::progress(standings, self.names));
        if record.termination.class() == Class::Fault {
            let [silver, red] = record.seats;
            let loser = self.names.of(if record.outcome == Outcome::Win(Colour::Silver) { red } else { silver });
            let detail = if record.detail.is_empty() { String::new() } else { format!(" ({})", record.detail) };
            let GameRecord { game, termination, .. } = record;
            self.bar.suspend(|| warn(format_args!("match: game {game}: {loser}: {termination}{detail}")));
        }
        if self.interval > 0 && standings.added().is_multiple_of(self.interval) {
            let rows = report::standing(standings, self.names);
            self.bar.suspend(|| {
                warn(format_args!("match: {}, {}", self.games(standings), self.elapsed()));
                print_stderr(rows.trim_end());
            });
        }
    }

    fn option_problem(&mut self, problem: &str) {
        self.bar.suspend(|| warn(format_args!("match: {problem}")));
    }

    fn log_failed(&mut self, error: &io::Error) {
        self.bar.suspend(|| warn(format_args!("match: a log cannot be written, and the match continues: {error}")));
    }
    fn continued(&mut self) {
        self.bar.suspend(|| warn("match: continues after a stop, and plays the games in progress again"));
    }
}
