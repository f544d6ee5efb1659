//! Tests of the library: the rules and the search, compared with second implementations, and the stored inputs of the fuzz targets.

mod clean_room;
mod fuzz_cases;
mod rules;
mod search;
mod support;
mod twin;
