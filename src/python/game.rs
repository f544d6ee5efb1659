//! Games: a start, the moves, and what people and engines say about them.

use super::arguments::{Argument, invalid, items, lock, mistyped, optional, seconds, text, truth, whole};
use super::beam::names;
use super::kgn::{PlayedMove, SIGNS, check_length, milliseconds, unreadable};
use super::moves::Move;
use super::position::{piece_set, read_move};
use super::score::Score;
use super::shared::{Position, Shared, State};
use super::tags::{Tags, forget_unknown};
use khepri_protocol::draw::board_svg::{self, PieceSet};
use khepri_protocol::draw::{Scene, board_text};
use khepri_rules::internal::notation::excerpt;
use khepri_rules::kgn::{self, Comment, Drawing, GameResult, Mark, Note, ReadError, Reader, Record, Remark};
use khepri_rules::{self as rules, RuleSet, setups};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};
use std::sync::{Arc, Mutex};

/// A game: its start, its moves, its tags, and the comments, marks and variations of its moves.
#[pyclass(frozen, eq, module = "khepri")]
pub struct Game {
    state: Shared,
}

impl State {
    /// Takes over the result by the rules, after the moves have changed.
    fn update_result(&mut self) {
        self.record.result = self.game.outcome();
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        // Both are never locked at once, so that two threads that compare two games do not wait for each other.
        let other = lock(&other.state).record.clone();
        lock(&self.state).record == other
    }
}

impl Game {
    /// Returns the game of a record, whose moves are legal.
    pub fn of(mut record: Record) -> PyResult<Game> {
        forget_unknown(&mut record);
        let mut game = rules::Game::new(record.start.clone());
        for played in &record.moves {
            game.push(played.mv).map_err(|why| PyValueError::new_err(format!("{}: {why}", played.mv)))?;
        }
        Ok(Game { state: Arc::new(Mutex::new(State { game, record })) })
    }

    /// Reads the only game of a text.
    fn of_text(py: Python<'_>, text: &str, name: &str) -> PyResult<Game> {
        let mut games = read_all(py, text, name)?;
        let count = games.len();
        let game = games.pop().filter(|_| count == 1);
        game.ok_or_else(|| invalid(name, format_args!("expected one game, found {count}")))
    }

    /// Returns a copy of the game for an engine. A position is a game without moves.
    pub fn read(value: &Argument<'_>, name: &str) -> PyResult<rules::Game> {
        if let Ok(game) = value.cast::<Game>() {
            return Ok(lock(&game.get().state).game.clone());
        }
        if let Ok(position) = value.cast::<Position>() {
            return Ok(rules::Game::new((*position.get().0).clone()));
        }
        Err(mistyped(name, "a Game or a Position", value))
    }
}

/// Reads all games of a text, until Ctrl-C.
fn read_all(py: Python<'_>, text: &str, name: &str) -> PyResult<Vec<Game>> {
    let read = |record: Result<Record, ReadError>| {
        py.check_signals()?;
        record.map_err(|error| unreadable(name, error)).and_then(Game::of)
    };
    Reader::new(text.as_bytes()).map(read).collect()
}

/// Reads the games of a text.
#[pyfunction]
#[pyo3(signature = (text))]
pub fn parse_kgn(text: &Argument<'_>) -> PyResult<Vec<Game>> {
    read_all(text.py(), &self::text(text, "text")?, "text")
}

/// Reads the index of a move, also from the end.
fn ply(value: &Argument<'_>, plies: usize) -> PyResult<usize> {
    let number = value.cast::<PyInt>().map_err(|_| mistyped("ply", "an int", value))?.extract::<i64>().ok();
    let number = number.map(|number| if number < 0 { number.saturating_add(plies as i64) } else { number });
    let number = number.and_then(|number| usize::try_from(number).ok()).filter(|&number| number < plies);
    number.ok_or_else(|| invalid("ply", format_args!("expected the index of one of the {plies} moves")))
}

