//! Compares the test with known figures, symmetries and a slow second implementation.

use super::*;
use crate::stats::{Counts, Pairs};

fn test(elo0: f64, elo1: f64, model: Model) -> Test {
    Test::new(Parameters { elo0, elo1, model, ..Parameters::default() }).expect("a test")
}

fn field(parameters: Parameters) -> &'static str {
    Test::new(parameters).expect_err("an invalid test").field
}

const PAIRS: Pairs = Pairs { ll: 41, ld: 180, wl: 250, dd: 320, wd: 210, ww: 52 };

/// Returns the sum of the pairs of two matches.
fn sum(one: Pairs, other: Pairs) -> Pairs {
    let fields = |pairs: Pairs| [pairs.ll, pairs.ld, pairs.wl, pairs.dd, pairs.wd, pairs.ww];
    let (one, other) = (fields(one), fields(other));
    let [ll, ld, wl, dd, wd, ww] = std::array::from_fn(|kind| one[kind].saturating_add(other[kind]));
    Pairs { ll, ld, wl, dd, wd, ww }
}

#[test]
fn bounds_are_those_of_wald() {
    let bounds = Test::new(Parameters::default()).expect("a test").bounds();
    // ln 19.
    assert!((bounds.upper - 2.944_438_979_166_44).abs() < 1e-12 && (bounds.lower + bounds.upper).abs() < 1e-12);
    let uneven = Test::new(Parameters { alpha: 0.1, beta: 0.2, ..Parameters::default() }).expect("a test").bounds();
    // ln 8 and ln 2/9.
    assert!(
        (uneven.upper - 2.079_441_541_679_836).abs() < 1e-12 && (uneven.lower + 1.504_077_396_776_274).abs() < 1e-12
    );
}

#[test]
fn the_test_decides_at_its_bounds() {
    let test = Test::new(Parameters::default()).expect("a test");
    let Bounds { lower, upper } = test.bounds();
    for (llr, decision) in [
        (0.0, Decision::Continue),
        (2.94, Decision::Continue),
        (upper, Decision::AcceptH1),
        (7.0, Decision::AcceptH1),
        (-2.94, Decision::Continue),
        (lower, Decision::AcceptH0),
        (f64::NEG_INFINITY, Decision::AcceptH0),
    ] {
        assert_eq!(test.decide(llr), decision, "{llr}");
    }
}

#[test]
fn an_error_names_the_field() {
    let good = Parameters::default();
    assert_eq!(field(Parameters { elo0: f64::NAN, ..good }), "elo0");
    assert_eq!(field(Parameters { elo1: f64::INFINITY, ..good }), "elo1");
    assert_eq!(field(Parameters { elo0: 5.0, ..good }), "elo1");
    assert_eq!(field(Parameters { elo1: -1.0, ..good }), "elo1");
    assert_eq!(field(Parameters { elo0: -1001.0, ..good }), "elo0");
    assert_eq!(field(Parameters { elo1: 201.0, model: Model::Normalized, ..good }), "elo1");
    for wrong in [0.0, 1.0, -0.05, 1e-320, 1e-11, 1.0 - 1e-11, f64::NAN, f64::INFINITY] {
        assert_eq!(field(Parameters { alpha: wrong, ..good }), "alpha");
        assert_eq!(field(Parameters { beta: wrong, ..good }), "beta");
    }
    for right in [1e-10, 1e-6] {
        let bounds = Test::new(Parameters { alpha: right, beta: right, ..good }).expect("a test").bounds();
        assert!(bounds.lower.is_finite() && bounds.upper.is_finite(), "{right}: {bounds:?}");
    }
    assert_eq!(field(Parameters { alpha: 0.5, beta: 0.5, ..good }), "beta");
    let message = Test::new(Parameters { elo1: 0.0, ..good }).expect_err("an invalid test").to_string();
    assert_eq!(message, "elo1: expected more than elo0, 0, found 0");
    let message = Test::new(Parameters { alpha: 1e-320, ..good }).expect_err("an invalid test").to_string();
    assert_eq!(message, "alpha: expected a probability from 1e-10 to 1 - 1e-10, found 1e-320");
    let message = Test::new(Parameters { alpha: -0.5, ..good }).expect_err("an invalid test").to_string();
    assert_eq!(message, "alpha: expected a probability from 1e-10 to 1 - 1e-10, found -0.5");
}

#[test]
fn normalized_ratios_of_a_known_match() {
    let test = test(0.0, 2.0, Model::Normalized);
    let games = test.llr(&Counts { wins: 36433, draws: 68692, losses: 36027 });
    assert_eq!(format!("{games:.3}"), "0.923");
    let pairs = test.llr(&Pairs { ll: 365, ld: 16618, wl: 36029, dd: 200, wd: 16974, ww: 390 });
    assert_eq!(format!("{pairs:.3}"), "2.250");
}

