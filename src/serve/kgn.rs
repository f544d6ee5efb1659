//! Conversion of files of games from KGN to JSON and back. Neither a request nor a response is in memory as a whole. A request
//! is stored in a temporary file and converted game by game, twice: first to check that it can be answered, then to send the
//! response.

use super::json::{Game, MAX_MOVES, MAX_TAGS, each_game};
use crate::notation::kgn::{Limits, ReadError, Reader, write};
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, StatusCode, header};
use futures_util::StreamExt;
use serde::Serialize;
use std::cell::Cell;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Seek, Write};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// The largest number of bytes of a file in KGN, and of one game in it.
const MAX_KGN: u64 = 64 << 20;
const MAX_GAME: usize = 4 << 20;

/// The largest number of bytes of a file in JSON, and of one game in it. In JSON each move includes its position.
const MAX_JSON: u64 = 256 << 20;
const MAX_JSON_GAME: usize = 16 << 20;

/// The largest number of bytes between two games in a list of games.
const BETWEEN_GAMES: usize = 64;

/// The largest number of games in a request.
const MAX_GAMES: usize = 100_000;

/// The largest number of faults that are reported separately.
const MAX_FAULTS: usize = 1000;

/// The time in which a chunk of a request must arrive, and in which the client must accept a chunk of a response.
const CHUNK_TIME: Duration = Duration::from_secs(30);

/// The largest number of chunks in a channel.
const CHUNKS: usize = 4;

/// The size of a chunk of a response in bytes.
const CHUNK: usize = 64 << 10;

/// The refusal of a request.
#[derive(Debug)]
pub struct Refusal {
    /// The status of the response.
    pub status: StatusCode,
    /// The reason.
    pub why: String,
}

impl Refusal {
    fn new(status: StatusCode, why: impl fmt::Display) -> Refusal {
        Refusal { status, why: why.to_string() }
    }

    fn too_large(expected: impl fmt::Display) -> Refusal {
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, format_args!("expected {expected}"))
    }

    /// Returns the refusal of a game with more than `max` bytes, plies or tags.
    fn too_many(max: usize, what: &str) -> Refusal {
        Refusal::too_large(format_args!("a game of at most {max} {what}"))
    }

    fn not_stored(error: impl fmt::Display) -> Refusal {
        let why = format_args!("the file cannot be stored to read it: {error}");
        Refusal::new(StatusCode::INSUFFICIENT_STORAGE, why)
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        Refusal::not_stored(error)
    }
}

/// A conversion of a request into its response.
#[derive(Clone, Copy)]
pub struct Conversion {
    convert: fn(BufReader<File>, &mut dyn Write) -> Result<(), Refusal>,
    max_request: u64,
    max_response: u64,
    /// The media type of the response.
    pub media_type: &'static str,
}

/// Converts KGN to JSON.
pub const READ: Conversion =
    Conversion { convert: read_games, max_request: MAX_KGN, max_response: MAX_JSON, media_type: "application/json" };

/// Converts JSON to KGN.
pub const WRITE: Conversion = Conversion {
    convert: write_games,
    max_request: MAX_JSON,
    max_response: MAX_KGN,
    media_type: "text/plain; charset=utf-8",
};

/// Stores and checks a request, and returns the response. The response is converted while it is sent.
///
/// # Errors
/// The request is too large, too slow, cannot be converted, or cannot be stored.
pub async fn answer(
    headers: &HeaderMap,
    body: Body,
    conversion: Conversion,
    permit: OwnedSemaphorePermit,
) -> Result<Body, Refusal> {
    let file = receive(headers, body, conversion.max_request).await?;
    // The permit is held while a thread works, even if the client is gone.
    let checked = spawn_blocking(move || check(&file, conversion).map(|()| (file, permit))).await;
    let (file, permit) = checked.map_err(Refusal::not_stored)??;
    let (outgoing, mut answer) = mpsc::channel(CHUNKS);
    let handle = Handle::current();
    spawn_blocking(move || {
        // Fails if the client is gone.
        let _ = run(&file, conversion, &mut BufWriter::with_capacity(CHUNK, ChunkWriter { outgoing, handle }));
        drop(permit);
    });
    let stream = futures_util::stream::poll_fn(move |context| answer.poll_recv(context));
    Ok(Body::from_stream(stream.map(Ok::<Bytes, io::Error>)))
}

