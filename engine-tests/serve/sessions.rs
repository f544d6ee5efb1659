//! A session over a WebSocket: the protocol with an engine process of its own, lines that do not pass, and frames that are not
//! lines.

#[cfg(target_os = "linux")]
use crate::server::processes::{children, wait_for_children};
use crate::server::{Client, Server};
use crate::support::CLASSIC;
use std::io::Write;
use tungstenite::Message;
use tungstenite::protocol::CloseFrame;
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};

#[test]
fn a_frame_is_a_line_both_ways() {
    let server = Server::start(&[]);
    let mut client = server.connect("khepri");
    assert_eq!(client.ask("position startpos moves h2g2 c7d7"), [""; 0]);
    client.send("go infinite");
    let lines = client.lines_until("a report", |line| line.starts_with("info depth 2 "));
    assert!(lines.iter().all(|line| !line.contains('\n')));
    // A question is answered during a search.
    assert!(client.ask("moves").iter().any(|line| line.starts_with("total ")));
    client.send("stop");
    client.lines_until("bestmove", |line| line.starts_with("bestmove "));
}

#[test]
fn a_line_that_does_not_pass_is_refused_and_starts_no_engine() {
    let server = Server::start(&["--hash", "32", "--threads", "1"]);
    let mut client = server.connect("khepri");
    for line in
        ["quit", "bench 1", "go perft 5", "uci\nquit", "setoption name Hash value 33", "<script>alert(1)</script>"]
    {
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
fn an_unreadable_frame_ends_the_session() {
    let server = Server::start(&[]);
    let frames = [
        (&b"\x82\x83\0\0\0\0uci"[..], 1003),
        (b"\x81\x82\0\0\0\0\xff\xfe", 1007),
        // An incomplete character.
        (b"\x81\x81\0\0\0\0\xc3", 1007),
        (b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 1002),
        // A frame without a mask.
        (b"\x81\x02hi", 1002),
        // A continuation without a first frame.
        (b"\x80\x81\0\0\0\0x", 1002),
        // The header of a frame of 2 MiB.
        (b"\x81\xff\0\0\0\0\0\x20\0\0\0\0\0\0", 1009),
    ];
    // The server waits for the end of each connection, so all of them are opened first.
    let clients = frames.map(|(bytes, code)| {
        let mut client = server.connect("khepri");
        client.start_engine();
        client.socket.get_mut().write_all(bytes).expect("the server reads");
        (client, bytes, code)
    });
    for (mut client, bytes, code) in clients {
        if code == 1003 {
            assert_eq!(client.line().as_deref(), Some("info string expected a text frame, found a binary one"));
        }
        assert_eq!(client.closed().map(|(code, _)| code), Some(code), "{}", bytes.escape_ascii());
    }
    #[cfg(target_os = "linux")]
    wait_for_children(server.id(), 0);
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
    assert!(client.ask("d").contains(&format!("kfen: {CLASSIC}")));
    assert!(client.refuse("position kfen x33a3ka3p22/2p37/3P46 s khet2").contains("column "));
    client.refuse("go depth 1");
    assert_eq!(client.ask("history").last().map(String::as_str), Some("total 0"));
    assert_eq!(client.ask("reach").last().map(String::as_str), Some("total 77"));
    assert_eq!(client.ask("reach silver f1"), ["move j1- x f1", "total 1"]);
    assert!(client.refuse("reach k1").contains("expected silver, red or a1 to j8"));
    #[cfg(target_os = "linux")]
    assert_eq!(children(server.id()), [0_u32; 0], "the server itself answers about the rules");
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
        clients.iter_mut().for_each(Client::start_engine);
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
    wait_for_room(&server, "khepri");
}

/// Connects until the server has room, which it has once an engine of a closed connection has ended.
fn wait_for_room(server: &Server, name: &str) -> Client {
    let start = std::time::Instant::now();
    loop {
        let mut client = server.connect(name);
        client.send("isready");
        if client.line().as_deref() == Some("readyok") {
            return client;
        }
        assert!(start.elapsed() < crate::support::PATIENCE);
    }
}

#[test]
fn a_session_is_a_page_with_engines_or_a_program() {
    let server = Server::start(&["--sessions", "2"]);
    let refusal = |name: &str| {
        let mut client = server.connect(name);
        let line = client.line();
        assert_eq!(client.closed().map(|(code, _)| code), Some(1013), "{name}");
        line.expect("a reason")
    };
    // As many engines as one page may have, and another page; the sessions for the rules do not count.
    let sockets = ["rules&page=1"].into_iter().chain(["khepri&page=1"; 6]).chain(["rules&page=2", "khepri&page=2"]);
    let mut clients: Vec<_> = sockets.chain(["rules&page=3", "rules"]).map(|name| server.connect(name)).collect();
    clients.iter_mut().for_each(Client::start_engine);
    assert_eq!(refusal("khepri&page=1"), "info string no room: this page has 6 engines");
    for name in ["khepri&page=3", "khepri"] {
        assert_eq!(refusal(name), "info string no room: 2 sessions are open (--sessions)");
    }
    drop(clients);
    let _program = wait_for_room(&server, "khepri");
    wait_for_room(&server, "khepri&page=3");
}

#[test]
fn an_idle_session_ends() {
    let server = Server::start(&["--idle", "5"]);
    let mut client = server.connect("khepri");
    client.start_engine();
    // An incomplete message is not answered.
    let first_frame = Frame::message("moves", OpCode::Data(Data::Text), false);
    client.socket.send(Message::Frame(first_frame)).expect("the server reads");
    assert_eq!(client.line().as_deref(), Some("info string session closed: idle"));
    assert_eq!(client.closed(), Some((1000, "idle".to_owned())));
    #[cfg(target_os = "linux")]
    wait_for_children(server.id(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_stop_of_the_server_does_not_end_its_sessions() {
    use rustix::process::{Pid, Signal, kill_process};
    const IDLE: u64 = 10;
    let server = Server::start(&["--idle", &IDLE.to_string()]);
    let mut clients: Vec<_> = (0..8).map(|_| server.connect("rules")).collect();
    clients.iter_mut().for_each(|client| assert!(!client.ask("setups").is_empty()));
    let id = Pid::from_raw(server.id() as i32).expect("an id");
    kill_process(id, Signal::STOP).expect("it runs");
    let states = || crate::support::threads(server.id());
    crate::support::wait_for(states, |threads| threads.iter().all(|(_, state)| state == "T"));
    // Longer than a session may be idle.
    std::thread::sleep(std::time::Duration::from_secs(IDLE + 1));
    clients.iter_mut().for_each(|client| client.send("isready"));
    kill_process(id, Signal::CONT).expect("it is stopped");
    for client in &mut clients {
        assert_eq!(client.line().as_deref(), Some("readyok"));
    }
}
