//! The order in which moves are tried: the table's move, gains, killers, the rest by history, losses last.
//!
//! Moves come in two stages, so that a node which a gain refutes never makes a list of the others. Each comes with what its
//! shot hits, found without making it.

use super::history::{Killers, View};
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
}

/// A move that hits nothing, in one word that is the greater the earlier the move is tried: 32 bits of rank, 16 of move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Quiet(u64);

impl Quiet {
    #[inline(always)]
    fn new(mv: Move, rank: i32) -> Quiet {
        Quiet(u64::from((rank ^ i32::MIN) as u32) << 16 | u64::from(mv.bits()))
    }

    /// The move as a candidate.
    #[inline]
    pub fn candidate(self) -> Candidate {
        let mv = Move::from_bits(self.0 as u16).unwrap_or_else(|| unreachable!("made of a move"));
        Candidate { mv, hits: Bitboard::EMPTY, gain: 0 }
    }
}

/// More than all pieces of a side together.
const PHARAOH: i32 = 100_000;

/// Whether a shot that gains so much hits the opponent's Pharaoh, and not the own one.
#[inline]
pub const fn takes_pharaoh(gain: i32) -> bool {
    gain > PHARAOH / 2
}

impl Candidate {
    /// A move of which nothing is known but what it hits.
    pub fn new(position: &Position, mv: Move, hits: Bitboard) -> Candidate {
        let gain = gain(position, mv, hits);
        Candidate { mv, hits, gain }
    }
}

/// What the shot of a move gains in centipawns; a Pharaoh counts for more than all else, both together for nothing.
#[inline]
pub fn gain(position: &Position, mv: Move, hits: Bitboard) -> i32 {
    sum(position, hits.into_iter().filter_map(|square| position.piece_after(mv, square)))
}

/// What a shot gains that hits pieces where they stand now.
#[inline]
fn gain_as_it_stands(position: &Position, hits: Bitboard) -> i32 {
    sum(position, hits.into_iter().filter_map(|square| position.piece_at(square)))
}

/// Returns what hits on these pieces are worth to the player to move, in centipawns.
#[inline]
fn sum(position: &Position, pieces: impl Iterator<Item = Piece>) -> i32 {
    let (own, rule_set) = (position.side_to_move(), position.rule_set());
    pieces
        .map(|piece| {
            let value = if piece.kind() == Kind::Pharaoh { PHARAOH } else { hit_value(rule_set, piece.kind()) };
            if piece.colour() == own { -value } else { value }
        })
        .sum()
}

/// What orders quiet moves.
#[derive(Clone, Copy)]
pub struct Hints<'a> {
    /// The table's move: it has been tried before all others.
    pub table_move: Option<Move>,
    /// Of this ply.
    pub killers: Killers,
    /// What is known of the moves at this place.
    pub history: View<'a>,
    /// The squares that a beam touches: moves elsewhere are the less likely to matter.
    pub lit: Bitboard,
}

/// Above every sum of histories.
const ABOVE_HISTORY: i32 = 8 * params::HISTORY_LIMIT;

/// Collects moves that hit something.
struct Hitting<'a> {
    position: &'a Position,
    table_move: Option<Move>,
    /// Of moves that leave this shot as it is, only so many are collected.
    standing: (Bitboard, usize),
    only_gains: bool,
    list: &'a mut Vec<Candidate>,
}

impl Hitting<'_> {
    #[inline]
    fn push(&mut self, mv: Move, hits: Bitboard, gain: i32) {
        if self.table_move != Some(mv) && (gain > 0 || !self.only_gains) {
            self.list.push(Candidate { mv, hits, gain });
        }
    }

    /// All moves of a set that have the same shot.
    fn push_all(&mut self, moves: impl Iterator<Item = Move>, hits: Bitboard) {
        // The light falls on none of the squares that change, so the victims are those that stand there now.
        let gain = gain_as_it_stands(self.position, hits);
        for mv in moves {
            if hits == self.standing.0 {
                if self.standing.1 == 0 {
                    return;
                }
                self.standing.1 -= 1;
            }
            self.push(mv, hits, gain);
        }
    }
}

impl Visitor for Hitting<'_> {
    const QUIET: bool = false;
    const HITTING: bool = true;

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
        self.push(mv, hits, gain(self.position, mv, hits));
    }
}

/// Collects moves that hit nothing.
struct Others<'a> {
    hints: Hints<'a>,
    list: &'a mut Vec<Quiet>,
}

