//! Conversion of games from KGN to JSON and back. Only one game is in memory at a time.

use super::game::{Game, MAX_MOVES, MAX_TAGS, each_game};
use crate::faults::{self, Fault};
use khepri_rules::kgn::{self, Limits, ReadError, Reader, write};
use std::cell::Cell;
use std::fmt::Display;
use std::io::{self, BufRead, ErrorKind, Read, Write};
use thiserror::Error;

/// The largest number of bytes of a file in KGN, and of one game in it.
pub const MAX_KGN: u64 = 64 << 20;
const MAX_GAME: usize = 4 << 20;

/// The largest number of bytes of a file in JSON, and of one game in it. In JSON each move includes its position.
pub const MAX_JSON: u64 = 256 << 20;
const MAX_JSON_GAME: usize = 16 << 20;

/// The largest number of bytes between two games in a list of games.
const BETWEEN_GAMES: usize = 64;

/// The largest number of games in a request.
const MAX_GAMES: usize = 100_000;

/// The largest number of faults that are reported separately.
const MAX_FAULTS: usize = 1000;

/// The reason why games are not converted.
#[derive(Debug, Error)]
pub enum ConversionError {
    /// Something is larger than its limit.
    #[error("{0}")]
    TooLarge(String),
    /// The input is not a list of games.
    #[error("{0}")]
    Unreadable(String),
    /// The input cannot be read, or the output cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl ConversionError {
    fn too_large(expected: impl Display) -> ConversionError {
        ConversionError::TooLarge(format!("expected {expected}"))
    }

    /// Returns the error of a file with more than `max` bytes.
    pub fn large_file(max: u64) -> ConversionError {
        ConversionError::too_large(format_args!("a file of at most {} MiB", max >> 20))
    }

    /// Returns the error of a game with more than `max` bytes, plies or tags.
    pub(crate) fn too_many(max: usize, what: &str) -> ConversionError {
        ConversionError::too_large(format_args!("a game of at most {max} {what}"))
    }
}

/// The faults of a text of games.
#[derive(Default)]
struct FaultList {
    listed: Vec<Fault>,
    unlisted: usize,
}

impl FaultList {
    fn add(&mut self, fault: kgn::Fault) {
        if self.listed.len() < MAX_FAULTS {
            self.listed.push(fault.into());
        } else {
            self.unlisted += 1;
        }
    }

    /// Returns the faults of a text with this number of games that could be read.
    fn end(self, games: usize) -> Vec<Fault> {
        let FaultList { listed: mut faults, unlisted } = self;
        let last = match (faults.len() + games, unlisted) {
            (0, _) => {
                let message = "expected a game, found nothing".to_owned();
                Some(Fault { code: faults::EMPTY_FILE, message, ..Fault::default() })
            }
            (_, 0) => None,
            (_, 1) => Some(Fault::more(1, "1 further game cannot be read".to_owned())),
            _ => Some(Fault::more(unlisted, format!("{unlisted} further games cannot be read"))),
        };
        let first = Some(1);
        faults.extend(last.map(|fault| Fault { line: first, column: first, game: first, ..fault }));
        faults
    }
}

fn reader<'a>(kgn: impl BufRead + 'a) -> Reader<'a> {
    Reader::limited(kgn, Limits { bytes: MAX_GAME as u64, tags: MAX_TAGS, plies: MAX_MOVES })
}

/// Writes the games of a file of KGN as `{"games":[…],"faults":[…]}`.
///
/// # Errors
/// A game is too large, there are too many games, or the beginning of the file has none.
pub fn read_games(kgn: impl BufRead, answer: &mut dyn Write) -> Result<(), ConversionError> {
    let (mut faults, mut games) = (FaultList::default(), 0_usize);
    answer.write_all(b"{\"games\":[")?;
    for read in reader(kgn) {
        match read {
            Ok(record) => {
                if games > 0 {
                    answer.write_all(b",")?;
                }
                count(&mut games)?;
                let text = serde_json::to_vec(&Game::of(record)).map_err(io::Error::from)?;
                if text.len() > MAX_JSON_GAME {
                    return Err(ConversionError::too_many(MAX_JSON_GAME, "bytes as JSON"));
                }
                answer.write_all(&text)?;
            }
            Err(ReadError::Input(error)) if error.kind() == ErrorKind::FileTooLarge => {
                return Err(ConversionError::TooLarge(error.to_string()));
            }
            Err(ReadError::Input(error)) if error.kind() == ErrorKind::InvalidData => {
                return Err(ConversionError::Unreadable(error.to_string()));
            }
            Err(ReadError::Input(error)) => return Err(error.into()),
            Err(ReadError::Fault(fault)) => faults.add(fault),
        }
    }
    answer.write_all(b"],\"faults\":")?;
    serde_json::to_writer(&mut *answer, &faults.end(games)).map_err(io::Error::from)?;
    Ok(answer.write_all(b"}")?)
}

