//! Tests of the checks of files, for all commands that write files.
#![cfg(unix)]

use super::data_files::{CommandResult, FILE, Workspace};
use crate::support::PROGRAM;
use crate::twin::pyramids;
use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The kind of an output, which determines how an existing file is handled without `--force`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// An existing file is refused.
    New,
    /// As `New`, and stdout is refused, because a checkpoint is written beside the network.
    Network,
    /// An existing file is replaced if this program made it, and otherwise refused.
    Marked,
    /// Games are appended to a file of games in KGN. Other files are refused.
    Kgn,
    /// Any existing file is appended to.
    Appended,
    /// A folder for files.
    Folder,
}

use Kind::{Appended, Folder, Kgn, Marked, Network, New};

/// An output: its argument, its kind, and the beginning and the end of its content.
type Out = (&'static str, Kind, &'static str, &'static str);

/// A command with its inputs, its outputs, and required arguments, which are added if a case does not have them.
struct Command {
    line: &'static str,
    inputs: &'static [&'static str],
    outputs: &'static [Out],
    required: &'static [&'static str],
}

const SVG: (&str, &str) = ("<svg ", "</svg>\n");

const COMMANDS: [Command; 10] = [
    Command { line: "show", inputs: &[], outputs: &[("--svg", Marked, SVG.0, SVG.1)], required: &[] },
    Command {
        line: "analyse {}/game.kgn --nodes 10 --threads 1",
        inputs: &["game.kgn"],
        outputs: &[
            ("--output", New, "[Event ", "*\n\n"),
            ("--html", Marked, "<!DOCTYPE html>\n", "</body>\n</html>\n"),
        ],
        required: &[],
    },
    Command {
        line: "games {}/game.kgn",
        inputs: &["game.kgn"],
        outputs: &[("--output", New, "[Event ", "*\n\n")],
        required: &[],
    },
    Command {
        line: "data merge {}/games.khepri",
        inputs: &["games.khepri"],
        outputs: &[("--output", New, "KHEPGAME", "")],
        required: &["--output {}/required"],
    },
    Command {
        line: "data shuffle {}/games.khepri",
        inputs: &["games.khepri"],
        outputs: &[("--output", New, "KHEPGAME", "")],
        required: &["--output {}/required"],
    },
    Command {
        line: "data sample {}/games.khepri --games 2",
        inputs: &["games.khepri"],
        outputs: &[("--output", New, "KHEPGAME", "")],
        required: &[],
    },
    Command {
        line: "train {}/games.khepri --start {}/start.net --hidden 128 --epochs 1 --batch 256 --threads 1",
        inputs: &["games.khepri", "start.net"],
        outputs: &[
            ("--output", Network, "khepriN2", ""),
            ("--csv", New, "epoch,training,targets,results,scores\nembedded,", "\n"),
            ("--svg", Marked, SVG.0, SVG.1),
        ],
        required: &["--output {}/required.net"],
    },
    Command {
        line: "match --engine cmd={khepri} name=A option.Hash=1 --engine cmd={khepri} name=B option.Hash=1 --depth 1 \
               --max-plies 4 --games 1 --openings {}/openings",
        inputs: &["openings"],
        outputs: &[
            ("--json", New, "{\"tournament\":\"", "}\n"),
            ("--kgn", Kgn, "[Event ", "1/2-1/2\n\n"),
            ("--log", Appended, "20", "\n"),
            ("--log-faults", Folder, "", ""),
        ],
        required: &[],
    },
    Command {
        line: "spsa --params {}/params --engine cmd={khepri} option.Hash=1 --depth 1 --max-plies 4 --games 2 \
               --openings {}/openings",
        inputs: &["params", "openings"],
        outputs: &[
            ("--csv", New, "iteration,games,result,Move Overhead\n0,0,0,10\n", "\n"),
            ("--svg", Marked, SVG.0, SVG.1),
        ],
        required: &[],
    },
    Command {
        line: "datagen --games 1 --nodes 100 --threads 1 --variant khet2 --eyes 0 --lead 1 --lead-openings {}/openings",
        inputs: &["openings"],
        outputs: &[("--output", Folder, "", "")],
        required: &["--output {}/required"],
    },
];

