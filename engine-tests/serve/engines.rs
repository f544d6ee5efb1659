//! Other engines: their protocols, their faults, and the processes that they start.

#[cfg(target_os = "linux")]
use crate::server::processes::wait_for_children;
use crate::server::{Client, Server};
use crate::support::mock::mock;
use crate::support::wait_for;

/// Starts a server with the mock, given the mock's flags and further arguments.
fn with_mock(flags: &str, words: &[&str]) -> Server {
    let command = format!("cmd={}", mock().display());
    let arguments = format!("args={flags}");
    Server::start(&[&["--engine", &command, "name=mock", &arguments], words].concat())
}

#[test]
fn engines_are_listed_with_the_rule_sets_they_play() {
    let server = with_mock("", &["--engine", &format!("cmd={}", mock().display()), "protocol=khet2ai"]);
    let (status, body) = server.http("GET", "/engines", &[], b"");
    let all = r#""variants":["khet2","khet1","deflexion"]"#;
    let expected =
        format!(r#"[{{"name":"khepri",{all}}},{{"name":"mock",{all}}},{{"name":"mock 2","variants":["khet2"]}}]"#);
    assert_eq!((status, body.as_str()), (200, expected.as_str()));
}

#[test]
fn another_engine_plays_and_gets_only_options_that_pass() {
    let server = with_mock("", &[]);
    let mut client = server.connect("mock");
    client.start_engine();
    assert!(client.refuse("setoption name EvalFile value x").contains("does not pass"));
    assert!(client.refuse("position startpos moves h2g9").starts_with("position refused: move 1 `h2g9`: "));
    assert!(client.ask("position setup imhotep").is_empty());
    client.send("go movetime 100");
    client.lines_until("bestmove", |line| line.starts_with("bestmove "));
}

#[test]
fn the_protocol_of_khet2_ai_is_translated() {
    let server = with_mock("--protocol khet2ai", &["protocol=khet2ai"]);
    let mut client = server.connect("mock");
    assert_eq!(client.ask("uci").first().map(String::as_str), Some("id name mock"));
    assert!(client.ask("ucinewgame").is_empty());
    assert!(client.ask("position startpos moves h2g2").is_empty());
    client.send("go depth 2");
    let lines = client.lines_until("bestmove", |line| line.starts_with("bestmove "));
    assert!(lines.iter().any(|line| line.starts_with("info depth ") && line.contains(" score cp ")), "{lines:#?}");
    assert!(client.refuse("moves").starts_with("mock has no such command"));
    assert!(client.refuse("setoption name UCI_Variant value khet1").contains("does not support khet1"));
}

/// Lets an engine search, and checks the report of its end.
fn search_to_the_end(client: &mut Client, reason: &str) {
    client.send("position startpos");
    client.send("go movetime 10");
    let lines = client.lines_until("the end", |line| line.starts_with("info string engine ended: "));
    assert!(lines.last().is_some_and(|line| line.contains(reason)), "{lines:#?}");
}

#[test]
fn the_end_of_an_engine_is_reported_and_the_next_command_starts_a_new_process() {
    for (flags, reason) in [
        ("--crash-on-go --at 1", "exit status: 3"),
        ("--closes-stdout --at 1", "it closed its output"),
        ("--flood-line --at 1", "it printed a line longer"),
    ] {
        let server = with_mock(flags, &[]);
        let mut client = server.connect("mock");
        for _ in 0..2 {
            client.start_engine();
            search_to_the_end(&mut client, reason);
            #[cfg(target_os = "linux")]
            wait_for_children(server.id(), 0);
        }
    }
}

#[test]
fn an_engine_whose_program_was_deleted_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("copy");
    std::fs::copy(mock(), &copy).expect("a copy");
    let server = Server::start(&["--engine", &format!("cmd={}", copy.display())]);
    std::fs::remove_file(&copy).expect("the copy");
    let mut client = server.connect("copy");
    assert!(client.refuse("uci").starts_with("engine cannot be started: "));
    assert!(client.refuse("go movetime 1").starts_with("engine cannot be started: "));
    assert_eq!(
        client.line().as_deref(),
        Some("bestmove (none)"),
        "a search is answered, so that the page does not wait"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn child_processes_of_an_engine_end_with_its_session() {
    for is_closed in [true, false] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("id");
        let server = with_mock(&format!("--grandchild {} --at 1", file.display()), &[]);
        let mut client = server.connect("mock");
        client.start_engine();
        let id: u32 = std::fs::read_to_string(&file).expect("an id").trim().parse().expect("an id");
        let proc = format!("/proc/{id}/cmdline");
        let line = || std::fs::read_to_string(&proc).unwrap_or_default();
        wait_for(line, |line| line.contains("sleep"));
        if is_closed {
            drop(client);
        } else {
            // The engine ends, and its child holds the output open.
            search_to_the_end(&mut client, "signal: 6");
        }
        wait_for(line, |line| !line.contains("sleep"));
    }
}

#[test]
fn an_engine_that_does_not_read_is_killed() {
    let server = with_mock("--deaf --at 1", &[]);
    let mut client = server.connect("mock");
    client.send("position startpos");
    client.send("go movetime 10");
    client.lines_until("bestmove", |line| line.starts_with("bestmove "));
    let long = format!("position startpos moves{}", " h2g2 c7d7 g2h2 d7c7".repeat(100));
    // More than the pipe and the queue hold.
    for _ in 0..2000 {
        client.send(&long);
    }
    client.lines_until("the end", |line| line == "info string engine ended: it does not read its input");
    client.start_engine();
}

#[test]
fn bestmove_survives_a_flood_of_reports_to_a_slow_reader() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let server = with_mock(&format!("--reports 200000 --at 1 --log {}", log.display()), &[]);
    let mut client = server.connect("mock");
    client.start_engine();
    client.send("position startpos");
    for _ in 0..3 {
        client.send("go movetime 10");
    }
    // The reports are more than the buffers of the sockets hold, and the engine does not wait for the reader.
    wait_for(|| std::fs::read_to_string(&log).unwrap_or_default().lines().count(), |&answers| answers == 3);
    for _ in 0..3 {
        client.lines_until("bestmove", |line| line.starts_with("bestmove "));
    }
    client.start_engine();
}
