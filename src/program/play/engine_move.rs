//! Searches for the engine's move. If the search is interrupted, the result is the best move so far.

use khepri_engine::{Engine, Info, Limits, Score, Signals};
use khepri_rules::Move;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EngineMove {
    /// The best move.
    pub mv: Move,
    /// The last reported score.
    pub score: Score,
    /// The depth in plies of the last reported score.
    pub depth: u32,
    /// The time of the search.
    pub time: Duration,
}

/// Searches the engine's current position, after storing the signals of the search in `signals`. Returns `None` if the game is
/// over.
pub fn find_move(engine: &Engine, limits: Limits, signals: &Mutex<Arc<Signals>>) -> Option<EngineMove> {
    let search = engine.search(limits).ok()?;
    *signals.lock().unwrap_or_else(PoisonError::into_inner) = search.signals();
    let started = Instant::now();
    let (mut score, mut depth) = (Score::DRAW, 0);
    let found = search.run(&mut |info: &Info| {
        if info.multipv == 1 {
            (score, depth) = (info.score, u32::try_from(info.depth.plies()).unwrap_or(0));
        }
    });
    found.best.map(|mv| EngineMove { mv, score, depth, time: started.elapsed() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::{Game, Position};
    use std::thread;

    fn engine(kfen: &str) -> Engine {
        Engine::new(Game::new(kfen.parse::<Position>().expect("a position")), 1).expect("memory")
    }

    #[test]
    fn a_win_is_found_with_its_score() {
        let found = find_move(&engine("x39/////4K5//4k4X1 s khet2"), Limits::nodes_or_one(500), &Mutex::default())
            .expect("a move");
        assert_eq!((found.mv.to_string().as_str(), found.score), ("j1-", Score::win_in(1)));
    }

    #[test]
    fn an_interrupt_ends_a_search_without_limits() {
        let signals = Mutex::default();
        let engine = engine("x39/4k5/////4K5/9X1 s khet2");
        let found = thread::scope(|scope| {
            let searching = scope.spawn(|| find_move(&engine, Limits::infinite(), &signals));
            while !searching.is_finished() {
                signals.lock().expect("no panic").stop();
                thread::yield_now();
            }
            searching.join().expect("no panic")
        });
        assert!(found.is_some());
    }
}
