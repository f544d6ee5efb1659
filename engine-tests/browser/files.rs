//! A static host: a server on a thread that knows nothing but files and their types. It serves one folder below several paths.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// The paths below which the folder is served.
pub const PATHS: [&str; 2] = ["/club/khet/", "/club/other/"];

/// The headers that isolate a page from other origins. Only such a page may share memory with its workers.
const ISOLATION: &str = "Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp\r\n";

/// A running server. `drop` ends it.
pub struct FileServer {
    address: SocketAddr,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl FileServer {
    /// Serves a folder on a free port, with the headers of cross-origin isolation if the pages are isolated.
    pub fn start(folder: PathBuf, isolated: bool) -> FileServer {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let ends = Arc::new(AtomicBool::new(false));
        let has_ended = Arc::clone(&ends);
        let thread = thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if has_ended.load(Ordering::Relaxed) {
                    return;
                }
                let folder = folder.clone();
                // The browser may close a connection at any time.
                thread::spawn(move || drop(answer(&stream, &folder, isolated)));
            }
        });
        FileServer { address, ends, thread: Some(thread) }
    }

    /// Returns the origin of the pages.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for FileServer {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        // The thread waits for a connection.
        let _ = TcpStream::connect(self.address);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Answers the request of a connection.
fn answer(mut stream: &TcpStream, folder: &Path, isolated: bool) -> io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let request = lines.next().unwrap_or_else(|| Err(io::ErrorKind::UnexpectedEof.into()))?;
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let path = request.split(' ').nth(1).unwrap_or_default();
    let file = file_of(path, folder).and_then(|file| Some((fs::read(&file).ok()?, file)));
    let (status, kind, body) = match file {
        Some((body, file)) => ("200 OK", content_type(&file), body),
        None => ("404 Not Found", "text/plain", b"there is no such file\n".to_vec()),
    };
    let headers = if isolated { ISOLATION } else { "" };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{headers}Connection: close\r\n\r\n"
    );
    stream.write_all(&[head.as_bytes(), &body].concat())
}

/// Returns the file at a path of a request.
fn file_of(path: &str, folder: &Path) -> Option<PathBuf> {
    let path = path.split('?').next()?;
    let name = PATHS.iter().find_map(|start| path.strip_prefix(start))?;
    let name = if name.is_empty() { "index.html" } else { name };
    let is_inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    is_inside.then(|| folder.join(name))
}

/// Returns the content type of a file.
fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}
