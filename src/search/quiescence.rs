//! Quiescence: positions are evaluated only when no shot gains anything.
//!
//! Source: <https://www.chessprogramming.org/Quiescence_Search>.

use super::history::Killers;
use super::ordering::{self, Hints};
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
        let mut best = self.evaluate(ply);
        if best >= window.beta || ply >= MAX_PLY {
            return Ok(best);
        }
        window.alpha = window.alpha.max(best);
        let mut candidates = std::mem::take(&mut self.frames[ply].candidates);
        candidates.clear();
        let hints = Hints { table_move: None, killers: Killers::default(), history: &self.history };
        ordering::gaining(&self.position, &self.frames[ply].beam, &mut self.spare, hints, &mut candidates);
        let mut next = 0;
        let mut result = Ok(());
        while let Some(candidate) = ordering::pick(&mut candidates, next) {
            next += 1;
            if PV {
                self.frames[ply + 1].line.clear();
            }
            let undo = match self.make(candidate.mv, candidate.hits) {
                Ok(undo) => undo,
                Err(stopped) => {
                    result = Err(stopped);
                    break;
                }
            };
            let score = match self.ended(ply + 1) {
                Some(score) => Ok(-score),
                None => self.quiescence::<PV>(window.flipped(), ply + 1).map(|score| -score),
            };
            self.unmake(candidate.mv, &undo);
            let score = match score {
                Ok(score) => score,
                Err(stopped) => {
                    result = Err(stopped);
                    break;
                }
            };
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
        self.frames[ply].candidates = candidates;
        result.map(|()| best)
    }
}
