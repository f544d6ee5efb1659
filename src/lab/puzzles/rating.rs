//! The rating of a puzzle: the strength at which half of the players find the solution, estimated from how often the levels find it.
//!
//! Each of [`LEVELS`] searches the position with [`SEEDS`] seeds. A level `L` finds the solution of a puzzle with rating `R` with
//! the probability `g + (1 - g) / (1 + 10^((R - L) / 400))`, as in the Elo system. `g` is the probability of a correct guess: a
//! player who sees nothing plays any legal move. The rating maximises the likelihood of what the levels found.

use khepri_engine::internal::search::{SearchSettings, Searcher};
use khepri_engine::{Elo, Limits, NoMemory, Signals, Silent};
use khepri_rules::{Game, Move, Position};
use std::f64::consts::LN_10;
use std::fmt;

/// The smallest rating, which stands for all smaller ones.
pub const LOWEST: u32 = 400;

/// The largest rating, which stands for all larger ones.
pub const HIGHEST: u32 = 3000;

/// The levels that search a puzzle.
pub const LEVELS: [u32; 12] = [600, 800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400, 2600, 2800];

/// The number of searches of each level. Their level seeds are 1, 2, 3, …
pub const SEEDS: u32 = 12;

/// The size of the table of the searches in MiB.
const MIB: usize = 1;

/// The factor of a difference in Elo in the exponent of `e`.
const SCALE: f64 = LN_10 / 400.0;

/// What the searches of a level found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tried {
    /// The strength of the level.
    pub level: u32,
    /// The number of searches.
    pub searches: u32,
    /// The number of searches that found the solution.
    pub found: u32,
}

/// A rating with its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating, from [`LOWEST`] to [`HIGHEST`].
    pub value: u32,
    /// The standard error, from the Fisher information at the rating. It is infinite without any search.
    pub error: f64,
}

impl Rating {
    /// Returns whether the rating stands for all smaller or all larger ones.
    pub fn is_at_bound(&self) -> bool {
        self.value == LOWEST || self.value == HIGHEST
    }
}

/// Returns the probability that a level finds the solution without a guess.
fn seen(level: u32, rating: u32) -> f64 {
    1.0 / (1.0 + libm::exp(SCALE * (f64::from(rating) - f64::from(level))))
}

/// Returns the most likely rating. `guess` is the probability of a correct guess, less than 1.
pub fn fit(tried: &[Tried], guess: f64) -> Rating {
    let likelihood = |rating: u32| -> f64 {
        let of_level = |tried: &Tried| {
            let (seen, missed) = (seen(tried.level, rating), seen(rating, tried.level));
            let found = libm::log(guess + (1.0 - guess) * seen);
            f64::from(tried.found) * found
                + f64::from(tried.searches - tried.found.min(tried.searches)) * libm::log((1.0 - guess) * missed)
        };
        tried.iter().map(of_level).sum()
    };
    // The likelihood may have several maxima, so that all ratings are tried.
    let likelihoods = (LOWEST..=HIGHEST).map(|rating| (rating, likelihood(rating)));
    let value = likelihoods.max_by(|(_, one), (_, other)| one.total_cmp(other)).map_or(LOWEST, |(rating, _)| rating);
    let information = |tried: &Tried| {
        let (seen, missed) = (seen(tried.level, value), seen(value, tried.level));
        let slope = (1.0 - guess) * seen * missed * SCALE;
        f64::from(tried.searches) * slope * slope / ((guess + (1.0 - guess) * seen) * (1.0 - guess) * missed)
    };
    Rating { value, error: 1.0 / tried.iter().map(information).sum::<f64>().sqrt() }
}

/// Rates puzzles. Earlier puzzles do not influence a rating.
pub struct Rater(Searcher);

impl Rater {
    /// Creates a rater.
    ///
    /// # Errors
    /// There is no memory for a hash table.
    pub fn new() -> Result<Rater, NoMemory> {
        Searcher::new(MIB, 1).map(Rater)
    }

