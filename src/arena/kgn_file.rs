//! The games of a match as KGN, in a file that may hold others too and that mends itself from the records.

use super::record::{GameRecord, GameResult};
use crate::notation::kgn::{self, Comment, Evaluation, Note, PlayedMove, Record};
use crate::notation::{movetext, opening::Opening};
use crate::rules::Colour;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

/// The tag that tells one match from another.
const TOURNAMENT: &str = "Tournament";
/// How the first tag of a game begins behind the game before it, or where a kill has left nothing more of it.
const NEXT_GAME: &str = "\n\n[";

/// A game as KGN.
///
/// # Errors
/// Why the record is none of a game.
pub fn text(record: &GameRecord, event: &str) -> Result<String, String> {
    let opening = Opening::read(&record.opening).map_err(|error| format!("opening: {error}"))?;
    let book = opening.moves().iter().map(|&mv| PlayedMove { mv, note: Note::Book });
    let mut moves: Vec<PlayedMove> = book.collect();
    for (number, played) in (1..).zip(&record.moves) {
        let mv = movetext::read(&played.mv).map_err(|error| format!("move {number}: {error}"))?;
        let evaluation = played.score.as_deref().and_then(Evaluation::read);
        let time = Some(Duration::from_micros(played.time_us));
        moves.push(PlayedMove { mv, note: Note::Engine(Comment { evaluation, depth: played.depth, time }) });
    }
    let [silver, red] = &record.time_controls;
    let date = record.started.get(..10).unwrap_or_default().replace('-', ".");
    let mut other_tags = vec![(TOURNAMENT.to_owned(), record.tournament.clone())];
    if !record.detail.is_empty() {
        other_tags.push(("Detail".to_owned(), record.detail.clone()));
    }
    Ok(kgn::write(&Record {
        event: event.to_owned(),
        date,
        round: round(record),
        silver: record.silver.clone(),
        red: record.red.clone(),
        result: match record.result {
            GameResult::Silver => kgn::GameResult::Win(Colour::Silver),
            GameResult::Red => kgn::GameResult::Win(Colour::Red),
            GameResult::Draw => kgn::GameResult::Draw,
        },
        time_control: if silver == red { silver.clone() } else { format!("{silver} - {red}") },
        termination: record.termination.name().to_owned(),
        other_tags,
        moves,
        ..Record::new(opening.start().clone())
    }))
}

/// Round and number of a game.
fn round(record: &GameRecord) -> String {
    format!("{}.{}", record.round, record.game)
}

/// What a file holds that is opened anew.
#[derive(Debug, Default)]
struct Found {
    /// The rounds of whole games of our match.
    rounds: HashSet<String>,
    /// Where the last game begins, and its text.
    last: Option<(u64, String)>,
}

impl Found {
    fn read(text: &str, tournament: &str) -> Found {
        let mut found = Found::default();
        let behind_others = text.match_indices(NEXT_GAME).map(|(at, _)| at + NEXT_GAME.len() - 1);
        let starts: Vec<usize> = text.starts_with('[').then_some(0).into_iter().chain(behind_others).collect();
        for (index, &start) in starts.iter().enumerate() {
            match starts.get(index + 1) {
                Some(&end) => found.rounds.extend(round_of(&text[start..end], tournament)),
                None => found.last = Some((start as u64, text[start..].to_owned())),
            }
        }
        found
    }
}

/// The round of a game, if it is of this match.
fn round_of(game: &str, tournament: &str) -> Option<String> {
    let tag = |name: &str| {
        let value = |line: &str| line.strip_prefix('[')?.strip_prefix(name)?.strip_prefix(" \"").map(str::to_owned);
        game.lines().find_map(value)?.strip_suffix("\"]").map(str::to_owned)
    };
    tag(TOURNAMENT).filter(|value| value == tournament).and_then(|_| tag("Round"))
}

/// The file, to which games are appended.
#[derive(Debug)]
pub struct KgnFile {
    file: File,
    event: String,
}

