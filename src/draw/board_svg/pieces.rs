//! Draws the pieces around the centre of a square. Mirrors pass through this centre.

use super::Drawing;
use crate::draw::scene::{mirrors, shields};
use crate::rules::{Colour, Kind, Piece};

/// The paints of a player's pieces. The paints of the two players differ mainly in lightness, so that greyscale prints and
/// colour-blind readers can distinguish them.
struct Paints {
    body: &'static str,
    light: &'static str,
    shade: &'static str,
    edge: &'static str,
    /// The paint of lines on the body.
    ink: &'static str,
}

/// The paints by [`Colour::index`].
static PAINTS: [Paints; 2] = [
    Paints { body: "#eef1f4", light: "#ffffff", shade: "#c2cad3", edge: "#2b323b", ink: "#2b323b" },
    Paints { body: "#a81f2e", light: "#c23a45", shade: "#781420", edge: "#33060b", ink: "#ffe9dc" },
];

const GOLD: &str = "#eab93b";
const GLASS: &str = "#74d2ff";
const IRON: &str = "#2a2f37";
/// The paint of the lens of a laser.
const LENS: &str = "#ff3b30";

/// Draws a piece around the origin.
pub(super) fn draw(drawing: &mut Drawing, piece: Piece) {
    let paints = &PAINTS[piece.colour().index()];
    let quadrant = mirrors(piece).next().unwrap_or(0);
    match piece.kind() {
        Kind::Pharaoh => pharaoh(drawing, paints),
        Kind::Pyramid => pyramid(drawing, paints, quadrant),
        Kind::Scarab => scarab(drawing, paints, quadrant),
        Kind::Anubis => anubis(drawing, paints, shields(piece).next().map_or(0, |side| side.index())),
        Kind::Sphinx => sphinx(drawing, paints, piece.orientation().facing().index()),
        Kind::Obelisk => obelisk(drawing, paints),
        Kind::Stack => stack(drawing, paints),
        Kind::Eye => eye(drawing, paints, quadrant),
    }
}

/// Draws a path with fill and outline.
fn shape(drawing: &mut Drawing, path: &str, fill: &str, edge: &str) {
    drawing.line(format_args!(
        r#"<path d="{path}" fill="{fill}" stroke="{edge}" stroke-width="1.6" stroke-linejoin="round"/>"#
    ));
}

/// Draws lines without fill.
fn lines(drawing: &mut Drawing, path: &str, colour: &str, width: f32) {
    drawing.line(format_args!(
        r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>"#
    ));
}

/// The mirror that faces the north-east, through the centre.
const MIRROR: &str = "M-24,-24L24,24";

fn pyramid(drawing: &mut Drawing, paints: &Paints, quadrant: u8) {
    drawing.rotated(90 * i32::from(quadrant), |drawing| {
        shape(drawing, "M-24,-24L24,24L-24,24Z", paints.body, paints.edge);
        shape(drawing, "M-24,24L24,24L-11,11Z", paints.shade, "none");
        shape(drawing, "M-24,-24L24,24L-11,11Z", paints.light, "none");
        lines(drawing, "M-24,24L-11,11M-24,-24L-11,11L24,24", paints.edge, 1.2);
        mirror(drawing, paints);
    });
}

fn mirror(drawing: &mut Drawing, paints: &Paints) {
    lines(drawing, MIRROR, paints.edge, 7.0);
    lines(drawing, MIRROR, GLASS, 4.0);
}

/// Draws a beetle whose wing cases meet at the mirror.
fn scarab(drawing: &mut Drawing, paints: &Paints, quadrant: u8) {
    drawing.rotated(90 * i32::from(quadrant) + 45, |drawing| {
        lines(drawing, "M11,11L17,19L23,19M1,13L1,22L-4,25M-9,12L-14,20L-20,20", paints.edge, 2.4);
        lines(drawing, "M11,-11L17,-19L23,-19M1,-13L1,-22L-4,-25M-9,-12L-14,-20L-20,-20", paints.edge, 2.4);
        shape(drawing, "M18,-8C27,-8 27,8 18,8Z", paints.shade, paints.edge);
        shape(drawing, "M8,-14C18,-13 21,-8 21,0C21,8 18,13 8,14Z", paints.shade, paints.edge);
        shape(drawing, "M8,-15L8,15C-16,20 -27,9 -27,0C-27,-9 -16,-20 8,-15Z", paints.body, paints.edge);
        lines(drawing, "M3,-9C-8,-12 -16,-9 -20,-5M3,9C-8,12 -16,9 -20,5", paints.ink, 1.0);
    });
    drawing.rotated(90 * i32::from(quadrant), |drawing| mirror(drawing, paints));
}

