//! Proves the shortest forced win by looking at every move of both sides: a plain AND/OR search
//! (<https://www.chessprogramming.org/AND-OR_Tree>) without evaluation and without anything that guesses.
//!
//! **What is proven.** The side to move, the attacker, wins within `p` plies if he can force that the defender's Pharaoh
//! and not his own is hit by the `p`th ply at the latest, by whichever shot: a defender whose every move hits his own
//! Pharaoh loses too. Both Pharaohs at once and no legal move are draws. The game before the root is ignored, and so is
//! repetition: a shortest win never comes back to an arrangement with the same side to move, and a player who
//! could claim a draw because of what stood before the root is not known here.
//!
//! **What is left out**, as it cannot change the answer:
//! - A hash table remembers what was proven of a position (whole key, plies).
//! - With one ply left only shots that hit matter, and these are found without making moves.
//! - Of the defences that leave alone what an immediate win of the attacker rests on, one is enough (`certificate`).
//! - Whether a defender has only moves that hit himself is looked at only where no safe one is in sight (`self_hit`).

mod listing;
mod proof_support;
mod self_hit;
mod table;

use crate::rules::{Beam, Bitboard, Move, Position};
use listing::{Candidate, End, Kills, Listing, Pharaohs};
use proof_support::certify;
use table::Table;

/// The most plies of a win that is looked for.
pub const MOST_PLIES: usize = 30;

/// Positions that the table holds, of 16 bytes.
const TABLE_ENTRIES: usize = 1 << 20;

/// What a proof has shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The shortest win takes so many plies.
    Win {
        /// Odd when the attacker's shot ends it, even when the defender's own does.
        plies: usize,
    },
    /// There is no win within the plies asked for.
    NoWin,
    /// The nodes were used up.
    Unknown,
}

impl Verdict {
    /// The moves of the attacker that a win takes, as in `mate N`.
    pub fn moves(self) -> Option<u32> {
        match self {
            Verdict::Win { plies } => Some(plies.div_ceil(2) as u32),
            Verdict::NoWin | Verdict::Unknown => None,
        }
    }
}

/// The nodes are used up.
struct Exhausted;

/// What is known at one ply.
#[derive(Default)]
struct Frame {
    beam: Beam,
    other: Beam,
    spare: Beam,
    moves: Vec<Candidate>,
    /// Of the attacker, those that win at once.
    kills: Vec<Move>,
    /// Of the defender: squares of which he has to change one, set by set.
    certificates: Vec<Bitboard>,
}

/// Proves and refutes. What it answers does not depend on what it was asked before.
pub struct Prover {
    table: Table,
    nodes: u64,
    limit: u64,
    /// The defence that refuted last, by plies left.
    answers: [Option<Move>; MOST_PLIES + 2],
    /// The defence that refuted this move last, by its bits.
    counters: Vec<Option<Move>>,
    /// How often an attacker's move has won, by its bits.
    history: Vec<u32>,
}

impl Default for Prover {
    fn default() -> Prover {
        Prover::new()
    }
}

impl Prover {
    /// A prover that knows nothing yet.
    pub fn new() -> Prover {
        Prover {
            table: Table::new(TABLE_ENTRIES),
            nodes: 0,
            limit: 0,
            answers: [None; MOST_PLIES + 2],
            counters: vec![None; 1 << 16],
            history: vec![0; 1 << 16],
        }
    }

    /// Moves made for the last answer.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The shortest win of the side to move within `most_plies` plies (at most [`MOST_PLIES`]), with at most `nodes`
    /// moves made.
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

    /// Whether the attacker, who is to move, wins within so many plies.
    fn wins(&mut self, frames: &mut [Frame], position: &mut Position, plies: usize) -> Result<bool, Exhausted> {
        Ok(plies > 0 && (kills(frames, position) || self.wins_later(frames, position, plies)?))
    }

    /// As [`Prover::wins`], when [`kills`] has found no kill.
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
        // Short wins first: they are found at a fraction of the cost, and an even number of plies adds the last ply alone.
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

    /// Whether the defender, who is to move after `previous`, loses within so many plies, at least two.
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
        let Frame { beam, other, spare, moves, certificates, .. } = frame;
        let listing = Listing::new(position, beam, spare, moves);
        if listing.wins || listing.draws || listing.is_empty() {
            return Ok(false);
        }
        certificates.clear();
        // A defence that leaves the attacker's light alone shows what he threatens.
        position.trace(defender.other(), other);
        if let Some(calm) = moves.iter().position(|candidate| candidate.changed().is_disjoint(other.path())) {
            moves.swap(0, calm);
        }
        for &candidate in &*moves {
            let needed = |squares: &Bitboard| !candidate.changed().is_disjoint(*squares);
            if first.contains(&Some(candidate.mv)) || !certificates.iter().all(needed) {
                continue;
            }
            if self.saves(rest, position, candidate, plies)? {
                self.remember(previous, plies, candidate.mv);
                return Ok(false);
            }
            certify(rest, position, candidate, spare, certificates);
        }
        Ok(true)
    }

    fn remember(&mut self, previous: usize, plies: usize, mv: Move) {
        self.counters[previous] = Some(mv);
        self.answers[plies] = Some(mv);
    }

    /// Whether this defence keeps the defender, who has so many plies to survive, from losing.
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
        match Pharaohs::of(position).end(mv, hits) {
            End::Loses => return Ok(false),
            End::Wins | End::Draws => return Ok(true),
            End::None => self.count()?,
        }
        let undo = position.make(mv, hits);
        let wins = self.wins(frames, position, plies - 1);
        position.unmake(mv, &undo);
        Ok(!wins?)
    }
}

/// Finds the moves of the attacker, who is to move, that win at once; says whether there are any.
fn kills(frames: &mut [Frame], position: &Position) -> bool {
    let Some(Frame { beam, spare, kills, .. }) = frames.first_mut() else { return false };
    position.trace(position.side_to_move(), beam);
    Kills::find(position, beam, spare, kills);
    !kills.is_empty()
}

#[cfg(test)]
mod tests;
