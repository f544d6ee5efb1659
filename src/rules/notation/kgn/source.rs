//! Reads the characters of a text and their places one by one, so that neither the file nor a line has to fit into memory.

use super::fault::{Fault, Place, Problem, ReadError};
use super::text;
use crate::util::byte_order_mark::BYTE_ORDER_MARK;
use crate::util::unrecognised::Unrecognised;
use std::collections::VecDeque;
use std::io::{self, BufRead};

/// The content of one place in the text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Symbol {
    Character(char),
    /// A byte that begins no character.
    NotText(u8),
    End,
}

/// The longest line in bytes that can be a tag.
const LONGEST_TAG: usize = text::LONGEST + 1024;

/// A text that is read once.
pub(super) struct Source<'a> {
    // Dynamic, so that this package holds the only copy of the code.
    input: Unrecognised<Box<dyn BufRead + 'a>>,
    /// The bytes that were read ahead of the next symbol, which they begin with.
    ahead: VecDeque<u8>,
    /// The place of the next symbol.
    place: Place,
    /// The offset of the next symbol, in bytes.
    offset: u64,
    /// The next symbol and its length in bytes, if it was decoded already.
    next: Option<(Symbol, usize)>,
    /// The first character of the line that is not a blank, if it is before the next symbol.
    first: Option<char>,
    /// Whether the line before this one begins with `[`.
    follows_tag: bool,
    /// Whether the next symbol is in a comment. A byte-order mark is part of it.
    in_comment: bool,
}

