//! Chromium, driven by the DevTools protocol through a pipe: one process for all tests, in which each test has a context of its
//! own, and the tabs of a context.
//!
//! Chromium ends when its pipe is closed, so it never outlives the process of the tests, even if that is killed.

use crate::support::{PATIENCE, is_missing};
use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::c_int;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

/// Runs Chromium with the pipes of the shell as the descriptors 3 and 4, and removes its folder, the first argument, at the end.
const RUN: &str = r#"folder=$1; shift; "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1; rm -rf "$folder""#;

/// The arguments of Chromium besides those that name its folder.
const ARGUMENTS: [&str; 18] = [
    "--remote-debugging-pipe",
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--force-prefers-reduced-motion",
    "--window-size=1280,900",
    // Pages of other tests do not slow down a page that is in the background.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-hang-monitor",
    // Each window would have further processes, for the address bar and for a page that is never opened.
    "--no-startup-window",
    "--disable-features=IgnoreDuplicateNavs,Prewarm,SpareRendererForSitePerProcess,WebUIOmniboxPopup,WebUIOmniboxAimPopup",
];

/// Chromium without the code of its windows, which needs a sixth less of the processor. It has no preferences of a profile.
const SHELL: &str = "chromium-headless-shell";

/// Parts of errors of an evaluation during which the document was left.
const LEFT: [&str; 4] =
    ["navigated or closed", "context was destroyed", "Cannot find default execution context", "Promise was collected"];

/// The sessions of the protocol.
#[derive(Default)]
struct Sessions {
    /// The channels to the sessions by their ids.
    senders: HashMap<String, Sender<Value>>,
    has_ended: bool,
}

/// A running Chromium. `drop` ends it.
pub struct Chromium {
    shell: Mutex<Child>,
    /// `None` while it ends.
    input: Mutex<Option<ChildStdin>>,
    sessions: Arc<Mutex<Sessions>>,
    /// The messages of the session without an id: that of the browser itself.
    messages: Mutex<Receiver<Value>>,
    next_id: AtomicU64,
}

/// The Chromium that tests share, if one was started.
static SHARED: Mutex<Option<Arc<Chromium>>> = Mutex::new(None);

// SAFETY: this is the signature in the C standard. Any function may be registered.
unsafe extern "C" {
    safe fn atexit(function: extern "C" fn()) -> c_int;
}

/// Ends the shared Chromium. The test harness exits without dropping it.
extern "C" fn end_shared() {
    lock(&FREE).clear();
    drop(lock(&SHARED).take());
}

/// Locks a value that stays valid if a thread panics.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Returns whether Chromium is missing. Then tests are skipped, or fail if `KHEPRI_CI` is 1.
pub fn no_browser() -> bool {
    static MISSING: OnceLock<bool> = OnceLock::new();
    *MISSING.get_or_init(|| is_missing("chromium", "--version"))
}

impl Chromium {
    /// Returns the Chromium that tests share. Starts one if there is none or the last one has ended.
    pub fn shared() -> Arc<Chromium> {
        let mut shared = lock(&SHARED);
        if let Some(running) = shared.as_ref().filter(|chromium| !lock(&chromium.sessions).has_ended) {
            return Arc::clone(running);
        }
        if shared.is_none() {
            atexit(end_shared);
        }
        Arc::clone(shared.insert(Arc::new(Chromium::start(&json!({})))))
    }

    /// Starts a Chromium with preferences; without them, the smaller one if it is there.
    pub fn start(preferences: &Value) -> Chromium {
        let folder = tempfile::tempdir().expect("a folder").keep();
        fs::create_dir(folder.join("Default")).expect("a folder");
        fs::write(folder.join("Default/Preferences"), preferences.to_string()).expect("a file");
        let has_shell = || Command::new(SHELL).arg("--version").output().is_ok();
        let program = if *preferences == json!({}) && has_shell() { SHELL } else { "chromium" };
        let mut command = Command::new("sh");
        command.args(["-c", RUN, "sh"]).arg(&folder).arg(program).args(ARGUMENTS);
        command.arg(format!("--user-data-dir={}", folder.display()));
        // A group of its own, which an interrupt from the terminal does not reach: the shell still removes the folder.
        let piped = command.env("TMPDIR", &folder).stdin(Stdio::piped()).stdout(Stdio::piped()).process_group(0);
        let mut shell = piped.spawn().expect("a shell");
        let output = BufReader::new(shell.stdout.take().expect("a pipe"));
        let input = Mutex::new(shell.stdin.take());
        let (sender, messages) = channel();
        let sessions = Arc::<Mutex<Sessions>>::default();
        lock(&sessions).senders.insert(String::new(), sender);
        let readers = Arc::clone(&sessions);
        spawn(move || {
            for message in output.split(0).map_while(Result::ok) {
                deliver(serde_json::from_slice(&message).expect("JSON"), &readers);
            }
            // A thread that waits for a message then gets an error.
            *lock(&readers) = Sessions { has_ended: true, ..Sessions::default() };
        });
        let (shell, messages) = (Mutex::new(shell), Mutex::new(messages));
        Chromium { shell, input, sessions, messages, next_id: AtomicU64::new(1) }
    }

