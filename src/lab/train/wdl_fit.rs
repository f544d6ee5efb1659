//! Fits the models of `UCI_ShowWDL` to the scores and results of games, by maximum likelihood.

use super::scored::{LARGEST_SCORE, Scored, cells};
use khepri_arena::stats::GameResult;
use khepri_engine::internal::eval::pieces::PieceGroup;
use khepri_engine::internal::eval::wdl::Model;
use khepri_rules::kgn::Record;
use std::collections::{BTreeMap, BTreeSet};

/// The least number of games with scores in a group for a model of its own. With fewer games, chance decides the parameters.
const LEAST_GAMES: u64 = 200;

/// The scores and results of games by group of positions.
#[derive(Clone, Default, Debug)]
pub struct GroupScores {
    all: Scores,
    groups: BTreeMap<PieceGroup, Scores>,
}

impl GroupScores {
    /// Adds the scores of a finished game, except forced wins and losses.
    ///
    /// The scores of a game in one group and one range of scores share the weight 1. Otherwise the few games that go on for
    /// hundreds of plies without progress, most of them draws, would have most of the weight.
    pub fn add_game(&mut self, record: &Record) {
        let mut reached = BTreeSet::new();
        for ((group, _), positions) in cells(record) {
            let weight = 1.0 / positions.len() as f64;
            for scores in [&mut self.all, self.groups.entry(group).or_default()] {
                positions.iter().for_each(|scored| scores.add(scored, weight));
            }
            reached.insert(group);
        }
        self.all.games += u64::from(!reached.is_empty());
        for group in reached {
            self.groups.entry(group).or_default().games += 1;
        }
    }

    /// Returns the scores of all groups together.
    pub fn all(&self) -> &Scores {
        &self.all
    }

    /// Returns the model that fits all scores best, and the fit of each group; `None` without scores. A group with few games has
    /// the model of the next larger number of pieces. If there is none, it has that of all scores.
    pub fn fit(&self) -> Option<(Model, Vec<GroupFit>)> {
        let together = self.all.fit()?;
        let mut fits: Vec<GroupFit> = Vec::new();
        for group in PieceGroup::all() {
            let scores = self.groups.get(&group).cloned().unwrap_or_default();
            let own = if scores.games < LEAST_GAMES { None } else { scores.fit() };
            let larger = fits.last().filter(|larger| larger.group.has_eyes == group.has_eyes);
            let model = own.or(larger.map(|larger| larger.model)).unwrap_or(together);
            fits.push(GroupFit { group, scores, model });
        }
        Some((together, fits))
    }
}

/// The scores of the positions in a group, and the model that is fitted to them.
#[derive(Clone, Debug)]
pub struct GroupFit {
    /// The group.
    pub group: PieceGroup,
    /// Its scores.
    pub scores: Scores,
    /// The model.
    pub model: Model,
}

/// The results of games by score in centipawns.
#[derive(Clone, Default, Debug)]
pub struct Scores {
    games: u64,
    number: u64,
    /// The weights of wins, draws and losses.
    weights: BTreeMap<i32, [f64; 3]>,
}

impl Scores {
    fn add(&mut self, &Scored { score, result, .. }: &Scored, weight: f64) {
        self.number += 1;
        let [win, draw, loss] = self.weights.entry(score).or_default();
        *match result {
            GameResult::Win => win,
            GameResult::Draw => draw,
            GameResult::Loss => loss,
        } += weight;
    }

    /// Returns the number of games with scores.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of scores.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the weight of all scores.
    pub fn weight(&self) -> f64 {
        self.weights.values().flatten().sum()
    }

    /// Returns the weights of wins, draws and losses for scores in centipawns from `from` to `to`, excluding `to`.
    pub fn between(&self, from: i32, to: i32) -> [f64; 3] {
        let add = |[a, b, c]: [f64; 3], [win, draw, loss]: &[f64; 3]| [a + win, b + draw, c + loss];
        self.weights.range(from..to).fold([0.0; 3], |sum, (_, weights)| add(sum, weights))
    }

    /// Returns the mean log-likelihood of the results under a model; 0 without scores.
    pub fn log_likelihood(&self, model: &Model) -> f64 {
        if self.number == 0 {
            return 0.0;
        }
        // Without a lower bound, a single result that the model excludes would make the likelihood zero.
        let log = |share: f64| share.max(1e-6).ln();
        let sum: f64 = self
            .weights
            .iter()
            .map(|(&score, &[wins, draws, losses])| {
                let score = f64::from(score);
                wins * log(model.win(score)) + draws * log(model.draw(score)) + losses * log(model.loss(score))
            })
            .sum();
        sum / self.weight()
    }

