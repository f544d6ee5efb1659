//! A disk that fills up during a match, and a folder that is not writable.

use super::{Folder, Output, finish, run_program};
use crate::support::{PROGRAM, start_without_root};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

/// A game of another program, which the file already has.
const OTHER_GAME: &str = "[Event \"x\"]\n\nh2g2 c7d7 *\n\n";

/// Plays a match whose files cannot be longer than 20 KiB.
fn play_limited(folder: &Folder, more: &str) -> Output {
    // A limit of 40 blocks. Without the trap a signal would end the process before the error.
    let limits = "trap '' XFSZ; ulimit -f 40; exec \"$0\" \"$@\"";
    let mut limited = Command::new("sh");
    limited.args(["-c", limits, PROGRAM]).args(folder.arguments(more)).stdin(Stdio::null());
    finish(limited.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a shell"))
}

#[test]
fn a_kgn_file_that_cannot_be_rewritten_stays() {
    let folder = Folder::new();
    let more = "--games 2 --resume {}/games.json --kgn {}/games.kgn";
    folder.play_to_end(more);
    let kgn = folder.read("games.kgn").replacen("[Event \"Khepri match\"]", "[Event \"Mine\"]", 1);
    let kgn = kgn + &OTHER_GAME.repeat(1_000);
    fs::write(folder.path("games.kgn"), &kgn).expect("a file");
    fs::hard_link(folder.path("games.kgn"), folder.path("second.kgn")).expect("a name");
    for file in ["second.kgn", "games.kgn"] {
        let output = play_limited(&folder, more);
        assert_eq!((output.status, output.table.as_str()), (Some(2), ""), "{}", output.errors);
        assert!(output.errors.contains("--kgn: ") && output.errors.contains("games.kgn: "), "{}", output.errors);
        assert_eq!(folder.read("games.kgn"), kgn);
        fs::remove_file(folder.path(file)).expect("a file");
        assert_eq!(fs::read_dir(folder.path("")).expect("a folder").count(), if file == "games.kgn" { 1 } else { 2 });
    }
}

#[test]
fn a_file_that_cannot_grow_ends_the_match_and_loses_nothing() {
    // Records are longer than their KGN, so their file is full first, unless the KGN file has many other games.
    for (other_games, full) in [(1, "games.json"), (650, "games.kgn")] {
        let folder = Folder::new();
        let others = OTHER_GAME.repeat(other_games);
        fs::write(folder.path("games.kgn"), &others).expect("a file");
        let ended = play_limited(&folder, "--games 400 --concurrency 2 --json {}/games.json --kgn {}/games.kgn");
        assert_eq!(ended.status, Some(1), "{}", ended.errors);
        assert!(ended.errors.lines().count() == 1 && ended.errors.contains(full), "{}", ended.errors);
        assert_eq!(folder.engines(), 0, "the match waits for its engines");
        // The files contain only whole games and the earlier content.
        let games = folder.games("games.json");
        assert!(games.len() > 1 && games.len() < 400, "{} games", games.len());
        assert!(folder.read("games.json").ends_with('\n'));
        assert!(folder.read("games.kgn").starts_with(&others));
        let checked = run_program(&["games".to_owned(), folder.path("games.kgn")]);
        assert_eq!(checked.status, Some(0), "{}", checked.table);
        // Without the limit the match continues.
        let all = games.len() + 4;
        folder.play_to_end(&format!("--games {all} --resume {{}}/games.json --kgn {{}}/games.kgn"));
        assert_eq!(folder.games("games.json").len(), all);
        assert!(folder.read("games.kgn").starts_with(&others));
        let checked = run_program(&["games".to_owned(), folder.path("games.kgn")]);
        let total = all + others.matches("Event").count();
        assert!(checked.table.starts_with(&format!("games: {total}\nfaults: 0\n")), "{}", checked.table);
    }
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
    for (argument, file) in [
        ("--json", "new.json"),
        ("--resume", "new.json"),
        ("--kgn", "new.kgn"),
        ("--resume", "old.json"),
        ("--kgn", "old.kgn"),
    ] {
        let mut command = Command::new(PROGRAM);
        command.args(folder.arguments(&format!("--games 2 {argument} {{}}/{file}")));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let Some(runner) = start_without_root(&mut command) else { break };
        let output = finish(runner);
        assert_eq!((output.status, output.table.as_str()), (Some(2), ""), "{argument} {file}: {}", output.errors);
        let (errors, lines) = (&output.errors, output.errors.lines().count());
        assert!(lines == 1 && errors.contains(argument) && errors.contains(file), "{errors}");
        assert_eq!(folder.read("old.kgn"), OTHER_GAME);
        assert!(!fs::exists(folder.path("new.json")).expect("a folder") && folder.read("old.json").is_empty());
    }
    fs::set_permissions(folder.path(""), Permissions::from_mode(0o755)).expect("a mode");
}
