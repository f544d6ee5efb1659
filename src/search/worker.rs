//! One thread of the search: its position, its memory, and making and unmaking moves.

use super::correction::{Corrections, Places};
use super::counters::{Counters, Event};
use super::draws::{NoCapture, Repetition};
use super::gain::Candidate;
use super::history::{ContinuationKey, ContinuationKeys, History};
use super::light::Light;
use super::node::Frame;
use super::reductions::Reductions;
use super::shared::{Shared, Stopped};
use super::static_eval::{StaticEval, Threat};
use super::window::{Depth, MAX_PLY};
use crate::eval::Score;
use crate::eval::accumulators::Accumulators;
use crate::rules::{Beam, Bitboard, Colour, Game, Move, Position, Undo};
use crate::shots::gaining::Scratch;

/// What a thread keeps from search to search.
#[derive(Default)]
pub struct Memory {
    pub(super) history: History,
    pub(super) corrections: Corrections,
    /// What the last search counted.
    pub(super) counters: Counters,
    /// Kept for their allocations only: a MiB.
    frames: Vec<Frame>,
    light: Light,
    accumulators: Accumulators,
}

impl Memory {
    /// Returns whether a search needs no further memory.
    pub fn is_prepared(&self) -> bool {
        !self.frames.is_empty()
    }

    /// Allocates the memory for a search and writes to it, as the system provides a page only then.
    pub fn prepare(&mut self) {
        if !self.is_prepared() {
            self.frames.resize_with(MAX_PLY + 2, Frame::default);
            self.light.prepare();
            self.forget();
        }
    }

    /// Clears what searches have learned.
    pub fn forget(&mut self) {
        self.history.clear();
        self.corrections.clear();
    }
}

/// One thread's search of one position.
pub struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    /// The number of the thread; 0 is the one that reports.
    pub(super) id: usize,
    pub(super) position: Position,
    pub(super) repetition: Repetition,
    no_capture: NoCapture,
    pub(super) frames: Vec<Frame>,
    pub(super) scratch: Scratch,
    pub(super) light: Light,
    accumulators: Accumulators,
    pub(super) memory: &'a mut Memory,
    pub(super) reductions: Reductions,
    pub(super) nodes: u64,
    pub(super) counters: Counters,
    /// The number of nodes until the limits are checked.
    allowance: u64,
    pub(super) seldepth: usize,
    /// The number of evasions in the searched line that quiescence has handed to the main search.
    pub(super) evasions: usize,
    /// The depth of the iteration.
    pub(super) root_depth: Depth,
    /// The index of the root move that is being searched.
    pub(super) at_root: usize,
    /// The lower bound above alpha that a null-window search has just found for it, until the full search is complete.
    pub(super) raised: Option<Score>,
    /// The last complete iteration.
    pub(super) completed: Depth,
    /// Whether every move is searched to its full depth, for a proof.
    pub(super) full_width: bool,
}

