//! The files of the page, embedded in the program.

use include_dir::{Dir, include_dir};
use khepri_protocol::draw::board_svg::pieces::SHAPES;

static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/page");

/// The content types of the files that are served, by the extensions of their names.
const CONTENT_TYPES: [(&str, &str); 6] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("webmanifest", "application/manifest+json"),
];

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// The value of the header `Content-Type`.
    pub content_type: &'static str,
    /// The bytes of the file.
    pub content: &'static [u8],
}

/// Returns the file at a path relative to the page's folder.
pub fn get(path: &str) -> Option<Asset> {
    let (_, extension) = path.rsplit_once('.')?;
    let (_, content_type) = CONTENT_TYPES.into_iter().find(|(known, _)| *known == extension)?;
    let content = if path == "pieces.svg" { SHAPES.as_bytes() } else { PAGE.get_file(path)?.contents() };
    Some(Asset { content_type, content })
}
