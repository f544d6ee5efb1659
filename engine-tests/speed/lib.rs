//! The package has only a benchmark.
