//! The board as a standalone SVG: pieces, beams, and bursts at the hits.
//!
//! A square is 64 units wide. There are only plain attributes, no style sheets, scripts or external fonts, so that all
//! viewers show the same picture.

mod pieces;
#[cfg(test)]
mod tests;

pub use pieces::PieceSet;

use super::mark;
use super::scene::{Leg, Point, RIGHT, Scene, TOP};
use khepri_rules::internal::optics::Effect;
use khepri_rules::internal::square::{FILES, RANKS};
use khepri_rules::{Colour, Direction, Kind, Square};
use std::fmt::{self, Write};

/// Half the width of a square.
const HALF: i32 = 32;
/// Width of the frame.
const FRAME: i32 = 24;

/// Colours of the squares, the dark ones of which alternate with the light ones.
const STONES: [&str; 2] = ["#ddd6c8", "#d5cdbd"];
const GRID: &str = "#b5aa94";
const BORDER: &str = "#5a5346";
const LETTERS: &str = "#f3ecdd";
/// Colours of the ground and the emblem of squares reserved for Silver and for Red.
const RESERVED: [[&str; 2]; 2] = [["#c3ced8", "#8395a6"], ["#e2c0b1", "#b97c68"]];
/// Colours of the core and of the casing of the beams of Silver's and of Red's laser. The cores differ in lightness.
const BEAMS: [[&str; 2]; 2] = [["#c9f6ff", "#08303f"], ["#ff4038", "#3d0508"]];

