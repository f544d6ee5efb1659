//! The header of a file of games: magic, version and recipes. Also combines the headers of several files.

use super::extension::{self, Extension};
use super::recipe::{self, Recipe};
use super::record::{Record, TooLong};
use khepri_engine::internal::util::bytes::Bytes;
use std::collections::HashMap;

/// The first bytes of a file.
pub(super) const MAGIC: [u8; 8] = *b"KHEPGAME";

/// The version of a file in which no recipe has an extension.
const PLAIN_VERSION: u16 = 1;

/// The newest version of the format. Its recipes have extensions.
pub const VERSION: u16 = 2;

/// The length in bytes of the part before the recipes: magic, version and number of recipes.
pub(super) const PREFIX_LENGTH: usize = 14;

/// The length in bytes of a checksum, which follows the recipes, and in version 2 also their extensions.
const CHECKSUM_LENGTH: usize = 4;

/// The largest number of recipes in a file.
pub(super) const MOST_RECIPES: usize = 100_000;

/// The reason why a header cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HeaderError {
    /// The bytes are not a header, or are changed or incomplete.
    Damaged,
    /// The header is undamaged, but has another version.
    Version(u16),
}

/// Returns the bytes of a header with these recipes. It begins like a header of version 1, so that programs without a newer
/// version recognise it and name its version.
pub(super) fn write(recipes: &[Recipe]) -> Vec<u8> {
    let is_extended = recipes.iter().any(|recipe| recipe.extension != Extension::default());
    let mut bytes = MAGIC.to_vec();
    bytes.extend(if is_extended { VERSION } else { PLAIN_VERSION }.to_le_bytes());
    bytes.extend((recipes.len() as u32).to_le_bytes());
    recipes.iter().for_each(|recipe| recipe.write(&mut bytes));
    push_checksum(&mut bytes);
    if is_extended {
        recipes.iter().for_each(|recipe| recipe.extension.write(&mut bytes));
        push_checksum(&mut bytes);
    }
    bytes
}

/// Appends the checksum of all bytes.
fn push_checksum(bytes: &mut Vec<u8>) {
    let checksum = crc32fast::hash(bytes);
    bytes.extend(checksum.to_le_bytes());
}

/// Returns the length in bytes of the header that begins with `start`, or `None` if none does.
pub(super) fn length(start: &[u8]) -> Option<usize> {
    let mut bytes = Bytes(start);
    if bytes.array() != Some(MAGIC) {
        return None;
    }
    let (version, recipes) = (bytes.u16()?, bytes.u32()? as usize);
    if recipes > MOST_RECIPES {
        return None;
    }
    let extensions = if version == VERSION { recipes * extension::LENGTH + CHECKSUM_LENGTH } else { 0 };
    Some(PREFIX_LENGTH + recipes * recipe::LENGTH + CHECKSUM_LENGTH + extensions)
}

/// Reads a header of the length that [`length`] returns.
pub(super) fn read(header: &[u8]) -> Result<Vec<Recipe>, HeaderError> {
    let (content, checksum) = header.split_last_chunk::<CHECKSUM_LENGTH>().ok_or(HeaderError::Damaged)?;
    if crc32fast::hash(content).to_le_bytes() != *checksum {
        return Err(HeaderError::Damaged);
    }
    let mut bytes = Bytes(content.get(MAGIC.len()..).ok_or(HeaderError::Damaged)?);
    let version = match bytes.u16() {
        Some(version @ (PLAIN_VERSION | VERSION)) => version,
        Some(other) => return Err(HeaderError::Version(other)),
        None => return Err(HeaderError::Damaged),
    };
    let recipes = read_recipes(&mut bytes, version);
    recipes.filter(|_| bytes.0.is_empty()).ok_or(HeaderError::Damaged)
}

/// Reads the recipes of a header from their number on.
fn read_recipes(bytes: &mut Bytes<'_>, version: u16) -> Option<Vec<Recipe>> {
    let count = bytes.u32()?;
    let mut recipes = (0..count).map(|_| Recipe::read(bytes)).collect::<Option<Vec<Recipe>>>()?;
    if version == VERSION {
        // The checksum at the end of the header also covers this one.
        let _: [u8; CHECKSUM_LENGTH] = bytes.array()?;
        for recipe in &mut recipes {
            recipe.extension = Extension::read(bytes)?;
        }
    }
    Some(recipes)
}

/// The recipes of several files, for one file with all their games.
#[derive(Clone, Default, Debug)]
pub struct Combined {
    recipes: Vec<Recipe>,
    /// The index of each recipe.
    indices: HashMap<Recipe, u32>,
    /// The number of recipes of the files before each file.
    first: Vec<usize>,
}

/// The reason why the games of a file cannot be combined with those of the files before it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CombineError {
    /// Two files hold games of the same seed and of overlapping shards.
    #[error("both have games of seed {seed}, from overlapping shards")]
    Duplicate {
        /// The index of the other file.
        earlier: usize,
        /// The seed of both.
        seed: u64,
    },
    /// The files have more recipes than one file may have.
    #[error("more than {MOST_RECIPES} recipes")]
    TooMany,
}