/// Reads a request to its end into an unnamed file.
async fn receive(headers: &HeaderMap, body: Body, max: u64) -> Result<File, Refusal> {
    let too_large = || Refusal::too_large(format_args!("a file of at most {} MiB", max >> 20));
    let announced = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|length| length > max) {
        return Err(too_large());
    }
    let (chunks, incoming) = mpsc::channel(CHUNKS);
    let stored = spawn_blocking(|| store(incoming));
    let mut stream = body.into_data_stream();
    let mut length = 0;
    loop {
        let chunk = timeout(CHUNK_TIME, stream.next()).await;
        let chunk = chunk.map_err(|_| Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request does not go on"))?;
        let Some(chunk) = chunk else { break };
        let chunk = chunk.map_err(|error| Refusal::new(StatusCode::BAD_REQUEST, error))?;
        length += chunk.len() as u64;
        if length > max {
            return Err(too_large());
        }
        if chunks.send(chunk).await.is_err() {
            break;
        }
    }
    drop(chunks);
    Ok(stored.await.map_err(Refusal::not_stored)??)
}

/// Writes the chunks of a request to an unnamed file.
fn store(mut chunks: Receiver<Bytes>) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    while let Some(chunk) = chunks.blocking_recv() {
        file.write_all(&chunk)?;
    }
    Ok(file)
}

/// Checks that a file can be converted and that the response is not too large.
fn check(file: &File, conversion: Conversion) -> Result<(), Refusal> {
    let mut counter = Counter(0);
    run(file, conversion, &mut counter)?;
    if counter.0 > conversion.max_response {
        let most = conversion.max_response >> 20;
        return Err(Refusal::too_large(format_args!("games whose answer has at most {most} MiB")));
    }
    Ok(())
}

/// Converts a file from its beginning.
fn run(mut file: &File, conversion: Conversion, answer: &mut dyn Write) -> Result<(), Refusal> {
    file.rewind()?;
    (conversion.convert)(BufReader::new(file.try_clone()?), answer)?;
    Ok(answer.flush()?)
}

/// A writer that only counts bytes.
struct Counter(u64);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A writer on a blocking thread that sends chunks to the response.
struct ChunkWriter {
    outgoing: Sender<Bytes>,
    handle: Handle,
}

impl Write for ChunkWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.outgoing.send_timeout(Bytes::copy_from_slice(bytes), CHUNK_TIME);
        self.handle.block_on(sent).map_err(|_| ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The fault of a game that cannot be read, as the response reports it.
#[derive(Serialize)]
struct UnreadableGame {
    line: u64,
    column: u64,
    game: u64,
    message: String,
}

/// Writes the games of a file of KGN as `{"games":[…],"faults":[…]}`.
///
/// # Errors
/// A game is too large, there are too many games, or the beginning of the file has none.
fn read_games(kgn: impl BufRead, answer: &mut dyn Write) -> Result<(), Refusal> {
    let (mut faults, mut unreported, mut games) = (Vec::new(), 0_usize, 0_usize);
    let limits = Limits { bytes: MAX_GAME as u64, tags: MAX_TAGS, plies: MAX_MOVES };
    answer.write_all(b"{\"games\":[")?;
    for read in Reader::limited(kgn, limits) {
        match read {
            Ok(record) => {
                if games > 0 {
                    answer.write_all(b",")?;
                }
                count(&mut games)?;
                let text = serde_json::to_vec(&Game::of(record)).map_err(io::Error::from)?;
                if text.len() > MAX_JSON_GAME {
                    return Err(Refusal::too_many(MAX_JSON_GAME, "bytes as JSON"));
                }
                answer.write_all(&text)?;
            }
            Err(ReadError::Input(error)) if error.kind() == ErrorKind::FileTooLarge => {
                return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, error));
            }
            Err(ReadError::Input(error)) if error.kind() == ErrorKind::InvalidData => {
                return Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, error));
            }
            Err(ReadError::Input(error)) => return Err(error.into()),
            Err(ReadError::Fault(_)) if faults.len() >= MAX_FAULTS => unreported += 1,
            Err(ReadError::Fault(fault)) => faults.push(UnreadableGame {
                line: fault.place.line,
                column: fault.place.column,
                game: fault.game,
                message: fault.to_string(),
            }),
        }
    }
    let none = games == 0 && faults.is_empty();
    let rest = format!("{unreported} further games cannot be read");
    let last = match () {
        () if none => Some("expected a game, found nothing"),
        () if unreported > 0 => Some(rest.as_str()),
        () => None,
    };
    faults.extend(last.map(|message| UnreadableGame { line: 1, column: 1, game: 1, message: message.to_owned() }));
    answer.write_all(b"],\"faults\":")?;
    serde_json::to_writer(&mut *answer, &faults).map_err(io::Error::from)?;
    Ok(answer.write_all(b"}")?)
}

