//! The head of a file: what it is, its version, and the recipes of its games.

use super::bytes::Bytes;
use super::recipe::{self, Recipe};

/// The first bytes of a file.
pub(super) const MAGIC: [u8; 8] = *b"KHEPGAME";

/// The version of the format.
pub const VERSION: u16 = 1;

/// The bytes before the recipes: magic, version, number of recipes.
pub(super) const BEFORE: usize = 14;

/// The bytes of the checksum after the recipes.
const AFTER: usize = 4;

/// The largest number of recipes that is read.
pub(super) const MOST_RECIPES: usize = 100_000;

/// Why the head of a file cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unusable {
    /// It is not the head of such a file, or it has been changed or cut.
    Damaged,
    /// It is whole and of another version.
    Version(u16),
}

/// Returns the head of a file with games of these recipes.
pub(super) fn write(recipes: &[Recipe]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((recipes.len() as u32).to_le_bytes());
    recipes.iter().for_each(|recipe| recipe.write(&mut bytes));
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// Returns the length of the head that begins with these bytes.
pub(super) fn length(start: &[u8]) -> Result<usize, Unusable> {
    let mut bytes = Bytes::new(start);
    if bytes.take(MAGIC.len()) != Some(&MAGIC) {
        return Err(Unusable::Damaged);
    }
    let recipes = bytes.u16().and_then(|_| bytes.u32()).map(|count| count as usize);
    let recipes = recipes.filter(|&count| count <= MOST_RECIPES).ok_or(Unusable::Damaged)?;
    Ok(BEFORE + recipes * recipe::LENGTH + AFTER)
}

/// Reads a head of the length that [`length`] gives.
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

#[cfg(test)]
mod tests {
    use super::super::recipe::tests::recipe;
    use super::*;

    #[test]
    fn a_head_comes_back_and_no_change_or_cut_goes_unnoticed() {
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
    fn another_version_is_known_as_one() {
        let mut head = write(&[recipe()]);
        head[MAGIC.len()] = 9;
        let content = head.len() - AFTER;
        let checksum = crc32fast::hash(&head[..content]);
        head[content..].copy_from_slice(&checksum.to_le_bytes());
        assert_eq!(read(&head), Err(Unusable::Version(9)));
    }
}
