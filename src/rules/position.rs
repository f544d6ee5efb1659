//! A position: the board, the side to move and the counters; making moves and taking them back; outcomes by the rules.

use super::beam::{self, Beam, Patched, View};
use super::bitboard::Bitboard;
use super::board::Board;
use super::legality::IllegalMove;
use super::movegen::Generator;
use super::moves::{Action, Move};
use super::piece::{Colour, Kind, Orientation, Piece, Turn};
use super::rays::Origin;
use super::ruleset::{self, Laser, RuleSet};
use super::setup::{InvalidSetup, Setup};
use super::square::{Direction, Square};
use super::zobrist;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

/// The outcome of a game: who has won, or a draw. [`Game::end_reason`](super::Game::end_reason) says why.
///
/// ```
/// use khepri_rules::{Colour, NotAnOutcome, Outcome};
///
/// assert_eq!(Outcome::Win(Colour::Red).to_string(), "0-1");
/// assert_eq!("1/2-1/2".parse(), Ok(Outcome::Draw));
/// assert_eq!("1-1".parse::<Outcome>(), Err(NotAnOutcome));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This colour has won.
    Win(Colour),
    /// Neither colour has won.
    Draw,
}

impl Outcome {
    /// All outcomes: Silver wins, Red wins, a draw.
    pub const ALL: [Outcome; 3] = [Outcome::Win(Colour::Silver), Outcome::Win(Colour::Red), Outcome::Draw];

    /// Returns `1-0`, `0-1` or `1/2-1/2`; the first number is Silver's.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Win(Colour::Silver) => "1-0",
            Outcome::Win(Colour::Red) => "0-1",
            Outcome::Draw => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of a word that is no [`Outcome`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAnOutcome;

impl fmt::Display for NotAnOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected 1-0, 0-1 or 1/2-1/2")
    }
}

impl std::error::Error for NotAnOutcome {}

impl FromStr for Outcome {
    type Err = NotAnOutcome;

    fn from_str(text: &str) -> Result<Outcome, NotAnOutcome> {
        Outcome::ALL.into_iter().find(|outcome| outcome.name() == text).ok_or(NotAnOutcome)
    }
}

/// A position that the rules allow, or that legal moves lead to. At the end of a game a Pharaoh may be missing.
///
/// The plies since a capture and the number of the move belong to a position: `==` and `Hash` include them. To ignore them,
/// compare [`Position::key`]; to ignore the side to move too, compare [`Position::repetition_key`].
///
/// A position is read from KFEN and prints as KFEN, or with `{:#}` as a board:
///
/// ```
/// use khepri_rules::{Colour, Position, RuleSet, Square};
///
/// let mut position: Position = "x39/4k5/////4K5/9X1 s khet2".parse()?;
/// let played = position.play(position.read_move("j1-")?)?;
/// assert!(played.hits().is_empty());
/// assert_eq!(position.to_string(), "x39/4k5/////4K5/9X4 r khet2 1 1");
/// assert_eq!(
///     format!("{position:#}"),
///     "8  x3 .  .  .  .  .  .  .  .  .\n\
///      7  .  .  .  .  k  .  .  .  .  .\n\
///      6  .  .  .  .  .  .  .  .  .  .\n\
///      5  .  .  .  .  .  .  .  .  .  .\n\
///      4  .  .  .  .  .  .  .  .  .  .\n\
///      3  .  .  .  .  .  .  .  .  .  .\n\
///      2  .  .  .  .  K  .  .  .  .  .\n\
///      1  .  .  .  .  .  .  .  .  .  X4\n   \
///         a  b  c  d  e  f  g  h  i  j"
/// );
/// position.undo(played);
///
/// assert_eq!((position.side_to_move(), position.rule_set()), (Colour::Silver, RuleSet::Khet2));
/// assert_eq!((position.plies_since_capture(), position.move_number()), (0, 1));
/// assert_eq!((position.pharaoh(Colour::Red), position.laser(Colour::Red)), (Some(Square::E7), Some(Square::A8)));
/// let turned = position.half_turn();
/// assert_eq!(turned.to_string(), "x39/5k4/////5K4/9X1 r khet2 0 1");
/// assert!(turned.key() != position.key() && turned.repetition_key() != position.repetition_key());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Many shots of one position are found from its beam, without making the moves:
///
/// ```
/// use khepri_rules::{Beam, Colour, Position, Square};
///
/// let position: Position = "x39/////4K5//4k4X1 s khet2".parse()?;
/// assert!(position.pharaohs_stand());
/// let (mut moves, mut beam) = (Vec::new(), Beam::new());
/// position.legal_moves_into(&mut moves);
/// let mut count = 0;
/// position.each_legal_move(|_| count += 1);
/// assert_eq!(moves.len(), count);
/// position.trace(Colour::Silver, &mut beam);
/// let wins = |mv: &&khepri_rules::Move| position.shot(&beam, **mv).has(Square::E1);
/// let win = *moves.iter().find(wins).expect("a move that hits Red's Pharaoh");
/// assert_eq!(win.to_string(), "j1-");
/// assert_eq!(position.piece_after(win, Square::E1), position.piece_at(Square::E1), "before the shot");
/// # Ok::<(), khepri_rules::kfen::Rejection>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    board: Board,
    side_to_move: Colour,
    rule_set: RuleSet,
    plies_since_capture: u32,
    move_number: u32,
}

