//! The sequential probability ratio test (SPRT): decides between two hypotheses about the strength, and when to stop a match.
//!
//! Wald, "Sequential Tests of Statistical Hypotheses" (1945), with the generalised likelihood ratio of Van den Bergh,
//! "A practical introduction to the GSPRT", since the probabilities of the outcomes are unknown.

use super::elo::{score_of_elo, t_value_of_normalized_elo};
use super::likelihood::{self, Constraint};
use super::sample::Sample;
use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The scale of the two hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo of the expected score.
    #[default]
    Logistic,
    /// Elo of the expected score in units of the standard deviation of the results. With this scale, the length of a test
    /// does not depend on the share of draws.
    Normalized,
}

impl Model {
    /// All models.
    pub const ALL: [Model; 2] = [Model::Logistic, Model::Normalized];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        }
    }

    /// Returns the largest Elo of a hypothesis in this model. No match distinguishes larger logistic differences from a
    /// score of 0 or 1. The iteration for t-values is reliable up to 231 normalized Elo.
    pub fn max_elo(self) -> f64 {
        match self {
            Model::Logistic => 1000.0,
            Model::Normalized => 200.0,
        }
    }
}

/// The parameters of a test; [`Test::new`] checks them.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, Args)]
pub struct Parameters {
    /// The Elo of H0.
    #[arg(long, value_name = "NUMBER", default_value_t = Parameters::default().elo0)]
    pub elo0: f64,
    /// The Elo of H1, which is greater than that of H0.
    #[arg(long, value_name = "NUMBER", default_value_t = Parameters::default().elo1)]
    pub elo1: f64,
    /// The probability of accepting H1 at `elo0`.
    #[arg(long, value_name = "NUMBER", default_value_t = Parameters::default().alpha)]
    pub alpha: f64,
    /// The probability of accepting H0 at `elo1`.
    #[arg(long, value_name = "NUMBER", default_value_t = Parameters::default().beta)]
    pub beta: f64,
    /// The scale of `elo0` and `elo1`.
    #[arg(long, value_name = "MODEL", default_value = "logistic")]
    pub model: Model,
}

impl Default for Parameters {
    /// Returns logistic [0, 5] with a probability of 5 % for each error.
    fn default() -> Parameters {
        Parameters { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Logistic }
    }
}

/// The smallest error probability. No match is long enough for a smaller one.
const MIN_ERROR: f64 = 1e-10;

/// Parameters that [`Test::new`] refuses.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{field}: expected {expected}, found {}", number(*.found))]
pub struct InvalidTest {
    /// The field of [`Parameters`].
    pub field: &'static str,
    /// The expected value or range.
    pub expected: String,
    /// The value of the field.
    pub found: f64,
}

/// Writes a number, with an exponent if it would have many digits without one.
fn number(number: f64) -> String {
    let is_long = number != 0.0 && !(1e-6..1e12).contains(&number.abs());
    if is_long { format!("{number:e}") } else { number.to_string() }
}

/// A checked test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Test(Parameters);

/// The log-likelihood ratios at which a test stops.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// The ratio at or below which H0 is accepted.
    pub lower: f64,
    /// The ratio at or above which H1 is accepted.
    pub upper: f64,
}

/// The decision of a test at a log-likelihood ratio.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// More games are needed.
    Continue,
    /// `elo1` is rejected in favour of `elo0`, with the error β at `elo1`.
    AcceptH0,
    /// `elo0` is rejected in favour of `elo1`, with the error α at `elo0`.
    AcceptH1,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::Continue => "continue",
            Decision::AcceptH0 => "H0 accepted",
            Decision::AcceptH1 => "H1 accepted",
        })
    }
}

impl Test {
    /// Checks the parameters and returns the test.
    ///
    /// # Errors
    /// The first field that is out of range.
    pub fn new(parameters: Parameters) -> Result<Test, InvalidTest> {
        let Parameters { elo0, elo1, alpha, beta, model } = parameters;
        let max = model.max_elo();
        for (field, elo) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-max..=max).contains(&elo) {
                let expected = format!("{} Elo from -{max} to {max}", model.name());
                return Err(InvalidTest { field, expected, found: elo });
            }
        }
        if elo0 >= elo1 {
            return Err(InvalidTest { field: "elo1", expected: format!("more than elo0, {elo0}"), found: elo1 });
        }
        for (field, probability) in [("alpha", alpha), ("beta", beta)] {
            if !(MIN_ERROR..=1.0 - MIN_ERROR).contains(&probability) {
                let expected = format!("a probability from {MIN_ERROR:e} to 1 - {MIN_ERROR:e}");
                return Err(InvalidTest { field, expected, found: probability });
            }
        }
        // With larger probabilities, 0 would not lie between the bounds.
        if alpha + beta >= 1.0 {
            let expected = format!("less than 1 together with alpha, {alpha}");
            return Err(InvalidTest { field: "beta", expected, found: beta });
        }
        Ok(Test(parameters))
    }

    /// Returns the parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.0
    }

    /// Returns Wald's bounds, ln(β/(1 − α)) and ln((1 − β)/α).
    pub fn bounds(&self) -> Bounds {
        let Parameters { alpha, beta, .. } = self.0;
        Bounds { lower: (beta / (1.0 - alpha)).ln(), upper: ((1.0 - beta) / alpha).ln() }
    }

    /// Returns the log-likelihood ratio of H1 against H0 from pairs or games; 0 without trials. Games from the same opening
    /// are not independent: prefer pairs, which also decide sooner.
    pub fn llr(&self, results: impl Into<Sample>) -> f64 {
        let sample = results.into();
        if sample.is_empty() {
            return 0.0;
        }
        let Parameters { elo0, elo1, model, .. } = self.0;
        let [null, alternative] = [elo0, elo1].map(|elo| match model {
            Model::Logistic => Constraint::Score(score_of_elo(elo)),
            Model::Normalized => Constraint::TValue(t_value_of_normalized_elo(elo, sample.trial())),
        });
        likelihood::log_ratio(&sample, null, alternative)
    }

    /// Returns the decision at a log-likelihood ratio.
    pub fn decide(&self, llr: f64) -> Decision {
        let Bounds { lower, upper } = self.bounds();
        if llr >= upper {
            Decision::AcceptH1
        } else if llr <= lower {
            Decision::AcceptH0
        } else {
            Decision::Continue
        }
    }
}

#[cfg(test)]
mod tests;