impl Command {
    /// Returns the command line with some outputs and all required arguments.
    fn with(&self, outputs: &str) -> String {
        let missing = self.required.iter().filter(|required| {
            let argument = required.split(' ').next().unwrap_or_default();
            !outputs.split(' ').any(|word| word == argument)
        });
        let missing: String = missing.map(|required| format!(" {required}")).collect();
        format!("{} {outputs}{missing}", self.line.replace("{khepri}", PROGRAM))
    }
}

/// Returns a workspace with all inputs, and with a file `precious` that no command has made.
fn workspace() -> Workspace {
    let workspace = Workspace::new();
    workspace.make_shared("a", 4, 1);
    fs::rename(workspace.path(&format!("a/{FILE}")), workspace.path("games.khepri")).expect("a file");
    fs::write(workspace.path("start.net"), pyramids::counting().to_bytes()).expect("a file");
    fs::write(workspace.path("game.kgn"), "[Event \"x\"]\n\n1. h2g2 *\n").expect("a file");
    fs::write(workspace.path("openings"), "khet2 classic\n").expect("a file");
    fs::write(workspace.path("params"), "Move Overhead, int, 10, 0, 5000, 2, 0.1\n").expect("a file");
    fs::write(workspace.path("precious"), "precious").expect("a file");
    workspace
}

/// Returns the contents of all files in a folder, and the targets of all links.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_symlink() {
            all.insert(path.clone(), path.read_link().expect("a link").into_os_string().into_encoded_bytes());
        } else if path.is_dir() {
            all.extend(contents(&path));
            all.insert(path, Vec::new());
        } else {
            all.insert(path.clone(), fs::read(&path).expect("a file"));
        }
    }
    all
}

/// Checks that a command is refused with one line that names a path, and changes no file.
fn assert_refused(workspace: &Workspace, line: &str, named: &str) {
    let folder = PathBuf::from(workspace.path(""));
    let before = contents(&folder);
    workspace.assert_refused(line, &[named]);
    assert!(contents(&folder) == before, "{line}: a file was changed");
}

/// Checks that a command succeeds. Stderr is not checked, because a match prints its progress there.
fn assert_accepted(workspace: &Workspace, line: &str) -> CommandResult {
    let result = workspace.run(line);
    assert_eq!(result.status, Some(0), "{line}: {}", result.stderr);
    result
}

/// Creates a symbolic and a hard link to a file. Returns all its names, with a second path to it.
fn names(workspace: &Workspace, file: &str) -> Vec<String> {
    let (soft, hard) = (format!("soft-{file}"), format!("hard-{file}"));
    symlink(workspace.path(file), workspace.path(&soft)).expect("a link");
    fs::hard_link(workspace.path(file), workspace.path(&hard)).expect("a link");
    vec![file.to_owned(), format!("./{file}"), soft, hard]
}

/// Returns all pairs of outputs of a command.
fn pairs(command: &Command) -> impl Iterator<Item = (&'static Out, &'static Out)> {
    let outputs = command.outputs;
    (0..outputs.len()).flat_map(move |second| (0..second).map(move |first| (&outputs[first], &outputs[second])))
}

#[test]
fn two_outputs_are_never_the_same_file() {
    for command in &COMMANDS {
        for ((one, first, ..), (other, second, ..)) in pairs(command) {
            let workspace = workspace();
            symlink("new", workspace.path("dangling")).expect("a link");
            for name in ["new", "./new", "dangling"] {
                assert_refused(&workspace, &command.with(&format!("{one} {{}}/new {other} {{}}/{name}")), name);
            }
            for name in names(&workspace, "precious") {
                for force in ["", " --force"] {
                    let line = command.with(&format!("{one} {{}}/precious {other} {{}}/{name}{force}"));
                    assert_refused(&workspace, &line, "precious");
                }
            }
            if ![*first, *second].iter().any(|kind| [Network, Folder].contains(kind)) {
                assert_refused(&workspace, &command.with(&format!("{one} - {other} -")), &format!("{other}: -: "));
            }
        }
    }
}

