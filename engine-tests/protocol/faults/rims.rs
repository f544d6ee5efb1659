//! Positions and games at the limits of the rules: nearly empty boards, full ones, beams that run in a ring, very long games.

use crate::support::in_process::InProcess;
use crate::support::perft_total;
use crate::twin::random_positions::{Candidate, Plan, arrange};
use crate::twin::state::State;
use khepri_rules::internal::util::random::Random;
use khepri_rules::{Colour, Move, Setup};

/// Boards with the required pieces and few others.
const EMPTIEST: [&str; 11] = [
    "4k5//////5K4/ s khet1 0 1",
    "4k5//////5K4/ r deflexion 0 1",
    "x34k4//////5K4/9X1 s khet2 0 1",
    // Pharaohs side by side and in the corners, and Sphinxes that face along the frame.
    "/////4k5/4K5/ r khet1 0 1",
    "9K///////k9 s deflexion 7 9",
    "x27k1///////1K7X4 r khet2 0 1",
    // Both Pharaohs can be hit at once; a move can leave the opponent without a move; the player to move has no move.
    "9K///4k5/9E1/// s khet1 0 1",
    "///4k5///1op27/1K1o6 r khet1 0 1",
    "///4k5///1op27/1Ko7 s khet1 1 2",
    // Swaps and stacks.
    "x34k4//////1a11p26/2S14K1X1 s khet2 0 1",
    "/4k5///4T5/5O4/8K1/ s khet1 0 1",
];

/// Silver's beam returns to the Eye that splits it, by way of three mirrors, or of two mirrors and a second Eye.
const RINGS: [&str; 4] = [
    "7k2/2P21P35///2P11E24P3///7K2 s khet1 0 1",
    "7k2/2P21P35///2P11E24P3///7K2 r khet1 0 1",
    "7k2/2E21P35///2P11E24P3///7K2 s deflexion 0 1",
    "x36k2/2P21P35///2P11E24P3///7K1X1 s khet2 0 1",
];

/// Returns a board with about as many pieces of each kind as a set holds.
fn crowded(rule_set: usize, random: &mut Random) -> String {
    let candidate = |random: &mut Random| {
        let (square, kind, digit) = (random.below(80), random.below(8), 1 + random.below(4) as u8);
        Candidate { square, kind, digit, red: random.below(2) == 0, on_beam: random.below(4) == 0 }
    };
    let candidates = (0..150).map(|_| candidate(random)).collect();
    let turned = [random.below(2) == 0, random.below(2) == 0];
    let pharaohs = [random.below(80), random.below(80)];
    let plan = Plan {
        rule_set,
        red_moves: random.below(2) == 0,
        pharaohs,
        turned,
        candidates,
        plies_since_capture: 0,
        move_number: 1,
    };
    arrange(&plan).setup().to_string()
}

/// Returns the answer to `moves` by the second implementation of the rules.
fn expected_moves(state: &State) -> Vec<String> {
    let line = |mv: Move| {
        let (after, hits) = state.played(mv);
        let mut words: Vec<String> = hits.into_iter().map(|square| square.to_string()).collect();
        words.sort();
        if !words.is_empty() {
            words.insert(0, "x".to_owned());
        }
        words.insert(0, mv.to_string());
        words.extend(after.outcome().map(|outcome| outcome.to_string()));
        words.join(" ")
    };
    let mut lines: Vec<String> = state.moves().into_iter().map(line).collect();
    lines.sort();
    lines.push(format!("total {}", lines.len()));
    lines
}

/// Checks that every command about a position is answered, and that moves and their shots follow the rules.
fn check(engine: &mut InProcess, text: &str) {
    engine.accept(&format!("position kfen {text}"));
    let shown = engine.state();
    let state = State::from(&text.parse::<Setup>().expect("a KFEN"));
    assert_eq!(engine.ask("moves"), expected_moves(&state), "{text}");
    assert_eq!(shown.result, state.outcome().map_or("*".to_owned(), |outcome| outcome.to_string()), "{text}");
    assert!(engine.ask("eval").len() > 1, "{text}");
    let legal = engine.moves();
    for go in ["go depth 4", "go nodes 5000", "go movetime 20", "go mate 2 nodes 3000", "go depth 0", "go nodes 1"] {
        let best = engine.go(go).best;
        assert!(legal.contains(&best) || (legal.is_empty() && best == "(none)"), "{go}: {best} in {text}");
    }
    let second = |mv: Move| {
        let after = state.played(mv).0;
        if after.outcome().is_some() { 0 } else { after.moves().len() as u64 }
    };
    engine.send("go perft 2");
    let counted = engine.lines_until("the total", |line| line.starts_with("nodes "));
    assert_eq!(perft_total(&counted[counted.len() - 1]), state.moves().into_iter().map(second).sum::<u64>(), "{text}");
    assert_eq!(engine.state(), shown);
}

#[test]
fn nearly_empty_boards_are_played() {
    let mut engine = InProcess::start();
    for text in EMPTIEST {
        check(&mut engine, text);
    }
}

#[test]
fn light_that_runs_in_a_ring_ends() {
    let mut engine = InProcess::start();
    engine.accept("setoption name Threads value 2");
    for text in RINGS {
        let state = State::from(&text.parse::<Setup>().expect("a KFEN"));
        assert!(state.beams(Colour::Silver).merges, "there is a ring in {text}");
        check(&mut engine, text);
    }
}

/// Checks this number of crowded boards of each rule set.
fn crowds(each: usize) {
    let mut engine = InProcess::start();
    engine.accept("setoption name MultiPV value 256");
    let mut random = Random::seed_from_u64(11);
    for number in 0..3 * each {
        check(&mut engine, &crowded(number, &mut random));
    }
}

#[test]
fn full_boards_are_played() {
    crowds(3);
}

#[test]
#[ignore = "takes minutes"]
fn many_full_boards_are_played() {
    crowds(100);
}

/// Both players go to and fro.
const SHUFFLE: [&str; 4] = ["h2g2", "c7d7", "g2h2", "d7c7"];
const PLIES: usize = 10_000;

#[test]
fn a_game_of_ten_thousand_moves_is_gone_on_with() {
    let mut engine = InProcess::start();
    let game = format!("position startpos moves {}", SHUFFLE.repeat(PLIES / SHUFFLE.len()).join(" "));
    for threads in [1, 2] {
        engine.accept(&format!("setoption name Threads value {threads}"));
        engine.accept(&game);
        let state = engine.state();
        assert_eq!(state.occurred as usize, PLIES / SHUFFLE.len() + 1);
        assert!(state.kfen.ends_with(" s khet2 10000 5001"), "{}", state.kfen);
        assert_eq!(engine.moves().len(), 77);
        for go in ["go depth 4", "go nodes 20000", "go movetime 50", "go wtime 1000 btime 1000", "go mate 1"] {
            assert_ne!(engine.go(go).best, "(none)", "{go}");
        }
    }
    let remark = engine.refuse(&format!("{game} h2g2 h2g2"));
    assert!(remark.contains("move 10002 `h2g2`: "), "{remark}");
    // As in a match, each position has one move more.
    let mut longer = game;
    for number in 0..100 {
        longer = format!("{longer} {}", SHUFFLE[number % SHUFFLE.len()]);
        engine.accept(&longer);
        engine.go("go nodes 50");
    }
}
