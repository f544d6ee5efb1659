//! A refused match changes no file, and a failed write loses nothing.

use super::{Folder, comparable, run_program, wait};
use crate::support::{wait_for, without_progress};
use std::fs;
use std::io::Read;

#[test]
fn records_of_another_match_are_refused_and_not_changed() {
    let folder = Folder::new();
    let openings = folder.path("openings.txt");
    fs::write(&openings, "khet2 classic\nkhet2 imhotep\nkhet2 dynasty\n").expect("a file");
    let rest = "--resume {}/games.json --kgn {}/games.kgn";
    let own = "--games 4 --openings {}/openings.txt";
    folder.play_to_end(&format!("{own} {rest}"));
    // An incomplete line must not be cut off either.
    let text = folder.read("games.json");
    let incomplete = format!("{text}{}", &text[..40]);
    fs::write(folder.path("games.json"), &incomplete).expect("a file");
    let kgn = folder.read("games.kgn");
    let refused = |arguments: &[String], word: &str| {
        let output = run_program(arguments);
        assert_eq!((output.status, output.table.as_str()), (Some(2), ""), "{word}: {}", output.errors);
        assert!(output.errors.lines().count() == 1 && output.errors.contains("games.json"), "{}", output.errors);
        assert!(output.errors.contains(word), "{word} is not in {}", output.errors);
        assert_eq!((folder.read("games.json"), folder.read("games.kgn")), (incomplete.clone(), kgn.clone()));
    };
    for other in [
        "--seed 1",
        "--margin 60",
        "--draw plies=20",
        "--resign moves=2 score=500",
        "--each option.Hash=1",
        "--each tc=20",
        "--each restart=on",
        "--each args=--crlf",
        "--format gauntlet",
    ] {
        refused(&folder.arguments(&format!("{own} {other} {rest}")), "another match");
    }
    refused(&folder.arguments(&format!("--games 4 {rest}")), "another match");
    refused(&folder.arguments(&format!("--games 2 --openings {{}}/openings.txt {rest}")), "--games");
    refused(&folder.arguments(&format!("{own} --shard 1/2 {rest}")), "--shard");
    let words = folder.arguments(&format!("{own} {rest}"));
    let renamed: Vec<String> = words.iter().map(|word| word.replace("name=A", "name=C")).collect();
    refused(&renamed, "another match");
    let exchanged: Vec<String> = words
        .iter()
        .map(|word| match word.as_str() {
            "name=A" => "name=B".to_owned(),
            "name=B" => "name=A".to_owned(),
            _ => word.clone(),
        })
        .collect();
    refused(&exchanged, "another match");
    fs::write(&openings, "khet2 imhotep\nkhet2 classic\nkhet2 dynasty\n").expect("a file");
    refused(&words, "another match");
    // The same match continues.
    fs::write(&openings, "khet2 classic\nkhet2 imhotep\nkhet2 dynasty\n").expect("a file");
    folder.play_to_end(&format!("{own} {rest}"));
    assert_eq!((folder.read("games.json"), folder.read("games.kgn")), (text, kgn));
}

#[test]
fn more_games_extend_a_match() {
    let folder = Folder::new();
    let expected = folder.play_to_end("--games 11 --json {}/one.json");
    for games in [3, 4, 9, 11] {
        folder.play_to_end(&format!("--games {games} --resume {{}}/games.json --kgn {{}}/games.kgn"));
        folder.expect_same_games("games.kgn", &folder.games("games.json"));
    }
    let again = folder.play_to_end("--games 11 --resume {}/games.json --kgn {}/games.kgn");
    assert_eq!(comparable(&again), comparable(&expected));
}

#[test]
fn a_note_after_the_last_game_of_the_kgn_is_kept_and_duplicates_nothing() {
    let folder = Folder::new();
    let games = |count: u32| format!("--games {count} --resume {{}}/games.json --kgn {{}}/games.kgn");
    folder.play_to_end(&games(2));
    let written = folder.read("games.kgn") + "my note\n";
    fs::write(folder.path("games.kgn"), &written).expect("a file");
    for (count, events) in [(2, 2), (2, 2), (3, 3), (3, 3)] {
        folder.play_to_end(&games(count));
        let kgn = folder.read("games.kgn");
        assert!(kgn.starts_with(&written), "{kgn}");
        assert_eq!(kgn.matches("[Event ").count(), events, "{kgn}");
    }
}

