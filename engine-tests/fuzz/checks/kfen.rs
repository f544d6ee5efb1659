//! Any text as a position: an accepted one is the same after writing and reading, and a refusal has the field and the column.

use super::check_message;
use khepri::internal::notation::kfen::{Field, Rejection};
use khepri::internal::rules::square::{FILES, RANKS};
use khepri::internal::rules::{Colour, Kind, Orientation, Piece, Position, RuleSet, Setup, Square};

/// The largest number of reasons that a refusal lists.
const MAX_REASONS: usize = 16;

/// A limit of the length of a reason, in bytes.
const MAX_REASON: usize = 400;

/// Reads the input as a position.
pub fn check(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let expected = naive_read(&text).filter(|setup| setup.faults().is_empty());
    match text.parse::<Setup>() {
        Ok(setup) => {
            assert_eq!(expected.as_ref(), Some(&setup), "{text:?}");
            check_accepted(&text, &setup);
        }
        Err(rejection) => {
            assert_eq!(expected, None, "{text:?} is refused: {rejection}");
            check_refused(&text, &rejection);
        }
    }
}

fn check_accepted(text: &str, setup: &Setup) {
    let written = setup.to_string();
    assert_eq!(written.parse::<Setup>().as_ref(), Ok(setup), "{written}");
    assert_eq!(naive_read(&written).as_ref(), Some(setup), "{written}");
    let position = text.parse::<Position>().expect("it was read as a set-up");
    assert_eq!(&position.setup(), setup, "{text:?}");
    assert_eq!(Position::try_from(setup.clone()), Ok(position), "{text:?}");
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
        check_message(&reason.what);
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

/// Reads a set-up as the notation describes it, without reasons of a refusal.
fn naive_read(text: &str) -> Option<Setup> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let (board, side, rule_set, plies, number) = match fields[..] {
        [board, side] => (board, side, "khet2", "0", "1"),
        [board, side, rule_set] => (board, side, rule_set, "0", "1"),
        [board, side, rule_set, plies, number] => (board, side, rule_set, plies, number),
        _ => return None,
    };
    let rule_set = match rule_set {
        "khet2" => RuleSet::Khet2,
        "khet1" => RuleSet::Khet1,
        "deflexion" => RuleSet::Deflexion,
        _ => return None,
    };
    let ranks: Vec<&str> = board.split('/').collect();
    let mut setup = Setup::empty(rule_set);
    setup.side_to_move = match side {
        "s" | "0" => Colour::Silver,
        "r" | "1" => Colour::Red,
        _ => return None,
    };
    setup.plies_since_capture = naive_number(plies)?;
    setup.move_number = naive_number(number).filter(|&number| number > 0)?;
    if ranks.len() != usize::from(RANKS) {
        return None;
    }
    for (rank, text) in (0..RANKS).rev().zip(ranks) {
        read_rank(text, rank, &mut setup)?;
    }
    Some(setup)
}

fn read_rank(text: &str, rank: u8, setup: &mut Setup) -> Option<()> {
    let mut file = if text.is_empty() { FILES } else { 0 };
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        if let '1'..='9' = character {
            file += character as u8 - b'0';
        } else {
            let kind = match character.to_ascii_lowercase() {
                'k' => Kind::Pharaoh,
                'p' => Kind::Pyramid,
                's' => Kind::Scarab,
                'a' => Kind::Anubis,
                'x' => Kind::Sphinx,
                'o' => Kind::Obelisk,
                't' => Kind::Stack,
                'e' => Kind::Eye,
                _ => return None,
            };
            let digit = if "psaxe".contains(character.to_ascii_lowercase()) {
                rest.next().and_then(|digit| "1234".find(digit))? as u8 + 1
            } else {
                1
            };
            let colour = if character.is_ascii_uppercase() { Colour::Silver } else { Colour::Red };
            let square = Square::new(file, rank)?;
            setup.squares[square.index()] = Some(Piece::new(colour, kind, Orientation::from_digit(digit)?));
            file += 1;
        }
        if file > FILES {
            return None;
        }
    }
    (file == FILES).then_some(())
}

fn naive_number(word: &str) -> Option<u32> {
    word.parse().ok().filter(|number: &u32| number.to_string() == word)
}
