//! The course of a run: the pairs of the current iteration, the values after each iteration, and both as a table and as CSV.
//!
//! The values follow from the results alone, so a run that continues from its records has the same values as one without a break.

use super::optimiser::{Optimiser, Trial};
use super::parameters::Parameter;
use super::plan::Plan;
use super::record::PairRecord;
use crate::names;
use crate::tournament::report::align;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::RangeInclusive;
use thiserror::Error;

/// The beginning of the first line of the CSV.
pub const HEADING: &str = "iteration,games,result";

/// The values after an iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// Number of games up to here.
    pub games: u64,
    /// Games that `plus` won less those that it lost, in this iteration.
    pub result: f64,
    /// The values.
    pub values: Vec<f64>,
}

/// The reason why a record does not continue a run, with the number of its pair.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ForeignPair {
    /// The record belongs to another run.
    #[error(
        "pair {0} belongs to another run: parameters, the engine with its arguments, options and limits, openings, numbers of \
         games and pairs, seed and rules have to be the same"
    )]
    Run(u64),
    /// The pair belongs to another iteration than the pairs before it.
    #[error("pair {0} is out of order: expected one of the pairs {1} to {2}")]
    Order(u64, u64, u64),
    /// The pair was already counted.
    #[error("pair {0} is recorded twice")]
    Repeated(u64),
    /// The run was complete without the pair.
    #[error("pair {0} is beyond the last one")]
    Beyond(u64),
}

/// The course of a run.
pub struct Course<'a> {
    plan: &'a Plan,
    digest: String,
    optimiser: Optimiser,
    /// The trial of the current iteration; `None` after the last one.
    trial: Option<Trial>,
    /// The results of the pairs of the current iteration, by their numbers.
    played: BTreeMap<u64, f64>,
    /// The start, and the values after each iteration.
    points: Vec<Point>,
}

impl<'a> Course<'a> {
    /// Creates the course of a run that has not begun.
    pub fn new(plan: &'a Plan) -> Course<'a> {
        let optimiser = plan.optimiser();
        let start = Point { games: 0, result: 0.0, values: optimiser.values().to_vec() };
        let trial = optimiser.trial();
        Course { plan, digest: plan.digest(), optimiser, trial, played: BTreeMap::new(), points: vec![start] }
    }

    /// Returns the plan of the run.
    pub fn plan(&self) -> &'a Plan {
        self.plan
    }

    /// Returns the digest of the run.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Returns the trial of the current iteration; `None` after the last one.
    pub fn trial(&self) -> Option<&Trial> {
        self.trial.as_ref()
    }

    /// Returns the numbers of the pairs of the current iteration.
    pub fn pairs(&self) -> Option<RangeInclusive<u64>> {
        self.trial.as_ref().map(|trial| self.plan.pairs_of(trial.iteration))
    }

    /// Returns whether a pair of the current iteration is counted.
    pub fn has(&self, pair: u64) -> bool {
        self.played.contains_key(&pair)
    }

    /// Returns the start, and the values after each iteration.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Returns the number of iterations that are done.
    pub fn iterations(&self) -> u64 {
        self.optimiser.done()
    }

    /// Returns the number of games that are counted.
    pub fn games(&self) -> u64 {
        self.points.last().map_or(0, |point| point.games) + 2 * self.played.len() as u64
    }

    /// Counts a pair. The last pair of an iteration moves the values.
    ///
    /// # Errors
    /// The pair does not continue this run.
    pub fn add(&mut self, record: &PairRecord) -> Result<(), ForeignPair> {
        let number = record.pair;
        if record.spsa != self.digest {
            return Err(ForeignPair::Run(number));
        }
        let (Some(trial), Some(pairs)) = (&self.trial, self.pairs()) else { return Err(ForeignPair::Beyond(number)) };
        if !pairs.contains(&number) {
            return Err(ForeignPair::Order(number, *pairs.start(), *pairs.end()));
        }
        if self.played.contains_key(&number) {
            return Err(ForeignPair::Repeated(number));
        }
        self.played.insert(number, record.result());
        if pairs.into_iter().all(|pair| self.played.contains_key(&pair)) {
            let (games, result) = (self.games(), self.played.values().sum());
            self.optimiser.update(trial, result);
            self.points.push(Point { games, result, values: self.optimiser.values().to_vec() });
            self.played.clear();
            self.trial = self.optimiser.trial();
        }
        Ok(())
    }

    /// Returns each parameter with its value.
    pub fn values(&self) -> impl Iterator<Item = (&Parameter, f64)> {
        self.plan.parameters.iter().zip(self.optimiser.values().iter().copied())
    }

