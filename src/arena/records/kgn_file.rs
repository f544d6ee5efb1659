//! Games as KGN, and the file to which those of a match without records are appended. The file may also hold other games.

use super::journal;
use super::record::{GameRecord, RecordError};
use khepri_rules::Move;
use khepri_rules::kgn::{self, Comment, Evaluation, Note, PlayedMove, Record};
use khepri_rules::opening::Opening;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Returns a game as KGN.
///
/// # Errors
/// The opening or a move cannot be read.
pub fn text(record: &GameRecord, event: &str) -> Result<String, RecordError> {
    let opening = record.opening.parse::<Opening>().map_err(|error| RecordError::new("opening", error))?;
    let book = opening.moves().iter().map(|&mv| PlayedMove::new(mv, Note::Book));
    let mut moves: Vec<PlayedMove> = book.collect();
    for (number, played) in (1..).zip(&record.moves) {
        let mv = played.mv.parse::<Move>().map_err(|error| RecordError::at_move(number, played, error))?;
        let evaluation = played.score.as_deref().and_then(|score| score.parse::<Evaluation>().ok());
        let comment = Comment {
            evaluation,
            depth: played.depth,
            time: Some(Duration::from_micros(played.time_us)),
            nodes: played.nodes,
            clock: played.clock_left_us.map(Duration::from_micros),
        };
        moves.push(PlayedMove::new(mv, Note::Engine(comment)));
    }
    let [silver, red] = &record.time_controls;
    let date = record.started.get(..10).unwrap_or_default().replace('-', ".");
    let mut other_tags = vec![("Tournament".to_owned(), record.tournament.clone())];
    if !record.detail.is_empty() {
        other_tags.push(("Detail".to_owned(), record.detail.clone()));
    }
    Ok(kgn::write(&Record {
        event: event.to_owned(),
        date,
        round: format!("{}.{}", record.round, record.game),
        silver: record.silver.clone(),
        red: record.red.clone(),
        result: Some(record.outcome),
        time_control: if silver == red { silver.clone() } else { format!("{silver} - {red}") },
        termination: record.termination.name().to_owned(),
        other_tags,
        moves,
        ..Record::new(opening.start().clone())
    }))
}

/// Returns whether a file is empty or holds games in KGN. The first game may be faulty. It may also be cut short by a crash
/// and followed by zeros.
///
/// # Errors
/// The file cannot be read.
pub fn is_kgn(path: &Path) -> io::Result<bool> {
    /// The number of bytes that are searched for the tags of the first game.
    const BEGINNING: u64 = 1 << 16;
    /// The beginning of a game as this program writes it.
    const FIRST: &[u8] = b"[Event \"";
    let mut start = Vec::new();
    File::open(path)?.take(BEGINNING).read_to_end(&mut start)?;
    let end = start.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let text = start.get(..end).unwrap_or_default();
    let mut lines = text.trim_ascii_end().split(|&byte| byte == b'\n');
    let is_blank = end == start.len() && text.trim_ascii().is_empty();
    let has_player = text.starts_with(b"[") && lines.clone().any(|line| line.starts_with(b"[Silver \""));
    // The first game ends before its tag `Silver`.
    let is_cut = !text.is_empty() && FIRST.starts_with(text)
        || text.starts_with(FIRST) && lines.all(|line| line.starts_with(b"["));
    Ok(is_cut
        || is_blank
        || has_player
        || matches!(kgn::Reader::new(BufReader::new(File::open(path)?)).alone().next(), Some(Ok(_))))
}

/// A KGN file to which the games of a match without records are appended.
#[derive(Debug)]
pub struct KgnFile {
    file: File,
    path: PathBuf,
    event: String,
}

impl KgnFile {
    /// Opens or creates a file and locks it against runs that make their file anew. Then empties it if `replaces` is set,
    /// otherwise separates what it holds from the next game.
    ///
    /// # Errors
    /// The file cannot be opened, read or written, or another run has locked it.
    pub fn open(path: &Path, replaces: bool, event: &str) -> io::Result<KgnFile> {
        let mut file = open(path, false)?;
        // A stream has no earlier games, and may be endless.
        if journal::is_regular_file(&file, path)? {
            if replaces {
                file.set_len(0)?;
            }
            if !ends_with_blank_line(&mut file)? {
                file.write_all(b"\n\n")?;
            }
        }
        Ok(KgnFile { file, path: path.to_owned(), event: event.to_owned() })
    }

