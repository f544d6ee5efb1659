//! A position: the board, the side to move, the counters; making and unmaking moves; how a game ends.

use super::beam::{self, Beam, Patched, View};
use super::bitboard::Bitboard;
use super::board::Board;
use super::legality::Illegal;
use super::movegen::Generator;
use super::moves::{Action, Move};
use super::piece::{Colour, Kind, Orientation, Piece, Turn};
use super::rays::Origin;
use super::ruleset::{self, Laser, RuleSet};
use super::setup::{Fault, Setup};
use super::square::{Direction, Square};
use super::zobrist;
use std::fmt;

/// How a game has ended by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The other Pharaoh was hit.
    Win(Colour),
    /// Both Pharaohs were hit by one shot, or the player to move has no legal move.
    Draw,
}

impl fmt::Display for Outcome {
    /// `1-0`, `0-1` or `1/2-1/2`; the first number is Silver's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Win(Colour::Silver) => "1-0",
            Outcome::Win(Colour::Red) => "0-1",
            Outcome::Draw => "1/2-1/2",
        })
    }
}

/// What the laser did at the end of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shot {
    /// The squares whose piece was hit: it is gone, or has lost its upper Obelisk.
    pub hits: Bitboard,
}

/// A position that the rules allow, or one that has come from such by legal moves: in a finished game a Pharaoh is gone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    board: Board,
    side_to_move: Colour,
    rule_set: RuleSet,
    plies_since_capture: u32,
    move_number: u32,
}

/// No shot hits more: of the 17 beams there can be, the first ends at an Eye if there is another.
const MAX_HITS: usize = 16;

/// What [`Position::unmake`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    hits: Bitboard,
    removed: [Option<Piece>; MAX_HITS],
    from_before: Option<Piece>,
    to_before: Option<Piece>,
    plies_since_capture: u32,
    move_number: u32,
}

impl TryFrom<Setup> for Position {
    type Error = Vec<Fault>;

    /// All reasons, if the set-up is no position.
    fn try_from(setup: Setup) -> Result<Position, Vec<Fault>> {
        let faults = setup.faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut board = Board::empty(setup.rule_set);
        for (square, piece) in setup.pieces() {
            board.put(square, Some(piece));
        }
        Ok(Position {
            board,
            side_to_move: setup.side_to_move,
            rule_set: setup.rule_set,
            plies_since_capture: setup.plies_since_capture,
            move_number: setup.move_number,
        })
    }
}

impl Position {
    /// What would be written down; in a finished game a Pharaoh is missing.
    pub fn setup(&self) -> Setup {
        Setup {
            squares: Square::ALL.map(|square| self.board.piece_at(square)),
            side_to_move: self.side_to_move,
            rule_set: self.rule_set,
            plies_since_capture: self.plies_since_capture,
            move_number: self.move_number,
        }
    }

    /// Pieces on squares.
    #[inline(always)]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// Who is to move.
    #[inline(always)]
    pub fn side_to_move(&self) -> Colour {
        self.side_to_move
    }

    /// Under which rules.
    #[inline(always)]
    pub fn rule_set(&self) -> RuleSet {
        self.rule_set
    }

    /// Plies since a shot last removed anything.
    pub fn plies_since_capture(&self) -> u32 {
        self.plies_since_capture
    }

    /// From 1, one more after each move of the second player.
    pub fn move_number(&self) -> u32 {
        self.move_number
    }

