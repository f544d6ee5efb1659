//! Tests of `khepri data` on undamaged files: what the commands print, and which games they write.

use super::bytes::{Game, Ply, read};
use super::{SHORT, Workspace};
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
        workspace.run_ok(&format!("datagen --output {{}}/{folder} --games 20 {SHORT} --threads 1 --seed {seed}"));
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
