//! The bridge between a WebSocket and a session. It ends with the socket, and nothing of it stays.

use super::engine::OutputEvent;
use super::outgoing::Outgoing;
use super::session::{Seat, Session};
use super::token::Doorkeeper;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream, StreamExt};
use futures_util::{Sink, SinkExt};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, interval_at, timeout};
use tokio_util::sync::CancellationToken;
use tungstenite::Error;

/// The time that a connection has to send the token.
const TOKEN_TIME: Duration = Duration::from_secs(10);

/// The time that a frame has to leave, and the last frames of a session.
const SEND_TIME: Duration = Duration::from_secs(30);
const CLOSE_TIME: Duration = Duration::from_secs(2);

/// The interval of pings, and of looking whether a session is idle.
const PING: Duration = Duration::from_secs(15);

/// The number of pings without a sign of life after which a client is gone.
const MISSED_PINGS: u32 = 3;

/// The time in which an engine has to read some of its input while much of it waits.
const READ_TIME: Duration = Duration::from_secs(10);

/// The interval of looking after an engine that ended while others hold its output open.
const WATCH: Duration = Duration::from_secs(1);

/// A WebSocket that has to say the token first.
pub struct Stranger {
    /// The cookie of its request.
    pub cookie: String,
    /// Its place among those that have not said it yet.
    pub place: OwnedSemaphorePermit,
}

/// What all sessions share.
#[derive(Clone, Debug)]
pub struct House {
    /// The token.
    pub doorkeeper: Arc<Doorkeeper>,
    /// One permit for each session.
    pub sessions: Arc<Semaphore>,
    /// The number of sessions.
    pub most: usize,
    /// The silence after which a session ends.
    pub idle: Duration,
    /// The end of the server.
    pub shutdown: CancellationToken,
}

/// Runs a session until the socket closes, it is idle, or the server ends.
pub async fn run(mut socket: WebSocket, stranger: Option<Stranger>, session: Session, house: House) {
    if let Some(Stranger { cookie, place }) = stranger {
        let first = tokio::select! {
            first = timeout(TOKEN_TIME, socket.recv()) => first,
            () = house.shutdown.cancelled() => return,
        };
        match first {
            Ok(Some(Ok(Message::Text(text)))) if house.doorkeeper.is_said(&text) => {
                house.doorkeeper.admit(cookie);
            }
            Ok(Some(Ok(Message::Close(_)))) => return close(socket, None).await,
            Ok(Some(Err(error))) => return close(socket, unreadable(error)).await,
            // Without an answer.
            _ => return,
        }
        drop(place);
    }
    let outgoing = Arc::new(Outgoing::default());
    let (sink, stream) = socket.split();
    let closing = Arc::new(std::sync::OnceLock::new());
    let writer = tokio::spawn(write(sink, Arc::clone(&outgoing), Arc::clone(&closing)));
    let writer = Writer(writer);
    let why = match Arc::clone(&house.sessions).try_acquire_owned() {
        Ok(_place) => {
            let mut bridge = Bridge::new(stream, session, Arc::clone(&outgoing), Arc::clone(&house.doorkeeper));
            let why = bridge.run(&house, writer).await;
            bridge.seat.clear().await;
            why
        }
        Err(_) => {
            outgoing.push(format!("info string no room: {} sessions are open (--sessions)", house.most));
            (writer, Some((close_code::AGAIN, "too many sessions")))
        }
    };
    let (mut writer, why) = why;
    if let Some((code, reason)) = why {
        let _ = closing.set((code, reason));
        outgoing.close();
        let _ = timeout(CLOSE_TIME, &mut writer.0).await;
    }
}

/// The task that writes to a socket. It ends with the session.
struct Writer(JoinHandle<()>);

