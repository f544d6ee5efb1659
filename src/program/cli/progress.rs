//! Progress bars on stderr. They are hidden if stderr is not a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// The time between two redraws.
const TICK: Duration = Duration::from_millis(100);

/// Returns a bar for a number of steps.
pub(super) fn bar(steps: usize) -> ProgressBar {
    shown(ProgressBar::new(steps as u64), "{elapsed_precise} {wide_bar} {pos}/{len}")
}

/// Returns a bar for a number of positions.
pub(super) fn positions(total: usize) -> ProgressBar {
    shown(ProgressBar::new(total as u64), "{elapsed_precise} {wide_bar} {pos}/{len} positions ({eta} left)")
}

/// Returns a bar for a number of bytes, or a spinner if the number is unknown.
pub(super) fn bytes(total: Option<u64>) -> ProgressBar {
    match total {
        Some(total) => shown(ProgressBar::new(total), "{elapsed_precise} {wide_bar} {bytes}/{total_bytes}"),
        None => shown(ProgressBar::new_spinner(), "{elapsed_precise} {spinner} {bytes}"),
    }
}

/// Returns a bar for a number of games with a message, or a spinner if the number is unknown.
pub(super) fn games(total: Option<u64>) -> ProgressBar {
    match total {
        Some(total) => shown(ProgressBar::new(total), "{elapsed_precise} {bar:20} {pos}/{len} {msg} ({eta} left)"),
        None => shown(ProgressBar::new_spinner(), "{elapsed_precise} {spinner} {pos} {msg}"),
    }
}

/// Returns a spinner for work of unknown length.
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
