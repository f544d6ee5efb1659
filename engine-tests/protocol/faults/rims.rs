//! Positions and games at the rims of the rules: nearly empty boards, full ones, light that runs in a ring, very long
//! games.

use crate::support::in_process::InProcess;
use crate::support::{LegalMove, perft_total, run};
use crate::twin::state::State;
use khepri::internal::notation::{kgn, setups};
use khepri::internal::rules::ruleset::{corner, facings};
use khepri::internal::rules::{Colour, Kind, Move, Orientation, Piece, RuleSet, Setup, Square};
use khepri::internal::util::random::Random;
use rand::SeedableRng;
use std::fs;

/// Nothing but what has to be there.
const EMPTIEST: [&str; 6] = [
    "4k5//////5K4/ s khet1 0 1",
    "4k5//////5K4/ r deflexion 0 1",
    "x34k4//////5K4/9X1 s khet2 0 1",
    // Side by side, in the corners, and with the Sphinxes looking along the frame.
    "/////4k5/4K5/ r khet1 0 1",
    "9K///////k9 s deflexion 7 9",
    "x27k1///////1K7X4 r khet2 0 1",
];

/// Silver's light comes back to where it was: an Eye sends it on and round three mirrors, or two and a second Eye.
const RINGS: [&str; 4] = [
    "7k2/2P21P35///2P11E24P3///7K2 s khet1 0 1",
    "7k2/2P21P35///2P11E24P3///7K2 r khet1 0 1",
    "7k2/2E21P35///2P11E24P3///7K2 s deflexion 0 1",
    "x36k2/2P21P35///2P11E24P3///7K1X1 s khet2 0 1",
];

/// A board with as many pieces of each kind as a set holds, an Eye or two among them, where random has put them.
fn crowded(rule_set: RuleSet, eyes: usize, random: &mut Random) -> Setup {
    let rules = rule_set.rules();
    let mut setup = Setup::empty(rule_set);
    let digit = |random: &mut Random, kind: Kind| {
        let digits = match kind {
            Kind::Pyramid | Kind::Anubis => 4,
            Kind::Scarab | Kind::Eye => 2,
            _ => 1,
        };
        Orientation::from_digit(1 + random.below(digits) as u8).expect("a digit")
    };
    for colour in Colour::ALL {
        let mut kinds = [vec![Kind::Pharaoh], vec![Kind::Eye; eyes], vec![Kind::Scarab; 3 - eyes]].concat();
        kinds.extend(vec![Kind::Pyramid; 7]);
        kinds.extend(if rules.kinds.contains(&Kind::Anubis) { vec![Kind::Anubis; 2] } else { Vec::new() });
        kinds.extend(vec![Kind::Obelisk; rules.obelisks as usize]);
        if rules.kinds.contains(&Kind::Sphinx) {
            let facing = facings(colour)[random.below(2)];
            let facing = (1..=4)
                .filter_map(Orientation::from_digit)
                .find(|turned| turned.facing() == facing)
                .expect("it has one");
            setup.squares[corner(colour).index()] = Some(Piece::new(colour, Kind::Sphinx, facing));
        }
        for kind in kinds {
            let piece = Piece::new(colour, kind, digit(random, kind));
            loop {
                let square = Square::ALL[random.below(Square::ALL.len())];
                let is_corner = Colour::ALL.into_iter().any(|colour| corner(colour) == square);
                if setup.squares[square.index()].is_none() && !is_corner && !rule_set.forbidden(colour).has(square) {
                    setup.squares[square.index()] = Some(piece);
                    break;
                }
            }
        }
    }
    assert_eq!(setup.faults(), []);
    setup
}

/// Returns all moves by the second implementation of the rules, in the form and order of `moves`.
fn expected_moves(state: &State) -> Vec<LegalMove> {
    let legal = |mv: Move| {
        let (after, hits) = state.played(mv);
        let mut hits: Vec<String> = hits.into_iter().map(|square| square.to_string()).collect();
        hits.sort();
        let result = after.outcome().map_or("*".to_owned(), |outcome| outcome.to_string());
        LegalMove { text: mv.to_string(), hits, result }
    };
    let mut moves: Vec<LegalMove> = state.moves().into_iter().map(legal).collect();
    moves.sort_by(|one, other| one.text.cmp(&other.text));
    moves
}

