//! The beam of one laser as text, for programs that draw it without knowing the optics: the protocol's `beam` prints it.

use crate::notation::kfen;
use crate::rules::optics::{Effect, effect};
use crate::rules::{Beam, Bitboard, Colour, Direction, EndReason, Game, IllegalMove, Move, Outcome, Position, Square};
use std::fmt;

/// The beam of one laser on one board, and its effect on the game.
#[derive(Clone, Debug)]
pub struct Light {
    /// The board field of the KFEN, with the pieces that are hit.
    board: String,
    /// The legs, each after the one that feeds it.
    legs: Vec<Leg>,
    hits: Bitboard,
    outcome: Option<Outcome>,
    reason: Option<EndReason>,
}

/// A straight part of the beam.
#[derive(Clone, Copy, Debug)]
struct Leg {
    from: Source,
    direction: Direction,
    /// The last square of the leg; `None` if it leaves the board at once.
    to: Option<Square>,
    end: End,
}

/// The origin of a leg.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// A Sphinx, a mirror or an Eye.
    Square(Square),
    /// The laser in the frame beside a colour's corner.
    Frame(Colour),
}

/// The end of a leg.
#[derive(Clone, Copy, Debug)]
enum End {
    /// The effect of the piece on its last square.
    Piece(Effect),
    /// The edge of the board.
    Edge,
}

impl Light {
    /// Traces the laser of a colour on the current board. The result is that of hits on Pharaohs, or the result of a
    /// finished game.
    pub fn of_laser(game: &Game, laser: Colour) -> Light {
        let position = game.position();
        let light = Light::trace(position, laser);
        let (outcome, reason) = match position.outcome() {
            Some(outcome) => (Some(outcome), game.end_reason()),
            None => shot_pharaohs(position, light.hits),
        };
        Light { outcome, reason, ..light }
    }

    /// Traces the shot at the end of a move, on the board after the move and before pieces are removed.
    ///
    /// # Errors
    /// The reason why the move is not legal.
    pub fn of_move(game: &Game, mv: Move) -> Result<Light, IllegalMove> {
        let before = game.position();
        let mv = before.normalised(mv);
        let mut after = game.clone();
        after.push(mv)?;
        let mut moved = before.clone();
        moved.make(mv, Bitboard::EMPTY);
        let (outcome, reason) = (after.position().outcome(), after.end_reason());
        Ok(Light { outcome, reason, ..Light::trace(&moved, before.side_to_move()) })
    }

    fn trace(position: &Position, laser: Colour) -> Light {
        let mut beam = Beam::new();
        position.trace(laser, &mut beam);
        let written = kfen::write(&position.setup());
        let board = written.split(' ').next().unwrap_or_default().to_owned();
        let legs = in_order(beam.legs().iter().map(|leg| {
            let met = leg.end().and_then(|square| position.piece_at(square));
            Leg {
                from: leg.origin().map_or(Source::Frame(laser), Source::Square),
                direction: leg.direction(),
                to: leg.end(),
                end: met.map_or(End::Edge, |piece| End::Piece(effect(piece, leg.direction()))),
            }
        }));
        Light { board, legs, hits: beam.hits(), outcome: None, reason: None }
    }
}

/// Sorts legs breadth first from the laser, which comes first.
fn in_order(legs: impl Iterator<Item = Leg>) -> Vec<Leg> {
    let mut waiting: Vec<Leg> = legs.collect();
    let mut sorted: Vec<Leg> = waiting.drain(..waiting.len().min(1)).collect();
    let mut next = 0;
    while let Some(&Leg { direction, to, end, .. }) = sorted.get(next) {
        let exits = match end {
            End::Piece(Effect::Turn(turned)) => [Some(turned), None],
            End::Piece(Effect::Split(turned)) => [Some(direction), Some(turned)],
            End::Piece(Effect::Pass | Effect::Absorb | Effect::Hit) | End::Edge => [None, None],
        };
        for exit in exits.into_iter().flatten() {
            let is_fed = |leg: &mut Leg| leg.direction == exit && Some(leg.from) == to.map(Source::Square);
            sorted.extend(waiting.extract_if(.., is_fed));
        }
        next += 1;
    }
    sorted
}

/// Returns how hits on Pharaohs end the game.
fn shot_pharaohs(position: &Position, hits: Bitboard) -> (Option<Outcome>, Option<EndReason>) {
    let is_hit = |colour| position.pharaoh(colour).is_some_and(|square| hits.has(square));
    match (is_hit(Colour::Silver), is_hit(Colour::Red)) {
        (false, false) => (None, None),
        (true, true) => (Some(Outcome::Draw), Some(EndReason::BothPharaohs)),
        (true, false) => (Some(Outcome::Win(Colour::Red)), Some(EndReason::Pharaoh)),
        (false, true) => (Some(Outcome::Win(Colour::Silver)), Some(EndReason::Pharaoh)),
    }
}

impl fmt::Display for Light {
    /// Writes the lines `board`, `leg`, `hits` (if any) and `result` of the answer to `beam`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "board {}", self.board)?;
        for leg in &self.legs {
            writeln!(f, "{leg}")?;
        }
        if !self.hits.is_empty() {
            writeln!(f, "hits {}", names(self.hits))?;
        }
        let result = self.outcome.map_or("*".to_owned(), |outcome| outcome.to_string());
        let reason = self.reason.map_or("-".to_owned(), |reason| reason.to_string());
        write!(f, "result {result} {reason}")
    }
}

impl fmt::Display for Leg {
    /// Writes `leg FROM DIR TO END`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Leg { from, direction, to, end } = self;
        let way = match direction {
            Direction::North => 'n',
            Direction::East => 'e',
            Direction::South => 's',
            Direction::West => 'w',
        };
        let to = to.map_or(from.to_string(), |square| square.to_string());
        let end = match end {
            End::Piece(Effect::Turn(_)) => "turn",
            End::Piece(Effect::Split(_)) => "split",
            End::Piece(Effect::Absorb) => "stop",
            End::Piece(Effect::Hit) => "hit",
            // A leg does not end on an empty square, so `Pass` is impossible.
            End::Piece(Effect::Pass) | End::Edge => "edge",
        };
        write!(f, "leg {from} {way} {to} {end}")
    }
}

impl fmt::Display for Source {
    /// Writes the square, or the place in the frame: `j0` or `a9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Square(square) => write!(f, "{square}"),
            Source::Frame(Colour::Silver) => f.write_str("j0"),
            Source::Frame(Colour::Red) => f.write_str("a9"),
        }
    }
}

/// Returns the names of squares, sorted by bytes and separated by blanks.
pub fn names(squares: Bitboard) -> String {
    let mut names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    names.sort();
    names.join(" ")
}
