//! Tests of the rules: recorded data, perft counts, and random games and positions compared with a second implementation.

mod corpus;
mod differential;
mod perft_suites;
mod properties;
mod twins;
