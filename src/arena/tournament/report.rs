//! The tables of a match, for people and scripts: columns are separated by blanks, and no cell contains a blank.

use super::standings::{EngineTotals, SprtState, Standings, Totals};
use crate::names::Names;
use crate::stats::elo::{Difference, is_cut_off};
use crate::stats::{Counts, Estimate, Pairs, Sample};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// Returns the final table of a match.
pub fn table(standings: &Standings, names: &Names, scheduled: Option<u64>) -> String {
    let totals = standings.totals();
    let of = scheduled.map(|games| format!(" of {games}")).unwrap_or_default();
    let mut text = format!("games {}{of}\n\n", totals.games());
    text.push_str(&ranking(&totals, names));
    if totals.engines.len() > 2 {
        let _ = write!(text, "\n{}", crosstable(&totals, names));
    }
    let _ = write!(text, "\n{}", pairs(&totals, names));
    let _ = write!(text, "\n{}", games(&totals));
    if let Some(state) = standings.sprt() {
        let _ = writeln!(text, "{}", sprt(&state));
        let beyond = standings.added().saturating_sub(totals.games());
        if beyond > 0 {
            let _ = writeln!(text, "beyond the decision {beyond} games, not counted");
        }
    }
    let _ = write!(text, "\n{}", speed(&totals, names));
    text
}

/// Returns the ranking and the state of the SPRT during a match.
pub fn standing(standings: &Standings, names: &Names) -> String {
    let test = standings.sprt().map(|state| sprt(&state) + "\n").unwrap_or_default();
    ranking(&standings.totals(), names) + &test
}

/// Returns one line about a match in progress: the score of the first engine, the SPRT and the number of faults.
pub fn progress(standings: &Standings, names: &Names) -> String {
    let totals = standings.totals();
    let mut line = String::new();
    if let Some((&seat, engine)) = totals.engines.first_key_value() {
        let Counts { wins, draws, losses } = engine.games;
        let [elo, margin] = elo(&sample(engine));
        let _ = write!(line, "{} +{wins} -{losses} ={draws} Elo {elo} ± {margin}", names.of(seat));
    }
    if let Some(state) = standings.sprt() {
        let bounds = state.test.bounds();
        let _ = write!(line, " LLR {:.2} ({:.2}, {:.2})", state.llr, bounds.lower, bounds.upper);
    }
    let faults: u64 = totals.engines.values().map(|engine| engine.faults).sum();
    if faults > 0 {
        let _ = write!(line, " faults {faults}");
    }
    line
}

/// Returns the sample of the pairs if there are any, because the games of a pair are not independent. Otherwise returns the
/// sample of the games.
fn sample(engine: &EngineTotals) -> Sample {
    if engine.pairs.pairs() > 0 { Sample::from(&engine.pairs) } else { Sample::from(&engine.games) }
}

/// The text for an unknown value.
const UNKNOWN: &str = "-";

/// Returns Elo and half the width of its interval. If there is only a bound, it follows `>=` or `<=`.
fn elo(sample: &Sample) -> [String; 2] {
    let margin = |elo: &Estimate| {
        let is_known = sample.varies() && !is_cut_off(elo);
        if is_known { format!("{:.1}", elo.margin()) } else { UNKNOWN.to_owned() }
    };
    match sample.difference() {
        Some(Difference::About(elo)) => [format!("{:+.1}", elo.value), margin(&elo)],
        Some(Difference::AtLeast(bound)) => [format!(">={bound:+.1}"), UNKNOWN.to_owned()],
        Some(Difference::AtMost(bound)) => [format!("<={bound:+.1}"), UNKNOWN.to_owned()],
        None => [UNKNOWN, UNKNOWN].map(str::to_owned),
    }
}

/// Returns normalized Elo and half the width of its interval, if the results vary.
fn normalized_elo(sample: &Sample) -> [String; 2] {
    match sample.normalized_elo().filter(|_| sample.varies()) {
        Some(elo) => [format!("{:+.1}", elo.value), format!("{:.1}", elo.margin())],
        None => [UNKNOWN, UNKNOWN].map(str::to_owned),
    }
}