#[test]
fn no_file_is_created_to_find_out_whether_one_can_be() {
    for command in &COMMANDS {
        for ((one, first, ..), (other, second, ..)) in pairs(command) {
            if [*first, *second].contains(&Folder) {
                continue;
            }
            let workspace = workspace();
            fs::create_dir(workspace.path("folder")).expect("a folder");
            let folder = File::open(workspace.path("folder")).expect("a folder");
            // A file that is created in the folder and removed changes this time.
            folder.set_modified(SystemTime::UNIX_EPOCH).expect("a time");
            let outputs = format!("{one} {{}}/folder/new {other} {{}}/missing/new");
            assert_refused(&workspace, &command.with(&outputs), "missing/new");
            let changed = folder.metadata().and_then(|metadata| metadata.modified()).expect("a time");
            assert_eq!(changed, SystemTime::UNIX_EPOCH, "{one} {other}");
        }
    }
}

#[test]
fn no_output_is_an_input_even_with_force() {
    for command in &COMMANDS {
        for input in command.inputs {
            let workspace = workspace();
            for name in names(&workspace, input) {
                for (output, ..) in command.outputs {
                    for force in ["", " --force"] {
                        assert_refused(&workspace, &command.with(&format!("{output} {{}}/{name}{force}")), &name);
                    }
                }
            }
        }
    }
}

#[test]
fn an_existing_file_is_replaced_only_with_force_or_if_its_kind_allows_it() {
    for command in &COMMANDS {
        for &(output, kind, start, end) in command.outputs {
            let workspace = workspace();
            let precious = command.with(&format!("{output} {{}}/precious"));
            let force = format!("{precious} --force");
            let content = || fs::read(workspace.path("precious")).expect("a file");
            let is_own = || content().starts_with(start.as_bytes()) && content().ends_with(end.as_bytes());
            // Removes the other output files, so that only this output exists.
            let accepted_alone = |line: &str| {
                for other in ["required", "required.net", "required.checkpoint", "precious.checkpoint"] {
                    let _ = fs::remove_file(workspace.path(other));
                }
                assert_accepted(&workspace, line);
            };
            if kind == Folder {
                assert_refused(&workspace, &precious, "precious");
                assert_refused(&workspace, &force, "precious");
                continue;
            }
            if kind == Appended {
                accepted_alone(&precious);
                assert!(content().starts_with(format!("precious{start}").as_bytes()), "{precious}");
            } else {
                assert_refused(&workspace, &precious, "precious");
            }
            accepted_alone(&force);
            assert!(is_own(), "{force}");
            // Now the command itself has made the file.
            let before = content();
            match kind {
                New | Network => assert_refused(&workspace, &precious, "there already"),
                Marked => {
                    accepted_alone(&precious);
                    assert!(is_own(), "{precious}");
                }
                Kgn | Appended => {
                    accepted_alone(&precious);
                    assert!(content().starts_with(&before) && content().len() > before.len(), "{precious}");
                }
                Folder => {}
            }
            fs::create_dir(workspace.path("folder")).expect("a folder");
            let _ = fs::remove_file(workspace.path("required.net"));
            let _ = fs::remove_file(workspace.path("required.checkpoint"));
            assert_refused(&workspace, &command.with(&format!("{output} {{}}/folder --force")), "folder");
            assert_refused(&workspace, &command.with(&format!("{output} {{}}/missing/x")), "missing/x");
        }
    }
}

#[test]
fn a_minus_is_stdout_and_nothing_else_is_printed_there() {
    for command in &COMMANDS {
        for &(output, kind, start, end) in command.outputs {
            let workspace = workspace();
            let line = command.with(&format!("{output} -"));
            if [Network, Folder].contains(&kind) {
                assert_refused(&workspace, &line, "-: expected a ");
                continue;
            }
            let folder = PathBuf::from(workspace.path(""));
            let before = contents(&folder);
            let run = workspace.output(&line);
            assert_eq!(run.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&run.stderr));
            let bytes = run.stdout;
            assert!(bytes.starts_with(start.as_bytes()) && bytes.ends_with(end.as_bytes()), "{line}: {bytes:?}");
            let once = |part: &str| String::from_utf8_lossy(&bytes).matches(part).count() == 1;
            assert!(kind == Appended || once(start), "{line}: {bytes:?}");
            let is_new = |path: &&PathBuf| !before.contains_key(*path) && !path.to_string_lossy().contains("required");
            assert_eq!(contents(&folder).keys().find(is_new), None, "{line}: no file is made");
            if start == "KHEPGAME" {
                assert_accepted(&workspace, &command.with(&format!("{output} {{}}/new")));
                assert!(fs::read(workspace.path("new")).expect("a file") == bytes, "{line}");
            }
        }
    }
}