    /// Sends a command to the browser itself, and returns its result.
    ///
    /// # Errors
    /// The command failed, or Chromium has ended.
    pub fn command(&self, method: &str, parameters: Value) -> Result<Value, String> {
        self.exchange("", &lock(&self.messages), &mut |_| (), method, parameters)
    }

    /// Sends a command in a session and returns its result. Calls `on_event` with the messages that come before.
    fn exchange(
        &self,
        session: &str,
        messages: &Receiver<Value>,
        on_event: &mut dyn FnMut(&Value),
        method: &str,
        parameters: Value,
    ) -> Result<Value, String> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let mut command = json!({ "id": id, "method": method, "params": parameters });
        if !session.is_empty() {
            command["sessionId"] = json!(session);
        }
        // A zero ends a message.
        let bytes = format!("{command}\0").into_bytes();
        let written = lock(&self.input).as_mut().map(|input| input.write_all(&bytes).and_then(|()| input.flush()));
        written.transpose().map_err(|error| format!("{method}: Chromium has ended: {error}"))?;
        loop {
            let mut message = next(messages).map_err(|error| format!("{method}: {error}"))?;
            if message["id"] != id {
                on_event(&message);
            } else if let Some(error) = message.get("error") {
                return Err(format!("{method}: {}", error["message"].as_str().unwrap_or_default()));
            } else {
                return Ok(message["result"].take());
            }
        }
    }
}

/// Hands a message to its session. The session of a page that is closed or has crashed ends.
fn deliver(message: Value, sessions: &Mutex<Sessions>) {
    let mut sessions = lock(sessions);
    let own = message["sessionId"].as_str().unwrap_or_default();
    match message["method"].as_str() {
        Some("Target.detachedFromTarget") => drop(sessions.senders.remove(&text(&message["params"], "sessionId"))),
        Some("Inspector.targetCrashed") => drop(sessions.senders.remove(own)),
        _ => {
            if let Some(sender) = sessions.senders.get(own) {
                // The test may have dropped the tab.
                let _ = sender.send(message);
            }
        }
    }
}

/// Returns the next message of a session.
fn next(messages: &Receiver<Value>) -> Result<Value, String> {
    messages.recv_timeout(PATIENCE).map_err(|error| match error {
        RecvTimeoutError::Timeout => "no answer".to_owned(),
        RecvTimeoutError::Disconnected => "the page or Chromium has ended".to_owned(),
    })
}

impl Drop for Chromium {
    fn drop(&mut self) {
        *lock(&self.input) = None;
        let mut shell = lock(&self.shell);
        let start = Instant::now();
        while matches!(shell.try_wait(), Ok(None)) {
            if start.elapsed() > PATIENCE {
                let _ = kill_process_group(Pid::from_child(&shell), Signal::KILL);
            }
            sleep(Duration::from_millis(5));
        }
    }
}

/// A context of a Chromium: storage, cookies, caches and workers apart from those of other contexts. `drop` closes its tabs but the
/// first, which a later test gets: a new window takes Chromium more than a second of processor time.
pub struct Context {
    chromium: Arc<Chromium>,
    id: String,
    /// The tab that was opened first, once it is open.
    first: RefCell<Option<String>>,
    /// Whether the first tab is still to be used.
    is_new: Cell<bool>,
    /// The sessions of the tabs.
    sessions: RefCell<Vec<String>>,
}

/// The contexts of the shared Chromium that no test uses, with their first tabs.
static FREE: Mutex<Vec<(Arc<Chromium>, String, String)>> = Mutex::new(Vec::new());

impl Context {
    /// Returns a context without data, which may have served other tests before.
    pub fn new(chromium: Arc<Chromium>) -> Context {
        let mut free = lock(&FREE);
        let usable = free.iter().position(|(of, ..)| Arc::ptr_eq(of, &chromium) && !lock(&of.sessions).has_ended);
        let used = usable.map(|at| free.swap_remove(at));
        drop(free);
        let (id, first) = used.map_or_else(
            || {
                let created = chromium.command("Target.createBrowserContext", json!({ "disposeOnDetach": true }));
                (text(&created.expect("a context"), "browserContextId"), None)
            },
            |(_, id, first)| (id, Some(first)),
        );
        let downloads = json!({ "behavior": "deny", "browserContextId": id });
        chromium.command("Browser.setDownloadBehavior", downloads).expect("a context");
        Context {
            chromium,
            id,
            is_new: Cell::new(first.is_some()),
            first: RefCell::new(first),
            sessions: RefCell::default(),
        }
    }

