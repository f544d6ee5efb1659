//! The draw after a number of plies without a capture, where a match has such a rule.

use super::Depth;
use super::worker::MAX_PLY;

/// The rule of one search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoCapture {
    /// The game is drawn when this number of plies has passed without a capture; far beyond any counter if it never is.
    limit: u64,
}

impl NoCapture {
    /// Returns the rule with this number of plies, or the lack of it.
    pub fn new(draw_plies: Option<u32>) -> NoCapture {
        NoCapture { limit: draw_plies.map_or(u64::MAX, u64::from) }
    }

    /// Whether a game in which both Pharaohs stand is drawn.
    #[inline]
    pub fn is_drawn(self, plies_since_capture: u32) -> bool {
        self.left(plies_since_capture) == 0
    }

    /// Whether a line of this depth without a capture ends in the draw.
    #[inline]
    pub fn is_in_sight(self, plies_since_capture: u32, depth: Depth) -> bool {
        self.left(plies_since_capture) <= u64::from(depth.0)
    }

    /// Returns what distinguishes positions in the table that differ in nothing but how near the draw is; zero where no search
    /// can reach it.
    #[inline]
    pub fn key(self, plies_since_capture: u32) -> u64 {
        let left = self.left(plies_since_capture);
        if left > MAX_PLY as u64 { 0 } else { (left + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) }
    }

    /// Returns the number of plies that are left.
    #[inline]
    fn left(self, plies_since_capture: u32) -> u64 {
        self.limit.saturating_sub(u64::from(plies_since_capture))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ply_that_reaches_the_limit_draws() {
        let rule = NoCapture::new(Some(50));
        assert!(!rule.is_drawn(49) && rule.is_drawn(50) && rule.is_drawn(u32::MAX));
        assert!(!rule.is_in_sight(47, Depth(2)) && rule.is_in_sight(48, Depth(2)));
    }

    #[test]
    fn without_a_rule_no_counter_draws() {
        let none = NoCapture::new(None);
        assert!(!none.is_drawn(u32::MAX) && !none.is_in_sight(u32::MAX, Depth::MAX));
        assert_eq!((none.key(0), none.key(u32::MAX)), (0, 0));
    }

    #[test]
    fn the_table_tells_positions_apart_as_soon_as_a_search_can_reach_the_draw() {
        let rule = NoCapture::new(Some(1000));
        let near: Vec<u64> = (1000 - MAX_PLY as u32..=1000).map(|plies| rule.key(plies)).collect();
        let different: std::collections::HashSet<u64> = near.iter().copied().collect();
        assert_eq!(different.len(), near.len());
        assert!(!different.contains(&0) && rule.key(999 - MAX_PLY as u32) == 0);
        assert_eq!(NoCapture::new(Some(100)).key(90), rule.key(990), "what counts is how many plies are left");
    }
}
