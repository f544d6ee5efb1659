//! Files of games: KGN in, JSON out, and back. A file is never in memory as a whole: it waits in a temporary file until it is
//! complete, then each game is answered as it is read.

use super::json::{Game, Object, objects};
use crate::notation::kgn::{ReadError, Reader, Record, write};
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, StatusCode, header};
use futures_util::StreamExt;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Seek, Write};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::time::timeout;

/// The largest file of games.
pub const MOST_BYTES: u64 = 64 << 20;

/// The largest games as JSON.
pub const MOST_JSON: usize = 16 << 20;

/// The number of faults that are reported one by one.
const MOST_FAULTS: usize = 1000;

/// The time in which a part of a request has to arrive, and a part of an answer to leave.
const PART_TIME: Duration = Duration::from_secs(30);

/// The number of parts on their way, and the size of those of an answer.
const PARTS: usize = 4;
const PART: usize = 64 << 10;

/// Why a request is refused.
pub type Refusal = (StatusCode, String);

/// Games and the faults of those that cannot be read, as they are answered.
#[derive(Serialize)]
struct Fault {
    line: u64,
    column: u64,
    game: u64,
    message: String,
}

/// Several games that the page sends to have them written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Several {
    #[serde(deserialize_with = "objects")]
    games: Vec<Game>,
}

/// Whether the page sends several games or one.
#[derive(Deserialize)]
struct Form {
    games: Option<IgnoredAny>,
}

fn too_large() -> Refusal {
    (StatusCode::PAYLOAD_TOO_LARGE, format!("expected a file of at most {} MiB", MOST_BYTES >> 20))
}

/// Reads a request to its end, and returns the answer, which is made while it is sent.
///
/// # Errors
/// The request is too large, too slow, or cannot be stored.
pub async fn read(headers: &HeaderMap, body: Body, place: OwnedSemaphorePermit) -> Result<Body, Refusal> {
    let announced = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|length| length > MOST_BYTES) {
        return Err(too_large());
    }
    let (parts, incoming) = mpsc::channel(PARTS);
    let stored = tokio::task::spawn_blocking(|| store(incoming));
    let mut stream = body.into_data_stream();
    let mut length = 0;
    loop {
        let part = timeout(PART_TIME, stream.next()).await;
        let part = part.map_err(|_| (StatusCode::REQUEST_TIMEOUT, "the request does not go on".to_owned()))?;
        let Some(part) = part else { break };
        let part = part.map_err(|error| (StatusCode::BAD_REQUEST, error.to_string()))?;
        length += part.len() as u64;
        if length > MOST_BYTES {
            return Err(too_large());
        }
        if parts.send(part).await.is_err() {
            break;
        }
    }
    drop(parts);
    let cannot_store = |error: &dyn std::fmt::Display| {
        (StatusCode::INSUFFICIENT_STORAGE, format!("the file cannot be stored to read it: {error}"))
    };
    let file = stored.await.map_err(|error| cannot_store(&error))?.map_err(|error| cannot_store(&error))?;
    let (outgoing, mut answer) = mpsc::channel(PARTS);
    let handle = Handle::current();
    tokio::task::spawn_blocking(move || {
        // Fails if the reader is gone.
        let _ = answer_games(BufReader::new(file), BufWriter::with_capacity(PART, Parts { outgoing, handle }));
        drop(place);
    });
    let stream = futures_util::stream::poll_fn(move |context| answer.poll_recv(context));
    Ok(Body::from_stream(stream.map(Ok::<Bytes, io::Error>)))
}

/// Writes the parts of a request to a file without a name.
fn store(mut parts: Receiver<Bytes>) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    while let Some(part) = parts.blocking_recv() {
        file.write_all(&part)?;
    }
    file.rewind()?;
    Ok(file)
}

/// The way from a blocking thread to the answer.
struct Parts {
    outgoing: Sender<Bytes>,
    handle: Handle,
}

