//! Scans a file of KGN for the games of a match: complete, truncated and faulty ones.

use crate::notation::kgn::{Fault, Place, ReadError, Reader};
use std::collections::HashSet;
use std::io::{self, BufRead};

/// The tag with the digest of the match.
pub const TOURNAMENT: &str = "Tournament";

/// The contents of an existing file.
#[derive(Debug, Default)]
pub struct Scan {
    /// The rounds of complete games of the match.
    pub rounds: HashSet<String>,
    /// The faulty ones among them.
    pub faults: Vec<Fault>,
    /// The last game, unless it is of this match and has the blank lines that the runner writes.
    pub last: Option<LastGame>,
    /// Whether the file is empty or ends with a blank line, so that a game can be appended.
    pub is_separated: bool,
}

/// The last game of a file.
#[derive(Debug)]
pub struct LastGame {
    /// Its offset, in bytes.
    pub start: u64,
    place: GamePlace,
    /// Its text, with lines that end in `\n`.
    text: Vec<u8>,
    /// Its round, if its tags show that it is of this match.
    round: Option<String>,
}

/// The place of a game in the file.
#[derive(Clone, Copy, Debug)]
struct GamePlace {
    /// Its first line, from 1.
    line: u64,
    /// Its number in the file, from 1.
    game: u64,
}

impl GamePlace {
    /// Returns the fault of the game at this place, which has this text.
    fn fault(self, text: &[u8]) -> Option<Fault> {
        let Some(Err(ReadError::Fault(fault))) = Reader::new(text).next() else { return None };
        let line = fault.place.line.saturating_add(self.line - 1);
        Some(Fault { place: Place { line, ..fault.place }, game: self.game, ..fault })
    }
}

impl LastGame {
    /// Returns whether the game is a prefix of this text. Ignores zeros at its end, which a crash of the machine can leave.
    pub fn is_prefix_of(&self, text: &str) -> bool {
        text.as_bytes().starts_with(self.without_zeros())
    }

    /// Returns whether the game is of this round and a prefix of this text, except for the event.
    pub fn is_prefix_except_event(&self, round: &str, text: &str) -> bool {
        self.round.as_deref() == Some(round)
            && after_first_line(text.as_bytes()).starts_with(after_first_line(self.without_zeros()))
    }

    /// Returns the round of the game if it is of this match and complete. Another program may have saved it, and any text
    /// may follow it.
    pub fn complete_round(&self) -> Option<&str> {
        let is_complete = || matches!(Reader::new(self.text.as_slice()).next(), Some(Ok(_)));
        self.round.as_deref().filter(|_| is_complete())
    }

    /// Returns the fault of the game, if it is of this match.
    pub fn fault(&self) -> Option<Fault> {
        self.round.as_ref().and_then(|_| self.place.fault(&self.text))
    }

    fn without_zeros(&self) -> &[u8] {
        let zeros = self.text.iter().rev().take_while(|&&byte| byte == 0).count();
        self.text.get(..self.text.len() - zeros).unwrap_or_default()
    }
}

impl Scan {
    /// Reads a file of games. A game begins with a tag at the beginning of the file, after a blank line, or after the moves
    /// of another game.
    ///
    /// # Errors
    /// The source cannot be read.
    pub fn read(mut source: impl BufRead, tournament: &str) -> io::Result<Scan> {
        let mut found = Scan { is_separated: true, ..Scan::default() };
        let (mut line, mut text) = (Vec::new(), Vec::new());
        let (mut start, mut at) = (0, 0);
        let (mut place, mut lines) = (GamePlace { line: 1, game: 0 }, 0);
        // Whether the tags of the game have ended, and whether the last line contains moves or a note of the user.
        let (mut tags_ended, mut is_after_text) = (false, false);
        loop {
            line.clear();
            let count = source.read_until(b'\n', &mut line)?;
            let is_tag = line.starts_with(b"[");
            if count == 0 || (is_tag && (found.is_separated || (tags_ended && is_after_text))) {
                if let Some(round) = round_of(&text, tournament).filter(|_| count > 0 || is_complete(&text)) {
                    found.rounds.insert(round);
                    found.faults.extend(place.fault(&text));
                }
                if count == 0 {
                    break;
                }
                text.clear();
                start = at;
                place = GamePlace { line: lines + 1, game: place.game + 1 };
                tags_ended = false;
            }
            match line.strip_suffix(b"\r\n") {
                Some(content) => text.extend(content.iter().chain(b"\n")),
                None => text.extend_from_slice(&line),
            }
            at += count as u64;
            lines += 1;
            found.is_separated = line.ends_with(b"\n") && line.trim_ascii().is_empty();
            tags_ended |= found.is_separated && text.starts_with(b"[");
            is_after_text = !found.is_separated && !is_tag;
        }
        if !text.is_empty() {
            let round = round_of(&text, tournament);
            if round.is_none() || !is_complete(&text) {
                found.last = Some(LastGame { start, place, text, round });
            }
        }
        Ok(found)
    }
}

fn after_first_line(text: &[u8]) -> &[u8] {
    text.iter().position(|&byte| byte == b'\n').and_then(|end| text.get(end..)).unwrap_or_default()
}

/// Returns whether a game has the two blank lines that the runner writes: one after the tags and one after the moves.
fn is_complete(game: &[u8]) -> bool {
    let end = game.len().saturating_sub(2);
    game.ends_with(b"\n\n") && game.windows(2).take(end).any(|bytes| bytes == b"\n\n")
}

/// Returns the round of a game, if it is of this match.
fn round_of(game: &[u8], tournament: &str) -> Option<String> {
    let mut is_of_match = false;
    let mut round = None;
    for line in game.split(|&byte| byte == b'\n').take_while(|line| !line.is_empty()) {
        let tag = |name: &str| {
            let line = std::str::from_utf8(line).ok()?;
            line.strip_prefix('[')?.strip_prefix(name)?.strip_prefix(" \"")?.strip_suffix("\"]")
        };
        is_of_match |= tag(TOURNAMENT) == Some(tournament);
        round = round.or_else(|| tag("Round").map(str::to_owned));
    }
    round.filter(|_| is_of_match)
}
