//! Gives out the moves of a node one by one, in stages: a node that an early one refutes never lists the others.

use super::ordering::{self, Candidate, Hints};
use super::params;
use super::worker::Worker;
use crate::rules::Move;

/// Which stage of a node's moves has been reached.
pub(super) struct Picker {
    table_move: Option<Move>,
    stage: Stage,
    /// Candidates that have been given out.
    taken: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    Hitting,
    Gains,
    Quiet,
    /// So many of the rest have been picked one by one.
    Rest(usize),
    Sorted,
}

impl Picker {
    pub(super) fn new(table_move: Option<Move>) -> Picker {
        Picker { table_move, stage: Stage::TableMove, taken: 0 }
    }

    /// How many candidates of the list have been given out; they are its first.
    pub(super) fn taken(&self) -> usize {
        self.taken
    }

    /// The next move; `list` is this node's own.
    pub(super) fn next(&mut self, worker: &mut Worker, ply: usize, list: &mut Vec<Candidate>) -> Option<Candidate> {
        let frame = &worker.frames[ply];
        let (position, beam, spare) = (&worker.position, &frame.beam, &mut worker.spare);
        let hints = Hints { table_move: self.table_move, killers: frame.killers, history: &worker.history };
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::Hitting;
                    if let Some(mv) = self.table_move {
                        return Some(Candidate::new(position, mv, position.shot(beam, mv)));
                    }
                }
                Stage::Hitting => {
                    ordering::hitting(position, beam, spare, hints, list);
                    self.stage = Stage::Gains;
                }
                Stage::Gains => {
                    if let Some(candidate) = ordering::pick(list, self.taken).filter(|candidate| candidate.gain > 0) {
                        self.taken += 1;
                        return Some(candidate);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    ordering::quiet(position, beam, spare, hints, list);
                    self.stage = Stage::Rest(0);
                }
                Stage::Rest(params::PICKED_BEFORE_SORTING) => {
                    ordering::sort(&mut list[self.taken..]);
                    self.stage = Stage::Sorted;
                }
                Stage::Rest(picked) => {
                    self.stage = Stage::Rest(picked + 1);
                    let candidate = ordering::pick(list, self.taken)?;
                    self.taken += 1;
                    return Some(candidate);
                }
                Stage::Sorted => {
                    let candidate = *list.get(self.taken)?;
                    self.taken += 1;
                    return Some(candidate);
                }
            }
        }
    }
}
