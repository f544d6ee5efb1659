//! Shuffles games in bounded memory: distributes them at random over temporary files, then shuffles each file in memory.

use khepri_engine::internal::util::bytes::Bytes;
use khepri_rules::internal::util::random::Random;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};

/// The largest number of temporary files, below the usual limits of open files.
const MOST_FILES: u64 = 200;

/// A shuffle of blocks. All orders are equally likely.
pub struct Shuffle {
    random: Random,
    files: Vec<BufWriter<File>>,
}

impl Shuffle {
    /// Prepares to shuffle blocks with `total` bytes in all, with about `memory` bytes in memory at a time. `create` creates a
    /// temporary file.
    ///
    /// # Errors
    /// A temporary file cannot be created.
    pub fn new(
        total: u64,
        memory: u64,
        seed: u64,
        mut create: impl FnMut() -> io::Result<File>,
    ) -> io::Result<Shuffle> {
        // An average file takes half of the memory, so that larger files fit too.
        let count = (total / (memory / 2).max(1) + 1).min(MOST_FILES);
        let files = (0..count).map(|_| create().map(BufWriter::new)).collect::<io::Result<_>>()?;
        Ok(Shuffle { random: Random::seed_from_u64(seed), files })
    }

    /// Adds a block.
    ///
    /// # Errors
    /// The block cannot be written.
    pub fn add(&mut self, block: &[u8]) -> io::Result<()> {
        let index = self.random.below(self.files.len());
        let Some(file) = self.files.get_mut(index) else { return Ok(()) };
        file.write_all(&(block.len() as u32).to_le_bytes())?;
        file.write_all(block)
    }

    /// Calls `on_block` with each block, in random order.
    ///
    /// # Errors
    /// A temporary file cannot be read, or `on_block` fails.
    pub fn finish(mut self, on_block: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        for file in std::mem::take(&mut self.files) {
            let mut file = file.into_inner().map_err(|error| error.into_error())?;
            file.seek(SeekFrom::Start(0))?;
            let mut bytes = Vec::new();
            BufReader::new(file).read_to_end(&mut bytes)?;
            let mut blocks = split(&bytes);
            self.random.shuffle(&mut blocks);
            blocks.into_iter().try_for_each(&mut *on_block)?;
        }
        Ok(())
    }
}

/// Returns the blocks of a temporary file.
fn split(bytes: &[u8]) -> Vec<&[u8]> {
    let mut bytes = Bytes(bytes);
    std::iter::from_fn(|| {
        let length = bytes.u32()?;
        bytes.0.split_off(..length as usize)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn shuffled(blocks: &[Vec<u8>], memory: u64, seed: u64) -> Vec<Vec<u8>> {
        let total = blocks.iter().map(|block| block.len() as u64).sum();
        let mut shuffle = Shuffle::new(total, memory, seed, tempfile::tempfile).expect("files");
        blocks.iter().for_each(|block| shuffle.add(block).expect("room"));
        let mut order = Vec::new();
        let result = shuffle.finish(&mut |block| {
            order.push(block.to_vec());
            Ok(())
        });
        result.expect("files");
        order
    }

    #[test]
    fn all_orders_are_equally_likely_with_one_file_and_with_several() {
        let blocks = [vec![1; 4], vec![2; 5], vec![], vec![3; 3]];
        for memory in [1_000, 8] {
            let mut orders: HashMap<Vec<Vec<u8>>, u32> = HashMap::new();
            for seed in 0..4_800 {
                *orders.entry(shuffled(&blocks, memory, seed)).or_default() += 1;
            }
            assert_eq!(orders.len(), 24);
            // The standard deviation of each count is 14.
            assert!(orders.values().all(|count| (130..270).contains(count)), "{memory}: {orders:?}");
        }
    }

    #[test]
    fn no_block_is_lost_and_the_seed_determines_the_order() {
        let blocks: Vec<Vec<u8>> = (0..1_000_u16).map(|number| number.to_le_bytes().to_vec()).collect();
        let one = shuffled(&blocks, 64, 1);
        assert_eq!(one, shuffled(&blocks, 64, 1));
        assert_ne!(one, shuffled(&blocks, 64, 2));
        let mut sorted = one.clone();
        sorted.sort_by_key(|block| u16::from_le_bytes([block[0], block[1]]));
        assert_eq!(sorted, blocks);
        assert!(shuffled(&[], 64, 1).is_empty());
    }
}