    /// Appends a game.
    ///
    /// # Errors
    /// The game cannot be written. The file is restored if possible.
    pub fn append(&mut self, record: &GameRecord) -> io::Result<()> {
        let text = text(record, &self.event).map_err(io::Error::other)?;
        let before = self.file.metadata()?;
        self.file.write_all(text.as_bytes()).map_err(|error| {
            if before.is_file() {
                let _ = self.file.set_len(before.len());
            }
            journal::with_path(&self.path, &error)
        })
    }
}

/// Returns whether a file is empty or ends with a blank line.
fn ends_with_blank_line(file: &mut File) -> io::Result<bool> {
    /// The longest blank line that is recognised, in bytes.
    const LONGEST: u64 = 1 << 10;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LONGEST)))?;
    let mut end = Vec::new();
    file.take(LONGEST).read_to_end(&mut end)?;
    let last = end.split_inclusive(|&byte| byte == b'\n').next_back();
    Ok(last.is_none_or(|line| line.ends_with(b"\n") && line.trim_ascii().is_empty()))
}

/// Opens or creates a file to append to it, and locks it against all other runs, or against those that exclude others.
pub(super) fn open(path: &Path, is_exclusive: bool) -> io::Result<File> {
    let file = journal::open_to_append(path, false)?;
    // On Windows a lock may also exclude the run itself.
    if !cfg!(windows) && journal::is_regular_file(&file, path)? {
        journal::lock(&file, if is_exclusive { File::try_lock } else { File::try_lock_shared })?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::record::tests::{RED, record};
    use khepri_rules::Outcome;

    #[test]
    fn a_record_is_written_as_kgn() {
        let text = text(&record(2, RED), "An event").expect("a game");
        let expected = "[Event \"An event\"]\n[Site \"?\"]\n[Date \"2026.11.21\"]\n[Round \"1.2\"]\n[Silver \"B\"]\n\
            [Red \"A\"]\n[Result \"0-1\"]\n[RuleSet \"khet2\"]\n[SetUp \"classic\"]\n\
            [KFEN \"x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1\"]\n\
            [TimeControl \"st=0.1 - depth=5\"]\n[Termination \"resignation\"]\n[PlyCount \"3\"]\n\
            [Tournament \"0123456789abcdef\"]\n\n\
            1. h2g2 {book} c7d7 {-0.35/5 0.103s} 2. j4j3 {-7.00/5 0.103s} 0-1\n\n";
        assert_eq!(text, expected);
        let read: Vec<_> = kgn::Reader::new(text.as_bytes()).collect();
        assert!(matches!(read.as_slice(), [Ok(_)]), "{read:?}");
    }

    #[test]
    fn a_game_is_separated_from_the_text_before_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.kgn");
        let long = format!("; {}", "x".repeat(5_000));
        for (found, between) in [
            ("", ""),
            ("\n", ""),
            ("1. h2g2 *\n \r\n", ""),
            ("1. h2g2 *", "\n\n"),
            ("[Event \"x\"]\n\n1. h2g2 *", "\n\n"),
            ("[Event \"x\"]\r\n\r\n1. h2g2 *\r\n", "\n\n"),
            (&long, "\n\n"),
        ] {
            std::fs::write(&path, found).expect("a file");
            let game = record(1, Outcome::Draw);
            KgnFile::open(&path, false, "E").expect("a file").append(&game).expect("written");
            let expected = format!("{found}{between}{}", text(&game, "E").expect("a game"));
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), expected);
        }
    }

    #[test]
    #[cfg(unix)]
    fn only_runs_without_records_share_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.kgn");
        for (first, second) in [(true, true), (true, false), (false, true)] {
            let first = open(&path, first).expect("a file");
            let error = open(&path, second).expect_err("it is in use");
            assert!(error.to_string().contains("another run"), "{error}");
            drop(first);
        }
        let _first = open(&path, false).expect("a file");
        open(&path, false).expect("a shared file");
    }
}
