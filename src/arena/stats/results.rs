//! Results of a match from one engine's point of view: single games, and pairs of games from the same opening.

use clap::builder::RangedU64ValueParser;
use clap::{Args, value_parser};
use std::ops::Add;

/// The result of a game for one engine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameResult {
    /// 0 points.
    Loss,
    /// Half a point.
    Draw,
    /// 1 point.
    Win,
}

impl GameResult {
    /// Returns the result for the opponent.
    pub fn reversed(self) -> GameResult {
        match self {
            GameResult::Loss => GameResult::Win,
            GameResult::Draw => GameResult::Draw,
            GameResult::Win => GameResult::Loss,
        }
    }
}

/// Numbers of games by result.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Args)]
#[group(conflicts_with = "Pairs", requires_all = ["wins", "draws", "losses"])]
pub struct Counts {
    /// Games won.
    #[arg(long = "W", alias = "wins", required = false, value_name = "N", value_parser = count())]
    pub wins: u64,
    /// Games drawn.
    #[arg(long = "D", alias = "draws", required = false, value_name = "N", value_parser = count())]
    pub draws: u64,
    /// Games lost.
    #[arg(long = "L", alias = "losses", required = false, value_name = "N", value_parser = count())]
    pub losses: u64,
}

impl Counts {
    /// Counts a game.
    pub fn record(&mut self, result: GameResult) {
        let count = match result {
            GameResult::Loss => &mut self.losses,
            GameResult::Draw => &mut self.draws,
            GameResult::Win => &mut self.wins,
        };
        *count = count.saturating_add(1);
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// Returns the mean score, 0 to 1; `None` without games.
    pub fn score(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / games as f64)
    }

    /// Returns the share of drawn games, 0 to 1; `None` without games.
    pub fn draw_rate(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| self.draws as f64 / games as f64)
    }

    /// Returns the counts of the opponent.
    pub fn reversed(&self) -> Counts {
        Counts { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl Add for Counts {
    type Output = Counts;

    fn add(self, other: Counts) -> Counts {
        Counts {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
        }
    }
}

/// Numbers of pairs by their two results, in either order. The games of a pair have the same opening and swapped colours.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Args)]
#[command(rename_all = "UPPER")]
#[group(requires_all = ["ll", "ld", "wl", "dd", "wd", "ww"])]
pub struct Pairs {
    /// Two losses.
    #[arg(long, required = false, value_name = "N", value_parser = count())]
    pub ll: u64,
    /// A loss and a draw.
    #[arg(long, required = false, value_name = "N", value_parser = count())]
    pub ld: u64,
    /// A win and a loss.
    #[arg(long, required = false, value_name = "N", value_parser = count())]
    pub wl: u64,
    /// Two draws.
    #[arg(long, required = false, value_name = "N", value_parser = count())]
    pub dd: u64,
    /// A win and a draw.
    #[arg(long, required = false, value_name = "N", value_parser = count())]
    pub wd: u64,
    /// Two wins.
    #[arg(long, required = false, value_name = "N", value_parser = count())]
    pub ww: u64,
}

/// The largest count on the command line. It is larger than that of any match, and small enough for exact sums.
pub const MOST: u64 = 1_000_000_000_000;

fn count() -> RangedU64ValueParser {
    value_parser!(u64).range(..=MOST)
}

impl Pairs {
    /// Counts a pair.
    pub fn record(&mut self, first: GameResult, second: GameResult) {
        use GameResult::{Draw, Loss, Win};
        let count = match (first, second) {
            (Loss, Loss) => &mut self.ll,
            (Loss, Draw) | (Draw, Loss) => &mut self.ld,
            (Loss, Win) | (Win, Loss) => &mut self.wl,
            (Draw, Draw) => &mut self.dd,
            (Draw, Win) | (Win, Draw) => &mut self.wd,
            (Win, Win) => &mut self.ww,
        };
        *count = count.saturating_add(1);
    }

    /// Returns the number of pairs by their points: 0, ½, 1, 1½, 2.
    pub fn pentanomial(&self) -> [u64; 5] {
        [self.ll, self.ld, self.wl.saturating_add(self.dd), self.wd, self.ww]
    }

    /// Returns the number of pairs.
    pub fn pairs(&self) -> u64 {
        self.pentanomial().into_iter().fold(0, u64::saturating_add)
    }

    /// Returns the games of all pairs.
    pub fn counts(&self) -> Counts {
        let sum =
            |single: [u64; 2], double: u64| single.into_iter().fold(double.saturating_mul(2), u64::saturating_add);
        Counts {
            wins: sum([self.wl, self.wd], self.ww),
            draws: sum([self.ld, self.wd], self.dd),
            losses: sum([self.ld, self.wl], self.ll),
        }
    }

    /// Returns the counts of the opponent.
    pub fn reversed(&self) -> Pairs {
        Pairs { ll: self.ww, ld: self.wd, wl: self.wl, dd: self.dd, wd: self.ld, ww: self.ll }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use GameResult::{Draw, Loss, Win};

    #[test]
    fn the_order_in_a_pair_does_not_matter() {
        let mut pairs = Pairs::default();
        for (first, second) in [(Loss, Draw), (Draw, Loss), (Win, Loss), (Win, Win), (Draw, Draw), (Draw, Win)] {
            pairs.record(first, second);
        }
        assert_eq!(pairs, Pairs { ll: 0, ld: 2, wl: 1, dd: 1, wd: 1, ww: 1 });
        assert_eq!(pairs.pentanomial(), [0, 2, 2, 1, 1]);
        assert_eq!(pairs.pairs(), 6);
        assert_eq!(pairs.counts(), Counts { wins: 4, draws: 5, losses: 3 });
        assert_eq!(pairs.counts().games(), 12);
    }

    #[test]
    fn counts_of_the_opponent_are_reversed() {
        let results = [(Loss, Loss), (Loss, Draw), (Win, Loss), (Draw, Draw), (Win, Draw), (Win, Win), (Win, Win)];
        let (mut own, mut other) = (Pairs::default(), Pairs::default());
        for (first, second) in results {
            own.record(first, second);
            other.record(first.reversed(), second.reversed());
        }
        assert_eq!(own.reversed(), other);
        assert_eq!(own.counts().reversed(), other.counts());
        assert_eq!(own.reversed().reversed(), own);
    }

    #[test]
    fn counts_have_scores_and_sums() {
        let mut counts = Counts { wins: 2, draws: 1, losses: 1 };
        assert_eq!((counts.score(), counts.draw_rate()), (Some(0.625), Some(0.25)));
        counts = counts + Counts { wins: 0, draws: 0, losses: 3 };
        counts.record(Loss);
        assert_eq!(counts, Counts { wins: 2, draws: 1, losses: 5 });
        assert_eq!((Counts::default().score(), Counts::default().draw_rate()), (None, None));
    }

    #[test]
    fn counts_saturate() {
        let full = u64::MAX;
        let pairs = Pairs { ll: full, ld: full, wl: full, dd: full, wd: full, ww: full };
        assert_eq!(pairs.pairs(), full);
        assert_eq!((pairs.counts() + pairs.counts()).games(), full);
    }
}
