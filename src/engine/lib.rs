//! An engine for Khet, the laser game: an evaluation by a neural network, and a search.
//!
//! * [`Engine`] searches a game: [`Engine::search`] with [`Limits`], an [`Observer`] and a stop handle ([`Signals`]).
//! * [`perft`] counts sequences of legal moves on several threads, with a table.
//! * All items of `khepri-rules` are here too: positions, games, beams and their notation.
//!
//! ```
//! use khepri_engine::{Engine, Game, Info, Limits, RuleSet, setups};
//! use std::time::Duration;
//!
//! let mut game = Game::new(setups::named(RuleSet::Khet2, "classic")?.position.clone());
//! let mv = game.position().read_move("h2g2")?;
//! game.push(mv)?;
//!
//! let engine = Engine::new(game.clone(), 16)?;
//! let search = engine.search(Limits::movetime(Duration::from_millis(100)))?;
//! // The last report has the score of the best move.
//! let found = search.run(&mut |info: &Info| println!("depth {} score {}", info.depth.plies(), info.score));
//!
//! let best = found.best.ok_or("the game is over")?;
//! println!("{best} hits [{}]", game.position().beam_after(best)?.hits());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A program that uses the package decides how it is compiled. With `-C target-cpu=x86-64-v3` in the `rustflags` of its
//! `.cargo/config.toml`, bits are counted and vectors are added by single instructions. In the dev profile the search
//! is more than ten times slower; `opt-level = 3`, `debug-assertions = false` and `overflow-checks = false` under
//! `[profile.dev.package.khepri-engine]` and `[profile.dev.package.khepri-rules]` in its `Cargo.toml` avoid this.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod engine;
mod eval;
pub mod perft;
mod search;
mod util;

pub use engine::{Engine, IllegalSearchMove, Search, Work};
pub use eval::Score;
pub use eval::network::{InvalidNetwork, Network};
pub use eval::wdl::Wdl;
pub use khepri_rules::*;
pub use search::{BestMove, Bound, Clock, Depth, Elo, Info, Limits, NoMemory, Observer, Signals, Silent, Upkeep};

/// What the other packages of the project need. It may change in any version.
#[doc(hidden)]
pub mod internal {
    macro_rules! open {
        ($($module:ident)*) => {
            $(pub mod $module {
                pub use crate::$module::*;
            })*
        };
    }

    open!(engine eval search util);
}