    /// Opens an empty page in a new tab, which is a window of its own, because only the foremost tab of a window is drawn.
    pub fn open(&self) -> Tab {
        let first = self.first.borrow().clone().filter(|_| self.is_new.replace(false));
        let target = first.unwrap_or_else(|| {
            let page = json!({ "url": "about:blank", "browserContextId": self.id, "newWindow": true });
            let created = self.chromium.command("Target.createTarget", page).expect("a tab");
            text(&created, "targetId")
        });
        self.first.borrow_mut().get_or_insert_with(|| target.clone());
        self.attach(target).expect("a tab")
    }

    /// Returns a tab, given its target.
    fn attach(&self, target: String) -> Result<Tab, String> {
        let attached = json!({ "targetId": target, "flatten": true });
        let attached = self.chromium.command("Target.attachToTarget", attached)?;
        let session = text(&attached, "sessionId");
        self.sessions.borrow_mut().push(session.clone());
        let (sender, messages) = channel();
        // Before the first command in the session, there are no messages from it.
        let mut sessions = lock(&self.chromium.sessions);
        if !sessions.has_ended {
            sessions.senders.insert(session.clone(), sender);
        }
        drop(sessions);
        let chromium = Arc::clone(&self.chromium);
        let tab = Tab { chromium, target, session, messages, document: RefCell::default(), moves: Cell::new(0) };
        for (method, parameters) in [
            ("Page.enable", json!({})),
            ("Page.setLifecycleEventsEnabled", json!({ "enabled": true })),
            // Each tab behaves as if it were the only one.
            ("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })),
        ] {
            tab.command(method, parameters)?;
        }
        Ok(tab)
    }

    /// Detaches from the tabs, which ends what was emulated in them.
    fn detach(&self) -> Result<(), String> {
        for session in self.sessions.take() {
            // The session of a tab that was closed has ended.
            if lock(&self.chromium.sessions).senders.contains_key(&session) {
                self.chromium.command("Target.detachFromTarget", json!({ "sessionId": session }))?;
            }
        }
        Ok(())
    }

    /// Closes all tabs but the first, and removes what the pages have stored. Returns the target of the first tab.
    fn clean(&self) -> Result<String, String> {
        let first = self.first.take().ok_or("no tab was opened")?;
        self.detach()?;
        let targets = self.chromium.command("Target.getTargets", json!({}))?;
        for target in targets["targetInfos"].as_array().ok_or("no targets")? {
            let is_own = target["type"] == "page" && target["browserContextId"] == self.id.as_str();
            if is_own && target["targetId"] != first.as_str() {
                self.chromium.command("Target.closeTarget", json!({ "targetId": target["targetId"] }))?;
            }
        }
        let tab = self.attach(first.clone())?;
        let history = tab.command("Page.getNavigationHistory", json!({}))?;
        tab.visit("about:blank")?;
        for entry in history["entries"].as_array().ok_or("no history")? {
            // An origin ends before the third slash.
            let origin = entry["url"].as_str().unwrap_or_default().splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
            if origin.starts_with("http") {
                tab.command("Storage.clearDataForOrigin", json!({ "origin": origin, "storageTypes": "all" }))?;
            }
        }
        tab.command("Network.clearBrowserCache", json!({}))?;
        tab.command("Page.resetNavigationHistory", json!({}))?;
        self.chromium.command("Browser.resetPermissions", json!({ "browserContextId": self.id }))?;
        self.detach()?;
        Ok(first)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // After a failure the state of the page is unknown.
        let is_shared = lock(&SHARED).as_ref().is_some_and(|shared| Arc::ptr_eq(shared, &self.chromium));
        if is_shared
            && !std::thread::panicking()
            && let Ok(first) = self.clean()
        {
            lock(&FREE).push((Arc::clone(&self.chromium), self.id.clone(), first));
            return;
        }
        let context = json!({ "browserContextId": self.id });
        if let Err(error) = self.chromium.command("Target.disposeBrowserContext", context) {
            eprintln!("the context of the browser cannot be closed: {error}");
        }
    }
}

/// The document of a tab.
#[derive(Default)]
struct Document {
    /// The id of its loader; empty before the first navigation.
    loader: String,
    is_loaded: bool,
}

/// A tab.
pub struct Tab {
    chromium: Arc<Chromium>,
    target: String,
    session: String,
    messages: Receiver<Value>,
    document: RefCell<Document>,
    /// The number of navigations within a document.
    moves: Cell<u64>,
}

impl Tab {
    /// Sends a command about the page, and returns its result.
    ///
    /// # Errors
    /// The command failed, or the page or Chromium has ended.
    pub fn command(&self, method: &str, parameters: Value) -> Result<Value, String> {
        self.chromium.exchange(&self.session, &self.messages, &mut |event| self.record(event), method, parameters)
    }

