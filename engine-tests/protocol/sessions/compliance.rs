//! The conversation with which runners of matches check whether an engine speaks UCI: 40 steps, each with its number.
//! The chess positions in it are refused, the position stays, and every `go` has to be answered all the same.

use crate::support::Engine;

const WHITE_TO_MOVE: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";
const BLACK_TO_MOVE: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";

/// What may follow each word of an `info` line with a line of play.
fn check_info(step: u32, line: &str) {
    let words: Vec<&str> = line.split(' ').collect();
    assert_eq!(words[0], "info", "step {step}: `{line}`");
    let mut at = 1;
    let number = |at: usize| words.get(at).is_some_and(|word| word.parse::<i64>().is_ok());
    while at < words.len() {
        let numbers = match words[at] {
            "depth" | "seldepth" | "multipv" | "nodes" | "nps" | "hashfull" | "time" | "tbhits" | "cpuload" => 1,
            "score" => {
                assert!(["cp", "mate"].contains(&words[at + 1]), "step {step}: `{line}`");
                at += 1;
                1
            }
            "lowerbound" | "upperbound" => 0,
            "wdl" => 3,
            "pv" => {
                let moves = &words[at + 1..];
                assert!(!moves.is_empty() && moves.iter().all(|word| crate::support::is_move_text(word)), "`{line}`");
                assert!(words.contains(&"score"), "step {step}: `{line}`");
                return;
            }
            word => panic!("step {step}: no known word: {word} in `{line}`"),
        };
        assert!((1..=numbers).all(|next| number(at + next)), "step {step}: numbers after {} in `{line}`", words[at]);
        at += 1 + numbers;
    }
    panic!("step {step}: a line of play ends `{line}`");
}

/// Sends a `go` in step `step`, and checks the `bestmove` and the last `info` line before it.
fn go(engine: &mut Engine, step: u32, line: &str) {
    engine.send(line);
    let lines = engine.lines_until("bestmove", |line| line.starts_with("bestmove"));
    let last = lines.iter().rfind(|line| line.starts_with("info ") && !line.starts_with("info string"));
    check_info(step, last.unwrap_or_else(|| panic!("step {step}: an info line, found {lines:#?}")));
}

/// Sends a `position` that is refused, which leaves the position as it was.
fn refused(engine: &mut Engine, line: &str) {
    let before = engine.kfen();
    engine.refuse(line);
    assert_eq!(engine.kfen(), before);
}

#[test]
fn a_runners_compliance_check_passes_all_forty_steps() {
    let mut engine = Engine::start();
    // Steps 1 to 4.
    engine.send("uci");
    let lines = engine.lines_until("uciok", |line| line == "uciok");
    for name in ["id name ", "id author "] {
        assert!(lines.iter().any(|line| line.strip_prefix(name).is_some_and(|rest| !rest.is_empty())), "{lines:#?}");
    }
    engine.accept("ucinewgame"); // 5
    engine.accept("position startpos"); // 6 and 7
    refused(&mut engine, &format!("position fen {WHITE_TO_MOVE}")); // 8 and 9
    go(&mut engine, 10, "go wtime 100");
    refused(&mut engine, &format!("position fen {BLACK_TO_MOVE}"));
    go(&mut engine, 16, "go btime 100");
    go(&mut engine, 21, "go wtime 100 winc 100 btime 100 binc 100");
    go(&mut engine, 26, "go btime 100 binc 100 wtime 100 winc 100");
    for (step, position) in [(32, "position startpos"), (37, "position startpos moves e2e4 e7e5")] {
        if step == 32 {
            engine.accept("ucinewgame");
            engine.accept(position);
        } else {
            refused(&mut engine, position);
        }
        go(&mut engine, step, "go wtime 100 btime 100");
    }
    engine.quit();
}

#[test]
fn the_only_clock_that_is_given_ends_the_search_of_either_side() {
    let mut engine = Engine::start();
    for position in ["startpos", "startpos moves h2g2"] {
        engine.accept(&format!("position {position}"));
        for clock in ["wtime 100", "btime 100", "wtime 100 winc 10", "btime 100 binc 10 movestogo 3"] {
            go(&mut engine, 0, &format!("go {clock}"));
        }
    }
    engine.quit();
}