impl<'a> Worker<'a> {
    /// Returns thread number `id` at the present position of the game.
    pub fn new(shared: &'a Shared<'a>, id: usize, game: &Game, memory: &'a mut Memory) -> Worker<'a> {
        memory.prepare();
        let mut frames = std::mem::take(&mut memory.frames);
        frames.iter_mut().for_each(Frame::reset);
        let mut light = std::mem::take(&mut memory.light);
        light.prepare();
        let mut accumulators = std::mem::take(&mut memory.accumulators);
        accumulators.clear();
        Worker {
            shared,
            id,
            position: game.position().clone(),
            repetition: Repetition::new(game),
            no_capture: shared.no_capture,
            frames,
            scratch: Scratch::default(),
            light,
            accumulators,
            memory,
            reductions: Reductions::default(),
            nodes: 0,
            counters: Counters::default(),
            allowance: 0,
            seldepth: 0,
            evasions: 0,
            root_depth: Depth::ZERO,
            at_root: 0,
            raised: None,
            completed: Depth::ZERO,
            full_width: false,
        }
    }

    /// Counts a node if the limits allow it.
    #[inline]
    fn count_node(&mut self) -> Result<(), Stopped> {
        if self.allowance == 0 {
            self.allowance = self.shared.allowance(self.id, self.nodes)?;
        }
        self.allowance -= 1;
        self.nodes += 1;
        Ok(())
    }

    /// Publishes the number of this thread's nodes to the other threads.
    pub(super) fn publish_nodes(&self) {
        self.shared.publish_nodes(self.id, self.nodes);
    }

    /// Makes a move at `ply`.
    #[inline]
    pub(super) fn make(&mut self, candidate: &Candidate, ply: usize) -> Result<Undo, Stopped> {
        self.count_node()?;
        self.light.note_change(&self.position, ply, candidate.mv.touched() | candidate.hits);
        let undo = self.position.make(candidate.mv, candidate.hits);
        self.shared.table.prefetch(self.table_key());
        self.frames[ply].continuation_key = Some(ContinuationKey::of(candidate.mv));
        self.repetition.push(self.position.repetition_key());
        Ok(undo)
    }

    /// Unmakes a move.
    #[inline]
    pub(super) fn unmake(&mut self, mv: Move, undo: &Undo) {
        self.repetition.pop();
        self.position.unmake(mv, undo);
    }

    /// Makes a null move, which only fires the shot. Returns the arguments for [`Worker::unmake_null`].
    pub(super) fn make_null(&mut self, hits: Bitboard, ply: usize) -> Result<(Undo, usize), Stopped> {
        self.count_node()?;
        self.light.note_change(&self.position, ply, hits);
        let undo = self.position.make_null(hits);
        self.shared.table.prefetch(self.table_key());
        self.frames[ply].continuation_key = None;
        let barrier = self.repetition.push_null(self.position.repetition_key());
        Ok((undo, barrier))
    }

    /// Unmakes a null move.
    pub(super) fn unmake_null(&mut self, undo: &Undo, barrier: usize) {
        self.repetition.pop_null(barrier);
        self.position.unmake_null(undo);
    }

    /// Returns the position's key in the table. Positions searched to their full depth have keys of their own, since the
    /// result of a search with pruning proves nothing.
    #[inline]
    pub(super) fn table_key(&self) -> u64 {
        const FULL_WIDTH: u64 = 0x5bd1_e995_97f4_a7c1;
        let draw = self.no_capture.key(self.position.plies_since_capture());
        self.position.key() ^ draw ^ if self.full_width { FULL_WIDTH } else { 0 }
    }

    /// Returns whether the game is drawn at a position in which both Pharaohs stand.
    #[inline]
    pub(super) fn is_drawn(&self) -> bool {
        let plies = self.position.plies_since_capture();
        self.no_capture.is_drawn(plies) || self.repetition.repeats(plies)
    }

    /// Returns whether a line of this depth without a capture ends in a draw, so that the evaluation says little.
    #[inline]
    pub(super) fn draw_in_sight(&self, depth: Depth) -> bool {
        self.no_capture.is_in_sight(self.position.plies_since_capture(), depth)
    }

    /// Returns the continuation keys of the moves one and two plies before `ply`.
    #[inline]
    pub(super) fn continuation_keys(&self, ply: usize) -> ContinuationKeys {
        [1, 2].map(|distance| {
            let earlier = ply.checked_sub(distance).and_then(|ply| self.frames[ply].continuation_key);
            earlier.unwrap_or(ContinuationKey::NONE)
        })
    }

    /// Returns the score, from the view of the player to move, if the last shot ended the game.
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

    /// Finds both beams of the node at `ply`.
    #[inline]
    pub(super) fn update_beams(&mut self, ply: usize) {
        self.light.update(&self.position, ply);
    }

    /// Returns the beam of the player to move at the node at `ply`.
    #[inline]
    pub(super) fn own_beam(&self, ply: usize) -> &Beam {
        self.light.of(ply, self.position.side_to_move())
    }

    /// Returns the opponent's beam at the node at `ply`.
    #[inline]
    pub(super) fn opponent_beam(&self, ply: usize) -> &Beam {
        self.light.of(ply, self.position.side_to_move().other())
    }

    /// Returns the squares of both beams at the node at `ply`.
    #[inline]
    pub(super) fn beam_squares(&self, ply: usize) -> Bitboard {
        self.own_beam(ply).path() | self.opponent_beam(ply).path()
    }

    /// Evaluates the node at `ply`. The threat stays unknown.
    #[inline]
    pub(super) fn evaluate(&mut self, ply: usize) -> StaticEval {
        let beams = Colour::ALL.map(|colour| self.light.of(ply, colour));
        let score = self.accumulators.evaluate(self.shared.network, &self.position, beams, ply);
        StaticEval { score, threat: Threat::Unknown }
    }

    /// Returns the places of the errors of the static evaluation at the node at `ply`.
    #[inline]
    pub(super) fn error_places(&self, ply: usize) -> Places {
        Places::of(self.position.side_to_move(), [self.own_beam(ply).path(), self.opponent_beam(ply).path()])
    }

    /// Returns the corrected static evaluation at the node at `ply`.
    #[inline]
    pub(super) fn corrected(&self, score: Score, ply: usize) -> Score {
        self.memory.corrections.corrected(score, self.error_places(ply))
    }

    /// Determines whether the Pharaoh is threatened at the node at `ply` if that is unknown.
    #[inline]
    pub(super) fn with_threat(&self, eval: StaticEval, ply: usize) -> StaticEval {
        eval.with_threat(&self.position, self.opponent_beam(ply))
    }

    /// Sets the line at `ply` to this move and the line after it.
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
        self.counters.add(Event::Node, self.nodes);
        self.memory.counters = self.counters;
        self.memory.frames = std::mem::take(&mut self.frames);
        self.memory.light = std::mem::take(&mut self.light);
        self.memory.accumulators = std::mem::take(&mut self.accumulators);
    }
}
