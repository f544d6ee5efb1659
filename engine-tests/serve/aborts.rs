//! Clients that connect and abort in every way leave no process, thread or descriptor.
#![cfg(target_os = "linux")]

use crate::server::Server;
use crate::server::processes::{descriptors, resident, threads, wait_for, wait_for_children};
use std::io::Write;
use std::time::Duration;
use tungstenite::Message;

/// Connects and aborts at one of nine points.
fn abort(server: &Server, way: usize) {
    match way % 9 {
        0 => drop(server.stream()),
        1 => server.stream().write_all(b"GET / HT").expect("the server reads"),
        2 => {
            let head = format!("GET /assets/style.css HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
            server.stream().write_all(head.as_bytes()).expect("the server reads");
        }
        3 => {
            let head = format!("POST /kgn HTTP/1.1\r\nHost: {}\r\nContent-Length: 1000\r\n\r\n[Silver", server.address);
            server.stream().write_all(head.as_bytes()).expect("the server reads");
        }
        4 => drop(server.connect("khepri")),
        5 => server.connect("khepri").send("uci"),
        6 => {
            let mut client = server.connect("rules");
            client.send("setups");
            let _ = client.socket.close(None);
        }
        7 => {
            let mut client = server.connect("khepri");
            client.send("isready");
            let _ = client.line();
            client.send("go infinite");
        }
        _ => server.connect("khepri").socket.get_mut().write_all(b"\x81\xfe").expect("the server reads"),
    }
}

fn abort_many(number: usize) {
    let server = Server::start(&["--sessions", "64"]);
    // The first requests may leave something for later ones, such as a thread for files.
    (0..18).for_each(|way| abort(&server, way));
    wait_for_children(server.id(), 0);
    let before = wait_for(|| descriptors(server.id()), |&number| number < 30);
    let (threads_before, resident_before) = (threads(server.id()), resident(server.id()));
    std::thread::scope(|scope| {
        for first in 0..4 {
            let server = &server;
            scope.spawn(move || (first..number).step_by(4).for_each(|way| abort(server, way / 4)));
        }
    });
    wait_for_children(server.id(), 0);
    wait_for(|| descriptors(server.id()), |&number| number <= before);
    // Idle threads end after a second.
    wait_for(|| threads(server.id()), |&number| number <= threads_before);
    assert!(resident(server.id()) < resident_before + 64, "{} MiB", resident(server.id()));
    server.connect("khepri").start_engine();
}

#[test]
fn hundreds_of_connects_and_aborts_leave_nothing() {
    abort_many(200);
}

#[test]
#[ignore = "takes half a minute"]
fn ten_thousand_connects_and_aborts_leave_nothing() {
    abort_many(10_000);
}

#[test]
fn a_flood_from_a_client_that_never_reads_is_bounded_and_blocks_no_one_else() {
    let server = Server::start(&[]);
    let mut flood = server.connect("khepri");
    flood.send("position startpos");
    flood.socket.get_mut().set_write_timeout(Some(Duration::from_millis(300))).expect("a socket");
    // The server stops reading commands from a client that does not read the answers.
    let mut sent = 0_u32;
    while sent < 1_000_000 && flood.socket.send(Message::text("moves")).is_ok() {
        sent += 1;
    }
    assert!(sent < 1_000_000, "the server never stops reading");
    assert!(resident(server.id()) < 128, "{} MiB", resident(server.id()));
    server.connect("khepri").start_engine();
    drop(flood);
    wait_for_children(server.id(), 0);
}

#[test]
fn silent_connections_block_no_one_else() {
    let server = Server::start(&["--token", "sesame-open"]);
    let silent: Vec<_> = (0..32).map(|_| (server.stream(), server.connect("khepri"))).collect();
    let mut client = server.connect("khepri");
    client.send("sesame-open");
    client.start_engine();
    drop(silent);
    drop(client);
    wait_for_children(server.id(), 0);
    wait_for(|| descriptors(server.id()), |&number| number < 30);
}
