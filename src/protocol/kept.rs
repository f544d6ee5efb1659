//! Commands that came while a job was running, in their order: nothing is dropped, and `stop` and `ponderhit` reach
//! those searches too that have yet to begin. Beyond a size that no client comes near, commands are refused.

use super::command::Command;
use std::collections::VecDeque;

/// The most memory for commands that wait, in bytes.
const MOST: usize = 256 << 20;

/// A command that waits.
pub struct Waiting {
    /// What is to be done.
    pub command: Command,
    /// Whether a `stop` came after it: it ends as soon as it begins.
    pub stopped: bool,
}

/// The commands that wait, the oldest first.
#[derive(Default)]
pub struct Kept {
    /// Each with its size in bytes.
    commands: VecDeque<(Command, usize)>,
    /// A `stop` came after so many of the first.
    stopped: usize,
    /// Of all, in bytes.
    size: usize,
    /// What came behind a command that was refused could be meant for another game.
    is_full: bool,
}

impl Kept {
    /// Puts a command, which came as a line of so many bytes, behind all others. Says whether there is room for it; if
    /// there is none, there is none for what follows either, until all that waits was taken.
    pub fn push(&mut self, command: Command, line: usize) -> bool {
        let size = line + size_of::<(Command, usize)>();
        self.is_full |= self.size + size > MOST;
        if !self.is_full {
            self.size += size;
            self.commands.push_back((command, size));
        }
        !self.is_full
    }

    /// The oldest command.
    pub fn first(&self) -> Option<&Command> {
        self.commands.front().map(|(command, _)| command)
    }

    /// Takes the oldest command.
    pub fn pop(&mut self) -> Option<Waiting> {
        let Some((command, size)) = self.commands.pop_front() else {
            self.clear();
            return None;
        };
        let stopped = self.stopped > 0;
        self.stopped = self.stopped.saturating_sub(1);
        self.size -= size;
        Some(Waiting { command, stopped })
    }

    /// Drops them all.
    pub fn clear(&mut self) {
        *self = Kept::default();
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// A `stop`: it is meant for everything that was asked for before.
    pub fn stop(&mut self) {
        self.stopped = self.commands.len();
    }

    /// A `ponderhit`: the last search that waits will begin as a common one. Says whether there was such a search.
    pub fn ponderhit(&mut self) -> bool {
        let search = self.commands.iter_mut().rev().find_map(|(command, _)| match command {
            Command::Go(go) => Some(go),
            _ => None,
        });
        match search {
            Some(go) => std::mem::take(&mut go.limits.ponder),
            None => false,
        }
    }

    /// Whether what waits can change the game.
    pub fn can_change_the_game(&self) -> bool {
        self.commands.iter().any(|(command, _)| *command != Command::IsReady)
    }

    /// Whether a search waits that no `stop` has reached.
    pub fn has_search(&self) -> bool {
        self.commands.range(self.stopped..).any(|(command, _)| matches!(command, Command::Go(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_and_ponderhit_reach_what_came_before_them() {
        let mut kept = Kept::default();
        assert!(kept.push(Command::read(b"go ponder"), 9));
        kept.stop();
        assert!(kept.push(Command::read(b"go ponder"), 9));
        assert!(kept.has_search());
        assert!(kept.ponderhit());
        assert!(!kept.ponderhit(), "it no longer ponders");
        let (first, second) = (kept.pop().expect("the first"), kept.pop().expect("the second"));
        assert!(first.stopped && !second.stopped);
        assert!(matches!(first.command, Command::Go(go) if go.limits.ponder));
        assert!(matches!(second.command, Command::Go(go) if !go.limits.ponder));
        assert!(kept.is_empty());
    }

    #[test]
    fn what_is_refused_takes_all_behind_it_along() {
        let mut kept = Kept::default();
        let flip = || Command::read(b"flip");
        assert!(kept.push(flip(), MOST / 2));
        assert!(!kept.push(flip(), MOST / 2));
        assert!(!kept.push(flip(), 4), "a small one behind it is meant for what was refused");
        assert!(kept.pop().is_some());
        assert!(!kept.push(flip(), 4));
        assert!(kept.pop().is_none());
        assert!(kept.push(flip(), 4), "nothing waits any more");
    }
}
