//! Positions of games as rows of counts, each with the result of its game.

use super::quiet::is_quiet;
use crate::eval::{self, params::TERMS};
use crate::notation::kgn::{Comment, Evaluation, Note, Record};
use crate::rules::{Colour, Outcome, Position, RuleSet};
use std::ops::Range;

/// Which positions of a game are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// Plies at the beginning that are left out, those of the opening included; moves from a book always are.
    pub skip_first: usize,
    /// Plies at the end that are left out: the result is then no longer in question, and the beams say so.
    pub skip_last: usize,
}

/// The positions of one rule set: a byte a term each.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Of what rule set.
    pub rule_set: RuleSet,
    /// [`TERMS`] a position.
    counts: Vec<i8>,
    /// Where the score of each position stands in `scores`.
    plies: Vec<u32>,
    /// What the players thought of every position, quiet or not, from Silver's side in Pyramids; NaN if nothing is known.
    scores: Vec<f32>,
    games: Vec<Game>,
}

/// Where the positions and scores of a game end, and how it has ended.
#[derive(Clone, Copy, Debug)]
struct Game {
    positions: usize,
    scores: usize,
    /// Silver's share of the point.
    result: f32,
}

/// A forced win in Pyramids: more than all pieces.
const MATE: f32 = 1000.0;

impl Samples {
    /// No position yet.
    pub const fn new(rule_set: RuleSet) -> Samples {
        Samples { rule_set, counts: Vec::new(), plies: Vec::new(), scores: Vec::new(), games: Vec::new() }
    }

    /// Takes the quiet positions of a game; a game without a result has none.
    pub fn add(&mut self, record: &Record, selection: Selection) {
        let result = match record.result {
            Some(Outcome::Win(Colour::Silver)) => 1.0,
            Some(Outcome::Draw) => 0.5,
            Some(Outcome::Win(Colour::Red)) => 0.0,
            None => return,
        };
        let mut position = record.start.clone();
        let last = record.moves.len().saturating_sub(selection.skip_last);
        for (plies, played) in record.moves.iter().enumerate() {
            if (selection.skip_first..last).contains(&plies) && played.note != Note::Book && is_quiet(&position) {
                self.counts.extend(row(&position));
                self.plies.push(self.scores.len() as u32);
            }
            self.scores.push(score(&played.note, position.side_to_move()));
            if position.play(played.mv).is_err() {
                break;
            }
        }
        self.games.push(Game { positions: self.len(), scores: self.scores.len(), result });
    }

    /// Takes a row as it is, as a game of its own.
    #[cfg(test)]
    pub(super) fn push_row(&mut self, counts: [i8; TERMS], result: f32) {
        self.counts.extend(counts);
        self.plies.push(self.scores.len() as u32);
        self.scores.push(f32::NAN);
        self.games.push(Game { positions: self.len(), scores: self.scores.len(), result });
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// How many games they are from.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The positions of a game, by their numbers.
    pub(super) fn of_game(&self, game: usize) -> Range<usize> {
        game.checked_sub(1).map_or(0, |before| self.games[before].positions)..self.games[game].positions
    }

    /// The counts of a position.
    #[inline(always)]
    pub(super) fn row(&self, number: usize) -> &[i8] {
        &self.counts[number * TERMS..(number + 1) * TERMS]
    }

    /// The result of each position's game, Silver's share of the point.
    pub(super) fn results(&self) -> Vec<f32> {
        let of_game = |game| self.of_game(game).map(move |_| self.games[game].result);
        (0..self.games()).flat_map(of_game).collect()
    }

    /// Scores of the players with the results of their games, where any are known and not forced wins.
    pub(super) fn scored(&self) -> impl Iterator<Item = (f32, f32)> {
        let mut begin = 0;
        self.games.iter().flat_map(move |game| {
            let scores = &self.scores[std::mem::replace(&mut begin, game.scores)..game.scores];
            scores.iter().filter(|score| score.abs() < MATE).map(|&score| (score, game.result))
        })
    }

    /// What each position is expected to bring Silver: the result of its game, and to a share of `1 - lambda` a ply what the players
    /// thought on the way there, of whose scores `expectation` makes a share of the point.
    pub(super) fn targets(&self, lambda: f32, expectation: impl Fn(f32) -> f32) -> Vec<f32> {
        let mut by_ply = vec![0.0; self.scores.len()];
        let mut begin = 0;
        for game in &self.games {
            let mut target = game.result;
            for ply in (begin..game.scores).rev() {
                if !self.scores[ply].is_nan() {
                    target += (1.0 - lambda) * (expectation(self.scores[ply]) - target);
                }
                by_ply[ply] = target;
            }
            begin = game.scores;
        }
        self.plies.iter().map(|&ply| by_ply[ply as usize]).collect()
    }
}

fn row(position: &Position) -> [i8; TERMS] {
    // No term counts more than the squares of the board.
    eval::counts(position).map(|count| count.clamp(-127, 127) as i8)
}

fn score(note: &Note, mover: Colour) -> f32 {
    let Note::Engine(Comment { evaluation: Some(evaluation), .. }) = note else { return f32::NAN };
    let score = match *evaluation {
        Evaluation::Centipawns(value) => value as f32 / 100.0,
        Evaluation::Mate(moves) => {
            if moves > 0 {
                MATE
            } else {
                -MATE
            }
        }
    };
    if mover == Colour::Silver { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::kgn::Reader;

    const SELECTION: Selection = Selection { skip_first: 2, skip_last: 1 };

    /// Six plies in which nothing can be hit, the first from a book.
    const GAME: &str = "[Result \"1-0\"]\n[RuleSet \"khet2\"]\n[KFEN \"x34k4///////4K4X1 s khet2 0 1\"]\n\n\
                        1. e1e2 {book} f8f7 {-0.50/3} 2. e2e3 {+1.00/3} f7f6 {-1.00/3} 3. e3e4 {+M3/3} f6f5 1-0\n";

    fn samples(text: &str, selection: Selection) -> Samples {
        let mut samples = Samples::new(RuleSet::Khet2);
        for record in Reader::new(text.as_bytes()) {
            samples.add(&record.expect("a game"), selection);
        }
        samples
    }

    #[test]
    fn positions_behind_the_opening_and_before_the_end_are_taken() {
        // Of the positions before the plies 1 to 6 those before 3 to 5.
        assert_eq!(samples(GAME, SELECTION).len(), 3);
        assert_eq!(samples(GAME, Selection { skip_first: 0, skip_last: 0 }).len(), 5, "the first ply is from a book");
        let twice = samples(&GAME.repeat(2), SELECTION);
        assert_eq!((twice.games(), twice.of_game(1)), (2, 3..6));
        let unfinished = GAME.replace("1-0", "*");
        assert!(samples(&unfinished, SELECTION).is_empty());
    }

    #[test]
    fn targets_go_from_scores_to_the_result() {
        let samples = samples(GAME, SELECTION);
        assert_eq!(samples.targets(1.0, |_| 0.0), [1.0; 3], "the result alone");
        // A forced win is expected to be won, +1.00 with 0.6; Red's -1.00 is Silver's +1.00.
        let expectation = |score: f32| if score == 1.0 { 0.6 } else { f32::from(score > 0.0) };
        let targets = samples.targets(0.5, expectation);
        for (found, expected) in targets.iter().zip([0.7, 0.8, 1.0]) {
            assert!((found - expected).abs() < 1e-6, "{targets:?}");
        }
        assert_eq!(samples.scored().count(), 3, "forced wins and moves without a score say nothing about the curve");
    }
}
