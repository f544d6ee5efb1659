//! KFEN, a position on one line: the reader, which lists every fault, and the canonical writer. They implement
//! [`FromStr`] and [`Display`](fmt::Display) for [`Position`] and [`Setup`]. A set-up that breaks the rules is written, but not
//! read.
//!
//! The fields are the board, the side to move (`s` or `r`), and optionally the rule set (`khet2` by default), the number of
//! plies since a capture, and the move number. The board has the ranks from 8 to 1, separated by `/`. A rank is written from
//! file a to j. A digit is a number of empty squares. A piece is its [letter](Kind::letter) (upper case for Silver),
//! followed by the digit of its [`Orientation`] if it rotates. Nothing is written for an empty rank.

use super::excerpt::excerpt;
use crate::square::{FILES, RANKS, SQUARES};
use crate::util::sort::sort_few;
use crate::{Colour, Kind, NotARuleSet, Orientation, Piece, Position, RuleSet, Setup, SetupFault, Square};
use std::fmt::{self, Write};
use std::str::FromStr;
use thiserror::Error;

/// The largest number of reasons that a rejection lists. Further reasons are only counted.
const LISTED: usize = 16;

/// A part of a KFEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Field {
    /// The line as a whole: it has too many fields.
    Line,
    /// The pieces on their squares.
    Board,
    /// The side to move.
    Side,
    /// The rule set.
    RuleSet,
    /// The number of plies since a shot last hit anything.
    PliesSinceCapture,
    /// The number of the move.
    MoveNumber,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Line => "line",
            Field::Board => "board",
            Field::Side => "side",
            Field::RuleSet => "rule set",
            Field::PliesSinceCapture => "plies since a capture",
            Field::MoveNumber => "move number",
        })
    }
}

/// What is wrong with a part of a KFEN. It is displayed as what was expected and what was found.
///
/// ```
/// use khepri_rules::{Position, kfen::Problem};
///
/// let error = "x39/4k5/////4K5/9X1 w khet2".parse::<Position>().expect_err("the side to move is s or r");
/// assert_eq!(error.reasons()[0].what, Problem::Side { found: "`w`".to_owned() });
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Problem {
    /// The text has this number of fields, which is not 2, 3 or 5.
    Fields(usize),
    /// The board has this number of ranks, which is not 8.
    Ranks(usize),
    /// A rank does not have 10 squares.
    Squares {
        /// The number of the rank, from 1.
        rank: usize,
        /// The number of its squares.
        found: usize,
        /// Whether a digit may be a run or an orientation, so that the rank may have more squares.
        is_least: bool,
    },
    /// A character is neither a piece nor a run of empty squares.
    Piece {
        /// The character as messages quote it.
        found: String,
    },
    /// The orientation of a piece is missing.
    Orientation {
        /// The letter of the piece.
        letter: char,
        /// What follows it, as messages quote it.
        found: String,
    },
    /// A word is no side to move.
    Side {
        /// The word as messages quote it.
        found: String,
    },
    /// A word is no rule set.
    RuleSet {
        /// The word as messages quote it.
        found: String,
    },
    /// A word is no number of plies or moves.
    Number {
        /// The smallest number.
        least: u32,
        /// The word as messages quote it.
        found: String,
    },
    /// The pieces break the rules of a set-up.
    Setup(SetupFault),
}

