//! Positions: what stands where, which moves are legal, and what they hit.

use super::arguments::{Argument, colour, invalid, mistyped, optional, rule_set, square, text, truth, whole};
use super::arrays;
use super::beam::{Beam, names};
use super::encoding;
use super::moves::{Move, Piece};
use super::reach::Reach;
use super::shared::Position;
use super::waiting;
use khepri_engine::{Signals, perft};
use khepri_protocol::draw::board_svg::{self, PieceSet};
use khepri_protocol::draw::{Scene, board_text};
use khepri_rules::internal::notation::excerpt;
use khepri_rules::kfen::Rejection;
use khepri_rules::{self as rules, Bitboard, Colour, Kind, Orientation, RuleSet, Setup, Square, setups as printed};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::sync::Arc;

impl Position {
    /// Reads a position, or the KFEN of one.
    pub fn read(value: &Argument<'_>, name: &str) -> PyResult<rules::Position> {
        if let Ok(position) = value.cast::<Position>() {
            return Ok((*position.get().0).clone());
        }
        if !value.is_instance_of::<PyString>() {
            return Err(mistyped(name, "a Position or a str", value));
        }
        text(value, name)?.parse().map_err(|error: Rejection| invalid(name, error))
    }
}

/// Reads a move that is legal in a position, or the text of one.
pub fn read_move(position: &rules::Position, value: &Argument<'_>, name: &str) -> PyResult<rules::Move> {
    if let Ok(mv) = value.cast::<Move>() {
        let mv = position.normalised(mv.get().0);
        position.legality(mv).map_err(|why| invalid(name, format_args!("{mv}: {why}")))?;
        return Ok(mv);
    }
    if !value.is_instance_of::<PyString>() {
        return Err(mistyped(name, "a Move or a str", value));
    }
    let text = text(value, name)?;
    position.read_move(&text).map_err(|why| invalid(name, format_args!("{}: {why}", excerpt(&text))))
}

/// Reads the name of a set of drawings of the pieces.
pub fn piece_set(value: &Argument<'_>, name: &str) -> PyResult<PieceSet> {
    let text = text(value, name)?;
    let names = PieceSet::ALL.map(PieceSet::name).join(", ");
    PieceSet::by_name(&text)
        .ok_or_else(|| invalid(name, format_args!("expected one of {names}, found {}", excerpt(&text))))
}

/// The largest number of threads of a perft.
const MAX_THREADS: u64 = 512;

#[pymethods]
impl Position {
    /// Reads a position from KFEN.
    #[new]
    #[pyo3(signature = (kfen))]
    fn new(kfen: &Argument<'_>) -> PyResult<Position> {
        text(kfen, "kfen")?
            .parse()
            .map(|position: rules::Position| position.into())
            .map_err(|error: Rejection| invalid("kfen", error))
    }

    /// Returns the position with these pieces, by square.
    #[staticmethod]
    #[pyo3(signature = (pieces, side_to_move=None, rules=None))]
    fn from_pieces(
        pieces: &Argument<'_>,
        side_to_move: Option<&Argument<'_>>,
        rules: Option<&Argument<'_>>,
    ) -> PyResult<Position> {
        let set_up = read_setup(pieces, side_to_move, rules)?;
        rules::Position::try_from(set_up).map(Position::from).map_err(|error| invalid("pieces", error))
    }

    /// The position as KFEN.
    #[getter]
    fn kfen(&self) -> String {
        self.0.to_string()
    }

