//! A Chromium of its own for a test, with an empty profile. It ends with the test, also if the test fails.

use crate::driver::{Driver, Permit, no_browser};
use crate::server::Server;
use crate::support::PATIENCE;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder};
use hyper::http::Method;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// How a browser looks at the page.
#[derive(Default)]
pub struct Look {
    /// The width and height of a phone; without it the window is wide.
    pub phone: Option<(u32, u32)>,
    /// Whether shots run in full. Otherwise the browser asks for reduced motion.
    pub motion: bool,
    /// Whether pages may keep nothing.
    pub forgets: bool,
    /// Further arguments of the server.
    pub arguments: Vec<String>,
}

/// A browser with the page of a server. Fields are dropped in order: the browser ends before the server.
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
    pub fn open(look: &Look) -> Option<Browser> {
        if no_browser() {
            return None;
        }
        let permit = Permit::wait();
        let arguments: Vec<&str> = look.arguments.iter().map(String::as_str).collect();
        let server = Server::start(&arguments);
        let driver = Driver::shared();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let profile = tempfile::tempdir().expect("a folder");
        let mut browser = Browser { client: None, runtime, profile, driver, _permit: permit, server };
        browser.start(look);
        browser.go("/");
        Some(browser)
    }

    fn start(&mut self, look: &Look) {
        let profile = format!("--user-data-dir={}", self.profile.path().display());
        let mut arguments = vec!["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
        arguments.extend(["--disable-background-networking", "--disable-component-update", "--disable-sync"]);
        arguments.extend(["--disable-dev-shm-usage", "--window-size=1280,900", &profile]);
        if !look.motion {
            arguments.push("--force-prefers-reduced-motion");
        }
        let mut options = json!({ "args": arguments });
        if let Some((width, height)) = look.phone {
            let metrics = json!({ "width": width, "height": height, "pixelRatio": 2.0, "touch": true });
            options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
        }
        if look.forgets {
            options["prefs"] = json!({ "profile.default_content_setting_values.cookies": 2 });
        }
        let Value::Object(wanted) = json!({ "goog:chromeOptions": options }) else { unreachable!("an object") };
        let mut builder = ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new());
        let connected = builder.capabilities(wanted).connect(&self.driver.address);
        let client = self.runtime.block_on(async { tokio::time::timeout(PATIENCE, connected).await });
        self.client = Some(client.expect("the browser starts in time").expect("the browser starts"));
    }

    fn client(&self) -> &Client {
        self.client.as_ref().expect("the browser runs")
    }

    /// Opens a path of the server.
    pub fn go(&self, path: &str) {
        self.ask(Method::POST, "url", json!({ "url": format!("{}{path}", self.server.origin()) })).expect("the page");
    }

    /// Gives the page a size, as a window of that size would.
    pub fn resize(&self, width: u32, height: u32) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        let command = json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": metrics });
        self.ask(Method::POST, "goog/cdp/execute", command).expect("a size");
    }

    /// Sends a command of WebDriver, named by its path below the session.
    pub fn ask(&self, method: Method, path: &str, body: Value) -> Result<Value, String> {
        let command = Command { method, path: path.to_owned(), body };
        let answer = self.client().issue_cmd(command);
        let answer = self.runtime.block_on(async { tokio::time::timeout(PATIENCE, answer).await });
        answer.unwrap_or_else(|_| panic!("no answer to {path}")).map_err(|error| error.to_string())
    }

    /// Runs a script in the page and returns its value.
    pub fn script(&self, script: &str, arguments: Value) -> Value {
        self.ask(Method::POST, "execute/sync", json!({ "script": script, "args": arguments }))
            .unwrap_or_else(|error| panic!("{error}: {script}"))
    }

    /// Looks again and again until there is what is wanted.
    pub fn wait<T>(&self, wanted: &str, look: impl Fn() -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            if let Some(found) = look() {
                return found;
            }
            if start.elapsed() > PATIENCE {
                let text = self.script("return document.body.innerText", json!([]));
                panic!("waited for {wanted}; the page shows {}", text.as_str().unwrap_or_default());
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
                eprintln!("the browser does not end as it is told: {closed:?}");
            }
        }
        end_all(self.profile.path());
    }
}

/// Waits for the end of the processes with a profile, and kills those that stay.
fn end_all(profile: &Path) {
    let start = Instant::now();
    loop {
        let left = with_profile(profile);
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

/// Returns the processes whose command line names a profile.
fn with_profile(profile: &Path) -> Vec<i32> {
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
