//! Time controls in the notation of tournament tools (`40/60+1`, `st=0.1`, `nodes=…`), and the clocks that follow them.

use khepri_rules::internal::notation::excerpt;
use std::fmt;
use std::time::Duration;
use thiserror::Error;

/// Largest number of seconds, or of minutes before a colon: the seconds of a leap year.
const LONGEST_SECONDS: f64 = 366.0 * 86_400.0;

/// A clock: a base time for a number of moves or the whole game, and an increment after each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Number of moves after which the base time is added again.
    pub moves: Option<u32>,
    /// Time at the start of the game.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// The limits of an engine's moves. All limits that are set apply.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TimeControl {
    /// A clock.
    pub clock: Option<Clock>,
    /// A fixed time for each move.
    pub per_move: Option<Duration>,
    /// Nodes for each move. The runner does not check them.
    pub nodes: Option<u64>,
    /// Depth of each move, in plies. The runner does not check it.
    pub depth: Option<u32>,
}

/// The keys of a time control.
pub const KEYS: [&str; 4] = ["tc", "st", "nodes", "depth"];

/// An invalid limit.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected {expected}, found {}", excerpt(found))]
pub struct InvalidLimit {
    expected: &'static str,
    found: String,
}

impl TimeControl {
    /// Sets one limit: `tc` (a clock), `st` (seconds for each move), `nodes` or `depth`.
    ///
    /// # Errors
    /// The key or the value is invalid.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), InvalidLimit> {
        match key {
            "tc" if value == "inf" => self.clock = None,
            "tc" => self.clock = Some(clock(value)?),
            "st" => {
                let time = seconds(value).filter(|time| !time.is_zero());
                self.per_move = Some(time.ok_or_else(|| invalid("seconds a move as in `0.1`", value))?);
            }
            "nodes" => self.nodes = Some(positive(value)?),
            "depth" => {
                let depth = u32::try_from(positive(value)?);
                self.depth = Some(depth.map_err(|_| invalid("a depth in plies", value))?);
            }
            _ => return Err(invalid("tc, st, nodes or depth", key)),
        }
        Ok(())
    }

    /// Returns whether there is no limit.
    pub fn is_unlimited(&self) -> bool {
        *self == TimeControl::default()
    }
}

fn invalid(expected: &'static str, found: &str) -> InvalidLimit {
    InvalidLimit { expected, found: found.to_owned() }
}

fn positive(text: &str) -> Result<u64, InvalidLimit> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| invalid("a whole number from 1", text))
}

/// Reads seconds, or `minutes:seconds`.
fn seconds(text: &str) -> Option<Duration> {
    let plain = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        text.parse::<f64>().ok().filter(|&value| digits && value <= LONGEST_SECONDS)
    };
    let value = match text.split_once(':') {
        Some((minutes, seconds)) => 60.0 * plain(minutes)? + plain(seconds)?,
        None => plain(text)?,
    };
    Some(Duration::from_micros((value * 1e6).round() as u64))
}

/// Reads `moves/time+increment`, where only the time is required.
fn clock(text: &str) -> Result<Clock, InvalidLimit> {
    let error = || invalid("a clock as in `10+0.1`, `40/60+1` or `inf`", text);
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0).ok_or_else(error)?), rest),
        None => (None, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let (base, increment) = (seconds(base).ok_or_else(error)?, seconds(increment).ok_or_else(error)?);
    if base.is_zero() && increment.is_zero() { Err(error()) } else { Ok(Clock { moves, base, increment }) }
}

impl fmt::Display for TimeControl {
    /// Writes the limits, such as `40/60+1`, `st=0.1` or `nodes=1000`, separated by blanks. Writes `inf` if there is no
    /// limit.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        if let Some(Clock { moves, base, increment }) = self.clock {
            let moves = moves.map(|moves| format!("{moves}/")).unwrap_or_default();
            let increment = if increment.is_zero() { String::new() } else { format!("+{}", increment.as_secs_f64()) };
            words.push(format!("{moves}{}{increment}", base.as_secs_f64()));
        }
        words.extend(self.per_move.map(|time| format!("st={}", time.as_secs_f64())));
        words.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        words.extend(self.depth.map(|depth| format!("depth={depth}")));
        f.write_str(&if words.is_empty() { "inf".to_owned() } else { words.join(" ") })
    }
}

/// The clock of one player in one game.
#[derive(Clone, Debug)]
pub struct PlayerClock {
    control: TimeControl,
    remaining: Duration,
    moves_to_go: Option<u32>,
}

