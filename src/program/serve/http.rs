//! The routes of the server, the checks of requests, and the headers of responses.

use super::kgn::Refusal;
use super::origin::Hosts;
use super::session::EngineConfig;
use super::settings::{OWN, Settings};
use super::websocket::{self, Sessions, Unadmitted};
use super::{assets, kgn, puzzles};
use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use khepri_rules::RuleSet;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;
use tower_http::compression::CompressionLayer;

/// The largest number of WebSockets that have not sent the token yet.
const MAX_UNADMITTED: usize = 64;

/// The largest number of files of games, or of animations, that are converted at a time.
const MAX_FILES: usize = 4;

/// The size of the largest frame in bytes. A larger one ends its session. The limit of a line is smaller.
const MAX_FRAME: usize = 1 << 20;

/// The size of the write buffer of a WebSocket in bytes. The longest line of an engine fits into it.
const WRITE_BUFFER: usize = 4 << 20;

/// The state that the routes share.
pub struct App {
    /// The settings from the command line.
    pub settings: Settings,
    /// The page.
    index: Bytes,
    /// The hosts that the server accepts.
    pub hosts: Hosts,
    /// The state that the sessions share.
    pub sessions: Sessions,
    /// The running sessions.
    pub running: TaskTracker,
    /// One permit for each WebSocket that has not sent the token yet.
    unadmitted: Arc<Semaphore>,
    /// One permit for each file that is being converted.
    files: Arc<Semaphore>,
}

impl App {
    /// Returns the state that the routes share.
    pub fn new(settings: Settings, hosts: Hosts, sessions: Sessions, running: TaskTracker) -> App {
        let [unadmitted, files] = [MAX_UNADMITTED, MAX_FILES].map(|permits| Arc::new(Semaphore::new(permits)));
        let index = assets::index(settings.site.as_deref()).into();
        App { settings, index, hosts, sessions, running, unadmitted, files }
    }
}

/// The content security policy. The page may load only its own files and connect only to its own server. Inline scripts do not
/// run, and text cannot be assigned as HTML. A picture may also be one that the page has made (`blob:`).
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
                      manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
                      require-trusted-types-for 'script'; trusted-types 'none'";

/// The headers of every response.
const HEADERS: [(HeaderName, &str); 9] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
    (header::CACHE_CONTROL, "no-cache"),
    (header::VARY, "accept-encoding"),
];

/// Returns the routes.
pub fn routes(app: Arc<App>) -> Router {
    let data = Router::new()
        .route("/engines", get(engines))
        .route("/puzzles", get(puzzles))
        .route("/daily", get(daily))
        .route("/kgn", post(|app, request| converted(app, request, kgn::READ)))
        .route("/kgn/write", post(|app, request| converted(app, request, kgn::WRITE)))
        .route("/review", post(|app, request| converted(app, request, kgn::REVIEW)))
        .route("/faults", post(|app, request| converted(app, request, kgn::FAULTS)))
        .route("/gif", post(|app, request| converted(app, request, kgn::ANIMATE)))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), admitted))
        .route("/engine", get(engine))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), same_site));
    Router::new()
        .route("/", get(page))
        .route("/assets/{*path}", get(async |headers: HeaderMap, Path(path): Path<String>| asset(&headers, &path)))
        .merge(data)
        .fallback(|| async { refusal(StatusCode::NOT_FOUND, "no such page") })
        // The routes that read a body limit it themselves.
        .layer(DefaultBodyLimit::disable())
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(Arc::clone(&app), own_address))
        .layer(middleware::from_fn(harden))
        .with_state(app)
}

/// Adds the headers of every response.
async fn harden(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers: &mut HeaderMap = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Refuses requests to another host or from another origin.
async fn own_address(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    match app.hosts.check(request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(why) => refusal(StatusCode::FORBIDDEN, &why),
    }
}

/// Refuses requests for data that come from another site.
async fn same_site(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    match app.hosts.check_site(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(why) => refusal(StatusCode::FORBIDDEN, &why),
    }
}

/// Refuses requests without a valid cookie, if there is a token.
async fn admitted(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if app.sessions.auth.admits(request.headers()) {
        return next.run(request).await;
    }
    refusal(StatusCode::UNAUTHORIZED, "the token is missing: open the address that the server printed")
}

fn refusal(status: StatusCode, why: &str) -> Response {
    (status, format!("{why}\n")).into_response()
}

async fn page(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    tagged(&headers, "text/html; charset=utf-8", app.index.clone())
}

fn asset(headers: &HeaderMap, path: &str) -> Response {
    match assets::get(path) {
        Some(asset) => tagged(headers, asset.content_type, Bytes::from_static(asset.content)),
        None => refusal(StatusCode::NOT_FOUND, "no such file"),
    }
}

/// Returns content with its entity tag, or only the tag if the client has the content according to `If-None-Match`.
fn tagged(headers: &HeaderMap, content_type: &'static str, content: Bytes) -> Response {
    let strong = format!("\"{:08x}-{:x}\"", crc32fast::hash(&content), content.len());
    // The tag is weak because compressed content has the same one.
    let tag = format!("W/{strong}");
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|line| line.to_str().ok());
    let is_known = known.flat_map(|line| line.split(',')).any(|known| ["*", &tag, &strong].contains(&known.trim()));
    if is_known {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    ([(header::ETAG, tag)], [(header::CONTENT_TYPE, content_type)], content).into_response()
}

/// An engine in the response to `/engines`.
#[derive(Serialize)]
struct Engine<'a> {
    name: &'a str,
    variants: Vec<&'static str>,
}