    /// The name of the rule set.
    #[getter]
    fn rules(&self) -> &'static str {
        self.0.rule_set().name()
    }

    /// The player to move, `silver` or `red`.
    #[getter]
    fn side_to_move(&self) -> &'static str {
        self.0.side_to_move().name()
    }

    /// The number of plies since a shot last hit anything.
    #[getter]
    fn plies_since_capture(&self) -> u32 {
        self.0.plies_since_capture()
    }

    /// The number of the move, from 1.
    #[getter]
    fn move_number(&self) -> u32 {
        self.0.move_number()
    }

    /// The name of the printed set-up that this position is, if it is one.
    #[getter]
    fn setup_name(&self) -> Option<&'static str> {
        printed::at(&self.0).map(|named| named.name)
    }

    /// A number of 64 bits that represents the arrangement, the rule set and the side to move. It may differ between versions.
    #[getter]
    fn key(&self) -> u64 {
        self.0.key()
    }

    /// The pieces by square, from `a1` to `j8`.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for (square, piece) in self.0.setup().pieces() {
            pieces.set_item(square.to_string(), Piece(piece))?;
        }
        Ok(pieces)
    }

    /// Returns the piece on a square.
    fn piece_at(&self, square: &Argument<'_>) -> PyResult<Option<Piece>> {
        Ok(self.0.piece_at(self::square(square, "square")?).map(Piece))
    }

    /// All legal moves, sorted by their text; none in a finished game.
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        rules::perft::sorted_moves(&self.0).into_iter().map(Move).collect()
    }

    /// Returns whether a move is legal.
    fn is_legal(&self, r#move: &Argument<'_>) -> PyResult<bool> {
        let mv = match r#move.cast::<Move>() {
            Ok(mv) => mv.get().0,
            Err(_) if !r#move.is_instance_of::<PyString>() => return Err(mistyped("move", "a Move or a str", r#move)),
            Err(_) => {
                let text = text(r#move, "move")?;
                text.parse().map_err(|error| invalid("move", format_args!("{}: {error}", excerpt(&text))))?
            }
        };
        Ok(self.0.is_legal(self.0.normalised(mv)))
    }

    /// Reads a move and checks that it is legal. A Scarab or Eye rotates with `+`.
    fn parse_move(&self, r#move: &Argument<'_>) -> PyResult<Move> {
        read_move(&self.0, r#move, "move").map(Move)
    }

    /// Returns the squares that the shot of a move hits.
    fn hits(&self, r#move: &Argument<'_>) -> PyResult<Vec<String>> {
        let mv = read_move(&self.0, r#move, "move")?;
        Ok(names(self.0.beam_after(mv).map_err(|why| invalid("move", why))?.hits()))
    }

    /// Returns the beam of a laser on the board as it stands: that of the player to move, or of a colour.
    #[pyo3(signature = (colour=None))]
    fn beam(&self, colour: Option<&Argument<'_>>) -> PyResult<Beam> {
        let colour = optional(colour, "colour", self::colour)?.unwrap_or(self.0.side_to_move());
        Ok(Beam::of_laser(&self.0, colour))
    }

    /// Returns the shot at the end of a move, on the board after the move and before anything is removed.
    fn shot(&self, r#move: &Argument<'_>) -> PyResult<Beam> {
        let mv = read_move(&self.0, r#move, "move")?;
        Beam::of_move(&self.0, mv).map_err(|why| invalid("move", why))
    }

    /// Returns where the beam of a player can get with one legal move: the player to move, or a colour as if it were to move.
    #[pyo3(signature = (colour=None))]
    fn reach(&self, colour: Option<&Argument<'_>>) -> PyResult<Reach> {
        let colour = optional(colour, "colour", self::colour)?.unwrap_or(self.0.side_to_move());
        Ok(Reach::of(&self.0, colour))
    }

    /// Returns the position after a move and its shot.
    fn after(&self, r#move: &Argument<'_>) -> PyResult<Position> {
        let mv = read_move(&self.0, r#move, "move")?;
        let mut after = (*self.0).clone();
        after.play(mv).map_err(|why| invalid("move", why))?;
        Ok(after.into())
    }

    /// Returns the position after half a turn of the board, with the colours and the side to move exchanged.
    fn half_turn(&self) -> Position {
        self.0.half_turn().into()
    }

    /// The outcome if this position ends the game: `1-0`, `0-1` or `1/2-1/2`. Repetition needs a `Game`.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.0.outcome().map(rules::Outcome::name)
    }

    /// Why this position ends the game: `pharaoh`, `both-pharaohs` or `no-moves`.
    #[getter]
    fn end_reason(&self) -> Option<String> {
        self.0.end(1).map(|(_, reason)| reason.to_string())
    }

    /// Counts the sequences of legal moves of a length.
    #[pyo3(signature = (depth, threads=None))]
    fn perft(&self, py: Python<'_>, depth: &Argument<'_>, threads: Option<&Argument<'_>>) -> PyResult<u64> {
        Ok(self.count(py, depth, threads)?.0)
    }

    /// Counts the sequences of legal moves of a length, for each first move.
    #[pyo3(signature = (depth, threads=None))]
    fn divide<'py>(
        &self,
        py: Python<'py>,
        depth: &Argument<'_>,
        threads: Option<&Argument<'_>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for (mv, count) in self.count(py, depth, threads)?.1 {
            counts.set_item(Move(mv), count)?;
        }
        Ok(counts)
    }

    /// Returns the board with the beam of the player to move as text for a terminal.
    #[pyo3(signature = (colours=None))]
    fn text(&self, colours: Option<&Argument<'_>>) -> PyResult<String> {
        Ok(board_text::render(&Scene::of(&self.0), optional(colours, "colours", truth)?.unwrap_or(false)))
    }

    /// Returns the board with the beam of the player to move as an SVG picture, or the shot of a move. The sets of `pieces` are
    /// `khet`, `laser` and `plain`.
    #[pyo3(signature = (r#move=None, *, pieces=None))]
    fn svg(&self, r#move: Option<&Argument<'_>>, pieces: Option<&Argument<'_>>) -> PyResult<String> {
        let set = optional(pieces, "pieces", piece_set)?.unwrap_or_default();
        let scene = match r#move {
            Some(value) => {
                Scene::of_move(&self.0, read_move(&self.0, value, "move")?).map_err(|why| invalid("move", why))?
            }
            None => Scene::of(&self.0),
        };
        Ok(board_svg::render(&scene, set))
    }

    /// Returns the picture that a notebook shows.
    fn _repr_svg_(&self) -> String {
        board_svg::render(&Scene::of(&self.0), PieceSet::default())
    }

    /// Returns the number of a move as an action of learning machines, from the view of the player to move.
    fn encode_move(&self, r#move: &Argument<'_>) -> PyResult<usize> {
        let mv = read_move(&self.0, r#move, "move")?;
        encoding::action(mv, encoding::is_turned(&self.0))
            .ok_or_else(|| invalid("move", format_args!("{mv} has no number")))
    }

    /// Returns the legal move with a number.
    fn decode_action(&self, action: &Argument<'_>) -> PyResult<Move> {
        let number = whole(action, "action", 0..=encoding::ACTIONS as u64 - 1)?;
        encoding::legal_move(&self.0, number as i64)
            .map(Move)
            .map_err(|why| invalid("action", format_args!("{number}: {why}")))
    }

    /// Fills an array of int8 with 1 for each legal action and 0 for others, and returns it.
    #[pyo3(signature = (out=None))]
    fn legal_mask<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let target = arrays::Target::<i8>::of(py, out, "out", &[encoding::ACTIONS])?;
        let mut mask = encoding::EMPTY_MASK;
        encoding::legal_mask(&self.0, &mut mask);
        target.cells().write(0, &mask);
        Ok(target.into_array())
    }

    /// Fills an array of uint8 with the planes that a player sees, the player to move by default, and returns it.
    #[pyo3(signature = (out=None, *, colour=None, occurrences=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
        colour: Option<&Argument<'_>>,
        occurrences: Option<&Argument<'_>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let colour = optional(colour, "colour", self::colour)?.unwrap_or(self.0.side_to_move());
        let read = |value: &Argument<'_>, name: &str| whole(value, name, 1..=u64::from(u32::MAX));
        let occurrences = optional(occurrences, "occurrences", read)?.unwrap_or(1);
        let target = arrays::Target::<u8>::of(py, out, "out", &encoding::SHAPE)?;
        let mut planes = encoding::EMPTY_PLANES;
        encoding::observe(&self.0, colour, occurrences > 1, &mut rules::Beam::new(), &mut planes);
        target.cells().write(0, &planes);
        Ok(target.into_array())
    }

    fn __str__(&self) -> String {
        self.kfen()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __copy__(slf: Bound<'_, Position>) -> Bound<'_, Position> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Position>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Position> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let parts =
            (self.pieces(py)?, self.side_to_move(), self.rules(), self.plies_since_capture(), self.move_number());
        (py.import("khepri._khepri")?.getattr("_restored")?, parts).into_pyobject(py)
    }
}

