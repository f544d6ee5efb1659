//! Faults of the world around the program: no memory, nobody who reads or writes, a full disk, signals, a clock that
//! jumps, input faster than it can be answered, and positions at the rims of the rules.
#![cfg(target_os = "linux")]

mod failures;
mod reference;
mod support;
