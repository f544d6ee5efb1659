//! The rules of the game, without any package: board, pieces, optics, moves, positions, perft.
//!
//! Nothing here knows of evaluation, search or input and output.

pub mod bitboard;
pub mod moves;
pub mod optics;
pub mod piece;
pub mod ruleset;
pub mod setup;
pub mod square;

pub use bitboard::Bitboard;
pub use moves::{Action, Move};
pub use piece::{Colour, Kind, Orientation, Piece, Turn};
pub use ruleset::RuleSet;
pub use setup::{Fault, Setup};
pub use square::{Direction, Square};
