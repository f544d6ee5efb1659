//! `khepri games` as a person or a script uses it: its output for valid and faulty files, and what it selects and writes.

use crate::support::{PROGRAM, run};
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A game that Silver wins by its only shot.
const WON: &str = r#"[Event "A match"]
[Site "?"]
[Date "2024.05.06"]
[Round "1"]
[Silver "Anna"]
[Red "Bert"]
[Result "1-0"]
[RuleSet "khet1"]
[SetUp "-"]
[KFEN "4K5///4k5/8P31/// s khet1 3 7"]
[TimeControl "10+0.1"]
[Termination "Pharaoh hit"]
[PlyCount "1"]

7. i4j5 {+M1/3 0.103s} 1-0

"#;

/// A game that Red, who moves first, wins on time.
const ON_TIME: &str = r#"[Event "A match"]
[Site "?"]
[Date "2024.05.06"]
[Round "2"]
[Silver "Bert"]
[Red "Anna"]
[Result "0-1"]
[RuleSet "deflexion"]
[SetUp "classic"]
[KFEN "4okop22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4OKO4 r deflexion 0 1"]
[TimeControl "10+0.1"]
[Termination "time"]
[PlyCount "2"]

1. c7d7 {book} h2g2 0-1

"#;

/// A game that is broken off for an unknown reason.
const SHORT: &str = "[Event \"x\"]\n[Silver \"Cleo\"]\n[Red \"Anna\"]\n\nh2g2 c7d7 f4-\n*\n";

fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).expect("a file");
    path
}

fn games(files: &[&Path], more: &[&str]) -> Output {
    let files = files.iter().map(|file| file.as_os_str());
    run(&[OsStr::new("games")].into_iter().chain(files).chain(more.iter().map(OsStr::new)).collect::<Vec<_>>())
}

fn lines(output: &Output, status: i32) -> Vec<String> {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*errors), (Some(status), ""));
    String::from_utf8(output.stdout.clone()).expect("text").lines().map(str::to_owned).collect()
}

fn assert_mistake(output: &Output, named: &str) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), errors.lines().count()), (Some(2), 1), "{errors}");
    assert!(errors.contains(named), "`{named}` is not named: {errors}");
}

#[test]
fn games_of_valid_files_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let one = write(folder.path(), "one.kgn", format!("{WON}{ON_TIME}"));
    let two = write(folder.path(), "two.kgn", SHORT);
    let counts = [
        "games: 3",
        "faults: 0",
        "selected: 3",
        "results: Silver 1, Red 1, drawn 0, unfinished 1",
        "terminations: not given 1, `Pharaoh hit` 1, `time` 1",
        "rule sets: khet2 1, khet1 1, deflexion 1",
        "plies: mean 2.0, least 1, most 3",
        // Anna, who moved first, won. In the other game Red's first move is of the opening, so Bert moved first, and lost.
        "first player: 50.0 % of 2 games that ended",
    ];
    assert_eq!(lines(&games(&[&one, &two], &[]), 0), counts);
    let empty = write(folder.path(), "empty.kgn", "");
    assert_eq!(lines(&games(&[&empty], &[]), 0), ["games: 0", "faults: 0", "selected: 0"]);
}

#[test]
fn each_fault_is_reported_in_a_line_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = [
        ("7. i4j5", "7. i4j9", "15:7", ", move 7. `i4j9`: expected a rank 1 to 8, found `9`"),
        ("s} 1-0", "s} 0-1", "15:24", ": expected the result `1-0` of the last move, found `0-1`"),
        ("SetUp \"-\"", "SetUp \"classic\"", "9:9", ": SetUp: the KFEN is not that of khet1 classic"),
    ];
    let text: String = bad.iter().map(|(old, new, ..)| WON.replacen(old, new, 1) + ON_TIME).collect();
    let file = write(folder.path(), "bad.kgn", text);
    let found = lines(&games(&[&file], &[]), 1);
    let height = WON.lines().count() + ON_TIME.lines().count();
    for (index, (_, _, place, what)) in bad.iter().enumerate() {
        let (line, column) = place.split_once(':').expect("a place");
        let line = line.parse::<usize>().expect("a number") + index * height;
        assert_eq!(found[index], format!("{}:{line}:{column}: game {}{what}", file.display(), 2 * index + 1));
    }
    assert_eq!(found[bad.len()..bad.len() + 3], ["games: 6", "faults: 3", "selected: 3"]);
}