impl<'a> Source<'a> {
    pub(super) fn new(input: impl BufRead + 'a) -> Source<'a> {
        Source {
            input: Unrecognised::new(Box::new(input), "games in KGN"),
            ahead: VecDeque::new(),
            place: Place { line: 1, column: 1 },
            offset: 0,
            next: None,
            first: None,
            follows_tag: false,
            in_comment: false,
        }
    }

    /// Records that the text was recognised as games.
    pub(super) fn recognise(&mut self) {
        self.input.recognise();
    }

    /// Returns the place of the next symbol.
    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// Returns the offset of the next symbol, in bytes.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns whether the next symbol is the first of its line.
    pub(super) fn starts_line(&self) -> bool {
        self.place.column == 1
    }

    /// Returns whether the line before this one begins with `[`.
    pub(super) fn follows_tag(&self) -> bool {
        self.follows_tag
    }

    /// Begins or ends a comment.
    pub(super) fn set_in_comment(&mut self, in_comment: bool) {
        self.in_comment = in_comment;
    }

    /// Returns the next symbol. A byte-order mark at the beginning of a line is skipped.
    pub(super) fn symbol(&mut self) -> io::Result<Symbol> {
        if let Some((symbol, _)) = self.next {
            return Ok(symbol);
        }
        let mut next = self.decode()?;
        while next.0 == Symbol::Character(BYTE_ORDER_MARK) && self.starts_line() && !self.in_comment {
            self.consume(next.1);
            next = self.decode()?;
        }
        self.next = Some(next);
        Ok(next.0)
    }

    /// Returns the next character; `None` at the end of the text.
    pub(super) fn peek(&mut self) -> Result<Option<char>, ReadError> {
        match self.symbol()? {
            Symbol::Character(character) => Ok(Some(character)),
            Symbol::End => Ok(None),
            Symbol::NotText(byte) => Err(Fault::new(self.place, Problem::NotText(byte)).into()),
        }
    }

    /// Skips the next symbol.
    pub(super) fn advance(&mut self) -> io::Result<()> {
        let symbol = self.symbol()?;
        let Some((_, length)) = self.next.take() else { return Ok(()) };
        self.consume(length);
        match symbol {
            Symbol::End => return Ok(()),
            Symbol::Character('\n') => {
                self.place = Place { line: self.place.line.saturating_add(1), column: 1 };
                self.follows_tag = self.first.take() == Some('[');
                return Ok(());
            }
            Symbol::Character(character) if self.first.is_none() && !character.is_ascii_whitespace() => {
                self.first = Some(character);
            }
            Symbol::Character(_) | Symbol::NotText(_) => {}
        }
        self.place = self.place.after(1);
        Ok(())
    }

    /// Skips the rest of the line. Returns whether there is another line.
    pub(super) fn skip_line(&mut self) -> io::Result<bool> {
        loop {
            let symbol = self.symbol()?;
            self.advance()?;
            match symbol {
                Symbol::Character('\n') => return Ok(true),
                Symbol::End => return Ok(false),
                Symbol::Character(_) | Symbol::NotText(_) => {}
            }
        }
    }

    /// Returns the bytes up to the end of the line if they begin, after blanks, with `[`. In a comment, a line with a byte-order
    /// mark before it must be followed by another line with `[`, because a comment that was written may begin a line with a mark.
    pub(super) fn tag_line(&mut self) -> io::Result<Option<&[u8]>> {
        let mark = BYTE_ORDER_MARK.len_utf8();
        let mut start = 0;
        while self.begins_with_mark(start)? {
            start += mark;
        }
        let (mut end, mut has_bracket) = (start, false);
        loop {
            match self.byte(end)? {
                None | Some(b'\n') => break,
                Some(b'[') => has_bracket = true,
                Some(byte) if !has_bracket && !byte.is_ascii_whitespace() => return Ok(None),
                Some(_) if end - start > LONGEST_TAG => return Ok(None),
                Some(_) => {}
            }
            end += 1;
        }
        if !has_bracket || (start > 0 && self.byte(end + 1)? != Some(b'[')) {
            return Ok(None);
        }
        Ok(self.ahead.make_contiguous().get(start..end))
    }

    fn begins_with_mark(&mut self, start: usize) -> io::Result<bool> {
        let mut bytes = [0; 3];
        for (index, byte) in (start..).zip(BYTE_ORDER_MARK.encode_utf8(&mut bytes).bytes()) {
            if self.byte(index)? != Some(byte) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Decodes the next character from the bytes. Returns its length too.
    fn decode(&mut self) -> io::Result<(Symbol, usize)> {
        let (mut bytes, mut length) = ([0; 4], 0);
        while let Some(byte) = self.byte(length)? {
            bytes[length] = byte;
            let decoded = std::str::from_utf8(&bytes[..=length]);
            let is_invalid = decoded.is_err_and(|error| error.error_len().is_some());
            // A byte that does not continue the character may begin the next one.
            if !is_invalid || length == 0 {
                length += 1;
            }
            if let Ok(text) = decoded {
                return Ok((text.chars().next().map_or(Symbol::End, Symbol::Character), length));
            }
            if is_invalid {
                break;
            }
        }
        Ok((if length == 0 { Symbol::End } else { Symbol::NotText(bytes[0]) }, length))
    }

    fn consume(&mut self, length: usize) {
        for _ in 0..length {
            if self.ahead.pop_front().is_none() {
                self.input.consume(1);
            }
        }
        self.offset += length as u64;
    }

    /// Returns the byte at this distance from the next symbol, and reads ahead as far as necessary.
    fn byte(&mut self, distance: usize) -> io::Result<Option<u8>> {
        loop {
            if let Some(&byte) = self.ahead.get(distance) {
                return Ok(Some(byte));
            }
            let byte = match self.input.fill_buf() {
                Ok(bytes) => bytes.first().copied(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            // A text is mostly read without reading ahead.
            match byte {
                Some(_) if self.ahead.len() < distance => {}
                byte => return Ok(byte),
            }
            self.ahead.extend(byte);
            self.input.consume(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn any_bytes_are_read_in_any_portions_with_their_places() {
        let bytes = b"\xef\xbb\xbfa\xc3\xa9\r\n\xf0\x9f\x98\x80\xe2\x82(\xff\xed\xa0\x80\n\xc3";
        for portion in 1..bytes.len() {
            let mut source = Source::new(BufReader::with_capacity(portion, &bytes[..]));
            let mut found = Vec::new();
            loop {
                match source.symbol().expect("bytes in memory") {
                    Symbol::End => break,
                    Symbol::Character(character) => found.push((character, source.place().to_string())),
                    Symbol::NotText(_) => found.push(('?', source.place().to_string())),
                }
                source.advance().expect("bytes in memory");
            }
            let expected = [
                ('a', "1:1"),
                ('é', "1:2"),
                ('\r', "1:3"),
                ('\n', "1:4"),
                ('\u{1f600}', "2:1"),
                ('?', "2:2"),
                ('(', "2:3"),
                ('?', "2:4"),
                ('?', "2:5"),
                ('?', "2:6"),
                ('?', "2:7"),
                ('\n', "2:8"),
                ('?', "3:1"),
            ];
            assert_eq!(found, expected.map(|(character, place)| (character, place.to_owned())));
        }
    }
}
