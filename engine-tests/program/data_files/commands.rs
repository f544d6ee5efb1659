//! The commands on files that are whole: what they print, and which games they write.

use super::bytes::{Game, read};
use super::{Place, SHORT};
use std::collections::HashSet;
use std::fs;

/// The games of a file, by seed and number, in their order.
fn games(place: &Place, file: &str) -> Vec<(u64, Game)> {
    let (recipes, games) = read(&fs::read(place.path(file)).expect("a file"));
    games.into_iter().map(|game| (recipes[game.source as usize].seed, Game { source: 0, ..game })).collect()
}

/// A place with the folders `a` of seed 1 and `b` of seed 2.
fn place() -> Place {
    let place = Place::new();
    for (folder, seed) in [("a", 1), ("b", 2)] {
        place.well(&format!("datagen --output {{}}/{folder} --games 20 {SHORT} --threads 1 --seed {seed}"));
    }
    place
}

#[test]
fn a_merge_has_the_games_of_all_files_in_order_and_a_shuffle_in_another() {
    let place = place();
    let both: Vec<_> = [games(&place, "a/games.khepri"), games(&place, "b/games.khepri")].concat();
    let merged = place.well("data merge {}/a {}/b --output {}/merged");
    assert!(merged.last().starts_with("40 games, ") && merged.last().ends_with(" positions, 0 faults"));
    assert_eq!(games(&place, "merged"), both);
    for (output, seed) in [("one", 5), ("same", 5), ("other", 6)] {
        place.well(&format!("data shuffle {{}}/a {{}}/b --output {{}}/{output} --seed {seed}"));
    }
    let [one, same, other] = ["one", "same", "other"].map(|file| games(&place, file));
    assert!(one == same && one != other && one != both);
    let sorted = |mut games: Vec<(u64, Game)>| {
        games.sort_by_key(|(seed, game)| (*seed, game.number));
        games
    };
    assert_eq!(sorted(one), both);
    assert_eq!(place.well("data check {}/other").last(), merged.last());
}

#[test]
fn a_sample_is_some_of_the_games() {
    let place = place();
    let both: Vec<_> = [games(&place, "a/games.khepri"), games(&place, "b/games.khepri")].concat();
    let mut picked = HashSet::new();
    for seed in 1..=10 {
        let said = place.well(&format!("data sample {{}}/a {{}}/b --games 7 --seed {seed} --output {{}}/s{seed}"));
        assert!(said.last().starts_with("7 games, "), "{}", said.text);
        let sample = games(&place, &format!("s{seed}"));
        assert_eq!(sample.len(), 7);
        assert!(sample.iter().all(|game| both.contains(game)));
        picked.extend(sample.into_iter().map(|(seed, game)| (seed, game.number)));
    }
    // Of 40 games each is left out of all ten with a chance of 14 %.
    assert!((25..=40).contains(&picked.len()), "{}", picked.len());
    assert!(place.well("data sample {}/a --games 99").last().starts_with("20 games, "));
}

#[test]
fn statistics_count_what_is_there() {
    let place = place();
    let said = place.well("data stats {}/a {}/b");
    let all: Vec<_> = [games(&place, "a/games.khepri"), games(&place, "b/games.khepri")].concat();
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
        let is_there = said.text.lines().any(|other| other.starts_with(&line));
        assert!(is_there || line.contains("| 0 |"), "{line} is not in {}", said.text);
    }
    assert_eq!(said.last(), format!("40 games, {positions} positions, 0 faults"));
}

#[test]
fn the_help_has_examples() {
    for command in ["datagen", "data", "data check", "data stats", "data merge", "data shuffle", "data sample"] {
        let said = Place::new().well(&format!("{command} --help"));
        assert!(said.text.contains("Example"), "{command}");
    }
}
