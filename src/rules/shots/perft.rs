//! Perft: the number of sequences of legal moves, the standard test of a move generator.
//!
//! By default, perft makes the move of every leaf, fires its shot and sums up the keys. [`Options::bulk`] counts the moves of
//! the last ply without making them. Perft ignores repetition. A finished game has no successors. It runs on one thread; the
//! package `khepri-engine` counts on several, with a table.
//!
//! ```
//! use khepri_rules::{RuleSet, perft, setups};
//!
//! let start = &setups::named(RuleSet::Khet2, "classic")?.position;
//! let stats = perft::perft(start, 2, &perft::Options::default())?;
//! let mut nodes = 0;
//! perft::divide(start, 2, &perft::Options::default(), &mut |_, count| nodes += count)?;
//! assert_eq!(nodes, stats.nodes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use super::DEEPEST;
use super::all::{self, Group, Visitor};
use crate::movegen::Generator;
use crate::rays::Steps;
use crate::util::sort::sort_few;
use crate::{Beam, Bitboard, Board, Kind, Move, Piece, Position, Square, Turn, zobrist};
use std::fmt;
use std::hint::black_box;

/// The counts over all leaves. With [`Options::bulk`] or a table, only `nodes` is complete, because leaves are not made.
///
/// ```
/// use khepri_rules::perft::{Options, Stats, perft};
///
/// let position = "x39/////4K5//4k4X1 s khet2".parse()?;
/// let Stats { nodes, hits, ends, .. } = perft(&position, 1, &Options::default())?;
/// assert_eq!((nodes, hits, ends), (9, 1, 1), "eight steps of the Pharaoh, and the shot along rank 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stats {
    /// The number of leaves.
    pub nodes: u64,
    /// The number of squares that the last shots hit.
    pub hits: u64,
    /// The number of games that the last shots ended.
    pub ends: u64,
    /// The sum of the search keys, modulo 2^64.
    pub keys: u64,
}

impl Stats {
    /// Adds the counts of other leaves.
    ///
    /// ```
    /// use khepri_rules::perft::Stats;
    ///
    /// let mut total = Stats { nodes: 9, hits: 1, ..Stats::default() };
    /// total.add(Stats { nodes: 8, ..Stats::default() });
    /// assert_eq!((total.nodes, total.hits), (17, 1));
    /// ```
    pub fn add(&mut self, other: Stats) {
        self.nodes += other.nodes;
        self.hits += other.hits;
        self.ends += other.ends;
        self.keys = self.keys.wrapping_add(other.keys);
    }
}

/// A store of counts. A count depends on the position's key and on the depth.
pub trait Counts {
    /// Returns the stored number of leaves.
    fn get(&self, key: u64, depth: u32) -> Option<u64>;

    /// Stores a number of leaves. It may be lost.
    fn set(&self, key: u64, depth: u32, nodes: u64);
}

/// The options of a perft. Later versions may add options, so use `..Options::default()`.
///
/// ```
/// use khepri_rules::perft::{Counts, NoCount, Options, perft};
/// use std::cell::RefCell;
/// use std::collections::HashMap;
///
/// #[derive(Default)]
/// struct Stored(RefCell<HashMap<(u64, u32), u64>>);
///
/// impl Counts for Stored {
///     fn get(&self, key: u64, depth: u32) -> Option<u64> {
///         self.0.borrow().get(&(key, depth)).copied()
///     }
///
///     fn set(&self, key: u64, depth: u32, nodes: u64) {
///         self.0.borrow_mut().insert((key, depth), nodes);
///     }
/// }
///
/// let position = "x39/////4K5//4k4X1 s khet2".parse()?;
/// let stored = Stored::default();
/// let counted = perft(&position, 3, &Options { bulk: true, counts: Some(&stored), ..Options::default() });
/// assert_eq!(counted.map(|stats| stats.nodes), perft(&position, 3, &Options::default()).map(|stats| stats.nodes));
/// let stopped = Options { stop: Some(&|| true), ..Options::default() };
/// assert_eq!(perft(&position, 3, &stopped), Err(NoCount::Stopped));
/// # Ok::<(), khepri_rules::kfen::Rejection>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// Whether to count the moves of the last ply without making them.
    pub bulk: bool,
    /// A store of counts.
    pub counts: Option<&'a dyn Counts>,
    /// A function that returns whether the count is to stop.
    pub stop: Option<&'a dyn Fn() -> bool>,
}

/// The reason why perft has no result.
///
/// ```
/// use khepri_rules::perft::{DEEPEST, NoCount, Options, divide, perft};
///
/// let position = "x39/////4K5//4k4X1 s khet2".parse()?;
/// assert_eq!(perft(&position, DEEPEST + 1, &Options::default()), Err(NoCount::TooDeep(64)));
/// assert_eq!(divide(&position, u32::MAX, &Options::default(), &mut |_, _| {}), Err(NoCount::TooDeep(u32::MAX)));
/// assert_eq!(NoCount::TooDeep(64).to_string(), "expected a depth up to 63 plies, found 64");
/// # Ok::<(), khepri_rules::kfen::Rejection>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoCount {
    /// The count was stopped.
    Stopped,
    /// The depth is above [`DEEPEST`].
    TooDeep(u32),
}

