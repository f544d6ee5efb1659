//! What is shown of a match while it goes on: one line on a terminal, and every fault of an engine.

use super::super::{progress, warn};
use crate::arena::names::{self, Names};
use crate::arena::record::{GameRecord, GameResult};
use crate::arena::report;
use crate::arena::standings::Standings;
use crate::arena::termination::Class;
use crate::arena::tournament::{Tournament, Watcher};
use indicatif::ProgressBar;

/// Shows it.
pub(super) struct Progress<'a> {
    bar: ProgressBar,
    names: &'a Names,
}

impl<'a> Progress<'a> {
    /// Begins with the games that are counted already.
    pub(super) fn new(tournament: &Tournament, names: &'a Names, standings: &Standings) -> Progress<'a> {
        let bar = progress::games(super::scheduled(tournament));
        bar.set_position(standings.added());
        bar.set_message(report::progress(standings, names));
        Progress { bar, names }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watcher for Progress<'_> {
    fn game_over(&mut self, record: &GameRecord, standings: &Standings) {
        self.bar.set_position(standings.added());
        self.bar.set_message(report::progress(standings, self.names));
        if record.termination.class() == Class::Fault {
            let [silver, red] = record.seats;
            let loser = self.names.of(if record.result == GameResult::Silver { red } else { silver });
            let detail = if record.detail.is_empty() { String::new() } else { format!(" ({})", record.detail) };
            let GameRecord { game, termination, .. } = record;
            self.bar.suspend(|| warn(format_args!("match: game {game}: {loser}: {termination}{detail}")));
        }
    }

    fn not_offered(&mut self, engine: &str, option: &str) {
        let engine = names::shown(engine);
        self.bar.suspend(|| warn(format_args!("match: {engine} offers no option {option}")));
    }
}
