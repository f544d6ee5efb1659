//! The searched line: the position, and the data of each ply from the root. The line itself keeps the position before the
//! move, the squares that the move changed, both beams, the accumulator of the evaluation, and the approaches to both
//! Pharaohs. The search writes the [`Frame`].
//!
//! A move is pushed, searched and popped. Its position is entered before the beams are used:
//!
//! ```text
//! push   makes the move and records the changed squares; traces no beam
//! enter  finds both beams; traces a beam only if its path or its laser changed
//! pop    undoes the move
//! ```
//!
//! The evaluation updates the accumulator of the nearest earlier ply that has one, by the changes since that ply.

use super::draws::{NoCapture, Repetition};
use super::gain::Candidate;
use super::history::{ContinuationKey, ContinuationKeys};
use super::node::Frame;
use super::window::{Depth, MAX_PLY};
use crate::eval::Score;
use crate::eval::accumulator::Accumulator;
use crate::eval::changes::{Changes, Difference};
use crate::eval::network::Network;
use khepri_rules::internal::shots::approaches::Approaches;
use khepri_rules::internal::shots::lethal;
use khepri_rules::{Beam, Bitboard, Colour, Game, Move, Position, Snapshot};

/// The data of one ply. The memory is reused for all positions at that ply.
#[derive(Default)]
pub(super) struct Ply {
    /// The position before the move that led to this ply; `None` at the root.
    before: Option<Snapshot>,
    /// The ply after the last null move of the line; 0 without one.
    first_after_null: usize,
    /// The squares that the move changed, including its hits.
    changed: Bitboard,
    /// Whether both beams of the position have been found.
    is_entered: bool,
    /// The beams that were traced at this ply, by [`Colour::index`].
    traced: [Beam; 2],
    /// The ply at which each beam of the position was traced.
    traced_at: [usize; 2],
    accumulator: Accumulator,
    /// The ply that stores the accumulator of the position; `None` if it is not computed.
    accumulator_at: Option<usize>,
    /// The approaches to each colour's Pharaoh that were found at this ply, by [`Colour::index`].
    approaches: [Approaches; 2],
    /// The ply that stores each of the position's approaches; `None` if it is unknown.
    approaches_at: [Option<usize>; 2],
    frame: Frame,
}

/// The searched line.
pub(super) struct Line {
    position: Position,
    ply: usize,
    plies: Vec<Ply>,
    repetition: Repetition,
    no_capture: NoCapture,
    /// A buffer for the rows of weights that an update adds and subtracts.
    changes: Changes,
}

impl Line {
    /// Starts a line at the present position of the game. Reuses the memory of `plies`, which may have any length.
    pub(super) fn new(game: &Game, no_capture: NoCapture, mut plies: Vec<Ply>) -> Line {
        Line::prepare(&mut plies);
        let root = &mut plies[0];
        (root.before, root.first_after_null, root.is_entered) = (None, 0, false);
        (root.accumulator_at, root.approaches_at) = (None, [None; 2]);
        plies.iter_mut().for_each(|ply| ply.frame.reset());
        Line {
            position: game.position().clone(),
            ply: 0,
            plies,
            repetition: Repetition::new(game),
            no_capture,
            changes: Changes::default(),
        }
    }

    /// Extends `plies` to the length that a line needs.
    pub(super) fn prepare(plies: &mut Vec<Ply>) {
        plies.resize_with(MAX_PLY + 2, Ply::default);
    }

    /// Returns the memory of the plies, for reuse by another line.
    pub(super) fn take_plies(&mut self) -> Vec<Ply> {
        std::mem::take(&mut self.plies)
    }

    // Moves

    /// Makes a move.
    #[inline]
    pub(super) fn push(&mut self, candidate: &Candidate) {
        debug_assert!(self.plies[self.ply].is_entered);
        let Candidate { mv, hits, quiet, .. } = *candidate;
        let frame = &mut self.plies[self.ply].frame;
        frame.continuation_key = ContinuationKey::of(mv);
        frame.quiet_move = quiet.then_some(mv);
        self.descend(mv.touched() | hits, |position| position.make(mv, hits));
    }

