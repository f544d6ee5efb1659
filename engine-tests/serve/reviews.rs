//! The page and the program compute the same reviews: the formula over a table of values, and whole games.

use crate::server::Server;
use crate::support::{PROGRAM, is_missing, run};
use khepri_engine::Score;
use khepri_engine::internal::eval::wdl::Wdl;
use khepri_protocol::review::annotate::evaluation;
use khepri_protocol::review::formula::{Chance, Mark, accuracy_of_move, accuracy_of_player};
use khepri_protocol::review::score::ReportedScore;
use khepri_rules::Game;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The number of nodes searched for each position.
const NODES: &str = "1000";

/// The number of reviews of each game from scores of another engine.
const SCRIPTS: usize = 8;

/// Runs the page's modules in Node; `None` without Node.
fn page(request: &Value) -> Option<Value> {
    if is_missing("node", "--version") {
        return None;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut child = Command::new("node")
        .arg(root.join("engine-tests/page/reviews.mjs"))
        .args([&root.join("src/page"), Path::new(PROGRAM)])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(request.to_string().as_bytes()).expect("node reads");
    drop(input);
    let output = child.wait_with_output().expect("node ends");
    assert!(output.status.success(), "{}", output.status);
    Some(serde_json::from_slice(&output.stdout).expect("JSON"))
}

/// Returns scores in the form of the protocol, each with the engine's own type.
fn scores() -> Vec<(Value, Score)> {
    let centipawns = (-3000..=3000).map(|value| (json!({"cp": value, "mate": null}), Score::centipawns(value)));
    let wins = (1..=20).map(|moves| (json!({"cp": null, "mate": moves}), Score::win_in(2 * moves - 1)));
    let losses = (1..=20).map(|moves| (json!({"cp": null, "mate": -moves}), Score::loss_in(2 * moves as usize)));
    centipawns.chain(wins).chain(losses).collect()
}

/// Returns the losses of winning chance that a move can have, by their values in twentieths of a percent: the differences
/// between the chances of all scores.
fn losses() -> BTreeMap<u64, Chance> {
    let mut chances: Vec<Chance> = (-3000..=3000).map(|value| Chance::of(Score::centipawns(value))).collect();
    chances.dedup();
    let pairs = chances.iter().flat_map(|high| chances.iter().map(|low| high.loss_to(*low)));
    pairs.map(|loss| ((20.0 * loss.percent()).round() as u64, loss)).collect()
}

#[test]
fn the_page_and_the_program_use_the_same_formula() {
    let scores = scores();
    let known = losses();
    assert!((0..=1990).all(|loss| known.contains_key(&loss)), "{} losses", known.len());
    let players = [vec![], vec![100.0], vec![80.0, 20.5, 0.0, 63.58], vec![0.0; 3]];
    let request = json!({
        "scores": scores.iter().map(|(score, _)| score).collect::<Vec<_>>(),
        "losses": known.keys().collect::<Vec<_>>(),
        "players": players, "games": [], "scripts": [],
    });
    let Some(answer) = page(&request) else { return };
    let mut ranks = Vec::new();
    for ((asked, score), found) in scores.iter().zip(answer["scores"].as_array().expect("a list")) {
        let Wdl { win, draw, loss } = Wdl::of(*score);
        let percent = |chance: &Value| chance.as_f64().expect("a number") / 20.0;
        assert_eq!(found["wdl"], json!([win, draw, loss]), "{asked}");
        assert!((percent(&found["chance"]) - Chance::of(*score).percent()).abs() < 1e-9, "{asked}: {found}");
        assert!((percent(&found["other"]) - Chance::of(*score).other().percent()).abs() < 1e-9, "{asked}: {found}");
        assert_eq!(found["text"], evaluation((*score).into()).to_string(), "{asked}");
        assert_eq!(found["before"], evaluation(ReportedScore::from(*score).before_move()).to_string(), "{asked}");
        ranks.push((*score, found["rank"].as_f64().expect("a number")));
    }
    ranks.sort_by_key(|(score, _)| *score);
    assert!(ranks.windows(2).all(|pair| pair[0].1 < pair[1].1), "the page orders scores as the engine does");
    for ((loss, chance), found) in known.iter().zip(answer["losses"].as_array().expect("a list")) {
        assert_eq!(found["mark"], Mark::of_loss(*chance).name(), "{loss}");
        let accuracy = found["accuracy"].as_f64().expect("a number");
        assert!((accuracy - accuracy_of_move(*chance)).abs() < 1e-9, "{loss}: {accuracy}");
        assert_eq!(found["percent"], format!("{:.1} %", chance.percent()), "{loss}");
    }
    for (accuracies, found) in players.iter().zip(answer["players"].as_array().expect("a list")) {
        match accuracy_of_player(accuracies) {
            None => assert!(found.is_null(), "{found}"),
            Some(expected) => assert!((found.as_f64().expect("a number") - expected).abs() < 1e-9, "{found}"),
        }
    }
}

/// Games of the three rule sets as KGN: one with comments, a book move and a draw by repetition, and four that end by a hit.
const GAMES: &str = "[Silver \"A\"]\n[SilverAccuracy \"1.0\"]\n\n{before} 1. h2g2 {+0.35/12 0.103s n=7 tl=9.897s in haste} \
    c7d7 {book} 2. g2h2 {blunder, 40.0 % lost: better h2+ +1.00; my words} d7c7 3. h2g2 c7d7 4. g2h2 d7c7 1/2-1/2\n\n\
    [Silver \"B\"]\n[KFEN \"x39/4K5//7k2////9X1 s khet2 0 1\"]\n\n1. e7e8 a8- 0-1\n\n\
    [SetUp \"classic-eye\"]\n\nj5+ e5d6 e4e5 a5+ j4+ h5g5 j1- a8- h2- 0-1\n\n\
    [RuleSet \"khet1\"]\n[SetUp \"classic-eye\"]\n\nh2- e8f7t f1f2 h4g4 f2f1 f5g4 c4c3 f7g8 e4f3 1-0\n\n\
    [RuleSet \"deflexion\"]\n[SetUp \"classic\"]\n\na4- e1d2 e5d6 j4i5 a4a3 c5c6 h4- i5j4 a3a2 0-1\n\n";

/// Returns what another engine might have found in the positions of a game that `/kgn` has read: scores of all kinds, half of them
/// with chances of its own. Positions in which the game is over are left out.
fn script(game: &Value, random: &mut impl FnMut(usize) -> usize) -> Vec<Value> {
    let start = game["kfen"].as_str().expect("a KFEN").parse().expect("a position");
    let mut line = Game::new(start);
    let mut script = Vec::new();
    let moves = game["moves"].as_array().expect("a list");
    for ply in 0..=moves.len() {
        let is_drawn_end = ply == moves.len() && game["result"] == "1/2-1/2" && line.outcome().is_some();
        if line.position().outcome().is_some() || is_drawn_end {
            break;
        }
        let played = moves.get(ply).map(|entry| entry["move"].as_str().expect("text"));
        let (win, near) = (random(1001), random(3) == 0);
        let draw = random(1001 - win);
        let cp = random(3001) as i64 - 1500;
        let score = match random(6) {
            0 => json!({"cp": null, "mate": 1 + random(300), "wdl": null}),
            1 => json!({"cp": null, "mate": -(1 + random(300) as i64), "wdl": null}),
            2 => json!({"cp": 40_000 * (random(3) as i64 - 1), "mate": null, "wdl": null}),
            3 => json!({"cp": cp, "mate": null, "wdl": null}),
            _ => json!({"cp": cp, "mate": null, "wdl": [win, draw, 1000 - win - draw]}),
        };
        let legal = line.position().legal_moves();
        let other = legal.get(random(legal.len())).expect("a legal move").to_string();
        let best = played.filter(|_| near).map_or(other, str::to_owned);
        script.push(json!({"score": score, "depth": 1 + random(30), "best": best}));
        if let Some(word) = played {
            line.push(line.position().read_move(word).expect("a legal move")).expect("a legal move");
        }
    }
    script
}

/// Checks that a review of the page is that of `/review`, given the game as `/kgn` has read it.
fn check_review(found: &Value, game: &Value, post: &impl Fn(&str, &str) -> String) {
    let moves = game["moves"].as_array().expect("a list");
    let moves = moves.iter().map(|entry| json!({"move": entry["move"], "book": entry["book"] == true}));
    let request = json!({
        "kfen": game["kfen"], "moves": moves.collect::<Vec<_>>(), "result": game["result"], "positions": found["searched"],
    });
    let review: Value = serde_json::from_str(&post("/review", &request.to_string())).expect("JSON");
    let near = |one: &Value, other: f64| one.as_f64().is_some_and(|one| (one - other).abs() < 1e-9);
    let twentieths = |value: &Value| value.as_f64().expect("a number") / 20.0;
    let (page, program) = (found["moves"].as_array().expect("a list"), review["moves"].as_array().expect("a list"));
    assert_eq!(page.len(), program.len());
    for (page, program) in page.iter().zip(program) {
        for field in ["move", "depth", "best"] {
            assert_eq!(page[field], program[field], "{page} {program}");
        }
        assert_eq!(page["mark"], program["mark"].as_str().unwrap_or("book"), "{page} {program}");
        for field in ["score", "bestScore"] {
            assert_eq!(page[field], program[field]["text"], "{page} {program}");
        }
        assert!(near(&program["chance"], twentieths(&page["chance"])), "{page} {program}");
        assert!(near(&program["loss"], twentieths(&page["lost"])), "{page} {program}");
    }
    let silver = found["silver"].as_array().expect("a list").iter().zip(review["silver"].as_array().expect("a list"));
    assert_eq!(silver.len(), page.len() + 1);
    for (page, program) in silver {
        assert!(near(program, twentieths(page)), "{page} {program}");
    }
    for player in ["silver", "red"] {
        let (page, program) = (&found["accuracies"][player], &review["accuracies"][player]);
        assert!(page == program || near(program, page.as_f64().expect("a number")), "{page} {program}");
    }
}

#[test]
fn the_page_reviews_games_as_the_command_line_does() {
    let server = Server::start(&[]);
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let post = |path: &str, body: &str| {
        let (status, answer) = server.http("POST", path, &[&format!("Origin: {}", server.origin())], body.as_bytes());
        assert_eq!(status, 200, "{answer}");
        answer
    };
    fs::write(path("games.kgn"), GAMES).expect("a file");
    let read: Value = serde_json::from_str(&post("/kgn", GAMES)).expect("JSON");
    assert_eq!(read["faults"], json!([]));
    let annotator = format!("Khepri {}, {NODES} nodes a position", env!("CARGO_PKG_VERSION"));
    let nodes: u64 = NODES.parse().expect("a number");
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let games = read["games"].as_array().expect("a list");
    let mut of_game = |game| (0..SCRIPTS).map(|_| script(game, &mut random)).collect::<Vec<_>>();
    let scripts: Vec<_> = games.iter().map(&mut of_game).collect();
    let request = json!({
        "scores": [], "losses": [], "players": [], "games": games, "scripts": scripts, "nodes": nodes,
        "annotator": annotator,
    });
    let Some(answer) = page(&request) else { return };
    let output = run(&["analyse", &path("games.kgn"), "--nodes", NODES, "--output", &path("reviewed.kgn")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let table = String::from_utf8(output.stdout).expect("text");
    // A row has the number of the move, the move, its score, chance, loss and mark, and often a better move.
    let rows = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let mut rows = rows.filter(|row| row.len() >= 6 && row[0].ends_with('.'));
    let (mut written, mut marks) = (String::new(), Vec::new());
    let mut scripted_marks = Vec::new();
    for (game, source) in answer["games"].as_array().expect("games").iter().zip(games) {
        check_review(game, source, &post);
        for scripted in game["scripted"].as_array().expect("reviews") {
            check_review(scripted, source, &post);
            let moves = scripted["moves"].as_array().expect("moves");
            scripted_marks.extend(moves.iter().map(|mv| mv["mark"].as_str().expect("text").to_owned()));
        }
        for found in game["moves"].as_array().expect("moves") {
            let row = rows.next().unwrap_or_else(|| panic!("a row for {found}\n{table}"));
            let lost = found["loss"].as_str().expect("text").trim_end_matches(" %");
            let expected = [&found["move"], &found["score"], &json!(lost), &found["mark"]];
            assert_eq!([&json!(row[1]), &json!(row[2]), &json!(row[4]), &json!(row[5])], expected, "{row:?}");
            marks.push(row[5].to_owned());
        }
        written += &post("/kgn/write", game["kgn"].as_str().expect("text"));
    }
    assert!(rows.next().is_none(), "{table}");
    for mark in ["best", "good", "blunder", "book"] {
        assert!(marks.iter().any(|found| found == mark), "there is a move with the mark {mark}: {marks:?}");
    }
    for mark in ["best", "good", "inaccuracy", "mistake", "blunder", "book"] {
        assert!(scripted_marks.iter().any(|found| found == mark), "a scripted {mark}: {scripted_marks:?}");
    }
    assert_eq!(written, fs::read_to_string(path("reviewed.kgn")).expect("the file"), "both write the same file");
}
