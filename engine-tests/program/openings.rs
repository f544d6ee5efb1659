//! The opening files and the command that makes them, against the rules written once more.

use crate::support::{Engine, run};
use crate::twin::state::State;
use khepri::internal::notation::opening::{self, Opening};
use khepri::internal::rules::{Colour, Move, Orientation, Piece, Setup, Square};
use khepri::internal::util::random::Random;
use rand::SeedableRng;
use std::collections::HashMap;

const FILES: [&str; 6] = ["khet2", "khet1", "deflexion", "khet2-eye", "khet1-eye", "deflexion-eye"];

fn file(name: &str) -> String {
    let path = format!("{}/positions/openings/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The lines that are openings.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The score of the remark, in centipawns.
fn remark(line: &str) -> i32 {
    let (_, score) = line.split_once(" ; ").unwrap_or_else(|| panic!("no remark: {line}"));
    let digits: String = score.chars().filter(|character| *character != '.').collect();
    assert!(score.starts_with(['+', '-']) && score.len() == 5, "{line}");
    digits.parse().unwrap_or_else(|_| panic!("no score: {line}"))
}

/// The position after the moves, by the rules of the tests; none of the moves hits anything or ends the game.
fn played(line: &str) -> State {
    let (opening, _) = line.split_once(" ; ").expect("a remark");
    let (start, moves) = opening.split_once(" moves ").unwrap_or((opening, ""));
    let (rule_set, name) = start.split_once(' ').expect("a rule set and a name");
    let (.., kfen) = crate::support::SETUPS
        .into_iter()
        .find(|setup| (setup.0, setup.1) == (rule_set, name))
        .expect("a named set-up");
    let mut state = State::from(&kfen.parse::<Setup>().expect("a KFEN"));
    for word in moves.split_whitespace() {
        let mv = word.parse::<Move>().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(state.moves().contains(&mv), "{line}: {word} is not legal");
        let (after, hits) = state.played(mv);
        assert!(hits.is_empty() && after.outcome().is_none(), "{line}: {word}");
        state = after;
    }
    state
}

/// Board and side as text.
fn fields(setup: &Setup) -> String {
    setup.to_string().split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// The set-up seen from the other side of the board, with colours and side exchanged.
fn turned(setup: &Setup) -> Setup {
    let mut turned = setup.clone();
    turned.squares = [None; 80];
    turned.side_to_move = other(setup.side_to_move);
    for (square, piece) in setup.pieces() {
        let opposite = Square::new(9 - square.file(), 7 - square.rank()).expect("a square");
        let digits = piece.kind().orientations();
        // Half a turn is two quarters: of four, the opposite one; of two or one, the same.
        let digit = if digits == 4 { (piece.orientation().digit() + 1) % 4 + 1 } else { piece.orientation().digit() };
        let orientation = Orientation::from_digit(digit).expect("a digit");
        turned.squares[opposite.index()] = Some(Piece::new(other(piece.colour()), piece.kind(), orientation));
    }
    turned
}

fn other(colour: Colour) -> Colour {
    if colour == Colour::Silver { Colour::Red } else { Colour::Silver }
}

/// What two openings share if they are the same up to symmetry.
fn identity(setup: &Setup) -> String {
    fields(setup).min(fields(&turned(setup)))
}

fn kills(state: &State) -> bool {
    let opponent = state.pharaoh(other(state.mover())).expect("it stands");
    state.moves().into_iter().any(|mv| state.shot(mv).has(opponent))
}

/// Checks every line of an opening file, and gives the openings.
fn check(name: &str, text: &str, bound: i32) -> Vec<Opening> {
    let openings = opening::read(text.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(openings.len(), lines(text).count(), "{name}");
    let mut seen: HashMap<String, &str> = HashMap::new();
    for (line, opening) in lines(text).zip(&openings) {
        assert_eq!(line.split(" ; ").next(), Some(opening.to_string().as_str()), "{name}: it is canonical");
        let state = played(line);
        assert_eq!(state.setup(), opening.game().position().setup(), "{name}: {line}");
        assert!(!kills(&state), "{name}: a Pharaoh can be hit at once: {line}");
        assert!(remark(line).abs() <= bound, "{name}: {line}");
        if let Some(before) = seen.insert(identity(&state.setup()), line) {
            panic!("{name}: the same twice: {before} and {line}");
        }
    }
    openings
}

#[test]
fn every_line_of_the_files_is_a_good_opening_and_none_is_there_twice() {
    std::thread::scope(|scope| {
        for name in FILES {
            scope.spawn(move || {
                let openings = check(name, &file(name), 50);
                assert_eq!(openings.len(), 1000, "{name}");
                let (rule_set, eyes) = name.split_once('-').map_or((name, false), |(rule_set, _)| (rule_set, true));
                let has_eye = |kfen: &str| kfen.split(' ').next().is_some_and(|board| board.contains(['e', 'E']));
                let named: Vec<&str> = crate::support::SETUPS
                    .into_iter()
                    .filter(|setup| setup.0 == rule_set && has_eye(setup.2) == eyes)
                    .map(|setup| setup.1)
                    .collect();
                for (opening, setup) in openings.iter().zip(named.iter().cycle()) {
                    assert_eq!(opening.start().rule_set().name(), rule_set, "{opening}");
                    assert_eq!(opening.setup(), Some(*setup), "{opening}");
                }
                for side in [Colour::Silver, Colour::Red] {
                    let count = openings.iter().filter(|opening| opening.game().position().side_to_move() == side);
                    assert!(count.count() > 300, "{name}: {} is to move often enough", side.name());
                }
            });
        }
    });
}

#[test]
fn half_a_turn_is_what_the_tests_say_it_is() {
    // The classic set-up looks the same from both sides; with the colours of the pieces alone exchanged it would not.
    let (.., classic) = crate::support::SETUPS[0];
    let classic = classic.parse::<Setup>().expect("a KFEN");
    assert_eq!(turned(&classic).squares, classic.squares);
    let lone = "4k5/p19//////4K5 s khet1".parse::<Setup>().expect("a KFEN");
    assert_eq!(fields(&turned(&lone)), "5k4//////9P3/5K4 r");
}

/// What the engine says of the position after an opening, from the side to move, at its last depth.
fn searched(engine: &mut Engine, line: &str, depth: u32) -> Option<i32> {
    let (opening, _) = line.split_once(" ; ").expect("a remark");
    let (rule_set, from) = opening.split_once(' ').expect("a rule set");
    engine.send("setoption name Clear Hash");
    engine.send(&format!("setoption name UCI_Variant value {rule_set}"));
    engine.send(&format!("position setup {from}"));
    engine.go(&format!("go depth {depth}")).infos.last().expect("an info line").cp
}

#[test]
fn what_the_command_makes_is_the_same_every_time_and_on_any_number_of_threads() {
    let make = |more: &[&str]| {
        let fixed =
            ["openings", "--variant", "khet1", "--plies", "4-5", "--depth", "4", "--bound", "30", "--seed", "77"];
        let output = run(&[&fixed, more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("the output is text")
    };
    let all = make(&["--count", "24"]);
    assert_eq!(check("made", &all, 30).len(), 24);
    assert_eq!(make(&["--count", "24", "--threads", "2"]), all);
    let head = make(&["--count", "7", "--threads", "3"]);
    assert!(lines(&head).eq(lines(&all).take(7)), "fewer are the first of more");
    let mut engine = Engine::start();
    engine.send("setoption name Hash value 16");
    for line in lines(&all) {
        assert_eq!(searched(&mut engine, line, 4), Some(remark(line)), "{line}");
    }
}

#[test]
fn the_header_is_the_command_that_makes_the_same_lines() {
    for arguments in [
        &["--count", "3", "--depth", "1"][..],
        &["--eyes", "--variant", "deflexion", "--count", "2", "--depth", "1", "--plies", "3-3", "--threads", "2"],
        &["--setup", "mercury", "--setup", "isis", "--count", "4", "--depth", "1", "--plies", "0-5", "--bound", "200"],
    ] {
        let output = run(&[&["openings"], arguments].concat());
        let text = String::from_utf8_lossy(&output.stdout);
        let header = text.lines().find(|line| line.contains(": khepri openings ")).expect("a header");
        let (version, command) = header.split_once(": khepri ").expect("a version and a command");
        assert_eq!(version, format!("# khepri {}", env!("CARGO_PKG_VERSION")));
        let words: Vec<&str> = command.split(' ').collect();
        assert_eq!(run(&words).stdout, output.stdout, "{command}");
    }
}

#[test]
fn the_openings_of_the_files_are_still_balanced() {
    // A search deeper than the one of depth 8 that made them sees more, but it refutes none and shifts few by a Pyramid.
    let mut random = Random::seed_from_u64(2);
    let mut engine = Engine::start();
    for name in FILES {
        let text = file(name);
        let all: Vec<&str> = lines(&text).collect();
        let scores: Vec<i32> = (0..8)
            .map(|_| {
                let line = all[random.below(all.len())];
                let score = searched(&mut engine, line, 9).unwrap_or_else(|| panic!("{name}: no score, {line}")).abs();
                assert!(score <= 300, "{name}: {score} now, {line}");
                score
            })
            .collect();
        assert!(scores.iter().filter(|&&score| score > 100).count() <= 2, "{name}: {scores:?}");
    }
}

#[test]
fn what_cannot_be_made_ends_with_what_there_is_and_one_clear_line() {
    let output = run(&["openings", "--setup", "classic", "--plies", "1", "--depth", "1", "--bound", "0"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    let made = check("tiny bound", &String::from_utf8_lossy(&output.stdout), 0).len();
    assert_eq!(
        errors,
        format!("khepri: openings: only {made} openings were found: 1000 tries for the next one failed\n")
    );
}
