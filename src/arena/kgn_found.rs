//! What a file of games holds already of a match, whole or torn, found without reading the moves.

use crate::notation::kgn::Reader;
use std::collections::HashSet;
use std::io::{self, BufRead};

/// The tag that tells one match from another.
pub const TOURNAMENT: &str = "Tournament";

/// What a file holds that is opened anew.
#[derive(Debug, Default)]
pub struct Found {
    /// The rounds of whole games of our match.
    pub rounds: HashSet<String>,
    /// A last game that is not ours or does not end as we end one.
    pub last: Option<Last>,
    /// Whether a game can follow as it is.
    pub is_open: bool,
}

/// The last game of a file.
#[derive(Debug)]
pub struct Last {
    /// Where it begins, in bytes.
    pub start: u64,
    /// All of it, with lines that end in `\n`.
    text: Vec<u8>,
    /// Its round, if it has come so far as to say that it is ours.
    round: Option<String>,
}

impl Last {
    /// Whether it is what a kill, or a machine that went down, has left of a game of this round and with this text.
    pub fn is_torn_of(&self, round: &str, text: &str) -> bool {
        let zeros = self.text.iter().rev().take_while(|&&byte| byte == 0).count();
        let found = self.text.get(..self.text.len() - zeros).unwrap_or_default();
        // The event may have been another then.
        text.as_bytes().starts_with(found)
            || (self.is_of(round) && behind_first_line(text.as_bytes()).starts_with(behind_first_line(found)))
    }

    /// Whether it is the whole game of this round, as somebody else has saved it.
    pub fn is_whole_of(&self, round: &str) -> bool {
        self.is_of(round) && matches!(Reader::new(self.text.as_slice()).collect::<Vec<_>>().as_slice(), [Ok(_)])
    }

    fn is_of(&self, round: &str) -> bool {
        self.round.as_deref() == Some(round)
    }
}

impl Found {
    /// Reads a file of games; a game begins with a tag at its beginning or behind a blank line.
    ///
    /// # Errors
    /// The source cannot be read.
    pub fn read(mut source: impl BufRead, tournament: &str) -> io::Result<Found> {
        let mut found = Found { is_open: true, ..Found::default() };
        let (mut line, mut text) = (Vec::new(), Vec::new());
        let (mut start, mut at) = (0, 0);
        loop {
            line.clear();
            let count = source.read_until(b'\n', &mut line)?;
            if count == 0 || (found.is_open && line.starts_with(b"[")) {
                found.rounds.extend(round_of(&text, tournament).filter(|_| count > 0 || is_whole(&text)));
                if count == 0 {
                    break;
                }
                text.clear();
                start = at;
            }
            match line.strip_suffix(b"\r\n") {
                Some(content) => text.extend(content.iter().chain(b"\n")),
                None => text.extend_from_slice(&line),
            }
            at += count as u64;
            found.is_open = line.ends_with(b"\n") && line.trim_ascii().is_empty();
        }
        if !text.is_empty() {
            let round = round_of(&text, tournament);
            if round.is_none() || !is_whole(&text) {
                found.last = Some(Last { start, text, round });
            }
        }
        Ok(found)
    }
}

fn behind_first_line(text: &[u8]) -> &[u8] {
    text.iter().position(|&byte| byte == b'\n').and_then(|end| text.get(end..)).unwrap_or_default()
}

/// Whether a game as we write it has come to its end: a blank line behind the tags and another one behind the moves.
fn is_whole(game: &[u8]) -> bool {
    let end = game.len().saturating_sub(2);
    game.ends_with(b"\n\n") && game.windows(2).take(end).any(|bytes| bytes == b"\n\n")
}

/// The round of a game, if it is of this match.
fn round_of(game: &[u8], tournament: &str) -> Option<String> {
    let mut ours = false;
    let mut round = None;
    for line in game.split(|&byte| byte == b'\n').take_while(|line| !line.is_empty()) {
        let tag = |name: &str| {
            let line = std::str::from_utf8(line).ok()?;
            line.strip_prefix('[')?.strip_prefix(name)?.strip_prefix(" \"")?.strip_suffix("\"]")
        };
        ours |= tag(TOURNAMENT) == Some(tournament);
        round = round.or_else(|| tag("Round").map(str::to_owned));
    }
    round.filter(|_| ours)
}
