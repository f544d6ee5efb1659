//! Reach: where the beam of a player can get with one legal move, and what it hits there. No move is made.
//!
//! Most moves leave the beam as it is. Their shots are the standing beam, which is traced once. The beam is traced again for each
//! other move, on the board that the move would leave.

use crate::movegen::Generator;
use crate::{Beam, Bitboard, Colour, Move, Position, Square};

/// The shot of a legal move, as a part of a [`Reach`].
///
/// ```
/// use khepri_rules::{Colour, Position};
///
/// let position: Position = "x39/////4K5//4k4X1 s khet2".parse()?;
/// let reach = position.reach(Colour::Silver);
/// let shot = reach.shots().iter().find(|shot| !shot.hits().is_empty()).expect("a shot that hits");
/// assert_eq!((shot.mv().to_string(), shot.path().to_string()), ("j1-".to_owned(), "e1 f1 g1 h1 i1".to_owned()));
/// assert_eq!((shot.hits().to_string(), shot.own_hits().is_empty()), ("e1".to_owned(), true));
/// # Ok::<(), khepri_rules::kfen::Rejection>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shot {
    mv: Move,
    path: Bitboard,
    hits: Bitboard,
    own_hits: Bitboard,
}

impl Shot {
    /// Returns the move.
    pub fn mv(&self) -> Move {
        self.mv
    }

    /// Returns the squares that the beam enters. The square of the laser is one of them only if the beam returns to it.
    pub fn path(&self) -> Bitboard {
        self.path
    }

    /// Returns the squares whose piece is hit.
    pub fn hits(&self) -> Bitboard {
        self.hits
    }

    /// Returns the squares on which a piece of the player who fires is hit. A swap can have put a piece there.
    pub fn own_hits(&self) -> Bitboard {
        self.own_hits
    }
}

/// The numbers of shots of a [`Reach`] that reach one square.
///
/// ```
/// use khepri_rules::{Colour, Position, Reached, Square};
///
/// let position: Position = "4k5///////4K4T s khet1".parse()?;
/// let reach = position.reach(Colour::Silver);
/// assert_eq!(reach.at(Square::J1), Reached { shots: 9, hits: 7, own_hits: 7 }, "the stack can leave the path in two ways");
/// assert_eq!(reach.at(Square::A1), Reached::default());
/// # Ok::<(), khepri_rules::kfen::Rejection>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Reached {
    /// The shots that enter the square. Each counts once, even if its beam enters the square in two directions.
    pub shots: u32,
    /// Those that hit a piece on the square. A stack is one piece.
    pub hits: u32,
    /// Those that hit a piece of the player who fires.
    pub own_hits: u32,
}

/// Where the beam of a player can get with one legal move: the shot of each move, and the path of the standing beam. It comes from
/// [`Position::reach`].
///
/// ```
/// use khepri_rules::{Colour, Position};
///
/// let position: Position = "x39/////4K5//4k4X1 s khet2".parse()?;
/// let reach = position.reach(Colour::Silver);
/// assert_eq!((reach.player(), reach.shots().len()), (Colour::Silver, 9));
/// assert_eq!(reach.now().to_string(), "j2 j3 j4 j5 j6 j7 j8");
/// assert_eq!(reach.squares().without(reach.now()).to_string(), "e1 f1 g1 h1 i1", "only the Sphinx can light them");
/// # Ok::<(), khepri_rules::kfen::Rejection>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    player: Colour,
    now: Bitboard,
    shots: Vec<Shot>,
}

impl Reach {
    /// Returns the player who fires.
    pub fn player(&self) -> Colour {
        self.player
    }

    /// Returns the squares that the player's beam enters on the board as it stands.
    pub fn now(&self) -> Bitboard {
        self.now
    }

    /// Returns the shots of all legal moves of the player, in no particular order.
    pub fn shots(&self) -> &[Shot] {
        &self.shots
    }

    /// Returns the squares that a shot or the standing beam enters.
    pub fn squares(&self) -> Bitboard {
        self.shots.iter().fold(self.now, |squares, shot| squares.union(shot.path))
    }

    /// Counts the shots that reach a square.
    pub fn at(&self, square: Square) -> Reached {
        let count =
            |squares: fn(&Shot) -> Bitboard| self.shots.iter().map(|shot| u32::from(squares(shot).has(square))).sum();
        Reached { shots: count(Shot::path), hits: count(Shot::hits), own_hits: count(Shot::own_hits) }
    }
}

impl Position {
    /// Returns where the beam of a colour can get with one legal move, as if it were that colour's turn on this board. There are
    /// no shots if a Pharaoh is missing.
    ///
    /// Traces the beam once, and once more for each move that touches it or rotates the laser, about a quarter of all moves. This
    /// takes some microseconds.
    pub fn reach(&self, player: Colour) -> Reach {
        let (standing, mut beam) = (self.beam(player), Beam::new());
        let mut shots = Vec::new();
        if self.pharaohs_stand() {
            Generator::of(self, player).all(|mv| {
                let fired = if self.keeps_beam(&standing, mv) {
                    &standing
                } else {
                    self.trace_after(player, mv, &mut beam);
                    &beam
                };
                let is_own = |&hit: &Square| self.piece_after(mv, hit).is_some_and(|piece| piece.colour() == player);
                let own_hits = fired.hits().into_iter().filter(is_own).collect();
                shots.push(Shot { mv, path: fired.path(), hits: fired.hits(), own_hits });
            });
        }
        Reach { player, now: standing.path(), shots }
    }
}
