//! The errors of a file of games, and their places.

use super::GameResult;
use crate::notation::excerpt;
use crate::{IllegalMove, NotARuleSet, RuleSet, kfen, movetext, setups};
use std::fmt;
use std::io;
use thiserror::Error;

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The number of the line, from 1.
    pub line: u64,
    /// The column in characters, from 1. The end of a line is the column after its last character.
    pub column: u64,
}

impl Place {
    /// Returns the place this number of characters later in the line.
    pub(super) fn after(self, characters: usize) -> Place {
        Place { column: self.column.saturating_add(characters as u64), ..self }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The faulty move of a game.
///
/// ```
/// use khepri_rules::kgn::{MoveAt, ReadError, Reader};
///
/// let Some(Err(ReadError::Fault(fault))) = Reader::new("[Site \"\"]\n1. h2g9 *".as_bytes()).next() else { panic!() };
/// let Some(MoveAt { number, second, word, .. }) = fault.mv else { panic!() };
/// assert_eq!((number, second, word.as_str()), (1, false, "h2g9"));
/// ```
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveAt {
    /// The number of the move.
    pub number: u32,
    /// Whether it is a move of the second player.
    pub second: bool,
    /// The move as written.
    pub word: String,
}

impl fmt::Display for MoveAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.second { "..." } else { "." };
        write!(f, "move {}{dots} {}", self.number, excerpt(&self.word))
    }
}

/// What was expected at a place of a text, where something else was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Wanted {
    /// The beginning of a game.
    Game,
    /// The next move of a game, or its result.
    Move,
    /// The next move of a variation, or its end.
    VariationMove,
    /// The name of a tag.
    TagName,
    /// The quotation mark before the value of a tag.
    TagValue,
    /// The quotation mark after the value of a tag.
    TagValueEnd,
    /// The bracket after a tag.
    TagEnd,
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wanted::Game => "`[` of a tag or a move",
            Wanted::Move => "a move or the result",
            Wanted::VariationMove => "a move or `)`",
            Wanted::TagName => "the name of a tag",
            Wanted::TagValue => "`\"` before the tag's value",
            Wanted::TagValueEnd => "`\"` after the tag's value",
            Wanted::TagEnd => "`]` after the tag",
        })
    }
}

/// What is wrong with a game. It is displayed as what was expected and what was found, or why a move is illegal. The words of the text
/// are quoted, shortened and escaped.
///
/// ```
/// use khepri_rules::kgn::{Problem, ReadError, Reader, Wanted};
///
/// let Some(Err(ReadError::Fault(fault))) = Reader::new("?".as_bytes()).next() else { panic!() };
/// assert_eq!(fault.what, Problem::Expected { wanted: Wanted::Game, found: "`?`".to_owned() });
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Problem {
    /// Something else was expected.
    Expected {
        /// What was expected.
        wanted: Wanted,
        /// What was found.
        found: String,
    },
    /// A byte is not part of UTF-8.
    NotText(u8),
    /// The game has more bytes, tags or plies than this.
    TooMany {
        /// The limit.
        most: u64,
        /// `bytes`, `tags` or `plies`.
        unit: &'static str,
    },
    /// The name of a tag has more letters than this.
    LongTagName(usize),
    /// The value of a tag has more bytes than this.
    LongTagValue(usize),
    /// A comment has more bytes than this.
    LongComment(usize),
    /// The tag with this name occurs for the second time.
    RepeatedTag(String),
    /// A comment has no end before this.
    OpenComment(String),
    /// A variation has no end before this.
    OpenVariation(String),
    /// There is a result, but neither a tag nor a move before it.
    LoneResult,
    /// There is a variation, but no move before it.
    NoMoveBeforeVariation,
    /// A variation has no move.
    EmptyVariation,
    /// A variation is deeper than this.
    DeepVariation(usize),
    /// A variation has this result.
    ResultInVariation(GameResult),
    /// The number of a move is wrong.
    MoveNumber {
        /// The number of the next move.
        expected: String,
        /// The number in the text.
        found: String,
    },
    /// A word is not a move.
    MoveText(movetext::MoveTextError),
    /// A move is illegal.
    IllegalMove(IllegalMove),
    /// The result is not that of the last move.
    ResultOfLastMove {
        /// The result by the rules.
        expected: GameResult,
        /// The result after the moves.
        found: GameResult,
    },
    /// The result is not that of the tag `Result`.
    ResultOfTag {
        /// The result in the tag.
        expected: GameResult,
        /// The result after the moves.
        found: GameResult,
    },
    /// The value of the tag `Result` is no result.
    ResultTag(String),
    /// The value of the tag `RuleSet` is no rule set.
    RuleSetTag(String),
    /// The rule set has no set-up with the name in the tag `SetUp`.
    SetUpTag(setups::UnknownSetup),
    /// The value of the tag `KFEN` is no position.
    KfenTag(kfen::Rejection),
    /// The tags `RuleSet` and `KFEN` contradict each other.
    KfenOfRuleSet {
        /// The rule set in the tag `RuleSet`.
        expected: RuleSet,
        /// The rule set in the tag `KFEN`.
        found: RuleSet,
    },
    /// The tag `KFEN` is not the set-up of the tag `SetUp`.
    KfenOfSetUp {
        /// The rule set of the set-up.
        rule_set: RuleSet,
        /// The name of the set-up.
        name: &'static str,
    },
    /// The value of the tag `PlyCount` is no number.
    PlyCountTag(String),
    /// The value of the tag `PlyCount` is not the number of plies.
    PlyCount {
        /// The number of plies of the game.
        expected: usize,
        /// The number in the tag.
        found: usize,
    },
}

