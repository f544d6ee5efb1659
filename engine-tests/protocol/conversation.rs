//! Commands, limits of `go` and promises of the search. Only what depends on a running search goes through a real pipe, as a GUI
//! drives the engine.
//!
//! What is expected comes from the rules and from the description of the protocol, worked out apart from the engine.

use crate::support::in_process::InProcess;
use crate::support::{Answer, CLASSIC, Conversation, Engine, Link, SETUPS, is_beyond, perft_total};
use std::collections::{BTreeMap, BTreeSet};

/// No Anubis, few pieces, 22 moves, none of which hits anything.
const QUIET: &str = "x25s23/4s2S14//2K7/4S25/7k2//9X1 r khet2 301 183";

fn check_answer<L: Link>(engine: &mut Conversation<L>, line: &str, answer: &Answer) {
    let legal = engine.moves();
    assert!(legal.contains(&answer.best), "`{line}` gives a legal move and not {}", answer.best);
}

#[test]
fn uci_is_answered_by_name_author_and_options() {
    let mut engine = InProcess::start();
    let lines = engine.ask("uci");
    let [name, author, options @ .., last] = &lines[..] else { panic!("{lines:#?}") };
    assert!(name.starts_with("id name Khepri ") && author.starts_with("id author "), "{lines:#?}");
    assert!(options.len() > 10 && options.iter().all(|line| line.starts_with("option name ")), "{lines:#?}");
    assert_eq!(last, "uciok");
}

#[test]
fn every_set_up_is_reached_by_its_name_and_has_the_counts_of_the_rules() {
    // The counts of depth 2 in `positions/perft`.
    let counts = [
        5920, 5343, 4854, 4636, 5320, 5920, 5343, 4854, 5188, 5190, 6228, 5635, 4849, 6228, 5635, 4849, 5321, 4638,
        5321, 4638,
    ];
    let mut engine = InProcess::start();
    assert_eq!(engine.kfen(), CLASSIC);
    for ((rule_set, name, kfen), count) in SETUPS.into_iter().zip(counts) {
        engine.accept(&format!("setoption name UCI_Variant value {rule_set}"));
        if name == "classic" {
            engine.accept("position startpos");
            assert_eq!(engine.kfen(), kfen, "startpos is the classic set-up of the variant");
        }
        engine.accept(&format!("position setup {name}"));
        assert_eq!(engine.kfen(), kfen);
        engine.send("go perft 2");
        let lines = engine.lines_until("the total", |line| line.starts_with("nodes "));
        let (total, divided) = lines.split_last().expect("a total");
        assert_eq!(perft_total(total), count, "{kfen}");
        let (moves, counts): (Vec<&str>, Vec<&str>) = divided.iter().filter_map(|line| line.split_once(": ")).unzip();
        assert_eq!(moves, engine.moves());
        assert_eq!(counts.iter().map(|count| count.parse::<u64>().expect("a count")).sum::<u64>(), count, "{kfen}");
    }
    assert!(engine.refuse("position setup dynasty").contains("dynasty"), "Deflexion has no dynasty");
    assert!(engine.quit().is_empty(), "no bestmove after perft");
}

#[test]
fn the_variant_takes_effect_with_the_next_position() {
    let mut engine = InProcess::start();
    engine.accept("setoption name UCI_Variant value khet1");
    assert_eq!(engine.kfen(), CLASSIC);
    engine.accept("position startpos");
    assert_eq!(engine.kfen(), SETUPS[10].2);
    engine.accept(&format!("position kfen {QUIET}"));
    assert_eq!(engine.kfen(), QUIET, "a KFEN carries its own rule set");
    engine.accept("position setup imhotep");
    assert_eq!(engine.kfen(), SETUPS[11].2, "and does not change the variant");
}

#[test]
fn every_limit_of_go_ends_in_one_legal_bestmove() {
    let mut engine = InProcess::start();
    engine.accept("position setup osiris");
    for go in [
        "go nodes 1",
        "go movetime 0",
        "go movetime 60",
        "go wtime 0 btime 0",
        "go wtime 400 btime 400 winc 20 binc 20",
        "go wtime 400 btime 400 movestogo 2",
        "go wtime -100 btime -100",
        "go wtime 50 btime 50 movestogo 0",
        "go btime 50",
        "go mate 1 depth 3",
        "go depth 2 nodes 1000000 movetime 100000",
        "go depth 60 nodes 200",
        "go depth 60 movetime 30 wtime 100000 btime 100000",
        "go depth 1 wtime 4294967296000 btime 4294967296000",
        "go depth 0",
        "go nodes 0",
        "go banana depth 1",
        "go depth 1 searchmoves a1a2",
        "go infinite\nstop",
        "go\nstop",
    ] {
        let answer = engine.go(go);
        check_answer(&mut engine, go, &answer);
        assert!(engine.sync().is_empty(), "`{go}`: bestmove is the last line of the answer");
    }
}

