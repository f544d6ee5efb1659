//! Whether a position of the line that is being searched repeats an earlier one, of the line or of the game.

use crate::rules::Game;

/// Bits of the filter, a power of two.
const FILTER: usize = 4096;

/// The arrangements of the game, to look up, and those of the line, in their order.
pub struct Repetition {
    /// Repetition keys before the root that can come back, sorted.
    game: Vec<u64>,
    /// A set bit for each of them: most positions are in none, however long the game is.
    filter: [u64; FILTER / 64],
    /// From the root on, the present position last.
    line: Vec<u64>,
    /// The line before this place cannot come back: a turn was left out since.
    first: usize,
}

impl Repetition {
    /// The line has only the present position of the game.
    pub fn new(game: &Game) -> Repetition {
        let keys = game.keys();
        let (&root, before) = keys.split_last().unwrap_or((&0, &[]));
        // A capture changes the pieces for good, so nothing before the last one can come back.
        let reach = (game.position().plies_since_capture() as usize).min(before.len());
        let mut sorted = before[before.len() - reach..].to_vec();
        sorted.sort_unstable();
        let mut filter = [0; FILTER / 64];
        for key in &sorted {
            let bit = *key as usize % FILTER;
            filter[bit / 64] |= 1 << (bit % 64);
        }
        Repetition { game: sorted, filter, line: vec![root], first: 0 }
    }

    /// The line goes on to an arrangement with this key.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.line.push(key);
    }

    /// The line goes back.
    #[inline]
    pub fn pop(&mut self) {
        self.line.pop();
    }

    /// The line goes on with a turn that was left out, to an arrangement with this key. What is returned is owed to
    /// [`Repetition::pop_null`].
    pub fn push_null(&mut self, key: u64) -> usize {
        let before = self.first;
        self.first = self.line.len();
        self.line.push(key);
        before
    }

    /// The line goes back before the turn that was left out.
    pub fn pop_null(&mut self, before: usize) {
        self.line.pop();
        self.first = before;
    }

    /// Whether the arrangement stands for the third time, or for the second time within the line with the same player to
    /// move: a line that comes back to where it was has led nowhere.
    pub fn repeats(&self, plies_since_capture: u32) -> bool {
        let Some((&now, before)) = self.line.split_last() else { return false };
        let bit = now as usize % FILTER;
        let known = self.first == 0 && self.filter[bit / 64] >> (bit % 64) & 1 != 0;
        let mut seen = if known { self.times_in_game(now) } else { 0 };
        let reach = (plies_since_capture as usize).min(before.len() - self.first.min(before.len()));
        for (back, &key) in (1..=reach).zip(before.iter().rev()) {
            if key == now {
                seen += 1;
                if back % 2 == 0 {
                    return true;
                }
            }
        }
        seen >= 2
    }

    #[cold]
    fn times_in_game(&self, key: u64) -> usize {
        let first = self.game.partition_point(|&other| other < key);
        self.game[first..].iter().take_while(|&&other| other == key).take(2).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{movetext, setups};
    use crate::rules::RuleSet;

    fn game(moves: &str) -> Game {
        let mut game = Game::new(setups::find(RuleSet::Khet2, setups::CLASSIC).expect("a set-up").position.clone());
        for word in moves.split_whitespace() {
            game.play(movetext::read(word).expect("a move")).expect("it is legal");
        }
        game
    }

    /// What is found after the last of the moves, when the others are the game.
    fn repeats(game_moves: &str, line: &str) -> bool {
        let mut so_far = game(game_moves);
        let mut repetition = Repetition::new(&so_far);
        for word in line.split_whitespace() {
            so_far.play(movetext::read(word).expect("a move")).expect("it is legal");
            repetition.push(so_far.position().repetition_key());
        }
        repetition.repeats(so_far.position().plies_since_capture())
    }

    #[test]
    fn a_third_occurrence_is_found_across_game_and_line() {
        let there_and_back = "e1d2 e8e7 d2e1 e7e8 ";
        assert!(!repeats("", "e1d2 e8e7"));
        assert!(repeats("", there_and_back), "the second time within the line");
        assert!(!repeats("e1d2 e8e7 d2e1", "e7e8"), "the second time, but the first was before the root");
        assert!(repeats(&format!("{there_and_back} e1d2 e8e7 d2e1"), "e7e8"), "the third time");
        assert!(!repeats(&format!("{there_and_back} e1d2 e8e7 d2e1"), "e7f7"));
    }
}
