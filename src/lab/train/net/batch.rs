//! The positions of a batch, sorted by input: each input with the views in which it is 1.
//!
//! Each row of weights is then read once for all positions of a chunk, and the sums of the chunk stay in the cache. That is two to
//! five times as fast as one position after the other, which reads and writes rows in random order.

use super::samples::Samples;
use khepri_engine::internal::eval::inputs::{INPUTS, Input, other_view};
use rayon::prelude::*;

/// The largest number of positions of a chunk.
pub(super) const CHUNK: usize = 1024;

/// Some positions of a batch. Position `n` has the views `2 * n`, of the side to move, and `2 * n + 1`, of the opponent.
pub(super) struct Chunk {
    /// The inputs that are 1 in some view, in ascending order, each with the end of its views in `views`.
    rows: Vec<(Input, u32)>,
    /// The views in which an input is 1, input by input.
    views: Vec<u16>,
    /// The bucket of each position.
    pub(super) buckets: Vec<u8>,
}

impl Chunk {
    /// Returns the inputs that are 1 in some view, each with these views.
    #[inline(always)]
    pub(super) fn rows(&self) -> impl Iterator<Item = (usize, &[u16])> {
        let mut start = 0;
        self.rows.iter().map(move |&(input, end)| {
            let views = &self.views[start..end as usize];
            start = end as usize;
            (usize::from(input), views)
        })
    }

    /// Returns the number of positions.
    pub(super) fn len(&self) -> usize {
        self.buckets.len()
    }
}

/// A builder of chunks, which sorts positions by input.
pub(super) struct ChunkBuilder {
    /// For each input of a view, the same input in the opponent's view.
    other_view: Vec<Input>,
}

impl ChunkBuilder {
    pub(super) fn new() -> ChunkBuilder {
        ChunkBuilder { other_view: other_view() }
    }

    /// Returns the chunks of the positions with these numbers.
    pub(super) fn build(&self, samples: &Samples, numbers: &[u32]) -> Vec<Chunk> {
        numbers.par_chunks(CHUNK).map(|numbers| self.chunk(samples, numbers)).collect()
    }

    fn chunk(&self, samples: &Samples, numbers: &[u32]) -> Chunk {
        let both = |input: Input| [input, self.other_view[usize::from(input)]];
        // A counting sort: first the number of views of each input, then the index of its next view.
        let mut next = vec![0; INPUTS];
        for &number in numbers {
            let inputs = samples.inputs(number as usize).iter();
            inputs.flat_map(|&input| both(input)).for_each(|input| next[usize::from(input)] += 1);
        }
        let (mut rows, mut total) = (Vec::with_capacity(INPUTS), 0);
        for (input, next) in next.iter_mut().enumerate() {
            let count = std::mem::replace(next, total);
            if count > 0 {
                total += count;
                rows.push((input as Input, total));
            }
        }
        let mut views = vec![0; total as usize];
        for (index, &number) in numbers.iter().enumerate() {
            for &input in samples.inputs(number as usize) {
                for (view, input) in (2 * index as u16..).zip(both(input)) {
                    let next = &mut next[usize::from(input)];
                    views[*next as usize] = view;
                    *next += 1;
                }
            }
        }
        Chunk { rows, views, buckets: numbers.iter().map(|&number| samples.bucket(number as usize)).collect() }
    }
}
