//! Conversion of files of games from KGN to JSON and back, of the scores of a game to its review, of texts to their faults, and of the frames of an animation
//! to a GIF. A request is stored in a temporary file and converted twice: first to check that it can be answered, then to send the
//! response. Neither a file of games nor a response is in memory as a whole.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, StatusCode, header};
use futures_util::StreamExt;
use khepri_animation as animation;
use khepri_animation::{AnimationError, MAX_FRAMES, MAX_GIF};
use khepri_protocol::fault_question::{MAX_QUESTION, answer_faults};
use khepri_protocol::kgn_json::{ConversionError, MAX_JSON, MAX_KGN, read_games, write_games};
use khepri_protocol::review::json::{MAX_REVIEW, review_game};
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Seek, Write};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

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

    fn not_stored(error: impl fmt::Display) -> Refusal {
        let why = format_args!("the file cannot be stored to read it: {error}");
        Refusal::new(StatusCode::INSUFFICIENT_STORAGE, why)
    }
}

impl From<ConversionError> for Refusal {
    fn from(error: ConversionError) -> Refusal {
        match error {
            ConversionError::TooLarge(why) => Refusal { status: StatusCode::PAYLOAD_TOO_LARGE, why },
            ConversionError::Unreadable(why) => Refusal { status: StatusCode::UNPROCESSABLE_ENTITY, why },
            ConversionError::Io(error) => error.into(),
        }
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
    convert: fn(BufReader<File>, &mut dyn Write) -> Result<(), ConversionError>,
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

/// Reviews a game whose positions have scores.
pub const REVIEW: Conversion = Conversion {
    convert: review_game,
    max_request: MAX_REVIEW,
    max_response: MAX_JSON,
    media_type: "application/json",
};

/// Answers which faults a position, a move or games have.
pub const FAULTS: Conversion = Conversion {
    convert: answer_faults,
    max_request: MAX_QUESTION,
    max_response: MAX_JSON,
    media_type: "application/json",
};

/// Converts the frames of an animation to a GIF.
pub const ANIMATE: Conversion =
    Conversion { convert: animate, max_request: MAX_FRAMES, max_response: MAX_GIF, media_type: "image/gif" };

fn animate(frames: BufReader<File>, answer: &mut dyn Write) -> Result<(), ConversionError> {
    animation::encode(frames, answer).map_err(|error| match error {
        AnimationError::Unreadable(why) => ConversionError::Unreadable(why),
        AnimationError::Io(error) => ConversionError::Io(error),
    })
}

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
    let too_large = || Refusal::from(ConversionError::large_file(max));
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