impl Problem {
    /// Returns the code of the problem, a word that stays the same when the message changes.
    pub fn code(&self) -> &'static str {
        match self {
            Problem::Expected { wanted, .. } => match wanted {
                Wanted::Game => "no-game",
                Wanted::Move => "no-move",
                Wanted::VariationMove => "no-move-in-variation",
                Wanted::TagName => "no-tag-name",
                Wanted::TagValue => "no-tag-value",
                Wanted::TagValueEnd => "open-tag-value",
                Wanted::TagEnd => "open-tag",
            },
            Problem::NotText(_) => "not-utf-8",
            Problem::TooMany { .. } => "too-large",
            Problem::LongTagName(_) => "long-tag-name",
            Problem::LongTagValue(_) => "long-tag-value",
            Problem::LongComment(_) => "long-comment",
            Problem::RepeatedTag(_) => "repeated-tag",
            Problem::OpenComment(_) => "open-comment",
            Problem::OpenVariation(_) => "open-variation",
            Problem::LoneResult => "lone-result",
            Problem::NoMoveBeforeVariation => "no-move-before-variation",
            Problem::EmptyVariation => "empty-variation",
            Problem::DeepVariation(_) => "deep-variation",
            Problem::ResultInVariation(_) => "result-in-variation",
            Problem::MoveNumber { .. } => "move-number",
            Problem::MoveText(error) => error.code(),
            Problem::IllegalMove(illegal) => illegal.code(),
            Problem::ResultOfLastMove { .. } => "result-of-last-move",
            Problem::ResultOfTag { .. } => "result-of-tag",
            Problem::ResultTag(_) => "result-tag",
            Problem::RuleSetTag(_) => "rule-set-tag",
            Problem::SetUpTag(_) => "set-up-tag",
            Problem::KfenTag(_) => "kfen-tag",
            Problem::KfenOfRuleSet { .. } => "kfen-of-rule-set",
            Problem::KfenOfSetUp { .. } => "kfen-of-set-up",
            Problem::PlyCountTag(_) => "ply-count-tag",
            Problem::PlyCount { .. } => "ply-count",
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Expected { wanted, found } => write!(f, "expected {wanted}, found {found}"),
            Problem::NotText(byte) => write!(f, "expected UTF-8, found the byte 0x{byte:02x}"),
            Problem::TooMany { most, unit } => write!(f, "expected at most {most} {unit}"),
            Problem::LongTagName(most) => write!(f, "expected a tag's name of at most {most} letters"),
            Problem::LongTagValue(most) => write!(f, "expected a value of at most {most} bytes"),
            Problem::LongComment(most) => write!(f, "expected comments of at most {most} bytes"),
            Problem::RepeatedTag(name) => write!(f, "expected the tag {name} once, found it twice"),
            Problem::OpenComment(found) => write!(f, "expected `}}` after the comment, found {found}"),
            Problem::OpenVariation(found) => write!(f, "expected `)` after the variation, found {found}"),
            Problem::LoneResult => f.write_str("expected a tag or a move before the result"),
            Problem::NoMoveBeforeVariation => f.write_str("expected a move before the variation"),
            Problem::EmptyVariation => f.write_str("expected a move in the variation"),
            Problem::DeepVariation(most) => write!(f, "expected variations at most {most} deep"),
            Problem::ResultInVariation(found) => write!(f, "expected no result in a variation, found `{found}`"),
            Problem::MoveNumber { expected, found } => {
                write!(f, "expected the move number `{expected}`, found {found}")
            }
            Problem::MoveText(error) => write!(f, "expected {}, found {}", error.expected, error.found),
            Problem::IllegalMove(illegal) => illegal.fmt(f),
            Problem::ResultOfLastMove { expected, found } => {
                write!(f, "expected the result `{expected}` of the last move, found `{found}`")
            }
            Problem::ResultOfTag { expected, found } => {
                write!(f, "expected the result `{expected}` as in the tag Result, found `{found}`")
            }
            Problem::ResultTag(found) => write!(f, "Result: {}, found {found}", super::NotAResult),
            Problem::RuleSetTag(found) => write!(f, "RuleSet: {NotARuleSet}, found {found}"),
            Problem::SetUpTag(unknown) => write!(f, "SetUp: {unknown}, or a KFEN"),
            Problem::KfenTag(rejection) => write!(f, "KFEN: {rejection}"),
            Problem::KfenOfRuleSet { expected, found } => {
                write!(f, "KFEN: expected {} as in RuleSet, found {}", expected.name(), found.name())
            }
            Problem::KfenOfSetUp { rule_set, name } => {
                write!(f, "SetUp: the KFEN is not that of {} {name}", rule_set.name())
            }
            Problem::PlyCountTag(found) => write!(f, "PlyCount: expected a number, found {found}"),
            Problem::PlyCount { expected, found } => {
                write!(f, "PlyCount: expected {expected}, the plies of the game, found {found}")
            }
        }
    }
}

