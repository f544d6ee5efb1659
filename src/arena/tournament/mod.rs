//! A match as a whole: its plan and schedule, its files, the workers that play it, and the tables.

pub mod files;
pub mod merge;
pub mod plan;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod standings;
