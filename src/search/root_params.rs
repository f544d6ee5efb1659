//! The numbers of the root and of the threads that search beside each other, each with its unit and range.

use std::time::Duration;

/// Iterations from this depth on begin with a window around the last score. Plies, 1–20.
pub const ASPIRATION_DEPTH: u8 = 4;

/// Half the width of that window. Centipawns, 5–200.
pub const ASPIRATION_WIDTH: i32 = 30;

/// By how much a window that has failed grows each time. Percent, 110–400.
pub const ASPIRATION_GROWTH: i32 = 200;

/// A window that has become wider than this is opened. Centipawns, 100–10,000.
pub const ASPIRATION_WIDEST: i32 = 1_000;

/// `currmove`, and scores that are only bounds, are reported when a search has lasted so long.
pub const DETAILS_AFTER: Duration = Duration::from_secs(3);

/// What a vote weighs even if no score is worse. Centipawns, 1–200.
pub const VOTE_BASE: i32 = 20;

/// Scores differ by at most this in a vote. Centipawns, 100–2,000.
pub const VOTE_RANGE: i32 = 400;

/// How much deeper than a mate in question is long a search with pruning looks before one without begins. Plies, 0–20.
pub const MATE_DEEPER: i32 = 6;
