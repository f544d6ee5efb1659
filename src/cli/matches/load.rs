//! Whether a match asks more of the machine than it has.

use super::super::mistake::warn;
use crate::arena::engine_spec::EngineSpec;
use crate::arena::tournament::Tournament;
use std::thread::available_parallelism;

/// Warns if the games that are played at a time have more threads than the machine has processors: then engines wait for
/// each other, and their times say little. The two engines of a game take turns.
pub(super) fn warn_of_too_much(tournament: &Tournament) {
    let Ok(processors) = available_parallelism().map(|number| number.get() as u64) else { return };
    let games = super::scheduled(tournament).unwrap_or(u64::MAX).min(tournament.concurrency as u64);
    let threads = tournament.engines.iter().map(threads).max().unwrap_or(1);
    if games.saturating_mul(threads) > processors {
        warn(format_args!(
            "match: {games} games at a time and up to {threads} threads an engine are more than the number of \
             processors, {processors}: engines will wait for each other"
        ));
    }
}

/// The number of threads that an engine is given.
fn threads(engine: &EngineSpec) -> u64 {
    let option = engine.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("Threads"));
    option.and_then(|(_, value)| value.parse().ok()).unwrap_or(1)
}