    /// Returns the rating of a puzzle, or `None` if `signals` stops the searches.
    pub fn rate(&mut self, position: &Position, best: Move, signals: &Signals) -> Option<Rating> {
        let tried =
            LEVELS.map(|level| Tried { level, searches: SEEDS, found: self.found(position, best, level, signals) });
        let moves = position.legal_moves().len().max(2);
        (!signals.is_stopped()).then(|| fit(&tried, 1.0 / moves as f64))
    }

    /// Returns the number of seeds with which a level plays the solution.
    fn found(&mut self, position: &Position, best: Move, level: u32, signals: &Signals) -> u32 {
        let game = Game::new(position.clone());
        let finds = |&seed: &u32| {
            let settings = SearchSettings {
                strength: Some(Elo::new(level)),
                level_seed: seed.into(),
                ..SearchSettings::default()
            };
            !signals.is_stopped()
                && self.0.search(&game, &Limits::default(), &settings, signals, &mut Silent).best == Some(best)
        };
        (1..=SEEDS).filter(finds).count() as u32
    }
}

/// The line of a file's head about its ratings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// The number of ratings.
    ratings: usize,
    /// The number of ratings at the bounds.
    at_bounds: usize,
    /// The median of the standard errors of the other ratings, if there is one.
    median_error: Option<f64>,
}

impl Summary {
    /// Returns the summary of ratings.
    pub fn of(ratings: &[Rating]) -> Summary {
        let within = ratings.iter().filter(|rating| !rating.is_at_bound());
        let mut errors: Vec<f64> = within.map(|rating| rating.error).collect();
        errors.sort_by(f64::total_cmp);
        let at_bounds = ratings.len() - errors.len();
        Summary { ratings: ratings.len(), at_bounds, median_error: errors.get(errors.len() / 2).copied() }
    }
}

