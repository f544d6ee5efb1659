//! Reads a file of games block by block. Bytes that are no whole block are one fault up to the next whole block.

use super::header::{self, Unusable};
use super::recipe::Recipe;
use super::record::{AFTER, BEFORE, MARK, Record};
use std::fmt;
use std::io::{self, Read};

/// The bytes that are read at once.
const PORTION: usize = 1 << 16;

/// Bytes of a file that are not what they should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The place of the first byte, from 0.
    pub byte: u64,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.byte, self.what)
    }
}

/// The next part of a file.
#[derive(Debug)]
pub enum Part {
    /// A game whose block is whole.
    Game(Box<Record>),
    /// Something else.
    Fault(Fault),
}

/// Why no game of a file can be read.
#[derive(Debug)]
pub enum OpenError {
    /// The file cannot be read.
    Input(io::Error),
    /// The file has another version.
    Version(u16),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Input(error) => write!(f, "{error}"),
            OpenError::Version(version) => {
                write!(f, "version {version} of the format, expected version {}", header::VERSION)
            }
        }
    }
}

impl std::error::Error for OpenError {}

/// A file of games that is read from its start to its end.
pub struct Reader<R> {
    input: R,
    buffer: Vec<u8>,
    /// The first byte of the buffer that has not been used.
    at: usize,
    /// The place of that byte in the file.
    place: u64,
    is_at_end: bool,
    is_empty_reported: bool,
    recipes: Option<Vec<Recipe>>,
    /// The place after the last whole part.
    whole: u64,
}

impl<R: Read> Reader<R> {
    /// Reads the head of a file. If it is damaged, that is the first fault, and the games after it are read nevertheless.
    ///
    /// # Errors
    /// The file cannot be read, or it has another version.
    pub fn new(input: R) -> Result<Reader<R>, OpenError> {
        let buffer = Vec::with_capacity(2 * PORTION);
        let mut reader = Reader {
            input,
            buffer,
            at: 0,
            place: 0,
            is_at_end: false,
            is_empty_reported: false,
            recipes: None,
            whole: 0,
        };
        let start = reader.peek(header::BEFORE).map_err(OpenError::Input)?;
        let head = match header::length(start) {
            Ok(length) => {
                let head = header::read(reader.peek(length).map_err(OpenError::Input)?);
                head.map(|recipes| (length, recipes))
            }
            Err(unusable) => Err(unusable),
        };
        match head {
            Ok((length, recipes)) => {
                reader.skip(length);
                reader.whole = reader.place;
                reader.recipes = Some(recipes);
                Ok(reader)
            }
            Err(Unusable::Version(version)) => Err(OpenError::Version(version)),
            Err(Unusable::Damaged) => Ok(reader),
        }
    }

    /// Returns the recipes of the games; `None` if the head of the file is damaged.
    pub fn recipes(&self) -> Option<&[Recipe]> {
        self.recipes.as_deref()
    }

    /// Returns the place of the next byte that has not been read.
    pub fn place(&self) -> u64 {
        self.place
    }

    /// Returns the place after the last whole part that was read.
    pub fn whole(&self) -> u64 {
        self.whole
    }

    /// Reads the next part; `None` at the end of the file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn next_part(&mut self) -> io::Result<Option<Part>> {
        let byte = self.place;
        if let Some(length) = self.block_length()? {
            let block = self.peek(length)?;
            let record = block.get(BEFORE..length - AFTER).ok_or("no content").and_then(Record::read);
            self.skip(length);
            self.whole = self.place;
            return Ok(Some(match record {
                Ok(record) if self.recipes.as_ref().is_some_and(|known| known.len() <= record.source as usize) => {
                    Part::Fault(Fault { byte, what: format!("recipe {} is not in the file", record.source) })
                }
                Ok(record) => Part::Game(Box::new(record)),
                Err(what) => Part::Fault(Fault { byte, what: format!("not the content of a game: {what}") }),
            }));
        }
        if self.peek(1)?.is_empty() {
            let is_empty = byte == 0 && !std::mem::replace(&mut self.is_empty_reported, true);
            return Ok(is_empty.then(|| Part::Fault(Fault { byte, what: "the file is empty".to_owned() })));
        }
        let is_cut = self.is_beginning()?;
        loop {
            self.skip(1);
            if self.peek(1)?.is_empty() || self.block_length()?.is_some() {
                break;
            }
        }
        let length = self.place - byte;
        let what = match (byte, self.peek(1)?.is_empty() && is_cut) {
            (0, _) => "the head of the file is damaged, or it is not a file of games".to_owned(),
            (_, true) => format!("the last block is cut short: {length} bytes"),
            (_, false) => format!("{length} bytes are no whole block"),
        };
        Ok(Some(Part::Fault(Fault { byte, what })))
    }

    /// Returns whether what comes begins like a block that goes on after the end of the file.
    fn is_beginning(&mut self) -> io::Result<bool> {
        let start = self.peek(BEFORE)?;
        let is_marked = start.iter().zip(MARK).all(|(&byte, mark)| byte == mark);
        let Some(length) = content_length(start) else { return Ok(is_marked) };
        let whole = BEFORE + length + AFTER;
        Ok(is_marked && self.peek(whole)?.len() < whole)
    }

    /// Returns the length of the block that comes, if it is whole.
    fn block_length(&mut self) -> io::Result<Option<usize>> {
        let start = self.peek(BEFORE)?;
        if !start.starts_with(&MARK) {
            return Ok(None);
        }
        let Some(content) = content_length(start) else { return Ok(None) };
        let length = BEFORE + content + AFTER;
        let block = self.peek(length)?;
        let is_whole = block.len() == length
            && block
                .split_last_chunk::<AFTER>()
                .is_some_and(|(content, checksum)| crc32fast::hash(content).to_le_bytes() == *checksum);
        Ok(is_whole.then_some(length))
    }

    /// Returns the next `count` bytes, fewer only at the end of the file.
    fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        while self.buffer.len() - self.at < count && !self.is_at_end {
            self.buffer.drain(..self.at);
            self.at = 0;
            let before = self.buffer.len();
            self.buffer.resize(before + PORTION.max(count), 0);
            let read = self.input.read(&mut self.buffer[before..]);
            self.buffer.truncate(before + read.as_ref().map_or(0, |&count| count));
            match read {
                Ok(0) => self.is_at_end = true,
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let end = self.buffer.len().min(self.at + count);
        Ok(&self.buffer[self.at..end])
    }

    fn skip(&mut self, count: usize) {
        self.at = self.buffer.len().min(self.at + count);
        self.place += count as u64;
    }
}

