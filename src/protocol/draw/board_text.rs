//! The board as text for a terminal, with or without colours.
//!
//! A square is four characters wide and two lines high. A piece has three characters. The middle one is its letter, upper
//! case for Silver. Beside it are a mirror on the side that it faces (on both sides for a Scarab or Eye), blocks for the
//! shield of an Anubis, or an arrow in the direction of a Sphinx. A star stands on either side of a piece that is hit. `△` and
//! `▽` are empty squares reserved for Silver and for Red.

use super::scene::{Leg, Point, RIGHT, Scene, TOP, mirrors, shields};
use khepri_rules::internal::square::FILES;
use khepri_rules::{Colour, Direction, Kind, Piece, Square};

/// Half the width of a square, in characters.
const HALF: i8 = 2;
const WIDTH: usize = (HALF * RIGHT) as usize + 1;
const HEIGHT: usize = TOP as usize + 1;

/// The kind of object that a character belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    Ground,
    Frame,
    Silver,
    Red,
    Beam,
    Hit,
}

impl Style {
    /// Returns the escape sequence that switches to this style from any other.
    const fn escape(self) -> &'static str {
        match self {
            Style::Ground => RESET,
            Style::Frame => "\x1b[0;2m",
            Style::Silver => "\x1b[0;1m",
            Style::Red => "\x1b[0;1;31m",
            Style::Beam => "\x1b[0;33m",
            Style::Hit => "\x1b[0;1;7;33m",
        }
    }

    const fn of(colour: Colour) -> Style {
        [Style::Silver, Style::Red][colour.index()]
    }
}

const RESET: &str = "\x1b[0m";

/// Draws the board with rank 8 at the top and file letters below. Each line ends with a newline.
pub fn render(scene: &Scene, colour: bool) -> String {
    let mut canvas = Canvas::framed();
    for square in Square::ALL {
        canvas.ground(scene, square);
    }
    canvas.beams(&scene.legs);
    for &laser in scene.frame_lasers() {
        let point = scene.frame_laser(laser);
        canvas.put(column(point), point, if point.y == 0 { '↑' } else { '↓' }, Style::of(laser));
    }
    for (square, piece) in scene.setup.pieces() {
        canvas.piece(square, piece, scene.hits.has(square));
    }
    canvas.write(colour)
}

const fn column(point: Point) -> i8 {
    HALF * point.x
}

/// Characters with their styles, line by line from the top.
struct Canvas([[(char, Style); WIDTH]; HEIGHT]);

impl Canvas {
    fn framed() -> Canvas {
        let mut canvas = Canvas([[(' ', Style::Ground); WIDTH]; HEIGHT]);
        let (right, top) = (HALF * RIGHT, Point { x: 0, y: TOP });
        let bottom = Point { x: 0, y: 0 };
        for column in 1..right {
            canvas.put(column, top, '─', Style::Frame);
            canvas.put(column, bottom, '─', Style::Frame);
        }
        for y in 1..TOP {
            canvas.put(0, Point { x: 0, y }, '│', Style::Frame);
            canvas.put(right, Point { x: 0, y }, '│', Style::Frame);
        }
        for (column, point, corner) in [(0, top, '┌'), (right, top, '┐'), (0, bottom, '└'), (right, bottom, '┘')]
        {
            canvas.put(column, point, corner, Style::Frame);
        }
        canvas
    }

    /// Writes a character into a column of the line that shows a point.
    fn put(&mut self, column: i8, line: Point, character: char, style: Style) {
        if let Some(place) = self.place(column, line.y) {
            *place = (character, style);
        }
    }

    fn place(&mut self, column: i8, y: i8) -> Option<&mut (char, Style)> {
        let line = usize::try_from(TOP - y).ok()?;
        self.0.get_mut(line)?.get_mut(usize::try_from(column).ok()?)
    }

    fn ground(&mut self, scene: &Scene, square: Square) {
        let mark = match scene.reserved_for(square) {
            None => '·',
            Some(Colour::Silver) => '△',
            Some(Colour::Red) => '▽',
        };
        let centre = Point::centre(square);
        self.put(column(centre), centre, mark, Style::Frame);
    }

