//! Time management: the time for one move.
//!
//! Source: <https://www.chessprogramming.org/Time_Management>.

use super::limits::{Clock, Limits};
use super::params;
use khepri_rules::Colour;
use std::time::Duration;

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Budget {
    /// The time of an ordinary move.
    pub planned: Option<Duration>,
    /// The time after which the search is stopped.
    pub hard: Option<Duration>,
}

/// The shortest time that a search gets.
const SHORTEST: Duration = Duration::from_millis(1);

impl Budget {
    /// Computes the time for the player to move. Each move loses `overhead` between the engine and the clock.
    pub fn new(limits: &Limits, to_move: Colour, overhead: Duration) -> Budget {
        let mut budget = Budget::default();
        if let Some(clock) = &limits.clock
            && let Some((remaining, increment)) = clock.of(to_move)
        {
            budget = Budget::of_clock(clock, remaining, increment, overhead);
        }
        if let Some(movetime) = limits.movetime {
            let hard = movetime.saturating_sub(overhead).max(SHORTEST);
            budget.hard = Some(budget.hard.map_or(hard, |other| other.min(hard)));
        }
        budget
    }

    fn of_clock(clock: &Clock, remaining: Duration, increment: Duration, overhead: Duration) -> Budget {
        let moves = clock.moves_to_go.unwrap_or(params::moves_expected()).clamp(1, params::moves_expected());
        let present = remaining.saturating_sub(overhead).max(SHORTEST);
        // Later moves lose the overhead too; the increment may cover it.
        let to_come = overhead.saturating_sub(increment).saturating_mul(moves - 1);
        let usable = present.saturating_sub(to_come).max(present / 4);
        let increment = increment.saturating_sub(overhead).saturating_mul(params::increment_used()) / 100;
        // The last move before a time control may take all the time, earlier moves only a share.
        let share = params::largest_share() + (100 - params::largest_share()) / moves;
        let largest = usable.saturating_mul(share) / 100;
        let planned = (usable / moves).saturating_add(increment).min(largest);
        let hard = planned.saturating_mul(params::overtime()).min(largest);
        Budget { planned: Some(planned.max(SHORTEST)), hard: Some(hard.max(SHORTEST)) }
    }

    /// Returns the time after which no new iteration starts, if the search needs `need` percent of the planned time.
    pub fn soft(&self, need: u32) -> Option<Duration> {
        let planned = self.planned?.saturating_mul(params::new_iteration()) / 100;
        let soft = planned.saturating_mul(need) / 100;
        Some(self.hard.map_or(soft, |hard| soft.min(hard)))
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
    fn a_move_never_takes_more_than_the_clock_has() {
        for remaining in [1, 5, 11, 20, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 1, 100, 10_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(1_000)] {
                    let budget = budget(remaining, increment, moves_to_go);
                    let (Some(soft), Some(hard)) = (budget.soft(500), budget.hard) else {
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

    /// Plays moves. Each of them takes its hard limit and `lost` milliseconds more. Returns the remaining time, or `None` if
    /// the time ran out.
    fn left_after(
        mut remaining: f64,
        increment: f64,
        moves: usize,
        control: Option<(u32, f64)>,
        lost: f64,
    ) -> Option<f64> {
        for number in 0..moves as u32 {
            let to_go = control.map(|(every, _)| every - number % every);
            if number > 0 && to_go.is_some_and(|to_go| control.is_some_and(|(every, _)| to_go == every)) {
                remaining += control.map_or(0.0, |(_, more)| more);
            }
            let hard = budget(remaining as u64, increment as u64, to_go).hard?;
            remaining -= hard.as_secs_f64() * 1000.0 + lost;
            if remaining < 0.0 {
                return None;
            }
            remaining += increment;
        }
        Some(remaining)
    }

    #[test]
    fn no_game_is_lost_on_time_even_if_every_move_takes_its_hard_limit_and_loses_some_more() {
        for (remaining, increment) in [(1_000.0, 10.0), (2_000.0, 20.0), (100.0, 12.0), (60_000.0, 600.0)] {
            assert!(left_after(remaining, increment, 300, None, 9.0).is_some(), "{remaining}+{increment}");
        }
        for (every, more) in [(1, 50.0), (2, 100.0), (40, 1_000.0)] {
            assert!(left_after(more, 0.0, 300, Some((every, more)), 0.5).is_some(), "{every}/{more}");
        }
    }

    #[test]
    fn sudden_death_without_increment_leaves_time_for_a_hundred_ordinary_moves() {
        let mut remaining = 60_000.0;
        for _ in 0..100 {
            let planned = budget(remaining as u64, 0, None).planned.expect("a clock plans");
            remaining -= planned.as_secs_f64() * 1000.0;
        }
        assert!(remaining > 500.0, "{remaining}");
    }

    #[test]
    fn more_time_on_the_clock_is_never_less_for_the_move() {
        for moves_to_go in [None, Some(1), Some(7)] {
            for increment in [0, 10, 1_000] {
                let hard: Vec<_> = (1..200).map(|n| budget(n * 50, increment, moves_to_go).hard).collect();
                assert!(hard.is_sorted());
            }
        }
    }

    #[test]
    fn the_soft_limit_grows_with_the_need_up_to_the_hard_one() {
        let budget = budget(60_000, 0, None);
        assert!(budget.soft(50) < budget.soft(100) && budget.soft(100) < budget.soft(200));
        assert_eq!(budget.soft(100_000), budget.hard);
        assert_eq!(Budget::default().soft(100), None);
    }

    #[test]
    fn movetime_is_used_except_for_the_overhead() {
        let limits = Limits { movetime: Some(Duration::from_millis(500)), ..Limits::default() };
        assert_eq!(Budget::new(&limits, Colour::Red, OVERHEAD).hard, Some(Duration::from_millis(490)));
        let limits = Limits { movetime: Some(Duration::from_millis(5)), ..Limits::default() };
        assert_eq!(Budget::new(&limits, Colour::Red, OVERHEAD).hard, Some(SHORTEST));
        assert_eq!(Budget::new(&Limits::default(), Colour::Red, OVERHEAD), Budget::default());
    }

    #[test]
    fn a_clock_applies_to_both_players_only_if_it_is_the_only_one() {
        let seconds = |remaining: [Option<u64>; 2], increment: [u64; 2], to_move| {
            let remaining = remaining.map(|seconds| seconds.map(Duration::from_secs));
            let clock = Clock { remaining, increment: increment.map(Duration::from_secs), moves_to_go: None };
            Budget::new(&Limits { clock: Some(clock), ..Limits::default() }, to_move, OVERHEAD)
        };
        let (silver, red) = (Colour::Silver, Colour::Red);
        for (one, other) in [(silver, red), (red, silver)] {
            let (mut remaining, mut increment) = ([None; 2], [0; 2]);
            (remaining[one.index()], increment[one.index()]) = (Some(9), 1);
            let alone = seconds(remaining, increment, one);
            assert!(alone.hard.is_some());
            assert_eq!(seconds(remaining, increment, other), alone);
            remaining[other.index()] = Some(100);
            assert!(seconds(remaining, increment, other).hard > alone.hard, "each has a clock of its own");
            assert_eq!(seconds(remaining, increment, one), alone);
        }
        assert_eq!(seconds([None; 2], [1; 2], silver), Budget::default());
    }
}
