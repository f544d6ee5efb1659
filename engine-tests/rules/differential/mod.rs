//! The differential test: the library and the second implementation of the rules play the same random games of all rule sets,
//! from all set-ups and from random arrangements with Eyes and rings of mirrors.

mod walk;

use crate::clean_room::position::Position as SecondPosition;
use crate::support::env_number;
use crate::twin::random_positions::arrangement;
use khepri_rules::internal::util::random::Random;
use khepri_rules::{Move, Position};
use rayon::prelude::*;
use walk::{Seen, Strategy, Tally, walk};

/// The length of the longest game, in plies.
const MAX_PLIES: u32 = 400;

/// Returns the start of a game: a set-up, or a random arrangement that is dense with mirrors or nearly empty.
fn start(number: u64, random: &mut Random) -> String {
    let set_ups = crate::twin::setup_lines();
    if number.is_multiple_of(2) {
        return set_ups[random.below(set_ups.len())].clone();
    }
    arrangement(random).to_string()
}

/// Plays games until a number of plies is reached, and prints and returns the counts.
fn run(seed: u64, plies: u64) -> Tally {
    let mut seen = Seen::new();
    let mut total = Tally::default();
    while total.plies < plies {
        let mut random = Random::seed_from_u64(seed).stream(total.games);
        let strategy = Strategy::ALL[random.below(Strategy::ALL.len())];
        let start = start(total.games, &mut random);
        match walk(&start, MAX_PLIES, strategy, &mut random, &mut seen) {
            Ok(tally) => total = total.plus(&tally),
            Err(difference) => panic!("seed {seed}, game {} from {start}, {strategy:?}: {difference}", total.games),
        }
    }
    total.repeated = seen.arrangements.repeated.min(seen.positions.repeated);
    println!("seed {seed}: {total:?}");
    total
}

#[test]
fn both_implementations_play_the_same_games() {
    let total = run(1, 30_000);
    assert!(total.third > 300 && total.ended > 60 && total.hits > 30_000, "the test covers too little");
    assert!(total.repeated > 300, "too few arrangements were repeated");
}

#[test]
#[ignore = "a quarter of an hour of two cores with --release: 100 million plies, or DIFFERENTIAL_PLIES"]
fn both_implementations_play_the_same_hundred_million_plies() {
    // Portions limit the memory and report progress.
    const PORTION: u64 = 1_000_000;
    let plies = env_number("DIFFERENTIAL_PLIES", 100_000_000);
    let seed = env_number("DIFFERENTIAL_SEED", 1_000);
    let portions = (0..plies.div_ceil(PORTION)).into_par_iter();
    let total = portions.map(|portion| run(seed + portion, PORTION.min(plies - portion * PORTION)));
    println!("in all: {:?}", total.reduce(Tally::default, |one, other| one.plus(&other)));
}

/// Reads a line with both implementations, and returns whether both accept it and write it in the same way.
///
/// # Errors
/// The difference.
fn compare_reading(text: &str) -> Result<bool, String> {
    let library = text.parse::<Position>();
    let second = SecondPosition::from_kfen(text);
    match (&library, &second) {
        (Err(_), Err(_)) => Ok(false),
        (Ok(position), Ok(second)) => {
            let (library, second) = (position.to_string(), second.to_kfen());
            if library == second { Ok(true) } else { Err(format!("{text:?}: written {library} and {second}")) }
        }
        (Ok(_), Err(reason)) => Err(format!("{text:?}: only the second implementation refuses it: {reason}")),
        (Err(rejection), Ok(_)) => Err(format!("{text:?}: only the library refuses it: {rejection}")),
    }
}

/// Plays a text as a move with both implementations, and returns whether it is legal.
///
/// # Errors
/// The difference in legality or in the position after the move.
fn compare_move_text(position: &Position, second: &SecondPosition, text: &str) -> Result<bool, String> {
    let at = || position.to_string();
    let library = text.parse::<Move>().ok().and_then(|mv| {
        let mut after = position.clone();
        after.play(position.normalised(mv)).ok().map(|_| after.to_string())
    });
    let second = second.action(text).map(|action| {
        let mut after = *second;
        after.apply(&action);
        after.to_kfen()
    });
    if library == second {
        Ok(library.is_some())
    } else {
        Err(format!("{text:?} in {}: library {library:?}, second {second:?}", at()))
    }
}

