//! Openings: a starting position and the moves after it, on one line.
//!
//! A line is `KFEN [moves m1 m2 …]` or `RULE-SET NAME [moves m1 m2 …]`; a `;` starts a remark.

use super::excerpt;
use super::kfen::{self, Rejection, Word};
use super::lines::{Lines, Unreadable};
use super::movetext::MoveError;
use super::setups::{self, NamedSetup, UnknownSetup};
use crate::{Game, Move, Position, RuleSet};
use std::fmt;
use std::io::BufRead;
use std::str::FromStr;
use thiserror::Error;

/// The word between the start and the moves.
const MOVES: &str = "moves";

/// An opening: a start and legal moves. After them both Pharaohs stand, and the player to move has a legal move. Repetition is
/// ignored.
///
/// ```
/// use khepri_rules::opening::Opening;
///
/// let opening: Opening = "khet2 classic moves h2g2 c7d7".parse()?;
/// assert_eq!((opening.setup(), opening.moves().len()), (Some("classic"), 2));
/// # Ok::<(), khepri_rules::opening::OpeningError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Opening {
    start: Position,
    setup: Option<&'static NamedSetup>,
    moves: Vec<Move>,
    /// The game after the moves.
    game: Game,
}

/// The error of a line that is not an opening.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// A word is not one of those expected.
    #[error("column {column}: expected {expected}, found {found}")]
    Word {
        /// The column in characters, from 1.
        column: usize,
        /// What was expected.
        expected: String,
        /// What was found, shortened and escaped.
        found: String,
    },
    /// The rule set has no set-up of this name.
    #[error("column {column}: {unknown}")]
    Setup {
        /// The column in characters, from 1.
        column: usize,
        /// The name and the rule set.
        unknown: UnknownSetup,
    },
    /// The start is not a position; the columns are those of the line.
    #[error(transparent)]
    Kfen(Rejection),
    /// A move that cannot be read or is not legal.
    #[error("move {number} {word}: {why}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The move as written, shortened and escaped.
        word: String,
        /// What is wrong with it.
        why: MoveError,
    },
    /// The line cannot be read for this reason.
    #[error("{0}")]
    Unreadable(String),
    /// The game is over.
    #[error("the game is over {}", match .moves {
        0 => "before the first move".to_owned(),
        moves => format!("after move {moves}"),
    })]
    Over {
        /// The number of moves before its end.
        moves: usize,
    },
}

/// The error of a text with a line that is not an opening.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {why}")]
#[non_exhaustive]
pub struct LineError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: OpeningError,
}

/// Reads openings, one per line. Blank lines and lines that begin with `#` are skipped.
///
/// ```
/// let text = "# two openings\nkhet2 classic moves h2g2\nkhet1 imhotep ; no moves\n";
/// assert_eq!(khepri_rules::opening::read(text.as_bytes())?.len(), 2);
/// let error = khepri_rules::opening::read("khet2 classic\nkhet2 giza".as_bytes()).expect_err("no such set-up");
/// assert_eq!(error.line, 2);
/// # Ok::<(), khepri_rules::opening::LineError>(())
/// ```
///
/// # Errors
/// The first line that is not an opening, and why.
pub fn read(input: impl BufRead) -> Result<Vec<Opening>, LineError> {
    let mut openings = Vec::new();
    let mut lines = Lines::of(input, "openings");
    while let Some(line) = lines.next() {
        let (line, content) =
            line.map_err(|Unreadable { line, why }| LineError { line, why: OpeningError::Unreadable(why) })?;
        let content = content.trim_end();
        if !content.is_empty() && !content.trim_start().starts_with('#') {
            openings.push(content.parse().map_err(|why| LineError { line, why })?);
            lines.recognise();
        }
    }
    Ok(openings)
}

impl Opening {
    /// Returns the opening with this start and these moves.
    ///
    /// # Errors
    /// A move is illegal, or the game is over.
    pub fn new(start: Position, moves: impl IntoIterator<Item = Move>) -> Result<Opening, OpeningError> {
        let mut opening = Opening::at(start);
        for mv in moves {
            opening.push(mv).map_err(|why| opening.fault(&mv.to_string(), why))?;
        }
        opening.unfinished()
    }

    fn at(start: Position) -> Opening {
        // The KFEN of a named set-up is replaced by the name, so that each opening is always written in the same way.
        let setup = setups::at(&start);
        Opening { game: Game::new(start.clone()), start, setup, moves: Vec::new() }
    }

    fn push(&mut self, mv: Move) -> Result<(), MoveError> {
        let mv = self.game.position().normalised(mv);
        self.game.push(mv)?;
        self.moves.push(mv);
        Ok(())
    }

    /// Returns the error for a move that cannot be added.
    fn fault(&self, word: &str, why: MoveError) -> OpeningError {
        OpeningError::Move { number: self.moves.len() + 1, word: excerpt(word), why }
    }

    fn unfinished(self) -> Result<Opening, OpeningError> {
        match self.game.position().outcome() {
            Some(_) => Err(OpeningError::Over { moves: self.moves.len() }),
            None => Ok(self),
        }
    }

    /// Returns the start of the game.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the name of the start, if it is a named set-up.
    pub fn setup(&self) -> Option<&'static str> {
        self.setup.map(|named| named.name)
    }

    /// Returns the moves from the start.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the game after the moves.
    pub fn game(&self) -> Game {
        self.game.clone()
    }
}

impl FromStr for Opening {
    type Err = OpeningError;

    /// Reads an opening from a line.
    ///
    /// # Errors
    /// The line is not an opening. The error has the place and the fault.
    fn from_str(line: &str) -> Result<Opening, OpeningError> {
        let content = line.split_once(';').map_or(line, |(content, _)| content);
        let (start, moves) = split(content);
        let mut opening = Opening::at(read_start(start)?);
        for word in moves.split_whitespace() {
            let mv = opening.game.position().read_move(word);
            mv.and_then(|mv| opening.push(mv)).map_err(|why| opening.fault(word, why))?;
        }
        opening.unfinished()
    }
}

impl fmt::Display for Opening {
    /// Writes the opening on one line, with the name of the start if it has one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.setup {
            Some(named) => write!(f, "{} {}", named.rule_set.name(), named.name)?,
            None => write!(f, "{}", self.start)?,
        }
        if !self.moves.is_empty() {
            write!(f, " {MOVES}")?;
        }
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// Splits a line at the word `moves`.
fn split(content: &str) -> (&str, &str) {
    let blank = |end: Option<char>| end.is_none_or(char::is_whitespace);
    content
        .match_indices(MOVES)
        .map(|(at, _)| (&content[..at], &content[at + MOVES.len()..]))
        .find(|(before, after)| before.ends_with(char::is_whitespace) && blank(after.chars().next()))
        .unwrap_or((content, ""))
}

fn read_start(text: &str) -> Result<Position, OpeningError> {
    let words: Vec<Word> = kfen::words(text).collect();
    let error = |word: Option<&Word>, expected: String| OpeningError::Word {
        column: word.map_or_else(|| text.chars().count() + 1, |word| word.column),
        expected,
        found: excerpt(word.map_or("", |word| word.text)),
    };
    let first = words.first();
    if first.is_some_and(|word| word.text.contains('/')) {
        return text.parse().map_err(OpeningError::Kfen);
    }
    let Some(rule_set) = first.and_then(|word| word.text.parse::<RuleSet>().ok()) else {
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
