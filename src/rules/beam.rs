//! The beam tracer.
//!
//! A [`Beam`] is traced once a position, before any move is tried. It remembers every square that the light touches, leg
//! by leg. A move that changes none of them leaves the shot as it was, and nothing is traced; any other move is traced
//! again from the first leg it touches, on the board as it would be ([`Patched`]) without making the move. Rays are
//! looked up and scanned as bits.
//!
//! An Eye splits the light. Each exit of an Eye starts a beam of its own, in a queue that only grows, so that the state of
//! the queue at any leg is a prefix of it and tracing can begin again anywhere. Mirrors without Eyes are reversible, so
//! two beams can merge, and light run in a ring, only through an Eye: starting each exit once is enough to end.

use super::bitboard::Bitboard;
use super::optics::{Effect, effect};
use super::piece::Piece;
use super::rays::{self, Origin};
use super::square::{Direction, Square};

/// What the tracer needs to see of a board.
pub trait View {
    /// The squares with a piece.
    fn occupied(&self) -> Bitboard;
    /// The piece on a square.
    fn piece_at(&self, square: Square) -> Option<Piece>;
}

/// A board with other contents on one or two squares, as after a move.
pub struct Patched<'a, V> {
    /// The board without the change.
    pub view: &'a V,
    /// Two squares, or twice the same, and what is on them now.
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
#[derive(Clone, Copy, Debug)]
pub struct Leg {
    squares: Bitboard,
    origin: Origin,
    direction: Direction,
    beam: u8,
}

impl Leg {
    /// The squares it touches, that of the piece at its end included, that of its origin not.
    pub fn squares(&self) -> Bitboard {
        self.squares
    }

    /// The square of the laser or mirror it comes from, or `None` for a laser in the frame.
    pub fn origin(&self) -> Option<Square> {
        self.origin.as_square()
    }

    /// The way it travels.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Its last square, unless it leaves the board at once.
    pub fn end(&self) -> Option<Square> {
        match self.direction {
            Direction::North | Direction::East => self.squares.highest(),
            Direction::South | Direction::West => self.squares.lowest(),
        }
    }
}

/// One laser and four exits of each of four Eyes.
const MAX_BEAMS: usize = 1 + 4 * 4;

/// The legs of distinct starts are distinct (see the module): 14 Pyramids reflect in 2 ways each, 6 Scarabs and Eyes in
/// 4, and one leg comes from the laser.
const MAX_LEGS: usize = 14 * 2 + 6 * 4 + 1;

const NO_LEG: Leg =
    Leg { squares: Bitboard::EMPTY, origin: Origin::square(Square::A1), direction: Direction::North, beam: 0 };

/// Where a beam starts and which way it goes, in two bytes, so that all of them are copied and compared at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Start(Origin, Direction);

const NO_START: Start = Start(NO_LEG.origin, NO_LEG.direction);

/// The starts of beams, each at most once, in the order in which they are traced.
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

/// How far the tracing had come when a beam began.
#[derive(Clone, Copy, Debug)]
struct Progress {
    hits: Bitboard,
    /// Starts that were known, that of the beam included.
    known: u8,
}

const NO_PROGRESS: Progress = Progress { hits: Bitboard::EMPTY, known: 0 };

/// The light of one laser on one board. Big (2 KiB), so it is traced into and reused rather than moved about.
#[derive(Clone, Debug)]
pub struct Beam {
    path: Bitboard,
    hits: Bitboard,
    legs: [Leg; MAX_LEGS],
    leg_count: usize,
    queue: Queue,
    /// By beam.
    before: [Progress; MAX_BEAMS],
}

impl Default for Beam {
    fn default() -> Beam {
        Beam::new()
    }
}

/// How a beam ends.
enum End {
    /// At the frame or at an absorbing face.
    Lost,
    Hit(Square),
    /// At an Eye; it goes on straight and in this direction.
    Split(Square, Direction),
}

/// Follows one beam over all mirrors and tells each leg.
#[inline(always)]
fn follow(
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
        leg(origin, direction, ray & !rays::ray(Origin::square(square), direction));
        origin = Origin::square(square);
        match view.piece_at(square).map_or(Effect::Pass, |piece| effect(piece, direction)) {
            Effect::Pass => {}
            Effect::Turn(turned) => direction = turned,
            Effect::Split(turned) => return End::Split(square, turned),
            Effect::Absorb => return End::Lost,
            Effect::Hit => return End::Hit(square),
        }
    }
}

impl Beam {
    /// No light yet.
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

    /// Every square the light touches.
    #[inline(always)]
    pub fn path(&self) -> Bitboard {
        self.path
    }

    /// The squares whose piece is hit.
    #[inline(always)]
    pub fn hits(&self) -> Bitboard {
        self.hits
    }

    /// The straight parts in the order of tracing.
    pub fn legs(&self) -> &[Leg] {
        &self.legs[..self.leg_count]
    }