/// The first fault of a game, on one line: ``LINE:COLUMN: game N, move 12... `h2g9`: what``.
///
/// ```
/// use khepri_rules::kgn::{Place, ReadError, Reader};
///
/// let Some(Err(ReadError::Fault(fault))) = Reader::new("[Site \"\"]\n1. h2g9 *".as_bytes()).next() else { panic!() };
/// assert_eq!((fault.place, fault.mv.as_ref().map(|mv| mv.number)), (Place { line: 2, column: 7 }, Some(1)));
/// assert_eq!(fault.to_string(), "2:7: game 1, move 1. `h2g9`: expected a rank 1 to 8, found `9`");
/// ```
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: game {game}{}: {what}", .mv.as_ref().map(|mv| format!(", {mv}")).unwrap_or_default())]
pub struct Fault {
    /// The place in the text.
    pub place: Place,
    /// The number of the game in the text, from 1.
    pub game: u64,
    /// The faulty move, if the fault is in a move.
    pub mv: Option<MoveAt>,
    /// What is wrong.
    pub what: Problem,
}

impl Fault {
    /// Returns a fault. The number of the game is set later.
    pub(super) fn new(place: Place, what: Problem) -> Fault {
        Fault { place, game: 0, mv: None, what }
    }
}

/// The error of a game that cannot be read.
#[derive(Debug, Error)]
#[error(transparent)]
pub enum ReadError {
    /// The text cannot be read. No record follows.
    Input(#[from] io::Error),
    /// The game is faulty. The next game may be valid.
    Fault(#[from] Fault),
}
