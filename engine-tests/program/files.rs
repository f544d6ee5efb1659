//! The rule for the files of all commands that write some, as a table of commands and cases.
#![cfg(unix)]

use super::data_files::{FILE, Place, Said};
use crate::support::PROGRAM;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// What an existing file means to an output without `--force`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Any file is refused.
    New,
    /// As `New`, and it cannot be stdout, because another file is written beside it.
    Network,
    /// Only a file that this program made is accepted, and replaced.
    Marked,
    /// Only games in KGN are accepted, and appended to.
    Kgn,
    /// Any file is appended to.
    Appended,
    /// A folder for files.
    Folder,
}

use Kind::{Appended, Folder, Kgn, Marked, Network, New};

/// An output: its argument, its kind, and how its content begins and ends.
type Out = (&'static str, Kind, &'static str, &'static str);

/// A command with its inputs, its outputs, and the arguments that it has to have if they are not among the outputs of a case.
struct Command {
    line: &'static str,
    inputs: &'static [&'static str],
    outputs: &'static [Out],
    required: &'static [&'static str],
}

const SVG: (&str, &str) = ("<svg ", "</svg>\n");

const COMMANDS: [Command; 9] = [
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
        line: "train {}/games.khepri --hidden 128 --epochs 1 --batch 256 --threads 1",
        inputs: &["games.khepri"],
        outputs: &[
            ("--output", Network, "khepriN1", ""),
            ("--csv", New, "epoch,training,targets,results,scores\nembedded,", "\n"),
            ("--svg", Marked, SVG.0, SVG.1),
        ],
        required: &["--output {}/required.net"],
    },
    Command {
        line: "match --engine cmd={khepri} name=A --engine cmd={khepri} name=B --depth 1 --max-plies 4 --games 1 \
               --openings {}/openings",
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
        line: "datagen --games 1 --nodes 100 --threads 1",
        inputs: &[],
        outputs: &[("--output", Folder, "", "")],
        required: &["--output {}/required"],
    },
];

impl Command {
    /// Returns the line with some outputs and all that is required.
    fn with(&self, outputs: &str) -> String {
        let missing = self.required.iter().filter(|required| {
            let argument = required.split(' ').next().unwrap_or_default();
            !outputs.split(' ').any(|word| word == argument)
        });
        let missing: String = missing.map(|required| format!(" {required}")).collect();
        format!("{} {outputs}{missing}", self.line.replace("{khepri}", PROGRAM))
    }
}

/// The games of the inputs, made once.
fn games() -> Vec<u8> {
    let place = Place::new();
    place.make("a", 20, "--nodes 100 --threads 1");
    place.bytes("a")
}

/// Returns a folder with all inputs, and `precious`, which no command has made.
fn place(games: &[u8]) -> Place {
    let place = Place::new();
    fs::write(place.path("games.khepri"), games).expect("a file");
    fs::write(place.path("game.kgn"), "[Event \"x\"]\n\n1. h2g2 *\n").expect("a file");
    fs::write(place.path("openings"), "khet2 classic\n").expect("a file");
    fs::write(place.path("precious"), "precious").expect("a file");
    place
}

/// Returns all files of a folder with their contents, and links with their targets.
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

/// Checks that a line is refused in one line that names a path, that nothing is printed, and that no file is changed.
fn refused(place: &Place, line: &str, named: &str) {
    let folder = PathBuf::from(place.path(""));
    let before = contents(&folder);
    place.refused(line, &[named]);
    assert!(contents(&folder) == before, "{line}: a file was changed");
}

/// Checks that a command does well. A review and a training print nothing else on stderr; a match prints its progress.
fn accepted(place: &Place, line: &str) -> Said {
    let said = place.say(line);
    assert_eq!(said.status, Some(0), "{line}: {}", said.errors);
    said
}