#[test]
fn existing_files_are_not_overwritten() {
    let folder = Folder::new();
    fs::write(folder.path("precious"), "precious").expect("a file");
    fs::create_dir(folder.path("folder")).expect("a folder");
    for (more, argument) in [
        ("--json {}/precious", "--json"),
        ("--resume {}/precious", "--resume"),
        ("--json {}/folder", "--json"),
        ("--resume {}/folder", "--resume"),
        ("--kgn {}/folder", "--kgn"),
        ("--kgn {}/precious", "--kgn"),
        ("--json {}/nowhere/games", "--json"),
        ("--kgn {}/nowhere/games", "--kgn"),
        ("--kgn {}/both --json {}/both", "--kgn"),
        ("--json {}/one --resume {}/two", "--json"),
    ] {
        let output = folder.play(more);
        assert_eq!((output.status, output.table.as_str()), (Some(2), ""), "{more}");
        assert!(output.errors.lines().count() == 1 && output.errors.contains(argument), "{more}: {}", output.errors);
        assert_eq!(folder.read("precious"), "precious");
    }
    // Games are appended to a file with games of other programs.
    let others = "[Event \"x\"]\n\nh2g2 *\nmy note";
    fs::write(folder.path("others"), others).expect("a file");
    folder.play_to_end("--kgn {}/others");
    assert!(folder.read("others").starts_with(&format!("{others}\n\n[Event \"Khepri match\"]\n")));
}

#[test]
fn a_full_disk_ends_the_match_and_loses_nothing() {
    let folder = Folder::new();
    for (more, counted, recorded) in [
        ("--json /dev/full --kgn {}/games.kgn", 0, 0),
        ("--resume /dev/full", 0, 0),
        ("--kgn /dev/full", 1, 0),
        ("--kgn /dev/full --json {}/games.json", 1, 1),
    ] {
        let output = folder.play(&format!("--games 4 {more}"));
        assert_eq!(output.status, Some(1), "{more}: {}", output.errors);
        assert!(
            output.errors.lines().count() == 1 && output.errors.contains("/dev/full: "),
            "{more}: {}",
            output.errors
        );
        assert!(output.table.starts_with(&format!("games {counted} of 4\n")), "{more}: {}", output.table);
        assert_eq!(folder.read("games.json").lines().count(), recorded);
        assert_eq!(folder.read("games.kgn"), "");
    }
    // A resumed match adds recorded games that the KGN lacks.
    folder.play_to_end("--games 4 --resume {}/games.json --kgn {}/games.kgn");
    folder.expect_same_games("games.kgn", &folder.games("games.json"));
    assert_eq!(folder.games("games.json").len(), 4);
    let output = folder.play("--games 6 --kgn /dev/full --resume {}/games.json");
    assert_eq!(output.status, Some(1), "{}", output.errors);
    assert_eq!(folder.games("games.json").len(), 5);
}

#[test]
fn two_matches_cannot_write_to_one_file() {
    let folder = Folder::new();
    let mut runner = folder.start("--games 5000 --resume {}/games.json");
    wait_for(|| folder.read("games.json"), |records| !records.is_empty());
    let output = folder.play("--games 5000 --resume {}/games.json");
    let _ = runner.kill();
    let _ = runner.wait();
    assert_eq!(output.status, Some(2));
    assert!(output.errors.contains("another run"), "{}", output.errors);
    folder.expect_no_engines();
}

#[test]
fn parts_share_a_kgn_file_but_not_at_the_same_time() {
    let folder = Folder::new();
    let part = |part: u32| format!("--games 12 --shard {part}/2 --resume {{}}/part{part}.json --kgn {{}}/games.kgn");
    folder.play_to_end(&part(1));
    // A killed run may leave the beginning of a game.
    let kgn = folder.read("games.kgn");
    fs::write(folder.path("games.kgn"), &kgn[..kgn.len() - 300]).expect("a file");
    folder.play_to_end(&part(1));
    assert_eq!(folder.read("games.kgn"), kgn);
    folder.play_to_end(&part(2));
    let mut games = folder.games("part1.json");
    games.append(&mut folder.games("part2.json"));
    folder.expect_same_games("games.kgn", &games);
    let kgn = folder.read("games.kgn");
    for number in [1, 2] {
        let output = folder.play(&part(number));
        assert_eq!((output.status, output.errors.as_str()), (Some(0), ""));
        assert_eq!(folder.read("games.kgn"), kgn);
    }
    let mut runner = folder.start(&part(1).replace("--games 12", "--games 5000"));
    wait_for(|| folder.games("part1.json").len(), |&games| games > 6);
    let output = folder.play(&part(2));
    let _ = runner.kill();
    let _ = runner.wait();
    assert_eq!(output.status, Some(2));
    assert!(output.errors.contains("--kgn: ") && output.errors.contains("another run"), "{}", output.errors);
    folder.expect_no_engines();
}

#[test]
fn the_game_of_a_damaged_record_is_played_again() {
    let folder = Folder::new();
    let more = "--games 6 --resume {}/games.json --kgn {}/games.kgn";
    let expected = comparable(&folder.play_to_end(more));
    let (json, kgn) = (folder.read("games.json"), folder.read("games.kgn"));
    let lines: Vec<&str> = json.split_inclusive('\n').collect();
    let damaged = lines[2].replacen("\"game\":", "\"game\"", 1);
    fs::write(folder.path("games.json"), json.replace(lines[2], &damaged)).expect("a file");
    let output = folder.play(more);
    assert_eq!((output.status, comparable(&output.table)), (Some(0), expected), "{}", output.errors);
    let [warning, kept] = output.errors.lines().collect::<Vec<_>>().try_into().expect("two warnings");
    assert!(warning.contains("games.json: line 3: no record of a game: "), "{warning}");
    assert!(kept.contains("1 game of this match is in the file but not on record"), "{kept}");
    assert_eq!(folder.read("games.json.damaged"), damaged);
    assert_eq!(folder.read("games.json").lines().filter(|line| !line.trim().is_empty()).count(), 6);
    folder.expect_same_games("games.kgn", &folder.games("games.json"));
    // Without a whole record the files stay.
    fs::write(folder.path("games.json"), &damaged).expect("a file");
    fs::write(folder.path("games.kgn"), &kgn).expect("a file");
    let output = folder.play(more);
    assert_eq!(output.status, Some(2));
    assert!(output.errors.contains("line 1: no record of a game: "), "{}", output.errors);
    assert_eq!([folder.read("games.json"), folder.read("games.kgn")], [damaged, kgn]);
}

