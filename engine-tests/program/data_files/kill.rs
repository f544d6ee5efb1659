//! `kill -9` at any moment, and interrupts: the file holds whole games only, none twice, and the same command continues.

use super::bytes::read;
use super::{FILE, Place, SHORT};
use crate::support::wait;
use khepri::internal::util::random::Random;
use rand::SeedableRng;
use std::collections::HashSet;
use std::fs;
use std::thread::sleep;
use std::time::Duration;

/// Kills a run a number of times, each time after it has written something more, and lets it finish.
fn kill_and_go_on(kills: u32, games: u64, threads: u32, seed: u64) {
    let place = Place::new();
    let options = format!("{SHORT} --threads {threads}");
    let command = format!("datagen --output {{}}/killed --games {games} {options}");
    let mut random = Random::seed_from_u64(seed);
    let mut bytes = 0;
    for _ in 0..kills {
        let mut run = place.start(&command);
        // The head at least; then a part of a game.
        place.wait_for_bytes("killed", if bytes == 0 { 1 } else { bytes + random.below(900) as u64 });
        sleep(Duration::from_micros(random.below(20_000) as u64));
        run.kill().expect("it runs");
        wait(&mut run);
        bytes = fs::metadata(place.path(&format!("killed/{FILE}"))).expect("a file").len();
        let checked = place.say("data check {}/killed");
        assert!(checked.last().ends_with(" 0 faults") || checked.last().ends_with(" 1 faults"), "{}", checked.text);
    }
    let said = place.say(&format!("datagen --output {{}}/killed --games 1 {options}"));
    assert_eq!(said.status, Some(0), "{}", said.errors);
    place.make("killed", games, &options);
    place.make("whole", games, &options);
    let (killed, whole) = (place.bytes("killed"), place.bytes("whole"));
    if threads == 1 {
        assert!(killed == whole, "one thread writes the same file");
    }
    let [(_, mut killed), (_, mut whole)] = [read(&killed), read(&whole)];
    let numbers: HashSet<u64> = killed.iter().map(|game| game.number).collect();
    assert_eq!((numbers.len(), killed.len()), (games as usize, games as usize));
    for games in [&mut killed, &mut whole] {
        games.sort_by_key(|game| game.number);
    }
    assert_eq!(killed, whole);
}

#[test]
fn kills_change_nothing() {
    kill_and_go_on(5, 60, 1, 1);
    kill_and_go_on(3, 60, 2, 2);
}

/// For a night.
#[test]
#[ignore = "takes minutes"]
fn fifty_kills_change_nothing() {
    kill_and_go_on(50, 1_000, 1, 3);
    kill_and_go_on(50, 1_000, 2, 4);
}

#[test]
fn a_torn_end_is_cut_off_and_named() {
    let place = Place::new();
    let command = format!("datagen --output {{}}/a --games 6 {SHORT} --threads 1");
    place.well(&command);
    let whole = place.bytes("a");
    let mut random = Random::seed_from_u64(9);
    for _ in 0..8 {
        let length = 91 + random.below(whole.len() - 91);
        fs::write(place.path(&format!("a/{FILE}")), &whole[..length]).expect("a file");
        let said = place.say(&command);
        assert_eq!(said.status, Some(0), "{}", said.errors);
        assert!(said.errors.lines().count() <= 1, "{}", said.errors);
        assert!(place.bytes("a") == whole, "cut at {length}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_it_in_order() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::io::Read;
    let place = Place::new();
    for signal in [Signal::INT, Signal::TERM] {
        let mut run = place.start(&format!("datagen --output {{}}/a {SHORT} --threads 2"));
        let before = fs::metadata(place.path(&format!("a/{FILE}"))).map_or(0, |file| file.len());
        place.wait_for_bytes("a", before + 1_000);
        kill_process(Pid::from_child(&run), signal).expect("it runs");
        assert_eq!(wait(&mut run).code(), Some(130));
        let (mut text, mut errors) = (String::new(), String::new());
        run.stdout.take().expect("stdout is a pipe").read_to_string(&mut text).expect("text");
        run.stderr.take().expect("stderr is a pipe").read_to_string(&mut errors).expect("text");
        assert!(errors.contains("interrupted") && errors.lines().count() == 1, "{errors}");
        let checked = place.well("data check {}/a").text;
        let games = checked.split(' ').next().expect("a number");
        assert!(text.starts_with(&format!("{games} games, ")), "{text}{checked}");
    }
}
