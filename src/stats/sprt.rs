//! The sequential probability ratio test: when a match has shown which of two hypotheses about the strength holds.
//!
//! Wald, "Sequential Tests of Statistical Hypotheses" (1945), with the generalised likelihood ratio of Van den Bergh,
//! "A practical introduction to the GSPRT", because the shares of draws and of pairs are not known beforehand.

use super::elo::{score_of_elo, t_value_of_normalized_elo};
use super::likelihood::{self, Constraint};
use super::results::{Counts, Pairs};
use super::sample::Sample;
use std::fmt;

/// The scale of the two hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Model {
    /// Elo of the expected score.
    #[default]
    Logistic,
    /// Elo of the expected score in units of its deviation, which makes tests equally long whatever the share of draws.
    Normalized,
}

impl Model {
    /// All models.
    pub const ALL: [Model; 2] = [Model::Logistic, Model::Normalized];

    /// The name by which users call it.
    pub fn name(self) -> &'static str {
        match self {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        }
    }

    /// The model with this name.
    pub fn from_name(name: &str) -> Option<Model> {
        Model::ALL.into_iter().find(|model| model.name() == name)
    }

    /// The greatest difference that a hypothesis may state, in Elo of this model. A logistic score beyond it is 0 or 1
    /// for all that a match can show, and the iteration for t-values starts safely up to 231.
    pub fn most_elo(self) -> f64 {
        match self {
            Model::Logistic => 1000.0,
            Model::Normalized => 200.0,
        }
    }
}

/// What a test is about; [`Test::new`] checks it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameters {
    /// The Elo of H0.
    pub elo0: f64,
    /// The Elo of H1, more than that of H0.
    pub elo1: f64,
    /// How probable it may be that H1 is accepted at `elo0`.
    pub alpha: f64,
    /// How probable it may be that H0 is accepted at `elo1`.
    pub beta: f64,
    /// The scale of `elo0` and `elo1`.
    pub model: Model,
}

impl Default for Parameters {
    /// Logistic [0, 5] with 5 % of each error.
    fn default() -> Parameters {
        Parameters { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Logistic }
    }
}

/// The smallest error that a test may promise: with less, no match is long enough to decide it.
const LEAST_ERROR: f64 = 1e-10;

/// Why parameters make no test.
#[derive(Clone, PartialEq, Debug)]
pub struct InvalidTest {
    /// The field of [`Parameters`] at fault.
    pub field: &'static str,
    /// What it should have been.
    pub expected: String,
    /// What it was.
    pub found: f64,
}

impl fmt::Display for InvalidTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let InvalidTest { field, expected, found } = self;
        write!(f, "{field}: expected {expected}, found ")?;
        // Without an exponent such numbers have hundreds of digits.
        let is_long = *found != 0.0 && !(1e-6..1e12).contains(&found.abs());
        if is_long { write!(f, "{found:e}") } else { write!(f, "{found}") }
    }
}

impl std::error::Error for InvalidTest {}

/// A checked test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Test {
    parameters: Parameters,
}

/// The log-likelihood ratios at which a test ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// At or below it, H0 is accepted.
    pub lower: f64,
    /// At or above it, H1 is accepted.
    pub upper: f64,
}

/// What a test says to a log-likelihood ratio.
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
    /// The test, or the first field that is wrong.
    pub fn new(parameters: Parameters) -> Result<Test, InvalidTest> {
        let Parameters { elo0, elo1, alpha, beta, model } = parameters;
        let most = model.most_elo();
        for (field, elo) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-most..=most).contains(&elo) {
                let expected = format!("{} Elo from -{most} to {most}", model.name());
                return Err(InvalidTest { field, expected, found: elo });
            }
        }
        if elo0 >= elo1 {
            return Err(InvalidTest { field: "elo1", expected: format!("more than elo0, {elo0}"), found: elo1 });
        }
        for (field, probability) in [("alpha", alpha), ("beta", beta)] {
            if !(LEAST_ERROR..=1.0 - LEAST_ERROR).contains(&probability) {
                let expected = format!("a probability from {LEAST_ERROR:e} to 1 - {LEAST_ERROR:e}");
                return Err(InvalidTest { field, expected, found: probability });
            }
        }
        // So the bounds lie on different sides of 0.
        if alpha + beta >= 1.0 {
            let expected = format!("less than 1 together with alpha, {alpha}");
            return Err(InvalidTest { field: "beta", expected, found: beta });
        }
        Ok(Test { parameters })
    }

    /// What the test is about.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Wald's bounds, ln(β/(1 − α)) and ln((1 − β)/α).
    pub fn bounds(&self) -> Bounds {
        let Parameters { alpha, beta, .. } = self.parameters;
        Bounds { lower: (beta / (1.0 - alpha)).ln(), upper: ((1.0 - beta) / alpha).ln() }
    }

    /// The log-likelihood ratio of H1 against H0 from pairs of games; 0 without any.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        self.llr_of(&Sample::from(pairs))
    }

    /// The log-likelihood ratio from single games. Games of one opening are not independent: where there are pairs,
    /// [`llr`](Test::llr) is the right one, and ends sooner.
    pub fn llr_games(&self, counts: &Counts) -> f64 {
        self.llr_of(&Sample::from(counts))
    }

    /// The log-likelihood ratio of any sample; 0 without trials.
    pub fn llr_of(&self, sample: &Sample) -> f64 {
        if sample.is_empty() {
            return 0.0;
        }
        let Parameters { elo0, elo1, model, .. } = self.parameters;
        let [null, alternative] = [elo0, elo1].map(|elo| match model {
            Model::Logistic => Constraint::Score(score_of_elo(elo)),
            Model::Normalized => Constraint::TValue(t_value_of_normalized_elo(elo, sample.trial())),
        });
        likelihood::log_ratio(sample, null, alternative)
    }

    /// What the test says to a log-likelihood ratio.
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
