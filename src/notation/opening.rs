//! An opening on one line: where a game starts and the moves from there.
//!
//! A line is `KFEN [moves m1 m2 …]` or `RULE-SET NAME [moves m1 m2 …]`; behind a `;` anything may follow.

use super::excerpt;
use super::kfen::{self, Rejection, Word};
use super::lines::{Lines, Unreadable};
use super::movetext::MoveError;
use super::setups::{self, NamedSetup, UnknownSetup};
use crate::rules::{Game, Move, Position, RuleSet};
use std::fmt;
use std::io::BufRead;

/// The word between the start and the moves.
const MOVES: &str = "moves";

/// A start and legal moves that lead to a position in which the game goes on.
#[derive(Clone, Debug)]
pub struct Opening {
    start: Position,
    setup: Option<&'static NamedSetup>,
    moves: Vec<Move>,
    /// Never over.
    game: Game,
}

/// Why a line is no opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningError {
    /// A word is not what could stand there.
    Word {
        /// Where in the line, in characters from 1.
        column: usize,
        /// What could have stood there.
        expected: String,
        /// What stood there, as [`excerpt()`] shows it.
        found: String,
    },
    /// The rule set has no set-up of this name.
    Setup {
        /// Where in the line, in characters from 1.
        column: usize,
        /// Which name and which rule set.
        unknown: UnknownSetup,
    },
    /// The start is no position; the columns of the reasons are those of the line.
    Kfen(Rejection),
    /// A move that cannot be read or is not legal.
    Move {
        /// Which move, from 1.
        number: usize,
        /// As it was written, as [`excerpt()`] shows it.
        word: String,
        /// What is wrong with it.
        why: MoveError,
    },
    /// The line cannot be read, and why.
    Unreadable(String),
    /// Nothing is left to play.
    Over {
        /// Behind how many moves.
        moves: usize,
    },
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::Word { column, expected, found } => {
                write!(f, "column {column}: expected {expected}, found {found}")
            }
            OpeningError::Setup { column, unknown } => write!(f, "column {column}: {unknown}"),
            OpeningError::Kfen(rejection) => write!(f, "{rejection}"),
            OpeningError::Move { number, word, why } => write!(f, "move {number} {word}: {why}"),
            OpeningError::Unreadable(why) => f.write_str(why),
            OpeningError::Over { moves: 0 } => f.write_str("the game is over before the first move"),
            OpeningError::Over { moves } => write!(f, "the game is over behind move {moves}"),
        }
    }
}

impl std::error::Error for OpeningError {}

/// Which line of a text is no opening, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: OpeningError,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for LineError {}

/// The openings of a text, one a line, up to the first line that cannot be read. Blank lines and those that begin with `#`
/// say nothing; a text of nothing else has no openings.
///
/// # Errors
/// Which line that is, and why.
pub fn read_all(text: &str) -> Result<Vec<Opening>, LineError> {
    read_from(text.as_bytes())
}

/// Reads openings from a file as [`read_all`] does from a text.
///
/// # Errors
/// Which line cannot be read, and why.
pub fn read_from(input: impl BufRead) -> Result<Vec<Opening>, LineError> {
    let mut openings = Vec::new();
    for line in Lines::new(input) {
        let (line, content) =
            line.map_err(|Unreadable { line, why }| LineError { line, why: OpeningError::Unreadable(why) })?;
        let content = content.trim_end();
        if !content.is_empty() && !content.trim_start().starts_with('#') {
            openings.push(Opening::read(content).map_err(|why| LineError { line, why })?);
        }
    }
    Ok(openings)
}

impl Opening {
    /// The opening with this start and these moves.
    ///
    /// # Errors
    /// Which move is not legal, or that the game is over.
    pub fn new(start: Position, moves: impl IntoIterator<Item = Move>) -> Result<Opening, OpeningError> {
        let mut opening = Opening::at(start);
        for mv in moves {
            opening.push(mv).map_err(|why| opening.fault(&mv.to_string(), why))?;
        }
        opening.unfinished()
    }

