//! A WebSocket and its session: lines pass both ways until the client leaves, the session is idle, or the server ends. Then the
//! engine's process is killed. The end of an engine does not end its session.

use super::engine::OutputEvent;
use super::line_queue::LineQueue;
use super::seats::{NoSeat, PAGE_ENGINES, Seat, Seats};
use super::session::{EngineConfig, Session};
use super::settings::Kind;
use super::token::Auth;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream, StreamExt};
use futures_util::{Sink, SinkExt};
use khepri_arena::interrupts::Interrupts;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, interval_at, timeout};
use tokio_util::sync::CancellationToken;
use tungstenite::Error;

/// The time in which a client must send the token.
const TOKEN_TIME: Duration = Duration::from_secs(10);

/// The time-out for sending a frame.
const SEND_TIME: Duration = Duration::from_secs(30);

/// The time-out for sending the last frames of a session.
const CLOSE_TIME: Duration = Duration::from_secs(2);

/// The interval of pings.
const PING: Duration = Duration::from_secs(15);

/// The number of ping intervals without a frame after which the client counts as gone.
const MISSED_PINGS: u32 = 3;

/// The time for which an engine's input queue may stay full.
const READ_TIME: Duration = Duration::from_secs(10);

/// The interval of checking for time-outs, and for an engine that ended although its output is still open.
const WATCH: Duration = Duration::from_secs(1);

/// A WebSocket whose client must send the token first.
pub struct Unadmitted {
    /// The cookie that the response set. It becomes valid when the client sends the token.
    pub cookie: String,
    /// The permit to wait for the token, held until the client has sent it.
    pub permit: OwnedSemaphorePermit,
}

/// The state that all sessions share.
#[derive(Clone)]
pub struct Sessions {
    /// The token and the valid cookies.
    pub auth: Arc<Auth>,
    /// The seats of pages and programs with engines.
    pub engines: Arc<Seats>,
    /// The seats of sessions for the rules, which have no engine.
    pub rules: Arc<Seats>,
    /// The time without a line after which a session ends.
    pub idle: Duration,
    /// Cancelled when the server ends.
    pub shutdown: CancellationToken,
    /// Counts how often the process continues after a stop.
    pub signals: Arc<Interrupts>,
}

impl Sessions {
    /// Takes a seat for a session of this kind and page, until it ends.
    ///
    /// # Errors
    /// The message to a client that finds no seat.
    fn seat(&self, kind: Kind, page: Option<String>) -> Result<Seat, String> {
        let (seats, which) = match kind {
            Kind::Rules => (&self.rules, "sessions for the rules are open"),
            Kind::Own | Kind::Foreign => (&self.engines, "sessions are open (--sessions)"),
        };
        seats.take(page.filter(|_| kind != Kind::Rules)).map_err(|none| match none {
            NoSeat::Full(limit) => format!("no room: {limit} {which}"),
            NoSeat::TooMany => format!("no room: this page has {PAGE_ENGINES} engines"),
        })
    }
}

/// Runs a session of a page until the socket closes, the session is idle, or the server ends.
pub async fn run(
    mut socket: WebSocket,
    unadmitted: Option<Unadmitted>,
    engine: EngineConfig,
    page: Option<String>,
    sessions: Sessions,
) {
    if let Some(Unadmitted { cookie, permit }) = unadmitted {
        let first = tokio::select! {
            first = timeout(TOKEN_TIME, socket.recv()) => first,
            () = sessions.shutdown.cancelled() => return,
        };
        match first {
            Ok(Some(Ok(Message::Text(text)))) if sessions.auth.is_sent(&text) => {
                sessions.auth.admit(cookie);
            }
            Ok(Some(Ok(Message::Close(_)))) => return close(socket, None).await,
            Ok(Some(Err(error))) => return close(socket, unreadable(error)).await,
            // Without the token there is no answer.
            _ => return,
        }
        drop(permit);
    }
    let outgoing = Arc::new(LineQueue::default());
    let (sink, stream) = socket.split();
    let closing = Arc::new(std::sync::OnceLock::new());
    let writer = tokio::spawn(write(sink, Arc::clone(&outgoing), Arc::clone(&closing)));
    let writer = Writer(writer);
    let (mut writer, reason) = match sessions.seat(engine.kind, page) {
        Ok(_seat) => {
            let mut connection = Connection::new(stream, engine, Arc::clone(&outgoing), Arc::clone(&sessions.auth));
            let ended = connection.run(&sessions, writer).await;
            connection.session.end().await;
            ended
        }
        Err(why) => {
            outgoing.push(format!("info string {why}"));
            (writer, Some((close_code::AGAIN, "too many sessions")))
        }
    };
    if let Some(reason) = reason {
        let _ = closing.set(reason);
        outgoing.close();
        let _ = timeout(CLOSE_TIME, &mut writer.0).await;
    }
}

