//! Tests of `khepri data` on undamaged files: what the commands print, and which games they write.

use super::bytes::{Game, read};
use super::{SHORT, Workspace};
use std::collections::HashSet;
use std::fs;

/// Returns the games of a file in order, each with its seed.
fn games(workspace: &Workspace, file: &str) -> Vec<(u64, Game)> {
    let (recipes, games) = read(&fs::read(workspace.path(file)).expect("a file"));
    games.into_iter().map(|game| (recipes[game.source as usize].seed, Game { source: 0, ..game })).collect()
}

/// Returns a workspace with games of seed 1 in the folder `a`, and of seed 2 in `b`.
fn workspace() -> Workspace {
    let workspace = Workspace::new();
    for (folder, seed) in [("a", 1), ("b", 2)] {
        workspace.run_ok(&format!("datagen --output {{}}/{folder} --games 20 {SHORT} --threads 1 --seed {seed}"));
    }
    workspace
}

#[test]
fn merge_keeps_the_order_of_the_games_and_shuffle_changes_it() {
    let workspace = workspace();
    let both: Vec<_> = [games(&workspace, "a/games.khepri"), games(&workspace, "b/games.khepri")].concat();
    let merged = workspace.run_ok("data merge {}/a {}/b --output {}/merged");
    assert!(merged.last_line().starts_with("40 games, ") && merged.last_line().ends_with(" positions, 0 faults"));
    assert_eq!(games(&workspace, "merged"), both);
    for (output, seed) in [("one", 5), ("same", 5), ("other", 6)] {
        workspace.run_ok(&format!("data shuffle {{}}/a {{}}/b --output {{}}/{output} --seed {seed}"));
    }
    let [one, same, other] = ["one", "same", "other"].map(|file| games(&workspace, file));
    assert!(one == same && one != other && one != both);
    let sorted = |mut games: Vec<(u64, Game)>| {
        games.sort_by_key(|(seed, game)| (*seed, game.number));
        games
    };
    assert_eq!(sorted(one), both);
    assert_eq!(workspace.run_ok("data check {}/other").last_line(), merged.last_line());
}

#[test]
fn samples_are_random_games_of_the_files() {
    let workspace = workspace();
    let both: Vec<_> = [games(&workspace, "a/games.khepri"), games(&workspace, "b/games.khepri")].concat();
    let mut picked = HashSet::new();
    for seed in 1..=10 {
        let result =
            workspace.run_ok(&format!("data sample {{}}/a {{}}/b --games 7 --seed {seed} --output {{}}/s{seed}"));
        assert!(result.last_line().starts_with("7 games, "), "{}", result.stdout);
        let sample = games(&workspace, &format!("s{seed}"));
        assert_eq!(sample.len(), 7);
        assert!(sample.iter().all(|game| both.contains(game)));
        picked.extend(sample.into_iter().map(|(seed, game)| (seed, game.number)));
    }
    // Each of the 40 games is in none of the ten samples with a probability of 14 %.
    assert!((25..=40).contains(&picked.len()), "{}", picked.len());
    assert!(workspace.run_ok("data sample {}/a --games 99").last_line().starts_with("20 games, "));
}

#[test]
fn statistics_agree_with_the_second_reader() {
    let workspace = workspace();
    let result = workspace.run_ok("data stats {}/a {}/b");
    let all: Vec<_> = [games(&workspace, "a/games.khepri"), games(&workspace, "b/games.khepri")].concat();
    let positions: usize = all.iter().map(|(_, game)| game.plies.len()).sum();
    let drawn = all.iter().filter(|(_, game)| game.outcome == 2).count();
    let level = |ply: &&super::bytes::Ply| (-30..30).contains(&ply.score);
    let level: usize = all.iter().map(|(_, game)| game.plies.iter().filter(level).count()).sum();
    let gains: usize = all.iter().map(|(_, game)| game.plies.iter().filter(|ply| ply.flags & 1 == 1).count()).sum();
    let classic = all.iter().filter(|(_, game)| game.name == Some("classic") && game.start.contains("khet2")).count();
    for line in [
        format!("games: {}", all.len()),
        format!("positions: {positions}"),
        format!("draws: {drawn} ("),
        format!("a shot gains: {gains} ("),
        format!("| -30 to 29 | {level} |"),
        format!("| khet2 classic | {classic} |"),
    ] {
        let is_printed = result.stdout.lines().any(|other| other.starts_with(&line));
        assert!(is_printed || line.contains("| 0 |"), "{line} is not in {}", result.stdout);
    }
    assert_eq!(result.last_line(), format!("40 games, {positions} positions, 0 faults"));
}

#[test]
fn the_help_of_each_command_has_examples() {
    for command in ["datagen", "data", "data check", "data stats", "data merge", "data shuffle", "data sample"] {
        let result = Workspace::new().run_ok(&format!("{command} --help"));
        assert!(result.stdout.contains("Example"), "{command}");
    }
}
