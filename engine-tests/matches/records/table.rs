//! Compares the table of a match with figures that are computed from its records.

use super::{Folder, line, run_program};
use serde_json::Value;
use std::collections::BTreeMap;

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
    let words =
        ["LL", "LD", "WL", "DD", "WD", "WW"].into_iter().zip(pairs).map(|(key, count)| format!("{key}={count}"));
    let test = test.split_whitespace().map(str::to_owned);
    let arguments: Vec<String> = ["sprt".to_owned()].into_iter().chain(words).chain(test).collect();
    let output = run_program(&arguments);
    assert_eq!(output.status, Some(0), "{}", output.errors);
    let values = output.table.lines().filter_map(|line| line.split_once(": "));
    values.map(|(key, value)| (key.into(), value.into())).collect()
}

/// Returns the words of the rows that begin with a word, by the name that follows it.
fn rows<'a>(table: &'a str, beginning: &str) -> BTreeMap<&'a str, Vec<&'a str>> {
    let lines = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let lines = lines.filter(|words| words.first() == Some(&beginning) && words.get(1) != Some(&"name"));
    lines.map(|words| (words[1], words[2..].to_vec())).collect()
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("`{text}` is a number"))
}

/// Checks that a figure is the expected value, rounded to this number of digits.
fn assert_rounded(found: &str, expected: f64, digits: i32) {
    assert!((number(found) - expected).abs() <= 0.501 * 10f64.powi(-digits) + 1e-9, "{found} is not {expected}");
}

fn percent(half_points: usize, games: usize) -> f64 {
    50.0 * half_points as f64 / games as f64
}

/// Returns `(wins W, losses L, draws D)` for the half points of some games.
fn wins_losses_draws(points: &[usize]) -> String {
    let [losses, draws, wins] = [0, 1, 2].map(|score| points.iter().filter(|&&points| points == score).count());
    format!("(wins {wins}, losses {losses}, draws {draws})")
}

/// Checks all lines of a table except for the SPRT.
fn check(table: &str, games: &BTreeMap<u64, Value>, names: &[&str]) {
    let ranks: BTreeMap<&str, Vec<&str>> = table
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .filter(|words| words.len() == 13 && words[0].parse::<u32>().is_ok())
        .map(|words| (words[1], words[2..].to_vec()))
        .collect();
    let (pair_rows, speed) = (rows(table, "pairs"), rows(table, "speed"));
    for &name in names {
        let own: Vec<&Value> = games.values().filter(|game| game["silver"] == name || game["red"] == name).collect();
        let points: Vec<usize> = own.iter().map(|game| half_points(game, name)).collect();
        let count = |score: usize| points.iter().filter(|&&points| points == score).count();
        let rank = &ranks[name];
        assert_eq!(rank[..4], [own.len(), count(2), count(0), count(1)].map(|count| count.to_string()), "{name}");
        let sum = points.iter().sum::<usize>();
        assert_rounded(rank[4], sum as f64 / 2.0, 1);
        assert_rounded(rank[5], percent(sum, own.len()), 1);
        let counted = pairs(games, name);
        assert_eq!(pair_rows[name], counted.map(|count| count.to_string()), "{name}");
        let statistics = statistics(counted, "");
        for (column, key) in [(6, "Elo"), (8, "nElo")] {
            let (value, rest) = statistics[key].split_once(" ± ").expect("a margin");
            assert_rounded(rank[column], number(value), 1);
            assert_rounded(rank[column + 1], number(rest.split(' ').next().unwrap_or_default()), 1);
        }
        assert_rounded(rank[10], number(statistics["LOS"].trim_end_matches(" %")), 1);
        // Every second move is by this engine, beginning with the first or the second.
        let mut moves: Vec<&Value> = Vec::new();
        for game in &own {
            let colour = if game["silver"] == name { "silver" } else { "red" };
            let skipped = usize::from(game["first_mover"] != colour);
            moves.extend(game["moves"].as_array().expect("moves").iter().skip(skipped).step_by(2));
        }
        let depths: Vec<u64> = moves.iter().filter_map(|played| played["depth"].as_u64()).collect();
        let time: u64 = moves.iter().filter_map(|played| played["time_us"].as_u64()).sum();
        assert_eq!(speed[name][0], moves.len().to_string());
        assert_rounded(speed[name][1], depths.iter().sum::<u64>() as f64 / depths.len() as f64, 2);
        let mut sorted = depths.clone();
        sorted.sort_unstable();
        let middle = sorted[(sorted.len() - 1) / 2] + sorted[sorted.len() / 2];
        assert_rounded(speed[name][2], middle as f64 / 2.0, 1);
        assert_rounded(speed[name][3], time as f64 / moves.len() as f64 / 1000.0, 2);
        assert_eq!(speed[name][4..], ["0", "0.0"]);
        for &other in names.iter().filter(|&&other| other != name && names.len() > 2) {
            let met: Vec<usize> = own
                .iter()
                .filter(|game| game["silver"] == other || game["red"] == other)
                .map(|game| half_points(game, name))
                .collect();
            let row = table
                .lines()
                .map(|line| line.split_whitespace().collect::<Vec<_>>())
                .find(|words| words.starts_with(&["against", name, other]));
            let count = |score: usize| met.iter().filter(|&&points| points == score).count().to_string();
            match row {
                Some(row) => assert_eq!(row[3..6], [count(2), count(0), count(1)], "{name} against {other}"),
                None => assert!(met.is_empty(), "no row of {name} against {other}"),
            }
        }
    }
    for (who, is_silver) in [("silver", true), ("first player", false)] {
        let points = games.values().map(|game| {
            let colour = if is_silver { "silver" } else { game["first_mover"].as_str().expect("a colour") };
            half_points(game, game[colour].as_str().expect("a name"))
        });
        let points: Vec<usize> = points.collect();
        let shown = line(table, &format!("{who} "));
        assert!(shown.ends_with(&wins_losses_draws(&points)), "{shown}");
        assert_rounded(
            shown[who.len() + 1..].split(' ').next().unwrap_or_default(),
            percent(points.iter().sum(), games.len()),
            1,
        );
    }
    let draws = games.values().filter(|game| game["result"] == "1/2-1/2").count();
    assert_rounded(
        line(table, "draws ").split(' ').nth(1).unwrap_or_default(),
        100.0 * draws as f64 / games.len() as f64,
        1,
    );
    let plies: u64 = games.values().filter_map(|game| game["plies"].as_u64()).sum();
    assert_rounded(line(table, "plies ").split(' ').nth(1).unwrap_or_default(), plies as f64 / games.len() as f64, 1);
    let mut terminations: BTreeMap<&str, u64> = BTreeMap::new();
    games
        .values()
        .for_each(|game| *terminations.entry(game["termination"].as_str().expect("a text")).or_default() += 1);
    for (termination, count) in &terminations {
        assert_eq!(line(table, &format!("ended by {termination}:")), format!("ended by {termination}: {count}"));
    }
    assert_eq!(table.lines().filter(|line| line.starts_with("ended by")).count(), terminations.len());
}

