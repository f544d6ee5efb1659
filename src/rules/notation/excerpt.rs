//! Quotes a user's words in messages: short, on one line, and printable on every terminal.

/// The number of characters shown.
const LONGEST: usize = 24;

/// The largest number of bytes of a line in a log: enough for a `position` with more than a hundred moves.
const LONGEST_LINE: usize = 1000;

/// Returns whether a terminal should not show a character: a control character, or one that changes the direction of the text
/// (Unicode's `Bidi_Control`) and can make a name look like other words.
pub fn is_control(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns the words in backquotes, cut after 24 characters, with everything but printable ASCII escaped; `nothing` if empty.
pub fn excerpt(words: &str) -> String {
    if words.is_empty() {
        return "nothing".to_owned();
    }
    let mut shown = String::from("`");
    let mut characters = words.chars();
    for character in characters.by_ref().take(LONGEST) {
        if character.is_ascii_graphic() || character == ' ' {
            shown.push(character);
        } else {
            shown.extend(character.escape_default());
        }
    }
    shown.push('`');
    if characters.next().is_some() {
        shown.push_str("...");
    }
    shown
}

/// Returns a line for a log. Quotation marks, backslashes, and everything but printable ASCII are escaped. A long line is cut and
/// followed by its length.
pub fn logged(line: &[u8]) -> String {
    escaped(line, LONGEST_LINE)
}

/// Returns a line like [`logged`], cut after `longest` bytes.
pub fn escaped(line: &[u8], longest: usize) -> String {
    match line.get(..longest) {
        Some(start) if start.len() < line.len() => {
            format!("{}... ({} bytes in all)", start.escape_ascii(), line.len())
        }
        _ => line.escape_ascii().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logged_line_is_printable_and_has_its_length_if_it_is_cut() {
        assert_eq!(logged(b"go depth 3"), "go depth 3");
        assert_eq!(logged(b"\x1b[31m\xff\xe2\x80\xae\r"), r"\x1b[31m\xff\xe2\x80\xae\r");
        assert_eq!(logged(&[b'x'; 1000]), "x".repeat(1000));
        assert_eq!(logged(&[b'x'; 1001]), format!("{}... (1001 bytes in all)", "x".repeat(1000)));
    }

    #[test]
    fn any_words_become_one_short_printable_line() {
        assert_eq!(excerpt(""), "nothing");
        assert_eq!(excerpt("khet3"), "`khet3`");
        assert_eq!(excerpt("a\tb\r\n\0é\u{202e}"), r"`a\tb\r\n\u{0}\u{e9}\u{202e}`");
        assert_eq!(excerpt("abcdefghijklmnopqrstuvwx"), "`abcdefghijklmnopqrstuvwx`");
        assert_eq!(excerpt("abcdefghijklmnopqrstuvwxy"), "`abcdefghijklmnopqrstuvwx`...");
        let longest = excerpt(&"\u{10ffff}".repeat(1 << 18));
        assert!(longest.is_ascii() && longest.len() < 300);
    }
}
