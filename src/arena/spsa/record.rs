//! The record of a pair of games: one line of JSON.

use crate::records::journal::Record;
use crate::records::record::RecordError;
use crate::stats::{Counts, GameResult};
use serde::{Deserialize, Serialize};

/// The number of games of a pair.
const GAMES: u64 = 2;

/// The record of a pair of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PairRecord {
    /// The digest of the settings that determine the games.
    pub spsa: String,
    /// Number of the pair in the whole run, from 1.
    pub pair: u64,
    /// Games that the values with the perturbation added won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that they lost.
    pub losses: u64,
}

impl PairRecord {
    /// Returns the record of a pair with these two results.
    pub fn new(digest: &str, pair: u64, results: [GameResult; 2]) -> PairRecord {
        let mut counts = Counts::default();
        results.into_iter().for_each(|result| counts.record(result));
        let Counts { wins, draws, losses } = counts;
        PairRecord { spsa: digest.to_owned(), pair, wins, draws, losses }
    }

    /// Returns the games won less the games lost.
    pub fn result(&self) -> f64 {
        self.wins as f64 - self.losses as f64
    }
}

impl Record for PairRecord {
    const UNIT: &'static str = "pair";
    const WORK: &'static str = "run";
    const CONTENTS: &'static str = "records of pairs";
    const DIGEST: &'static str = "spsa";

    fn number(&self) -> u64 {
        self.pair
    }

    fn check(&self) -> Result<(), RecordError> {
        let games = self.wins.saturating_add(self.draws).saturating_add(self.losses);
        if self.pair == 0 {
            return Err(RecordError::new("pair", "expected a number from 1"));
        }
        if games != GAMES {
            let problem = format_args!("expected results of {GAMES} games, found {games}");
            return Err(RecordError::new("wins, draws, losses", problem));
        }
        Ok(())
    }
}