impl fmt::Display for NoCount {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            NoCount::Stopped => f.write_str("perft was stopped"),
            NoCount::TooDeep(depth) => write!(f, "expected a depth up to {DEEPEST} plies, found {depth}"),
        }
    }
}

impl std::error::Error for NoCount {}

/// Counts the leaves at `depth` plies.
///
/// # Errors
/// The depth is above [`DEEPEST`], or the count was stopped.
pub fn perft(position: &Position, depth: u32, options: &Options) -> Result<Stats, NoCount> {
    if depth > DEEPEST {
        return Err(NoCount::TooDeep(depth));
    }
    if depth == 0 {
        return Ok(Stats { nodes: 1, keys: position.key(), ..Stats::default() });
    }
    Walk::new(position, depth, options).run(depth)
}

/// Counts like [`perft`], and calls `each` with each first move and its count as soon as it is known. The moves are sorted by
/// their text. At depth 0, `each` is not called.
///
/// # Errors
/// The depth is above [`DEEPEST`], or the count was stopped.
pub fn divide(
    position: &Position,
    depth: u32,
    options: &Options,
    each: &mut dyn FnMut(Move, u64),
) -> Result<Stats, NoCount> {
    let Some(below) = depth.checked_sub(1).filter(|_| depth <= DEEPEST) else { return perft(position, depth, options) };
    let mut total = Stats::default();
    for mv in sorted_moves(position) {
        let stats = after(position, mv, below, options)?;
        each(mv, stats.nodes);
        total.add(stats);
    }
    Ok(total)
}

/// Returns the legal moves sorted by their text, the order of [`divide`].
///
/// ```
/// use khepri_rules::perft::sorted_moves;
///
/// let moves = sorted_moves(&"x39/////4K5//4k4X1 s khet2".parse()?);
/// assert_eq!((moves[0].to_string(), moves.len()), ("e3d2".to_owned(), 9));
/// # Ok::<(), khepri_rules::kfen::Rejection>(())
/// ```
pub fn sorted_moves(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves();
    sort_few(&mut moves, |one, other| one.to_string() < other.to_string());
    moves
}

/// Counts the leaves `below` plies after a legal move.
///
/// # Errors
/// The count was stopped.
///
/// ```
/// use khepri_rules::perft::{Options, after};
///
/// let position = "x39/////4K5//4k4X1 s khet2".parse()?;
/// let stats = after(&position, "j1-".parse().expect("a move"), 0, &Options::default());
/// assert_eq!(stats.map(|stats| (stats.nodes, stats.hits, stats.ends)), Ok((1, 1, 1)));
/// # Ok::<(), khepri_rules::kfen::Rejection>(())
/// ```
pub fn after(position: &Position, mv: Move, below: u32, options: &Options) -> Result<Stats, NoCount> {
    let mut child = position.clone();
    let hits = child.play(mv).map_or(Bitboard::EMPTY, |played| played.hits());
    if below == 0 {
        let mut stats = Stats { nodes: 1, keys: child.key(), ..Stats::default() };
        count_hits(&child, hits, &mut stats);
        return Ok(stats);
    }
    Walk::new(&child, below, options).run(below)
}

#[inline(always)]
fn count_hits(position: &Position, hits: Bitboard, stats: &mut Stats) {
    if !hits.is_empty() {
        stats.hits += u64::from(hits.len());
        stats.ends += u64::from(!position.pharaohs_stand());
    }
}

/// One thread's walk over the tree.
struct Walk<'a> {
    position: Position,
    /// One beam per ply, reused.
    beams: Vec<Beam>,
    spare: Beam,
    bulk: bool,
    counts: Option<&'a dyn Counts>,
    stop: Option<&'a dyn Fn() -> bool>,
    stats: Stats,
}

