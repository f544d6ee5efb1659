//! A refused match changes no file, and a failed write loses nothing.

use super::{Folder, comparable, finish, run_program, start, wait};
use crate::support::{PROGRAM, start_without_root, wait_for, without_progress};
use std::fs::{self, File, Permissions, TryLockError};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

const FILES: &str = "--resume {}/games.json --kgn {}/games.kgn";

/// A game of another program, which a file already has.
const OTHER_GAME: &str = "[Event \"x\"]\n\nh2g2 c7d7 *\n\n";

#[test]
fn records_of_another_match_are_refused_and_not_changed() {
    let folder = Folder::new();
    fs::write(folder.path("openings"), "khet2 classic\nkhet2 imhotep\nkhet2 dynasty\n").expect("a file");
    fs::write(folder.path("others"), "khet2 imhotep\nkhet2 classic\nkhet2 dynasty\n").expect("a file");
    let own = format!("--games 4 --openings {{}}/openings {FILES}");
    folder.play_to_end(&own);
    // An incomplete line must not be cut off either.
    let (text, kgn) = (folder.read("games.json"), folder.read("games.kgn"));
    fs::write(folder.path("games.json"), format!("{text}{}", &text[..40])).expect("a file");
    for other in [
        "--seed 1",
        "--margin 60",
        "--draw plies=20",
        "--resign moves=2 score=500",
        "--each tc=20",
        "--each args=--predict=1",
        "--format gauntlet",
    ] {
        folder.assert_refused(&folder.arguments(&format!("{own} {other}")), &["games.json", "another match"]);
    }
    let words = folder.arguments(&own);
    let changed = |before: &str, after: &str| words.iter().map(|word| word.replace(before, after)).collect::<Vec<_>>();
    let mut exchanged = words.clone();
    let [first, second] = ["name=A", "name=B"].map(|name| words.iter().position(|word| word == name).expect("a name"));
    exchanged.swap(first, second);
    for other in [changed("name=A", "name=C"), changed("/openings", "/others"), exchanged] {
        folder.assert_refused(&other, &["games.json", "another match"]);
    }
    folder.assert_refused(&folder.arguments(&format!("--games 4 {FILES}")), &["games.json", "another match"]);
    folder.assert_refused(&folder.arguments(&own.replace("games 4", "games 2")), &["games.json", "--games"]);
    folder.assert_refused(&folder.arguments(&format!("{own} --shard 1/2")), &["games.json", "--shard"]);
    // The same match continues.
    folder.play_to_end(&own);
    assert_eq!((folder.read("games.json"), folder.read("games.kgn")), (text, kgn));
}

#[test]
fn a_full_disk_ends_the_match_and_loses_nothing() {
    let folder = Folder::new();
    for (more, counted, recorded) in [
        ("--json /dev/full --kgn {}/games.kgn", 0, 0),
        ("--resume /dev/full", 0, 0),
        ("--kgn /dev/full", 1, 0),
        ("--kgn /dev/full --json {}/games.json", 4, 4),
    ] {
        let output = folder.play(&format!("--games 4 {more}"));
        assert_eq!(output.status, Some(1), "{more}: {}", output.errors);
        let is_one_line = output.errors.lines().count() == 1;
        assert!(is_one_line && output.errors.contains("/dev/full: "), "{more}: {}", output.errors);
        assert!(output.table.starts_with(&format!("games {counted} of 4\n")), "{more}: {}", output.table);
        assert_eq!(folder.read("games.json").lines().count(), recorded);
        assert_eq!(folder.read("games.kgn"), "");
    }
    folder.play_to_end(&format!("--games 4 {FILES}"));
    folder.expect_same_games("games.kgn", &folder.games("games.json"));
}

#[test]
fn a_file_that_cannot_grow_ends_the_match_and_loses_nothing() {
    let folder = Folder::new();
    // A limit of 40 blocks, 20 KiB. Without the trap a signal would end the process before the error.
    let limited = |more: &str| {
        let limits = "trap '' XFSZ; ulimit -f 40; exec \"$0\" \"$@\"";
        let words = folder.arguments(&format!("--games 400 --concurrency 2 {more}"));
        let ended = finish(start(Command::new("sh").args(["-c", limits, PROGRAM]).args(words)));
        assert_eq!(ended.status, Some(1), "{}", ended.errors);
        assert!(folder.engines().is_empty(), "the match waits for its engines");
        ended.errors
    };
    let others = OTHER_GAME.repeat(650);
    fs::write(folder.path("others.kgn"), &others).expect("a file");
    let errors = limited("--kgn {}/others.kgn");
    assert!(errors.lines().any(|line| line.contains("others.kgn: ")), "{errors}");
    let checked = run_program(&["games".to_owned(), folder.path("others.kgn")]);
    assert!(checked.status == Some(0) && checked.table.contains("\nfaults: 0\n"), "{}", checked.table);
    assert!(folder.read("others.kgn").starts_with(&others));
    let errors = limited(FILES);
    assert!(errors.lines().count() == 1 && errors.contains("games.json"), "{errors}");
    // The records contain only whole games. Without the limit the match continues.
    let games = folder.games("games.json");
    assert!(games.len() > 1 && games.len() < 400 && folder.read("games.json").ends_with('\n'), "{} games", games.len());
    folder.expect_same_games("games.kgn", &games);
    folder.play_to_end(&format!("--games {} {FILES}", games.len() + 4));
    folder.expect_same_games("games.kgn", &folder.games("games.json"));
}

