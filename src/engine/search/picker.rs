//! The staged move generator of a node: it lists moves only when the earlier ones caused no cut-off.

use super::gain::Candidate;
use super::move_stack::StackMark;
use super::ordering::{self, Hints, Lister, RankedMove};
use super::worker::{Memory, Worker};
use khepri_rules::{Bitboard, Move};

/// A staged move generator.
pub(super) struct Picker {
    table_move: Option<Move>,
    stage: Stage,
    /// The beginning of the node's moves in the stack.
    base: StackMark,
    /// The place in the stack of the next move that changes the shot.
    changing: usize,
    /// The number of killers that were looked up.
    killers: usize,
    /// The last quiet move returned, killers excluded.
    quiet: RankedMove,
    skips_quiet: bool,
    /// Whether the losses still have to be added to the list of moves that change the shot.
    lacks_losses: bool,
    /// The hits of the standing shot, known from the stage of the killers on.
    standing: Bitboard,
}

/// The stages, in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    TableMove,
    ListChanging,
    Gains,
    Killers,
    Quiet,
    /// Moves that change the shot and gain nothing.
    Losses,
}

impl Picker {
    pub(super) fn new(table_move: Option<Move>, base: StackMark) -> Picker {
        Picker {
            table_move,
            stage: Stage::TableMove,
            base,
            changing: base.changing,
            killers: 0,
            quiet: RankedMove::FIRST,
            skips_quiet: false,
            lacks_losses: false,
            standing: Bitboard::EMPTY,
        }
    }

    /// Leaves out all further quiet moves.
    pub(super) fn skip_quiet(&mut self) {
        self.skips_quiet = true;
    }

    /// Returns the rank of the last move if it was listed as quiet. No later quiet move ranks higher.
    pub(super) fn rank(&self) -> Option<i32> {
        (self.stage == Stage::Quiet).then(|| self.quiet.rank())
    }

    /// Returns the next move of the current node.
    pub(super) fn next(&mut self, worker: &mut Worker) -> Option<Candidate> {
        if self.stage < Stage::Quiet
            && let Some(candidate) = self.before_quiet(worker)
        {
            return Some(candidate);
        }
        if self.stage == Stage::Quiet {
            if !self.skips_quiet
                && let Some(quiet) = ordering::next_quiet(&worker.memory.moves.quiet[self.base.quiet..], self.quiet)
            {
                self.quiet = quiet;
                return Some(quiet.candidate(self.standing));
            }
            self.stage = Stage::Losses;
        }
        self.next_loss(worker)
    }

    /// Returns the next move of the stages before `Quiet`. After the last one, lists the quiet moves, unless they are skipped.
    fn before_quiet(&mut self, worker: &mut Worker) -> Option<Candidate> {
        let line = &worker.line;
        let Memory { moves, scratch, history, .. } = &mut *worker.memory;
        let (position, beam) = (line.position(), line.own_beam());
        if self.stage == Stage::TableMove {
            self.stage = Stage::ListChanging;
            if let Some(mv) = self.table_move {
                return Some(Candidate::new(position, mv, position.shot(beam, mv), beam.hits()));
            }
        }
        if self.stage == Stage::ListChanging {
            let lister = Lister { position, beam, scratch, table_move: self.table_move };
            self.lacks_losses = lister.changing(&mut moves.changing);
            self.stage = Stage::Gains;
        }
        if self.stage == Stage::Gains {
            let best = ordering::pick(&mut moves.changing[self.changing..]);
            if let Some(candidate) = best.filter(|candidate| candidate.gain > 0) {
                self.changing += 1;
                return Some(candidate);
            }
            self.standing = beam.hits();
            self.stage = Stage::Killers;
        }
        let killers = line.frame().killers.moves();
        while !self.skips_quiet && self.killers < killers.len() {
            let killer = killers[self.killers];
            self.killers += 1;
            if let Some(mv) = killer
                && killer != self.table_move
                && position.is_legal(mv)
                && position.shot(beam, mv) == self.standing
            {
                return Some(Candidate { mv, hits: self.standing, gain: 0, quiet: true });
            }
        }
        self.stage = Stage::Quiet;
        if !self.skips_quiet {
            let [newer, older] = killers;
            let hints = Hints {
                excluded: [self.table_move, newer, older].map(|mv| mv.map_or(0, Move::bits)),
                history: history.view(position.side_to_move(), line.continuation_keys()),
                beams: line.beam_squares(),
            };
            let losses = std::mem::take(&mut self.lacks_losses).then_some(&mut moves.changing);
            let lister = Lister { position, beam, scratch, table_move: self.table_move };
            lister.quiet(hints, &mut moves.quiet, losses);
        }
        None
    }

    /// Returns the next move that changes the shot and gains nothing.
    fn next_loss(&mut self, worker: &mut Worker) -> Option<Candidate> {
        let Memory { moves, scratch, .. } = &mut *worker.memory;
        if std::mem::take(&mut self.lacks_losses) {
            let (position, beam) = (worker.line.position(), worker.line.own_beam());
            Lister { position, beam, scratch, table_move: self.table_move }.losses(&mut moves.changing);
        }
        let candidate = ordering::pick(&mut moves.changing[self.changing..])?;
        self.changing += 1;
        Some(candidate)
    }
}
