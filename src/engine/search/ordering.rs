//! The order of the moves: table move, gains, killers, the rest by history, losses last.
//!
//! There are two lists: moves that change the shot, and quiet moves, whose shot hits the same squares as the standing one. The
//! hits of each shot are found without making the move.

use super::gain::{self, Candidate};
use super::history::HistoryView;
use super::params;
use khepri_rules::internal::shots::all::{self, Group, Visitor};
use khepri_rules::internal::shots::gaining::{self, Scratch};
use khepri_rules::{Beam, Bitboard, Move, Piece, Position, Square, Turn};

/// A quiet move in one word: 32 bits of rank, 16 of move. Moves with greater words are searched earlier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RankedMove(i64);

impl RankedMove {
    /// A word greater than that of any move.
    pub const FIRST: RankedMove = RankedMove(i64::MAX);

    /// A word less than that of any move.
    const NONE: RankedMove = RankedMove(i64::MIN);

    #[inline(always)]
    fn new(mv: Move, rank: i32) -> RankedMove {
        RankedMove(i64::from(rank) << 16 | i64::from(mv.bits()))
    }

    /// Returns the rank: the history of the move, plus [`params::order_on_beam`] if it touches a beam.
    #[inline]
    pub fn rank(self) -> i32 {
        (self.0 >> 16) as i32
    }

    /// Returns the move as a candidate. `standing` has the hits of the standing shot.
    #[inline]
    pub fn candidate(self, standing: Bitboard) -> Candidate {
        let mv = Move::from_bits(self.0 as u16).unwrap_or_else(|| unreachable!("made of a move"));
        Candidate { mv, hits: standing, gain: 0, quiet: true }
    }
}

/// The parts of a node on which the list of its quiet moves depends.
#[derive(Clone, Copy)]
pub struct Hints<'a> {
    /// The table's move and the killers, which are not listed again, as their bits; 0 is no move.
    pub excluded: [u16; 3],
    /// The histories of the moves at this node.
    pub history: HistoryView<'a>,
    /// The squares on the paths of both beams. A move elsewhere is less likely to matter.
    pub beams: Bitboard,
}

/// A collector of moves whose shot differs from the standing one, or of gains for quiescence.
struct ChangingMoves<'a> {
    position: &'a Position,
    table_move: Option<Move>,
    standing: Bitboard,
    /// The gain of the standing shot, subtracted from the gain of each move, in centipawns; zero for quiescence.
    base: i32,
    wanted: Wanted,
    list: &'a mut Vec<Candidate>,
}

/// The moves that [`ChangingMoves`] collects.
#[derive(Clone, Copy)]
enum Wanted {
    /// Those that change the shot.
    All,
    /// Those that change the shot and gain nothing.
    Losses,
    /// For quiescence, those whose shot gains something. Steps and rotations off the beam all fire the standing shot: at most
    /// this number of them are collected.
    Gains { most_standing: usize },
}

impl ChangingMoves<'_> {
    #[inline]
    fn push(&mut self, mv: Move, hits: Bitboard, gain: i32) {
        let gain = gain - self.base;
        let wanted = match self.wanted {
            Wanted::All => true,
            Wanted::Losses => gain <= 0,
            Wanted::Gains { .. } => gain > 0,
        };
        if wanted && self.table_move != Some(mv) {
            self.list.push(Candidate { mv, hits, gain, quiet: false });
        }
    }

    /// Collects moves with the same shot. They touch none of the squares that it hits, so the hit pieces are on their present
    /// squares.
    fn push_all(&mut self, moves: impl Iterator<Item = Move>, hits: Bitboard) {
        let gain = gain::gain_in_place(self.position, hits);
        for mv in moves {
            if hits == self.standing
                && let Wanted::Gains { most_standing: left } = &mut self.wanted
            {
                if *left == 0 {
                    return;
                }
                *left -= 1;
            }
            self.push(mv, hits, gain);
        }
    }
}

impl Visitor for ChangingMoves<'_> {
    #[inline(always)]
    fn wants(&self, hits: Bitboard) -> bool {
        if matches!(self.wanted, Wanted::Gains { .. }) { !hits.is_empty() } else { hits != self.standing }
    }

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
        self.push(mv, hits, gain::gain(self.position, mv, hits));
    }
}

/// A collector of quiet moves with their ranks, and of losses if `losses` is set.
struct QuietMoves<'a> {
    standing: Bitboard,
    hints: Hints<'a>,
    list: &'a mut Vec<RankedMove>,
    losses: Option<ChangingMoves<'a>>,
}

impl QuietMoves<'_> {
    #[inline(always)]
    fn push(&mut self, mv: Move, history: i32, on_beam: bool) {
        if !self.hints.excluded.contains(&mv.bits()) {
            self.list.push(RankedMove::new(mv, history + if on_beam { params::order_on_beam() } else { 0 }));
        }
    }
}

