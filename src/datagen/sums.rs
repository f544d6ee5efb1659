//! Checksums of any part of a buffer, each in constant time, so that a search for blocks among overlapping candidates stays
//! linear.
//!
//! CRC-32 is linear: its state after a part follows from the states at both ends, and from the power of x by which the first one
//! moves over the part. So each byte is hashed once.

use std::collections::VecDeque;
use std::sync::LazyLock;

/// The polynomial of CRC-32, its lowest power in the highest bit.
const POLYNOMIAL: u32 = 0xedb8_8320;

/// The state before the first byte, which also inverts the last state.
const INVERTED: u32 = !0;

/// The states after one byte from the state 0.
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

/// The powers of x by which a state moves over 0, 1, 2 … bytes.
static POWERS: LazyLock<Vec<u32>> =
    LazyLock::new(|| std::iter::successors(Some(1 << 31), |&power| Some(step(power, 0))).take(LONGEST + 1).collect());

/// The most bytes of a part.
const LONGEST: usize = 1 << 17;

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

/// The states at the borders of all bytes of a buffer.
#[derive(Debug)]
pub(super) struct Sums {
    states: VecDeque<u32>,
    hashed: u64,
}

impl Sums {
    /// Returns the states of an empty buffer.
    pub(super) fn new() -> Sums {
        Sums { states: VecDeque::from([0]), hashed: 0 }
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

    /// Returns the number of bytes that were appended so far.
    pub(super) fn hashed(&self) -> u64 {
        self.hashed
    }

    /// Returns the checksum of a part of at most 128 KiB.
    ///
    /// # Panics
    /// The part is not in the buffer, or is longer.
    pub(super) fn checksum(&self, start: usize, end: usize) -> u32 {
        product(self.states[start] ^ INVERTED, POWERS[end - start]) ^ self.states[end] ^ INVERTED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_of_each_part_is_that_of_its_bytes() {
        let bytes: Vec<u8> = (0..300_u32).map(|number| (number * number * 7 / 8) as u8).collect();
        let mut sums = Sums::new();
        for portion in bytes.chunks(7) {
            sums.push(portion);
        }
        for (removed, left) in [(0, 300), (1, 299), (90, 209)] {
            sums.drain(removed);
            let bytes = &bytes[bytes.len() - left..];
            for start in 0..=bytes.len() {
                for end in start..=bytes.len() {
                    assert_eq!(sums.checksum(start, end), crc32fast::hash(&bytes[start..end]), "{start}..{end}");
                }
            }
        }
    }
}
