//! The routes of the server and the headers of its answers.

use super::settings::{OWN, Settings};
use super::{assets, bridge};
use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// What the routes share.
#[derive(Debug)]
pub struct App {
    /// What the command line chose.
    pub settings: Settings,
    /// The end of the server.
    pub shutdown: CancellationToken,
    /// The sessions that run.
    pub sessions: TaskTracker,
}

/// The page may load its own files and talk to its own server, and nothing else. Nothing inline runs, and no text becomes
/// HTML by assignment.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
                      require-trusted-types-for 'script'; trusted-types 'none'";

/// The headers of every answer.
const HEADERS: [(HeaderName, &str); 8] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
    (header::CACHE_CONTROL, "no-cache"),
];

/// Returns the routes.
pub fn routes(app: Arc<App>) -> Router {
    Router::new()
        .route("/", get(|| asset("index.html".to_owned())))
        .route("/assets/{*path}", get(|Path(path): Path<String>| asset(path)))
        .route("/engines", get(engines))
        .route("/engine", get(engine))
        .layer(middleware::from_fn(harden))
        .with_state(app)
}

/// Adds the headers of every answer.
async fn harden(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers: &mut HeaderMap = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

async fn asset(path: String) -> Response {
    match assets::get(&path) {
        Some(asset) => ([(header::CONTENT_TYPE, asset.content_type)], Body::from(asset.content)).into_response(),
        None => (StatusCode::NOT_FOUND, "no such file\n").into_response(),
    }
}

/// An engine in the answer to `/engines`.
#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
}

async fn engines(State(app): State<Arc<App>>) -> Response {
    let engines: Vec<Listed<'_>> = app.settings.names().map(|name| Listed { name }).collect();
    json(&engines)
}

/// Returns a value as JSON.
fn json(value: &impl Serialize) -> Response {
    match serde_json::to_string(value) {
        Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, format!("{error}\n")).into_response(),
    }
}

/// The query of `/engine`.
#[derive(Deserialize)]
struct Chosen {
    name: Option<String>,
}

async fn engine(State(app): State<Arc<App>>, Query(chosen): Query<Chosen>, upgrade: WebSocketUpgrade) -> Response {
    let name = chosen.name.as_deref().unwrap_or(OWN);
    let Some(spec) = app.settings.engine(name).cloned() else {
        return (StatusCode::NOT_FOUND, "no such engine\n").into_response();
    };
    let shutdown = app.shutdown.clone();
    upgrade.on_upgrade(move |socket| app.sessions.clone().track_future(bridge::run(socket, spec, shutdown)))
}
