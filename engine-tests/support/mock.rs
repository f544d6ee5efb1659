//! The path of the mock engine. It is an example of this package, so a plain `cargo test` builds it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Returns the path of the mock engine. Builds it if it is missing: a run of a single test binary does not build examples.
pub fn mock() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(find_or_build).clone()
}

fn find_or_build() -> PathBuf {
    let program = Path::new(super::PROGRAM);
    let profile_folder = program.parent().expect("the program is in the folder of its profile");
    let mock = profile_folder.join("examples").join("mock").with_extension(std::env::consts::EXE_EXTENSION);
    if !mock.exists() {
        build(profile_folder);
        assert!(mock.exists(), "cargo did not build the mock at {}", mock.display());
    }
    mock
}

fn build(profile_folder: &Path) {
    let target = profile_folder.parent().expect("the folder of a profile is in the target folder");
    let profile = match profile_folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") => "dev",
        Some(name) => name,
        None => panic!("not the name of a profile: {}", profile_folder.display()),
    };
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--example", "mock", "--profile", profile, "--target-dir"])
        .arg(target)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(status.is_ok_and(|status| status.success()), "cargo cannot build the mock");
}
