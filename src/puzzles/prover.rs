//! Proves the shortest forced win by trying every move of both sides: a plain AND/OR search
//! (<https://www.chessprogramming.org/AND-OR_Tree>) without evaluation and without unsound pruning.
//!
//! **What is proven.** The side to move is the attacker. He wins within `p` plies if he can force a hit on the
//! defender's Pharaoh, but not on his own, by ply `p`. The defender may have to hit it himself, if each of his moves does. A
//! hit on both Pharaohs and a position without legal moves are draws. Repetition and the game before the root are
//! ignored: a shortest win never repeats an arrangement with the same side to move.
//!
//! **What is skipped**, because it cannot change the result:
//! - A hash table stores the proven positions (whole key, plies).
//! - With one ply left only shots that hit matter. They are found without making moves.
//! - Of the defences that leave the squares of an immediate win unchanged, one is enough (`proof_support`).
//! - Whether all moves of the defender hit his own Pharaoh is checked only if no safe move is obvious (`self_hit`).

mod listing;
mod proof_support;
mod self_hit;
mod table;

use crate::rules::{Beam, Bitboard, Move, Position};
use listing::{Candidate, Kills, Listing, Pharaohs, ShotResult};
use proof_support::add_supports;
use table::Table;

/// The length of the longest wins that can be proven, in plies.
pub const MOST_PLIES: usize = 30;

/// Positions in the table, of 16 bytes each.
const TABLE_ENTRIES: usize = 1 << 20;

/// The result of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a win.
    Win {
        /// The length of the shortest win: odd if the attacker's shot ends it, even if the defender's own does.
        plies: usize,
    },
    /// There is no win within the plies of the search.
    NoWin,
    /// The nodes were used up.
    Unknown,
}

impl Verdict {
    /// Returns the length of a win in moves of the attacker, as in `mate N`.
    pub fn moves(self) -> Option<u32> {
        match self {
            Verdict::Win { plies } => Some(plies.div_ceil(2) as u32),
            Verdict::NoWin | Verdict::Unknown => None,
        }
    }
}

/// The nodes are used up.
struct Exhausted;

/// The data of one ply.
#[derive(Default)]
struct Frame {
    beam: Beam,
    other: Beam,
    spare: Beam,
    moves: Vec<Candidate>,
    /// Moves of the attacker that win at once.
    kills: Vec<Move>,
    /// Sets of squares. A defence must change a square of each set.
    supports: Vec<Bitboard>,
}

/// Proves and refutes wins. Earlier proofs do not influence a result.
pub struct Prover {
    table: Table,
    nodes: u64,
    limit: u64,
    /// The last defence that refuted, by plies left.
    answers: [Option<Move>; MOST_PLIES + 2],
    /// The last defence that refuted a move, by the bits of that move.
    counters: Vec<Option<Move>>,
    /// Wins of each move of the attacker, by the bits of the move and weighted by depth.
    history: Vec<u32>,
}

impl Default for Prover {
    fn default() -> Prover {
        Prover {
            table: Table::new(TABLE_ENTRIES),
            nodes: 0,
            limit: 0,
            answers: [None; MOST_PLIES + 2],
            counters: vec![None; 1 << 16],
            history: vec![0; 1 << 16],
        }
    }
}

impl Prover {
    /// Returns the moves made for the last result.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Finds the shortest win of the side to move within `most_plies` plies (at most [`MOST_PLIES`]), making at most `nodes`
    /// moves.
    pub fn shortest_win(&mut self, position: &Position, most_plies: usize, nodes: u64) -> Verdict {
        self.table.clear();
        self.answers.fill(None);
        self.counters.fill(None);
        self.history.fill(0);
        (self.nodes, self.limit) = (0, nodes);
        if !position.pharaohs_stand() {
            return Verdict::NoWin;
        }
        let mut position = position.clone();
        let most = most_plies.min(MOST_PLIES);
        let mut frames: Vec<Frame> = (0..=most + 1).map(|_| Frame::default()).collect();
        for plies in 1..=most {
            match self.wins(&mut frames, &mut position, plies) {
                Ok(true) => return Verdict::Win { plies },
                Ok(false) => {}
                Err(Exhausted) => return Verdict::Unknown,
            }
        }
        Verdict::NoWin
    }

