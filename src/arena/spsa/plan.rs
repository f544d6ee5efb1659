//! The plan of a run: the engine, the parameters and the games, and the match that each iteration plays.

use super::optimiser::{Optimiser, Trial};
use super::parameters::Parameter;
use crate::engine::player::Deadlines;
use crate::engine::spec::EngineSpec;
use crate::game::referee::Conditions;
use crate::shard::Shard;
use crate::tournament::plan::Tournament;
use crate::tournament::schedule::{Format, Schedule};
use khepri_rules::internal::util::fnv::fnv1a;
use khepri_rules::opening::Opening;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// First line of the text that is hashed. Its number changes with the format of the text or with the algorithm, so that earlier
/// records do not match.
const DIGEST_VERSION: &str = "khepri spsa 1";

/// The names of the engines of a match, in order: the values with the perturbation added and subtracted.
pub const NAMES: [&str; 2] = ["plus", "minus"];

/// The plan of a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The engine, without the parameters.
    pub engine: EngineSpec,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The openings. Each iteration has its own order.
    pub openings: Vec<Opening>,
    /// The margin and the adjudication.
    pub conditions: Conditions,
    /// The maximum times to wait for engines.
    pub deadlines: Deadlines,
    /// Number of concurrent games.
    pub concurrency: usize,
    /// Number of pairs of games.
    pub pairs: u64,
    /// Number of pairs of an iteration. The last iteration may have fewer.
    pub pairs_an_iteration: u64,
    /// The seed of the perturbations and of the order of the openings.
    pub seed: u64,
}

impl Plan {
    /// Returns the number of iterations.
    pub fn iterations(&self) -> u64 {
        self.pairs.div_ceil(self.pairs_an_iteration.max(1))
    }

    /// Returns the numbers of the pairs of an iteration, both from 1.
    pub fn pairs_of(&self, iteration: u64) -> RangeInclusive<u64> {
        let before = iteration.saturating_sub(1).saturating_mul(self.pairs_an_iteration);
        before.saturating_add(1)..=before.saturating_add(self.pairs_an_iteration).min(self.pairs)
    }

    /// Returns the optimiser before the first iteration.
    pub fn optimiser(&self) -> Optimiser {
        Optimiser::new(self.parameters.clone(), self.iterations(), self.seed)
    }

    /// Returns the options that set the parameters to these values.
    pub fn options<'a>(&'a self, values: &'a [f64]) -> impl Iterator<Item = (String, String)> + 'a {
        self.parameters.iter().zip(values).map(|(parameter, value)| (parameter.name.clone(), parameter.text(*value)))
    }

    /// Returns the engine with the parameters set to these values.
    pub fn engine_with(&self, values: &[f64]) -> EngineSpec {
        let mut engine = self.engine.clone();
        engine.options.extend(self.options(values));
        engine
    }

    /// Returns the match of an iteration. `plus` is its first engine.
    pub fn tournament(&self, trial: &Trial) -> Tournament {
        let engines = [&trial.plus, &trial.minus].into_iter().zip(NAMES);
        let engines = engines.map(|(values, name)| EngineSpec { name: name.to_owned(), ..self.engine_with(values) });
        let games = 2 * self.pairs_of(trial.iteration).count() as u64;
        let schedule = Schedule::new(Format::RoundRobin, 2, self.openings.len(), Some(games), Some(trial.seed));
        let order = format!("{} seed {}", Format::RoundRobin.name(), trial.seed);
        self.tournament_of(engines.collect(), schedule, order)
    }

    fn tournament_of(&self, engines: Vec<EngineSpec>, schedule: Schedule, order: String) -> Tournament {
        Tournament {
            engines,
            openings: self.openings.clone(),
            schedule,
            conditions: self.conditions,
            sprt: None,
            order,
            shard: Shard::WHOLE,
            deadlines: self.deadlines,
            concurrency: self.concurrency,
        }
    }

