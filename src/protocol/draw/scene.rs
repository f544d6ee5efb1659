//! The content of a drawing, for text, SVG and data: the pieces, the legs of the beams, and the hits.

use khepri_rules::internal::optics::{Effect, effect};
use khepri_rules::internal::ruleset::{corner, facings};
use khepri_rules::internal::square::{FILES, RANKS};
use khepri_rules::{
    Beam, Bitboard, Colour, Direction, Game, IllegalMove, Kind, Laser, Leg as Traced, Move, Piece, Position, Rules,
    Setup, Square,
};

/// The right edge of the board in half squares.
pub const RIGHT: i8 = 2 * FILES as i8;
/// The upper edge of the board in half squares.
pub const TOP: i8 = 2 * RANKS as i8;

/// A point of the board, in half squares from its lower left corner. Both coordinates of the centre of a square are odd; 0,
/// [`RIGHT`] and [`TOP`] are the frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point {
    /// Half squares from the left.
    pub x: i8,
    /// Half squares from the bottom.
    pub y: i8,
}

impl Point {
    /// Returns the centre of a square.
    pub const fn centre(square: Square) -> Point {
        Point { x: 2 * square.file() as i8 + 1, y: 2 * square.rank() as i8 + 1 }
    }

    /// Returns the point at this distance, in half squares, in a direction.
    pub const fn towards(self, direction: Direction, halves: i8) -> Point {
        let (x, y) = direction.step();
        Point { x: self.x + x * halves, y: self.y + y * halves }
    }

    /// Returns the point of the frame in a direction.
    pub const fn frame(self, direction: Direction) -> Point {
        match direction {
            Direction::North => Point { y: TOP, ..self },
            Direction::East => Point { x: RIGHT, ..self },
            Direction::South => Point { y: 0, ..self },
            Direction::West => Point { x: 0, ..self },
        }
    }
}

/// A straight part of a beam.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leg {
    /// The owner of the laser.
    pub laser: Colour,
    /// Its start: the centre of the square of a Sphinx, mirror or Eye, or a laser in the frame.
    pub from: Point,
    /// Its end: the centre of the square of the piece that it meets, or the frame.
    pub to: Point,
    /// Its direction.
    pub direction: Direction,
    /// Whether it starts at the laser.
    pub first: bool,
    /// The piece that it meets; `None` at the frame.
    pub met: Option<Piece>,
    /// The effect of that piece; [`Effect::Pass`] at the frame.
    pub end: Effect,
}

/// A board with beams, ready to be drawn.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The board to draw, with the pieces that are hit.
    pub setup: Setup,
    /// Whether this is the shot at the end of a move. The side to move is then the player who fires,
    /// not the next player.
    pub is_shot: bool,
    /// The legs of all beams.
    pub legs: Vec<Leg>,
    /// The squares on the path of any beam.
    pub path: Bitboard,
    /// The squares of the pieces that are hit.
    pub hits: Bitboard,
}

impl Scene {
    /// Returns a scene of a position with the current beam of the side to move.
    pub fn of(position: &Position) -> Scene {
        Scene::with_lasers(position, &[position.side_to_move()])
    }

    /// Returns a scene of a position with the current beams of these colours.
    pub fn with_lasers(position: &Position, lasers: &[Colour]) -> Scene {
        let (legs, path, hits) = (Vec::new(), Bitboard::EMPTY, Bitboard::EMPTY);
        let mut scene = Scene { setup: position.setup(), is_shot: false, legs, path, hits };
        let mut beam = Beam::new();
        for &laser in lasers {
            position.trace(laser, &mut beam);
            scene.path |= beam.path();
            scene.hits |= beam.hits();
            let legs = beam.legs().iter().map(|leg| scene.leg(laser, leg)).collect::<Vec<_>>();
            scene.legs.extend(legs);
        }
        scene
    }

    /// Returns the shot at the end of a move: the board after the move, with the pieces that are hit, and the mover's beam.
    ///
    /// # Errors
    /// The reason why the move is not legal.
    pub fn of_move(position: &Position, mv: Move) -> Result<Scene, IllegalMove> {
        let mv = position.normalised(mv);
        position.legality(mv)?;
        let mut moved = position.clone();
        // Without hits, all pieces stay on the board.
        moved.make(mv, Bitboard::EMPTY);
        let mut scene = Scene::with_lasers(&moved, &[position.side_to_move()]);
        scene.setup.side_to_move = position.side_to_move();
        scene.is_shot = true;
        Ok(scene)
    }

    /// Returns the shot at the end of the last move of a game as [`Scene::of_move`] does, or `None` before the first move.
    pub fn of_last_shot(game: &Game) -> Option<Scene> {
        let mut before = game.clone();
        let mv = before.pop()?;
        Scene::of_move(before.position(), mv).ok()
    }

    fn leg(&self, laser: Colour, leg: &Traced) -> Leg {
        let direction = leg.direction();
        let source = leg.origin().and_then(|square| self.piece_at(square));
        let from = match leg.origin() {
            Some(square) => Point::centre(square),
            None => self.frame_laser(laser),
        };
        let met = leg.end().and_then(|square| Some((square, self.piece_at(square)?)));
        let (to, end) = match met {
            Some((square, piece)) => (Point::centre(square), effect(piece, direction)),
            None => (from.frame(direction), Effect::Pass),
        };
        let first = source.is_none_or(|piece| piece.kind() == Kind::Sphinx);
        Leg { laser, from, to, direction, first, met: met.map(|(_, piece)| piece), end }
    }

    /// Returns the point at which the beam of a laser in the frame enters the board.
    pub fn frame_laser(&self, colour: Colour) -> Point {
        Point::centre(corner(colour)).frame(facings(colour)[0].opposite())
    }