impl PlayerClock {
    /// Creates the clock for the start of a game.
    pub fn new(control: TimeControl) -> PlayerClock {
        // Without a base time the first move would have no time.
        let first = |clock: Clock| if clock.base.is_zero() { clock.increment } else { clock.base };
        let remaining = control.clock.map(first).unwrap_or_default();
        PlayerClock { control, remaining, moves_to_go: control.clock.and_then(|clock| clock.moves) }
    }

    /// Returns the time control.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Returns the remaining time, if there is a clock.
    pub fn remaining(&self) -> Option<Duration> {
        self.control.clock.map(|_| self.remaining)
    }

    /// Returns the number of moves until the base time is added again.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// Returns the time available for the next move, if it is limited.
    pub fn budget(&self) -> Option<Duration> {
        self.remaining().into_iter().chain(self.control.per_move).min()
    }

    /// Subtracts the time of a move from the clock. Adds the increment, and the base time when it is due.
    ///
    /// # Errors
    /// Returns the time used beyond the budget, if that is more than the margin.
    pub fn charge(&mut self, used: Duration, margin: Duration) -> Result<(), Duration> {
        let overrun = self.budget().map(|budget| used.saturating_sub(budget)).unwrap_or_default();
        if overrun > margin {
            return Err(overrun);
        }
        let Some(clock) = self.control.clock else { return Ok(()) };
        self.remaining = self.remaining.saturating_sub(used) + clock.increment;
        if let Some(moves) = self.moves_to_go.as_mut() {
            *moves -= 1;
            if *moves == 0 {
                self.remaining += clock.base;
                self.moves_to_go = clock.moves;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(words: &str) -> Result<TimeControl, InvalidLimit> {
        let mut control = TimeControl::default();
        for word in words.split(' ') {
            let (key, value) = word.split_once('=').expect("a pair");
            control.set(key, value)?;
        }
        Ok(control)
    }

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn every_form_is_read_and_written() {
        for (words, written) in [
            ("tc=10+0.1", "10+0.1"),
            ("tc=40/60+1", "40/60+1"),
            ("tc=40/1:30", "40/90"),
            ("tc=0+1", "0+1"),
            ("tc=inf depth=3", "depth=3"),
            ("st=0.008", "st=0.008"),
            ("nodes=1000 depth=4 tc=1", "1 nodes=1000 depth=4"),
        ] {
            assert_eq!(control(words).map(|control| control.to_string()), Ok(written.to_owned()));
        }
        assert_eq!(TimeControl::default().to_string(), "inf");
    }

    #[test]
    fn invalid_time_controls_are_refused() {
        for words in [
            "tc=",
            "tc=0",
            "tc=x",
            "tc=-1",
            "tc=1+x",
            "tc=0/10",
            "tc=1e3",
            "tc=nan",
            "tc=99999999999",
            "st=0",
            "st=-1",
            "nodes=0",
            "nodes=-1",
            "depth=0",
            "depth=99999999999",
            "speed=1",
        ] {
            assert!(control(words).is_err(), "{words}");
        }
    }

    #[test]
    fn a_clock_is_charged_and_adds_increment_and_base_time() {
        let mut clock = PlayerClock::new(control("tc=2/1+0.5").expect("a control"));
        assert_eq!((clock.remaining(), clock.moves_to_go()), (Some(ms(1_000)), Some(2)));
        assert_eq!(clock.charge(ms(400), ms(0)), Ok(()));
        assert_eq!((clock.remaining(), clock.moves_to_go()), (Some(ms(1_100)), Some(1)));
        assert_eq!(clock.charge(ms(1_100), ms(0)), Ok(()));
        assert_eq!((clock.remaining(), clock.moves_to_go()), (Some(ms(1_500)), Some(2)));
        assert_eq!(PlayerClock::new(control("tc=0+0.5").expect("a control")).remaining(), Some(ms(500)));
    }

    #[test]
    fn an_overrun_within_the_margin_is_forgiven_and_a_larger_one_is_returned() {
        let mut clock = PlayerClock::new(control("tc=1").expect("a control"));
        assert_eq!(clock.charge(ms(1_100), ms(99)), Err(ms(100)));
        assert_eq!(clock.charge(ms(1_100), ms(100)), Ok(()));
        assert_eq!(clock.remaining(), Some(ms(0)));
        let mut fixed = PlayerClock::new(control("st=0.1").expect("a control"));
        assert_eq!(fixed.charge(ms(150), ms(50)), Ok(()));
        assert_eq!(fixed.charge(ms(151), ms(50)), Err(ms(51)));
        let mut nodes = PlayerClock::new(control("nodes=5").expect("a control"));
        assert_eq!((nodes.budget(), nodes.charge(ms(1 << 30), ms(0))), (None, Ok(())));
    }
}