impl Position {
    fn count(
        &self,
        py: Python<'_>,
        depth: &Argument<'_>,
        threads: Option<&Argument<'_>>,
    ) -> PyResult<(u64, Vec<(rules::Move, u64)>)> {
        let depth = whole(depth, "depth", 0..=u64::from(perft::DEEPEST))? as u32;
        let read = |value: &Argument<'_>, name: &str| whole(value, name, 1..=MAX_THREADS);
        let threads = optional(threads, "threads", read)?.unwrap_or(1) as usize;
        let (position, signals) = (Arc::clone(&self.0), Arc::new(Signals::default()));
        let stop = Arc::clone(&signals);
        let counted = waiting::work(
            py,
            || stop.stop(),
            move || {
                let mut counts = Vec::new();
                let options = perft::Options { bulk: true, threads, stop: Some(&signals), ..perft::Options::default() };
                let stats = perft::divide(&position, depth, &options, &mut |mv, count| counts.push((mv, count)));
                stats.map(|stats| (stats.nodes, counts))
            },
        )?;
        counted.map_err(|error| invalid("depth", error))
    }
}

/// Returns a named set-up, such as `classic` or `imhotep`.
#[pyfunction]
#[pyo3(signature = (name=None, rules=None))]
pub fn setup(name: Option<&Argument<'_>>, rules: Option<&Argument<'_>>) -> PyResult<Position> {
    let name = optional(name, "name", text)?.unwrap_or_else(|| printed::CLASSIC.to_owned());
    let rules = optional(rules, "rules", rule_set)?.unwrap_or(RuleSet::Khet2);
    printed::named(rules, &name).map(|named| named.position.clone().into()).map_err(|error| invalid("name", error))
}

