//! The rules of Khet, the laser game: all three printed editions, with or without the Eye of Horus, and their notation.
//!
//! * [`Position`] is a board with a side to move: [`Position::legal_moves`], [`Position::play`], [`Position::beam_after`].
//! * [`Game`] is a position with its moves: [`Game::push`], [`Game::pop`], [`Game::outcome`].
//! * [`setups`] has the printed set-ups; [`kfen`], [`movetext`] and [`kgn`] read and write positions, moves and games.
//! * [`Position::reach`] finds where a player's beam can get with one move.
//! * [`perft`] counts sequences of legal moves.
//!
//! ```
//! use khepri_rules::{Game, RuleSet, setups};
//!
//! let start = setups::named(RuleSet::Khet2, "classic")?.position.clone();
//! println!("{start:#}");
//! for mv in start.legal_moves() {
//!     println!("{mv} hits [{}]", start.beam_after(mv)?.hits());
//! }
//!
//! let mut game = Game::new(start);
//! let mv = game.position().read_move("h2g2")?;
//! let beam = game.position().beam_after(mv)?;
//! for leg in beam.legs() {
//!     println!("{:?} to {:?}", leg.direction(), leg.end());
//! }
//! game.push(mv)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The package has no threads and no memory maps, depends only on `thiserror`, and compiles for `wasm32-unknown-unknown`. The package
//! `khepri-engine` adds an evaluation and a search.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod beam;
mod bitboard;
mod board;
mod game;
mod legality;
mod movegen;
mod moves;
mod notation;
mod optics;
mod piece;
mod position;
mod rays;
mod ruleset;
mod setup;
mod shots;
mod square;
mod util;
mod zobrist;

pub use beam::{Beam, Leg};
pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use game::{EndReason, Game};
pub use legality::IllegalMove;
pub use moves::{Action, Move};
pub use notation::{kfen, kgn, movetext, opening, setups};
pub use piece::{Colour, Kind, Orientation, Piece, Turn};
pub use position::{NotAnOutcome, Outcome, Played, Position, Snapshot};
pub use ruleset::{Laser, NotARuleSet, RuleSet, Rules};
pub use setup::{InvalidSetup, Limited, Setup, SetupFault};
pub use shots::perft;
pub use shots::reach::{Reach, Reached, Shot};
pub use square::{Direction, NotASquare, Square};

/// What the other packages of the project need. It may change in any version.
#[doc(hidden)]
pub mod internal;
