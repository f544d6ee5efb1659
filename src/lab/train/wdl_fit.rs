//! Fits the model of `UCI_ShowWDL` to the scores and results of games, by maximum likelihood.

use khepri_arena::stats::{Counts, GameResult};
use khepri_engine::internal::eval::wdl::Model;
use khepri_rules::kgn::{Evaluation, Note, Record};
use khepri_rules::{Colour, Outcome};
use std::collections::BTreeMap;

/// The largest score in centipawns. Higher scores are clamped to it. It also bounds the parameters of the fitted model.
pub(super) const LARGEST_SCORE: i32 = 2000;

/// The results of games by score in centipawns.
#[derive(Clone, Default, Debug)]
pub struct Scores(BTreeMap<i32, Counts>);

impl Scores {
    /// Counts the scores of a finished game, except forced wins and losses.
    pub fn add_game(&mut self, record: &Record) {
        let Some(outcome) = record.result else { return };
        let mut mover = record.start.side_to_move();
        for played in &record.moves {
            if let Note::Engine(comment) = &played.note
                && let Some(Evaluation::Centipawns(score)) = comment.evaluation
            {
                self.add(score, result_for(mover, outcome));
            }
            mover = mover.other();
        }
    }

    fn add(&mut self, score: i32, result: GameResult) {
        self.0.entry(score.clamp(-LARGEST_SCORE, LARGEST_SCORE)).or_default().record(result);
    }

    /// Returns the number of scores.
    pub fn total(&self) -> u64 {
        self.0.values().map(Counts::games).sum()
    }

    /// Returns the results for scores in centipawns from `from` to `to`, excluding `to`.
    pub fn between(&self, from: i32, to: i32) -> Counts {
        self.0.range(from..to).fold(Counts::default(), |sum, (_, counts)| sum + *counts)
    }

    /// Returns the mean log-likelihood of the results under a model.
    pub fn log_likelihood(&self, model: &Model) -> f64 {
        // Without a lower bound, a single result that the model excludes would make the likelihood zero.
        let log = |share: f64| share.max(1e-6).ln();
        let sum: f64 = self
            .0
            .iter()
            .map(|(&score, counts)| {
                let score = f64::from(score);
                counts.wins as f64 * log(model.win(score))
                    + counts.draws as f64 * log(model.draw(score))
                    + counts.losses as f64 * log(model.loss(score))
            })
            .sum();
        sum / self.total().max(1) as f64
    }

    /// Returns the model with the highest likelihood, or `None` without scores. A pattern search changes one parameter at a
    /// time, and halves the step when no change is better. The parameters are bounded, because with few games or meaningless
    /// scores the best ones are infinite.
    ///
    /// Source: R. Hooke, T. A. Jeeves, Direct search solution of numerical and statistical problems, 1961.
    pub fn fit(&self) -> Option<Model> {
        if self.total() == 0 {
            return None;
        }
        let mut best = Model { even: 50.0, slope: 100.0 };
        let mut likelihood = self.log_likelihood(&best);
        let mut step = 32.0;
        let most = f64::from(LARGEST_SCORE);
        while step > 0.01 {
            let better = [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)]
                .map(|(even, slope)| Model {
                    even: (best.even + even).clamp(0.0, most),
                    slope: (best.slope + slope).clamp(1.0, most),
                })
                .map(|model| (self.log_likelihood(&model), model))
                .into_iter()
                .max_by(|a, b| a.0.total_cmp(&b.0))
                .filter(|&(other, _)| other > likelihood);
            match better {
                Some((other, model)) => (likelihood, best) = (other, model),
                None => step /= 2.0,
            }
        }
        Some(best)
    }
}

/// Returns the result of a game for a player.
pub(super) fn result_for(player: Colour, outcome: Outcome) -> GameResult {
    match outcome {
        Outcome::Win(winner) if winner == player => GameResult::Win,
        Outcome::Win(_) => GameResult::Loss,
        Outcome::Draw => GameResult::Draw,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::internal::util::random::Random;
    use khepri_rules::kgn::{Comment, PlayedMove};
    use khepri_rules::{Move, RuleSet, setups};

    #[test]
    fn the_model_that_generated_the_results_is_found() {
        let truth = Model { even: 85.0, slope: 42.0 };
        let mut random = Random::seed_from_u64(3);
        let mut scores = Scores::default();
        for _ in 0..60_000 {
            let score = random.below(801) as i32 - 400;
            let chance = random.below(1_000_000) as f64 / 1e6;
            let (win, loss) = (truth.win(f64::from(score)), truth.loss(f64::from(score)));
            let result = if chance < win {
                GameResult::Win
            } else if chance < win + loss {
                GameResult::Loss
            } else {
                GameResult::Draw
            };
            scores.add(score, result);
        }
        let found = scores.fit().expect("there are scores");
        // Three standard deviations are below 2 centipawns.
        assert!((found.even - truth.even).abs() < 2.0 && (found.slope - truth.slope).abs() < 2.0, "{found:?}");
        assert_eq!(scores.total(), 60_000);
        assert_eq!(Scores::default().fit(), None);
    }

    #[test]
    fn meaningless_scores_give_a_model_at_the_bounds() {
        let mut scores = Scores::default();
        scores.add(100, GameResult::Loss);
        scores.add(-100, GameResult::Win);
        // No game was drawn, and the flattest model has the highest likelihood.
        assert_eq!(scores.fit(), Some(Model { even: 0.0, slope: f64::from(LARGEST_SCORE) }));
    }

    #[test]
    fn results_are_counted_for_the_player_who_moved() {
        let mut record =
            Record::new(setups::named(RuleSet::Khet2, setups::CLASSIC).expect("a set-up").position.clone());
        record.result = Some(Outcome::Win(Colour::Red));
        let evaluations = [Some(Evaluation::Centipawns(-30)), Some(Evaluation::Centipawns(40)), None];
        for (text, evaluation) in ["h2g2", "c7d7", "g2h2"].into_iter().zip(evaluations) {
            let note = Note::Engine(Comment { evaluation, ..Comment::default() });
            record.moves.push(PlayedMove::new(text.parse::<Move>().expect("a move"), note));
        }
        let mate = Note::Engine(Comment { evaluation: Some(Evaluation::Mate(3)), ..Comment::default() });
        record.moves.push(PlayedMove::new("d7c7".parse::<Move>().expect("a move"), mate));
        let mut scores = Scores::default();
        scores.add_game(&record);
        assert_eq!(scores.between(-30, -29), Counts { wins: 0, draws: 0, losses: 1 });
        assert_eq!(scores.between(40, 41), Counts { wins: 1, draws: 0, losses: 0 });
        assert_eq!(scores.total(), 2, "a forced end and a move without a score are not counted");
        record.result = None;
        scores.add_game(&record);
        assert_eq!(scores.total(), 2);
    }
}
