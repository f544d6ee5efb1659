//! Finds the puzzles of a game: one for each threat, in the order of the plies.

use super::examiner::{Chance, Examiner, Flaw, MARGIN};
use super::puzzle::Puzzle;
use super::rating::Rater;
use super::themes;
use khepri_engine::internal::eval::wdl::Model;
use khepri_engine::{Score, Signals};
use khepri_rules::Position;

/// The least number of plies from a puzzle to the next one of the same game. A threat rarely lasts longer.
pub const APART: usize = 8;

/// The number of plies after a position whose scores may show that its own was wrong.
const LATER: usize = 4;

/// A position of a game with the score of the search that played the game.
#[derive(Clone, Debug)]
pub struct ScoredPosition {
    /// The position.
    pub position: Position,
    /// The score from the view of the side to move.
    pub score: Score,
}

/// Returns the puzzles of a game, or `None` if `signals` stops the search for them.
///
/// A position is examined if a short search finds one good move, or if the scores of the game jump there. After a puzzle, the
/// positions of the same threat are skipped: those within [`APART`] plies or within its line, and those with the same best move
/// for the same player.
pub fn find(
    game: &[ScoredPosition],
    examiner: &mut Examiner,
    rater: &mut Rater,
    signals: &Signals,
) -> Option<Vec<Puzzle>> {
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let mut next = 0;
    for (ply, ScoredPosition { position, .. }) in game.iter().enumerate() {
        if signals.is_stopped() {
            return None;
        }
        if ply < next || !(jumps(game, ply) || examiner.is_candidate(position)) {
            continue;
        }
        let solution = match examiner.examine(position, signals) {
            Ok(solution) => solution,
            Err(Flaw::Interrupted) => return None,
            Err(_) => continue,
        };
        let Some(&best) = solution.line.first() else { continue };
        let solved_by = (position.side_to_move(), Some(best));
        let is_known = |puzzle: &Puzzle| (puzzle.position.side_to_move(), puzzle.best()) == solved_by;
        if puzzles.iter().any(is_known) {
            continue;
        }
        next = ply + solution.line.len().max(APART);
        puzzles.push(Puzzle {
            position: position.clone(),
            rating: rater.rate(position, best, signals)?.value,
            themes: themes::themes(position, &solution.line),
            line: solution.line,
            goal: solution.goal,
            mate: solution.mate,
        });
    }
    Some(puzzles)
}

/// Returns whether the scores of the game show that the search that played it may have missed something: the score of the next
/// position differs by the margin of a puzzle, or a later one shows that much more for the side to move.
fn jumps(game: &[ScoredPosition], ply: usize) -> bool {
    // All chances are by one model, so that a capture is no jump by a change of the model.
    let model = game.get(ply).map(|now| Model::of(&now.position));
    let chance = |later: usize| {
        let score = game.get(ply + later)?.score;
        Some(Chance::of(if later.is_multiple_of(2) { score } else { -score }, model?))
    };
    let Some(now) = chance(0) else { return false };
    let rises = (1..=LATER).filter_map(chance).any(|later| later.above(now) >= MARGIN);
    rises || chance(1).is_some_and(|next| now.above(next) >= MARGIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(scores: &[i32]) -> Vec<ScoredPosition> {
        let position = "4k5///////4K5 s khet1".parse::<Position>().expect("a position");
        let scored = |&score| ScoredPosition { position: position.clone(), score: Score::centipawns(score) };
        scores.iter().map(scored).collect()
    }

    #[test]
    fn scores_jump_where_the_next_one_differs_or_a_later_one_is_higher() {
        // A score of 600 centipawns is a winning chance of nine tenths.
        for (scores, expected) in [
            (&[0, 0, 0, 0, 0][..], false),
            (&[0], false),
            (&[0, -600], true),
            (&[0, 600], true),
            (&[0, 0, 600], true),
            (&[0, 0, -600], false),
            (&[0, 0, 0, 0, 600], true),
            (&[0, 0, 0, 0, 0, -600], false),
            (&[600, -600, 600], false),
        ] {
            assert_eq!(jumps(&game(scores), 0), expected, "{scores:?}");
        }
        assert!(!jumps(&game(&[0]), 1));
    }

    #[test]
    fn one_puzzle_is_found_for_a_threat() {
        // The position of a proven win, two plies later again, and after the distance of puzzles again with the same best move.
        let kfen = "4p25/5k2P31//8P41/5S14//6p43/9K s khet1 0 1";
        let position = kfen.parse::<Position>().expect("a position");
        let scored = ScoredPosition { position, score: Score::win_in(3) };
        let game = vec![scored; 10];
        let (mut examiner, mut rater) = (Examiner::new().expect("memory"), Rater::new().expect("memory"));
        let puzzles = find(&game, &mut examiner, &mut rater, &Signals::default()).expect("not stopped");
        let lines: Vec<String> = puzzles.iter().map(Puzzle::to_string).collect();
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].starts_with(&format!("{kfen} ; best j1i2 ; line j1i2 ")), "{lines:?}");
        assert!(lines[0].contains(" ; kind win ; ") && lines[0].ends_with(" ; mate 2"), "{lines:?}");
        let signals = Signals::default();
        signals.stop();
        assert!(find(&game, &mut examiner, &mut rater, &signals).is_none());
    }
}
