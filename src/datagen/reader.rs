//! Reads a file of games block by block, in time linear in the length of the file, even if it is damaged.
//!
//! All bytes up to the next valid block form one damaged range. If the first [`MOST`] bytes have neither a valid header nor a
//! valid block, the rest is not read.

use super::checksums::Checksums;
use super::header::{self, HeaderError};
use super::recipe::Recipe;
use super::record::{CHECKSUM_LENGTH, MARK, PREFIX_LENGTH, Record};
use crate::util::bytes::Bytes;
use crate::util::unrecognised::MOST;
use std::io::{self, Read};

/// The number of bytes to read at a time.
const READ_SIZE: usize = 1 << 16;

/// Damage in a file: bytes that are neither the header nor a valid block, or a valid block without a valid game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("byte {byte}: {what}")]
pub struct Damage {
    /// The offset of the first damaged byte.
    pub byte: u64,
    /// The description of the damage.
    pub what: String,
}

/// The next part of a file.
#[derive(Debug)]
pub enum Part {
    /// The game of a valid block.
    Game(Box<Record>),
    /// A damaged range, or a block without a valid game.
    Damage(Damage),
}

/// The reason why no game of a file can be read.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file cannot be read.
    #[error(transparent)]
    Input(#[from] io::Error),
    /// The file has another version.
    #[error("version {0} of the format, expected version {expected}", expected = header::VERSION)]
    Version(u16),
}

/// A reader of a file of games, from start to end.
pub struct Reader<R> {
    input: R,
    buffer: Vec<u8>,
    /// The checksums of the buffer.
    checksums: Checksums,
    /// The index of the next unread byte in the buffer.
    next: usize,
    /// The offset of the next unread byte in the file.
    offset: u64,
    is_at_end: bool,
    is_empty_reported: bool,
    recipes: Option<Vec<Recipe>>,
    /// The offset after the last valid block, or after the header.
    valid_length: u64,
}

impl<R: Read> Reader<R> {
    /// Reads the header of a file. A damaged header is returned as the first part, and the games after it can still be read.
    ///
    /// # Errors
    /// The file cannot be read, or it has another version.
    pub fn new(input: R) -> Result<Reader<R>, OpenError> {
        let buffer = Vec::with_capacity(2 * READ_SIZE);
        let mut reader = Reader {
            input,
            buffer,
            checksums: Checksums::new(),
            next: 0,
            offset: 0,
            is_at_end: false,
            is_empty_reported: false,
            recipes: None,
            valid_length: 0,
        };
        let start = reader.peek(header::PREFIX_LENGTH)?;
        let header = match header::length(start) {
            Ok(length) => {
                let header = header::read(reader.peek(length)?);
                header.map(|recipes| (length, recipes))
            }
            Err(error) => Err(error),
        };
        match header {
            Ok((length, recipes)) => {
                reader.skip(length);
                reader.valid_length = reader.offset;
                reader.recipes = Some(recipes);
                Ok(reader)
            }
            Err(HeaderError::Version(version)) => Err(OpenError::Version(version)),
            Err(HeaderError::Damaged) => Ok(reader),
        }
    }

    /// Returns the recipes of the games, or `None` if the header is damaged.
    pub fn recipes(&self) -> Option<&[Recipe]> {
        self.recipes.as_deref()
    }

    /// Returns the offset of the next unread byte.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the offset after the last valid block, or after the header.
    pub fn valid_length(&self) -> u64 {
        self.valid_length
    }

    /// Returns the number of bytes hashed to find blocks. Each byte is hashed once.
    pub fn hashed(&self) -> u64 {
        self.checksums.hashed()
    }

