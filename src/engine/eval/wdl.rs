//! The probabilities of win, draw and loss for a score.
//!
//! The probability of a win is a logistic function of the score. The probability of a loss is the same function of the negated
//! score. The remainder is the probability of a draw. This model is an ordered logit. Positions with and without Eyes and with
//! different numbers of pieces have parameters of their own, since the same lead is not worth the same in all of them.
//!
//! Source: R. D. McKelvey, W. Zavoina, A statistical model for the analysis of ordinal level dependent variables, 1975.

use super::Score;
use super::pieces::PieceGroup;
use khepri_rules::Position;
use std::fmt;

/// The parameters of the model, in centipawns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// The score with an even chance of a win.
    pub even: f64,
    /// The scale of the logistic function.
    pub slope: f64,
}

/// The models of the positions without Eyes, then of those with Eyes, by [`PieceBand`](super::pieces::PieceBand). `khepri wdl`
/// fitted them to games; see `docs/wdl.md`.
const MODELS: [[Model; 4]; 2] = [
    [
        Model { even: 221.0, slope: 146.0 },
        Model { even: 260.0, slope: 155.0 },
        Model { even: 355.0, slope: 127.0 },
        Model { even: 355.0, slope: 127.0 },
    ],
    [
        Model { even: 89.0, slope: 144.0 },
        Model { even: 115.0, slope: 135.0 },
        Model { even: 115.0, slope: 135.0 },
        Model { even: 115.0, slope: 135.0 },
    ],
];

impl Model {
    /// Returns the model of a position.
    pub fn of(position: &Position) -> Model {
        Model::of_group(PieceGroup::of(position.board()))
    }

    /// Returns the model of the positions in a group.
    pub const fn of_group(group: PieceGroup) -> Model {
        MODELS[group.has_eyes as usize][group.pieces as usize]
    }

    /// Returns the probability of a win for the player with this score in centipawns.
    pub fn win(&self, centipawns: f64) -> f64 {
        1.0 / (1.0 + libm::exp((self.even - centipawns) / self.slope))
    }

    /// Returns the probability of a loss.
    pub fn loss(&self, centipawns: f64) -> f64 {
        self.win(-centipawns)
    }

    /// Returns the probability of a draw.
    pub fn draw(&self, centipawns: f64) -> f64 {
        (1.0 - self.win(centipawns) - self.loss(centipawns)).max(0.0)
    }

    /// Returns the points that the player with this score expects: 1 for a win, 0.5 for a draw. A forced win or loss is certain.
    pub fn points(&self, score: Score) -> f64 {
        if score.is_mate() {
            return if score > Score::DRAW { 1.0 } else { 0.0 };
        }
        let centipawns = f64::from(score.value());
        self.win(centipawns) + 0.5 * self.draw(centipawns)
    }

    /// Returns the probabilities for the player with this score in thousandths. A forced win or loss is certain.
    pub fn wdl(&self, score: Score) -> Wdl {
        let (win, loss) = if score.is_mate() {
            if score > Score::DRAW { (1000, 0) } else { (0, 1000) }
        } else {
            let centipawns = f64::from(score.value());
            let thousandths = |share: f64| (share * 1000.0).round() as u32;
            (thousandths(self.win(centipawns)), thousandths(self.loss(centipawns)))
        };
        Wdl { win, draw: 1000_u32.saturating_sub(win + loss), loss }
    }
}

impl fmt::Display for Model {
    /// Writes the parameters: `even 273 slope 196`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Model { even, slope } = self;
        match f.precision() {
            Some(precision) => write!(f, "even {even:.precision$} slope {slope:.precision$}"),
            None => write!(f, "even {even} slope {slope}"),
        }
    }
}

/// The probabilities of win, draw and loss in thousandths, which add up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// The probability of a win, in thousandths.
    pub win: u32,
    /// The probability of a draw, in thousandths.
    pub draw: u32,
    /// The probability of a loss, in thousandths.
    pub loss: u32,
}

impl Wdl {
    /// Returns the probabilities for a player with this score in a position. A forced win or loss is certain.
    pub fn of(score: Score, position: &Position) -> Wdl {
        Model::of(position).wdl(score)
    }
}

impl fmt::Display for Wdl {
    /// Writes the probabilities as in the protocol: `wdl 412 311 277`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wdl {} {} {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_add_up_and_both_sides_agree() {
        for model in PieceGroup::all().map(Model::of_group) {
            for centipawns in -3000..=3000 {
                let wdl = model.wdl(Score::centipawns(centipawns));
                assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000, "{model}: {centipawns}");
                let other = model.wdl(Score::centipawns(-centipawns));
                assert_eq!((other.win, other.draw, other.loss), (wdl.loss, wdl.draw, wdl.win), "{model}: {centipawns}");
            }
        }
    }

    #[test]
    fn a_higher_score_is_at_least_as_likely_to_win() {
        for model in PieceGroup::all().map(Model::of_group) {
            let wins: Vec<u32> = (-2000..2000).map(|value| model.wdl(Score::centipawns(value)).win).collect();
            assert!(wins.is_sorted());
            assert!(wins[0] < 100 && wins[3999] > 900, "{model}");
        }
    }

    #[test]
    fn a_forced_win_or_loss_is_certain() {
        let model = Model { even: 80.0, slope: 50.0 };
        assert_eq!(model.wdl(Score::win_in(9)).to_string(), "wdl 1000 0 0");
        assert_eq!(model.wdl(Score::loss_in(8)).to_string(), "wdl 0 0 1000");
        // 1 / (1 + e^1.6) is 0.168.
        assert_eq!(model.wdl(Score::DRAW).to_string(), "wdl 168 664 168");
    }

    #[test]
    fn the_model_is_logistic_around_the_even_score() {
        let model = Model { even: 80.0, slope: 50.0 };
        assert!((model.win(80.0) - 0.5).abs() < 1e-12);
        assert!((model.win(130.0) - 0.731_058_578_630_004_9).abs() < 1e-12);
        assert!((model.win(10.0) + model.draw(10.0) + model.loss(10.0) - 1.0).abs() < 1e-12);
    }
}