/// Returns a text with a few characters removed, inserted, swapped or replaced, mostly by characters of valid texts.
fn garbled(text: &str, random: &mut Random) -> String {
    const COMMON: &[char] = &[
        'k', 'K', 'p', 'P', 's', 'S', 'e', 'E', 'a', 'A', 'x', 'X', 'o', 'O', 't', 'T', '1', '2', '3', '4', '5', '9',
        '0', '/', ' ', '-', '+', 'r', 'q', '\t', 'é',
    ];
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..1 + random.below(3) {
        let place = random.below(characters.len() + 1);
        let other = match random.below(3) {
            0 => characters.get(random.below(characters.len())).copied().unwrap_or('k'),
            _ => COMMON[random.below(COMMON.len())],
        };
        match random.below(4) {
            0 if place < characters.len() => drop(characters.remove(place)),
            1 => characters.insert(place, other),
            2 if place < characters.len() => {
                let another = random.below(characters.len());
                characters.swap(place, another);
            }
            _ if place < characters.len() => characters[place] = other,
            _ => characters.push(other),
        }
    }
    characters.into_iter().collect()
}

/// Returns a KFEN with a few pieces replaced by others of the same length, so that most results are well-formed.
fn altered(text: &str, random: &mut Random) -> String {
    const TURNABLE: [char; 8] = ['p', 'P', 's', 'S', 'e', 'E', 'a', 'A'];
    const PLAIN: [char; 6] = ['k', 'K', 'o', 'O', 't', 'T'];
    let mut characters: Vec<char> = text.chars().collect();
    let board = text.find(' ').unwrap_or(text.len());
    for _ in 0..1 + random.below(3) {
        let place = random.below(board);
        match characters[place] {
            letter if TURNABLE.contains(&letter) => characters[place] = TURNABLE[random.below(TURNABLE.len())],
            letter if PLAIN.contains(&letter) => characters[place] = PLAIN[random.below(PLAIN.len())],
            digit if digit.is_ascii_digit() && place > 0 && TURNABLE.contains(&characters[place - 1]) => {
                characters[place] = ['1', '2', '3', '4'][random.below(4)];
            }
            _ => {}
        }
    }
    let altered: String = characters.into_iter().collect();
    match random.below(4) {
        0 => altered.replace("khet1", "deflexion"),
        1 => altered.replace("deflexion", "khet1"),
        _ => altered,
    }
}

/// Reads garbled and altered positions, and returns the number of those that are accepted.
fn read_positions(seed: u64, texts: u64) -> u64 {
    let mut accepted = 0;
    for number in 0..texts {
        let mut random = Random::seed_from_u64(seed).stream(number);
        let text = start(number, &mut random);
        let text = if random.below(2) == 0 { garbled(&text, &mut random) } else { altered(&text, &mut random) };
        match compare_reading(&text) {
            Ok(good) => accepted += u64::from(good),
            Err(difference) => panic!("seed {seed}, text {number}: {difference}"),
        }
    }
    accepted
}

#[test]
fn both_implementations_accept_the_same_positions() {
    let accepted = read_positions(2, 6_000);
    assert!((600..5_400).contains(&accepted), "{accepted} of 6000 accepted");
}

/// Plays garbled texts as moves, and returns the number of legal ones.
fn read_moves(seed: u64, texts: u64) -> u64 {
    let mut legal = 0;
    for number in 0..texts {
        let mut random = Random::seed_from_u64(seed).stream(number);
        let text = start(number, &mut random);
        let position = text.parse::<Position>().expect("both read it");
        let second = SecondPosition::from_kfen(&text).expect("both read it");
        let moves = position.legal_moves();
        let Some(mv) = moves.get(random.below(moves.len())) else { continue };
        let text = mv.to_string();
        // The other sign of a rotation is a spelling that both must read for Scarabs and Eyes.
        let text = if random.below(4) == 0 { text.replace('+', "-") } else { garbled(&text, &mut random) };
        match compare_move_text(&position, &second, &text) {
            Ok(good) => legal += u64::from(good),
            Err(difference) => panic!("seed {seed}, text {number}: {difference}"),
        }
    }
    legal
}

#[test]
fn both_implementations_accept_the_same_moves() {
    let legal = read_moves(3, 6_000);
    assert!((60..5_700).contains(&legal), "{legal} of 6000 legal");
}