/// Returns the scene as an SVG document.
pub fn render(scene: &Scene, set: PieceSet) -> String {
    let (width, height) = (2 * FRAME + HALF * i32::from(RIGHT), 2 * FRAME + HALF * i32::from(TOP));
    let mut drawing = Drawing { text: String::with_capacity(32 << 10) };
    drawing.line(format_args!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">"#
    ));
    let (mover, kfen) = (scene.setup.side_to_move.name(), scene.setup.to_string());
    let (title, description) = match kfen.split_once(' ') {
        // A KFEN cannot describe a board whose hit pieces are not yet removed.
        Some((board, _)) if scene.is_shot => (format!("the shot of {mover}"), board),
        _ => (format!("{mover} to move"), kfen.as_str()),
    };
    drawing.line(format_args!("<title>Khet, {title}</title>"));
    drawing.line(format_args!("<desc>{description}</desc>"));
    drawing.line(format_args!("{}", mark::PICTURE));
    drawing.line(format_args!(r#"<rect width="{width}" height="{height}" rx="12" fill="{BORDER}"/>"#));
    coordinates(&mut drawing, !scene.frame_lasers().is_empty());
    for square in Square::ALL {
        ground(&mut drawing, scene, square);
    }
    for &laser in scene.frame_lasers() {
        let point = scene.frame_laser(laser);
        let turn = if point.y == 0 { 0 } else { 180 };
        drawing.group(point, "laser", |drawing| {
            drawing.rotated(turn, |drawing| set.draw_frame_laser(drawing, laser));
        });
    }
    for (square, piece) in scene.setup.pieces() {
        let class = format!("{} {}", piece.colour().name(), piece.kind().name());
        drawing.group(Point::centre(square), &class, |drawing| set.draw(drawing, piece));
    }
    for laser in Colour::ALL {
        beam(&mut drawing, scene, laser);
    }
    for square in scene.hits {
        hit(&mut drawing, scene, square);
    }
    drawing.line(format_args!("</svg>"));
    drawing.text
}

/// Returns the coordinates of a point in the picture.
fn place(point: Point) -> (i32, i32) {
    (FRAME + HALF * i32::from(point.x), FRAME + HALF * i32::from(TOP - point.y))
}

/// Returns the coordinates at a distance, in units of the picture, from a point.
fn beside(point: Point, direction: Direction, distance: i32) -> (i32, i32) {
    let ((x, y), (right, up)) = (place(point), direction.step());
    (x + i32::from(right) * distance, y - i32::from(up) * distance)
}

/// A document that grows line by line.
struct Drawing {
    text: String,
}

impl Drawing {
    fn line(&mut self, line: fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{line}");
    }

    /// Draws with the origin at a point.
    fn group(&mut self, point: Point, class: &str, draw: impl FnOnce(&mut Drawing)) {
        let (x, y) = place(point);
        self.line(format_args!(r#"<g class="{class}" transform="translate({x} {y})">"#));
        draw(self);
        self.line(format_args!("</g>"));
    }

    /// Draws rotated clockwise by a number of degrees.
    fn rotated(&mut self, degrees: i32, draw: impl FnOnce(&mut Drawing)) {
        self.line(format_args!(r#"<g transform="rotate({degrees})">"#));
        draw(self);
        self.line(format_args!("</g>"));
    }
}

/// Draws the coordinates. The letter of the last file leaves room for a laser in the frame.
fn coordinates(drawing: &mut Drawing, has_laser: bool) {
    drawing.line(format_args!(
        r#"<g fill="{LETTERS}" font-family="system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif" font-weight="600" font-size="15" text-anchor="middle">"#
    ));
    for (file, letter) in (0..FILES as i8).zip('a'..) {
        let (x, y) = place(Point { x: 2 * file + 1, y: 0 });
        let x = if has_laser && letter == 'j' { x + 25 } else { x };
        drawing.line(format_args!(r#"<text x="{x}" y="{}">{letter}</text>"#, y + 18));
    }
    for rank in 0..RANKS as i8 {
        let (x, y) = place(Point { x: 0, y: 2 * rank + 1 });
        drawing.line(format_args!(r#"<text x="{}" y="{}">{}</text>"#, x - 12, y + 5, rank + 1));
    }
    drawing.line(format_args!("</g>"));
}

fn ground(drawing: &mut Drawing, scene: &Scene, square: Square) {
    let owner = scene.reserved_for(square);
    let stone = STONES[usize::from(square.file() + square.rank()) % 2];
    let [fill, ink] = owner.and_then(|owner| RESERVED.get(owner.index()).copied()).unwrap_or([stone, GRID]);
    let (x, y) = place(Point::centre(square));
    let side = 2 * HALF;
    drawing.line(format_args!(
        r#"<rect x="{}" y="{}" width="{side}" height="{side}" fill="{fill}" stroke="{GRID}"/>"#,
        x - HALF,
        y - HALF
    ));
    // An emblem would clash with a piece or a beam.
    if scene.piece_at(square).is_some() || scene.path.has(square) {
        return;
    }
    // An ankh for Silver, an eye of Horus for Red.
    let emblem = match owner {
        Some(Colour::Silver) => "M0,0C-10,-8 -7,-16 0,-16C7,-16 10,-8 0,0L0,16M-9,3L9,3",
        Some(Colour::Red) => "M-14,0Q0,-12 14,0Q0,9 -14,0M-14,-7Q0,-18 14,-7M-3,5L-5,13M3,5Q6,13 12,10M-2,0L2,0",
        None => return,
    };
    drawing.group(Point::centre(square), "reserved", |drawing| {
        drawing.line(format_args!(
            r#"<path d="{emblem}" fill="none" stroke="{ink}" stroke-width="2.4" stroke-linecap="round"/>"#
        ));
    });
}

/// Returns both ends of a leg in the picture. At lasers and at pieces that stop the leg, they do not reach the centre.
fn ends(leg: &Leg) -> [(i32, i32); 2] {
    let at_frame = leg.from.y == 0 || leg.from.y == TOP;
    let before = match (leg.first, at_frame) {
        (true, true) => -4,
        (true, false) => 29,
        (false, _) => 0,
    };
    let after = match leg.end {
        Effect::Absorb if leg.met.is_some_and(|piece| piece.kind() == Kind::Sphinx) => 20,
        Effect::Absorb => 28,
        Effect::Hit => 18,
        Effect::Pass | Effect::Turn(_) | Effect::Split(_) => 0,
    };
    [beside(leg.from, leg.direction, before), beside(leg.to, leg.direction.opposite(), after)]
}

fn beam(drawing: &mut Drawing, scene: &Scene, laser: Colour) {
    let legs = scene.legs.iter().filter(|leg| leg.laser == laser);
    let (mut path, mut heads) = (String::new(), String::new());
    for leg in legs {
        let [(x, y), (to_x, to_y)] = ends(leg);
        let _ = write!(path, "M{x},{y}L{to_x},{to_y}");
        // An arrow head in the middle of each leg that is at least one square long.
        if (to_x - x).abs() + (to_y - y).abs() >= 2 * HALF {
            let (x, y) = ((x + to_x) / 2, (y + to_y) / 2);
            let turn = 90 * leg.direction.index();
            let _ = write!(heads, r#"<path d="M-7,6L0,-7L7,6L0,2Z" transform="translate({x} {y}) rotate({turn})"/>"#);
        }
    }
    let (Some([core, casing]), false) = (BEAMS.get(laser.index()), path.is_empty()) else { return };
    drawing.line(format_args!(r#"<g class="beam {}" fill="none" stroke-linecap="round">"#, laser.name()));
    drawing.line(format_args!(r#"<path d="{path}" stroke="{casing}" stroke-width="8"/>"#));
    drawing.line(format_args!(r#"<path d="{path}" stroke="{core}" stroke-width="3.6"/>"#));
    drawing.line(format_args!(r#"<g fill="{core}" stroke="{casing}" stroke-width="1.5">{heads}</g>"#));
    drawing.line(format_args!("</g>"));
}

/// Draws a frame at the edge of the square, and a burst where each leg hits the piece.
fn hit(drawing: &mut Drawing, scene: &Scene, square: Square) {
    let centre = Point::centre(square);
    drawing.line(format_args!(r#"<g id="hit-{square}" class="hit">"#));
    let ((x, y), side) = (place(centre), 2 * HALF - 6);
    drawing.line(format_args!(
        r##"<rect x="{}" y="{}" width="{side}" height="{side}" rx="7" fill="none" stroke="#f08c00" stroke-width="4"/>"##,
        x - HALF + 3,
        y - HALF + 3
    ));
    for leg in scene.legs.iter().filter(|leg| leg.to == centre && leg.end == Effect::Hit) {
        let [_, (x, y)] = ends(leg);
        drawing.line(format_args!(
            r##"<path d="M0,-17L4,-7L13,-12L8,-3L18,0L8,4L13,13L4,8L0,18L-4,8L-13,12L-7,4L-17,0L-8,-4L-12,-13L-3,-8Z" transform="translate({x} {y})" fill="#ffd43b" stroke="#c92a2a" stroke-width="2" stroke-linejoin="round"/>"##
        ));
        drawing.line(format_args!(r##"<circle cx="{x}" cy="{y}" r="4" fill="#ffffff"/>"##));
    }
    drawing.line(format_args!("</g>"));
}
