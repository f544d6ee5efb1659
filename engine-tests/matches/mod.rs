//! `khepri match`, `khepri games` and `khepri sprt`: records, engines that misbehave, statistics, and the mock engine itself.

mod faults;
mod games;
mod mock_engine;
mod processes;
mod records;
mod sprt;
