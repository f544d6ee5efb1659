//! Where a player's lines come from: a terminal with line editing and a history, or any text.

use crate::notation::lines::Lines;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};
use std::io::{self, BufRead};

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
    /// Returns the next line. A terminal shows the prompt.
    fn line(&mut self, prompt: &str) -> Line;
}

/// A terminal. Lines are edited, and the arrow keys go through those before.
pub struct Terminal(Editor<(), MemHistory>);

impl Terminal {
    /// Returns the terminal on stdin and stdout.
    ///
    /// # Errors
    /// The terminal cannot be used so.
    pub fn open() -> io::Result<Terminal> {
        let config = Config::builder().auto_add_history(true).build();
        let history = MemHistory::with_config(&config);
        let editor = Editor::with_history(config, history);
        editor.map(Terminal).map_err(io::Error::other)
    }
}

impl Input for Terminal {
    fn line(&mut self, prompt: &str) -> Line {
        match self.0.readline(prompt) {
            Ok(line) => Line::Text(line),
            Err(ReadlineError::Interrupted) => Line::Interrupt,
            Err(ReadlineError::Eof) => Line::End,
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
    fn line(&mut self, _: &str) -> Line {
        match self.0.next() {
            Some(Ok((_, text))) => Line::Text(text),
            Some(Err(error)) => Line::Unreadable(error.to_string()),
            None => Line::End,
        }
    }
}
