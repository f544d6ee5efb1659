//! `khepri match` as people and scripts run it: what it leaves in its files, however it is ended, and what its table says.

mod records;
mod support;
