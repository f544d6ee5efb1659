//! The byte-order mark, which some programs write before a text in UTF-8.

/// The mark.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns a text without the mark at its beginning.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK.encode_utf8(&mut [0; 3]).as_bytes()).unwrap_or(text)
}
