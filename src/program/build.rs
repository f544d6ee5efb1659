//! Names the commit that `khepri version` prints: that of the clone, or the one from which cargo made the package. The variable
//! `KHEPRI_COMMIT` replaces it. Without either, the commit is unknown.

use std::process::Command;
use std::{env, fs};

/// The files and folders that make the program. Changes of others do not make it differ from its commit.
const SOURCES: [&str; 5] = [".cargo", "Cargo.lock", "Cargo.toml", "positions", "src"];

/// The number of digits of a commit.
const DIGITS: usize = 12;

fn main() {
    println!("cargo:rerun-if-changed=src/program/build.rs");
    println!("cargo:rerun-if-env-changed=KHEPRI_COMMIT");
    let is_given = env::var_os("KHEPRI_COMMIT").is_some_and(|commit| !commit.is_empty());
    if is_given {
        return;
    }
    let commit = if is_there(".git") { of_clone() } else { of_package() };
    println!("cargo:rustc-env=KHEPRI_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
}

/// Returns the commit of a clone or of its worktree.
fn of_clone() -> Option<String> {
    // Each move of HEAD adds a line to its log. Without a log, any reference may be the one that has moved.
    let log = git_path("logs/HEAD").filter(|path| is_there(path));
    let moved = match log {
        Some(log) => vec![Some(log)],
        None => ["refs", "packed-refs", "reftable"].map(git_path).to_vec(),
    };
    let sources = SOURCES.map(|path| Some(path.to_owned()));
    // Cargo always runs a script again whose file is missing.
    for path in moved.into_iter().chain([git_path("HEAD")]).chain(sources).flatten().filter(|path| is_there(path)) {
        println!("cargo:rerun-if-changed={path}");
    }
    let commit = git(&["rev-parse", "HEAD"])?;
    let changes =
        git(&[&["--no-optional-locks", "status", "--porcelain", "--untracked-files=normal", "--"], &SOURCES[..]]
            .concat())?;
    named(&commit, !changes.is_empty())
}

/// Returns the commit that cargo has noted in a package.
fn of_package() -> Option<String> {
    let noted = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, commit) = noted.split_once("\"sha1\"")?;
    named(commit.trim_start_matches([':', ' ', '"']), noted.contains("\"dirty\": true"))
}

fn named(commit: &str, has_changes: bool) -> Option<String> {
    let commit = commit.get(..DIGITS)?;
    Some(if has_changes { format!("{commit} with changes") } else { commit.to_owned() })
}

/// Returns the path of a file of the repository, which a worktree shares or has for itself.
fn git_path(name: &str) -> Option<String> {
    git(&["rev-parse", "--git-path", name])
}

/// Returns what Git prints, or `None` if it fails.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim_end().to_owned())
}

fn is_there(path: &str) -> bool {
    fs::exists(path).unwrap_or(false)
}
