//! Second implementations, which the tests compare with the engine.

#[path = "../clean_room/mod.rs"]
pub mod clean_room;
#[path = "../twin/mod.rs"]
pub mod twin;
