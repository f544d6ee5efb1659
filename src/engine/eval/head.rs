//! The layers of the network after the neurons: products of pairs, the second layer, and the output.
//!
//! The first half of the neurons of a view is multiplied by the second half, neuron by neuron. The products of both views are the
//! inputs of the second layer. Its output 0 is a part of the score; the others are clipped to 0 … 1, squared, and weighted. Each
//! [bucket](super::inputs::bucket) has its own weights.
//!
//! Source: the layers of the networks of Stockfish, described at
//! <https://github.com/official-stockfish/nnue-pytorch/blob/master/docs/nnue.md>.

use super::block::{BLOCK, Block, ONE};

/// The number of outputs of the second layer.
pub const OUTPUTS: usize = 8;

/// The number of those that are clipped and squared.
pub const HIDDEN: usize = OUTPUTS - 1;

/// The value of a product that represents the number 1.
pub const PRODUCT_ONE: i32 = 127;

/// The weight of the second layer that represents the number 1.
pub const WEIGHT_ONE: i32 = 256;

/// The weight of a square that represents the number 1.
pub const LAST_ONE: i32 = 64;

/// The greatest weight of the second layer. A sum of two products times two weights fits in 16 bits.
pub const MOST_WEIGHT: i8 = 127;

/// The value of an output that represents the number 1.
pub const OUTPUT_ONE: i32 = PRODUCT_ONE * WEIGHT_ONE;

/// The number of bits by which the square of an output is shifted.
const SQUARE_SHIFT: u32 = 15;

/// The square of an output of 1 after the shift.
pub const SQUARE_ONE: i32 = (OUTPUT_ONE * OUTPUT_ONE) >> SQUARE_SHIFT;

/// The number of products of a part.
const WIDTH: usize = 32;

/// The weights of consecutive products, output by output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
struct Part([[i8; WIDTH]; OUTPUTS]);

/// The weights of one bucket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Head {
    parts: Vec<Part>,
    /// The biases of the second layer.
    bias: [i32; OUTPUTS],
    /// The weights of the squares, in units of 1 / [`LAST_ONE`].
    output: [i32; HIDDEN],
}

impl Head {
    /// Returns the head with these weights, output by output, and biases.
    pub(super) fn new(weights: &[i8], bias: &[i32], output: &[i16]) -> Head {
        let products = weights.len() / OUTPUTS;
        let part = |part: usize| {
            Part(std::array::from_fn(|output| std::array::from_fn(|at| weights[output * products + part * WIDTH + at])))
        };
        Head {
            parts: (0..products / WIDTH).map(part).collect(),
            bias: std::array::from_fn(|at| bias[at]),
            output: std::array::from_fn(|at| output[at].into()),
        }
    }

    /// Returns the weights of the second layer, output by output.
    pub(super) fn weights(&self) -> impl Iterator<Item = i8> {
        (0..OUTPUTS).flat_map(|output| self.parts.iter().flat_map(move |part| part.0[output]))
    }

    /// Returns the biases of the second layer.
    pub(super) fn bias(&self) -> [i32; OUTPUTS] {
        self.bias
    }

    /// Returns the weights of the squares.
    pub(super) fn output(&self) -> [i32; HIDDEN] {
        self.output
    }

    /// Returns whether no weight exceeds [`MOST_WEIGHT`] and every possible output fits in 32 bits.
    pub(super) fn fits(&self) -> bool {
        let inputs = (self.parts.len() * WIDTH) as i64;
        let in_range = self.weights().all(|weight| weight >= -MOST_WEIGHT);
        let most = inputs * i64::from(PRODUCT_ONE) * i64::from(MOST_WEIGHT);
        let squares = self.output.iter().map(|&weight| i64::from(weight).abs() * i64::from(SQUARE_ONE)).sum::<i64>();
        let greatest_bias = self.bias.iter().map(|&bias| i64::from(bias).abs()).max().unwrap_or_default();
        in_range && most + greatest_bias + squares <= i64::from(i32::MAX)
    }

    /// Returns the output for the sums of the neurons of the side to move and of the opponent, in units of 1 / [`OUTPUT_ONE`].
    #[inline]
    pub(super) fn evaluate(&self, accumulators: [&[Block]; 2]) -> i32 {
        let outputs = self.second_layer(accumulators);
        let squares = outputs[1..].iter().zip(&self.output).map(|(&output, &weight)| {
            let clipped = output.clamp(0, OUTPUT_ONE);
            ((clipped * clipped) >> SQUARE_SHIFT) * weight
        });
        outputs[0] + squares.sum::<i32>() / LAST_ONE
    }

