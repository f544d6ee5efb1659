//! Which quiet moves have been good elsewhere: killers of a ply and the butterfly history.
//!
//! Sources: <https://www.chessprogramming.org/Killer_Heuristic>, <https://www.chessprogramming.org/History_Heuristic>; the
//! update that pulls a counter towards its limit is known as history gravity.

use super::params;
use crate::rules::square::SQUARES;
use crate::rules::{Action, Colour, Move, Turn};

/// Where a move goes: a square, or one of the two rotations.
const TARGETS: usize = SQUARES + 2;

/// A counter for each move of each colour.
pub struct History {
    counters: Vec<i16>,
}

impl Default for History {
    /// All zero.
    fn default() -> History {
        History { counters: vec![0; 2 * SQUARES * TARGETS] }
    }
}

impl History {
    #[inline]
    fn index(colour: Colour, mv: Move) -> usize {
        let target = match mv.action() {
            Action::Step(_, to) | Action::Top(_, to) => to.index(),
            Action::Rotate(_, Turn::Clockwise) => SQUARES,
            Action::Rotate(_, Turn::Anticlockwise) => SQUARES + 1,
        };
        (colour.index() * SQUARES + mv.from().index()) * TARGETS + target
    }

    /// How good the move has been, within ±[`params::HISTORY_LIMIT`].
    #[inline]
    pub fn get(&self, colour: Colour, mv: Move) -> i32 {
        i32::from(self.counters[History::index(colour, mv)])
    }

    /// The move has refuted a position (`bonus` above 0) or has failed to where another one did (below 0).
    #[inline]
    pub fn update(&mut self, colour: Colour, mv: Move, bonus: i32) {
        let bonus = bonus.clamp(-params::HISTORY_LIMIT, params::HISTORY_LIMIT);
        let counter = &mut self.counters[History::index(colour, mv)];
        let value = i32::from(*counter);
        *counter = (value + bonus - value * bonus.abs() / params::HISTORY_LIMIT) as i16;
    }
}

/// The last two quiet moves that have refuted a position at one ply.
#[derive(Clone, Copy, Default, Debug)]
pub struct Killers([Option<Move>; 2]);

impl Killers {
    /// The newer one is first.
    #[inline]
    pub fn add(&mut self, mv: Move) {
        if self.0[0] != Some(mv) {
            self.0 = [Some(mv), self.0[0]];
        }
    }

    /// 2 for the newer, 1 for the older, 0 for any other move.
    #[inline]
    pub fn rank(&self, mv: Move) -> i32 {
        match self.0 {
            [Some(first), _] if first == mv => 2,
            [_, Some(second)] if second == mv => 1,
            _ => 0,
        }
    }
}
