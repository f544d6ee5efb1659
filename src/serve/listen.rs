//! The socket of the server, and its life from the first connection to the end of all sessions.

use super::bridge::House;
use super::http::{self, App};
use super::origin::Hosts;
use super::settings::Settings;
use super::token::Doorkeeper;
use crate::arena::engine::Stop;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The interval of checking the stop flag.
const POLL: Duration = Duration::from_millis(50);

/// The time that a client has to send the header of a request.
const HEADER_TIME: Duration = Duration::from_secs(10);

/// The time in which a client has to read some of an answer.
const READ_TIME: Duration = Duration::from_secs(30);

/// The time that sessions have to end with the server.
const END_TIME: Duration = Duration::from_secs(3);

/// The pause after a connection cannot be accepted, for example because there are too many open files.
const PAUSE: Duration = Duration::from_millis(100);

/// The number of connections at a time that are not sessions. Others wait.
const MOST_CONNECTIONS: usize = 256;

/// The number of threads that serve all sessions, and of those that read files.
const THREADS: usize = 2;
const FILE_THREADS: usize = 8;

/// Why the server cannot run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("{0}: {1}")]
    Address(SocketAddr, io::Error),
    /// The system refuses something else.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// Runs the server until the flag is raised. Reports the address of the page once it listens.
///
/// # Errors
/// The server cannot be started.
pub fn run(settings: Settings, stop: &Stop, listening: impl FnOnce(&str)) -> Result<(), ServeError> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(THREADS).max_blocking_threads(FILE_THREADS).enable_all().build()?;
    let served = runtime.block_on(serve(settings, stop, listening));
    runtime.shutdown_timeout(END_TIME);
    served
}

async fn serve(settings: Settings, stop: &Stop, listening: impl FnOnce(&str)) -> Result<(), ServeError> {
    let wanted = SocketAddr::new(settings.address, settings.port);
    let listener = TcpListener::bind(wanted).await.map_err(|error| ServeError::Address(wanted, error))?;
    let address = listener.local_addr()?;
    listening(&settings.url(address));
    let (shutdown, running) = (CancellationToken::new(), TaskTracker::new());
    let house = House {
        doorkeeper: Arc::new(Doorkeeper::new(settings.token.clone(), address.port())),
        sessions: Arc::new(Semaphore::new(settings.sessions)),
        most: settings.sessions,
        idle: settings.idle,
        shutdown: shutdown.clone(),
    };
    let router = http::routes(Arc::new(App::new(settings, Hosts::of(address), house, running.clone())));
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut poll = tokio::time::interval(POLL);
    while !stop.is_raised() {
        let place = tokio::select! {
            Ok(place) = Arc::clone(&places).acquire_owned() => place,
            _ = poll.tick() => continue,
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = poll.tick() => continue,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let connection = connection(stream, router.clone());
        let shutdown = shutdown.clone();
        running.spawn(async move {
            tokio::select! {
                () = shutdown.cancelled() => {}
                () = connection => {}
            }
            drop(place);
        });
    }
    shutdown.cancel();
    running.close();
    let _ = tokio::time::timeout(END_TIME, running.wait()).await;
    Ok(())
}

/// Serves a connection until it closes or becomes a session.
async fn connection(stream: TcpStream, router: axum::Router) {
    // The beam of a hovered move is one short frame.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(READ_TIME));
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME);
    let service = TowerToHyperService::new(router);
    // Fails if the client breaks off.
    let _ = server.serve_connection(TokioIo::new(Box::pin(stream)), service).with_upgrades().await;
}