    /// Records what an event says about the document.
    fn record(&self, event: &Value) {
        let (parameters, mut document) = (&event["params"], self.document.borrow_mut());
        match event["method"].as_str() {
            Some("Page.frameNavigated") if parameters["frame"]["parentId"].is_null() => {
                // A page from the cache of pages is not loaded again.
                let is_loaded = parameters["type"] == "BackForwardCacheRestore";
                *document = Document { loader: text(&parameters["frame"], "loaderId"), is_loaded };
            }
            Some("Page.lifecycleEvent") if parameters["name"] == "load" => {
                document.is_loaded |= parameters["loaderId"] == document.loader.as_str();
            }
            Some("Page.navigatedWithinDocument") if parameters["frameId"] == self.target.as_str() => {
                self.moves.set(self.moves.get() + 1);
            }
            _ => {}
        }
    }

    /// Calls a function that leaves the document, and waits until the next one is loaded.
    ///
    /// # Errors
    /// The function fails, or the page or Chromium has ended.
    pub fn leave(&self, navigate: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
        let loader = self.loader();
        navigate()?;
        self.record_until(|| self.has_loaded_after(&loader))
    }

    /// Returns the id of the document's loader.
    fn loader(&self) -> String {
        self.document.borrow().loader.clone()
    }

    /// Returns whether another document than that of a loader is loaded.
    fn has_loaded_after(&self, loader: &str) -> bool {
        let document = self.document.borrow();
        document.loader != loader && document.is_loaded
    }

    /// Records events until a condition holds.
    fn record_until(&self, holds: impl Fn() -> bool) -> Result<(), String> {
        while !holds() {
            self.record(&next(&self.messages)?);
        }
        Ok(())
    }

    /// Opens an address, and waits until it is loaded.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn visit(&self, address: &str) -> Result<(), String> {
        let loader = self.loader();
        let opened = self.command("Page.navigate", json!({ "url": address }))?;
        if let Some(error) = opened["errorText"].as_str() {
            return Err(format!("{address}: {error}"));
        }
        // A navigation within the document has no loader.
        let stays = opened["loaderId"].is_null();
        self.record_until(|| stays || self.has_loaded_after(&loader))
    }

    /// Goes to the page before this one in the history, or `by` pages forward.
    ///
    /// # Errors
    /// There is no such page.
    pub fn go_by(&self, by: i64) -> Result<(), String> {
        let (loader, moves) = (self.loader(), self.moves.get());
        let history = self.command("Page.getNavigationHistory", json!({}))?;
        let at = history["currentIndex"].as_i64().and_then(|at| usize::try_from(at + by).ok());
        let entry = at.map(|at| &history["entries"][at]["id"]).filter(|id| !id.is_null());
        let entry = json!({ "entryId": entry.ok_or("the history ends here")? });
        self.command("Page.navigateToHistoryEntry", entry)?;
        self.record_until(|| self.moves.get() > moves || self.has_loaded_after(&loader))
    }

    /// Evaluates an expression, and returns the value that its promise is fulfilled with. `by_value` tells whether that is a
    /// JSON value or a reference to an object.
    ///
    /// # Errors
    /// The expression throws, its promise is rejected, or the page or Chromium has ended.
    pub fn evaluate(&self, expression: &str, by_value: bool) -> Result<Value, String> {
        let body = json!({ "expression": expression, "awaitPromise": true, "returnByValue": by_value });
        let start = Instant::now();
        let mut answer = loop {
            match self.command("Runtime.evaluate", body.clone()) {
                // The document that comes next answers.
                Err(error) if LEFT.iter().any(|left| error.contains(left)) && start.elapsed() < PATIENCE => {
                    sleep(Duration::from_millis(5));
                }
                answer => break answer?,
            }
        };
        match answer.get("exceptionDetails") {
            Some(details) => {
                Err(details["exception"]["description"].as_str().map_or_else(|| details.to_string(), str::to_owned))
            }
            None => Ok(answer["result"].take()),
        }
    }

    /// Closes the tab.
    pub fn close(self) {
        self.chromium.command("Target.closeTarget", json!({ "targetId": self.target })).expect("a tab");
    }
}

/// Returns the text of a field.
fn text(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or_else(|| panic!("{name} of {value}")).to_owned()
}