    /// Returns the colours with lasers in the frame: none or both.
    pub fn frame_lasers(&self) -> &'static [Colour] {
        match self.rules().laser {
            Laser::Frame => &Colour::ALL,
            Laser::Sphinx => &[],
        }
    }

    fn rules(&self) -> &'static Rules {
        self.setup.rule_set.rules()
    }

    /// Returns the piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.setup.squares.get(square.index()).copied().flatten()
    }

    /// Returns the colour for which a square is reserved.
    pub fn reserved_for(&self, square: Square) -> Option<Colour> {
        Colour::ALL.into_iter().zip(self.rules().reserved).find_map(|(colour, area)| area.has(square).then_some(colour))
    }
}

/// Returns the quadrants that the mirrors of a piece face: 0 to 3, clockwise from the north-east.
pub fn mirrors(piece: Piece) -> impl Iterator<Item = u8> {
    (0..4).filter(move |&quadrant| {
        // A mirror that faces the north-east turns a beam from the north to the east.
        let side = Direction::North.turned(quadrant);
        let turned = side.turned(1);
        let effect = effect(piece, side.opposite());
        effect == Effect::Turn(turned) || effect == Effect::Split(turned)
    })
}

/// Returns the sides on which a piece absorbs a beam.
pub fn shields(piece: Piece) -> impl Iterator<Item = Direction> {
    Direction::ALL.into_iter().filter(move |side| effect(piece, side.opposite()) == Effect::Absorb)
}

#[cfg(test)]
mod tests {
    use super::*;

    use khepri_rules::Orientation;

    fn position(kfen: &str) -> Position {
        kfen.parse::<Position>().expect("a position")
    }

    #[test]
    fn legs_run_from_centre_to_centre_or_to_the_frame() {
        let scene = Scene::of(&position("x33k5/5a14///2p32E13P3///4K4X1 s khet2 0 1"));
        let ends = scene.legs.iter().map(|leg| (leg.from, leg.to, leg.end)).collect::<Vec<_>>();
        let [j1, j4, f4, c4, f7] = [Square::J1, Square::J4, Square::F4, Square::C4, Square::F7].map(Point::centre);
        assert_eq!(
            ends,
            [
                (j1, j4, Effect::Turn(Direction::West)),
                (j4, f4, Effect::Split(Direction::North)),
                (f4, c4, Effect::Hit),
                (f4, f7, Effect::Hit),
            ]
        );
        assert_eq!(scene.legs.iter().map(|leg| leg.first).collect::<Vec<_>>(), [true, false, false, false]);
        assert_eq!(scene.hits, [Square::C4, Square::F7].into_iter().collect());
    }

    #[test]
    fn beams_of_lasers_in_the_frame_start_at_the_frame() {
        let board = position("4k5///////4K5 s khet1");
        let scene = Scene::with_lasers(&board, &Colour::ALL);
        let ends = scene.legs.iter().map(|leg| (leg.laser, leg.from, leg.to, leg.first)).collect::<Vec<_>>();
        assert_eq!(
            ends,
            [
                (Colour::Silver, Point { x: 19, y: 0 }, Point { x: 19, y: TOP }, true),
                (Colour::Red, Point { x: 1, y: TOP }, Point { x: 1, y: 0 }, true),
            ]
        );
        assert_eq!(scene.frame_lasers(), Colour::ALL);
    }

    #[test]
    fn a_shot_is_traced_on_the_board_after_the_move() {
        let board = position("x34k4///4p35/4S24P3///5K3X1 s khet2 0 1");
        let swap = Move::step(Square::E4, Square::E5);
        let scene = Scene::of_move(&board, swap).expect("a legal move");
        assert_eq!(scene.piece_at(Square::E4), board.piece_at(Square::E5));
        assert_eq!(scene.piece_at(Square::E5), board.piece_at(Square::E4));
        assert_eq!(scene.hits, Bitboard::of(Square::E4));
        assert!(scene.legs.iter().all(|leg| leg.laser == Colour::Silver));
        assert!(Scene::of_move(&board, Move::step(Square::E4, Square::E6)).is_err());
    }

    #[test]
    fn a_finished_game_can_be_drawn() {
        let mut board = position("x39////4k4P3///4K4X1 s khet2");
        board.play(Move::step(Square::E1, Square::E2)).expect("a legal move");
        assert!(!board.pharaohs_stand());
        let scene = Scene::with_lasers(&board, &Colour::ALL);
        assert_eq!(scene.setup.pieces().count(), 4);
        assert_eq!(scene.legs.len(), 3);
        assert_eq!(scene.setup.side_to_move, Colour::Red);
    }

    #[test]
    fn mirrors_and_shields_agree_with_the_optics() {
        let piece = |letter, digit| {
            let kind = Kind::from_letter(letter).expect("a letter");
            Piece::new(Colour::Red, kind, Orientation::from_digit(digit).expect("1 to 4"))
        };
        for digit in 1..=4 {
            assert_eq!(mirrors(piece('p', digit)).collect::<Vec<_>>(), [digit - 1]);
            assert_eq!(shields(piece('a', digit)).collect::<Vec<_>>(), [Direction::North.turned(digit - 1)]);
        }
        for (letter, digit, quadrants) in [('s', 1, [0, 2]), ('s', 2, [1, 3]), ('e', 1, [0, 2]), ('e', 2, [1, 3])] {
            assert_eq!(mirrors(piece(letter, digit)).collect::<Vec<_>>(), quadrants);
        }
        for letter in ['k', 'o', 't'] {
            assert_eq!(mirrors(piece(letter, 1)).count() + shields(piece(letter, 1)).count(), 0);
        }
    }
}
