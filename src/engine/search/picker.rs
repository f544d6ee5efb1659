//! The staged move generator of a node: it lists moves only when the earlier ones caused no cut-off.

use super::gain::Candidate;
use super::node::Lists;
use super::ordering::{self, Hints, Quiet};
use super::worker::Worker;
use khepri_rules::{Bitboard, Move};

/// A staged move generator.
pub(super) struct Picker {
    table_move: Option<Move>,
    stage: Stage,
    /// The number of moves returned from the list of moves that change the shot.
    hitting: usize,
    /// The number of killers that were looked up.
    killers: usize,
    /// The last quiet move returned, killers excluded.
    quiet: Quiet,
    skips_quiet: bool,
    /// Whether the losses still have to be added to the list of moves that change the shot.
    lacks_losses: bool,
    /// The hits of the standing shot, set at the stage of the killers.
    standing: Bitboard,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    ListHitting,
    Gains,
    Killers,
    ListQuiet,
    Quiet,
    /// Moves that change the shot and gain nothing.
    Losses,
}

impl Picker {
    pub(super) fn new(table_move: Option<Move>) -> Picker {
        Picker {
            table_move,
            stage: Stage::TableMove,
            hitting: 0,
            killers: 0,
            quiet: Quiet::FIRST,
            skips_quiet: false,
            lacks_losses: false,
            standing: Bitboard::EMPTY,
        }
    }

    /// Leaves out all further quiet moves.
    pub(super) fn skip_quiet(&mut self) {
        self.skips_quiet = true;
    }

    /// Returns the rank of the last move returned if it comes from the list of quiet moves. No later quiet move has a greater one.
    pub(super) fn rank(&self) -> Option<i32> {
        (self.stage == Stage::Quiet).then(|| self.quiet.rank())
    }

    /// Clears the list of gains, so that the losses can be added. All gains have been returned.
    fn forget_gains<'a>(&mut self, list: &'a mut Vec<Candidate>) -> &'a mut Vec<Candidate> {
        (self.hitting, self.lacks_losses) = (0, false);
        list.clear();
        list
    }

    /// Returns the next move of the node at the end of the line. `lists` are the lists of that node.
    pub(super) fn next(&mut self, worker: &mut Worker, lists: &mut Lists) -> Option<Candidate> {
        let (line, memory) = (&worker.line, &mut *worker.memory);
        let position = line.position();
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::ListHitting;
                    if let Some(mv) = self.table_move {
                        let beam = line.own_beam();
                        return Some(Candidate::new(position, mv, position.shot(beam, mv), beam.hits()));
                    }
                }
                Stage::ListHitting => {
                    lists.hitting.clear();
                    self.lacks_losses = ordering::hitting(
                        position,
                        line.own_beam(),
                        &mut memory.scratch,
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
                    self.stage = Stage::Killers;
                }
                Stage::Killers => {
                    let (beam, killers) = (line.own_beam(), line.frame().killers.moves());
                    self.standing = beam.hits();
                    while !self.skips_quiet && self.killers < 2 {
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
                    self.stage = if self.skips_quiet { Stage::Losses } else { Stage::ListQuiet };
                }
                Stage::ListQuiet => {
                    lists.quiet.clear();
                    let [newer, older] = line.frame().killers.moves();
                    let hints = Hints {
                        earlier: [self.table_move, newer, older].map(|mv| mv.map_or(0, Move::bits)),
                        history: memory.history.view(position.side_to_move(), line.continuation_keys()),
                        beams: line.lit_squares(),
                    };
                    let table_move = self.table_move;
                    let losses = self.lacks_losses.then(|| (self.forget_gains(&mut lists.hitting), table_move));
                    let (beam, scratch) = (line.own_beam(), &mut memory.scratch);
                    ordering::quiet(position, beam, scratch, hints, &mut lists.quiet, losses);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    let next = if self.skips_quiet { None } else { ordering::next_quiet(&lists.quiet, self.quiet) };
                    match next {
                        Some(quiet) => {
                            self.quiet = quiet;
                            return Some(quiet.candidate(self.standing));
                        }
                        None => self.stage = Stage::Losses,
                    }
                }
                Stage::Losses => {
                    if self.lacks_losses {
                        let list = self.forget_gains(&mut lists.hitting);
                        ordering::losses(position, line.own_beam(), &mut memory.scratch, self.table_move, list);
                    }
                    let candidate = ordering::pick(&mut lists.hitting, self.hitting)?;
                    self.hitting += 1;
                    return Some(candidate);
                }
            }
        }
    }
}
