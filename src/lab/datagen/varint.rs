//! Numbers of variable length.

use khepri_engine::internal::util::bytes::Bytes;

/// Reads a number that [`push`] wrote. Returns `None` if the number is incomplete or exceeds 64 bits, or if its encoding is not
/// the shortest one.
pub(super) fn read(bytes: &mut Bytes<'_>) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let byte = bytes.u8()?;
        let bits = u64::from(byte & 0x7f);
        if bits << shift >> shift != bits || (byte == 0 && shift > 0) {
            return None;
        }
        number |= bits << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// Appends a number in groups of seven bits, the lowest group first. The highest bit of every byte but the last is set.
pub(super) fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_exactly_one_variable_length_encoding() {
        for (number, encoding) in [
            (0, vec![0]),
            (127, vec![0x7f]),
            (128, vec![0x80, 1]),
            (300, vec![0xac, 2]),
            (u64::MAX, [vec![0xff; 9], vec![1]].concat()),
        ] {
            let mut written = Vec::new();
            push(&mut written, number);
            assert_eq!(written, encoding);
            assert_eq!(read(&mut Bytes(&encoding)), Some(number));
        }
        let too_large = [vec![0xff; 9], vec![2]].concat();
        let unterminated = vec![0xff; 11];
        for wrong in [&[0x80, 0][..], &[0x80], &[], &too_large, &unterminated] {
            assert_eq!(read(&mut Bytes(wrong)), None, "{wrong:?}");
        }
    }
}
