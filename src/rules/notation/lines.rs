//! Reads the lines of a file that a user names, with their numbers. A byte order mark is dropped. A line that is too long is an
//! error, so that a file without line ends does not fill the memory.

use crate::util::byte_order_mark::without_mark;
use crate::util::line::read_line;
use crate::util::unrecognised::Unrecognised;
use std::io::{self, BufRead};
use thiserror::Error;

/// The largest length of a line in bytes, without its line feed.
const LONGEST: usize = 1 << 20;

/// The error of a line that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {why}")]
pub struct Unreadable {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

/// The lines of a text without their line ends. The error of a line that cannot be read is the last item. Bytes that are not
/// UTF-8 become U+FFFD.
pub struct Lines<R> {
    input: R,
    /// The number of the last line.
    number: usize,
    ended: bool,
}

impl<R: BufRead> Lines<R> {
    /// Returns the lines of `input`.
    pub fn new(input: R) -> Lines<R> {
        Lines { input, number: 0, ended: false }
    }

    fn read(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if !read_line(&mut self.input, LONGEST, &mut bytes)? {
            return Err(io::Error::other(format!("expected a line of at most {LONGEST} bytes, found a longer one")));
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        let mut content = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        content = content.strip_suffix(b"\r").unwrap_or(content);
        if self.number == 1 {
            content = without_mark(content);
        }
        Ok(Some(String::from_utf8_lossy(content).into_owned()))
    }
}

impl<R: BufRead> Lines<Unrecognised<R>> {
    /// Returns the lines of an input with an expected format. Reads only the beginning of the input unless
    /// [`Lines::recognise`] is called.
    pub fn of(input: R, expected: &'static str) -> Lines<Unrecognised<R>> {
        Lines::new(Unrecognised::new(input, expected))
    }

    /// Records that the input has the format.
    pub fn recognise(&mut self) {
        self.input.recognise();
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<(usize, String), Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        self.number += 1;
        let line = self.number;
        let read = self.read();
        self.ended = !matches!(read, Ok(Some(_)));
        match read {
            Ok(content) => content.map(|content| Ok((line, content))),
            Err(error) => Some(Err(Unreadable { line, why: error.to_string() })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    fn read(text: &[u8]) -> Vec<(usize, String)> {
        Lines::new(text).map(|line| line.expect("a line")).collect()
    }

    fn expected(lines: &[&str]) -> Vec<(usize, String)> {
        (1..).zip(lines.iter().map(|line| line.to_string())).collect()
    }

    #[test]
    fn lines_have_numbers_and_no_ends() {
        assert_eq!(read(b""), []);
        assert_eq!(read(b"a\r\n\n b\r\r\nc"), expected(&["a", "", " b\r", "c"]));
        assert_eq!(read(b"\xff\n"), expected(&["\u{fffd}"]));
    }

    #[test]
    fn a_byte_order_mark_is_left_out_at_the_beginning_only() {
        assert_eq!(read("\u{feff}a\n\u{feff}b".as_bytes()), expected(&["a", "\u{feff}b"]));
    }

    #[test]
    fn a_line_without_an_end_is_refused_and_nothing_is_read_after_it() {
        let mut longest = vec![b'x'; LONGEST];
        longest.push(b'\n');
        assert_eq!(read(&longest).len(), 1);
        let mut endless = Lines::new(BufReader::new(longest.as_slice().chain(io::repeat(b'x'))));
        assert!(endless.next().is_some_and(|line| line.is_ok()));
        let fault = endless.next().expect("a line").expect_err("it is too long");
        assert_eq!((fault.line, fault.why.contains("1048576")), (2, true), "{fault}");
        assert!(endless.next().is_none());
    }
}
