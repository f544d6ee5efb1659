//! The bench: fixed searches of fixed positions. Its node count is the checksum of the search's behaviour.

use khepri_engine::internal::search::counters::Counters;
use khepri_engine::internal::search::observer::NodeCounter;
use khepri_engine::internal::search::window::depth;
use khepri_engine::internal::search::{SearchSettings, Searcher};
use khepri_engine::internal::util::Instant;
use khepri_engine::{Depth, Limits, Network, NoMemory, Signals};
use khepri_rules::{Game, Kind, Position, RuleSet};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::AddAssign;
use std::sync::Arc;
use std::time::Duration;

/// The default depth.
pub const DEPTH: Depth = depth(12);

/// Size of the table in MiB. It is fixed, because the node count depends on it.
const TABLE_MIB: usize = 16;

/// The nodes and the time of searches, without the time to clear the table.
#[derive(Clone, Copy, Default, Debug)]
pub struct Measured {
    /// Moves made by the searches.
    pub nodes: u64,
    /// The time of the searches.
    pub time: Duration,
}

impl AddAssign for Measured {
    fn add_assign(&mut self, other: Measured) {
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

/// Clears the table and searches a game to `depth`.
pub fn search(searcher: &mut Searcher, game: &Game, depth: Depth, signals: &Signals) -> Measured {
    searcher.clear();
    let mut counter = NodeCounter::default();
    let start = Instant::now();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    searcher.search(game, &limits, &SearchSettings::default(), signals, &mut counter);
    Measured { nodes: counter.0, time: start.elapsed() }
}

/// A searched position, with its node count.
pub struct Searched {
    /// The number of the position, from 1.
    pub number: usize,
    /// The total number of positions.
    pub count: usize,
    /// The position.
    pub kfen: &'static str,
    /// Moves made by the search.
    pub nodes: u64,
}

impl fmt::Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bench {}/{}: {} in {}", self.number, self.count, self.nodes, self.kfen)
    }
}

/// The positions of one rule set with or without Eyes. Displayed as, for example, `khet2` or `khet2-eye`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Group {
    /// The rule set.
    pub rule_set: RuleSet,
    /// Whether an Eye is on the board.
    pub has_eye: bool,
}

impl Group {
    /// Returns the group of a position.
    pub fn of(position: &Position) -> Group {
        Group { rule_set: position.rule_set(), has_eye: !position.board().kind(Kind::Eye).is_empty() }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rule_set.name(), if self.has_eye { "-eye" } else { "" })
    }
}

/// The measurements of a complete bench.
#[derive(Default)]
pub struct Benched {
    /// The measurements over all positions.
    pub total: Measured,
    /// The measurements over the positions of each group.
    pub groups: BTreeMap<Group, Measured>,
    /// The counters of all searches.
    pub counters: Counters,
}

/// Returns the positions, one KFEN each.
pub fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("bench.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Searches every position to `depth` with the network, one thread and a cleared table, and calls `each` after every search.
/// Returns `None` if `signals` stopped it.
///
/// # Errors
/// There is no memory for the table.
pub fn run(
    network: Arc<Network>,
    depth: Depth,
    signals: &Signals,
    each: &mut dyn FnMut(&Searched),
) -> Result<Option<Benched>, NoMemory> {
    let mut searcher = Searcher::with_network(TABLE_MIB, 1, network)?;
    let mut benched = Benched::default();
    let count = lines().count();
    for (number, (kfen, game)) in (1..).zip(lines().filter_map(|line| Some((line, game(line)?)))) {
        let measured = search(&mut searcher, &game, depth, signals);
        if signals.is_stopped() {
            return Ok(None);
        }
        benched.total += measured;
        benched.counters += searcher.counters();
        *benched.groups.entry(Group::of(game.position())).or_default() += measured;
        each(&Searched { number, count, kfen, nodes: measured.nodes });
    }
    Ok(Some(benched))
}

fn game(line: &str) -> Option<Game> {
    line.parse::<Position>().ok().map(Game::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_copy_in_the_repository_is_the_same() {
        let copy = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../positions/bench.txt");
        // A package of its own has no copy.
        let Ok(copy) = std::fs::read_to_string(copy) else { return };
        assert!(copy == include_str!("bench.txt"), "positions/bench.txt differs");
    }
    use khepri_engine::internal::eval::network;
    use khepri_engine::internal::search::counters::Counter;
    use std::time::Duration;

    #[test]
    fn every_line_is_a_position() {
        assert_eq!(lines().count(), 13);
        for line in lines() {
            assert!(game(line).is_some_and(|game| game.position().outcome().is_none()), "{line}");
        }
    }

    #[test]
    fn the_node_count_is_reproducible() {
        let first = benched().total.nodes;
        assert!(first > 0);
        assert_eq!(benched().total.nodes, first);
    }

    #[test]
    fn the_total_is_the_sum_of_the_groups() {
        let Benched { total, groups, counters } = benched();
        assert_eq!(counters.get(Counter::Node), total.nodes);
        assert!(groups.values().all(|group| group.nodes > 0));
        assert_eq!(groups.values().map(|group| group.nodes).sum::<u64>(), total.nodes);
        assert_eq!(groups.values().map(|group| group.time).sum::<Duration>(), total.time);
        let names: Vec<_> = groups.keys().map(ToString::to_string).collect();
        assert_eq!(names, ["khet2", "khet2-eye", "khet1", "khet1-eye", "deflexion", "deflexion-eye"]);
    }

    fn benched() -> Benched {
        run(network::embedded(), depth(2), &Signals::default(), &mut |_| {})
            .expect("memory")
            .expect("it is not stopped")
    }
}