#[test]
fn only_a_command_ends_a_search_without_limits_in_a_finished_game() {
    let mut engine = InProcess::start();
    engine.accept("position kfen x39//////9K/k8X1 s moves j1-");
    for (go, ends) in [("go", "stop"), ("go infinite", "stop"), ("go ponder", "ponderhit"), ("go ponder", "stop")] {
        engine.accept(go);
        let answer = engine.go(ends);
        assert_eq!((answer.best.as_str(), answer.infos.len()), ("(none)", 0), "{go}");
    }
    assert_eq!(engine.go("go nodes 5").best, "(none)");
}

#[test]
fn a_search_without_any_time_still_reports_a_score() {
    let mut engine = InProcess::start();
    for threads in [1, 4] {
        engine.accept(&format!("setoption name Threads value {threads}"));
        for go in ["go movetime 0", "go wtime 0 btime 0", "go infinite\nstop", "go ponder wtime 0 btime 0\nponderhit"] {
            for _ in 0..10 {
                let answer = engine.go(go);
                check_answer(&mut engine, go, &answer);
                let reported = answer.infos.last().map(|info| &info.pv[0]);
                assert_eq!(reported, Some(&answer.best), "`{go}`: {:#?}", answer.infos);
            }
        }
    }
}

#[test]
fn lines_of_play_are_legal_begin_with_the_move_played_and_end_with_the_depth_limit() {
    let mut engine = InProcess::start();
    for (rule_set, name, kfen) in SETUPS.into_iter().step_by(3) {
        engine.accept("ucinewgame");
        engine.accept(&format!("position kfen {kfen}"));
        let answer = engine.go("go depth 4");
        let last = answer.last();
        assert_eq!((last.depth, &answer.best), (4, &last.pv[0]), "{rule_set} {name}");
        assert!(answer.ponder.is_none() || answer.ponder.as_ref() == last.pv.get(1), "{rule_set} {name}");
        assert!(answer.infos.is_sorted_by_key(|info| info.depth), "{rule_set} {name}: {:#?}", answer.infos);
        for info in &answer.infos {
            engine.accept(&format!("position kfen {kfen} moves {}", info.pv.join(" ")));
        }
    }
}

#[test]
fn a_node_limit_is_never_passed() {
    let mut engine = InProcess::start();
    for threads in [1, 2] {
        engine.accept(&format!("setoption name Threads value {threads}"));
        for nodes in [1, 2, 3, 10, 77, 78, 100, 1000, 1023, 1025, 5000, 20000] {
            let answer = engine.go(&format!("go nodes {nodes}"));
            assert!(answer.infos.iter().all(|info| info.nodes <= nodes), "{nodes}, {threads} threads: {answer:?}");
        }
    }
}

#[test]
fn searchmoves_are_the_only_moves_searched() {
    let mut engine = InProcess::start();
    for (go, allowed) in [
        ("go searchmoves h2+ c1- depth 2", &["h2+", "c1-"][..]),
        ("go searchmoves e4- nodes 300", &["e4+"]),
        ("go nodes 1 searchmoves j5i4", &["j5i4"]),
        ("go searchmoves c4b3 j5- h2g1 movetime 30", &["c4b3", "j5-", "h2g1"]),
    ] {
        let answer = engine.go(go);
        let mut searched = answer.infos.iter().map(|info| &info.pv[0]).chain([&answer.best]);
        assert!(searched.all(|mv| allowed.contains(&mv.as_str())), "`{go}`: {answer:?}");
    }
}