impl Problem {
    /// Returns the code of the problem, a word that stays the same when the message changes.
    pub fn code(&self) -> &'static str {
        match self {
            Problem::Fields(_) => "fields",
            Problem::Ranks(_) => "ranks",
            Problem::Squares { .. } => "rank-squares",
            Problem::Piece { .. } => "not-a-piece",
            Problem::Orientation { .. } => "no-orientation",
            Problem::Side { .. } => "not-a-side",
            Problem::RuleSet { .. } => "not-a-rule-set",
            Problem::Number { .. } => "not-a-number",
            Problem::Setup(fault) => fault.code(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Fields(0) => f.write_str("missing: expected 2, 3 or 5 fields, found none"),
            Problem::Fields(found @ (1 | 4)) => write!(f, "missing: expected 2, 3 or 5 fields, found {found}"),
            Problem::Fields(found) => write!(f, "expected 2, 3 or 5 fields, found {found}"),
            Problem::Ranks(found) => write!(f, "expected {RANKS} ranks, found {found}"),
            Problem::Squares { rank, found, is_least } => {
                let least = if *is_least { "at least " } else { "" };
                write!(f, "expected {FILES} squares on rank {rank}, found {least}{found}")
            }
            Problem::Piece { found } => {
                write!(f, "expected a piece (k p s a x o t e), a run 1 to 9 or `/`, found {found}")
            }
            Problem::Orientation { letter, found } => {
                write!(f, "expected an orientation 1 to 4 after `{letter}`, found {found}")
            }
            Problem::Side { found } => write!(f, "expected `s` or `r` (or `0`, `1`), found {found}"),
            Problem::RuleSet { found } => write!(f, "{NotARuleSet}, found {found}"),
            Problem::Number { least, found } => {
                write!(f, "expected {least} to {} without sign or leading zero, found {found}", u32::MAX)
            }
            Problem::Setup(fault) => fault.fmt(f),
        }
    }
}

/// A reason why a text is not the KFEN of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{field}, column {column}: {what}")]
#[non_exhaustive]
pub struct Reason {
    /// The field at fault.
    pub field: Field,
    /// The column of the character at fault, in characters, from 1. If a rank or a field is at fault as a whole, this is
    /// the column of its first character. If a field is missing, it is the column after the end of the text.
    pub column: usize,
    /// What was expected and found.
    pub what: Problem,
}

/// The error of a text that is not the KFEN of a position. It is displayed on one line, with the reasons in the order of
/// their columns.
///
/// ```
/// use khepri_rules::{Position, kfen::Field, kfen::Reason};
///
/// let error = "x39/4k5/////4K5/9X1 w khet2".parse::<Position>().expect_err("the side to move is s or r");
/// let reason: &Reason = &error.reasons()[0];
/// assert_eq!((reason.field, reason.column, error.unlisted()), (Field::Side, 21, 0));
/// assert_eq!(error.to_string(), "side, column 21: expected `s` or `r` (or `0`, `1`), found `w`");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{}", .reasons.iter().map(Reason::to_string).collect::<Vec<_>>().join("; "), match .unlisted {
    0 => String::new(),
    more => format!("; and {more} more"),
})]
pub struct Rejection {
    reasons: Vec<Reason>,
    unlisted: usize,
}

impl Rejection {
    /// Returns the reasons: at least one, at most 16.
    pub fn reasons(&self) -> &[Reason] {
        &self.reasons
    }

    /// Returns the number of further reasons.
    pub fn unlisted(&self) -> usize {
        self.unlisted
    }
}

impl FromStr for Setup {
    type Err = Rejection;

    /// Reads the set-up of a position. Any number of blanks may separate and surround the fields.
    ///
    /// # Errors
    /// Every reason why the text is not the KFEN of a position.
    fn from_str(text: &str) -> Result<Setup, Rejection> {
        read(text)
    }
}

