//! Tests of `khepri data` on undamaged files: what the commands print, and which games they write.

use super::bytes::{Game, Ply, read};
use super::{CommandResult, SHORT, Workspace};
use std::collections::HashSet;
use std::fs;

/// Returns the games of a file in order, each with its seed.
fn games(workspace: &Workspace, file: &str) -> Vec<(u64, Game)> {
    let (recipes, games) = read(&fs::read(workspace.path(file)).expect("a file"));
    games.into_iter().map(|game| (recipes[game.source as usize].seed, Game { source: 0, ..game })).collect()
}

/// Returns a workspace with games of seed 1 in the folder `a` and of seed 2 in `b`, and the games.
fn workspace() -> (Workspace, Vec<(u64, Game)>) {
    let workspace = Workspace::new();
    for (folder, seed) in [("a", 1), ("b", 2)] {
        workspace.make_shared(folder, 20, seed);
    }
    let both = [games(&workspace, "a/games.khepri"), games(&workspace, "b/games.khepri")].concat();
    (workspace, both)
}

#[test]
fn merge_keeps_the_order_of_the_games_and_shuffle_changes_it() {
    let (workspace, both) = workspace();
    let merged = workspace.run_ok("data merge {}/a {}/b --output {}/merged");
    assert!(merged.last_line().starts_with("40 games, ") && merged.last_line().ends_with(" positions, 0 faults"));
    assert_eq!(games(&workspace, "merged"), both);
    for (output, seed) in [("one", 5), ("other", 6)] {
        workspace.run_ok(&format!("data shuffle {{}}/a {{}}/b --output {{}}/{output} --seed {seed}"));
    }
    let [mut one, other] = ["one", "other"].map(|file| games(&workspace, file));
    assert!(one != other && one != both);
    one.sort_by_key(|(seed, game)| (*seed, game.number));
    assert_eq!(one, both);
    assert_eq!(workspace.run_ok("data check {}/other").last_line(), merged.last_line());
}

#[test]
fn samples_are_random_games_of_the_files() {
    let (workspace, both) = workspace();
    let mut picked = HashSet::new();
    for seed in 1..=5 {
        let file = format!("s{seed}");
        let result =
            workspace.run_ok(&format!("data sample {{}}/a {{}}/b --games 12 --seed {seed} --output {{}}/{file}"));
        assert!(result.last_line().starts_with("12 games, "), "{}", result.stdout);
        let sample = games(&workspace, &file);
        assert!(sample.len() == 12 && sample.iter().all(|game| both.contains(game)));
        picked.extend(sample.into_iter().map(|(seed, game)| (seed, game.number)));
    }
    // Each of the 40 games is in none of the five samples with a probability of 17 %.
    assert!((25..=40).contains(&picked.len()), "{}", picked.len());
    assert!(workspace.run_ok("data sample {}/a --games 99").last_line().starts_with("20 games, "));
}

#[test]
fn statistics_agree_with_the_second_reader() {
    let (workspace, all) = workspace();
    let result = workspace.run_ok("data stats {}/a {}/b");
    let plies: Vec<&Ply> = all.iter().flat_map(|(_, game)| &game.plies).collect();
    let drawn = all.iter().filter(|(_, game)| game.outcome == 2).count();
    let level = plies.iter().filter(|ply| (-30..30).contains(&ply.score)).count();
    let gains = plies.iter().filter(|ply| ply.flags & 1 == 1).count();
    let classic = all.iter().filter(|(_, game)| game.name == Some("classic") && game.start.contains("khet2")).count();
    for line in [
        format!("games: {}", all.len()),
        format!("draws: {drawn} ("),
        format!("a shot gains: {gains} ("),
        format!("| -30 to 29 | {level} |"),
        format!("| khet2 classic | {classic} |"),
    ] {
        let is_printed = result.stdout.lines().any(|other| other.starts_with(&line));
        assert!(is_printed || line.contains("| 0 |"), "{line} is not in {}", result.stdout);
    }
    assert_eq!(result.last_line(), format!("40 games, {} positions, 0 faults", plies.len()));
}

/// Runs a command on files with games that stand there twice. It has to succeed, with one line on stderr about them.
fn run_on_copies(workspace: &Workspace, line: &str, copies: usize) -> CommandResult {
    let result = workspace.run(line);
    let named = format!("left out {copies} games with the seed and number of an earlier one\n");
    let is_one_line = result.stderr.lines().count() == 1 && result.stderr.ends_with(&named);
    assert!(result.status == Some(0) && is_one_line, "{line}: {}{}", result.stdout, result.stderr);
    result
}

