//! The socket of the server, and its life from the first connection to the end of all sessions.

use super::http::{self, App};
use super::settings::Settings;
use crate::arena::engine::Stop;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The interval of checking the stop flag.
const POLL: Duration = Duration::from_millis(50);

/// The time that a client has to send the header of a request.
const HEADER_TIME: Duration = Duration::from_secs(10);

/// The time that sessions have to end with the server.
const END_TIME: Duration = Duration::from_secs(3);

/// The pause after a connection cannot be accepted, for example because there are too many open files.
const PAUSE: Duration = Duration::from_millis(100);

/// The number of threads that serve all sessions.
const THREADS: usize = 2;

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

/// Runs the server until the flag is raised. Reports the address once it listens.
///
/// # Errors
/// The server cannot be started.
pub fn run(settings: Settings, stop: &Stop, listening: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(THREADS).enable_all().build()?;
    let served = runtime.block_on(serve(settings, stop, listening));
    runtime.shutdown_timeout(END_TIME);
    served
}

async fn serve(settings: Settings, stop: &Stop, listening: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let wanted = SocketAddr::new(settings.address, settings.port);
    let listener = TcpListener::bind(wanted).await.map_err(|error| ServeError::Address(wanted, error))?;
    listening(listener.local_addr()?);
    let (shutdown, sessions) = (CancellationToken::new(), TaskTracker::new());
    let app = App { settings, shutdown: shutdown.clone(), sessions: sessions.clone() };
    let router = http::routes(Arc::new(app));
    let connections = TaskTracker::new();
    while !stop.is_raised() {
        let accepted = match tokio::time::timeout(POLL, listener.accept()).await {
            Err(_) => continue,
            Ok(accepted) => accepted,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        // A beam that is hovered over is one short frame.
        let _ = stream.set_nodelay(true);
        let mut server = http1::Builder::new();
        server.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME);
        let service = TowerToHyperService::new(router.clone());
        let connection = server.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let shutdown = shutdown.clone();
        connections.spawn(async move {
            tokio::select! {
                () = shutdown.cancelled() => {}
                _ = connection => {}
            }
        });
    }
    shutdown.cancel();
    sessions.close();
    connections.close();
    let _ = tokio::time::timeout(END_TIME, async { tokio::join!(sessions.wait(), connections.wait()) }).await;
    Ok(())
}
