//! The scores of games by cell: by the group of their positions and by a range of scores.

use khepri_arena::stats::GameResult;
use khepri_engine::internal::eval::pieces::PieceGroup;
use khepri_rules::Outcome;
use khepri_rules::internal::util::random::split_mix;
use khepri_rules::kgn::{Evaluation, Record};
use std::collections::BTreeMap;
use std::fmt;

/// The largest score in centipawns. Higher scores are clamped to it.
pub(super) const LARGEST_SCORE: i32 = 2000;

/// The width of a range of scores, in centipawns.
const STEP: i32 = 100;

/// The number of ranges on either side of zero. Scores beyond the outermost ranges belong to these.
const STEPS: i32 = 6;

/// A range of scores from the view of the side to move. Range 0 is 0 to 99 centipawns, and range −1 is −99 to −1. So both
/// sides of zero have the same ranges, except for 0 itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ScoreRange(i32);

impl ScoreRange {
    fn of(centipawns: i32) -> ScoreRange {
        let steps = (centipawns.saturating_abs() / STEP).min(STEPS - 1);
        ScoreRange(if centipawns < 0 { -1 - steps } else { steps })
    }
}

impl fmt::Display for ScoreRange {
    /// Writes both ends in Pyramids, the one nearer to zero first: `+3.00…3.99`. An outermost range has one end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, steps) = if self.0 < 0 { ('-', -1 - self.0) } else { ('+', self.0) };
        let end = if steps + 1 < STEPS { format!("{steps}.99") } else { String::new() };
        f.pad(&format!("{sign}{steps}.00…{end}"))
    }
}

/// A position with a score, from the view of its side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Scored {
    /// A hash of the position. It depends neither on the score nor on the result.
    pub hash: u64,
    /// The score in centipawns, at most [`LARGEST_SCORE`].
    pub score: i32,
    /// The result of the game.
    pub result: GameResult,
}

/// Returns the positions of a finished game with scores, except forced wins and losses, by cell.
pub(super) fn cells(record: &Record) -> BTreeMap<(PieceGroup, ScoreRange), Vec<Scored>> {
    let mut cells: BTreeMap<_, Vec<Scored>> = BTreeMap::new();
    let Some(outcome) = record.result else { return cells };
    let mut position = record.start.clone();
    for played in &record.moves {
        if let Some(Evaluation::Centipawns(score)) = played.note.comment().and_then(|comment| comment.evaluation) {
            let result = match outcome {
                Outcome::Win(winner) if winner == position.side_to_move() => GameResult::Win,
                Outcome::Win(_) => GameResult::Loss,
                Outcome::Draw => GameResult::Draw,
            };
            let score = score.clamp(-LARGEST_SCORE, LARGEST_SCORE);
            let scored = Scored { hash: split_mix(&mut position.key()), score, result };
            cells.entry((PieceGroup::of(position.board()), ScoreRange::of(score))).or_default().push(scored);
        }
        if position.play(played.mv).is_err() {
            break;
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::kgn::{Comment, Note, PlayedMove};
    use khepri_rules::{Colour, Move, RuleSet, setups};

    #[test]
    fn ranges_have_100_centipawns_up_to_600_on_both_sides() {
        for (scores, expected) in [
            ([0, 1, 99], "+0.00…0.99"),
            ([-1, -50, -99], "-0.00…0.99"),
            ([100, 150, 199], "+1.00…1.99"),
            ([-100, -150, -199], "-1.00…1.99"),
            ([-400, -450, -499], "-4.00…4.99"),
            ([500, 600, i32::MAX], "+5.00…"),
            ([-500, -600, i32::MIN], "-5.00…"),
        ] {
            assert_eq!(scores.map(|score| ScoreRange::of(score).to_string()), [expected; 3]);
        }
        assert!([-700, -499, -1, 0, 100, 700].map(ScoreRange::of).is_sorted());
    }

    #[test]
    fn results_are_those_of_the_player_who_moved() {
        let mut record =
            Record::new(setups::named(RuleSet::Khet2, setups::CLASSIC).expect("a set-up").position.clone());
        record.result = Some(Outcome::Win(Colour::Red));
        let scores =
            [Some(Evaluation::Centipawns(-30)), Some(Evaluation::Centipawns(9000)), None, Some(Evaluation::Mate(3))];
        for (text, evaluation) in ["h2g2", "c7d7", "g2h2", "d7c7"].into_iter().zip(scores) {
            let note = Note::Engine(Comment { evaluation, ..Comment::default() });
            record.moves.push(PlayedMove::new(text.parse::<Move>().expect("a move"), note));
        }
        let scored: Vec<_> = cells(&record).into_values().flatten().map(|one| (one.score, one.result)).collect();
        assert_eq!(scored, [(-30, GameResult::Loss), (2000, GameResult::Win)]);
        record.result = None;
        assert!(cells(&record).is_empty());
    }
}
