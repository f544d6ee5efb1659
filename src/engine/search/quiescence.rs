//! Quiescence: at the end of a line, gains and a limited number of evasions are searched, because the static evaluation knows
//! neither.
//!
//! Source: <https://www.chessprogramming.org/Quiescence_Search>.

use super::counters::Counter;
use super::move_stack::StackMark;
use super::ordering::{self, Lister};
use super::params;
use super::shared::Stopped;
use super::static_eval::{StaticEval, Threat};
use super::table::Entry;
use super::window::{Bound, Depth, MAX_PLY, Window};
use super::worker::Worker;
use crate::eval::Score;
use khepri_rules::Move;

impl Worker<'_> {
    /// Returns the score of the position if the side to move may stand pat or gain something with its shot. If standing pat would
    /// raise alpha, a side whose Pharaoh is threatened searches its evasions instead. It does not if `may_stand_pat` (after a
    /// gain of the quiescence line, or in razoring), or if the line has no more searches of evasions.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        mut window: Window,
        may_stand_pat: bool,
    ) -> Result<Score, Stopped> {
        let ply = self.line.ply();
        if PV {
            self.line.frame_mut().pv.clear();
        }
        self.seldepth = self.seldepth.max(ply);
        // Step 1. Stalemate.
        if self.line.position().is_stalemate() {
            return Ok(Score::DRAW);
        }
        // Step 2. Table cut-off.
        let key = self.table_key();
        let entry = self.shared.table.get(key, ply);
        self.counters.count(Counter::QuiescenceProbe);
        self.counters.add(Counter::TableHit, entry.is_some().into());
        // Whether a side whose Pharaoh is threatened must not stand pat here.
        let must_evade = !may_stand_pat && self.evasion_searches < params::quiescence_evasions();
        if let Some(entry) = entry
            && !PV
            && entry.cuts(window)
            && !(must_evade && entry.can_come_from_stand_pat_under_threat())
        {
            self.counters.count(Counter::TableCut);
            return Ok(entry.score);
        }
        // Step 3. Beams, static evaluation, and the threat if standing pat would raise alpha.
        self.line.enter();
        let mut static_eval = entry.map_or_else(|| self.evaluate(), |entry| entry.static_eval);
        let stand_pat = self.stand_pat_score(static_eval, entry);
        if ply >= MAX_PLY {
            return Ok(stand_pat);
        }
        if stand_pat > window.alpha {
            static_eval = self.with_threat(static_eval);
        }
        // Step 4. Evasions: a side whose Pharaoh is threatened cannot stand pat, so a search of one ply replaces quiescence here.
        if must_evade && stand_pat > window.alpha && static_eval.threat == Threat::Pharaoh {
            let before = self.nodes;
            self.evasion_searches += 1;
            let score = self.search_node::<PV>(window, Depth(1), false);
            self.evasion_searches -= 1;
            if self.evasion_searches == 0 {
                self.counters.add(Counter::EvasionNode, self.nodes - before);
            }
            return score;
        }
        // Step 5. Stand pat.
        let was_pv = PV || entry.is_some_and(|entry| entry.was_pv);
        if stand_pat >= window.beta {
            self.counters.count(Counter::StandPat);
            if entry.is_none() {
                let entry =
                    Entry { mv: None, score: stand_pat, bound: Bound::Lower, depth: Depth::ZERO, static_eval, was_pv };
                self.shared.table.set(key, ply, entry);
            }
            return Ok(stand_pat);
        }
        let original = window;
        window.alpha = window.alpha.max(stand_pat);
        // Step 6. Gains.
        let base = self.memory.moves.top();
        let (position, beam, memory) = (self.line.position(), self.line.own_beam(), &mut *self.memory);
        let lister = Lister { position, beam, scratch: &mut memory.scratch, table_move: None };
        lister.gains(&mut memory.moves.changing);
        let (best, best_move) = self.try_gains::<PV>(base, stand_pat, window)?;
        self.memory.moves.drop_from(base);
        // Step 7. Table entry.
        let entry =
            Entry { mv: best_move, score: best, bound: original.bound(best), depth: Depth::ZERO, static_eval, was_pv };
        self.shared.table.set(key, ply, entry);
        Ok(best)
    }

    /// Returns the best score among standing pat, the moves above `base`, and the bound of futility. Also returns the best move
    /// if it raises alpha.
    fn try_gains<const PV: bool>(
        &mut self,
        base: StackMark,
        stand_pat: Score,
        mut window: Window,
    ) -> Result<(Score, Option<Move>), Stopped> {
        let (mut best, mut best_move) = (stand_pat, None);
        let mut next = base.changing;
        while let Some(candidate) = ordering::pick(&mut self.memory.moves.changing[next..]) {
            next += 1;
            if !self.sees(&candidate) {
                continue;
            }
            // Futility: this gain and all that follow are too small.
            let hoped = stand_pat + candidate.gain.min(10_000) + params::quiescence_margin();
            if hoped <= window.alpha && !window.alpha.is_mate() {
                best = best.max(hoped);
                break;
            }
            if PV {
                self.line.next_frame_mut().pv.clear();
            }
            self.push(&candidate)?;
            self.counters.count(Counter::QuiescenceNode);
            let score = match self.line.ended() {
                Some(score) => Ok(-score),
                None => self.quiescence::<PV>(window.flipped(), true).map(|score| -score),
            };
            self.line.pop();
            let score = score?;
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    best_move = Some(candidate.mv);
                    if PV {
                        self.line.extend_pv(candidate.mv);
                    }
                }
            }
            if score >= window.beta {
                break;
            }
        }
        Ok((best, best_move))
    }

    /// Returns the score of standing pat. It is a draw if the next ply without a capture draws the game. Otherwise it is the
    /// corrected static evaluation, or the table's score if that is a better estimate.
    fn stand_pat_score(&self, static_eval: StaticEval, entry: Option<Entry>) -> Score {
        if self.line.no_capture_draw_within(Depth(1)) {
            return Score::DRAW;
        }
        let corrected = self.corrected(static_eval.raw);
        entry.map_or(corrected, |entry| entry.refine(corrected))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network;

    use crate::search::clock::Budget;
    use crate::search::limits::Limits;
    use crate::search::shared::Shared;
    use crate::search::table::Table;
    use crate::search::worker::Memory;
    use crate::util::Signals;
    use khepri_rules::{Game, Position};
    use std::time::Duration;

    /// Red's Pyramid steps from b4 to a3, and the beam of Red's Sphinx turns there and hits the Pharaoh on e3.
    const THREATENED: &str = "x34k4////1p18/4K5//9X1 s khet2 0 1";

    /// The window is far below the static evaluation, so standing pat causes a cut-off.
    const WINDOW: Window = Window { alpha: Score::centipawns(-3001), beta: Score::centipawns(-3000) };

    /// Runs searches of the position on one table.
    fn with_worker<T>(run: impl FnOnce(&mut Worker) -> T) -> T {
        let game = Game::new(THREATENED.parse::<Position>().expect("a position"));
        let (table, limits, signals) = (Table::new(1).expect("1 MiB"), Limits::default(), Signals::default());
        let budget = Budget::new(&limits, game.position().side_to_move(), Duration::ZERO);
        let network = network::embedded();
        let shared = Shared::new(&table, &network, &limits, &signals, budget, 1);
        run(&mut Worker::new(&shared, 0, &game, &mut Memory::default()))
    }

    /// Returns the score and the number of nodes of a quiescence search.
    fn quiescence(worker: &mut Worker, may_stand_pat: bool) -> (Score, u64) {
        let before = worker.nodes;
        let score = worker.quiescence::<false>(WINDOW, may_stand_pat).expect("no limit");
        (score, worker.nodes - before)
    }

    #[test]
    fn a_line_has_a_limited_number_of_evasions() {
        for (evasions, searched) in [(params::quiescence_evasions() - 1, true), (params::quiescence_evasions(), false)]
        {
            let (_, nodes) = with_worker(|worker| {
                worker.evasion_searches = evasions;
                quiescence(worker, false)
            });
            assert_eq!(nodes > 0, searched, "after {evasions} evasions");
        }
    }

    #[test]
    fn a_stand_pat_at_the_limit_of_evasions_is_not_reused_below_the_limit() {
        let fresh = with_worker(|worker| quiescence(worker, false));
        with_worker(|worker| {
            worker.evasion_searches = params::quiescence_evasions();
            quiescence(worker, false);
            worker.evasion_searches = 0;
            assert_eq!(quiescence(worker, false), fresh);
        });
    }

    #[test]
    fn a_stand_pat_under_threat_is_not_reused_at_a_node_without_a_gain() {
        let (fresh, nodes) = with_worker(|worker| quiescence(worker, false));
        assert!(nodes > 0, "the threat is searched");
        with_worker(|worker| {
            assert_eq!(quiescence(worker, true).1, 0, "a gain allows standing pat");
            assert_eq!(quiescence(worker, false), (fresh, nodes));
        });
    }
}
