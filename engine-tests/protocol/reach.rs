//! `reach`: where the light of a player can get with one move.
//!
//! Short cases are worked out by hand. In recorded and random positions each answer is compared with two others: one that the legs
//! of `beam MOVE` give, move by move, and that of the second implementation of the rules.

use crate::support::env_number;
use crate::support::in_process::InProcess;
use crate::twin::random_positions::{arrangement, unfinished};
use crate::twin::state::State;
use flate2::read::GzDecoder;
use khepri_rules::internal::util::random::Random;
use khepri_rules::{Colour, Setup, Square};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader};

/// Silver's only pieces are a Pharaoh and a stack in front of the laser.
const STACK: &str = "4k5///////4K4T s khet1 0 1";

/// Silver's Sphinx can rotate to the red Pharaoh.
const WIN: &str = "x39/////4K5//4k4X1 s khet2 0 1";

/// Both halves of Silver's beam hit the red Pharaoh on e4: from the south by way of e3, and from the north by way of j6 and e6.
const PINCER: &str = "//4P24P3//4k5/4P14E1//1K8 s khet1 0 1";

/// Three mirrors lead Silver's beam back to its Sphinx.
const LOOP: &str = "x34k4////4P24P3//2K7/4P14X1 s khet2 0 1";

fn word(player: Colour) -> &'static str {
    ["silver", "red"][player.index()]
}

#[test]
fn the_examples_of_the_protocol() {
    let mut engine = InProcess::at(STACK);
    let stack = "square j1 moves 9 hits 7 own 7 now
square j2 moves 2 hits 1 own 1
square j3 moves 1 hits 0
square j4 moves 1 hits 0
square j5 moves 1 hits 0
square j6 moves 1 hits 0
square j7 moves 1 hits 0
square j8 moves 1 hits 0
total 9";
    assert_eq!(engine.ask("reach").join("\n"), stack);
    engine.accept(&format!("position kfen {WIN}"));
    let win = "square e1 moves 1 hits 1
square f1 moves 1 hits 0
square g1 moves 1 hits 0
square h1 moves 1 hits 0
square i1 moves 1 hits 0
square j2 moves 8 hits 0 now
square j3 moves 8 hits 0 now
square j4 moves 8 hits 0 now
square j5 moves 8 hits 0 now
square j6 moves 8 hits 0 now
square j7 moves 8 hits 0 now
square j8 moves 8 hits 0 now
total 9";
    assert_eq!(engine.ask("reach").join("\n"), win);
    assert_eq!(engine.ask("reach silver").join("\n"), win);
}

#[test]
fn with_a_square_the_moves_whose_shot_enters_it_are_listed_with_all_their_hits() {
    let mut engine = InProcess::at(WIN);
    for square in ["e1", "f1", "i1"] {
        assert_eq!(engine.ask(&format!("reach {square}")), ["move j1- x e1", "total 1"], "{square}");
    }
    assert_eq!(engine.ask("reach j1"), ["total 0"], "a beam starts on the square in front of the Sphinx");
    let steps = ["d2", "d3", "d4", "e2", "e4", "f2", "f3", "f4"].map(|to| format!("move e3{to}"));
    assert_eq!(engine.ask("reach silver j5"), [&steps[..], &["total 8".to_owned()]].concat());
    // The Sphinx of Red turns to the east. On rank 8 nothing stands in its way.
    assert_eq!(engine.ask("reach red h8"), ["move a8-", "total 1"]);
    // The whole stack leaves the file, and its top leaves an Obelisk on j1.
    engine.accept(&format!("position kfen {STACK}"));
    assert_eq!(engine.ask("reach j2"), ["move j1i2", "move j1j2 x j2", "total 2"]);
    let stack = "move e1d1 x j1
move e1d2 x j1
move e1e2 x j1
move e1f1 x j1
move e1f2 x j1
move j1i2
move j1i2t x j1
move j1j2 x j2
move j1j2t x j1
total 9";
    assert_eq!(engine.ask("reach silver j1").join("\n"), stack);
}

#[test]
fn a_piece_that_both_halves_of_a_split_beam_hit_counts_once_a_move() {
    let mut engine = InProcess::at(PINCER);
    let lines = engine.ask("reach");
    // No move stops both halves.
    assert!(lines.contains(&"square e4 moves 35 hits 35 now".to_owned()), "{lines:#?}");
    // The half from the north is lost if the Pyramid on e6 moves (10 moves) or that on j6 (7), but j6j5 leads it along rank 5.
    assert!(lines.contains(&"square e5 moves 19 hits 0 now".to_owned()), "{lines:#?}");
    assert_eq!(lines.last().map(String::as_str), Some("total 35"));
    let moves = engine.ask("reach e5");
    assert!(
        moves.contains(&"move j6j5 x e4".to_owned()) && !moves.iter().any(|line| line.contains("e6")),
        "{moves:#?}"
    );
}

