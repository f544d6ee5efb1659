//! Gives out the moves of a node one by one, in stages: a node that an early one refutes never lists the others.

use super::ordering::{self, Candidate, Hints, Quiet};
use super::params;
use super::worker::Worker;
use crate::rules::Move;

/// The moves of a node as far as they have been listed; reused.
#[derive(Default)]
pub(super) struct Lists {
    /// What hits something.
    pub(super) hitting: Vec<Candidate>,
    /// What hits nothing.
    pub(super) quiet: Vec<Quiet>,
}

/// Which stage of a node's moves has been reached.
pub(super) struct Picker {
    table_move: Option<Move>,
    stage: Stage,
    /// Of the moves that hit something, so many have been given out.
    hitting: usize,
    /// Of the others.
    quiet: usize,
    /// Quiet moves are not wanted any more.
    skips_quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    List,
    Gains,
    ListQuiet,
    Quiet,
    /// What gains nothing, or costs something.
    Losses,
}

impl Picker {
    pub(super) fn new(table_move: Option<Move>) -> Picker {
        Picker { table_move, stage: Stage::TableMove, hitting: 0, quiet: 0, skips_quiet: false }
    }

    /// Gives out no more moves that hit nothing.
    pub(super) fn skip_quiet(&mut self) {
        self.skips_quiet = true;
    }

    /// The next move of a node whose beams have been traced; `lists` are this node's own.
    pub(super) fn next(&mut self, worker: &mut Worker, ply: usize, lists: &mut Lists) -> Option<Candidate> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::List;
                    if let Some(mv) = self.table_move {
                        let hits = worker.position.shot(&worker.frames[ply].beam, mv);
                        return Some(Candidate::new(&worker.position, mv, hits));
                    }
                }
                Stage::List => {
                    lists.hitting.clear();
                    let frame = &worker.frames[ply];
                    ordering::hitting(
                        &worker.position,
                        &frame.beam,
                        &mut worker.spare,
                        self.table_move,
                        &mut lists.hitting,
                    );
                    self.stage = Stage::Gains;
                }
                Stage::Gains => {
                    let best = ordering::pick(&mut lists.hitting, self.hitting);
                    if let Some(candidate) = best.filter(|candidate| candidate.gain > 0) {
                        self.hitting += 1;
                        return Some(candidate);
                    }
                    self.stage = if self.skips_quiet { Stage::Losses } else { Stage::ListQuiet };
                }
                Stage::ListQuiet => {
                    lists.quiet.clear();
                    let before = worker.before(ply);
                    let frame = &worker.frames[ply];
                    let colour = worker.position.side_to_move();
                    let hints = Hints {
                        table_move: self.table_move,
                        killers: frame.killers,
                        history: worker.memory.history.view(colour, before),
                        lit: frame.beam.path() | frame.enemy.path,
                    };
                    ordering::quiet(&worker.position, &frame.beam, &mut worker.spare, hints, &mut lists.quiet);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if self.quiet == params::PICKED_BEFORE_SORTING {
                        ordering::sort(&mut lists.quiet[self.quiet..]);
                    }
                    let next = if self.skips_quiet {
                        None
                    } else if self.quiet < params::PICKED_BEFORE_SORTING {
                        ordering::pick_quiet(&mut lists.quiet, self.quiet)
                    } else {
                        lists.quiet.get(self.quiet).copied()
                    };
                    match next {
                        Some(quiet) => {
                            self.quiet += 1;
                            return Some(quiet.candidate());
                        }
                        None => self.stage = Stage::Losses,
                    }
                }
                Stage::Losses => {
                    let candidate = ordering::pick(&mut lists.hitting, self.hitting)?;
                    self.hitting += 1;
                    return Some(candidate);
                }
            }
        }
    }
}
