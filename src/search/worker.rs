//! One thread's search: principal variation search with alpha-beta over the shared table.
//!
//! Sources: <https://www.chessprogramming.org/Principal_Variation_Search>,
//! <https://www.chessprogramming.org/Mate_Distance_Pruning>.

use super::Depth;
use super::history::{History, Killers};
use super::observer::Bound;
use super::ordering::Candidate;
use super::picker::Picker;
use super::repetition::Repetition;
use super::shared::{Shared, Stopped};
use super::table::Entry;
use super::window::Window;
use crate::eval::{self, Score};
use crate::rules::{Beam, Bitboard, Colour, Game, Move, Position, Undo};

/// Plies from the root that a line can have: the deepest iteration and as many captures as there can be behind it.
pub const MAX_PLY: usize = Depth::MAX.0 as usize + 40;

const _: () = assert!(MAX_PLY + 2 < Score::MAX_PLY);

/// What a ply needs while it is searched, reused for all positions at that ply.
#[derive(Default)]
pub(super) struct Frame {
    pub(super) beam: Beam,
    pub(super) candidates: Vec<Candidate>,
    pub(super) killers: Killers,
    /// The principal variation from here on.
    pub(super) line: Vec<Move>,
}

/// One thread's search of one position.
pub struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) id: usize,
    pub(super) position: Position,
    repetition: Repetition,
    pub(super) frames: Vec<Frame>,
    pub(super) spare: Beam,
    pub(super) history: History,
    pub(super) nodes: u64,
    /// Nodes that may be counted before the next look at the limits.
    allowance: u64,
    pub(super) seldepth: usize,
}

