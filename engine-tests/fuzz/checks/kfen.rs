//! Any text as a position: the second implementation reads the same or refuses it too, and a refusal has the field and the
//! column.

use super::check_message;
use super::clean_room::position::Position as SecondPosition;
use khepri_rules::kfen::{Field, Rejection};
use khepri_rules::{Position, Setup};

/// The largest number of reasons that a refusal lists.
const MAX_REASONS: usize = 16;

/// A limit for the length of a reason, in bytes.
const MAX_REASON: usize = 400;

/// Reads the input as a position.
pub fn check(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    // The second implementation accepts only blanks and tabs between fields.
    let expected = SecondPosition::from_kfen(&text.replace(['\n', '\r', '\x0c'], " "));
    match text.parse::<Setup>() {
        Ok(setup) => {
            let written = setup.to_string();
            assert_eq!(expected.map(SecondPosition::to_kfen).as_ref(), Ok(&written), "{text:?}");
            assert_eq!(written.parse::<Setup>().as_ref(), Ok(&setup), "{written}");
            let position = text.parse::<Position>().expect("it was read as a set-up");
            assert_eq!(position.setup(), setup, "{text:?}");
            assert_eq!(Position::try_from(setup), Ok(position), "{text:?}");
        }
        Err(rejection) => {
            assert!(expected.is_err(), "{text:?} is refused: {rejection}");
            check_refused(&text, &rejection);
        }
    }
}

fn check_refused(text: &str, rejection: &Rejection) {
    let shown = rejection.to_string();
    check_message(&shown);
    let reasons = rejection.reasons();
    assert!((1..=MAX_REASONS).contains(&reasons.len()), "{text:?}: {shown}");
    assert!(rejection.unlisted() == 0 || reasons.len() == MAX_REASONS, "{text:?}: {shown}");
    assert!(shown.len() < (MAX_REASONS + 1) * MAX_REASON, "{text:?}: {shown}");
    assert!(reasons.is_sorted_by_key(|reason| reason.column), "{text:?}: {shown}");
    let fields = fields(text);
    for reason in reasons {
        check_message(&reason.what.to_string());
        assert!(shown.contains(&format!("{}, column {}: {}", reason.field, reason.column, reason.what)), "{shown}");
        let number = match reason.field {
            Field::Board => 0,
            Field::Side => 1,
            Field::RuleSet => 2,
            Field::PliesSinceCapture => 3,
            Field::MoveNumber => 4,
            Field::Line => 5,
            other => panic!("{text:?}: {other} is not a field of a KFEN"),
        };
        let end = text.chars().count() + 1;
        let (first, last) = fields.get(number).map_or((end, end), |&(first, length)| (first, first + length));
        assert!((first..=last).contains(&reason.column), "{text:?}: {reason} is not in its field");
    }
}

/// Returns the first column of each field and its length in characters.
fn fields(text: &str) -> Vec<(usize, usize)> {
    let mut fields = Vec::new();
    let mut length = 0;
    for (column, character) in (1..).zip(text.chars().chain([' '])) {
        if !character.is_ascii_whitespace() {
            length += 1;
        } else if length > 0 {
            fields.push((column - length, length));
            length = 0;
        }
    }
    fields
}
