//! The reference corpus: all legal moves of its positions, each with the hits, the result and the next position.

use flate2::read::GzDecoder;
use khepri_rules::{Move, Position};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader};

fn text<'a>(object: &'a Value, name: &str) -> &'a str {
    object[name].as_str().unwrap_or_else(|| panic!("`{name}` in {object}"))
}

/// The consequence of a move: hits, result and next position.
type Consequence = (Vec<String>, String, String);

/// Returns the recorded moves with their consequences.
fn recorded(line: &Value) -> BTreeMap<String, Consequence> {
    let moves = line["moves"].as_array().expect("a list of moves").iter().map(|mv| {
        let hits = mv["hits"].as_array().expect("a list of squares");
        let hits = hits.iter().map(|square| square.as_str().expect("a square").to_owned()).collect();
        (text(mv, "move").to_owned(), (hits, text(mv, "result").to_owned(), text(mv, "after").to_owned()))
    });
    moves.collect()
}

/// Returns the legal moves with the consequences that the library computes. Checks that each move and each next position is read
/// as it is written, unless a Pharaoh is missing.
fn played(position: &Position) -> BTreeMap<String, Consequence> {
    let moves = position.legal_moves();
    let count = moves.len();
    let played = moves.into_iter().map(|mv| {
        assert_eq!(mv.to_string().parse::<Move>(), Ok(mv));
        let mut after = position.clone();
        let shot = after.play(mv).unwrap_or_else(|illegal| panic!("{mv}: {illegal}"));
        let mut hits: Vec<String> = shot.hits().into_iter().map(|square| square.to_string()).collect();
        hits.sort();
        let result = after.outcome().map_or("*".to_owned(), |outcome| outcome.to_string());
        let read = after.to_string().parse::<Position>().ok();
        assert_eq!(read.as_ref(), Some(&after).filter(|after| after.pharaohs_stand()), "{mv} in {position}");
        (mv.to_string(), (hits, result, after.to_string()))
    });
    let played: BTreeMap<String, Consequence> = played.collect();
    assert_eq!(played.len(), count, "a move was generated twice in {position}");
    played
}

#[test]
fn every_move_of_the_580_positions_has_the_recorded_hits_result_and_position() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/reference/corpus.jsonl.gz");
    let file = File::open(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let (mut positions, mut moves, mut rule_sets) = (0, 0, HashSet::new());
    for line in BufReader::new(GzDecoder::new(file)).lines() {
        let line: Value = serde_json::from_str(&line.expect("text")).expect("a JSON object");
        let position = crate::twin::position(text(&line, "kfen"));
        assert_eq!(position.to_string(), text(&line, "kfen"));
        let (recorded, played) = (recorded(&line), played(&position));
        assert!(played.keys().eq(recorded.keys()), "moves of {position}: {:?}, recorded {:?}", played, recorded);
        for (name, consequence) in &recorded {
            assert_eq!(&played[name], consequence, "{name} in {position}");
        }
        positions += 1;
        moves += recorded.len();
        rule_sets.insert(position.rule_set());
    }
    assert!(positions == 580 && moves > 20_000 && rule_sets.len() == 3, "{positions} positions, {moves} moves");
}
