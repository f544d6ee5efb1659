//! Proves the shortest forced win by trying every move of both sides: a plain AND/OR search
//! (<https://www.chessprogramming.org/AND-OR_Tree>) without evaluation and without unsound pruning.
//!
//! **What is proven.** The side to move is the attacker. It wins within `p` plies if it can force a shot by ply `p` that hits the
//! defender's Pharaoh and not its own. That shot may be the defender's, if all moves of the defender hit its own
//! Pharaoh. A hit on both Pharaohs and a position without legal moves are draws. Repetitions and the moves before the root are
//! ignored, because a shortest win never repeats an arrangement with the same side to move.
//!
//! **What is skipped**, because it cannot change the result:
//! - positions that are already proven: a hash table stores them with their whole keys;
//! - moves in the last ply whose shots hit nothing: shots that hit are found without making moves;
//! - defences that do not prevent the immediate win found against another defence (`proof_support`);
//! - the check that all moves of the defender hit its own Pharaoh, if one is obviously safe (`self_hit`).

mod classified_moves;
mod proof_support;
mod self_hit;
mod table;

use classified_moves::{Candidate, ClassifiedMoves, Pharaohs, ShotResult, WinningMoves};
use khepri_rules::{Beam, Bitboard, Move, Position};
use proof_support::add_supports;
use table::Table;

/// The largest length of a win that can be proven, in plies.
pub const MOST_PLIES: usize = 30;

/// The number of entries of the hash table, each of 16 bytes.
const TABLE_ENTRIES: usize = 1 << 20;

/// The result of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a win.
    Win {
        /// The length of the shortest win in plies. It is odd if the attacker's shot ends the game, and even if the defender's does.
        plies: usize,
    },
    /// There is no win within the given number of plies.
    NoWin,
    /// The prover had too few nodes.
    Unknown,
}

impl Verdict {
    /// Returns the length of the win in moves of the attacker, as in `mate N`.
    pub fn moves(self) -> Option<u32> {
        match self {
            Verdict::Win { plies } => Some(plies.div_ceil(2) as u32),
            Verdict::NoWin | Verdict::Unknown => None,
        }
    }
}

/// The error of a proof that has used all its nodes.
struct Exhausted;

/// A function that returns whether the attacker wins within a number of plies.
type WinsWithin<'a> = &'a mut dyn FnMut(&mut Prover, &mut [Frame], &mut Position, usize) -> Result<bool, Exhausted>;

/// The data of one ply.
#[derive(Default)]
struct Frame {
    beam: Beam,
    other: Beam,
    spare: Beam,
    moves: Vec<Candidate>,
    /// The moves of the attacker that win immediately.
    winning_moves: Vec<Move>,
    /// Sets of squares. A defence has to change a square of each set.
    supports: Vec<Bitboard>,
}

/// A prover of wins. Earlier proofs do not influence a result.
pub struct Prover {
    table: Table,
    nodes: u64,
    limit: u64,
    /// The last refutation, by plies left.
    refutations: [Option<Move>; MOST_PLIES + 2],
    /// The last refutation of each move of the attacker, by the bits of that move.
    counter_moves: Vec<Option<Move>>,
    /// The number of wins of each move of the attacker, weighted by depth, by the bits of the move.
    history: Vec<u32>,
}

impl Default for Prover {
    fn default() -> Prover {
        Prover {
            table: Table::new(TABLE_ENTRIES),
            nodes: 0,
            limit: 0,
            refutations: [None; MOST_PLIES + 2],
            counter_moves: vec![None; 1 << 16],
            history: vec![0; 1 << 16],
        }
    }
}

impl Prover {
    /// Returns the number of moves made for the last result, without those made for proof supports.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Finds the shortest win of the side to move within `most_plies` plies (at most [`MOST_PLIES`]), making at most `nodes`
    /// moves as [`Prover::nodes`] counts them.
    pub fn shortest_win(&mut self, position: &Position, most_plies: usize, nodes: u64) -> Verdict {
        self.prove(position, most_plies, nodes, &mut |prover, frames, position, plies| {
            prover.wins(frames, position, plies)
        })
    }

