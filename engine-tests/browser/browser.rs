//! A Chromium with an empty profile for each test. It ends with the test, even if the test fails.
//! All running tests share a ChromeDriver.

use crate::server::Server;
use crate::support::{PATIENCE, is_missing};
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder};
use hyper::http::Method;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{self, Child, Stdio};
use std::sync::{Arc, Condvar, Mutex, OnceLock, Weak};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::runtime::Runtime;

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
    client: Option<Client>,
    runtime: Runtime,
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
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let profile = tempfile::tempdir().expect("a folder");
        let mut browser = Browser { client: None, runtime, profile, driver, _permit: permit, server };
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
        let Value::Object(capabilities) = json!({ "goog:chromeOptions": chrome }) else { unreachable!("an object") };
        let mut builder = ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new());
        let connected = builder.capabilities(capabilities).connect(&self.driver.address);
        let client = self.runtime.block_on(async { tokio::time::timeout(PATIENCE, connected).await });
        self.client = Some(client.expect("the browser starts in time").expect("the browser starts"));
    }

    fn client(&self) -> &Client {
        self.client.as_ref().expect("the browser runs")
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
        let command = Command { method, path: path.to_owned(), body };
        let answer = self.client().issue_cmd(command);
        let answer = self.runtime.block_on(async { tokio::time::timeout(PATIENCE, answer).await });
        answer.unwrap_or_else(|_| panic!("no answer to {path}")).map_err(|error| error.to_string())
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
        if let Some(client) = self.client.take() {
            let closed = self.runtime.block_on(async { tokio::time::timeout(PATIENCE, client.close()).await });
            if !matches!(closed, Ok(Ok(()))) {
                eprintln!("the browser does not end when its session is closed: {closed:?}");
            }
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

/// A command of WebDriver.
#[derive(Debug)]
struct Command {
    method: Method,
    path: String,
    body: Value,
}

impl WebDriverCompatibleCommand for Command {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (Method, Option<String>) {
        (self.method.clone(), (self.method == Method::POST).then(|| self.body.to_string()))
    }
}

/// The largest number of browsers at a time.
const BROWSERS: usize = 3;

/// A running ChromeDriver, which all running tests share. It is killed after the last of them.
struct Driver {
    child: Child,
    /// The folder for temporary files that it and its browsers do not remove.
    _scratch: TempDir,
    address: String,
}

impl Driver {
    /// Returns the running ChromeDriver, or starts one.
    fn shared() -> Arc<Driver> {
        static RUNNING: Mutex<Weak<Driver>> = Mutex::new(Weak::new());
        let mut running = RUNNING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        running.upgrade().unwrap_or_else(|| {
            let driver = Arc::new(Driver::start());
            *running = Arc::downgrade(&driver);
            driver
        })
    }

    fn start() -> Driver {
        let mut command = process::Command::new("chromedriver");
        let scratch = tempfile::tempdir().expect("a folder");
        command.arg("--port=0").env("TMPDIR", scratch.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("ChromeDriver starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let port = output.lines().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        let port = port.expect("ChromeDriver prints its port");
        Driver { child, _scratch: scratch, address: format!("http://127.0.0.1:{port}") }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns whether Chromium or ChromeDriver is missing. Then tests are skipped, or fail if `KHEPRI_CI` is 1.
fn no_browser() -> bool {
    static MISSING: OnceLock<bool> = OnceLock::new();
    *MISSING.get_or_init(|| is_missing("chromedriver", "--version") || is_missing("chromium", "--version"))
}

/// A permit to run a browser. It limits the number of browsers, however many tests run.
struct Permit(());

static FREE: (Mutex<usize>, Condvar) = (Mutex::new(BROWSERS), Condvar::new());

impl Permit {
    /// Waits for a permit.
    fn wait() -> Permit {
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
