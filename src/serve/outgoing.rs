//! Lines that wait to be written, to a page or to an engine. Their number is bounded: a queue without room stops those who
//! fill it. Reports of a search that were not sent yet are replaced by later ones.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The number of lines above which there is no room.
const MOST_LINES: usize = 1024;

/// The number of bytes above which there is no room.
const MOST_BYTES: usize = 4 << 20;

/// The number of lines above which reports replace earlier ones.
const REPLACED_ABOVE: usize = 32;

/// A queue with one task that fills it and one that empties it.
#[derive(Default, Debug)]
pub struct Outgoing {
    queue: Mutex<Queue>,
    /// There is a line to take, or the end.
    filled: Notify,
    /// There is room again.
    drained: Notify,
}

#[derive(Default, Debug)]
struct Queue {
    lines: VecDeque<String>,
    bytes: usize,
    is_closed: bool,
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

    /// Adds a line, even if there is no room. A report replaces one of the same kind if the reader is slow and nothing but
    /// reports follows that one.
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

    /// Ends the queue: after its lines there are no others.
    pub fn close(&self) {
        self.queue().is_closed = true;
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

    /// Waits for a line and takes it; `None` at the end.
    pub async fn take(&self) -> Option<String> {
        loop {
            {
                let mut queue = self.queue();
                let had_room = queue.has_room();
                if let Some(line) = queue.lines.pop_front() {
                    queue.bytes = queue.bytes.saturating_sub(line.len());
                    if !had_room && queue.has_room() {
                        self.drained.notify_one();
                    }
                    return Some(line);
                }
                if queue.is_closed {
                    return None;
                }
            }
            self.filled.notified().await;
        }
    }
}

/// Returns the index of the line that a report replaces.
fn replaceable(lines: &VecDeque<String>, line: &str) -> Option<usize> {
    if lines.len() < REPLACED_ABOVE {
        return None;
    }
    let kind = report(line)?;
    let mut reports = lines.iter().enumerate().rev().map_while(|(index, line)| Some((index, report(line)?)));
    reports.find(|(_, earlier)| *earlier == kind).map(|(index, _)| index)
}

/// What a report is about: whether it has a line of play, and which one of `MultiPV`.
type Report<'a> = (bool, Option<&'a str>);

/// Returns what a line reports of a search; `None` if it is anything else, which is never replaced.
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

    fn taken(outgoing: &Outgoing) -> Option<Option<String>> {
        match pin!(outgoing.take()).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(line) => Some(line),
            Poll::Pending => None,
        }
    }

    fn all(outgoing: &Outgoing) -> Vec<String> {
        std::iter::from_fn(|| taken(outgoing).flatten()).collect()
    }

    #[test]
    fn lines_come_in_their_order_and_the_end_after_them() {
        let outgoing = Outgoing::default();
        assert_eq!(taken(&outgoing), None, "it waits");
        outgoing.push("a".to_owned());
        outgoing.push("b".to_owned());
        outgoing.close();
        assert_eq!(all(&outgoing), ["a", "b"]);
        assert_eq!(taken(&outgoing), Some(None));
    }

    #[test]
    fn a_slow_reader_gets_the_last_report_of_each_line_and_everything_else() {
        let outgoing = Outgoing::default();
        let report = |depth: u32, multipv: u32| format!("info depth {depth} multipv {multipv} score cp 1 pv a8-");
        for depth in 0..1000 {
            outgoing.push(report(depth, 1));
            outgoing.push(report(depth, 2));
            if depth == 500 {
                outgoing.push("info string kept".to_owned());
                outgoing.push("bestmove a8-".to_owned());
            }
        }
        let lines = all(&outgoing);
        assert!(lines.len() < 40, "{} lines", lines.len());
        assert_eq!(lines.last(), Some(&report(999, 2)));
        let best = lines.iter().position(|line| line.starts_with("bestmove")).expect("bestmove is kept");
        assert_eq!(lines[best - 1], "info string kept");
        assert!(lines[..best].contains(&report(500, 1)) && lines[..best].contains(&report(500, 2)));
        assert!(!lines[..best].contains(&report(501, 1)), "no report overtakes bestmove");
    }

    #[test]
    fn a_fast_reader_gets_every_report() {
        let outgoing = Outgoing::default();
        for depth in 0..1000 {
            let line = format!("info depth {depth} pv a8-");
            outgoing.push(line.clone());
            assert_eq!(taken(&outgoing), Some(Some(line)));
        }
    }

    #[test]
    fn room_is_bounded_in_lines_and_bytes() {
        let outgoing = Outgoing::default();
        for _ in 0..MOST_LINES {
            assert!(outgoing.has_room());
            outgoing.push("total 5".to_owned());
        }
        assert!(!outgoing.has_room());
        let _ = taken(&outgoing);
        assert!(outgoing.has_room());
        assert_eq!(all(&outgoing).len(), MOST_LINES - 1);
        outgoing.push("x".repeat(MOST_BYTES));
        assert!(!outgoing.has_room());
    }
}
