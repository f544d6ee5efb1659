//! How much time one move may take.

use super::limits::Limits;
use super::params;
use crate::rules::Colour;
use std::time::Duration;

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Budget {
    /// No iteration is begun after this.
    pub soft: Option<Duration>,
    /// The search is stopped at this.
    pub hard: Option<Duration>,
}

const SHORTEST: Duration = Duration::from_millis(1);

impl Budget {
    /// For the player to move, where `overhead` is what is lost between the engine and the clock.
    pub fn new(limits: &Limits, to_move: Colour, overhead: Duration) -> Budget {
        let mut budget = Budget::default();
        if let Some(clock) = &limits.clock
            && let Some(remaining) = clock.remaining[to_move.index()]
        {
            let usable = remaining.saturating_sub(overhead).max(SHORTEST);
            let moves = clock.moves_to_go.unwrap_or(params::MOVES_EXPECTED).clamp(1, params::MOVES_EXPECTED);
            let increment = clock.increment[to_move.index()].saturating_mul(params::INCREMENT_USED) / 100;
            // The last move before a control may take all there is; others leave something for those that follow.
            let largest = if moves == 1 { usable } else { usable.saturating_mul(params::LARGEST_SHARE) / 100 };
            let planned = (usable / moves).saturating_add(increment).min(largest);
            budget.soft = Some((planned.saturating_mul(params::NEW_ITERATION) / 100).max(SHORTEST));
            budget.hard = Some(planned.saturating_mul(params::OVERTIME).min(largest).max(SHORTEST));
        }
        if let Some(movetime) = limits.movetime {
            let hard = movetime.saturating_sub(overhead).max(SHORTEST);
            budget.hard = Some(budget.hard.map_or(hard, |other| other.min(hard)));
        }
        budget
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::limits::Clock;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn budget(remaining_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> Budget {
        let clock = Clock {
            remaining: [Some(Duration::from_millis(remaining_ms)), None],
            increment: [Duration::from_millis(increment_ms); 2],
            moves_to_go,
        };
        Budget::new(&Limits { clock: Some(clock), ..Limits::default() }, Colour::Silver, OVERHEAD)
    }

    #[test]
    fn a_move_never_takes_what_the_clock_has_not() {
        for remaining in [1, 5, 11, 20, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 1, 100, 10_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(1_000)] {
                    let Budget { soft: Some(soft), hard: Some(hard) } = budget(remaining, increment, moves_to_go)
                    else {
                        panic!("a clock gives both times")
                    };
                    let usable = Duration::from_millis(remaining).saturating_sub(OVERHEAD).max(SHORTEST);
                    assert!(
                        soft <= hard && hard <= usable,
                        "{remaining} {increment} {moves_to_go:?}: {soft:?} {hard:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn movetime_is_used_but_for_the_overhead() {
        let limits = Limits { movetime: Some(Duration::from_millis(500)), ..Limits::default() };
        assert_eq!(Budget::new(&limits, Colour::Red, OVERHEAD).hard, Some(Duration::from_millis(490)));
        let limits = Limits { movetime: Some(Duration::from_millis(5)), ..Limits::default() };
        assert_eq!(Budget::new(&limits, Colour::Red, OVERHEAD).hard, Some(SHORTEST));
        assert_eq!(Budget::new(&Limits::default(), Colour::Red, OVERHEAD), Budget::default());
    }

    #[test]
    fn the_other_player_s_clock_is_none_of_ours() {
        let clock = Clock { remaining: [Some(Duration::from_secs(1)), None], ..Clock::default() };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        assert_eq!(Budget::new(&limits, Colour::Red, OVERHEAD), Budget::default());
    }
}
