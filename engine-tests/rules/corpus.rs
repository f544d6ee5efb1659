//! The reference corpus: all legal moves of its positions, each with the hits, the result and the next position.

use flate2::read::GzDecoder;
use khepri::internal::rules::{Move, Position, Setup};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};

/// Returns the lines of the corpus.
fn corpus() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/reference/corpus.jsonl.gz");
    let file = File::open(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    lines.map(|line| serde_json::from_str(&line.expect("text")).expect("a JSON object")).collect()
}

fn text<'a>(object: &'a Value, name: &str) -> &'a str {
    object[name].as_str().unwrap_or_else(|| panic!("`{name}` in {object}"))
}

fn position(line: &Value) -> Position {
    let setup = text(line, "kfen").parse::<Setup>().unwrap_or_else(|rejection| panic!("{line}: {rejection}"));
    Position::try_from(setup).unwrap_or_else(|faults| panic!("{line}: {faults:?}"))
}

/// The consequence of a move: hits, result and next position.
type Consequence = (Vec<String>, String, String);

/// Returns the recorded moves with their consequences.
fn recorded(line: &Value) -> BTreeMap<String, Consequence> {
    let moves = line["moves"].as_array().expect("a list of moves");
    let mut all = BTreeMap::new();
    for mv in moves {
        let hits = mv["hits"].as_array().expect("a list of squares");
        let hits = hits.iter().map(|square| square.as_str().expect("a square").to_owned()).collect();
        let consequence = (hits, text(mv, "result").to_owned(), text(mv, "after").to_owned());
        let name = text(mv, "move").to_owned();
        assert_eq!(name.parse::<Move>().map(|mv| mv.to_string()), Ok(name.clone()));
        assert!(all.insert(name, consequence).is_none(), "{mv} is recorded twice");
    }
    all
}

/// Returns the legal moves with the consequences that the library computes.
fn played(position: &Position) -> BTreeMap<String, Consequence> {
    let moves = position.legal_moves();
    let mut all = BTreeMap::new();
    for mv in moves {
        let mut after = position.clone();
        let shot = after.play(mv).unwrap_or_else(|illegal| panic!("{mv}: {illegal}"));
        let mut hits: Vec<String> = shot.hits().into_iter().map(|square| square.to_string()).collect();
        hits.sort();
        let result = after.outcome().map_or("*".to_owned(), |outcome| outcome.to_string());
        let consequence = (hits, result, after.to_string());
        assert!(all.insert(mv.to_string(), consequence).is_none(), "{mv} was generated twice");
    }
    all
}

#[test]
fn the_corpus_has_580_positions_of_all_rule_sets_written_as_they_are_read() {
    let corpus = corpus();
    assert_eq!(corpus.len(), 580);
    let mut by_rule_set = BTreeMap::new();
    for line in &corpus {
        let position = position(line);
        assert_eq!(position.to_string(), text(line, "kfen"));
        *by_rule_set.entry(position.rule_set()).or_insert(0) += 1;
    }
    assert_eq!(by_rule_set.len(), 3, "{by_rule_set:?}");
}

#[test]
fn every_move_of_the_corpus_has_the_recorded_hits_result_and_position() {
    let mut moves = 0;
    for line in corpus() {
        let (recorded, played) = (recorded(&line), played(&position(&line)));
        let names = |map: &BTreeMap<String, Consequence>| map.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&played), names(&recorded), "moves of {}", text(&line, "kfen"));
        for (name, consequence) in &recorded {
            assert_eq!(&played[name], consequence, "{name} in {}", text(&line, "kfen"));
        }
        moves += recorded.len();
    }
    assert!(moves > 20_000, "{moves} moves were compared");
}

#[test]
fn a_next_position_can_be_read_unless_a_pharaoh_is_missing() {
    for line in corpus() {
        for (name, (_, result, after)) in recorded(&line) {
            let board = after.split(' ').next().expect("a board");
            let is_finished = !(board.contains('k') && board.contains('K'));
            match after.parse::<Setup>() {
                Ok(setup) => {
                    assert_eq!(setup.to_string(), after);
                    assert!(!is_finished && (result == "*" || result == "1/2-1/2"), "{name} in {line}");
                }
                Err(rejection) => assert!(is_finished, "{after}: {rejection}"),
            }
        }
    }
}
