//! Takes the results of an iteration from the records of a match that other runs played, for example parts of it on several
//! machines.

use super::course::Course;
use super::record::PairRecord;
use crate::records::journal::{self, JournalError};
use crate::records::record::GameRecord;
use crate::stats::GameResult;
use crate::tournament::plan::Tournament;
use khepri_rules::{Colour, Outcome};
use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

/// The results of the match of an iteration.
pub struct Gathered {
    tournament: Tournament,
    digest: String,
    /// The results of `plus` by the numbers of the games, from 1.
    results: BTreeMap<u64, GameResult>,
}

impl Gathered {
    /// Creates an empty collection for a match.
    pub fn new(tournament: Tournament) -> Gathered {
        Gathered { digest: tournament.digest(), tournament, results: BTreeMap::new() }
    }

    /// Adds the games in a file of records. Each game counts once. An incomplete last line is left out.
    ///
    /// # Errors
    /// The file cannot be read, or a record is invalid or of another match.
    pub fn add_file(&mut self, path: &Path) -> Result<(), JournalError> {
        journal::read(File::open(path)?, &mut |record: GameRecord| {
            self.tournament.check(&record, &self.digest)?;
            self.results.entry(record.game).or_insert_with(|| result_of_plus(&record));
            Ok(())
        })?;
        Ok(())
    }

    /// Returns the complete pairs that a course lacks in its current iteration.
    pub fn pairs(&self, course: &Course) -> Vec<PairRecord> {
        let result = |game: u64| self.results.get(&game).copied();
        let numbers = course.pairs().into_iter().flatten().zip(0..);
        let pair = |(number, place): (u64, u64)| {
            let results = [result(2 * place + 1)?, result(2 * place + 2)?];
            (!course.has(number)).then(|| PairRecord::new(course.digest(), number, results))
        };
        numbers.filter_map(pair).collect()
    }
}

/// Returns the result of a game for the values with the perturbation added, the first engine of the match.
pub fn result_of_plus(record: &GameRecord) -> GameResult {
    let plus = if record.seats[0] == 0 { Colour::Silver } else { Colour::Red };
    match record.outcome {
        Outcome::Draw => GameResult::Draw,
        Outcome::Win(winner) if winner == plus => GameResult::Win,
        Outcome::Win(_) => GameResult::Loss,
    }
}
