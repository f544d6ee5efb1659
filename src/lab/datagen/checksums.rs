//! CRC-32 checksums of any range of a buffer, each in constant time up to the length of a block. Candidates for blocks can overlap, so hashing each candidate
//! would take quadratic time.
//!
//! CRC-32 is linear. The checksum of a range follows from the CRC states at its two ends and from a power of x that depends only
//! on its length. So each byte is hashed once.

use std::collections::VecDeque;
use std::sync::LazyLock;

/// The polynomial of CRC-32. The highest bit is the coefficient of the lowest power of x, as in all polynomials here.
const POLYNOMIAL: u32 = 0xedb8_8320;

/// The initial state. The checksum is the final state XOR this value.
const INVERTED: u32 = !0;

/// The state after each byte, starting from the state 0.
const STEPS: [u32; 256] = {
    let mut steps = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut state, mut bit) = (byte as u32, 0);
        while bit < 8 {
            state = times_x(state);
            bit += 1;
        }
        steps[byte] = state;
        byte += 1;
    }
    steps
};

/// The powers of x that advance a state over 0, 1, 2 … bytes.
static POWERS: LazyLock<Vec<u32>> =
    LazyLock::new(|| std::iter::successors(Some(1 << 31), |&power| Some(step(power, 0))).take(STORED).collect());

/// The number of stored powers: one for each length of a block.
const STORED: usize = 1 << 17;

/// Returns the power of x that advances a state over a number of bytes.
fn power(bytes: usize) -> u32 {
    POWERS.get(bytes).copied().unwrap_or_else(|| product(power(bytes / 2), power(bytes - bytes / 2)))
}

/// Multiplies a polynomial by x.
const fn times_x(state: u32) -> u32 {
    (state >> 1) ^ if state & 1 == 1 { POLYNOMIAL } else { 0 }
}

/// Returns the state after one more byte.
fn step(state: u32, byte: u8) -> u32 {
    STEPS[usize::from(state as u8 ^ byte)] ^ (state >> 8)
}

/// Multiplies two polynomials.
fn product(one: u32, mut other: u32) -> u32 {
    let mut product = 0;
    for bit in (0..u32::BITS).rev() {
        product ^= if (one >> bit) & 1 == 1 { other } else { 0 };
        other = times_x(other);
    }
    product
}

/// The CRC states before and after each byte of a buffer.
#[derive(Debug)]
pub(super) struct Checksums {
    states: VecDeque<u32>,
    hashed: u64,
}

impl Checksums {
    /// Returns the states of an empty buffer.
    pub(super) fn new() -> Checksums {
        Checksums { states: VecDeque::from([0]), hashed: 0 }
    }

    /// Appends bytes to the buffer.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.hashed += bytes.len() as u64;
        let mut state = self.states.back().copied().unwrap_or_default();
        self.states.extend(bytes.iter().map(|&byte| {
            state = step(state, byte);
            state
        }));
    }

    /// Removes the first bytes of the buffer.
    pub(super) fn drain(&mut self, count: usize) {
        self.states.drain(..count);
    }

    /// Returns the number of bytes appended so far.
    pub(super) fn hashed(&self) -> u64 {
        self.hashed
    }

    /// Returns the checksum of a range.
    ///
    /// # Panics
    /// The range is not in the buffer.
    pub(super) fn checksum(&self, start: usize, end: usize) -> u32 {
        product(self.states[start] ^ INVERTED, power(end - start)) ^ self.states[end] ^ INVERTED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_of_every_range_is_the_crc_32_of_its_bytes() {
        let bytes: Vec<u8> = (0..300_u32).map(|number| (number * number * 7 / 8) as u8).collect();
        let mut checksums = Checksums::new();
        for chunk in bytes.chunks(7) {
            checksums.push(chunk);
        }
        for (removed, left) in [(0, 300), (1, 299), (90, 209)] {
            checksums.drain(removed);
            let bytes = &bytes[bytes.len() - left..];
            for start in 0..=bytes.len() {
                for end in start..=bytes.len() {
                    assert_eq!(checksums.checksum(start, end), crc32fast::hash(&bytes[start..end]), "{start}..{end}");
                }
            }
        }
    }
    #[test]
    fn a_range_may_be_longer_than_a_block() {
        let bytes = [1, 2, 3, 4, 5, 6, 7].repeat(STORED);
        let mut checksums = Checksums::new();
        checksums.push(&bytes);
        for end in [STORED - 1, STORED, STORED + 1, 3 * STORED + 5, bytes.len()] {
            assert_eq!(checksums.checksum(2, end), crc32fast::hash(&bytes[2..end]), "{end}");
        }
    }
}
