//! Statistics of files of games: counts of games and positions, and the results of games by score.

use super::record::{Flags, GameEnd, Ply, Record, Start};
use khepri_rules::{Kind, Outcome, Position};
use std::collections::BTreeMap;
use std::fmt;

/// The lower bounds of the bands of scores, in centipawns. The first band has none.
const SCORE_BANDS: [i32; 14] = [-1_500, -1_000, -600, -400, -200, -100, -30, 30, 100, 200, 400, 600, 1_000, 1_500];

/// The flags that are counted, with the names of their rows.
const FLAGS: [(Flags, &str); 5] = [
    (Flags::GAIN, "a shot gains"),
    (Flags::HIT, "a shot hits the Pharaoh"),
    (Flags::THREAT, "the own Pharaoh is threatened"),
    (Flags::MATE, "forced end"),
    (Flags::RELABELLED, "relabelled"),
];

/// The width of the bands of plies.
const PLY_BAND: usize = 20;

/// The width of the bands of piece counts.
const PIECE_BAND: u32 = 4;

/// The numbers of positions that the side to move won, drew and lost.
#[derive(Clone, Copy, Default, Debug)]
struct ResultCounts {
    wins: u64,
    draws: u64,
    losses: u64,
}

impl ResultCounts {
    fn add(&mut self, result: i8) {
        match result {
            1 => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    fn count(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// Counts of the games and positions of one rule set, start or band.
#[derive(Clone, Copy, Default, Debug)]
struct GroupCounts {
    games: u64,
    positions: u64,
    /// The number of quiet positions.
    quiet: u64,
}

/// Statistics of games and of their positions that are data. Stores the key of each position to count the distinct positions. The keys take up
/// to 16 bytes per position.
#[derive(Clone, Default, Debug)]
pub struct Stats {
    games: u64,
    positions: u64,
    /// The number of positions that are not data.
    excluded: u64,
    opening_plies: u64,
    flags: [u64; FLAGS.len()],
    quiet: u64,
    keys: Vec<u64>,
    /// The numbers of games won by Silver, won by Red, and drawn.
    outcomes: [u64; 3],
    ends: [u64; GameEnd::ALL.len()],
    /// The numbers of games without adjudication, and from lead openings.
    unadjudicated: u64,
    leads: u64,
    rules: BTreeMap<String, GroupCounts>,
    setups: BTreeMap<String, GroupCounts>,
    plies: BTreeMap<usize, GroupCounts>,
    pieces: BTreeMap<u32, GroupCounts>,
    /// The results by band of scores. Forced losses come first, forced wins last.
    scores: [ResultCounts; SCORE_BANDS.len() + 3],
}

impl Stats {
    /// Counts a game. [`Stats::add_position`] counts its positions.
    pub fn add_game(&mut self, record: &Record) {
        self.games += 1;
        self.opening_plies += record.opening.len() as u64;
        self.outcomes[match record.outcome {
            Outcome::Win(colour) => colour.index(),
            Outcome::Draw => 2,
        }] += 1;
        self.ends[usize::from(record.end.number())] += 1;
        self.unadjudicated += u64::from(!record.is_adjudicated);
        self.leads += u64::from(record.is_lead);
        let (rules, setup) = names(&record.start);
        let positions = record.data().count() as u64;
        let quiet = record.data().filter(|ply| ply.flags.is_quiet()).count() as u64;
        for group in [self.rules.entry(rules).or_default(), self.setups.entry(setup).or_default()] {
            group.games += 1;
            group.positions += positions;
            group.quiet += quiet;
        }
    }

    /// Counts a position of a game. `number` is the number of plies from the start to the position.
    pub fn add_position(&mut self, record: &Record, position: &Position, ply: &Ply, number: usize) {
        if ply.flags.has(Flags::EXCLUDED) {
            self.excluded += 1;
            return;
        }
        self.positions += 1;
        self.keys.push(position.key());
        for (count, (flag, _)) in self.flags.iter_mut().zip(FLAGS) {
            *count += u64::from(ply.flags.has(flag));
        }
        let quiet = u64::from(ply.flags.is_quiet());
        self.quiet += quiet;
        let pieces = position.board().occupied().len();
        let of_ply = self.plies.entry(number / PLY_BAND).or_default();
        let of_pieces = self.pieces.entry(pieces / PIECE_BAND).or_default();
        for group in [of_ply, of_pieces] {
            group.positions += 1;
            group.quiet += quiet;
        }
        let band = match (ply.score.is_mate(), ply.score.is_loss()) {
            (true, true) => 0,
            (true, false) => self.scores.len() - 1,
            (false, _) => 1 + SCORE_BANDS.partition_point(|&bound| bound <= ply.score.value()),
        };
        self.scores[band].add(record.result_of(position.side_to_move()));
    }

    /// Returns the number of distinct positions.
    fn distinct(&self) -> u64 {
        let mut keys = self.keys.clone();
        keys.sort_unstable();
        keys.dedup();
        keys.len() as u64
    }
}

/// Returns the names of the rules and of the start of a game, which are row names of the tables.
fn names(start: &Start) -> (String, String) {
    let position = start.position();
    let rule_set = position.rule_set().name();
    let eyes = if position.board().kind(Kind::Eye).is_empty() { "" } else { " with Eyes" };
    let name = start.name().map_or_else(|| format!("arrangement{eyes}"), str::to_owned);
    (format!("{rule_set}{eyes}"), format!("{rule_set} {name}"))
}

/// Returns the share of a part as a percentage.
fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / whole as f64) }
}

/// Returns the row name of a band of scores.
fn band_name(band: usize) -> String {
    let lower = band.checked_sub(2).and_then(|at| SCORE_BANDS.get(at));
    let upper = band.checked_sub(1).and_then(|at| SCORE_BANDS.get(at));
    match (band, lower, upper) {
        (0, ..) => "forced loss".to_owned(),
        (_, None, Some(upper)) => format!("below {upper}"),
        (_, Some(lower), Some(upper)) => format!("{lower} to {}", upper - 1),
        (_, Some(lower), None) if band == SCORE_BANDS.len() + 1 => format!("{lower} and more"),
        _ => "forced win".to_owned(),
    }
}

impl fmt::Display for Stats {
    /// Writes one line `name: value` per count, then tables in Markdown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stats { games, positions, .. } = *self;
        let distinct = self.distinct();
        writeln!(f, "games: {games}")?;
        writeln!(f, "positions: {positions}")?;
        writeln!(f, "repeated positions: {} ({})", positions - distinct, percent(positions - distinct, positions))?;
        writeln!(f, "left out after the last capture: {}", self.excluded)?;
        writeln!(f, "opening plies: {}", self.opening_plies)?;
        writeln!(f, "quiet, no threat, no forced end: {} ({})", self.quiet, percent(self.quiet, positions))?;
        for ((_, name), &count) in FLAGS.iter().zip(&self.flags) {
            writeln!(f, "{name}: {count} ({})", percent(count, positions))?;
        }
        for (name, count) in ["silver wins", "red wins", "draws"].iter().zip(self.outcomes) {
            writeln!(f, "{name}: {count} ({})", percent(count, games))?;
        }
        for (name, count) in [("without adjudication", self.unadjudicated), ("from lead openings", self.leads)] {
            writeln!(f, "{name}: {count} ({})", percent(count, games))?;
        }
        for (end, &count) in GameEnd::ALL.iter().zip(&self.ends) {
            writeln!(f, "ended by {}: {count} ({})", end.name(), percent(count, games))?;
        }
        self.write_scores(f)?;
        write_groups(f, "rules", true, self.rules.clone().into_iter(), positions)?;
        write_groups(f, "start", true, self.setups.clone().into_iter(), positions)?;
        let plies = self.plies.iter().map(|(&band, &group)| (range(band, PLY_BAND), group));
        write_groups(f, "ply", false, plies, positions)?;
        let pieces = self.pieces.iter().map(|(&band, &group)| (range(band as usize, PIECE_BAND as usize), group));
        write_groups(f, "pieces", false, pieces, positions)
    }
}

