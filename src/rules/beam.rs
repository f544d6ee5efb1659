//! The beam tracer.
//!
//! A [`Beam`] is traced once per position, before any move is tried, and stores its path leg by leg. A move off the path does
//! not change the shot, unless it rotates the Sphinx. For a rotation of the Sphinx, the beam is traced from its start. For a
//! move on the path, the beam is retraced from the first leg that the move touches. Both are done on the board that the move
//! would leave ([`Patched`]), without making the move. Rays are looked up and scanned as bits.
//!
//! An Eye splits a beam. Each exit of an Eye starts a beam of its own, in a queue that only grows: the queue at any leg is a
//! prefix of the final one, so tracing can resume at any leg. Mirrors without Eyes are reversible, so beams can merge, or run
//! in a ring, only through an Eye. Tracing ends because it starts each exit only once.

use super::bitboard::Bitboard;
use super::optics::{Effect, effect};
use super::piece::Piece;
use super::rays::{self, Origin};
use super::square::{Direction, Square};

/// The view of a board that the tracer needs.
pub trait View {
    /// Returns the occupied squares.
    fn occupied(&self) -> Bitboard;
    /// Returns the piece on a square.
    fn piece_at(&self, square: Square) -> Option<Piece>;
}

/// A board with changed contents on one or two squares, as after a move.
pub struct Patched<'a, V> {
    /// The board without the change.
    pub view: &'a V,
    /// Two squares, which may be the same, and their new contents.
    pub changed: [(Square, Option<Piece>); 2],
}

impl<V: View> View for Patched<'_, V> {
    #[inline(always)]
    fn occupied(&self) -> Bitboard {
        let mut occupied = self.view.occupied();
        for (square, piece) in self.changed {
            match piece {
                Some(_) => occupied |= Bitboard::of(square),
                None => occupied &= !Bitboard::of(square),
            }
        }
        occupied
    }

    #[inline(always)]
    fn piece_at(&self, square: Square) -> Option<Piece> {
        let [(first, one), (second, other)] = self.changed;
        let piece = self.view.piece_at(square);
        let piece = if square == second { other } else { piece };
        if square == first { one } else { piece }
    }
}

/// A straight part of a beam: from its origin to the next piece or to the frame.
///
/// ```
/// use khepri_rules::{Colour, Direction, Position, Square};
///
/// let position: Position = "x39/4k5/////4K5/9X1 s khet2".parse()?;
/// let beam = position.beam(Colour::Silver);
/// let leg = beam.legs()[0];
/// assert_eq!((leg.origin(), leg.direction(), leg.end()), (Some(Square::J1), Direction::North, Some(Square::J8)));
/// assert_eq!(leg.squares().to_string(), "j2 j3 j4 j5 j6 j7 j8");
/// # Ok::<(), khepri_rules::kfen::Rejection>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Leg {
    squares: Bitboard,
    origin: Origin,
    direction: Direction,
    beam: u8,
}

impl Leg {
    /// Returns the squares of the leg: the square of the piece at its end is one of them, the origin is not. As a set they
    /// are not in the order of the beam, which runs from [`Leg::origin`] to [`Leg::end`].
    pub fn squares(&self) -> Bitboard {
        self.squares
    }

    /// Returns the square of the laser, mirror or Eye where it starts; `None` for a laser in the frame.
    pub fn origin(&self) -> Option<Square> {
        self.origin.as_square()
    }

    /// Returns [`Origin::index`] of its origin.
    #[inline(always)]
    pub(crate) fn origin_index(&self) -> usize {
        self.origin.index()
    }

    /// Returns its direction.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Returns its last square; `None` if it leaves the board at once.
    pub fn end(&self) -> Option<Square> {
        match self.direction {
            Direction::North | Direction::East => self.squares.highest(),
            Direction::South | Direction::West => self.squares.lowest(),
        }
    }
}

/// One laser and four exits of each of four Eyes.
const MAX_BEAMS: usize = 1 + 4 * 4;

/// No two legs have the same start (see the module): 14 Pyramids reflect into 2 directions each, 6 Scarabs and Eyes into 4,
/// and one leg starts at the laser.
pub(crate) const MAX_LEGS: usize = 14 * 2 + 6 * 4 + 1;

const NO_LEG: Leg =
    Leg { squares: Bitboard::EMPTY, origin: Origin::square(Square::A1), direction: Direction::North, beam: 0 };

/// The start and direction of a beam, in two bytes, so that a whole queue is copied and compared at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Start(Origin, Direction);

const NO_START: Start = Start(NO_LEG.origin, NO_LEG.direction);

/// The starts of beams without repetition, in the order of tracing.
#[derive(Clone, Copy, Debug)]
struct Queue {
    starts: [Start; MAX_BEAMS],
    len: usize,
}

impl Queue {
    const EMPTY: Queue = Queue { starts: [NO_START; MAX_BEAMS], len: 0 };

