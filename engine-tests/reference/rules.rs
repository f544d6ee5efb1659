//! The rules of the game once more: a mailbox, a beam that walks from square to square, and a generator that asks of every
//! square, target and turn whether the printed rules allow it.

use khepri::internal::rules::{
    Bitboard, Colour, Kind, Move, Orientation, Outcome, Piece, RuleSet, Setup, Square, Turn,
};

/// A step of a beam or a side of a piece: files to the right and ranks up.
pub type Way = (i8, i8);

const N: Way = (0, 1);
const E: Way = (1, 0);
const S: Way = (0, -1);
const W: Way = (-1, 0);
pub const WAYS: [Way; 4] = [N, E, S, W];

fn back(way: Way) -> Way {
    (-way.0, -way.1)
}

/// The two sides of a piece that a mirror looking to this quadrant joins: light that comes in by one leaves by the other.
fn joined(quadrant: u8) -> [Way; 2] {
    match quadrant {
        1 => [N, E],
        2 => [S, E],
        3 => [S, W],
        4 => [N, W],
        _ => panic!("quadrant {quadrant}"),
    }
}

/// By which side light leaves a mirror that it meets from `side`, if the mirror looks there.
fn reflected(quadrant: u8, side: Way) -> Option<Way> {
    let [one, other] = joined(quadrant);
    if side == one {
        Some(other)
    } else if side == other {
        Some(one)
    } else {
        None
    }
}

/// What light does that comes to a piece.
struct Met {
    hit: bool,
    /// The ways it leaves.
    leaves: Vec<Way>,
}

fn meet(piece: Piece, way: Way) -> Met {
    let side = back(way);
    let digit = piece.orientation().digit();
    let hit = Met { hit: true, leaves: vec![] };
    let absorbed = Met { hit: false, leaves: vec![] };
    let two_faced = || {
        // Orientation 1 has mirrors to the quadrants 1 and 3, orientation 2 to 2 and 4.
        reflected(digit, side).or(reflected(digit + 2, side)).expect("both faces of the diagonal reflect")
    };
    match piece.kind() {
        Kind::Pharaoh | Kind::Obelisk | Kind::Stack => hit,
        Kind::Sphinx => absorbed,
        Kind::Anubis => {
            let front = [N, E, S, W][usize::from(digit) - 1];
            if side == front { absorbed } else { hit }
        }
        Kind::Pyramid => reflected(digit, side).map_or(hit, |leaves| Met { hit: false, leaves: vec![leaves] }),
        Kind::Scarab => Met { hit: false, leaves: vec![two_faced()] },
        Kind::Eye => Met { hit: false, leaves: vec![way, two_faced()] },
    }
}

/// The light of one laser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Light {
    pub path: Bitboard,
    pub hits: Bitboard,
    /// Straight parts: one from the laser and one from each face of a mirror that sends light on.
    pub legs: i32,
    /// Whether some of it came to where it had been before: two beams have merged, or it runs in a ring.
    pub returns: bool,
}

/// A position, as the rules speak of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub squares: [Option<Piece>; 80],
    pub mover: Colour,
    pub rule_set: RuleSet,
    pub plies_since_capture: u32,
    pub move_number: u32,
}

impl From<&Setup> for State {
    fn from(setup: &Setup) -> State {
        State {
            squares: setup.squares,
            mover: setup.side_to_move,
            rule_set: setup.rule_set,
            plies_since_capture: setup.plies_since_capture,
            move_number: setup.move_number,
        }
    }
}

fn simple(colour: Colour, kind: Kind) -> Option<Piece> {
    Some(Piece::new(colour, kind, Orientation::FIRST))
}

fn digit_of(digit: u8) -> Orientation {
    Orientation::from_digit(digit).expect("1 to 4")
}

impl State {
    pub fn setup(&self) -> Setup {
        Setup {
            squares: self.squares,
            side_to_move: self.mover,
            rule_set: self.rule_set,
            plies_since_capture: self.plies_since_capture,
            move_number: self.move_number,
        }
    }

    pub fn at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// Whether the square is reserved for the other colour.
    pub fn closed_to(&self, colour: Colour, square: Square) -> bool {
        let (file, name) = (square.file(), square.to_string());
        let corners = self.rule_set != RuleSet::Deflexion;
        match colour {
            Colour::Silver => file == 0 || corners && (name == "i1" || name == "i8"),
            Colour::Red => file == 9 || corners && (name == "b1" || name == "b8"),
        }
    }

    pub fn pharaoh(&self, colour: Colour) -> Option<Square> {
        Square::ALL.into_iter().find(|&square| self.at(square) == simple(colour, Kind::Pharaoh))
    }

