//! The accuracy test: its sums, its files, and the command that makes them.

use crate::support::{PROGRAM, run};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A position in which only `j4+` hits the Pharaoh. Every search plays it.
const WIN: &str = "////4k4P2///4K5 s khet1 0 1";

fn text(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    assert!(errors.is_empty(), "no progress without a terminal: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// Returns the words of each line of a table that begins with this title, up to a blank line.
fn table(printed: &str, title: &str) -> Vec<String> {
    let lines = printed.lines().skip_while(|line| !line.starts_with(title)).take_while(|line| !line.is_empty());
    lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn a_table_has_what_the_moves_of_a_program_lose() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("positions.txt");
    // The move loses nothing, 7, and, since it is not listed, as much as the worst one that is: 40.
    let lines = ["j4+ 1.0000 ; e1e2 0.5000", "e1e2 1.0000 ; j4+ 0.9300", "e1e2 1.0000 ; e1d1 0.6000"];
    let lines = lines.map(|moves| format!("{WIN} ; {moves}\n"));
    fs::write(&file, format!("# a comment\n\n{}", lines.concat())).expect("a file");
    let file = file.to_string_lossy().into_owned();
    let expected = |nodes: &str| {
        [
            format!("{nodes} nodes positions mean >= 5 >= 10"),
            "all 3 15.67 66.7 % 33.3 %".to_owned(),
            "khet1 3 15.67 66.7 % 33.3 %".to_owned(),
            "6 or fewer pieces 3 15.67 66.7 % 33.3 %".to_owned(),
        ]
    };
    for engine in [&[][..], &["--engine", PROGRAM]] {
        let printed = text(&[&["bench", "--accuracy", &file, "--nodes", "50,70"], engine].concat());
        for nodes in ["50", "70"] {
            assert_eq!(table(&printed, &format!("{nodes} nodes")), expected(nodes), "{printed}");
        }
        // A shot gains something in all three positions, so there is no static evaluation to compare.
        let statics = table(&printed, "static evaluation");
        assert_eq!(statics.len(), usize::from(engine.is_empty()), "{printed}");
    }
}

#[test]
fn a_faulty_file_is_reported_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.txt");
    for (line, reason) in [
        (WIN.to_owned(), "expected a KFEN and"),
        (format!("{WIN} ; "), "expected a move and its points"),
        (format!("{WIN} ; j4+"), "expected a move and its points"),
        (format!("{WIN} ; j4+ 1.5"), "expected a move and its points"),
        (format!("{WIN} ; j4+ NaN"), "expected a move and its points"),
        (format!("{WIN} ; a1a2 0.5"), "expected a legal move"),
        (format!("{WIN} ; j4+ 0.5 ; e1e2 0.6"), "expected points in descending order"),
        (format!("{WIN} ; j4+ 0.5 ; j4+ 0.5"), "expected each move once"),
        ("////9P///4K5 s khet1 0 1 ; j4+ 0.5".to_owned(), "line 2"),
        ("#".to_owned(), "expected positions with the points of their moves, found none"),
    ] {
        fs::write(&file, format!("# a comment\n{line}\n")).expect("a file");
        let output = run(&["bench", "--accuracy", &file.to_string_lossy()]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), errors.lines().count()), (Some(2), 1), "{line}: {errors}");
        assert!(errors.contains("--accuracy") && errors.contains(reason), "{line}: {errors}");
        assert!(errors.contains("line 2") || line == "#", "{errors}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_program_that_is_missing_or_plays_no_legal_move_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("positions.txt");
    fs::write(&file, format!("{WIN} ; j4+ 1 ; e1e2 0.5\n")).expect("a file");
    let output = run(&["bench", "--accuracy", &file.to_string_lossy(), "--engine", "./no-such-program"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), errors.lines().count()), (Some(2), 1), "{errors}");
    assert!(errors.contains("--engine") && errors.contains("no-such-program"), "{errors}");
}

/// Games to choose positions from, in a folder.
struct Games {
    folder: TempDir,
    file: PathBuf,
}