impl<'a> Worker<'a> {
    /// The thread with number `id`, from 0, at the present position of the game.
    pub fn new(shared: &'a Shared<'a>, id: usize, game: &Game) -> Worker<'a> {
        Worker {
            shared,
            id,
            position: game.position().clone(),
            repetition: Repetition::new(game),
            frames: (0..=MAX_PLY + 1).map(|_| Frame::default()).collect(),
            spare: Beam::new(),
            history: History::default(),
            nodes: 0,
            allowance: 0,
            seldepth: 0,
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

    #[inline]
    pub(super) fn make(&mut self, mv: Move, hits: Bitboard) -> Result<Undo, Stopped> {
        self.count_node()?;
        let undo = self.position.make(mv, hits);
        self.repetition.push(self.position.repetition_key());
        Ok(undo)
    }

    #[inline]
    pub(super) fn unmake(&mut self, mv: Move, undo: &Undo) {
        self.repetition.pop();
        self.position.unmake(mv, undo);
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

    /// Evaluates the position at `ply`, whose mover's beam has been traced.
    #[inline]
    pub(super) fn evaluate(&mut self, ply: usize) -> Score {
        let own = self.position.side_to_move();
        self.position.trace(own.other(), &mut self.spare);
        let (mine, theirs) = (&self.frames[ply].beam, &self.spare);
        eval::evaluate(&self.position, if own == Colour::Silver { [mine, theirs] } else { [theirs, mine] })
    }

    /// The score of the position at `ply`, exact if it is within the window, else a bound. Both Pharaohs stand.
    pub(super) fn search<const PV: bool>(
        &mut self,
        mut window: Window,
        depth: Depth,
        ply: usize,
    ) -> Result<Score, Stopped> {
        if PV {
            self.frames[ply].line.clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if self.repetition.repeats(self.position.plies_since_capture()) || self.position.is_stalemate() {
            return Ok(Score::DRAW);
        }
        if depth == Depth::ZERO || ply >= MAX_PLY {
            return self.quiescence::<PV>(window, ply);
        }
        // No line from here can be better than a hit with the next move. None can be worse than one on the own Pharaoh
        // with the next move, and that score must stay within the window, so that its line is kept.
        window.alpha = window.alpha.max(Score::loss_in(ply));
        window.beta = window.beta.min(Score::win_in(ply + 1));
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        let key = self.position.key();
        let entry = self.shared.table.get(key, ply);
        if let Some(entry) = entry
            && !PV
            && entry.depth >= depth
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= window.beta,
                Bound::Upper => entry.score <= window.alpha,
            }
        {
            return Ok(entry.score);
        }
        self.trace(ply);
        let table_move = entry.and_then(|entry| entry.mv).filter(|&mv| self.position.is_legal(mv));
        self.search_moves::<PV>(window, depth, ply, key, table_move)
    }

    /// Tries the moves of a position whose beam has been traced.
    fn search_moves<const PV: bool>(
        &mut self,
        mut window: Window,
        depth: Depth,
        ply: usize,
        key: u64,
        table_move: Option<Move>,
    ) -> Result<Score, Stopped> {
        let mut picker = Picker::new(table_move);
        let lower = window.alpha;
        let (mut best, mut best_move) = (-Score::INFINITE, None);
        let mut candidates = std::mem::take(&mut self.frames[ply].candidates);
        candidates.clear();
        let mut tried = 0;
        while let Some(candidate) = picker.next(self, ply, &mut candidates) {
            let score = match self.search_candidate::<PV>(&candidate, window, depth, ply, tried == 0) {
                Ok(score) => score,
                Err(stopped) => {
                    self.frames[ply].candidates = candidates;
                    return Err(stopped);
                }
            };
            tried += 1;
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    best_move = Some(candidate.mv);
                    if PV {
                        self.extend_line(ply, candidate.mv);
                    }
                }
            }
            if score >= window.beta {
                if candidate.hits.is_empty() {
                    self.reward(&candidate, &candidates[..picker.taken()], depth, ply);
                }
                break;
            }
        }
        self.frames[ply].candidates = candidates;
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best > lower {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.shared.table.set(key, ply, Entry { mv: best_move, score: best, bound, depth });
        Ok(best)
    }

    /// The score of one move.
    pub(super) fn search_candidate<const PV: bool>(
        &mut self,
        candidate: &Candidate,
        window: Window,
        depth: Depth,
        ply: usize,
        first: bool,
    ) -> Result<Score, Stopped> {
        if PV {
            self.frames[ply + 1].line.clear();
        }
        let undo = self.make(candidate.mv, candidate.hits)?;
        let score = if let Some(score) = self.ended(ply + 1) {
            self.seldepth = self.seldepth.max(ply + 1);
            Ok(-score)
        } else {
            self.search_child::<PV>(window, depth, ply, first)
        };
        self.unmake(candidate.mv, &undo);
        score
    }

    /// The score of the move that was just made: with a null window first, unless it is the first one, and again if it is
    /// better than that.
    fn search_child<const PV: bool>(
        &mut self,
        window: Window,
        depth: Depth,
        ply: usize,
        first: bool,
    ) -> Result<Score, Stopped> {
        if !PV {
            return Ok(-self.search::<false>(window.flipped(), depth.less_one(), ply + 1)?);
        }
        if !first {
            let score = -self.search::<false>(window.null().flipped(), depth.less_one(), ply + 1)?;
            if score <= window.alpha {
                return Ok(score);
            }
        }
        Ok(-self.search::<true>(window.flipped(), depth.less_one(), ply + 1)?)
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

    /// A quiet move has refuted the position, those tried before it have not.
    fn reward(&mut self, candidate: &Candidate, tried: &[Candidate], depth: Depth, ply: usize) {
        let colour = self.position.side_to_move();
        let bonus = 16 * i32::from(depth.0) * i32::from(depth.0);
        self.frames[ply].killers.add(candidate.mv);
        self.history.update(colour, candidate.mv, bonus);
        for other in tried.iter().filter(|other| other.hits.is_empty() && other.mv != candidate.mv) {
            self.history.update(colour, other.mv, -bonus);
        }
    }
}