    /// Returns the final table: each parameter at the start and at the end, and the words that set the engine's options.
    pub fn table(&self) -> String {
        let (games, all) = (self.games(), 2 * self.plan.pairs);
        let mut text =
            format!("games {games} of {all}\niterations {} of {}\n\n", self.iterations(), self.plan.iterations());
        let heading = ["name", "start", "end"].map(str::to_owned).to_vec();
        let row = |(parameter, value): (&Parameter, f64)| {
            vec![names::shown(&parameter.name), parameter.shown(parameter.start), parameter.shown(value)]
        };
        let rows: Vec<Vec<String>> = std::iter::once(heading).chain(self.values().map(row)).collect();
        text.push_str(&align(&rows, 0));
        text.push('\n');
        for (name, value) in self.plan.options(self.optimiser.values()) {
            let word = format!("option.{name}={value}");
            let is_plain = word.chars().all(|letter| letter.is_ascii_alphanumeric() || "._=-".contains(letter));
            let quoted = if is_plain { None } else { shlex::try_quote(&word).ok() };
            let _ = writeln!(text, "{}", quoted.as_deref().unwrap_or(&word));
        }
        text
    }

    /// Returns the values after each iteration as CSV.
    pub fn csv(&self) -> String {
        let mut text = HEADING.to_owned();
        for parameter in &self.plan.parameters {
            let _ = write!(text, ",{}", quoted(&parameter.name));
        }
        for (iteration, Point { games, result, values }) in self.points.iter().enumerate() {
            let _ = write!(text, "\n{iteration},{games},{result}");
            values.iter().for_each(|value| text.extend([",", &decimal(*value)]));
        }
        text + "\n"
    }
}

/// Returns a value with seven significant digits.
fn decimal(value: f64) -> String {
    (value as f32).to_string()
}

/// Returns a cell of CSV, in quotation marks if it contains one. It contains no comma and no line break.
fn quoted(cell: &str) -> String {
    if cell.contains('"') { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::super::plan::tests::plan;
    use super::*;
    use crate::stats::GameResult::{self, Draw, Loss, Win};

    fn pair(course: &Course, pair: u64, results: [GameResult; 2]) -> PairRecord {
        PairRecord::new(course.digest(), pair, results)
    }

    #[test]
    fn the_values_move_after_the_last_pair_of_an_iteration() {
        let plan = plan();
        let mut course = Course::new(&plan);
        let trial = course.trial().expect("a trial").clone();
        assert_eq!(course.add(&pair(&course, 2, [Win, Win])), Ok(()));
        assert_eq!((course.games(), course.iterations(), course.has(2), course.has(1)), (2, 0, true, false));
        assert_eq!(course.points().len(), 1);
        assert_eq!(course.add(&pair(&course, 1, [Draw, Loss])), Ok(()));
        let mut optimiser = plan.optimiser();
        // Two wins, a draw and a loss.
        optimiser.update(&trial, 1.0);
        assert_eq!(course.points()[1], Point { games: 4, result: 1.0, values: optimiser.values().to_vec() });
        assert_eq!((course.games(), course.pairs()), (4, Some(3..=4)));
    }

    #[test]
    fn records_that_do_not_continue_the_run_are_refused() {
        let plan = plan();
        let mut course = Course::new(&plan);
        assert_eq!(course.add(&pair(&course, 3, [Win, Win])), Err(ForeignPair::Order(3, 1, 2)));
        assert_eq!(course.add(&pair(&course, 1, [Win, Win])), Ok(()));
        assert_eq!(course.add(&pair(&course, 1, [Win, Win])), Err(ForeignPair::Repeated(1)));
        assert_eq!(course.add(&PairRecord::new("0", 2, [Win, Win])), Err(ForeignPair::Run(2)));
        for number in 2..=5 {
            assert_eq!(course.add(&pair(&course, number, [Win, Loss])), Ok(()));
        }
        assert_eq!((course.trial(), course.games(), course.iterations()), (None, 10, 3));
        assert_eq!(course.add(&pair(&course, 6, [Win, Win])), Err(ForeignPair::Beyond(6)));
    }

    #[test]
    fn the_table_has_words_for_the_command_line() {
        let mut plan = plan();
        plan.parameters[1].name = "Eval Scale".to_owned();
        let mut course = Course::new(&plan);
        for number in 1..=2 {
            course.add(&pair(&course, number, [Draw, Draw])).expect("a pair of the run");
        }
        assert_eq!(
            course.table(),
            "games 4 of 10\niterations 1 of 3\n\nname           start    end\nfutility_base  100.0  100.0\n\
             Eval_Scale     1.000  1.000\n\noption.futility_base=100\n'option.Eval Scale=1'\n"
        );
        assert_eq!(course.csv(), "iteration,games,result,futility_base,Eval Scale\n0,0,0,100,1\n1,4,0,100,1\n");
    }
}
