//! Reads a file of games block by block. Bytes up to the next valid block are one fault. The time is linear in the length of the
//! file, whatever its bytes are. If no game is found in its first part, the rest is not read.

use super::header::{self, Unusable};
use super::recipe::Recipe;
use super::record::{AFTER, BEFORE, MARK, Record};
use super::sums::Sums;
use crate::util::unrecognised::MOST;
use std::io::{self, Read};

/// The number of bytes of a read.
const PORTION: usize = 1 << 16;

/// Damaged bytes of a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("byte {byte}: {what}")]
pub struct Fault {
    /// The offset of the first byte.
    pub byte: u64,
    /// What is wrong.
    pub what: String,
}

/// The next part of a file.
#[derive(Debug)]
pub enum Part {
    /// A game in a valid block.
    Game(Box<Record>),
    /// Damaged bytes.
    Fault(Fault),
}

/// A file of which no game can be read.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file cannot be read.
    #[error(transparent)]
    Input(#[from] io::Error),
    /// The file has another version.
    #[error("version {0} of the format, expected version {expected}", expected = header::VERSION)]
    Version(u16),
}

/// Reads a file of games from start to end.
pub struct Reader<R> {
    input: R,
    buffer: Vec<u8>,
    /// The checksums of the buffer.
    sums: Sums,
    /// The index of the next byte in the buffer.
    at: usize,
    /// The offset of that byte in the file.
    place: u64,
    is_at_end: bool,
    is_empty_reported: bool,
    recipes: Option<Vec<Recipe>>,
    /// The offset after the last valid block, or after the header.
    whole: u64,
}

