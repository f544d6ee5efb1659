//! Input whose format is not yet recognised. Only its beginning is read, since it may be foreign and endless.

use std::io::{self, BufRead, ErrorKind, Read};

/// The most bytes that are read before the format of an input is recognised.
pub const MOST: u64 = 16 << 20;

/// An input that fails after [`MOST`] bytes unless its format was recognised.
pub struct Unrecognised<R> {
    input: R,
    /// The number of bytes that may still be read; `None` after the format was recognised.
    left: Option<u64>,
    /// The name of the format.
    expected: &'static str,
}

impl<R> Unrecognised<R> {
    /// Creates an input of an expected format, which the error names.
    pub fn new(input: R, expected: &'static str) -> Unrecognised<R> {
        Unrecognised { input, left: Some(MOST), expected }
    }

    /// Lifts the limit.
    pub fn recognise(&mut self) {
        self.left = None;
    }

    /// Returns the number of bytes that may be read, at most `count`.
    fn allowed(&self, count: usize) -> io::Result<usize> {
        match self.left {
            None => Ok(count),
            Some(0) => {
                let why = format!("expected {}, found none in the first {} MiB", self.expected, MOST >> 20);
                Err(io::Error::new(ErrorKind::InvalidData, why))
            }
            Some(left) => Ok(count.min(usize::try_from(left).unwrap_or(usize::MAX))),
        }
    }

    fn count(&mut self, read: usize) {
        self.left = self.left.map(|left| left.saturating_sub(read as u64));
    }
}

impl<R: Read> Read for Unrecognised<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let allowed = self.allowed(buffer.len())?;
        let read = self.input.read(buffer.get_mut(..allowed).unwrap_or_default())?;
        self.count(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Unrecognised<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let allowed = self.allowed(usize::MAX)?;
        let bytes = self.input.fill_buf()?;
        Ok(bytes.get(..bytes.len().min(allowed)).unwrap_or_default())
    }

    fn consume(&mut self, count: usize) {
        self.count(count);
        self.input.consume(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, copy, repeat, sink};

    #[test]
    fn a_foreign_input_is_read_up_to_the_limit_and_a_recognised_one_to_its_end() {
        let length = MOST + 7;
        for buffered in [false, true] {
            for is_recognised in [false, true] {
                let mut input = Unrecognised::new(BufReader::new(repeat(b'x').take(length)), "games");
                if is_recognised {
                    input.recognise();
                }
                let mut counted = 0;
                let ended = if buffered {
                    loop {
                        match input.fill_buf().map(<[u8]>::len) {
                            Ok(0) => break Ok(()),
                            Ok(read) => {
                                counted += read as u64;
                                input.consume(read);
                            }
                            Err(error) => break Err(error),
                        }
                    }
                } else {
                    let copied = copy(&mut input, &mut sink());
                    counted = *copied.as_ref().unwrap_or(&MOST);
                    copied.map(drop)
                };
                assert_eq!((counted, ended.is_ok()), (if is_recognised { length } else { MOST }, is_recognised));
                let why = "expected games, found none in the first 16 MiB";
                assert!(ended.err().is_none_or(|error| error.to_string() == why));
            }
        }
    }
}
