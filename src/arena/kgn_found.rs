//! What a file of games holds already of a match, whole or torn, found without reading the moves.

use std::collections::HashSet;
use std::io::{self, BufRead};

/// The tag that tells one match from another.
pub const TOURNAMENT: &str = "Tournament";

/// What a file holds that is opened anew.
#[derive(Debug, Default)]
pub struct Found {
    /// The rounds of whole games of our match.
    pub rounds: HashSet<String>,
    /// A last game that is not ours or not whole.
    pub last: Option<Last>,
    /// Whether a game can follow as it is.
    pub is_open: bool,
}

/// The last game of a file.
#[derive(Debug)]
pub struct Last {
    /// Where it begins, in bytes.
    pub start: u64,
    /// All of it.
    pub text: Vec<u8>,
    /// Its round, if it has come so far as to say that it is ours.
    pub round: Option<String>,
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
            text.extend_from_slice(&line);
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