/// The task that writes to a socket. It is aborted when this is dropped.
struct Writer(JoinHandle<()>);

impl Drop for Writer {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The code and the reason of a Close frame; `None` if no client is left to read it.
type CloseReason = Option<(u16, &'static str)>;

/// A session and the receiving half of its WebSocket.
struct Connection {
    stream: SplitStream<WebSocket>,
    session: Session,
    outgoing: Arc<LineQueue>,
    auth: Arc<Auth>,
    /// The time of the last line from either side.
    last_line: Instant,
    /// The time of the last frame from the client.
    last_frame: Instant,
}

impl Connection {
    fn new(
        stream: SplitStream<WebSocket>,
        engine: EngineConfig,
        outgoing: Arc<LineQueue>,
        auth: Arc<Auth>,
    ) -> Connection {
        let (now, session) = (Instant::now(), Session::new(engine, Arc::clone(&outgoing)));
        Connection { stream, session, outgoing, auth, last_line: now, last_frame: now }
    }

    /// Passes lines both ways until the session ends. Returns the writer, and the reason for closing the socket.
    async fn run(&mut self, sessions: &Sessions, mut writer: Writer) -> (Writer, CloseReason) {
        let period = WATCH.min(sessions.idle);
        let (mut watch, mut last_tick) = (interval(period), Instant::now());
        watch.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // The time since which the engine's input queue has been full.
        let mut full_since: Option<Instant> = None;
        let mut continuations = sessions.signals.continuations();
        let end = loop {
            let has_room = self.outgoing.has_room();
            let can_receive = has_room && self.session.has_room();
            let full_input = self.session.input().filter(|input| !input.has_room());
            if !can_receive {
                // Frames of the client are not read now, so their absence must not count.
                self.last_frame = Instant::now();
            }
            full_since = full_input.as_ref().map(|_| full_since.unwrap_or_else(Instant::now));
            tokio::select! {
                () = sessions.shutdown.cancelled() => break Some((close_code::AWAY, "the server ends")),
                _ = &mut writer.0 => break None,
                () = self.outgoing.wait_for_room(), if !has_room => {}
                () = wait_for_room(full_input) => {}
                message = self.stream.next(), if can_receive => match self.receive(message) {
                    Ok(()) => {}
                    Err(end) => break end,
                },
                event = self.session.next(), if has_room => match event {
                    OutputEvent::Line(line) => {
                        self.last_line = Instant::now();
                        self.session.forward(line);
                    }
                    OutputEvent::Closed => self.session.report_end().await,
                    OutputEvent::Failed(why) => self.session.kill_engine(why).await,
                },
                _ = watch.tick() => {
                    let before = std::mem::replace(&mut continuations, sessions.signals.continuations());
                    let now = Instant::now();
                    // The count of the continuations may follow later than the first tick after a stop.
                    let is_late = now - std::mem::replace(&mut last_tick, now) > 2 * period;
                    if is_late || continuations != before {
                        // Nothing was read while this process was stopped.
                        (self.last_line, self.last_frame) = (now, now);
                        full_since = full_since.map(|_| now);
                    }
                    if full_since.is_some_and(|since| since.elapsed() > READ_TIME) {
                        self.session.kill_engine("it does not read its input").await;
                    }
                    if self.last_line.elapsed() >= sessions.idle {
                        self.outgoing.push("info string session closed: idle".to_owned());
                        break Some((close_code::NORMAL, "idle"));
                    }
                    if self.last_frame.elapsed() > PING * MISSED_PINGS {
                        break None;
                    }
                    if has_room && self.session.has_ended() {
                        self.drain_ended().await;
                    }
                }
            }
        };
        (writer, end)
    }

    /// Handles a frame of the client.
    fn receive(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), CloseReason> {
        self.last_frame = Instant::now();
        match message {
            Some(Ok(Message::Text(line))) => {
                self.last_line = self.last_frame;
                // A page with a cookie may also send the token. It is not passed to the engine.
                if !self.auth.is_sent(&line) {
                    self.session.receive(&line);
                }
                Ok(())
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
            Some(Ok(Message::Binary(_))) => {
                self.outgoing.push("info string expected a text frame, found a binary one".to_owned());
                Err(Some((close_code::UNSUPPORTED, "binary frame")))
            }
            Some(Ok(Message::Close(_))) => Err(Some((close_code::NORMAL, ""))),
            None => Err(None),
            Some(Err(error)) => {
                let reason = error.to_string().replace(char::is_control, " ");
                self.outgoing.push(format!("info string session closed: {reason}"));
                Err(unreadable(error))
            }
        }
    }

    /// Forwards the remaining output of an engine that ended, although another process holds its output open.
    async fn drain_ended(&mut self) {
        /// The time without a line after which the output counts as complete.
        const QUIET: Duration = Duration::from_millis(50);
        while self.outgoing.has_room() {
            match timeout(QUIET, self.session.next()).await {
                Ok(OutputEvent::Line(line)) => self.session.forward(line),
                Ok(OutputEvent::Failed(why)) => return self.session.kill_engine(why).await,
                Ok(OutputEvent::Closed) | Err(_) => return self.session.report_end().await,
            }
        }
    }
}

/// Returns the code and the reason for closing after a message that cannot be read.
fn unreadable(error: axum::Error) -> CloseReason {
    match error.into_inner().downcast_ref::<Error>() {
        Some(Error::Io(_)) => None,
        Some(Error::Utf8(_)) => Some((close_code::INVALID, "text that is not UTF-8")),
        Some(Error::Capacity(_)) => Some((close_code::SIZE, "a message that is too large")),
        _ => Some((close_code::PROTOCOL, "a frame that cannot be read")),
    }
}

/// Waits until a full input queue may have room. Without a queue, waits for ever.
async fn wait_for_room(full_input: Option<Arc<LineQueue>>) {
    match full_input {
        Some(input) => input.wait_for_room().await,
        None => std::future::pending().await,
    }
}

/// Writes lines and pings to the socket until the queue ends or writing fails, then closes the socket.
async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    outgoing: Arc<LineQueue>,
    closing: Arc<std::sync::OnceLock<(u16, &'static str)>>,
) {
    let mut pings = interval_at(Instant::now() + PING, PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let message = tokio::select! {
            line = outgoing.pop() => match line {
                Some(line) => Message::text(line),
                None => break,
            },
            _ = pings.tick() => Message::Ping(Vec::new().into()),
        };
        if !timeout(SEND_TIME, sink.send(message)).await.is_ok_and(|sent| sent.is_ok()) {
            break;
        }
    }
    close(sink, closing.get().copied()).await;
}

/// Closes a WebSocket, or answers the client's Close.
async fn close(mut sink: impl Sink<Message> + Unpin, reason: CloseReason) {
    let frame = reason.map(|(code, reason)| CloseFrame { code, reason: reason.into() });
    let closed = async {
        // This fails if the client closed first. The library has then already queued the answer to the client's Close.
        let _ = sink.send(Message::Close(frame)).await;
        sink.close().await
    };
    let _ = timeout(CLOSE_TIME, closed).await;
}
