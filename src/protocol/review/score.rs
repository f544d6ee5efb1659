//! Scores as engines report them. Other engines than Khepri find longer wins, give larger scores, and report chances of their own.

use khepri_engine::internal::eval::wdl::Model;
use khepri_engine::{Score, Wdl};
use std::cmp::{Ordering, Reverse};

/// A score from the view of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A loss by a hit after this number of plies.
    Loss(u32),
    /// A number of centipawns.
    Centipawns(i32),
    /// A win by a hit after this number of plies.
    Win(u32),
}

impl Value {
    /// Returns a number that orders values of different kinds, and one that orders those of the same kind.
    fn rank(self) -> (i32, i64, Reverse<u32>) {
        match self {
            Value::Loss(plies) => (-1, plies.into(), Reverse(0)),
            Value::Centipawns(value) => (0, value.into(), Reverse(0)),
            Value::Win(plies) => (1, 0, Reverse(plies)),
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// A score, and the chances that the engine reported with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReportedScore {
    /// The score.
    pub value: Value,
    /// The reported chances of win, draw and loss; `None` if those of Khepri's model apply.
    pub wdl: Option<Wdl>,
}

impl From<Score> for ReportedScore {
    /// Converts a score of Khepri, whose chances are those of the model.
    fn from(score: Score) -> ReportedScore {
        let value = match score.mate_plies() {
            Some(plies) if score.is_loss() => Value::Loss(plies),
            Some(plies) => Value::Win(plies),
            None => Value::Centipawns(score.value()),
        };
        ReportedScore { value, wdl: None }
    }
}

impl ReportedScore {
    /// Returns the chances of win, draw and loss: the reported ones, or else those of a model. A forced win or loss is certain.
    pub fn chances(self, model: Model) -> Wdl {
        match self.value {
            Value::Loss(_) => Wdl { win: 0, draw: 0, loss: 1000 },
            Value::Win(_) => Wdl { win: 1000, draw: 0, loss: 0 },
            Value::Centipawns(value) => self.wdl.unwrap_or_else(|| model.wdl(Score::centipawns(value))),
        }
    }

    /// Returns the score of a move for the player who moved, where this is the opponent's score after it. A forced hit is one ply
    /// further away.
    pub fn before_move(self) -> ReportedScore {
        let value = match self.value {
            Value::Loss(plies) => Value::Win(plies.saturating_add(1)),
            Value::Centipawns(value) => Value::Centipawns(value.saturating_neg()),
            Value::Win(plies) => Value::Loss(plies.saturating_add(1)),
        };
        ReportedScore { value, wdl: self.wdl.map(|Wdl { win, draw, loss }| Wdl { win: loss, draw, loss: win }) }
    }

    /// Returns the number of moves to a forced hit, negative for a loss; `None` for other scores.
    pub fn mate(self) -> Option<i32> {
        let moves = |plies: u32| i32::try_from(plies.div_ceil(2)).unwrap_or(i32::MAX);
        match self.value {
            Value::Loss(plies) => Some(-moves(plies)),
            Value::Centipawns(_) => None,
            Value::Win(plies) => Some(moves(plies)),
        }
    }

    /// Returns the score in Pyramids, such as `+0.35`, or the number of moves to a forced hit, such as `+M3` or `-M2`.
    pub fn in_pyramids(self) -> String {
        match self.value {
            Value::Loss(plies) => format!("-M{}", plies.div_ceil(2)),
            Value::Centipawns(value) => {
                let (sign, size) = (if value < 0 { '-' } else { '+' }, value.unsigned_abs());
                format!("{sign}{}.{:02}", size / 100, size % 100)
            }
            Value::Win(plies) => format!("+M{}", plies.div_ceil(2)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: Model = Model { even: 200.0, slope: 150.0 };

    #[test]
    fn scores_of_khepri_stay_what_they_are() {
        let scores = [
            Score::loss_in(0),
            Score::loss_in(2),
            Score::loss_in(255),
            Score::centipawns(-4000),
            Score::centipawns(-7),
            Score::DRAW,
            Score::centipawns(35),
            Score::centipawns(i32::MAX),
            Score::win_in(255),
            Score::win_in(3),
            Score::win_in(0),
        ];
        assert!(scores.is_sorted());
        let reported = scores.map(ReportedScore::from);
        assert!(reported.windows(2).all(|pair| pair[0].value < pair[1].value), "{reported:?}");
        for (score, reported) in scores.into_iter().zip(reported) {
            assert_eq!(reported.chances(MODEL), MODEL.wdl(score), "{score}");
            assert_eq!(reported.in_pyramids(), score.in_pyramids());
        }
    }

    #[test]
    fn a_score_after_a_move_is_the_opposite_one_ply_further_away() {
        let of = |value| ReportedScore { value, wdl: Some(Wdl { win: 700, draw: 200, loss: 100 }) }.before_move();
        let turned = Some(Wdl { win: 100, draw: 200, loss: 700 });
        assert_eq!(of(Value::Centipawns(35)), ReportedScore { value: Value::Centipawns(-35), wdl: turned });
        assert_eq!((of(Value::Win(5)).value, of(Value::Win(5)).mate()), (Value::Loss(6), Some(-3)));
        assert_eq!((of(Value::Loss(0)).value, of(Value::Loss(0)).mate()), (Value::Win(1), Some(1)));
        // A hit of the own Pharaoh has ended the game.
        assert_eq!((of(Value::Win(0)).value, of(Value::Win(0)).in_pyramids()), (Value::Loss(1), "-M1".to_owned()));
        assert_eq!(of(Value::Centipawns(i32::MIN)).value, Value::Centipawns(i32::MAX));
    }

    #[test]
    fn reported_chances_replace_the_model_unless_the_end_is_forced() {
        let wdl = Some(Wdl { win: 300, draw: 600, loss: 100 });
        assert_eq!(Some(ReportedScore { value: Value::Centipawns(0), wdl }.chances(MODEL)), wdl);
        assert_eq!(ReportedScore { value: Value::Win(9), wdl }.chances(MODEL).win, 1000);
        assert_eq!(ReportedScore { value: Value::Loss(9), wdl }.chances(MODEL).loss, 1000);
    }
}