/// Returns the length of the content of a block that begins so.
fn content_length(start: &[u8]) -> Option<usize> {
    start.get(MARK.len()..BEFORE)?.try_into().ok().map(|length| usize::from(u16::from_le_bytes(length)))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::recipe::tests::recipe;
    use super::super::record::tests::record;
    use super::*;

    /// A file with games of these numbers, and where each block ends.
    fn file(numbers: std::ops::Range<u64>) -> (Vec<u8>, Vec<usize>) {
        let mut bytes = header::write(&[recipe()]);
        let mut ends = vec![bytes.len()];
        for number in numbers {
            bytes.extend(record(number).to_block().expect("a block"));
            ends.push(bytes.len());
        }
        (bytes, ends)
    }

    /// Hands out a few bytes at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = buffer.len().min(3);
            self.0.read(&mut buffer[..count])
        }
    }

    /// The numbers of the games in a file, and the places of its faults.
    fn read(bytes: &[u8]) -> (Vec<u64>, Vec<u64>) {
        let mut reader = Reader::new(Slow(bytes)).expect("a file");
        let (mut games, mut faults) = (Vec::new(), Vec::new());
        while let Some(part) = reader.next_part().expect("bytes") {
            match part {
                Part::Game(game) => games.push(game.number),
                Part::Fault(fault) => faults.push(fault.byte),
            }
        }
        (games, faults)
    }

    #[test]
    fn a_whole_file_has_no_faults() {
        let (bytes, ends) = file(0..20);
        assert_eq!(read(&bytes), ((0..20).collect(), vec![]));
        assert_eq!(read(&bytes[..ends[0]]), (vec![], vec![]));
    }

    #[test]
    fn a_cut_anywhere_is_one_fault_and_the_games_before_it_are_read() {
        let (bytes, ends) = file(0..4);
        for length in 0..bytes.len() {
            let whole = ends.iter().filter(|&&end| end <= length).count().saturating_sub(1);
            let (games, faults) = read(&bytes[..length]);
            assert_eq!(games, (0..whole as u64).collect::<Vec<_>>(), "{length}");
            let is_cut = !ends.contains(&length);
            let at = ends.iter().rev().find(|&&end| end <= length).map_or(0, |&end| end as u64);
            assert_eq!(faults, if is_cut { vec![at] } else { vec![] }, "{length}");
        }
    }

    #[test]
    fn a_change_of_any_byte_is_one_fault_and_the_other_games_are_read() {
        let (bytes, ends) = file(0..4);
        for at in 0..bytes.len() {
            for change in [1, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                let (games, faults) = read(&changed);
                let hit = ends.iter().filter(|&&end| end <= at).count() as u64;
                let expected: Vec<u64> = (0..4).filter(|number| number + 1 != hit).collect();
                assert_eq!((games, faults.len()), (expected, 1), "byte {at}");
            }
        }
    }

    #[test]
    fn other_files_are_one_fault() {
        let zeros = vec![0; 300_000];
        for foreign in [&b"games"[..], b"KG", b"KHEPGAME", b"[Event \"x\"]\n\nh2g2 *\n", &zeros] {
            assert_eq!(read(foreign), (vec![], vec![0]));
        }
        let (bytes, _) = file(0..2);
        assert_eq!(read(&[&bytes, &zeros[..]].concat()), (vec![0, 1], vec![bytes.len() as u64]));
    }
}
