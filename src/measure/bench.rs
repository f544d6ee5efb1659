//! The bench: fixed searches of fixed positions. Its node count is the checksum of the search's behaviour.

use crate::engine::Engine;
use crate::notation::kfen;
use crate::rules::Game;
use crate::search::limits::Limits;
use crate::search::observer::NodeCounter;
use crate::search::{Depth, NoMemory, Signals};
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

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

/// The sums over all positions.
pub struct Total {
    /// Moves made by all searches.
    pub nodes: u64,
    /// The time of the searches, without the time to clear the table.
    pub time: Duration,
}

/// Returns the positions, one KFEN each.
pub fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("../../positions/bench.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Searches every position to `depth` with one thread, and calls `each` after every search. The table is cleared before
/// each. Returns `None` if `signals` stopped it.
///
/// # Errors
/// There is no memory for the table.
pub fn run(depth: Depth, signals: &Arc<Signals>, each: &mut dyn FnMut(&Searched)) -> Result<Option<Total>, NoMemory> {
    let positions: Vec<(&str, Game)> = lines().filter_map(|line| Some((line, game(line)?))).collect();
    let Some((_, first)) = positions.first() else { return Ok(None) };
    let mut engine = Engine::new(first.clone(), TABLE_MIB)?;
    let mut total = Total { nodes: 0, time: Duration::ZERO };
    let of = positions.len();
    for (number, (kfen, game)) in (1..).zip(positions) {
        engine.forget();
        engine.set_game(game);
        let mut counter = NodeCounter::default();
        let start = Instant::now();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        engine.search(limits).with_signals(Arc::clone(signals)).run(&mut counter);
        total.time += start.elapsed();
        if signals.is_stopped() {
            return Ok(None);
        }
        total.nodes += counter.0;
        each(&Searched { number, of, kfen, nodes: counter.0 });
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
        let count = || run(Depth(2), &Arc::default(), &mut |_| {}).expect("memory").expect("it is not stopped").nodes;
        let first = count();
        assert!(first > 0);
        assert_eq!(count(), first);
    }
}
