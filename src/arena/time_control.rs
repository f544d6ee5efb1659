//! Time controls as tournament tools write them (`40/60+1`, `st=0.1`, `nodes=…`), and the clocks that run under them.

use crate::notation::excerpt;
use std::fmt;
use std::time::Duration;

/// The longest time that can be asked for: a year.
const LONGEST_SECONDS: f64 = 366.0 * 86_400.0;

/// A clock: so much time for so many moves or the whole game, and more with each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// After so many moves the base time comes again.
    pub moves: Option<u32>,
    /// At the beginning.
    pub base: Duration,
    /// After each move.
    pub increment: Duration,
}

/// What limits the moves of one engine; all that are given hold together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TimeControl {
    /// A clock.
    pub clock: Option<Clock>,
    /// The same time for each move.
    pub per_move: Option<Duration>,
    /// Nodes a move. The engine is trusted with it.
    pub nodes: Option<u64>,
    /// Plies of depth. The engine is trusted with it.
    pub depth: Option<u32>,
}

/// The words of a time control.
pub const KEYS: [&str; 4] = ["tc", "st", "nodes", "depth"];

impl TimeControl {
    /// Sets what one word says: `tc` a clock, `st` seconds a move, `nodes` or `depth`.
    ///
    /// # Errors
    /// What was expected.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "tc" if value == "inf" => self.clock = None,
            "tc" => self.clock = Some(clock(value)?),
            "st" => {
                let time = seconds(value).filter(|time| !time.is_zero());
                self.per_move = Some(time.ok_or_else(|| expected("seconds a move as in `0.1`", value))?);
            }
            "nodes" => self.nodes = Some(positive(value)?),
            "depth" => {
                self.depth = Some(
                    positive(value)
                        .and_then(|depth: u64| u32::try_from(depth).map_err(|_| expected("a depth in plies", value)))?,
                )
            }
            _ => return Err(expected("tc, st, nodes or depth", key)),
        }
        Ok(())
    }

    /// Whether nothing limits a move.
    pub fn is_unlimited(&self) -> bool {
        *self == TimeControl::default()
    }
}

fn expected(what: &str, found: &str) -> String {
    format!("expected {what}, found {}", excerpt(found))
}

fn positive(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| expected("a whole number from 1", text))
}

/// Seconds, or minutes and seconds with `:` between them.
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

/// `moves/time+increment`, where only the time has to be there.
fn clock(text: &str) -> Result<Clock, String> {
    let fault = || expected("a clock as in `10+0.1`, `40/60+1` or `inf`", text);
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0).ok_or_else(fault)?), rest),
        None => (None, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let (base, increment) = (seconds(base).ok_or_else(fault)?, seconds(increment).ok_or_else(fault)?);
    if base.is_zero() && increment.is_zero() { Err(fault()) } else { Ok(Clock { moves, base, increment }) }
}

impl fmt::Display for TimeControl {
    /// `40/60+1`, `st=0.1`, `nodes=1000`, several with blanks between them, `inf` if there is no limit.
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
    /// As it stands when the game begins.
    pub fn new(control: TimeControl) -> PlayerClock {
        // Without a base time the first move would have none at all.
        let first = |clock: Clock| if clock.base.is_zero() { clock.increment } else { clock.base };
        let remaining = control.clock.map(first).unwrap_or_default();
        PlayerClock { control, remaining, moves_to_go: control.clock.and_then(|clock| clock.moves) }
    }

    /// Under which it runs.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// What is left, if there is a clock.
    pub fn remaining(&self) -> Option<Duration> {
        self.control.clock.map(|_| self.remaining)
    }

    /// Moves until the base time comes again.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// The most that the next move may take.
    pub fn budget(&self) -> Option<Duration> {
        self.remaining().into_iter().chain(self.control.per_move).min()
    }

    /// Takes the time of a move off the clock, and adds what comes with the move.
    ///
    /// # Errors
    /// By how much the budget was exceeded, if that is more than the margin.
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

    fn control(words: &str) -> Result<TimeControl, String> {
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
    fn what_is_no_time_control_is_refused() {
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
    fn a_clock_pays_and_is_paid() {
        let mut clock = PlayerClock::new(control("tc=2/1+0.5").expect("a control"));
        assert_eq!((clock.remaining(), clock.moves_to_go()), (Some(ms(1_000)), Some(2)));
        assert_eq!(clock.charge(ms(400), ms(0)), Ok(()));
        assert_eq!((clock.remaining(), clock.moves_to_go()), (Some(ms(1_100)), Some(1)));
        assert_eq!(clock.charge(ms(1_100), ms(0)), Ok(()));
        assert_eq!((clock.remaining(), clock.moves_to_go()), (Some(ms(1_500)), Some(2)));
        assert_eq!(PlayerClock::new(control("tc=0+0.5").expect("a control")).remaining(), Some(ms(500)));
    }

    #[test]
    fn the_margin_forgives_and_the_overrun_is_told() {
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
