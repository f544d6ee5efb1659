//! Parses the words of an argument that have the form `KEY=VALUE`: each is the option `--KEY=VALUE` of a parser.

use super::command_error::CommandError;
use super::parse_error;
use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, Args, Command};
use khepri_rules::internal::notation::excerpt;

/// Parses the words of an argument.
///
/// # Errors
/// A word is invalid, or one is missing.
pub(super) fn read<T: Args>(argument: &'static str, words: &[String]) -> Result<T, CommandError> {
    let has_no_key = |word: &&String| word.split_once('=').is_none_or(|(key, _)| key.is_empty());
    if let Some(word) = words.iter().find(has_no_key) {
        return Err(CommandError::new(argument, format_args!("{}: expected KEY=VALUE", excerpt(word))));
    }
    let command = T::augment_args(Command::new(argument).no_binary_name(true).disable_help_flag(true));
    let mut command = command.mut_args(|key| key.require_equals(true));
    let matches = command.try_get_matches_from_mut(words.iter().map(|word| format!("--{word}")));
    matches.and_then(|matches| T::from_arg_matches(&matches)).map_err(|error| {
        let mut message = parse_error::message(&error, &command, &[]).unwrap_or_default();
        let keys: Vec<&str> = command.get_arguments().filter_map(Arg::get_long).collect();
        for key in &keys {
            message = message.replace(&format!("--{key}"), key);
        }
        if error.kind() == ErrorKind::UnknownArgument {
            message = message.replacen("--", "", 1);
            if error.get(ContextKind::SuggestedArg).is_none() {
                message = format!("{message}; the keys are {}", keys.join(", "));
            }
        }
        CommandError::new(argument, message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_arena::stats::{Model, Parameters};

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
            ("elo0", "`elo0`: expected KEY=VALUE"),
            ("=5", "`=5`: expected KEY=VALUE"),
            ("--", "`--`: expected KEY=VALUE"),
            ("elo0=1 elo0=1", "'elo0=<NUMBER>' cannot be used multiple times"),
            ("elo2=1", "'elo2' found; did you mean 'elo1'?"),
            ("Elo0=1", "'Elo0' found; did you mean 'elo0'?"),
            ("xyz=1", "'xyz' found; the keys are elo0, elo1, alpha, beta, model"),
            ("elo0=--5", "invalid value '--5' for 'elo0=<NUMBER>'"),
            ("elo0=five", "invalid value 'five' for 'elo0=<NUMBER>': expected a number"),
            ("elo0=", "'elo0=<NUMBER>': expected a number"),
            ("model=Logistic", "[possible values: logistic, normalized]"),
            ("help", "`help`: expected KEY=VALUE"),
        ] {
            let error = read_test(line).expect_err(line).to_string();
            assert!(error.starts_with("--sprt: ") && error.contains(named) && !error.contains('\n'), "{line}: {error}");
        }
    }
}
