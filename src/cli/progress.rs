//! Shows on stderr that long work goes on, if somebody is there to see it.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// How often it is drawn anew.
const TICK: Duration = Duration::from_millis(100);

/// A bar of `steps` steps; hidden where stderr is not a terminal.
pub(super) fn bar(steps: usize) -> ProgressBar {
    shown(ProgressBar::new(steps as u64), "{elapsed_precise} {wide_bar} {pos}/{len}")
}

/// A bar of so many bytes, without an end if their number is not known; hidden where stderr is not a terminal.
pub(super) fn bytes(total: Option<u64>) -> ProgressBar {
    match total {
        Some(total) => shown(ProgressBar::new(total), "{elapsed_precise} {wide_bar} {bytes}/{total_bytes}"),
        None => shown(ProgressBar::new_spinner(), "{elapsed_precise} {spinner} {bytes}"),
    }
}

/// A bar of games with a message behind it, without an end if their number is not known; hidden where stderr is not a
/// terminal.
pub(super) fn games(total: Option<u64>) -> ProgressBar {
    match total {
        Some(total) => shown(ProgressBar::new(total), "{elapsed_precise} {bar:20} {pos}/{len} {msg} ({eta} left)"),
        None => shown(ProgressBar::new_spinner(), "{elapsed_precise} {spinner} {pos} {msg}"),
    }
}

/// A sign of life for work whose end is not known.
pub(super) fn spinner() -> ProgressBar {
    shown(ProgressBar::new_spinner(), "{elapsed_precise} {spinner}")
}

fn shown(bar: ProgressBar, template: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(TICK);
    bar
}
