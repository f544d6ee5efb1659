//! Names of engines as tables, messages and logs print them: one word each, at most 32 columns wide. A number may follow a
//! shortened name.

use khepri_rules::internal::notation::excerpt::is_control;
use std::collections::BTreeMap;
use unicode_width::UnicodeWidthStr;

/// Largest width of a printed name, in terminal columns.
const WIDEST: usize = 32;
/// Largest number of characters of a name that are printed. The width does not limit them, since combining characters have no
/// width.
const LONGEST: usize = 64;
/// The mark at the end of a shortened name.
const CUT: &str = "…";

/// Replaces blanks, which would split a table column, and control characters by `_`.
pub fn one_word(name: &str) -> String {
    name.replace(|letter: char| letter.is_whitespace() || is_control(letter), "_")
}

/// Returns a name as one word of at most 32 columns; a shortened name ends in `…`.
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

/// Returns a name as [`shown`] does. Appends the engine's number to a shortened name, since two long names may begin with the
/// same characters.
pub fn shown_at(seat: usize, name: &str) -> String {
    let shown = shown(name);
    if shown == one_word(name) { shown } else { format!("{shown}{}", seat.saturating_add(1)) }
}

/// The names of the engines of a match, by seat.
#[derive(Clone, Default, Debug)]
pub struct Names(pub BTreeMap<usize, String>);

impl Names {
    /// Returns the printed name of the engine in a seat; `engine-N` if it is unknown.
    pub fn of(&self, seat: usize) -> String {
        let unknown = || format!("engine-{}", seat.saturating_add(1));
        self.0.get(&seat).map_or_else(unknown, |name| shown_at(seat, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_by_their_width_in_columns() {
        let fits = "x".repeat(32);
        assert_eq!(shown(&fits), fits);
        assert_eq!(shown(&"x".repeat(33)), format!("{}…", "x".repeat(31)));
        // Each of these characters is two columns wide.
        assert_eq!(shown(&"漢".repeat(16)), "漢".repeat(16));
        assert_eq!(shown(&"漢".repeat(17)), format!("{}…", "漢".repeat(15)));
        // A combining character has no width.
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
    fn names_contain_no_direction_marks() {
        for control in
            "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}".chars()
        {
            assert_eq!(shown(&format!("a{control}b")), "a_b", "{control:?}");
        }
        assert_eq!(shown("Käfer"), "Käfer");
        assert_eq!(shown("שלום"), "שלום");
    }
}
