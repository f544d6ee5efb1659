//! Reads a file of games block by block, in time linear in the length of the file, even if it is damaged.
//!
//! Files joined end to end are one file: a game belongs to the last header before it. All bytes up to the next valid header or
//! block form one damaged range. If a header is in such a range, the games up to the next header belong to it too, because their
//! recipe is lost. If the first [`MOST`] bytes have neither a valid header nor a valid block, the rest is not read.

use super::checksums::Checksums;
use super::header::{self, HeaderError};
use super::recipe::{self, Recipe};
use super::record::{CHECKSUM_LENGTH, MARK, PREFIX_LENGTH, Record};
use khepri_engine::internal::util::bytes::Bytes;
use khepri_rules::internal::util::unrecognised::MOST;
use std::io::{self, Read};

/// The number of bytes to read at a time.
const READ_SIZE: usize = 1 << 16;

/// Damage in a file: bytes that are neither a header nor a valid block, a lost header with its games, or a valid block without a
/// valid game.
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
    /// A header. The games after it have its recipes.
    Header(Vec<Recipe>),
    /// The game of a valid block.
    Game(Box<Record>),
    /// A damaged range, or a block without a valid game.
    Damage(Damage),
}

/// The reason why a part of a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error(transparent)]
    Input(#[from] io::Error),
    /// A header has another version. The reader continues with the next header.
    #[error("version {0} of the format, expected at most version {most}", most = header::VERSION)]
    Version(u16),
}

/// What the last header says about the games after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Recipes {
    /// No header was read.
    None,
    /// The number of recipes of the last header.
    Known(usize),
    /// The last header is damaged or has another version, which was reported.
    Lost,
}

/// A reader of a file of games, from start to end.
pub struct Reader<'a> {
    input: Box<dyn Read + 'a>,
    /// The bytes of one read.
    chunk: Vec<u8>,
    buffer: Vec<u8>,
    /// The checksums of the buffer.
    checksums: Checksums,
    /// The index of the next unread byte in the buffer.
    next: usize,
    /// The offset of the next unread byte in the file.
    offset: u64,
    is_at_end: bool,
    recipes: Recipes,
    /// The offset after the last valid header or block.
    valid_length: u64,
}