impl Write for Parts {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let part = self.outgoing.send_timeout(Bytes::copy_from_slice(bytes), PART_TIME);
        self.handle.block_on(part).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes `{"games":[…],"faults":[…]}`.
fn answer_games(input: impl io::BufRead, mut answer: impl Write) -> io::Result<()> {
    let (mut faults, mut unreported, mut games) = (Vec::new(), 0_usize, 0_usize);
    answer.write_all(b"{\"games\":[")?;
    for read in Reader::new(input) {
        match read {
            Ok(record) => {
                if games > 0 {
                    answer.write_all(b",")?;
                }
                serde_json::to_writer(&mut answer, &Game::of(record))?;
                games += 1;
            }
            Err(_) if faults.len() >= MOST_FAULTS => unreported += 1,
            Err(error) => faults.push(Fault::of(&error)),
        }
    }
    let none = games == 0 && faults.is_empty();
    let rest = format!("{unreported} further games cannot be read");
    let last = match () {
        () if none => Some("expected a game, found nothing"),
        () if unreported > 0 => Some(rest.as_str()),
        () => None,
    };
    faults.extend(last.map(|message| Fault { line: 1, column: 1, game: 1, message: message.to_owned() }));
    answer.write_all(b"],\"faults\":")?;
    serde_json::to_writer(&mut answer, &faults)?;
    answer.write_all(b"}")?;
    answer.flush()
}

impl Fault {
    fn of(error: &ReadError) -> Fault {
        let message = error.to_string();
        match error {
            ReadError::Fault(fault) => {
                Fault { line: fault.place.line, column: fault.place.column, game: fault.game, message }
            }
            ReadError::Input(_) => Fault { line: 1, column: 1, game: 1, message },
        }
    }
}

/// Returns the KGN of games in JSON.
///
/// # Errors
/// The first field that is wrong.
pub fn written(json: &[u8]) -> Result<String, Refusal> {
    let wrong = |why: String| (StatusCode::UNPROCESSABLE_ENTITY, why);
    let read = match serde_json::from_slice(json) {
        Ok(Form { games: Some(_) }) => serde_json::from_slice(json).map(|several: Several| several.games),
        _ => serde_json::from_slice(json).map(|Object(game)| vec![game]),
    };
    let games = read.map_err(|error| wrong(format!("expected a game: {error}")))?;
    let mut text = String::new();
    for (index, game) in games.into_iter().enumerate() {
        let record: Record = game.record().map_err(|why| wrong(format!("games[{index}]: {why}")))?;
        text.push_str(&write(&record));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(kgn: &[u8]) -> serde_json::Value {
        let mut answer = Vec::new();
        answer_games(kgn, &mut answer).expect("memory");
        serde_json::from_slice(&answer).expect("JSON")
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
    fn many_faults_are_counted() {
        let answer = answered("[A \"\"]\nx\n\n".repeat(MOST_FAULTS + 5).as_bytes());
        let faults = answer["faults"].as_array().expect("faults");
        assert_eq!(faults.len(), MOST_FAULTS + 1);
        assert_eq!(faults[MOST_FAULTS]["message"], "5 further games cannot be read");
    }

    #[test]
    fn one_game_or_several_are_written() {
        let one = written(br#"{"moves":[{"move":"h2g2"}]}"#).expect("a game");
        assert!(one.contains("1. h2g2 *"), "{one}");
        let two = written(br#"{"games":[{"moves":[{"move":"h2g2"}]},{"setup":"imhotep"}]}"#).expect("games");
        assert!(two.starts_with(&one) && two.contains("imhotep"), "{two}");
        let (status, why) = written(br#"{"games":[{},{"setup":"x"}]}"#).expect_err("there is no such set-up");
        assert!(status == StatusCode::UNPROCESSABLE_ENTITY && why.starts_with("games[1]: setup: "), "{why}");
        for text in [&b""[..], b"[]", b"[1]", b"5", b"{", br#"{"games":5}"#] {
            let refused = written(text).map(|text| text.len());
            assert!(refused.is_err_and(|(_, why)| why.starts_with("expected a game")), "{}", text.escape_ascii());
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
            let (_, why) = written(text).expect_err(named);
            assert!(why.contains(named), "{why}");
        }
    }
}