impl Others<'_> {
    #[inline]
    fn push(&mut self, mv: Move) {
        if self.hints.table_move == Some(mv) {
            return;
        }
        let lit = if self.hints.lit.is_disjoint(mv.touched()) { 0 } else { params::order_lit() };
        let rank = self.hints.history.get(mv) + self.hints.killers.rank(mv) * ABOVE_HISTORY + lit;
        self.list.push(Quiet::new(mv, rank));
    }
}

impl Visitor for Others<'_> {
    const QUIET: bool = true;
    const HITTING: bool = false;

    #[inline]
    fn steps(&mut self, group: Group) {
        group.moves().for_each(|mv| self.push(mv));
    }

    #[inline]
    fn rotations(&mut self, from: Square, _: Piece, turns: &'static [Turn], _: Bitboard) {
        turns.iter().for_each(|&turn| self.push(Move::rotate(from, turn)));
    }

    #[inline]
    fn single(&mut self, mv: Move, _: Bitboard) {
        self.push(mv);
    }
}

/// Finds the most that a shot other than the standing one can gain.
struct Best<'a> {
    position: &'a Position,
    gain: i32,
    mv: Option<Move>,
}

impl Best<'_> {
    #[inline]
    fn offer(&mut self, gain: i32, mv: Option<Move>) {
        if gain > self.gain {
            (self.gain, self.mv) = (gain, mv);
        }
    }
}

impl Visitor for Best<'_> {
    const QUIET: bool = false;
    const HITTING: bool = true;
    const DARK: bool = false;

    #[inline]
    fn steps(&mut self, group: Group) {
        if !group.targets.is_empty() {
            self.offer(gain_as_it_stands(self.position, group.hits), group.moves().next());
        }
    }

    #[inline]
    fn rotations(&mut self, _: Square, _: Piece, _: &'static [Turn], _: Bitboard) {}

    #[inline]
    fn single(&mut self, mv: Move, hits: Bitboard) {
        self.offer(gain(self.position, mv, hits), Some(mv));
    }
}

/// The most that a shot of the player to move can gain, at least 0, and the move; none if the standing shot does it.
pub fn best_shot(position: &Position, beam: &Beam, spare: &mut Beam) -> (i32, Option<Move>) {
    let mut best = Best { position, gain: gain_as_it_stands(position, beam.hits()).max(0), mv: None };
    shots::visit(position, beam, spare, &mut best);
    (best.gain, best.mv)
}

/// Appends the moves whose shot hits something. `beam` is the mover's; `spare` is overwritten.
pub fn hitting(
    position: &Position,
    beam: &Beam,
    spare: &mut Beam,
    table_move: Option<Move>,
    list: &mut Vec<Candidate>,
) {
    let standing = (Bitboard::EMPTY, 0);
    shots::visit(position, beam, spare, &mut Hitting { position, table_move, standing, only_gains: false, list });
}

/// Appends the moves whose shot gains something, for quiescence: of those that leave a standing hit as it is, which all
/// gain the same, only [`params::QUIESCENCE_STANDING`].
pub fn gaining(position: &Position, beam: &Beam, spare: &mut Beam, list: &mut Vec<Candidate>) {
    let standing = (beam.hits(), params::QUIESCENCE_STANDING);
    shots::visit(position, beam, spare, &mut Hitting { position, table_move: None, standing, only_gains: true, list });
}

/// Appends the moves whose shot hits nothing.
pub fn quiet(position: &Position, beam: &Beam, spare: &mut Beam, hints: Hints, list: &mut Vec<Quiet>) {
    shots::visit(position, beam, spare, &mut Others { hints, list });
}

/// Takes the one that gains most of the candidates from `next` on, in its place.
#[inline]
pub fn pick(list: &mut [Candidate], next: usize) -> Option<Candidate> {
    let best =
        (next..list.len()).reduce(|best, other| if list[other].gain > list[best].gain { other } else { best })?;
    list.swap(next, best);
    Some(list[next])
}

/// Takes the best of the quiet moves from `next` on, in its place.
#[inline]
pub fn pick_quiet(list: &mut [Quiet], next: usize) -> Option<Quiet> {
    let best = (next..list.len()).reduce(|best, other| if list[other] > list[best] { other } else { best })?;
    list.swap(next, best);
    Some(list[next])
}

/// Sorts quiet moves, the best first.
pub fn sort(list: &mut [Quiet]) {
    list.sort_unstable_by(|one, other| other.cmp(one));
}