    /// Reads the next part. Returns `None` at the end of the file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn next_part(&mut self) -> io::Result<Option<Part>> {
        let byte = self.offset;
        if let Some(length) = self.block_length()? {
            let block = self.peek(length)?;
            let record = Record::read(block.get(PREFIX_LENGTH..length - CHECKSUM_LENGTH).unwrap_or_default());
            self.skip(length);
            self.valid_length = self.offset;
            return Ok(Some(match record {
                Ok(record) if self.recipes.as_ref().is_some_and(|all| all.len() <= record.source as usize) => {
                    Part::Damage(Damage { byte, what: format!("recipe {} is not in the file", record.source) })
                }
                Ok(record) => Part::Game(Box::new(record)),
                Err(error) => Part::Damage(Damage { byte, what: error.to_string() }),
            }));
        }
        if self.peek(1)?.is_empty() {
            let is_empty = byte == 0 && !std::mem::replace(&mut self.is_empty_reported, true);
            return Ok(is_empty.then(|| Part::Damage(Damage { byte, what: "the file is empty".to_owned() })));
        }
        let is_cut_short = self.is_block_start()?;
        loop {
            self.skip(1);
            if self.is_unrecognised() {
                self.skip_rest();
            }
            if self.peek(1)?.is_empty() || self.block_length()?.is_some() {
                break;
            }
        }
        let length = self.offset - byte;
        let what = match (byte, self.peek(1)?.is_empty() && is_cut_short) {
            _ if self.is_unrecognised() => {
                format!("no game in the first {} MiB, so it is not a file of games", MOST >> 20)
            }
            (0, _) => "the header of the file is damaged, or it is not a file of games".to_owned(),
            (_, true) => format!("the last block is cut short: {length} bytes"),
            (_, false) => format!("{length} bytes are not a valid block"),
        };
        Ok(Some(Part::Damage(Damage { byte, what })))
    }

    /// Returns whether the first [`MOST`] bytes of the file are read and have neither a valid header nor a valid block.
    fn is_unrecognised(&self) -> bool {
        self.recipes.is_none() && self.valid_length == 0 && self.offset >= MOST
    }

    /// Treats the rest of the file as if it did not exist.
    fn skip_rest(&mut self) {
        self.next = self.buffer.len();
        self.is_at_end = true;
    }

    /// Returns whether the rest of the file is the start of a block.
    fn is_block_start(&mut self) -> io::Result<bool> {
        let start = self.peek(PREFIX_LENGTH)?;
        let is_marked = start.iter().zip(MARK).all(|(&byte, mark)| byte == mark);
        let Some(length) = content_length(start) else { return Ok(is_marked) };
        let length = PREFIX_LENGTH + length + CHECKSUM_LENGTH;
        Ok(is_marked && self.peek(length)?.len() < length)
    }

    /// Returns the length of the next block, if it is valid.
    fn block_length(&mut self) -> io::Result<Option<usize>> {
        let start = self.peek(PREFIX_LENGTH)?;
        if !start.starts_with(&MARK) {
            return Ok(None);
        }
        let Some(content) = content_length(start) else { return Ok(None) };
        let length = PREFIX_LENGTH + content + CHECKSUM_LENGTH;
        let block = self.peek(length)?;
        let checksum = block.last_chunk::<CHECKSUM_LENGTH>().filter(|_| block.len() == length).copied();
        let checksum = checksum.map(u32::from_le_bytes);
        let expected = || self.checksums.checksum(self.next, self.next + length - CHECKSUM_LENGTH);
        let is_valid = checksum.is_some_and(|checksum| checksum == expected());
        Ok(is_valid.then_some(length))
    }

    /// Returns the next `count` bytes without consuming them, or fewer at the end of the file.
    fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        while self.buffer.len() - self.next < count && !self.is_at_end {
            self.buffer.drain(..self.next);
            self.checksums.drain(self.next);
            self.next = 0;
            let before = self.buffer.len();
            self.buffer.resize(before + READ_SIZE.max(count), 0);
            let read = self.input.read(&mut self.buffer[before..]);
            self.buffer.truncate(before + read.as_ref().map_or(0, |&count| count));
            self.checksums.push(self.buffer.get(before..).unwrap_or_default());
            match read {
                Ok(0) => self.is_at_end = true,
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let end = self.buffer.len().min(self.next + count);
        Ok(&self.buffer[self.next..end])
    }

    fn skip(&mut self, count: usize) {
        self.next = self.buffer.len().min(self.next + count);
        self.offset += count as u64;
    }
}

