//! The bridge between a WebSocket and an engine of its own. The engine starts with the first command and ends with the socket.

use super::engine::{Engine, Event};
use super::outgoing::Outgoing;
use crate::arena::engine::spec::EngineSpec;
use axum::extract::ws::{Message, WebSocket};
use futures_util::SinkExt;
use futures_util::stream::{SplitSink, StreamExt};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Runs a session until the socket closes or the server ends.
pub async fn run(socket: WebSocket, spec: EngineSpec, shutdown: CancellationToken) {
    let (sink, mut stream) = socket.split();
    let outgoing = Arc::new(Outgoing::default());
    let mut writer = tokio::spawn(write(sink, Arc::clone(&outgoing)));
    let mut engine: Option<Engine> = None;
    loop {
        let has_room = outgoing.has_room();
        tokio::select! {
            () = shutdown.cancelled() => break,
            _ = &mut writer => break,
            () = outgoing.drained(), if !has_room => {}
            message = stream.next(), if has_room => match message {
                Some(Ok(Message::Text(line))) => {
                    if engine.is_none() {
                        match Engine::start(&spec) {
                            Ok(started) => engine = Some(started),
                            Err(error) => outgoing.push(format!("info string engine cannot be started: {error}")),
                        }
                    }
                    if let Some(engine) = &engine {
                        let _ = engine.input().send(line.as_str().to_owned()).await;
                    }
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => break,
            },
            event = next(&mut engine), if has_room => match event {
                Event::Line(line) => outgoing.push(line),
                Event::Ended(why) => if let Some(ended) = engine.take() {
                    let status = ended.end().await.map_or_else(|| why.to_owned(), |status| status.to_string());
                    outgoing.push(format!("info string engine ended: {status}"));
                },
            },
        }
    }
    writer.abort();
    if let Some(engine) = engine {
        engine.end().await;
    }
}

/// Waits for an event of the engine, without an engine for ever.
async fn next(engine: &mut Option<Engine>) -> Event {
    match engine {
        Some(engine) => engine.next().await,
        None => std::future::pending().await,
    }
}

/// Writes lines to the socket until it fails.
async fn write(mut sink: SplitSink<WebSocket, Message>, outgoing: Arc<Outgoing>) {
    loop {
        let line = outgoing.take().await;
        if sink.send(Message::text(line)).await.is_err() {
            return;
        }
    }
}
