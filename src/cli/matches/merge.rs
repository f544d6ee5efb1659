//! The table of a match whose parts were recorded in several files.

use super::super::{Mistake, warn};
use super::arguments::Arguments;
use crate::arena::journal;
use crate::arena::record::GameRecord;
use crate::arena::report::{self, Names};
use crate::arena::standings::Standings;
use crate::protocol::output::Output;
use std::collections::BTreeMap;
use std::fs::File;
use std::process::ExitCode;

/// What the records have in common.
#[derive(Default)]
struct Whole {
    tournament: Option<String>,
    names: BTreeMap<usize, String>,
    games: Option<u64>,
    standings: Option<Standings>,
    again: u64,
}

/// Prints the table of all games of all files.
pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Mistake> {
    let wanted = arguments.sprt()?;
    let mut whole = Whole::default();
    for path in &arguments.merge {
        let mistake = |why: String| Mistake::new("--merge", format_args!("{}: {why}", path.display()));
        let file = File::open(path).map_err(|error| mistake(error.to_string()))?;
        let mut wrong = Ok(());
        let read = journal::read(&file, &mut |record| {
            if wrong.is_ok() {
                wrong = whole.add(&record, wanted);
            }
        });
        read.map_err(|error| mistake(error.to_string()))?;
        wrong.map_err(mistake)?;
    }
    if whole.again > 0 {
        warn(format_args!("match: {} games are recorded twice and counted once", whole.again));
    }
    let most = whole.names.keys().next_back().map_or(0, |seat| seat + 1);
    let names: Vec<String> = (0..most).map(|seat| whole.names.remove(&seat).unwrap_or_default()).collect();
    let standings = whole.standings.unwrap_or_else(|| Standings::new(wanted));
    output.print(report::table(&standings, &Names(&names), whole.games));
    Ok(ExitCode::SUCCESS)
}

impl Whole {
    fn add(&mut self, record: &GameRecord, wanted: Option<crate::stats::Test>) -> Result<(), String> {
        if *self.tournament.get_or_insert_with(|| record.tournament.clone()) != record.tournament {
            return Err(format!("game {} belongs to another match than those before", record.game));
        }
        for (seat, name) in record.seats.into_iter().zip([&record.silver, &record.red]) {
            self.names.entry(seat).or_insert_with(|| name.clone());
        }
        self.games = self.games.max(record.games);
        if self.standings.is_none() {
            let recorded = record.sprt.as_ref().map(|sprt| sprt.test()).transpose()?;
            self.standings = Some(Standings::new(wanted.or(recorded)));
        }
        if let Some(standings) = &mut self.standings
            && !standings.add(record)
        {
            self.again += 1;
        }
        Ok(())
    }
}