    /// Makes a null move, which only fires the standing shot.
    #[inline]
    pub(super) fn push_null(&mut self) {
        let hits = self.own_beam().hits();
        let frame = &mut self.plies[self.ply].frame;
        (frame.continuation_key, frame.quiet_move) = (ContinuationKey::NONE, None);
        self.descend(hits, |position| position.make_null(hits));
        self.plies[self.ply].first_after_null = self.ply;
    }

    /// Extends the line by a ply. `make` makes the move, which changes the squares `changed`.
    #[inline(always)]
    fn descend(&mut self, changed: Bitboard, make: impl FnOnce(&mut Position)) {
        let first_after_null = self.plies[self.ply].first_after_null;
        self.ply += 1;
        let ply = &mut self.plies[self.ply];
        ply.before = Some(self.position.snapshot());
        make(&mut self.position);
        self.repetition.push(self.position.repetition_key());
        ply.first_after_null = first_after_null;
        ply.changed = changed;
        ply.is_entered = false;
        ply.accumulator_at = None;
        ply.approaches_at = [None; 2];
    }

    /// Undoes the last move.
    #[inline]
    pub(super) fn pop(&mut self) {
        debug_assert!(self.ply > 0, "the root has no move");
        if let Some(before) = &self.plies[self.ply].before {
            self.position.restore(before);
        }
        self.repetition.pop();
        self.ply = self.ply.saturating_sub(1);
    }

    /// Finds both beams of the position. Shares a beam with the previous ply if its path and its laser did not change, else
    /// traces it.
    #[inline]
    pub(super) fn enter(&mut self) {
        let (earlier, rest) = self.plies.split_at_mut(self.ply);
        let now = &mut rest[0];
        if now.is_entered {
            return;
        }
        now.is_entered = true;
        for colour in Colour::ALL {
            let index = colour.index();
            let laser = self.position.laser(colour);
            let stays = |beam: &Beam| {
                beam.path().is_disjoint(now.changed) && !laser.is_some_and(|square| now.changed.has(square))
            };
            now.traced_at[index] = match earlier.last().map(|before| before.traced_at[index]) {
                Some(traced_at) if stays(&earlier[traced_at].traced[index]) => traced_at,
                _ => {
                    self.position.trace(colour, &mut now.traced[index]);
                    self.ply
                }
            };
        }
        debug_assert!(Colour::ALL.into_iter().all(|colour| self.matches_trace(colour)), "{}", self.position);
    }

    /// Returns whether the stored beam has the path and the hits of a newly traced beam.
    fn matches_trace(&self, colour: Colour) -> bool {
        let (beam, fresh) = (self.beam(colour), self.position.beam(colour));
        (beam.path(), beam.hits()) == (fresh.path(), fresh.hits())
    }

    // The position

    /// Returns the position.
    #[inline(always)]
    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the distance of the position from the root, in plies.
    #[inline(always)]
    pub(super) fn ply(&self) -> usize {
        self.ply
    }

    /// Returns whether a null move led to the position.
    #[inline]
    pub(super) fn is_after_null(&self) -> bool {
        self.ply > 0 && self.plies[self.ply].first_after_null == self.ply
    }

    /// Returns the beam of a colour.
    #[inline(always)]
    pub(super) fn beam(&self, colour: Colour) -> &Beam {
        debug_assert!(self.plies[self.ply].is_entered);
        let colour = colour.index();
        &self.plies[self.plies[self.ply].traced_at[colour]].traced[colour]
    }

    /// Returns the beam of the player to move.
    #[inline(always)]
    pub(super) fn own_beam(&self) -> &Beam {
        self.beam(self.position.side_to_move())
    }

