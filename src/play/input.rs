//! Where a player's lines come from: a terminal with line editing and a history, or any text.

use crate::notation::lines::Lines;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::collections::VecDeque;
use std::io::{self, BufRead, ErrorKind};

/// What came instead of a line.
#[derive(Debug)]
pub enum Line {
    /// A line without its end.
    Text(String),
    /// Ctrl-C at the prompt.
    Interrupt,
    /// The end of the input.
    End,
    /// The input cannot be read any further.
    Unreadable(String),
}

/// A source of lines.
pub trait Input {
    /// Returns the next line. A terminal shows the prompt, and Tab completes the words.
    fn line(&mut self, prompt: &str, words: Vec<String>) -> Line;
}

/// A terminal. Lines are edited, the arrow keys go through those before, and Tab completes moves and commands.
pub struct Terminal {
    editor: Editor<Words, MemHistory>,
    /// The rest of several lines that were pasted at once.
    pasted: VecDeque<String>,
}

/// The words that Tab completes.
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, end: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let before = line.get(..end).unwrap_or_default();
        let start = before.rfind(' ').map_or(0, |blank| blank + 1);
        let begun = before.get(start..).unwrap_or_default().to_lowercase();
        Ok((start, self.0.iter().filter(|word| word.starts_with(&begun)).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

impl Terminal {
    /// Returns the terminal on stdin and stdout.
    ///
    /// # Errors
    /// The terminal cannot be used so.
    pub fn open() -> io::Result<Terminal> {
        let config = Config::builder().auto_add_history(true).completion_type(CompletionType::List).build();
        let history = MemHistory::with_config(&config);
        let editor = Editor::with_history(config, history).map_err(io::Error::other)?;
        Ok(Terminal { editor, pasted: VecDeque::new() })
    }
}

impl Input for Terminal {
    fn line(&mut self, prompt: &str, words: Vec<String>) -> Line {
        if let Some(line) = self.pasted.pop_front() {
            return Line::Text(line);
        }
        self.editor.set_helper(Some(Words(words)));
        match self.editor.readline(prompt) {
            Ok(text) => {
                let mut lines = text.lines().map(str::to_owned);
                let first = lines.next().unwrap_or_default();
                self.pasted.extend(lines);
                Line::Text(first)
            }
            Err(ReadlineError::Interrupted) => Line::Interrupt,
            Err(ReadlineError::Eof) => Line::End,
            // A byte that is not UTF-8, which no line can have: as through a pipe it stands for itself.
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                Line::Text(char::REPLACEMENT_CHARACTER.to_string())
            }
            Err(error) => Line::Unreadable(error.to_string()),
        }
    }
}

/// Lines of a text, for example from a pipe. There is no prompt.
pub struct Plain<R>(Lines<R>);

impl<R: BufRead> Plain<R> {
    /// Returns the lines of a text.
    pub fn new(input: R) -> Plain<R> {
        Plain(Lines::new(input))
    }
}

impl<R: BufRead> Input for Plain<R> {
    fn line(&mut self, _: &str, _: Vec<String>) -> Line {
        match self.0.next() {
            Some(Ok((_, text))) => Line::Text(text),
            Some(Err(error)) => Line::Unreadable(error.to_string()),
            None => Line::End,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_is_completed() {
        let words = Words(["h2g2", "h2+", "moves"].map(str::to_owned).to_vec());
        let history = MemHistory::new();
        for (line, start, found) in [
            ("h2", 0, &["h2g2", "h2+"][..]),
            ("H2g", 0, &["h2g2"]),
            ("beam h2+", 5, &["h2+"]),
            ("x", 0, &[]),
            ("é m", 3, &["moves"]),
        ] {
            let completed = words.complete(line, line.len(), &Context::new(&history)).expect("it cannot fail");
            assert_eq!(
                (completed.0, completed.1.iter().map(String::as_str).collect::<Vec<_>>()),
                (start, found.to_vec())
            );
        }
    }
}
