//! Interrupts: the first one stops games, or ends a process that copies, without a trace. Signals ignored at the start stay
//! ignored.

use super::new_file::NewFile;
use crate::arena::engine::Stop;
use signal_hook::consts;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The exit status of an interrupted command, as shells define it.
pub(super) const INTERRUPTED: u8 = 130;

/// The signals that are interrupts.
#[cfg(unix)]
const SIGNALS: [i32; 3] = [consts::SIGINT, consts::SIGTERM, consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [consts::SIGINT, consts::SIGTERM];

/// Signals within this time are one interrupt: `timeout` signals its child, then the whole group.
const TOGETHER: Duration = Duration::from_secs(1);

/// The time between two checks for signals.
const INTERVAL: Duration = Duration::from_millis(20);

/// Records whether there was an interrupt.
pub(super) struct Interrupts(Arc<AtomicBool>);

impl Interrupts {
    /// Starts to handle signals: the first interrupt raises `stop`, so that the command ends in order; a later one ends the
    /// process.
    ///
    /// # Errors
    /// The system refuses a handler or a thread.
    pub(super) fn handle(stop: &Stop) -> io::Result<Interrupts> {
        let seen = Arc::new(AtomicBool::new(false));
        let (stop, interrupted) = (stop.clone(), Arc::clone(&seen));
        let mut first: Option<Instant> = None;
        watch(move || {
            if first.get_or_insert_with(Instant::now).elapsed() >= TOGETHER {
                std::process::exit(INTERRUPTED.into());
            }
            interrupted.store(true, Ordering::SeqCst);
            stop.raise();
        })?;
        Ok(Interrupts(seen))
    }

    /// Returns whether there was an interrupt.
    pub(super) fn occurred(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Starts to handle signals: the first interrupt removes a file in progress and ends the process, which may be waiting for
/// input.
///
/// # Errors
/// The system refuses a handler or a thread.
pub(super) fn end_without(file: &NewFile<'_>) -> io::Result<()> {
    let Some(draft) = file.draft().map(Path::to_owned) else { return Ok(()) };
    watch(move || {
        // It may have its name already.
        let _ = fs::remove_file(&draft);
        std::process::exit(INTERRUPTED.into());
    })
}

/// Calls a function on another thread at each interrupt.
fn watch(mut on_interrupt: impl FnMut() + Send + 'static) -> io::Result<()> {
    let pending = Arc::new(AtomicBool::new(false));
    let ignored = ignored();
    for signal in SIGNALS.into_iter().filter(|signal| ignored & (1 << (signal - 1)) == 0) {
        signal_hook::flag::register(signal, Arc::clone(&pending))?;
    }
    thread::Builder::new().name("interrupts".to_owned()).spawn(move || {
        loop {
            if pending.swap(false, Ordering::SeqCst) {
                on_interrupt();
            }
            thread::sleep(INTERVAL);
        }
    })?;
    Ok(())
}

/// Returns the signals that are ignored, for example because of `nohup`; signal 1 is the lowest bit.
fn ignored() -> u64 {
    // Only Linux reports them; elsewhere every signal is handled.
    fs::read_to_string("/proc/self/status").map_or(0, |status| ignored_in(&status))
}

fn ignored_in(status: &str) -> u64 {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_found() {
        assert_eq!(ignored_in("Name:\tkhepri\nSigBlk:\t0000000000000002\nSigIgn:\t0000000000001001\n"), 0x1001);
        assert_eq!(ignored_in("SigIgn:\tx\n"), 0);
        assert_eq!(ignored_in(""), 0);
    }
}
