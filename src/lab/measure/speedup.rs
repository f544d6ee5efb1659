//! Measures the speedup by threads, in nodes per second and in time to depth, from three set-ups of the booklet.

use khepri_engine::internal::search::{DEFAULT_HASH_MIB, Searcher};
use khepri_engine::{Depth, NoMemory, Signals};
use khepri_protocol::bench::{Measured, search};
use khepri_rules::{Game, RuleSet, setups};
use std::fmt;

/// The set-ups that are searched.
pub const SETUPS: [&str; 3] = ["classic", "imhotep", "dynasty"];

/// The same search with one thread and with several.
pub struct Compared {
    /// The set-up that was searched.
    pub setup: &'static str,
    /// The number of the run, from 1.
    pub run: usize,
    alone: Measured,
    together: Measured,
}

impl Compared {
    /// Returns the nodes per second of several threads divided by the nodes per second of one thread.
    pub fn speed(&self) -> f64 {
        self.together.nodes as f64 / self.alone.nodes as f64 / self.time()
    }

    /// Returns the time to depth of several threads divided by the time to depth of one thread.
    pub fn time(&self) -> f64 {
        self.together.time.as_secs_f64() / self.alone.time.as_secs_f64()
    }
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} run {}: {} ms alone, {} ms together; speed {:.2}, time {:.2}",
            self.setup,
            self.run,
            self.alone.time.as_millis(),
            self.together.time.as_millis(),
            self.speed(),
            self.time()
        )
    }
}

/// Returns the geometric mean; 1 if there are no ratios.
pub fn geometric_mean(ratios: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = ratios.len().max(1) as f64;
    (ratios.map(f64::ln).sum::<f64>() / count).exp()
}

/// Searches each set-up `runs` times to `depth`, with one thread and with `threads`. Calls `each` with each comparison.
/// Clears the table before each search.
///
/// # Errors
/// There is no memory for the table.
pub fn run(
    threads: usize,
    depth: Depth,
    runs: usize,
    each: &mut dyn FnMut(&Compared),
) -> Result<Vec<Compared>, NoMemory> {
    let mut searcher = Searcher::new(DEFAULT_HASH_MIB, 1)?;
    let games: Vec<(&str, Game)> = SETUPS
        .into_iter()
        .filter_map(|name| Some((name, Game::new(setups::named(RuleSet::Khet2, name).ok()?.position.clone()))))
        .collect();
    let mut all = Vec::new();
    for run in 1..=runs {
        for (setup, game) in &games {
            let [alone, together] = [1, threads].map(|threads| {
                searcher.set_threads(threads);
                search(&mut searcher, game, depth, &Signals::default())
            });
            let compared = Compared { setup, run, alone, together };
            each(&compared);
            all.push(compared);
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_engine::internal::search::window::depth;

    #[test]
    fn the_geometric_mean_of_ratios() {
        assert!((geometric_mean([0.5, 2.0].into_iter()) - 1.0).abs() < 1e-12);
        assert!((geometric_mean([2.0, 8.0].into_iter()) - 4.0).abs() < 1e-12);
        assert!((geometric_mean(std::iter::empty::<f64>()) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn every_set_up_is_compared_in_every_run() {
        let mut calls = 0;
        let all = run(2, depth(2), 2, &mut |_| calls += 1).expect("memory");
        assert_eq!((calls, all.len()), (6, 6));
        assert!(all.iter().all(|one| one.speed() > 0.0 && one.time() > 0.0));
    }
}
