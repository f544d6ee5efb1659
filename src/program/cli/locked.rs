//! Waits for files that another process has locked. A run that was killed holds its locks until the system has ended it, and
//! until a child that it was starting has executed its program.

use super::command_error::warn;
use std::fmt::Display;
use std::thread;
use std::time::{Duration, Instant};

/// The longest wait.
const LONGEST: Duration = Duration::from_secs(10);

/// The time after which the wait is reported.
const SILENT: Duration = Duration::from_secs(1);

/// The time between two tries.
const PAUSE: Duration = Duration::from_millis(20);

/// Opens files. Tries again while another process has locked one of them, and reports the wait on stderr if it is long.
pub(super) fn wait<T, E: Display>(
    command: &str,
    is_locked: impl Fn(&E) -> bool,
    mut open: impl FnMut() -> Result<T, E>,
) -> Result<T, E> {
    let start = Instant::now();
    let mut is_reported = false;
    loop {
        let error = match open() {
            Err(error) if is_locked(&error) && start.elapsed() < LONGEST => error,
            opened => return opened,
        };
        if start.elapsed() >= SILENT && !std::mem::replace(&mut is_reported, true) {
            warn(format_args!("{command}: {error}; waiting up to {} s", LONGEST.as_secs()));
        }
        thread::sleep(PAUSE);
    }
}