    /// Calls `each` for all weights with the neurons whose products they multiply: those of the first half, then those of the second.
    #[inline(always)]
    fn each_part(&self, accumulators: [&[Block]; 2], mut each: impl FnMut(&Part, [&[i16; WIDTH]; 2])) {
        let half = self.parts.len() * WIDTH / 2;
        let mut parts = self.parts.iter();
        for sums in accumulators {
            let (first, rest) = flat(sums).split_at(half);
            for (first, second) in first.as_chunks().0.iter().zip(rest[..half].as_chunks().0) {
                let Some(part) = parts.next() else { return };
                each(part, [first, second]);
            }
        }
    }

    /// Returns the outputs of the second layer.
    #[inline(always)]
    fn second_layer(&self, accumulators: [&[Block]; 2]) -> [i32; OUTPUTS] {
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        // SAFETY: the whole program is compiled for processors with AVX2.
        return unsafe { self.second_layer_avx2(accumulators) };
        #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
        return self.second_layer_simd128(accumulators);
        #[cfg(not(any(
            all(target_arch = "x86_64", target_feature = "avx2"),
            all(target_family = "wasm", target_feature = "simd128")
        )))]
        self.second_layer_portable(accumulators)
    }

    /// Returns the outputs, computed without special instructions.
    #[cfg(any(
        test,
        not(any(
            all(target_arch = "x86_64", target_feature = "avx2"),
            all(target_family = "wasm", target_feature = "simd128")
        ))
    ))]
    fn second_layer_portable(&self, accumulators: [&[Block]; 2]) -> [i32; OUTPUTS] {
        let mut outputs = self.bias;
        self.each_part(accumulators, |Part(weights), [first, second]| {
            let products: [i32; WIDTH] = std::array::from_fn(|at| {
                let [first, second] = [first, second].map(|neurons| i32::from(neurons[at].clamp(0, ONE)));
                (first * second + 256) >> 9
            });
            for (output, weights) in outputs.iter_mut().zip(weights) {
                *output +=
                    products.iter().zip(weights).map(|(product, &weight)| product * i32::from(weight)).sum::<i32>();
            }
        });
        outputs
    }

    /// Returns the outputs, computed with vectors of 256 bits.
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    #[inline]
    #[target_feature(enable = "avx2")]
    fn second_layer_avx2(&self, accumulators: [&[Block]; 2]) -> [i32; OUTPUTS] {
        use std::arch::x86_64::{
            __m256i, _mm256_add_epi32, _mm256_hadd_epi32, _mm256_load_si256, _mm256_loadu_si256, _mm256_madd_epi16,
            _mm256_maddubs_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mulhrs_epi16, _mm256_packus_epi16,
            _mm256_permute2x128_si256, _mm256_permute4x64_epi64, _mm256_set1_epi16, _mm256_setzero_si256,
            _mm256_slli_epi16,
        };
        let (zero, clip, ones) = (_mm256_setzero_si256(), _mm256_set1_epi16(ONE), _mm256_set1_epi16(1));
        let mut sums = [zero; OUTPUTS];
        self.each_part(accumulators, |Part(weights), [first, second]| {
            let clipped = |neurons: &[i16; WIDTH], at: usize| {
                // SAFETY: the neurons fill two vectors of 256 bits.
                let neurons = unsafe { _mm256_loadu_si256(neurons.as_ptr().add(16 * at).cast()) };
                _mm256_min_epi16(neurons, clip)
            };
            let half = |at: usize| {
                let first = _mm256_slli_epi16::<6>(_mm256_max_epi16(clipped(first, at), zero));
                // A negative second factor gives a negative product, which becomes 0 as an unsigned byte.
                _mm256_mulhrs_epi16(first, clipped(second, at))
            };
            let products = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(half(0), half(1)));
            for (sum, weights) in sums.iter_mut().zip(weights) {
                // SAFETY: the weights are a vector of 256 bits. A part is aligned to two of them.
                let weights = unsafe { _mm256_load_si256(weights.as_ptr().cast()) };
                let pairs = _mm256_maddubs_epi16(products, weights);
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
            }
        });
        // Sums of four vectors: those of the lower halves, then those of the upper halves.
        let quarter = |at: usize| {
            let pair = |at: usize| _mm256_hadd_epi32(sums[at], sums[at + 1]);
            _mm256_hadd_epi32(pair(at), pair(at + 2))
        };
        let [first, second] = [quarter(0), quarter(4)];
        let lower = _mm256_permute2x128_si256::<0x20>(first, second);
        let sums = _mm256_add_epi32(lower, _mm256_permute2x128_si256::<0x31>(first, second));
        // SAFETY: the bias fills a vector.
        let bias = unsafe { _mm256_loadu_si256(self.bias.as_ptr().cast()) };
        // SAFETY: both types have the same size, and any bits are numbers.
        unsafe { std::mem::transmute::<__m256i, [i32; OUTPUTS]>(_mm256_add_epi32(sums, bias)) }
    }

    /// Returns the outputs, computed with the vectors of WebAssembly.
    #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
    #[inline]
    fn second_layer_simd128(&self, accumulators: [&[Block]; 2]) -> [i32; OUTPUTS] {
        use std::arch::wasm32::{
            i16x8_load_extend_i8x8, i16x8_max, i16x8_min, i16x8_q15mulr_sat, i16x8_shl, i16x8_splat, i32x4_add,
            i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat, v128_load,
        };
        /// The number of 16-bit numbers in a vector.
        const LANES: usize = 8;
        let (zero, clip) = (i16x8_splat(0), i16x8_splat(ONE));
        let mut sums = [i32x4_splat(0); OUTPUTS];
        self.each_part(accumulators, |Part(weights), neurons| {
            for first in (0..WIDTH).step_by(LANES) {
                let clipped = |neurons: &[i16; WIDTH]| {
                    // SAFETY: the vector is inside the neurons of the part.
                    let neurons = unsafe { v128_load(neurons.as_ptr().add(first).cast()) };
                    i16x8_max(i16x8_min(neurons, clip), zero)
                };
                let products = i16x8_q15mulr_sat(i16x8_shl(clipped(neurons[0]), 6), clipped(neurons[1]));
                for (sum, weights) in sums.iter_mut().zip(weights) {
                    // SAFETY: the numbers are inside the weights of the part.
                    let weights = unsafe { i16x8_load_extend_i8x8(weights.as_ptr().add(first)) };
                    *sum = i32x4_add(*sum, i32x4_dot_i16x8(products, weights));
                }
            }
        });
        std::array::from_fn(|at| {
            let [first, second] = [i32x4_extract_lane::<0>(sums[at]), i32x4_extract_lane::<1>(sums[at])];
            let [third, fourth] = [i32x4_extract_lane::<2>(sums[at]), i32x4_extract_lane::<3>(sums[at])];
            self.bias[at] + first + second + third + fourth
        })
    }
}

