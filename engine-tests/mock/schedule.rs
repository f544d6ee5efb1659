//! The schedule of faults: in which game, at which move, and whether only once in all processes.

use crate::flags::When;
use std::fs::OpenOptions;

/// The progress of the mock's games.
#[derive(Clone, Copy, Default, Debug)]
pub struct Progress {
    /// The number of the game in this process, from 1; 0 before the first game.
    pub game: u32,
    /// The number of the mock's current or last move in the game, from 1.
    pub own_move: u32,
}

impl When {
    /// Returns the faults of a move if they are scheduled for this one, else none.
    pub fn at_move<T: Clone + PartialEq + Default>(&self, faults: &T, progress: Progress) -> T {
        let at_this_move = self.at == 0 || self.at == progress.own_move;
        if at_this_move { self.in_game(faults, progress) } else { T::default() }
    }

    /// Returns the faults if they are scheduled for this game, else none.
    pub fn in_game<T: Clone + PartialEq + Default>(&self, faults: &T, progress: Progress) -> T {
        let in_this_game = self.game.is_none_or(|game| game == progress.game);
        if in_this_game { self.if_first(faults) } else { T::default() }
    }

    /// Returns the faults, or none if the file of `--once` already exists.
    pub fn if_first<T: Clone + PartialEq + Default>(&self, faults: &T) -> T {
        // Without faults the file is not created.
        if *faults == T::default() {
            return T::default();
        }
        let first =
            self.once.as_ref().is_none_or(|path| OpenOptions::new().write(true).create_new(true).open(path).is_ok());
        if first { faults.clone() } else { T::default() }
    }
}
