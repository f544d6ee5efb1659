//! The messages about arguments that the parser refuses: one line, with a suggestion if there is one.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use std::error::Error;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

/// Returns the message about an invalid command line, or `None` if help or the version was requested.
pub(super) fn message(error: &clap::Error, command: &Command, words: &[String]) -> Option<String> {
    if let Some(message) = single_dash(error, command, words) {
        return Some(message);
    }
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return None;
    }
    let mut message = one_line(&error.to_string());
    if let Some(cause) = error.source() {
        let expected = match cause.downcast_ref::<ParseIntError>().map(ParseIntError::kind) {
            Some(IntErrorKind::PosOverflow) => Some("the number is too large"),
            Some(_) => Some("expected a whole number"),
            None => cause.is::<ParseFloatError>().then_some("expected a number"),
        };
        message = expected.map_or(message.clone(), |expected| message.replace(&cause.to_string(), expected));
    }
    let suggested = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    match suggested.into_iter().find_map(|kind| best(error.get(kind)?)) {
        Some(word) => {
            // The name of a command is suggested instead of its alias.
            let name = command.find_subcommand(&word).map_or(word.as_str(), Command::get_name);
            Some(with_hint(&message, name))
        }
        None => Some(message),
    }
}

/// Returns the message about a long option with a single dash. The parser reads the first letter of such an option as a short
/// option. Its own message would name only that letter, or it would print the help.
fn single_dash(error: &clap::Error, command: &Command, words: &[String]) -> Option<String> {
    let letter = match error.kind() {
        ErrorKind::UnknownArgument => best(error.get(ContextKind::InvalidArg)?)?,
        ErrorKind::DisplayHelp => "-h".to_owned(),
        _ => return None,
    };
    if letter.starts_with("--") {
        return None;
    }
    let mut words = words.iter().take_while(|word| *word != "--");
    let subcommand = words.clone().find_map(|word| command.find_subcommand(word));
    let word = words.find(|word| word.starts_with(&letter) && word.chars().nth(2).is_some())?;
    let name = word.trim_start_matches('-').split('=').next().unwrap_or_default();
    let known = subcommand.unwrap_or(command).get_arguments().find(|argument| is_called(argument, name));
    let message = format!("unexpected argument '{word}' found");
    match known.and_then(Arg::get_long) {
        Some(long) => Some(with_hint(&message, &format!("--{long}"))),
        // `-help` prints the help.
        None if error.kind() == ErrorKind::DisplayHelp => None,
        None => Some(message),
    }
}

/// Returns whether an argument has this long name or alias.
fn is_called(argument: &Arg, name: &str) -> bool {
    argument.get_long() == Some(name) || argument.get_all_aliases().is_some_and(|aliases| aliases.contains(&name))
}

fn with_hint(message: &str, suggestion: &str) -> String {
    format!("{message}; did you mean '{suggestion}'?")
}

/// Returns the only value, or the last of several. The parser puts the most similar suggestion last.
fn best(value: &ContextValue) -> Option<String> {
    match value {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => texts.last().cloned(),
        _ => None,
    }
}

/// Returns the first paragraph of a message as one line, without the usage and tips that follow.
fn one_line(message: &str) -> String {
    let lines: Vec<&str> = message.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let line = lines.join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}
