//! Perft: the number of sequences of legal moves, the standard test of a move generator.
//!
//! By default, perft makes the move of every leaf, fires its shot and sums up the keys. [`Options::bulk`] counts the moves of
//! the last ply without making them. [`Options::table`] stores the counts of positions. Perft ignores repetition. A finished
//! game has no successors.
//!
//! ```
//! use khepri::{RuleSet, perft, setups};
//!
//! let start = &setups::named(RuleSet::Khet2, "classic")?.position;
//! let stats = perft::perft(start, 2, &perft::Options::default())?;
//! let mut nodes = 0;
//! perft::divide(start, 2, &perft::Options::default(), &mut |_, count| nodes += count)?;
//! assert_eq!(nodes, stats.nodes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod table;

pub use super::DEEPEST;
use super::all::{self, Group, Visitor};
use crate::rules::rays::Steps;
use crate::rules::{Beam, Bitboard, Board, Generator, Kind, Move, Piece, Position, Square, Turn, zobrist};
use crate::util::Signals;
use crate::util::sort::sort_few;
use std::fmt;
use std::hint::black_box;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
pub use table::Table;

/// The counts over all leaves. With [`Options::bulk`] or a table, only `nodes` is complete, because leaves are not made.
///
/// ```
/// use khepri::perft::{Options, Stats, perft};
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
    fn add(&mut self, other: Stats) {
        self.nodes += other.nodes;
        self.hits += other.hits;
        self.ends += other.ends;
        self.keys = self.keys.wrapping_add(other.keys);
    }
}

/// The options of a perft. Later versions may add options, so use `..Options::default()`.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Whether to count the moves of the last ply without making them.
    pub bulk: bool,
    /// The number of threads, at least 1.
    pub threads: usize,
    /// A table that stores the counts of positions.
    pub table: Option<&'a Table>,
    /// The signals that stop the count.
    pub stop: Option<&'a Signals>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { bulk: false, threads: 1, table: None, stop: None }
    }
}

/// The reason why perft has no result.
///
/// ```
/// use khepri::perft::{DEEPEST, NoCount, Options, divide, perft};
///
/// let position = "x39/////4K5//4k4X1 s khet2".parse()?;
/// assert_eq!(perft(&position, DEEPEST + 1, &Options::default()), Err(NoCount::TooDeep(64)));
/// assert_eq!(divide(&position, u32::MAX, &Options::default(), &mut |_, _| {}), Err(NoCount::TooDeep(u32::MAX)));
/// assert_eq!(NoCount::TooDeep(64).to_string(), "expected a depth up to 63 plies, found 64");
/// # Ok::<(), khepri::kfen::Rejection>(())
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
    if options.threads > 1 {
        return divide(position, depth, options, &mut |_, _| {});
    }
    Walk::new(position, depth, options).run(depth)
}

/// Counts like [`perft`], and calls `each` with each first move and its count. The moves are sorted by their text. With one
/// thread, `each` is called as soon as a count is known. At depth 0, `each` is not called.
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
    let mut moves = position.legal_moves();
    sort_few(&mut moves, |one, other| one.to_string() < other.to_string());
    let count = |index: usize| -> Result<Stats, NoCount> {
        let mut child = position.clone();
        let hits = child.play(moves[index]).map_or(Bitboard::EMPTY, |played| played.hits());
        if below == 0 {
            let mut stats = Stats { nodes: 1, keys: child.key(), ..Stats::default() };
            count_hits(&child, hits, &mut stats);
            return Ok(stats);
        }
        Walk::new(&child, below, options).run(below)
    };
    let mut total = Stats::default();
    if options.threads <= 1 {
        for (index, &mv) in moves.iter().enumerate() {
            let stats = count(index)?;
            each(mv, stats.nodes);
            total.add(stats);
        }
        return Ok(total);
    }
    let counts = Mutex::new(vec![None; moves.len()]);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..options.threads.min(moves.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= moves.len() {
                        return;
                    }
                    let stats = count(index).ok();
                    let mut counts = counts.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    counts[index] = stats;
                    if stats.is_none() {
                        return;
                    }
                }
            });
        }
    });
    let counts = counts.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    for (&mv, stats) in moves.iter().zip(counts) {
        let stats = stats.ok_or(NoCount::Stopped)?;
        each(mv, stats.nodes);
        total.add(stats);
    }
    Ok(total)
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
    table: Option<&'a Table>,
    stop: Option<&'a Signals>,
    stats: Stats,
}

impl<'a> Walk<'a> {
    fn new(position: &Position, depth: u32, options: &Options<'a>) -> Walk<'a> {
        Walk {
            position: position.clone(),
            beams: vec![Beam::new(); depth as usize],
            spare: Beam::new(),
            bulk: options.bulk,
            table: options.table,
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
        if self.stop.is_some_and(Signals::is_stopped) {
            return None;
        }
        let key = self.position.key();
        if let Some(nodes) = self.table.and_then(|table| table.get(key, depth)) {
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
        if let Some(table) = self.table {
            table.set(key, depth, self.stats.nodes - before);
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
