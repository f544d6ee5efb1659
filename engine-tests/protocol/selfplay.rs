//! A hundred games of the engine against itself through its own protocol, over every set-up of every rule set.
//!
//! A game ends by a hit on a Pharaoh, by a draw of the rules (the third occurrence of an arrangement is claimed at once, as
//! tournaments do) or at 400 plies. Each begins with a few random plies, so that no two are the same.

use crate::support::{Engine, SETUPS, read_answer, read_moves, read_state};
use khepri::internal::util::random::Random;
use rand::SeedableRng;
use std::thread::spawn;

const GAMES_A_SETUP: u64 = 5;
const LONGEST: usize = 400;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending {
    Win,
    DrawByShot,
    Repetition,
    LongEnough,
}

/// Plays one game, checking every move; `number` seeds the opening and chooses the node count.
fn play(engine: &mut Engine, rule_set: &str, setup: &str, number: u64) -> Ending {
    let mut random = Random::seed_from_u64(number + 1);
    let opening = random.below(7);
    let nodes = [100, 200, 300][random.below(3)];
    let mut line = format!("position setup {setup} moves");
    engine.accept("ucinewgame");
    engine.accept(&format!("setoption name UCI_Variant value {rule_set}"));
    let mut expected_result = "*".to_string();
    for ply in 0..=LONGEST {
        let position = if ply == 0 { format!("position setup {setup}") } else { line.clone() };
        engine.send_bytes(format!("{position}\nd\n").as_bytes());
        let reported = engine.lines_until("the result line of d", |line| line.starts_with("result: "));
        assert!(!reported[0].starts_with("info string"), "{}: `{position}`", reported[0]);
        let state = read_state(&reported);
        assert_eq!(state.result, expected_result, "d and moves agree: `{position}`");
        let first_to_move = if rule_set == "deflexion" { "red" } else { "silver" };
        assert_eq!(state.to_move == first_to_move, ply % 2 == 0, "the players take turns: `{position}`");
        if state.result != "*" {
            assert!(engine.moves().is_empty(), "a finished game has no moves: `{position}`");
            assert_eq!(engine.go("go depth 1").best, "(none)", "`{position}`");
            return if state.result == "1/2-1/2" { Ending::DrawByShot } else { Ending::Win };
        }
        if state.occurred >= 3 {
            assert_eq!(state.occurred, 3, "the third occurrence is seen when it comes: `{position}`");
            return Ending::Repetition;
        }
        if ply == LONGEST {
            return Ending::LongEnough;
        }
        engine.send("moves");
        let moves = read_moves(&engine.lines_until("the total", |line| line.starts_with("total ")));
        assert!(!moves.is_empty(), "a game that goes on has a move: `{position}`");
        let chosen = if ply < opening {
            moves[random.below(moves.len())].clone()
        } else {
            engine.send(&format!("go nodes {nodes}"));
            let answer = read_answer(&engine.lines_until("bestmove", |line| line.starts_with("bestmove")));
            assert!(answer.infos.iter().all(|info| info.nodes <= nodes), "no more than {nodes} nodes: `{position}`");
            let found = moves.iter().find(|legal| legal.text == answer.best);
            found.unwrap_or_else(|| panic!("`{}` is not legal: `{position}`", answer.best)).clone()
        };
        line.push(' ');
        line.push_str(&chosen.text);
        expected_result = chosen.result;
    }
    unreachable!("a game ends at {LONGEST} plies")
}

#[test]
fn a_hundred_games_over_all_set_ups_end_by_the_rules_with_legal_moves_only() {
    let half = |parity: usize| {
        let mut engine = Engine::start();
        engine.accept("setoption name Hash value 1");
        let mut endings = Vec::new();
        for (index, (rule_set, setup, _)) in SETUPS.into_iter().enumerate().filter(|(index, _)| index % 2 == parity) {
            for game in 0..GAMES_A_SETUP {
                endings.push(play(&mut engine, rule_set, setup, index as u64 * GAMES_A_SETUP + game));
            }
        }
        engine.quit();
        endings
    };
    let other = spawn(move || half(1));
    let mut endings = half(0);
    endings.extend(other.join().expect("the other fifty games"));
    let count = |kind: Ending| endings.iter().filter(|ending| **ending == kind).count();
    println!(
        "{} wins, {} draws by a shot or for want of a move, {} by repetition, {} at {LONGEST} plies",
        count(Ending::Win),
        count(Ending::DrawByShot),
        count(Ending::Repetition),
        count(Ending::LongEnough)
    );
    assert!(count(Ending::Win) >= 20, "an engine that plays sensibly wins games: {endings:?}");
    assert!(count(Ending::LongEnough) <= 50, "most games end by the rules: {endings:?}");
}
