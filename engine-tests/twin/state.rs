//! A position of the second implementation with the library's types.
//!
//! It converts squares, moves and set-ups, and lists the legs of beams. All rules come from `clean_room`.

use super::super::clean_room as second;
use khepri_rules::{Action, Bitboard, Colour, Move, Outcome, Setup, Square, Turn};
use second::actions::Action as SecondAction;
use second::board::RuleSet;
use second::light::Shot;
use second::pieces::{Effect, Kind, Piece};
use second::squares::{Direction as SecondDirection, Square as SecondSquare};

/// A position of the second implementation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State(pub second::position::Position);

/// The beams of a shot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beams {
    /// All squares that a beam enters.
    pub path: Bitboard,
    /// The squares of the pieces that are hit.
    pub hits: Bitboard,
    /// Whether two beams leave a piece in the same direction, or a beam runs in a ring.
    pub merges: bool,
}

pub fn from_square(square: SecondSquare) -> Square {
    Square::ALL[square.index()]
}

pub fn to_square(square: Square) -> SecondSquare {
    SecondSquare::at(square.file() as i8, square.rank() as i8).expect("both have 80 squares")
}

fn from_colour(colour: second::pieces::Colour) -> Colour {
    match colour {
        second::pieces::Colour::Silver => Colour::Silver,
        second::pieces::Colour::Red => Colour::Red,
    }
}

pub fn to_colour(colour: Colour) -> second::pieces::Colour {
    match colour {
        Colour::Silver => second::pieces::Colour::Silver,
        Colour::Red => second::pieces::Colour::Red,
    }
}

/// Converts an action.
pub fn from_action(action: SecondAction) -> Move {
    match action {
        SecondAction::Step { from, to } => Move::step(from_square(from), from_square(to)),
        SecondAction::UpperStep { from, to } => Move::top(from_square(from), from_square(to)),
        SecondAction::Clockwise(square) => Move::rotate(from_square(square), Turn::Clockwise),
        SecondAction::Anticlockwise(square) => Move::rotate(from_square(square), Turn::Anticlockwise),
    }
}

fn to_action(mv: Move) -> SecondAction {
    match mv.action() {
        Action::Step(from, to) => SecondAction::Step { from: to_square(from), to: to_square(to) },
        Action::Top(from, to) => SecondAction::UpperStep { from: to_square(from), to: to_square(to) },
        Action::Rotate(square, Turn::Clockwise) => SecondAction::Clockwise(to_square(square)),
        Action::Rotate(square, Turn::Anticlockwise) => SecondAction::Anticlockwise(to_square(square)),
    }
}

/// Returns the squares of the pieces that a shot hits.
pub fn hits(shot: &Shot) -> Bitboard {
    shot.hits.iter().map(|hit| from_square(hit.square)).collect()
}

/// Returns the squares that a beam of a shot enters.
pub fn path(shot: &Shot) -> Bitboard {
    Square::ALL.into_iter().filter(|square| shot.path[square.index()].contains(&true)).collect()
}

/// Converts the outcome of a game.
pub fn from_outcome(outcome: second::position::Outcome) -> Outcome {
    match outcome {
        second::position::Outcome::Won(colour) => Outcome::Win(from_colour(colour)),
        second::position::Outcome::Draw => Outcome::Draw,
    }
}

impl From<&Setup> for State {
    fn from(setup: &Setup) -> State {
        State(second::kfen::read(&setup.to_string()).expect("a written set-up"))
    }
}

impl State {
    /// Returns the position as text.
    pub fn kfen(&self) -> String {
        self.0.to_kfen()
    }

    pub fn mover(&self) -> Colour {
        from_colour(self.0.side)
    }

    pub fn pharaoh(&self, colour: Colour) -> Option<Square> {
        let pharaoh = Piece { colour: to_colour(colour), kind: Kind::Pharaoh };
        self.0.board.pieces().find(|&(_, piece)| piece == pharaoh).map(|(square, _)| from_square(square))
    }

