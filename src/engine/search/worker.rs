//! One thread of the search: its line, its memory, and its number of nodes.

use super::correction::{Corrections, ErrorSlots};
use super::counters::{Counter, Counters};
use super::evaluations::Evaluations;
use super::gain::Candidate;
use super::history::History;
use super::line::{Line, Ply};
use super::move_stack::MoveStack;
use super::params;
use super::shared::{Shared, Stopped};
use super::static_eval::{StaticEval, Threat};
use super::window::Depth;
use crate::eval::{Score, accumulator};
use khepri_rules::Game;
use khepri_rules::internal::shots::gaining::Scratch;

/// The memory of a thread: histories, counters and buffers, reused from search to search.
#[derive(Default)]
pub struct Memory {
    pub(super) history: History,
    pub(super) corrections: Corrections,
    evaluations: Evaluations,
    /// The counters of the last search.
    pub(super) counters: Counters,
    /// Buffers for listing moves.
    pub(super) scratch: Scratch,
    pub(super) moves: MoveStack,
    /// The plies of the last search, stored to reuse their memory of about 1 MiB.
    plies: Vec<Ply>,
}

impl Memory {
    /// Returns whether the memory for a search is allocated.
    pub fn is_prepared(&self) -> bool {
        !self.plies.is_empty()
    }

    /// Allocates the memory for a search and writes to it, because the system provides a page only when it is written.
    pub fn prepare(&mut self) {
        if !self.is_prepared() {
            Line::prepare(&mut self.plies);
            self.forget();
        }
    }

    /// Clears the histories, corrections and evaluations of earlier searches.
    pub fn forget(&mut self) {
        self.history.clear();
        self.corrections.clear();
        self.evaluations.clear();
    }
}

/// One thread's search of one position.
pub struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    /// The number of the thread. Thread 0 reports.
    pub(super) id: usize,
    pub(super) memory: &'a mut Memory,
    pub(super) line: Line,
    pub(super) nodes: u64,
    pub(super) counters: Counters,
    /// The number of nodes until the next check of the limits.
    allowance: u64,
    pub(super) seldepth: usize,
    /// The number of searches of evasions that are running on the searched line, one inside the other.
    pub(super) evasion_searches: usize,
    /// The depth of the search of the root.
    pub(super) root_depth: Depth,
    /// The lower bound above alpha that a null-window search has found for the present root move.
    pub(super) root_lower_bound: Option<Score>,
    /// The depth of the last complete iteration.
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
            evasion_searches: 0,
            root_depth: Depth::ZERO,
            root_lower_bound: None,
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

    /// Makes a move if the limits allow another node. Prefetches the table's bucket.
    #[inline]
    pub(super) fn push(&mut self, candidate: &Candidate) -> Result<(), Stopped> {
        self.count_node()?;
        self.line.push(candidate);
        self.shared.table.prefetch(self.table_key());
        Ok(())
    }

    /// Makes a null move if the limits allow another node. Prefetches the table's bucket.
    pub(super) fn push_null(&mut self) -> Result<(), Stopped> {
        self.count_node()?;
        self.line.push_null();
        self.shared.table.prefetch(self.table_key());
        Ok(())
    }

    /// Returns the position's key in the table. Searches without pruning use separate keys, since a search with pruning does
    /// not prove that there is no win. So does each search of a level.
    #[inline]
    pub(super) fn table_key(&self) -> u64 {
        const FULL_WIDTH: u64 = 0x5bd1_e995_97f4_a7c1;
        let salt = self.shared.handicap.as_ref().map_or(0, |handicap| handicap.salt);
        self.line.key() ^ salt ^ if self.full_width { FULL_WIDTH } else { 0 }
    }

    /// Returns the key of the position among the stored evaluations. Keys differ between networks.
    #[inline]
    fn evaluation_key(&self) -> u64 {
        self.line.position().key() ^ self.shared.network.hash()
    }

    /// Evaluates the position. The threat is not determined.
    #[inline]
    pub(super) fn evaluate(&mut self) -> StaticEval {
        let key = self.evaluation_key();
        let stored = self.memory.evaluations.get(key).map(|stored| stored.raw);
        let raw = stored.unwrap_or_else(|| {
            let raw = self.line.evaluate(self.shared.network);
            self.memory.evaluations.set(key, StaticEval { raw, threat: Threat::Unknown });
            raw
        });
        debug_assert_eq!(raw, accumulator::evaluate(self.shared.network, self.line.position()));
        let raw = self.shared.handicap.as_ref().map_or(raw, |handicap| handicap.judge(self.line.key(), raw));
        StaticEval { raw, threat: Threat::Unknown }
    }

    /// Returns the places at which corrections of the position's static evaluation are stored.
    #[inline]
    pub(super) fn error_slots(&self) -> ErrorSlots {
        let paths = [self.line.own_beam().path(), self.line.opponent_beam().path()];
        ErrorSlots::of(self.line.position().side_to_move(), paths)
    }

    /// Returns the static evaluation, faded by the plies since a capture, so that a lead is not kept for later, and corrected.
    #[inline]
    pub(super) fn corrected(&self, raw: Score) -> Score {
        let plies = self.line.position().plies_since_capture().min(params::fading_plies()) as i32;
        let raw = Score::centipawns(raw.value() - raw.value() * plies / params::fading_divisor());
        self.memory.corrections.corrected(raw, self.error_slots())
    }

    /// Returns whether extensions are allowed: at plies less than twice the depth of the iteration, so that the tree ends, and
    /// never at full width, so that a proof keeps its length.
    pub(super) fn may_extend(&self) -> bool {
        !self.full_width && self.line.ply() < 2 * usize::from(self.root_depth.0)
    }

    /// Returns the evaluation with the threat, which is determined unless it is known. A threat that a level overlooks is none.
    #[inline]
    pub(super) fn with_threat(&mut self, eval: StaticEval) -> StaticEval {
        if eval.threat != Threat::Unknown {
            return eval;
        }
        let threat = self.threat();
        StaticEval {
            threat: if threat == Threat::Pharaoh && !self.sees_threat() { Threat::None } else { threat },
            ..eval
        }
    }

    /// Returns the threat to the Pharaoh.
    fn threat(&mut self) -> Threat {
        let key = self.evaluation_key();
        let stored = self.memory.evaluations.get(key);
        if let Some(StaticEval { threat: threat @ (Threat::None | Threat::Pharaoh), .. }) = stored {
            return threat;
        }
        let threat = if self.line.is_threatened() { Threat::Pharaoh } else { Threat::None };
        if let Some(stored) = stored {
            self.memory.evaluations.set(key, StaticEval { threat, ..stored });
        }
        threat
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        self.counters.add(Counter::Node, self.nodes);
        self.memory.counters = self.counters;
        self.memory.plies = self.line.take_plies();
    }
}
