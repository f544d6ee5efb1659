//! The header of a file: magic, version and the recipes of its games; and one header for several files.

use super::bytes::Bytes;
use super::recipe::{self, Recipe};
use super::record::{Record, TooLong};

/// The first bytes of a file.
pub(super) const MAGIC: [u8; 8] = *b"KHEPGAME";

/// The version of the format.
pub const VERSION: u16 = 1;

/// The bytes before the recipes: magic, version, number of recipes.
pub(super) const BEFORE: usize = 14;

/// The bytes of the checksum after the recipes.
const AFTER: usize = 4;

/// The largest number of recipes in a file.
pub(super) const MOST_RECIPES: usize = 100_000;

/// A header that cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unusable {
    /// The bytes are not a header, or are changed or cut.
    Damaged,
    /// The header is undamaged and of another version.
    Version(u16),
}

/// Returns the header of a file with games of these recipes.
pub(super) fn write(recipes: &[Recipe]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((recipes.len() as u32).to_le_bytes());
    recipes.iter().for_each(|recipe| recipe.write(&mut bytes));
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// Returns the length of the header that begins with these bytes.
pub(super) fn length(start: &[u8]) -> Result<usize, Unusable> {
    let mut bytes = Bytes::new(start);
    if bytes.take(MAGIC.len()) != Some(&MAGIC) {
        return Err(Unusable::Damaged);
    }
    let recipes = bytes.u16().and_then(|_| bytes.u32()).map(|count| count as usize);
    let recipes = recipes.filter(|&count| count <= MOST_RECIPES).ok_or(Unusable::Damaged)?;
    Ok(BEFORE + recipes * recipe::LENGTH + AFTER)
}

/// Reads a header, whose length is that of [`length`].
pub(super) fn read(head: &[u8]) -> Result<Vec<Recipe>, Unusable> {
    let (content, checksum) = head.split_last_chunk::<AFTER>().ok_or(Unusable::Damaged)?;
    if crc32fast::hash(content).to_le_bytes() != *checksum {
        return Err(Unusable::Damaged);
    }
    let mut bytes = Bytes::new(content.get(MAGIC.len()..).ok_or(Unusable::Damaged)?);
    match bytes.u16() {
        Some(VERSION) => {}
        Some(other) => return Err(Unusable::Version(other)),
        None => return Err(Unusable::Damaged),
    }
    let recipes = bytes.u32().ok_or(Unusable::Damaged)?;
    let recipes: Option<Vec<Recipe>> = (0..recipes).map(|_| Recipe::read(&mut bytes)).collect();
    recipes.filter(|_| bytes.is_empty()).ok_or(Unusable::Damaged)
}

/// The recipes of several files in one list, for a file with the games of all of them.
#[derive(Clone, Default, Debug)]
pub struct Combined {
    recipes: Vec<Recipe>,
    /// The index of the first recipe of each file.
    first: Vec<u32>,
}

/// A file whose games cannot be combined with those of the files before it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CombineError {
    /// Two files hold games of the same seed and shard.
    #[error("games of seed {seed} and of the same shard are in both")]
    Doubled {
        /// The index of the other file.
        earlier: usize,
        /// The seed of both.
        seed: u64,
    },
    /// There are more recipes than a file can hold.
    #[error("more than {MOST_RECIPES} recipes")]
    TooMany,
}

impl Combined {
    /// Adds the recipes of the next file.
    ///
    /// # Errors
    /// Some games would be there twice, or there are too many recipes.
    pub fn add(&mut self, recipes: &[Recipe]) -> Result<(), CombineError> {
        let is_doubled = |own: &Recipe| {
            let same = |recipe: &Recipe| recipe.seed == own.seed && recipe.shard.overlaps(own.shard);
            Some((self.recipes.iter().position(same)?, own.seed))
        };
        if let Some((place, seed)) = recipes.iter().find_map(is_doubled) {
            let earlier = self.first.partition_point(|&first| first as usize <= place).saturating_sub(1);
            return Err(CombineError::Doubled { earlier, seed });
        }
        let together = self.recipes.len() + recipes.len();
        let first = u32::try_from(self.recipes.len()).ok().filter(|_| together <= MOST_RECIPES);
        self.first.push(first.ok_or(CombineError::TooMany)?);
        self.recipes.extend_from_slice(recipes);
        Ok(())
    }

    /// Returns the header of a file with games of all recipes.
    pub fn head(&self) -> Vec<u8> {
        write(&self.recipes)
    }

    /// Returns the block of a game for the combined file. `file` is the index of its own file.
    ///
    /// # Errors
    /// The game is too long for a block.
    pub fn block(&self, file: usize, record: &Record) -> Result<Vec<u8>, TooLong> {
        let first = self.first.get(file).copied().unwrap_or_default();
        let moved = Record { source: record.source.saturating_add(first), ..record.clone() };
        moved.to_block()
    }
}

#[cfg(test)]
mod tests {
    use super::super::recipe::tests::recipe;
    use super::super::record::tests::record;
    use super::*;
    use crate::util::shard::Shard;

    #[test]
    fn a_header_comes_back_and_every_change_or_cut_is_found() {
        let recipes = [recipe(), Recipe { seed: 8, ..recipe() }];
        let head = write(&recipes);
        assert_eq!(head.len(), 14 + 2 * 72 + 4);
        assert_eq!(length(&head), Ok(head.len()));
        assert_eq!(read(&head).as_deref(), Ok(&recipes[..]));
        for at in 0..head.len() {
            assert_eq!(read(&head[..at]), Err(Unusable::Damaged), "{at}");
            let mut changed = head.clone();
            changed[at] ^= 0x10;
            assert_eq!(read(&changed), Err(Unusable::Damaged), "{at}");
        }
    }

    #[test]
    fn another_version_is_reported() {
        let mut head = write(&[recipe()]);
        head[MAGIC.len()] = 9;
        let content = head.len() - AFTER;
        let checksum = crc32fast::hash(&head[..content]);
        head[content..].copy_from_slice(&checksum.to_le_bytes());
        assert_eq!(read(&head), Err(Unusable::Version(9)));
    }

    fn part(seed: u64, number: u32, count: u32) -> Recipe {
        Recipe { seed, shard: Shard::new(number, count).expect("a part"), ..recipe() }
    }

    #[test]
    fn games_keep_their_recipes() {
        let mut combined = Combined::default();
        combined.add(&[part(1, 1, 2), part(2, 1, 1)]).expect("the first file");
        combined.add(&[part(1, 2, 2)]).expect("another shard");
        assert_eq!(read(&combined.head()), Ok(vec![part(1, 1, 2), part(2, 1, 1), part(1, 2, 2)]));
        let second = Record { source: 2, ..record(7) }.to_block().expect("a block");
        assert_eq!(combined.block(1, &record(7)).expect("a block"), second);
    }

    #[test]
    fn the_same_seed_and_shard_is_refused_and_so_is_a_part_of_it() {
        let mut combined = Combined::default();
        combined.add(&[part(5, 1, 1)]).expect("a file");
        combined.add(&[part(1, 1, 2), part(2, 1, 1)]).expect("a file");
        for doubled in [part(1, 1, 2), part(1, 1, 1), part(1, 3, 4), Recipe { nodes: 7, ..part(2, 1, 1) }] {
            let seed = doubled.seed;
            assert_eq!(combined.add(&[part(9, 1, 1), doubled]), Err(CombineError::Doubled { earlier: 1, seed }));
        }
        combined.add(&[part(1, 2, 4)]).expect("another shard");
    }
}
