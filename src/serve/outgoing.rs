//! The lines that wait for a slow reader. Their number is bounded: above the bound the engine is not read any further. Reports
//! of a search that were not sent yet are replaced by later ones.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The number of lines above which nothing more is accepted.
const MOST_LINES: usize = 1024;

/// The number of bytes above which nothing more is accepted.
const MOST_BYTES: usize = 4 << 20;

/// The number of lines above which reports replace earlier ones.
const REPLACED_ABOVE: usize = 32;

/// The queue between a session and the task that writes to its socket.
#[derive(Default, Debug)]
pub struct Outgoing {
    queue: Mutex<Queue>,
    /// There is a line to take.
    filled: Notify,
    /// There is room for more lines.
    drained: Notify,
}

#[derive(Default, Debug)]
struct Queue {
    lines: VecDeque<String>,
    bytes: usize,
}

impl Queue {
    fn has_room(&self) -> bool {
        self.lines.len() < MOST_LINES && self.bytes < MOST_BYTES
    }
}

impl Outgoing {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line. A report replaces one of the same kind if the reader is slow and nothing but reports follows that one.
    pub fn push(&self, line: String) {
        let mut queue = self.queue();
        queue.bytes += line.len();
        let earlier = replaceable(&queue.lines, &line);
        match earlier.and_then(|index| queue.lines.get_mut(index)) {
            Some(earlier) => {
                let earlier = std::mem::replace(earlier, line);
                queue.bytes = queue.bytes.saturating_sub(earlier.len());
            }
            None => queue.lines.push_back(line),
        }
        drop(queue);
        self.filled.notify_one();
    }

    /// Returns whether there is room for another line.
    pub fn has_room(&self) -> bool {
        self.queue().has_room()
    }

    /// Waits until there may be room.
    pub async fn drained(&self) {
        self.drained.notified().await;
    }

    /// Waits for a line and takes it.
    pub async fn take(&self) -> String {
        loop {
            if let Some(line) = self.try_take() {
                return line;
            }
            self.filled.notified().await;
        }
    }

    /// Takes a line if there is one.
    pub fn try_take(&self) -> Option<String> {
        let mut queue = self.queue();
        let line = queue.lines.pop_front()?;
        queue.bytes = queue.bytes.saturating_sub(line.len());
        let has_room = queue.has_room();
        drop(queue);
        if has_room {
            self.drained.notify_one();
        }
        Some(line)
    }
}

/// Returns the index of the line that a report replaces.
fn replaceable(lines: &VecDeque<String>, line: &str) -> Option<usize> {
    if lines.len() < REPLACED_ABOVE {
        return None;
    }
    let kind = report(line)?;
    let reports = lines.iter().enumerate().rev().map_while(|(index, line)| Some((index, report(line)?)));
    reports.filter(|(_, earlier)| *earlier == kind).map(|(index, _)| index).next()
}

/// What a report is about: whether it has a line of play, and which one of `MultiPV`.
type Report<'a> = (bool, Option<&'a str>);

/// Returns what a line reports of a search; `None` if it is anything else, which is never replaced.
fn report(line: &str) -> Option<Report<'_>> {
    let words = line.strip_prefix("info ")?;
    let mut words = words.split_ascii_whitespace().take_while(|word| *word != "pv").peekable();
    if words.peek() == Some(&"string") {
        return None;
    }
    let multipv = words.skip_while(|word| *word != "multipv").nth(1);
    Some((line.contains(" pv "), multipv))
}
