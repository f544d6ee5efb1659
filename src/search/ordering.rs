//! The order in which moves are tried: the table's move, gains, killers, the rest by history, losses last.
//!
//! Moves come in two stages, so that a node which a gain refutes never makes a list of the others. Each comes with what its
//! shot hits, found without making it.

use super::history::{History, Killers};
use super::params;
use crate::eval::hit_value;
use crate::rules::shots::{self, Group, Visitor};
use crate::rules::{Beam, Bitboard, Kind, Move, Piece, Position, Square, Turn};

/// A move, what its shot hits, and how early it is tried.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// What its shot hits.
    pub hits: Bitboard,
    /// What the shot gains, own losses taken off; see [`gain`].
    pub gain: i32,
    /// Higher is earlier.
    rank: i32,
}

/// More than all pieces of a side together.
const PHARAOH: i32 = 100_000;

impl Candidate {
    /// A move of which nothing is known but what it hits.
    pub fn new(position: &Position, mv: Move, hits: Bitboard) -> Candidate {
        let gain = gain(position, mv, hits);
        Candidate { mv, hits, gain, rank: gain }
    }
}

/// What the shot of a move gains in centipawns; a Pharaoh counts for more than all else, both together for nothing.
pub fn gain(position: &Position, mv: Move, hits: Bitboard) -> i32 {
    let own = position.side_to_move();
    hits.into_iter()
        .filter_map(|square| position.piece_after(mv, square))
        .map(|piece| {
            let value = if piece.kind() == Kind::Pharaoh { PHARAOH } else { hit_value(piece.kind()) };
            if piece.colour() == own { -value } else { value }
        })
        .sum()
}

/// What orders moves besides what they hit.
#[derive(Clone, Copy)]
pub struct Hints<'a> {
    /// The table's move: it has been tried before the stages begin.
    pub table_move: Option<Move>,
    /// Of this ply.
    pub killers: Killers,
    /// Of this thread.
    pub history: &'a History,
}

/// Above every history counter.
const ABOVE_HISTORY: i32 = 2 * params::HISTORY_LIMIT;

struct Collector<'a, const HITTING: bool> {
    position: &'a Position,
    hints: Hints<'a>,
    /// Of moves that leave this shot as it is, only so many are collected.
    standing: (Bitboard, usize),
    only_gains: bool,
    list: &'a mut Vec<Candidate>,
}

impl<const HITTING: bool> Collector<'_, HITTING> {
    #[inline]
    fn push(&mut self, mv: Move, hits: Bitboard, gain: i32) {
        if self.hints.table_move == Some(mv) || self.only_gains && gain <= 0 {
            return;
        }
        let history = self.hints.history.get(self.position.side_to_move(), mv);
        let rank = if gain == 0 {
            history + self.hints.killers.rank(mv) * ABOVE_HISTORY
        } else {
            // A gain is far above every killer, a loss far below every quiet move; history decides between equals.
            history / 64 + gain.saturating_mul(1_000) + gain.signum() * 4 * ABOVE_HISTORY
        };
        self.list.push(Candidate { mv, hits, gain, rank });
    }

    /// All moves of a set that have the same shot.
    fn push_all(&mut self, moves: impl Iterator<Item = Move> + Clone, hits: Bitboard) {
        let Some(first) = moves.clone().next() else { return };
        // The light falls on none of the squares that change, so the victims are those that stand there now.
        let gain = if HITTING { gain(self.position, first, hits) } else { 0 };
        for mv in moves {
            if HITTING && hits == self.standing.0 {
                if self.standing.1 == 0 {
                    return;
                }
                self.standing.1 -= 1;
            }
            self.push(mv, hits, gain);
        }
    }
}

impl<const HITTING: bool> Visitor for Collector<'_, HITTING> {
    const QUIET: bool = !HITTING;
    const HITTING: bool = HITTING;

    #[inline]
    fn steps(&mut self, group: Group) {
        self.push_all(group.moves(), group.hits);
    }

    #[inline]
    fn rotations(&mut self, from: Square, _: Piece, turns: &'static [Turn], hits: Bitboard) {
        self.push_all(turns.iter().map(|&turn| Move::rotate(from, turn)), hits);
    }

    #[inline]
    fn single(&mut self, mv: Move, hits: Bitboard) {
        let gain = if HITTING { gain(self.position, mv, hits) } else { 0 };
        self.push(mv, hits, gain);
    }
}

/// Appends the moves whose shot hits something. `beam` is the mover's; `spare` is overwritten.
pub fn hitting(position: &Position, beam: &Beam, spare: &mut Beam, hints: Hints, list: &mut Vec<Candidate>) {
    let standing = (Bitboard::EMPTY, 0);
    let mut collector = Collector::<true> { position, hints, standing, only_gains: false, list };
    shots::visit(position, beam, spare, &mut collector);
}

/// Appends the moves whose shot gains something, for quiescence: of those that leave a standing hit as it is, which all
/// gain the same, only [`params::QUIESCENCE_STANDING`].
pub fn gaining(position: &Position, beam: &Beam, spare: &mut Beam, hints: Hints, list: &mut Vec<Candidate>) {
    let standing = (beam.hits(), params::QUIESCENCE_STANDING);
    let mut collector = Collector::<true> { position, hints, standing, only_gains: true, list };
    shots::visit(position, beam, spare, &mut collector);
}

/// Appends the moves whose shot hits nothing.
pub fn quiet(position: &Position, beam: &Beam, spare: &mut Beam, hints: Hints, list: &mut Vec<Candidate>) {
    let standing = (Bitboard::EMPTY, 0);
    let mut collector = Collector::<false> { position, hints, standing, only_gains: false, list };
    shots::visit(position, beam, spare, &mut collector);
}

/// Takes the best of the candidates from `next` on, in its place.
#[inline]
pub fn pick(list: &mut [Candidate], next: usize) -> Option<Candidate> {
    let best =
        (next..list.len()).reduce(|best, other| if list[other].rank > list[best].rank { other } else { best })?;
    list.swap(next, best);
    Some(list[next])
}

/// Sorts candidates, the best first.
pub fn sort(list: &mut [Candidate]) {
    list.sort_unstable_by_key(|candidate| (std::cmp::Reverse(candidate.rank), candidate.mv));
}
