//! A Chromium with an empty profile for each test. It ends with the test, even if the test fails.
//!
//! The page comes from `khepri serve`, or from the folder of a site that the environment variable `KHEPRI_SITE` names.

use crate::driver::{Connection, Driver, Permit, no_browser};
use crate::files::{FileServer, PATHS};
use crate::server::Server;
use crate::support::{PATIENCE, skip};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
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
    /// Further arguments of `khepri serve`.
    pub arguments: Vec<String>,
    /// Whether the host of a site isolates the page from other origins.
    pub isolated: bool,
    /// The folder that the host of a site serves in place of that of `KHEPRI_SITE`.
    pub folder: Option<PathBuf>,
}

/// What every script can use: `page` finds elements by a selector, also in the shadow root of the board.
const PAGE: &str = "const page = {
  all: (selector) => [document, document.querySelector('khet-board')?.shadowRoot].flatMap((root) => [...(root?.querySelectorAll(selector) ?? [])]),
  one: (selector) => page.all(selector)[0] ?? null,
  focused: () => document.activeElement?.shadowRoot?.activeElement ?? document.activeElement,
};";

/// What serves the page.
enum Host {
    /// `khepri serve`.
    Program(Server),
    /// A static host of a site.
    Files(FileServer),
}

/// Returns the folder of the site that `KHEPRI_SITE` names.
pub fn site() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("KHEPRI_SITE")?);
    assert!(folder.join("index.html").exists(), "KHEPRI_SITE: {} has no index.html", folder.display());
    Some(folder)
}

/// A browser with the page of a host. `drop` ends the browser. Then the fields are dropped in order, the host last.
pub struct Browser {
    connection: RefCell<Connection>,
    /// The path of the commands of the session.
    session: String,
    profile: TempDir,
    _driver: Arc<Driver>,
    _permit: Permit,
    host: Host,
}

impl Browser {
    /// Opens the page in a browser; `None` if Chromium or ChromeDriver is missing.
    pub fn open(options: &Options) -> Option<Browser> {
        if no_browser() {
            return None;
        }
        let permit = Permit::wait();
        let host = match options.folder.clone().or_else(site) {
            Some(folder) => Host::Files(FileServer::start(folder, options.isolated)),
            None => {
                let arguments: Vec<&str> = options.arguments.iter().map(String::as_str).collect();
                Host::Program(Server::start(&arguments))
            }
        };
        let driver = Driver::shared();
        let profile = tempfile::tempdir().expect("a folder");
        let mut connection = driver.connect();
        let capabilities = json!({ "capabilities": { "alwaysMatch": capabilities(options, profile.path()) } });
        let started = connection.command("POST", "/session", &capabilities).expect("the browser starts");
        let session = format!("/session/{}", started["sessionId"].as_str().expect("an id"));
        let connection = RefCell::new(connection);
        let browser = Browser { connection, session, profile, _driver: driver, _permit: permit, host };
        browser.go("/");
        Some(browser)
    }

    /// Opens the page of `khepri serve`. Skips the test if there is a site, which lacks what the test needs.
    pub fn open_served(options: &Options, need: &str) -> Option<Browser> {
        if site().is_some() {
            skip(&format!("only `khepri serve` has {need}"));
            return None;
        }
        Browser::open(options)
    }

    /// Opens the page of a site. Skips the test if there is none.
    pub fn open_site(options: &Options) -> Option<Browser> {
        if site().is_none() {
            skip("KHEPRI_SITE names no site");
            return None;
        }
        Browser::open(options)
    }

    /// Returns the server of [`Browser::open_served`].
    pub fn server(&mut self) -> &mut Server {
        match &mut self.host {
            Host::Program(server) => server,
            Host::Files(_) => panic!("the page has no server"),
        }
    }

    /// Returns the folder of the page, as a path that ends with `/`.
    pub fn folder(&self) -> &'static str {
        match self.host {
            Host::Program(_) => "/",
            Host::Files(_) => PATHS[0],
        }
    }

    /// Opens an address below the page, which begins with `/`.
    pub fn go(&self, address: &str) {
        self.open_path(&format!("{}{}", self.folder(), &address[1..]));
    }

    /// Opens a path of the host.
    pub fn open_path(&self, path: &str) {
        self.visit(&format!("{}{path}", self.origin()));
        self.expect_start();
    }

    /// Returns the origin of the page.
    pub fn origin(&self) -> String {
        match &self.host {
            Host::Program(server) => server.origin(),
            Host::Files(files) => files.origin(),
        }
    }

    /// Waits until the scripts of the page have started, which may be after the page was loaded.
    pub fn expect_start(&self) {
        let has_started = "return document.getElementById('unstarted') === null";
        self.wait("the start of the page", || (self.script(has_started, json!([])) == true).then_some(()));
    }

    /// Opens an address.
    pub fn visit(&self, address: &str) {
        self.command("POST", "/url", json!({ "url": address })).expect("the page");
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

    /// Runs a script in the page, after [`PAGE`], and returns its value.
    pub fn script(&self, script: &str, arguments: Value) -> Value {
        self.command("POST", "/execute/sync", json!({ "script": format!("{PAGE}\n{script}"), "args": arguments }))
            .unwrap_or_else(|error| panic!("{error}: {script}"))
    }

    /// Runs a script in the page and returns its value. In the script, `KEY` is the prefix of the page's keys
    /// in `localStorage`.
    pub fn script_with_key(&self, script: &str, arguments: Value) -> Value {
        let folder = self.folder();
        let key = if folder == "/" { "khepri.".to_owned() } else { format!("khepri{folder}.") };
        self.script(&format!("const KEY = '{key}';\n{script}"), arguments)
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
    // A busy machine may take longer than the 30 seconds that are usual.
    json!({ "goog:chromeOptions": chrome, "timeouts": { "script": PATIENCE.as_millis() as u64 } })
}

impl Drop for Browser {
    fn drop(&mut self) {
        if let Err(error) = self.command("DELETE", "", Value::Null) {
            eprintln!("the session of the browser cannot be closed: {error}");
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