impl Stats {
    fn write_scores(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n| score of the side to move | positions | share | wins | draws | losses | points |")?;
        writeln!(f, "| --- | --: | --: | --: | --: | --: | --: |")?;
        for (band, results) in self.scores.iter().enumerate() {
            let count = results.count();
            let points = match count {
                0 => "-".to_owned(),
                _ => format!("{:.3}", (results.wins as f64 + results.draws as f64 / 2.0) / count as f64),
            };
            let [wins, draws, losses] = [results.wins, results.draws, results.losses].map(|part| percent(part, count));
            let (name, share) = (band_name(band), percent(count, self.positions));
            writeln!(f, "| {name} | {count} | {share} | {wins} | {draws} | {losses} | {points} |")?;
        }
        Ok(())
    }
}

/// Returns the row name of a band of whole numbers.
fn range(band: usize, width: usize) -> String {
    format!("{} to {}", band * width, (band + 1) * width - 1)
}

/// Writes a table of positions, and also of games if `has_games` is true.
fn write_groups(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    has_games: bool,
    rows: impl Iterator<Item = (String, GroupCounts)>,
    total: u64,
) -> fmt::Result {
    let (heading, rule) = if has_games { (" games |", " --: |") } else { ("", "") };
    writeln!(f, "\n| {name} |{heading} positions | share | quiet |\n| --- |{rule} --: | --: | --: |")?;
    for (row, GroupCounts { games, positions, quiet }) in rows {
        let games = if has_games { format!(" {games} |") } else { String::new() };
        writeln!(f, "| {row} |{games} {positions} | {} | {} |", percent(positions, total), percent(quiet, positions))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::{extended_record, record};
    use super::super::replay::replay;
    use super::*;

    #[test]
    fn bands_of_scores_are_named_in_order() {
        let names: Vec<String> = (0..SCORE_BANDS.len() + 3).map(band_name).collect();
        let ends = [&names[..3], &names[8..10], &names[15..]].concat();
        let expected =
            ["forced loss", "below -1500", "-1500 to -1001", "-30 to 29", "30 to 99", "1500 and more", "forced win"];
        assert_eq!(ends, expected);
    }

    #[test]
    fn a_game_is_counted_by_rules_start_scores_and_end() {
        let record = Record { end: GameEnd::MaxPlies, plies: record(0).plies[..1].to_vec(), ..record(0) };
        let mut stats = Stats::default();
        for _ in 0..2 {
            stats.add_game(&record);
            let mut number = record.opening.len();
            let played = replay(&record, None, &mut |position, ply| {
                stats.add_position(&record, position, ply, number);
                number += 1;
            });
            assert_eq!(played, Ok(()));
        }
        let text = stats.to_string();
        for line in [
            "games: 2",
            "positions: 2",
            "repeated positions: 1 (50.0 %)",
            "opening plies: 4",
            "quiet, no threat, no forced end: 2 (100.0 %)",
            "red wins: 2 (100.0 %)",
            "ended by max plies: 2 (100.0 %)",
            // Silver is to move, has a score of -300, and loses.
            "| -400 to -201 | 2 | 100.0 % | 0.0 % | 0.0 % | 100.0 % | 0.000 |",
            "| khet2 | 2 | 2 | 100.0 % | 100.0 % |",
            "| khet2 classic | 2 | 2 | 100.0 % | 100.0 % |",
            "| 0 to 19 | 2 | 100.0 % | 100.0 % |",
            "| 24 to 27 | 2 | 100.0 % | 100.0 % |",
        ] {
            assert!(text.lines().any(|other| other == line), "{line} is not in\n{text}");
        }
    }

    #[test]
    fn relabelled_positions_and_special_games_are_counted_and_excluded_positions_are_not() {
        let mut stats = Stats::default();
        for record in [record(0), extended_record(1)] {
            stats.add_game(&record);
            for ply in &record.plies {
                stats.add_position(&record, record.start.position(), ply, 0);
            }
        }
        let text = stats.to_string();
        for line in [
            "games: 2",
            "positions: 3",
            "left out after the last capture: 1",
            // The second position of the second game would be another one.
            "a shot gains: 1 (33.3 %)",
            "relabelled: 1 (33.3 %)",
            "without adjudication: 1 (50.0 %)",
            "from lead openings: 1 (50.0 %)",
            // The scores are -300 and -250.
            "| -400 to -201 | 2 | 66.7 % | 0.0 % | 0.0 % | 100.0 % | 0.000 |",
            "| khet2 classic | 2 | 3 | 100.0 % | 66.7 % |",
        ] {
            assert!(text.lines().any(|other| other == line), "{line} is not in\n{text}");
        }
    }
}
