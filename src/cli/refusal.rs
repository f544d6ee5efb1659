//! Refusals of the parser of the command line, on one line, with a suggestion.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use std::error::Error;
use std::num::{IntErrorKind, ParseIntError};

/// Returns why the words of a command line are refused, or `None` if help or the version was requested.
pub(super) fn of(error: &clap::Error, command: &Command, words: &[String]) -> Option<String> {
    if let Some(refusal) = one_dash(error, command, words) {
        return Some(refusal);
    }
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return None;
    }
    let mut message = one_line(&error.to_string());
    if let Some(fault) = error.source().and_then(|source| source.downcast_ref::<ParseIntError>()) {
        let expected = match fault.kind() {
            IntErrorKind::PosOverflow => "the number is too large",
            _ => "expected a whole number",
        };
        message = message.replace(&fault.to_string(), expected);
    }
    let suggested = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    match suggested.into_iter().find_map(|kind| best(error.get(kind)?)) {
        Some(meant) => {
            // An alias of a command is replaced by its name.
            let name = command.find_subcommand(&meant).map_or(meant.as_str(), Command::get_name);
            Some(with_hint(&message, name))
        }
        None => Some(message),
    }
}

/// Returns the refusal of a long option with one dash. The parser reads its first letter as an option and names only that,
/// or prints the help.
fn one_dash(error: &clap::Error, command: &Command, words: &[String]) -> Option<String> {
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

fn is_called(argument: &Arg, name: &str) -> bool {
    argument.get_long() == Some(name) || argument.get_all_aliases().is_some_and(|aliases| aliases.contains(&name))
}

fn with_hint(message: &str, meant: &str) -> String {
    format!("{message}; did you mean '{meant}'?")
}

/// Returns the value, or the last of several: the parser puts the most similar suggestion last.
fn best(value: &ContextValue) -> Option<String> {
    match value {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => texts.last().cloned(),
        _ => None,
    }
}

/// Returns the first paragraph of a message as one line. Usage and advice follow it.
fn one_line(message: &str) -> String {
    let lines: Vec<&str> = message.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let line = lines.join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}
