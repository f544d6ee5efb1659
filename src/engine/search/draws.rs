//! The draws within a search: by repetition, and by a number of plies without a capture where a match has such a rule.

use super::window::{Depth, MAX_PLY};
use khepri_rules::{Bitboard, Game, Move, Position};

/// The number of bits of the filter, a power of two.
const FILTER: usize = 4096;

/// The arrangements of pieces that the game and the searched line have passed through.
pub struct Repetition {
    /// The repetition keys before the root that can recur, sorted.
    game: Vec<u64>,
    /// Whether one of these keys has occurred twice.
    any_twice: bool,
    /// A filter with a bit for each of these keys. For most positions of a search the bit is not set, which saves the look-up.
    filter: [u64; FILTER / 64],
    /// The repetition keys from the root to the present position.
    line: Vec<u64>,
}

impl Repetition {
    /// Starts a line at the present position of the game.
    pub fn new(game: &Game) -> Repetition {
        let keys = game.keys();
        let (&root, before) = keys.split_last().unwrap_or((&0, &[]));
        // A capture changes the pieces for good, so no position before the last capture can recur.
        let reach = (game.position().plies_since_capture() as usize).min(before.len());
        let mut sorted = before[before.len() - reach..].to_vec();
        sorted.sort_unstable();
        let mut filter = [0; FILTER / 64];
        for key in &sorted {
            let bit = *key as usize % FILTER;
            filter[bit / 64] |= 1 << (bit % 64);
        }
        let any_twice = sorted.windows(2).any(|pair| pair[0] == pair[1]);
        Repetition { game: sorted, any_twice, filter, line: vec![root] }
    }

    /// Appends a position to the line.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.line.push(key);
    }

    /// Removes the last position of the line.
    #[inline]
    pub fn pop(&mut self) {
        self.line.pop();
    }

    /// Returns whether the present position occurs for the third time, with either player to move, or for the second time within
    /// the line with the same player to move: a line that returns to a position has made no progress. Positions before ply
    /// `first` of the line do not count, for example those before a null move.
    pub fn repeats(&self, plies_since_capture: u32, first: usize) -> bool {
        self.line.split_last().is_some_and(|(&now, before)| self.recurs(now, before, plies_since_capture, first))
    }

    /// Returns what [`Repetition::repeats`] will return after a move that leads to this repetition key and captures nothing.
    pub fn will_repeat(&self, key: u64, plies_since_capture: u32, first: usize) -> bool {
        self.recurs(key, &self.line, plies_since_capture.saturating_add(1), first)
    }

    fn recurs(&self, now: u64, before: &[u64], plies_since_capture: u32, first: usize) -> bool {
        let bit = now as usize % FILTER;
        let known = first == 0 && self.filter[bit / 64] >> (bit % 64) & 1 != 0;
        let mut seen = if known { self.times_in_game(now) } else { 0 };
        let reach = (plies_since_capture as usize).min(before.len().saturating_sub(first));
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

/// The way in which a move of the root leads to a draw by a third occurrence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// The move completes it.
    AtOnce,
    /// The opponent can complete it with this reply.
    By(Move),
}

impl Drawn {
    /// Returns how a move whose shot hits `hits` leads to a third occurrence. `position` is the root, and the line of
    /// `repetition` must hold nothing but the root.
    pub fn of(position: &Position, mv: Move, hits: Bitboard, repetition: &mut Repetition) -> Option<Drawn> {
        if !repetition.any_twice || !hits.is_empty() {
            return None;
        }
        if repetition.will_repeat(position.repetition_key_after(mv), position.plies_since_capture(), 0) {
            return Some(Drawn::AtOnce);
        }
        let mut after = position.clone();
        after.play_unchecked(mv);
        repetition.push(after.repetition_key());
        let reply = after.legal_moves().into_iter().find(|&reply| {
            repetition.will_repeat(after.repetition_key_after(reply), after.plies_since_capture(), 0)
                && after.beam_after(reply).is_ok_and(|beam| beam.hits().is_empty())
        });
        repetition.pop();
        reply.map(Drawn::By)
    }
}

