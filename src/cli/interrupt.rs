//! Interrupts of games: the first ends the games, a later one the process; a signal that was ignored from the start stays ignored.

use crate::arena::stop::Stop;
use signal_hook::consts;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The status of a command that was interrupted, as a shell has it.
pub(super) const INTERRUPTED: u8 = 130;

/// What ends the games.
#[cfg(unix)]
const SIGNALS: [i32; 3] = [consts::SIGINT, consts::SIGTERM, consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [consts::SIGINT, consts::SIGTERM];

/// Signals that come together are one interrupt: `timeout` tells its child and then the whole group.
const TOGETHER: Duration = Duration::from_secs(1);

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(20);

/// Whether there was an interrupt.
pub(super) struct Interrupts(Arc<AtomicBool>);

impl Interrupts {
    /// From here on an interrupt raises `stop`, so that the command ends in order; a second one, later, ends the process.
    ///
    /// # Errors
    /// Why the system does not tell us of signals.
    pub(super) fn heed(stop: &Stop) -> io::Result<Interrupts> {
        let (pending, seen) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let ignored = ignored();
        for signal in SIGNALS.into_iter().filter(|signal| ignored & (1 << (signal - 1)) == 0) {
            signal_hook::flag::register(signal, Arc::clone(&pending))?;
        }
        let (stop, interrupted) = (stop.clone(), Arc::clone(&seen));
        thread::Builder::new().name("interrupts".to_owned()).spawn(move || {
            let mut first: Option<Instant> = None;
            loop {
                if pending.swap(false, Ordering::SeqCst) {
                    if first.get_or_insert_with(Instant::now).elapsed() >= TOGETHER {
                        std::process::exit(INTERRUPTED.into());
                    }
                    interrupted.store(true, Ordering::SeqCst);
                    stop.raise();
                }
                thread::sleep(LOOK);
            }
        })?;
        Ok(Interrupts(seen))
    }

    /// Whether there was one.
    pub(super) fn were(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// The signals that are ignored, the first in the lowest bit: by `nohup`, or by a script that has started us behind it.
fn ignored() -> u64 {
    // Only Linux can be asked in such a way; elsewhere all are heeded.
    std::fs::read_to_string("/proc/self/status").map_or(0, |status| ignored_in(&status))
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