/// Returns the logarithm of the largest likelihood of the counts for an expected score. A ternary search finds the share of
/// draws, since the likelihood has one maximum.
fn slow_likelihood(counts: &Counts, score: f64) -> f64 {
    let likelihood = |draws: f64| {
        let (wins, losses) = (score - draws / 2.0, 1.0 - score - draws / 2.0);
        counts.wins as f64 * wins.ln() + counts.draws as f64 * draws.ln() + counts.losses as f64 * losses.ln()
    };
    let (mut low, mut high) = (0.0, 2.0 * score.min(1.0 - score));
    for _ in 0..300 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if likelihood(left) < likelihood(right) {
            low = left;
        } else {
            high = right;
        }
    }
    likelihood((low + high) / 2.0)
}

#[test]
fn logistic_ratios_of_games_agree_with_a_slow_search() {
    let score = |elo: f64| 1.0 / (1.0 + (-elo * 10.0_f64.ln() / 400.0).exp());
    for (wins, draws, losses) in [(10, 20, 12), (500, 300, 450), (1, 1, 1), (36433, 68692, 36027), (900, 40, 3)] {
        let counts = Counts { wins, draws, losses };
        for (elo0, elo1) in [(0.0, 5.0), (-3.0, 1.0), (-100.0, 300.0)] {
            let slow = slow_likelihood(&counts, score(elo1)) - slow_likelihood(&counts, score(elo0));
            let llr = test(elo0, elo1, Model::Logistic).llr(&counts);
            assert!((llr - slow).abs() < 1e-7 * slow.abs().max(1.0), "{counts:?} [{elo0}, {elo1}]: {llr}, slow {slow}");
        }
    }
}

#[test]
fn the_opponent_has_the_negative_ratio_of_mirrored_hypotheses() {
    for model in Model::ALL {
        for (elo0, elo1) in [(0.0, 5.0), (-1.5, 3.5), (-5.0, 5.0), (-150.0, -20.0)] {
            let own = test(elo0, elo1, model).llr(&PAIRS);
            let mirrored = test(-elo1, -elo0, model).llr(&PAIRS.reversed());
            assert!((own + mirrored).abs() < 1e-8, "{model:?} [{elo0}, {elo1}]: {own}, {mirrored}");
        }
        let even = Pairs { ll: 5, ld: 9, wl: 20, dd: 11, wd: 9, ww: 5 };
        assert!(
            test(-3.0, 3.0, model).llr(&even).abs() < 1e-9,
            "the ratio of an even match is 0 for mirrored hypotheses"
        );
    }
}

#[test]
fn the_ratio_increases_with_games_and_with_wins() {
    for model in Model::ALL {
        let test = test(0.0, 5.0, model);
        let once = test.llr(&PAIRS);
        assert!(once > 0.0);
        assert!(
            (test.llr(&sum(PAIRS, PAIRS)) - 2.0 * once).abs() < 1e-9,
            "the ratio is proportional to the number of pairs"
        );
        assert!(test.llr(&sum(PAIRS, Pairs { ww: 1, ..Pairs::default() })) > once);
        assert!(test.llr(&sum(PAIRS, Pairs { ll: 1, ..Pairs::default() })) < once);
    }
}

#[test]
fn pairs_of_independent_games_have_the_ratio_of_their_games() {
    // Near equality, both ratios are close to ratios of normal distributions. The variances of these distributions agree
    // here.
    let pairs = Pairs { ll: 990, wl: 2000, ww: 1010, ..Pairs::default() };
    for model in Model::ALL {
        let test = test(0.0, 5.0, model);
        let difference = test.llr(&pairs) - test.llr(&pairs.counts());
        assert!(difference.abs() < 0.01, "{model:?}: {difference}");
    }
}

#[test]
fn every_ratio_is_finite() {
    for model in Model::ALL {
        let max = model.max_elo();
        for (elo0, elo1) in [(0.0, 5.0), (-max, max), (-max, -max + 1.0), (max - 1.0, max)] {
            let test = test(elo0, elo1, model);
            assert_eq!(test.llr(&Pairs::default()), 0.0);
            assert_eq!(test.llr(&Counts::default()), 0.0);
            for count in [1, 100_000, u64::MAX] {
                let mut kinds = [Pairs::default(); 5];
                kinds[0].ll = count;
                kinds[1].ld = count;
                kinds[2].dd = count;
                kinds[3].wd = count;
                kinds[4].ww = count;
                for pairs in kinds.into_iter().flat_map(|pairs| [pairs, sum(pairs, kinds[0]), sum(pairs, kinds[3])]) {
                    assert!(test.llr(&pairs).is_finite(), "{model:?} [{elo0}, {elo1}] {pairs:?}");
                    assert!(test.llr(&pairs.counts()).is_finite(), "{model:?} [{elo0}, {elo1}] {pairs:?}");
                }
            }
        }
    }
}

#[test]
fn models_have_names() {
    for model in Model::ALL {
        assert_eq!(<Model as clap::ValueEnum>::from_str(model.name(), false), Ok(model));
    }
}
