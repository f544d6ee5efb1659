//! The standings and the KGN of a match whose parts are recorded in several files.

use super::files::{CommandLines, are_games};
use super::report;
use super::standings::Standings;
use crate::names::Names;
use crate::records::derived::Games;
use crate::records::journal::{self, JournalError, Refusal};
use crate::records::record::{GameRecord, RecordError};
use crate::stats::{Parameters, Test};
use std::collections::HashMap;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

/// The merged records of a match.
#[derive(Default)]
pub struct Merged {
    /// The test that the user requested. It replaces the test of the records.
    requested: Option<Test>,
    /// The digest and the test of the match, from the first record.
    tournament: Option<(String, Option<Parameters>)>,
    names: Names,
    commands: CommandLines,
    games: Option<u64>,
    standings: Standings,
    /// A hash of each counted game, by its number.
    hashes: HashMap<u64, u64>,
    /// Number of records whose game was already counted.
    repeated: u64,
    /// Number of repeated records that differ from the counted record.
    different: u64,
    /// The counted games as KGN, if they are requested.
    kgn: Option<Games>,
    warnings: Vec<String>,
}

impl Merged {
    /// Creates an empty merge. A requested test replaces the test of the records. Adds the counted games to `kgn`.
    pub fn new(requested: Option<Test>, kgn: Option<Games>) -> Merged {
        Merged { requested, kgn, standings: Standings::new(requested), ..Merged::default() }
    }

    /// Adds the records of a file.
    ///
    /// # Errors
    /// The file cannot be read, or a record is invalid or of another match.
    pub fn add_file(&mut self, path: &Path) -> Result<(), JournalError> {
        let extent = journal::read(File::open(path)?, &mut |record| self.add(&record))?;
        if !extent.rest.is_empty() {
            let (path, line) = (path.display(), extent.lines + 1);
            self.warnings.push(format!("{path}: line {line} has no end and is left out"));
        }
        Ok(())
    }

    /// Returns warnings for the user.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = [&self.commands.warnings[..], &self.warnings].concat();
        if self.repeated > 0 {
            let different = match self.different {
                0 => String::new(),
                different => format!("; {different} of them differ, and the first record counts"),
            };
            warnings.push(format!("{} recorded twice and counted once{different}", are_games(self.repeated)));
        }
        warnings
    }

    /// Returns the counted games as KGN, if they were requested.
    pub fn kgn(&mut self) -> Option<&mut Games> {
        self.kgn.as_mut()
    }

    /// Returns the table.
    pub fn table(&self) -> String {
        report::table(&self.standings, &self.names, self.games)
    }

    fn add(&mut self, record: &GameRecord) -> Result<(), Refusal> {
        let number = record.game;
        let (tournament, sprt) = match &self.tournament {
            Some(tournament) => tournament,
            None => {
                if let (None, Some(sprt)) = (self.requested, record.sprt) {
                    let test = Test::new(sprt).map_err(|error| RecordError::new("sprt", error))?;
                    self.standings = Standings::new(Some(test));
                }
                self.tournament.insert((record.tournament.clone(), record.sprt))
            }
        };
        if *tournament != record.tournament {
            return Err(format!("game {number} belongs to another match than those before").into());
        }
        if self.requested.is_none() && *sprt != record.sprt {
            let why = "was played for another test than those before; --sprt sets the test that counts";
            return Err(format!("game {number} {why}").into());
        }
        for (seat, name) in record.seats.into_iter().zip([&record.silver, &record.red]) {
            if self.names.0.entry(seat).or_insert_with(|| name.clone()) != name {
                return Err(format!("game {number}: seats: another engine had seat {seat} before").into());
            }
        }
        self.commands.compare_record(record);
        self.games = self.games.max(record.games);
        let hash = hash(record);
        if self.standings.add(record) {
            self.hashes.insert(number, hash);
            self.kgn.as_mut().map_or(Ok(()), |games| games.add(record))?;
        } else {
            self.repeated += 1;
            self.different += u64::from(self.hashes.get(&number) != Some(&hash));
        }
        Ok(())
    }
}

/// Hashes the fields of a record that differ if the same game is played twice.
fn hash(record: &GameRecord) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&record.started, record.duration_us, record.termination, record.seats).hash(&mut hasher);
    for played in &record.moves {
        (&played.mv, played.time_us).hash(&mut hasher);
    }
    hasher.finish()
}
