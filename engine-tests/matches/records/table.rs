//! Compares the table of a match with figures that are computed from its records.

use super::{Folder, line, run_program};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the score of an engine in a game, in half points.
pub fn half_points(game: &Value, name: &str) -> usize {
    let silver = match game["result"].as_str() {
        Some("1-0") => 2,
        Some("1/2-1/2") => 1,
        _ => 0,
    };
    if game["silver"] == name { silver } else { 2 - silver }
}

/// Returns the complete pairs of an engine by result: LL LD WL DD WD WW.
pub fn pairs(games: &BTreeMap<u64, Value>, name: &str) -> [u64; 6] {
    let mut counts = [0; 6];
    for (&number, first) in games.iter().filter(|(number, _)| *number % 2 == 1) {
        let Some(second) = games.get(&(number + 1)) else { continue };
        assert_eq!((&first["silver"], &first["opening"]), (&second["red"], &second["opening"]), "a pair");
        if first["silver"] != name && first["red"] != name {
            continue;
        }
        let index = match (half_points(first, name), half_points(second, name)) {
            (0, 0) => 0,
            (0, 1) | (1, 0) => 1,
            (0, 2) | (2, 0) => 2,
            (1, 1) => 3,
            (1, 2) | (2, 1) => 4,
            _ => 5,
        };
        counts[index] += 1;
    }
    counts
}

/// Returns the values that `khepri sprt` prints for the pairs, by their names.
pub fn statistics(pairs: [u64; 6], test: &str) -> BTreeMap<String, String> {
    let [ll, ld, wl, dd, wd, ww] = pairs;
    let line = format!("sprt LL={ll} LD={ld} WL={wl} DD={dd} WD={wd} WW={ww} {test}");
    let output = run_program(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    assert_eq!(output.status, Some(0), "{}", output.errors);
    let values = output.table.lines().filter_map(|line| line.split_once(": "));
    values.map(|(key, value)| (key.into(), value.into())).collect()
}

/// Checks ranks, pairs, results between two engines and terminations of a table.
fn check(table: &str, games: &BTreeMap<u64, Value>, names: &[&str]) {
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    let row = |start: &[&str]| {
        let found = lines.iter().find(|words| words.len() > 5 && words[..start.len()] == *start);
        found.map(|words| words[start.len()..].to_vec())
    };
    for &name in names {
        // The half points in each game against another engine, or against all.
        let points = |other: Option<&str>| -> Vec<usize> {
            let players =
                |game: &Value| [&game["silver"], &game["red"]].map(|name| name.as_str().unwrap_or_default().to_owned());
            let is_own = |game: &&Value| players(game).iter().any(|player| player == name);
            let is_met = |game: &&Value| other.is_none_or(|other| players(game).iter().any(|player| player == other));
            games.values().filter(is_own).filter(is_met).map(|game| half_points(game, name)).collect()
        };
        let counts = |points: &[usize]| {
            [2, 0, 1].map(|score| points.iter().filter(|&&found| found == score).count().to_string())
        };
        let own = points(None);
        let rank = lines.iter().find(|words| words.len() == 13 && words[1] == name).expect("a row");
        let sum = own.iter().sum::<usize>() as f64 / 2.0;
        assert_eq!(rank[2..6].concat(), format!("{}{}", own.len(), counts(&own).concat()), "{name}: {table}");
        let percent = format!("{:.1}", 100.0 * sum / own.len() as f64);
        assert_eq!(rank[6..8], [format!("{sum:.1}"), percent], "{name}: {table}");
        let counted = pairs(games, name);
        assert_eq!(
            row(&["pairs", name]),
            Some(counted.map(|count| count.to_string()).iter().map(String::as_str).collect())
        );
        let statistics = statistics(counted, "");
        for (column, key) in [(8, "Elo"), (10, "nElo")] {
            let (value, rest) = statistics[key].split_once(" ± ").expect("a margin");
            assert_rounded(rank[column], value);
            assert_rounded(rank[column + 1], rest.split(' ').next().unwrap_or_default());
        }
        assert_rounded(rank[12], statistics["LOS"].trim_end_matches(" %"));
        for &other in names.iter().filter(|&&other| other != name && names.len() > 2) {
            let met = points(Some(other));
            let expected = (!met.is_empty()).then(|| counts(&met));
            let found = row(&["against", name, other]).map(|words| words[..3].join(" "));
            assert_eq!(found, expected.map(|counts| counts.join(" ")), "{name} against {other}");
        }
    }
    let mut terminations: BTreeMap<&str, u64> = BTreeMap::new();
    for game in games.values() {
        *terminations.entry(game["termination"].as_str().expect("a text")).or_default() += 1;
    }
    let expected: BTreeSet<String> =
        terminations.iter().map(|(end, count)| format!("ended by {end}: {count}")).collect();
    let found = table.lines().filter(|line| line.starts_with("ended by")).map(str::to_owned);
    assert_eq!(found.collect::<BTreeSet<_>>(), expected);
}

/// Checks that a figure equals another one, rounded to one decimal place.
fn assert_rounded(found: &str, expected: &str) {
    let [rounded, exact]: [f64; 2] = [found, expected].map(|text| text.parse().expect("a number"));
    assert!((rounded - exact).abs() < 0.0501, "{found} is not {expected}");
}

#[test]
fn tables_agree_with_the_records() {
    let folder = Folder::new();
    let three = ["--games 14 --format round-robin", "--games 14 --format gauntlet", "--games 16 --format pairs"];
    for (index, format) in three.into_iter().enumerate() {
        let name = format!("{index}.json");
        let mut words = folder.arguments(&format!("{format} --concurrency 2 --json {{}}/{name}"));
        words.extend(folder.mock("C", 3));
        let names = if index == 2 { &["A", "B"][..] } else { &["A", "B", "C"] };
        let output = run_program(&words);
        assert_eq!(output.status, Some(0), "{}", output.errors);
        let games = folder.games(&name);
        assert_eq!(games.len(), [42, 28, 16][index]);
        check(&output.table, &games, names);
    }
}

#[test]
fn an_sprt_prints_the_figures_of_khepri_sprt() {
    let folder = Folder::new();
    for (index, model) in ["logistic", "normalized"].into_iter().enumerate() {
        let test = format!("elo0=-3 elo1=12 alpha=0.02 beta=0.03 model={model}");
        let table = folder.play_to_end(&format!("--games 30 --sprt {test} --json {{}}/{index}.json"));
        let games = folder.games(&format!("{index}.json"));
        let statistics = statistics(pairs(&games, "A"), &test);
        let bounds = statistics["bounds"].replace(' ', ", ");
        let expected = format!(
            "SPRT [-3, 12] {model}: LLR {} ({bounds}) of 15 pairs, {}",
            statistics["LLR"], statistics["decision"]
        );
        assert_eq!(line(&table, "SPRT"), expected);
    }
}
