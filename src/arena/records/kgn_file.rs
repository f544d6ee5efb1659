//! The games of a match as KGN. The file may hold other games too, and is repaired from the records after a kill.

use super::journal::{self, Journal, JournalError};
use super::kgn_scan::{LastGame, Scan, TOURNAMENT};
use super::record::{GameRecord, RecordError};
use crate::notation::kgn::{self, Comment, Evaluation, Fault, Note, PlayedMove, Record};
use crate::notation::opening::Opening;
use crate::rules::Move;
use std::collections::HashSet;
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
    let book = opening.moves().iter().map(|&mv| PlayedMove { mv, note: Note::Book });
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
        moves.push(PlayedMove { mv, note: Note::Engine(comment) });
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
        result: Some(record.outcome),
        time_control: if silver == red { silver.clone() } else { format!("{silver} - {red}") },
        termination: record.termination.name().to_owned(),
        other_tags,
        moves,
        ..Record::new(opening.start().clone())
    }))
}

/// Returns whether a file is empty or holds games in KGN. The first game may be faulty or cut short by a crash, which may
/// leave zeros after it.
///
/// # Errors
/// The file cannot be read.
pub fn is_kgn(path: &Path) -> io::Result<bool> {
    /// Number of bytes in which the tags of the first game are searched.
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
    // Cut off before the tag `Silver`.
    let is_cut = !text.is_empty() && FIRST.starts_with(text)
        || text.starts_with(FIRST) && lines.all(|line| line.starts_with(b"["));
    Ok(is_cut
        || is_blank
        || has_player
        || matches!(kgn::Reader::new(BufReader::new(File::open(path)?)).next(), Some(Ok(_))))
}

/// Returns the value of the tag `Round`: the round and the number of the game.
fn round(record: &GameRecord) -> String {
    format!("{}.{}", record.round, record.game)
}

/// What a repaired file holds besides the games on record. None of it is changed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Repaired {
    /// Number of games of the match that are not on record.
    pub unrecorded: u64,
    /// Faulty games of the match.
    pub faults: Vec<Fault>,
}

/// A file of KGN to which games are appended.
#[derive(Debug)]
pub struct KgnFile {
    file: File,
    path: PathBuf,
    event: String,
}

