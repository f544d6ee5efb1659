//! Commands that came while a job was running, in their order: nothing is dropped, and `stop` and `ponderhit` reach
//! those searches too that have yet to begin.

use super::command::Command;
use std::collections::VecDeque;

/// A command that waits.
pub struct Waiting {
    /// What is to be done.
    pub command: Command,
    /// Whether a `stop` came after it: it ends as soon as it begins.
    pub stopped: bool,
}

/// The commands that wait, the oldest first.
#[derive(Default)]
pub struct Kept(VecDeque<Waiting>);

impl Kept {
    /// Puts a command behind all others.
    pub fn push(&mut self, command: Command) {
        self.0.push_back(Waiting { command, stopped: false });
    }

    /// Takes the oldest command.
    pub fn pop(&mut self) -> Option<Waiting> {
        self.0.pop_front()
    }

    /// Drops them all.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A `stop`: it is meant for everything that was asked for before.
    pub fn stop(&mut self) {
        for waiting in &mut self.0 {
            waiting.stopped = true;
        }
    }

    /// A `ponderhit`: the last search that waits will begin as a common one. Says whether there was such a search.
    pub fn ponderhit(&mut self) -> bool {
        let search = self.0.iter_mut().rev().find_map(|waiting| match &mut waiting.command {
            Command::Go(go) => Some(go),
            _ => None,
        });
        match search {
            Some(go) => std::mem::take(&mut go.limits.ponder),
            None => false,
        }
    }

    /// Whether a search waits that no `stop` has reached.
    pub fn has_search(&self) -> bool {
        self.0.iter().any(|waiting| !waiting.stopped && matches!(waiting.command, Command::Go(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_and_ponderhit_reach_what_came_before_them() {
        let mut kept = Kept::default();
        kept.push(Command::read(b"go ponder"));
        kept.stop();
        kept.push(Command::read(b"go ponder"));
        assert!(kept.has_search());
        assert!(kept.ponderhit());
        assert!(!kept.ponderhit(), "it no longer ponders");
        let (first, second) = (kept.pop().expect("the first"), kept.pop().expect("the second"));
        assert!(first.stopped && !second.stopped);
        assert!(matches!(first.command, Command::Go(go) if go.limits.ponder));
        assert!(matches!(second.command, Command::Go(go) if !go.limits.ponder));
        assert!(kept.is_empty());
    }
}