    fn count(&mut self) -> Result<(), Exhausted> {
        if self.nodes >= self.limit {
            return Err(Exhausted);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Returns whether the attacker, who is to move, wins within a number of plies.
    fn wins(&mut self, frames: &mut [Frame], position: &mut Position, plies: usize) -> Result<bool, Exhausted> {
        Ok(plies > 0 && (kills(frames, position) || self.wins_later(frames, position, plies)?))
    }

    /// Does the same as [`Prover::wins`] if [`kills`] has found none.
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
        Listing::new(position, beam, spare, moves);
        let rank = |candidate: &Candidate| match Some(candidate.mv) == known.mv() {
            true => u32::MAX,
            false => self.history[usize::from(candidate.mv.bits())],
        };
        moves.sort_by_key(|candidate| std::cmp::Reverse(rank(candidate)));
        // Short wins first, because they cost a fraction. Of the even numbers of plies only the last one is tried.
        for within in (3..plies).step_by(2).chain([plies]).filter(|&within| within > known_lost) {
            for &Candidate { mv, hits } in &*moves {
                self.count()?;
                let undo = position.make(mv, hits);
                let wins = self.loses(rest, position, within - 1, mv);
                position.unmake(mv, &undo);
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

    /// Returns whether the defender, who is to move after `previous`, loses within a number of plies, at least two.
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
        let first = [self.counters[previous], self.answers[plies]];
        for (number, mv) in first.into_iter().enumerate() {
            let Some(mv) = mv.filter(|&mv| !first[..number].contains(&Some(mv)) && position.legality(mv).is_ok())
            else {
                continue;
            };
            let hits = position.shot(&frame.beam, mv);
            if self.saves(rest, position, Candidate { mv, hits }, plies)? {
                self.remember(previous, plies, mv);
                return Ok(false);
            }
        }
        let Frame { beam, other, spare, moves, supports, .. } = frame;
        let listing = Listing::new(position, beam, spare, moves);
        if listing.wins || listing.draws || listing.is_empty() {
            return Ok(false);
        }
        supports.clear();
        // A defence off the attacker's beam comes first: the win against it shows the threat.
        position.trace(defender.other(), other);
        if let Some(calm) = moves.iter().position(|candidate| candidate.changed().is_disjoint(other.path())) {
            moves.swap(0, calm);
        }
        for &candidate in &*moves {
            let changes = |squares: &Bitboard| !candidate.changed().is_disjoint(*squares);
            if first.contains(&Some(candidate.mv)) || !supports.iter().all(changes) {
                continue;
            }
            if self.saves(rest, position, candidate, plies)? {
                self.remember(previous, plies, candidate.mv);
                return Ok(false);
            }
            add_supports(rest, position, candidate, spare, supports);
        }
        Ok(true)
    }

    fn remember(&mut self, previous: usize, plies: usize, mv: Move) {
        self.counters[previous] = Some(mv);
        self.answers[plies] = Some(mv);
    }

    /// Returns whether a defence lets the defender survive a number of plies.
    fn saves(
        &mut self,
        frames: &mut [Frame],
        position: &mut Position,
        Candidate { mv, hits }: Candidate,
        plies: usize,
    ) -> Result<bool, Exhausted> {
        if let Some(frame) = frames.first_mut() {
            frame.kills.clear();
        }
        match Pharaohs::of(position).result(mv, hits) {
            ShotResult::Loses => return Ok(false),
            ShotResult::Wins | ShotResult::Draws => return Ok(true),
            ShotResult::None => self.count()?,
        }
        let undo = position.make(mv, hits);
        let wins = self.wins(frames, position, plies - 1);
        position.unmake(mv, &undo);
        Ok(!wins?)
    }
}

/// Finds the moves of the attacker, who is to move, that win at once. Returns whether there are any.
fn kills(frames: &mut [Frame], position: &Position) -> bool {
    let Some(Frame { beam, spare, kills, .. }) = frames.first_mut() else { return false };
    position.trace(position.side_to_move(), beam);
    Kills::find(position, beam, spare, kills);
    !kills.is_empty()
}

#[cfg(test)]
mod tests;
