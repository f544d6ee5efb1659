//! Quiescence: positions are evaluated only when no shot gains anything.
//!
//! Source: <https://www.chessprogramming.org/Quiescence_Search>.

use super::Depth;
use super::observer::Bound;
use super::ordering::{self, Candidate};
use super::params;
use super::shared::Stopped;
use super::table::Entry;
use super::window::Window;
use super::worker::{MAX_PLY, Worker};
use crate::eval::Score;
use crate::rules::Move;

impl Worker<'_> {
    /// The score of the position at `ply` when the player to move may stay as he is or gain something with his shot.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        mut window: Window,
        ply: usize,
        gains: usize,
    ) -> Result<Score, Stopped> {
        if PV {
            self.frames[ply].line.clear();
        }
        self.seldepth = self.seldepth.max(ply);
        if self.position.is_stalemate() {
            return Ok(Score::DRAW);
        }
        let key = self.position.key();
        let entry = self.shared.table.get(key, ply);
        if let Some(entry) = entry
            && !PV
            && entry.settles(window)
        {
            return Ok(entry.score);
        }
        self.trace(ply);
        self.trace_enemy(ply);
        let raw_eval = entry.map_or_else(|| self.evaluate(ply), |entry| entry.eval);
        let eval = self.corrected(raw_eval, ply);
        let stay = entry.filter(|entry| !entry.score.is_mate() && entry.bears(eval)).map_or(eval, |entry| entry.score);
        if ply >= MAX_PLY {
            return Ok(stay);
        }
        // Who is about to lose his Pharaoh cannot just stay as he is.
        let mut stay = stay;
        if stay > window.alpha {
            let mode = params::threat_mode();
            let exact = gains < params::threat_gains() as usize;
            if mode & 8 != 0 {
                let threat = self.threat();
                if threat > ordering::PHARAOH / 2 {
                    if exact {
                        return self.search_inner::<PV>(window, Depth(1), ply, false);
                    }
                } else if mode & 32 != 0 || !entry.is_some_and(|entry| entry.bears(eval)) {
                    stay = stay - threat * params::threat_percent() / 100;
                }
            } else if mode & 2 != 0 && exact && self.pharaoh_threatened(ply) {
                return self.search_inner::<PV>(window, Depth(1), ply, false);
            }
        }
        if stay >= window.beta {
            return Ok(stay);
        }
        let lower = window.alpha;
        window.alpha = window.alpha.max(stay);
        let mut candidates = self.gains(ply);
        let result = self.try_gains::<PV>(&mut candidates, stay, window, ply, gains);
        self.frames[ply].lists.hitting = candidates;
        let (best, best_move) = result?;
        let bound = if best >= window.beta {
            Bound::Lower
        } else if PV && best > lower {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let was_pv = PV || entry.is_some_and(|entry| entry.was_pv);
        let entry = Entry { mv: best_move, score: best, bound, depth: Depth::ZERO, eval: raw_eval, was_pv };
        self.shared.table.set(key, ply, entry);
        Ok(best)
    }

    /// The moves whose shot gains something, of a node whose beam has been traced; the list is owed back to its frame.
    pub(super) fn gains(&mut self, ply: usize) -> Vec<Candidate> {
        let mut candidates = std::mem::take(&mut self.frames[ply].lists.hitting);
        candidates.clear();
        ordering::gaining(&self.position, &self.frames[ply].beam, &mut self.spare, &mut candidates);
        candidates
    }

    /// The best score of `best` and what the candidates lead to, and the move if it is one of theirs.
    fn try_gains<const PV: bool>(
        &mut self,
        candidates: &mut [Candidate],
        mut best: Score,
        mut window: Window,
        ply: usize,
        gains: usize,
    ) -> Result<(Score, Option<Move>), Stopped> {
        let stay = best;
        let mut best_move = None;
        let mut next = 0;
        while let Some(candidate) = ordering::pick(candidates, next) {
            next += 1;
            // Futility: not even this gain would be enough.
            let hoped = stay + candidate.gain.min(10_000) + params::quiescence_margin();
            if hoped <= window.alpha && !window.alpha.is_mate() {
                best = best.max(hoped);
                break;
            }
            let score = self.try_gain::<PV>(&candidate, window, ply, gains)?;
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    best_move = Some(candidate.mv);
                    if PV {
                        self.extend_line(ply, candidate.mv);
                    }
                }
            }
            if score >= window.beta {
                break;
            }
        }
        Ok((best, best_move))
    }

    fn try_gain<const PV: bool>(&mut self, candidate: &Candidate, window: Window, ply: usize, gains: usize) -> Result<Score, Stopped> {
        if PV {
            self.frames[ply + 1].line.clear();
        }
        let undo = self.make(candidate.mv, candidate.hits, ply)?;
        let score = match self.ended(ply + 1) {
            Some(score) => Ok(-score),
            None => self.quiescence::<PV>(window.flipped(), ply + 1, gains + 1).map(|score| -score),
        };
        self.unmake(candidate.mv, &undo);
        score
    }
}
