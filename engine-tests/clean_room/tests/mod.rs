//! Unit tests of the second implementation, which only the binary `rules` runs.

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
