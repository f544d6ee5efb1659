//! The error rates of the sequential test in simulated matches, and `khepri sprt` as a person or a script uses it.

use crate::support::run;
use khepri_arena::stats::{Decision, GameResult, Pairs, Parameters, Test};
use khepri_rules::internal::util::random::Random;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Number of simulated matches for each true strength.
const MATCHES: u64 = 1000;

/// The strength of H1. The larger it is, the shorter are the matches.
const ELO: f64 = 20.0;

/// Number of pairs after which a match counts as undecided. None of a thousand matches is that long.
const LONGEST: u64 = 500_000;

/// Draws an opening: the advantage of the first player in points a game, and the share of draws. The games of a pair are
/// independent given the opening. Over all openings they are correlated, since an opening that favours one engine in the first
/// game favours the other in the second.
fn opening(random: &mut Random) -> (f64, f64) {
    match random.below(10) {
        0..5 => (0.0, 0.5),
        5..8 => (0.12, 0.4),
        _ => (-0.25, 0.3),
    }
}

/// Returns a random number from 0 to 1.
fn uniform(random: &mut Random) -> f64 {
    const STEPS: usize = 1 << 30;
    random.below(STEPS) as f64 / STEPS as f64
}

/// Simulates a game with this expected score and share of draws.
fn game(score: f64, draws: f64, random: &mut Random) -> GameResult {
    let wins = score - draws / 2.0;
    match uniform(random) {
        random if random < wins => GameResult::Win,
        random if random < wins + draws => GameResult::Draw,
        _ => GameResult::Loss,
    }
}

/// Simulates a match that is tested after every pair.
fn decide(test: &Test, score: f64, seed: u64) -> Decision {
    let mut random = Random::seed_from_u64(seed);
    let mut pairs = Pairs::default();
    for _ in 0..LONGEST {
        let (advantage, draws) = opening(&mut random);
        // The advantage cancels out in the pair, whose expected score is therefore that of the strength.
        pairs.record(game(score + advantage, draws, &mut random), game(score - advantage, draws, &mut random));
        let decision = test.decide(test.llr(&pairs));
        if decision != Decision::Continue {
            return decision;
        }
    }
    Decision::Continue
}

/// Returns the number of simulated matches at a true strength that accept H1 and H0.
fn accepted(elo: f64) -> (usize, usize) {
    let test = Test::new(Parameters { elo1: ELO, ..Parameters::default() }).expect("a valid test");
    let score = 1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0));
    let decisions: Vec<Decision> = (1..=MATCHES).into_par_iter().map(|seed| decide(&test, score, seed)).collect();
    let count = |kind| decisions.iter().filter(|decision| **decision == kind).count();
    (count(Decision::AcceptH1), count(Decision::AcceptH0))
}

#[test]
fn the_error_rates_are_at_most_alpha_and_beta() {
    let (h1, h0) = accepted(0.0);
    assert!(h1 <= 65 && h1 + h0 == 1000, "{h1} H1, {h0} H0");
    let (h1, h0) = accepted(ELO);
    assert!(h1 >= 930 && h1 + h0 == 1000, "{h1} H1, {h0} H0");
}

/// Checks that `khepri sprt` prints these lines for the words.
fn assert_prints(words: &str, lines: &[&str]) {
    let output = run(&arguments(words));
    assert_eq!(output.status.code(), Some(0), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    for line in lines {
        assert!(text.lines().any(|found| found == *line), "{words}: {line} is not in\n{text}");
    }
    assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
    // The counts of the pentanomial do not distinguish two draws from a win and a loss.
    assert_eq!(text.contains("draw rate: "), !words.contains("ptnml="), "{words}:\n{text}");
}

fn arguments(words: &str) -> Vec<&str> {
    [&["sprt"][..], &words.split_whitespace().collect::<Vec<_>>()].concat()
}

#[test]
fn figures_of_pairs_and_of_games() {
    let lines = [
        "games: 141152",
        "W/D/L: 53783 33992 53377",
        "Ptnml(0-2): 365 16618 36229 16974 390",
        "score: 50.14 %",
        "draw rate: 24.08 %",
        "LLR: 2.250",
        "bounds: -2.944 2.944",
        "test: normalized [0, 2]",
        "decision: continue",
    ];
    let test = "elo1=2 model=normalized";
    assert_prints(&format!("elo0=0 {test} LL=365 LD=16618 WL=36029 DD=200 WD=16974 WW=390"), &lines);
    assert_prints(&format!("{test} ptnml=365,16618,36229,16974,390"), &["LLR: 2.250"]);
    assert_prints(&format!("{test} W=36433 L=36027 D=68692"), &["LLR: 0.923", "games: 141152"]);
    let decided = ["decision: H1 accepted", "test: logistic [0, 5]", "LOS: 100.00 %"];
    assert_prints("W=2000 L=1000 D=1000", &decided);
    assert_prints("wins=10000 losses=11000 draws=10000", &["decision: H0 accepted"]);
    assert_prints("alpha=0.1 beta=0.2 W=1 L=1 D=1", &["bounds: -1.504 2.079", "LOS: 50.00 %"]);
    let none = ["games: 0", "Elo: -", "nElo: -", "LOS: -", "LLR: 0.000", "decision: continue"];
    assert_prints("W=0 L=0 D=0", &none);
    assert_prints("ptnml=0,0,0,0,0", &none);
    assert_prints("W=1000000000000 L=0 D=0", &[]);
}

#[test]
fn a_mistake_is_reported_in_one_line_that_names_the_word() {
    for (words, named) in [
        ("", "KEY=VALUE"),
        ("W=1 L=1", "D"),
        ("W=1 L=1 D=1 ptnml=1,2,3,4,5", "ptnml"),
        ("W=1.5 L=1 D=1", "'1.5'"),
        ("W=1 L=1 D=1 extra", "`extra`"),
        ("W=1 L=1 D=1 elo1=inf", "elo1"),
        ("W=1 L=1 D=1 alpha=1e-320", "alpha"),
        ("W=1 L=1 D=1 alpha=0.5 beta=0.5", "beta"),
        ("W=1 L=1 D=1 --banana", "--banana"),
    ] {
        let output = run(&arguments(words));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words}: {errors}");
        assert!(errors.lines().count() == 1 && errors.contains(named), "{words}: `{named}` is not named: {errors}");
    }
}
