//! Draws the pieces around the centre of a square. Their shapes and paints are in a file for each set, which the page reads too.

use super::Drawing;
use khepri_rules::{Colour, Piece};

/// A set of drawings of the pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PieceSet {
    /// The masks, beetles and pyramids of Khet.
    #[default]
    Khet,
    /// The blocks and mirrors of Laser Chess.
    Laser,
    /// Symbols with strong contrasts.
    Plain,
}

impl PieceSet {
    /// All sets.
    pub const ALL: [PieceSet; 3] = [PieceSet::Khet, PieceSet::Laser, PieceSet::Plain];

    /// Returns the name of the set.
    pub fn name(self) -> &'static str {
        match self {
            PieceSet::Khet => "khet",
            PieceSet::Laser => "laser",
            PieceSet::Plain => "plain",
        }
    }

    /// Returns the set with a name.
    pub fn by_name(name: &str) -> Option<PieceSet> {
        PieceSet::ALL.into_iter().find(|set| set.name() == name)
    }

    /// Returns the shapes of the pieces as a document. Words in braces stand for paints, and `rotate(0)` for the rotation of a piece.
    pub fn shapes(self) -> &'static str {
        match self {
            PieceSet::Khet => include_str!("pieces/khet.svg"),
            PieceSet::Laser => include_str!("pieces/laser.svg"),
            PieceSet::Plain => include_str!("pieces/plain.svg"),
        }
    }

    /// Draws a piece around the origin.
    pub(super) fn draw(self, drawing: &mut Drawing, piece: Piece) {
        self.shape(drawing, &piece.kind().letter().to_string(), piece.colour(), piece.orientation().quarters());
    }

    /// Draws a laser in the frame. The laser points north.
    pub(super) fn draw_frame_laser(self, drawing: &mut Drawing, colour: Colour) {
        self.shape(drawing, "laser", colour, 0);
    }

    fn shape(self, drawing: &mut Drawing, name: &str, colour: Colour, quarters: u8) {
        let turn = 90 * i32::from(quarters);
        let shape = self.between(&format!("<g id=\"{name}\">\n"), "\n</g>\n\n");
        let mut text = shape.replace("rotate(0)", &format!("rotate({turn})"));
        for paint in self.between(&format!("<g id=\"{}\" data-", colour.name()), "\"/>").split("\" data-") {
            let (name, value) = paint.split_once("=\"").unwrap_or_default();
            // A face that points elsewhere before the rotation.
            let face =
                FACES.iter().position(|face| *face == name).map(|at| FACES[(at + 4 - usize::from(quarters)) % 4]);
            text = text.replace(&format!("{{{}}}", face.unwrap_or(name)), value);
        }
        drawing.line(format_args!("{text}"));
    }

    /// Returns the part of the shapes between two texts.
    fn between(self, start: &str, end: &str) -> &'static str {
        let (_, rest) = self.shapes().split_once(start).unwrap_or_default();
        rest.split_once(end).unwrap_or_default().0
    }
}

/// The paints of faces, clockwise. The light does not rotate with the pieces.
const FACES: [&str; 4] = ["n", "e", "s", "w"];
