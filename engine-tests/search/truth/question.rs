//! The limits and options of a search, in the form of the protocol and of the library.

use khepri::internal::search::{Clock, Depth, Limits, SearchSettings};
use std::time::Duration;

/// The limits and options of a search. Limits that are `None` are not sent.
#[derive(Clone, Copy, Default, Debug)]
pub struct Question {
    pub depth: Option<u8>,
    pub nodes: Option<u64>,
    /// The time for the move, in milliseconds.
    pub movetime: Option<u64>,
    /// The remaining time of both players, in milliseconds. The increment is a tenth of it.
    pub clock: Option<u64>,
    pub mate: Option<u32>,
    /// The number of lines, where 0 means one.
    pub multipv: usize,
}

impl Question {
    pub fn lines(&self) -> usize {
        self.multipv.max(1)
    }

    /// Returns the `go` command of the protocol.
    pub fn go(&self) -> String {
        let mut words = "go".to_owned();
        let mut add = |name: &str, value: Option<u64>| {
            if let Some(value) = value {
                words += &format!(" {name} {value}");
            }
        };
        add("depth", self.depth.map(u64::from));
        add("nodes", self.nodes);
        add("movetime", self.movetime);
        add("mate", self.mate.map(u64::from));
        for name in ["wtime", "btime"] {
            add(name, self.clock);
        }
        for name in ["winc", "binc"] {
            add(name, self.clock.map(|time| time / 10));
        }
        words
    }

    /// Returns the limits for the library.
    pub fn limits(&self) -> Limits {
        let clock = self.clock.map(|time| Clock {
            remaining: [Some(Duration::from_millis(time)); 2],
            increment: [Duration::from_millis(time / 10); 2],
            moves_to_go: None,
        });
        Limits {
            depth: self.depth.map(Depth::new),
            nodes: self.nodes,
            movetime: self.movetime.map(Duration::from_millis),
            clock,
            mate: self.mate,
            ..Limits::default()
        }
    }

    /// Returns the settings for the library.
    pub fn settings(&self) -> SearchSettings {
        SearchSettings { multipv: self.lines(), ..SearchSettings::default() }
    }
}
