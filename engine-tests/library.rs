//! Tests of the library: the rules and the search, compared with second implementations, and the stored inputs of the fuzz targets.

#[path = "fuzz/checks/mod.rs"]
mod checks;
mod fuzz_cases;
mod rules;
mod search;
mod support;

use checks::{clean_room, twin};
