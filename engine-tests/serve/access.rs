//! Access control: other host names, other sites, programs without an origin, and clients without the token.

#[cfg(target_os = "linux")]
use crate::server::processes::children;
use crate::server::{Request, Server};

/// Returns the name and value of the cookie in a `Set-Cookie` header.
fn pair(cookie: &str) -> String {
    cookie.split(';').next().expect("a pair").to_owned()
}

#[test]
fn another_name_of_this_machine_is_refused() {
    let server = Server::start(&[]);
    for path in ["/", "/assets/style.css", "/engines", "/puzzles", "/daily", "/engine", "/nothing"] {
        let (status, body) = server.http("GET", path, &["Host: evil.example"], b"");
        assert_eq!((status, body.starts_with("Host: expected ")), (403, true), "{path}: {body}");
        // A URI in absolute form must have the server's host too.
        assert_eq!(server.http("GET", &format!("http://evil.example{path}"), &[], b"").0, 403, "{path}");
    }
    let port = server.address.port();
    assert_eq!(server.http("GET", "/", &[&format!("Host: localhost:{port}")], b"").0, 200);
    assert_eq!(server.http("GET", &format!("http://localhost:{port}/engines"), &[], b"").0, 200);
}

/// The requests for data, each with the status of its answer to the body `{}`.
const DATA: [(&str, &str, u16); 8] = [
    ("GET", "/engines", 200),
    ("GET", "/puzzles", 200),
    ("GET", "/daily", 200),
    ("POST", "/kgn", 200),
    ("POST", "/kgn/write", 200),
    // These are no game, no question and no frames.
    ("POST", "/review", 422),
    ("POST", "/faults", 422),
    ("POST", "/gif", 422),
];

#[test]
fn other_sites_get_no_data_and_no_engine() {
    let server = Server::start(&[]);
    let own = format!("Origin: {}", server.origin());
    for (method, path, admitted) in DATA {
        for (headers, status) in [
            (&[][..], admitted),
            (&[own.as_str()], admitted),
            (&["Sec-Fetch-Site: none"], admitted),
            (&["Origin: http://evil.example"], 403),
            (&["Origin: null"], 403),
            (&["Sec-Fetch-Site: cross-site"], 403),
            (&[own.as_str(), "Sec-Fetch-Site: cross-site"], 403),
        ] {
            assert_eq!(server.http(method, path, headers, b"{}").0, status, "{path} {headers:?}");
        }
    }
    for origin in ["http://evil.example", "null", &format!("http://localhost:{}", server.address.port())] {
        let request = Request { name: "khepri", origin: Some(origin), cookie: None };
        assert_eq!(server.request(&request).err(), Some(403), "{origin}: the Host is 127.0.0.1");
    }
    let (status, _) = server.http("GET", "/", &["Sec-Fetch-Site: cross-site"], b"");
    assert_eq!(status, 200, "another site may link to the page");
    #[cfg(target_os = "linux")]
    assert_eq!(children(server.id()), [0_u32; 0]);
}

#[test]
fn a_websocket_without_origin_needs_a_token() {
    let request = Request { name: "khepri", origin: None, cookie: None };
    assert_eq!(Server::start(&[]).request(&request).err(), Some(403));
    let server = Server::start(&["--token", "sesame-open"]);
    let mut client = server.request(&request).expect("it may send the token");
    client.send("sesame-open");
    client.start_engine();
    // Without Origin the cookie does not suffice.
    let cookie = pair(client.cookie.as_deref().expect("a cookie"));
    let mut again = server.request(&Request { cookie: Some(&cookie), ..request }).expect("it may send the token");
    again.send("uci");
    assert_eq!(again.line(), None);
}

#[test]
fn a_client_without_the_token_gets_no_answer_and_no_engine() {
    let server = Server::start(&["--token", "sesame-open"]);
    for (name, first) in [("khepri&token=sesame-open", "uci"), ("khepri", "uci"), ("khepri", "sesame"), ("rules", "")] {
        let mut client = server.connect(name);
        client.send(first);
        client.socket.send(tungstenite::Message::text("uci")).ok();
        assert_eq!(client.line(), None, "`{first}` is not answered");
    }
    let mut client = server.connect("khepri");
    client.socket.send(tungstenite::Message::binary(b"sesame-open".to_vec())).expect("the server reads");
    assert_eq!(client.line(), None);
    #[cfg(target_os = "linux")]
    assert_eq!(children(server.id()), [0_u32; 0]);
}