    /// The light of a colour's laser, walked square by square, with a list of beams that are still to be followed.
    pub fn light(&self, colour: Colour) -> Light {
        let (corner, frame_way) = match colour {
            Colour::Silver => (Square::J1, N),
            Colour::Red => (Square::A8, S),
        };
        // The beam is about to enter this square, if it is on the board.
        let mut waiting: Vec<(Option<Square>, Way)> = match self.rule_set {
            RuleSet::Khet1 | RuleSet::Deflexion => vec![(Some(corner), frame_way)],
            RuleSet::Khet2 => {
                let sphinx = self.at(corner).expect("a Sphinx never leaves its corner");
                assert_eq!((sphinx.kind(), sphinx.colour()), (Kind::Sphinx, colour));
                let way = WAYS[usize::from(sphinx.orientation().digit()) - 1];
                vec![(corner.offset(way.0, way.1), way)]
            }
        };
        let mut entered = [[false; 4]; 80];
        let mut light = Light { path: Bitboard::EMPTY, hits: Bitboard::EMPTY, legs: 1, returns: false };
        let mut exits = Vec::new();
        while let Some((square, way)) = waiting.pop() {
            let Some(square) = square else { continue };
            let seen = &mut entered[square.index()][WAYS.iter().position(|&other| other == way).expect("a way")];
            if std::mem::replace(seen, true) {
                light.returns = true;
                continue;
            }
            light.path |= Bitboard::of(square);
            match self.at(square) {
                None => waiting.push((square.offset(way.0, way.1), way)),
                Some(piece) => {
                    let met = meet(piece, way);
                    if met.hit {
                        light.hits |= Bitboard::of(square);
                    }
                    for exit in met.leaves.iter().map(|&way| (square, way)) {
                        if !exits.contains(&exit) {
                            exits.push(exit);
                            light.legs += 1;
                        }
                    }
                    waiting.extend(met.leaves.into_iter().map(|way| (square.offset(way.0, way.1), way)));
                }
            }
        }
        light
    }

    /// The light of a colour's laser as the protocol's `beam` lists it, one `leg FROM DIR TO END` for each place and way
    /// in which light leaves a laser or a piece.
    pub fn legs(&self, colour: Colour) -> Vec<String> {
        let (corner, frame, frame_way) = match colour {
            Colour::Silver => (Square::J1, "j0", N),
            Colour::Red => (Square::A8, "a9", S),
        };
        let mut waiting: Vec<(String, Option<Square>, Way)> = match self.rule_set {
            RuleSet::Khet1 | RuleSet::Deflexion => vec![(frame.to_owned(), Some(corner), frame_way)],
            RuleSet::Khet2 => {
                let sphinx = self.at(corner).expect("a Sphinx never leaves its corner");
                let way = WAYS[usize::from(sphinx.orientation().digit()) - 1];
                vec![(corner.to_string(), corner.offset(way.0, way.1), way)]
            }
        };
        let mut known: Vec<(String, Way)> = Vec::new();
        let mut legs = Vec::new();
        while let Some((from, mut next, way)) = waiting.pop() {
            if known.contains(&(from.clone(), way)) {
                continue;
            }
            known.push((from.clone(), way));
            let (mut to, mut end) = (from.clone(), "edge");
            while let Some(square) = next {
                to = square.to_string();
                next = square.offset(way.0, way.1);
                let Some(piece) = self.at(square) else { continue };
                let met = meet(piece, way);
                end = match (met.hit, met.leaves.len()) {
                    (true, _) => "hit",
                    (false, 0) => "stop",
                    (false, 1) => "turn",
                    (false, _) => "split",
                };
                let exit = |way: Way| (square.to_string(), square.offset(way.0, way.1), way);
                waiting.extend(met.leaves.into_iter().map(exit));
                break;
            }
            let letter = ["n", "e", "s", "w"][WAYS.iter().position(|&other| other == way).expect("a way")];
            legs.push(format!("leg {from} {letter} {to} {end}"));
        }
        legs
    }

    /// Which way light goes on that comes to the piece on a square, if a mirror turns it.
    pub fn turned(&self, square: Square, way: Way) -> Option<Way> {
        meet(self.at(square)?, way).leaves.into_iter().find(|&other| other != way)
    }

