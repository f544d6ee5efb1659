//! What a client sends: lines that do not pass, values beyond the caps, and frames that are not lines.

use crate::server::Server;
#[cfg(target_os = "linux")]
use crate::server::processes::{children, wait_for_children};
use std::io::Write;
use tungstenite::Message;
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data, OpCode};

#[test]
fn a_line_that_does_not_pass_is_refused_and_starts_no_engine() {
    let server = Server::start(&["--hash", "32", "--threads", "1"]);
    let mut client = server.connect("khepri");
    for line in [
        "quit",
        "bench",
        "bench 1",
        "debug on",
        "help",
        "version",
        "go perft 5",
        "go  perft 5",
        "uci\nquit",
        "uci\rquit",
        "isready\0",
        "setoption name EvalFile value /etc/passwd",
        "setoption name Move Overhead value 1",
        "setoption name Hash value 33",
        "setoption name Threads value 2",
        "setoption name UCI_Variant value ../x",
        "position startpos\u{85}quit",
        "<script>alert(1)</script>",
    ] {
        client.refuse(line);
    }
    #[cfg(target_os = "linux")]
    assert_eq!(children(server.id()), [0_u32; 0]);
    assert!(client.ask("setoption name Hash value 32").is_empty());
    let uci = client.ask("uci");
    for option in ["Hash type spin default 32 min 1 max 32", "Threads type spin default 1 min 1 max 1"] {
        assert!(uci.contains(&format!("option name {option}")), "{uci:#?}");
    }
    assert!(!uci.iter().any(|line| line.contains("Move Overhead")), "{uci:#?}");
}

#[test]
fn a_faulty_position_is_answered_with_the_engines_reasons() {
    let server = Server::start(&[]);
    let mut client = server.connect("rules");
    let before = client.ask("d");
    assert!(client.refuse("position kfen x33a3ka3p22/2p37/3P46 s khet2").contains("column "));
    assert!(client.refuse("position kfen <b>é</b>").contains("position refused"));
    assert_eq!(client.ask("d"), before, "the position is unchanged");
}

#[test]
fn a_long_line_is_refused_and_a_huge_frame_ends_the_session() {
    let server = Server::start(&[]);
    let mut client = server.connect("khepri");
    client.start_engine();
    let why = client.refuse(&format!("position startpos moves {}", "h2g2 ".repeat(100_000)));
    assert!(why.starts_with("expected a line of at most 131072 bytes, found "), "{why}");
    client.start_engine();
    // The server may close the connection before it has read the whole frame.
    let _ = client.socket.send(Message::text("x".repeat(10 << 20)));
    assert_eq!(client.closed().map(|(code, _)| code), Some(1009));
    #[cfg(target_os = "linux")]
    wait_for_children(server.id(), 0);
    server.connect("khepri").start_engine();
}

#[test]
fn a_binary_frame_ends_the_session_with_a_message() {
    let server = Server::start(&[]);
    let mut client = server.connect("khepri");
    client.start_engine();
    client.socket.send(Message::binary(b"uci".to_vec())).expect("the server reads");
    assert_eq!(client.line().as_deref(), Some("info string expected a text frame, found a binary one"));
    assert_eq!(client.closed().map(|(code, _)| code), Some(1003));
}

#[test]
fn an_invalid_text_or_frame_ends_the_session() {
    for (bytes, code) in [
        (&b"\x81\x82\0\0\0\0\xff\xfe"[..], 1007),
        // An incomplete character.
        (b"\x81\x81\0\0\0\0\xc3", 1007),
        (b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 1002),
        // A frame without a mask.
        (b"\x81\x02hi", 1002),
        // A continuation without a first frame.
        (b"\x80\x81\0\0\0\0x", 1002),
        // The header of a frame of 2 MiB.
        (b"\x81\xff\0\0\0\0\0\x20\0\0\0\0\0\0", 1009),
    ] {
        let server = Server::start(&[]);
        let mut client = server.connect("khepri");
        client.start_engine();
        client.socket.get_mut().write_all(bytes).expect("the server reads");
        assert_eq!(client.closed().map(|(code, _)| code), Some(code), "{}", bytes.escape_ascii());
        #[cfg(target_os = "linux")]
        wait_for_children(server.id(), 0);
        server.connect("khepri").start_engine();
    }
}

#[test]
fn an_incomplete_message_is_not_answered() {
    let server = Server::start(&["--idle", "2"]);
    let mut client = server.connect("khepri");
    client.start_engine();
    let first_frame = Frame::message("moves", OpCode::Data(Data::Text), false);
    client.socket.send(Message::Frame(first_frame)).expect("the server reads");
    // The only line is the end of the idle session.
    let lines = client.lines_until("the end", |line| line.starts_with("info string session closed"));
    assert_eq!(lines.len(), 1, "{lines:#?}");
    client.closed();
    #[cfg(target_os = "linux")]
    wait_for_children(server.id(), 0);
}

#[test]
fn a_client_that_aborts_within_a_frame_leaves_no_process() {
    let server = Server::start(&[]);
    let mut client = server.connect("khepri");
    client.start_engine();
    client.socket.get_mut().write_all(b"\x81\xfe\x01").expect("the server reads");
    drop(client);
    #[cfg(target_os = "linux")]
    wait_for_children(server.id(), 0);
}