/// Makes other names of a file: a link, a hard link, and a detour. Returns them with its own.
fn names(place: &Place, file: &str) -> Vec<String> {
    let (soft, hard) = (format!("soft-{file}"), format!("hard-{file}"));
    symlink(place.path(file), place.path(&soft)).expect("a link");
    fs::hard_link(place.path(file), place.path(&hard)).expect("a link");
    vec![file.to_owned(), format!("./{file}"), soft, hard]
}

/// All pairs of outputs of a command.
fn pairs(command: &Command) -> impl Iterator<Item = (&'static Out, &'static Out)> {
    let outputs = command.outputs;
    (0..outputs.len()).flat_map(move |second| (0..second).map(move |first| (&outputs[first], &outputs[second])))
}

#[test]
fn two_outputs_are_never_the_same_file() {
    let games = games();
    for command in &COMMANDS {
        for ((one, first, ..), (other, second, ..)) in pairs(command) {
            let place = place(&games);
            symlink("new", place.path("dangling")).expect("a link");
            for name in ["new", "./new", "dangling"] {
                refused(&place, &command.with(&format!("{one} {{}}/new {other} {{}}/{name}")), name);
            }
            for name in names(&place, "precious") {
                for force in ["", " --force"] {
                    let line = command.with(&format!("{one} {{}}/precious {other} {{}}/{name}{force}"));
                    refused(&place, &line, "precious");
                }
            }
            if ![*first, *second].iter().any(|kind| [Network, Folder].contains(kind)) {
                refused(&place, &command.with(&format!("{one} - {other} -")), &format!("{other}: -: "));
            }
        }
    }
}

#[test]
fn no_output_is_an_input_even_with_force() {
    let games = games();
    for command in &COMMANDS {
        for input in command.inputs {
            let place = place(&games);
            for name in names(&place, input) {
                for (output, ..) in command.outputs {
                    for force in ["", " --force"] {
                        refused(&place, &command.with(&format!("{output} {{}}/{name}{force}")), &name);
                    }
                }
            }
        }
    }
}