impl Combined {
    /// Checks that no earlier file may have a game of these recipes.
    ///
    /// # Errors
    /// The first file that may have one.
    pub fn check_distinct(&self, recipes: &[Recipe]) -> Result<(), CombineError> {
        let duplicate = |added: &Recipe| {
            let shares_games = |recipe: &Recipe| recipe.seed == added.seed && recipe.shard.overlaps(added.shard);
            Some((self.recipes.iter().position(shares_games)?, added.seed))
        };
        let Some((index, seed)) = recipes.iter().find_map(duplicate) else { return Ok(()) };
        let earlier = self.first.partition_point(|&first| first <= index).saturating_sub(1);
        Err(CombineError::Duplicate { earlier, seed })
    }

    /// Adds the recipes of all headers of the next file. Those that occur again are added once.
    ///
    /// # Errors
    /// There are too many recipes.
    pub fn add(&mut self, recipes: &[Recipe]) -> Result<(), CombineError> {
        self.first.push(self.recipes.len());
        for recipe in recipes {
            if !self.indices.contains_key(recipe) {
                self.indices.insert(recipe.clone(), self.recipes.len() as u32);
                self.recipes.push(recipe.clone());
            }
        }
        if self.recipes.len() > MOST_RECIPES { Err(CombineError::TooMany) } else { Ok(()) }
    }

    /// Returns the bytes of the header of the combined file.
    pub fn header(&self) -> Vec<u8> {
        write(&self.recipes)
    }

    /// Returns the block of a game with this recipe for the combined file.
    ///
    /// # Errors
    /// The game is too long for a block.
    pub fn block(&self, recipe: &Recipe, record: &Record) -> Result<Vec<u8>, TooLong> {
        let source = self.indices.get(recipe).copied().unwrap_or_default();
        Record { source, ..record.clone() }.to_block()
    }
}

#[cfg(test)]
mod tests {
    use super::super::recipe::tests::{extended_recipe, recipe};
    use super::super::record::tests::record;
    use super::*;
    use khepri_arena::shard::Shard;

    #[test]
    fn a_header_is_read_back_and_every_change_or_cut_is_detected() {
        let plain = [recipe(), Recipe { seed: 8, ..recipe() }];
        let extended = [recipe(), Recipe { seed: 8, ..extended_recipe() }];
        for (recipes, version, size) in [(plain, 1, 14 + 2 * 72 + 4), (extended, 2, 14 + 2 * 72 + 4 + 2 * 24 + 4)] {
            let header = write(&recipes);
            assert_eq!((header.len(), header[8], header[9]), (size, version, 0));
            assert_eq!(length(&header), Some(header.len()));
            assert_eq!(read(&header).as_deref(), Ok(&recipes[..]));
            for at in 0..header.len() {
                assert_eq!(read(&header[..at]), Err(HeaderError::Damaged), "{at}");
                let mut changed = header.clone();
                changed[at] ^= 0x10;
                assert_eq!(read(&changed), Err(HeaderError::Damaged), "{at}");
            }
        }
    }

    #[test]
    fn a_header_of_version_2_begins_like_one_of_version_1() {
        let [plain, extended] = [recipe(), extended_recipe()].map(|recipe| write(&[recipe]));
        let start = plain.len() - CHECKSUM_LENGTH;
        assert_eq!((&extended[..8], &extended[10..start]), (&plain[..8], &plain[10..start]));
        assert_eq!(extended[start..plain.len()], crc32fast::hash(&extended[..start]).to_le_bytes());
    }

    #[test]
    fn another_version_is_reported() {
        let mut header = write(&[recipe()]);
        header[MAGIC.len()] = 9;
        let content = header.len() - CHECKSUM_LENGTH;
        let checksum = crc32fast::hash(&header[..content]);
        header[content..].copy_from_slice(&checksum.to_le_bytes());
        assert_eq!(read(&header), Err(HeaderError::Version(9)));
    }

    /// Returns the recipe of a shard.
    fn part(seed: u64, number: u32, count: u32) -> Recipe {
        Recipe { seed, shard: Shard::new(number, count).expect("a shard"), ..recipe() }
    }

    #[test]
    fn combined_games_refer_to_their_own_recipes() {
        let mut combined = Combined::default();
        combined.add(&[part(1, 1, 2), part(2, 1, 1), part(1, 1, 2)]).expect("the first file");
        combined.add(&[part(1, 2, 2)]).expect("another shard");
        let recipes = vec![part(1, 1, 2), part(2, 1, 1), part(1, 2, 2)];
        assert_eq!(read(&combined.header()).as_ref(), Ok(&recipes));
        for (source, recipe) in (0..).zip(&recipes) {
            let block = Record { source, ..record(7) }.to_block().expect("a block");
            assert_eq!(combined.block(recipe, &record(7)).expect("a block"), block);
        }
    }

    #[test]
    fn overlapping_shards_of_the_same_seed_are_refused() {
        let mut combined = Combined::default();
        combined.add(&[part(5, 1, 1)]).expect("a file");
        combined.add(&[part(1, 1, 2), part(2, 1, 1)]).expect("a file");
        for duplicate in [part(1, 1, 2), part(1, 1, 1), part(1, 3, 4), Recipe { nodes: 7, ..part(2, 1, 1) }] {
            let seed = duplicate.seed;
            assert_eq!(
                combined.check_distinct(&[part(9, 1, 1), duplicate]),
                Err(CombineError::Duplicate { earlier: 1, seed })
            );
        }
        combined.add(&[part(1, 2, 4)]).expect("another shard");
    }
}
