//! Draws the pieces around the centre of a square. Their shapes and paints are in `pieces.svg`, which the page reads too.

use super::Drawing;
use khepri_rules::{Colour, Piece};

/// The shapes of the pieces. Words in braces stand for paints, and `rotate(0)` for the rotation of a piece.
pub const SHAPES: &str = include_str!("pieces.svg");

/// The paints of faces, clockwise. The light does not rotate with the pieces.
const FACES: [&str; 4] = ["n", "e", "s", "w"];

/// Draws a piece around the origin.
pub(super) fn draw(drawing: &mut Drawing, piece: Piece) {
    shape(drawing, &piece.kind().letter().to_string(), piece.colour(), piece.orientation().quarters());
}

/// Draws a laser in the frame. The laser points north.
pub(super) fn frame_laser(drawing: &mut Drawing, colour: Colour) {
    shape(drawing, "laser", colour, 0);
}

fn shape(drawing: &mut Drawing, name: &str, colour: Colour, quarters: u8) {
    let turn = 90 * i32::from(quarters);
    let mut text =
        between(&format!("<g id=\"{name}\">\n"), "\n</g>\n\n").replace("rotate(0)", &format!("rotate({turn})"));
    for paint in between(&format!("<g id=\"{}\" data-", colour.name()), "\"/>").split("\" data-") {
        let (name, value) = paint.split_once("=\"").unwrap_or_default();
        // A face that points elsewhere before the rotation.
        let face = FACES.iter().position(|face| *face == name).map(|at| FACES[(at + 4 - usize::from(quarters)) % 4]);
        text = text.replace(&format!("{{{}}}", face.unwrap_or(name)), value);
    }
    drawing.line(format_args!("{text}"));
}

/// Returns the part of the shapes between two texts.
fn between(start: &str, end: &str) -> &'static str {
    let (_, rest) = SHAPES.split_once(start).unwrap_or_default();
    rest.split_once(end).unwrap_or_default().0
}
