//! A context of Chromium for each test, as a browser with an empty profile. It is closed with the test, even if the test fails.
//!
//! The page comes from `khepri serve`, or from the folder of a site that the environment variable `KHEPRI_SITE` names.

use crate::devtools::{Chromium, Context, Tab, no_browser};
use crate::files::{FileServer, PATHS};
use crate::server::Server;
use crate::support::{PATIENCE, skip};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The options of a browser.
#[derive(Default)]
pub struct Options {
    /// The width and height of a phone to emulate. Without it, the browser has a wide window.
    pub phone: Option<(u32, u32)>,
    /// Whether shots are animated. Otherwise the browser prefers reduced motion.
    pub motion: bool,
    /// Whether the browser forbids pages to store data. Such a browser is a process of its own.
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

/// The elements of the document that references stand for.
pub const KNOWN: &str = "globalThis[Symbol.for('elements of tests')]";

/// Runs a function with arguments and returns its value as JSON. In both, references stand for elements.
const RUN: &str = r"
((known, values, call) => {
  const name = (element) => {
    if (!known.names.has(element)) {
      const name = `${known.document} ${known.names.size}`;
      known.names.set(element, name);
      known.elements.set(name, element);
    }
    return { element: known.names.get(element) };
  };
  const element = (name) => {
    const found = known.elements.get(name);
    if (!found?.isConnected) throw new Error('the element is no longer in the page');
    return found;
  };
  const read = (value) => {
    if (Array.isArray(value)) return value.map(read);
    if (value === null || typeof value !== 'object') return value;
    if ('element' in value) return element(value.element);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, read(one)]));
  };
  const write = (value) => JSON.stringify(value, (_, one) => (one?.nodeType === 1 ? name(one) : one)) ?? 'null';
  const value = call(...read(values));
  return value instanceof Promise ? value.then(write) : write(value);
})";

/// A browser with the page of a host. The fields are dropped in order, the host last.
pub struct Browser {
    tabs: RefCell<Vec<Tab>>,
    /// The index of the tab that commands go to.
    tab: Cell<usize>,
    /// Whether the button of the mouse is pressed, or the finger is down.
    pub is_down: Cell<bool>,
    phone: Option<(u32, u32)>,
    motion: bool,
    context: Context,
    host: Host,
}

impl Browser {
    /// Opens the page in a browser; `None` if Chromium is missing.
    pub fn open(options: &Options) -> Option<Browser> {
        if no_browser() {
            return None;
        }
        let host = match options.folder.clone().or_else(site) {
            Some(folder) => Host::Files(FileServer::start(folder, options.isolated)),
            None => {
                let arguments: Vec<&str> = options.arguments.iter().map(String::as_str).collect();
                Host::Program(Server::start(&arguments))
            }
        };
        let chromium = if options.blocks_storage {
            Arc::new(Chromium::start(&json!({ "profile": { "default_content_setting_values": { "cookies": 2 } } })))
        } else {
            Chromium::shared()
        };
        let browser = Browser {
            tabs: RefCell::default(),
            tab: Cell::new(0),
            is_down: Cell::new(false),
            phone: options.phone,
            motion: options.motion,
            context: Context::new(chromium),
            host,
        };
        browser.open_tab();
        browser.go("/");
        Some(browser)
    }

    /// Opens an empty tab, to which commands go from now on.
    pub fn open_tab(&self) {
        self.tabs.borrow_mut().push(self.context.open());
        self.switch_to(self.tabs.borrow().len() - 1);
        if let Some((width, height)) = self.phone {
            self.resize(width, height);
            self.command("Emulation.setTouchEmulationEnabled", json!({ "enabled": true })).expect("a touch screen");
        }
        if self.motion {
            self.prefer("prefers-reduced-motion", "no-preference");
        }
    }

    /// Returns whether a phone is emulated.
    pub fn is_phone(&self) -> bool {
        self.phone.is_some()
    }