impl KgnFile {
    /// Opens or creates a file. Empties it first if `replaces` is set.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn open(path: &Path, replaces: bool, event: &str) -> io::Result<KgnFile> {
        let file = journal::open_to_append(path, replaces)?;
        Ok(KgnFile { file, path: path.to_owned(), event: event.to_owned() })
    }

    /// Repairs the file after a run that may have been killed. Afterwards it contains each game on record once, and the next
    /// game can be appended.
    ///
    /// # Errors
    /// The file or the records cannot be read or written.
    pub fn repair(&mut self, tournament: &str, mut journal: Option<&mut Journal>) -> Result<Repaired, JournalError> {
        // A stream has no earlier games, and may be endless.
        if !journal::is_regular_file(&self.file, &self.path)? {
            return Ok(Repaired::default());
        }
        self.file.seek(SeekFrom::Start(0))?;
        let Scan { mut rounds, mut faults, last, is_separated } = Scan::read(BufReader::new(&self.file), tournament)?;
        let last_complete = last.as_ref().and_then(LastGame::complete_round).map(str::to_owned);
        let (mut present, mut missing, mut truncated) = (HashSet::new(), false, None);
        if let Some(journal) = journal.as_mut() {
            journal.read_again(&mut |record| {
                let round = round(&record);
                if rounds.contains(&round) {
                    present.insert(round);
                    return Ok(());
                }
                if let Some(last) = &last
                    && truncated.is_none()
                {
                    let text = text(&record, &self.event)?;
                    let is_complete = last_complete.as_ref() == Some(&round);
                    // Tested first: a prefix of our text contains nothing of the user, even if only line breaks are missing.
                    if last.is_prefix_of(&text) || (!is_complete && last.is_prefix_except_event(&round, &text)) {
                        truncated = Some(last.start);
                    } else if is_complete {
                        present.insert(round);
                        return Ok(());
                    }
                }
                missing = true;
                Ok(())
            })?;
        }
        match truncated {
            Some(start) => self.file.set_len(start)?,
            None => {
                faults.extend(last.as_ref().and_then(LastGame::fault));
                self.separate(is_separated)?;
            }
        }
        rounds.extend(last_complete);
        if let Some(journal) = journal
            && missing
        {
            journal.read_again(&mut |record| {
                if present.insert(round(&record)) {
                    self.append(&record)?;
                }
                Ok(())
            })?;
        }
        Ok(Repaired { unrecorded: rounds.difference(&present).count() as u64, faults })
    }

    /// Adds the blank line that games of other programs may lack.
    fn separate(&mut self, is_separated: bool) -> io::Result<()> {
        if is_separated { Ok(()) } else { self.file.write_all(b"\n\n") }
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

    #[test]
    fn games_are_appended_to_those_of_other_programs() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.kgn");
        std::fs::write(&path, "[Event \"Other\"]\n\n1. h2g2 *").expect("a file");
        let game = record(1, Outcome::Draw);
        let mut file = KgnFile::open(&path, false, "E").expect("a file");
        file.repair(&game.tournament, None).expect("repaired");
        file.append(&game).expect("written");
        let found = std::fs::read_to_string(&path).expect("a file");
        assert_eq!(found, format!("[Event \"Other\"]\n\n1. h2g2 *\n\n{}", text(&game, "E").expect("a game")));
    }

    /// Writes records to a new journal.
    fn journal(folder: &Path, records: &[GameRecord]) -> Journal {
        let mut journal = Journal::open(&folder.join("games.json"), false, DIGEST, &mut |_| Ok(())).expect("a journal");
        records.iter().for_each(|record| journal.append(record).expect("written"));
        journal
    }

    const DIGEST: &str = "0123456789abcdef";

    #[test]
    fn a_file_is_repaired_wherever_it_was_truncated() {
        let named = |game| GameRecord { silver: "Käfer".to_owned(), ..record(game, Outcome::Draw) };
        let records: Vec<_> = (1..=4).map(named).collect();
        let whole: Vec<String> = records.iter().map(|record| text(record, "E").expect("a game")).collect();
        let whole = whole.concat();
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.kgn");
        let mut journal = journal(folder.path(), &records);
        let other = b"[Event \"E\xe9\"]\n[Round \"1.1\"]\n[Tournament \"0\"]\n\n1. h2g2 {a [b]} *\n\n";
        for foreign in [&b""[..], other] {
            // Every length would take too long; this step reaches all kinds of them.
            for length in (0..=whole.len()).step_by(5).chain([whole.len()]) {
                std::fs::write(&path, [foreign, &whole.as_bytes()[..length]].concat()).expect("a file");
                let mut file = KgnFile::open(&path, false, "E").expect("a file");
                assert_eq!(file.repair(DIGEST, Some(&mut journal)).expect("repaired"), Repaired::default());
                let found = std::fs::read(&path).expect("a file");
                assert!(found == [foreign, whole.as_bytes()].concat(), "{length}");
            }
        }
    }

    #[test]
    fn another_event_does_not_duplicate_games() {
        let records: Vec<_> = (1..=2).map(|game| record(game, Outcome::Draw)).collect();
        let [first, second] = [0, 1].map(|index| text(&records[index], "Before").expect("a game"));
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.kgn");
        let mut journal = journal(folder.path(), &records);
        std::fs::write(&path, format!("{first}{second}")).expect("a file");
        let mut file = KgnFile::open(&path, false, "E").expect("a file");
        file.repair(DIGEST, Some(&mut journal)).expect("repaired");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), format!("{first}{second}"));
        std::fs::write(&path, format!("{first}{}", &second[..second.len() - 9])).expect("a file");
        let mut file = KgnFile::open(&path, false, "E").expect("a file");
        file.repair(DIGEST, Some(&mut journal)).expect("repaired");
        let second = text(&records[1], "E").expect("a game");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), format!("{first}{second}"));
    }

    /// Repairs a file that holds the first of two games and then this text. Returns what follows the first game, and the
    /// number of games that are not on record.
    fn repaired(second: impl Fn(&str) -> String) -> (String, u64) {
        let records: Vec<_> = (1..=2).map(|game| record(game, Outcome::Draw)).collect();
        let [first, last] = [0, 1].map(|index| text(&records[index], "E").expect("a game"));
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.kgn");
        std::fs::write(&path, format!("{first}{}", second(&last))).expect("a file");
        let mut journal = journal(folder.path(), &records);
        let mut file = KgnFile::open(&path, false, "E").expect("a file");
        let unrecorded = file.repair(DIGEST, Some(&mut journal)).expect("repaired").unrecorded;
        let found = std::fs::read_to_string(&path).expect("a file");
        (found.strip_prefix(&first).expect("the first game").to_owned(), unrecorded)
    }

    #[test]
    fn text_that_users_added_to_a_game_is_kept() {
        let with_note = |game: &str| game.trim_end().replace("{book}", "{book, and a note of mine}");
        for end in ["", "\n", "\n\n", "\r\n", "\r\n\r\n"] {
            let saved = |game: &str| {
                let game = with_note(game);
                let game = if end.starts_with('\r') { game.replace('\n', "\r\n") } else { game };
                game + end
            };
            let (found, unrecorded) = repaired(saved);
            assert!(found.contains("a note of mine") && found.matches("[Event").count() == 1, "{end:?}: {found}");
            assert_eq!(unrecorded, 0);
        }
        // Text that is no longer a game is kept too, and the game is appended after it.
        let (found, _) = repaired(|game| with_note(game).replace("c7d7", "c7d7 ("));
        assert!(found.contains("a note of mine") && found.matches("[Event").count() == 2, "{found}");
    }

    #[test]
    fn text_that_users_added_after_the_last_game_is_kept_and_duplicates_nothing() {
        for note in
            ["my note", "my note\n", "my note\n\n", "\nmy note\r\n", "; my note\n", "[my note]", "[My \"note\"]\n\n"]
        {
            for blanks in ["", "\n", "\n\n", "\r\n\r\n"] {
                let written = |game: &str| format!("{}{blanks}{note}", game.trim_end());
                if blanks.is_empty() && !note.starts_with([';', '\n']) {
                    // The result and the note would be one word.
                    continue;
                }
                let (found, unrecorded) = repaired(written);
                let (game, _) = repaired(str::to_owned);
                let written = written(&game);
                assert!(found.starts_with(&written), "{note:?} after {blanks:?}: {found}");
                assert!(found[written.len()..].bytes().all(|byte| byte == b'\n'), "{note:?} after {blanks:?}: {found}");
                assert_eq!(unrecorded, 0, "{note:?} after {blanks:?}");
            }
        }
    }

    #[test]
    fn text_that_users_added_before_a_game_is_kept_and_duplicates_nothing() {
        let (game, _) = repaired(str::to_owned);
        for note in ["my note\n", "my note\r\n", "; my note\n", "my note\n\n"] {
            assert_eq!(repaired(|game| format!("{note}{game}")), (format!("{note}{game}"), 0));
        }
    }

    #[test]
    fn an_event_that_users_changed_is_kept() {
        let edited = |game: &str| game.trim_end().replace("[Event \"E\"]", "[Event \"Mine\"]");
        let (game, _) = repaired(str::to_owned);
        let (found, unrecorded) = repaired(|game| edited(game) + "\n");
        assert_eq!((found.trim_end(), unrecorded), (edited(&game).as_str(), 0));
    }

    #[test]
    fn a_faulty_game_is_reported_with_its_line_and_kept() {
        let records: Vec<_> = (1..=3).map(|game| record(game, Outcome::Draw)).collect();
        let whole: String = records.iter().map(|record| text(record, "E").expect("a game")).collect();
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.kgn");
        let mut journal = journal(folder.path(), &records);
        // A game has seventeen lines: fourteen tags, a blank line, a line of moves and a blank line. PlyCount is the
        // thirteenth.
        for (game, line) in [(1, 13), (2, 30), (3, 47)] {
            let from = whole.match_indices("[PlyCount \"3\"]").nth(game - 1).expect("a tag").0;
            let edited = [&whole[..from], "[PlyCount \"4\"]", &whole[from + "[PlyCount \"3\"]".len()..]].concat();
            std::fs::write(&path, &edited).expect("a file");
            let mut file = KgnFile::open(&path, false, "E").expect("a file");
            let repaired = file.repair(DIGEST, Some(&mut journal)).expect("repaired");
            let reported: Vec<String> = repaired.faults.iter().map(Fault::to_string).collect();
            let expected = format!("{line}:12: game {game}: PlyCount: expected 3, the plies of the game, found 4");
            assert_eq!((repaired.unrecorded, reported), (0, vec![expected]));
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), edited);
        }
    }

    #[test]
    fn zeros_after_a_crash_of_the_machine_are_cut_off() {
        for length in [0, 30, 320] {
            let (found, _) = repaired(|game| format!("{}{}", &game[..length], "\0".repeat(40)));
            let (whole, _) = repaired(str::to_owned);
            assert_eq!(found, whole, "{length}");
        }
    }

    #[test]
    fn games_that_are_not_on_record_are_kept() {
        let records: Vec<_> = (1..=3).map(|game| record(game, Outcome::Draw)).collect();
        let whole: Vec<String> = records.iter().map(|record| text(record, "E").expect("a game")).collect();
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.kgn");
        std::fs::write(&path, whole.concat()).expect("a file");
        let mut file = KgnFile::open(&path, false, "E").expect("a file");
        assert_eq!(file.repair(DIGEST, None).expect("repaired").unrecorded, 3);
        let mut journal = journal(folder.path(), &records[..1]);
        assert_eq!(file.repair(DIGEST, Some(&mut journal)).expect("repaired").unrecorded, 2);
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), whole.concat());
    }

    #[test]
    fn a_game_is_separated_from_the_text_before_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.kgn");
        for found in ["1. h2g2 *", "[Event \"x\"]\r\n\r\n1. h2g2 *\r\n", "\n"] {
            std::fs::write(&path, found).expect("a file");
            let mut file = KgnFile::open(&path, false, "E").expect("a file");
            file.repair(DIGEST, None).expect("repaired");
            let game = record(1, Outcome::Draw);
            file.append(&game).expect("written");
            let blank = if found == "\n" { "" } else { "\n\n" };
            let expected = format!("{found}{blank}{}", text(&game, "E").expect("a game"));
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), expected);
        }
    }
}