    /// The opening that a line writes, with or without a remark.
    ///
    /// # Errors
    /// What is wrong with the line, and where.
    pub fn read(line: &str) -> Result<Opening, OpeningError> {
        let content = line.split_once(';').map_or(line, |(content, _)| content);
        let (start, moves) = split(content);
        let mut opening = Opening::at(read_start(start)?);
        for word in moves.split_whitespace() {
            let mv = opening.game.position().read_move(word);
            mv.and_then(|mv| opening.push(mv)).map_err(|why| opening.fault(word, why))?;
        }
        opening.unfinished()
    }

    fn at(start: Position) -> Opening {
        // A KFEN that says the same as a name is written as the name, so that an opening has one line.
        let setup = setups::at(&start);
        Opening { game: Game::new(start.clone()), start, setup, moves: Vec::new() }
    }

    fn push(&mut self, mv: Move) -> Result<(), MoveError> {
        let mv = self.game.position().normalised(mv);
        self.game.push(mv)?;
        self.moves.push(mv);
        Ok(())
    }

    /// What is wrong with the move that should have come next.
    fn fault(&self, word: &str, why: MoveError) -> OpeningError {
        OpeningError::Move { number: self.moves.len() + 1, word: excerpt(word), why }
    }

    fn unfinished(self) -> Result<Opening, OpeningError> {
        match self.game.position().outcome() {
            Some(_) => Err(OpeningError::Over { moves: self.moves.len() }),
            None => Ok(self),
        }
    }

    /// Where the game starts.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The name of the set-up where the game starts, if it has one in its rule set.
    pub fn setup(&self) -> Option<&'static str> {
        self.setup.map(|named| named.name)
    }

    /// The moves from the start.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The game with all moves played; it is not over.
    pub fn game(&self) -> Game {
        self.game.clone()
    }
}

impl fmt::Display for Opening {
    /// The one line of this opening: the name of the start if it has one, moves as they are written, no remark.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.setup {
            Some(named) => write!(f, "{} {}", named.rule_set.name(), named.name)?,
            None => f.write_str(&kfen::write(&self.start.setup()))?,
        }
        if !self.moves.is_empty() {
            write!(f, " {MOVES}")?;
        }
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// What stands before the word `moves` and what behind it.
fn split(content: &str) -> (&str, &str) {
    let blank = |end: Option<char>| end.is_none_or(char::is_whitespace);
    content
        .match_indices(MOVES)
        .map(|(at, _)| (&content[..at], &content[at + MOVES.len()..]))
        .find(|(before, behind)| before.ends_with(char::is_whitespace) && blank(behind.chars().next()))
        .unwrap_or((content, ""))
}

fn read_start(text: &str) -> Result<Position, OpeningError> {
    let words = kfen::words(text);
    let error = |word: Option<&Word>, expected: String| OpeningError::Word {
        column: word.map_or_else(|| text.chars().count() + 1, |word| word.column),
        expected,
        found: excerpt(word.map_or("", |word| word.text)),
    };
    let first = words.first();
    if first.is_some_and(|word| word.text.contains('/')) {
        return kfen::position(text).map_err(OpeningError::Kfen);
    }
    let Some(rule_set) = first.and_then(|word| RuleSet::from_name(word.text)) else {
        return Err(error(first, format!("a KFEN or one of {}", RuleSet::ALL.map(RuleSet::name).join(", "))));
    };
    let Some(name) = words.get(1) else {
        return Err(error(None, format!("the name of a set-up of {}", rule_set.name())));
    };
    let named =
        setups::named(rule_set, name.text).map_err(|unknown| OpeningError::Setup { column: name.column, unknown })?;
    match words.get(2) {
        Some(surplus) => Err(error(Some(surplus), format!("`{MOVES}`, `;` or the end of the line"))),
        None => Ok(named.position.clone()),
    }
}

#[cfg(test)]
mod tests;
