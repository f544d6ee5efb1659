//! The KGN file of a match. The file may also hold other games. The games of the match are rewritten from its records.

use super::journal::{self, Journal};
use super::own_games::{self, Blocks, TOURNAMENT, ends_with_blank_line};
use super::record::{GameRecord, RecordError};
use super::rewritten::Rewritten;
use crate::notation::kgn::{self, Comment, Evaluation, Note, PlayedMove, Record};
use crate::notation::opening::Opening;
use crate::rules::Move;
use same_file::Handle;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
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
    let mut other_tags = vec![(TOURNAMENT.to_owned(), record.tournament.clone())];
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

/// A file of KGN to which games are appended.
#[derive(Debug)]
pub struct KgnFile {
    file: File,
    path: PathBuf,
    event: String,
    /// The digest of the match.
    tournament: String,
    /// Whether no other run may write to the file.
    is_exclusive: bool,
}

impl KgnFile {
    /// Opens or creates a file and locks it. Then empties it if `replaces` is set.
    ///
    /// # Errors
    /// The file cannot be opened, or another run has locked it.
    pub fn open(
        path: &Path,
        replaces: bool,
        event: &str,
        tournament: String,
        is_exclusive: bool,
    ) -> io::Result<KgnFile> {
        let file = open(path, is_exclusive)?;
        if replaces && journal::is_regular_file(&file, path)? {
            file.set_len(0)?;
        }
        Ok(KgnFile { file, path: path.to_owned(), event: event.to_owned(), tournament, is_exclusive })
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Prepares the file for the next game. With a journal, rewrites the games of the match that the journal has, and removes
    /// what a crash left at the end. All other bytes stay, in their order. Returns the numbers of the games of the match that
    /// the file had before.
    ///
    /// # Errors
    /// The file or the journal cannot be read or written.
    pub fn rewrite(&mut self, journal: Option<&Journal>) -> io::Result<HashSet<u64>> {
        let (mut numbers, mut last) = (HashSet::new(), Vec::new());
        // A stream has no earlier games, and may be endless.
        if !journal::is_regular_file(&self.file, &self.path)? {
            return Ok(numbers);
        }
        // A program that saved the file may have replaced it.
        if !is_at(&self.file, &self.path) {
            self.file = open(&self.path, self.is_exclusive)?;
        }
        for block in self.blocks(u64::MAX)? {
            last = block?;
            numbers.extend(own_games::number(&last, &self.tournament));
        }
        match journal.filter(|journal| !journal.numbers().is_empty()) {
            Some(journal) => self.rewrite_from(journal, &last)?,
            None if !ends_with_blank_line(&last) => self.file.write_all(b"\n\n")?,
            None => {}
        }
        Ok(numbers)
    }

    /// Rewrites the games of the file that are in the journal: replaces the first of them by the first game of the journal,
    /// and so on. Appends the games that the file lacks. `last` is the last block of the file.
    fn rewrite_from(&mut self, journal: &Journal, last: &[u8]) -> io::Result<()> {
        let length = self.file.metadata()?.len().saturating_sub(self.torn(journal, last)?);
        let mut new = Rewritten::open(&self.path)?;
        let mut texts = self.texts(journal)?;
        let mut is_separated = true;
        for block in self.blocks(length)? {
            let block = block?;
            let is_own =
                own_games::number(&block, &self.tournament).is_some_and(|game| journal.numbers().contains(&game));
            let own = if is_own { own_games::game_length(&block) } else { 0 };
            if is_own && let Some(text) = texts.next() {
                new.write(text?.as_bytes())?;
            }
            let others = block.get(own..).unwrap_or_default();
            new.write(others)?;
            is_separated = ends_with_blank_line(others);
        }
        if !is_separated {
            new.write(b"\n\n")?;
        }
        for text in texts {
            new.write(text?.as_bytes())?;
        }
        if let Some(file) = new.finish(|file| lock(file, self.is_exclusive))? {
            self.file = file;
        }
        Ok(())
    }

    /// Returns the number of bytes that a crash left at the end of the file: zeros, and before them the beginning of a game
    /// of the journal.
    fn torn(&self, journal: &Journal, last: &[u8]) -> io::Result<u64> {
        let end = last.iter().rposition(|&byte| byte != 0).map_or(0, |at| at + 1);
        let beginning = last.get(..end).unwrap_or_default();
        if own_games::number(beginning, &self.tournament).is_none() {
            for text in self.texts(journal)? {
                if text?.as_bytes().starts_with(beginning) {
                    return Ok(last.len() as u64);
                }
            }
        }
        Ok((last.len() - end) as u64)
    }

    /// Returns the games of the journal as KGN, each once.
    fn texts<'a>(&'a self, journal: &'a Journal) -> io::Result<impl Iterator<Item = io::Result<String>> + 'a> {
        let mut seen = HashSet::new();
        let is_new =
            move |record: &io::Result<GameRecord>| record.as_ref().map_or(true, |record| seen.insert(record.game));
        Ok(journal.records()?.filter(is_new).map(|record| text(&record?, &self.event).map_err(io::Error::other)))
    }

    fn blocks(&self, length: u64) -> io::Result<Blocks<impl BufRead>> {
        (&self.file).seek(SeekFrom::Start(0))?;
        Ok(Blocks::new(BufReader::new((&self.file).take(length))))
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

/// Opens or creates a file to append to it, and locks it.
fn open(path: &Path, is_exclusive: bool) -> io::Result<File> {
    loop {
        let file = journal::open_to_append(path, false)?;
        if !journal::is_regular_file(&file, path)? {
            return Ok(file);
        }
        lock(&file, is_exclusive)?;
        // Another run may have replaced the file after it was opened here and before it was locked here.
        if is_at(&file, path) {
            return Ok(file);
        }
    }
}

/// Locks a file against all other runs if `is_exclusive` is set, otherwise against runs that rewrite it. Does nothing on
/// Windows, where a lock also excludes other handles of the same run.
fn lock(file: &File, is_exclusive: bool) -> io::Result<()> {
    if cfg!(windows) {
        return Ok(());
    }
    journal::lock(file, if is_exclusive { File::try_lock } else { File::try_lock_shared })
}

/// Returns whether an open file is the file at a path.
fn is_at(file: &File, path: &Path) -> bool {
    let open = file.try_clone().and_then(Handle::from_file);
    open.is_ok_and(|open| Handle::from_path(path).is_ok_and(|found| found == open))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::records::record::tests::{RED, record};
    use crate::rules::Outcome;

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

    const DIGEST: &str = "0123456789abcdef";

    /// Opens a file and rewrites its games from a journal.
    fn rewritten(path: &Path, journal: Option<&Journal>) -> (KgnFile, HashSet<u64>) {
        let mut file = KgnFile::open(path, false, "E", DIGEST.to_owned(), true).expect("a file");
        let numbers = file.rewrite(journal).expect("rewritten");
        (file, numbers)
    }

    /// Writes records to a new journal.
    fn journal(folder: &Path, records: &[GameRecord]) -> Journal {
        let mut journal = Journal::open(&folder.join("games.json"), false, DIGEST, &mut |_| Ok(())).expect("a journal");
        records.iter().for_each(|record| journal.append(record).expect("written"));
        journal
    }

    fn games(count: u64) -> (Vec<GameRecord>, Vec<String>) {
        let named = |game| GameRecord { silver: "Käfer".to_owned(), ..record(game, Outcome::Draw) };
        let records: Vec<_> = (1..=count).map(named).collect();
        let texts = records.iter().map(|record| text(record, "E").expect("a game")).collect();
        (records, texts)
    }

    /// Writes the text `found` to a file, rewrites the file from a journal of two games, and returns the new text. Checks
    /// that a second rewrite changes nothing.
    fn of_two_games(found: impl AsRef<[u8]>) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.kgn");
        std::fs::write(&path, found).expect("a file");
        let journal = journal(folder.path(), &games(2).0);
        drop(rewritten(&path, Some(&journal)));
        let found = std::fs::read(&path).expect("a file");
        drop(rewritten(&path, Some(&journal)));
        assert_eq!(std::fs::read(&path).expect("a file"), found);
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2);
        String::from_utf8(found).expect("text")
    }

    #[test]
    fn a_file_is_repaired_wherever_it_was_truncated() {
        let (records, whole) = games(4);
        let whole = whole.concat();
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.kgn");
        let journal = journal(folder.path(), &records);
        let other = b"[Event \"E\xe9\"]\n[Round \"1.1\"]\n[Tournament \"0\"]\n\n1. h2g2 {a [b]} *\n\n";
        for foreign in [&b""[..], other] {
            // All lengths would take too long. Every fifth one still truncates each part of the text.
            for length in (0..=whole.len()).step_by(5).chain([whole.len()]) {
                for zeros in [0, 40] {
                    let bytes = [foreign, &whole.as_bytes()[..length], &vec![0; zeros]].concat();
                    std::fs::write(&path, bytes).expect("a file");
                    drop(rewritten(&path, Some(&journal)));
                    let found = std::fs::read(&path).expect("a file");
                    assert!(found == [foreign, whole.as_bytes()].concat(), "{length}, {zeros}");
                }
            }
        }
    }

    #[test]
    fn everything_but_the_games_of_the_match_stays_in_its_order() {
        let [first, second] = games(2).1.try_into().expect("two games");
        let own = "[Event \"Mine\"]\n[Round \"1.1\"]\n\n1. h2g2 *\n\n";
        let other = first.replace(DIGEST, "0123456789abcdee");
        let unrecorded = first.replace("[Round \"1.1\"]", "[Round \"2.3\"]");
        let file = |first: &str, second: &str| format!("{own}{first}a note\n\n{other}{second}{unrecorded}; end\n\n");
        // Four changes of a game: added text, another event, other line ends, and a fault.
        let with_note = first.replace("{book}", "{book, and a note}").replace("\"E\"", "\"Before\"");
        let saved = second.replace('\n', "\r\n");
        let faulty = first.replace("c7d7", "c7d7 (");
        for (changed, last) in [(&first, &second), (&with_note, &saved), (&faulty, &first), (&second, &with_note)] {
            assert_eq!(of_two_games(file(changed, last)), file(&first, &second));
        }
        // A repeated game is removed, a missing game is added, and a byte order mark stays.
        assert_eq!(of_two_games(file(&first, &second) + &first), file(&first, &second));
        assert_eq!(of_two_games(file("", &second)), file("", &first) + &second);
        for mark in ["\u{feff}", "\u{feff}a note\n"] {
            assert_eq!(of_two_games(format!("{mark}{first}{second}")), format!("{mark}{first}{second}"));
        }
        let torn = &first[..first.len() - 20];
        assert_eq!(of_two_games(format!("{torn}\n\n{own}{second}")), format!("{first}{own}{second}"));
    }

    #[test]
    fn text_that_users_added_around_games_is_kept() {
        let [first, second] = games(2).1.try_into().expect("two games");
        for note in ["my note", "my note\n", "my note\r\n", "; my note\n", "[my note]", "[My \"note\"]\n\n"] {
            for blanks in [" ", "\n", "\n\n", "\r\n\r\n", "\n\n\n"] {
                let found = of_two_games(format!("{first}{}{blanks}{note}", second.trim_end()));
                let rest = found.strip_prefix(&format!("{first}{second}")).expect("both games");
                assert!(
                    rest.contains(note) && rest.replace(note, "").trim().is_empty(),
                    "{note:?}, {blanks:?}: {found}"
                );
            }
            let before = format!("{}\n{first}{note}\n\n{second}", note.trim_start_matches('['));
            assert_eq!(of_two_games(&before), before);
        }
    }

    #[test]
    fn games_that_are_not_on_record_are_kept() {
        let (records, whole) = games(3);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.kgn");
        std::fs::write(&path, whole.concat()).expect("a file");
        let journal = journal(folder.path(), &records[..1]);
        for journal in [None, Some(&journal)] {
            assert_eq!(rewritten(&path, journal).1, HashSet::from([1, 2, 3]));
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), whole.concat());
        }
    }

    #[test]
    fn a_game_is_separated_from_the_text_before_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.kgn");
        for found in ["1. h2g2 *", "[Event \"x\"]\n\n1. h2g2 *", "[Event \"x\"]\r\n\r\n1. h2g2 *\r\n", "\n"] {
            std::fs::write(&path, found).expect("a file");
            let game = record(1, Outcome::Draw);
            rewritten(&path, None).0.append(&game).expect("written");
            let blank = if found == "\n" { "" } else { "\n\n" };
            let expected = format!("{found}{blank}{}", text(&game, "E").expect("a game"));
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), expected);
        }
    }

    #[test]
    #[cfg(unix)]
    fn links_names_and_permissions_of_a_rewritten_file_stay() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
        let (records, whole) = games(2);
        for names in [1, 2] {
            let folder = tempfile::tempdir().expect("a folder");
            let [path, link, second] = ["games.kgn", "link", "second"].map(|name| folder.path().join(name));
            std::fs::write(&path, &whole[1]).expect("a file");
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o604)).expect("a mode");
            symlink("games.kgn", &link).expect("a link");
            if names == 2 {
                std::fs::hard_link(&path, &second).expect("a name");
            }
            let journal = journal(folder.path(), &records[..1]);
            std::fs::write(&path, whole.concat() + "note").expect("a file");
            let (mut file, _) = rewritten(&link, Some(&journal));
            file.append(&records[1]).expect("written");
            let found = path.metadata().expect("a file");
            assert_eq!((found.mode() & 0o777, found.nlink()), (0o604, names));
            assert!(link.is_symlink());
            let expected = format!("{}note\n\n{}", whole.concat(), whole[1]);
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), expected);
        }
    }

    #[test]
    #[cfg(unix)]
    fn only_runs_without_records_share_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.kgn");
        let open = |is_exclusive| KgnFile::open(&path, false, "E", DIGEST.to_owned(), is_exclusive);
        for (first, second) in [(true, true), (true, false), (false, true)] {
            let first = open(first).expect("a file");
            let error = open(second).expect_err("it is in use");
            assert!(error.to_string().contains("another run"), "{error}");
            drop(first);
        }
        let _first = open(false).expect("a file");
        open(false).expect("a shared file");
    }
}
