//! The page: files that are embedded in the program.

use include_dir::{Dir, include_dir};

static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/serve/page");

/// The types of the files that are served, by the ends of their names.
const TYPES: [(&str, &str); 6] = [
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
    /// Its type, for the header `Content-Type`.
    pub content_type: &'static str,
    /// Its bytes.
    pub content: &'static [u8],
}

/// Returns the file with a path relative to the page's folder.
pub fn get(path: &str) -> Option<Asset> {
    let (_, end) = path.rsplit_once('.')?;
    let (_, content_type) = TYPES.into_iter().find(|(known, _)| *known == end)?;
    Some(Asset { content_type, content: PAGE.get_file(path)?.contents() })
}
