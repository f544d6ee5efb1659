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
    make("a", "--games 7 --threads 1");
    make("new/folder", "--games 3 --threads 1");
    make("new/folder", "--games 7 --threads 1");
    assert!(workspace.bytes("a") == workspace.bytes("new/folder"));
    let numbers: Vec<u64> = read(&workspace.bytes("a")).1.iter().map(|game| game.number).collect();
    assert_eq!(numbers, (0..7).collect::<Vec<_>>());
    make("c", "--games 7 --threads 3");
    assert_eq!(games(&workspace, "a"), games(&workspace, "c"));
    make("d", "--games 7 --seed 2");
    assert!(games(&workspace, "a").iter().zip(games(&workspace, "d")).all(|(one, other)| one.plies != other.plies));
    // A complete file stays unchanged.
    let modified =
        || std::fs::metadata(workspace.path("a/games.khepri")).and_then(|data| data.modified()).expect("a time");
    let before = (modified(), workspace.bytes("a"));
    for games in [7, 3] {
        let result = make("a", &format!("--games {games} --threads 1"));
        assert!(result.last_line().ends_with("none were added"), "{}", result.stdout);
    }
    assert!(before == (modified(), workspace.bytes("a")));
}

#[test]
fn threads_and_stops_do_not_change_relabelled_games() {
    let workspace = Workspace::new();
    let options = format!("{SHORT} --relabel 0.5 --relabel-nodes 300 --unadjudicated 0.3");
    for (folder, games, threads) in [("a", 5, 1), ("b", 2, 1), ("b", 5, 1), ("c", 5, 3)] {
        workspace.run_ok(&format!("datagen --output {{}}/{folder} --games {games} --threads {threads} {options}"));
    }
    assert!(workspace.bytes("a") == workspace.bytes("b"));
    assert_eq!(games(&workspace, "a"), games(&workspace, "c"));
}

#[test]
fn files_of_both_versions_are_read_together() {
    let workspace = Workspace::new();
    let extended = "--relabel 0.5 --relabel-nodes 300 --unadjudicated 1";
    for (folder, options) in [("old", ""), ("new", extended)] {
        let seed = folder.len() + options.len();
        workspace
            .run_ok(&format!("datagen --output {{}}/{folder} --games 3 {SHORT} --threads 1 --seed {seed} {options}"));
    }
    workspace.run_ok("data merge {}/old {}/new --output {}/merged");
    let (recipes, merged) = read(&std::fs::read(workspace.path("merged")).expect("a file"));
    // The recipe of version 1 has an extension of zeros in a file of version 2.
    let shares: Vec<_> =
        recipes.iter().filter_map(|recipe| recipe.extension.as_ref()).map(|all| all.relabelled).collect();
    assert_eq!(shares, [0, 5_000]);
    let expected = [games(&workspace, "old"), games(&workspace, "new")].concat();
    assert_eq!(merged.into_iter().map(|game| Game { source: 0, ..game }).collect::<Vec<_>>(), expected);
    let joined = [workspace.bytes("old"), workspace.bytes("new")].concat();
    std::fs::write(workspace.path("joined"), joined).expect("a file");
    let checked = workspace.run_ok("data check {}/merged").stdout;
    assert!(checked.starts_with("6 games, ") && checked.ends_with(" 0 faults\n"), "{checked}");
    assert_eq!(workspace.run_ok("data check {}/joined").stdout, checked);
    let stats = workspace.run_ok("data stats {}/merged").stdout;
    let data = || expected.iter().flat_map(Game::data);
    let excluded = expected.iter().map(|game| game.plies.len()).sum::<usize>() - data().count();
    let relabelled = data().filter(|ply| ply.flags & 16 != 0).count();
    for line in [
        format!("positions: {}", data().count()),
        format!("left out after the last capture: {excluded}"),
        format!("relabelled: {relabelled} ("),
        "without adjudication: 3 (50.0 %)".to_owned(),
        "from lead openings: 0 (0.0 %)".to_owned(),
    ] {
        assert!(stats.lines().any(|other| other.starts_with(&line)), "{line} is not in {stats}");
    }
    // The merged games without an extension are written as version 1.
    workspace.run_ok("data merge {}/old --output {}/old-again");
    let (again, _) = read(&std::fs::read(workspace.path("old-again")).expect("a file"));
    assert_eq!(again[0].extension, None);
}

#[test]
fn shards_together_make_the_games_of_one_run() {
    let workspace = Workspace::new();
    workspace.run_ok(&format!("datagen --output {{}}/whole --games 7 {SHORT}"));
    for shard in 1..=3 {
        workspace.run_ok(&format!("datagen --output {{}}/part{shard} --games 7 {SHORT} --shard {shard}/3"));
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
        let options = format!("--games 4 {SHORT} --variant {variant} --eyes {eyes}");
        workspace.run_ok(&format!("datagen --output {{}}/{variant} {options}"));
        for game in games(&workspace, variant) {
            let mut words = game.start.split(' ');
            let has_eyes = words.next().expect("a board").contains(['e', 'E']);
            assert_eq!((words.nth(1), has_eyes), (Some(variant), eyes == 1), "{}", game.start);
        }
    }
}
