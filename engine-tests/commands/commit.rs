//! Tests of `src/program/build.rs` in small packages: the commit that a build names, and when it is built again.

use crate::support::{is_missing, run_to_end};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const MANIFEST: &str = "[package]\nname = \"khepri\"\nversion = \"0.1.0\"\nedition = \"2024\"\nbuild = \"src/program/build.rs\"\n\
                        [workspace]\n";

/// A package with the script of this one, and a program that prints the commit.
struct Package {
    /// Has the folder of the package, the folder `target`, and others.
    folder: TempDir,
    /// The name of the folder of the package.
    name: &'static str,
    /// A variable for the builds.
    variable: (&'static str, String),
}

impl Package {
    /// Creates a package without Git.
    fn new() -> Package {
        let package = Package {
            folder: tempfile::tempdir().expect("a folder"),
            name: "clone",
            variable: ("KHEPRI_COMMIT", String::new()),
        };
        fs::create_dir_all(package.path("src/program")).expect("a folder");
        package.write("Cargo.toml", MANIFEST);
        package.write("src/main.rs", "fn main() { println!(\"{}\", env!(\"KHEPRI_COMMIT\")); }\n");
        fs::copy(
            Path::new(env!("CARGO_MANIFEST_DIR")).join("src/program/build.rs"),
            package.path("src/program/build.rs"),
        )
        .expect("a script");
        package
    }

    /// Creates a clone with one commit.
    fn clone(settings: &[&str]) -> Package {
        let package = Package::new();
        package.git(&["init", "--quiet"]);
        settings.iter().for_each(|setting| {
            package.git(&["config", setting, "false"]);
        });
        package.write(".gitignore", "/Cargo.lock\n");
        package.git(&["add", "."]);
        package.commit();
        package
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(self.name).join(file)
    }

    fn write(&self, file: &str, content: &str) {
        fs::write(self.path(file), content).expect("a file");
    }

    fn git(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]).args(arguments);
        let (status, output, errors) = run_to_end(command.current_dir(self.path("")));
        assert_eq!(status, Some(0), "git {arguments:?}: {errors}");
        output.trim_end().to_owned()
    }

    fn commit(&self) {
        self.git(&["commit", "--quiet", "--allow-empty", "-m", "Go on"]);
    }

    /// Returns what a build of HEAD has to print.
    fn head(&self) -> String {
        self.git(&["rev-parse", "HEAD"])[..12].to_owned()
    }

    /// Builds and runs the program. Returns what it prints, and whether cargo had to build.
    fn run(&self) -> (String, bool) {
        let mut command = Command::new(env!("CARGO"));
        command.args(["run", "--offline"]).current_dir(self.path(""));
        command.env("CARGO_TARGET_DIR", self.folder.path().join("target")).env_remove("RUSTFLAGS");
        let (variable, value) = &self.variable;
        let (status, output, errors) = run_to_end(command.env_remove("KHEPRI_COMMIT").env(variable, value));
        assert_eq!(status, Some(0), "{errors}");
        (output.trim_end().to_owned(), errors.contains("Compiling"))
    }

    /// Checks that a build names this commit, and that another one then has nothing to do.
    fn assert_named(&self, commit: &str) {
        assert_eq!(self.run().0, commit);
        assert_eq!(self.run(), (commit.to_owned(), false));
    }
}

#[test]
fn a_build_in_a_clone_names_the_commit_and_changes() {
    if is_missing("git", "--version") {
        return;
    }
    let mut package = Package::clone(&[]);
    let first = package.head();
    package.assert_named(&first);
    // A file that is no part of the program.
    package.write("README.md", "text\n");
    assert_eq!(package.run(), (first.clone(), false));
    package.commit();
    let second = package.head();
    assert_ne!(first, second);
    package.assert_named(&second);
    package.git(&["reset", "--quiet", "--soft", &first]);
    package.assert_named(&first);

    let changed = format!("{first} with changes");
    let source = fs::read_to_string(package.path("src/main.rs")).expect("a file");
    package.write("src/main.rs", &format!("// A comment.\n{source}"));
    package.assert_named(&changed);
    package.git(&["checkout", "--quiet", "src"]);
    package.assert_named(&first);
    package.write("src/new.rs", "");
    package.assert_named(&changed);
    fs::remove_file(package.path("src/new.rs")).expect("a file");
    package.assert_named(&first);

    // A worktree has a commit of its own, and the clone keeps its own.
    package.git(&["worktree", "add", "--quiet", "../tree"]);
    package.name = "tree";
    package.assert_named(&first);
    package.commit();
    let third = package.head();
    package.assert_named(&third);
    package.name = "clone";
    package.assert_named(&first);

    package.variable.1 = "of a distribution".to_owned();
    package.assert_named("of a distribution");
}

#[test]
fn a_clone_whose_moves_are_not_logged_is_built_again_too() {
    if is_missing("git", "--version") {
        return;
    }
    let package = Package::clone(&["core.logAllRefUpdates"]);
    package.git(&["pack-refs", "--all"]);
    package.assert_named(&package.head());
    package.commit();
    package.assert_named(&package.head());
}

#[test]
fn a_package_names_its_commit_and_other_sources_none() {
    if is_missing("git", "--version") || is_missing("tar", "--version") {
        return;
    }
    let mut package = Package::clone(&[]);
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["package", "--offline", "--no-verify", "--quiet"]).current_dir(package.path(""));
    let target = package.folder.path().join("target");
    let (status, _, errors) = run_to_end(cargo.env("CARGO_TARGET_DIR", &target));
    assert_eq!(status, Some(0), "{errors}");
    let mut tar = Command::new("tar");
    tar.arg("-xzf").arg(target.join("package/khepri-0.1.0.crate")).current_dir(package.folder.path());
    assert_eq!(run_to_end(&mut tar).0, Some(0));
    let commit = package.head();
    package.name = "khepri-0.1.0";
    package.assert_named(&commit);
    // The folder of a repository in which others have put these sources.
    fs::remove_file(package.path(".cargo_vcs_info.json")).expect("a file");
    fs::rename(package.folder.path().join("clone/.git"), package.folder.path().join(".git")).expect("a folder");
    fs::remove_dir_all(target).expect("a folder");
    package.assert_named("unknown");

    // A clone that Git refuses to read.
    let mut clone = Package::clone(&[]);
    clone.write("git", "#!/bin/sh\nexit 1\n");
    fs::set_permissions(clone.path("git"), fs::Permissions::from_mode(0o755)).expect("a mode");
    let path = std::env::var("PATH").expect("a path");
    clone.variable = ("PATH", format!("{}:{path}", clone.path("").display()));
    clone.assert_named("unknown");
}