impl<R: Read> Reader<R> {
    /// Reads the header of a file. If it is damaged, that is the first fault, and the games after it are still read.
    ///
    /// # Errors
    /// The file cannot be read, or it has another version.
    pub fn new(input: R) -> Result<Reader<R>, OpenError> {
        let buffer = Vec::with_capacity(2 * PORTION);
        let mut reader = Reader {
            input,
            buffer,
            sums: Sums::new(),
            at: 0,
            place: 0,
            is_at_end: false,
            is_empty_reported: false,
            recipes: None,
            whole: 0,
        };
        let start = reader.peek(header::BEFORE)?;
        let head = match header::length(start) {
            Ok(length) => {
                let head = header::read(reader.peek(length)?);
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

    /// Returns the recipes of the games; `None` if the header is damaged.
    pub fn recipes(&self) -> Option<&[Recipe]> {
        self.recipes.as_deref()
    }

    /// Returns the offset of the next unread byte.
    pub fn place(&self) -> u64 {
        self.place
    }

    /// Returns the offset after the last valid block, or after the header.
    pub fn whole(&self) -> u64 {
        self.whole
    }

    /// Returns the number of bytes that were hashed to find blocks. Each byte is hashed once.
    pub fn hashed(&self) -> u64 {
        self.sums.hashed()
    }

    /// Reads the next part; `None` at the end of the file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn next_part(&mut self) -> io::Result<Option<Part>> {
        let byte = self.place;
        if let Some(length) = self.block_length()? {
            let block = self.peek(length)?;
            let record = Record::read(block.get(BEFORE..length - AFTER).unwrap_or_default());
            self.skip(length);
            self.whole = self.place;
            return Ok(Some(match record {
                Ok(record) if self.recipes.as_ref().is_some_and(|known| known.len() <= record.source as usize) => {
                    Part::Fault(Fault { byte, what: format!("recipe {} is not in the file", record.source) })
                }
                Ok(record) => Part::Game(Box::new(record)),
                Err(error) => Part::Fault(Fault { byte, what: error.to_string() }),
            }));
        }
        if self.peek(1)?.is_empty() {
            let is_empty = byte == 0 && !std::mem::replace(&mut self.is_empty_reported, true);
            return Ok(is_empty.then(|| Part::Fault(Fault { byte, what: "the file is empty".to_owned() })));
        }
        let is_cut = self.is_beginning()?;
        loop {
            self.skip(1);
            if self.is_foreign() {
                self.end();
            }
            if self.peek(1)?.is_empty() || self.block_length()?.is_some() {
                break;
            }
        }
        let length = self.place - byte;
        let what = match (byte, self.peek(1)?.is_empty() && is_cut) {
            _ if self.is_foreign() => format!("no game in the first {} MiB, so it is not a file of games", MOST >> 20),
            (0, _) => "the header of the file is damaged, or it is not a file of games".to_owned(),
            (_, true) => format!("the last block is cut short: {length} bytes"),
            (_, false) => format!("{length} bytes are not a valid block"),
        };
        Ok(Some(Part::Fault(Fault { byte, what })))
    }

    /// Returns whether the first part of the file has neither an undamaged header nor a game.
    fn is_foreign(&self) -> bool {
        self.recipes.is_none() && self.whole == 0 && self.place >= MOST
    }

    /// Reads no more.
    fn end(&mut self) {
        self.at = self.buffer.len();
        self.is_at_end = true;
    }

    /// Returns whether the next bytes are the beginning of a block that the end of the file cuts short.
    fn is_beginning(&mut self) -> io::Result<bool> {
        let start = self.peek(BEFORE)?;
        let is_marked = start.iter().zip(MARK).all(|(&byte, mark)| byte == mark);
        let Some(length) = content_length(start) else { return Ok(is_marked) };
        let whole = BEFORE + length + AFTER;
        Ok(is_marked && self.peek(whole)?.len() < whole)
    }

    /// Returns the length of the next block, if it is valid.
    fn block_length(&mut self) -> io::Result<Option<usize>> {
        let start = self.peek(BEFORE)?;
        if !start.starts_with(&MARK) {
            return Ok(None);
        }
        let Some(content) = content_length(start) else { return Ok(None) };
        let length = BEFORE + content + AFTER;
        let block = self.peek(length)?;
        let checksum = block.last_chunk::<AFTER>().filter(|_| block.len() == length).copied();
        let found = checksum.map(u32::from_le_bytes);
        let is_whole = found.is_some_and(|found| found == self.sums.checksum(self.at, self.at + length - AFTER));
        Ok(is_whole.then_some(length))
    }

    /// Returns the next `count` bytes without consuming them; fewer only at the end of the file.
    fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        while self.buffer.len() - self.at < count && !self.is_at_end {
            self.buffer.drain(..self.at);
            self.sums.drain(self.at);
            self.at = 0;
            let before = self.buffer.len();
            self.buffer.resize(before + PORTION.max(count), 0);
            let read = self.input.read(&mut self.buffer[before..]);
            self.buffer.truncate(before + read.as_ref().map_or(0, |&count| count));
            self.sums.push(self.buffer.get(before..).unwrap_or_default());
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

/// Returns the length of the content of a block from its first bytes.
fn content_length(start: &[u8]) -> Option<usize> {
    start.get(MARK.len()..BEFORE)?.try_into().ok().map(|length| usize::from(u16::from_le_bytes(length)))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::recipe::tests::recipe;
    use super::super::record::tests::record;
    use super::*;

    /// Returns a file with games of these numbers, and the end of each block.
    fn file(numbers: std::ops::Range<u64>) -> (Vec<u8>, Vec<usize>) {
        let mut bytes = header::write(&[recipe()]);
        let mut ends = vec![bytes.len()];
        for number in numbers {
            bytes.extend(record(number).to_block().expect("a block"));
            ends.push(bytes.len());
        }
        (bytes, ends)
    }

    /// A reader that returns few bytes at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = buffer.len().min(3);
            self.0.read(&mut buffer[..count])
        }
    }

    /// Returns the numbers of the games in a file, and the offsets of its faults.
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

    /// Reads everything, and returns the faults and the number of hashed bytes.
    fn hashed(input: impl Read) -> (Vec<Fault>, u64) {
        let mut reader = Reader::new(input).expect("a file");
        let mut faults = Vec::new();
        while let Some(part) = reader.next_part().expect("bytes") {
            faults.extend(match part {
                Part::Game(_) => None,
                Part::Fault(fault) => Some(fault),
            });
        }
        (faults, reader.hashed())
    }

    #[test]
    fn false_marks_cost_no_more_than_other_bytes() {
        let (head, _) = file(0..0);
        let game = record(0).to_block().expect("a block");
        // The longest blocks that marks can announce, and each with a whole block in it.
        let marks = [&MARK[..], &[0xff; 2]].concat();
        for unit in [&MARK[..], &marks, &[&marks, &game[..]].concat()] {
            let bytes = [&head, &unit.repeat(1_000_000 / unit.len())[..]].concat();
            assert_eq!(hashed(&bytes[..]).1, bytes.len() as u64);
        }
    }

    #[test]
    fn a_foreign_file_without_end_is_one_fault() {
        for byte in [0, b'K'] {
            let (faults, hashed) = hashed(io::repeat(byte));
            let what = "no game in the first 16 MiB, so it is not a file of games".to_owned();
            assert_eq!(faults, [Fault { byte: 0, what }]);
            assert!(hashed < MOST + 4 * PORTION as u64, "{hashed}");
        }
    }
}
