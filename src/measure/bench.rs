//! The bench: fixed searches of fixed positions. Its node count is the checksum of the search's behaviour.

use super::{Measured, search};
use crate::notation::kfen;
use crate::rules::Game;
use crate::search::{Depth, NoMemory, Searcher, Settings, Signals};
use std::fmt;

/// The default depth.
pub const DEPTH: Depth = Depth(12);

/// Size of the table in MiB. It is fixed, because the node count depends on it.
const TABLE_MIB: usize = 16;

/// One position that was searched.
pub struct Searched {
    /// Its number, from 1.
    pub number: usize,
    /// The number of positions.
    pub of: usize,
    /// The position.
    pub kfen: &'static str,
    /// Moves made by the search.
    pub nodes: u64,
}

impl fmt::Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bench {}/{}: {} in {}", self.number, self.of, self.nodes, self.kfen)
    }
}

/// Returns the positions, one KFEN each.
pub fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("../../positions/bench.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Searches every position to `depth` with one thread and a cleared table, and calls `each` after every search.
/// Returns `None` if `signals` stopped it.
///
/// # Errors
/// There is no memory for the table.
pub fn run(depth: Depth, signals: &Signals, each: &mut dyn FnMut(&Searched)) -> Result<Option<Measured>, NoMemory> {
    let mut searcher = Searcher::new(&Settings { hash_mib: TABLE_MIB, threads: 1 })?;
    let mut total = Measured::default();
    let of = lines().count();
    for (number, (kfen, game)) in (1..).zip(lines().filter_map(|line| Some((line, game(line)?)))) {
        let Measured { nodes, time } = search(&mut searcher, &game, depth, signals);
        if signals.is_stopped() {
            return Ok(None);
        }
        total = Measured { nodes: total.nodes + nodes, time: total.time + time };
        each(&Searched { number, of, kfen, nodes });
    }
    Ok(Some(total))
}

fn game(line: &str) -> Option<Game> {
    kfen::position(line).ok().map(Game::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_position() {
        assert_eq!(lines().count(), 12);
        for line in lines() {
            assert!(game(line).is_some_and(|game| game.position().outcome().is_none()), "{line}");
        }
    }

    #[test]
    fn the_count_is_the_same_every_time() {
        let count =
            || run(Depth(2), &Signals::default(), &mut |_| {}).expect("memory").expect("it is not stopped").nodes;
        let first = count();
        assert!(first > 0);
        assert_eq!(count(), first);
    }
}