/// Increments the number of games, and refuses too many.
fn count(games: &mut usize) -> Result<(), Refusal> {
    *games += 1;
    if *games > MAX_GAMES {
        return Err(Refusal::too_large(format_args!("at most {MAX_GAMES} games")));
    }
    Ok(())
}

/// Writes one or several games of JSON as KGN.
///
/// # Errors
/// The first field that is wrong; a game is too large, or there are too many.
fn write_games(json: impl Read, answer: &mut dyn Write) -> Result<(), Refusal> {
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
        (None, Err(_)) if left.get() == 0 => Err(Refusal::too_many(MAX_JSON_GAME, "bytes")),
        (None, Err(error)) => {
            Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, format_args!("expected a game: {error}")))
        }
        (None, Ok(())) => Ok(()),
    }
}

/// Returns the KGN of the game with this index.
fn kgn_of(game: Game, index: usize) -> Result<String, Refusal> {
    if game.moves.len() > MAX_MOVES {
        return Err(Refusal::too_many(MAX_MOVES, "plies"));
    }
    if game.tags.0.len() > MAX_TAGS {
        return Err(Refusal::too_many(MAX_TAGS, "tags"));
    }
    let wrong = |why| Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, format_args!("games[{index}]: {why}"));
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

    fn written(json: &[u8]) -> Result<String, Refusal> {
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
        assert_eq!(refusal.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(refusal.why, "expected games in KGN, found none in the first 16 MiB");
    }

    #[test]
    fn many_faults_are_counted() {
        let answer = answered("[A \"\"]\nx\n\n".repeat(MAX_FAULTS + 5).as_bytes());
        let faults = answer["faults"].as_array().expect("faults");
        assert_eq!(faults.len(), MAX_FAULTS + 1);
        assert_eq!(faults[MAX_FAULTS]["message"], "5 further games cannot be read");
    }

    #[test]
    fn one_game_or_several_are_written() {
        let one = written(br#"{"moves":[{"move":"h2g2"}]}"#).expect("a game");
        assert!(one.contains("1. h2g2 *"), "{one}");
        let two = written(br#"{"games":[{"moves":[{"move":"h2g2"}]},{"setup":"imhotep"}]}"#).expect("games");
        assert!(two.starts_with(&one) && two.contains("imhotep"), "{two}");
        let Refusal { status, why } = written(br#"{"games":[{},{"setup":"x"}]}"#).expect_err("there is no such set-up");
        assert!(status == StatusCode::UNPROCESSABLE_ENTITY && why.starts_with("games[1]: setup: "), "{why}");
        for text in [&b""[..], b"[]", b"[1]", b"5", b"{", br#"{"games":5}"#] {
            let why = written(text).expect_err("no game").why;
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
            let why = written(text).expect_err(named).why;
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
            assert!(refusal.status == StatusCode::PAYLOAD_TOO_LARGE && refusal.why.contains(named), "{refusal:?}");
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
            assert!(refusal.status == StatusCode::PAYLOAD_TOO_LARGE && refusal.why.contains(named), "{refusal:?}");
        }
    }
}
