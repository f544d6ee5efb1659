//! Writes games. Equal records give equal texts.

use super::header::{self, Tag};
use super::note::Parts;
use super::{GameResult, PlayedMove, Record, text};
use crate::Colour;
use std::fmt::{Display, Write};

/// Maximum number of characters in a line of moves. A longer line has one word and those after it that must not begin a line.
const WIDTH: usize = 80;

/// Returns the game in KGN: tags, a blank line, the moves, the result, a blank line.
///
/// A [`Reader`](super::Reader) reads the text of a valid record back, and writing that record gives the same text. A record
/// is valid if both Pharaohs stand at its start, all moves are legal, and its result agrees with the rules if they end the
/// game.
pub fn write(record: &Record) -> String {
    let mut written = String::with_capacity(512 + 24 * record.moves.len());
    write_tags(record, &mut written);
    written.push('\n');
    let mut words = Words::default();
    words.comment(&record.foreword.words());
    words.line(
        &record.moves,
        record.start.rule_set().rules().first,
        record.start.side_to_move(),
        record.start.move_number(),
    );
    words.list.push(GameResult(record.result).name().to_owned());
    let mut lines = Lines { written, column: 0 };
    // `%` and `[` have a special meaning at the start of a line, even in a comment.
    words.list.chunk_by(|_, word| word.starts_with(['%', '['])).for_each(|words| lines.add(&words.join(" ")));
    lines.written + "\n\n"
}

/// The words of the moves. No line is broken within a word.
#[derive(Default)]
struct Words {
    list: Vec<String>,
    /// The brackets that open before the next word.
    brackets: String,
}

impl Words {
    fn word(&mut self, word: impl Display) {
        let brackets = std::mem::take(&mut self.brackets);
        self.list.push(format!("{brackets}{word}"));
    }

    /// Adds the words in braces. Adds nothing if there are none.
    fn comment(&mut self, words: &str) {
        if !words.is_empty() {
            format!("{{{words}}}").split(' ').for_each(|word| self.word(word));
        }
    }

    /// Adds the moves of a line with all that stands after them. `side` makes the first move, whose number is `number`.
    fn line(&mut self, moves: &[PlayedMove], first: Colour, side: Colour, number: u32) {
        let (mut side, mut number, mut needs_number) = (side, number, true);
        for played in moves {
            if side == first {
                self.word(format_args!("{number}."));
            } else if needs_number {
                self.word(format_args!("{number}..."));
            }
            self.word(played.mv);
            for mark in &played.marks {
                self.word(format_args!("${}", mark.number()));
            }
            self.comment(&played.comment());
            for variation in played.variations.iter().filter(|variation| !variation.moves.is_empty()) {
                self.brackets.push('(');
                self.comment(&variation.foreword.words());
                self.line(&variation.moves, first, side, number);
                if let Some(last) = self.list.last_mut() {
                    last.push(')');
                }
            }
            needs_number = !played.variations.is_empty();
            if side != first {
                number = number.saturating_add(1);
            }
            side = side.other();
        }
    }
}

impl PlayedMove {
    /// Returns the words of the comment after the move.
    fn comment(&self) -> String {
        Parts { note: self.note.clone(), review: self.review.clone(), remark: self.remark.clone() }.words()
    }
}

fn write_tags(record: &Record, written: &mut String) {
    let start = record.start.setup();
    let known = |value: &str, unknown: &str| if value.is_empty() { unknown.to_owned() } else { value.to_owned() };
    for tag in Tag::ALL {
        let value = match tag {
            Tag::Event => known(&record.event, "?"),
            Tag::Site => known(&record.site, "?"),
            Tag::Date => known(&record.date, "????.??.??"),
            Tag::Round => known(&record.round, "?"),
            Tag::Silver => known(&record.silver, "?"),
            Tag::Red => known(&record.red, "?"),
            Tag::Result => GameResult(record.result).to_string(),
            Tag::RuleSet => start.rule_set.name().to_owned(),
            Tag::SetUp => record.set_up().unwrap_or("-").to_owned(),
            Tag::Kfen => start.to_string(),
            Tag::TimeControl => known(&record.time_control, "?"),
            Tag::Termination => known(&record.termination, "?"),
            Tag::PlyCount => record.moves.len().to_string(),
        };
        write_tag(tag.name(), &value, written);
    }
    for (name, value) in &record.other_tags {
        if header::is_other_tag(name) {
            write_tag(name, value, written);
        }
    }
}

fn write_tag(name: &str, value: &str, written: &mut String) {
    let value = text::value(value).replace('\\', r"\\").replace('"', "\\\"");
    // Writing to a string does not fail.
    let _ = writeln!(written, "[{name} \"{value}\"]");
}

/// A writer of words, with a blank or a newline between them.
struct Lines {
    written: String,
    /// Number of characters in the last line.
    column: usize,
}

impl Lines {
    /// Adds words that no line is broken between.
    fn add(&mut self, words: &str) {
        let width = words.chars().count();
        if self.column == 0 {
            self.column = width;
        } else if self.column + 1 + width <= WIDTH {
            self.written.push(' ');
            self.column += 1 + width;
        } else {
            self.written.push('\n');
            self.column = width;
        }
        self.written.push_str(words);
    }
}
