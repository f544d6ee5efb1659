//! Prints the progress of a run on stderr: a progress bar on a terminal, otherwise the values every few iterations, and every
//! fault of the engine.

use super::super::command_error::warn;
use super::super::progress;
use indicatif::ProgressBar;
use khepri_arena::names;
use khepri_arena::records::record::GameRecord;
use khepri_arena::spsa::course::Course;
use khepri_arena::spsa::runner::Watcher;
use khepri_rules::{Colour, Outcome};
use std::time::Instant;

/// The default number of iterations between two lines, if stderr is not a terminal.
const INTERVAL: u64 = 10;

/// A printer of the progress of a run.
pub(super) struct Progress {
    bar: ProgressBar,
    /// The number of iterations between two lines, or 0 for no lines.
    interval: u64,
    started: Instant,
}

impl Progress {
    /// Starts the progress after the games that are already counted.
    pub(super) fn new(course: &Course, interval: Option<u64>) -> Progress {
        let bar = progress::games(Some(2 * course.plan().pairs));
        let interval = interval.unwrap_or(if bar.is_hidden() { INTERVAL } else { 0 });
        let progress = Progress { bar, interval, started: Instant::now() };
        progress.update(course);
        if progress.bar.is_hidden() {
            let (count, concurrency) = (course.plan().parameters.len(), course.plan().concurrency);
            let parameters = if count == 1 { "parameter" } else { "parameters" };
            warn(format_args!("spsa: begins: {}, {count} {parameters}, {concurrency} at a time", games(course)));
        }
        progress
    }

    /// Clears the progress bar, or prints the last line if there is no bar.
    pub(super) fn finish(&self, course: &Course) {
        let is_hidden = self.bar.is_hidden();
        self.bar.finish_and_clear();
        if is_hidden {
            warn(format_args!("spsa: ends: {}, {} s", games(course), self.started.elapsed().as_secs()));
        }
    }

    fn update(&self, course: &Course) {
        self.bar.set_position(course.games());
        self.bar.set_message(format!("iteration {} of {}", course.iterations(), course.plan().iterations()));
    }
}

/// Returns the number of games as text: `games 3 of 10`.
fn games(course: &Course) -> String {
    format!("games {} of {}", course.games(), 2 * course.plan().pairs)
}

impl Watcher for Progress {
    fn pair_over(&mut self, course: &Course) {
        self.update(course);
    }

    fn iteration_over(&mut self, course: &Course) {
        if self.interval == 0 || !course.iterations().is_multiple_of(self.interval) {
            return;
        }
        let values: Vec<String> = course
            .values()
            .map(|(parameter, value)| format!("{} {}", names::shown(&parameter.name), parameter.shown(value)))
            .collect();
        let (games, seconds) = (games(course), self.started.elapsed().as_secs());
        self.bar.suspend(|| {
            warn(format_args!(
                "spsa: iteration {} of {}, {games}, {seconds} s: {}",
                course.iterations(),
                course.plan().iterations(),
                values.join(", ")
            ));
        });
    }

    fn fault(&mut self, iteration: u64, record: &GameRecord) {
        let GameRecord { game, termination, outcome, silver, red, detail, .. } = record;
        let loser = if *outcome == Outcome::Win(Colour::Silver) { red } else { silver };
        let detail = if detail.is_empty() { String::new() } else { format!(" ({detail})") };
        self.bar.suspend(|| {
            warn(format_args!("spsa: iteration {iteration}: game {game}: {loser}: {termination}{detail}"));
        });
    }
    fn continued(&mut self) {
        self.bar.suspend(|| warn("spsa: continues after a stop, and plays the games in progress again"));
    }
}