#[test]
fn the_token_is_sent_once_and_the_cookie_authenticates_later_requests() {
    let server = Server::start(&["--token", "sesame-open"]);
    assert_eq!(server.line.trim_end(), format!("listening on http://{}/#token=sesame-open", server.address));
    assert_eq!(server.http("GET", "/", &[], b"").0, 200, "the page itself needs no token");
    for (method, path, _) in DATA {
        assert_eq!(server.http(method, path, &[], b"").0, 401, "{path}");
        assert_eq!(server.http(method, &format!("{path}?token=sesame-open"), &[], b"").0, 401, "{path}");
    }
    let mut client = server.connect("khepri");
    let set = client.cookie.clone().expect("a cookie");
    assert!(set.contains("; HttpOnly") && set.contains("; SameSite=Strict") && !set.contains("sesame"), "{set}");
    let cookie = pair(&set);
    let header = format!("Cookie: {cookie}");
    assert_eq!(server.http("GET", "/engines", &[&header], b"").0, 401, "the cookie is not valid before the token");
    client.send("token sesame-open");
    client.start_engine();
    for path in ["/engines", "/puzzles", "/daily"] {
        assert_eq!(server.http("GET", path, &[&header], b"").0, 200, "{path}");
    }
    let origin = server.origin();
    let request = Request { name: "rules", origin: Some(&origin), cookie: Some(&cookie) };
    let mut again = server.request(&request).expect("it has the cookie");
    assert_eq!(again.cookie, None);
    again.start_engine();
    assert!(again.ask("sesame-open").is_empty(), "the token is not passed to the engine");
    let request = Request { cookie: Some("khepri-1=x; other=y"), ..request };
    let mut other = server.request(&request).expect("it may send the token");
    other.send("uci");
    assert_eq!(other.line(), None);
}

#[test]
fn a_server_for_other_machines_always_has_a_token() {
    let server = Server::start(&["--bind", "127.0.0.1"]);
    let token = server.line.trim_end().split_once("/#token=").expect("a token in the fragment").1;
    assert!(token.len() >= 32, "{token}");
    let mut client = server.connect("khepri");
    client.send("uci");
    assert_eq!(client.line(), None);
    let mut client = server.connect("khepri");
    client.send(token);
    client.start_engine();
    let other = Server::start(&["--bind", "127.0.0.1"]);
    assert!(!other.line.contains(token), "each server makes its own token");
}

#[test]
fn every_answer_has_a_strict_policy() {
    let server = Server::start(&[]);
    for (path, status) in [("/", 200), ("/assets/style.css", 200), ("/engines", 200), ("/nothing", 404)] {
        let answer = server.exchange("GET", path, &[], b"");
        assert_eq!(answer.status, status, "{path}");
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none';") && !policy.contains("unsafe"), "{policy}");
        assert!(!policy.contains("http") && !policy.contains('*'), "no other origin: {policy}");
        for (name, value) in [
            ("x-content-type-options", Some("nosniff")),
            ("x-frame-options", Some("DENY")),
            ("referrer-policy", Some("no-referrer")),
            ("cross-origin-opener-policy", Some("same-origin")),
            ("cross-origin-resource-policy", Some("same-origin")),
            ("access-control-allow-origin", None),
        ] {
            assert_eq!(answer.header(name), value, "{path}");
        }
    }
}

#[test]
fn only_files_of_the_page_are_served() {
    let server = Server::start(&[]);
    for path in [
        "/assets/../Cargo.toml",
        "/assets/..%2f..%2f..%2fCargo.toml",
        "/assets/%2e%2e/mod.rs",
        "/assets//etc/passwd",
        "/assets/board",
        "/assets/",
        "/etc/passwd",
        "/assets/index.html%00.js",
    ] {
        let (status, body) = server.http("GET", path, &[], b"");
        assert_eq!((status, body.len() < 100), (404, true), "{path}: {body}");
    }
    assert_eq!(server.http("GET", "/engine?name=unknown", &[], b"").0, 400, "it is not a WebSocket request");
    let origin = server.origin();
    let request = Request { name: "unknown", origin: Some(&origin), cookie: None };
    assert_eq!(server.request(&request).err(), Some(404));
}
