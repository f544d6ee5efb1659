//! Queues of lines to be written to a page or to an engine. Their size is bounded: the writer of a full queue must wait.
//! While the reader is slow, a report of a search replaces an earlier one.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The number of lines at which a queue is full.
const MAX_LINES: usize = 1024;

/// The number of bytes at which a queue is full.
const MAX_BYTES: usize = 4 << 20;

/// The number of queued lines from which reports replace earlier ones.
const REPLACES_FROM: usize = 32;

/// A queue with one writing and one reading task.
#[derive(Default, Debug)]
pub struct LineQueue {
    state: Mutex<State>,
    /// Notified when a line is added or the queue is closed.
    filled: Notify,
    /// Notified when there is room again.
    drained: Notify,
}

#[derive(Default, Debug)]
struct State {
    lines: VecDeque<String>,
    bytes: usize,
    is_closed: bool,
}

impl State {
    fn has_room(&self) -> bool {
        self.lines.len() < MAX_LINES && self.bytes < MAX_BYTES
    }
}

impl LineQueue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line, even if the queue is full. If the reader is slow, a report replaces an earlier one of the same kind,
    /// unless a line that is not a report follows the earlier one.
    pub fn push(&self, line: String) {
        let mut state = self.state();
        state.bytes += line.len();
        let earlier = replaceable(&state.lines, &line);
        match earlier.and_then(|index| state.lines.get_mut(index)) {
            Some(earlier) => {
                let earlier = std::mem::replace(earlier, line);
                state.bytes = state.bytes.saturating_sub(earlier.len());
            }
            None => state.lines.push_back(line),
        }
        drop(state);
        self.filled.notify_one();
    }

    /// Closes the queue. The lines in it can still be removed.
    pub fn close(&self) {
        self.state().is_closed = true;
        self.filled.notify_one();
    }

    /// Returns whether there is room for another line.
    pub fn has_room(&self) -> bool {
        self.state().has_room()
    }

    /// Waits until there may be room.
    pub async fn wait_for_room(&self) {
        self.drained.notified().await;
    }

    /// Waits for a line and removes it. Returns `None` once the queue is closed and empty.
    pub async fn pop(&self) -> Option<String> {
        loop {
            {
                let mut state = self.state();
                let had_room = state.has_room();
                if let Some(line) = state.lines.pop_front() {
                    state.bytes = state.bytes.saturating_sub(line.len());
                    if !had_room && state.has_room() {
                        self.drained.notify_one();
                    }
                    return Some(line);
                }
                if state.is_closed {
                    return None;
                }
            }
            self.filled.notified().await;
        }
    }
}

/// Returns the index of the line that this line replaces, if there is one.
fn replaceable(lines: &VecDeque<String>, line: &str) -> Option<usize> {
    if lines.len() < REPLACES_FROM {
        return None;
    }
    let kind = report(line)?;
    let mut reports = lines.iter().enumerate().rev().map_while(|(index, line)| Some((index, report(line)?)));
    reports.find(|(_, earlier)| *earlier == kind).map(|(index, _)| index)
}

/// The kind of a report: whether it has a `pv`, and its `multipv` number.
type Report<'a> = (bool, Option<&'a str>);

/// Returns the kind of a report of a search; `None` for other lines, which are never replaced.
fn report(line: &str) -> Option<Report<'_>> {
    let words = line.strip_prefix("info ")?;
    if words.split_ascii_whitespace().next() == Some("string") {
        return None;
    }
    let multipv = words.split_ascii_whitespace().take_while(|word| *word != "pv").skip_while(|word| *word != "multipv");
    Some((words.contains(" pv "), multipv.into_iter().nth(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    /// Returns the result of `pop`, or `None` if `pop` waits.
    fn popped(queue: &LineQueue) -> Option<Option<String>> {
        match pin!(queue.pop()).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(line) => Some(line),
            Poll::Pending => None,
        }
    }

    fn all(queue: &LineQueue) -> Vec<String> {
        std::iter::from_fn(|| popped(queue).flatten()).collect()
    }

    #[test]
    fn lines_keep_their_order_and_the_end_follows_them() {
        let queue = LineQueue::default();
        assert_eq!(popped(&queue), None, "it waits");
        queue.push("a".to_owned());
        queue.push("b".to_owned());
        queue.close();
        assert_eq!(all(&queue), ["a", "b"]);
        assert_eq!(popped(&queue), Some(None));
    }

    #[test]
    fn a_slow_reader_gets_the_last_report_of_each_line_and_everything_else() {
        let queue = LineQueue::default();
        let report = |depth: u32, multipv: u32| format!("info depth {depth} multipv {multipv} score cp 1 pv a8-");
        for depth in 0..1000 {
            queue.push(report(depth, 1));
            queue.push(report(depth, 2));
            if depth == 500 {
                queue.push("info string kept".to_owned());
                queue.push("bestmove a8-".to_owned());
            }
        }
        let lines = all(&queue);
        assert!(lines.len() < 40, "{} lines", lines.len());
        assert_eq!(lines.last(), Some(&report(999, 2)));
        let best = lines.iter().position(|line| line.starts_with("bestmove")).expect("bestmove is kept");
        assert_eq!(lines[best - 1], "info string kept");
        assert!(lines[..best].contains(&report(500, 1)) && lines[..best].contains(&report(500, 2)));
        assert!(!lines[..best].contains(&report(501, 1)), "no report overtakes bestmove");
    }

    #[test]
    fn a_fast_reader_gets_every_report() {
        let queue = LineQueue::default();
        for depth in 0..1000 {
            let line = format!("info depth {depth} pv a8-");
            queue.push(line.clone());
            assert_eq!(popped(&queue), Some(Some(line)));
        }
    }

    #[test]
    fn a_queue_is_bounded_in_lines_and_bytes() {
        let queue = LineQueue::default();
        for _ in 0..MAX_LINES {
            assert!(queue.has_room());
            queue.push("total 5".to_owned());
        }
        assert!(!queue.has_room());
        let _ = popped(&queue);
        assert!(queue.has_room());
        assert_eq!(all(&queue).len(), MAX_LINES - 1);
        queue.push("x".repeat(MAX_BYTES));
        assert!(!queue.has_room());
    }
}