/// Returns the numbers of blocks.
#[inline(always)]
fn flat(blocks: &[Block]) -> &[i16] {
    // SAFETY: a block has no padding: its size is a multiple of its alignment.
    unsafe { std::slice::from_raw_parts(blocks.as_ptr().cast(), blocks.len() * BLOCK) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::internal::util::random::Random;

    /// Returns a head of random weights for this number of neurons.
    fn head(random: &mut Random, neurons: usize) -> Head {
        let mut numbers = |count: usize, most: i32| -> Vec<i32> {
            (0..count).map(|_| random.below(2 * most as usize + 1) as i32 - most).collect()
        };
        let weights: Vec<i8> = numbers(OUTPUTS * neurons, 127).into_iter().map(|weight| weight as i8).collect();
        let output: Vec<i16> = numbers(HIDDEN, 500).into_iter().map(|weight| weight as i16).collect();
        Head::new(&weights, &numbers(OUTPUTS, 9000), &output)
    }

    /// Returns random sums of neurons.
    fn neurons(random: &mut Random, neurons: usize, most: usize) -> Vec<Block> {
        let mut number = || (random.below(2 * most + 1) as i32 - most as i32) as i16;
        Block::all(&(0..neurons).map(|_| number()).collect::<Vec<_>>())
    }

    #[test]
    fn the_outputs_with_vectors_equal_the_portable_outputs() {
        let mut random = Random::seed_from_u64(1);
        for count in [128, 256, 384, 1024] {
            let head = head(&mut random, count);
            // Neurons on both sides of the clipping.
            for most in [10, 300, 32_000] {
                let views = [(); 2].map(|()| neurons(&mut random, count, most));
                let views = views.each_ref().map(|view| &view[..]);
                assert_eq!(head.second_layer(views), head.second_layer_portable(views), "{count} neurons up to {most}");
            }
        }
    }

    #[test]
    fn the_greatest_and_least_sums_fit() {
        let neurons = |number: i16| Block::all(&[number; 1024]);
        let [greatest, least] = [i16::MAX, i16::MIN].map(neurons);
        for weight in [-127, 127] {
            let head = Head::new(&[weight; OUTPUTS * 1024], &[5; OUTPUTS], &[0; HIDDEN]);
            let sum = i32::from(weight) * PRODUCT_ONE * 1024 + 5;
            assert_eq!(head.second_layer([&greatest, &greatest]), [sum; OUTPUTS]);
            assert_eq!(head.second_layer([&least, &least]), [5; OUTPUTS]);
        }
    }
}