    /// Traces a laser from nothing.
    #[inline]
    pub fn trace(&mut self, view: &impl View, origin: Origin, direction: Direction) {
        self.path = Bitboard::EMPTY;
        self.hits = Bitboard::EMPTY;
        self.leg_count = 0;
        self.queue.starts[0] = Start(origin, direction);
        self.queue.len = 1;
        self.before[0] = Progress { hits: Bitboard::EMPTY, known: 1 };
        let end = self.record(view, 0, origin, direction);
        self.finish(view, 0, end);
    }

    /// Goes on after a beam has come to its end: others may be waiting or start there.
    #[inline(always)]
    fn finish(&mut self, view: &impl View, beam: usize, end: End) {
        let waiting = self.queue.len > beam + 1;
        match end {
            End::Lost if !waiting => {}
            End::Hit(square) if !waiting => self.hits |= Bitboard::of(square),
            end => self.trace_rest(view, beam, end),
        }
    }

    /// Traces the laser of `before` when the squares `touched`, of which some lie on its path, have changed and the board
    /// is now `view`: legs before the first touched one are taken over.
    #[inline(always)]
    pub fn retrace(&mut self, before: &Beam, view: &impl View, touched: Bitboard) {
        debug_assert!(!before.path.is_disjoint(touched));
        self.path = Bitboard::EMPTY;
        self.leg_count = 0;
        for leg in before.legs() {
            if !leg.squares.is_disjoint(touched) {
                break;
            }
            self.legs[self.leg_count] = *leg;
            self.leg_count += 1;
            self.path |= leg.squares;
        }
        let Leg { origin, direction, beam, .. } = before.legs[self.leg_count];
        let beam = beam as usize;
        self.queue.starts = before.queue.starts;
        self.queue.len = before.before[beam].known as usize;
        for earlier in 0..=beam {
            self.before[earlier] = before.before[earlier];
        }
        self.hits = before.before[beam].hits;
        let end = self.record(view, beam, origin, direction);
        self.finish(view, beam, end);
    }

    /// Follows a beam and remembers its legs.
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
                End::Split(square, turned) => {
                    self.queue.push(square, self.legs[self.leg_count - 1].direction);
                    self.queue.push(square, turned);
                }
            }
            beam += 1;
            if beam >= self.queue.len {
                return;
            }
            let Start(origin, direction) = self.queue.starts[beam];
            self.before[beam] = Progress { hits: self.hits, known: self.queue.len as u8 };
            end = self.record(view, beam, origin, direction);
        }
    }

    /// What is hit when the squares `touched`, of which some lie on the path, have changed and the board is now `view`; the
    /// laser itself stays as it was.
    #[inline(always)]
    pub fn hits_from_first_touched(&self, view: &impl View, touched: Bitboard) -> Bitboard {
        debug_assert!(!self.path.is_disjoint(touched));
        let mut first = &self.legs[0];
        for leg in self.legs() {
            first = leg;
            if !leg.squares.is_disjoint(touched) {
                break;
            }
        }
        let before = &self.before[first.beam as usize];
        let mut last = first.direction;
        let end = follow(view, first.origin, first.direction, |_, direction, _| last = direction);
        let waiting = before.known > first.beam + 1;
        match end {
            End::Lost if !waiting => before.hits,
            End::Hit(square) if !waiting => before.hits | Bitboard::of(square),
            end => self.hits_of_rest(view, first.beam as usize, end, last),
        }
    }

    /// Goes on after the touched beam has come to `end`, travelling in direction `last`: the beams that were waiting, and
    /// those it has started itself.
    #[cold]
    #[inline(never)]
    fn hits_of_rest(&self, view: &impl View, beam: usize, mut end: End, mut last: Direction) -> Bitboard {
        let Progress { mut hits, known } = self.before[beam];
        let mut queue = Queue { len: known as usize, ..self.queue };
        let mut next = beam + 1;
        loop {
            match end {
                End::Lost => {}
                End::Hit(square) => hits |= Bitboard::of(square),
                End::Split(square, turned) => {
                    queue.push(square, last);
                    queue.push(square, turned);
                }
            }
            if next >= queue.len {
                return hits;
            }
            let Start(origin, direction) = queue.starts[next];
            end = follow(view, origin, direction, |_, direction, _| last = direction);
            next += 1;
        }
    }
}

/// What a laser hits, traced from nothing and remembered nowhere.
pub fn hits(view: &impl View, origin: Origin, direction: Direction) -> Bitboard {
    let mut last = direction;
    match follow(view, origin, direction, |_, direction, _| last = direction) {
        End::Lost => Bitboard::EMPTY,
        End::Hit(square) => Bitboard::of(square),
        End::Split(..) => {
            let mut beam = Beam::new();
            beam.trace(view, origin, direction);
            beam.hits
        }
    }
}
