//! Tests of `.ci/release` in a clone with programs that stand in for the compiler: what it refuses, and what is in an archive.

use crate::support::{is_missing, run_to_end};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The folder of the package.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The files that the script reads.
const FILES: [&str; 8] = [
    ".ci/release",
    ".ci/README-program.md",
    ".ci/README-site.md",
    ".gitignore",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
];

/// The programs of the system that the script uses.
const PROGRAMS: [&str; 9] = ["cp", "dirname", "git", "head", "mkdir", "mktemp", "python3", "rm", "sed"];

/// Stands in for cargo: writes its arguments to a file, and makes the file of a program.
const CARGO: &str = r#"echo "$@" >>"${0%/*}/log"
while [ $# -gt 0 ]; do
    case $1 in
        --target) target=$2 ;;
        --target-dir) folder=$2 ;;
    esac
    shift
done
mkdir -p "$folder/$target/release"
echo program >"$folder/$target/release/khepri"
"#;

/// A clone with the script, and a folder with the only programs that it finds.
struct Clone {
    folder: TempDir,
    programs: TempDir,
}

impl Clone {
    /// Returns `None` if a program is missing.
    fn new() -> Option<Clone> {
        if ["git", "python3", "tar"].iter().any(|program| is_missing(program, "--version")) {
            return None;
        }
        let [folder, programs] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
        let clone = Clone { folder, programs };
        let path = std::env::var("PATH").expect("a path");
        for program in PROGRAMS {
            clone.program(program, &format!("PATH='{path}' exec {program} \"$@\"\n"));
        }
        clone.program("cargo", CARGO);
        clone.program("rustc", "echo \"${0%/*}\"\n");
        clone.program("aarch64-linux-gnu-gcc", "");
        for target in ["aarch64-unknown-linux-gnu", "x86_64-pc-windows-gnu"] {
            fs::create_dir_all(clone.programs.path().join(format!("lib/rustlib/{target}/lib"))).expect("a folder");
        }
        fs::create_dir(clone.path(".ci")).expect("a folder");
        for file in FILES {
            fs::copy(Path::new(ROOT).join(file), clone.path(file)).expect(file);
        }
        clone.git(&["init", "--quiet"]);
        clone.git(&["add", "."]);
        clone.git(&["-c", "user.name=A", "-c", "user.email=a@b", "commit", "--quiet", "--no-gpg-sign", "-m", "Begin"]);
        Some(clone)
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    fn program(&self, name: &str, script: &str) {
        let path = self.programs.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}")).expect("a file");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a mode");
    }

    fn git(&self, arguments: &[&str]) {
        let (status, _, errors) = run_to_end(Command::new("git").args(arguments).current_dir(self.folder.path()));
        assert_eq!(status, Some(0), "git {arguments:?}: {errors}");
    }

    /// Runs the script for an archive, and returns the status, stdout and stderr.
    fn release(&self, words: &[&str]) -> (Option<i32>, String, String) {
        let mut command = Command::new("/bin/bash");
        command.arg(".ci/release").args(words).current_dir(self.folder.path());
        command.env("PATH", self.programs.path()).env_remove("CARGO_TARGET_DIR");
        run_to_end(&mut command)
    }

    /// Returns whether the script has started a build.
    fn has_built(&self) -> bool {
        fs::exists(self.programs.path().join("log")).expect("a folder")
    }
}

/// Returns the targets of the links of a text in Markdown.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

#[test]
fn the_folders_of_the_documentation_and_of_earlier_runs_are_no_changes() {
    let Some(clone) = Clone::new() else { return };
    let done = || (Some(0), "linux-aarch64\n".to_owned(), String::new());
    assert_eq!(clone.release(&["archives", "linux-aarch64"]), done());
    let archive = fs::read_dir(clone.path("archives")).expect("a folder").count();
    assert_eq!(archive, 2, "the archive and its checksum");
    fs::create_dir(clone.path("site")).expect("a folder");
    fs::write(clone.path("site/index.html"), "").expect("a file");
    for folder in ["archives", "other", "other"] {
        assert_eq!(clone.release(&[folder, "linux-aarch64"]), done(), "{folder}");
    }
    let [one, other] = ["archives", "other"].map(|folder| {
        let name = format!("{folder}/khepri-{}-linux-aarch64.tar.gz", env!("CARGO_PKG_VERSION"));
        fs::read(clone.path(&name)).expect("an archive")
    });
    assert!(one == other);
    // Git does not ignore a folder of another name, so a run with other archives names its files.
    let (status, _, errors) = clone.release(&["archives", "linux-aarch64"]);
    assert!(status == Some(2) && errors.contains("\n?? other/khepri-"), "{errors}");
}

#[test]
fn changes_are_named() {
    let Some(clone) = Clone::new() else { return };
    fs::write(clone.path("README.md"), "changed\n").expect("a file");
    fs::write(clone.path("new.txt"), "").expect("a file");
    let (status, output, errors) = clone.release(&["archives", "linux-aarch64"]);
    let lines: Vec<&str> = errors.lines().collect();
    let first = ".ci/release: the checkout has changes, but the programs name its commit:";
    assert_eq!((status, output.as_str(), &lines[..]), (Some(2), "", &[first, " M README.md", "?? new.txt"][..]));
    assert!(!clone.has_built() && !clone.path("archives").exists());
}

#[test]
fn everything_is_looked_for_before_the_first_build() {
    let Some(clone) = Clone::new() else { return };
    for (name, named) in [
        ("windows-x86-64", "there is no program x86_64-w64-mingw32-gcc (package gcc-mingw-w64-x86-64)"),
        ("macos-aarch64", "the target aarch64-apple-darwin is not installed: rustup target add aarch64-apple-darwin"),
        ("amiga", "there is no archive amiga"),
    ] {
        let (status, output, errors) = clone.release(&["archives", "linux-aarch64", name]);
        assert_eq!((status, output, errors), (Some(2), String::new(), format!(".ci/release: {named}\n")));
    }
    assert!(!clone.has_built() && !clone.path("archives").exists());
}

#[test]
fn the_links_of_a_readme_in_an_archive_lead_to_files_in_it() {
    let Some(clone) = Clone::new() else { return };
    let (status, _, errors) = clone.release(&["archives", "linux-aarch64"]);
    assert_eq!(status, Some(0), "{errors}");
    let name = format!("khepri-{}-linux-aarch64", env!("CARGO_PKG_VERSION"));
    let mut tar = Command::new("tar");
    tar.args(["-xzf", &format!("archives/{name}.tar.gz")]).current_dir(clone.folder.path());
    assert_eq!(run_to_end(&mut tar).0, Some(0));
    let readme = fs::read_to_string(clone.path(&format!("{name}/README.md"))).expect("a file");
    let found: Vec<&str> = links(&readme).collect();
    assert!(!found.is_empty() && found.iter().all(|link| clone.path(&format!("{name}/{link}")).exists()), "{found:?}");
    // The files of a site come from these folders.
    let site = fs::read_to_string(clone.path(".ci/README-site.md")).expect("a file");
    for link in links(&site) {
        let is_there = ["", "src/web"].iter().any(|folder| Path::new(ROOT).join(folder).join(link).exists());
        assert!(is_there, "{link}");
    }
}
