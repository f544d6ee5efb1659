//! A Chromium with an empty profile for each test. It ends with the test, even if the test fails.

use crate::driver::{Driver, Permit, no_browser};
use crate::server::Server;
use crate::support::PATIENCE;
use hyper::http::Method;
use serde::Deserialize;
use serde_json::{Deserializer, Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The options of a browser.
#[derive(Default)]
pub struct Options {
    /// The width and height of a phone to emulate. Without it, the browser has a wide window.
    pub phone: Option<(u32, u32)>,
    /// Whether shots are animated. Otherwise the browser prefers reduced motion.
    pub motion: bool,
    /// Whether the browser forbids pages to store data.
    pub blocks_storage: bool,
    /// Further arguments of the server.
    pub arguments: Vec<String>,
}

/// A browser with the page of a server. Fields are dropped in order, so the browser ends before the server.
pub struct Browser {
    /// The path of the session of WebDriver.
    session: String,
    profile: TempDir,
    driver: Arc<Driver>,
    _permit: Permit,
    /// The server of the page.
    pub server: Server,
}

impl Browser {
    /// Opens the page in a browser; `None` where there is no Chromium.
    pub fn open(options: &Options) -> Option<Browser> {
        if no_browser() {
            return None;
        }
        let permit = Permit::wait();
        let arguments: Vec<&str> = options.arguments.iter().map(String::as_str).collect();
        let server = Server::start(&arguments);
        let driver = Driver::shared();
        let profile = tempfile::tempdir().expect("a folder");
        let mut browser = Browser { session: String::new(), profile, driver, _permit: permit, server };
        browser.start(options);
        browser.go("/");
        Some(browser)
    }

    fn start(&mut self, options: &Options) {
        let profile = format!("--user-data-dir={}", self.profile.path().display());
        let mut arguments = vec!["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
        arguments.extend(["--disable-background-networking", "--disable-component-update", "--disable-sync"]);
        arguments.extend(["--disable-dev-shm-usage", "--window-size=1280,900", &profile]);
        if !options.motion {
            arguments.push("--force-prefers-reduced-motion");
        }
        let mut chrome = json!({ "args": arguments });
        if let Some((width, height)) = options.phone {
            let metrics = json!({ "width": width, "height": height, "pixelRatio": 2.0, "touch": true });
            chrome["mobileEmulation"] = json!({ "deviceMetrics": metrics });
        }
        if options.blocks_storage {
            chrome["prefs"] = json!({ "profile.default_content_setting_values.cookies": 2 });
        }
        let wanted = json!({ "capabilities": { "alwaysMatch": { "goog:chromeOptions": chrome } } });
        let started = request(&self.driver.address, &Method::POST, "/session", &wanted).expect("the browser starts");
        self.session = format!("/session/{}", started["sessionId"].as_str().expect("a session"));
    }

    /// Opens a path of the server.
    pub fn go(&self, path: &str) {
        self.command(Method::POST, "url", json!({ "url": format!("{}{path}", self.server.origin()) }))
            .expect("the page");
    }

    /// Sets the size of the page.
    pub fn resize(&self, width: u32, height: u32) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        let command = json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": metrics });
        self.command(Method::POST, "goog/cdp/execute", command).expect("a size");
    }

    /// Sends a command of WebDriver, given its path below the session.
    pub fn command(&self, method: Method, path: &str, body: Value) -> Result<Value, String> {
        request(&self.driver.address, &method, &format!("{}/{path}", self.session), &body)
    }

    /// Runs a script in the page and returns its value.
    pub fn script(&self, script: &str, arguments: Value) -> Value {
        self.command(Method::POST, "execute/sync", json!({ "script": script, "args": arguments }))
            .unwrap_or_else(|error| panic!("{error}: {script}"))
    }

    /// Polls `read` until it returns a value. `waited_for` describes the value in the message of a failure.
    pub fn wait<T>(&self, waited_for: &str, read: impl Fn() -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            if let Some(found) = read() {
                return found;
            }
            if start.elapsed() > PATIENCE {
                let text = self.script("return document.body.innerText", json!([]));
                panic!("waited for {waited_for}; the page shows {}", text.as_str().unwrap_or_default());
            }
            std::thread::sleep(Duration::from_millis(25));
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let closed = request(&self.driver.address, &Method::DELETE, &self.session, &Value::Null);
        if closed.is_err() {
            eprintln!("the browser does not end when its session is closed: {closed:?}");
        }
        wait_for_end(self.profile.path());
    }
}

/// Waits for the end of the processes with a profile, and kills the remaining ones after five seconds.
fn wait_for_end(profile: &Path) {
    let start = Instant::now();
    loop {
        let left = processes_with(profile);
        if left.is_empty() {
            return;
        }
        if start.elapsed() > Duration::from_secs(5) {
            for id in left {
                if let Some(id) = rustix::process::Pid::from_raw(id) {
                    let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
                }
            }
        }
        if start.elapsed() > PATIENCE {
            return;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
}

/// Returns the processes whose command line contains a profile.
fn processes_with(profile: &Path) -> Vec<i32> {
    let name = profile.as_os_str().as_encoded_bytes();
    let processes = fs::read_dir("/proc").expect("a /proc").filter_map(|entry| {
        let path = entry.ok()?.path();
        let id = path.file_name()?.to_str()?.parse().ok()?;
        let line = fs::read(path.join("cmdline")).ok()?;
        line.windows(name.len()).any(|part| part == name).then_some(id)
    });
    processes.collect()
}

/// Sends a request to ChromeDriver and returns the value of its answer.
fn request(address: &str, method: &Method, path: &str, body: &Value) -> Result<Value, String> {
    let body = if *method == Method::POST { body.to_string() } else { String::new() };
    let length = body.len();
    let head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nContent-Length: {length}\r\n\r\n");
    let mut stream = TcpStream::connect(address).expect("ChromeDriver listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
    stream.write_all(&[head, body].concat().into_bytes()).expect("ChromeDriver reads");
    // ChromeDriver does not close the connection after its answer.
    let (mut reader, mut head) = (BufReader::new(stream), String::new());
    while !head.ends_with("\r\n\r\n") {
        let read = reader.read_line(&mut head).unwrap_or_else(|error| panic!("no answer to {path}: {error}"));
        assert!(read > 0, "no answer to {path}: {head}");
    }
    let mut answer = Value::deserialize(&mut Deserializer::from_reader(reader)).expect("JSON");
    if head.starts_with("HTTP/1.1 200") {
        Ok(answer["value"].take())
    } else {
        Err(answer["value"]["message"].to_string())
    }
}