async fn engines(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let engines = app.settings.searching().map(|(name, spec)| {
        let variants = RuleSet::ALL.into_iter().filter(|&rule_set| spec.protocol.supports(rule_set));
        Engine { name, variants: variants.map(RuleSet::name).collect() }
    });
    json(&headers, &engines.collect::<Vec<_>>())
}

async fn puzzles(headers: HeaderMap) -> Response {
    json(&headers, &puzzles::all())
}

async fn daily(headers: HeaderMap) -> Response {
    match puzzles::daily() {
        Ok(daily) => json(&headers, &daily),
        Err(error) => refusal(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
    }
}

/// Returns a value as JSON.
fn json(headers: &HeaderMap, value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(text) => tagged(headers, "application/json", text.into()),
        Err(error) => refusal(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
    }
}

/// Converts a file of games, the scores of a game, a question for faults, or the frames of an animation.
async fn converted(State(app): State<Arc<App>>, request: Request, conversion: kgn::Conversion) -> Response {
    let Ok(permit) = Arc::clone(&app.files).try_acquire_owned() else {
        return refusal(StatusCode::SERVICE_UNAVAILABLE, "other files are being read: try again");
    };
    let (parts, body) = request.into_parts();
    match kgn::answer(&parts.headers, body, conversion, permit).await {
        Ok(answer) => ([(header::CONTENT_TYPE, conversion.media_type)], answer).into_response(),
        Err(Refusal { status, why }) => refusal(status, &why),
    }
}

/// The query of `/engine`.
#[derive(Deserialize)]
struct EngineQuery {
    name: Option<String>,
    /// The identity of the page. All its engines count as one session.
    page: Option<String>,
}

/// Upgrades a request to a WebSocket with a session of its own.
async fn engine(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    query: Result<Query<EngineQuery>, QueryRejection>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade.max_frame_size(MAX_FRAME).max_message_size(MAX_FRAME),
        Err(rejection) => return rejection.into_response(),
    };
    let auth = &app.sessions.auth;
    // A browser always sends its origin. A client without one must send the token.
    if !headers.contains_key(header::ORIGIN) && !auth.has_token() {
        return refusal(
            StatusCode::FORBIDDEN,
            "a WebSocket without Origin needs a token: start the server with --token",
        );
    }
    let mut cookie = None;
    let unadmitted = if auth.admits(&headers) && headers.contains_key(header::ORIGIN) {
        None
    } else {
        let Ok(permit) = Arc::clone(&app.unadmitted).try_acquire_owned() else {
            return refusal(StatusCode::SERVICE_UNAVAILABLE, "too many connections");
        };
        let (value, header) = match auth.cookie() {
            Ok(cookie) => cookie,
            Err(error) => return refusal(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
        };
        cookie = Some(header);
        Some(Unadmitted { cookie: value, permit })
    };
    let Ok(Query(EngineQuery { name, page })) = query else {
        return refusal(StatusCode::BAD_REQUEST, "expected /engine?name=NAME or /engine?name=NAME&page=ID");
    };
    let Some((kind, spec)) = app.settings.engine(name.as_deref().unwrap_or(OWN)) else {
        return refusal(StatusCode::NOT_FOUND, "no such engine: /engines lists their names");
    };
    let engine = EngineConfig { kind, spec: spec.clone(), caps: app.settings.caps };
    let (sessions, running) = (app.sessions.clone(), app.running.clone());
    let upgrade = upgrade.max_write_buffer_size(WRITE_BUFFER).write_buffer_size(0);
    let upgraded = upgrade
        .on_upgrade(move |socket| running.track_future(websocket::run(socket, unadmitted, engine, page, sessions)));
    match cookie {
        Some(cookie) => ([(header::SET_COOKIE, cookie)], upgraded).into_response(),
        None => upgraded,
    }
}