#[test]
fn multipv_reports_its_number_of_different_lines_in_order() {
    let mut engine = InProcess::start();
    for (lines, go, expected) in
        [(3, "go depth 2", 3), (1, "go depth 2", 1), (256, "go depth 2", 77), (3, "go depth 2 searchmoves h2+ h2-", 2)]
    {
        engine.accept(&format!("setoption name MultiPV value {lines}"));
        let answer = engine.go(go);
        let last: BTreeMap<u32, _> =
            answer.infos.iter().filter(|info| info.depth == 2).map(|info| (info.multipv, info)).collect();
        assert!(last.keys().copied().eq(1..=expected), "{lines}, `{go}`: {:?}", last.keys());
        assert_eq!(last[&1].pv[0], answer.best);
        let first: BTreeSet<&String> = last.values().map(|info| &info.pv[0]).collect();
        assert_eq!(first.len(), expected as usize, "each line begins with another move");
        let scores: Vec<i32> = last.values().filter(|info| !info.bound).filter_map(|info| info.cp).collect();
        assert!(scores.is_sorted_by(|one, other| one >= other), "the best line first: {scores:?}");
    }
}

#[test]
fn a_forced_mate_is_reported_with_its_distance_and_a_line_as_long() {
    // Each was proven by a full-width search apart from the engine: the plies to the hit, and the result.
    // The last one is won on an even ply: the shot of every legal move of Red hits Red's own Pharaoh.
    for (kfen, plies, mate, result) in [
        ("1s12K5/////1S18/4k1e12E1/ s deflexion 121 177", 1, 1, "1-0"),
        ("1E28///1s18/1Ke17//3P12S2k2/1P48 r khet1 82 115", 1, 1, "0-1"),
        ("x31S23k1p11/2p17/5e24//4s21S13//p15E23/2K5s2X1 s khet2 0 27", 2, -1, "0-1"),
        ("x29/s26S22/4e11k3//4K5//9S1/6s2E21X1 r khet2 62 64", 3, 2, "0-1"),
        ("///7K2///1P18/k9 s khet1", 2, 1, "1-0"),
    ] {
        let mut engine = InProcess::start();
        for limit in ["depth 6", "mate 2 depth 6", &format!("mate {mate}")] {
            // A side that loses finds no mate to stop at.
            if limit == "mate -1" {
                continue;
            }
            engine.accept("ucinewgame");
            engine.accept(&format!("position kfen {kfen}"));
            let answer = engine.go(&format!("go {limit}"));
            for info in answer.infos.iter().filter(|info| info.mate.is_some()) {
                engine.accept(&format!("position kfen {kfen} moves {}", info.pv.join(" ")));
                assert_ne!(engine.state().result, "*", "every mate comes with its whole line: {limit} in {kfen}");
            }
            let last = answer.last();
            assert_eq!((last.mate, last.pv.len(), &answer.best), (Some(mate), plies, &last.pv[0]), "{limit} in {kfen}");
            assert_eq!(engine.state().result, result, "{limit} in {kfen}");
        }
    }
}

/// Returns the moves of a player of this strength in four games. The first and the last game have the same position.
fn weak_play(elo: u32, threads: u32) -> Vec<String> {
    let mut engine = InProcess::start();
    engine.accept("setoption name UCI_LimitStrength value true");
    engine.accept(&format!("setoption name UCI_Elo value {elo}"));
    engine.accept(&format!("setoption name Threads value {threads}"));
    let mut moves = Vec::new();
    for position in ["startpos", "startpos moves h2g2 c7d7", "setup imhotep", "startpos"] {
        engine.accept("ucinewgame");
        engine.accept(&format!("position {position}"));
        let answer = engine.go("go wtime 3600000 btime 3600000");
        check_answer(&mut engine, "go at a limited strength", &answer);
        assert!(answer.infos.iter().all(|info| info.multipv == 1), "one line is expected: {:?}", answer.infos);
        moves.push(answer.best);
    }
    moves
}

#[test]
fn a_limited_strength_plays_legal_moves_and_the_same_every_time() {
    for elo in [500, 1234, 2100] {
        assert_eq!(weak_play(elo, 1), weak_play(elo, 2), "{elo}");
    }
    let random = weak_play(500, 1);
    assert_ne!(random[0], random[3], "not every game is alike");
}

/// Returns the words between `score` and `nodes` of each `info` line with a score.
fn scores(engine: &mut InProcess, go: &str) -> Vec<Vec<String>> {
    engine.send(go);
    let lines = engine.lines_until("bestmove", |line| line.starts_with("bestmove"));
    let score = |line: &String| -> Option<Vec<String>> {
        let words = line.split(" score ").nth(1)?.split(" nodes ").next()?;
        Some(words.split(' ').map(str::to_string).collect())
    };
    lines.iter().filter_map(score).collect()
}