    /// Returns the opponent's beam.
    #[inline(always)]
    pub(super) fn opponent_beam(&self) -> &Beam {
        self.beam(self.position.side_to_move().other())
    }

    /// Returns the squares of both beams.
    #[inline]
    pub(super) fn beam_squares(&self) -> Bitboard {
        self.own_beam().path() | self.opponent_beam().path()
    }

    /// Returns the score, from the view of the player to move, if the last shot ended the game.
    #[inline]
    pub(super) fn ended(&self) -> Option<Score> {
        if self.position.pharaohs_stand() {
            return None;
        }
        let own = self.position.side_to_move();
        Some(match (self.position.pharaoh(own), self.position.pharaoh(own.other())) {
            (Some(_), None) => Score::win_in(self.ply),
            (None, Some(_)) => Score::loss_in(self.ply),
            _ => Score::DRAW,
        })
    }

    /// Returns whether the standing shot of the player to move hits a Pharaoh.
    pub(super) fn standing_shot_ends_game(&self) -> bool {
        let hits = self.own_beam().hits();
        Colour::ALL.iter().any(|&colour| self.position.pharaoh(colour).is_some_and(|square| hits.has(square)))
    }

    /// Returns the network's score, from the view of the player to move.
    #[inline]
    pub(super) fn evaluate(&mut self, network: &Network) -> Score {
        let accumulator_at = self.accumulate(network);
        let score = self.plies[accumulator_at].accumulator.score(network, &self.position);
        debug_assert_eq!(score, crate::eval::accumulator::evaluate(network, &self.position), "{}", self.position);
        score
    }

    /// Computes the accumulator unless it is stored. Returns the ply that stores it. It is called before the moves are searched, so
    /// that later plies update from this ply.
    #[inline]
    pub(super) fn accumulate(&mut self, network: &Network) -> usize {
        match self.plies[self.ply].accumulator_at {
            Some(ply) => ply,
            None => self.compute(network),
        }
    }

    /// Computes the accumulator from the nearest earlier one. Returns the ply that stores the result.
    fn compute(&mut self, network: &Network) -> usize {
        let (earlier, rest) = self.plies.split_at_mut(self.ply);
        let Ply { traced, traced_at, accumulator, accumulator_at, changed, .. } = &mut rest[0];
        let beams = [0, 1].map(|colour| match earlier.get(traced_at[colour]) {
            Some(ply) => &ply.traced[colour],
            None => &traced[colour],
        });
        let mut squares = *changed;
        let nearest = earlier.iter().rposition(|ply| {
            let is_computed = ply.accumulator_at.is_some();
            if !is_computed {
                squares |= ply.changed;
            }
            is_computed
        });
        let place = match nearest.map(|nearest| (nearest, &earlier[nearest])) {
            Some((nearest, before)) => {
                let pair = |colour: usize| [&earlier[before.traced_at[colour]].traced[colour], beams[colour]];
                let pairs = [0, 1].map(|colour| (traced_at[colour] > nearest).then(|| pair(colour)));
                let difference = Difference { squares, beams: pairs };
                match before.accumulator_at {
                    Some(place) if difference.is_none() => place,
                    place => {
                        let before = &earlier[place.unwrap_or(nearest)].accumulator;
                        accumulator.update(network, before, &self.position, &difference, &mut self.changes);
                        self.ply
                    }
                }
            }
            None => {
                accumulator.fill(network, &self.position, beams);
                self.ply
            }
        };
        *accumulator_at = Some(place);
        place
    }

    // Threats

    /// Returns whether the Pharaoh of the player to move is threatened: the opponent's standing shot hits it, or, after a pass
    /// without a shot, a move of the opponent has a shot that hits it but not the opponent's own Pharaoh.
    pub(super) fn is_threatened(&mut self) -> bool {
        self.is_under_fire() || self.lethal_move_of_opponent().is_some()
    }

