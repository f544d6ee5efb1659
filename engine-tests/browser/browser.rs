//! A Chromium with an empty profile for each test. It ends with the test, even if the test fails.

use crate::driver::{Connection, Driver, Permit, no_browser};
use crate::server::Server;
use crate::support::PATIENCE;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::fs;
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

/// A browser with the page of a server. `drop` ends the browser. Then the fields are dropped in order, the server last.
pub struct Browser {
    connection: RefCell<Connection>,
    /// The path of the commands of the session.
    session: String,
    profile: TempDir,
    _driver: Arc<Driver>,
    _permit: Permit,
    /// The server of the page.
    pub server: Server,
}

impl Browser {
    /// Opens the page in a browser; `None` if Chromium or ChromeDriver is missing.
    pub fn open(options: &Options) -> Option<Browser> {
        if no_browser() {
            return None;
        }
        let permit = Permit::wait();
        let arguments: Vec<&str> = options.arguments.iter().map(String::as_str).collect();
        let server = Server::start(&arguments);
        let driver = Driver::shared();
        let profile = tempfile::tempdir().expect("a folder");
        let mut connection = driver.connect();
        let capabilities = json!({ "capabilities": { "alwaysMatch": capabilities(options, profile.path()) } });
        let started = connection.command("POST", "/session", &capabilities).expect("the browser starts");
        let session = format!("/session/{}", started["sessionId"].as_str().expect("an id"));
        let connection = RefCell::new(connection);
        let browser = Browser { connection, session, profile, _driver: driver, _permit: permit, server };
        browser.go("/");
        Some(browser)
    }

    /// Opens a path of the server.
    pub fn go(&self, path: &str) {
        self.command("POST", "/url", json!({ "url": format!("{}{path}", self.server.origin()) })).expect("the page");
    }

    /// Sets the size of the page.
    pub fn resize(&self, width: u32, height: u32) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        let command = json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": metrics });
        self.command("POST", "/goog/cdp/execute", command).expect("a size");
    }

    /// Sends a command of WebDriver, given its path below the session.
    pub fn command(&self, method: &str, path: &str, body: Value) -> Result<Value, String> {
        self.connection.borrow_mut().command(method, &format!("{}{path}", self.session), &body)
    }

    /// Runs a script in the page and returns its value.
    pub fn script(&self, script: &str, arguments: Value) -> Value {
        self.command("POST", "/execute/sync", json!({ "script": script, "args": arguments }))
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

/// Returns the capabilities that a session asks for.
fn capabilities(options: &Options, profile: &Path) -> Value {
    let profile = format!("--user-data-dir={}", profile.display());
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
    json!({ "goog:chromeOptions": chrome })
}

impl Drop for Browser {
    fn drop(&mut self) {
        if let Err(error) = self.command("DELETE", "", Value::Null) {
            eprintln!("the browser does not end when its session is closed: {error}");
        }
        // Processes that are left would write to the profile while it is removed.
        let start = Instant::now();
        loop {
            let left = processes_with(self.profile.path());
            if left.is_empty() || start.elapsed() > PATIENCE {
                return;
            }
            for id in left.into_iter().filter_map(Pid::from_raw) {
                let _ = kill_process(id, Signal::KILL);
            }
            std::thread::sleep(Duration::from_millis(25));
        }
    }
}

/// Returns the ids of the processes whose command line contains the path of a profile.
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