    /// All legal moves in no particular order; none in a finished game.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.pharaoh(Colour::Silver).is_none() || self.pharaoh(Colour::Red).is_none() {
            return moves;
        }
        for from in Square::ALL {
            for turn in [Turn::Clockwise, Turn::Anticlockwise] {
                if self.may_turn(from, turn) {
                    moves.push(Move::rotate(from, turn));
                }
            }
            if self.at(from).is_none_or(|piece| piece.colour() != self.mover) {
                continue;
            }
            for to in Square::ALL {
                if self.may_step(from, to) {
                    moves.push(Move::step(from, to));
                }
                if self.may_step_with_top(from, to) {
                    moves.push(Move::top(from, to));
                }
            }
        }
        moves
    }

    fn may_turn(&self, square: Square, turn: Turn) -> bool {
        let Some(piece) = self.at(square).filter(|piece| piece.colour() == self.mover) else { return false };
        match piece.kind() {
            Kind::Pyramid | Kind::Anubis => true,
            Kind::Scarab | Kind::Eye => turn == Turn::Clockwise,
            Kind::Pharaoh | Kind::Obelisk | Kind::Stack => false,
            Kind::Sphinx => {
                // Silver's stands on j1 and faces north (1) or west (4), Red's on a8, south (3) or east (2).
                let wanted = match (self.mover, piece.orientation().digit()) {
                    (Colour::Silver, 1) => Turn::Anticlockwise,
                    (Colour::Silver, 4) => Turn::Clockwise,
                    (Colour::Red, 3) => Turn::Anticlockwise,
                    (Colour::Red, 2) => Turn::Clockwise,
                    (colour, digit) => panic!("a Sphinx of {} faces the frame: {digit}", colour.name()),
                };
                turn == wanted
            }
        }
    }

    /// Whether the mover's piece could step there if it were free: one king step, and not reserved for the other.
    fn may_reach(&self, from: Square, to: Square) -> bool {
        let files = (from.file() as i8 - to.file() as i8).abs();
        let ranks = (from.rank() as i8 - to.rank() as i8).abs();
        from != to && files <= 1 && ranks <= 1 && !self.closed_to(self.mover, to)
    }

    fn is_own_obelisk(&self, square: Square) -> bool {
        self.at(square) == simple(self.mover, Kind::Obelisk)
    }

    fn may_step(&self, from: Square, to: Square) -> bool {
        let Some(piece) = self.at(from).filter(|piece| piece.colour() == self.mover) else { return false };
        if piece.kind() == Kind::Sphinx || !self.may_reach(from, to) {
            return false;
        }
        let Some(other) = self.at(to) else { return true };
        match piece.kind() {
            Kind::Scarab | Kind::Eye => "paot".contains(other.letter().to_ascii_lowercase()),
            Kind::Obelisk => self.rule_set == RuleSet::Khet1 && self.is_own_obelisk(to),
            _ => false,
        }
    }

    fn may_step_with_top(&self, from: Square, to: Square) -> bool {
        self.rule_set == RuleSet::Khet1
            && self.at(from) == simple(self.mover, Kind::Stack)
            && self.may_reach(from, to)
            && (self.at(to).is_none() || self.is_own_obelisk(to))
    }

    /// The board after a legal move and before its shot.
    pub fn moved(&self, mv: Move) -> State {
        let mut after = self.clone();
        let (from, to) = (mv.from(), mv.to());
        let text = mv.to_string();
        let piece = self.at(from).expect("a piece moves");
        if let Some(turned) = text.strip_suffix(['+', '-']) {
            assert_eq!(turned, from.to_string());
            let digit = piece.orientation().digit();
            let digit = match (piece.kind(), text.ends_with('+')) {
                (Kind::Scarab | Kind::Eye, _) => 3 - digit,
                (_, true) => digit % 4 + 1,
                (_, false) => (digit + 2) % 4 + 1,
            };
            after.squares[from.index()] = Some(Piece::new(piece.colour(), piece.kind(), digit_of(digit)));
        } else if text.ends_with('t') {
            let kind = if self.at(to).is_none() { Kind::Obelisk } else { Kind::Stack };
            after.squares[from.index()] = simple(self.mover, Kind::Obelisk);
            after.squares[to.index()] = simple(self.mover, kind);
        } else if piece.kind() == Kind::Obelisk && self.at(to).is_some() {
            after.squares[from.index()] = None;
            after.squares[to.index()] = simple(self.mover, Kind::Stack);
        } else {
            after.squares.swap(from.index(), to.index());
        }
        after
    }

    /// What the shot of a legal move hits.
    pub fn shot(&self, mv: Move) -> Bitboard {
        self.moved(mv).light(self.mover).hits
    }

    /// The position after a legal move, and what was hit.
    pub fn played(&self, mv: Move) -> (State, Bitboard) {
        let mut after = self.moved(mv);
        let hits = after.light(self.mover).hits;
        for square in hits {
            let hit = after.at(square).expect("something is hit");
            let left = if hit.kind() == Kind::Stack { simple(hit.colour(), Kind::Obelisk) } else { None };
            after.squares[square.index()] = left;
        }
        after.plies_since_capture = if hits.is_empty() { self.plies_since_capture.saturating_add(1) } else { 0 };
        let second = if self.rule_set == RuleSet::Deflexion { Colour::Silver } else { Colour::Red };
        if self.mover == second {
            after.move_number = self.move_number.saturating_add(1);
        }
        after.mover = if self.mover == Colour::Silver { Colour::Red } else { Colour::Silver };
        (after, hits)
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        match (self.pharaoh(Colour::Silver).is_some(), self.pharaoh(Colour::Red).is_some()) {
            (false, false) => Some(Outcome::Draw),
            (true, false) => Some(Outcome::Win(Colour::Silver)),
            (false, true) => Some(Outcome::Win(Colour::Red)),
            (true, true) if self.moves().is_empty() => Some(Outcome::Draw),
            (true, true) => None,
        }
    }
}
