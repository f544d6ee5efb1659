//! Arguments of the form KEY=VALUE, each key once, and the sequential test that they can describe.

use crate::notation::excerpt;
use crate::stats::{Model, Parameters, Test};

/// The words of one argument that nobody has taken yet.
pub(super) struct KeyValues<'a> {
    rest: Vec<(&'a str, &'a str)>,
}

impl<'a> KeyValues<'a> {
    /// Splits each word at its first `=`. A word without one, a key that is not known, or one that comes twice is a
    /// mistake.
    pub(super) fn read(words: &'a [String], known: &[&str]) -> Result<KeyValues<'a>, String> {
        let mut rest: Vec<(&str, &str)> = Vec::new();
        for word in words {
            let (key, value) = word
                .split_once('=')
                .filter(|(key, _)| !key.is_empty())
                .ok_or_else(|| format!("{}: expected KEY=VALUE", excerpt(word)))?;
            if !known.contains(&key) {
                return Err(format!("{}: no such key, expected one of {}", excerpt(key), known.join(", ")));
            }
            if rest.iter().any(|(earlier, _)| *earlier == key) {
                return Err(format!("{}: the key is given twice", excerpt(key)));
            }
            rest.push((key, value));
        }
        Ok(KeyValues { rest })
    }

    /// Takes the value of a key out, if it is there.
    pub(super) fn take(&mut self, key: &str) -> Option<&'a str> {
        let at = self.rest.iter().position(|(other, _)| *other == key)?;
        Some(self.rest.remove(at).1)
    }

    /// Takes the value of a key that has two names; both of them are a mistake.
    pub(super) fn take_either(&mut self, name: &str, other: &str) -> Result<Option<&'a str>, String> {
        match (self.take(name), self.take(other)) {
            (Some(_), Some(_)) => Err(format!("{other} is the same as {name}, which is given too")),
            (one, another) => Ok(one.or(another)),
        }
    }

    /// The first of the keys that is there.
    pub(super) fn first_of(&self, keys: &[&str]) -> Option<&'a str> {
        self.rest.iter().map(|(key, _)| *key).find(|key| keys.contains(key))
    }
}

/// What is wrong with the value of a key.
pub(super) fn wrong(key: &str, expected: &str, found: &str) -> String {
    format!("{key}: expected {expected}, found {}", excerpt(found))
}

/// The keys of [`sprt_test`].
pub(super) const SPRT_KEYS: [&str; 5] = ["elo0", "elo1", "alpha", "beta", "model"];

/// Takes the keys of a sequential test out of the words; those that are not there have the values of
/// [`Parameters::default`].
pub(super) fn sprt_test(words: &mut KeyValues<'_>) -> Result<Test, String> {
    let mut parameters = Parameters::default();
    for (key, field) in [
        ("elo0", &mut parameters.elo0),
        ("elo1", &mut parameters.elo1),
        ("alpha", &mut parameters.alpha),
        ("beta", &mut parameters.beta),
    ] {
        if let Some(text) = words.take(key) {
            *field = text.parse().map_err(|_| wrong(key, "a number", text))?;
        }
    }
    if let Some(text) = words.take("model") {
        let names = Model::ALL.map(Model::name).join(" or ");
        parameters.model = Model::from_name(text).ok_or_else(|| wrong("model", &names, text))?;
    }
    Test::new(parameters).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    fn read_test(line: &str) -> Result<Test, String> {
        let words = words(line);
        sprt_test(&mut KeyValues::read(&words, &SPRT_KEYS)?)
    }

    #[test]
    fn a_test_is_read_with_its_defaults() {
        let read = |line: &str| *read_test(line).expect("a test").parameters();
        assert_eq!(read(""), Parameters::default());
        assert_eq!(
            read("model=normalized beta=0.1 elo1=2.5 alpha=1e-2 elo0=-1"),
            Parameters { elo0: -1.0, elo1: 2.5, alpha: 0.01, beta: 0.1, model: Model::Normalized }
        );
    }

    #[test]
    fn a_mistake_names_its_word() {
        for (line, named) in [
            ("elo0", "`elo0`"),
            ("=5", "`=5`"),
            ("elo0=1 elo0=1", "`elo0`"),
            ("elo2=1", "`elo2`"),
            ("Elo0=1", "`Elo0`"),
            ("elo0=five", "`five`"),
            ("elo0=", "elo0: expected a number, found nothing"),
            ("elo1=nan", "elo1"),
            ("elo0=7", "elo1"),
            ("alpha=1.5", "alpha"),
            ("model=Logistic", "logistic or normalized"),
        ] {
            let mistake = read_test(line).expect_err(line);
            assert!(mistake.contains(named) && !mistake.contains('\n'), "{line}: {mistake}");
        }
    }

    #[test]
    fn a_key_with_two_names_is_given_once() {
        let given = words("W=1 L=2 wins=3");
        let mut words = KeyValues::read(&given, &["W", "L", "D", "wins", "losses", "draws"]).expect("known keys");
        assert_eq!((words.first_of(&["D", "L"]), words.first_of(&["D"])), (Some("L"), None));
        assert_eq!(words.take_either("L", "losses"), Ok(Some("2")));
        assert_eq!(words.take_either("D", "draws"), Ok(None));
        assert!(words.take_either("W", "wins").is_err());
    }
}
