//! The sources of the human's lines: a terminal with line editing and a history, or any text.

use khepri_rules::internal::notation::lines::Lines;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::collections::VecDeque;
use std::io::{self, BufRead, ErrorKind};

/// The result of reading a line.
#[derive(Debug)]
pub enum InputLine {
    /// A line without its line break.
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
    /// Returns the next line. A terminal shows the prompt, and completes the words with Tab.
    fn line(&mut self, prompt: &str, words: Vec<String>) -> InputLine;
}

/// A terminal with line editing. The arrow keys select earlier lines, and Tab completes moves and commands.
pub struct Terminal {
    editor: Editor<Words, MemHistory>,
    /// The unread lines of a pasted text.
    pasted: VecDeque<String>,
}

/// The words that Tab completes.
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, end: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let before = line.get(..end).unwrap_or_default();
        let start = before.rfind(' ').map_or(0, |blank| blank + 1);
        let prefix = before.get(start..).unwrap_or_default().to_lowercase();
        Ok((start, self.0.iter().filter(|word| word.starts_with(&prefix)).cloned().collect()))
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
    /// The terminal does not allow line editing.
    pub fn open() -> io::Result<Terminal> {
        let config = Config::builder().auto_add_history(true).completion_type(CompletionType::List).build();
        let history = MemHistory::with_config(&config);
        let editor = Editor::with_history(config, history).map_err(io::Error::other)?;
        Ok(Terminal { editor, pasted: VecDeque::new() })
    }
}

impl Input for Terminal {
    fn line(&mut self, prompt: &str, words: Vec<String>) -> InputLine {
        if let Some(line) = self.pasted.pop_front() {
            return InputLine::Text(line);
        }
        self.editor.set_helper(Some(Words(words)));
        match self.editor.readline(prompt) {
            Ok(text) => {
                let mut lines = text.lines().map(str::to_owned);
                let first = lines.next().unwrap_or_default();
                self.pasted.extend(lines);
                InputLine::Text(first)
            }
            Err(ReadlineError::Interrupted) => InputLine::Interrupt,
            Err(ReadlineError::Eof) => InputLine::End,
            // A line with invalid UTF-8 becomes an invalid line, as from a pipe.
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                InputLine::Text(char::REPLACEMENT_CHARACTER.to_string())
            }
            Err(error) => InputLine::Unreadable(error.to_string()),
        }
    }
}

/// The lines of a text, for example from a pipe, without a prompt.
pub struct Plain<R>(Lines<R>);

impl<R: BufRead> Plain<R> {
    /// Returns the lines of a text.
    pub fn new(input: R) -> Plain<R> {
        Plain(Lines::new(input))
    }
}

impl<R: BufRead> Input for Plain<R> {
    fn line(&mut self, _: &str, _: Vec<String>) -> InputLine {
        match self.0.next() {
            Some(Ok((_, text))) => InputLine::Text(text),
            Some(Err(error)) => InputLine::Unreadable(error.to_string()),
            None => InputLine::End,
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
