//! Reads little-endian numbers from the front of a slice, and reads and writes numbers of variable length.

macro_rules! little_endian {
    ($($number:ident)*) => {
        $(
            /// Reads a number of this type.
            pub(super) fn $number(&mut self) -> Option<$number> {
                self.array().map($number::from_le_bytes)
            }
        )*
    };
}

/// The unread bytes of a slice. The methods that read return `None` if too few bytes are left.
pub(super) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// Returns a reader that starts at the front of a slice.
    pub(super) fn new(bytes: &'a [u8]) -> Bytes<'a> {
        Bytes(bytes)
    }

    /// Reads `count` bytes.
    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// Reads an array of bytes.
    pub(super) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    little_endian!(u8 u16 i16 u32 u64);

    /// Reads a number that [`push_varint`] wrote. Returns `None` if the encoding is not the shortest one.
    pub(super) fn varint(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.u8()?;
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

    /// Returns whether all bytes are read.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Appends a number in groups of seven bits, the lowest group first. The highest bit of every byte but the last is set.
pub(super) fn push_varint(bytes: &mut Vec<u8>, mut number: u64) {
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
    fn numbers_are_little_endian() {
        let mut bytes = Bytes::new(&[1, 2, 0xfe, 0xff, 3, 0, 0, 0x80, 9]);
        assert_eq!((bytes.u16(), bytes.i16(), bytes.u32()), (Some(0x0201), Some(-2), Some(0x8000_0003)));
        assert!(!bytes.is_empty());
        assert_eq!((bytes.u64(), bytes.u8(), bytes.u8()), (None, Some(9), None));
        assert!(bytes.is_empty());
    }

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
            push_varint(&mut written, number);
            assert_eq!(written, encoding);
            assert_eq!(Bytes::new(&encoding).varint(), Some(number));
        }
        let too_large = [vec![0xff; 9], vec![2]].concat();
        let unterminated = vec![0xff; 11];
        for wrong in [&[0x80, 0][..], &[0x80], &[], &too_large, &unterminated] {
            assert_eq!(Bytes::new(wrong).varint(), None, "{wrong:?}");
        }
    }
}
