//! Blocks of neurons and weights, and the sums of the network over them.

/// The value of a neuron that represents the number 1.
pub const ONE: i16 = 255;

/// The number of neurons in a block: eight vectors of the processor.
pub const BLOCK: usize = if cfg!(target_family = "wasm") { 64 } else { 128 };

/// Neurons or their weights, aligned to cache lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct Block(pub(super) [i16; BLOCK]);

impl Block {
    /// Zeros.
    pub(super) const ZERO: Block = Block([0; BLOCK]);

    /// Returns numbers as blocks. Leaves out the last block if it is not full.
    pub(super) fn all(numbers: &[i16]) -> Vec<Block> {
        numbers.as_chunks::<BLOCK>().0.iter().map(|&block| Block(block)).collect()
    }
}

/// Returns the numbers of blocks.
pub(super) fn numbers(blocks: &[Block]) -> impl DoubleEndedIterator<Item = i16> {
    blocks.iter().flat_map(|block| block.0)
}

/// Adds the weights to the sums. Results beyond 16 bits wrap around.
#[inline(always)]
pub(super) fn add(sums: &mut Block, weights: &Block) {
    for index in 0..BLOCK {
        sums.0[index] = sums.0[index].wrapping_add(weights.0[index]);
    }
}

/// Subtracts the weights from the sums. Results beyond 16 bits wrap around.
#[inline(always)]
pub(super) fn subtract(sums: &mut Block, weights: &Block) {
    for index in 0..BLOCK {
        sums.0[index] = sums.0[index].wrapping_sub(weights.0[index]);
    }
}
