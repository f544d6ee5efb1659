//! The KGN of a match with records is made from them, and holds nothing else.

use super::{Folder, finish, run_program};
use crate::support::{run, wait_for};
use std::fs;

/// A game of another program.
const OTHER_GAME: &str = "[Event \"x\"]\n\nh2g2 c7d7 *\n\n";

const FILES: &str = "--games 6 --resume {}/games.json --kgn {}/games.kgn";

#[test]
fn merged_records_become_kgn() {
    let folder = Folder::new();
    for part in 1..=2 {
        folder.play_to_end(&format!("--games 8 --shard {part}/2 --resume {{}}/{part}.json --kgn {{}}/{part}.kgn"));
    }
    let mut games = folder.games("1.json");
    games.append(&mut folder.games("2.json"));
    let merge = |words: &str| folder.words(&format!("match --merge {words}"));
    let table = run_program(&merge("{}/2.json {}/1.json")).table;
    let merged = run_program(&merge("{}/2.json {}/1.json {}/2.json --kgn {}/all.kgn"));
    assert_eq!((merged.status, &merged.table), (Some(0), &table), "{}", merged.errors);
    folder.expect_same_games("all.kgn", &games);
    let whole = folder.read("2.kgn") + &folder.read("1.kgn");
    assert_eq!(folder.read("all.kgn"), whole, "each game has the text that its match gave it, once");
    // On stdout there is nothing else.
    let output = run(&merge("{}/2.json {}/1.json --kgn - --event Spring"));
    let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert_eq!(stdout, whole.replace("[Event \"Khepri match\"]", "[Event \"Spring\"]"));
    assert_eq!(stderr, table);
    // The file grows with the records, and nothing else is replaced without `--force`.
    fs::write(folder.path("all.kgn"), folder.read("2.kgn")).expect("a file");
    assert_eq!(run_program(&merge("{}/2.json {}/1.json --kgn {}/all.kgn")).status, Some(0));
    assert_eq!(folder.read("all.kgn"), whole);
    let expected = "all.kgn: it is there already, and is not a beginning of the games on record; --force replaces it";
    for more in ["{}/1.json --kgn {}/all.kgn", "{}/2.json {}/1.json --kgn {}/all.kgn --event Spring"] {
        folder.assert_refused(&merge(more), &["--kgn: ", expected]);
    }
    folder.assert_refused(&merge("{}/1.json --kgn {}/1.json --force"), &["--kgn: ", "1.json: --merge reads this file"]);
    folder.assert_refused(&merge("{}/1.json {}/all.kgn --kgn {}/new.kgn"), &["--merge: ", "all.kgn: "]);
    assert_eq!(run_program(&merge("{}/1.json --kgn {}/all.kgn --force")).status, Some(0));
    assert_eq!(folder.read("all.kgn"), folder.read("1.kgn"));
}

#[test]
fn the_records_alone_grow_until_the_match_is_resumed_or_ends() {
    let folder = Folder::new();
    let more = "--games 5000 --concurrency 2 --resume {}/games.json --kgn {}/games.kgn";
    for round in 0..2 {
        let before = folder.games("games.json");
        let mut runner = folder.start(more);
        wait_for(|| folder.read("games.json").lines().count(), |&lines| lines > before.len() + 4);
        if round > 0 {
            folder.expect_same_games("games.kgn", &before);
        }
        assert!(round > 0 || folder.read("games.kgn").is_empty(), "{}", folder.read("games.kgn"));
        runner.kill().expect("it runs");
        finish(runner);
        folder.expect_no_engines();
    }
    let all = folder.games("games.json").len() + 3;
    folder.play_to_end(&more.replace("5000", &all.to_string()));
    folder.expect_same_games("games.kgn", &folder.games("games.json"));
    assert_eq!(folder.contents().len(), 2, "no other file is left");
}