    /// The search's key: arrangement, rule set and side to move.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.board.key() ^ zobrist::side_to_move(self.side_to_move)
    }

    /// The repetition's key: the arrangement without the side to move.
    #[inline(always)]
    pub fn repetition_key(&self) -> u64 {
        self.board.key()
    }

    /// The square of a colour's Pharaoh, unless it was hit.
    #[inline(always)]
    pub fn pharaoh(&self, colour: Colour) -> Option<Square> {
        (self.board.kind(Kind::Pharaoh) & self.board.colour(colour)).lowest()
    }

    /// Where the laser of a colour is and where it shines.
    #[inline(always)]
    pub fn laser(&self, colour: Colour) -> (Origin, Direction) {
        match self.rule_set.rules().laser {
            Laser::Frame => (Origin::frame(colour), ruleset::facings(colour)[0]),
            Laser::Sphinx => {
                let corner = ruleset::corner(colour);
                let facing = self.board.piece_at(corner).map_or(Orientation::FIRST, Piece::orientation).facing();
                (Origin::square(corner), facing)
            }
        }
    }

    /// Traces the laser of a colour on the board as it stands.
    #[inline]
    pub fn trace(&self, colour: Colour, beam: &mut Beam) {
        let (origin, direction) = self.laser(colour);
        beam.trace(&self.board, origin, direction);
    }

    /// What a move leaves on its two squares before the shot. The only place that knows what a move does.
    #[inline(always)]
    fn after(&self, mv: Move) -> [(Square, Option<Piece>); 2] {
        match mv.action() {
            Action::Rotate(square, turn) => {
                let turned = self.board.piece_at(square).map(|piece| piece.rotated(turn));
                [(square, turned), (square, turned)]
            }
            Action::Step(from, to) => {
                let moving = self.board.piece_at(from);
                match self.board.piece_at(to) {
                    None => [(from, None), (to, moving)],
                    Some(other) if moving.is_some_and(|piece| piece.kind().swaps()) => {
                        [(from, Some(other)), (to, moving)]
                    }
                    Some(_) => [(from, None), (to, Some(self.obelisks(Kind::Stack)))],
                }
            }
            Action::Top(from, to) => {
                let kind = if self.board.piece_at(to).is_some() { Kind::Stack } else { Kind::Obelisk };
                [(from, Some(self.obelisks(Kind::Obelisk))), (to, Some(self.obelisks(kind)))]
            }
        }
    }

    /// The piece on a square after a legal move and before its shot.
    #[inline]
    pub fn piece_after(&self, mv: Move, square: Square) -> Option<Piece> {
        Patched { view: &self.board, changed: self.after(mv) }.piece_at(square)
    }

    fn obelisks(&self, kind: Kind) -> Piece {
        Piece::new(self.side_to_move, kind, Orientation::FIRST)
    }

    /// What the shot at the end of a legal move hits, without making it; `beam` is the mover's, traced in this position.
    #[inline(always)]
    pub fn shot(&self, beam: &Beam, mv: Move) -> Bitboard {
        if beam.path().is_disjoint(mv.touched()) && !self.turns_laser(mv) {
            beam.hits()
        } else {
            self.touching_shot(beam, mv)
        }
    }

    /// As [`Position::shot`], for a move that touches the beam or turns the laser.
    #[inline(always)]
    pub fn touching_shot(&self, beam: &Beam, mv: Move) -> Bitboard {
        let patched = Patched { view: &self.board, changed: self.after(mv) };
        if self.turns_laser(mv) {
            let facing = patched.piece_at(mv.from()).map_or(Orientation::FIRST, Piece::orientation).facing();
            beam::hits(&patched, Origin::square(mv.from()), facing)
        } else {
            beam.hits_from_first_touched(&patched, mv.touched())
        }
    }

    /// Only a Sphinx can turn on its corner under rules that have one.
    #[inline(always)]
    fn turns_laser(&self, mv: Move) -> bool {
        mv.from() == ruleset::corner(self.side_to_move) && self.rule_set.rules().laser == Laser::Sphinx
    }

    /// Makes a legal move whose shot hits `hits`, as [`Position::shot`] tells.
    #[inline(always)]
    pub fn make(&mut self, mv: Move, hits: Bitboard) -> Undo {
        let [(from, from_after), (to, to_after)] = self.after(mv);
        let mut undo = Undo {
            hits,
            removed: [None; MAX_HITS],
            from_before: self.board.piece_at(from),
            to_before: self.board.piece_at(to),
            plies_since_capture: self.plies_since_capture,
            move_number: self.move_number,
        };
        self.change((from, undo.from_before, from_after), (to, undo.to_before, to_after));
        self.end_turn(hits, &mut undo.removed);
        undo
    }

    /// Puts on two squares, or twice the same, what is there after a move in place of what was before, in the way that
    /// costs least: most moves are steps and rotations.
    #[inline(always)]
    fn change(
        &mut self,
        (from, from_before, from_after): (Square, Option<Piece>, Option<Piece>),
        (to, to_before, to_after): (Square, Option<Piece>, Option<Piece>),
    ) {
        match (from_before, to_before, from_after, to_after) {
            (Some(piece), None, None, Some(_)) => self.board.shift(from, to, piece),
            (None, Some(_), Some(piece), None) => self.board.shift(to, from, piece),
            (Some(before), _, Some(after), _) if from == to => self.board.turn(from, before, after),
            _ => {
                self.board.put(from, from_after);
                self.board.put(to, to_after);
            }
        }
    }

    /// Removes what was hit and passes the turn.
    #[inline(always)]
    fn end_turn(&mut self, hits: Bitboard, removed: &mut [Option<Piece>; MAX_HITS]) {
        if hits.is_empty() {
            self.plies_since_capture = self.plies_since_capture.saturating_add(1);
        } else {
            self.plies_since_capture = 0;
            self.remove(hits, removed);
        }
        if self.side_to_move != self.rule_set.rules().first {
            self.move_number = self.move_number.saturating_add(1);
        }
        self.side_to_move = self.side_to_move.other();
    }

    /// The position after a turn in which nothing moved and `hits` were hit: what all moves that do not touch the light
    /// have in common.
    #[inline(always)]
    pub(super) fn after_shot(&self, hits: Bitboard) -> Position {
        let mut after = self.clone();
        after.end_turn(hits, &mut [None; MAX_HITS]);
        after
    }

    /// The board, for the moves that [`Position::after_shot`] has left out.
    #[inline(always)]
    pub(super) fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    fn remove(&mut self, hits: Bitboard, removed: &mut [Option<Piece>; MAX_HITS]) {
        for (square, slot) in hits.into_iter().zip(removed) {
            *slot = self.board.piece_at(square);
            let left = slot.filter(|piece| piece.kind() == Kind::Stack);
            self.board.put(square, left.map(|stack| Piece::new(stack.colour(), Kind::Obelisk, Orientation::FIRST)));
        }
    }

    /// Takes back the move that was made last.
    #[inline(always)]
    pub fn unmake(&mut self, mv: Move, undo: &Undo) {
        for (square, piece) in undo.hits.into_iter().zip(undo.removed) {
            self.board.put(square, piece);
        }
        let (from, to) = (mv.from(), mv.to());
        let after = (self.board.piece_at(from), self.board.piece_at(to));
        self.change((from, after.0, undo.from_before), (to, after.1, undo.to_before));
        self.plies_since_capture = undo.plies_since_capture;
        self.move_number = undo.move_number;
        self.side_to_move = self.side_to_move.other();
    }

    /// Lets the player to move do nothing but shoot, which no rule allows: the search asks what the opponent could do
    /// then. `hits` is what his beam hits as it stands, no Pharaoh.
    #[inline]
    pub fn make_null(&mut self, hits: Bitboard) -> Undo {
        let mut undo = Undo {
            hits,
            removed: [None; MAX_HITS],
            from_before: None,
            to_before: None,
            plies_since_capture: self.plies_since_capture,
            move_number: self.move_number,
        };
        self.end_turn(hits, &mut undo.removed);
        undo
    }

    /// Takes back what [`Position::make_null`] did.
    #[inline]
    pub fn unmake_null(&mut self, undo: &Undo) {
        for (square, piece) in undo.hits.into_iter().zip(undo.removed) {
            self.board.put(square, piece);
        }
        self.plies_since_capture = undo.plies_since_capture;
        self.move_number = undo.move_number;
        self.side_to_move = self.side_to_move.other();
    }

    /// Makes a move from anywhere, if it is legal.
    ///
    /// # Errors
    /// Why it is not; the position is as it was.
    pub fn play(&mut self, mv: Move) -> Result<Shot, Illegal> {
        self.legality(mv)?;
        let mut beam = Beam::new();
        self.trace(self.side_to_move, &mut beam);
        let hits = self.shot(&beam, mv);
        self.make(mv, hits);
        Ok(Shot { hits })
    }

    /// The one spelling of moves that come to the same: a Scarab or Eye turns `+`.
    pub fn normalised(&self, mv: Move) -> Move {
        match mv.action() {
            Action::Rotate(square, Turn::Anticlockwise)
                if self.piece_at(square).is_some_and(|piece| piece.kind().swaps()) =>
            {
                Move::rotate(square, Turn::Clockwise)
            }
            _ => mv,
        }
    }

    /// All legal moves; none in a finished game.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(128);
        if self.pharaohs_stand() {
            Generator::new(self).all(|mv| moves.push(mv));
        }
        moves
    }

    /// Whether no Pharaoh was hit yet.
    #[inline(always)]
    pub fn pharaohs_stand(&self) -> bool {
        self.board.kind(Kind::Pharaoh).len() == 2
    }

    /// Whether the player to move has no legal move; both Pharaohs stand. Whoever has a piece that turns can turn it.
    #[inline]
    pub fn is_stalemate(&self) -> bool {
        let own = self.board.colour(self.side_to_move);
        let turns = [Kind::Sphinx, Kind::Pyramid, Kind::Anubis, Kind::Scarab, Kind::Eye];
        let turning = turns.into_iter().fold(Bitboard::EMPTY, |set, kind| set | self.board.kind(kind));
        (own & turning).is_empty() && Generator::new(self).count() == 0
    }

    /// How the game has ended, if it has. Repetition is a claim of a player and not looked at.
    pub fn outcome(&self) -> Option<Outcome> {
        match (self.pharaoh(Colour::Silver), self.pharaoh(Colour::Red)) {
            (Some(_), Some(_)) if self.is_stalemate() => Some(Outcome::Draw),
            (Some(_), Some(_)) => None,
            (Some(_), None) => Some(Outcome::Win(Colour::Silver)),
            (None, Some(_)) => Some(Outcome::Win(Colour::Red)),
            (None, None) => Some(Outcome::Draw),
        }
    }

    /// The position after half a turn of the board with the colours and the side to move exchanged.
    pub fn half_turn(&self) -> Position {
        let mut board = Board::empty(self.rule_set);
        for square in self.board.occupied() {
            board.put(square.half_turn(), self.board.piece_at(square).map(Piece::half_turn));
        }
        Position { board, side_to_move: self.side_to_move.other(), ..self.clone() }
    }
}
