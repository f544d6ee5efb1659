//! Where the mock engine is: an example of this package, which a plain `cargo test` builds beside the program.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The mock engine. A run of single tests does not build examples; then it is built here if it is missing.
pub fn mock() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(find_or_build).clone()
}

fn find_or_build() -> PathBuf {
    let program = Path::new(super::PROGRAM);
    let profile_folder = program.parent().expect("the program lies in the folder of its profile");
    let mock = profile_folder.join("examples").join("mock").with_extension(std::env::consts::EXE_EXTENSION);
    if !mock.exists() {
        build(profile_folder);
        assert!(mock.exists(), "cargo built the mock, but not where it is looked for: {}", mock.display());
    }
    mock
}

fn build(profile_folder: &Path) {
    let target = profile_folder.parent().expect("the folder of a profile lies in that of the target");
    let profile = match profile_folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") => "dev",
        Some(name) => name,
        None => panic!("a folder named as no profile is: {}", profile_folder.display()),
    };
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--example", "mock", "--profile", profile, "--target-dir"])
        .arg(target)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(status.is_ok_and(|status| status.success()), "cargo builds the mock");
}
