//! Finds the games of a match in a KGN file, which may also contain other games and text.

use crate::notation::kgn::Reader;
use std::io::{self, BufRead};

/// The tag with the digest of the match.
pub const TOURNAMENT: &str = "Tournament";

/// The byte order mark that some programs write.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// An iterator over the blocks of a file. A block begins with lines of tags and ends before the next lines of tags, or after a
/// byte order mark. Only the first block and a block after a mark may lack tags.
pub struct Blocks<R> {
    input: R,
    /// The first line of the next block.
    line: Vec<u8>,
}

impl<R: BufRead> Blocks<R> {
    /// Returns the blocks of a file.
    pub fn new(input: R) -> Blocks<R> {
        Blocks { input, line: Vec::new() }
    }

    /// Returns the next block; empty at the end of the file.
    fn block(&mut self) -> io::Result<Vec<u8>> {
        let mut block = std::mem::take(&mut self.line);
        let mut in_tags = block.is_empty() || is_tag(&block);
        loop {
            let mut line = Vec::new();
            self.input.read_until(b'\n', &mut line)?;
            if let Some(rest) = line.strip_prefix(MARK) {
                self.line = rest.to_owned();
                block.extend(MARK);
                return Ok(block);
            }
            let is_tag = is_tag(&line);
            if line.is_empty() || (is_tag && !in_tags) {
                self.line = line;
                return Ok(block);
            }
            in_tags = is_tag;
            block.append(&mut line);
        }
    }
}

impl<R: BufRead> Iterator for Blocks<R> {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<io::Result<Vec<u8>>> {
        self.block().map(|block| (!block.is_empty()).then_some(block)).transpose()
    }
}

fn is_tag(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"[")
}

/// Returns the number of the game at the start of a block, if its tags name this match.
pub fn number(block: &[u8], tournament: &str) -> Option<u64> {
    let tag =
        |name| block.split(|&byte| byte == b'\n').take_while(|line| is_tag(line)).find_map(|line| value(line, name));
    let (_, number) = tag("Round").filter(|_| tag(TOURNAMENT) == Some(tournament))?.split_once('.')?;
    number.parse().ok()
}

/// Returns the value of a tag, if the line has a tag of this name.
fn value<'a>(line: &'a [u8], name: &str) -> Option<&'a str> {
    let tag = std::str::from_utf8(line).ok()?.trim_start().strip_prefix('[')?.trim_start();
    let (value, _) = tag.strip_prefix(name)?.trim_start().strip_prefix('"')?.split_once('"')?;
    Some(value)
}

/// Returns the length in bytes of the game at the start of a block, including the blank line after it. A faulty game ends at
/// the first blank line after its moves.
pub fn game_length(block: &[u8]) -> usize {
    let mut reader = Reader::new(block).alone();
    let mut end = match reader.next() {
        Some(Ok(_)) => usize::try_from(reader.offset()).unwrap_or(block.len()),
        _ => faulty_length(block),
    };
    // Adds the rest of the last line and the blank line.
    for _ in 0..2 {
        let line = first_line(block.get(end..).unwrap_or_default());
        if is_blank(line) {
            end += line.len();
        }
    }
    end
}

fn faulty_length(block: &[u8]) -> usize {
    let (mut end, mut has_moves) = (0, false);
    for line in block.split_inclusive(|&byte| byte == b'\n') {
        if has_moves && is_blank(line) {
            break;
        }
        has_moves |= !is_blank(line) && !is_tag(line);
        end += line.len();
    }
    block.get(..end).unwrap_or_default().trim_ascii_end().len()
}

fn first_line(text: &[u8]) -> &[u8] {
    text.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default()
}

fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii().is_empty()
}

/// Returns whether a text is empty or ends with a blank line.
pub fn ends_with_blank_line(text: &[u8]) -> bool {
    let last = text.split_inclusive(|&byte| byte == b'\n').next_back();
    last.is_none_or(|line| line.ends_with(b"\n") && is_blank(line))
}
