//! The worth of each piece to its owner in a position: the amount by which the network's score falls without the piece.

use super::accumulator::evaluate;
use super::network::Network;
use super::score::Score;
use khepri_rules::internal::square::{FILES, RANKS};
use khepri_rules::{Colour, Kind, Piece, Position, Square};
use std::fmt::Write;

/// The width of a square in the table, in characters, without the blank before it. Ten squares and the rank fit in 80 columns.
/// A piece that is worth 10 Pyramids or more widens its line.
const WIDTH: usize = 6;

/// Returns the score of a position in centipawns from the view of a colour.
fn score_of(network: &Network, position: &Position, colour: Colour) -> i32 {
    let value = evaluate(network, position).value();
    if position.side_to_move() == colour { value } else { -value }
}

/// Returns the worth of the piece on a square to its owner, in centipawns. Returns `None` for an empty square, and for a
/// Pharaoh or Sphinx, because a position cannot lack one. The worth of a stack is that of both its pieces.
fn worth(network: &Network, position: &Position, square: Square) -> Option<i32> {
    let piece = position.piece_at(square).filter(|piece| !matches!(piece.kind(), Kind::Pharaoh | Kind::Sphinx))?;
    let mut setup = position.setup();
    setup.squares[square.index()] = None;
    let without = Position::try_from(setup).ok()?;
    let owner = piece.colour();
    Some(score_of(network, position, owner) - score_of(network, &without, owner))
}

/// Returns the hash of the network, the board with each piece and its worth in Pyramids, and the score of the position in
/// centipawns from the view of the side to move.
pub fn table(network: &Network, position: &Position) -> String {
    let mut text = format!("network {:016x}\n", network.hash());
    for rank in (0..RANKS).rev() {
        let _ = write!(text, "{}", rank + 1);
        for square in (0..FILES).filter_map(|file| Square::new(file, rank)) {
            let piece = |piece: Piece| match worth(network, position, square) {
                Some(worth) => format!("{}{:+.2}", piece.letter(), f64::from(worth) / 100.0),
                None => piece.letter().to_string(),
            };
            let _ = write!(text, " {:>WIDTH$}", position.piece_at(square).map_or_else(|| ".".to_owned(), piece));
        }
        text.push('\n');
    }
    text.push(' ');
    (b'a'..b'a' + FILES).for_each(|file| {
        let _ = write!(text, " {:>WIDTH$}", char::from(file));
    });
    let total = if position.pharaohs_stand() { evaluate(network, position) } else { Score::DRAW };
    let _ = write!(text, "\ntotal {} for {} to move", total.value(), position.side_to_move().name());
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::random_network;

    use khepri_rules::internal::util::random::Random;

    #[test]
    fn the_table_has_each_piece_with_its_worth_and_the_total() {
        let network = random_network(&mut Random::seed_from_u64(1));
        let position = "x34k4//////4P15/4K4X1 r khet2 0 1".parse::<Position>().expect("a position");
        let without = "x34k4///////4K4X1 r khet2 0 1".parse::<Position>().expect("a position");
        let [with, without] = [&position, &without].map(|position| evaluate(&network, position).value());
        let table = table(&network, &position);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 11);
        assert_eq!(lines[0], format!("network {:016x}", network.hash()));
        // Red is to move, so the worth of Silver's Pyramid is the rise of Red's score without it.
        let expected = format!("P{:+.2}", f64::from(without - with) / 100.0);
        let rank: Vec<&str> = lines[7].split_whitespace().collect();
        assert_eq!(rank, ["2", ".", ".", ".", ".", &expected, ".", ".", ".", ".", "."]);
        assert_eq!(
            lines[1].split_whitespace().collect::<Vec<_>>(),
            ["8", "x", ".", ".", ".", ".", "k", ".", ".", ".", "."]
        );
        assert!(lines.iter().all(|line| line.len() <= 80), "{lines:#?}");
        assert_eq!(lines[10], format!("total {with} for red to move"));
    }
}
