//! `khepri match` and its statistics: clocks, records, engines that misbehave, and the mock engine itself.

mod clock;
mod faults;
mod games;
mod mock_engine;
mod records;
mod sprt;
#[path = "../support/mod.rs"]
mod support;