    #[inline(always)]
    fn push(&mut self, square: Square, direction: Direction) {
        let start = Start(Origin::square(square), direction);
        if !self.starts[..self.len].contains(&start) {
            self.starts[self.len] = start;
            self.len += 1;
        }
    }
}

/// The state of the tracing when a beam starts.
#[derive(Clone, Copy, Debug)]
struct Progress {
    hits: Bitboard,
    /// The length of the queue, this beam included.
    queued: u8,
}

const NO_PROGRESS: Progress = Progress { hits: Bitboard::EMPTY, queued: 0 };

/// The beam of one laser on one board: its legs, its path and its hits.
///
/// ```
/// use khepri_rules::Position;
///
/// let position: Position = "x39/4k5/////4K5/9X1 s khet2".parse()?;
/// let beam = position.beam_after(position.read_move("j1-")?)?;
/// assert!(beam.is_single(), "there is no Eye");
/// assert_eq!(beam.path().to_string(), "a1 b1 c1 d1 e1 f1 g1 h1 i1");
/// assert!(beam.hits().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// 2 KiB: the search traces into beams that it keeps, and does not move them.
#[derive(Clone, Debug)]
pub struct Beam {
    path: Bitboard,
    hits: Bitboard,
    legs: [Leg; MAX_LEGS],
    leg_count: usize,
    queue: Queue,
    /// The state before each beam.
    before: [Progress; MAX_BEAMS],
}

impl Default for Beam {
    fn default() -> Beam {
        Beam::new()
    }
}

/// The end of a beam.
pub(crate) enum End {
    /// The beam leaves the board or is absorbed.
    Lost,
    /// The beam hits the piece on this square.
    Hit(Square),
    /// The Eye on this square splits the beam, which continues straight and turned.
    Split(Square, [Direction; 2]),
}

/// Follows a beam over all mirrors to its end. Passes the origin, the direction and the squares of each leg to `leg`; the squares
/// include that of the piece at the end. Mirrors are reversible, so a beam that starts at a piece runs along the beams that can
/// reach the piece, in the opposite direction.
#[inline(always)]
pub(crate) fn follow(
    view: &impl View,
    mut origin: Origin,
    mut direction: Direction,
    mut leg: impl FnMut(Origin, Direction, Bitboard),
) -> End {
    let occupied = view.occupied();
    loop {
        let ray = rays::ray(origin, direction);
        let Some(square) = rays::nearest(ray & occupied, direction) else {
            leg(origin, direction, ray);
            return End::Lost;
        };
        // The ray from the piece is a part of the ray.
        leg(origin, direction, ray ^ rays::ray(Origin::square(square), direction));
        origin = Origin::square(square);
        match view.piece_at(square).map_or(Effect::Pass, |piece| effect(piece, direction)) {
            Effect::Pass => {}
            Effect::Turn(turned) => direction = turned,
            Effect::Split(turned) => return End::Split(square, [direction, turned]),
            Effect::Absorb => return End::Lost,
            Effect::Hit => return End::Hit(square),
        }
    }
}

impl Beam {
    /// Returns a beam that is not traced.
    // Inlined, its 2 KiB of constants would be code in each caller.
    #[inline(never)]
    pub const fn new() -> Beam {
        Beam {
            path: Bitboard::EMPTY,
            hits: Bitboard::EMPTY,
            legs: [NO_LEG; MAX_LEGS],
            leg_count: 0,
            queue: Queue::EMPTY,
            before: [NO_PROGRESS; MAX_BEAMS],
        }
    }

    /// Returns every square that the beam touches.
    #[inline(always)]
    pub fn path(&self) -> Bitboard {
        self.path
    }

    /// Returns the squares whose piece is hit.
    #[inline(always)]
    pub fn hits(&self) -> Bitboard {
        self.hits
    }

    /// Returns the straight parts in the order of tracing.
    pub fn legs(&self) -> &[Leg] {
        &self.legs[..self.leg_count]
    }

    /// Returns the first leg that touches any of these squares, and passes the legs before it to `before`. At least one of the
    /// squares must be on the path.
    #[inline(always)]
    pub(crate) fn first_touched(&self, squares: Bitboard, mut before: impl FnMut(&Leg)) -> &Leg {
        debug_assert!(!self.path.is_disjoint(squares));
        let mut first = &self.legs[0];
        for leg in self.legs() {
            first = leg;
            if !leg.squares.is_disjoint(squares) {
                break;
            }
            before(leg);
        }
        first
    }

    /// Returns whether no Eye splits the beam.
    #[inline(always)]
    pub fn is_single(&self) -> bool {
        self.queue.len == 1
    }

