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
fn one_thread_makes_the_same_file_and_several_threads_the_same_games() {
    let workspace = Workspace::new();
    for (folder, threads) in [("a", 1), ("b", 1), ("c", 3)] {
        workspace.run_ok(&format!("datagen --output {{}}/{folder} --games 24 {SHORT} --threads {threads}"));
    }
    assert!(workspace.bytes("a") == workspace.bytes("b"));
    assert_eq!(games(&workspace, "a"), games(&workspace, "c"));
    let numbers: Vec<u64> = read(&workspace.bytes("a")).1.iter().map(|game| game.number).collect();
    assert_eq!(numbers, (0..24).collect::<Vec<_>>());
    workspace.run_ok(&format!("datagen --output {{}}/d --games 24 {SHORT} --seed 2"));
    assert!(games(&workspace, "a").iter().zip(games(&workspace, "d")).all(|(one, other)| one.plies != other.plies));
}

#[test]
fn missing_games_are_added_and_a_complete_file_stays_unchanged() {
    let workspace = Workspace::new();
    let options = format!("{SHORT} --threads 1");
    workspace.run_ok(&format!("datagen --output {{}}/all --games 12 {options}"));
    workspace.run_ok(&format!("datagen --output {{}}/new/folder --games 5 {options}"));
    workspace.run_ok(&format!("datagen --output {{}}/new/folder --games 12 {options}"));
    assert!(workspace.bytes("all") == workspace.bytes("new/folder"));
    let modified =
        || std::fs::metadata(workspace.path("all/games.khepri")).and_then(|data| data.modified()).expect("a time");
    let before = (modified(), workspace.bytes("all"));
    for games in [12, 3] {
        let result = workspace.run_ok(&format!("datagen --output {{}}/all --games {games} {options}"));
        assert!(result.last_line().ends_with("none were added"), "{}", result.stdout);
    }
    assert!(before == (modified(), workspace.bytes("all")));
}

#[test]
fn shards_together_make_the_games_of_one_run() {
    let workspace = Workspace::new();
    workspace.run_ok(&format!("datagen --output {{}}/whole --games 11 {SHORT}"));
    let mut parts = Vec::new();
    for shard in 1..=3 {
        workspace.run_ok(&format!("datagen --output {{}}/part{shard} --games 11 {SHORT} --shard {shard}/3"));
        let (recipes, _) = read(&workspace.bytes(&format!("part{shard}")));
        assert_eq!((recipes[0].seed, recipes[0].nodes, recipes[0].shard), (1, 100, (shard, 3)));
        parts.extend(games(&workspace, &format!("part{shard}")));
    }
    parts.sort_by_key(|game| game.number);
    assert_eq!(parts, games(&workspace, "whole"));
    workspace.run_ok("data merge {}/part1 {}/part2 {}/part3/games.khepri --output {}/merged");
    let (recipes, merged) = read(&std::fs::read(workspace.path("merged")).expect("a file"));
    assert_eq!(recipes.iter().map(|recipe| recipe.shard.0).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(merged.iter().all(|game| game.number % 3 == game.source));
    assert_eq!(
        workspace.run_ok("data check {}/merged").last_line(),
        workspace.run_ok("data check {}/whole").last_line()
    );
}

#[test]
fn options_select_the_rule_set_and_eyes() {
    let workspace = Workspace::new();
    for (variant, eyes) in [("khet1", 1), ("deflexion", 0)] {
        let folder = format!("{variant}{eyes}");
        workspace
            .run_ok(&format!("datagen --output {{}}/{folder} --games 8 {SHORT} --variant {variant} --eyes {eyes}"));
        for game in games(&workspace, &folder) {
            let mut words = game.start.split(' ');
            let has_eyes = words.next().expect("a board").contains(['e', 'E']);
            assert_eq!((words.nth(1), has_eyes), (Some(variant), eyes == 1), "{}", game.start);
        }
    }
}
