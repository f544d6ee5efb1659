//! The library and the second implementation of the rules side by side: what both say of a game, compared at every ply.
//!
//! [`crate::clean_room`] was written from the documents by somebody who had not seen the library, so what both get wrong
//! in the same way is what the documents say wrongly.

mod keys;
mod walk;

use keys::Keys;
pub use walk::{Manner, Seen, Tally, walk};

use crate::clean_room::position::{Outcome as SecondOutcome, Position as SecondPosition};
use crate::clean_room::{actions, pieces, squares};
use khepri::internal::notation::{kfen, movetext};
use khepri::internal::rules::{Colour, Move, Outcome, Position, Square, Turn};

/// A square of the second implementation in the words of the library.
pub fn square(second: squares::Square) -> Square {
    let name = second.to_string();
    Square::ALL.into_iter().find(|square| square.to_string() == name).expect("both have 80 squares")
}

/// The squares of the library by the index of the second implementation.
pub fn square_table() -> Vec<Square> {
    let mut table: Vec<(usize, Square)> =
        squares::Square::all().map(|second| (second.index(), square(second))).collect();
    table.sort_by_key(|&(index, _)| index);
    assert!(table.iter().enumerate().all(|(place, &(index, _))| place == index) && table.len() == 80);
    table.into_iter().map(|(_, square)| square).collect()
}

/// An action of the second implementation as a move of the library: structure by structure, far faster than by text.
pub fn as_move(action: &actions::Action, table: &[Square]) -> Move {
    let at = |square: squares::Square| table[square.index()];
    match *action {
        actions::Action::Step { from, to } => Move::step(at(from), at(to)),
        actions::Action::UpperStep { from, to } => Move::top(at(from), at(to)),
        actions::Action::Clockwise(square) => Move::rotate(at(square), Turn::Clockwise),
        actions::Action::Anticlockwise(square) => Move::rotate(at(square), Turn::Anticlockwise),
    }
}

/// An ending in the words of the library.
pub fn as_outcome(second: Option<SecondOutcome>) -> Option<Outcome> {
    second.map(|outcome| match outcome {
        SecondOutcome::Won(pieces::Colour::Silver) => Outcome::Win(Colour::Silver),
        SecondOutcome::Won(pieces::Colour::Red) => Outcome::Win(Colour::Red),
        SecondOutcome::Draw => Outcome::Draw,
    })
}

/// Both readings of a line: accepted by both and written back alike, or refused by both.
///
/// # Errors
/// How they differ.
pub fn compare_reading(text: &str) -> Result<bool, String> {
    let library = kfen::position(text);
    let second = SecondPosition::from_kfen(text);
    match (&library, &second) {
        (Err(_), Err(_)) => Ok(false),
        (Ok(position), Ok(second)) => {
            let (library, second) = (kfen::write(&position.setup()), second.to_kfen());
            if library == second { Ok(true) } else { Err(format!("{text:?}: written {library} and {second}")) }
        }
        (Ok(_), Err(reason)) => Err(format!("{text:?}: only the second implementation refuses it: {reason}")),
        (Err(rejection), Ok(_)) => Err(format!("{text:?}: only the library refuses it: {rejection}")),
    }
}

/// Whether both call a move of this text legal in the position, from where it leads to the same.
///
/// # Errors
/// How they differ.
pub fn compare_move_text(position: &Position, second: &SecondPosition, text: &str) -> Result<bool, String> {
    let at = || kfen::write(&position.setup());
    let library = movetext::read(text).ok().and_then(|mv| {
        let mut after = position.clone();
        after.play(mv).ok().map(|_| kfen::write(&after.setup()))
    });
    let second = second.action(text).map(|action| {
        let mut after = *second;
        after.apply(&action);
        after.to_kfen()
    });
    if library == second {
        Ok(library.is_some())
    } else {
        Err(format!("{text:?} in {}: library {library:?}, second {second:?}", at()))
    }
}
