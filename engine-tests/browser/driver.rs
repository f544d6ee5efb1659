//! ChromeDriver: one process that all running tests share. It ends after the last of them.

use crate::support::is_missing;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, OnceLock, Weak};
use tempfile::TempDir;

/// The largest number of browsers at a time.
const BROWSERS: usize = 3;

/// A running ChromeDriver. It is killed when this is dropped.
pub struct Driver {
    child: Child,
    /// The folder for temporary files that it and its browsers do not remove.
    _scratch: TempDir,
    /// The address on which it listens.
    pub address: String,
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
        let Some(port) = port else {
            let _ = child.kill();
            let _ = child.wait();
            panic!("ChromeDriver does not print its port");
        };
        Driver { child, _scratch: scratch, address: format!("127.0.0.1:{port}") }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
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