/// Aligns column `left` to the left, and all other columns to the right.
pub(crate) fn align(rows: &[Vec<String>], left: usize) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max();
    let widths: Vec<usize> = (0..count).map(|column| width(column).unwrap_or_default()).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            let blanks = " ".repeat(width.saturating_sub(cell.width()));
            if column == left { cell.clone() + &blanks } else { blanks + cell }
        });
        let _ = writeln!(text, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    text
}

fn heading(words: &str) -> Vec<String> {
    words.split(' ').map(str::to_owned).collect()
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| UNKNOWN.to_owned(), |share| format!("{:.1}", 100.0 * share))
}

/// Returns the table of the engines, the best first.
fn ranking(totals: &Totals, names: &Names) -> String {
    let mut engines: Vec<_> = totals.engines.iter().collect();
    engines.sort_by(|(_, one), (_, other)| {
        let share = |engine: &EngineTotals| engine.games.score().unwrap_or_default();
        share(other).total_cmp(&share(one))
    });
    let mut rows = vec![heading("rank name games wins losses draws points score% elo +/- nelo +/- los%")];
    for (rank, (&seat, engine)) in (1..).zip(engines) {
        let Counts { wins, draws, losses } = engine.games;
        let sample = sample(engine);
        let mut row = vec![rank.to_string(), names.of(seat)];
        row.extend([engine.games.games(), wins, losses, draws].map(|count| count.to_string()));
        row.push(format!("{:.1}", wins as f64 + draws as f64 / 2.0));
        row.push(percent(engine.games.score()));
        row.extend(elo(&sample));
        row.extend(normalized_elo(&sample));
        row.push(percent(sample.superiority().filter(|_| sample.varies())));
        rows.push(row);
    }
    align(&rows, 1)
}

/// Returns the crosstable: each engine against each other, from the point of view of the first engine of the row.
fn crosstable(totals: &Totals, names: &Names) -> String {
    let mut rows = vec![heading("against name opponent wins losses draws score%")];
    for (&(low, high), counts) in &totals.pairings {
        for (own, other, counts) in [(low, high, *counts), (high, low, counts.reversed())] {
            let mut row = vec!["against".to_owned(), names.of(own), names.of(other)];
            row.extend([counts.wins, counts.losses, counts.draws].map(|count| count.to_string()));
            row.push(percent(counts.score()));
            rows.push(row);
        }
    }
    align(&rows, 1)
}

/// Returns the table of the results of pairs.
fn pairs(totals: &Totals, names: &Names) -> String {
    let mut rows = vec![heading("pairs name LL LD WL DD WD WW")];
    for (&seat, engine) in &totals.engines {
        let Pairs { ll, ld, wl, dd, wd, ww } = engine.pairs;
        let mut row = vec!["pairs".to_owned(), names.of(seat)];
        row.extend([ll, ld, wl, dd, wd, ww].map(|count| count.to_string()));
        rows.push(row);
    }
    align(&rows, 1)
}

/// Returns the lines about all games together.
fn games(totals: &Totals) -> String {
    let mut text = String::new();
    for (who, counts) in [("silver", totals.silver), ("first player", totals.first_player)] {
        let Counts { wins, draws, losses } = counts;
        let score = percent(counts.score());
        let _ = writeln!(text, "{who} {score} % (wins {wins}, losses {losses}, draws {draws})");
    }
    let _ = writeln!(text, "draws {} %", percent(totals.first_player.draw_rate()));
    if totals.games() > 0 {
        let _ = writeln!(text, "plies {:.1} a game", totals.plies as f64 / totals.games() as f64);
    }
    for (termination, count) in &totals.terminations {
        let _ = writeln!(text, "ended by {termination}: {count}");
    }
    text
}

/// Returns the line of an SPRT.
fn sprt(state: &SprtState) -> String {
    let parameters = state.test.parameters();
    let bounds = state.test.bounds();
    format!(
        "SPRT [{}, {}] {}: LLR {:.3} ({:.3}, {:.3}) of {} pairs, {}",
        parameters.elo0,
        parameters.elo1,
        parameters.model.name(),
        state.llr,
        bounds.lower,
        bounds.upper,
        state.pairs,
        state.decision
    )
}