    /// Finds the shortest win like [`Prover::shortest_win`], but among the wins that do not begin with the move `excluded`.
    pub fn shortest_other_win(
        &mut self,
        position: &Position,
        excluded: Move,
        most_plies: usize,
        nodes: u64,
    ) -> Verdict {
        self.prove(position, most_plies, nodes, &mut |prover, frames, position, plies| {
            prover.wins_without(frames, position, excluded, plies)
        })
    }

    /// Finds the smallest number of plies within which `wins` finds a win.
    fn prove(&mut self, position: &Position, most_plies: usize, nodes: u64, wins: WinsWithin<'_>) -> Verdict {
        self.table.clear();
        self.refutations.fill(None);
        self.counter_moves.fill(None);
        self.history.fill(0);
        (self.nodes, self.limit) = (0, nodes);
        if !position.pharaohs_stand() {
            return Verdict::NoWin;
        }
        let mut position = position.clone();
        let most = most_plies.min(MOST_PLIES);
        let mut frames: Vec<Frame> = (0..=most + 1).map(|_| Frame::default()).collect();
        for plies in 1..=most {
            match wins(self, &mut frames, &mut position, plies) {
                Ok(true) => return Verdict::Win { plies },
                Ok(false) => {}
                Err(Exhausted) => return Verdict::Unknown,
            }
        }
        Verdict::NoWin
    }

