//! Reads little-endian numbers from the front of a slice.

macro_rules! little_endian {
    ($($number:ident)*) => {
        $(
            /// Reads a number of this type.
            pub fn $number(&mut self) -> Option<$number> {
                self.array().map($number::from_le_bytes)
            }
        )*
    };
}

/// The unread bytes of a slice. Every method returns `None` if there are too few of them.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// Reads an array of bytes.
    pub fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.0.split_off(..N)?.try_into().ok()
    }

    little_endian!(u8 u16 i16 i32 u32 u64 f32 f64);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_little_endian() {
        let mut bytes = Bytes(&[1, 2, 0xfe, 0xff, 3, 0, 0, 0x80, 9]);
        assert_eq!((bytes.u16(), bytes.i16(), bytes.u32()), (Some(0x0201), Some(-2), Some(0x8000_0003)));
        assert_eq!((bytes.u64(), bytes.0), (None, &[9][..]));
        assert_eq!((bytes.u8(), bytes.u8()), (Some(9), None));
    }
}