impl KgnFile {
    /// Opens a file, or makes it; what it holds stays.
    ///
    /// # Errors
    /// Why the system does not let us.
    pub fn open(path: &Path, event: &str) -> io::Result<KgnFile> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        Ok(KgnFile { file, event: event.to_owned() })
    }

    /// Sees to it that all these games are in the file, once each and whole, after a run that may have been killed, and
    /// that another one can be appended.
    ///
    /// # Errors
    /// Why the file cannot be read or written.
    pub fn mend(&mut self, tournament: &str, records: &[GameRecord]) -> io::Result<()> {
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(0))?;
        self.file.read_to_end(&mut bytes)?;
        let Found { rounds, mut last } = Found::read(&String::from_utf8_lossy(&bytes), tournament);
        let mut missing = Vec::new();
        for record in records.iter().filter(|record| !rounds.contains(&round(record))) {
            let text = text(record, &self.event).map_err(io::Error::other)?;
            match &last {
                Some((_, there)) if *there == text => last = None,
                Some((start, torn)) if text.starts_with(torn.as_str()) => {
                    self.file.set_len(*start)?;
                    last = None;
                    missing.push(text);
                }
                _ => missing.push(text),
            }
        }
        // Games of others may lack the blank line at the end.
        if last.is_some() && !bytes.ends_with(b"\n\n") {
            self.file.write_all(b"\n\n")?;
        }
        missing.iter().try_for_each(|text| self.file.write_all(text.as_bytes()))
    }

    /// Appends a game.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> io::Result<()> {
        let text = text(record, &self.event).map_err(io::Error::other)?;
        self.file.write_all(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::tests::record;

    #[test]
    fn a_record_is_written_as_kgn() {
        let text = text(&record(2, GameResult::Red), "An event").expect("a game");
        let expected = "[Event \"An event\"]\n[Site \"?\"]\n[Date \"2026.11.21\"]\n[Round \"1.2\"]\n[Silver \"B\"]\n\
            [Red \"A\"]\n[Result \"0-1\"]\n[RuleSet \"khet2\"]\n[SetUp \"classic\"]\n\
            [KFEN \"x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1\"]\n\
            [TimeControl \"st=0.1 - depth=5\"]\n[Termination \"resignation\"]\n[PlyCount \"3\"]\n\
            [Tournament \"0123456789abcdef\"]\n\n\
            1. h2g2 {book} c7d7 {-0.35/5 0.103s} 2. j4j3 {0.103s} 0-1\n\n";
        assert_eq!(text, expected);
        let read: Vec<_> = kgn::Reader::new(text.as_bytes()).collect();
        assert!(matches!(read.as_slice(), [Ok(_)]), "{read:?}");
    }

    #[test]
    fn a_file_of_others_is_gone_on_with() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.kgn");
        std::fs::write(&path, "[Event \"Other\"]\n\n1. h2g2 *").expect("a file");
        let game = record(1, GameResult::Draw);
        let mut file = KgnFile::open(&path, "E").expect("a file");
        file.mend(&game.tournament, &[]).expect("mended");
        file.append(&game).expect("written");
        let found = std::fs::read_to_string(&path).expect("a file");
        assert_eq!(found, format!("[Event \"Other\"]\n\n1. h2g2 *\n\n{}", text(&game, "E").expect("a game")));
    }

    #[test]
    fn a_file_is_mended_wherever_it_was_torn() {
        let records: Vec<_> = (1..=4).map(|game| record(game, GameResult::Draw)).collect();
        let whole: Vec<String> = records.iter().map(|record| text(record, "E").expect("a game")).collect();
        let whole = whole.concat();
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.kgn");
        let other = "[Event \"E\"]\n[Round \"1.1\"]\n[Tournament \"0\"]\n\n1. h2g2 {a [b]} *\n\n";
        for foreign in ["", other] {
            for length in 0..=whole.len() {
                std::fs::write(&path, format!("{foreign}{}", &whole[..length])).expect("a file");
                let mut file = KgnFile::open(&path, "E").expect("a file");
                file.mend("0123456789abcdef", &records).expect("mended");
                let found = std::fs::read_to_string(&path).expect("a file");
                assert_eq!(found, format!("{foreign}{whole}"), "{length}");
            }
        }
    }
}