/// The draw after a number of plies without a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoCapture {
    /// The number of plies after which the game is drawn; greater than every counter if there is no such rule.
    limit: u64,
}

impl NoCapture {
    /// Returns the rule with this number of plies; `None` means that there is no such rule.
    pub fn new(draw_plies: Option<u32>) -> NoCapture {
        NoCapture { limit: draw_plies.map_or(u64::MAX, u64::from) }
    }

    /// Returns whether a game in which both Pharaohs stand is drawn.
    #[inline]
    pub fn is_drawn(self, plies_since_capture: u32) -> bool {
        self.left(plies_since_capture) == 0
    }

    /// Returns whether a line of this depth without a capture ends in the draw.
    #[inline]
    pub fn is_drawn_within(self, plies_since_capture: u32, depth: Depth) -> bool {
        self.left(plies_since_capture) <= u64::from(depth.0)
    }

    /// Returns a part of the table's key that depends on the number of plies to the draw; zero where no search can reach
    /// it.
    #[inline]
    pub fn key(self, plies_since_capture: u32) -> u64 {
        let left = self.left(plies_since_capture);
        if left > MAX_PLY as u64 { 0 } else { (left + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) }
    }

    /// Returns the number of plies to the draw.
    #[inline]
    fn left(self, plies_since_capture: u32) -> u64 {
        self.limit.saturating_sub(u64::from(plies_since_capture))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::{RuleSet, setups};

    fn game(moves: &str) -> Game {
        let mut game = Game::new(setups::named(RuleSet::Khet2, setups::CLASSIC).expect("a set-up").position.clone());
        for word in moves.split_whitespace() {
            game.push(word.parse::<Move>().expect("a move")).expect("it is legal");
        }
        game
    }

    /// Returns whether the last position of the searched line repeats a position, after a game with these moves.
    fn repeats(game_moves: &str, line: &str) -> bool {
        let mut so_far = game(game_moves);
        let mut repetition = Repetition::new(&so_far);
        for word in line.split_whitespace() {
            so_far.push(word.parse::<Move>().expect("a move")).expect("it is legal");
            repetition.push(so_far.position().repetition_key());
        }
        repetition.repeats(so_far.position().plies_since_capture(), 0)
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

    #[test]
    fn the_key_after_a_move_is_known_before_it_is_made() {
        for set_up in setups::all() {
            for mv in set_up.position.legal_moves() {
                let mut position = set_up.position.clone();
                position.play_unchecked(mv);
                if position.plies_since_capture() > 0 {
                    let key = set_up.position.repetition_key_after(mv);
                    assert_eq!(key, position.repetition_key(), "{} {mv}", set_up.name);
                }
            }
        }
    }

    #[test]
    fn the_ply_that_reaches_the_limit_draws() {
        let rule = NoCapture::new(Some(50));
        assert!(!rule.is_drawn(49) && rule.is_drawn(50) && rule.is_drawn(u32::MAX));
        assert!(!rule.is_drawn_within(47, Depth(2)) && rule.is_drawn_within(48, Depth(2)));
    }

    #[test]
    fn without_a_rule_no_counter_draws() {
        let none = NoCapture::new(None);
        assert!(!none.is_drawn(u32::MAX) && !none.is_drawn_within(u32::MAX, Depth::MAX));
        assert_eq!((none.key(0), none.key(u32::MAX)), (0, 0));
    }

    #[test]
    fn table_keys_differ_as_soon_as_a_search_can_reach_the_draw() {
        let rule = NoCapture::new(Some(1000));
        let near: Vec<u64> = (1000 - MAX_PLY as u32..=1000).map(|plies| rule.key(plies)).collect();
        let different: std::collections::HashSet<u64> = near.iter().copied().collect();
        assert_eq!(different.len(), near.len());
        assert!(!different.contains(&0) && rule.key(999 - MAX_PLY as u32) == 0);
        assert_eq!(NoCapture::new(Some(100)).key(90), rule.key(990), "only the number of plies left counts");
    }
}
