//! What learning machines see and do: moves as numbers, and positions as planes. The second player sees the board after half a
//! turn, so that both players move up the board.

use khepri_rules::{self as rules, Action, Beam, Colour, IllegalMove, Kind, Move, Piece, Square, Turn};
use std::fmt;

/// The number of files and ranks.
const FILES: usize = 10;
const RANKS: usize = 8;
const SQUARES: usize = FILES * RANKS;
/// The number of actions of one square: eight steps, two rotations, eight steps of a stack's top.
const PER_SQUARE: usize = 18;
/// The number of actions.
pub const ACTIONS: usize = SQUARES * PER_SQUARE;
/// The first action of a kind, within those of a square.
const ROTATE: usize = 8;
const TOP: usize = 10;
/// The steps as files and ranks, clockwise from the north.
const STEPS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The number of planes of one side's pieces.
const PIECES: usize = 17;
/// The planes after those of the pieces.
const CLOSED: usize = 2 * PIECES;
const REPEATED: usize = CLOSED + 1;
const BEAMS: usize = CLOSED + 2;
/// The number of planes.
const PLANES: usize = CLOSED + 4;
/// The shape of the planes: row 0 is the first rank of the player, column 0 the file on the left.
pub const SHAPE: [usize; 3] = [PLANES, RANKS, FILES];

/// The mask of one game: 1 for each legal action.
pub type Mask = [i8; ACTIONS];
/// The planes of one game.
pub type Planes = [u8; PLANES * SQUARES];
/// A mask without a legal action.
pub const EMPTY_MASK: Mask = [0; ACTIONS];
/// Planes of nothing.
pub const EMPTY_PLANES: Planes = [0; PLANES * SQUARES];

/// Returns the names of the planes.
pub fn plane_names() -> Vec<String> {
    let pieces = ["own", "other"].into_iter().flat_map(|side| {
        let sphinx = ["sphinx along file", "sphinx along rank"].map(str::to_owned);
        let oriented = |kind: &'static str, count: u8| (1..=count).map(move |digit| format!("{kind} {digit}"));
        let names = std::iter::once("pharaoh".to_owned())
            .chain(oriented("pyramid", 4))
            .chain(oriented("scarab", 2))
            .chain(oriented("anubis", 4))
            .chain(sphinx)
            .chain(["obelisk", "stack"].map(str::to_owned))
            .chain(oriented("eye", 2));
        names.map(move |name| format!("{side} {name}"))
    });
    pieces.chain(["closed squares", "repeated", "own beam", "other beam"].map(str::to_owned)).collect()
}

/// Returns whether the player to move sees the board after half a turn.
pub fn is_turned(position: &rules::Position) -> bool {
    position.side_to_move() != position.rule_set().rules().first
}

/// Returns the number of a move; `None` if it is longer than a step.
pub fn action(mv: Move, turned: bool) -> Option<usize> {
    let mv = if turned { mv.half_turn() } else { mv };
    let step = |from: Square, to: Square| {
        let distance = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
        STEPS.iter().position(|&step| step == distance)
    };
    let kind = match mv.action() {
        Action::Step(from, to) => step(from, to)?,
        Action::Rotate(_, Turn::Clockwise) => ROTATE,
        Action::Rotate(_, Turn::Anticlockwise) => ROTATE + 1,
        Action::Top(from, to) => TOP + step(from, to)?,
    };
    Some(mv.from().index() * PER_SQUARE + kind)
}

/// The reason why an action is not a legal move.
pub enum NotLegal {
    /// There is no action with this number.
    Number,
    /// The action leaves the board.
    OffBoard,
    /// The rules forbid the move.
    Illegal(Move, IllegalMove),
}

impl fmt::Display for NotLegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotLegal::Number => write!(f, "expected a number from 0 to {}", ACTIONS - 1),
            NotLegal::OffBoard => f.write_str("the step leaves the board"),
            NotLegal::Illegal(mv, why) => write!(f, "{mv}: {why}"),
        }
    }
}

/// Returns the legal move with a number, from the view of the player to move.
pub fn legal_move(position: &rules::Position, action: i64) -> Result<Move, NotLegal> {
    let number = usize::try_from(action).ok().filter(|&number| number < ACTIONS).ok_or(NotLegal::Number)?;
    let from = Square::from_index(number / PER_SQUARE).ok_or(NotLegal::Number)?;
    let kind = number % PER_SQUARE;
    let to = |step: usize| {
        let &(files, ranks) = STEPS.get(step).ok_or(NotLegal::Number)?;
        from.offset(files, ranks).ok_or(NotLegal::OffBoard)
    };
    let mv = match kind {
        ROTATE => Move::rotate(from, Turn::Clockwise),
        kind if kind == ROTATE + 1 => Move::rotate(from, Turn::Anticlockwise),
        kind if kind < ROTATE => Move::step(from, to(kind)?),
        kind => Move::top(from, to(kind - TOP)?),
    };
    let mv = if is_turned(position) { mv.half_turn() } else { mv };
    position.legality(mv).map_err(|why| NotLegal::Illegal(mv, why))?;
    Ok(mv)
}

/// Sets the legal actions in an empty mask.
pub fn legal_mask(position: &rules::Position, mask: &mut Mask) {
    let turned = is_turned(position);
    position.each_legal_move(|mv| {
        if let Some(place) = action(mv, turned).and_then(|action| mask.get_mut(action)) {
            *place = 1;
        }
    });
}

/// Returns the plane of a piece among those of its side.
fn plane(piece: Piece) -> usize {
    let quarters = usize::from(piece.orientation().quarters());
    match piece.kind() {
        Kind::Pharaoh => 0,
        Kind::Pyramid => 1 + quarters,
        Kind::Scarab => 5 + quarters,
        Kind::Anubis => 7 + quarters,
        // A Sphinx has two facings.
        Kind::Sphinx => 11 + quarters % 2,
        Kind::Obelisk => 13,
        Kind::Stack => 14,
        Kind::Eye => 15 + quarters,
    }
}

/// Draws a position as a player sees it into empty planes.
pub fn observe(position: &rules::Position, player: Colour, repeated: bool, beam: &mut Beam, planes: &mut Planes) {
    let turned = player != position.rule_set().rules().first;
    let view = |square: Square| if turned { square.half_turn().index() } else { square.index() };
    let mut set = |plane: usize, square: usize| {
        if let Some(place) = planes.get_mut(plane * SQUARES + square) {
            *place = 1;
        }
    };
    let board = position.board();
    for square in board.occupied() {
        let Some(piece) = board.piece_at(square) else { continue };
        let side = if piece.colour() == player { 0 } else { PIECES };
        set(side + plane(if turned { piece.half_turn() } else { piece }), view(square));
    }
    for square in position.rule_set().forbidden(player) {
        set(CLOSED, view(square));
    }
    for (plane, colour) in [(BEAMS, player), (BEAMS + 1, player.other())] {
        position.trace(colour, beam);
        for square in beam.path() {
            set(plane, view(square));
        }
    }
    if repeated {
        for square in 0..SQUARES {
            set(REPEATED, square);
        }
    }
}
