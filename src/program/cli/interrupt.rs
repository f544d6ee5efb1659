//! Handles interrupts. The first interrupt lets the command finish its current work, or removes an unfinished file and ends
//! the process. On Linux, signals that are ignored at the start stay ignored.

use super::new_file::NewFile;
use khepri_arena::interrupts::Interrupts;
use khepri_engine::Signals;
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

/// The time within which several signals count as one interrupt. `timeout` signals first its child, then the whole group.
const SAME_INTERRUPT: Duration = Duration::from_secs(1);

/// The time between two checks for signals.
const INTERVAL: Duration = Duration::from_millis(20);

/// Returns the signals of a search or of other work of the engine. The first interrupt calls their `stop`, so that the command
/// can finish its current work. A later interrupt ends the process at once.
///
/// # Errors
/// A signal handler or a thread cannot be created.
pub(super) fn signals() -> io::Result<Arc<Signals>> {
    let signals = Arc::<Signals>::default();
    let stopped = Arc::clone(&signals);
    stop_at_first(move || stopped.stop())?;
    Ok(signals)
}

/// Returns the interrupts of a match or of a server, which are stopped like [`signals`]. They also count how often the process
/// continues after a stop.
///
/// # Errors
/// A signal handler or a thread cannot be created.
pub(super) fn interrupts() -> io::Result<Arc<Interrupts>> {
    let interrupts = Arc::<Interrupts>::default();
    #[cfg(unix)]
    signal_hook::flag::register(consts::SIGCONT, interrupts.continued())?;
    let stopped = Arc::clone(&interrupts);
    stop_at_first(move || stopped.stop())?;
    Ok(interrupts)
}

/// Calls `stop` at each signal of the first interrupt. A later interrupt ends the process.
fn stop_at_first(stop: impl Fn() + Send + 'static) -> io::Result<()> {
    let mut first = None;
    watch(&SIGNALS, move || {
        if is_later(&mut first, Instant::now()) {
            std::process::exit(INTERRUPTED.into());
        }
        stop();
    })
}

/// Returns whether a signal at this time belongs to a later interrupt than the first one. Sets `first` at the first signal.
fn is_later(first: &mut Option<Instant>, now: Instant) -> bool {
    now.saturating_duration_since(*first.get_or_insert(now)) >= SAME_INTERRUPT
}

/// Starts to handle signals, if the new file has a temporary one. The first interrupt removes the temporary file and ends the
/// process, even while the process waits for input.
///
/// # Errors
/// A signal handler or a thread cannot be created.
pub(super) fn remove_on_interrupt(file: &NewFile<'_>) -> io::Result<()> {
    let Some(path) = file.temporary_path().map(Path::to_owned) else { return Ok(()) };
    watch(&SIGNALS, move || {
        // The file may already be renamed.
        let _ = fs::remove_file(&path);
        std::process::exit(INTERRUPTED.into());
    })
}

/// Calls a function on another thread at each of the signals.
///
/// # Errors
/// A signal handler or a thread cannot be created.
pub(super) fn watch(signals: &[i32], mut on_interrupt: impl FnMut() + Send + 'static) -> io::Result<()> {
    let pending = Arc::new(AtomicBool::new(false));
    let ignored = ignored();
    for signal in signals.iter().copied().filter(|signal| ignored & (1 << (signal - 1)) == 0) {
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

/// Returns the set of signals that this process ignores, for example because `nohup` started it. Signal 1 is the lowest bit.
fn ignored() -> u64 {
    // Only Linux has this file. On other systems every signal is handled.
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
    fn signals_within_a_second_are_one_interrupt() {
        let (start, mut first) = (Instant::now(), None);
        let later = [0, 40, 999, 1_000, 5_000].map(|time| is_later(&mut first, start + Duration::from_millis(time)));
        assert_eq!(later, [false, false, false, true, true]);
    }

    #[test]
    fn ignored_signals_are_found() {
        assert_eq!(ignored_in("Name:\tkhepri\nSigBlk:\t0000000000000002\nSigIgn:\t0000000000001001\n"), 0x1001);
        assert_eq!(ignored_in("SigIgn:\tx\n"), 0);
        assert_eq!(ignored_in(""), 0);
    }
}
