//! A user's words as a message can show them: short, on one line, printable on every terminal.

/// Characters of the words that are shown.
const LONGEST: usize = 24;

/// Whether a character is not for a terminal: a control character, or one that turns the direction of the text (Unicode's
/// `Bidi_Control`), with which a name can be made to look like other words.
pub fn is_control(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The words between backquotes, cut behind 24 characters; what is not printable ASCII is escaped. No words: `nothing`.
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

#[cfg(test)]
mod tests {
    use super::*;

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
