//! The table of a match whose parts were recorded in several files.

use super::super::mistake::{Mistake, warn};
use super::arguments::Arguments;
use super::builds::Builds;
use crate::arena::journal;
use crate::arena::names::Names;
use crate::arena::record::{GameRecord, RecordedSprt};
use crate::arena::report;
use crate::arena::standings::Standings;
use crate::output::Output;
use crate::stats::Test;
use std::collections::HashMap;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::ExitCode;

/// Arguments that say nothing where nothing is played.
pub(super) const PLAYED: [&str; 26] = [
    "engine",
    "each",
    "tc",
    "st",
    "nodes",
    "depth",
    "games",
    "rounds",
    "format",
    "concurrency",
    "openings",
    "variant",
    "seed",
    "draw",
    "resign",
    "max_plies",
    "margin",
    "deadline",
    "kgn",
    "event",
    "json",
    "resume",
    "shard",
    "rating_interval",
    "log",
    "log_faults",
];

/// What the records have in common.
struct Whole {
    /// The test that was asked for, whatever the records say.
    wanted: Option<Test>,
    /// The match to which all belong, and its test.
    tournament: Option<(String, Option<RecordedSprt>)>,
    names: Names,
    builds: Builds,
    games: Option<u64>,
    standings: Standings,
    /// What was counted of each game, in short.
    counted: HashMap<u64, u64>,
    /// Records of games that were counted already …
    again: u64,
    /// … and those of them that tell of another course.
    different: u64,
}

/// Prints the table of all games of all files.
pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Mistake> {
    let mut whole = Whole::new(arguments.sprt()?);
    for path in &arguments.merge {
        let mistake = |why: String| Mistake::new("--merge", format_args!("{}: {why}", path.display()));
        let file = File::open(path).map_err(|error| mistake(error.to_string()))?;
        let read = journal::read(&file, &mut |record| whole.add(&record));
        let end = read.map_err(|error| mistake(error.to_string()))?;
        if !end.torn.is_empty() {
            let (path, line) = (path.display(), end.lines + 1);
            warn(format_args!("match: {path}: line {line} has no end and is left out"));
        }
    }
    if whole.again > 0 {
        let different = match whole.different {
            0 => String::new(),
            different => format!("; {different} of them went another way there, the first record counts"),
        };
        warn(format_args!("match: {} games are recorded twice and counted once{different}", whole.again));
    }
    output.print(report::table(&whole.standings, &whole.names, whole.games));
    Ok(ExitCode::SUCCESS)
}

impl Whole {
    fn new(wanted: Option<Test>) -> Whole {
        Whole {
            wanted,
            tournament: None,
            names: Names::default(),
            builds: Builds::default(),
            games: None,
            standings: Standings::new(wanted),
            counted: HashMap::new(),
            again: 0,
            different: 0,
        }
    }

    fn add(&mut self, record: &GameRecord) -> Result<(), String> {
        let number = record.game;
        let (tournament, sprt) = match &self.tournament {
            Some(tournament) => tournament,
            None => {
                if let (None, Some(sprt)) = (self.wanted, &record.sprt) {
                    self.standings = Standings::new(Some(sprt.test().map_err(|why| format!("sprt: {why}"))?));
                }
                self.tournament.insert((record.tournament.clone(), record.sprt.clone()))
            }
        };
        if *tournament != record.tournament {
            return Err(format!("game {number} belongs to another match than those before"));
        }
        if self.wanted.is_none() && *sprt != record.sprt {
            return Err(format!(
                "game {number} was played for another test than those before; --sprt says which counts"
            ));
        }
        for (seat, name) in record.seats.into_iter().zip([&record.silver, &record.red]) {
            if self.names.0.entry(seat).or_insert_with(|| name.clone()) != name {
                return Err(format!("game {number}: seats: another engine had seat {seat} before"));
            }
        }
        self.builds.note_record(record);
        self.games = self.games.max(record.games);
        let course = course(record);
        if self.standings.add(record) {
            self.counted.insert(number, course);
        } else {
            self.again += 1;
            self.different += u64::from(self.counted.get(&number) != Some(&course));
        }
        Ok(())
    }
}

/// A short form of what a record says of a game.
fn course(record: &GameRecord) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&record.started, record.duration_us, record.termination, record.seats).hash(&mut hasher);
    for played in &record.moves {
        (&played.mv, played.time_us).hash(&mut hasher);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, Command};

    #[test]
    fn every_option_goes_with_a_merge_or_is_refused() {
        /// The test may be asked about anew.
        const ALLOWED: [&str; 2] = ["merge", "sprt"];
        let command = Arguments::augment_args(Command::new("match"));
        let mut options: Vec<&str> = command.get_arguments().map(|option| option.get_id().as_str()).collect();
        let mut known = [PLAYED.as_slice(), &ALLOWED].concat();
        options.sort_unstable();
        known.sort_unstable();
        assert_eq!(options, known);
    }
}
