//! Tests that `docs/matches.md` lists all terminations, options, keys of engines and fields of records of the program, and
//! `docs/tuning.md` all options of `khepri spsa`.

use crate::support::{PROGRAM, run};
use khepri_arena::termination::{Class, Termination};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn document() -> String {
    page_text("docs/matches.md")
}

fn page_text(page: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).expect(page)
}

/// Returns the cells of all table rows whose first cell contains a name in backticks.
fn rows<'a>(document: &'a str, name: &str) -> Vec<Vec<&'a str>> {
    let about = format!("`{name}`");
    let cells = |line: &'a str| line.strip_prefix("| ").map(|row| row.split(" | ").collect::<Vec<_>>());
    document.lines().filter_map(cells).filter(|row| row.first().is_some_and(|cell| cell.contains(&about))).collect()
}

#[test]
fn every_termination_is_explained_and_scored() {
    let document = document();
    for termination in Termination::ALL {
        let class = match termination.class() {
            Class::Rules => "rules",
            Class::Adjudicated => "match",
            Class::Fault => "fault",
        };
        let rows = rows(&document, termination.name());
        let row = rows.iter().find(|row| row.len() == 4 && row[1] == class);
        let row = row.unwrap_or_else(|| panic!("`{termination}` is in no table as {class}: {rows:?}"));
        assert!(class != "fault" || row[2] == "loss", "`{termination}` is a loss: {row:?}");
    }
}

#[test]
fn every_option_is_listed() {
    for (command, page) in [("match", "docs/matches.md"), ("spsa", "docs/tuning.md")] {
        let help = run(&[command, "--help"]);
        let help = String::from_utf8(help.stdout).expect("text");
        let words = help.lines().filter_map(|line| line.trim_start().strip_prefix("--"));
        let options: Vec<&str> = words.filter_map(|line| line.split([' ', '[']).next()).collect();
        assert!(options.len() > 20, "the help lists its options: {options:?}");
        let document = page_text(page);
        let listed =
            |option: &str| document.contains(&format!("`--{option}`")) || document.contains(&format!("`--{option} "));
        for option in options {
            assert!(listed(option), "--{option} is not in {page}");
        }
    }
}

#[test]
fn every_key_of_an_engine_is_listed() {
    let refused = run(&["match", "--engine", "nonsense=1", "--engine", "cmd=x"]);
    let message = String::from_utf8(refused.stderr).expect("text");
    let (_, keys) = message.trim_end().rsplit_once("expected ").expect("the valid keys");
    let keys: Vec<&str> = keys.split([',', ' ']).filter(|key| !key.is_empty() && *key != "or").collect();
    assert!(keys.contains(&"cmd") && keys.len() > 10, "{message}");
    let document = document();
    for key in keys {
        assert!(document.contains(&format!("`{key}=")), "{key}= is not in docs/matches.md");
    }
}

#[test]
fn every_field_of_a_record_is_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.json");
    let path = file.to_str().expect("a name in Unicode");
    let engines = [format!("cmd={PROGRAM}"), format!("cmd={PROGRAM}")];
    let [first, second] = engines.each_ref().map(String::as_str);
    let limits = ["--nodes", "20", "--max-plies", "12", "--games", "2", "--sprt", "--json", path];
    let output = run(&[&["match", "--engine", first, "--engine", second], limits.as_slice()].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let records = fs::read_to_string(&file).expect("records");
    let record: Value = serde_json::from_str(records.lines().next().expect("a record")).expect("JSON");
    let document = document();
    let fields = |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    let of_moves = fields(&record["moves"][0]);
    for field in fields(&record).into_iter().chain(of_moves.iter().map(|field| format!("moves[].{field}"))) {
        assert!(!rows(&document, &field).is_empty(), "{field} is in no table of docs/matches.md");
    }
    for field in fields(&record["sprt"]) {
        assert!(rows(&document, "sprt").iter().any(|row| row.concat().contains(&format!("`{field}`"))), "sprt.{field}");
    }
}