/// Returns the faults of a text of games. A game that is too large and a beginning without games are faults here, after which nothing
/// is read.
///
/// # Errors
/// There are too many games.
pub fn faults_of_games(kgn: impl BufRead) -> Result<Vec<Fault>, ConversionError> {
    let (mut faults, mut games) = (FaultList::default(), 0);
    let mut last = None;
    for read in reader(kgn) {
        match read {
            Ok(_) => count(&mut games)?,
            Err(ReadError::Fault(fault)) => faults.add(fault),
            Err(ReadError::Input(error)) if error.kind() == ErrorKind::InvalidData => {
                last = Some(Fault { code: faults::NO_GAMES, message: error.to_string(), ..Fault::default() });
            }
            Err(ReadError::Input(error)) => match error.downcast::<kgn::Fault>() {
                Ok(fault) => last = Some(fault.into()),
                Err(error) => return Err(error.into()),
            },
        }
    }
    // The last fault ends the text, so there is something in it.
    let mut faults = faults.end(games + usize::from(last.is_some()));
    faults.extend(last);
    Ok(faults)
}

/// Increments the number of games, and refuses too many.
fn count(games: &mut usize) -> Result<(), ConversionError> {
    *games += 1;
    if *games > MAX_GAMES {
        return Err(ConversionError::too_large(format_args!("at most {MAX_GAMES} games")));
    }
    Ok(())
}

/// Writes one or several games of JSON as KGN.
///
/// # Errors
/// The first field that is wrong; a game is too large, or there are too many.
pub fn write_games(json: impl Read, answer: &mut dyn Write) -> Result<(), ConversionError> {
    let left = Cell::new(MAX_JSON_GAME + BETWEEN_GAMES);
    let (mut games, mut refused) = (0, None);
    let mut write = |game| {
        let index = games;
        count(&mut games)?;
        Ok(answer.write_all(kgn_of(game, index)?.as_bytes())?)
    };
    let read = each_game(Limited { input: json, left: &left }, |game| {
        left.set(MAX_JSON_GAME + BETWEEN_GAMES);
        refused = write(game).err();
        refused.is_none()
    });
    match (refused, read) {
        (Some(refusal), _) => Err(refusal),
        (None, Err(_)) if left.get() == 0 => Err(ConversionError::too_many(MAX_JSON_GAME, "bytes")),
        (None, Err(error)) => Err(ConversionError::Unreadable(format!("expected a game: {error}"))),
        (None, Ok(())) => Ok(()),
    }
}

/// Returns the KGN of the game with this index.
fn kgn_of(game: Game, index: usize) -> Result<String, ConversionError> {
    if game.moves.len() > MAX_MOVES {
        return Err(ConversionError::too_many(MAX_MOVES, "plies"));
    }
    if game.tags.0.len() > MAX_TAGS {
        return Err(ConversionError::too_many(MAX_TAGS, "tags"));
    }
    let wrong = |why| ConversionError::Unreadable(format!("games[{index}]: {why}"));
    Ok(write(&game.record().map_err(wrong)?))
}

/// An input that ends after the number of bytes in `left`, which the caller resets for each game.
struct Limited<'a, R> {
    input: R,
    left: &'a Cell<usize>,
}