#[test]
fn one_file_cannot_have_two_purposes() {
    let folder = Folder::new();
    folder.play_to_end("--games 4 --resume {}/games.json --kgn {}/games.kgn");
    let (json, kgn) = (folder.read("games.json"), folder.read("games.kgn"));
    fs::hard_link(folder.path("games.json"), folder.path("hard")).expect("a link");
    std::os::unix::fs::symlink(folder.path("games.json"), folder.path("soft")).expect("a link");
    std::os::unix::fs::symlink("new", folder.path("dangling")).expect("a link");
    let openings = "khet2 classic\n";
    fs::write(folder.path("openings"), openings).expect("a file");
    for (more, argument) in [
        ("--resume {}/games.json --kgn {}/./games.json", "--kgn"),
        ("--resume {}/games.json --kgn {}/hard", "--kgn"),
        ("--resume {}/soft --kgn {}/games.json", "--kgn"),
        ("--json {}/new --kgn {}/./new", "--kgn"),
        ("--json {}/new --kgn {}/dangling", "--kgn"),
        ("--each stderr={}/dangling --json {}/new", "--engine"),
        ("--openings {}/openings --kgn {}/./openings", "--kgn"),
        ("--openings {}/openings --json {}/openings", "--json"),
        ("--openings {}/openings --resume {}/openings", "--resume"),
        ("--openings {}/openings --each stderr={}/openings", "--engine"),
        ("--each stderr={}/./games.json --resume {}/games.json", "--engine"),
        ("--log {}/games.json --resume {}/games.json", "--log"),
        ("--log {}/hard --kgn {}/new --resume {}/games.json", "--log"),
        ("--log {}/./new --kgn {}/new", "--log"),
        ("--log {}/openings --openings {}/openings", "--log"),
        ("--log {}/new --each stderr={}/./new", "--engine"),
        ("--log-faults {}/new --kgn {}/./new", "--log-faults"),
        ("--log-faults {}/new --log {}/new", "--log-faults"),
        ("--each stderr={}/hard --resume {}/games.json", "--engine"),
        ("--each stderr={}/games.kgn --kgn {}/./games.kgn", "--engine"),
    ] {
        let output = folder.play(&format!("--games 6 {more}"));
        assert_eq!((output.status, output.table.as_str()), (Some(2), ""), "{more}: {}", output.errors);
        assert!(output.errors.lines().count() == 1 && output.errors.contains(argument), "{more}: {}", output.errors);
        assert_eq!((folder.read("games.json"), folder.read("games.kgn")), (json.clone(), kgn.clone()));
        assert_eq!((folder.read("new").as_str(), folder.read("openings").as_str()), ("", openings));
    }
    folder.play_to_end("--games 6 --resume {}/games.json --json {}/./games.json --kgn {}/games.kgn");
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

#[test]
fn a_record_with_an_unreadable_move_is_refused_with_its_line() {
    let folder = Folder::new();
    folder.play_to_end("--games 2 --json {}/games.json");
    let json = folder.read("games.json");
    let (first, second) = json.split_once('\n').expect("two lines");
    let second = second.replacen("\"move\":\"", "\"move\":\"@", 1);
    fs::write(folder.path("games.json"), format!("{first}\n{second}")).expect("a file");
    let output = folder.play("--games 4 --resume {}/games.json --kgn {}/new.kgn");
    assert_eq!(output.status, Some(2));
    let named = "games.json: line 2: game 2: moves: move 1 ";
    assert!(output.errors.contains(named) && output.errors.contains("--resume: "), "{}", output.errors);
    assert_eq!(folder.read("new.kgn"), "");
}

#[test]
fn openings_in_another_encoding_are_refused_with_their_place() {
    let folder = Folder::new();
    fs::write(folder.path("remark"), b"# \xe4ltere\nkhet2 classic\n").expect("a file");
    folder.play_to_end("--openings {}/remark");
    fs::write(folder.path("word"), b"# of two\nkhet2 cl\xe4ssic\n").expect("a file");
    let output = folder.play("--openings {}/word");
    assert_eq!(output.status, Some(2));
    assert!(
        output.errors.contains("--openings: ") && output.errors.contains("word: line 2: column 7: "),
        "{}",
        output.errors
    );
}