impl Visitor for QuietMoves<'_> {
    #[inline(always)]
    fn wants(&self, hits: Bitboard) -> bool {
        hits == self.standing || self.losses.is_some()
    }

    #[inline]
    fn steps(&mut self, group: Group) {
        if group.hits != self.standing {
            if let Some(losses) = &mut self.losses {
                losses.steps(group);
            }
            return;
        }
        let (beams, history) = (self.hints.beams, self.hints.history.of(group.from));
        let leaves_beam = beams.has(group.from);
        for mv in group.moves() {
            self.push(mv, history.step(mv.to()), leaves_beam || beams.has(mv.to()));
        }
    }

    // These are rotations of pieces off the beam, so the shot is the standing one.
    #[inline]
    fn rotations(&mut self, from: Square, _: Piece, turns: &'static [Turn], _: Bitboard) {
        let (on_beam, history) = (self.hints.beams.has(from), self.hints.history.of(from));
        for &turn in turns {
            self.push(Move::rotate(from, turn), history.rotation(from, turn), on_beam);
        }
    }

    #[inline]
    fn single(&mut self, mv: Move, hits: Bitboard) {
        if hits == self.standing {
            self.push(mv, self.hints.history.get(mv), !self.hints.beams.is_disjoint(mv.touched()));
        } else if let Some(losses) = &mut self.losses {
            losses.single(mv, hits);
        }
    }
}

/// Lists moves of a position. No list has the table's move.
pub struct Lister<'a> {
    /// The position.
    pub position: &'a Position,
    /// The beam of the player to move.
    pub beam: &'a Beam,
    /// Buffers.
    pub scratch: &'a mut Scratch,
    /// The table's move.
    pub table_move: Option<Move>,
}

impl<'a> Lister<'a> {
    /// Appends the moves whose shot differs from the standing one. If the beam is not split and hits nothing, appends only the gains,
    /// which is faster, and returns true: losses are missing.
    pub fn changing(self, list: &mut Vec<Candidate>) -> bool {
        if self.beam.is_single() && self.beam.hits().is_empty() {
            self.gains_of_single_beam(list);
            return true;
        }
        self.list(Wanted::All, list);
        false
    }

    /// Appends the moves whose shot differs from the standing one and gains nothing.
    pub fn losses(self, list: &mut Vec<Candidate>) {
        self.list(Wanted::Losses, list);
    }

    /// Appends the moves whose shot gains something, for quiescence. Steps and rotations off the beam all fire the standing
    /// shot and gain the same, so at most [`params::quiescence_standing`] of them are appended.
    pub fn gains(self, list: &mut Vec<Candidate>) {
        if self.beam.is_single() && gain::gain_in_place(self.position, self.beam.hits()) <= 0 {
            return self.gains_of_single_beam(list);
        }
        self.list(Wanted::Gains { most_standing: params::quiescence_standing() }, list);
    }

    /// Appends the moves whose shot is the standing one to `list`, and pads them to a multiple of `LANES`. Appends the other
    /// moves that gain nothing to `losses`, if given.
    pub fn quiet(self, hints: Hints, list: &mut Vec<RankedMove>, losses: Option<&mut Vec<Candidate>>) {
        let losses = losses.map(|list| self.collector(Wanted::Losses, list));
        let base = list.len();
        let mut moves = QuietMoves { standing: self.beam.hits(), hints, list, losses };
        all::shots(self.position, self.beam, &mut self.scratch.beam, &mut moves);
        list.resize(base + (list.len() - base).next_multiple_of(LANES), RankedMove::NONE);
    }

    /// Appends the moves whose shot gains something. The beam is not split and its standing shot gains nothing.
    #[inline(never)]
    fn gains_of_single_beam(self, list: &mut Vec<Candidate>) {
        let Lister { position, beam, scratch, table_move } = self;
        gaining::shots(position, beam, scratch, |mv, hits| {
            let gain = gain::gain(position, mv, hits);
            if gain > 0 && table_move != Some(mv) {
                list.push(Candidate { mv, hits, gain, quiet: false });
            }
        });
    }

    /// Appends the wanted moves. Not inlined, so that the code exists once.
    #[inline(never)]
    fn list(self, wanted: Wanted, list: &mut Vec<Candidate>) {
        let mut moves = self.collector(wanted, list);
        all::shots(self.position, self.beam, &mut self.scratch.beam, &mut moves);
    }

    /// Returns a collector of the wanted moves.
    fn collector<'b>(&self, wanted: Wanted, list: &'b mut Vec<Candidate>) -> ChangingMoves<'b>
    where
        'a: 'b,
    {
        let standing = self.beam.hits();
        let base = match wanted {
            Wanted::Gains { .. } => 0,
            Wanted::All | Wanted::Losses => gain::gain_in_place(self.position, standing),
        };
        ChangingMoves { position: self.position, table_move: self.table_move, standing, base, wanted, list }
    }
}

/// Swaps the candidate with the greatest gain to the front, and returns it.
#[inline]
pub fn pick(list: &mut [Candidate]) -> Option<Candidate> {
    let gains = list.iter().map(|candidate| candidate.gain).enumerate();
    let (best, _) = gains.reduce(|best, other| if other.1 > best.1 { other } else { best })?;
    list.swap(0, best);
    Some(list[0])
}

/// The number of quiet moves that are compared at a time.
const LANES: usize = 8;

/// Returns the quiet move that is searched after `last`. `list` comes from [`Lister::quiet`].
// Few of the moves are searched, so a scan of the list for each of them costs less than sorting. Lanes let the compiler use
// vectors.
#[inline]
pub fn next_quiet(list: &[RankedMove], last: RankedMove) -> Option<RankedMove> {
    let mut best = [RankedMove::NONE; LANES];
    for quiets in list.as_chunks::<LANES>().0 {
        for (best, &quiet) in best.iter_mut().zip(quiets) {
            let quiet = if quiet.0 < last.0 { quiet } else { RankedMove::NONE };
            *best = if quiet.0 > best.0 { quiet } else { *best };
        }
    }
    best.into_iter().max().filter(|&best| best != RankedMove::NONE)
}
