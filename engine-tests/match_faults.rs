//! `khepri match` against engines that misbehave: each fault ends its game by its own name, is scored for the opponent, and
//! leaves the rest of the match and the system as they were.

mod matches;
mod support;