#[test]
fn the_square_of_a_sphinx_is_entered_by_light_that_comes_back() {
    let mut engine = InProcess::at(LOOP);
    let lines = engine.ask("reach");
    // The eight steps of the Pharaoh leave the loop alone, and with the Sphinx rotated the beam runs along it the other way.
    assert!(lines.contains(&"square j1 moves 9 hits 0 now".to_owned()), "{lines:#?}");
    assert_eq!(lines.last().map(String::as_str), Some("total 33"));
    assert!(engine.ask("reach j1").contains(&"move j1-".to_owned()));
}

#[test]
fn a_piece_that_a_swap_puts_into_the_beam_is_its_owners() {
    // The beam turns on j4 and runs west. A Pyramid stands beside the Scarab on e4, which can swap with it. Its back is to the east.
    for (pyramid, expected) in [("p3", "square e4 moves 13 hits 1 now"), ("P3", "square e4 moves 21 hits 1 own 1 now")]
    {
        let mut engine = InProcess::at(&format!("x34k4///4{pyramid}5/4S24P3///5K3X1 s khet2 0 1"));
        let lines = engine.ask("reach");
        assert!(lines.iter().any(|line| line == expected), "{expected}: {lines:#?}");
        assert!(engine.ask("reach e4").contains(&"move e4e5 x e4".to_owned()));
    }
}

#[test]
fn reach_with_a_colour_looks_at_the_moves_of_that_player_on_the_board_as_it_stands() {
    let mut engine = InProcess::start();
    for (start, first) in [("setup classic", "silver"), ("kfen 4k5///////4K5 r deflexion 0 1", "red")] {
        engine.accept(&format!("position {start}"));
        let (silver, red) = (engine.ask("reach silver"), engine.ask("reach red"));
        assert_ne!(silver, red);
        assert_eq!(engine.ask("reach"), if first == "silver" { silver } else { red }, "{start}");
    }
    // The laser of Red in the frame enters its first square.
    assert_eq!(engine.ask("reach red")[..2], ["square a1 moves 5 hits 0 now", "square a2 moves 5 hits 0 now"]);
    // Silver's Pharaoh has no square to go to, but it is Red's turn, so the game is not over. The beam still stands.
    let stuck = "///4k5///1op27/1Ko7 r khet1 0 1";
    engine.accept(&format!("position kfen {stuck}"));
    let lines = engine.ask("reach silver");
    assert_eq!((lines.len(), lines[0].as_str(), lines[8].as_str()), (9, "square j1 moves 0 hits 0 now", "total 0"));
    assert_eq!(engine.ask("reach silver j1"), ["total 0"]);
}

#[test]
fn a_finished_game_has_no_reach() {
    let mut engine = InProcess::start();
    for finished in [&format!("{WIN} moves j1-"), "///4k5///1op27/1Ko7 s khet1 1 2"] {
        engine.accept(&format!("position kfen {finished}"));
        for line in ["reach", "reach silver", "reach red", "reach a1", "reach red j8"] {
            assert_eq!(engine.ask(line), ["total 0"], "{finished}: {line}");
        }
        assert!(engine.refuse("reach k1").starts_with("reach: "));
    }
    // A third occurrence leaves the game open.
    let turns = ["j1-", "a8-", "j1+", "a8+"].repeat(2).join(" ");
    engine.accept(&format!("position kfen x39/4k5/////4K5/9X1 s khet2 moves {turns}"));
    assert_eq!(engine.state().reason, "repetition");
    assert_eq!(engine.ask("reach").last().map(String::as_str), Some("total 9"));
}

#[test]
fn a_bad_reach_is_one_remark_that_names_the_word() {
    let mut engine = InProcess::start();
    for (line, place, named) in [
        ("reach z9", "word 1 (colour or square)", "`z9`"),
        ("reach Red", "word 1 (colour or square)", "`Red`"),
        ("reach j1-", "word 1 (colour or square)", "`j1-`"),
        ("reach red silver", "word 2 (square)", "`silver`"),
        ("reach silver e0", "word 2 (square)", "`e0`"),
        ("reach e4 e5", "word 2", "`e5`"),
        ("reach e4 red", "word 2", "`red`"),
        ("reach red e4 now", "word 3", "`now`"),
        ("reach \u{1b}[2J", "word 1", r"`\u{1b}[2J`"),
    ] {
        let remark = engine.refuse(line);
        assert!(remark.starts_with(&format!("reach: {place}")), "{line}: {remark}");
        assert!(remark.contains("expected ") && remark.ends_with(&format!("found {named}")), "{line}: {remark}");
    }
}