/// Reads a text for a comment as KGN keeps it.
fn remark(value: &Argument<'_>, name: &str) -> PyResult<Remark> {
    let text = text(value, name)?;
    check_length(&text, name)?;
    Ok(Remark::read(&Remark::of(text).words()))
}

/// Reads squares or arrows.
fn drawings(value: &Argument<'_>, name: &str, is_arrow: bool) -> PyResult<Vec<Drawing>> {
    items(value, name, "a list of str", |value, name| {
        let text = text(value, name)?;
        let drawing = Drawing::read(&text).filter(|drawing| drawing.to.is_some() == is_arrow);
        let expected = if is_arrow { "an arrow such as Ga4b5" } else { "a square such as Ga4" };
        drawing.ok_or_else(|| invalid(name, format_args!("expected {expected}, found {}", excerpt(&text))))
    })
}

/// Reads marks such as `!?`.
fn marks(value: &Argument<'_>, name: &str) -> PyResult<Vec<Mark>> {
    items(value, name, "a list of str", |value, name| {
        let text = text(value, name)?;
        let number = SIGNS.iter().position(|signs| *signs == text).map(|index| index as u8 + 1);
        let expected = || invalid(name, format_args!("expected one of {}, found {}", SIGNS.join(" "), excerpt(&text)));
        number.and_then(Mark::numbered).ok_or_else(expected)
    })
}

#[pymethods]
impl Game {
    /// Starts a game from a position or a KFEN; from the set-up `classic` of Khet 2.0 by default.
    #[new]
    #[pyo3(signature = (start=None))]
    fn new(start: Option<&Argument<'_>>) -> PyResult<Game> {
        let start = match optional(start, "start", Position::read)? {
            Some(start) => start,
            None => setups::named(RuleSet::Khet2, setups::CLASSIC)
                .map_err(|error| invalid("start", error))?
                .position
                .clone(),
        };
        if !start.pharaohs_stand() {
            return Err(invalid("start", "the game is over: a Pharaoh is hit"));
        }
        Game::of(Record::new(start))
    }

    /// Reads a game from KGN.
    #[staticmethod]
    #[pyo3(signature = (text))]
    fn from_kgn(text: &Argument<'_>) -> PyResult<Game> {
        Game::of_text(text.py(), &self::text(text, "text")?, "text")
    }

    /// Returns the game as KGN. The texts of several games, one after the other, are a file.
    fn kgn(&self) -> String {
        kgn::write(&lock(&self.state).record)
    }

    /// The position before the first move.
    #[getter]
    fn start(&self) -> Position {
        lock(&self.state).record.start.clone().into()
    }

    /// The position now.
    #[getter]
    fn position(&self) -> Position {
        lock(&self.state).game.position().clone().into()
    }

    /// All positions, from the start to now.
    #[getter]
    fn positions(&self) -> Vec<Position> {
        let mut positions = Vec::new();
        lock(&self.state).game.replay(|position, _, _| positions.push(position.clone().into()));
        positions
    }

