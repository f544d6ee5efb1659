//! Several files of games as one: their recipes together, unless games would come twice.

use super::header;
use super::recipe::Recipe;
use super::record::{Record, TooLong};
use std::fmt;
use std::io::{self, Write};

/// The recipes of several files in one list.
#[derive(Clone, Default, Debug)]
pub struct Combined {
    recipes: Vec<Recipe>,
    /// By file: the place of its first recipe in the list.
    first: Vec<u32>,
}

/// Why files cannot be combined; files are named by their places among those that were added, from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// Two files hold games of the same seed and shard.
    Doubled {
        /// The earlier file.
        earlier: usize,
        /// The seed of both.
        seed: u64,
    },
    /// There are more recipes than a file can hold.
    TooMany,
}

impl Combined {
    /// Adds the recipes of the next file.
    ///
    /// # Errors
    /// Games would come twice.
    pub fn add(&mut self, recipes: &[Recipe]) -> Result<(), Refused> {
        let is_doubled = |own: &Recipe| {
            let same = |recipe: &Recipe| recipe.seed == own.seed && recipe.shard.overlaps(own.shard);
            Some((self.recipes.iter().position(same)?, own.seed))
        };
        if let Some((place, seed)) = recipes.iter().find_map(is_doubled) {
            let earlier = self.first.partition_point(|&first| first as usize <= place).saturating_sub(1);
            return Err(Refused::Doubled { earlier, seed });
        }
        let together = self.recipes.len() + recipes.len();
        let first = u32::try_from(self.recipes.len()).ok().filter(|_| together <= header::MOST_RECIPES);
        self.first.push(first.ok_or(Refused::TooMany)?);
        self.recipes.extend_from_slice(recipes);
        Ok(())
    }

    /// Writes the head of a file with games of all recipes.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write_head(&self, output: &mut dyn Write) -> io::Result<()> {
        output.write_all(&header::write(&self.recipes))
    }

    /// Returns the block of a game of a file, by the place of the file from 0, as it stands in the common file.
    ///
    /// # Errors
    /// There is no such file, or the game is too long for a block.
    pub fn block(&self, file: usize, record: &Record) -> io::Result<Vec<u8>> {
        let first = self.first.get(file).copied().unwrap_or_default();
        let moved = Record { source: record.source.saturating_add(first), ..record.clone() };
        moved.to_block().map_err(|TooLong| io::Error::other(TooLong.to_string()))
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Doubled { seed, .. } => write!(f, "games of seed {seed} and of the same shard are in both"),
            Refused::TooMany => write!(f, "more than {} recipes", header::MOST_RECIPES),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::recipe::Shard;
    use super::super::recipe::tests::recipe;
    use super::super::record::tests::record;
    use super::*;

    fn part(seed: u64, number: u32, count: u32) -> Recipe {
        Recipe { seed, shard: Shard::new(number, count).expect("a part"), ..recipe() }
    }

    #[test]
    fn games_keep_their_recipes() {
        let mut combined = Combined::default();
        combined.add(&[part(1, 1, 2), part(2, 1, 1)]).expect("the first file");
        combined.add(&[part(1, 2, 2)]).expect("another shard");
        let mut head = Vec::new();
        combined.write_head(&mut head).expect("memory");
        assert_eq!(header::read(&head), Ok(vec![part(1, 1, 2), part(2, 1, 1), part(1, 2, 2)]));
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
            assert_eq!(combined.add(&[part(9, 1, 1), doubled]), Err(Refused::Doubled { earlier: 1, seed }));
        }
        combined.add(&[part(1, 2, 4)]).expect("another shard");
    }
}
