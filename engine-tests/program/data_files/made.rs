//! Which games are made: the same for the same options, whatever the number of threads and however often it was stopped.

use super::bytes::{Game, read};
use super::{Place, SHORT};

/// The games of a folder in the order of their numbers.
fn games(place: &Place, folder: &str) -> Vec<Game> {
    let (_, mut games) = read(&place.bytes(folder));
    games.sort_by_key(|game| game.number);
    games
}

#[test]
fn one_thread_writes_the_same_file_and_several_the_same_games() {
    let place = Place::new();
    for (folder, threads) in [("a", 1), ("b", 1), ("c", 3)] {
        place.well(&format!("datagen --output {{}}/{folder} --games 24 {SHORT} --threads {threads}"));
    }
    assert!(place.bytes("a") == place.bytes("b"));
    assert_eq!(games(&place, "a"), games(&place, "c"));
    let numbers: Vec<u64> = read(&place.bytes("a")).1.iter().map(|game| game.number).collect();
    assert_eq!(numbers, (0..24).collect::<Vec<_>>());
    place.well(&format!("datagen --output {{}}/d --games 24 {SHORT} --seed 2"));
    assert!(games(&place, "a").iter().zip(games(&place, "d")).all(|(one, other)| one.plies != other.plies));
}

#[test]
fn more_games_are_added_and_a_folder_with_all_its_games_stays() {
    let place = Place::new();
    let words = format!("{SHORT} --threads 1");
    place.well(&format!("datagen --output {{}}/all --games 12 {words}"));
    place.well(&format!("datagen --output {{}}/new/folder --games 5 {words}"));
    place.well(&format!("datagen --output {{}}/new/folder --games 12 {words}"));
    assert!(place.bytes("all") == place.bytes("new/folder"));
    let modified =
        || std::fs::metadata(place.path("all/games.khepri")).and_then(|data| data.modified()).expect("a time");
    let before = (modified(), place.bytes("all"));
    for games in [12, 3] {
        let said = place.well(&format!("datagen --output {{}}/all --games {games} {words}"));
        assert!(said.last().ends_with("none were added"), "{}", said.text);
    }
    assert!(before == (modified(), place.bytes("all")));
}

#[test]
fn shards_make_the_games_of_the_whole() {
    let place = Place::new();
    place.well(&format!("datagen --output {{}}/whole --games 11 {SHORT}"));
    let mut parts = Vec::new();
    for shard in 1..=3 {
        place.well(&format!("datagen --output {{}}/part{shard} --games 11 {SHORT} --shard {shard}/3"));
        let (recipes, _) = read(&place.bytes(&format!("part{shard}")));
        assert_eq!((recipes[0].seed, recipes[0].nodes, recipes[0].shard), (1, 100, (shard, 3)));
        parts.extend(games(&place, &format!("part{shard}")));
    }
    parts.sort_by_key(|game| game.number);
    assert_eq!(parts, games(&place, "whole"));
    place.well("data merge {}/part1 {}/part2 {}/part3/games.khepri --output {}/merged");
    let (recipes, merged) = read(&std::fs::read(place.path("merged")).expect("a file"));
    assert_eq!(recipes.iter().map(|recipe| recipe.shard.0).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(merged.iter().all(|game| game.number % 3 == game.source));
    assert_eq!(place.well("data check {}/merged").last(), place.well("data check {}/whole").last());
}

#[test]
fn options_choose_rules_and_eyes() {
    let place = Place::new();
    for (variant, eyes) in [("khet1", 1), ("deflexion", 0)] {
        let folder = format!("{variant}{eyes}");
        place.well(&format!("datagen --output {{}}/{folder} --games 8 {SHORT} --variant {variant} --eyes {eyes}"));
        for game in games(&place, &folder) {
            let mut words = game.start.split(' ');
            let has_eyes = words.next().expect("a board").contains(['e', 'E']);
            assert_eq!((words.nth(1), has_eyes), (Some(variant), eyes == 1), "{}", game.start);
        }
    }
}
