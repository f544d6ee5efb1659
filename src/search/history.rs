//! Which quiet moves have been good elsewhere: killers of a ply, the butterfly history, and what was good after the moves
//! before.
//!
//! Sources: <https://www.chessprogramming.org/Killer_Heuristic>, <https://www.chessprogramming.org/History_Heuristic>,
//! continuation histories as in Stockfish; the update that pulls a counter towards its limit is known as history gravity.

use super::params;
use crate::rules::square::SQUARES;
use crate::rules::{Action, Colour, Move, Turn};

/// Where a move goes: a square, or one of the two rotations.
const TARGETS: usize = SQUARES + 2;

/// What a move does, as far as the moves after it care: a square to which something moves, or on which it rotates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deed(u8);

/// Steps to a square, and rotations on it, either way.
const DEEDS: usize = 3 * SQUARES;

const _: () = assert!(DEEDS < Deed::NONE.0 as usize);

impl Deed {
    /// Nothing was moved, or nobody knows.
    pub const NONE: Deed = Deed(255);

    /// What a move does.
    #[inline]
    pub fn of(mv: Move) -> Deed {
        Deed(match mv.action() {
            Action::Step(_, to) | Action::Top(_, to) => to as u8,
            Action::Rotate(square, Turn::Clockwise) => SQUARES as u8 + square as u8,
            Action::Rotate(square, Turn::Anticlockwise) => 2 * SQUARES as u8 + square as u8,
        })
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A counter that is pulled towards its limit.
#[inline]
fn update(counter: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-params::HISTORY_LIMIT, params::HISTORY_LIMIT);
    let value = i32::from(*counter);
    *counter = (value + bonus - value * bonus.abs() / params::HISTORY_LIMIT) as i16;
}

/// Counters for the moves of both colours.
pub struct History {
    /// By colour, origin and target.
    butterfly: Vec<i16>,
    /// By how many plies before (one or two), colour, the deed then, the deed now.
    continuation: Vec<i16>,
}

impl Default for History {
    /// All zero.
    fn default() -> History {
        History { butterfly: vec![0; 2 * SQUARES * TARGETS], continuation: vec![0; 2 * 2 * 256 * DEEDS] }
    }
}

/// What is known of the moves of one colour at one place of the tree.
#[derive(Clone, Copy)]
pub struct View<'a> {
    butterfly: &'a [i16],
    continuation: [&'a [i16]; 2],
}

impl View<'_> {
    /// How good the move has been, within ±5 · [`params::HISTORY_LIMIT`].
    #[inline]
    pub fn get(&self, mv: Move) -> i32 {
        let deed = Deed::of(mv).index();
        let continuation = i32::from(self.continuation[0][deed]) + i32::from(self.continuation[1][deed]);
        i32::from(self.butterfly[origin_and_target(mv)]) + continuation * params::continuation_weight() / 16
    }
}

#[inline]
fn origin_and_target(mv: Move) -> usize {
    let target = match mv.action() {
        Action::Step(_, to) | Action::Top(_, to) => to.index(),
        Action::Rotate(_, Turn::Clockwise) => SQUARES,
        Action::Rotate(_, Turn::Anticlockwise) => SQUARES + 1,
    };
    mv.from().index() * TARGETS + target
}

/// What was done one and two plies before.
pub type Before = [Deed; 2];

impl History {
    /// Makes all counters zero, in place.
    pub fn clear(&mut self) {
        self.butterfly.fill(0);
        self.continuation.fill(0);
    }

    #[inline]
    fn butterfly_start(colour: Colour) -> usize {
        colour.index() * SQUARES * TARGETS
    }

    #[inline]
    fn continuation_start(back: usize, colour: Colour, before: Deed) -> usize {
        ((back * 2 + colour.index()) * 256 + before.index()) * DEEDS
    }

    /// What is known of the moves of a colour after what was done before.
    #[inline]
    pub fn view(&self, colour: Colour, before: Before) -> View<'_> {
        let butterfly = History::butterfly_start(colour);
        let row = |back: usize| {
            let start = History::continuation_start(back, colour, before[back]);
            &self.continuation[start..start + DEEDS]
        };
        View { butterfly: &self.butterfly[butterfly..butterfly + SQUARES * TARGETS], continuation: [row(0), row(1)] }
    }

    /// The move has refuted a position (`bonus` above 0) or has failed to where another one did (below 0).
    #[inline]
    pub fn update(&mut self, colour: Colour, mv: Move, before: Before, bonus: i32) {
        update(&mut self.butterfly[History::butterfly_start(colour) + origin_and_target(mv)], bonus);
        for (back, deed) in before.into_iter().enumerate() {
            if deed != Deed::NONE {
                let start = History::continuation_start(back, colour, deed);
                update(&mut self.continuation[start + Deed::of(mv).index()], bonus);
            }
        }
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
