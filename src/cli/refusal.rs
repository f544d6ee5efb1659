//! What the parser of the command line refuses, on one line, with what may have been meant instead.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

/// Returns why a command line, without the name of the program, is refused, or nothing if help or version was asked for.
pub(super) fn of(error: &clap::Error, command: &Command, words: &[String]) -> Option<String> {
    if let Some(refusal) = one_dash(error, command, words) {
        return Some(refusal);
    }
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return None;
    }
    let message = one_line(&error.to_string());
    let suggested = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    match suggested.into_iter().find_map(|kind| best(error.get(kind)?)) {
        Some(meant) => {
            // A command that is known by another name is named by its own.
            let name = command.find_subcommand(&meant).map_or(meant.as_str(), Command::get_name);
            Some(with_hint(&message, name))
        }
        None => Some(message),
    }
}

/// Returns why a long option with one dash is refused: the parser takes its first letter for an option and names only
/// that, or for a wish for help.
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
        // `-help` does what it says.
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

/// The value, or the last of several, which the parser sorts by how much they resemble what was written.
fn best(value: &ContextValue) -> Option<String> {
    match value {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => texts.last().cloned(),
        _ => None,
    }
}

/// The first paragraph of a message, which says what is wrong; usage and advice follow it.
fn one_line(message: &str) -> String {
    let lines: Vec<&str> = message.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let line = lines.join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}