impl<'a> Reader<'a> {
    /// Creates a reader of a file.
    pub fn new(input: impl Read + 'a) -> Reader<'a> {
        Reader {
            input: Box::new(input),
            chunk: vec![0; READ_SIZE],
            buffer: Vec::with_capacity(2 * READ_SIZE),
            checksums: Checksums::new(),
            next: 0,
            offset: 0,
            is_at_end: false,
            recipes: Recipes::None,
            valid_length: 0,
        }
    }

    /// Returns the offset of the next unread byte.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the offset after the last valid header or block.
    pub fn valid_length(&self) -> u64 {
        self.valid_length
    }

    /// Returns the number of bytes hashed to find headers and blocks. Each byte is hashed once.
    pub fn hashed(&self) -> u64 {
        self.checksums.hashed()
    }

    /// Reads the next part. Returns `None` at the end of the file.
    ///
    /// # Errors
    /// The file cannot be read, or the next header has another version. Reading can continue after such a header.
    pub fn next_part(&mut self) -> Result<Option<Part>, ReadError> {
        loop {
            let byte = self.offset;
            let part = if let Some(length) = self.header_length()? {
                self.header(length)?
            } else if let Some(length) = self.block_length()? {
                self.block(length)?
            } else if self.peek(1)?.is_empty() {
                let is_new = std::mem::replace(&mut self.recipes, Recipes::Lost) == Recipes::None;
                return Ok(is_new.then(|| Part::Damage(Damage { byte, what: "the file is empty".to_owned() })));
            } else {
                self.damaged_range()?
            };
            if part.is_some() {
                return Ok(part);
            }
        }
    }

    /// Reads a header whose checksum is right.
    fn header(&mut self, length: usize) -> Result<Option<Part>, ReadError> {
        let byte = self.offset;
        let recipes = header::read(self.peek(length)?);
        self.skip(length);
        self.valid_length = self.offset;
        self.recipes = recipes.as_ref().map_or(Recipes::Lost, |recipes| Recipes::Known(recipes.len()));
        match recipes {
            Ok(recipes) => Ok(Some(Part::Header(recipes))),
            Err(HeaderError::Version(version)) => Err(ReadError::Version(version)),
            Err(HeaderError::Damaged) => Ok(Some(lost_header(byte))),
        }
    }

    /// Reads a block whose checksum is right. Returns `None` if its header is lost, which was reported.
    fn block(&mut self, length: usize) -> io::Result<Option<Part>> {
        let byte = self.offset;
        let block = self.peek(length)?;
        let record = Record::read(block.get(PREFIX_LENGTH..length - CHECKSUM_LENGTH).unwrap_or_default());
        self.skip(length);
        self.valid_length = self.offset;
        let recipes = match self.recipes {
            Recipes::Known(recipes) => recipes,
            Recipes::Lost => return Ok(None),
            Recipes::None => {
                self.recipes = Recipes::Lost;
                return Ok(Some(lost_header(byte)));
            }
        };
        Ok(Some(match record {
            Ok(record) if recipes <= record.source as usize => {
                Part::Damage(Damage { byte, what: format!("recipe {} is not in the file", record.source) })
            }
            Ok(record) => Part::Game(Box::new(record)),
            Err(error) => Part::Damage(Damage { byte, what: error.to_string() }),
        }))
    }

    /// Skips the bytes up to the next valid header or block. Returns `None` if they belong to a damaged range that was reported.
    fn damaged_range(&mut self) -> io::Result<Option<Part>> {
        let byte = self.offset;
        let is_cut_short = self.is_block_start()?;
        let mut has_header = self.recipes == Recipes::None;
        loop {
            has_header = has_header || self.is_part_of_header()?;
            self.skip(1);
            if self.is_unrecognised() {
                self.skip_rest();
            }
            if self.peek(1)?.is_empty() || self.header_length()?.is_some() || self.block_length()?.is_some() {
                break;
            }
        }
        if has_header {
            self.recipes = Recipes::Lost;
            return Ok(Some(if self.is_unrecognised() {
                let what = format!("no game in the first {} MiB, so it is not a file of games", MOST >> 20);
                Part::Damage(Damage { byte, what })
            } else {
                lost_header(byte)
            }));
        }
        if self.recipes == Recipes::Lost {
            return Ok(None);
        }
        let length = self.offset - byte;
        let what = match self.peek(1)?.is_empty() && is_cut_short {
            true => format!("the last block is cut short: {length} bytes"),
            false => format!("{length} bytes are not a valid block"),
        };
        Ok(Some(Part::Damage(Damage { byte, what })))
    }

    /// Returns whether the first [`MOST`] bytes of the file are read and have neither a valid header nor a valid block.
    fn is_unrecognised(&self) -> bool {
        self.valid_length == 0 && self.offset >= MOST
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

    /// Returns whether the next bytes are the start of a header or a recipe. Damage to a header leaves one of them, unless it is
    /// large.
    fn is_part_of_header(&mut self) -> io::Result<bool> {
        let start = self.peek(recipe::LENGTH)?;
        Ok(start.starts_with(&header::MAGIC) || Recipe::read(&mut Bytes(start)).is_some())
    }

    /// Returns the length of the next header, if its checksum is right.
    fn header_length(&mut self) -> io::Result<Option<usize>> {
        match header::length(self.peek(header::PREFIX_LENGTH)?) {
            Some(length) => Ok(self.is_sealed(length)?.then_some(length)),
            None => Ok(None),
        }
    }

    /// Returns the length of the next block, if it is valid.
    fn block_length(&mut self) -> io::Result<Option<usize>> {
        let start = self.peek(PREFIX_LENGTH)?;
        if !start.starts_with(&MARK) {
            return Ok(None);
        }
        let Some(content) = content_length(start) else { return Ok(None) };
        let length = PREFIX_LENGTH + content + CHECKSUM_LENGTH;
        Ok(self.is_sealed(length)?.then_some(length))
    }

    /// Returns whether the next `length` bytes are there and end with the checksum of those before it.
    fn is_sealed(&mut self, length: usize) -> io::Result<bool> {
        let bytes = self.peek(length)?;
        let checksum = bytes.last_chunk::<CHECKSUM_LENGTH>().filter(|_| bytes.len() == length).copied();
        let checksum = checksum.map(u32::from_le_bytes);
        let expected = || self.checksums.checksum(self.next, self.next + length - CHECKSUM_LENGTH);
        Ok(checksum.is_some_and(|checksum| checksum == expected()))
    }

    /// Returns the next `count` bytes without consuming them, or fewer at the end of the file.
    fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        while self.buffer.len() - self.next < count && !self.is_at_end {
            self.buffer.drain(..self.next);
            self.checksums.drain(self.next);
            self.next = 0;
            match self.input.read(&mut self.chunk) {
                Ok(0) => self.is_at_end = true,
                Ok(read) => {
                    let read = self.chunk.get(..read).unwrap_or_default();
                    self.checksums.push(read);
                    self.buffer.extend_from_slice(read);
                }
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

/// Returns the damage of a header and the games after it.
fn lost_header(byte: u64) -> Part {
    let what = match byte {
        0 => "the header of the file is damaged, or it is not a file of games",
        _ => "a header is damaged; the games up to the next one are left out",
    };
    Part::Damage(Damage { byte, what: what.to_owned() })
}

/// Returns the length of the content of a block, which its first bytes state.
fn content_length(start: &[u8]) -> Option<usize> {
    Bytes(start.get(MARK.len()..)?).u16().map(usize::from)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::recipe::tests::{extended_recipe, recipe};
    use super::super::record::tests::{extended_record, record};
    use super::*;

    /// Returns a file of the games with these numbers, the end of the header and the end of each block.
    fn file(numbers: std::ops::Range<u64>) -> (Vec<u8>, Vec<usize>) {
        file_of(7, numbers)
    }

    /// Returns such a file of games with a seed.
    fn file_of(seed: u64, numbers: std::ops::Range<u64>) -> (Vec<u8>, Vec<usize>) {
        let mut bytes = header::write(&[Recipe { seed, ..recipe() }]);
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

    /// Reads the games of a file, each with the seed of its recipe and its number, and the damage.
    fn parts(bytes: &[u8]) -> (Vec<(u64, u64)>, Vec<Damage>) {
        let mut reader = Reader::new(Slow(bytes));
        let (mut recipes, mut games, mut damage) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(part) = reader.next_part().expect("bytes") {
            match part {
                Part::Header(new) => recipes = new,
                Part::Game(game) => games.push((recipes[game.source as usize].seed, game.number)),
                Part::Damage(found) => damage.push(found),
            }
        }
        (games, damage)
    }

    /// Returns the numbers of the games in a file, and the offsets of the damage.
    fn read(bytes: &[u8]) -> (Vec<u64>, Vec<u64>) {
        let (games, damage) = parts(bytes);
        (games.iter().map(|game| game.1).collect(), damage.iter().map(|found| found.byte).collect())
    }

    #[test]
    fn an_undamaged_file_is_read_without_damage() {
        let (bytes, ends) = file(0..20);
        assert_eq!(read(&bytes), ((0..20).collect(), vec![]));
        assert_eq!(read(&bytes[..ends[0]]), (vec![], vec![]));
    }

    /// Returns a file of version 2 of the games with these numbers, and the same ends as [`file`].
    fn extended_file(numbers: std::ops::Range<u64>) -> (Vec<u8>, Vec<usize>) {
        let mut bytes = header::write(&[extended_recipe()]);
        let mut ends = vec![bytes.len()];
        for number in numbers {
            bytes.extend(extended_record(number).to_block().expect("a block"));
            ends.push(bytes.len());
        }
        (bytes, ends)
    }

    #[test]
    fn a_cut_anywhere_is_one_damaged_range_and_the_games_before_it_are_read() {
        [file(0..4), extended_file(0..4)].iter().for_each(cut);
    }

    fn cut((bytes, ends): &(Vec<u8>, Vec<usize>)) {
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
        [file(0..4), extended_file(0..4)].iter().for_each(change);
    }

    fn change((bytes, ends): &(Vec<u8>, Vec<usize>)) {
        for at in 0..bytes.len() {
            for change in [1, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                let (games, damage) = read(&changed);
                let changed_part = ends.iter().filter(|&&end| end <= at).count() as u64;
                // Without the header, the recipe of no game is known.
                let is_kept = |number: &u64| changed_part > 0 && number + 1 != changed_part;
                assert_eq!((games, damage.len()), ((0..4).filter(is_kept).collect(), 1), "byte {at}");
            }
        }
    }

    #[test]
    fn joined_files_are_one_file_whose_games_have_the_recipe_of_the_last_header() {
        let [(one, _), (two, ends), (three, _)] =
            [(7, 0..3), (8, 0..2), (9, 4..5)].map(|(seed, all)| file_of(seed, all));
        let games = |seed, numbers: std::ops::Range<u64>| numbers.map(move |number| (seed, number));
        let all = || games(7, 0..3).chain(games(8, 0..2)).chain(games(9, 4..5));
        assert_eq!(parts(&[&one[..], &two, &three].concat()), (all().collect(), vec![]));
        for at in 0..two.len() {
            let part = ends.iter().filter(|&&end| end <= at).count() as u64;
            // A cut removes the games from its part on, a change those of its part, or all if it is in the header.
            let of_cut = |game: &(u64, u64)| game.0 != 8 || game.1 + 1 < part;
            let of_change = |game: &(u64, u64)| game.0 != 8 || (part > 0 && game.1 + 1 != part);
            let mut changed = two.clone();
            changed[at] ^= 0x21;
            let changed = [&one[..], &changed, &three].concat();
            let (found, damage) = parts(&changed);
            assert_eq!((found, damage.len()), (all().filter(of_change).collect(), 1), "byte {at}: {damage:?}");
            let (found, damage) = parts(&[&one[..], &two[..at], &three].concat());
            let is_whole = at == 0 || ends.contains(&at);
            assert_eq!((found, damage.is_empty()), (all().filter(of_cut).collect(), is_whole), "{at}: {damage:?}");
        }
        // A damaged first header, and bytes before a header.
        let (found, damage) = parts(&[&one[1..], &two].concat());
        assert_eq!((found, damage.len()), (games(8, 0..2).collect(), 1));
        let (found, damage) = parts(&[b"some text", &two[..]].concat());
        assert_eq!((found, damage.len()), (games(8, 0..2).collect(), 1));
        // Two damaged headers with games between them are two faults.
        let (found, damage) = parts(&[&one[..], &two[1..], &two[1..]].concat());
        assert_eq!((found, damage.len()), (games(7, 0..3).collect(), 2));
    }

    #[test]
    fn the_games_after_a_header_of_another_version_are_left_out() {
        let (one, _) = file_of(7, 0..2);
        let (mut newer, ends) = file_of(8, 0..2);
        newer[8] = 3;
        let sealed = ends[0] - 4;
        let checksum = crc32fast::hash(&newer[..sealed]).to_le_bytes();
        newer[sealed..ends[0]].copy_from_slice(&checksum);
        let bytes = [newer, one].concat();
        let mut reader = Reader::new(&bytes[..]);
        assert!(matches!(reader.next_part(), Err(ReadError::Version(3))));
        assert!(matches!(reader.next_part(), Ok(Some(Part::Header(_)))));
        assert!(matches!(reader.next_part(), Ok(Some(Part::Game(game))) if game.number == 0));
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
        let mut reader = Reader::new(input);
        let mut damage = Vec::new();
        while let Some(part) = reader.next_part().expect("bytes") {
            if let Part::Damage(found) = part {
                damage.push(found);
            }
        }
        (damage, reader.hashed())
    }

    #[test]
    fn each_byte_is_hashed_once_even_after_false_marks() {
        let (header, _) = file(0..0);
        let game = record(0).to_block().expect("a block");
        // Marks alone, marks with the largest length, marks followed by a valid block, and starts of the longest headers.
        let marks = [&MARK[..], &[0xff; 2]].concat();
        let longest = [&header[..10], &100_000_u32.to_le_bytes()].concat();
        for unit in [&MARK[..], &marks, &[&marks, &game[..]].concat(), &longest] {
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
