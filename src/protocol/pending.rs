//! Pending commands: the commands that arrived while a job was running, in order. `stop` and `ponderhit` also apply to
//! searches that have not started yet. Above a size that no client reaches, commands are refused.

use super::command::Command;
use khepri_engine::internal::util::Instant;
use std::collections::VecDeque;

/// The most memory for pending commands, in bytes.
const MOST: usize = 256 << 20;

/// The arrival of a command.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// The number of its line; the first line has the number 1.
    pub line: u64,
    /// The time.
    pub time: Instant,
}

/// A pending command.
struct Entry {
    command: Command,
    arrival: Arrival,
    /// The size in bytes.
    size: usize,
}

/// The pending commands, the oldest first.
#[derive(Default)]
pub struct Pending {
    commands: VecDeque<Entry>,
    /// The number of commands that were followed by a `stop`.
    stopped: usize,
    /// The sum of the sizes in bytes.
    size: usize,
    /// Whether a command was refused. Later commands are refused too, because they could be meant for another game.
    is_full: bool,
}

impl Pending {
    /// Appends a command whose line has `length` bytes. Returns whether there was room for it. After a refusal there is no room
    /// until all pending commands have been taken.
    pub fn push(&mut self, command: Command, arrival: Arrival, length: usize) -> bool {
        let size = length + size_of::<Entry>();
        self.is_full |= self.size + size > MOST;
        if !self.is_full {
            self.size += size;
            self.commands.push_back(Entry { command, arrival, size });
        }
        !self.is_full
    }

    /// Returns the oldest command.
    pub fn first(&self) -> Option<&Command> {
        self.commands.front().map(|entry| &entry.command)
    }

    /// Returns the number of the line of the oldest command.
    pub fn first_line(&self) -> Option<u64> {
        self.commands.front().map(|entry| entry.arrival.line)
    }

    /// Removes and returns the oldest command with its arrival, and whether a `stop` followed it. The job of such a command is
    /// stopped as soon as it starts.
    pub fn pop(&mut self) -> Option<(Command, Arrival, bool)> {
        let Some(Entry { command, arrival, size }) = self.commands.pop_front() else {
            self.clear();
            return None;
        };
        let stopped = self.stopped > 0;
        self.stopped = self.stopped.saturating_sub(1);
        self.size -= size;
        Some((command, arrival, stopped))
    }

    /// Drops all commands.
    pub fn clear(&mut self) {
        *self = Pending::default();
    }

    /// Returns whether no command is pending.
    pub fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// Applies a `stop` to all pending commands.
    pub fn stop(&mut self) {
        self.stopped = self.commands.len();
    }

    /// Applies a `ponderhit` to the last pending search, which then starts as a normal one whose clock runs since `time`. Returns
    /// whether a search was waiting to ponder.
    pub fn ponderhit(&mut self, time: Instant) -> bool {
        let search = self.commands.iter_mut().rev().find_map(|entry| match &mut entry.command {
            Command::Go(go) => Some((go, &mut entry.arrival)),
            _ => None,
        });
        let Some((go, arrival)) = search else { return false };
        let ponders = std::mem::take(&mut go.limits.ponder);
        if ponders {
            (go.hit, arrival.time) = (true, time);
        }
        ponders
    }

    /// Returns whether a command other than `isready` is pending. Such a command may change the game.
    pub fn can_change_the_game(&self) -> bool {
        self.commands.iter().any(|entry| entry.command != Command::IsReady)
    }

    /// Returns whether a search is pending that no `stop` followed.
    pub fn has_search(&self) -> bool {
        self.commands.range(self.stopped..).any(|entry| matches!(entry.command, Command::Go(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn arrival() -> Arrival {
        Arrival { line: 1, time: Instant::now() }
    }

    #[test]
    fn stop_and_ponderhit_apply_to_the_commands_before_them() {
        let mut pending = Pending::default();
        let (go, hit) = (arrival(), Instant::now() + Duration::from_secs(1));
        assert!(pending.push(Command::read(b"go ponder"), go, 9));
        pending.stop();
        assert!(pending.push(Command::read(b"go ponder"), Arrival { line: 2, ..go }, 9));
        assert!(pending.has_search());
        assert!(pending.ponderhit(hit));
        assert!(!pending.ponderhit(hit + Duration::from_secs(1)), "it no longer ponders");
        assert_eq!(pending.first_line(), Some(1));
        let (first, second) = (pending.pop().expect("the first"), pending.pop().expect("the second"));
        assert!(matches!(first, (Command::Go(of), from, true) if of.limits.ponder && from.time == go.time));
        assert!(matches!(second, (Command::Go(of), from, false) if !of.limits.ponder && from.time == hit));
        assert!(pending.is_empty());
    }

    #[test]
    fn after_a_refusal_all_commands_are_refused() {
        let mut pending = Pending::default();
        let push = |pending: &mut Pending, length| pending.push(Command::read(b"flip"), arrival(), length);
        assert!(push(&mut pending, MOST / 2));
        assert!(!push(&mut pending, MOST / 2));
        assert!(!push(&mut pending, 4), "a small one could be meant for the game that was refused");
        assert!(pending.pop().is_some());
        assert!(!push(&mut pending, 4));
        assert!(pending.pop().is_none());
        assert!(push(&mut pending, 4), "nothing is pending any more");
    }
}