    /// Returns whether the opponent's standing shot hits the Pharaoh of the player to move.
    pub(super) fn is_under_fire(&self) -> bool {
        let pharaoh = self.position.pharaoh(self.position.side_to_move());
        pharaoh.is_some_and(|square| self.opponent_beam().hits().has(square))
    }

    /// Returns a move of the opponent, after a pass, whose shot hits the Pharaoh of the player to move but not the opponent's own.
    /// The opponent's standing shot must not hit the Pharaoh of the player to move.
    pub(super) fn lethal_move_of_opponent(&mut self) -> Option<Move> {
        let own = self.position.side_to_move();
        let place = self.find_approaches(own)?;
        let approaches = &self.plies[place].approaches[own.index()];
        lethal::lethal_move(&self.position, own.other(), self.opponent_beam(), approaches)
    }

    /// Finds the approaches to a Pharaoh: shares stored ones, or computes them. Returns the ply that stores them, or `None` if
    /// there is no Pharaoh. New ones are stored at an earlier ply if no move has changed their squares since then, so that more
    /// positions can share them.
    fn find_approaches(&mut self, colour: Colour) -> Option<usize> {
        let target = self.position.pharaoh(colour)?;
        let (index, now) = (colour.index(), self.ply);
        let mut changed = Bitboard::EMPTY;
        let mut known = now;
        while known > 0 && self.plies[known].approaches_at[index].is_none() {
            changed |= self.plies[known].changed;
            known -= 1;
        }
        let shared = self.plies[known].approaches_at[index]
            .filter(|&place| self.plies[place].approaches[index].squares().is_disjoint(changed));
        let place = shared.unwrap_or_else(|| {
            let approaches = Approaches::of(self.position.board(), target);
            let mut place = now;
            while place > 0
                && self.plies[place - 1].approaches_at[index].is_none()
                && approaches.squares().is_disjoint(self.plies[place].changed)
            {
                place -= 1;
            }
            self.plies[place].approaches[index] = approaches;
            self.plies[place].approaches_at[index] = Some(place);
            place
        });
        self.plies[now].approaches_at[index] = Some(place);
        Some(place)
    }

    // Draws

