//! The notation of positions, moves, openings and games.

pub mod excerpt;
pub mod kfen;
pub mod kgn;
pub mod lines;
pub mod movetext;
pub mod opening;
pub mod setups;

pub use excerpt::excerpt;
pub use {opening::Opening, setups::NamedSetup};

/// Returns a file of the repository, or `None` in a package of its own.
#[cfg(test)]
fn repository_file(path: &str) -> Option<std::path::PathBuf> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join("positions/reference").is_dir().then(|| root.join(path))
}
