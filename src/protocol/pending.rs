//! Pending commands: the commands that arrived while a job was running, in order. `stop` and `ponderhit` also apply to
//! searches that have not started yet. Above a size that no client reaches, commands are refused.

use super::command::Command;
use std::collections::VecDeque;

/// The most memory for pending commands, in bytes.
const MOST: usize = 256 << 20;

/// The pending commands, the oldest first.
#[derive(Default)]
pub struct Pending {
    /// Commands with their sizes in bytes.
    commands: VecDeque<(Command, usize)>,
    /// The number of commands that were followed by a `stop`.
    stopped: usize,
    /// The sum of the sizes in bytes.
    size: usize,
    /// Whether a command was refused. Later commands are refused too, because they could be meant for another game.
    is_full: bool,
}

impl Pending {
    /// Appends a command that arrived as a line of `line` bytes. Returns whether there was room for it. After a refusal
    /// there is no room until all pending commands have been taken.
    pub fn push(&mut self, command: Command, line: usize) -> bool {
        let size = line + size_of::<(Command, usize)>();
        self.is_full |= self.size + size > MOST;
        if !self.is_full {
            self.size += size;
            self.commands.push_back((command, size));
        }
        !self.is_full
    }

    /// Returns the oldest command.
    pub fn first(&self) -> Option<&Command> {
        self.commands.front().map(|(command, _)| command)
    }

    /// Removes and returns the oldest command, and whether a `stop` followed it. The job of such a command is stopped as soon
    /// as it starts.
    pub fn pop(&mut self) -> Option<(Command, bool)> {
        let Some((command, size)) = self.commands.pop_front() else {
            self.clear();
            return None;
        };
        let stopped = self.stopped > 0;
        self.stopped = self.stopped.saturating_sub(1);
        self.size -= size;
        Some((command, stopped))
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

    /// Applies a `ponderhit` to the last pending search, which then starts as a normal one. Returns whether a search was
    /// waiting to ponder.
    pub fn ponderhit(&mut self) -> bool {
        let search = self.commands.iter_mut().rev().find_map(|(command, _)| match command {
            Command::Go(go) => Some(go),
            _ => None,
        });
        search.is_some_and(|go| std::mem::take(&mut go.limits.ponder))
    }

    /// Returns whether a command other than `isready` is pending. Such a command may change the game.
    pub fn can_change_the_game(&self) -> bool {
        self.commands.iter().any(|(command, _)| *command != Command::IsReady)
    }

    /// Returns whether a search is pending that no `stop` followed.
    pub fn has_search(&self) -> bool {
        self.commands.range(self.stopped..).any(|(command, _)| matches!(command, Command::Go(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_and_ponderhit_apply_to_the_commands_before_them() {
        let mut pending = Pending::default();
        assert!(pending.push(Command::read(b"go ponder"), 9));
        pending.stop();
        assert!(pending.push(Command::read(b"go ponder"), 9));
        assert!(pending.has_search());
        assert!(pending.ponderhit());
        assert!(!pending.ponderhit(), "it no longer ponders");
        let (first, second) = (pending.pop().expect("the first"), pending.pop().expect("the second"));
        assert!(matches!(first, (Command::Go(go), true) if go.limits.ponder));
        assert!(matches!(second, (Command::Go(go), false) if !go.limits.ponder));
        assert!(pending.is_empty());
    }

    #[test]
    fn after_a_refusal_all_commands_are_refused() {
        let mut pending = Pending::default();
        let flip = || Command::read(b"flip");
        assert!(pending.push(flip(), MOST / 2));
        assert!(!pending.push(flip(), MOST / 2));
        assert!(!pending.push(flip(), 4), "a small one could be meant for the game that was refused");
        assert!(pending.pop().is_some());
        assert!(!pending.push(flip(), 4));
        assert!(pending.pop().is_none());
        assert!(pending.push(flip(), 4), "nothing is pending any more");
    }
}
