//! The settings of one search, and the maintenance work between two searches.

use super::strength::Elo;
use crate::eval::network::Network;
use std::sync::Arc;
use std::time::Duration;

/// The default size of the table, in MiB.
pub const DEFAULT_HASH_MIB: usize = 64;

/// The default of [`SearchSettings::move_overhead`].
pub const DEFAULT_MOVE_OVERHEAD: Duration = Duration::from_millis(10);

/// The settings of one search, besides its limits.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SearchSettings {
    /// The number of lines to report (MultiPV).
    pub multipv: usize,
    /// The delay between the end of a search and the stop of the clock, for which the search leaves time.
    pub move_overhead: Duration,
    /// The playing strength; unlimited if `None`.
    pub strength: Option<Elo>,
    /// The seed of the errors of a limited strength. Another seed makes a level err in other positions.
    pub level_seed: u64,
    /// The number of plies without a capture after which the game is drawn, if there is such a rule. A hit on a Pharaoh
    /// with the last of these plies still wins.
    pub draw_plies: Option<u32>,
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings {
            multipv: 1,
            move_overhead: DEFAULT_MOVE_OVERHEAD,
            strength: None,
            level_seed: 0,
            draw_plies: None,
        }
    }
}

/// A kind of maintenance work between two searches, for [`Engine::upkeep`](crate::Engine::upkeep).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Upkeep {
    /// Prepare the next search, and keep everything.
    Prepare,
    /// Clear the table and the histories.
    Clear,
    /// Give the table this size in MiB, and clear everything.
    Resize(usize),
    /// Evaluate by this network, and clear everything.
    Network(Arc<Network>),
}