fn read(text: &str) -> Result<Setup, Rejection> {
    let mut reasons = Reasons::default();
    let mut fields = words(text);
    let (board, side, rule_set) = (fields.next(), fields.next(), fields.next());
    let (plies, move_number, surplus) = (fields.next(), fields.next(), fields.next());

    let read = [board, side, rule_set, plies, move_number, surplus].into_iter().flatten().count();
    let count = read + fields.count();
    let end = text.chars().count() + 1;
    match count {
        2 | 3 | 5 => {}
        0 => reasons.add(Field::Board, end, Problem::Fields(count)),
        1 => reasons.add(Field::Side, end, Problem::Fields(count)),
        4 => reasons.add(Field::MoveNumber, end, Problem::Fields(count)),
        _ => {
            let column = surplus.map_or(end, |word| word.column);
            reasons.add(Field::Line, column, Problem::Fields(count));
        }
    }

    let mut setup = Setup { side_to_move: Colour::Silver, ..Setup::empty(RuleSet::Khet2) };
    let mut knows_rule_set = true;
    if let Some(word) = side {
        setup.side_to_move = read_side(word, &mut reasons).unwrap_or(setup.side_to_move);
    }
    if let Some(word) = rule_set {
        let named = read_rule_set(word, &mut reasons);
        knows_rule_set = named.is_some();
        setup.rule_set = named.unwrap_or(setup.rule_set);
    }
    if let Some(word) = plies {
        let read = read_number(word, Field::PliesSinceCapture, 0, &mut reasons);
        setup.plies_since_capture = read.unwrap_or(setup.plies_since_capture);
    }
    if let Some(word) = move_number {
        let read = read_number(word, Field::MoveNumber, 1, &mut reasons);
        setup.move_number = read.unwrap_or(setup.move_number);
    }
    if let Some(word) = board {
        let board = Board::read(word, &mut reasons);
        setup.squares = board.squares;
        let mut faults = setup.faults();
        if !knows_rule_set {
            // The intended rule set is unknown, so only faults under all rule sets are reported.
            for rule_set in RuleSet::ALL {
                let others = Setup { rule_set, ..setup.clone() }.faults();
                faults.retain(|fault| others.contains(fault));
            }
        }
        for fault in faults.iter().filter(|fault| board.bears_out(fault)) {
            let column = fault.square().map_or(word.column, |square| board.columns[square.index()]);
            reasons.add(Field::Board, column, Problem::Setup(*fault));
        }
    }
    reasons.verdict(setup)
}

impl FromStr for Position {
    type Err = Rejection;

    /// Reads a position.
    ///
    /// # Errors
    /// Every reason why the text is not the KFEN of a position.
    fn from_str(text: &str) -> Result<Position, Rejection> {
        Position::try_from(read(text)?).map_err(|invalid| {
            let reason = |fault: &SetupFault| Reason { field: Field::Board, column: 1, what: Problem::Setup(*fault) };
            Rejection { reasons: invalid.faults().iter().map(reason).collect(), unlisted: 0 }
        })
    }
}

impl fmt::Display for Position {
    /// Writes the KFEN, or with `{:#}` a board: rank 8 on top, each piece as its letter and orientation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return self.setup().fmt(f);
        }
        for rank in (0..RANKS).rev() {
            write!(f, "{} ", rank + 1)?;
            for square in (0..FILES).filter_map(|file| Square::new(file, rank)) {
                let text = match self.piece_at(square) {
                    Some(piece) if piece.kind().orientations() > 1 => format!("{piece:?}"),
                    Some(piece) => piece.letter().to_string(),
                    None => ".".to_owned(),
                };
                // The last piece of a line has no blanks after it.
                let width = if square.file() + 1 < FILES { 2 } else { 0 };
                write!(f, " {text:width$}")?;
            }
            f.write_str("\n")?;
        }
        f.write_str("   a  b  c  d  e  f  g  h  i  j")
    }
}

impl fmt::Display for Setup {
    /// Writes the canonical KFEN with all five fields, even if the set-up is not a position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(self))
    }
}

fn write(setup: &Setup) -> String {
    let mut text = String::with_capacity(96);
    for rank in (0..RANKS).rev() {
        let mut run = 0;
        for file in 0..FILES {
            let piece = Square::new(file, rank).and_then(|square| setup.squares[square.index()]);
            let Some(piece) = piece else {
                run += 1;
                continue;
            };
            push_run(&mut text, run);
            run = 0;
            text.push(piece.letter());
            if piece.kind().orientations() > 1 {
                text.push(char::from(b'0' + piece.orientation().digit()));
            }
        }
        // Nothing is written for an empty rank.
        if run < FILES {
            push_run(&mut text, run);
        }
        if rank > 0 {
            text.push('/');
        }
    }
    let side = match setup.side_to_move {
        Colour::Silver => 's',
        Colour::Red => 'r',
    };
    let (rule_set, plies, move_number) = (setup.rule_set.name(), setup.plies_since_capture, setup.move_number);
    // Writing to a string does not fail.
    let _ = write!(text, " {side} {rule_set} {plies} {move_number}");
    text
}

