//! The openings of a match, their order, and the limits of the engines.

use super::{Folder, line};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Returns the openings of the games on record, in order.
fn openings(folder: &Folder, name: &str) -> Vec<String> {
    let text = |game: &Value| game["opening"].as_str().expect("an opening").to_owned();
    folder.games(name).values().map(text).collect()
}

/// Returns the first openings of the file of a rule set.
fn first_of_file(rule_set: &str, count: usize) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/openings").join(format!("{rule_set}.txt"));
    let text = fs::read_to_string(path).expect("a file of openings");
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines.take(count).map(|line| line.split(';').next().unwrap_or_default().trim().to_owned()).collect()
}

fn twice(openings: &[String]) -> Vec<String> {
    openings.iter().flat_map(|opening| [opening.clone(), opening.clone()]).collect()
}

#[test]
fn each_opening_is_played_twice_in_the_order_of_the_file() {
    let folder = Folder::new();
    for rule_set in ["khet2", "deflexion"] {
        let name = format!("{rule_set}.json");
        folder.play_to_end(&format!("--rounds 3 --variant {rule_set} --json {{}}/{name}"));
        assert_eq!(openings(&folder, &name), twice(&first_of_file(rule_set, 3)), "{rule_set}");
        for (number, game) in folder.games(&name) {
            let silver = if number % 2 == 1 { "A" } else { "B" };
            assert_eq!((&game["silver"], game["round"].as_u64()), (&Value::from(silver), Some(number.div_ceil(2))));
        }
    }
}

#[test]
fn a_seed_shuffles_the_openings_and_a_short_file_starts_again() {
    let folder = Folder::new();
    let ten = first_of_file("khet2", 10);
    fs::write(folder.path("ten.txt"), ten.join("\n")).expect("a file");
    folder.play_to_end("--rounds 12 --seed 5 --openings {}/ten.txt --json {}/games.json");
    let played = openings(&folder, "games.json");
    let (mut sorted, mut expected) = (played[..20].to_vec(), twice(&ten));
    assert_ne!(sorted, expected);
    sorted.sort();
    expected.sort();
    assert_eq!(sorted, expected);
    assert_eq!(played[20..], played[..4]);
}

#[test]
fn each_engine_has_its_own_limits() {
    let folder = Folder::new();
    let mut words = vec!["match".to_owned()];
    words.extend(folder.mock("Slow", 1));
    words.extend(folder.mock("Quick", 2));
    words.push("st=20".to_owned());
    words.extend(folder.words("--each tc=100+1 option.Hash=1 --max-plies 20 --json {}/games.json --kgn {}/games.kgn"));
    let output = super::run_program(&words);
    assert_eq!(output.status, Some(0), "{}", output.errors);
    let games = folder.games("games.json");
    assert_eq!(games[&1]["time_controls"], serde_json::json!(["100+1", "st=20"]));
    assert_eq!(games[&2]["time_controls"], serde_json::json!(["st=20", "100+1"]));
    let kgn = folder.read("games.kgn");
    for control in ["[TimeControl \"100+1 - st=20\"]", "[TimeControl \"st=20 - 100+1\"]"] {
        assert_eq!(kgn.matches(control).count(), 1);
    }
    folder.expect_same_games("games.kgn", &games);
    // Book moves are marked, and nothing else is.
    let book = first_of_file("khet2", 1)[0].split(" moves ").nth(1).map_or(0, |moves| moves.split(' ').count());
    assert_eq!(kgn.matches("{book}").count(), 2 * book);
    assert!(line(&output.table, "games").ends_with("2 of 2"));
}