    /// Makes commands go to a tab, given its index.
    pub fn switch_to(&self, tab: usize) {
        self.tab.set(tab);
    }

    /// Closes the tab that was opened last.
    pub fn close_tab(&self) {
        self.tabs.borrow_mut().pop().expect("a tab").close();
    }

    /// Sets a preference of the user, named as a media feature.
    pub fn prefer(&self, feature: &str, value: &str) {
        let media = json!({ "features": [{ "name": feature, "value": value }] });
        self.command("Emulation.setEmulatedMedia", media).expect("a preference");
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

    /// Follows a link within the page, given the part after its folder.
    pub fn follow(&self, hash: &str) {
        self.script("location.hash = arguments[0]", json!([hash]));
    }

    /// Waits until the scripts of the page have started, which may be after the page was loaded.
    pub fn expect_start(&self) {
        let has_started = "return document.getElementById('unstarted') === null";
        self.wait("the start of the page", || (self.script(has_started, json!([])) == true).then_some(()));
    }

    /// Opens an address.
    pub fn visit(&self, address: &str) {
        self.with_tab(|tab| tab.visit(address)).expect("the page");
    }

    /// Reloads the page.
    pub fn reload(&self) {
        self.with_tab(|tab| tab.leave(|| tab.command("Page.reload", json!({})).map(drop))).expect("the page");
        self.expect_start();
    }

    /// Goes back in the history.
    pub fn back(&self) {
        self.with_tab(|tab| tab.go_by(-1)).expect("a page");
    }

    /// Goes forward in the history.
    pub fn forward(&self) {
        self.with_tab(|tab| tab.go_by(1)).expect("a page");
    }

    /// Sets the size of the page. A phone remains a phone.
    pub fn resize(&self, width: u32, height: u32) {
        self.resize_scaled(width, height, if self.is_phone() { 2 } else { 1 });
    }

    /// Sets the size of the page, with `scale` pixels for each of the style sheet.
    pub fn resize_scaled(&self, width: u32, height: u32, scale: u32) {
        let mobile = self.is_phone();
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile });
        self.command("Emulation.setDeviceMetricsOverride", metrics).expect("a size");
    }

    /// Calls a function with the tab that commands go to.
    pub fn with_tab<T>(&self, function: impl FnOnce(&Tab) -> T) -> T {
        function(&self.tabs.borrow()[self.tab.get()])
    }

    /// Sends a command of the DevTools protocol about the page.
    pub fn command(&self, method: &str, parameters: Value) -> Result<Value, String> {
        self.with_tab(|tab| tab.command(method, parameters))
    }

    /// Runs a script in the page, after [`PAGE`], and returns its value, or that of its promise.
    pub fn script(&self, script: &str, arguments: Value) -> Value {
        self.try_script(script, arguments).unwrap_or_else(|error| panic!("{error}: {script}"))
    }

    /// Runs a script as [`Browser::script`] does.
    ///
    /// # Errors
    /// The script throws, for example because an argument is an element that is no longer in the page.
    pub fn try_script(&self, script: &str, arguments: Value) -> Result<Value, String> {
        const NONE: &str = "{ document: Math.random(), elements: new Map(), names: new Map() }";
        let expression = format!("{RUN}({KNOWN} ??= {NONE}, {arguments}, function () {{ {PAGE}\n{script}\n}})");
        let answer = self.with_tab(|tab| tab.evaluate(&expression, true))?;
        serde_json::from_str(answer["value"].as_str().unwrap_or_default()).map_err(|error| error.to_string())
    }

    /// Runs a script that leaves the page, and waits until the next one is loaded, which may be before its start.
    pub fn leave(&self, script: &str, arguments: Value) {
        self.with_tab(|tab| tab.leave(|| self.try_script(script, arguments).map(drop))).expect("the page");
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
            // The longer the wait has been, the rarer are the reads, which take processor time.
            std::thread::sleep((start.elapsed() / 2).clamp(Duration::from_millis(5), Duration::from_millis(200)));
        }
    }
}