/// Appends a run of 0 to 9 empty squares.
fn push_run(text: &mut String, run: u8) {
    if run > 0 {
        text.push(char::from(b'0' + run));
    }
}

/// A word of the text.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    /// The column in characters, from 1.
    pub(super) column: usize,
}

pub(super) fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut column = 1;
    let words = text.split(|character: char| character.is_ascii_whitespace()).map(move |text| {
        let word = Word { text, column };
        column += text.chars().count() + 1;
        word
    });
    words.filter(|word| !word.text.is_empty())
}

/// The reasons found so far.
#[derive(Default)]
struct Reasons {
    listed: Vec<Reason>,
    unlisted: usize,
}

impl Reasons {
    fn add(&mut self, field: Field, column: usize, what: Problem) {
        if self.listed.len() < LISTED {
            self.listed.push(Reason { field, column, what });
        } else {
            self.unlisted += 1;
        }
    }

    fn verdict(self, setup: Setup) -> Result<Setup, Rejection> {
        let Reasons { listed: mut reasons, unlisted } = self;
        if reasons.is_empty() {
            return Ok(setup);
        }
        sort_few(&mut reasons, |one, other| one.column < other.column);
        Err(Rejection { reasons, unlisted })
    }
}

fn read_side(word: Word<'_>, reasons: &mut Reasons) -> Option<Colour> {
    match word.text {
        "s" | "0" => Some(Colour::Silver),
        "r" | "1" => Some(Colour::Red),
        other => {
            reasons.add(Field::Side, word.column, Problem::Side { found: excerpt(other) });
            None
        }
    }
}

fn read_rule_set(word: Word<'_>, reasons: &mut Reasons) -> Option<RuleSet> {
    let fault = |NotARuleSet| reasons.add(Field::RuleSet, word.column, Problem::RuleSet { found: excerpt(word.text) });
    word.text.parse().map_err(fault).ok()
}

fn read_number(word: Word<'_>, field: Field, least: u32, reasons: &mut Reasons) -> Option<u32> {
    let digits_only = word.text.bytes().all(|byte| byte.is_ascii_digit());
    let leads_with_zero = word.text.len() > 1 && word.text.starts_with('0');
    let plain = digits_only && !leads_with_zero;
    let number = word.text.parse().ok().filter(|number| plain && *number >= least);
    if number.is_none() {
        reasons.add(field, word.column, Problem::Number { least, found: excerpt(word.text) });
    }
    number
}

/// The board field, as far as it can be read.
struct Board {
    squares: [Option<Piece>; SQUARES],
    /// The column of each piece's letter.
    columns: [usize; SQUARES],
    /// Whether the pieces of each rank, from rank 8 down, stand on the intended squares.
    sound: [bool; RANKS as usize],
    /// Whether the text has a piece of a colour and kind, on the board or beyond its edge.
    written: [[bool; Kind::ALL.len()]; 2],
}

impl Board {
    fn read(word: Word<'_>, reasons: &mut Reasons) -> Board {
        let mut board = Board {
            squares: [None; SQUARES],
            columns: [word.column; SQUARES],
            sound: [true; RANKS as usize],
            written: [[false; Kind::ALL.len()]; 2],
        };
        let ranks = word.text.matches('/').count() + 1;
        if ranks != usize::from(RANKS) {
            reasons.add(Field::Board, word.column, Problem::Ranks(ranks));
            board.sound = [false; RANKS as usize];
        }
        let mut column = word.column;
        for (row, text) in word.text.split('/').enumerate() {
            board.read_rank(row, Word { text, column }, reasons);
            column += text.chars().count() + 1;
        }
        board
    }

