//! The marks by which the program recognises its own pictures and pages.

/// The mark of a picture, an element of SVG.
pub const PICTURE: &str = "<metadata>Generator: Khepri</metadata>";

/// The mark of a page, an element of HTML.
pub const PAGE: &str = "<meta name=\"generator\" content=\"Khepri\"/>";
