//! Tests of the commands of the program that have no folder of tests of their own, and of their documentation.

mod command_line;
#[cfg(unix)]
mod commit;
mod data_files;
mod docs_match;
mod documents;
mod endless;
mod files;
mod locked;
mod models;
mod openings;
mod puzzles;
mod readme_python;
#[cfg(unix)]
mod release;
mod training;
mod wdl;
