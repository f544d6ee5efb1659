//! The options that an engine offers, and the values that each takes.

use khepri_rules::internal::notation::excerpt;
use std::fmt::{self, Display};

/// An option that an engine offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfferedOption {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: OptionKind,
}

/// The type of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// A whole number, between the smallest and the largest value if the engine names both.
    Spin(Option<(i64, i64)>),
    /// `true` or `false`.
    Check,
    /// One of these values. Without any, all are taken.
    Combo(Vec<String>),
    /// No value.
    Button,
    /// Any other type, by its name. All values are taken.
    Other(String),
}

impl OfferedOption {
    /// Reads the words after `option`.
    pub fn read<'a>(words: impl Iterator<Item = &'a str>) -> OfferedOption {
        let mut words = words.skip_while(|&word| word != "name").skip(1);
        let name = words.by_ref().take_while(|&word| word != "type").collect::<Vec<_>>().join(" ");
        let kind = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        let number = |key| words.iter().skip_while(|word| **word != key).nth(1)?.parse().ok();
        let kind = match kind {
            "spin" => OptionKind::Spin(number("min").zip(number("max"))),
            "check" => OptionKind::Check,
            "combo" => OptionKind::Combo(values(&words)),
            "button" => OptionKind::Button,
            other => OptionKind::Other(other.to_owned()),
        };
        OfferedOption { name, kind }
    }

    /// Returns whether this is the option with a name. The case of letters does not matter.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Returns what is expected in place of a value that the option does not take. The case of letters does not matter.
    pub fn expected(&self, value: &str) -> Option<String> {
        let is_any = |words: &[String]| words.iter().any(|word| word.eq_ignore_ascii_case(value));
        let number = || value.parse::<i64>().ok().filter(|_| !value.starts_with('+'));
        let (is_taken, expected) = match &self.kind {
            OptionKind::Spin(None) => (number().is_some(), "a whole number".to_owned()),
            OptionKind::Spin(Some((min, max))) => {
                let is_taken = number().is_some_and(|number| (*min..=*max).contains(&number));
                (is_taken, format!("a whole number from {min} to {max}"))
            }
            OptionKind::Check => (is_any(&["true", "false"].map(str::to_owned)), "true or false".to_owned()),
            OptionKind::Combo(values) => {
                let words: Vec<String> = values.iter().map(|value| excerpt(value)).collect();
                (values.is_empty() || is_any(values), format!("one of {}", words.join(", ")))
            }
            OptionKind::Button => (value.is_empty(), "no value".to_owned()),
            OptionKind::Other(_) => (true, String::new()),
        };
        (!is_taken).then_some(expected)
    }
}

/// Returns the values of a combo. The default may stand before or between them.
fn values(words: &[&str]) -> Vec<String> {
    let words = words.iter().skip_while(|word| **word != "var").copied().collect::<Vec<_>>();
    let values = words.split(|word| *word == "var").map(|value| {
        // A value may begin with the word `default` itself.
        let is_end = |(place, word): (usize, &&str)| place > 0 && *word == "default";
        let end = value.iter().enumerate().position(is_end).unwrap_or(value.len());
        value.get(..end).unwrap_or_default().join(" ")
    });
    values.filter(|value| !value.is_empty()).collect()
}

impl Display for OptionKind {
    /// Writes the name of the type.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Spin(_) => f.write_str("spin"),
            OptionKind::Check => f.write_str("check"),
            OptionKind::Combo(_) => f.write_str("combo"),
            OptionKind::Button => f.write_str("button"),
            OptionKind::Other(name) if ["string", "file", "path"].contains(&name.as_str()) => f.write_str(name),
            OptionKind::Other(name) => f.write_str(&excerpt(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> OfferedOption {
        OfferedOption::read(line.split_whitespace())
    }

    #[test]
    fn options_are_read_with_their_values() {
        let combo = |values: &[&str]| OptionKind::Combo(values.iter().map(|&value| value.to_owned()).collect());
        for (line, name, kind) in [
            ("name Move Overhead type spin", "Move Overhead", OptionKind::Spin(None)),
            ("name a type spin default 3 min -5 max 7", "a", OptionKind::Spin(Some((-5, 7)))),
            ("name a type spin min 1 max x", "a", OptionKind::Spin(None)),
            ("name a b type check default true", "a b", OptionKind::Check),
            ("name a type button", "a", OptionKind::Button),
            ("name a type string default min 5 max 6", "a", OptionKind::Other("string".to_owned())),
            ("name a", "a", OptionKind::Other(String::new())),
            ("name a type combo default x y var x y var z", "a", combo(&["x y", "z"])),
            ("name a type combo var x var default default x", "a", combo(&["x", "default"])),
            ("name a type combo default default var default var b default c", "a", combo(&["default", "b"])),
            ("name a type combo default x", "a", combo(&[])),
        ] {
            assert_eq!(read(line), OfferedOption { name: name.to_owned(), kind }, "{line}");
        }
    }

    #[test]
    fn values_outside_of_an_offer_are_recognised() {
        for (line, taken, refused) in [
            ("name a type spin min -5 max 7", &["-5", "0", "7"][..], &["-6", "8", "+1", "1.0", "x", "", "1e1"][..]),
            ("name a type spin", &["-9223372036854775808"], &["9223372036854775808", "a"]),
            ("name a type check", &["true", "False"], &["1", "on", ""]),
            ("name a type combo var x y var z", &["x y", "Z"], &["x", "y", "x  y", "", "var"]),
            ("name a type combo", &["x", ""], &[]),
            ("name a type button", &[""], &["true", "0"]),
            ("name a type string default x", &["", "any thing"], &[]),
            ("name a type future", &["", "any thing"], &[]),
        ] {
            let option = read(line);
            for value in taken {
                assert_eq!(option.expected(value), None, "{line}: {value}");
            }
            for value in refused {
                assert!(option.expected(value).is_some(), "{line}: {value}");
            }
        }
        assert_eq!(read("name a type combo var \u{1b} var y").expected("x"), Some("one of `\\u{1b}`, `y`".to_owned()));
    }
}