/// Returns the table of depths and times, which differ from run to run.
fn speed(totals: &Totals, names: &Names) -> String {
    let mut rows = vec![heading("speed name moves depth median ms/move faults overrun_ms")];
    for (&seat, engine) in &totals.engines {
        let known = |value: Option<f64>, digits: usize| {
            value.map_or_else(|| UNKNOWN.to_owned(), |value| format!("{value:.digits$}"))
        };
        let milliseconds = (engine.moves > 0).then(|| engine.time_us as f64 / engine.moves as f64 / 1_000.0);
        rows.push(vec![
            "speed".to_owned(),
            names.of(seat),
            engine.moves.to_string(),
            known(engine.depths.mean(), 2),
            known(engine.depths.median(), 1),
            known(milliseconds, 2),
            engine.faults.to_string(),
            format!("{:.1}", engine.worst_overrun_us as f64 / 1_000.0),
        ]);
    }
    align(&rows, 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::record::tests::{RED, SILVER, record};
    use khepri_rules::Outcome;

    #[test]
    fn names_are_one_word_without_control_characters() {
        let mut standings = Standings::new(None);
        standings.add(&record(1, SILVER));
        let names =
            Names(["A \u{1b}[31m", "B\u{9b}\u{7f}\u{a0}x"].map(str::to_owned).into_iter().enumerate().collect());
        for text in [table(&standings, &names, None), progress(&standings, &names)] {
            assert!(text.contains("A__[31m") && !text.contains(|letter: char| letter != '\n' && letter.is_control()));
        }
        assert!(table(&standings, &names, None).contains("B___x"));
    }

    #[test]
    fn elo_of_a_clean_sweep_is_a_bound_in_one_word() {
        let mut standings = Standings::new(None);
        for game in 1..=20 {
            standings.add(&record(game, if game % 2 == 1 { SILVER } else { RED }));
        }
        let names = Names(["A", "B"].map(str::to_owned).into_iter().enumerate().collect());
        let text = table(&standings, &names, None);
        let row = |name: &str| {
            let mut rows = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
            rows.find(|words| words.len() == 13 && words[1] == name).expect("a row")[6..].join(" ")
        };
        // Ten pairs won: the lower end of the interval is 140.2, see `stats::elo`.
        assert_eq!(row("A"), "20.0 100.0 >=+140.2 - - - -");
        assert_eq!(row("B"), "0.0 0.0 <=-140.2 - - - -");
    }

    #[test]
    fn columns_are_aligned_for_names_of_any_width() {
        let mut standings = Standings::new(None);
        standings.add(&record(1, SILVER));
        for names in [["漢字", "Käfer"], [&"x".repeat(1 << 16), "e\u{301}\u{202e}"]] {
            let names = Names(names.map(str::to_owned).into_iter().enumerate().collect());
            let text = table(&standings, &names, None);
            let widths: Vec<usize> = text.lines().filter(|line| line.starts_with("pairs")).map(str::width).collect();
            assert!(widths.len() == 3 && widths.iter().all(|&width| width == widths[0] && width < 80), "{text}");
        }
    }

    #[test]
    fn a_table_contains_all_lines() {
        let mut standings = Standings::new(None);
        for (game, result) in [(1, SILVER), (2, Outcome::Draw), (3, RED)] {
            standings.add(&record(game, result));
        }
        let names = Names(["A", "B"].map(str::to_owned).into_iter().enumerate().collect());
        let text = table(&standings, &names, Some(4));
        for line in [
            "games 3 of 4",
            "rank  name  games  wins  losses  draws  points  score%     elo  +/-  nelo  +/-  los%",
            "   1  A         3     1       1      1     1.5    50.0  +190.8    -     -    -     -",
            "pairs  A      0   0   0   0   1   0",
            "pairs  B      0   1   0   0   0   0",
            "silver 50.0 % (wins 1, losses 1, draws 1)",
            "first player 50.0 % (wins 1, losses 1, draws 1)",
            "draws 33.3 %",
            "plies 3.0 a game",
            "ended by crash on go: 1",
            "ended by max plies: 1",
            "ended by resignation: 1",
            "speed  A         3   5.00     5.0   103.40       0         0.0",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
    }
}
