//! The number of processors, which is the default of several options.

use std::num::NonZero;
use std::thread::available_parallelism;

/// Returns the number of processors that this process may use; 1 if the system does not report it.
pub(super) fn processors() -> usize {
    available_parallelism().map_or(1, NonZero::get)
}
