//! Files of games, and the puzzles, as the page requests them.

use crate::server::{Answer, Server};
use serde_json::{Value, json};
use std::io::{Read, Write};

/// Sends a body from the page, and returns the status and the answer.
fn post(server: &Server, path: &str, body: &[u8]) -> (u16, String) {
    server.http("POST", path, &[&format!("Origin: {}", server.origin())], body)
}

/// Returns the JSON of a KGN file.
fn read(server: &Server, kgn: &[u8]) -> Value {
    let (status, body) = post(server, "/kgn", kgn);
    assert_eq!(status, 200, "{body}");
    serde_json::from_str(&body).unwrap_or_else(|error| panic!("{error}: {body}"))
}

#[test]
fn bad_files_are_answered_with_reasons() {
    let server = Server::start(&[]);
    let answer = read(&server, b"[Event \"chess\"]\n[White \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n");
    assert_eq!(answer["games"], json!([]), "{answer}");
    assert!(answer["faults"][0]["message"].as_str().is_some_and(|why| why.contains("move 1. `e4`")), "{answer}");
    let (status, why) = post(&server, "/kgn/write", br#"{"moves":[{"move":"h2g9"}]}"#);
    assert!(status == 422 && why.contains("moves[0]: `h2g9`"), "{status} {why}");
}

#[test]
fn faults_have_codes() {
    let server = Server::start(&[]);
    let ask = |question: Value| {
        let (status, answer) = post(&server, "/faults", question.to_string().as_bytes());
        assert_eq!(status, 200, "{answer}");
        serde_json::from_str::<Value>(&answer).expect("JSON")["faults"].clone()
    };
    let kgn = "[Site \"\"]\n\n1. h2g2 *\n\n[Site \"\"]\n1. h2g9 *";
    let faults = ask(json!({ "kgn": kgn }));
    assert_eq!((&faults[0]["code"], &faults[0]["game"]), (&json!("not-a-move"), &json!(2)), "{faults}");
    assert_eq!(read(&server, kgn.as_bytes())["faults"], faults, "they are those of /kgn");
    let faults = ask(json!({"kfen": START, "moves": ["e2e3", "e2e3"]}));
    assert_eq!((&faults[0]["code"], &faults[0]["values"]), (&json!("empty-square"), &json!({"squares": ["e2"]})));
    assert_eq!(ask(json!({ "kfen": START })), json!([]));
    let (status, why) = post(&server, "/faults", b"[]");
    assert!(status == 422 && why.starts_with("expected {\"kfen\": TEXT"), "{status} {why}");
}

#[test]
fn a_bad_review_is_answered_with_its_field() {
    let server = Server::start(&[]);
    let game = json!({"kfen": START, "moves": [{"move": "e2e3"}], "positions": [{"score": {"cp": 0}}, {}]});
    let (status, why) = post(&server, "/review", game.to_string().as_bytes());
    assert_eq!((status, why.as_str()), (422, "positions[1].score: expected one, since the game goes on\n"));
}

#[test]
fn bad_frames_are_answered_with_reasons() {
    let server = Server::start(&[]);
    let (status, why) = post(&server, "/gif", &[1, 0, 1, 0]);
    assert!(status == 422 && why.contains("the head: expected 2 bytes"), "{status} {why}");
    let (status, why) = post(&server, "/gif", &[0, 8, 1, 0]);
    assert!(status == 422 && why.contains("expected a width from 1 to 1024, found 2048"), "{status} {why}");
}

#[test]
fn a_file_beyond_the_limit_is_refused() {
    let server = Server::start(&[]);
    for (path, mib) in [("/kgn", 64), ("/kgn/write", 256), ("/review", 32), ("/faults", 20), ("/gif", 64)] {
        // With a length, the request is refused before the body is sent.
        let head = |length: &str| {
            let address = server.address;
            format!("POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{length}\r\n\r\n")
        };
        let answer = Answer::read(&server.answer(head(&format!("Content-Length: {}", (mib << 20) + 1)).as_bytes()));
        let why = String::from_utf8(answer.body).expect("text");
        assert!(answer.status == 413 && why.contains(&format!("at most {mib} MiB")), "{why}");
        // Without a length, it is refused once too much has arrived.
        let mut stream = server.stream();
        stream.write_all(head("Transfer-Encoding: chunked").as_bytes()).expect("the server reads");
        let chunk = [b"100000\r\n", vec![b' '; 1 << 20].as_slice(), b"\r\n"].concat();
        for _ in 0..=mib {
            if stream.write_all(&chunk).is_err() {
                break;
            }
        }
        let mut answer = [0; 12];
        // The server may close the connection while the client still writes.
        if stream.read_exact(&mut answer).is_ok() {
            assert_eq!(&answer, b"HTTP/1.1 413");
        }
        assert_eq!(server.http("GET", "/engines", &[], b"").0, 200, "the server still answers");
    }
}

/// The moves of an endless game on an almost empty board, repeated in turn.
const TURNS: [&str; 4] = ["j1-", "a8-", "j1+", "a8+"];
const START: &str = "x39/4k5/////4K5/9X1 s khet2 0 1";

/// Returns a game with a number of plies, each followed by `suffix`.
fn long_game(plies: usize, suffix: &str) -> String {
    let moves: String = TURNS.into_iter().cycle().take(plies).map(|mv| format!("{mv} {suffix}")).collect();
    format!("[KFEN \"{START}\"]\n\n{moves}*\n\n")
}

/// Returns a game with a number of plies and the scores of its positions.
fn long_review(plies: usize) -> String {
    let moves: Vec<_> = TURNS.into_iter().cycle().take(plies).map(|mv| json!({ "move": mv })).collect();
    let position = json!({"score": {"cp": 35, "mate": null, "wdl": [300, 500, 200]}, "depth": 12, "best": ""});
    json!({"kfen": START, "moves": moves, "positions": vec![position; plies + 1]}).to_string()
}

#[test]
fn games_survive_reading_and_writing() {
    let server = Server::start(&[]);
    let comments = format!("{{{}}} ", "a \\ \" é ".repeat(2000));
    for kgn in
        ["[A \"\"]\n*\n\n".repeat(4_000), long_game(8_000, "{+0.35/12 0.103s} "), long_game(100, &comments).repeat(2)]
    {
        let first = read(&server, kgn.as_bytes());
        assert_eq!(first["faults"], json!([]));
        let (status, written) = post(&server, "/kgn/write", first.to_string().as_bytes());
        assert_eq!(status, 200, "{written}");
        assert!(read(&server, written.as_bytes()) == first, "{} bytes of games", kgn.len());
    }
}

#[test]
fn every_move_has_the_position_after_it() {
    let server = Server::start(&[]);
    let answer = read(&server, format!("[KFEN \"{START}\"]\n\nj1- a8- j1+ a8+ j1- a8- j1+ a8+ *\n").as_bytes());
    let moves = answer["games"][0]["moves"].as_array().expect("a list");
    let fields = |mv: &Value| (mv["occurred"].clone(), mv["result"].clone(), mv["reason"].clone(), mv["hits"].clone());
    assert_eq!(moves[0]["kfen"], "x39/4k5/////4K5/9X4 r khet2 1 1");
    assert_eq!(fields(&moves[0]), (json!(1), json!("*"), json!("-"), json!([])));
    assert_eq!(fields(&moves[3]), (json!(2), json!("*"), json!("-"), json!([])));
    assert_eq!(fields(&moves[7]), (json!(3), json!("*"), json!("repetition"), json!([])));
    let answer = read(&server, b"[KFEN \"x39/////4K5//4k4X1 s khet2\"]\n\nj1- 1-0\n");
    let last = &answer["games"][0]["moves"][0];
    assert_eq!(fields(last), (json!(1), json!("1-0"), json!("pharaoh"), json!(["e1"])));
    // These fields follow from the moves, so `/kgn/write` ignores them.
    let game = br#"{"moves":[{"move":"h2g2","kfen":1,"hits":{"a":[]},"occurred":"x","result":null,"reason":[]}]}"#;
    let (status, written) = post(&server, "/kgn/write", game);
    assert!(status == 200 && written.contains("1. h2g2 *"), "{written}");
}

#[cfg(target_os = "linux")]
#[test]
fn no_request_takes_more_than_128_mib() {
    use crate::server::processes::{peak_resident, resident};
    let list = |entry: &str, bytes: usize| vec![entry; bytes / (entry.len() + 1)].join(",");
    let tag = |index: usize| format!("[A{index} \"\"]\n");
    let huge = format!("{{{}}} ", "x ".repeat(500_000));
    let some = format!("{{{}}} ", "\\ \"".repeat(8));
    let mib = 1 << 20;
    for (what, path, status, body) in [
        ("games of JSON", "/kgn/write", 413, format!("{{\"games\":[{}]}}", list("{}", 6 * mib))),
        ("as many as allowed", "/kgn/write", 200, format!("{{\"games\":[{}]}}", vec!["{}"; 100_000].join(","))),
        ("moves", "/kgn/write", 413, format!("{{\"moves\":[{}]}}", list("{}", 8 * mib))),
        ("tags of JSON", "/kgn/write", 413, format!("{{\"tags\":{{{}}}}}", list("\"\":\"\"", 8 * mib))),
        ("one text", "/kgn/write", 413, format!("{{\"foreword\":\"{}\"}}", "x".repeat(24 * mib))),
        ("one name", "/kgn/write", 413, format!("{{\"{}\":0}}", "x".repeat(24 * mib))),
        ("brackets", "/kgn/write", 422, "[".repeat(8 * mib)),
        ("words of a KFEN", "/kgn/write", 422, format!("{{\"kfen\":\"{}\"}}", "a ".repeat(2 * mib - 20))),
        ("a comment", "/kgn/write", 200, format!("{{\"foreword\":\"{}\"}}", "x".repeat(4 * mib - 20))),
        ("moves to review", "/review", 413, format!("{{\"moves\":[{}]}}", list("{}", 8 * mib))),
        ("positions", "/review", 413, format!("{{\"positions\":[{}]}}", list("{}", 8 * mib))),
        ("a KFEN to review", "/review", 422, format!("{{\"kfen\":\"{}\"}}", "a ".repeat(15 * mib))),
        ("a long review", "/review", 200, long_review(50_000)),
        ("moves with faults", "/faults", 413, format!("{{\"kfen\":\"\",\"moves\":[{}]}}", list("\"\"", 8 * mib))),
        ("games with faults", "/faults", 200, json!({"kgn": "[A\"\"]x\n\n".repeat(mib)}).to_string()),
        ("a KFEN with faults", "/faults", 200, json!({"kfen": "a ".repeat(8 * mib)}).to_string()),
        ("one game", "/kgn", 413, long_game(6 * mib, "")),
        ("comments", "/kgn", 413, long_game(20, &huge)),
        ("the longest game", "/kgn", 200, long_game(50_000, &some)),
        ("long games", "/kgn", 200, long_game(10_000, &some).repeat(10)),
        ("games", "/kgn", 413, "[A\"\"]*\n".repeat(mib)),
        ("tags", "/kgn", 413, (0..mib).map(tag).collect()),
        ("variations", "/kgn", 413, long_game(2, &"(j1-) ".repeat(mib / 4))),
        ("many variations", "/kgn", 200, long_game(2, &"(j1- a8-) ".repeat(12_000))),
        ("deep variations", "/kgn", 200, long_game(2, &"(j1- ".repeat(mib / 4))),
        ("faulty games", "/kgn", 200, "[A\"\"]x\n\n".repeat(mib / 4)),
        ("KFEN tags", "/kgn", 200, format!("[KFEN \"{}\"]\n*\n\n", "a ".repeat(mib / 2 - 1)).repeat(8)),
        ("a line", "/kgn", 200, "x".repeat(8 * mib)),
    ] {
        let server = Server::start(&[]);
        assert_eq!(server.http("GET", "/engines", &[], b"").0, 200);
        let before = resident(server.id());
        let found = post(&server, path, body.as_bytes());
        let added = peak_resident(server.id()) - before;
        println!("{added} MiB for {} bytes of {what}: {} and {} bytes", body.len(), found.0, found.1.len());
        assert_eq!(found.0, status, "{what}: {:.200}", found.1);
        assert!(added <= 128, "{what}: {added} MiB");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn at_most_four_files_are_converted_at_a_time() {
    use crate::server::processes::{peak_resident, resident};
    let server = Server::start(&[]);
    assert_eq!(server.http("GET", "/engines", &[], b"").0, 200);
    let before = resident(server.id());
    let game = long_game(50_000, &format!("{{{}}} ", "x".repeat(50)));
    let found: Vec<u16> = std::thread::scope(|scope| {
        let posts: Vec<_> = (0..6).map(|_| scope.spawn(|| post(&server, "/kgn", game.as_bytes()).0)).collect();
        posts.into_iter().map(|post| post.join().expect("no panic")).collect()
    });
    assert!(found.iter().all(|status| [200, 503].contains(status)) && found.contains(&200), "{found:?}");
    let added = peak_resident(server.id()) - before;
    println!("{added} MiB for {} requests at a time", found.iter().filter(|&&status| status == 200).count());
    assert!(added <= 4 * 128, "{added} MiB");
}

#[test]
fn the_puzzles_are_those_of_the_files() {
    let server = Server::start(&[]);
    let (status, body) = server.http("GET", "/puzzles", &[], b"");
    assert_eq!(status, 200);
    let puzzles: Value = serde_json::from_str(&body).expect("JSON");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let words = |value: &Value, between: &str| {
        value.as_array().expect("a list").iter().map(text).collect::<Vec<_>>().join(between)
    };
    let line = |puzzle: &Value| {
        let themes = Some(words(&puzzle["themes"], ",")).filter(|themes| !themes.is_empty());
        let [kfen, best, kind] = ["kfen", "best", "kind"].map(|name| text(&puzzle[name]));
        let (moves, rating, themes) =
            (words(&puzzle["line"], " "), &puzzle["rating"], themes.unwrap_or("-".to_owned()));
        let mate = puzzle.get("mate").map(|mate| format!(" ; mate {mate}")).unwrap_or_default();
        format!("{kfen} ; best {best} ; line {moves} ; rating {rating} ; kind {kind} ; themes {themes}{mate}")
    };
    let found = puzzles.as_array().expect("a list").iter().filter(|puzzle| puzzle["file"] == "khet2").map(line);
    let lines = include_str!("../../positions/puzzles/khet2.txt").lines();
    let expected: Vec<_> = lines.filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    assert!(expected.len() > 100, "{} puzzles", expected.len());
    assert_eq!(found.collect::<Vec<_>>(), expected);
}