#[test]
fn scores_have_win_draw_loss_shares_only_with_the_option() {
    let mut engine = InProcess::start();
    let plain = |engine: &mut InProcess| scores(engine, "go depth 3").iter().all(|words| words.len() == 2);
    assert!(plain(&mut engine), "no shares by default");
    engine.accept("setoption name UCI_ShowWDL value true");
    for words in scores(&mut engine, "go depth 3") {
        assert_eq!((words.len(), words[2].as_str()), (6, "wdl"), "{words:?}");
        let shares: Vec<u32> = words[3..].iter().map(|word| word.parse().expect("a whole number")).collect();
        assert_eq!(shares.iter().sum::<u32>(), 1000, "{words:?}");
        let cp: i32 = words[1].parse().expect("centipawns");
        assert!((cp <= 0 || shares[0] >= shares[2]) && (cp >= 0 || shares[0] <= shares[2]), "{words:?}");
    }
    for (kfen, score) in [
        ("1s12K5/////1S18/4k1e12E1/ s deflexion 121 177", "mate 1 wdl 1000 0 0"),
        ("x31S23k1p11/2p17/5e24//4s21S13//p15E23/2K5s2X1 s khet2 0 27", "mate -1 wdl 0 0 1000"),
    ] {
        engine.accept(&format!("position kfen {kfen}"));
        let last = scores(&mut engine, "go depth 4").pop().expect("a score");
        assert_eq!(last.join(" "), score, "{kfen}");
    }
    engine.accept("setoption name UCI_ShowWDL value false");
    assert!(plain(&mut engine), "no shares after the option is cleared");
}

#[test]
fn infinite_gives_no_bestmove_before_stop_and_isready_is_answered_while_every_thread_searches() {
    let mut engine = Engine::start();
    engine.accept("setoption name Threads value 2");
    for nodes in [10_000, 100_000] {
        engine.send("go infinite");
        // A search that does not ponder continues after a ponderhit. The first report may be older than the ponderhit.
        engine.send("ponderhit");
        engine.still_searches("a report", |line| line.contains(" pv "));
        engine.still_searches("a later report", |line| is_beyond(line, "nodes", nodes));
        engine.send("stop");
        let answer = engine.answer();
        check_answer(&mut engine, "go infinite", &answer);
        assert!(engine.sync().is_empty());
    }
    // A completed search waits for `stop` too.
    engine.accept("position kfen 1s12K5/////1S18/4k1e12E1/ s deflexion 121 177");
    engine.send("go infinite");
    engine.still_waits();
    engine.send("stop");
    engine.answer();
    engine.quit();
}

#[test]
fn pondering_gives_no_bestmove_before_ponderhit_or_stop() {
    let mut engine = Engine::start();
    engine.accept("setoption name Ponder value true");
    // With the time that the limit allows, in milliseconds.
    for (go, time) in [
        ("go ponder depth 2", None),
        ("go ponder movetime 30", Some(30)),
        ("go ponder wtime 200 btime 200 winc 10 binc 10", Some(200)),
        ("go ponder nodes 50", None),
    ] {
        for end in ["ponderhit", "stop"] {
            engine.accept("position startpos moves h2g2 c7d7");
            engine.send(go);
            match time {
                Some(time) => engine.still_searches("a report after the time", |line| is_beyond(line, "time", time)),
                None => engine.still_waits(),
            }
            engine.send(end);
            let answer = engine.answer();
            check_answer(&mut engine, go, &answer);
            assert!(engine.sync().is_empty(), "`{go}`, `{end}`: one bestmove");
        }
    }
    engine.quit();
}

#[test]
fn on_a_clock_what_is_decided_is_answered_without_looking_deeper() {
    let mut engine = InProcess::start();
    let answer = engine.go("go wtime 3600000 btime 3600000 searchmoves h2+");
    assert_eq!((answer.best.as_str(), answer.last().depth), ("h2+", 1), "there is no choice");
    // Won in two moves, three plies.
    engine.accept("position kfen x35s23//s2S28/1k5S12//8K1/4p15/9X1 s");
    let answer = engine.go("go wtime 3600000 btime 3600000");
    assert_eq!(answer.last().mate, Some(2));
    assert!(answer.last().depth <= 3, "the end is known");
}