/// Checks that every command about a position is answered, and that moves and their shots follow the rules.
fn check(engine: &mut InProcess, text: &str) {
    engine.accept(&format!("position kfen {text}"));
    let shown = engine.state();
    let state = State::from(&text.parse::<Setup>().expect("a KFEN"));
    let moves = expected_moves(&state);
    assert_eq!(engine.moves(), moves, "{text}");
    assert_eq!(shown.result, state.outcome().map_or("*".to_owned(), |outcome| outcome.to_string()), "{text}");
    assert!(engine.ask("eval").len() > 1, "{text}");
    for go in ["go depth 4", "go nodes 5000", "go movetime 20", "go mate 2 nodes 3000", "go depth 0", "go nodes 1"] {
        let answer = engine.go(go);
        let is_legal = moves.iter().any(|legal| legal.text == answer.best);
        assert!(is_legal || (moves.is_empty() && answer.best == "(none)"), "{go}: {} in {text}", answer.best);
    }
    let second = |legal: &LegalMove| {
        let mv = legal.text.parse::<Move>().expect("a move");
        let after = state.played(mv).0;
        if after.outcome().is_some() { 0 } else { after.moves().len() as u64 }
    };
    engine.send("go perft 2");
    let counted = engine.lines_until("the total", |line| line.starts_with("nodes "));
    assert_eq!(perft_total(&counted[counted.len() - 1]), moves.iter().map(second).sum::<u64>(), "{text}");
    assert_eq!(engine.state(), shown);
    engine.send("stop");
    engine.sync();
}

/// As text and as a picture.
fn check_pictures(text: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("board.svg").display().to_string();
    for more in [&["--color", "always"][..], &["--svg", &picture]] {
        let output = run(&[&["show", "--kfen", text], more].concat());
        assert_eq!(output.status.code(), Some(0), "{text}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(fs::read_to_string(picture).expect("a picture").trim_end().ends_with("</svg>"), "{text}");
}

#[test]
fn nearly_empty_boards_are_played() {
    let mut engine = InProcess::start();
    for text in EMPTIEST {
        check(&mut engine, text);
        check_pictures(text);
    }
    engine.quit();
}

#[test]
fn light_that_runs_in_a_ring_ends() {
    let mut engine = InProcess::start();
    engine.accept("setoption name Threads value 2");
    for text in RINGS {
        let state = State::from(&text.parse::<Setup>().expect("a KFEN"));
        assert!(state.beams(Colour::Silver).merges, "there is a ring in {text}");
        check(&mut engine, text);
        check_pictures(text);
    }
    engine.quit();
}

/// The number of crowded boards of each rule set.
fn crowds(each: usize) {
    let mut engine = InProcess::start();
    engine.accept("setoption name MultiPV value 256");
    let mut random = Random::seed_from_u64(11);
    for number in 0..each {
        for rule_set in RuleSet::ALL {
            let setup = crowded(rule_set, 1 + number % 2, &mut random);
            let text = setup.to_string();
            check(&mut engine, &text);
            if number == 0 {
                check_pictures(&text);
            }
        }
    }
    engine.quit();
}

#[test]
fn full_boards_are_played() {
    crowds(8);
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
        engine.send("go perft 2");
        let counted = engine.lines_until("the total", |line| line.starts_with("nodes "));
        assert_eq!(perft_total(&counted[counted.len() - 1]), 5920);
    }
    let remark = engine.refuse(&format!("{game} h2g2 h2g2"));
    assert!(remark.contains("move 10002 `h2g2`: "), "{remark}");
    // As in a match: a move more each time.
    let mut longer = game;
    for number in 0..100 {
        longer = format!("{longer} {}", SHUFFLE[number % SHUFFLE.len()]);
        engine.accept(&longer);
        engine.go("go nodes 50");
    }
    engine.quit();
}

#[test]
fn a_record_of_ten_thousand_moves_is_read_and_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, copy] = ["games.kgn", "copy.kgn"].map(|name| folder.path().join(name).display().to_string());
    let start = setups::named(RuleSet::Khet2, "classic").expect("a set-up").position.clone();
    let played = |word: &&str| kgn::PlayedMove { mv: word.parse::<Move>().expect("a move"), note: kgn::Note::None };
    let moves = SHUFFLE.repeat(PLIES / SHUFFLE.len()).iter().map(played).collect();
    let text = kgn::write(&kgn::Record { moves, ..kgn::Record::new(start) });
    fs::write(&file, &text).expect("a file");
    let output = run(&["games", &file, "--output", &copy]);
    let counts = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{counts}");
    assert!(counts.starts_with("games: 1\nfaults: 0\n"), "{counts}");
    assert_eq!(fs::read_to_string(&copy).expect("a file"), text);
}
