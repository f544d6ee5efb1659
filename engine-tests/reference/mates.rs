//! The proof of a forced win: all legal moves of both players, and nothing left out but what a refutation makes needless.
