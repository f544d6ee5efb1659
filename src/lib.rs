//! Khepri, an engine for Khet, the laser game.
//!
//! The modules are layers, and each imports only those before it: [`util`], [`stats`], [`rules`], [`notation`], [`eval`],
//! [`search`], [`engine`], then those of the program. `docs/architecture.md` has a line for every file.
//!
//! ```
//! use khepri::notation::setups;
//! use khepri::rules::{Game, RuleSet};
//! use khepri::search::{Depth, Limits, SearchSettings, Searcher, Settings, Signals, observer::Silent};
//!
//! let classic = setups::find(RuleSet::Khet2, "classic").expect("a set-up of the booklet");
//! let game = Game::new(classic.position.clone());
//! let limits = Limits { depth: Some(Depth(3)), ..Limits::default() };
//! let mut searcher = Searcher::new(&Settings { hash_mib: 1, threads: 1 })?;
//! let found = searcher.search(&game, &limits, &SearchSettings::default(), &Signals::default(), &mut Silent);
//! assert!(found.best.is_some_and(|mv| game.position().is_legal(mv)));
//! # Ok::<(), khepri::search::NoMemory>(())
//! ```

#[cfg(feature = "program")]
pub mod arena;
#[cfg(feature = "program")]
pub mod cli;
#[cfg(feature = "program")]
pub mod datagen;
#[cfg(feature = "program")]
pub mod draw;
pub mod engine;
pub mod eval;
#[cfg(feature = "program")]
pub mod measure;
pub mod notation;
#[cfg(feature = "program")]
pub mod openings;
#[cfg(feature = "program")]
pub mod output;
#[cfg(feature = "program")]
pub mod protocol;
#[cfg(feature = "program")]
pub mod puzzles;
pub mod rules;
pub mod search;
pub mod stats;
#[cfg(feature = "program")]
pub mod train;
pub mod util;
