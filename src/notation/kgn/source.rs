//! Reads the characters of a text and their places one by one, so that neither the file nor a line has to fit into memory.

use super::fault::{Fault, Place, ReadError};
use crate::util::unrecognised::Unrecognised;
use std::io::{self, BufRead};

/// The content of one place in the text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Symbol {
    Character(char),
    /// A byte that begins no character.
    NotText(u8),
    End,
}

/// A text that is read once.
pub(super) struct Source<R> {
    input: Unrecognised<R>,
    /// The place of the next symbol.
    place: Place,
    /// The offset of the next symbol, in bytes.
    offset: u64,
    /// The number of bytes read.
    bytes: u64,
    /// The next symbol, if it was decoded already.
    next: Option<Symbol>,
    started: bool,
}

impl<R: BufRead> Source<R> {
    pub(super) fn new(input: R) -> Source<R> {
        let input = Unrecognised::new(input, "games in KGN");
        Source { input, place: Place { line: 1, column: 1 }, offset: 0, bytes: 0, next: None, started: false }
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

    /// Returns the number of bytes read.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns whether the next symbol is the first of its line.
    pub(super) fn starts_line(&self) -> bool {
        self.place.column == 1
    }

    /// Returns the next symbol.
    pub(super) fn symbol(&mut self) -> io::Result<Symbol> {
        if let Some(symbol) = self.next {
            return Ok(symbol);
        }
        let mut symbol = self.decode()?;
        if !self.started && symbol == Symbol::Character('\u{feff}') {
            symbol = self.decode()?;
        }
        self.started = true;
        self.next = Some(symbol);
        Ok(symbol)
    }

    /// Returns the next character; `None` at the end of the text.
    pub(super) fn peek(&mut self) -> Result<Option<char>, ReadError> {
        match self.symbol()? {
            Symbol::Character(character) => Ok(Some(character)),
            Symbol::End => Ok(None),
            Symbol::NotText(byte) => {
                Err(Fault::new(self.place, format!("expected UTF-8, found the byte 0x{byte:02x}")).into())
            }
        }
    }

    /// Skips the next symbol.
    pub(super) fn advance(&mut self) -> io::Result<()> {
        match self.symbol()? {
            Symbol::End => return Ok(()),
            Symbol::Character('\n') => self.place = Place { line: self.place.line.saturating_add(1), column: 1 },
            Symbol::Character(_) | Symbol::NotText(_) => self.place = self.place.after(1),
        }
        self.next = None;
        self.offset = self.bytes;
        Ok(())
    }

    /// Skips the rest of the line.
    pub(super) fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let symbol = self.symbol()?;
            self.advance()?;
            if matches!(symbol, Symbol::Character('\n') | Symbol::End) {
                return Ok(());
            }
        }
    }

    /// Decodes the next character from the bytes.
    fn decode(&mut self) -> io::Result<Symbol> {
        let (mut bytes, mut length) = ([0; 4], 0);
        while let Some(byte) = self.byte()? {
            bytes[length] = byte;
            let decoded = std::str::from_utf8(&bytes[..=length]);
            let is_invalid = decoded.is_err_and(|error| error.error_len().is_some());
            // A byte that does not continue the character may begin the next one.
            if !is_invalid || length == 0 {
                self.consume();
                length += 1;
            }
            if let Ok(text) = decoded {
                return Ok(text.chars().next().map_or(Symbol::End, Symbol::Character));
            }
            if is_invalid {
                break;
            }
        }
        Ok(if length == 0 { Symbol::End } else { Symbol::NotText(bytes[0]) })
    }

    fn consume(&mut self) {
        self.input.consume(1);
        self.bytes += 1;
    }

    /// Returns the next byte without consuming it.
    fn byte(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
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
