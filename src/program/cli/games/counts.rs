//! Counts games by result, termination, rule set and length, and sums the score of the first player.

use khepri_rules::internal::notation::excerpt;
use khepri_rules::kgn::{GameResult, Note, Record};
use khepri_rules::{Colour, Outcome, RuleSet};
use std::collections::HashMap;
use std::fmt;

/// The largest number of terminations to list. All others are counted together.
const LISTED: usize = 16;

/// The counts so far.
#[derive(Default)]
pub(super) struct GameCounts {
    /// The number of valid games.
    pub(super) valid: u64,
    /// The number of faulty games.
    pub(super) faults: u64,
    /// Whether the selected games are copied.
    pub(super) has_copy: bool,
    selected: u64,
    /// The number of games with each result, in the order of [`GameResult::ALL`].
    results: [u64; GameResult::ALL.len()],
    terminations: HashMap<String, u64>,
    rule_sets: [u64; RuleSet::ALL.len()],
    plies: u64,
    fewest: Option<usize>,
    most: usize,
    /// The half points that first players scored.
    first_player: u64,
}

impl GameCounts {
    /// Counts the properties of a selected game.
    pub(super) fn count(&mut self, record: &Record) {
        let plies = record.moves.len();
        self.selected += 1;
        for (count, result) in self.results.iter_mut().zip(GameResult::ALL) {
            *count += u64::from(result.0 == record.result);
        }
        self.rule_sets[record.start.rule_set() as usize] += 1;
        *self.terminations.entry(record.termination.clone()).or_default() += 1;
        self.plies += plies as u64;
        self.fewest = Some(self.fewest.map_or(plies, |fewest| fewest.min(plies)));
        self.most = self.most.max(plies);
        self.first_player += match record.result {
            Some(Outcome::Win(colour)) if colour == first_player(record) => 2,
            Some(Outcome::Draw) => 1,
            Some(Outcome::Win(_)) | None => 0,
        };
    }

    /// Returns the terminations with their counts, the most frequent first.
    fn terminations(&self) -> String {
        let mut counts: Vec<(&str, u64)> =
            self.terminations.iter().map(|(text, &count)| (text.as_str(), count)).collect();
        counts.sort_by(|one, two| two.1.cmp(&one.1).then(one.0.cmp(two.0)));
        let others: u64 = counts.iter().skip(LISTED).map(|(_, count)| count).sum();
        let mut parts: Vec<String> = counts
            .into_iter()
            .take(LISTED)
            .map(|(text, count)| {
                format!("{} {count}", if text.is_empty() { "not given".to_owned() } else { excerpt(text) })
            })
            .collect();
        if others > 0 {
            parts.push(format!("others {others}"));
        }
        parts.join(", ")
    }
}

/// Returns the player who makes the first move that is not marked as a book move. The table of a match uses the same definition.
fn first_player(record: &Record) -> Colour {
    let book = record.moves.iter().take_while(|played| played.note == Note::Book).count();
    let side = record.start.side_to_move();
    if book.is_multiple_of(2) { side } else { side.other() }
}

impl fmt::Display for GameCounts {
    /// Writes one count per line. Without selected games, leaves out their properties.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.valid + self.faults;
        write!(f, "games: {games}\nfaults: {}\nselected: {}", self.faults, self.selected)?;
        if self.has_copy {
            write!(f, "\nleft out: {}", games.saturating_sub(self.selected))?;
        }
        let Some(fewest) = self.fewest else { return Ok(()) };
        let [silver, red, drawn, unfinished] = self.results;
        write!(f, "\nresults: Silver {silver}, Red {red}, drawn {drawn}, unfinished {unfinished}")?;
        write!(f, "\nterminations: {}", self.terminations())?;
        let rule_sets: Vec<String> = RuleSet::ALL
            .into_iter()
            .zip(self.rule_sets)
            .filter(|&(_, count)| count > 0)
            .map(|(set, count)| format!("{} {count}", set.name()))
            .collect();
        write!(f, "\nrule sets: {}", rule_sets.join(", "))?;
        let mean = self.plies as f64 / self.selected as f64;
        write!(f, "\nplies: mean {mean:.1}, least {fewest}, most {}", self.most)?;
        let ended = silver + red + drawn;
        if ended > 0 {
            let score = self.first_player as f64 * 50.0 / ended as f64;
            write!(f, "\nfirst player: {score:.1} % of {ended} games that ended")?;
        }
        Ok(())
    }
}