#[test]
fn files_joined_end_to_end_are_read_as_one() {
    let (workspace, both) = workspace();
    let [a, b] = ["a", "b"].map(|folder| workspace.bytes(folder));
    fs::write(workspace.path("joined"), [&a[..], &b].concat()).expect("a file");
    let last = workspace.run_ok("data merge {}/a {}/b --output {}/merged").last_line().to_owned();
    assert!(last.starts_with("40 games, ") && last.ends_with(" 0 faults"), "{last}");
    assert_eq!(workspace.run_ok("data check {}/joined").stdout, format!("{last}\n"));
    assert_eq!(workspace.run_ok("data stats {}/joined").stdout, workspace.run_ok("data stats {}/merged").stdout);
    workspace.run_ok("data merge {}/joined --output {}/new");
    let [merged, new] = ["merged", "new"].map(|file| fs::read(workspace.path(file)).expect("a file"));
    assert!(new == merged);
    for command in ["shuffle", "sample --games 7"] {
        for file in ["joined", "merged"] {
            workspace.run_ok(&format!("data {command} {{}}/{file} --output {{}}/of-{file} --force"));
        }
        assert!(games(&workspace, "of-joined") == games(&workspace, "of-merged"), "{command}");
    }
    workspace.assert_refused("data merge {}/joined {}/b --output {}/other", &["seed 2", "joined", "/b"]);

    // A block cut short before a header, and a damaged header, whose games are lost, are one fault each.
    let mut damaged = [&a[..a.len() - 1], &b].concat();
    fs::write(workspace.path("cut"), &damaged).expect("a file");
    let result = workspace.run("data check {}/cut");
    assert!(result.status == Some(1) && result.last_line().starts_with("39 games, "), "{}", result.stdout);
    assert!(result.last_line().ends_with(" 1 faults"), "{}", result.stdout);
    damaged = [&a[..], &b].concat();
    damaged[a.len() + 40] ^= 1;
    fs::write(workspace.path("damaged"), &damaged).expect("a file");
    let last = workspace.run_ok("data check {}/a").last_line().replace(" 0 faults", " 1 faults");
    let result = workspace.run("data check {}/damaged");
    assert_eq!((result.status, result.last_line()), (Some(1), &*last), "{}", result.stdout);
    assert!(result.stdout.contains(&format!(": byte {}: a header is damaged", a.len())), "{}", result.stdout);
    for command in ["stats {}/damaged", "merge {}/damaged --output {}/whole", "sample {}/damaged --games 99"] {
        let result = workspace.run(&format!("data {command}"));
        assert_eq!(
            (result.status, result.last_line(), result.stderr.lines().count()),
            (Some(1), &*last, 1),
            "{command}"
        );
    }
    assert_eq!(games(&workspace, "whole"), both[..20]);
}

#[test]
fn a_game_that_stands_twice_counts_once() {
    let (workspace, _) = workspace();
    let [a, b] = ["a", "b"].map(|folder| workspace.bytes(folder));
    fs::write(workspace.path("doubled"), [&a[..], &b, &a].concat()).expect("a file");
    let last = workspace.run_ok("data merge {}/a {}/b --output {}/merged").last_line().to_owned();
    let result = workspace.run("data check {}/doubled");
    assert_eq!((result.status, result.last_line()), (Some(1), &*last.replace(" 0 faults", " 20 faults")));
    let named = result.stdout.lines().filter(|line| line.ends_with(": an earlier game has the same seed and number"));
    assert_eq!(named.count(), 20, "{}", result.stdout);

    let stats = run_on_copies(&workspace, "data stats {}/doubled", 20).stdout;
    assert_eq!(stats, workspace.run_ok("data stats {}/merged").stdout);
    run_on_copies(&workspace, "data merge {}/doubled --output {}/new", 20);
    let [merged, new] = ["merged", "new"].map(|file| fs::read(workspace.path(file)).expect("a file"));
    assert!(new == merged);
    for command in ["shuffle", "sample --games 99"] {
        workspace.run_ok(&format!("data {command} {{}}/merged --output {{}}/of-merged --force"));
        for files in ["{}/doubled", "{}/merged {}/b"] {
            run_on_copies(&workspace, &format!("data {command} {files} --output {{}}/once --force"), 20);
            let [once, of_merged] = ["once", "of-merged"].map(|file| games(&workspace, file));
            assert!(once == of_merged, "{command} {files}");
        }
    }
    // Between files too.
    assert_eq!(run_on_copies(&workspace, "data stats {}/merged {}/b", 20).stdout, stats);
    let result = workspace.run("data check {}/a {}/a");
    assert!(result.status == Some(1) && result.last_line().ends_with(" 20 faults"), "{}", result.stdout);
}

#[test]
fn a_folder_that_holds_all_its_games_is_left_as_it_is_although_half_a_block_follows() {
    let (workspace, _) = workspace();
    let whole = workspace.bytes("a");
    let cut = [&whole[..], &whole[whole.len() - 300..whole.len() - 100]].concat();
    fs::write(workspace.path("a/games.khepri"), &cut).expect("a file");
    for games in [20, 3] {
        let command = format!("datagen --output {{}}/a --games {games} {SHORT} --threads 1");
        assert!(workspace.run_ok(&command).last_line().ends_with("none were added"));
        assert!(workspace.bytes("a") == cut);
    }
    let result = workspace.run(&format!("datagen --output {{}}/a --games 21 {SHORT} --threads 1"));
    assert!(result.status == Some(0) && result.stderr.contains("removed 200 bytes"), "{}", result.stderr);
    assert!(workspace.bytes("a").starts_with(&whole));
    assert!(workspace.run_ok("data check {}/a").last_line().starts_with("21 games, "));
}

#[test]
fn datagen_continues_a_joined_file_of_its_own_recipe_only() {
    let (workspace, _) = workspace();
    let [a, b] = ["a", "b"].map(|folder| workspace.bytes(folder));
    let file = workspace.path("a/games.khepri");
    let command = format!("datagen --output {{}}/a --games 21 {SHORT} --threads 1");
    let joined = [&a[..], &b].concat();
    fs::write(&file, &joined).expect("a file");
    workspace.assert_refused(&command, &["--seed", "seed 2", "games.khepri"]);
    assert!(workspace.bytes("a") == joined);
    fs::write(&file, a.repeat(2)).expect("a file");
    assert!(workspace.run_ok(&command).last_line().starts_with("21 games, "));
    assert!(workspace.bytes("a").starts_with(&a.repeat(2)));
    run_on_copies(&workspace, "data merge {}/a --output {}/once", 20);
    fs::rename(workspace.path("once"), &file).expect("a file");
    assert!(workspace.run_ok(&command).last_line().starts_with("21 games, "));
    assert!(workspace.run_ok("data check {}/a").last_line().ends_with(" 0 faults"));
}