    /// The moves so far.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        lock(&self.state).game.moves().map(Move).collect()
    }

    /// The moves so far with their comments, marks and variations.
    #[getter]
    fn played(&self) -> Vec<PlayedMove> {
        lock(&self.state).record.moves.iter().cloned().map(PlayedMove).collect()
    }

    /// The number of moves so far.
    #[getter]
    fn ply(&self) -> usize {
        lock(&self.state).record.moves.len()
    }

    /// Plays a move and returns it.
    fn push(&self, r#move: &Argument<'_>) -> PyResult<Move> {
        let mut state = lock(&self.state);
        let mv = read_move(state.game.position(), r#move, "move")?;
        state.game.push(mv).map_err(|why| invalid("move", why))?;
        state.record.moves.push(kgn::PlayedMove::new(mv, Note::None));
        state.update_result();
        Ok(Move(mv))
    }

    /// Takes back the last move and returns it.
    fn pop(&self) -> PyResult<Move> {
        let mut state = lock(&self.state);
        let mv = state.game.pop().ok_or_else(|| PyValueError::new_err("expected a game with a move to take back"))?;
        state.record.moves.pop();
        state.update_result();
        Ok(Move(mv))
    }

    /// The squares that the last shot has hit.
    #[getter]
    fn last_hits(&self) -> Vec<String> {
        let mut before = lock(&self.state).game.clone();
        let beam = before.pop().and_then(|mv| before.position().beam_after(mv).ok());
        beam.map(|beam| names(beam.hits())).unwrap_or_default()
    }

    /// The number of times that the present arrangement has occurred.
    #[getter]
    fn occurrences(&self) -> u32 {
        lock(&self.state).game.occurrences()
    }

    /// Whether the game is over by the rules. The third occurrence of an arrangement counts as a draw.
    #[getter]
    fn is_over(&self) -> bool {
        lock(&self.state).game.outcome().is_some()
    }

    /// The outcome if the game is over by the rules: `1-0`, `0-1` or `1/2-1/2`.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        lock(&self.state).game.outcome().map(rules::Outcome::name)
    }

    /// Why the game is over by the rules: `pharaoh`, `both-pharaohs`, `no-moves` or `repetition`.
    #[getter]
    fn end_reason(&self) -> Option<String> {
        lock(&self.state).game.end_reason().map(|reason| reason.to_string())
    }

    /// The result of the record: an outcome, or `*`. It can be set, for example after a resignation.
    #[getter]
    fn result(&self) -> &'static str {
        GameResult(lock(&self.state).record.result).name()
    }

    #[setter]
    fn set_result(&self, result: &Argument<'_>) -> PyResult<()> {
        let word = text(result, "result")?;
        let GameResult(found) =
            word.parse().map_err(|error| invalid("result", format_args!("{error}, found {}", excerpt(&word))))?;
        let mut state = lock(&self.state);
        let by_rules = state.game.position().outcome();
        if by_rules.is_some() && by_rules != found {
            return Err(invalid("result", format_args!("the last move makes it {}", GameResult(by_rules))));
        }
        state.record.result = found;
        Ok(())
    }

    /// The tags as a mapping of names and texts.
    #[getter]
    fn tags(&self) -> Tags {
        Tags::of(Arc::clone(&self.state))
    }

    /// The comment before the first move.
    #[getter]
    fn comment(&self) -> String {
        lock(&self.state).record.foreword.text.clone()
    }

    #[setter]
    fn set_comment(&self, comment: &Argument<'_>) -> PyResult<()> {
        let remark = remark(comment, "comment")?;
        lock(&self.state).record.foreword = remark;
        Ok(())
    }

    /// Sets the comment, marks, drawings and the figures of an engine after a move. What is not given stays.
    #[pyo3(signature = (ply, *, comment=None, marks=None, squares=None, arrows=None, score=None, depth=None, time=None, nodes=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn annotate(
        &self,
        ply: &Argument<'_>,
        comment: Option<&Argument<'_>>,
        marks: Option<&Argument<'_>>,
        squares: Option<&Argument<'_>>,
        arrows: Option<&Argument<'_>>,
        score: Option<&Argument<'_>>,
        depth: Option<&Argument<'_>>,
        time: Option<&Argument<'_>>,
        nodes: Option<&Argument<'_>>,
    ) -> PyResult<()> {
        let remark = optional(comment, "comment", remark)?;
        let marks = optional(marks, "marks", self::marks)?;
        let squares = optional(squares, "squares", |value, name| drawings(value, name, false))?;
        let arrows = optional(arrows, "arrows", |value, name| drawings(value, name, true))?;
        let evaluation = optional(score, "score", Score::read)?.map(|score| score.0);
        let depth = optional(depth, "depth", |value, name| whole(value, name, 0..=u64::from(u32::MAX)))?;
        let time = optional(time, "time", seconds)?.map(milliseconds);
        let nodes = optional(nodes, "nodes", |value, name| whole(value, name, 0..=u64::MAX))?;
        let mut state = lock(&self.state);
        let index = self::ply(ply, state.record.moves.len())?;
        let Some(played) = state.record.moves.get_mut(index) else { return Ok(()) };
        if let Some(remark) = remark {
            played.remark.text = remark.text;
            remark.squares.into_iter().chain(remark.arrows).for_each(|drawing| played.remark.draw(drawing));
        }
        if let Some(marks) = marks {
            played.marks.clear();
            marks.into_iter().for_each(|mark| played.mark(mark));
        }
        if let Some(squares) = squares {
            played.remark.squares = squares;
        }
        if let Some(arrows) = arrows {
            played.remark.arrows = arrows;
        }
        let before = played.note.comment().unwrap_or_default();
        let after = Comment {
            evaluation: evaluation.or(before.evaluation),
            depth: depth.map(|depth| depth as u32).or(before.depth),
            time: time.or(before.time),
            nodes: nodes.or(before.nodes),
            clock: before.clock,
        };
        if after != before {
            played.note = Note::Engine(after);
        }
        Ok(())
    }

    /// Adds a variation that replaces a move. Variations that begin with the same move are merged.
    ///
    /// The moves are taken from their iterable first: its code may use the game.
    #[pyo3(signature = (ply, moves, *, comment=None))]
    fn add_variation(&self, ply: &Argument<'_>, moves: &Argument<'_>, comment: Option<&Argument<'_>>) -> PyResult<()> {
        let given = items(moves, "moves", "a list of moves", |value, _| Ok(value.clone()))?;
        if given.is_empty() {
            return Err(invalid("moves", "expected at least one move"));
        }
        let foreword = optional(comment, "comment", remark)?.unwrap_or_default();
        let mut state = lock(&self.state);
        let index = self::ply(ply, state.record.moves.len())?;
        let mut position = state.record.start.clone();
        for played in state.record.moves.iter().take(index) {
            position.play(played.mv).map_err(|why| invalid("ply", why))?;
        }
        let mut moves = Vec::new();
        for (index, value) in given.iter().enumerate() {
            let name = format!("moves[{index}]");
            let mv = read_move(&position, value, &name)?;
            position.play(mv).map_err(|why| invalid(&name, why))?;
            moves.push(kgn::PlayedMove::new(mv, Note::None));
        }
        if let Some(played) = state.record.moves.get_mut(index) {
            played.variations.push(kgn::Variation { foreword, moves });
        }
        kgn::merge(&mut state.record.moves);
        Ok(())
    }

    /// Returns the board as text for a terminal.
    fn text(&self) -> String {
        board_text::render(&Scene::of(lock(&self.state).game.position()), false)
    }

    /// Returns the board with the beam of the player to move as an SVG picture, or with the last shot.
    #[pyo3(signature = (*, last_shot=None, pieces=None))]
    fn svg(&self, last_shot: Option<&Argument<'_>>, pieces: Option<&Argument<'_>>) -> PyResult<String> {
        let set = optional(pieces, "pieces", piece_set)?.unwrap_or_default();
        let last_shot = optional(last_shot, "last_shot", truth)?.unwrap_or(false);
        let state = lock(&self.state);
        let shot = if last_shot { Scene::of_last_shot(&state.game) } else { None };
        Ok(board_svg::render(&shot.unwrap_or_else(|| Scene::of(state.game.position())), set))
    }

    /// Returns the picture that a notebook shows.
    fn _repr_svg_(&self) -> String {
        board_svg::render(&Scene::of(lock(&self.state).game.position()), PieceSet::default())
    }

    /// Returns a copy.
    fn copy(&self) -> Game {
        Game { state: Arc::new(Mutex::new(lock(&self.state).clone())) }
    }

    fn __copy__(&self) -> Game {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.copy()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Game>) -> PyResult<Bound<'py, PyTuple>> {
        (slf.get_type().getattr("from_kgn")?, (PyString::new(slf.py(), &slf.get().kgn()),)).into_pyobject(slf.py())
    }

    fn __str__(&self) -> String {
        self.kgn()
    }

    fn __repr__(&self) -> String {
        let state = lock(&self.state);
        let start = state.record.set_up().unwrap_or("-");
        let (rules, plies) = (state.record.start.rule_set(), state.record.moves.len());
        format!("<Game {rules} {start}, {plies} plies, {}>", GameResult(state.record.result))
    }
}
