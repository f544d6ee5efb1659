//! Quiescence: positions are evaluated only when no shot gains anything.
//!
//! Source: <https://www.chessprogramming.org/Quiescence_Search>.

use super::history::Killers;
use super::ordering::{self, Candidate, Hints};
use super::shared::Stopped;
use super::window::Window;
use super::worker::{MAX_PLY, Worker};
use crate::eval::Score;

impl Worker<'_> {
    /// The score of the position at `ply` when the player to move may stay as he is or gain something with his shot.
    pub(super) fn quiescence<const PV: bool>(&mut self, mut window: Window, ply: usize) -> Result<Score, Stopped> {
        if PV {
            self.frames[ply].line.clear();
        }
        self.seldepth = self.seldepth.max(ply);
        if self.position.is_stalemate() {
            return Ok(Score::DRAW);
        }
        self.trace(ply);
        let best = self.evaluate(ply);
        if best >= window.beta || ply >= MAX_PLY {
            return Ok(best);
        }
        window.alpha = window.alpha.max(best);
        let mut candidates = std::mem::take(&mut self.frames[ply].candidates);
        candidates.clear();
        let hints = Hints { table_move: None, killers: Killers::default(), history: &self.history };
        ordering::gaining(&self.position, &self.frames[ply].beam, &mut self.spare, hints, &mut candidates);
        let score = self.try_gains::<PV>(&mut candidates, best, window, ply);
        self.frames[ply].candidates = candidates;
        score
    }

    /// The best score of `best` and what the candidates lead to.
    fn try_gains<const PV: bool>(
        &mut self,
        candidates: &mut [Candidate],
        mut best: Score,
        mut window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let mut next = 0;
        while let Some(candidate) = ordering::pick(candidates, next) {
            next += 1;
            let score = self.try_gain::<PV>(&candidate, window, ply)?;
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    if PV {
                        self.extend_line(ply, candidate.mv);
                    }
                }
            }
            if score >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    fn try_gain<const PV: bool>(
        &mut self,
        candidate: &Candidate,
        window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        if PV {
            self.frames[ply + 1].line.clear();
        }
        let undo = self.make(candidate.mv, candidate.hits)?;
        let score = match self.ended(ply + 1) {
            Some(score) => Ok(-score),
            None => self.quiescence::<PV>(window.flipped(), ply + 1).map(|score| -score),
        };
        self.unmake(candidate.mv, &undo);
        score
    }
}