    /// Returns whether the attacker, who is to move, wins within exactly this limit of plies by a move other than `excluded`.
    fn wins_without(
        &mut self,
        frames: &mut [Frame],
        position: &mut Position,
        excluded: Move,
        plies: usize,
    ) -> Result<bool, Exhausted> {
        if plies == 1 {
            // The list of winning moves has only one of several moves with the same shot.
            let (pharaohs, beam) = (Pharaohs::of(position), position.beam(position.side_to_move()));
            let wins = |&mv: &Move| pharaohs.result(mv, position.shot(&beam, mv)) == ShotResult::Wins;
            return Ok(position.legal_moves().iter().filter(|&&mv| mv != excluded).any(wins));
        }
        let Some((frame, rest)) = frames.split_first_mut() else { return Ok(false) };
        let Frame { beam, spare, moves, .. } = frame;
        position.trace(position.side_to_move(), beam);
        ClassifiedMoves::new(position, beam, spare, moves);
        for &Candidate { mv, hits } in &*moves {
            if mv == excluded {
                continue;
            }
            self.count()?;
            let before = position.snapshot();
            position.make(mv, hits);
            let wins = self.loses(rest, position, plies - 1, mv);
            position.restore(&before);
            if wins? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Counts a node.
    fn count(&mut self) -> Result<(), Exhausted> {
        if self.nodes >= self.limit {
            return Err(Exhausted);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Returns whether the attacker, who is to move, wins within a number of plies.
    fn wins(&mut self, frames: &mut [Frame], position: &mut Position, plies: usize) -> Result<bool, Exhausted> {
        Ok(plies > 0 && (find_winning_moves(frames, position) || self.wins_later(frames, position, plies)?))
    }

    /// Returns whether the attacker wins within a number of plies, if it has no immediate win.
    fn wins_later(&mut self, frames: &mut [Frame], position: &mut Position, plies: usize) -> Result<bool, Exhausted> {
        if plies < 3 {
            return Ok(plies == 2 && self.forces_self_hit(frames, position)?);
        }
        let key = position.key();
        let known = self.table.get(key);
        if known.won > 0 && usize::from(known.won) <= plies {
            return Ok(true);
        }
        let known_lost = usize::from(known.lost);
        if known_lost >= plies {
            return Ok(false);
        }
        let Some((frame, rest)) = frames.split_first_mut() else { return Ok(false) };
        let Frame { beam, spare, moves, .. } = frame;
        ClassifiedMoves::new(position, beam, spare, moves);
        let rank = |candidate: &Candidate| match Some(candidate.mv) == known.mv() {
            true => u32::MAX,
            false => self.history[usize::from(candidate.mv.bits())],
        };
        moves.sort_by_key(|candidate| std::cmp::Reverse(rank(candidate)));
        // Shorter wins are tried first, because they take far fewer nodes. An even number is tried only if it is `plies`.
        for within in (3..plies).step_by(2).chain([plies]).filter(|&within| within > known_lost) {
            for &Candidate { mv, hits } in &*moves {
                self.count()?;
                let before = position.snapshot();
                position.make(mv, hits);
                let wins = self.loses(rest, position, within - 1, mv);
                position.restore(&before);
                if wins? {
                    let wins = &mut self.history[usize::from(mv.bits())];
                    *wins = wins.saturating_add((plies * plies) as u32);
                    self.table.set_won(key, within, mv);
                    return Ok(true);
                }
            }
            self.table.set_lost(key, within);
        }
        Ok(false)
    }

    /// Returns whether the defender, who is to move after the move `previous`, loses within `plies`, which are at least two.
    fn loses(
        &mut self,
        frames: &mut [Frame],
        position: &mut Position,
        plies: usize,
        previous: Move,
    ) -> Result<bool, Exhausted> {
        let Some((frame, rest)) = frames.split_first_mut() else { return Ok(false) };
        let defender = position.side_to_move();
        position.trace(defender, &mut frame.beam);
        let previous = usize::from(previous.bits());
        let first = [self.counter_moves[previous], self.refutations[plies]];
        for (number, mv) in first.into_iter().enumerate() {
            let Some(mv) = mv.filter(|&mv| !first[..number].contains(&Some(mv)) && position.legality(mv).is_ok())
            else {
                continue;
            };
            let hits = position.shot(&frame.beam, mv);
            if self.saves(rest, position, Candidate { mv, hits }, plies)? {
                self.store_refutation(previous, plies, mv);
                return Ok(false);
            }
        }
        let Frame { beam, other, spare, moves, supports, .. } = frame;
        let classified = ClassifiedMoves::new(position, beam, spare, moves);
        if classified.wins || classified.draws || classified.is_empty() {
            return Ok(false);
        }
        supports.clear();
        // A defence off the attacker's beam is searched first: the proof support of the win against it prunes most other defences.
        position.trace(defender.other(), other);
        if let Some(off_beam) = moves.iter().position(|candidate| candidate.changed().is_disjoint(other.path())) {
            moves.swap(0, off_beam);
        }
        for &candidate in &*moves {
            let changes = |squares: &Bitboard| !candidate.changed().is_disjoint(*squares);
            if first.contains(&Some(candidate.mv)) || !supports.iter().all(changes) {
                continue;
            }
            if self.saves(rest, position, candidate, plies)? {
                self.store_refutation(previous, plies, candidate.mv);
                return Ok(false);
            }
            add_supports(rest, position, candidate, spare, supports);
        }
        Ok(true)
    }

    fn store_refutation(&mut self, previous: usize, plies: usize, mv: Move) {
        self.counter_moves[previous] = Some(mv);
        self.refutations[plies] = Some(mv);
    }

    /// Returns whether a defence prevents a loss within a number of plies.
    fn saves(
        &mut self,
        frames: &mut [Frame],
        position: &mut Position,
        Candidate { mv, hits }: Candidate,
        plies: usize,
    ) -> Result<bool, Exhausted> {
        if let Some(frame) = frames.first_mut() {
            frame.winning_moves.clear();
        }
        match Pharaohs::of(position).result(mv, hits) {
            ShotResult::Loses => return Ok(false),
            ShotResult::Wins | ShotResult::Draws => return Ok(true),
            ShotResult::None => self.count()?,
        }
        let before = position.snapshot();
        position.make(mv, hits);
        let wins = self.wins(frames, position, plies - 1);
        position.restore(&before);
        Ok(!wins?)
    }
}

/// Finds the immediate wins of the attacker, who is to move. Returns whether there are any.
fn find_winning_moves(frames: &mut [Frame], position: &Position) -> bool {
    let Some(Frame { beam, spare, winning_moves, .. }) = frames.first_mut() else { return false };
    position.trace(position.side_to_move(), beam);
    WinningMoves::find(position, beam, spare, winning_moves);
    !winning_moves.is_empty()
}

#[cfg(test)]
mod tests;