#[test]
fn options_select_the_games_that_are_counted_and_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = write(folder.path(), "all.kgn", format!("{WON}{SHORT}{ON_TIME}").replace('\n', "\r\n"));
    let copy = folder.path().join("copy.kgn");
    for (options, expected) in [
        (&[][..], 3),
        (&["--player", "Anna"], 3),
        (&["--player", "Bert"], 2),
        (&["--player", "anna"], 0),
        (&["--silver", "Anna"], 1),
        (&["--red", "Anna"], 2),
        (&["--silver", "Anna", "--red", "Anna"], 0),
        (&["--result", "1-0"], 1),
        (&["--result", "*"], 1),
        (&["--result", "1/2-1/2"], 0),
        (&["--termination", "time"], 1),
        (&["--variant", "khet1"], 1),
        (&["--rule-set", "khet2"], 1),
        (&["--setup", "classic"], 2),
        (&["--set-up", "isis"], 0),
        (&["--min-plies", "2"], 2),
        (&["--max-plies", "2"], 2),
        (&["--min-plies", "2", "--max-plies", "2"], 1),
    ] {
        let counted = lines(&games(&[&file], options), 0);
        assert_eq!(counted[..3], ["games: 3", "faults: 0", &format!("selected: {expected}")], "{options:?}");
    }
    let to_copy = ["--player", "Bert", "--write", &copy.to_string_lossy()];
    let counted = lines(&games(&[&file], &to_copy), 0);
    assert_eq!(counted[..4], ["games: 3", "faults: 0", "selected: 2", "left out: 1"]);
    assert_eq!(fs::read_to_string(&copy).expect("the copy"), format!("{WON}{ON_TIME}"));
}

#[test]
fn a_comment_that_is_never_closed_leaves_out_one_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = format!("{}{}", WON.replace("s}", "s"), format!("{ON_TIME}{WON}{SHORT}").repeat(33));
    let file = write(folder.path(), "broken.kgn", &broken);
    // A brace later in the file, and a mark where files were joined, change nothing.
    let closed =
        write(folder.path(), "closed.kgn", format!("{broken}\u{feff}{}\u{1a}", SHORT.replace("h2g2", "{x} h2g2")));
    for (file, sound) in [(&file, 99), (&closed, 100)] {
        let copy = folder.path().join(format!("{sound}.kgn"));
        let found = lines(&games(&[file], &["--output", &copy.to_string_lossy()]), 1);
        let fault = format!("{}:15:9: game 1: expected `}}` after the comment, found a tag on line 17", file.display());
        let counts = [format!("games: {}", sound + 1), "faults: 1".to_owned(), format!("selected: {sound}")];
        assert_eq!(found[..5], [&[fault][..], &counts, &["left out: 1".to_owned()]].concat());
        assert_eq!(lines(&games(&[&copy], &[]), 0)[0], format!("games: {sound}"));
    }
}

#[test]
fn a_dash_reads_from_stdin() {
    let mut command = Command::new(PROGRAM);
    command.args(["games", "-", "--result", "0-1"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("stdin is a pipe");
    input.write_all(format!("{ON_TIME}nonsense\n{WON}").as_bytes()).expect("the program reads");
    drop(input);
    let found = lines(&child.wait_with_output().expect("the program ends"), 1);
    assert_eq!(found[0], "-:17:1: game 2: expected `[` of a tag or a move, found `n`");
    assert_eq!(found[1..4], ["games: 3", "faults: 1", "selected: 1"]);
}

#[test]
fn unreadable_inputs_unwritable_outputs_and_invalid_options_are_mistakes() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = write(folder.path(), "good.kgn", WON);
    let (missing, copy) = (folder.path().join("missing.kgn"), folder.path().join("copy.kgn"));
    assert_mistake(&games(&[&file, &missing], &["--output", &copy.to_string_lossy()]), "missing.kgn");
    assert!(!copy.exists(), "no partial copy is left");
    assert_mistake(&games(&[folder.path()], &[]), "FILE");
    assert_mistake(&games(&[&file], &["--min-plies", "3", "--max-plies", "2"]), "--min-plies");
    assert_mistake(&games(&[&file], &["--variant", "chess"]), "--variant");
    assert_mistake(&games(&[&file], &["--max-plies", "-1"]), "-1");
}

#[test]
fn binary_files_are_reported_as_faults_in_printable_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let bytes: Vec<u8> = (0..100_000u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let file = write(folder.path(), "bytes.kgn", bytes);
    let found = lines(&games(&[&file], &[]), 1);
    assert!(found.iter().all(|line| line.len() < 500 && !line.contains(char::is_control)), "{found:#?}");
}
