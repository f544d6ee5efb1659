//! Records of moves that were good in other nodes: killers of a ply, the butterfly history, and continuation histories.
//!
//! Sources: <https://www.chessprogramming.org/Killer_Heuristic>, <https://www.chessprogramming.org/History_Heuristic>,
//! continuation histories as in Stockfish. The update, which shrinks a bonus near the limit, is known as history gravity.

use super::params;
use khepri_rules::internal::square::SQUARES;
use khepri_rules::{Action, Colour, Move, Square, Turn};

/// The number of targets of a move: a square, or one of the two rotations.
const TARGETS: usize = SQUARES + 2;

/// The part of a move that matters for later moves: the target square of a step, or the square and direction of a rotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContinuationKey(u8);

/// The number of continuation keys.
const KEYS: usize = 3 * SQUARES;

const _: () = assert!(KEYS < ContinuationKey::NONE.0 as usize);

impl Default for ContinuationKey {
    /// Returns [`ContinuationKey::NONE`].
    fn default() -> ContinuationKey {
        ContinuationKey::NONE
    }
}

impl ContinuationKey {
    /// The key of a null move or of an unknown move.
    pub const NONE: ContinuationKey = ContinuationKey(255);

    /// Returns the key of a move.
    #[inline]
    pub fn of(mv: Move) -> ContinuationKey {
        ContinuationKey(match mv.action() {
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

/// The keys of the moves one and two plies before.
pub type ContinuationKeys = [ContinuationKey; 2];

/// Adds a bonus within ±`limit` to a counter, which stays within ±`limit`. The nearer the counter is to the limit in the bonus's
/// direction, the smaller is the change.
#[inline]
pub(super) fn add_bonus(counter: &mut i16, bonus: i32, limit: i32) {
    let value = i32::from(*counter);
    *counter = (value + bonus - value * bonus.abs() / limit) as i16;
}

/// Adds a bonus, limited to the limit of the histories.
#[inline]
fn update(counter: &mut i16, bonus: i32) {
    let limit = params::history_limit();
    add_bonus(counter, bonus.clamp(-limit, limit), limit);
}

/// Counters by origin and target.
type Butterfly = [[i16; TARGETS]; SQUARES];

/// Counters for the moves of both colours.
pub struct History {
    /// The butterfly history. The index is the colour.
    butterfly: Vec<Butterfly>,
    /// The continuation histories. The first index is the distance of the earlier move (one or two plies) and the colour.
    /// The others are the key of the earlier move, [`ContinuationKey::NONE`] included, and the key of the move.
    continuation: Vec<[[i16; KEYS]; 256]>,
}

impl Default for History {
    /// Returns counters that are all zero.
    fn default() -> History {
        History { butterfly: vec![[[0; TARGETS]; SQUARES]; 2], continuation: vec![[[0; KEYS]; 256]; 2 * 2] }
    }
}

/// The counters for the moves of one colour at one node.
#[derive(Clone, Copy)]
pub struct HistoryView<'a> {
    butterfly: &'a Butterfly,
    continuation: [&'a [i16; KEYS]; 2],
}

/// The counters for the moves of one piece at one node.
#[derive(Clone, Copy)]
pub struct PieceHistory<'a> {
    butterfly: &'a [i16; TARGETS],
    continuation: [&'a [i16; KEYS]; 2],
}

impl<'a> HistoryView<'a> {
    /// Returns the weighted sum of a move's counters, within ±5 times [`params::history_limit`].
    #[inline]
    pub fn get(&self, mv: Move) -> i32 {
        self.of(mv.from()).sum(target(mv), ContinuationKey::of(mv).index())
    }

    /// Returns the counters for the moves of the piece on a square.
    #[inline]
    pub fn of(&self, from: Square) -> PieceHistory<'a> {
        PieceHistory { butterfly: &self.butterfly[from.index()], continuation: self.continuation }
    }
}

impl PieceHistory<'_> {
    /// Returns the weighted sum of the counters for a move to a square.
    #[inline]
    pub fn step(&self, to: Square) -> i32 {
        self.sum(to.index(), to.index())
    }

    /// Returns the weighted sum of the counters for a rotation on the piece's square.
    #[inline]
    pub fn rotation(&self, square: Square, turn: Turn) -> i32 {
        match turn {
            Turn::Clockwise => self.sum(SQUARES, SQUARES + square.index()),
            Turn::Anticlockwise => self.sum(SQUARES + 1, 2 * SQUARES + square.index()),
        }
    }

    #[inline]
    fn sum(&self, target: usize, key: usize) -> i32 {
        let continuation = i32::from(self.continuation[0][key]) + i32::from(self.continuation[1][key]);
        i32::from(self.butterfly[target]) + continuation * params::continuation_weight() / 16
    }
}

/// Returns the target of a move.
#[inline]
fn target(mv: Move) -> usize {
    match mv.action() {
        Action::Step(_, to) | Action::Top(_, to) => to.index(),
        Action::Rotate(_, Turn::Clockwise) => SQUARES,
        Action::Rotate(_, Turn::Anticlockwise) => SQUARES + 1,
    }
}

impl History {
    /// Sets all counters to zero, in place.
    pub fn clear(&mut self) {
        self.butterfly.fill([[0; TARGETS]; SQUARES]);
        self.continuation.as_flattened_mut().as_flattened_mut().fill(0);
    }

    /// Returns the counters for the moves of a colour after the moves with these keys.
    #[inline]
    pub fn view(&self, colour: Colour, earlier: ContinuationKeys) -> HistoryView<'_> {
        let row = |distance: usize| &self.continuation[distance * 2 + colour.index()][earlier[distance].index()];
        HistoryView { butterfly: &self.butterfly[colour.index()], continuation: [row(0), row(1)] }
    }

    /// Adds a bonus, which may be negative, for a move regardless of the moves before it.
    #[inline]
    pub fn update_butterfly(&mut self, colour: Colour, mv: Move, bonus: i32) {
        update(&mut self.butterfly[colour.index()][mv.from().index()][target(mv)], bonus);
    }

    /// Adds a bonus for a move that caused a cut-off, or a negative one for a move that did not.
    #[inline]
    pub fn update(&mut self, colour: Colour, mv: Move, earlier: ContinuationKeys, bonus: i32) {
        self.update_butterfly(colour, mv, bonus);
        for (distance, key) in earlier.into_iter().enumerate() {
            if key != ContinuationKey::NONE {
                let row = &mut self.continuation[distance * 2 + colour.index()][key.index()];
                update(&mut row[ContinuationKey::of(mv).index()], bonus);
            }
        }
    }
}

/// The last two quiet moves that caused a cut-off at one ply.
#[derive(Clone, Copy, Default, Debug)]
pub struct Killers([Option<Move>; 2]);

impl Killers {
    /// Adds a move in front.
    #[inline]
    pub fn add(&mut self, mv: Move) {
        if self.0[0] != Some(mv) {
            self.0 = [Some(mv), self.0[0]];
        }
    }

    /// Returns the moves, the newer one first.
    #[inline]
    pub fn moves(self) -> [Option<Move>; 2] {
        self.0
    }
}