impl Hash for Position {
    /// Hashes the key and the counters. The key represents the board, the rule set and the side to move.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.key(), self.plies_since_capture, self.move_number).hash(state);
    }
}

/// The parts of a position that moves change. A copy of them takes moves back: that costs less than to reverse each change.
///
/// ```
/// use khepri_rules::{Beam, Colour, Position, Snapshot};
///
/// let mut position: Position = "x39/4k5/////4K5/9X1 s khet2".parse()?;
/// let (before, mut beam): (Snapshot, _) = (position.snapshot(), Beam::new());
/// let mv = position.legal_moves()[0];
/// position.trace(Colour::Silver, &mut beam);
/// let (hits, key) = (position.shot(&beam, mv), position.repetition_key_after(mv));
/// position.trace_after(Colour::Silver, mv, &mut beam);
/// assert!(hits == beam.hits() && hits.is_empty());
/// position.make(mv, hits);
/// assert!(position.repetition_key() == key && !position.is_stalemate());
/// position.make_null(hits);
/// position.restore(&before);
/// assert_eq!(position.to_string(), "x39/4k5/////4K5/9X1 s khet2 0 1");
/// # Ok::<(), khepri_rules::kfen::Rejection>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Snapshot {
    board: Board,
    side_to_move: Colour,
    plies_since_capture: u32,
    move_number: u32,
}

/// A move that was played, with the data that [`Position::undo`] needs to take it back.
///
/// ```
/// use khepri_rules::Position;
///
/// let mut position: Position = "x39/////4K5//4k4X1 s khet2".parse()?;
/// let played = position.play(position.read_move("j1-")?)?;
/// assert_eq!(played.hits().to_string(), "e1");
/// position.undo(played);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Played {
    mv: Move,
    hits: Bitboard,
    before: Snapshot,
}

impl Played {
    /// Returns the move.
    pub fn mv(&self) -> Move {
        self.mv
    }

    /// Returns the squares that the shot hit: the piece there is removed, or a stack has lost its upper Obelisk.
    pub fn hits(&self) -> Bitboard {
        self.hits
    }
}

impl TryFrom<Setup> for Position {
    type Error = InvalidSetup;

    /// Returns the position, or every reason why the set-up is not one.
    fn try_from(setup: Setup) -> Result<Position, InvalidSetup> {
        setup.check()?;
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
    /// Returns the set-up of the position. At the end of a game a Pharaoh may be missing from it.
    pub fn setup(&self) -> Setup {
        Setup {
            squares: Square::ALL.map(|square| self.board.piece_at(square)),
            side_to_move: self.side_to_move,
            rule_set: self.rule_set,
            plies_since_capture: self.plies_since_capture,
            move_number: self.move_number,
        }
    }

    /// Returns the board, which has the squares by colour and kind.
    #[inline(always)]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the piece on a square.
    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// Returns the colour to move.
    #[inline(always)]
    pub fn side_to_move(&self) -> Colour {
        self.side_to_move
    }

    /// Returns the rule set.
    #[inline(always)]
    pub fn rule_set(&self) -> RuleSet {
        self.rule_set
    }

    /// Returns the number of plies since a shot last hit anything.
    pub fn plies_since_capture(&self) -> u32 {
        self.plies_since_capture
    }

    /// Returns the number of the move, which begins at 1 and grows after each move of the second player.
    pub fn move_number(&self) -> u32 {
        self.move_number
    }

    /// Returns the key of the arrangement, the rule set and the side to move, as the search uses it.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.board.key() ^ zobrist::side_to_move(self.side_to_move)
    }

