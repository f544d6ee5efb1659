//! Quiescence: positions are evaluated only when no shot gains anything and the Pharaoh is not about to be hit.
//!
//! Source: <https://www.chessprogramming.org/Quiescence_Search>.

use super::Depth;
use super::assessment::{Assessment, Threat};
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
    /// The score of the position at `ply` when the player to move may stay as he is or gain something with his shot. `gains`
    /// have been made before it; behind any of them he may stay also where his Pharaoh is threatened.
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
        // The table's bucket is on its way meanwhile.
        self.trace(ply);
        self.trace_enemy(ply);
        let key = self.table_key();
        let entry = self.shared.table.get(key, ply);
        if let Some(entry) = entry
            && !PV
            && entry.settles(window)
        {
            return Ok(entry.score);
        }
        let mut assessment = entry.map_or_else(|| self.assess(ply), |entry| entry.assessment);
        let mut stay = staying(assessment, entry);
        if ply >= MAX_PLY {
            return Ok(stay);
        }
        if stay > window.alpha && assessment.threat == Threat::Unknown {
            assessment = self.look_for_threat(assessment);
            stay = staying(assessment, entry);
        }
        // Who is about to lose his Pharaoh cannot just stay as he is.
        if stay > window.alpha && assessment.threat == Threat::Pharaoh && gains == 0 {
            return self.search_deeper::<PV>(window, Depth(1), ply, false);
        }
        let was_pv = PV || entry.is_some_and(|entry| entry.was_pv);
        if stay >= window.beta {
            if entry.is_none() {
                let entry =
                    Entry { mv: None, score: stay, bound: Bound::Lower, depth: Depth::ZERO, assessment, was_pv };
                self.shared.table.set(key, ply, entry);
            }
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
        let entry = Entry { mv: best_move, score: best, bound, depth: Depth::ZERO, assessment, was_pv };
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

    fn try_gain<const PV: bool>(
        &mut self,
        candidate: &Candidate,
        window: Window,
        ply: usize,
        gains: usize,
    ) -> Result<Score, Stopped> {
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

/// What the position is worth if nothing is done: the evaluation, or what the table knows if that says more.
fn staying(assessment: Assessment, entry: Option<Entry>) -> Score {
    let eval = assessment.eval;
    entry.filter(|entry| !entry.score.is_mate() && entry.bears(eval)).map_or(eval, |entry| entry.score)
}