/// Returns the length of the content of a block, which its first bytes state.
fn content_length(start: &[u8]) -> Option<usize> {
    Bytes(start.get(MARK.len()..)?).u16().map(usize::from)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::recipe::tests::recipe;
    use super::super::record::tests::record;
    use super::*;

    /// Returns a file of the games with these numbers, the end of the header and the end of each block.
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

    /// Returns the numbers of the games in a file, and the offsets of the damage.
    fn read(bytes: &[u8]) -> (Vec<u64>, Vec<u64>) {
        let mut reader = Reader::new(Slow(bytes)).expect("a file");
        let (mut games, mut damage) = (Vec::new(), Vec::new());
        while let Some(part) = reader.next_part().expect("bytes") {
            match part {
                Part::Game(game) => games.push(game.number),
                Part::Damage(found) => damage.push(found.byte),
            }
        }
        (games, damage)
    }

    #[test]
    fn an_undamaged_file_is_read_without_damage() {
        let (bytes, ends) = file(0..20);
        assert_eq!(read(&bytes), ((0..20).collect(), vec![]));
        assert_eq!(read(&bytes[..ends[0]]), (vec![], vec![]));
    }

    #[test]
    fn a_cut_anywhere_is_one_damaged_range_and_the_games_before_it_are_read() {
        let (bytes, ends) = file(0..4);
        for length in 0..bytes.len() {
            let complete = ends.iter().filter(|&&end| end <= length).count().saturating_sub(1);
            let (games, damage) = read(&bytes[..length]);
            assert_eq!(games, (0..complete as u64).collect::<Vec<_>>(), "{length}");
            let is_cut = !ends.contains(&length);
            let at = ends.iter().rev().find(|&&end| end <= length).map_or(0, |&end| end as u64);
            assert_eq!(damage, if is_cut { vec![at] } else { vec![] }, "{length}");
        }
    }

    #[test]
    fn a_change_of_any_byte_is_one_damaged_range_and_the_other_games_are_read() {
        let (bytes, ends) = file(0..4);
        for at in 0..bytes.len() {
            for change in [1, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                let (games, damage) = read(&changed);
                let changed_part = ends.iter().filter(|&&end| end <= at).count() as u64;
                let expected: Vec<u64> = (0..4).filter(|number| number + 1 != changed_part).collect();
                assert_eq!((games, damage.len()), (expected, 1), "byte {at}");
            }
        }
    }

    #[test]
    fn files_of_another_format_are_one_damaged_range() {
        let zeros = vec![0; 300_000];
        for other in [&b"games"[..], b"KG", b"KHEPGAME", b"[Event \"x\"]\n\nh2g2 *\n", &zeros] {
            assert_eq!(read(other), (vec![], vec![0]));
        }
        let (bytes, _) = file(0..2);
        assert_eq!(read(&[&bytes, &zeros[..]].concat()), (vec![0, 1], vec![bytes.len() as u64]));
    }

    /// Reads everything, and returns the damage and the number of hashed bytes.
    fn hashed(input: impl Read) -> (Vec<Damage>, u64) {
        let mut reader = Reader::new(input).expect("a file");
        let mut damage = Vec::new();
        while let Some(part) = reader.next_part().expect("bytes") {
            damage.extend(match part {
                Part::Game(_) => None,
                Part::Damage(found) => Some(found),
            });
        }
        (damage, reader.hashed())
    }

    #[test]
    fn each_byte_is_hashed_once_even_after_false_marks() {
        let (header, _) = file(0..0);
        let game = record(0).to_block().expect("a block");
        // Marks alone, marks with the largest length, and marks followed by a valid block.
        let marks = [&MARK[..], &[0xff; 2]].concat();
        for unit in [&MARK[..], &marks, &[&marks, &game[..]].concat()] {
            let bytes = [&header, &unit.repeat(1_000_000 / unit.len())[..]].concat();
            assert_eq!(hashed(&bytes[..]).1, bytes.len() as u64);
        }
    }

    #[test]
    fn an_endless_file_of_another_format_is_one_damaged_range() {
        for byte in [0, b'K'] {
            let (damage, hashed) = hashed(io::repeat(byte));
            let what = "no game in the first 16 MiB, so it is not a file of games".to_owned();
            assert_eq!(damage, [Damage { byte: 0, what }]);
            assert!(hashed < MOST + 4 * READ_SIZE as u64, "{hashed}");
        }
    }
}