    /// Reads a rank. Row 0 is rank 8.
    fn read_rank(&mut self, row: usize, word: Word<'_>, reasons: &mut Reasons) {
        let mut width = 0;
        // Whether a digit could be a run or an orientation. In this case `width` is only a lower bound.
        let mut doubtful = false;
        let mut characters = (word.column..).zip(word.text.chars()).peekable();
        while let Some((column, character)) = characters.next() {
            if let Some(run) = character.to_digit(10).filter(|&run| run > 0) {
                width += run as usize;
                continue;
            }
            let Some(kind) = Kind::from_letter(character.to_ascii_lowercase()) else {
                let found = excerpt(character.encode_utf8(&mut [0; 4]));
                reasons.add(Field::Board, column, Problem::Piece { found });
                if character == '0' {
                    doubtful = true;
                } else {
                    width += 1;
                    doubtful |= characters.next_if(|(_, next)| next.is_ascii_digit()).is_some();
                }
                continue;
            };
            let colour = if character.is_ascii_uppercase() { Colour::Silver } else { Colour::Red };
            let mut orientation = Orientation::FIRST;
            if kind.orientations() > 1 {
                let digit = characters.next_if(|(_, next)| next.is_ascii_digit()).map(|(_, digit)| digit);
                let read = digit.and_then(|digit| digit.to_digit(10)).and_then(|digit| u8::try_from(digit).ok());
                orientation = read.and_then(Orientation::from_digit).unwrap_or_else(|| {
                    doubtful |= digit.is_some();
                    let next = digit.or_else(|| characters.peek().map(|&(_, next)| next));
                    let found = next.map_or_else(
                        || "the end of the rank".to_owned(),
                        |next| excerpt(next.encode_utf8(&mut [0; 4])),
                    );
                    reasons.add(Field::Board, column + 1, Problem::Orientation { letter: character, found });
                    forwards(colour)
                });
            }
            self.put(row, width, column, Piece::new(colour, kind, orientation));
            width += 1;
        }
        if word.text.is_empty() {
            width = usize::from(FILES);
        }
        let Some(sound) = self.sound.get_mut(row) else { return };
        *sound &= !doubtful && width == usize::from(FILES);
        if width > usize::from(FILES) || !doubtful && width < usize::from(FILES) {
            let rank = usize::from(RANKS) - row;
            let what = Problem::Squares { rank, found: width, is_least: doubtful };
            reasons.add(Field::Board, word.column, what);
        }
    }

    fn put(&mut self, row: usize, file: usize, column: usize, piece: Piece) {
        self.written[piece.colour().index()][piece.kind().index()] = true;
        let file = u8::try_from(file).unwrap_or(FILES);
        let rank = u8::try_from(row).ok().and_then(|row| (RANKS - 1).checked_sub(row));
        if let Some(square) = rank.and_then(|rank| Square::new(file, rank)) {
            self.squares[square.index()] = Some(piece);
            self.columns[square.index()] = column;
        }
    }

    /// Returns whether the text itself has the fault. Where the text is malformed, the squares read from it may have faults that
    /// the text does not have.
    fn bears_out(&self, fault: &SetupFault) -> bool {
        match *fault {
            SetupFault::Pharaohs(colour, 0) => !self.written[colour.index()][Kind::Pharaoh.index()],
            SetupFault::SphinxMissing(colour) => !self.written[colour.index()][Kind::Sphinx.index()],
            SetupFault::SphinxOffCorner(square, _)
            | SetupFault::SphinxFacesFrame(square, _)
            | SetupFault::Reserved(square, ..) => self.sound[usize::from(RANKS - 1 - square.rank())],
            SetupFault::Pharaohs(..) | SetupFault::NotInRuleSet(..) | SetupFault::TooMany { .. } => true,
        }
    }
}

/// Returns the orientation towards the opponent. It replaces an orientation that cannot be read, so that no Sphinx is also
/// reported as facing the frame.
fn forwards(colour: Colour) -> Orientation {
    let north = Piece::new(Colour::Silver, Kind::Sphinx, Orientation::FIRST);
    match colour {
        Colour::Silver => north.orientation(),
        Colour::Red => north.half_turn().orientation(),
    }
}

#[cfg(test)]
mod tests;
