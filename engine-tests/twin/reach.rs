//! Where a player's beam can get with one move, by the second implementation, as the protocol's `reach` prints it.

use super::super::clean_room as second;
use super::state::{State, to_colour, to_square};
use khepri_rules::{Colour, Square};
use second::light::Shot;
use second::squares::Square as SecondSquare;

impl State {
    /// Returns the answer to `reach` with a colour.
    pub fn reach(&self, player: Colour) -> Vec<String> {
        if self.outcome().is_some() {
            return vec!["total 0".to_owned()];
        }
        let (now, shots) = (self.fire(player), self.shots_of(player));
        let own = to_colour(player);
        let mut lines = Vec::new();
        for square in SecondSquare::all() {
            let is_lit = |shot: &Shot| shot.path[square.index()].contains(&true);
            let moves = shots.iter().filter(|(_, shot)| is_lit(shot)).count();
            let hits: Vec<_> =
                shots.iter().flat_map(|(_, shot)| &shot.hits).filter(|hit| hit.square == square).collect();
            let own = hits.iter().filter(|hit| hit.piece.colour == own).count();
            if moves > 0 || is_lit(&now) {
                let own = if own > 0 { format!(" own {own}") } else { String::new() };
                let now = if is_lit(&now) { " now" } else { "" };
                lines.push(format!("square {square} moves {moves} hits {}{own}{now}", hits.len()));
            }
        }
        lines.sort();
        lines.push(format!("total {}", shots.len()));
        lines
    }

    /// Returns the answer to `reach` with a colour and a square.
    pub fn reach_to(&self, player: Colour, square: Square) -> Vec<String> {
        if self.outcome().is_some() {
            return vec!["total 0".to_owned()];
        }
        let mut lines = Vec::new();
        for (mv, shot) in self.shots_of(player) {
            if shot.path[to_square(square).index()].contains(&true) {
                let mut hits: Vec<String> = shot.hits.iter().map(|hit| hit.square.to_string()).collect();
                hits.sort();
                let hits = if hits.is_empty() { String::new() } else { format!(" x {}", hits.join(" ")) };
                lines.push(format!("move {mv}{hits}"));
            }
        }
        lines.sort();
        lines.push(format!("total {}", lines.len()));
        lines
    }

    /// Returns the moves of a player, as if it were that player's turn, each with its shot.
    fn shots_of(&self, player: Colour) -> Vec<(String, Shot)> {
        let mut position = self.0;
        position.side = to_colour(player);
        position.actions().iter().map(|action| (action.text(), position.preview(action).1)).collect()
    }
}