impl Games {
    fn play() -> Games {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games.kgn");
        let path = file.to_string_lossy();
        let engine = format!("cmd={PROGRAM}");
        let played = run(&[
            "match",
            "--engine",
            &engine,
            "name=a",
            "--engine",
            &engine,
            "name=b",
            "--nodes",
            "100",
            "--games",
            "4",
            "--max-plies",
            "40",
            "--kgn",
            &path,
        ]);
        assert!(played.status.success());
        Games { folder, file }
    }

    fn make(&self, to: &Path, further: &[&str]) -> (Option<i32>, String) {
        let (games, to) = (self.file.to_string_lossy(), to.to_string_lossy());
        let arguments = ["bench", "--accuracy", &to, "--make", &games, "--nodes", "1000", "--threads", "2"];
        let output = run(&[&arguments[..], further].concat());
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

#[test]
fn a_file_that_a_kill_has_cut_is_continued_and_other_options_are_refused() {
    let games = Games::play();
    let file = |name: &str| games.folder.path().join(name);
    let (whole, cut) = (file("whole.txt"), file("cut.txt"));
    assert_eq!(games.make(&whole, &["--count", "4"]), (Some(0), String::new()));
    let made = fs::read_to_string(&whole).expect("the file");
    let lines: Vec<&str> = made.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 4, "{made}");
    assert!(lines.iter().all(|line| line.matches(" ; ").count() >= 2), "{made}");
    for length in [0, 10, made.len() - lines[3].len() - 1, made.len() - 7] {
        fs::write(&cut, &made[..length]).expect("a file");
        assert_eq!(games.make(&cut, &["--count", "4"]), (Some(0), String::new()));
        assert_eq!(fs::read_to_string(&cut).expect("the file"), made, "cut after {length} bytes");
    }
    // A larger number continues the file.
    assert_eq!(games.make(&cut, &["--count", "5"]).0, Some(0));
    assert!(fs::read_to_string(&cut).expect("the file").starts_with(&made));
    // The order of the positions does not matter, and the fifth one is the same.
    let fifth = fs::read_to_string(&cut).expect("the file")[made.len()..].to_owned();
    let reordered = made.replace(&[lines[0], "\n", lines[1]].concat(), &[lines[1], "\n", lines[0]].concat());
    assert_ne!(reordered, made);
    fs::write(&cut, &reordered).expect("a file");
    assert_eq!(games.make(&cut, &["--count", "5"]), (Some(0), String::new()));
    assert_eq!(fs::read_to_string(&cut).expect("the file"), [reordered, fifth].concat());
    let foreign = format!("{made}{WIN} ; j4+ 1.0000 ; e1e2 0.5000\n");
    fs::write(&cut, &foreign).expect("a file");
    let (status, errors) = games.make(&cut, &["--count", "6"]);
    assert_eq!((status, errors.lines().count()), (Some(2), 1), "{errors}");
    assert!(errors.contains("not from these games: ////4k4P2"), "{errors}");
    assert_eq!(fs::read_to_string(&cut).expect("the file"), foreign);
    // The file is a file of the test.
    assert!(text(&["bench", "--accuracy", &whole.to_string_lossy(), "--nodes", "10"]).contains("all"));
    let before = fs::read(&whole).expect("the file");
    let (status, errors) = games.make(&whole, &["--count", "6", "--seed", "2"]);
    assert_eq!((status, errors.lines().count()), (Some(2), 1), "{errors}");
    assert!(errors.contains("other options made it"), "{errors}");
    assert_eq!(fs::read(&whole).expect("the file"), before);
    let maker = fs::File::open(&whole).expect("the file");
    maker.lock().expect("a lock");
    let (status, errors) = games.make(&whole, &["--count", "6"]);
    assert_eq!((status, errors.lines().count()), (Some(2), 1), "{errors}");
    assert!(errors.contains("another process is making it"), "{errors}");
    let other = file("notes.txt");
    fs::write(&other, "my notes\n").expect("a file");
    let (status, errors) = games.make(&other, &[]);
    assert_eq!((status, errors.lines().count()), (Some(2), 1), "{errors}");
    assert_eq!(fs::read_to_string(&other).expect("the file"), "my notes\n");
}
