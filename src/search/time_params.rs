//! The numbers of the clock, each with its unit and range.

/// Moves that a clock without `movestogo` is divided by, and at most with it. 10–100.
pub const MOVES_EXPECTED: u32 = 28;

/// The share of the increment that is spent with each move. Percent, 0–100.
pub const INCREMENT_USED: u32 = 75;

/// How often its planned time one move may take when it is hard. 1–10.
pub const OVERTIME: u32 = 4;

/// The share of the remaining time that one move may take at most, when many have to follow. Percent, 5–90.
pub const LARGEST_SHARE: u32 = 40;

/// The share of the planned time after which no iteration is begun, when nothing else is known. Percent, 20–150.
pub const NEW_ITERATION: u32 = 60;

/// The same, multiplied, when the iteration has brought another best move. Percent, 100–250.
pub const BEST_MOVE_CHANGED: u32 = 140;

/// What is taken off that for each iteration that has not, … Percentage points, 1–30.
pub const BEST_MOVE_STABLE: u32 = 12;

/// … and the number of iterations after which it is as stable as can be. 1–10.
pub const STABLE_AFTER: u32 = 5;

/// Percentage points for each centipawn by which the score has fallen, in hundredths. 0–500.
pub const SCORE_FALL: i32 = 150;

/// The most that a score which has risen saves, and the most that one which has fallen costs. Percentage points, 0–150.
pub const SCORE_EFFECT: std::ops::RangeInclusive<i32> = -15..=90;

/// Multiplied if none of the nodes were spent on the best move, … Percent, 100–200.
pub const NODES_ON_OTHERS: u32 = 145;

/// … and if all were. Percent, 20–100.
pub const NODES_ON_BEST: u32 = 65;

/// Multiplied when a win is proven: a shorter one is looked for, but not for long. Percent, 1–100.
pub const WIN_PROVEN: u32 = 25;
