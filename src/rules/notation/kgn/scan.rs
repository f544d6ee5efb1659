//! Reads the parts of a text of games: tags, comments and words.

use super::fault::{Fault, Place, Problem, ReadError, Wanted};
use super::header::Header;
use super::source::{Source, Symbol};
use super::text;
use crate::notation::excerpt;
use crate::util::byte_order_mark::BYTE_ORDER_MARK;
use std::io;

/// The length in bytes after which the rest of a word is skipped. No valid word is longer.
const LONGEST_WORD: usize = 255;

impl Source<'_> {
    /// Skips white space, a comment or a line that begins with `%`. Returns whether there was any. Appends the text of a comment
    /// to `comment`.
    pub(super) fn skips(&mut self, comment: &mut String) -> Result<bool, ReadError> {
        match self.peek()? {
            Some('{') => self.comment(comment)?,
            Some(';') => self.line_comment(comment)?,
            Some('%') if self.starts_line() => _ = self.skip_line()?,
            Some(character) if character.is_whitespace() => self.advance()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads a tag, `[Name "value"]`, which must be on one line.
    pub(super) fn tag(&mut self, header: &mut Header) -> Result<(), ReadError> {
        self.advance()?;
        self.blanks()?;
        let start = self.place();
        let mut name = String::new();
        while let Some(character) = self.peek()?.filter(|&character| text::is_in_tag_name(character)) {
            if name.len() == text::LONGEST_NAME {
                return Err(Fault::new(start, Problem::LongTagName(text::LONGEST_NAME)).into());
            }
            name.push(character);
            self.advance()?;
        }
        if name.is_empty() {
            return Err(self.expected(Wanted::TagName)?);
        }
        self.blanks()?;
        self.accept('"', Wanted::TagValue)?;
        let place = self.place();
        let value = self.value()?;
        self.blanks()?;
        self.accept(']', Wanted::TagEnd)?;
        header.add(start, name, value, place)?;
        Ok(())
    }

    /// Reads the value of a tag and the quotation mark after it.
    fn value(&mut self) -> Result<String, ReadError> {
        let start = self.place();
        let mut value = String::new();
        loop {
            let mut character = match self.peek()? {
                None | Some('\n') => return Err(self.expected(Wanted::TagValueEnd)?),
                Some(character) => character,
            };
            self.advance()?;
            if character == '"' {
                return Ok(value);
            }
            if character == '\\'
                && let Some(escaped @ ('"' | '\\')) = self.peek()?
            {
                self.advance()?;
                character = escaped;
            }
            if value.len() + character.len_utf8() > text::LONGEST {
                return Err(Fault::new(start, Problem::LongTagValue(text::LONGEST)).into());
            }
            value.push(text::value_character(character));
        }
    }

    /// Skips blanks on the line.
    fn blanks(&mut self) -> Result<(), ReadError> {
        while self.peek()?.is_some_and(|character| character.is_whitespace() && character != '\n') {
            self.advance()?;
        }
        Ok(())
    }

    fn accept(&mut self, character: char, wanted: Wanted) -> Result<(), ReadError> {
        if self.peek()? != Some(character) {
            return Err(self.expected(wanted)?);
        }
        Ok(self.advance()?)
    }

    /// Returns the fault for an unexpected next symbol.
    pub(super) fn expected(&mut self, wanted: Wanted) -> Result<ReadError, ReadError> {
        let found = self.found()?;
        Ok(Fault::new(self.place(), Problem::Expected { wanted, found }).into())
    }

    /// Describes the next symbol.
    pub(super) fn found(&mut self) -> Result<String, ReadError> {
        Ok(match self.peek()? {
            None => "the end of the text".to_owned(),
            Some('\n') => "the end of the line".to_owned(),
            Some(character) => excerpt(character.encode_utf8(&mut [0; 4])),
        })
    }

    /// Returns the tag of the line that begins with the next symbol, if the line is a whole tag apart from blanks.
    fn line_tag(&mut self) -> io::Result<Option<Header>> {
        let Some(line) = self.tag_line()?.map(String::from_utf8_lossy) else { return Ok(None) };
        let (mut line, mut header) = (Source::new(line.as_bytes()), Header::default());
        let read = line.blanks().and_then(|()| line.tag(&mut header)).and_then(|()| line.blanks());
        Ok((read.is_ok() && matches!(line.symbol(), Ok(Symbol::End))).then_some(header))
    }

    /// Returns the tag with which a new game begins here after a fault: a line that is a whole tag and follows a line that does
    /// not begin with `[`.
    pub(super) fn first_tag(&mut self) -> io::Result<Option<Header>> {
        // Skips a byte-order mark.
        self.symbol()?;
        if self.starts_line() && !self.follows_tag() { self.line_tag() } else { Ok(None) }
    }

    /// Appends a comment in braces.
    fn comment(&mut self, comment: &mut String) -> Result<(), ReadError> {
        self.set_in_comment(true);
        let read = self.comment_text(comment);
        self.set_in_comment(false);
        read
    }

    fn comment_text(&mut self, comment: &mut String) -> Result<(), ReadError> {
        let start = self.place();
        let open = |found: String| Err(Fault::new(start, Problem::OpenComment(found)).into());
        self.advance()?;
        text::push_comment(comment);
        loop {
            // A comment that is never closed must not hide the games after it.
            if self.starts_line() && self.line_tag()?.is_some() {
                return open(format!("a tag on line {}", self.place().line));
            }
            match self.peek()? {
                None => return open("the end of the text".to_owned()),
                Some('}') => return Ok(self.advance()?),
                Some(character) => self.comment_character(comment, character, start)?,
            }
        }
    }

    /// Appends a comment up to the end of the line.
    fn line_comment(&mut self, comment: &mut String) -> Result<(), ReadError> {
        let start = self.place();
        self.advance()?;
        text::push_comment(comment);
        while let Some(character) = self.peek()?.filter(|&character| character != '\n') {
            self.comment_character(comment, character, start)?;
        }
        Ok(())
    }

    fn comment_character(&mut self, comment: &mut String, character: char, start: Place) -> Result<(), ReadError> {
        text::push_to_comment(comment, character);
        // A blank at the end is dropped later.
        if comment.trim_end_matches(' ').len() > text::LONGEST {
            return Err(Fault::new(start, Problem::LongComment(text::LONGEST)).into());
        }
        Ok(self.advance()?)
    }

    /// Reads the characters up to white space or to a character that begins something else. `*` is a word of its own.
    pub(super) fn word(&mut self) -> Result<String, ReadError> {
        let mut word = String::new();
        while let Some(character) = self.peek()? {
            if character.is_whitespace() || "{};()[]$".contains(character) || is_between_files(character) {
                break;
            }
            if character == '*' {
                if word.is_empty() {
                    word.push(character);
                    self.advance()?;
                }
                break;
            }
            if word.len() < LONGEST_WORD {
                word.push(character);
            }
            self.advance()?;
        }
        Ok(word)
    }
}

/// Returns whether files that were joined may have this character between them: the mark of their encoding, or the end of a file
/// of DOS.
pub(super) fn is_between_files(character: char) -> bool {
    matches!(character, BYTE_ORDER_MARK | '\u{1a}')
}
