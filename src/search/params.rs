//! The numbers of the search, each with its unit and range.

use std::time::Duration;

/// Iterations from this depth on begin with a window around the last score. Plies, 1–20.
pub const ASPIRATION_DEPTH: u8 = 4;

/// Half the width of that window. Centipawns, 5–200.
pub const ASPIRATION_WIDTH: i32 = 30;

/// Moves that leave a standing hit as it is are all the same capture; so many of them are tried in quiescence. 1–80.
pub const QUIESCENCE_STANDING: usize = 2;

/// So many quiet moves are picked one by one before the others are sorted: most nodes end before that. 0–80.
pub const PICKED_BEFORE_SORTING: usize = 3;

/// The most a history counter reaches, up or down. 1,000–30,000.
pub const HISTORY_LIMIT: i32 = 16_000;

/// Nodes between two looks at the clock and the stop signal. 64–8,192.
pub const NODES_BETWEEN_CHECKS: u64 = 512;

/// `currmove` is reported only when a search has lasted so long.
pub const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);

/// Moves that a clock without `movestogo` is divided by. 10–100.
pub const MOVES_EXPECTED: u32 = 30;

/// The share of the increment that is spent with each move. Percent, 0–100.
pub const INCREMENT_USED: u32 = 75;

/// How often its planned time one move may take when it is hard. 1–10.
pub const OVERTIME: u32 = 4;

/// The share of the remaining time that one move may take at most, when others have to follow. Percent, 5–90.
pub const LARGEST_SHARE: u32 = 40;

/// No new iteration is begun after this share of the planned time. Percent, 20–100.
pub const NEW_ITERATION: u32 = 60;