#[test]
fn go_perft_divides_sorted_by_bytes_and_ends_with_the_total() {
    let mut engine = InProcess::at(QUIET);
    let mut divide = |depth: u32| {
        engine.send(&format!("go perft {depth}"));
        let mut lines = engine.lines_until("the total", |line| line.starts_with("nodes "));
        let total = lines.pop().expect("a total");
        (lines, perft_total(&total))
    };
    let depth_two = [
        "a8+: 25", "e7+: 25", "e7d6: 25", "e7d7: 26", "e7d8: 26", "e7e6: 25", "e7e8: 25", "e7f6: 25", "e7f8: 25",
        "g8+: 25", "g8f8: 25", "g8g7: 25", "g8h7: 26", "g8h8: 26", "h3g2: 25", "h3g3: 25", "h3g4: 25", "h3h2: 25",
        "h3h4: 25", "h3i2: 25", "h3i3: 25", "h3i4: 25",
    ];
    assert_eq!(divide(2), (depth_two.map(str::to_owned).to_vec(), 554));
    let (moves, total) = divide(1);
    assert!(moves.len() == 22 && moves.iter().all(|line| line.ends_with(": 1")) && total == 22, "{moves:?}");
    assert_eq!(divide(3).1, 11980);
    assert_eq!(divide(0), (Vec::new(), 1));
}

#[test]
fn stop_ends_a_perft_without_a_bestmove() {
    let mut engine = Engine::start();
    engine.send("go perft 12");
    assert!(engine.sync().iter().all(|line| !line.starts_with("nodes ")), "isready is answered during perft");
    // The search is pending until the perft has ended.
    engine.send("stop\ngo depth 1");
    let lines = engine.lines_until("bestmove", |line| line.starts_with("bestmove"));
    assert!(lines.contains(&"info string perft was stopped".to_owned()), "{lines:#?}");
    assert!(lines.iter().all(|line| !line.starts_with("nodes ")), "{lines:#?}");
    assert_ne!(lines.last().map(String::as_str), Some("bestmove (none)"));
    engine.quit();
}

#[test]
fn flip_turns_the_position_with_colours_and_side() {
    let kfen = "x31p33a1p22/2p41k5/6s1P32/2p46E1//2e2S16/3P2K2p22/5A13X1 r khet2 0 40";
    let turned = "x33a35/2P42kp43/6s1E22//e16P22/2p1S16/5K1P22/2P4A33P11X1 s khet2 ";
    let mut engine = InProcess::at(kfen);
    engine.accept("flip");
    assert!(engine.kfen().starts_with(turned), "{}", engine.kfen());
    engine.accept("flip");
    assert_eq!(engine.kfen().split(' ').take(3).collect::<Vec<_>>(), kfen.split(' ').take(3).collect::<Vec<_>>());
}

#[test]
fn help_names_the_commands_and_version_the_version() {
    let mut engine = InProcess::start();
    let help = engine.ask("help");
    let commands = "uci isready setoption ucinewgame position go stop ponderhit quit d eval moves history beam reach setups \
        bench flip version";
    for word in commands.split_whitespace() {
        assert!(help.iter().any(|line| line.split(' ').next() == Some(word)), "`{word}` in {help:#?}");
    }
    assert!(help.iter().any(|line| line.contains("perft")) && help.iter().any(|line| line.starts_with("d last ")));
    let version = engine.ask("version").join("\n");
    assert!(version.contains(env!("CARGO_PKG_VERSION")), "{version}");
}

#[test]
fn bench_ends_with_its_nodes_and_their_speed_in_digits() {
    let mut engine = InProcess::start();
    engine.send("bench 1");
    let lines = engine.lines_until("the last line of bench", |line| line.ends_with(" nps"));
    let (last, before) = lines.split_last().expect("a last line");
    assert!(before.iter().all(|line| line.starts_with("info string bench ")), "{before:?}");
    assert!(before.iter().any(|line| line.starts_with("info string bench khet2-eye: nodes ")), "{before:?}");
    let words: Vec<&str> = last.split(' ').collect();
    let [nodes, "nodes", speed, "nps"] = words[..] else { panic!("{last}") };
    assert!([nodes, speed].iter().all(|number| number.parse::<u64>().is_ok_and(|number| number > 0)), "{last}");
    assert!(engine.sync().is_empty(), "nothing after the last line");
    assert_eq!(engine.kfen(), CLASSIC, "bench leaves the position as it was");
}