impl<R: Read> Read for Limited<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let room = buffer.len().min(self.left.get());
        let read = self.input.read(buffer.get_mut(..room).unwrap_or_default())?;
        self.left.set(self.left.get().saturating_sub(read));
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(kgn: &[u8]) -> serde_json::Value {
        let mut answer = Vec::new();
        read_games(kgn, &mut answer).expect("memory");
        serde_json::from_slice(&answer).expect("JSON")
    }

    fn written(json: &[u8]) -> Result<String, ConversionError> {
        let mut answer = Vec::new();
        write_games(json, &mut answer).map(|()| String::from_utf8(answer).expect("text"))
    }

    #[test]
    fn games_and_faults_are_answered() {
        let answer = answered(b"[Silver \"a\"]\n\n1. h2g2 *\n\n[Silver \"b\"]\n\n1. h2g9 *\n\n[Silver \"c\"]\n\n*\n");
        assert_eq!(answer["games"].as_array().map(Vec::len), Some(2));
        assert_eq!(answer["games"][0]["moves"][0]["move"], "h2g2");
        assert_eq!((&answer["faults"][0]["line"], &answer["faults"][0]["game"]), (&7.into(), &2.into()));
        let message = answer["faults"][0]["message"].as_str().expect("a message");
        assert!(message.contains("expected a rank"), "{message}");
    }

    #[test]
    fn a_text_without_a_game_is_a_fault() {
        for text in [&b""[..], b" \n\n", b"; nothing\n"] {
            assert_eq!(answered(text)["faults"][0]["message"], "expected a game, found nothing");
        }
    }

    #[test]
    fn a_long_text_without_a_game_is_refused_early() {
        let blank = io::BufReader::new(io::repeat(b' ').take(MAX_KGN));
        let refusal = read_games(blank, &mut io::sink()).expect_err("no game");
        assert!(matches!(refusal, ConversionError::Unreadable(_)), "{refusal:?}");
        assert_eq!(refusal.to_string(), "expected games in KGN, found none in the first 16 MiB");
    }

    #[test]
    fn many_faults_are_counted() {
        let answer = answered("[A \"\"]\nx\n\n".repeat(MAX_FAULTS + 5).as_bytes());
        let faults = answer["faults"].as_array().expect("faults");
        assert_eq!(faults.len(), MAX_FAULTS + 1);
        assert_eq!(faults[MAX_FAULTS]["message"], "5 further games cannot be read");
        let answer = answered("[A \"\"]\nx\n\n".repeat(MAX_FAULTS + 1).as_bytes());
        assert_eq!(answer["faults"][MAX_FAULTS]["message"], "1 further game cannot be read");
    }

    #[test]
    fn one_game_or_several_are_written() {
        let one = written(br#"{"moves":[{"move":"h2g2"}]}"#).expect("a game");
        assert!(one.contains("1. h2g2 *"), "{one}");
        let two = written(br#"{"games":[{"moves":[{"move":"h2g2"}]},{"setup":"imhotep"}]}"#).expect("games");
        assert!(two.starts_with(&one) && two.contains("imhotep"), "{two}");
        let refusal = written(br#"{"games":[{},{"setup":"x"}]}"#).expect_err("there is no such set-up");
        assert!(
            matches!(&refusal, ConversionError::Unreadable(why) if why.starts_with("games[1]: setup: ")),
            "{refusal}"
        );
        for text in [&b""[..], b"[]", b"[1]", b"5", b"{", br#"{"games":5}"#] {
            let why = written(text).expect_err("no game").to_string();
            assert!(why.starts_with("expected a game"), "{}: {why}", text.escape_ascii());
        }
        for (text, named) in [
            (&br#"{"moves":[{"mov":"h2g2"}]}"#[..], "moves[0]: unknown field `mov`"),
            (br#"{"games":[[]]}"#, "games[0]: invalid type: sequence, expected an object"),
            (
                br#"{"games":[{},{"moves":[{},["h2g2"]]}]}"#,
                "games[1]: moves[1]: invalid type: sequence, expected an object",
            ),
            (br#"{"games":[{"moves":[3]}]}"#, "games[0]: moves[0]: invalid type: integer `3`, expected an object"),
            (br#"{"games":[],"moves":[]}"#, "unknown field `moves`"),
        ] {
            let why = written(text).expect_err(named).to_string();
            assert!(why.contains(named), "{why}");
        }
    }

    #[test]
    fn a_game_at_a_limit_is_accepted_and_one_beyond_it_is_refused() {
        let moves =
            |number: usize| ["j1- ", "a8- ", "j1+ ", "a8+ "].into_iter().cycle().take(number).collect::<String>();
        let start = "[KFEN \"x39/4k5/////4K5/9X1 s khet2 0 1\"]\n";
        let tags = |number: usize| (0..number).map(|index| format!("[A{index} \"\"]\n")).collect::<String>();
        let game = |number, plies| format!("{}{start}\n{}*\n", tags(number), moves(plies));
        let largest = answered(game(MAX_TAGS - 1, MAX_MOVES).as_bytes());
        assert_eq!(largest["games"][0]["moves"].as_array().map(Vec::len), Some(MAX_MOVES));
        let text = written(largest["games"][0].to_string().as_bytes()).expect("it was read");
        assert!(text.contains("[PlyCount \"50000\"]") && text.contains("[A998 \"\"]"));
        let comment = format!("{{{}}} ", "x".repeat(1 << 20));
        for (beyond, named) in [
            (game(MAX_TAGS, 0), "expected at most 1000 tags"),
            (game(0, MAX_MOVES + 1), "expected at most 50000 plies"),
            (format!("{start}j1- {comment}a8- {comment}j1+ {comment}a8+ {comment}j1- *\n"), "4194304 bytes"),
            (game(0, 0).repeat(MAX_GAMES + 1), "expected at most 100000 games"),
        ] {
            let refusal = read_games(beyond.as_bytes(), &mut io::sink()).expect_err(named);
            assert!(matches!(&refusal, ConversionError::TooLarge(why) if why.contains(named)), "{refusal:?}");
        }
    }

    #[test]
    fn json_beyond_a_limit_is_refused() {
        let list = |entry: &str, number: usize| vec![entry; number].join(",");
        let tags: Vec<String> = (0..=MAX_TAGS).map(|index| format!("\"a{index}\":\"\"")).collect();
        for (beyond, named) in [
            (format!("{{\"games\":[{}]}}", list("{}", MAX_GAMES + 1)), "at most 100000 games"),
            (format!("{{\"moves\":[{}]}}", list("{}", MAX_MOVES + 1)), "at most 50000 plies"),
            (format!("{{\"tags\":{{{}}}}}", tags.join(",")), "at most 1000 tags"),
            (
                format!("{{\"games\":[{{\"foreword\":\"{}\"}}]}}", "x".repeat(2 * MAX_JSON_GAME)),
                "at most 16777216 bytes",
            ),
            (format!("{{\"{}\":1}}", "x".repeat(2 * MAX_JSON_GAME)), "at most 16777216 bytes"),
        ] {
            let refusal = written(beyond.as_bytes()).expect_err(named);
            assert!(matches!(&refusal, ConversionError::TooLarge(why) if why.contains(named)), "{refusal:?}");
        }
    }
}
