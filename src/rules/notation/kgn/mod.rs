//! KGN, games in a file: [`write()`] writes a [`Record`], and a [`Reader`] reads them.

mod annotation;
mod fault;
mod header;
mod note;
mod read;
mod scan;
mod source;
mod text;
mod variation;
mod write;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

pub use annotation::{Drawing, Mark, Pen, Remark};
pub use fault::{Fault, MoveAt, Place, Problem, ReadError, Wanted};
pub use note::{Comment, Evaluation, NotAnEvaluation, Note};
pub use read::{Limits, Reader};
pub use variation::{MAX_DEPTH, Variation};
pub use write::write;

use super::setups;
use crate::{Move, Outcome, Position};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The result of a record as a word: its outcome, or `*` for a game without one.
///
/// ```
/// use khepri_rules::{Outcome, kgn::GameResult, kgn::NotAResult};
///
/// assert_eq!("1/2-1/2".parse(), Ok(GameResult(Some(Outcome::Draw))));
/// assert_eq!(GameResult(None).to_string(), "*");
/// assert_eq!("1-1".parse::<GameResult>(), Err(NotAResult));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameResult(pub Option<Outcome>);

impl GameResult {
    /// All results: those of [`Outcome::ALL`], then `*`.
    pub const ALL: [GameResult; 4] = [
        GameResult(Some(Outcome::ALL[0])),
        GameResult(Some(Outcome::ALL[1])),
        GameResult(Some(Outcome::ALL[2])),
        GameResult(None),
    ];

    /// Returns `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn name(self) -> &'static str {
        self.0.map_or("*", Outcome::name)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of a word that is not a [`GameResult`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected one of {}", GameResult::ALL.map(GameResult::name).join(", "))]
pub struct NotAResult;

impl FromStr for GameResult {
    type Err = NotAResult;

    fn from_str(word: &str) -> Result<GameResult, NotAResult> {
        GameResult::ALL.into_iter().find(|result| result.name() == word).ok_or(NotAResult)
    }
}

/// A move with what stands after it. Use [`PlayedMove::new`] to create one, because a later version may add fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move; a Scarab or Eye rotates clockwise, as in every legal move.
    pub mv: Move,
    /// The marks, such as `!`.
    pub marks: Vec<Mark>,
    /// The engine's part of the comment.
    pub note: Note,
    /// The words of a review, which need figures of an engine before them.
    pub review: String,
    /// The text of the comment, with its drawings.
    pub remark: Remark,
    /// The variations, which replace the move.
    pub variations: Vec<Variation>,
}

impl PlayedMove {
    /// Returns a move with a note and nothing else.
    pub fn new(mv: Move, note: Note) -> PlayedMove {
        let (review, remark) = Default::default();
        PlayedMove { mv, marks: Vec::new(), note, review, remark, variations: Vec::new() }
    }
}

/// A game with its tags and notes. The field of a tag is empty if its text is unknown; [`write()`] then writes `?`, or
/// `????.??.??` for the date. Use [`Record::new`] to create a record, because a later version may add fields.
///
/// ```
/// use khepri_rules::kgn::{self, Note, PlayedMove, Record};
/// use khepri_rules::{RuleSet, setups};
///
/// let mut record = Record::new(setups::named(RuleSet::Khet2, "classic")?.position.clone());
/// record.silver = "Khepri".to_owned();
/// assert_eq!(record.set_up(), Some("classic"));
/// record.moves.push(PlayedMove::new(record.start.read_move("h2g2")?, Note::Book));
/// assert!(kgn::write(&record).contains("1. h2g2 {book}"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The name of the match or tournament.
    pub event: String,
    /// The place.
    pub site: String,
    /// The date of the start, as `YYYY.MM.DD` with `?` for unknown digits.
    pub date: String,
    /// The number of the game in the event.
    pub round: String,
    /// The player of Silver.
    pub silver: String,
    /// The player of Red.
    pub red: String,
    /// The outcome; `None` if the game is unfinished.
    pub result: Option<Outcome>,
    /// The position before the first move.
    pub start: Position,
    /// The time control.
    pub time_control: String,
    /// The way in which the game ended.
    pub termination: String,
    /// Further tags in their order, as names and values. A name consists of letters, digits and `_ + # = : -`. Tags with
    /// other names are not written, nor are tags that every record has, such as `KFEN`.
    pub other_tags: Vec<(String, String)>,
    /// The comment before the first move.
    pub foreword: Remark,
    /// The moves, each legal after the earlier moves.
    pub moves: Vec<PlayedMove>,
}

impl Record {
    /// Returns a game without moves; only its start is set.
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
            foreword: Remark::default(),
            moves: Vec::new(),
        }
    }

    /// Returns the name of the start, if it is a printed set-up.
    pub fn set_up(&self) -> Option<&'static str> {
        setups::at(&self.start).map(|named| named.name)
    }
}

/// Merges the variations of a game, as [`Reader`] does.
///
/// ```
/// use khepri_rules::kgn::{self, Note, PlayedMove, Remark, Variation};
///
/// let mut played = PlayedMove::new("h2g2".parse()?, Note::None);
/// played.variations.push(Variation { foreword: Remark::default(), moves: vec![played.clone()] });
/// let mut moves = vec![played];
/// kgn::merge(&mut moves);
/// assert!(moves[0].variations.is_empty(), "the variation begins with the move of the game");
/// # Ok::<(), khepri_rules::movetext::MoveTextError>(())
/// ```
pub fn merge(moves: &mut Vec<PlayedMove>) {
    variation::merge(moves, 0);
}

/// Returns whether [`Record::other_tags`] can have a tag with this name.
///
/// ```
/// use khepri_rules::kgn::is_other_tag;
///
/// assert!(is_other_tag("Opening") && is_other_tag("ECO:2"));
/// assert!(!is_other_tag("two words") && !is_other_tag(""));
/// assert!(!is_other_tag("KFEN"), "every record has it");
/// ```
pub fn is_other_tag(name: &str) -> bool {
    header::is_other_tag(name)
}
