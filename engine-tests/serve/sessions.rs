//! A session over a WebSocket: the protocol with an engine process of its own.

use crate::server::Server;
#[cfg(target_os = "linux")]
use crate::server::processes::{children, wait_for_children};
use crate::support::CLASSIC;
use tungstenite::protocol::CloseFrame;
use tungstenite::protocol::frame::coding::CloseCode;

#[test]
fn a_frame_is_a_line_both_ways() {
    let server = Server::start(&[]);
    let mut client = server.connect("khepri");
    let uci = client.ask("uci");
    assert!(uci[0].starts_with("id name Khepri") && uci.contains(&"uciok".to_owned()), "{uci:#?}");
    assert_eq!(client.ask("position startpos moves h2g2 c7d7"), [""; 0]);
    let moves = client.ask("moves");
    assert!(moves.len() > 50 && moves.last().is_some_and(|total| total.starts_with("total ")), "{moves:#?}");
    client.send("go depth 4");
    let lines = client.lines_until("bestmove", |line| line.starts_with("bestmove "));
    assert!(lines.iter().any(|line| line.starts_with("info depth 4 ")), "{lines:#?}");
    assert!(lines.iter().all(|line| !line.contains('\n')));
}

#[test]
fn a_question_is_answered_during_a_search_and_stop_ends_it() {
    let server = Server::start(&[]);
    let mut client = server.connect("khepri");
    client.send("position startpos");
    client.send("go infinite");
    client.lines_until("a report", |line| line.starts_with("info depth 2 "));
    client.send("isready");
    client.lines_until("readyok", |line| line == "readyok");
    client.send("stop");
    client.lines_until("bestmove", |line| line.starts_with("bestmove "));
}

#[test]
fn a_close_is_answered_with_a_close() {
    let bye = || Some(CloseFrame { code: CloseCode::Normal, reason: "bye".into() });
    let server = Server::start(&[]);
    let (fresh, mut started, mut searching) =
        (server.connect("khepri"), server.connect("rules"), server.connect("khepri"));
    started.start_engine();
    searching.send("go infinite");
    searching.lines_until("a report", |line| line.starts_with("info depth 2 "));
    let guarded = Server::start(&["--token", "sesame-open"]);
    for mut client in [fresh, started, searching, guarded.connect("khepri")] {
        client.socket.close(bye()).expect("it is open");
        assert_eq!(client.closed(), Some((1000, "bye".to_owned())));
    }
}

#[test]
fn the_rules_session_answers_and_never_searches() {
    let server = Server::start(&[]);
    let mut client = server.connect("rules");
    assert!(client.ask("position startpos").is_empty());
    let state = client.ask("d");
    assert!(state.contains(&format!("kfen: {CLASSIC}")), "{state:#?}");
    assert!(client.ask("beam h2g2").last().is_some_and(|line| line.starts_with("result ")));
    assert!(client.ask("setups").iter().any(|line| line.starts_with("setup deflexion classic ")));
    for line in ["go depth 1", "go", "ponderhit", "setoption name Hash value 2", "setoption name Threads value 2"] {
        client.refuse(line);
    }
    assert!(client.ask("setoption name UCI_Variant value khet1").is_empty());
    assert_eq!(client.ask("history").last().map(String::as_str), Some("total 0"));
    #[cfg(target_os = "linux")]
    assert_eq!(children(server.id()), [0_u32; 0], "the server itself knows the rules");
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_starts_with_the_first_command_and_ends_with_its_websocket() {
    let server = Server::start(&[]);
    let (mut first, mut second) = (server.connect("khepri"), server.connect("khepri"));
    first.refuse("bench");
    assert_eq!(children(server.id()), [0_u32; 0], "no command has passed yet");
    first.start_engine();
    let of_first = wait_for_children(server.id(), 1);
    second.start_engine();
    assert_eq!(wait_for_children(server.id(), 2).len(), 2, "each session has its own");
    first.send("go infinite");
    first.lines_until("a report", |line| line.starts_with("info depth 2 "));
    drop(first);
    let rest = wait_for_children(server.id(), 1);
    assert!(!rest.contains(&of_first[0]), "the engine of the closed WebSocket has ended");
    second.socket.close(None).expect("it is open");
    second.closed();
    wait_for_children(server.id(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_engine_is_reported_and_replaced_with_its_settings_and_position() {
    let server = Server::start(&[]);
    let mut client = server.connect("khepri");
    client.ask("setoption name UCI_ShowWDL value true");
    client.ask("position startpos moves h2g2");
    let before = client.ask("d");
    client.send("go infinite");
    client.lines_until("a report", |line| line.contains(" wdl "));
    let engine = wait_for_children(server.id(), 1)[0];
    let id = rustix::process::Pid::from_raw(engine.try_into().expect("an id")).expect("an id");
    rustix::process::kill_process(id, rustix::process::Signal::KILL).expect("it runs");
    let lines = client.lines_until("the end", |line| line.starts_with("info string engine ended: "));
    assert!(lines.last().is_some_and(|line| line.contains("signal: 9")), "{lines:#?}");
    assert_eq!(children(server.id()), [0_u32; 0], "no engine is started before a command");
    assert_eq!(client.ask("d"), before);
    client.send("go depth 3");
    let lines = client.lines_until("bestmove", |line| line.starts_with("bestmove "));
    assert!(lines.iter().any(|line| line.contains(" wdl ")), "{lines:#?}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_server_and_all_engines() {
    use rustix::process::Signal;
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let server = Server::start(&[]);
        let mut clients = ["khepri", "rules"].map(|name| server.connect(name));
        clients.iter_mut().for_each(crate::server::Client::start_engine);
        clients[0].send("go infinite");
        clients[0].lines_until("a report", |line| line.starts_with("info depth 2 "));
        #[cfg(target_os = "linux")]
        let engines = wait_for_children(server.id(), 1);
        assert_eq!(server.end_by(signal), Some(0));
        #[cfg(target_os = "linux")]
        for id in engines {
            assert!(!std::path::Path::new(&format!("/proc/{id}")).exists(), "{id} still runs");
        }
        assert_eq!(clients[0].closed().map(|(code, _)| code), Some(1001));
    }
}

#[test]
fn the_number_of_sessions_is_limited() {
    let server = Server::start(&["--sessions", "1"]);
    let mut first = server.connect("khepri");
    first.start_engine();
    let mut second = server.connect("khepri");
    assert_eq!(second.line().as_deref(), Some("info string no room: 1 sessions are open (--sessions)"));
    assert_eq!(second.closed().map(|(code, _)| code), Some(1013));
    first.start_engine();
    drop(first);
    // The server accepts another session once the engine has ended.
    let start = std::time::Instant::now();
    loop {
        let mut third = server.connect("khepri");
        third.send("isready");
        if third.line().as_deref() == Some("readyok") {
            break;
        }
        assert!(start.elapsed() < crate::support::PATIENCE);
    }
}

#[test]
fn an_idle_session_ends() {
    let server = Server::start(&["--idle", "1"]);
    let mut client = server.connect("khepri");
    client.start_engine();
    let lines = client.lines_until("the end", |line| line == "info string session closed: idle");
    assert_eq!(lines.len(), 1);
    assert_eq!(client.closed(), Some((1000, "idle".to_owned())));
    #[cfg(target_os = "linux")]
    wait_for_children(server.id(), 0);
}