    /// Returns the key of the arrangement and the rule set without the side to move, as repetition counts it.
    #[inline(always)]
    pub fn repetition_key(&self) -> u64 {
        self.board.key()
    }

    /// Returns the square of a colour's Pharaoh, or `None` after it was hit.
    #[inline(always)]
    pub fn pharaoh(&self, colour: Colour) -> Option<Square> {
        (self.board.kind(Kind::Pharaoh) & self.board.colour(colour)).lowest()
    }

    /// Returns the repetition key after a legal move whose shot hits nothing, without making the move.
    pub fn repetition_key_after(&self, mv: Move) -> u64 {
        let key = |square, piece: Option<Piece>| piece.map_or(0, |piece| zobrist::piece(piece, square));
        let changed = |(square, after)| key(square, self.board.piece_at(square)) ^ key(square, after);
        let [from, to] = self.after(mv);
        self.board.key() ^ changed(from) ^ if from.0 == to.0 { 0 } else { changed(to) }
    }

    /// Returns the square of a colour's laser; `None` for a laser in the frame.
    #[inline(always)]
    pub fn laser(&self, colour: Colour) -> Option<Square> {
        self.start(colour).0.as_square()
    }

    /// Returns where the beam of a colour starts, and its direction.
    #[inline(always)]
    fn start(&self, colour: Colour) -> (Origin, Direction) {
        self.laser_on(&self.board, colour)
    }

    #[inline(always)]
    fn laser_on(&self, view: &impl View, colour: Colour) -> (Origin, Direction) {
        match self.rule_set.rules().laser {
            Laser::Frame => (Origin::frame(colour), ruleset::facings(colour)[0]),
            Laser::Sphinx => {
                let corner = ruleset::corner(colour);
                let facing = view.piece_at(corner).map_or(Orientation::FIRST, Piece::orientation).facing();
                (Origin::square(corner), facing)
            }
        }
    }

    /// Returns the beam of a colour's laser on the board as it stands.
    pub fn beam(&self, colour: Colour) -> Beam {
        let mut beam = Beam::new();
        self.trace(colour, &mut beam);
        beam
    }

    /// Returns the beam that the player to move fires after a move; the position does not change. [`Position::piece_after`]
    /// returns the pieces that it hits.
    ///
    /// # Errors
    /// The reason why the move is illegal.
    pub fn beam_after(&self, mv: Move) -> Result<Beam, IllegalMove> {
        self.legality(mv)?;
        let mut beam = Beam::new();
        self.trace_after(self.side_to_move, mv, &mut beam);
        Ok(beam)
    }

    /// Traces the laser of a colour on the board after a move of that colour and before its shot. The move must be legal, but
    /// it need not be that colour's turn.
    pub fn trace_after(&self, colour: Colour, mv: Move, beam: &mut Beam) {
        let moved = self.moved(mv);
        let (origin, direction) = self.laser_on(&moved, colour);
        beam.trace(&moved, origin, direction);
    }

    /// Traces the laser of a colour on the board as it stands. Use it instead of [`Position::beam`] to reuse a beam's memory.
    #[inline]
    pub fn trace(&self, colour: Colour, beam: &mut Beam) {
        let (origin, direction) = self.start(colour);
        beam.trace(&self.board, origin, direction);
    }

