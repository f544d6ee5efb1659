//! One thread of the search: its position, what it remembers, and making moves.

use super::Depth;
use super::history::{Before, Deed, History, Killers};
use super::no_capture::NoCapture;
use super::picker::Lists;
use super::repetition::Repetition;
use super::shared::{Shared, Stopped};
use crate::eval::{self, Score};
use crate::rules::{Beam, Bitboard, Colour, Game, Move, Position, Undo};

/// Plies from the root that a line can have: the deepest iteration and what extensions and captures can add to it.
pub const MAX_PLY: usize = Depth::MAX.0 as usize + 40;

const _: () = assert!(MAX_PLY + 2 < Score::MAX_PLY);

/// What the search has to know of the opponent's beam.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Light {
    /// Every square it touches.
    pub(super) path: Bitboard,
    /// What it hits if nothing changes.
    pub(super) hits: Bitboard,
}

/// What a ply needs while it is searched, reused for all positions at that ply.
#[derive(Default)]
pub(super) struct Frame {
    /// Of the player to move.
    pub(super) beam: Beam,
    /// Of the opponent.
    pub(super) enemy: Light,
    pub(super) lists: Lists,
    /// The quiet moves that have been searched.
    pub(super) quiets: Vec<Move>,
    pub(super) killers: Killers,
    /// The evaluation.
    pub(super) eval: Score,
    /// What the move that is being searched does.
    pub(super) deed: Option<Deed>,
    /// A move that is left out, to see what the others are worth.
    pub(super) excluded: Option<Move>,
    /// The principal variation from here on.
    pub(super) line: Vec<Move>,
}

impl Frame {
    /// Forgets what another search has left, but not the room for it.
    fn reset(&mut self) {
        self.killers = Killers::default();
        self.eval = Score::DRAW;
        self.deed = None;
        self.excluded = None;
        self.line.clear();
    }
}

/// What a thread keeps from search to search.
#[derive(Default)]
pub struct Memory {
    pub(super) history: History,
    /// Only the room for them: half a MiB that every search would have to ask for.
    frames: Vec<Frame>,
}

impl Memory {
    /// Whether a search will find all its memory there.
    pub fn is_prepared(&self) -> bool {
        !self.frames.is_empty()
    }

    /// Takes the memory that a search needs, and writes to it: the system gives a page only then.
    pub fn prepare(&mut self) {
        if !self.is_prepared() {
            self.frames.resize_with(MAX_PLY + 2, Frame::default);
            self.forget();
        }
    }

    /// Forgets what searches have learned.
    pub fn forget(&mut self) {
        self.history.clear();
    }
}

/// One thread's search of one position.
pub struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) id: usize,
    pub(super) position: Position,
    pub(super) repetition: Repetition,
    no_capture: NoCapture,
    pub(super) frames: Vec<Frame>,
    pub(super) spare: Beam,
    /// The opponent's beam where it was traced last.
    pub(super) enemy: Beam,
    pub(super) memory: &'a mut Memory,
    pub(super) reductions: super::reductions::Reductions,
    pub(super) nodes: u64,
    /// Nodes that may be counted before the next look at the limits.
    allowance: u64,
    pub(super) seldepth: usize,
    /// Number of evasions in the line that is being searched which quiescence has handed to the main search.
    pub(super) evasions: usize,
    /// Of the iteration.
    pub(super) root_depth: Depth,
    /// The number of the root's move that is being searched.
    pub(super) at_root: usize,
    /// The last iteration that is complete.
    pub(super) completed: Depth,
    /// Whether every move is searched to its full depth, for a proof.
    pub(super) full_width: bool,
}

