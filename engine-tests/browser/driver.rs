//! ChromeDriver: one process for all tests that run at a time, which ends after the last of them.

use crate::support::is_missing;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, OnceLock, Weak};
use tempfile::TempDir;

/// The number of browsers that run at a time.
const BROWSERS: usize = 3;

/// A running ChromeDriver. It is killed with the value.
pub struct Driver {
    child: Child,
    /// Where it and its browsers leave what they do not clear away.
    _scratch: TempDir,
    /// Where it listens.
    pub address: String,
}

impl Driver {
    /// Returns the ChromeDriver that runs, or starts one.
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
        let Some(port) = port else {
            let _ = child.kill();
            let _ = child.wait();
            panic!("ChromeDriver does not name its port");
        };
        Driver { child, _scratch: scratch, address: format!("http://127.0.0.1:{port}") }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns whether Chromium or ChromeDriver is missing: then tests are skipped, or fail if `KHEPRI_CI` is 1.
pub fn no_browser() -> bool {
    static MISSING: OnceLock<bool> = OnceLock::new();
    *MISSING.get_or_init(|| is_missing("chromedriver", "--version") || is_missing("chromium", "--version"))
}

/// The right to run a browser: only a few run at a time, however many tests do.
pub struct Permit(());

static FREE: (Mutex<usize>, Condvar) = (Mutex::new(BROWSERS), Condvar::new());

impl Permit {
    /// Waits until another browser may run.
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
