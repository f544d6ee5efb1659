//! Khepri, an engine for Khet, the laser game: the rules, a notation, and a search that plays.
//!
//! ```
//! use khepri::{Depth, Engine, Game, Limits, RuleSet, Silent, setups};
//!
//! let classic = setups::find(RuleSet::Khet2, "classic").expect("a set-up of the booklet");
//! let game = Game::new(classic.position.clone());
//! let engine = Engine::new(game, 1)?;
//! let found = engine.search(Limits { depth: Some(Depth(3)), ..Limits::default() }).run(&mut Silent);
//! assert!(found.best.is_some_and(|mv| engine.game().position().is_legal(mv)));
//! # Ok::<(), khepri::NoMemory>(())
//! ```
// Without the program much of the lower layers has no user left.
#![cfg_attr(not(feature = "program"), allow(dead_code))]

mod engine;
mod eval;
mod notation;
mod rules;
mod search;
mod util;

#[cfg(feature = "program")]
mod arena;
#[cfg(feature = "program")]
mod cli;
#[cfg(feature = "program")]
mod datagen;
#[cfg(feature = "program")]
mod draw;
#[cfg(feature = "program")]
mod measure;
#[cfg(feature = "program")]
mod openings;
#[cfg(feature = "program")]
mod output;
#[cfg(feature = "program")]
mod protocol;
#[cfg(feature = "program")]
mod puzzles;
#[cfg(feature = "program")]
mod stats;
#[cfg(feature = "program")]
mod train;

pub use engine::{Engine, Search, Work};
pub use eval::Score;
pub use notation::{NamedSetup, Opening, kfen, kgn, movetext, setups};
pub use rules::{
    Action, Beam, Bitboard, Colour, Direction, EndReason, Game, IllegalMove, InvalidSetup, Kind, Leg, Move, NotASquare,
    NotAnOutcome, Orientation, Outcome, Piece, Played, Position, RuleSet, Setup, SetupFault, Square, Turn, perft,
};
pub use search::{BestMove, Bound, Clock, Depth, Elo, Info, Limits, NoMemory, Observer, Signals, Silent, Upkeep};

/// Every module, for the program, its tests and its fuzz targets. It may change in any version.
#[cfg(feature = "program")]
#[doc(hidden)]
pub mod internal {
    macro_rules! open {
        ($($module:ident)*) => {
            $(pub mod $module {
                pub use crate::$module::*;
            })*
        };
    }

    open!(
        arena cli datagen draw engine eval measure notation openings output protocol puzzles rules search stats train
        util
    );
}
