//! Files of games and the puzzles, as the page asks for them.

use crate::server::Server;
use serde_json::{Value, json};
use std::io::{Read, Write};

fn posted(server: &Server, path: &str, body: &[u8]) -> (u16, String) {
    server.http("POST", path, &[&format!("Origin: {}", server.origin())], body)
}

fn read(server: &Server, kgn: &[u8]) -> Value {
    let (status, body) = posted(server, "/kgn", kgn);
    assert_eq!(status, 200, "{body}");
    serde_json::from_str(&body).unwrap_or_else(|error| panic!("{error}: {body}"))
}

#[test]
fn a_game_is_the_same_after_reading_and_writing() {
    let server = Server::start(&[]);
    let kgn = "[Event \"?\"]\n[Silver \"<script>alert(1)</script>\"]\n[Red \"b\"]\n\n1. h2g2 {+0.35/12 0.103s} c7d7 {fine} *\n";
    let answer = read(&server, kgn.as_bytes());
    let game = &answer["games"][0];
    assert_eq!(game["tags"]["Silver"], "<script>alert(1)</script>", "a text like any other");
    assert_eq!((&game["variant"], &game["setup"]), (&json!("khet2"), &json!("classic")));
    assert_eq!(game["moves"][0], json!({"move": "h2g2", "score": "+0.35", "depth": 12, "time": 103}));
    assert_eq!(game["moves"][1], json!({"move": "c7d7", "comment": "fine"}));
    let (status, written) = posted(&server, "/kgn/write", game.to_string().as_bytes());
    assert_eq!(status, 200, "{written}");
    assert!(written.contains("1. h2g2 {+0.35/12 0.103s} c7d7 {fine} *"), "{written}");
    assert_eq!(read(&server, written.as_bytes())["games"][0], *game);
}

#[test]
fn bad_files_get_reasons() {
    let server = Server::start(&[]);
    let fault = |kgn: &[u8]| {
        let answer = read(&server, kgn);
        assert_eq!(answer["games"], json!([]), "{answer}");
        answer["faults"][0]["message"].as_str().expect("a message").to_owned()
    };
    assert_eq!(fault(b""), "expected a game, found nothing");
    assert!(fault(b"[Event \"chess\"]\n[White \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n").contains("move 1. `e4`"));
    assert!(fault(b"\x00\x01\xff\xfe").starts_with("1:1: "));
    assert!(fault("\u{202e}{\"games\":[]}".as_bytes()).starts_with("1:1: "));
    let long = [b"[Silver \"", vec![b'x'; 2 << 20].as_slice(), b"\"]\n\n*\n"].concat();
    assert!(fault(&long).starts_with("1:"));
    for (body, reason) in [
        (&b""[..], "expected a game"),
        (b"[", "expected a game"),
        (br#"{"moves":[{"move":"h2g9"}]}"#, "moves[0]: `h2g9`"),
        (b"\xff", "expected a game"),
    ] {
        let (status, why) = posted(&server, "/kgn/write", body);
        assert!(status == 422 && why.contains(reason), "{status} {why}");
    }
    let nested = "[".repeat(1 << 20);
    assert_eq!(posted(&server, "/kgn/write", nested.as_bytes()).0, 422);
}

#[test]
fn many_games_come_in_parts() {
    let server = Server::start(&[]);
    let games = 20_000;
    let kgn = "[Silver \"a\"]\n\n1. h2g2 c7d7 2. g2h2 d7c7 *\n\n".repeat(games);
    let answer = read(&server, kgn.as_bytes());
    assert_eq!(answer["games"].as_array().map(Vec::len), Some(games));
    #[cfg(target_os = "linux")]
    assert!(crate::server::below::resident(server.id()) < 64, "no file is in memory as a whole");
}

#[test]
fn a_file_beyond_the_limit_is_refused() {
    let server = Server::start(&[]);
    for (path, limit) in [("/kgn", 64 << 20), ("/kgn/write", 16 << 20)] {
        // Announced, and refused before it is sent.
        let head = |length: &str| {
            let address = server.address;
            format!("POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{length}\r\n\r\n")
        };
        if path == "/kgn" {
            let answer = server.answer(head(&format!("Content-Length: {}", limit + 1)).as_bytes());
            assert!(answer.starts_with("HTTP/1.1 413") && answer.contains("at most 64 MiB"), "{answer}");
        }
        // In parts without an announcement.
        let mut stream = server.stream();
        stream.write_all(head("Transfer-Encoding: chunked").as_bytes()).expect("the server reads");
        let part = [b"100000\r\n", vec![b' '; 1 << 20].as_slice(), b"\r\n"].concat();
        for _ in 0..=(limit >> 20) {
            if stream.write_all(&part).is_err() {
                break;
            }
        }
        let mut answer = [0; 12];
        // The server may close the connection while this end still writes.
        if stream.read_exact(&mut answer).is_ok() {
            assert_eq!(&answer, b"HTTP/1.1 413");
        }
        assert_eq!(server.http("GET", "/engines", &[], b"").0, 200, "the server goes on");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn files_that_break_off_leave_nothing() {
    use crate::server::below::{descriptors, wait_for};
    let server = Server::start(&[]);
    assert_eq!(server.http("GET", "/engines", &[], b"").0, 200);
    let before = wait_for(|| descriptors(server.id()), |&number| number < 30);
    for _ in 0..20 {
        let mut stream = server.stream();
        let head = format!("POST /kgn HTTP/1.1\r\nHost: {}\r\nContent-Length: 1000\r\n\r\n", server.address);
        stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(b"[Silver")).expect("the server reads");
    }
    wait_for(|| posted(&server, "/kgn", b"[Silver \"a\"]\n\n*\n").0, |&status| status == 200);
    wait_for(|| descriptors(server.id()), |&number| number <= before);
}

#[test]
fn the_puzzles_are_those_of_the_suite() {
    let server = Server::start(&[]);
    let (status, body) = server.http("GET", "/puzzles", &[], b"");
    assert_eq!(status, 200);
    let puzzles: Value = serde_json::from_str(&body).expect("JSON");
    let lines = include_str!("../../positions/tactics/khet2.txt").lines();
    let expected: Vec<String> =
        lines.filter(|line| !line.starts_with('#') && !line.is_empty()).map(str::to_owned).collect();
    let found: Vec<String> = puzzles
        .as_array()
        .expect("a list")
        .iter()
        .filter(|puzzle| puzzle["file"] == "khet2")
        .map(|puzzle| format!("{} ; mate {}", puzzle["kfen"].as_str().unwrap_or_default(), puzzle["mate"]))
        .collect();
    assert_eq!(found, expected);
}