impl Drop for Writer {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The code and the reason of the end of a session; `None` if no one is there to read it.
type CloseReason = Option<(u16, &'static str)>;

/// A session that runs.
struct Bridge {
    stream: SplitStream<WebSocket>,
    seat: Seat,
    outgoing: Arc<Outgoing>,
    doorkeeper: Arc<Doorkeeper>,
    /// The last line of either side.
    active: Instant,
    /// The last frame of the client.
    heard: Instant,
}

impl Bridge {
    fn new(
        stream: SplitStream<WebSocket>,
        session: Session,
        outgoing: Arc<Outgoing>,
        doorkeeper: Arc<Doorkeeper>,
    ) -> Bridge {
        let (now, seat) = (Instant::now(), Seat::new(session, Arc::clone(&outgoing)));
        Bridge { stream, seat, outgoing, doorkeeper, active: now, heard: now }
    }

    /// Passes lines on until one side ends.
    async fn run(&mut self, house: &House, mut writer: Writer) -> (Writer, CloseReason) {
        let mut watch = interval(WATCH.min(house.idle));
        watch.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // Since when the engine has had no room.
        let mut unread: Option<Instant> = None;
        let end = loop {
            let has_room = self.outgoing.has_room();
            let can_take = has_room && self.seat.has_room();
            let input = self.seat.input().filter(|input| !input.has_room());
            if !can_take {
                // What it says is not read meanwhile.
                self.heard = Instant::now();
            }
            unread = input.as_ref().map(|_| unread.unwrap_or_else(Instant::now));
            tokio::select! {
                () = house.shutdown.cancelled() => break Some((close_code::AWAY, "the server ends")),
                _ = &mut writer.0 => break None,
                () = self.outgoing.drained(), if !has_room => {}
                () = drained(input) => {}
                message = self.stream.next(), if can_take => match self.receive(message) {
                    Ok(()) => {}
                    Err(end) => break end,
                },
                event = self.seat.next(), if has_room => match event {
                    OutputEvent::Line(line) => {
                        self.active = Instant::now();
                        self.seat.print(line);
                    }
                    OutputEvent::Closed => self.seat.report_end().await,
                    OutputEvent::Failed(why) => self.seat.give_up(why).await,
                },
                _ = watch.tick() => {
                    if unread.is_some_and(|since| since.elapsed() > READ_TIME) {
                        self.seat.give_up("it does not read its input").await;
                    }
                    if self.active.elapsed() >= house.idle {
                        self.outgoing.push("info string session closed: idle".to_owned());
                        break Some((close_code::NORMAL, "idle"));
                    }
                    if self.heard.elapsed() > PING * MISSED_PINGS {
                        break None;
                    }
                    if has_room && self.seat.has_ended() {
                        self.drain_ended().await;
                    }
                }
            }
        };
        (writer, end)
    }

    /// Takes a frame of the client.
    fn receive(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), CloseReason> {
        self.heard = Instant::now();
        match message {
            Some(Ok(Message::Text(line))) => {
                self.active = self.heard;
                // A page that has a cookie too may say the token. No engine hears of it.
                if !self.doorkeeper.is_said(&line) {
                    self.seat.take(&line);
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

    /// Reads what is left of an engine that ended, whose output something else holds open.
    async fn drain_ended(&mut self) {
        /// The silence after which nothing is left.
        const QUIET: Duration = Duration::from_millis(50);
        while self.outgoing.has_room() {
            match timeout(QUIET, self.seat.next()).await {
                Ok(OutputEvent::Line(line)) => self.seat.print(line),
                Ok(OutputEvent::Failed(why)) => return self.seat.give_up(why).await,
                Ok(OutputEvent::Closed) | Err(_) => return self.seat.report_end().await,
            }
        }
    }
}

/// Returns the end of a session whose client sent something unreadable.
fn unreadable(error: axum::Error) -> CloseReason {
    match error.into_inner().downcast_ref::<Error>() {
        Some(Error::Io(_)) => None,
        Some(Error::Utf8(_)) => Some((close_code::INVALID, "text that is not UTF-8")),
        Some(Error::Capacity(_)) => Some((close_code::SIZE, "a message that is too large")),
        _ => Some((close_code::PROTOCOL, "a frame that cannot be read")),
    }
}

/// Waits until there may be room; for ever if there is some.
async fn drained(input: Option<Arc<Outgoing>>) {
    match input {
        Some(input) => input.drained().await,
        None => std::future::pending().await,
    }
}

/// Writes lines and pings to the socket until it fails, or the end of the lines; then closes it.
async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    outgoing: Arc<Outgoing>,
    closing: Arc<std::sync::OnceLock<(u16, &'static str)>>,
) {
    let mut pings = interval_at(Instant::now() + PING, PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let message = tokio::select! {
            line = outgoing.take() => match line {
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

/// Closes a WebSocket. If the client has closed it, its Close is answered.
async fn close(mut sink: impl Sink<Message> + Unpin, end: CloseReason) {
    let frame = end.map(|(code, reason)| CloseFrame { code, reason: reason.into() });
    let closed = async {
        // Fails if the client was first. The answer to its Close waits to be sent.
        let _ = sink.send(Message::Close(frame)).await;
        sink.close().await
    };
    let _ = timeout(CLOSE_TIME, closed).await;
}
