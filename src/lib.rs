//! Khepri, an engine for Khet, the laser game: the rules of all three printed editions, a notation, and a search.
//!
//! * [`Position`] is a board with a side to move: [`Position::legal_moves`], [`Position::play`], [`Position::beam_after`].
//! * [`Game`] is a position with its moves: [`Game::push`], [`Game::pop`], [`Game::outcome`].
//! * [`Engine`] searches a game: [`Engine::search`] with [`Limits`], an [`Observer`] and a stop handle ([`Signals`]).
//! * [`setups`] has the printed set-ups; [`kfen`], [`movetext`] and [`kgn`] read and write positions, moves and games.
//!
//! ```
//! use khepri::{Engine, Game, Info, Limits, RuleSet, setups};
//! use std::time::Duration;
//!
//! let start = setups::named(RuleSet::Khet2, "classic")?.position.clone();
//! println!("{start:#}");
//! for mv in start.legal_moves() {
//!     println!("{mv} hits [{}]", start.beam_after(mv)?.hits());
//! }
//!
//! let mut game = Game::new(start);
//! let mv = game.position().read_move("h2g2")?;
//! game.push(mv)?;
//!
//! let engine = Engine::new(game.clone(), 16)?;
//! let search = engine.search(Limits::movetime(Duration::from_millis(100)))?;
//! // The last report has the score of the best move.
//! let found = search.run(&mut |info: &Info| println!("depth {} score {}", info.depth.plies(), info.score));
//!
//! let best = found.best.ok_or("the game is over")?;
//! let beam = game.position().beam_after(best)?;
//! for leg in beam.legs() {
//!     println!("{:?} to {:?}", leg.direction(), leg.end());
//! }
//! println!("{best} hits [{}]", beam.hits());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The feature `program`, on by default, adds the command-line program. A program that embeds the library should set
//! `default-features = false`. In the dev profile the search is more than ten times slower. To avoid this, set
//! `opt-level = 3`, `debug-assertions = false` and `overflow-checks = false` under `[profile.dev.package.khepri]` in the
//! `Cargo.toml` of that program.
// Without the program, parts of the lower layers are unused.
#![cfg_attr(not(feature = "program"), allow(dead_code))]

mod engine;
mod eval;
mod notation;
mod rules;
mod search;
mod shots;
mod util;

#[cfg(feature = "animation")]
mod animation;
#[cfg(feature = "program")]
mod arena;
#[cfg(feature = "program")]
mod cli;
#[cfg(feature = "program")]
mod datagen;
#[cfg(feature = "protocol")]
mod draw;
#[cfg(any(feature = "serve", all(feature = "web", target_family = "wasm")))]
mod kgn_json;
#[cfg(feature = "protocol")]
mod measure;
#[cfg(feature = "program")]
mod openings;
#[cfg(feature = "program")]
mod output;
#[cfg(feature = "program")]
mod play;
#[cfg(feature = "protocol")]
mod protocol;
#[cfg(feature = "program")]
mod puzzles;
#[cfg(feature = "program")]
mod review;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "program")]
mod spsa;
#[cfg(feature = "program")]
mod stats;
#[cfg(feature = "program")]
mod train;
#[cfg(feature = "web")]
mod web;

pub use engine::{Engine, IllegalSearchMove, Search, Work};
pub use eval::Score;
pub use eval::network::{InvalidNetwork, Network};
pub use notation::{kfen, kgn, movetext, opening, setups};
pub use rules::{
    Action, Beam, Bitboard, Board, Colour, Direction, EndReason, Game, IllegalMove, InvalidSetup, Kind, Laser, Leg,
    Move, NotARuleSet, NotASquare, NotAnOutcome, Orientation, Outcome, Piece, Played, Position, RuleSet, Rules, Setup,
    SetupFault, Square, Squares, Turn,
};
pub use search::{BestMove, Bound, Clock, Depth, Elo, Info, Limits, NoMemory, Observer, Signals, Silent, Upkeep};
pub use shots::perft;

/// All modules except `serve`, for the program, its tests and its fuzz targets. This module may change in any version.
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
        arena cli datagen draw engine eval measure notation openings output play protocol puzzles review rules search
        shots spsa stats train util
    );

    #[cfg(feature = "web")]
    pub mod web {
        pub use crate::web::*;
    }
}