#[test]
fn devices_and_pipes_are_shared() {
    for command in &COMMANDS {
        // Stderr of the command is a pipe.
        for shared in ["/dev/null", "/dev/stderr"] {
            let workspace = workspace();
            let files = command.outputs.iter().filter(|(_, kind, ..)| *kind != Folder);
            let outputs: Vec<String> = files.map(|(output, ..)| format!("{output} {shared}")).collect();
            assert_accepted(&workspace, &command.with(&outputs.join(" ")));
            for (output, kind, ..) in command.outputs {
                if *kind == Folder {
                    assert_refused(&workspace, &command.with(&format!("{output} {shared}")), shared);
                }
            }
        }
    }
    assert!(!Path::new("/dev/null.checkpoint").exists());
}

#[test]
fn train_replaces_only_files_of_the_resumed_training() {
    let workspace = workspace();
    let train = COMMANDS.iter().find(|command| command.line.starts_with("train")).expect("a command").line;
    fs::write(workspace.path("bar.checkpoint"), "precious").expect("a file");
    assert_refused(&workspace, &format!("{train} --output {{}}/foo.checkpoint"), "foo.checkpoint");
    assert_refused(&workspace, &format!("{train} --output {{}}/bar.net"), "bar.checkpoint");
    assert_refused(&workspace, &format!("{train} --output {{}}/q.net --svg {{}}/q.checkpoint"), "q.checkpoint");
    let all = "--output {}/q.net --csv {}/q.csv --svg {}/q.svg";
    assert_accepted(&workspace, &format!("{train} {all}"));
    for output in ["notes.txt", "q.txt"] {
        fs::write(workspace.path(output), "precious").expect("a file");
        assert_refused(&workspace, &format!("{train} --resume {{}}/q.checkpoint --output {{}}/{output}"), output);
    }
    assert_refused(
        &workspace,
        &format!("{train} --resume {{}}/q.checkpoint --output {{}}/q.net --csv {{}}/notes.txt"),
        "notes.txt",
    );
    // The resumed checkpoint is an input, unless it is also the checkpoint of the output.
    for force in ["", " --force"] {
        let line = format!("{train} --resume {{}}/q.checkpoint --output {{}}/r.net --csv {{}}/q.checkpoint{force}");
        assert_refused(&workspace, &line, "q.checkpoint");
    }
    let checkpoint = fs::read(workspace.path("q.checkpoint")).expect("a file");
    assert_accepted(&workspace, &format!("{train} --resume {{}}/q.checkpoint {all}"));
    assert_accepted(&workspace, &format!("{train} --resume {{}}/q.checkpoint --output {{}}/r.net"));
    assert!(fs::read(workspace.path("q.checkpoint")).expect("a file") == checkpoint);
    assert_eq!(fs::read(workspace.path("q.net")).expect("a file"), fs::read(workspace.path("r.net")).expect("a file"));
}

#[test]
fn an_unwritable_folder_is_found_before_the_games_are_read() {
    let workspace = workspace();
    fs::write(workspace.path("file"), "").expect("a file");
    // Reading the pipe would block, because it has no writer.
    let made = std::process::Command::new("mkfifo").arg(workspace.path("pipe")).status().expect("mkfifo");
    assert!(made.success());
    for (output, path) in [
        ("", "--output {}/file/a.net"),
        ("--output {}/a.net", "--csv {}/missing/a.csv"),
        ("--output {}/a.net", "--svg {}/missing/a.svg"),
    ] {
        workspace
            .assert_refused(&format!("train {{}}/pipe {output} {path}"), &[path.rsplit("{}/").next().expect("a path")]);
        assert!(!fs::exists(workspace.path("a.net")).expect("a folder"));
    }
}

