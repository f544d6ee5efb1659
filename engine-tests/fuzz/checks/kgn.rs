//! Any bytes as a file of games: an accepted record is the same after writing and reading, and an error names its place.

use super::check_message;
use khepri_rules::Position;
use khepri_rules::kgn::{Fault, Note, PlayedMove, ReadError, Reader, Record, write};
use std::io::BufReader;

/// Reads the input as a file of games.
pub fn check(input: &[u8]) {
    let games = read(input, input.len().max(1));
    let buffer = 1 + input.len() % 13;
    assert!(games == read(input, buffer), "with a buffer of {buffer} bytes");
    let text = std::str::from_utf8(input).ok();
    let mut number = 1;
    let mut written = Vec::new();
    for game in &games {
        match game {
            Ok(record) => {
                check_moves(record);
                written.push(check_written(record));
            }
            Err(fault) => {
                check_message(&fault.to_string());
                assert!(fault.game >= number && fault.game <= games.len() as u64, "{fault}");
                number = fault.game;
                if let Some(text) = text {
                    check_place(text, fault);
                }
            }
        }
    }
    let together = read(written.concat().as_bytes(), 4096);
    let again: Vec<String> = together.iter().flatten().map(write).collect();
    assert!(together.len() == written.len() && again == written, "all records one after another");
}

fn read(input: &[u8], buffer: usize) -> Vec<Result<Record, Fault>> {
    Reader::new(BufReader::with_capacity(buffer, input))
        .map(|game| match game {
            Ok(record) => Ok(record),
            Err(ReadError::Fault(fault)) => Err(fault),
            Err(error) => panic!("bytes in memory: {error}"),
        })
        .collect()
}

/// Checks that the moves are legal, and that the result agrees with the rules if they end the game.
fn check_moves(record: &Record) {
    let mut position = record.start.clone();
    check_line(&record.moves, &mut position);
    let by_rules = position.outcome();
    assert!(by_rules.is_none() || by_rules == record.result, "{by_rules:?} by the rules");
}

/// Checks that the moves of a line and of its variations are legal.
fn check_line(moves: &[PlayedMove], position: &mut Position) {
    for played in moves {
        assert_eq!(position.outcome(), None, "the game is not over");
        for variation in &played.variations {
            assert!(!variation.moves.is_empty(), "a variation has a move");
            check_line(&variation.moves, &mut position.clone());
        }
        position.play(played.mv).unwrap_or_else(|illegal| panic!("{}: {illegal}", played.mv));
    }
}

/// Checks that a record is the same after writing and reading, and returns it as it is written.
fn check_written(record: &Record) -> String {
    let written = write(record);
    let again = match &read(written.as_bytes(), written.len())[..] {
        [Ok(again)] => again.clone(),
        other => panic!("{written}\nis read as {other:?}"),
    };
    assert_eq!(write(&again), written);
    let known = |value: &str, unknown: &str| if value.is_empty() { unknown.to_owned() } else { value.to_owned() };
    let mut expected = Record {
        event: known(&record.event, "?"),
        site: known(&record.site, "?"),
        date: known(&record.date, "????.??.??"),
        round: known(&record.round, "?"),
        silver: known(&record.silver, "?"),
        red: known(&record.red, "?"),
        time_control: known(&record.time_control, "?"),
        termination: known(&record.termination, "?"),
        ..record.clone()
    };
    // Writing rounds the times of engines. That they are written the same again was checked above.
    round_times(&mut expected.moves, &again.moves);
    assert_eq!(again, expected);
    written
}

/// Replaces the figures of engines by those that were read again.
fn round_times(expected: &mut [PlayedMove], again: &[PlayedMove]) {
    for (expected, again) in expected.iter_mut().zip(again) {
        if matches!(expected.note, Note::Engine(_)) {
            expected.note = again.note.clone();
        }
        for (expected, again) in expected.variations.iter_mut().zip(&again.variations) {
            round_times(&mut expected.moves, &again.moves);
        }
    }
}

fn check_place(text: &str, fault: &Fault) {
    let line = usize::try_from(fault.place.line).expect("a small number");
    let line = text.split('\n').nth(line.wrapping_sub(1)).unwrap_or_else(|| panic!("{fault}: there is no such line"));
    let last = line.chars().count() as u64 + 1;
    assert!((1..=last).contains(&fault.place.column), "{fault}: the line has {last} columns");
}
