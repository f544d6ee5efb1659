//! Quiet positions of games as rows of counts, each with the result of its game.

use crate::eval::{self, params::TERMS};
use crate::notation::kgn::{Comment, Evaluation, Note, Record};
use crate::rules::gaining::Scratch;
use crate::rules::{Beam, Colour, Outcome, Position, RuleSet};
use crate::search::gain;
use std::ops::Range;

/// The positions of a game to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// Plies to skip at the beginning, including the opening. Book moves are always skipped.
    pub skip_first: usize,
    /// Plies to skip at the end, where the result is already decided.
    pub skip_last: usize,
}

/// The positions of one rule set, with a byte for each term.
#[derive(Clone, Debug)]
pub struct Samples {
    /// The rule set.
    pub rule_set: RuleSet,
    /// [`TERMS`] counts for each position.
    counts: Vec<i8>,
    /// The index of each position in `scores`.
    plies: Vec<u32>,
    /// The scores that the players reported, also for positions that are not quiet, from Silver's view in Pyramids; NaN if
    /// unknown.
    scores: Vec<f32>,
    games: Vec<Game>,
}

/// A game: the indices after its last position and its last score, and its result.
#[derive(Clone, Copy, Debug)]
struct Game {
    positions: usize,
    scores: usize,
    /// Silver's points: 1, 0.5 or 0.
    result: f32,
}

/// The score of a forced win in Pyramids, more than all pieces together.
const MATE: f32 = 1000.0;

impl Samples {
    /// Creates an empty set.
    pub const fn new(rule_set: RuleSet) -> Samples {
        Samples { rule_set, counts: Vec::new(), plies: Vec::new(), scores: Vec::new(), games: Vec::new() }
    }

    /// Adds the quiet positions of a game, unless it has no result.
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

    /// Adds a row as a game of one position.
    #[cfg(test)]
    pub(super) fn push_row(&mut self, counts: [i8; TERMS], result: f32) {
        self.counts.extend(counts);
        self.plies.push(self.scores.len() as u32);
        self.scores.push(f32::NAN);
        self.games.push(Game { positions: self.len(), scores: self.scores.len(), result });
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Returns the number of games.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Returns the numbers of the positions of a game.
    pub(super) fn of_game(&self, game: usize) -> Range<usize> {
        game.checked_sub(1).map_or(0, |before| self.games[before].positions)..self.games[game].positions
    }

    /// Returns the counts of a position.
    #[inline(always)]
    pub(super) fn row(&self, number: usize) -> &[i8] {
        &self.counts[number * TERMS..(number + 1) * TERMS]
    }

    /// Returns Silver's points in the game of each position.
    pub(super) fn results(&self) -> Vec<f32> {
        let of_game = |game| self.of_game(game).map(move |_| self.games[game].result);
        (0..self.games()).flat_map(of_game).collect()
    }

    /// Returns the known scores that are not forced wins, with the results of their games.
    pub(super) fn scored(&self) -> impl Iterator<Item = (f32, f32)> {
        let mut begin = 0;
        self.games.iter().flat_map(move |game| {
            let scores = &self.scores[std::mem::replace(&mut begin, game.scores)..game.scores];
            scores.iter().filter(|score| score.abs() < MATE).map(|&score| (score, game.result))
        })
    }

    /// Returns the target of each position, in points for Silver. Backwards from the result, the target of a ply is `lambda`
    /// times that of the next ply plus `1 - lambda` times the `expectation` of the player's score.
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
    // The largest counts are those of squares, so nothing is lost.
    eval::counts(position).map(|count| count.clamp(-127, 127) as i8)
}

/// Returns whether the side to move gains nothing by its shot, whatever it plays. The static evaluation of such a position is
/// that of the quiescence search.
fn is_quiet(position: &Position) -> bool {
    let mut beam = Beam::new();
    position.trace(position.side_to_move(), &mut beam);
    gain::best_shot(position, &beam, &mut Scratch::default()).0 == 0
}

fn score(note: &Note, mover: Colour) -> f32 {
    let Note::Engine(Comment { evaluation: Some(evaluation), .. }) = note else { return f32::NAN };
    let score = match *evaluation {
        Evaluation::Centipawns(value) => value as f32 / 100.0,
        Evaluation::Mate(1..) => MATE,
        Evaluation::Mate(_) => -MATE,
    };
    if mover == Colour::Silver { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::kfen;
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
    fn a_position_is_quiet_when_no_shot_gains() {
        for (kfen, quiet) in [
            // The beams run along the edges.
            ("x34k4///////5K3X1 s khet2 0 1", true),
            // The beam is deflected at j4 and hits the side of the Anubis after any other move.
            ("x34k4////4a14P3///5K3X1 s khet2 0 1", false),
            // The Anubis faces the beam.
            ("x34k4////4a24P3///5K3X1 s khet2 0 1", true),
            // Red is to move and can hit nothing.
            ("x34k4////4a14P3///5K3X1 r khet2 0 1", true),
            // The Pyramid has to be rotated first.
            ("x34k4////4a14P4///5K3X1 s khet2 0 1", false),
            // The piece that is hit is Silver's own.
            ("x34k4////4A14P3///5K3X1 s khet2 0 1", true),
        ] {
            let position = kfen::position(kfen).expect(kfen);
            assert_eq!(is_quiet(&position), quiet, "{kfen}");
        }
    }

    #[test]
    fn positions_after_the_opening_and_before_the_end_are_added() {
        // The positions before plies 3 to 5.
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
        // The expectation of a forced win is 1, that of +1.00 is 0.6. Red's -1.00 is Silver's +1.00.
        let expectation = |score: f32| if score == 1.0 { 0.6 } else { f32::from(score > 0.0) };
        let targets = samples.targets(0.5, expectation);
        for (found, expected) in targets.iter().zip([0.7, 0.8, 1.0]) {
            assert!((found - expected).abs() < 1e-6, "{targets:?}");
        }
        assert_eq!(samples.scored().count(), 3, "forced wins and moves without a score are skipped");
    }
}
