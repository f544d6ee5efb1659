//! How likely a score is to become a win, a draw or a loss.
//!
//! A win is as likely as the logistic function of the score says, a loss the same from the other side, a draw what is left:
//! an ordered logit. R. D. McKelvey, W. Zavoina, A statistical model for the analysis of ordinal level dependent
//! variables, 1975.

use super::Score;
use std::fmt;

/// The numbers of the model, in centipawns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// The score at which a win is as likely as not.
    pub even: f64,
    /// How much more makes it e times as likely as the rest.
    pub slope: f64,
}

/// Fitted by `khepri wdl` to games of the engine against itself; see `docs/strength-log.md`.
pub const MODEL: Model = Model { even: 296.0, slope: 223.0 };

impl Model {
    /// How likely a win is for the player whose score this is in centipawns.
    pub fn win(&self, centipawns: f64) -> f64 {
        1.0 / (1.0 + libm::exp((self.even - centipawns) / self.slope))
    }

    /// How likely a loss is.
    pub fn loss(&self, centipawns: f64) -> f64 {
        self.win(-centipawns)
    }

    /// How likely a draw is.
    pub fn draw(&self, centipawns: f64) -> f64 {
        (1.0 - self.win(centipawns) - self.loss(centipawns)).max(0.0)
    }
}

/// What a score promises, in thousandths; together a thousand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// Wins of a thousand games.
    pub win: u32,
    /// Draws.
    pub draw: u32,
    /// Losses.
    pub loss: u32,
}

impl Wdl {
    /// What a score of the side to move promises it. A forced end is certain.
    pub fn of(score: Score) -> Wdl {
        let (win, loss) = if score.is_mate() {
            if score > Score::DRAW { (1000, 0) } else { (0, 1000) }
        } else {
            let centipawns = f64::from(score.value());
            let thousandths = |share: f64| (share * 1000.0).round() as u32;
            (thousandths(MODEL.win(centipawns)), thousandths(MODEL.loss(centipawns)))
        };
        Wdl { win, draw: 1000_u32.saturating_sub(win + loss), loss }
    }
}

impl fmt::Display for Wdl {
    /// As the protocol writes it: `wdl 412 311 277`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wdl {} {} {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousand_games_are_a_thousand_and_both_sides_see_the_same() {
        for centipawns in -3000..=3000 {
            let wdl = Wdl::of(Score::centipawns(centipawns));
            assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000, "{centipawns}");
            let other = Wdl::of(Score::centipawns(-centipawns));
            assert_eq!((other.win, other.draw, other.loss), (wdl.loss, wdl.draw, wdl.win), "{centipawns}");
        }
    }

    #[test]
    fn more_is_never_less_likely_to_win() {
        let wins: Vec<u32> = (-2000..2000).map(|value| Wdl::of(Score::centipawns(value)).win).collect();
        assert!(wins.is_sorted());
        assert!(wins[0] < 100 && wins[3999] > 900);
    }

    #[test]
    fn a_forced_end_is_certain() {
        assert_eq!(Wdl::of(Score::win_in(9)).to_string(), "wdl 1000 0 0");
        assert_eq!(Wdl::of(Score::loss_in(8)).to_string(), "wdl 0 0 1000");
        assert_eq!(Wdl::of(Score::DRAW).win, Wdl::of(Score::DRAW).loss);
    }

    #[test]
    fn the_model_says_one_half_where_it_is_even() {
        let model = Model { even: 80.0, slope: 50.0 };
        assert!((model.win(80.0) - 0.5).abs() < 1e-12);
        assert!((model.win(130.0) - 0.731_058_578_630_004_9).abs() < 1e-12);
        assert!((model.win(10.0) + model.draw(10.0) + model.loss(10.0) - 1.0).abs() < 1e-12);
    }
}