impl fmt::Display for Summary {
    /// Writes the median of the errors and the share of the ratings at the bounds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.median_error {
            Some(error) => write!(f, "median standard error {error:.0}, ")?,
            None => write!(f, "no standard error, ")?,
        }
        let share = 100.0 * self.at_bounds as f64 / self.ratings.max(1) as f64;
        write!(f, "{} of {} ratings ({share:.1} %) at the bounds {LOWEST} and {HIGHEST}", self.at_bounds, self.ratings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::internal::util::random::Random;

    fn tried(level: u32, searches: u32, found: u32) -> Tried {
        Tried { level, searches, found }
    }

    #[test]
    fn a_rating_is_where_the_expected_number_is_the_found_one() {
        // With one level, the probability is the share found. A level finds 1 in 2 at its own rating, and 10 in 11 at a rating
        // 400 lower. With guesses in one of ten, it finds 0.1 + 0.9 / 2 = 11 in 20 at its own rating.
        for (tries, guess, value) in [
            (&[tried(1500, 12, 6)][..], 0.0, 1500),
            (&[tried(1900, 11, 10)], 0.0, 1500),
            (&[tried(1100, 11, 1)], 0.0, 1500),
            (&[tried(1500, 20, 11)], 0.1, 1500),
            // By symmetry.
            (&[tried(1300, 12, 3), tried(1700, 12, 9)], 0.0, 1500),
            (&[tried(1000, 12, 0), tried(1500, 12, 6), tried(2000, 12, 12)], 0.0, 1500),
        ] {
            assert_eq!(fit(tries, guess).value, value, "{tries:?}, guess {guess}");
        }
    }

    #[test]
    fn the_error_is_that_of_the_fisher_information() {
        // 12 · ½ · ½ · (ln 10 / 400)² = 9.941e-5, whose root is 1 / 100.3.
        assert!((fit(&[tried(1500, 12, 6)], 0.0).error - 100.3).abs() < 0.05);
        // 20 · (0.9 · ½ · ½ · ln 10 / 400)² / (0.55 · 0.45) = 1.3556e-4, whose root is 1 / 85.89.
        assert!((fit(&[tried(1500, 20, 11)], 0.1).error - 85.89).abs() < 0.05);
        // Four times the searches have half the error.
        assert!((fit(&[tried(1500, 48, 24)], 0.0).error - 50.15).abs() < 0.05);
        assert!(fit(&[], 0.0).error.is_infinite());
    }

    #[test]
    fn a_rating_beyond_what_levels_can_show_is_at_a_bound() {
        let all = LEVELS.map(|level| tried(level, SEEDS, SEEDS));
        let none = LEVELS.map(|level| tried(level, SEEDS, 0));
        assert_eq!(
            [fit(&all, 0.01), fit(&none, 0.01)].map(|rating| (rating.value, rating.is_at_bound())),
            [(LOWEST, true), (HIGHEST, true)]
        );
        // One guess of a weak level does not change the rating of a puzzle that no other level finds.
        let mut guessed = none;
        guessed[0].found = 1;
        assert_eq!(fit(&guessed, 0.02).value, HIGHEST);
    }

    #[test]
    fn the_rating_of_simulated_levels_is_found_with_the_stated_error() {
        const PUZZLES: u32 = 100;
        let mut random = Random::seed_from_u64(35);
        for (rating, guess) in [(900.0, 0.02), (1730.0, 0.02), (2500.0, 0.01)] {
            let mut simulate = |level: u32| {
                let chance = guess + (1.0 - guess) / (1.0 + 10_f64.powf((rating - f64::from(level)) / 400.0));
                let mut finds = || ((random.next_u64() >> 11) as f64) < chance * (1_u64 << 53) as f64;
                tried(level, SEEDS, (0..SEEDS).filter(|_| finds()).count() as u32)
            };
            let rating_of = |_| fit(&LEVELS.map(&mut simulate), guess);
            let found: Vec<Rating> = (0..PUZZLES).map(rating_of).collect();
            let mean = |of: &dyn Fn(&Rating) -> f64| found.iter().map(of).sum::<f64>() / f64::from(PUZZLES);
            let bias = mean(&|found| f64::from(found.value)) - rating;
            let spread = mean(&|found| (f64::from(found.value) - rating).powi(2)).sqrt();
            let stated = mean(&|found| found.error);
            assert!(bias.abs() < 15.0, "{rating}: {bias}");
            assert!((0.85..1.15).contains(&(spread / stated)), "{rating}: spread {spread}, stated {stated}");
        }
    }

    #[test]
    fn a_level_that_sees_the_only_capture_finds_it() {
        // The Pyramid on j4 is rotated and deflects the beam along rank 4 to the Pharaoh, which every level above 800 sees mostly.
        let position = "////4k4P2///4K5 s khet1".parse::<Position>().expect("a position");
        let best = "j4+".parse().expect("a move");
        let mut rater = Rater::new().expect("memory");
        let rating = rater.rate(&position, best, &Signals::default()).expect("not stopped");
        assert!(rating.value < 1000, "{rating:?}");
        assert_eq!(rater.rate(&position, best, &Signals::default()), Some(rating), "earlier searches do not matter");
        let signals = Signals::default();
        signals.stop();
        assert_eq!(rater.rate(&position, best, &signals), None);
    }

    #[test]
    fn a_summary_has_the_median_error_within_the_bounds() {
        let ratings =
            [(400, 300.0), (700, 80.0), (900, 60.0), (1200, 70.0)].map(|(value, error)| Rating { value, error });
        let text = "median standard error 70, 1 of 4 ratings (25.0 %) at the bounds 400 and 3000";
        assert_eq!(Summary::of(&ratings).to_string(), text);
        assert_eq!(
            Summary::of(&[]).to_string(),
            "no standard error, 0 of 0 ratings (0.0 %) at the bounds 400 and 3000"
        );
    }
}