#[test]
fn an_unwritable_folder_or_file_is_a_mistake() {
    let folder = Folder::new();
    fs::write(folder.path("old.json"), "").expect("a file");
    fs::write(folder.path("old.kgn"), OTHER_GAME).expect("a file");
    for file in ["old.json", "old.kgn"] {
        fs::set_permissions(folder.path(file), Permissions::from_mode(0o444)).expect("a mode");
    }
    fs::set_permissions(folder.path(""), Permissions::from_mode(0o555)).expect("a mode");
    let before = folder.contents();
    for (argument, file) in
        [("--json", "new.json"), ("--kgn", "new.kgn"), ("--resume", "old.json"), ("--kgn", "old.kgn")]
    {
        let mut command = Command::new(PROGRAM);
        command.args(folder.arguments(&format!("--games 2 {argument} {{}}/{file}")));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let Some(runner) = start_without_root(&mut command) else { break };
        let output = finish(runner);
        assert_eq!((output.status, output.table.as_str()), (Some(2), ""), "{argument} {file}: {}", output.errors);
        let (errors, lines) = (&output.errors, output.errors.lines().count());
        assert!(lines == 1 && errors.contains(argument) && errors.contains(file), "{errors}");
    }
    fs::set_permissions(folder.path(""), Permissions::from_mode(0o755)).expect("a mode");
    assert!(folder.contents() == before);
}

#[test]
fn a_match_locks_the_file_that_is_made_from_its_records() {
    let folder = Folder::new();
    let mut runner = folder.start(&format!("--games 5000 {FILES}"));
    wait_for(|| folder.read("games.json").lines().count(), |&games| games > 0);
    let kgn = File::open(folder.path("games.kgn")).expect("a file");
    assert!(matches!(kgn.try_lock_shared(), Err(TryLockError::WouldBlock)));
    runner.kill().expect("it runs");
    wait(&mut runner);
    folder.expect_no_engines();
}

#[test]
fn the_game_of_a_damaged_record_is_played_again() {
    let folder = Folder::new();
    let more = format!("--games 6 {FILES}");
    let expected = comparable(&folder.play_to_end(&more));
    let json = folder.read("games.json");
    let line = json.split_inclusive('\n').nth(2).expect("a third line");
    let damaged = line.replacen("\"game\":", "\"game\"", 1);
    fs::write(folder.path("games.json"), json.replace(line, &damaged)).expect("a file");
    // The KGN has a game that is not on record.
    folder.assert_refused(&folder.arguments(&more), &["--kgn: ", "games.kgn: it is there already"]);
    let output = folder.play(&format!("{more} --force"));
    assert_eq!((output.status, comparable(&output.table)), (Some(0), expected), "{}", output.errors);
    assert_eq!(output.errors.lines().count(), 1, "{}", output.errors);
    assert!(output.errors.contains("games.json: line 3: no record of a game: "), "{}", output.errors);
    assert_eq!(folder.read("games.json.damaged"), damaged);
    folder.expect_same_games("games.kgn", &folder.games("games.json"));
    // Without a whole record the files stay.
    fs::write(folder.path("games.json"), &damaged).expect("a file");
    folder.assert_refused(&folder.arguments(&more), &["line 1: no record of a game: "]);
}

#[test]
fn a_closed_stdout_that_receives_records_ends_the_match() {
    let folder = Folder::new();
    for kind in ["json", "kgn"] {
        let mut runner = folder.start(&format!("--games 5000 --{kind} /dev/stdout"));
        drop(runner.stdout.take());
        let status = wait(&mut runner);
        let mut errors = String::new();
        runner.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
        let errors = without_progress(&errors);
        // Printing the table fails too.
        assert_eq!(status.code(), Some(141), "{kind}: {errors}");
        assert!(errors.lines().count() == 1 && errors.contains("/dev/stdout: "), "{kind}: {errors}");
    }
    folder.expect_no_engines();
}