impl<'a> Worker<'a> {
    /// The thread with number `id`, from 0, at the present position of the game.
    pub fn new(shared: &'a Shared<'a>, id: usize, game: &Game, memory: &'a mut Memory) -> Worker<'a> {
        memory.prepare();
        let mut frames = std::mem::take(&mut memory.frames);
        frames.iter_mut().for_each(Frame::reset);
        Worker {
            shared,
            id,
            position: game.position().clone(),
            repetition: Repetition::new(game),
            no_capture: shared.no_capture,
            frames,
            spare: Beam::new(),
            enemy: Beam::new(),
            memory,
            reductions: super::reductions::Reductions::new(),
            nodes: 0,
            allowance: 0,
            seldepth: 0,
            evasions: 0,
            root_depth: Depth::ZERO,
            at_root: 0,
            completed: Depth::ZERO,
            full_width: false,
        }
    }

    /// Counts a node, if the limits allow it.
    #[inline]
    fn count_node(&mut self) -> Result<(), Stopped> {
        if self.allowance == 0 {
            self.allowance = self.shared.allowance(self.id, self.nodes)?;
        }
        self.allowance -= 1;
        self.nodes += 1;
        Ok(())
    }

    /// Lets others know how many nodes this thread has counted.
    pub(super) fn publish_nodes(&self) {
        self.shared.publish_nodes(self.id, self.nodes);
    }

    /// Makes a move at `ply`.
    #[inline]
    pub(super) fn make(&mut self, mv: Move, hits: Bitboard, ply: usize) -> Result<Undo, Stopped> {
        self.count_node()?;
        let undo = self.position.make(mv, hits);
        self.shared.table.prefetch(self.table_key());
        self.frames[ply].deed = Some(Deed::of(mv));
        self.repetition.push(self.position.repetition_key());
        Ok(undo)
    }

    /// Takes it back.
    #[inline]
    pub(super) fn unmake(&mut self, mv: Move, undo: &Undo) {
        self.repetition.pop();
        self.position.unmake(mv, undo);
    }

    /// Leaves a turn out but for its shot. What is returned is owed to [`Worker::unmake_null`].
    pub(super) fn make_null(&mut self, hits: Bitboard, ply: usize) -> Result<(Undo, usize), Stopped> {
        self.count_node()?;
        let undo = self.position.make_null(hits);
        self.shared.table.prefetch(self.table_key());
        self.frames[ply].deed = None;
        let barrier = self.repetition.push_null(self.position.repetition_key());
        Ok((undo, barrier))
    }

    /// Takes it back.
    pub(super) fn unmake_null(&mut self, undo: &Undo, barrier: usize) {
        self.repetition.pop_null(barrier);
        self.position.unmake_null(undo);
    }

    /// Under which key the table knows the position: what a search with pruning has found proves nothing.
    #[inline]
    pub(super) fn table_key(&self) -> u64 {
        const FULL_WIDTH: u64 = 0x5bd1_e995_97f4_a7c1;
        let draw = self.no_capture.key(self.position.plies_since_capture());
        self.position.key() ^ draw ^ if self.full_width { FULL_WIDTH } else { 0 }
    }

    /// Whether the game is drawn here, at a position of the line in which both Pharaohs stand.
    #[inline]
    pub(super) fn is_drawn(&self) -> bool {
        let plies = self.position.plies_since_capture();
        self.no_capture.is_drawn(plies) || self.repetition.repeats(plies)
    }

    /// Whether a line of this depth without a capture ends in a draw, so that the evaluation says little.
    #[inline]
    pub(super) fn draw_in_sight(&self, depth: Depth) -> bool {
        self.no_capture.is_in_sight(self.position.plies_since_capture(), depth)
    }

    /// What was done one and two plies before `ply`.
    #[inline]
    pub(super) fn before(&self, ply: usize) -> Before {
        let deed = |back: usize| ply.checked_sub(back).and_then(|ply| self.frames[ply].deed).unwrap_or(Deed::NONE);
        [deed(1), deed(2)]
    }

    /// The score, from the view of the player to move, of a position at `ply` in which a shot has just ended the game.
    #[inline]
    pub(super) fn ended(&self, ply: usize) -> Option<Score> {
        if self.position.pharaohs_stand() {
            return None;
        }
        let own = self.position.side_to_move();
        Some(match (self.position.pharaoh(own), self.position.pharaoh(own.other())) {
            (Some(_), None) => Score::win_in(ply),
            (None, Some(_)) => Score::loss_in(ply),
            _ => Score::DRAW,
        })
    }

    /// Traces the beam of the player to move.
    #[inline]
    pub(super) fn trace(&mut self, ply: usize) {
        self.position.trace(self.position.side_to_move(), &mut self.frames[ply].beam);
    }

    /// Traces the opponent's beam.
    #[inline]
    pub(super) fn trace_enemy(&mut self, ply: usize) {
        self.position.trace(self.position.side_to_move().other(), &mut self.enemy);
        self.frames[ply].enemy = Light { path: self.enemy.path(), hits: self.enemy.hits() };
    }

    /// Evaluates the position at `ply`, when the opponent's beam was the last that was traced.
    #[inline]
    pub(super) fn evaluate(&self, ply: usize) -> Score {
        let own = self.position.side_to_move();
        let (mine, theirs) = (&self.frames[ply].beam, &self.enemy);
        eval::evaluate(&self.position, if own == Colour::Silver { [mine, theirs] } else { [theirs, mine] })
    }

    /// The line from `ply` on is this move and the line behind it.
    #[inline]
    pub(super) fn extend_line(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.frames.split_at_mut(ply + 1);
        let line = &mut head[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0].line);
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        self.memory.frames = std::mem::take(&mut self.frames);
    }
}
