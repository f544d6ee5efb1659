//! KGN, games in a file: what a record of a game holds. Written by [`write()`], read by [`Reader`].

mod fault;
mod header;
mod note;
mod read;
mod scan;
mod source;
mod text;
mod write;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

pub use fault::{Fault, MoveAt, Place, ReadError};
pub use note::{Comment, Evaluation, Note};
pub use read::Reader;
pub use write::write;

use super::setups;
use crate::rules::{Colour, Move, Outcome, Position};

/// Every result of a record: an outcome, or `None` of a game that is unfinished.
pub const RESULTS: [Option<Outcome>; 4] =
    [Some(Outcome::Win(Colour::Silver)), Some(Outcome::Win(Colour::Red)), Some(Outcome::Draw), None];

/// Returns a result as it is written: `1-0`, `0-1`, `1/2-1/2` or `*`.
pub fn result_name(result: Option<Outcome>) -> &'static str {
    result.map_or("*", Outcome::name)
}

/// Reads a result; `None` if the word is not one.
pub fn read_result(word: &str) -> Option<Option<Outcome>> {
    RESULTS.into_iter().find(|&result| result_name(result) == word)
}

/// A move and what is noted behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move, a quarter-turn of a Scarab or Eye clockwise as in every legal move.
    pub mv: Move,
    /// What was noted.
    pub note: Note,
}

/// A game with all that is known of it. An empty text means that it is not known, and is written `?`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The match or tournament.
    pub event: String,
    /// Where it was played.
    pub site: String,
    /// When it began: `YYYY.MM.DD`, with `?` for what is not known.
    pub date: String,
    /// Which game of the event.
    pub round: String,
    /// Who played Silver.
    pub silver: String,
    /// Who played Red.
    pub red: String,
    /// The outcome; `None` if the game is unfinished.
    pub result: Option<Outcome>,
    /// Where it starts: the pieces, who is to move, under which rules, the number of the first move.
    pub start: Position,
    /// How much time there was.
    pub time_control: String,
    /// Why it ended.
    pub termination: String,
    /// Further tags in their order, by name and value. A name that is not made of letters, digits and `_ + # = : -`, or
    /// that one of the fields above has, is not written.
    pub other_tags: Vec<(String, String)>,
    /// A comment before the first move, empty if there is none.
    pub foreword: String,
    /// The moves, each legal behind those before it.
    pub moves: Vec<PlayedMove>,
}

impl Record {
    /// A game of which nothing is known but where it starts.
    pub fn new(start: Position) -> Record {
        Record {
            event: String::new(),
            site: String::new(),
            date: String::new(),
            round: String::new(),
            silver: String::new(),
            red: String::new(),
            result: None,
            start,
            time_control: String::new(),
            termination: String::new(),
            other_tags: Vec::new(),
            foreword: String::new(),
            moves: Vec::new(),
        }
    }

    /// The name of the set-up from which the game starts, if it starts from exactly that.
    pub fn set_up(&self) -> Option<&'static str> {
        setups::at(&self.start).map(|named| named.name)
    }
}
