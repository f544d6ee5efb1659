//! The listening socket, from the first connection to the end of all sessions.

use super::http::{self, App};
use super::origin::Hosts;
use super::seats::Seats;
use super::settings::Settings;
use super::token::Auth;
use super::websocket::Sessions;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use khepri_arena::interrupts::Interrupts;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The time within which a client must send the head of a request.
const HEADER_TIME: Duration = Duration::from_secs(10);

/// The time within which a client must read each part of a response.
const READ_TIME: Duration = Duration::from_secs(30);

/// The time within which sessions must end when the server ends.
const END_TIME: Duration = Duration::from_secs(3);

/// The pause after a connection could not be accepted. A possible cause is too many open files.
const PAUSE: Duration = Duration::from_millis(100);

/// Maximum number of concurrent connections that are not sessions. Further connections wait.
const MAX_CONNECTIONS: usize = 256;

/// The largest number of sessions for the rules. They need no process.
const MAX_RULES: usize = 256;

/// The number of threads that serve connections.
const THREADS: usize = 2;
/// The number of threads that convert files and answer queries about the rules.
const BLOCKING_THREADS: usize = 12;

/// The time after which an idle blocking thread ends.
const IDLE_THREAD: Duration = Duration::from_secs(1);

/// The reason why the server cannot run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The server cannot listen on the address.
    #[error("{0}: {1}")]
    Address(SocketAddr, io::Error),
    /// Another call of the operating system failed.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// Runs the server until `signals` stops it. Calls `listening` with the address of the page once the server listens.
///
/// # Errors
/// The server cannot be started.
pub fn run(settings: Settings, signals: Arc<Interrupts>, listening: impl FnOnce(&str)) -> Result<(), ServeError> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder
        .worker_threads(THREADS)
        .max_blocking_threads(BLOCKING_THREADS)
        .thread_keep_alive(IDLE_THREAD)
        .enable_all()
        .build()?;
    let served = runtime.block_on(serve(settings, signals, listening));
    runtime.shutdown_timeout(END_TIME);
    served
}

async fn serve(settings: Settings, signals: Arc<Interrupts>, listening: impl FnOnce(&str)) -> Result<(), ServeError> {
    let wanted = SocketAddr::new(settings.address, settings.port);
    let listener = TcpListener::bind(wanted).await.map_err(|error| ServeError::Address(wanted, error))?;
    let address = listener.local_addr()?;
    listening(&settings.url(address));
    let (shutdown, running) = (CancellationToken::new(), TaskTracker::new());
    let sessions = Sessions {
        auth: Arc::new(Auth::new(settings.token.clone(), address.port())),
        engines: Seats::new(settings.sessions),
        rules: Seats::new(MAX_RULES),
        idle: settings.idle,
        shutdown: shutdown.clone(),
        signals: Arc::clone(&signals),
    };
    let router = http::routes(Arc::new(App::new(settings, Hosts::of(address), sessions, running.clone())));
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let stopped = shutdown.clone();
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        signals.wait();
        stopped.cancel();
    })?;
    loop {
        let permitted = async { (Arc::clone(&permits).acquire_owned().await, listener.accept().await) };
        let (permit, accepted) = tokio::select! {
            () = shutdown.cancelled() => break,
            both = permitted => both,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let connection = serve_connection(stream, router.clone());
        let shutdown = shutdown.clone();
        running.spawn(async move {
            tokio::select! {
                () = shutdown.cancelled() => {}
                () = connection => {}
            }
            drop(permit);
        });
    }
    running.close();
    let _ = tokio::time::timeout(END_TIME, running.wait()).await;
    Ok(())
}

/// Serves a connection until it closes or becomes a session.
async fn serve_connection(stream: TcpStream, router: axum::Router) {
    // Frames are short, for example the beam of a hovered move. They must not be delayed.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(READ_TIME));
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME);
    let service = TowerToHyperService::new(router);
    // An error ends only this connection: for example, the client has aborted or is too slow.
    let _ = server.serve_connection(TokioIo::new(Box::pin(stream)), service).with_upgrades().await;
}
