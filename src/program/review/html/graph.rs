//! The graph of Silver's winning chance after each ply, as inline SVG. A point marks each inaccuracy, mistake and blunder.

use khepri_protocol::review::Review;
use khepri_protocol::review::formula::Chance;
use khepri_rules::Colour;
use std::fmt::Write;

/// The width and height of the plot area, in units of the picture.
const FIELD: [f64; 2] = [900.0, 220.0];
/// The space to the left of the plot area, which holds the labels.
const LEFT: f64 = 44.0;
/// The space on the other three sides of the plot area.
const MARGIN: f64 = 14.0;

/// Appends the graph of a game.
pub fn draw(text: &mut String, review: &Review) {
    let [width, height] = [FIELD[0] + LEFT + MARGIN, FIELD[1] + 2.0 * MARGIN];
    let _ = writeln!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>Winning chance of Silver, ply by ply</title>"
    );
    let _ = writeln!(
        text,
        "<rect class=\"field\" x=\"{LEFT}\" y=\"{MARGIN}\" width=\"{}\" height=\"{}\"/>",
        FIELD[0], FIELD[1]
    );
    for percent in [0, 50, 100] {
        let y = MARGIN + FIELD[1] * (1.0 - f64::from(percent) / 100.0);
        let end = LEFT + FIELD[0];
        let _ = writeln!(
            text,
            "<line x1=\"{LEFT}\" y1=\"{y}\" x2=\"{end}\" y2=\"{y}\"/><text x=\"{}\" y=\"{}\">{percent} %</text>",
            LEFT - 5.0,
            y + 4.0,
        );
    }
    let plies = review.silver_chances.len().saturating_sub(1);
    let points: Vec<(f64, f64)> =
        review.silver_chances.iter().enumerate().map(|(ply, &chance)| point(ply, plies, chance)).collect();
    let line: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(text, "<polyline points=\"{}\"/>", line.join(" "));
    for (reviewed, (x, y)) in review.moves.iter().zip(points.iter().skip(1)) {
        if let Some(mark) = reviewed.mark.filter(|mark| mark.is_error()) {
            let mover = if reviewed.mover() == Colour::Silver { "Silver" } else { "Red" };
            let _ = writeln!(
                text,
                "<circle class=\"{mark}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"><title>{} {} of {mover}: {mark}, {:.1} % lost</title></circle>",
                reviewed.number(),
                reviewed.mv,
                reviewed.loss.percent(),
            );
        }
    }
    text.push_str("</svg>\n<p class=\"caption\">Winning chance of Silver, ply by ply</p>\n");
}

/// Returns the coordinates of Silver's chance after a ply.
fn point(ply: usize, plies: usize, chance: Chance) -> (f64, f64) {
    let x = LEFT + FIELD[0] * ply as f64 / plies.max(1) as f64;
    (x, MARGIN + FIELD[1] * (1.0 - chance.percent() / 100.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::tests::{read, review_of};

    fn graph(game: &str) -> String {
        let mut text = String::new();
        draw(&mut text, &review_of(&read(game)));
        text
    }

    #[test]
    fn a_blunder_has_a_point_at_the_chance_after_it() {
        let text = graph("[KFEN \"x39/4K5//7k2////9X1 s khet2 0 1\"]\n\n1. e7e8 a8- 0-1\n");
        // After the first of two plies, Silver's chance is zero.
        assert!(text.contains("<circle class=\"blunder\" cx=\"494.0\" cy=\"234.0\""), "{text}");
        assert_eq!(text.matches("<circle").count(), 1);
        let (_, line) = text.split_once("points=\"").expect("a line");
        assert_eq!(line.split('"').next().map(|points| points.split(' ').count()), Some(3));
    }

    #[test]
    fn the_graph_of_a_game_without_moves_has_one_point() {
        assert!(graph("[SetUp \"classic\"]\n\n*\n").contains("points=\"44.0,"));
    }
}