    fn beams(&mut self, legs: &[Leg]) {
        for leg in legs {
            // Skips the first character, which shows the laser or piece that the leg leaves.
            let (mut at, mut y) = (column(leg.from), leg.from.y);
            let end = (column(leg.to), leg.to.y);
            let (right, up) = leg.direction.step();
            while (at, y) != end {
                (at, y) = (at + right, y + up);
                self.beam(at, y, leg.direction);
            }
        }
    }

    /// Draws the beam in one character, which may be on the frame.
    fn beam(&mut self, column: i8, y: i8, direction: Direction) {
        let at_frame = column == 0 || column == HALF * RIGHT || y == 0 || y == TOP;
        let Some(place) = self.place(column, y) else { return };
        let along = matches!(direction, Direction::East | Direction::West);
        let crossed = if along { '│' } else { '─' };
        let character = match (at_frame, direction) {
            (true, Direction::North) => '┬',
            (true, Direction::East) => '┤',
            (true, Direction::South) => '┴',
            (true, Direction::West) => '├',
            _ if place.1 == Style::Beam && (place.0 == crossed || place.0 == '┼') => '┼',
            _ if along => '─',
            _ => '│',
        };
        *place = (character, Style::Beam);
    }

    fn piece(&mut self, square: Square, piece: Piece, hit: bool) {
        let style = if hit { Style::Hit } else { Style::of(piece.colour()) };
        let centre = Point::centre(square);
        let middle = column(centre);
        let [left, right] = sides(piece);
        self.put(middle, centre, piece.letter(), style);
        for (at, side) in [(middle - 1, left), (middle + 1, right)] {
            // A blank side leaves the beam visible.
            if side != ' ' || hit {
                self.put(at, centre, side, style);
            }
        }
        if hit {
            self.put(middle - HALF, centre, '*', style);
            self.put(middle + HALF, centre, '*', style);
        }
    }

    fn write(&self, colour: bool) -> String {
        let mut text = String::new();
        let mut style = Style::Ground;
        for (line, characters) in self.0.iter().enumerate() {
            // Every second line shows a rank. The first line is the frame.
            let below = TOP as usize - line;
            let label = if below % 2 == 1 { char::from_digit(below as u32 / 2 + 1, 10) } else { None };
            text.push(label.unwrap_or(' '));
            text.push(' ');
            for &(character, of) in characters {
                if colour && of != style {
                    text.push_str(of.escape());
                    style = of;
                }
                text.push(character);
            }
            if style != Style::Ground {
                text.push_str(RESET);
                style = Style::Ground;
            }
            text.push('\n');
        }
        text.push(' ');
        text.extend(('a'..).take(FILES.into()).flat_map(|file| [' ', ' ', ' ', file]));
        text.push('\n');
        text
    }
}

