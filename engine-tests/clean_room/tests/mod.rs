//! Unit tests of the second implementation. Only the test binary `rules` runs them.

mod actions;
mod board;
mod check;
mod game;
mod kfen;
mod light;
mod pieces;
mod play;
mod position;
mod squares;

use crate::clean_room::{board::*, game::*, light::*, pieces::*, position::*, squares::*};