#[test]
fn a_beginning_of_the_games_on_record_is_made_anew() {
    let folder = Folder::new();
    folder.play_to_end(FILES);
    let (records, whole) = (folder.read("games.json"), folder.read("games.kgn"));
    let dates = whole.replace("[Date \"2", "[Date \"1");
    assert_ne!(dates, whole);
    let cut = |text: &str| text[..text.len() - text.len() / 3].to_owned();
    let in_a_date = dates.find("[Date").expect("a date") + 9;
    for beginning in [String::new(), cut(&whole), dates.clone(), cut(&dates), dates[..in_a_date].to_owned()] {
        // The records lack a game, and their last line is incomplete.
        let kept = records.len() - 40;
        fs::write(folder.path("games.json"), &records[..kept]).expect("a file");
        let is_of_five = run_program(&folder.words("match --merge {}/games.json --kgn {}/five.kgn")).status == Some(0);
        let five = folder.read("five.kgn").len();
        assert!(is_of_five && whole.starts_with(&folder.read("five.kgn")));
        fs::write(folder.path("games.kgn"), &beginning[..beginning.len().min(five)]).expect("a file");
        folder.play_to_end(FILES);
        let kgn = folder.read("games.kgn");
        assert_eq!(kgn[..five], whole[..five]);
        folder.expect_same_games("games.kgn", &folder.games("games.json"));
        fs::remove_file(folder.path("five.kgn")).expect("a file");
    }
}

#[test]
fn a_kgn_that_holds_anything_else_is_an_existing_file() {
    let folder = Folder::new();
    folder.play_to_end(FILES);
    let (records, whole) = (folder.read("games.json"), folder.read("games.kgn"));
    // A refused match does not repair its records either.
    fs::write(folder.path("games.json"), &records[..records.len() - 40]).expect("a file");
    let last = whole.rfind("[Event").expect("a game");
    let others = [
        OTHER_GAME.to_owned(),
        format!("{OTHER_GAME}{whole}"),
        format!("{}{OTHER_GAME}", &whole[..last]),
        whole[..last].replacen("1. ", "1. {a note} ", 1),
        whole[..last].replace("Khepri match", "Spring"),
        whole[..last].replace('\n', "\r\n"),
        // The last game is not on record any more.
        whole.clone(),
        "\0".repeat(100),
        "precious".to_owned(),
    ];
    let resumed = folder.arguments(FILES);
    for other in &others {
        fs::write(folder.path("games.kgn"), other).expect("a file");
        folder.assert_refused(&resumed, &["--kgn: ", "games.kgn: it is there already"]);
    }
    let new = folder.arguments("--games 6 --json {}/new.json --kgn {}/games.kgn");
    fs::write(folder.path("games.kgn"), OTHER_GAME).expect("a file");
    folder.assert_refused(&new, &["--kgn: ", "games.kgn: it is there already"]);
    folder.play_to_end(&format!("{FILES} --force"));
    assert_eq!(folder.read("games.kgn")[..last], whole[..last]);
    folder.expect_same_games("games.kgn", &folder.games("games.json"));
}

#[test]
fn a_stream_receives_all_games_of_the_match_at_the_end() {
    let folder = Folder::new();
    folder.play_to_end("--games 2 --resume {}/games.json");
    let output = run(&folder.arguments("--games 4 --resume {}/games.json --kgn -"));
    let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    fs::write(folder.path("games.kgn"), stdout).expect("a file");
    folder.expect_same_games("games.kgn", &folder.games("games.json"));
    // Records on a stream cannot be read again, so the games are appended as without records.
    fs::write(folder.path("games.kgn"), OTHER_GAME).expect("a file");
    folder.play_to_end("--games 2 --json /dev/null --kgn {}/games.kgn");
    let kgn = folder.read("games.kgn");
    assert!(kgn.starts_with(OTHER_GAME) && kgn.matches("[Event ").count() == 3, "{kgn}");
}
