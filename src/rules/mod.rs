//! The rules of the game, without any package: board, pieces, optics, moves, positions, perft.
//!
//! Nothing here knows of evaluation, search or input and output.

pub mod beam;
pub mod bitboard;
pub mod board;
pub mod game;
pub mod legality;
pub mod movegen;
pub mod moves;
pub mod optics;
pub mod perft;
pub mod piece;
pub mod position;
pub mod rays;
pub mod ruleset;
pub mod setup;
pub mod shots;
pub mod square;
pub mod zobrist;

pub use beam::{Beam, Leg};
pub use bitboard::Bitboard;
pub use game::{Game, Reason};
pub use legality::Illegal;
pub use movegen::Generator;
pub use moves::{Action, Move};
pub use piece::{Colour, Kind, Orientation, Piece, Turn};
pub use position::{Outcome, Position, Shot, Undo};
pub use ruleset::RuleSet;
pub use setup::{Fault, Setup};
pub use square::{Direction, Square};