/// Draws an eye on a disc, cut by a half-transparent mirror.
fn eye(drawing: &mut Drawing, paints: &Paints, quadrant: u8) {
    drawing
        .line(format_args!(r#"<circle r="23" fill="{}" stroke="{}" stroke-width="1.6"/>"#, paints.body, paints.edge));
    shape(drawing, "M-18,0Q0,-17 18,0Q0,13 -18,0Z", "#ffffff", paints.edge);
    lines(drawing, "M-17,-9Q0,-23 17,-8M-5,8L-7,17M4,8C6,15 12,18 15,13C16,10 12,9 11,12", paints.ink, 2.2);
    drawing.line(format_args!(r#"<circle r="7" fill="{IRON}"/>"#));
    drawing.rotated(90 * i32::from(quadrant), |drawing| {
        lines(drawing, "M-25,-25L25,25", paints.edge, 8.0);
        lines(drawing, "M-25,-25L25,25", "#ffffff", 5.4);
        let pane = "M-25,-25L-20,-20M-15,-15L-9,-9M-3,-3L3,3M9,9L15,15M20,20L25,25";
        lines(drawing, pane, "#2fa8e6", 3.6);
    });
}

/// Draws a jackal with its shield.
fn anubis(drawing: &mut Drawing, paints: &Paints, quarters: usize) {
    drawing.rotated(90 * quarters as i32, |drawing| {
        shape(drawing, "M-19,-15L19,-15L19,15Q19,21 13,21L-13,21Q-19,21 -19,15Z", paints.body, paints.edge);
        shape(drawing, "M-25,-15Q0,-26 25,-15L25,-22Q0,-35 -25,-22Z", IRON, GOLD);
    });
    let head = "M-12,-14L-4,-5L4,-5L12,-14L10,2Q9,7 5,10L3,16L-3,16L-5,10Q-9,7 -10,2Z";
    shape(drawing, head, paints.ink, "none");
    lines(drawing, "M-6,2L-3,4M6,2L3,4M-1,13L1,13", paints.body, 1.8);
}

/// Draws a sphinx on a turret with the laser.
fn sphinx(drawing: &mut Drawing, paints: &Paints, quarters: usize) {
    drawing.rotated(90 * quarters as i32, |drawing| {
        shape(drawing, "M-13,-14L-9,-24L-9,-29L9,-29L9,-24L13,-14Z", IRON, GOLD);
        drawing.line(format_args!(r##"<circle cy="-26" r="4.6" fill="{LENS}" stroke="#ffffff" stroke-width="1.2"/>"##));
    });
    shape(drawing, "M-9,-20L9,-20L20,-9L20,9L9,20L-9,20L-20,9L-20,-9Z", paints.body, paints.edge);
    let lion = "M-15,12L14,12Q16,3 8,0L0,-1L-1,-5Q-2,-13 -9,-13Q-15,-13 -16,-3L-13,-1L-12,4L-12,8L-15,9Z";
    shape(drawing, lion, paints.ink, "none");
    lines(drawing, "M-4,-8L-4,-1M-10,-8L-11,-8M4,12L4,7Q8,4 11,7", paints.body, 1.6);
}

/// Draws the striped head-dress, the face and the beard.
fn pharaoh(drawing: &mut Drawing, paints: &Paints) {
    let cloth = "M-13,-19Q0,-28 13,-19Q18,-8 23,18L10,22L-10,22L-23,18Q-18,-8 -13,-19Z";
    shape(drawing, cloth, paints.body, paints.edge);
    let stripes = "M-15,-12L-9,-10M-17,-5L-10,-3M-18,2L-10,4M-20,9L-10,10M-21,15L-9,16M15,-12L9,-10M17,-5L10,-3M18,2L10,4M20,9L10,10M21,15L9,16";
    lines(drawing, stripes, GOLD, 2.4);
    shape(drawing, "M-10,-11Q0,-16 10,-11L10,2Q8,13 0,14Q-8,13 -10,2Z", GOLD, IRON);
    lines(drawing, "M-6,-4L-3,-4M3,-4L6,-4M-3,8L3,8M0,-3L0,3", IRON, 1.6);
    shape(drawing, "M-2.5,14L2.5,14L2,25L-2,25Z", IRON, "none");
    shape(drawing, "M-2.5,-17Q-4,-26 0,-28Q4,-26 2.5,-17Z", GOLD, IRON);
}

fn obelisk(drawing: &mut Drawing, paints: &Paints) {
    shape(drawing, "M-13,18L13,18L13,24L-13,24Z", paints.shade, paints.edge);
    needle(drawing, paints, 18, 34);
}

/// Draws two obelisks on top of each other.
fn stack(drawing: &mut Drawing, paints: &Paints) {
    shape(drawing, "M-23,19L23,19L23,25L-23,25Z", paints.shade, paints.edge);
    shape(drawing, "M-19,19L-15,4L0,4L0,19Z", paints.body, paints.edge);
    shape(drawing, "M0,19L0,4L15,4L19,19Z", paints.shade, paints.edge);
    shape(drawing, "M-15,-1L15,-1L15,4L-15,4Z", GOLD, paints.edge);
    needle(drawing, paints, -1, 18);
}

/// Draws the shaft of an obelisk with its golden point.
fn needle(drawing: &mut Drawing, paints: &Paints, foot: i32, height: i32) {
    let (shoulder, top) = (foot - height, foot - height - 8);
    shape(drawing, &format!("M-9,{foot}L-6,{shoulder}L0,{shoulder}L0,{foot}Z"), paints.body, paints.edge);
    shape(drawing, &format!("M0,{foot}L0,{shoulder}L6,{shoulder}L9,{foot}Z"), paints.shade, paints.edge);
    shape(drawing, &format!("M-6,{shoulder}L0,{top}L6,{shoulder}Z"), GOLD, paints.edge);
}

/// Draws a laser in the frame. The laser points north.
pub(super) fn frame_laser(drawing: &mut Drawing, colour: Colour) {
    let paints = &PAINTS[colour.index()];
    shape(drawing, "M-18,19L-18,10L-9,2L9,2L18,10L18,19Z", paints.body, GOLD);
    shape(drawing, "M-6,14L-4,2L4,2L6,14Z", IRON, "none");
    drawing.line(format_args!(r##"<circle cy="4" r="4.6" fill="{LENS}" stroke="#ffffff" stroke-width="1.2"/>"##));
}