#[test]
fn tables_agree_with_the_records() {
    let folder = Folder::new();
    let three = ["--games 14 --format round-robin", "--games 14 --format gauntlet", "--games 16 --format pairs"];
    for (index, format) in three.into_iter().enumerate() {
        let name = format!("{index}.json");
        let mut words = folder.arguments(&format!("{format} --concurrency 2 --json {{}}/{name}"));
        words.extend(folder.mock("C", 3));
        words.push("args=--depth 7".to_owned());
        let names = if index == 2 { &["A", "B"][..] } else { &["A", "B", "C"] };
        let output = run_program(&words);
        assert_eq!(output.status, Some(0), "{}", output.errors);
        let games = folder.games(&name);
        assert_eq!(games.len(), [42, 28, 16][index]);
        check(&output.table, &games, names);
    }
}

#[test]
fn names_of_any_length_and_direction_fit_the_table() {
    let folder = Folder::new();
    let long = "x".repeat(1 << 16);
    let names = [format!("name={long}"), "name=B\u{202e}\u{1b}[31mb".to_owned()];
    let mut words = folder.arguments("--games 2 --json {}/games.json");
    for (word, name) in ["name=A", "name=B"].into_iter().zip(names) {
        words.iter_mut().filter(|found| *found == word).for_each(|found| found.clone_from(&name));
    }
    let played = run_program(&words);
    assert_eq!(played.status, Some(0), "{}", played.errors);
    assert!(folder.read("games.json").contains(&long), "records contain the whole name");
    let merged = run_program(&["match".to_owned(), "--merge".to_owned(), folder.path("games.json")]);
    assert_eq!((merged.status, merged.errors.as_str()), (Some(0), ""));
    for table in [&played.table, &merged.table] {
        let row = table.lines().find(|line| line.contains("B__[31mb")).expect("a row of the second engine");
        assert!(row.chars().count() < 150, "{row}");
        let cut = format!(" {}…1 ", "x".repeat(31));
        assert!(table.contains(&cut) && !table.contains(['\u{202e}', '\u{1b}']), "{table}");
    }
}

#[test]
fn match_and_games_count_the_same_first_player() {
    let folder = Folder::new();
    let openings = "khet2 classic\nkhet2 classic moves h2g2\nkhet2 imhotep moves j1- a8-\n";
    std::fs::write(folder.path("openings"), openings).expect("a file");
    let mut words = folder.arguments("--games 24 --openings {}/openings --kgn {}/games.kgn");
    // Games of random moves that are long enough for some to be won.
    words.iter_mut().filter(|word| *word == "30").for_each(|word| *word = "400".to_owned());
    let played = run_program(&words);
    assert_eq!(played.status, Some(0), "{}", played.errors);
    let table = played.table;
    assert!(line(&table, "draws ") != "draws 100.0 %", "{table}");
    let counted = run_program(&["games".to_owned(), folder.path("games.kgn")]);
    let of_games = line(&counted.table, "first player: ").split(' ').nth(2);
    assert_eq!(line(&table, "first player ").split(' ').nth(2), of_games, "{table}{}", counted.table);
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
