//! Blocks of neurons and weights, and the sums of the network over them. The weighted sum has a portable version and one with
//! vectors of 256 bits.

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

/// Returns the sum of the squares of the clipped neurons times their weights, over both pairs of neurons and weights.
#[inline(always)]
pub(super) fn weighted_sum(pairs: [[&[Block]; 2]; 2]) -> i32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    // SAFETY: the whole program is compiled for processors with AVX2.
    return unsafe { weighted_sum_avx2(pairs) };
    #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
    return weighted_sum_simd128(pairs);
    #[cfg(not(any(
        all(target_arch = "x86_64", target_feature = "avx2"),
        all(target_family = "wasm", target_feature = "simd128")
    )))]
    weighted_sum_portable(pairs)
}

/// Returns the sum without special instructions.
#[cfg(any(
    test,
    not(any(
        all(target_arch = "x86_64", target_feature = "avx2"),
        all(target_family = "wasm", target_feature = "simd128")
    ))
))]
fn weighted_sum_portable(pairs: [[&[Block]; 2]; 2]) -> i32 {
    let mut sum = 0;
    for [neurons, weights] in pairs {
        for (neurons, weights) in neurons.iter().zip(weights) {
            // The compiler uses vectors only for a loop over a single block.
            for index in 0..BLOCK {
                let clipped = neurons.0[index].clamp(0, ONE);
                // The first product fits in 16 bits: reading a network checks the size of its weights.
                sum += i32::from(clipped) * i32::from(clipped.wrapping_mul(weights.0[index]));
            }
        }
    }
    sum
}

/// Returns the sum, computed with vectors of 256 bits. For the portable version the compiler uses vectors of 128 bits.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline]
#[target_feature(enable = "avx2")]
fn weighted_sum_avx2(pairs: [[&[Block]; 2]; 2]) -> i32 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_load_si256, _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16,
        _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
    };
    /// The number of 16-bit numbers in a vector.
    const LANES: usize = 16;
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ONE));
    // Two sums, so that no addition waits for the one before it.
    let mut sums = [zero; 2];
    for [neurons, weights] in pairs {
        debug_assert_eq!(neurons.len(), weights.len());
        for (neurons, weights) in neurons.iter().zip(weights) {
            for vector in 0..BLOCK / LANES {
                // SAFETY: the vector is inside the block, whose alignment is twice the size of a vector.
                let load = |block: &Block| unsafe { _mm256_load_si256(block.0.as_ptr().add(vector * LANES).cast()) };
                let clipped = _mm256_min_epi16(_mm256_max_epi16(load(neurons), zero), one);
                let products = _mm256_madd_epi16(clipped, _mm256_mullo_epi16(clipped, load(weights)));
                sums[vector % 2] = _mm256_add_epi32(sums[vector % 2], products);
            }
        }
    }
    // SAFETY: both types have 256 bits, and any bits are numbers.
    let sums: [i32; LANES / 2] = unsafe { std::mem::transmute::<__m256i, _>(_mm256_add_epi32(sums[0], sums[1])) };
    sums.iter().sum()
}

/// Returns the sum, computed with the vectors of WebAssembly.
#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
#[inline]
fn weighted_sum_simd128(pairs: [[&[Block]; 2]; 2]) -> i32 {
    use std::arch::wasm32::{
        i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, v128, v128_load,
    };
    /// The number of 16-bit numbers in a vector.
    const LANES: usize = 8;
    let (zero, one) = (i16x8_splat(0), i16x8_splat(ONE));
    // Two sums, so that no addition waits for the one before it.
    let mut sums: [v128; 2] = [zero; 2];
    for [neurons, weights] in pairs {
        debug_assert_eq!(neurons.len(), weights.len());
        for (neurons, weights) in neurons.iter().zip(weights) {
            for vector in 0..BLOCK / LANES {
                // SAFETY: the vector is inside the block.
                let load = |block: &Block| unsafe { v128_load(block.0.as_ptr().add(vector * LANES).cast()) };
                let clipped = i16x8_min(i16x8_max(load(neurons), zero), one);
                let products = i32x4_dot_i16x8(clipped, i16x8_mul(clipped, load(weights)));
                sums[vector % 2] = i32x4_add(sums[vector % 2], products);
            }
        }
    }
    let sum = i32x4_add(sums[0], sums[1]);
    let [first, second] = [i32x4_extract_lane::<0>(sum), i32x4_extract_lane::<1>(sum)];
    first + second + i32x4_extract_lane::<2>(sum) + i32x4_extract_lane::<3>(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::internal::util::random::Random;

    #[test]
    fn the_sum_with_vectors_equals_the_portable_sum() {
        let mut random = Random::seed_from_u64(1);
        let mut blocks = |count: usize, most: usize| -> Vec<Block> {
            let number = |random: &mut Random| (random.below(2 * most + 1) as i32 - most as i32) as i16;
            (0..count).map(|_| Block(std::array::from_fn(|_| number(&mut random)))).collect()
        };
        for count in 0..=8 {
            // Neurons on both sides of the clipping, and the greatest weights.
            for most in [10, 300, 32_000] {
                let (neurons, weights) = (blocks(count, most), blocks(count, 127));
                let pairs = [[&neurons[..], &weights], [&weights, &weights]];
                assert_eq!(weighted_sum(pairs), weighted_sum_portable(pairs));
            }
        }
        let (neurons, weights) = ([Block([i16::MAX; BLOCK])], [Block([-127; BLOCK])]);
        let least = [Block([i16::MIN; BLOCK])];
        assert_eq!(weighted_sum([[&neurons, &weights], [&least, &weights]]), -255 * 255 * 127 * 128);
    }
}
