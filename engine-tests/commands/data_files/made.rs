//! Tests of the games that `khepri datagen` makes. They depend on the options, but not on threads, shards and stops.

use super::bytes::{Game, read};
use super::{SHORT, Workspace};

/// Returns the games of a folder in the order of their numbers.
fn games(workspace: &Workspace, folder: &str) -> Vec<Game> {
    let (_, mut games) = read(&workspace.bytes(folder));
    games.sort_by_key(|game| game.number);
    games
}

#[test]
fn threads_and_stops_do_not_change_the_games() {
    let workspace = Workspace::new();
    let make =
        |folder: &str, options: &str| workspace.run_ok(&format!("datagen --output {{}}/{folder} {SHORT} {options}"));
    make("a", "--games 12 --threads 1");
    make("new/folder", "--games 5 --threads 1");
    make("new/folder", "--games 12 --threads 1");
    assert!(workspace.bytes("a") == workspace.bytes("new/folder"));
    let numbers: Vec<u64> = read(&workspace.bytes("a")).1.iter().map(|game| game.number).collect();
    assert_eq!(numbers, (0..12).collect::<Vec<_>>());
    make("c", "--games 12 --threads 3");
    assert_eq!(games(&workspace, "a"), games(&workspace, "c"));
    make("d", "--games 12 --seed 2");
    assert!(games(&workspace, "a").iter().zip(games(&workspace, "d")).all(|(one, other)| one.plies != other.plies));
    // A complete file stays unchanged.
    let modified =
        || std::fs::metadata(workspace.path("a/games.khepri")).and_then(|data| data.modified()).expect("a time");
    let before = (modified(), workspace.bytes("a"));
    for games in [12, 3] {
        let result = make("a", &format!("--games {games} --threads 1"));
        assert!(result.last_line().ends_with("none were added"), "{}", result.stdout);
    }
    assert!(before == (modified(), workspace.bytes("a")));
}

#[test]
fn shards_together_make_the_games_of_one_run() {
    let workspace = Workspace::new();
    workspace.run_ok(&format!("datagen --output {{}}/whole --games 11 {SHORT}"));
    for shard in 1..=3 {
        workspace.run_ok(&format!("datagen --output {{}}/part{shard} --games 11 {SHORT} --shard {shard}/3"));
    }
    workspace.run_ok("data merge {}/part1 {}/part2 {}/part3/games.khepri --output {}/merged");
    let (recipes, mut merged) = read(&std::fs::read(workspace.path("merged")).expect("a file"));
    let shards: Vec<_> = recipes.iter().map(|recipe| (recipe.seed, recipe.nodes, recipe.shard)).collect();
    assert_eq!(shards, [1, 2, 3].map(|shard| (1, 100, (shard, 3))));
    assert!(merged.iter().all(|game| game.number % 3 == game.source));
    merged.sort_by_key(|game| game.number);
    let merged: Vec<Game> = merged.into_iter().map(|game| Game { source: 0, ..game }).collect();
    assert_eq!(merged, games(&workspace, "whole"));
}

#[test]
fn options_select_the_rule_set_and_eyes() {
    let workspace = Workspace::new();
    for (variant, eyes) in [("khet1", 1), ("deflexion", 0)] {
        let options = format!("--games 8 {SHORT} --variant {variant} --eyes {eyes}");
        workspace.run_ok(&format!("datagen --output {{}}/{variant} {options}"));
        for game in games(&workspace, variant) {
            let mut words = game.start.split(' ');
            let has_eyes = words.next().expect("a board").contains(['e', 'E']);
            assert_eq!((words.nth(1), has_eyes), (Some(variant), eyes == 1), "{}", game.start);
        }
    }
}