    /// Traces a laser from its start.
    #[inline]
    pub(crate) fn trace(&mut self, view: &impl View, origin: Origin, direction: Direction) {
        self.path = Bitboard::EMPTY;
        self.hits = Bitboard::EMPTY;
        self.leg_count = 0;
        self.queue.starts[0] = Start(origin, direction);
        self.queue.len = 1;
        self.before[0] = Progress { hits: Bitboard::EMPTY, queued: 1 };
        let end = self.record(view, 0, origin, direction);
        self.finish(view, 0, end);
    }

    /// Continues after the end of a beam: traces the beams that are queued or start there.
    #[inline(always)]
    fn finish(&mut self, view: &impl View, beam: usize, end: End) {
        let waiting = self.queue.len > beam + 1;
        match end {
            End::Lost if !waiting => {}
            End::Hit(square) if !waiting => self.hits |= Bitboard::of(square),
            end => self.trace_rest(view, beam, end),
        }
    }

    /// Retraces `before` on the changed board `view`; at least one of the changed squares `touched` is on its path. Copies the
    /// legs before the first touched one.
    #[inline(always)]
    pub(crate) fn retrace(&mut self, before: &Beam, view: &impl View, touched: Bitboard) {
        self.path = Bitboard::EMPTY;
        self.leg_count = 0;
        let &Leg { origin, direction, beam, .. } = before.first_touched(touched, |leg| {
            self.legs[self.leg_count] = *leg;
            self.leg_count += 1;
            self.path |= leg.squares;
        });
        let beam = beam as usize;
        self.queue.starts = before.queue.starts;
        self.queue.len = before.before[beam].queued as usize;
        for earlier in 0..=beam {
            self.before[earlier] = before.before[earlier];
        }
        self.hits = before.before[beam].hits;
        let end = self.record(view, beam, origin, direction);
        self.finish(view, beam, end);
    }

    /// Follows a beam and stores its legs.
    #[inline(always)]
    fn record(&mut self, view: &impl View, beam: usize, origin: Origin, direction: Direction) -> End {
        let (legs, leg_count, path) = (&mut self.legs, &mut self.leg_count, &mut self.path);
        follow(view, origin, direction, |origin, direction, squares| {
            legs[*leg_count] = Leg { squares, origin, direction, beam: beam as u8 };
            *leg_count += 1;
            *path |= squares;
        })
    }

    #[cold]
    #[inline(never)]
    fn trace_rest(&mut self, view: &impl View, mut beam: usize, mut end: End) {
        loop {
            match end {
                End::Lost => {}
                End::Hit(square) => self.hits |= Bitboard::of(square),
                End::Split(square, exits) => exits.into_iter().for_each(|exit| self.queue.push(square, exit)),
            }
            beam += 1;
            if beam >= self.queue.len {
                return;
            }
            let Start(origin, direction) = self.queue.starts[beam];
            self.before[beam] = Progress { hits: self.hits, queued: self.queue.len as u8 };
            end = self.record(view, beam, origin, direction);
        }
    }

    /// Returns what the beam hits on the changed board `view`; at least one of the changed squares `touched` is on its path,
    /// and the laser is unchanged.
    #[inline(always)]
    pub(crate) fn hits_from_first_touched(&self, view: &impl View, touched: Bitboard) -> Bitboard {
        let first = self.first_touched(touched, |_| {});
        let before = &self.before[first.beam as usize];
        let end = follow(view, first.origin, first.direction, |_, _, _| {});
        let waiting = before.queued > first.beam + 1;
        match end {
            End::Lost if !waiting => before.hits,
            End::Hit(square) if !waiting => before.hits | Bitboard::of(square),
            end => self.hits_of_rest(view, first.beam as usize, end),
        }
    }

    /// Continues after the touched beam has reached `end`: follows the beams that are queued or start there.
    #[cold]
    #[inline(never)]
    fn hits_of_rest(&self, view: &impl View, beam: usize, mut end: End) -> Bitboard {
        let Progress { mut hits, queued } = self.before[beam];
        let mut queue = Queue { len: queued as usize, ..self.queue };
        let mut next = beam + 1;
        loop {
            match end {
                End::Lost => {}
                End::Hit(square) => hits |= Bitboard::of(square),
                End::Split(square, exits) => exits.into_iter().for_each(|exit| queue.push(square, exit)),
            }
            if next >= queue.len {
                return hits;
            }
            let Start(origin, direction) = queue.starts[next];
            end = follow(view, origin, direction, |_, _, _| {});
            next += 1;
        }
    }
}

/// Returns the squares that a laser hits. Stores its path only if an Eye splits the beam.
pub fn hits(view: &impl View, origin: Origin, direction: Direction) -> Bitboard {
    match follow(view, origin, direction, |_, _, _| {}) {
        End::Lost => Bitboard::EMPTY,
        End::Hit(square) => Bitboard::of(square),
        End::Split(..) => {
            let mut beam = Beam::new();
            beam.trace(view, origin, direction);
            beam.hits
        }
    }
}