#[test]
fn reach_is_answered_at_once_during_a_search_unless_a_position_waits_for_its_end() {
    let mut engine = InProcess::start();
    engine.accept("position startpos moves h2g2");
    let questions = ["reach", "reach silver", "reach red e4"];
    let before = questions.map(|question| engine.ask(question));
    engine.send("go infinite");
    assert_eq!(questions.map(|question| engine.ask(question)), before);
    engine.send("stop");
    engine.answer();
    engine.send(&format!("go nodes 100\nposition kfen {STACK}\nreach j2"));
    engine.answer();
    assert_eq!(engine.sync(), ["move j1i2", "move j1j2 x j2", "total 2"]);
}

/// What the answer to a `beam` says.
struct Fired {
    /// The squares that its legs enter.
    entered: BTreeSet<Square>,
    hits: BTreeSet<Square>,
    /// The hits on pieces of the player who fires.
    own: BTreeSet<Square>,
}

impl Fired {
    /// Reads an answer. `fields` are the fields of the KFEN after the board.
    fn read(answer: &[String], fields: &str, player: Colour) -> Fired {
        let mut fired = Fired { entered: BTreeSet::new(), hits: BTreeSet::new(), own: BTreeSet::new() };
        let mut setup = None;
        for line in answer {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["board", board] => setup = format!("{board} {fields}").parse::<Setup>().ok(),
                ["leg", from, direction, to, _] => fired.entered.extend(squares_of_leg(from, direction, to)),
                ["hits", ref squares @ ..] => fired.hits = squares.iter().flat_map(|square| square.parse()).collect(),
                ["result", ..] => {}
                _ => panic!("a line of beam: {line}"),
            }
        }
        let setup = setup.expect("a board");
        let is_own = |hit: &Square| setup.squares[hit.index()].expect("a piece is hit").colour() == player;
        fired.own = fired.hits.iter().copied().filter(is_own).collect();
        fired
    }
}

/// Returns the squares after FROM up to and including TO, square by square.
fn squares_of_leg(from: &str, direction: &str, to: &str) -> Vec<Square> {
    let (files, ranks) = match direction {
        "n" => (0, 1),
        "e" => (1, 0),
        "s" => (0, -1),
        "w" => (-1, 0),
        other => panic!("a direction: {other}"),
    };
    // The lasers in the frame, j0 and a9, are one step from the board.
    let (mut file, mut rank) = (from.as_bytes()[0] as i8, from.as_bytes()[1] as i8);
    let mut squares = Vec::new();
    while [file as u8, rank as u8] != to.as_bytes() {
        (file, rank) = (file + files, rank + ranks);
        let name = [char::from(file as u8), char::from(rank as u8)].iter().collect::<String>();
        squares.push(name.parse::<Square>().unwrap_or_else(|_| panic!("{name} in a leg to {to}")));
    }
    squares
}

/// Checks the answers to `reach` for both players and some squares.
fn check(engine: &mut InProcess, kfen: &str, random: &mut Random) -> Counts {
    let mut counts = Counts::default();
    let state = State::from(&kfen.parse::<Setup>().expect("a KFEN"));
    for player in Colour::ALL {
        let about = format!("{} in {kfen}", word(player));
        let [board, _, rule_set, ..] = kfen.split(' ').collect::<Vec<_>>()[..] else { panic!("{kfen}") };
        let fields = format!("{} {rule_set}", &word(player)[..1]);
        engine.accept(&format!("position kfen {board} {fields}"));
        let now = Fired::read(&engine.ask(&format!("beam {}", word(player))), &fields, player);
        let shots: Vec<(String, Fired)> = engine
            .moves()
            .into_iter()
            .map(|mv| {
                let answer = engine.ask(&format!("beam {mv}"));
                let fired = Fired::read(&answer, &fields, player);
                (mv, fired)
            })
            .collect();
        engine.accept(&format!("position kfen {kfen}"));
        let answer = engine.ask(&format!("reach {}", word(player)));
        assert_eq!(answer, state.reach(player), "{about}");
        if state.outcome().is_none() {
            assert_eq!(answer, counted(&now, &shots), "{about}");
        }
        for square in Square::ALL.into_iter().filter(|_| random.below(10) == 0) {
            let answer = engine.ask(&format!("reach {} {square}", word(player)));
            assert_eq!(answer, state.reach_to(player, square), "{about}: {square}");
            if state.outcome().is_none() {
                assert_eq!(answer, listed(square, &shots), "{about}: {square}");
            }
        }
        counts.shots += shots.len();
        counts.own += shots.iter().filter(|(_, fired)| !fired.own.is_empty()).count();
        counts.several += shots.iter().filter(|(_, fired)| fired.hits.len() > 1).count();
        counts.merging += usize::from(state.beams(player).merges);
    }
    counts
}

