//! ChromeDriver: one process that all running tests share, which ends after the last of them, and connections to it.

use crate::support::{PATIENCE, is_missing};
use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, OnceLock, Weak};
use tempfile::TempDir;

/// The largest number of browsers at a time.
const BROWSERS: usize = 3;

/// A running ChromeDriver. It is killed when this is dropped.
pub struct Driver {
    child: Child,
    /// The folder for the temporary files of ChromeDriver and its browsers, which do not remove all of them.
    _scratch: TempDir,
    /// The port on which it listens.
    port: u16,
}

impl Driver {
    /// Returns the running ChromeDriver, or starts one.
    pub fn shared() -> Arc<Driver> {
        static RUNNING: Mutex<Weak<Driver>> = Mutex::new(Weak::new());
        let mut running = RUNNING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        running.upgrade().unwrap_or_else(|| {
            let driver = Arc::new(Driver::start());
            *running = Arc::downgrade(&driver);
            driver
        })
    }

    fn start() -> Driver {
        let mut command = Command::new("chromedriver");
        let scratch = tempfile::tempdir().expect("a folder");
        command
            .arg("--port=0")
            .env("TMPDIR", scratch.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().expect("ChromeDriver starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let port = output.lines().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        let port = port.expect("ChromeDriver prints its port");
        Driver { child, _scratch: scratch, port }
    }

    /// Opens a connection.
    pub fn connect(&self) -> Connection {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("ChromeDriver listens");
        stream.set_read_timeout(Some(PATIENCE)).and_then(|()| stream.set_nodelay(true)).expect("a socket");
        Connection(BufReader::new(stream))
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection to ChromeDriver. It sends commands as <https://www.w3.org/TR/webdriver2/> defines them.
pub struct Connection(BufReader<TcpStream>);

impl Connection {
    /// Sends a command and returns the value of its answer.
    ///
    /// # Errors
    /// There was no answer, or its value is an error.
    pub fn command(&mut self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let exchanged = self.exchange(method, path, body);
        let (succeeded, value) = exchanged.map_err(|error| format!("no answer to {path}: {error}"))?;
        if succeeded { Ok(value) } else { Err(value.to_string()) }
    }

    fn exchange(&mut self, method: &str, path: &str, body: &Value) -> io::Result<(bool, Value)> {
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let length = body.len();
        let request = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n{body}");
        self.0.get_mut().write_all(request.as_bytes())?;
        let lines = self.0.by_ref().lines().take_while(|line| line.as_ref().map_or(true, |line| !line.is_empty()));
        let head = lines.collect::<io::Result<Vec<String>>>()?;
        let length = head.iter().find_map(|line| line.strip_prefix("Content-Length:")?.trim().parse().ok());
        let mut body = vec![0; length.ok_or(io::ErrorKind::InvalidData)?];
        self.0.read_exact(&mut body)?;
        let mut answer: Value = serde_json::from_slice(&body)?;
        Ok((head[0].contains(" 200 "), answer["value"].take()))
    }
}

/// Returns whether Chromium or ChromeDriver is missing. Then tests are skipped, or fail if `KHEPRI_CI` is 1.
pub fn no_browser() -> bool {
    static MISSING: OnceLock<bool> = OnceLock::new();
    *MISSING.get_or_init(|| is_missing("chromedriver", "--version") || is_missing("chromium", "--version"))
}

/// A permit to run a browser. It limits the number of browsers, however many tests run.
pub struct Permit(());

static FREE: (Mutex<usize>, Condvar) = (Mutex::new(BROWSERS), Condvar::new());

impl Permit {
    /// Waits for a permit.
    pub fn wait() -> Permit {
        let free = FREE.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut free = FREE.1.wait_while(free, |free| *free == 0).unwrap_or_else(|poisoned| poisoned.into_inner());
        *free -= 1;
        Permit(())
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        *FREE.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) += 1;
        FREE.1.notify_one();
    }
}
