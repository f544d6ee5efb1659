//! From games to a network: `datagen`, `train` and `net`.

use super::data_files::{FILE, Place};
use std::fs;

/// Options of a short training.
const SHORT: &str = "--hidden 128 --epochs 3 --batch 256 --threads 1";

/// A place with a folder `a` of games.
fn place() -> Place {
    let place = Place::new();
    place.make("a", 50, "--nodes 100 --threads 1");
    place
}

/// Returns the values that `net` prints of a file, or of the embedded network, by their keys.
fn values(place: &Place, file: &str) -> Vec<(String, String)> {
    let said = place.well(&format!("net {file}"));
    let split = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_owned(), value.to_owned()));
    said.text.lines().map(|line| split(line).expect("a key and a value")).collect()
}

#[test]
fn games_become_a_network() {
    let place = place();
    let said = place.well(&format!("train {{}}/a --output {{}}/a.net --csv {{}}/a.csv --svg {{}}/a.svg {SHORT}"));
    let lines: Vec<&str> = said.text.lines().collect();
    assert!(lines[0].starts_with("50 games, "), "{}", said.text);
    let first: Vec<&str> = lines.iter().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(first[2..], ["epoch", "embedded", "search", "1", "2", "3", "network"], "{}", said.text);
    let losses: Vec<f64> = lines[5..8].iter().filter_map(|line| line.split_whitespace().nth(1)?.parse().ok()).collect();
    assert!(losses.len() == 3 && losses.is_sorted_by(|before, after| after < before), "{}", said.text);
    let values = values(&place, "{}/a.net");
    let value = |name: &str| &*values.iter().find(|(found, _)| found == name).expect(name).1;
    assert_eq!(value("architecture"), "3843 inputs, 2 x 128 neurons, 6 buckets");
    assert_eq!(value("format"), "khepriN1");
    // 24 bytes of a header, two for each weight, four for each bias of the output, a checksum of eight.
    let bytes = 24 + 2 * (3843 * 128 + 128 + 6 * 2 * 128) + 4 * 6 + 8;
    assert_eq!(value("size"), bytes.to_string());
    assert_eq!(fs::metadata(place.path("a.net")).expect("a file").len(), bytes as u64);
    assert!(said.last().contains(value("hash")), "{}", said.text);
    let table = fs::read_to_string(place.path("a.csv")).expect("a table");
    assert_eq!(table.lines().count(), 6, "{table}");
    assert!(table.lines().all(|line| line.split(',').count() == 5), "{table}");
    let picture = fs::read_to_string(place.path("a.svg")).expect("a picture");
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n") && !picture.contains("NaN"), "{picture}");
    assert_eq!(picture.matches("<polyline").count(), 4);

    // The same again, with more threads.
    let again = format!("train {{}}/a --output {{}}/b.net {SHORT}").replace("--threads 1", "--threads 2");
    place.well(&again);
    let [one, other] = ["a.net", "b.net"].map(|file| fs::read(place.path(file)).expect("a network"));
    assert!(one == other);
    // A finished training that continues changes nothing.
    place.well(&format!("train {{}}/a --output {{}}/b.net --resume {{}}/b.checkpoint {SHORT}"));
    assert!(fs::read(place.path("b.net")).expect("a network") == one);
    // Neither another training nor another setting touches these files.
    place.refused(&format!("train {{}}/a --output {{}}/b.net {SHORT}"), &["--output", "b.net"]);
    for (arguments, named) in [
        (format!("{SHORT} --seed 2 --resume {{}}/b.checkpoint"), &["--resume", "--seed 1", "expected 2"][..]),
        (format!("{SHORT} --resume {{}}/a.net --force"), &["--resume", "a.net", "expected a checkpoint"]),
        (format!("{SHORT} --resume {{}}/c.checkpoint --force"), &["--resume", "c.checkpoint"]),
    ] {
        let said = place.say(&format!("train {{}}/a --output {{}}/b.net {arguments}"));
        assert_eq!(said.status, Some(2), "{}", said.errors);
        assert!(named.iter().all(|name| said.errors.contains(name)), "{arguments}: {}", said.errors);
    }
    assert!(fs::read(place.path("b.net")).expect("a network") == one);
    place.refused(&format!("net {{}}/a/{FILE}"), &[FILE, "expected a network, found another file"]);
    fs::write(place.path("cut.net"), &one[..one.len() - 1]).expect("a file");
    place.refused("net {}/cut.net", &["cut.net", "bytes"]);
}

#[test]
fn the_embedded_network_is_described_without_a_file() {
    let place = Place::new();
    let embedded = concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/khepri.net");
    let described = values(&place, "");
    assert_eq!(described, values(&place, embedded));
    let size = fs::metadata(embedded).expect("a file").len().to_string();
    assert_eq!(described.iter().find(|(key, _)| key == "size").map(|(_, value)| value), Some(&size));
    let keys: Vec<&str> = described.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys[..3], ["architecture", "hash", "size"]);
}

#[test]
fn a_cut_file_is_read_up_to_its_last_whole_block() {
    let place = Place::new();
    place.make("a", 20, "--nodes 100 --threads 1");
    let whole = place.bytes("a");
    fs::write(place.path("cut.khepri"), &whole[..whole.len() - 3]).expect("a file");
    let said = place.say(&format!("train {{}}/cut.khepri --output {{}}/cut.net {SHORT}"));
    assert_eq!(said.status, Some(1), "{}", said.errors);
    assert!(said.errors.contains("cut short") && said.text.starts_with("19 games, "), "{}{}", said.errors, said.text);
    place.well("net {}/cut.net");
}

#[test]
fn a_training_that_cannot_begin_is_refused() {
    let place = Place::new();
    fs::write(place.path("text"), "no games").expect("a file");
    let train = "train {}/text --output {}/a.net";
    let said = place.say(train);
    assert_eq!(said.status, Some(2));
    assert!(said.errors.contains("not a file of games") && said.errors.contains("expected a game"), "{}", said.errors);
    place.refused("train {}/nothing --output {}/a.net", &["nothing"]);
    for (option, named) in [
        ("--hidden 100", "expected a multiple of 128 from 128 to 1024"),
        ("--hidden 2048", "expected a multiple of 128 from 128 to 1024"),
        ("--epochs 0", "--epochs"),
        ("--lambda 1.5", "expected a number from 0 to 1"),
        ("--lr 0", "expected a number above 0, at most 1"),
        ("--lr NaN", "expected a number above 0, at most 1"),
        ("--decay -1", "expected a number from 0 to 100"),
        ("--batch 0", "expected a number from 1 to 1048576"),
        ("--validation 91", "--validation"),
        ("--patience 0", "--patience"),
        ("--threads 0", "--threads"),
    ] {
        place.refused(&format!("{train} {option}"), &[option.split(' ').next().unwrap_or_default(), named]);
    }
    assert!(!fs::exists(place.path("a.net")).expect("known"));
}
