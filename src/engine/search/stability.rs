//! The stability of the best move over the iterations: a search with a stable best move needs less time.
//!
//! Source: <https://www.chessprogramming.org/Time_Management>.

use super::params;
use super::root_move::RootMove;
use crate::eval::Score;
use khepri_rules::Move;

/// The results of the iterations of one search so far.
#[derive(Default, Debug)]
pub struct Stability {
    best: Option<Move>,
    /// The number of iterations since the best move changed.
    unchanged: u32,
    /// The mean of the scores so far, in centipawns. Each new score has the same weight as all earlier scores together.
    mean: Option<i32>,
    /// The mean of the scores before the last one, minus the last one, in centipawns.
    fall: i32,
    /// The share of the nodes spent on the best move, in percent.
    share: u32,
    /// Whether a win is proven.
    wins: bool,
}

impl Stability {
    /// Records a complete iteration. `moves` has the root moves, the best of the iteration first.
    pub fn observe(&mut self, moves: &[RootMove]) {
        let Some(first) = moves.first() else { return };
        let all: u64 = moves.iter().map(|root| root.nodes).sum();
        self.add(first.mv(), first.score, first.nodes * 100 / all.max(1));
    }

    fn add(&mut self, best: Move, score: Score, share: u64) {
        self.unchanged = if self.best == Some(best) { self.unchanged + 1 } else { 0 };
        self.best = Some(best);
        let value = score.value();
        let mean = self.mean.unwrap_or(value);
        self.fall = mean - value;
        self.mean = Some((mean + value) / 2);
        self.share = share.min(100) as u32;
        self.wins = score.is_mate() && score > Score::DRAW;
    }

    /// Returns the time that the search needs, in percent of the planned time.
    pub fn need(&self) -> u32 {
        let iterations = self.unchanged.min(params::stable_after());
        let change = params::best_move_changed().saturating_sub(params::best_move_stable() * iterations);
        let fall = self.fall.clamp(-10_000, 10_000) * params::score_fall() / 100;
        let score = 100 + fall.clamp(-params::score_rise_most(), params::score_fall_most());
        let (others, best) = (params::nodes_on_others(), params::nodes_on_best());
        let nodes = others - (others - best) * self.share / 100;
        let need = change * score as u32 * nodes / 10_000;
        if self.wins { need * params::win_proven() / 100 } else { need }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::Square;

    fn mv(number: usize) -> Move {
        Move::step([Square::A1, Square::J8][number], Square::B2)
    }

    /// Returns the need after iterations with these best moves, scores and shares.
    fn need(iterations: &[(usize, i32, u64)]) -> u32 {
        let mut stability = Stability::default();
        for &(number, score, share) in iterations {
            stability.add(mv(number), Score::centipawns(score), share);
        }
        stability.need()
    }

    #[test]
    fn a_stable_best_move_needs_less_time_and_a_changed_one_more() {
        let needs: Vec<u32> = (1..10).map(|count| need(&vec![(0, 20, 50); count])).collect();
        assert!(needs.is_sorted_by(|a, b| a >= b) && needs[0] > needs[8], "{needs:?}");
        assert!(need(&[(0, 20, 50), (0, 20, 50), (0, 20, 50), (1, 20, 50)]) > needs[3]);
    }

    #[test]
    fn a_falling_score_needs_more_time() {
        let (fallen, same, risen) =
            (need(&[(0, 20, 50), (0, -60, 50)]), need(&[(0, 20, 50); 2]), need(&[(0, 20, 50), (0, 100, 50)]));
        assert!(fallen > same && same > risen, "{fallen} {same} {risen}");
    }

    #[test]
    fn a_best_move_with_most_nodes_needs_less_time() {
        assert!(need(&[(0, 20, 95)]) < need(&[(0, 20, 60)]));
        assert!(need(&[(0, 20, 60)]) < need(&[(0, 20, 10)]));
    }

    #[test]
    fn a_proven_win_needs_little_time_and_no_score_overflows() {
        let mut stability = Stability::default();
        for (number, score) in [Score::win_in(9), Score::loss_in(8), Score::win_in(9)].into_iter().enumerate() {
            stability.add(mv(number % 2), score, 50);
        }
        assert!(stability.need() < 50, "{}", stability.need());
    }
}