    /// Returns the board after a legal move and before its shot.
    #[inline(always)]
    pub(super) fn moved(&self, mv: Move) -> Patched<'_, Board> {
        Patched { view: &self.board, changed: self.after(mv) }
    }

    /// Returns the contents of a move's two squares after the move and before the shot.
    #[inline(always)]
    fn after(&self, mv: Move) -> [(Square, Option<Piece>); 2] {
        let obelisks = |piece: Piece, kind| Piece::new(piece.colour(), kind, Orientation::FIRST);
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
                    Some(_) => [(from, None), (to, moving.map(|piece| obelisks(piece, Kind::Stack)))],
                }
            }
            Action::Top(from, to) => {
                let stack = self.board.piece_at(from);
                let kind = if self.board.piece_at(to).is_some() { Kind::Stack } else { Kind::Obelisk };
                [
                    (from, stack.map(|piece| obelisks(piece, Kind::Obelisk))),
                    (to, stack.map(|piece| obelisks(piece, kind))),
                ]
            }
        }
    }

    /// Returns the piece on a square after a legal move and before its shot.
    #[inline]
    pub fn piece_after(&self, mv: Move, square: Square) -> Option<Piece> {
        self.moved(mv).piece_at(square)
    }

    /// Returns the squares that the shot of a move hits, without making the move. The move must be legal, but it need not be
    /// its player's turn. `beam` must be the beam of that player in this position. To find the shots of many moves, this is much
    /// faster than [`Position::beam_after`].
    #[inline(always)]
    pub fn shot(&self, beam: &Beam, mv: Move) -> Bitboard {
        if self.keeps_beam(beam, mv) { beam.hits() } else { self.touching_shot(beam, mv) }
    }

    /// Returns whether the shot of a move is `beam`, the mover's beam in this position: the move neither touches it nor rotates
    /// the laser.
    #[inline(always)]
    pub(crate) fn keeps_beam(&self, beam: &Beam, mv: Move) -> bool {
        beam.path().is_disjoint(mv.touched()) && !self.turns_laser(mv)
    }

    /// Returns the same as [`Position::shot`] for a move that touches the beam or rotates the laser.
    #[inline(always)]
    pub(crate) fn touching_shot(&self, beam: &Beam, mv: Move) -> Bitboard {
        let patched = self.moved(mv);
        if self.turns_laser(mv) {
            let facing = patched.piece_at(mv.from()).map_or(Orientation::FIRST, Piece::orientation).facing();
            beam::hits(&patched, Origin::square(mv.from()), facing)
        } else {
            beam.hits_from_first_touched(&patched, mv.touched())
        }
    }

    /// Returns whether a move rotates a Sphinx. In rule sets with Sphinxes no other piece can stand in their corners.
    #[inline(always)]
    fn turns_laser(&self, mv: Move) -> bool {
        Colour::ALL.into_iter().any(|colour| mv.from() == ruleset::corner(colour))
            && self.rule_set.rules().laser == Laser::Sphinx
    }

    /// Makes a legal move without a check. `hits` are the squares that its shot hits, from [`Position::shot`]. Other moves and
    /// hits make a position that cannot occur.
    #[inline(always)]
    pub fn make(&mut self, mv: Move, hits: Bitboard) {
        let [(from, from_after), (to, to_after)] = self.after(mv);
        match (self.board.piece_at(from), self.board.piece_at(to), from_after, to_after) {
            (Some(piece), None, None, Some(_)) => self.board.shift(from, to, piece),
            (Some(before), _, Some(after), _) if from == to => self.board.turn(from, before, after),
            _ => {
                self.board.put(from, from_after);
                self.board.put(to, to_after);
            }
        }
        self.make_null(hits);
    }

    /// Makes a null move: the player to move fires at `hits` without moving, which the rules do not allow.
    #[inline(always)]
    pub fn make_null(&mut self, hits: Bitboard) {
        if hits.is_empty() {
            self.plies_since_capture = self.plies_since_capture.saturating_add(1);
        } else {
            self.plies_since_capture = 0;
            self.remove(hits);
        }
        if self.side_to_move != self.rule_set.rules().first {
            self.move_number = self.move_number.saturating_add(1);
        }
        self.side_to_move = self.side_to_move.other();
    }

    fn remove(&mut self, hits: Bitboard) {
        for square in hits {
            let left = self.board.piece_at(square).filter(|piece| piece.kind() == Kind::Stack);
            self.board.put(square, left.map(|stack| Piece::new(stack.colour(), Kind::Obelisk, Orientation::FIRST)));
        }
    }

    /// Returns the parts of the position that moves change, for [`Position::restore`].
    #[inline(always)]
    pub fn snapshot(&self) -> Snapshot {
        let &Position { board, side_to_move, plies_since_capture, move_number, .. } = self;
        Snapshot { board, side_to_move, plies_since_capture, move_number }
    }

    /// Takes back all moves since the snapshot.
    #[inline(always)]
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let &Snapshot { board, side_to_move, plies_since_capture, move_number } = snapshot;
        *self = Position { board, side_to_move, plies_since_capture, move_number, ..*self };
    }

    /// Plays a move if it is legal: moves the piece, fires the laser, removes what is hit and passes the turn.
    ///
    /// # Errors
    /// The reason why the move is illegal; the position is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        self.legality(mv)?;
        Ok(self.play_unchecked(mv))
    }

    /// Plays a move that the caller knows to be legal, for example one of [`Position::legal_moves`]. After an illegal move
    /// the position is unspecified.
    pub fn play_unchecked(&mut self, mv: Move) -> Played {
        debug_assert_eq!(self.legality(mv), Ok(()));
        let moved = self.moved(mv);
        let (origin, direction) = self.laser_on(&moved, self.side_to_move);
        let hits = beam::hits(&moved, origin, direction);
        let before = self.snapshot();
        self.make(mv, hits);
        Played { mv, hits, before }
    }

    /// Takes back a move that was played in this position, and all moves after it.
    pub fn undo(&mut self, played: Played) {
        self.restore(&played.before);
    }

    /// Returns the legal spelling of a move that has two: a Scarab or Eye rotates clockwise.
    ///
    /// ```
    /// use khepri_rules::Position;
    ///
    /// let position: Position = "x39/4k5///4S15//4K5/9X1 s khet2".parse()?;
    /// let mv = "e4-".parse()?;
    /// assert!(!position.is_legal(mv));
    /// assert_eq!(position.normalised(mv).to_string(), "e4+");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// Returns all legal moves, in no particular order; none in a finished game.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(128);
        self.legal_moves_into(&mut moves);
        moves
    }

    /// Replaces the contents of a buffer by all legal moves.
    pub fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        moves.clear();
        self.each_legal_move(|mv| moves.push(mv));
    }

    /// Passes all legal moves to `each`, in no particular order; none in a finished game. Nothing is allocated.
    #[inline]
    pub fn each_legal_move(&self, each: impl FnMut(Move)) {
        if self.pharaohs_stand() {
            Generator::new(self).all(each);
        }
    }

    /// Returns whether both Pharaohs are on the board.
    #[inline(always)]
    pub fn pharaohs_stand(&self) -> bool {
        self.board.kind(Kind::Pharaoh).len() == 2
    }

    /// Returns whether no piece of the player to move can move or rotate. Does not check whether the Pharaohs stand. A piece
    /// that can rotate always has a legal rotation.
    #[inline]
    pub fn is_stalemate(&self) -> bool {
        let own = self.board.colour(self.side_to_move);
        let turns = [Kind::Pyramid, Kind::Scarab, Kind::Sphinx, Kind::Anubis, Kind::Eye];
        turns.into_iter().all(|kind| own.is_disjoint(self.board.kind(kind))) && Generator::new(self).count() == 0
    }

    /// Returns the outcome if this position ends the game: a Pharaoh is gone, or the player to move has no legal move.
    /// Repetition needs the game: see [`Game::outcome`](super::Game::outcome).
    pub fn outcome(&self) -> Option<Outcome> {
        match (self.pharaoh(Colour::Silver), self.pharaoh(Colour::Red)) {
            (Some(_), Some(_)) if self.is_stalemate() => Some(Outcome::Draw),
            (Some(_), Some(_)) => None,
            (Some(_), None) => Some(Outcome::Win(Colour::Silver)),
            (None, Some(_)) => Some(Outcome::Win(Colour::Red)),
            (None, None) => Some(Outcome::Draw),
        }
    }

    /// Returns the position after half a turn of the board, with the colours and the side to move exchanged.
    pub fn half_turn(&self) -> Position {
        let mut board = Board::empty(self.rule_set);
        for square in self.board.occupied() {
            board.put(square.half_turn(), self.board.piece_at(square).map(Piece::half_turn));
        }
        Position { board, side_to_move: self.side_to_move.other(), ..self.clone() }
    }
}