impl<'a> Walk<'a> {
    fn new(position: &Position, depth: u32, options: &Options<'a>) -> Walk<'a> {
        Walk {
            position: position.clone(),
            beams: vec![Beam::new(); depth as usize],
            spare: Beam::new(),
            bulk: options.bulk,
            counts: options.counts,
            stop: options.stop,
            stats: Stats::default(),
        }
    }

    fn run(mut self, depth: u32) -> Result<Stats, NoCount> {
        if !self.position.pharaohs_stand() {
            return Ok(self.stats);
        }
        let mut beams = std::mem::take(&mut self.beams);
        self.inner(depth, &mut beams).ok_or(NoCount::Stopped)?;
        Ok(self.stats)
    }

    /// Counts the leaves below the position. Both Pharaohs must stand.
    fn inner(&mut self, depth: u32, beams: &mut [Beam]) -> Option<()> {
        let Some((beam, below)) = beams.split_first_mut() else { return Some(()) };
        if depth == 1 {
            if self.bulk {
                self.stats.nodes += Generator::new(&self.position).count();
            } else {
                self.leaves(beam);
            }
            return Some(());
        }
        if self.stop.is_some_and(|stop| stop()) {
            return None;
        }
        let key = self.position.key();
        if let Some(nodes) = self.counts.and_then(|counts| counts.get(key, depth)) {
            self.stats.nodes += nodes;
            return Some(());
        }
        let before = self.stats.nodes;
        self.position.trace(self.position.side_to_move(), beam);
        let mut finished = Some(());
        Generator::new(&self.position).all(|mv| {
            let hits = self.position.shot(beam, mv);
            let before = self.position.snapshot();
            self.position.make(mv, hits);
            if finished.is_some() && (hits.is_empty() || self.position.pharaohs_stand()) {
                finished = self.inner(depth - 1, below);
            }
            self.position.restore(&before);
        });
        finished?;
        if let Some(counts) = self.counts {
            counts.set(key, depth, self.stats.nodes - before);
        }
        finished
    }

    /// Makes every move, fires its shot and sums up the keys.
    fn leaves(&mut self, beam: &mut Beam) {
        let position = &self.position;
        position.trace(position.side_to_move(), beam);
        let mut leaves =
            Leaves { position, fired: *position.board(), fired_at: Bitboard::EMPTY, stats: &mut self.stats };
        if cfg!(target_family = "wasm") {
            // All moves at a time are faster, but the code of a page has to be small.
            let moves = position.legal_moves();
            moves.into_iter().for_each(|mv| leaves.single(mv, position.shot(beam, mv)));
        } else {
            all::shots(position, beam, &mut self.spare, &mut leaves);
        }
    }
}

/// Forces the compiler to write the whole board of a leaf, although only its key is read.
#[inline(always)]
fn made(board: &Board) {
    black_box(board);
}

/// A visitor that makes the moves of the last ply.
struct Leaves<'a> {
    position: &'a Position,
    /// The board after a shot at `fired_at`, but before the move. The moves are made on this board.
    fired: Board,
    fired_at: Bitboard,
    stats: &'a mut Stats,
}

impl Leaves<'_> {
    /// Fires the shot that the next leaves share, unless it equals the shot of the previous leaves.
    #[inline(always)]
    fn fire(&mut self, hits: Bitboard) {
        if hits != self.fired_at {
            let mut after = self.position.clone();
            after.make_null(hits);
            self.fired = *after.board();
            self.fired_at = hits;
        }
    }

    /// Counts leaves that were made on `fired`.
    #[inline(always)]
    fn count(&mut self, leaves: u64, keys: u64) {
        self.stats.nodes += leaves;
        self.stats.keys = self.stats.keys.wrapping_add(keys);
        if !self.fired_at.is_empty() {
            self.stats.hits += leaves * u64::from(self.fired_at.len());
            self.stats.ends += if self.fired.kind(Kind::Pharaoh).len() == 2 { 0 } else { leaves };
        }
    }
}

impl Visitor for Leaves<'_> {
    const COPIES: bool = true;

    #[inline(always)]
    fn wants(&self, _: Bitboard) -> bool {
        true
    }

    #[inline(always)]
    fn steps(&mut self, group: Group) {
        self.fire(group.hits);
        let Group { from, piece, left, placed, targets, .. } = group;
        let (mut leaves, mut keys) = (0, 0u64);
        let side = zobrist::side_to_move(self.position.side_to_move().other());
        self.fired.shift_to_each((from, piece), left, placed, Steps::new(from, targets), |board| {
            leaves += 1;
            keys = keys.wrapping_add(board.key() ^ side);
            made(board);
        });
        self.count(leaves, keys);
    }

    #[inline(always)]
    fn rotations(&mut self, from: Square, piece: Piece, turns: &'static [Turn], hits: Bitboard) {
        self.fire(hits);
        let (mut leaves, mut keys) = (0, 0u64);
        let side = zobrist::side_to_move(self.position.side_to_move().other());
        self.fired.turn_to_each(from, piece, turns, |board| {
            leaves += 1;
            keys = keys.wrapping_add(board.key() ^ side);
            made(board);
        });
        self.count(leaves, keys);
    }

    #[inline(always)]
    fn single(&mut self, mv: Move, hits: Bitboard) {
        // A copy is cheaper than undoing a shot.
        let mut child = self.position.clone();
        child.make(mv, hits);
        self.stats.nodes += 1;
        self.stats.keys = self.stats.keys.wrapping_add(child.key());
        count_hits(&child, hits, self.stats);
        made(child.board());
    }
}
