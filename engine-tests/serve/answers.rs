//! Compression of answers, and entity tags, so that a client does not get the same content twice.

use crate::server::{Answer, Server};
use flate2::read::GzDecoder;
use std::io::Read;

/// Returns the content of an answer that must be compressed.
fn decompressed(answer: &Answer) -> Vec<u8> {
    assert_eq!(answer.header("content-encoding"), Some("gzip"));
    let mut text = Vec::new();
    GzDecoder::new(answer.body.as_slice()).read_to_end(&mut text).expect("it is whole");
    text
}

#[test]
fn a_file_or_list_that_the_client_has_is_not_sent_again() {
    let server = Server::start(&[]);
    let get = |path: &str, known: &str| server.exchange("GET", path, &[&format!("If-None-Match: {known}")], b"");
    let mut tags = Vec::new();
    for path in ["/", "/assets/style.css", "/engines", "/puzzles", "/daily"] {
        let first = server.exchange("GET", path, &[], b"");
        let tag = first.header("etag").expect("a tag").to_owned();
        let strong = tag.trim_start_matches("W/").to_owned();
        for known in [tag.clone(), strong, format!("\"x\", {tag}"), "*".to_owned()] {
            let again = get(path, &known);
            assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, Some(tag.as_str())), "{path}");
            assert_eq!(again.header("vary"), Some("accept-encoding"));
        }
        let other = get(path, "W/\"x\"");
        assert_eq!((other.status, other.body), (200, first.body), "{path}");
        let compressed = server.exchange("GET", path, &["Accept-Encoding: gzip"], b"");
        assert_eq!(compressed.header("etag"), Some(tag.as_str()));
        tags.push(tag);
    }
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 5, "each content has its own tag");
}

#[test]
fn answers_are_compressed_for_clients_that_accept_gzip() {
    let server = Server::start(&[]);
    let kgn = "[Silver \"a\"]\n\n1. h2g2 c7d7 2. g2h2 d7c7 *\n\n".repeat(1000);
    for (method, path, body) in [
        ("GET", "/", ""),
        ("GET", "/assets/style.css", ""),
        ("GET", "/puzzles", ""),
        ("GET", "/daily", ""),
        ("POST", "/kgn", &kgn),
        ("POST", "/kgn/write", "{\"setup\":\"dynasty\"}"),
    ] {
        let plain = server.exchange(method, path, &[], body.as_bytes());
        assert_eq!((plain.status, plain.header("content-encoding")), (200, None), "{path}");
        let answer = server.exchange(method, path, &["Accept-Encoding: gzip, br"], body.as_bytes());
        assert!(answer.body.len() < plain.body.len(), "{path}");
        assert_eq!(decompressed(&answer), plain.body, "{path}");
        assert_eq!(answer.header("content-type"), plain.header("content-type"));
    }
}

#[test]
fn a_websocket_of_a_client_that_accepts_gzip_is_not_compressed() {
    let server = Server::start(&[]);
    let origin = server.origin();
    let request = format!(
        "GET /engine?name=rules HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\nAccept-Encoding: gzip\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n\
         \u{1}",
        server.address
    );
    // After the head follows a Close frame without a code, so that the server ends the connection.
    let head = request.trim_end_matches('\u{1}').as_bytes();
    let answer = server.answer(&[head, b"\x88\x80\0\0\0\0"].concat());
    let (status, end) = (answer.split(|&byte| byte == b' ').nth(1), answer.split_at(answer.len().saturating_sub(2)).1);
    assert_eq!((status, end), (Some(&b"101"[..]), &b"\x88\x00"[..]), "{}", answer.escape_ascii());
}