/// Returns the answer to `reach` that the answers to `beam` give.
fn counted(now: &Fired, shots: &[(String, Fired)]) -> Vec<String> {
    let mut lines: Vec<String> = Square::ALL
        .iter()
        .filter_map(|square| {
            let count = |squares: fn(&Fired) -> &BTreeSet<Square>| {
                shots.iter().filter(|(_, fired)| squares(fired).contains(square)).count()
            };
            let (moves, is_now) = (count(|fired| &fired.entered), now.entered.contains(square));
            let own = Some(count(|fired| &fired.own)).filter(|&own| own > 0).map(|own| format!(" own {own}"));
            let (own, now) = (own.unwrap_or_default(), if is_now { " now" } else { "" });
            let hits = count(|fired| &fired.hits);
            (moves > 0 || is_now).then(|| format!("square {square} moves {moves} hits {hits}{own}{now}"))
        })
        .collect();
    lines.sort();
    lines.push(format!("total {}", shots.len()));
    lines
}

/// Returns the answer to `reach SQ` that the answers to `beam` give.
fn listed(square: Square, shots: &[(String, Fired)]) -> Vec<String> {
    let mut lines = Vec::new();
    for (mv, fired) in shots.iter().filter(|(_, fired)| fired.entered.contains(&square)) {
        let mut words: Vec<String> = fired.hits.iter().map(Square::to_string).collect();
        words.sort();
        words.splice(..0, (!fired.hits.is_empty()).then(|| "x".to_owned()));
        lines.push(format!("move {mv} {}", words.join(" ")).trim_end().to_owned());
    }
    lines.sort();
    lines.push(format!("total {}", lines.len()));
    lines
}

/// What the compared positions contain.
#[derive(Default, Debug)]
struct Counts {
    positions: usize,
    shots: usize,
    /// The shots that hit a piece of the player who fires.
    own: usize,
    /// The shots that hit two pieces or more.
    several: usize,
    /// The players whose standing beam merges with itself or runs in a ring.
    merging: usize,
}

/// Checks all these positions.
fn check_all(positions: impl Iterator<Item = String>) -> Counts {
    let (mut engine, mut random) = (InProcess::start(), Random::seed_from_u64(1));
    let mut total = Counts::default();
    for kfen in positions {
        let counts = check(&mut engine, &kfen, &mut random);
        total.positions += 1;
        total.shots += counts.shots;
        total.own += counts.own;
        total.several += counts.several;
        total.merging += counts.merging;
    }
    println!("{total:?}");
    total
}

/// Returns the positions of the reference corpus.
fn corpus() -> impl Iterator<Item = String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/reference/corpus.jsonl.gz");
    let lines = BufReader::new(GzDecoder::new(File::open(path).expect("the corpus"))).lines();
    lines.map(|line| {
        let line: Value = serde_json::from_str(&line.expect("text")).expect("a JSON object");
        line["kfen"].as_str().expect("text").to_owned()
    })
}

/// Returns random arrangements, dense with mirrors and Eyes or nearly empty, and positions of random games, in turn.
fn random_positions(seed: u64, count: u64) -> impl Iterator<Item = String> {
    (0..count).map(move |number| {
        let mut random = Random::seed_from_u64(seed).stream(number);
        if number % 2 == 0 { arrangement(&mut random) } else { unfinished(&mut random, 120) }.to_string()
    })
}

#[test]
fn reach_agrees_with_the_beams_of_all_moves() {
    let counts = check_all(corpus().step_by(12));
    assert!(counts.shots > 3_000 && counts.own > 200, "{counts:?}");
    let counts = check_all(random_positions(1, 60));
    assert!(counts.own > 300 && counts.several > 100 && counts.merging > 0, "{counts:?}");
}

#[test]
#[ignore = "minutes: the whole corpus, and 6,000 random positions or REACH_POSITIONS"]
fn reach_agrees_with_the_beams_of_all_moves_of_the_whole_corpus_and_of_random_positions() {
    assert_eq!(check_all(corpus()).positions, 580);
    let counts = check_all(random_positions(env_number("REACH_SEED", 2), env_number("REACH_POSITIONS", 6_000)));
    assert!(counts.several > counts.positions && counts.merging > counts.positions / 100, "{counts:?}");
}