#[test]
fn a_match_appends_to_games_and_changes_no_file_if_one_is_refused() {
    let workspace = workspace();
    let command = COMMANDS.iter().find(|command| command.line.starts_with("match")).expect("a command");
    for (name, text) in [
        ("chess.pgn", "[Event \"C\"]\r\n[White \"a\"]\r\n\r\n1. e4 e5 1-0\r\n".to_owned()),
        ("settings.json", "{\n \"a\": 1\n}\n".to_owned()),
        ("disk", "\0".repeat(70_000)),
    ] {
        fs::write(workspace.path(name), text).expect("a file");
        assert_refused(&workspace, &command.with(&format!("--kgn {{}}/{name}")), name);
    }
    assert_refused(&workspace, &command.with("--kgn {}/folder-to-be/"), "folder-to-be/");
    assert_refused(&workspace, &command.with("--log-faults {}/logs --json {}/logs/x --kgn {}/./logs/x"), "logs/x");
    fs::write(workspace.path("engine"), "#!/bin/sh\n").expect("a program");
    fs::set_permissions(workspace.path("engine"), Permissions::from_mode(0o755)).expect("a mode");
    let own = command.line.replacen("{khepri}", "{}/engine", 1).replace("{khepri}", PROGRAM);
    assert_refused(&workspace, &format!("{own} --log {{}}/engine --force"), "engine");
    for (more, named) in [
        ("--each option.EvalFile={}/precious --log {}/precious", "precious"),
        ("--each stderr={}/new --json {}/./new", "new"),
        ("--each stderr={}/new --kgn {}/./new", "new"),
        ("--each stderr={}/openings", "openings"),
        ("--openings {}/openings --resume {}/openings", "openings"),
    ] {
        assert_refused(&workspace, &command.with(more), named);
    }
    for (name, text) in [
        ("empty.kgn", String::new()),
        ("cut.kgn", "[Event \"Khepri ma".to_owned()),
        ("zeros.kgn", format!("[Event \"Khepri ma{}", "\0".repeat(100))),
    ] {
        fs::write(workspace.path(name), &text).expect("a file");
        assert_accepted(&workspace, &command.with(&format!("--kgn {{}}/{name}")));
        let written = fs::read_to_string(workspace.path(name)).expect("text");
        assert!(written.starts_with(&text) && written.ends_with("1/2-1/2\n\n"), "{name}: {written}");
    }
    let others = "--log {}/log --log-faults {}/faults --kgn {}/new.kgn --force";
    assert_refused(&workspace, &command.with(&format!("--resume {{}}/precious {others}")), "precious");
    let resumed = command.with("--resume {}/games.json");
    assert_accepted(&workspace, &resumed);
    for name in names(&workspace, "games.json") {
        for argument in ["--kgn", "--log", "--log-faults", "--each stderr="] {
            let separator = if argument.ends_with('=') { "" } else { " " };
            assert_refused(&workspace, &format!("{resumed} {argument}{separator}{{}}/{name}"), "games.json");
        }
    }
    assert_accepted(&workspace, &format!("{resumed} --json {{}}/./games.json"));
    let other_depth = command.with(&format!("--resume {{}}/games.json {others}")).replace("--depth 1", "--depth 2");
    assert_refused(&workspace, &other_depth, "games.json");
}

#[test]
fn a_folder_of_games_is_replaced_with_force() {
    let workspace = Workspace::new();
    let datagen = "datagen --output {}/a --nodes 100 --threads 1 --games";
    workspace.run_ok(&format!("{datagen} 2"));
    let two = workspace.bytes("a");
    workspace.run_ok(&format!("{datagen} 3"));
    workspace.run_ok(&format!("{datagen} 2 --force"));
    assert!(workspace.bytes("a") == two);
    fs::write(workspace.path(&format!("a/{FILE}")), "precious").expect("a file");
    assert_refused(&workspace, &format!("{datagen} 2"), FILE);
}