    /// Returns the shot of a laser, without changing the board.
    pub fn fire(&self, colour: Colour) -> Shot {
        second::light::fire(&mut self.0.board.clone(), self.0.rule_set, to_colour(colour))
    }

    /// Returns the squares of pieces that the beams of a shot leave, each with the direction. An exit that two beams share occurs
    /// twice.
    fn exits(&self, shot: &Shot) -> Vec<(SecondSquare, SecondDirection)> {
        let mut exits = Vec::new();
        for (square, piece) in self.0.board.pieces() {
            for heading in SecondDirection::ALL.into_iter().filter(|&heading| shot.enters(square, heading)) {
                match piece.kind.effect(heading) {
                    Effect::Absorbed | Effect::Hit => {}
                    Effect::Reflected(side) => exits.push((square, side)),
                    Effect::Split(side) => exits.extend([(square, heading), (square, side)]),
                }
            }
        }
        exits
    }

    /// Returns the beams of a laser, without changing the board.
    pub fn beams(&self, colour: Colour) -> Beams {
        let shot = self.fire(colour);
        let mut exits = self.exits(&shot);
        exits.sort_by_key(|&(square, direction)| (square, direction as u8));
        let merges = exits.windows(2).any(|pair| pair[0] == pair[1]);
        Beams { path: path(&shot), hits: hits(&shot), merges }
    }

    /// Returns the legs of a laser's beams as the protocol's `beam` prints them: `leg FROM DIR TO END`.
    pub fn legs(&self, colour: Colour) -> Vec<String> {
        let (first, direction) = second::light::beam_start(&self.0.board, self.0.rule_set, to_colour(colour));
        let start = match (self.0.rule_set, colour) {
            (RuleSet::Khet2, _) => second::board::laser_corner(to_colour(colour)).to_string(),
            (RuleSet::Khet1 | RuleSet::Deflexion, Colour::Silver) => "j0".to_owned(),
            (RuleSet::Khet1 | RuleSet::Deflexion, Colour::Red) => "a9".to_owned(),
        };
        let mut legs = vec![self.leg(start, first, direction)];
        for (square, direction) in self.exits(&self.fire(colour)) {
            let leg = self.leg(square.to_string(), square.towards(direction), direction);
            if !legs.contains(&leg) {
                legs.push(leg);
            }
        }
        legs
    }

    fn leg(&self, from: String, mut next: Option<SecondSquare>, direction: SecondDirection) -> String {
        let letter = ["n", "e", "s", "w"][direction as usize];
        let (mut to, mut end) = (from.clone(), "edge");
        while let Some(square) = next {
            to = square.to_string();
            next = square.towards(direction);
            let Some(piece) = self.0.board.at(square) else { continue };
            end = match piece.kind.effect(direction) {
                Effect::Hit => "hit",
                Effect::Absorbed => "stop",
                Effect::Reflected(_) => "turn",
                Effect::Split(_) => "split",
            };
            break;
        }
        format!("leg {from} {letter} {to} {end}")
    }

    /// Returns all legal moves, in no particular order; none if the game is over.
    pub fn moves(&self) -> Vec<Move> {
        self.0.actions().into_iter().map(from_action).collect()
    }

    /// Returns the board after a legal move and before its shot.
    pub fn moved(&self, mv: Move) -> State {
        let mut after = self.clone();
        second::actions::carry_out(&mut after.0.board, &to_action(mv));
        after
    }

    /// Returns the hits of the shot of a legal move.
    pub fn shot(&self, mv: Move) -> Bitboard {
        self.played(mv).1
    }

    /// Returns the position after a legal move, and the hits of its shot.
    pub fn played(&self, mv: Move) -> (State, Bitboard) {
        let mut after = self.clone();
        let shot = after.0.apply(&to_action(mv));
        (after, hits(&shot))
    }

    /// Returns the outcome of the game if it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome().map(from_outcome)
    }
}
