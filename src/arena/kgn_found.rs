//! What a file of games holds already of a match: whole, torn or faulty.

use crate::notation::kgn::{Fault, Place, ReadError, Reader};
use std::collections::HashSet;
use std::io::{self, BufRead};

/// The tag that tells one match from another.
pub const TOURNAMENT: &str = "Tournament";

/// What a file holds that is opened anew.
#[derive(Debug, Default)]
pub struct Found {
    /// The rounds of whole games of our match.
    pub rounds: HashSet<String>,
    /// What is wrong with some of these games.
    pub faults: Vec<Fault>,
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
    place: GamePlace,
    /// All of it, with lines that end in `\n`.
    text: Vec<u8>,
    /// Its round, if it has come so far as to say that it is ours.
    round: Option<String>,
}

/// Where a game begins.
#[derive(Clone, Copy, Debug)]
struct GamePlace {
    /// Its first line, from 1.
    line: u64,
    /// Which game of the file it is, from 1.
    game: u64,
}

impl GamePlace {
    /// Returns what is wrong with the game of this text that begins here.
    fn fault(self, text: &[u8]) -> Option<Fault> {
        let Some(Err(ReadError::Fault(fault))) = Reader::new(text).next() else { return None };
        let line = fault.place.line.saturating_add(self.line - 1);
        Some(Fault { place: Place { line, ..fault.place }, game: self.game, ..fault })
    }
}

impl Last {
    /// Whether nothing but the end of this text is missing. Zeros are what a machine that went down has left.
    pub fn begins(&self, text: &str) -> bool {
        text.as_bytes().starts_with(self.without_zeros())
    }

    /// Whether nothing but the end is missing of this text of the game of this round, which may name another event.
    pub fn begins_but_for_event(&self, round: &str, text: &str) -> bool {
        self.round.as_deref() == Some(round)
            && after_first_line(text.as_bytes()).starts_with(after_first_line(self.without_zeros()))
    }

    /// The round of the game if it is one of ours and whole, as another program has saved it. Any text may follow it.
    pub fn whole_round(&self) -> Option<&str> {
        let is_whole = || matches!(Reader::new(self.text.as_slice()).next(), Some(Ok(_)));
        self.round.as_deref().filter(|_| is_whole())
    }

    /// What is wrong with the game, if it is one of ours.
    pub fn fault(&self) -> Option<Fault> {
        self.round.as_ref().and_then(|_| self.place.fault(&self.text))
    }

    fn without_zeros(&self) -> &[u8] {
        let zeros = self.text.iter().rev().take_while(|&&byte| byte == 0).count();
        self.text.get(..self.text.len() - zeros).unwrap_or_default()
    }
}

impl Found {
    /// Reads a file of games. A game begins with a tag at the beginning of the file, after a blank line, or after the moves
    /// of another game.
    ///
    /// # Errors
    /// The source cannot be read.
    pub fn read(mut source: impl BufRead, tournament: &str) -> io::Result<Found> {
        let mut found = Found { is_open: true, ..Found::default() };
        let (mut line, mut text) = (Vec::new(), Vec::new());
        let (mut start, mut at) = (0, 0);
        let (mut place, mut lines) = (GamePlace { line: 1, game: 0 }, 0);
        // Whether the tags of the game are over, and whether the last line is one of its moves or a note of the user.
        let (mut has_tags_before, mut is_after_text) = (false, false);
        loop {
            line.clear();
            let count = source.read_until(b'\n', &mut line)?;
            let is_tag = line.starts_with(b"[");
            if count == 0 || (is_tag && (found.is_open || (has_tags_before && is_after_text))) {
                if let Some(round) = round_of(&text, tournament).filter(|_| count > 0 || is_whole(&text)) {
                    found.rounds.insert(round);
                    found.faults.extend(place.fault(&text));
                }
                if count == 0 {
                    break;
                }
                text.clear();
                start = at;
                place = GamePlace { line: lines + 1, game: place.game + 1 };
                has_tags_before = false;
            }
            match line.strip_suffix(b"\r\n") {
                Some(content) => text.extend(content.iter().chain(b"\n")),
                None => text.extend_from_slice(&line),
            }
            at += count as u64;
            lines += 1;
            found.is_open = line.ends_with(b"\n") && line.trim_ascii().is_empty();
            has_tags_before |= found.is_open && text.starts_with(b"[");
            is_after_text = !found.is_open && !is_tag;
        }
        if !text.is_empty() {
            let round = round_of(&text, tournament);
            if round.is_none() || !is_whole(&text) {
                found.last = Some(Last { start, place, text, round });
            }
        }
        Ok(found)
    }
}

fn after_first_line(text: &[u8]) -> &[u8] {
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
