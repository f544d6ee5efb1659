//! Searches for the engine's move. If the search is interrupted, the result is the best move so far.

use crate::engine::Engine;
use crate::eval::Score;
use crate::rules::Move;
use crate::search::limits::Limits;
use crate::search::observer::Info;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

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

/// The time between two checks of the interrupt.
const INTERVAL: Duration = Duration::from_millis(20);

/// Searches the engine's current position. Another thread can set `interrupt` to end the search; the flag is then cleared.
/// Returns `None` if the game is over.
pub fn find_move(engine: &Engine, limits: Limits, interrupt: Option<&AtomicBool>) -> Option<EngineMove> {
    let search = engine.search(limits);
    let signals = search.signals();
    let (done, ended) = channel::<()>();
    let started = std::time::Instant::now();
    let (mut score, mut depth) = (Score::DRAW, 0);
    let found = thread::scope(|scope| {
        if let Some(interrupt) = interrupt {
            interrupt.store(false, Ordering::SeqCst);
            scope.spawn(move || {
                while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    if interrupt.swap(false, Ordering::SeqCst) {
                        return signals.stop();
                    }
                }
            });
        }
        let found = search.run(&mut |info: &Info| {
            if info.multipv == 1 {
                (score, depth) = (info.score, u32::try_from(info.depth.plies()).unwrap_or(0));
            }
        });
        drop(done);
        found
    });
    found.best.map(|mv| EngineMove { mv, score, depth, time: started.elapsed() })
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::rules::{Game, Position};

    fn engine(kfen: &str) -> Engine {
        Engine::new(Game::new(kfen.parse::<Position>().expect("a position")), 1).expect("memory")
    }

    #[test]
    fn a_win_is_found_with_its_score() {
        let found = find_move(&engine("x39/////4K5//4k4X1 s khet2"), Limits::nodes(500), None).expect("a move");
        assert_eq!((found.mv.to_string().as_str(), found.score), ("j1-", Score::win_in(1)));
    }

    #[test]
    fn an_interrupt_ends_a_search_without_limits() {
        let interrupt = AtomicBool::new(false);
        let engine = engine("x39/4k5/////4K5/9X1 s khet2");
        let found = thread::scope(|scope| {
            let searching = scope.spawn(|| find_move(&engine, Limits::infinite(), Some(&interrupt)));
            while !searching.is_finished() {
                interrupt.store(true, Ordering::SeqCst);
                thread::sleep(INTERVAL);
            }
            searching.join().expect("no panic")
        });
        assert!(found.is_some());
    }
}
