//! `khepri match` and its statistics: records, engines that misbehave, and the mock engine itself.

mod faults;
mod games;
mod mock_engine;
mod processes;
mod records;
mod sprt;