    /// Returns the model with the highest likelihood, or `None` without scores. A pattern search changes one parameter at a
    /// time, and halves the step when no change is better. The parameters are bounded, because with few games or meaningless
    /// scores the best ones are infinite.
    ///
    /// Source: R. Hooke, T. A. Jeeves, Direct search solution of numerical and statistical problems, 1961.
    pub fn fit(&self) -> Option<Model> {
        if self.number == 0 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::internal::util::random::Random;
    use khepri_rules::kgn::Reader;

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
            scores.add(&Scored { hash: 0, score, result }, 1.0);
        }
        let found = scores.fit().expect("there are scores");
        // Three standard deviations are below 2 centipawns.
        assert!((found.even - truth.even).abs() < 2.0 && (found.slope - truth.slope).abs() < 2.0, "{found:?}");
        assert_eq!((scores.number(), scores.weight()), (60_000, 60_000.0));
        assert_eq!(Scores::default().fit(), None);
    }

    #[test]
    fn a_group_with_few_games_has_the_model_of_its_neighbour_with_more_pieces() {
        let [few, enough] = [LEAST_GAMES - 1, LEAST_GAMES];
        // At the even score, a half of the games are won and a tenth is lost: the slope is even / ln 3.
        let scores = |games, even: i32| {
            let mut scores = Scores { games, ..Scores::default() };
            for score in [-even, even] {
                let results = [GameResult::Win, GameResult::Draw, GameResult::Loss];
                let weights = if score > 0 { [5.0, 4.0, 1.0] } else { [1.0, 4.0, 5.0] };
                for (result, weight) in results.into_iter().zip(weights) {
                    scores.add(&Scored { hash: 0, score, result }, weight);
                }
            }
            scores
        };
        let all: Vec<PieceGroup> = PieceGroup::all().collect();
        let cells = [(0, few, 500), (1, enough, 100), (2, few, 500), (4, enough, 300), (6, enough, 400)];
        let groups = cells.map(|(at, games, even)| (all[at], scores(games, even)));
        let grouped = GroupScores { all: scores(1, 200), groups: groups.into() };
        let (together, fits) = grouped.fit().expect("there are scores");
        let evens: Vec<f64> = fits.iter().map(|fit| fit.model.even.round()).collect();
        // The first group has none with more pieces, so it has the model of all scores.
        assert_eq!(evens, [200.0, 100.0, 100.0, 100.0, 300.0, 300.0, 400.0, 400.0]);
        assert_eq!(together.even.round(), 200.0);
        assert!(fits.iter().map(|fit| &fit.group).eq(&all));
        assert!(GroupScores::default().fit().is_none());
    }

    #[test]
    fn the_scores_of_a_game_in_one_group_and_range_share_the_weight_1() {
        let text = "[SetUp \"classic\"]\n\n1. h2g2 {+1.00/9} c7d7 {+0.20/9} 2. g2h2 {+1.90/9} d7c7 {+1.10/9} 3. h2g2 {+M3/9} 1-0";
        let record = Reader::new(text.as_bytes()).next().expect("a game").expect("no fault");
        let mut grouped = GroupScores::default();
        (0..2).for_each(|_| grouped.add_game(&record));
        let scores = grouped.all();
        assert_eq!((scores.games(), scores.number()), (2, 8));
        // Silver wins. In the range from 100 to 199 centipawns are two scores of Silver and one of Red, in that from 0 to 99 one of Red.
        let rounded = |from, to| scores.between(from, to).map(|weight| (weight * 1e6).round() / 1e6);
        assert_eq!(rounded(0, 100), [0.0, 0.0, 2.0]);
        assert_eq!(rounded(100, 200), [1.333_333, 0.0, 0.666_667]);
        assert!((scores.weight() - 4.0).abs() < 1e-9);
    }

    #[test]
    fn meaningless_scores_give_a_model_at_the_bounds() {
        let mut scores = Scores::default();
        scores.add(&Scored { hash: 0, score: 100, result: GameResult::Loss }, 1.0);
        scores.add(&Scored { hash: 0, score: -100, result: GameResult::Win }, 1.0);
        // No game was drawn, and the flattest model has the highest likelihood.
        assert_eq!(scores.fit(), Some(Model { even: 0.0, slope: f64::from(LARGEST_SCORE) }));
    }
}