    /// Returns the digest of the settings that determine the games. As for a match, the path of the program, the concurrency and
    /// the deadlines are left out.
    pub fn digest(&self) -> String {
        let engine = EngineSpec { name: String::new(), ..self.engine.clone() };
        let none = Schedule::new(Format::RoundRobin, 1, 0, Some(0), None);
        let games = self.tournament_of(vec![engine], none, String::new()).digest();
        let Plan { pairs, pairs_an_iteration, seed, .. } = self;
        let mut text = format!("{DIGEST_VERSION}\n{games}\npairs {pairs} {pairs_an_iteration}\nseed {seed}\n");
        for parameter in &self.parameters {
            let _ = writeln!(text, "{parameter}");
        }
        format!("{:016x}", fnv1a(text.as_bytes()))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::parameters::read;
    use super::*;
    use std::collections::HashSet;
    use std::time::Duration;

    /// Returns a plan with two parameters, 5 pairs and 2 pairs an iteration.
    pub fn plan() -> Plan {
        let text = "futility_base, int, 100, 0, 300, 20, 0.01\nscale, float, 1, 0, 2, 0.25, 0.01";
        let mut engine = EngineSpec::default();
        engine.read(["cmd=./khepri", "option.Hash=1", "nodes=500"]).expect("an engine");
        let second = Duration::from_secs(1);
        Plan {
            engine,
            parameters: read(text.as_bytes()).expect("parameters"),
            openings: vec!["khet2 classic moves h2g2".parse::<Opening>().expect("an opening")],
            conditions: Conditions::default(),
            deadlines: Deadlines { start: second, ready: second, quit: second, answer: second },
            concurrency: 1,
            pairs: 5,
            pairs_an_iteration: 2,
            seed: 1,
        }
    }

    #[test]
    fn the_last_iteration_has_the_rest_of_the_pairs() {
        let plan = plan();
        assert_eq!(plan.iterations(), 3);
        assert_eq!([1, 2, 3].map(|iteration| plan.pairs_of(iteration)), [1..=2, 3..=4, 5..=5]);
    }

    #[test]
    fn an_iteration_is_a_match_of_opposite_values() {
        let plan = plan();
        let trial = plan.optimiser().trial().expect("a trial");
        let tournament = plan.tournament(&trial);
        assert_eq!(tournament.scheduled(), Some(4));
        assert_eq!(tournament.order, format!("round-robin seed {}", trial.seed));
        let [plus, minus] = tournament.engines.as_slice() else { panic!("two engines") };
        assert_eq!([plus, minus].map(|engine| engine.name.as_str()), ["plus", "minus"]);
        let option = |engine: &EngineSpec, place: usize| engine.options[place].clone();
        assert_eq!(option(plus, 0), ("Hash".to_owned(), "1".to_owned()));
        assert_eq!(option(plus, 1).0, "futility_base");
        // The perturbation of 20 is 20 · 3^0.101 = 22.3 in the first of three iterations.
        let mut values = [plus, minus].map(|engine| option(engine, 1).1);
        values.sort();
        assert!(
            ["122", "123"].contains(&values[0].as_str()) && ["77", "78"].contains(&values[1].as_str()),
            "{values:?}"
        );
    }

    #[test]
    fn every_setting_that_determines_games_is_in_the_digest() {
        let same = plan();
        let changes: [fn(&mut Plan); 8] = [
            |plan| plan.pairs = 6,
            |plan| plan.pairs_an_iteration = 1,
            |plan| plan.seed = 2,
            |plan| plan.parameters[0].start = 99.0,
            |plan| plan.parameters[1].r_end = 0.02,
            |plan| plan.engine.options[0].1 = "2".to_owned(),
            |plan| plan.openings.push(plan.openings[0].clone()),
            |plan| plan.conditions.adjudication.max_plies = 9,
        ];
        let mut digests = HashSet::from([same.digest()]);
        for (number, change) in changes.into_iter().enumerate() {
            let mut plan = plan();
            change(&mut plan);
            assert!(digests.insert(plan.digest()), "change {number}");
        }
        let unchanged: [fn(&mut Plan); 3] = [
            |plan| plan.engine.command = "./other".into(),
            |plan| plan.engine.name = "other".to_owned(),
            |plan| plan.concurrency = 2,
        ];
        for change in unchanged {
            let mut plan = plan();
            change(&mut plan);
            assert_eq!(plan.digest(), same.digest());
        }
    }
}
