//! Whole conversations as other people's programs hold them with an engine.

mod compliance;
mod draws;
