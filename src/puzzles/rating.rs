//! The rating of a puzzle: a number on the scale of the levels, from the work that the search needs to find the solution.
//!
//! The rating is provisional. It grows by the same amount whenever the number of nodes doubles.

/// The smallest rating. It stands for at most [`FEWEST_NODES`] nodes.
pub const LOWEST: u32 = 600;

/// The largest rating.
pub const HIGHEST: u32 = 2800;

/// The number of nodes of the smallest rating, about those of a search of depth 1 with two lines.
pub const FEWEST_NODES: u64 = 250;

/// The growth of the rating if the number of nodes doubles.
const PER_DOUBLING: f64 = 180.0;

/// Returns the rating of a puzzle. `nodes` is the number after which the search has found the solution and keeps it.
pub fn rating(nodes: u64) -> u32 {
    let doublings = libm::log2(nodes.max(FEWEST_NODES) as f64 / FEWEST_NODES as f64);
    (LOWEST + (PER_DOUBLING * doublings).round() as u32).min(HIGHEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_grows_with_each_doubling_within_its_bounds() {
        assert_eq!([0, 1, 250].map(rating), [600, 600, 600]);
        // 2^5 times and 2^12 times the fewest nodes.
        assert_eq!([500, 8_000, 1_024_000].map(rating), [780, 1500, 2760]);
        assert_eq!([10_000_000, u64::MAX].map(rating), [2800, 2800]);
    }
}
