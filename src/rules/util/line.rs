//! Reads lines of a limited length, so that input without line ends does not fill the memory.

use std::io::{self, BufRead, Read};

/// Appends the next line to `line`, with its line break if it has one. Nothing is appended at the end of the input. Returns
/// whether the line has at most `longest` bytes without the line break. The rest of a longer line stays in the input.
///
/// # Errors
/// The input cannot be read. `line` has the bytes that were read before the error, and the next call continues it.
pub fn read_line(input: &mut impl BufRead, longest: usize, line: &mut Vec<u8>) -> io::Result<bool> {
    let room = (longest + 1).saturating_sub(line.len());
    input.take(room as u64).read_until(b'\n', line)?;
    Ok(line.len() <= longest || line.ends_with(b"\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;

    /// Bytes of which each is read by itself, after an error.
    struct Slow<'a>(&'a [u8], bool);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 { Err(ErrorKind::WouldBlock.into()) } else { self.0.read(&mut buffer[..1]) }
        }
    }

    #[test]
    fn lines_and_the_parts_of_long_lines_are_read_even_if_every_byte_is_late() {
        let text = b"\n123\n1234\n\xff\r\n12345678\nend";
        for late in [false, true] {
            let slow: Box<dyn Read> = if late { Box::new(Slow(text, false)) } else { Box::new(&text[..]) };
            let mut input = io::BufReader::new(slow);
            for (line, fits) in [
                (&b"\n"[..], true),
                (b"123\n", true),
                (b"1234", false),
                (b"\n", true),
                (b"\xff\r\n", true),
                (b"1234", false),
                (b"5678", false),
                (b"\n", true),
                (b"end", true),
                (b"", true),
            ] {
                let mut read = Vec::new();
                let result = loop {
                    match read_line(&mut input, 3, &mut read) {
                        Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                        result => break result.expect("bytes in memory"),
                    }
                };
                assert_eq!((&read[..], result), (line, fits), "late: {late}");
            }
        }
    }
}