    /// Returns the position's key in the table. If a draw without a capture is near, the key depends on the plies to the draw.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.position.key() ^ self.no_capture.key(self.position.plies_since_capture())
    }

    /// Returns whether the game is drawn by repetition or without a capture. Both Pharaohs must stand.
    #[inline]
    pub(super) fn is_drawn(&self) -> bool {
        let plies = self.position.plies_since_capture();
        self.no_capture.is_drawn(plies) || self.repetition.repeats(plies, self.plies[self.ply].first_after_null)
    }

    /// Returns whether `depth` more plies without a capture reach the draw. The evaluation is then unreliable.
    #[inline]
    pub(super) fn no_capture_draw_within(&self, depth: Depth) -> bool {
        self.no_capture.is_drawn_within(self.position.plies_since_capture(), depth)
    }

    /// Returns whether a move that hits nothing leads to a draw by repetition.
    pub(super) fn will_repeat(&self, mv: Move) -> bool {
        let key = self.position.repetition_key_after(mv);
        self.repetition.will_repeat(key, self.position.plies_since_capture(), self.plies[self.ply].first_after_null)
    }

    // The frames of the search

    /// Returns the frame of the current ply.
    #[inline(always)]
    pub(super) fn frame(&self) -> &Frame {
        &self.plies[self.ply].frame
    }

    /// Returns the frame of the ply.
    #[inline(always)]
    pub(super) fn frame_mut(&mut self) -> &mut Frame {
        &mut self.plies[self.ply].frame
    }

    /// Returns the frame of the next ply.
    #[inline(always)]
    pub(super) fn next_frame_mut(&mut self) -> &mut Frame {
        &mut self.plies[self.ply + 1].frame
    }

    /// Returns the frame of the ply at this distance before the current one, if there is one.
    #[inline(always)]
    pub(super) fn earlier_frame(&self, distance: usize) -> Option<&Frame> {
        self.ply.checked_sub(distance).map(|ply| &self.plies[ply].frame)
    }

    /// Returns the continuation keys of the moves one and two plies earlier.
    #[inline]
    pub(super) fn continuation_keys(&self) -> ContinuationKeys {
        [1, 2]
            .map(|distance| self.earlier_frame(distance).map_or(ContinuationKey::NONE, |frame| frame.continuation_key))
    }

    /// Sets the principal variation of the current ply to a move and the variation of the next ply.
    #[inline]
    pub(super) fn extend_pv(&mut self, mv: Move) {
        let (head, tail) = self.plies.split_at_mut(self.ply + 1);
        let pv = &mut head[self.ply].frame.pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&tail[0].frame.pv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{accumulator, network};
    use khepri_rules::internal::util::random::Random;
    use khepri_rules::setups;

    /// Makes and undoes random moves and null moves from each set-up.
    #[test]
    fn cached_values_of_a_line_equal_values_computed_from_scratch() {
        let (network, mut random) = (network::embedded(), Random::seed_from_u64(3));
        let mut plies = Vec::new();
        for set_up in setups::all() {
            let mut line = Line::new(&Game::new(set_up.position.clone()), NoCapture::new(None), plies);
            let mut earlier = Vec::new();
            for _ in 0..300 {
                let position = line.position().clone();
                let moves = position.legal_moves();
                if line.ended().is_some() || moves.is_empty() || line.ply() > 60 || random.below(3) == 0 {
                    let Some(before) = earlier.pop() else { continue };
                    line.pop();
                    assert_eq!(line.position(), &before);
                    continue;
                }
                line.enter();
                for colour in Colour::ALL {
                    let (kept, fresh) = (line.beam(colour), position.beam(colour));
                    assert_eq!((kept.path(), kept.hits()), (fresh.path(), fresh.hits()), "{position}");
                }
                if random.below(4) > 0 {
                    assert_eq!(line.evaluate(&network), accumulator::evaluate(&network, &position), "{position}");
                }
                if random.below(2) == 0
                    && let Some(place) = line.find_approaches(position.side_to_move())
                    && let Some(pharaoh) = position.pharaoh(position.side_to_move())
                {
                    let kept = &line.plies[place].approaches[position.side_to_move().index()];
                    assert_eq!(kept, &Approaches::of(position.board(), pharaoh), "{position}");
                }
                let standing = line.own_beam().hits();
                if random.below(8) == 0 && !line.standing_shot_ends_game() {
                    line.push_null();
                } else {
                    let mv = moves[random.below(moves.len())];
                    let hits = position.shot(line.own_beam(), mv);
                    line.push(&Candidate::new(&position, mv, hits, standing));
                }
                earlier.push(position);
            }
            plies = line.take_plies();
        }
    }

    fn is_threatened(kfen: &str) -> bool {
        let game = Game::new(kfen.parse().expect(kfen));
        let mut line = Line::new(&game, NoCapture::new(None), Vec::new());
        line.enter();
        line.is_threatened()
    }

    #[test]
    fn a_threat_is_a_shot_that_hits_the_pharaoh_and_not_the_opponents_own() {
        assert!(!is_threatened("x39/4k5/////4K5/9X1 s khet2"));
        // Silver's standing shot hits Silver's own Pharaoh. After a rotation of Silver's Eye, the shot hits both Pharaohs.
        assert!(!is_threatened("//9K/8kE2//// r khet1 0 1"));
        // The standing shot hits both Pharaohs. On the second board, no move of the opponent can spare its own Pharaoh.
        assert!(is_threatened("/e1K8/////k9/ s khet1 0 1"));
        assert!(is_threatened("9K/6k2E1/e19///5s14/e22p26/ r khet1 0 1"));
    }
}
