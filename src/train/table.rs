//! Weights as the source has them, and what has changed.

use super::fit::Fit;
use crate::eval::params::{PYRAMID, RULE_SETS, Term, weights};
use crate::rules::RuleSet;
use std::fmt::Write;

/// The rows of the table in `src/eval/params.rs`, with the weights of the rule sets that were fitted.
pub fn table(fits: &[(RuleSet, Fit)]) -> String {
    let mut text = String::new();
    for &term in Term::ALL {
        for line in term.description() {
            let _ = writeln!(text, "    ///{line}");
        }
        let row: Vec<String> = RULE_SETS
            .into_iter()
            .map(|set| fits.iter().find(|fit| fit.0 == set).map_or(weights(set), |(_, fit)| &fit.weights)[term.index()])
            .map(|weight| weight.to_string())
            .collect();
        let range = term.range();
        let _ = writeln!(text, "    {} {}..={} => [{}];", term.name(), range.start(), range.end(), row.join(", "));
    }
    text
}

/// Old and new weights of a rule set in Pyramids, and how much each term moves the score.
pub fn changes(rule_set: RuleSet, fit: &Fit) -> String {
    let pyramids = |value: f64| value / f64::from(PYRAMID);
    let mut text = format!("{:<20} {:>8} {:>8} {:>8}\n", rule_set.name(), "old", "new", "effect");
    for &term in Term::ALL {
        let [old, new] = [weights(rule_set), &fit.weights].map(|weights| pyramids(weights[term.index()].into()));
        let effect = pyramids(fit.effects[term.index()]);
        let _ = writeln!(text, "{:<20} {old:>8.3} {new:>8.3} {effect:>8.3}", term.name());
    }
    text
}
