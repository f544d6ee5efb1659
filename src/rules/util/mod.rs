//! A small sort, reproducible random numbers, a hash, the byte-order mark, lines of a limited length, and input of an unknown format.

pub mod byte_order_mark;
pub mod fnv;
pub mod line;
pub mod random;
pub mod sort;
pub mod unrecognised;