/// Returns the characters to the left and right of the letter.
fn sides(piece: Piece) -> [char; 2] {
    match piece.kind() {
        Kind::Pyramid | Kind::Scarab | Kind::Eye => {
            mirrors(piece).fold([' ', ' '], |[left, right], quadrant| match quadrant {
                0 => [left, '╲'],
                1 => [left, '╱'],
                2 => ['╲', right],
                _ => ['╱', right],
            })
        }
        Kind::Anubis => match shields(piece).next() {
            Some(Direction::North) => ['▀', '▀'],
            Some(Direction::East) => [' ', '▐'],
            Some(Direction::South) => ['▄', '▄'],
            Some(Direction::West) => ['▌', ' '],
            None => [' ', ' '],
        },
        Kind::Sphinx => match piece.orientation().facing() {
            Direction::North => [' ', '↑'],
            Direction::East => [' ', '→'],
            Direction::South => [' ', '↓'],
            Direction::West => ['←', ' '],
        },
        Kind::Pharaoh | Kind::Obelisk | Kind::Stack => [' ', ' '],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use khepri_rules::{Move, Position};

    fn position(kfen: &str) -> Position {
        kfen.parse::<Position>().expect("a position")
    }

    /// Draws the board, with a newline before it as in the literals below.
    fn drawn(scene: &Scene) -> String {
        format!("\n{}", render(scene, false))
    }

    const SPLIT: &str = "
  ┌───────────────────────────────────────┐
8 │ x↓  △   ·   ·   k   ·   ·   ·   ▽   △ │
  │                                       │
7 │ ▽   ·   ·   ·   · *▀a▀* ·   ·   ·   △ │
  │                     │                 │
6 │ ▽   ·   ·   ·   ·   │   ·   ·   ·   △ │
  │                     │                 │
5 │ ▽   ·   ·   ·   ·   │   ·   ·   ·   △ │
  │                     │                 │
4 │ ▽   · *╲p *────────╲E╲─────────────╲P │
  │                                     │ │
3 │ ▽   ·   ·   ·   ·   ·   ·   ·   ·   │ │
  │                                     │ │
2 │ ▽   ·   ·   ·   ·   ·   ·   ·   ·   │ │
  │                                     │ │
1 │ ▽   △   ·   ·   K   ·   ·   ·   ▽   X↑│
  └───────────────────────────────────────┘
    a   b   c   d   e   f   g   h   i   j
";

    #[test]
    fn a_split_beam_that_hits_twice() {
        assert_eq!(drawn(&Scene::of(&position("x33k5/5a14///2p32E13P3///4K4X1 s khet2"))), SPLIT);
    }

    const CROSSED: &str = "
  ┌─↓───────────────────────────────────┬─┐
8 │ │   ·   ·   ·   k   ·   ·   ·   ·   │ │
  │ │                                   │ │
7 │ │   ·   ·   ·   ·   ·   ·   ·   ·   │ │
  │ │                                   │ │
6 │ │   ·   ·   ·   ·   ·   ·   ·   ·   │ │
  │ │                                   │ │
5 │ P╲──────────────────────────────────┼─┤
  │                                     │ │
4 │ ▽   ·   ·   ·   ·   ·   ·   ·   ·   │ │
  │                                     │ │
3 │ ▽   ·  ╱s╱  ·   ·   ·   ·   ·   ·   │ │
  │                                     │ │
2 │ ▽   ·   ·   ·   ·   ·   ·   ·   ·   │ │
  │                                     │ │
1 │ ▽   ·   ·   O   K   ·   ·   ·   ·   │ │
  └─────────────────────────────────────↑─┘
    a   b   c   d   e   f   g   h   i   j
";

    #[test]
    fn crossing_beams_of_lasers_in_the_frame() {
        let board = position("4k5///P19//2s27//3OK5 r deflexion");
        assert_eq!(drawn(&Scene::with_lasers(&board, &Colour::ALL)), CROSSED);
    }

    #[test]
    fn a_shot_is_drawn_on_the_board_after_the_move() {
        let board = position("x34k4///4p35/4S24P3///5K3X1 s khet2");
        let scene = Scene::of_move(&board, Move::step(Square::E4, Square::E5)).expect("a legal move");
        let text = render(&scene, false);
        let rank = |label| text.lines().find(|line| line.starts_with(label)).expect("a rank");
        assert_eq!(rank("5 "), "5 │ ▽   ·   ·   ·  ╱S╱  ·   ·   ·   ·   △ │");
        assert_eq!(rank("4 "), "4 │ ▽   ·   ·   · *╲p *────────────────╲P │");
    }

    #[test]
    fn colours_change_no_character_and_end_with_the_line() {
        let scene = Scene::of(&position("x33k5/5a14///2p32E13P3///4K4X1 s khet2"));
        let coloured = render(&scene, true);
        let mut plain = String::from("\n");
        let mut parts = coloured.split('\x1b');
        plain.extend(parts.next());
        plain.extend(parts.filter_map(|part| part.split_once('m')).map(|(_, text)| text));
        assert_eq!(plain, SPLIT);
        for line in coloured.lines() {
            assert!(!line.contains('\x1b') || line.ends_with(RESET), "{line:?}");
            assert!(!line.ends_with(' '), "{line:?}");
        }
    }

    #[test]
    fn pieces_that_differ_look_different() {
        let looks = Piece::all().map(|piece| (piece.letter(), sides(piece))).collect::<std::collections::HashSet<_>>();
        assert_eq!(looks.len(), Piece::all().count());
    }
}
