//! The page and the program have the same chances for each score, and the same reviews of whole games.

use crate::server::Server;
use crate::support::results::groups;
use crate::support::{PROGRAM, is_missing, run};
use khepri_engine::Score;
use khepri_engine::internal::eval::wdl::Wdl;
use khepri_protocol::review::annotate::evaluation;
use khepri_protocol::review::formula::Chance;
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The number of nodes searched for each position.
const NODES: &str = "1000";

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

/// Returns scores of a position in the form of the protocol, each with the engine's own type.
fn scores(kfen: &str) -> Vec<(Value, Score)> {
    let of = |cp: Option<i32>, mate: Option<i32>| json!({"score": {"cp": cp, "mate": mate}, "kfen": kfen});
    let centipawns = (-3000..=3000).map(|value| (of(Some(value), None), Score::centipawns(value)));
    let wins = (1..=20).map(|moves| (of(None, Some(moves)), Score::win_in(2 * moves as usize - 1)));
    let losses = (1..=20).map(|moves| (of(None, Some(-moves)), Score::loss_in(2 * moves as usize)));
    centipawns.chain(wins).chain(losses).collect()
}

#[test]
fn the_page_and_the_program_have_the_same_chances() {
    let positions = groups().into_iter().map(|group| group.kfen);
    let scores = positions.flat_map(|kfen| scores(&kfen)).collect::<Vec<_>>();
    let asked = scores.iter().map(|(score, _)| score).collect::<Vec<_>>();
    let Some(answer) = page(&json!({"scores": asked, "games": []})) else { return };
    for ((asked, score), found) in scores.iter().zip(answer["scores"].as_array().expect("a list")) {
        let wdl = Wdl::of(*score, &asked["kfen"].as_str().and_then(|kfen| kfen.parse().ok()).expect("a position"));
        let percent = |chance: &Value| chance.as_f64().expect("a number") / 20.0;
        assert_eq!(found["wdl"], json!([wdl.win, wdl.draw, wdl.loss]), "{asked}");
        assert!((percent(&found["chance"]) - Chance::of(wdl).percent()).abs() < 1e-9, "{asked}: {found}");
        assert!((percent(&found["other"]) - Chance::of(wdl).other().percent()).abs() < 1e-9, "{asked}: {found}");
        assert_eq!(found["text"], evaluation((*score).into()).to_string(), "{asked}");
    }
}

/// Games of the three rule sets as KGN: one with comments, a book move and a draw by repetition, and four that end by a hit.
const GAMES: &str = "[Silver \"A\"]\n[SilverAccuracy \"1.0\"]\n\n{before} 1. h2g2 {+0.35/12 0.103s n=7 tl=9.897s in haste} \
    c7d7 {book} 2. g2h2 {blunder, 40.0 % lost: better h2+ +1.00; my words} d7c7 3. h2g2 c7d7 4. g2h2 d7c7 1/2-1/2\n\n\
    [Silver \"B\"]\n[KFEN \"x39/4K5//7k2////9X1 s khet2 0 1\"]\n\n1. e7e8 a8- 0-1\n\n\
    [SetUp \"classic-eye\"]\n\nj5+ e5d6 e4e5 a5+ j4+ h5g5 j1- a8- h2- 0-1\n\n\
    [RuleSet \"khet1\"]\n[SetUp \"classic-eye\"]\n\nh2- e8f7t f1f2 h4g4 f2f1 f5g4 c4c3 f7g8 e4f3 1-0\n\n\
    [RuleSet \"deflexion\"]\n[SetUp \"classic\"]\n\na4- e1d2 e5d6 j4i5 a4a3 c5c6 h4- i5j4 a3a2 0-1\n\n";

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
    let games = read["games"].as_array().expect("a list");
    let request = json!({
        "scores": [], "games": games, "nodes": nodes, "annotator": annotator, "server": server.origin(),
    });
    let Some(answer) = page(&request) else { return };
    let output = run(&["analyse", &path("games.kgn"), "--nodes", NODES, "--output", &path("reviewed.kgn")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let table = String::from_utf8(output.stdout).expect("text");
    // A row has the number of the move, the move, its score, chance, loss and mark, and often a better move.
    let rows = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let mut rows = rows.filter(|row| row.len() >= 6 && row[0].ends_with('.'));
    let (mut written, mut marks) = (String::new(), Vec::new());
    for game in answer["games"].as_array().expect("games") {
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
    assert_eq!(written, fs::read_to_string(path("reviewed.kgn")).expect("the file"), "both write the same file");
}
