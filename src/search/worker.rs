//! One thread of the search: its line, its memory, and the number of its nodes.

use super::correction::{Corrections, Places};
use super::counters::{Counter, Counters};
use super::gain::Candidate;
use super::history::History;
use super::line::{Line, Ply};
use super::shared::{Shared, Stopped};
use super::static_eval::{StaticEval, Threat};
use super::window::Depth;
use crate::eval::Score;
use crate::rules::Game;
use crate::shots::gaining::Scratch;

/// The memory of a thread: histories, counters and buffers, reused from search to search.
#[derive(Default)]
pub struct Memory {
    pub(super) history: History,
    pub(super) corrections: Corrections,
    /// The counters of the last search.
    pub(super) counters: Counters,
    /// Buffers for listing moves.
    pub(super) scratch: Scratch,
    /// Stored only to reuse their allocations: a MiB.
    plies: Vec<Ply>,
}

impl Memory {
    /// Returns whether a search needs no further memory.
    pub fn is_prepared(&self) -> bool {
        !self.plies.is_empty()
    }

    /// Allocates the memory for a search and writes to it, as the system provides a page only then.
    pub fn prepare(&mut self) {
        if !self.is_prepared() {
            Line::prepare(&mut self.plies);
            self.forget();
        }
    }

    /// Clears what earlier searches learned.
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
    pub(super) memory: &'a mut Memory,
    pub(super) line: Line,
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
        let line = Line::new(game, shared.no_capture, std::mem::take(&mut memory.plies));
        Worker {
            shared,
            id,
            memory,
            line,
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

    /// Makes a move if the limits allow another node. The processor fetches the table's bucket meanwhile.
    #[inline]
    pub(super) fn push(&mut self, candidate: &Candidate) -> Result<(), Stopped> {
        self.count_node()?;
        self.line.push(candidate);
        self.shared.table.prefetch(self.table_key());
        Ok(())
    }

    /// Makes a null move if the limits allow another node.
    pub(super) fn push_null(&mut self) -> Result<(), Stopped> {
        self.count_node()?;
        self.line.push_null();
        self.shared.table.prefetch(self.table_key());
        Ok(())
    }

    /// Returns the position's key in the table. Positions searched to their full depth have keys of their own, since the
    /// result of a search with pruning proves nothing.
    #[inline]
    pub(super) fn table_key(&self) -> u64 {
        const FULL_WIDTH: u64 = 0x5bd1_e995_97f4_a7c1;
        self.line.key() ^ if self.full_width { FULL_WIDTH } else { 0 }
    }

    /// Evaluates the position. The threat stays unknown.
    #[inline]
    pub(super) fn evaluate(&mut self) -> StaticEval {
        StaticEval { score: self.line.evaluate(self.shared.network), threat: Threat::Unknown }
    }

    /// Returns the places of the errors of the static evaluation.
    #[inline]
    pub(super) fn error_places(&self) -> Places {
        let paths = [self.line.own_beam().path(), self.line.opponent_beam().path()];
        Places::of(self.line.position().side_to_move(), paths)
    }

    /// Returns the corrected static evaluation.
    #[inline]
    pub(super) fn corrected(&self, score: Score) -> Score {
        self.memory.corrections.corrected(score, self.error_places())
    }

    /// Determines whether the Pharaoh is threatened if that is unknown.
    #[inline]
    pub(super) fn with_threat(&mut self, eval: StaticEval) -> StaticEval {
        if eval.threat != Threat::Unknown {
            return eval;
        }
        StaticEval { threat: if self.line.is_threatened() { Threat::Pharaoh } else { Threat::None }, ..eval }
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        self.counters.add(Counter::Node, self.nodes);
        self.memory.counters = self.counters;
        self.memory.plies = self.line.take_plies();
    }
}
