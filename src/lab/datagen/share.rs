//! A share of games or positions.

use std::fmt;
use std::str::FromStr;

/// A share from 0 to 1, in ten-thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Share(pub(super) u16);

impl Share {
    /// Nothing.
    pub const NONE: Share = Share(0);

    /// The number of ten-thousandths of the whole.
    pub const WHOLE: u16 = 10_000;

    /// Creates a share from ten-thousandths; `None` if it is more than the whole.
    pub const fn new(parts: u16) -> Option<Share> {
        if parts <= Share::WHOLE { Some(Share(parts)) } else { None }
    }

    /// Returns the number of ten-thousandths.
    pub const fn parts(self) -> u16 {
        self.0
    }
}

impl FromStr for Share {
    type Err = InvalidShare;

    fn from_str(text: &str) -> Result<Share, InvalidShare> {
        let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
        let parts = share.map(|share: f64| (share * f64::from(Share::WHOLE)).round() as u16);
        parts.and_then(Share::new).ok_or(InvalidShare)
    }
}

/// A text that is not a [`Share`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a share from 0 to 1, as in 0.35")]
pub struct InvalidShare;

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.0) / f64::from(Share::WHOLE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_printed_as_it_was_given() {
        for text in ["0", "0.35", "0.2501", "1"] {
            assert_eq!(text.parse::<Share>().map(|share| share.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("1.01".parse::<Share>(), Err(InvalidShare));
    }
}
