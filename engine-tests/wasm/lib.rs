//! A search for WebAssembly: one function that JavaScript can call, without threads, clock or files.

use khepri::{Engine, Game, Info, Limits, RuleSet, setups};
use std::num::NonZero;

/// Searches the classic set-up of Khet 2.0. Returns the number of nodes, and in the low 16 bits the best move.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn search(nodes: u32) -> u64 {
    let Ok(classic) = setups::named(RuleSet::Khet2, "classic") else { return 0 };
    let Ok(engine) = Engine::new(Game::new(classic.position.clone()), 1) else { return 0 };
    let Some(limits) = NonZero::new(nodes.into()).map(Limits::nodes) else { return 0 };
    let Ok(search) = engine.search(limits) else { return 0 };
    let mut searched = 0;
    let found = search.run(&mut |info: &Info| searched = info.nodes);
    searched << 16 | u64::from(found.best.map_or(0, |mv| mv.bits()))
}
