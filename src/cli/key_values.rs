//! Parses arguments of the form `KEY=VALUE`, among them the parameters of a sequential test. A key can be given once.

use crate::notation::excerpt;
use crate::stats::{InvalidTest, Model, Parameters, Test};
use thiserror::Error;

/// An error in arguments of the form `KEY=VALUE`.
#[derive(Clone, PartialEq, Debug, Error)]
pub(super) enum KeyError {
    #[error("{0}: {1}")]
    Key(String, String),
    #[error(transparent)]
    Test(#[from] InvalidTest),
}

impl KeyError {
    pub(super) fn new(key: impl Into<String>, problem: impl Into<String>) -> KeyError {
        KeyError::Key(key.into(), problem.into())
    }
}

/// The keys and values of an argument that are not yet taken.
pub(super) struct KeyValues<'a> {
    rest: Vec<(&'a str, &'a str)>,
}

impl<'a> KeyValues<'a> {
    /// Splits each word at its first `=`.
    ///
    /// # Errors
    /// A word has no `=`, a key is unknown, or a key is given twice.
    pub(super) fn read(words: &'a [String], known: &[&str]) -> Result<KeyValues<'a>, KeyError> {
        let mut rest: Vec<(&str, &str)> = Vec::new();
        for word in words {
            let (key, value) = word
                .split_once('=')
                .filter(|(key, _)| !key.is_empty())
                .ok_or_else(|| KeyError::new(excerpt(word), "expected KEY=VALUE"))?;
            if !known.contains(&key) {
                let expected = known.join(", ");
                return Err(KeyError::new(excerpt(key), format!("no such key, expected one of {expected}")));
            }
            if rest.iter().any(|(earlier, _)| *earlier == key) {
                return Err(KeyError::new(excerpt(key), "the key is given twice"));
            }
            rest.push((key, value));
        }
        Ok(KeyValues { rest })
    }

    /// Takes the value of a key, if it is given.
    pub(super) fn take(&mut self, key: &str) -> Option<&'a str> {
        let at = self.rest.iter().position(|(other, _)| *other == key)?;
        Some(self.rest.remove(at).1)
    }

    /// Takes the value of a key with two names.
    ///
    /// # Errors
    /// Both names are given.
    pub(super) fn take_either(&mut self, name: &str, other: &str) -> Result<Option<&'a str>, KeyError> {
        match (self.take(name), self.take(other)) {
            (Some(_), Some(_)) => Err(KeyError::new(other, format!("another name of {name}, which is given too"))),
            (one, another) => Ok(one.or(another)),
        }
    }

    /// Returns the first given key that is in `keys`.
    pub(super) fn first_of(&self, keys: &[&str]) -> Option<&'a str> {
        self.rest.iter().map(|(key, _)| *key).find(|key| keys.contains(key))
    }
}

/// Parses the value of a key, if it is given.
pub(super) fn value<T>(
    key: &str,
    text: Option<&str>,
    expected: &str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, KeyError> {
    let invalid = |found: &str| KeyError::new(key, format!("expected {expected}, found {}", excerpt(found)));
    text.map(|text| parse(text).ok_or_else(|| invalid(text))).transpose()
}

/// The keys of [`sprt_test`].
pub(super) const SPRT_KEYS: [&str; 5] = ["elo0", "elo1", "alpha", "beta", "model"];

/// Takes the keys of a sequential test. Missing keys have the values of [`Parameters::default`].
pub(super) fn sprt_test(words: &mut KeyValues<'_>) -> Result<Test, KeyError> {
    let mut parameters = Parameters::default();
    for (key, field) in [
        ("elo0", &mut parameters.elo0),
        ("elo1", &mut parameters.elo1),
        ("alpha", &mut parameters.alpha),
        ("beta", &mut parameters.beta),
    ] {
        *field = value(key, words.take(key), "a number", |text| text.parse().ok())?.unwrap_or(*field);
    }
    let names = Model::ALL.map(Model::name).join(" or ");
    let model = value("model", words.take("model"), &names, Model::from_name)?;
    parameters.model = model.unwrap_or(parameters.model);
    Ok(Test::new(parameters)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    fn read_test(line: &str) -> Result<Test, KeyError> {
        let words = words(line);
        sprt_test(&mut KeyValues::read(&words, &SPRT_KEYS)?)
    }

    #[test]
    fn missing_parameters_of_a_test_have_defaults() {
        let read = |line: &str| *read_test(line).expect("a test").parameters();
        assert_eq!(read(""), Parameters::default());
        assert_eq!(
            read("model=normalized beta=0.1 elo1=2.5 alpha=1e-2 elo0=-1"),
            Parameters { elo0: -1.0, elo1: 2.5, alpha: 0.01, beta: 0.1, model: Model::Normalized }
        );
    }

    #[test]
    fn an_error_names_the_word_that_causes_it() {
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
            let error = read_test(line).expect_err(line).to_string();
            assert!(error.contains(named) && !error.contains('\n'), "{line}: {error}");
        }
    }

    #[test]
    fn only_one_name_of_a_key_can_be_given() {
        let given = words("W=1 L=2 wins=3");
        let mut words = KeyValues::read(&given, &["W", "L", "D", "wins", "losses", "draws"]).expect("known keys");
        assert_eq!((words.first_of(&["D", "L"]), words.first_of(&["D"])), (Some("L"), None));
        assert_eq!(words.take_either("L", "losses"), Ok(Some("2")));
        assert_eq!(words.take_either("D", "draws"), Ok(None));
        assert!(words.take_either("W", "wins").is_err());
    }
}
