//! When a fault is due: in which game, at which move, and how often over all processes.

use crate::flags::When;
use std::fs::OpenOptions;

/// A point in the games of the mock.
#[derive(Clone, Copy, Default, Debug)]
pub struct Occasion {
    /// The number of the game in this process, from 1; 0 before the first.
    pub game: u32,
    /// The number of the mock's current or last move in the game, from 1.
    pub own_move: u32,
}

impl When {
    /// Returns the faults of a move if they are due at this one, else none.
    pub fn at_move<T: Clone + PartialEq + Default>(&self, faults: &T, occasion: Occasion) -> T {
        let at_this_move = self.at == 0 || self.at == occasion.own_move;
        if at_this_move { self.in_game(faults, occasion) } else { T::default() }
    }

    /// Returns the faults between the moves if they are due in this game, else none.
    pub fn in_game<T: Clone + PartialEq + Default>(&self, faults: &T, occasion: Occasion) -> T {
        let in_this_game = self.game.is_none_or(|game| game == occasion.game);
        if in_this_game { self.if_first(faults) } else { T::default() }
    }

    /// Returns the faults, or none if a process with the same file of `--once` has had them already.
    pub fn if_first<T: Clone + PartialEq + Default>(&self, faults: &T) -> T {
        // Without a fault the file is not created.
        if *faults == T::default() {
            return T::default();
        }
        let first =
            self.once.as_ref().is_none_or(|path| OpenOptions::new().write(true).create_new(true).open(path).is_ok());
        if first { faults.clone() } else { T::default() }
    }
}
