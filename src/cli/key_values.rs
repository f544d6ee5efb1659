//! Parses the words of an argument that have the form `KEY=VALUE`: each is the option `--KEY=VALUE` of a parser.

use super::command_error::CommandError;
use super::parse_error;
use clap::{Args, Command};

/// Parses the words of an argument.
///
/// # Errors
/// A word is invalid, or one is missing.
pub(super) fn read<T: Args>(argument: &'static str, words: &[String]) -> Result<T, CommandError> {
    let command = T::augment_args(Command::new(argument).no_binary_name(true).disable_help_flag(true));
    let mut command = command.mut_args(|key| key.require_equals(true));
    let matches = command.try_get_matches_from_mut(words.iter().map(|word| format!("--{word}")));
    matches.and_then(|matches| T::from_arg_matches(&matches)).map_err(|error| {
        let message = parse_error::message(&error, &command, &[]).unwrap_or_default();
        CommandError::new(argument, message.replace("--", ""))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Model, Parameters};

    fn read_test(line: &str) -> Result<Parameters, CommandError> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        read("--sprt", &words)
    }

    #[test]
    fn missing_parameters_of_a_test_have_defaults() {
        assert_eq!(read_test("").expect("no error"), Parameters::default());
        assert_eq!(
            read_test("model=normalized beta=0.1 elo1=2.5 alpha=1e-2 elo0=-1").expect("no error"),
            Parameters { elo0: -1.0, elo1: 2.5, alpha: 0.01, beta: 0.1, model: Model::Normalized }
        );
    }

    #[test]
    fn an_error_names_the_argument_and_the_word_that_causes_it() {
        for (line, named) in [
            ("elo0", "'elo0=<NUMBER>'"),
            ("=5", "''"),
            ("elo0=1 elo0=1", "'elo0=<NUMBER>' cannot be used multiple times"),
            ("elo2=1", "'elo2' found; did you mean 'elo1'?"),
            ("Elo0=1", "'Elo0'"),
            ("elo0=five", "invalid value 'five' for 'elo0=<NUMBER>': expected a number"),
            ("elo0=", "'elo0=<NUMBER>': expected a number"),
            ("model=Logistic", "[possible values: logistic, normalized]"),
            ("help", "'help'"),
        ] {
            let error = read_test(line).expect_err(line).to_string();
            assert!(error.starts_with("--sprt: ") && error.contains(named) && !error.contains('\n'), "{line}: {error}");
        }
    }
}
