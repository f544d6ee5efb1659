//! The program `khepri`.

fn main() {}
