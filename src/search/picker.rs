//! The staged move generator of a node: it lists moves only when the earlier ones caused no cut-off.

use super::gain::Candidate;
use super::node::Lists;
use super::ordering::{self, Hints};
use super::params;
use super::worker::Worker;
use crate::rules::Move;

/// A staged move generator.
pub(super) struct Picker {
    table_move: Option<Move>,
    stage: Stage,
    /// The number of moves returned of those that hit something.
    hitting: usize,
    /// The number of killers that were looked up.
    killers: usize,
    /// The number of other quiet moves returned.
    quiet: usize,
    skips_quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    ListHitting,
    Gains,
    Killers,
    ListQuiet,
    Quiet,
    /// Moves that hit something and gain nothing, or lose something.
    Losses,
}

impl Picker {
    pub(super) fn new(table_move: Option<Move>) -> Picker {
        Picker { table_move, stage: Stage::TableMove, hitting: 0, killers: 0, quiet: 0, skips_quiet: false }
    }

    /// Leaves out all further quiet moves.
    pub(super) fn skip_quiet(&mut self) {
        self.skips_quiet = true;
    }

    /// Returns the next move of the node at `ply`, whose beams have been traced. `lists` are that node's own.
    pub(super) fn next(&mut self, worker: &mut Worker, ply: usize, lists: &mut Lists) -> Option<Candidate> {
        let position = &worker.position;
        let frame = &worker.frames[ply];
        let beam = worker.light.of(ply, position.side_to_move());
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::ListHitting;
                    if let Some(mv) = self.table_move {
                        return Some(Candidate::new(position, mv, position.shot(beam, mv), beam.hits()));
                    }
                }
                Stage::ListHitting => {
                    lists.hitting.clear();
                    ordering::hitting(position, beam, &mut worker.scratch, self.table_move, &mut lists.hitting);
                    self.stage = Stage::Gains;
                }
                Stage::Gains => {
                    let best = ordering::pick(&mut lists.hitting, self.hitting);
                    if let Some(candidate) = best.filter(|candidate| candidate.gain > 0) {
                        self.hitting += 1;
                        return Some(candidate);
                    }
                    self.stage = Stage::Killers;
                }
                Stage::Killers => {
                    let standing = beam.hits();
                    while !self.skips_quiet && self.killers < 2 {
                        let killer = frame.killers.moves()[self.killers];
                        self.killers += 1;
                        if let Some(mv) = killer
                            && killer != self.table_move
                            && position.is_legal(mv)
                            && position.shot(beam, mv) == standing
                        {
                            return Some(Candidate { mv, hits: standing, gain: 0, quiet: true });
                        }
                    }
                    self.stage = if self.skips_quiet { Stage::Losses } else { Stage::ListQuiet };
                }
                Stage::ListQuiet => {
                    lists.quiet.clear();
                    let earlier = worker.continuation_keys(ply);
                    let [newer, older] = frame.killers.moves();
                    let hints = Hints {
                        earlier: [self.table_move, newer, older],
                        history: worker.memory.history.view(position.side_to_move(), earlier),
                        beams: worker.beam_squares(ply),
                    };
                    ordering::quiet(position, beam, &mut worker.scratch, hints, &mut lists.quiet);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if self.quiet == params::picked_before_sorting() {
                        ordering::sort(&mut lists.quiet[self.quiet..]);
                    }
                    let next = if self.skips_quiet {
                        None
                    } else if self.quiet < params::picked_before_sorting() {
                        ordering::pick_quiet(&mut lists.quiet, self.quiet)
                    } else {
                        lists.quiet.get(self.quiet).copied()
                    };
                    match next {
                        Some(quiet) => {
                            self.quiet += 1;
                            return Some(quiet.candidate(beam.hits()));
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