/// Returns the names of the set-ups of a rule set.
#[pyfunction]
#[pyo3(signature = (rules=None))]
pub fn setups(rules: Option<&Argument<'_>>) -> PyResult<Vec<&'static str>> {
    Ok(printed::names(optional(rules, "rules", rule_set)?.unwrap_or(RuleSet::Khet2)).collect())
}

/// Returns the position with these pieces and counters, also that of a finished game, for copies and pickles.
#[pyfunction]
#[pyo3(name = "_restored", signature = (pieces, side_to_move, rules, plies_since_capture, move_number))]
pub fn restored(
    pieces: &Argument<'_>,
    side_to_move: &Argument<'_>,
    rules: &Argument<'_>,
    plies_since_capture: &Argument<'_>,
    move_number: &Argument<'_>,
) -> PyResult<Position> {
    let counter = |value, name, least| whole(value, name, least..=u64::from(u32::MAX)).map(|number| number as u32);
    let mut set_up = read_setup(pieces, Some(side_to_move), Some(rules))?;
    set_up.plies_since_capture = counter(plies_since_capture, "plies_since_capture", 0)?;
    set_up.move_number = counter(move_number, "move_number", 1)?;
    finished(set_up.clone()).or_else(|| rules::Position::try_from(set_up.clone()).ok()).map(Position::from).ok_or_else(
        || {
            let why = set_up.check().err().map_or_else(String::new, |error| error.to_string());
            invalid("pieces", why)
        },
    )
}

/// Returns the position at the end of a game, if a Pharaoh is missing. Only a shot makes such a position, so the missing Pharaohs
/// are put on free squares and shot.
fn finished(mut set_up: Setup) -> Option<rules::Position> {
    let mut shot = Bitboard::EMPTY;
    for colour in Colour::ALL {
        if set_up.pieces().any(|(_, piece)| piece.colour() == colour && piece.kind() == Kind::Pharaoh) {
            continue;
        }
        let closed = set_up.rule_set.forbidden(colour);
        let free = Square::ALL
            .into_iter()
            .find(|&square| !closed.has(square) && set_up.squares.get(square.index()).is_some_and(Option::is_none))?;
        *set_up.squares.get_mut(free.index())? = Some(rules::Piece::new(colour, Kind::Pharaoh, Orientation::FIRST));
        shot.insert(free);
    }
    if shot.is_empty() {
        return None;
    }
    // The shot passes the turn, and counts the move of the second player.
    set_up.side_to_move = set_up.side_to_move.other();
    if set_up.side_to_move != set_up.rule_set.rules().first {
        set_up.move_number = set_up.move_number.saturating_sub(1).max(1);
    }
    let mut position = rules::Position::try_from(set_up).ok()?;
    position.make_null(shot);
    Some(position)
}

/// Reads the pieces of a set-up by square.
fn read_setup(
    pieces: &Argument<'_>,
    side_to_move: Option<&Argument<'_>>,
    rules: Option<&Argument<'_>>,
) -> PyResult<Setup> {
    let pieces = pieces.cast::<PyDict>().map_err(|_| mistyped("pieces", "a dict of squares and pieces", pieces))?;
    let mut set_up = Setup::empty(optional(rules, "rules", rule_set)?.unwrap_or(RuleSet::Khet2));
    if let Some(side) = optional(side_to_move, "side_to_move", colour)? {
        set_up.side_to_move = side;
    }
    for (key, value) in pieces {
        let square = square(&key, "pieces")?;
        let piece = Piece::read(&value, &format!("pieces[{square}]"))?;
        if let Some(place) = set_up.squares.get_mut(square.index()) {
            *place = Some(piece);
        }
    }
    Ok(set_up)
}
