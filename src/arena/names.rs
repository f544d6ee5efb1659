//! How engines are called in tables, messages and logs: one word for each, no wider than a table bears.

use crate::notation::excerpt::is_control;
use std::collections::BTreeMap;
use unicode_width::UnicodeWidthStr;

/// The widest name that is shown, in columns of a terminal.
const WIDEST: usize = 32;
/// The longest name that is shown, in characters: some characters fill no column.
const LONGEST: usize = 64;
/// What ends a name that is cut.
const CUT: &str = "…";

/// Returns a name as one word: a blank would make two columns of one, and a control character from a file is not for the
/// terminal.
pub fn one_word(name: &str) -> String {
    name.replace(|letter: char| letter.is_whitespace() || is_control(letter), "_")
}

/// Returns a name as one word of at most 32 columns; one that is cut ends in `…`.
pub fn shown(name: &str) -> String {
    let word = one_word(name);
    let end_of_longest = word.char_indices().nth(LONGEST).map_or(word.len(), |(end, _)| end);
    let longest = word.get(..end_of_longest).unwrap_or_default();
    if longest.len() == word.len() && word.width() <= WIDEST {
        return word;
    }
    let mut short = longest.to_owned();
    while short.width() + CUT.width() > WIDEST {
        short.pop();
    }
    short + CUT
}

/// Returns a name as [`shown`] does; the number of the engine follows one that is cut, since two long names may begin alike.
pub fn shown_at(seat: usize, name: &str) -> String {
    let shown = shown(name);
    if shown == one_word(name) { shown } else { format!("{shown}{}", seat.saturating_add(1)) }
}

/// The engines of a match by seat.
#[derive(Clone, Default, Debug)]
pub struct Names(pub BTreeMap<usize, String>);

impl Names {
    /// Returns what the engine of a seat is called.
    pub fn of(&self, seat: usize) -> String {
        let unknown = || format!("engine-{}", seat.saturating_add(1));
        self.0.get(&seat).map_or_else(unknown, |name| shown_at(seat, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_by_the_columns_that_they_fill() {
        let fits = "x".repeat(32);
        assert_eq!(shown(&fits), fits);
        assert_eq!(shown(&"x".repeat(33)), format!("{}…", "x".repeat(31)));
        // Each of these fills two columns.
        assert_eq!(shown(&"漢".repeat(16)), "漢".repeat(16));
        assert_eq!(shown(&"漢".repeat(17)), format!("{}…", "漢".repeat(15)));
        // And each of these none.
        let marks = shown(&format!("e{}", "\u{301}".repeat(1 << 16)));
        assert!(marks.chars().count() <= 65 && marks.ends_with('…'), "{marks}");
    }

    #[test]
    fn long_names_that_begin_alike_differ() {
        let long = "x".repeat(1 << 16);
        let names = Names([format!("{long}a"), format!("{long}b")].into_iter().enumerate().collect());
        let cut = format!("{}…", "x".repeat(31));
        assert_eq!([names.of(0), names.of(1), names.of(2)], [cut.clone() + "1", cut + "2", "engine-3".to_owned()]);
    }

    #[test]
    fn nothing_in_a_name_turns_the_text_around() {
        for control in
            "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}".chars()
        {
            assert_eq!(shown(&format!("a{control}b")), "a_b", "{control:?}");
        }
        assert_eq!(shown("Käfer"), "Käfer");
        assert_eq!(shown("שלום"), "שלום");
    }
}