#[test]
fn an_existing_file_is_replaced_by_force_or_where_that_is_documented() {
    let games = games();
    for command in &COMMANDS {
        for &(output, kind, start, end) in command.outputs {
            let place = place(&games);
            let precious = command.with(&format!("{output} {{}}/precious"));
            let force = format!("{precious} --force");
            let content = || fs::read(place.path("precious")).expect("a file");
            let is_own = || content().starts_with(start.as_bytes()) && content().ends_with(end.as_bytes());
            // The files that stand beside the one of this case are new each time.
            let accepted_alone = |line: &str| {
                for other in ["required", "required.net", "required.checkpoint", "precious.checkpoint"] {
                    let _ = fs::remove_file(place.path(other));
                }
                accepted(&place, line);
            };
            if kind == Folder {
                refused(&place, &precious, "precious");
                refused(&place, &force, "precious");
                continue;
            }
            if kind == Appended {
                accepted_alone(&precious);
                assert!(content().starts_with(format!("precious{start}").as_bytes()), "{precious}");
            } else {
                refused(&place, &precious, "precious");
            }
            accepted_alone(&force);
            assert!(is_own(), "{force}");
            // What the command has made itself.
            let before = content();
            match kind {
                New | Network => refused(&place, &precious, "there already"),
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
            fs::create_dir(place.path("folder")).expect("a folder");
            let _ = fs::remove_file(place.path("required.net"));
            let _ = fs::remove_file(place.path("required.checkpoint"));
            refused(&place, &command.with(&format!("{output} {{}}/folder --force")), "folder");
            refused(&place, &command.with(&format!("{output} {{}}/missing/x")), "missing/x");
        }
    }
}

#[test]
fn a_minus_is_stdout_and_nothing_else_is_printed_there() {
    let games = games();
    for command in &COMMANDS {
        for &(output, kind, start, end) in command.outputs {
            let place = place(&games);
            let line = command.with(&format!("{output} -"));
            if [Network, Folder].contains(&kind) {
                refused(&place, &line, "-: expected a ");
                continue;
            }
            let folder = PathBuf::from(place.path(""));
            let before = contents(&folder);
            let bytes = place.bytes_on_stdout(&line);
            assert!(bytes.starts_with(start.as_bytes()) && bytes.ends_with(end.as_bytes()), "{line}: {bytes:?}");
            let once = |part: &str| String::from_utf8_lossy(&bytes).matches(part).count() == 1;
            assert!(kind == Appended || once(start), "{line}: {bytes:?}");
            let is_new = |path: &&PathBuf| !before.contains_key(*path) && !path.to_string_lossy().contains("required");
            assert_eq!(contents(&folder).keys().find(is_new), None, "{line}: no file is made");
            if start == "KHEPGAME" {
                accepted(&place, &command.with(&format!("{output} {{}}/new")));
                assert!(fs::read(place.path("new")).expect("a file") == bytes, "{line}");
            }
        }
    }
}

#[test]
fn devices_and_pipes_are_shared() {
    let games = games();
    for command in &COMMANDS {
        // A pipe of the test reads stderr.
        for shared in ["/dev/null", "/dev/stderr"] {
            let place = place(&games);
            let files = command.outputs.iter().filter(|(_, kind, ..)| *kind != Folder);
            let outputs: Vec<String> = files.map(|(output, ..)| format!("{output} {shared}")).collect();
            accepted(&place, &command.with(&outputs.join(" ")));
            for (output, kind, ..) in command.outputs {
                if *kind == Folder {
                    refused(&place, &command.with(&format!("{output} {shared}")), shared);
                }
            }
        }
    }
    assert!(!Path::new("/dev/null.checkpoint").exists());
}

#[test]
fn a_training_replaces_only_its_own_files() {
    let games = games();
    let place = place(&games);
    let train = COMMANDS.iter().find(|command| command.line.starts_with("train")).expect("a command").line;
    fs::write(place.path("bar.checkpoint"), "precious").expect("a file");
    refused(&place, &format!("{train} --output {{}}/foo.checkpoint"), "foo.checkpoint");
    refused(&place, &format!("{train} --output {{}}/bar.net"), "bar.checkpoint");
    refused(&place, &format!("{train} --output {{}}/q.net --svg {{}}/q.checkpoint"), "q.checkpoint");
    let all = "--output {}/q.net --csv {}/q.csv --svg {}/q.svg";
    accepted(&place, &format!("{train} {all}"));
    for output in ["notes.txt", "q.txt"] {
        fs::write(place.path(output), "precious").expect("a file");
        refused(&place, &format!("{train} --resume {{}}/q.checkpoint --output {{}}/{output}"), output);
    }
    refused(
        &place,
        &format!("{train} --resume {{}}/q.checkpoint --output {{}}/q.net --csv {{}}/notes.txt"),
        "notes.txt",
    );
    // Another training does not write over the checkpoint that it continues.
    for force in ["", " --force"] {
        let line = format!("{train} --resume {{}}/q.checkpoint --output {{}}/r.net --csv {{}}/q.checkpoint{force}");
        refused(&place, &line, "q.checkpoint");
    }
    let checkpoint = fs::read(place.path("q.checkpoint")).expect("a file");
    accepted(&place, &format!("{train} --resume {{}}/q.checkpoint {all}"));
    accepted(&place, &format!("{train} --resume {{}}/q.checkpoint --output {{}}/r.net"));
    assert!(fs::read(place.path("q.checkpoint")).expect("a file") == checkpoint);
    assert_eq!(fs::read(place.path("q.net")).expect("a file"), fs::read(place.path("r.net")).expect("a file"));
}

#[test]
fn an_unwritable_folder_is_found_before_the_games_are_read() {
    let place = place(b"");
    fs::write(place.path("file"), "").expect("a file");
    for (argument, path) in [("--output", "file/a.net"), ("--csv", "missing/a.csv"), ("--svg", "missing/a.svg")] {
        let output = if argument == "--output" { "" } else { "--output {}/a.net" };
        // The pipe has no writer, so reading would not end.
        let pipe = place.path("pipe");
        let _ = fs::remove_file(&pipe);
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        refused_without_contents(&place, &format!("train {{}}/pipe {output} {argument} {{}}/{path}"), path);
    }
}

/// As [`refused`], in a folder with a pipe, which cannot be read.
fn refused_without_contents(place: &Place, line: &str, named: &str) {
    let names = || fs::read_dir(place.path("")).expect("a folder").count();
    let before = names();
    place.refused(line, &[named]);
    assert_eq!(names(), before, "{line}");
}

#[test]
fn a_match_appends_to_games_and_leaves_everything_if_its_records_are_refused() {
    let games = games();
    let place = place(&games);
    let command = COMMANDS.iter().find(|command| command.line.starts_with("match")).expect("a command");
    for file in ["games.khepri", "openings"] {
        let copy = format!("copy-of-{file}");
        fs::copy(place.path(file), place.path(&copy)).expect("a file");
        refused(&place, &command.with(&format!("--kgn {{}}/{copy}")), &copy);
    }
    for (name, text) in [
        ("chess.pgn", "[Event \"C\"]\r\n[White \"a\"]\r\n\r\n1. e4 e5 1-0\r\n".to_owned()),
        ("settings.json", "{\n \"a\": 1\n}\n".to_owned()),
        ("settings.ini", "; a = 1\n".to_owned()),
        ("disk", "\0".repeat(70_000)),
    ] {
        fs::write(place.path(name), text).expect("a file");
        refused(&place, &command.with(&format!("--kgn {{}}/{name}")), name);
    }
    refused(&place, &command.with("--kgn {}/folder-to-be/"), "folder-to-be/");
    refused(&place, &command.with("--log-faults {}/logs --json {}/logs/x --kgn {}/./logs/x"), "logs/x");
    fs::copy(PROGRAM, place.path("engine")).expect("a program");
    let own = command.line.replacen("{khepri}", "{}/engine", 1).replace("{khepri}", PROGRAM);
    refused(&place, &format!("{own} --log {{}}/engine --force"), "engine");
    refused(&place, &command.with("--each option.EvalFile={}/precious --log {}/precious"), "precious");
    for (name, text) in [
        ("empty.kgn", String::new()),
        ("faulty.kgn", "[Event \"x\"]\n[Silver \"a\"]\n\n1. h2h9 *\n".to_owned()),
        ("cut.kgn", "[Event \"Khepri ma".to_owned()),
        ("zeros.kgn", format!("[Event \"Khepri ma{}", "\0".repeat(100))),
    ] {
        fs::write(place.path(name), &text).expect("a file");
        accepted(&place, &command.with(&format!("--kgn {{}}/{name}")));
        let written = fs::read_to_string(place.path(name)).expect("text");
        assert!(written.starts_with(&text) && written.ends_with("1/2-1/2\n\n"), "{name}: {written}");
    }
    let others = "--log {}/log --log-faults {}/faults --kgn {}/new.kgn --force";
    refused(&place, &command.with(&format!("--resume {{}}/precious {others}")), "precious");
    accepted(&place, &command.with("--resume {}/games.json"));
    let refused_line = command.with(&format!("--resume {{}}/games.json {others}")).replace("--depth 1", "--depth 2");
    refused(&place, &refused_line, "games.json");
}

#[test]
fn a_folder_of_games_is_continued_or_replaced_by_force() {
    let place = Place::new();
    let datagen = "datagen --output {}/a --nodes 100 --threads 1 --games";
    place.well(&format!("{datagen} 2"));
    let two = place.bytes("a");
    place.well(&format!("{datagen} 3"));
    assert!(place.bytes("a").starts_with(&two));
    refused(&place, &format!("{datagen} 3 --seed 2"), FILE);
    place.well(&format!("{datagen} 2 --force"));
    assert!(place.bytes("a") == two);
    fs::write(place.path(&format!("a/{FILE}")), "precious").expect("a file");
    refused(&place, &format!("{datagen} 2"), FILE);
}
