//! The start of the server: its first line, and mistakes on the command line.

use crate::server::Server;
use crate::support::mock::mock;
use crate::support::run;
use std::net::TcpListener;

/// Runs the program with arguments that it must refuse, and returns the line on stderr.
fn refused(arguments: &[&str]) -> String {
    let output = run(&[&["serve"], arguments].concat());
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    errors
}

#[test]
fn the_first_line_is_the_address_of_the_page() {
    let server = Server::start(&[]);
    let port = server.address.port();
    assert_eq!(server.line, format!("listening on http://127.0.0.1:{port}/\n"));
    let (status, page) = server.http("GET", "/", &[], b"");
    assert!(status == 200 && page.contains("<title>Khepri"), "{page}");
}

#[test]
fn the_page_names_the_site_to_which_it_makes_links() {
    let server = Server::start(&["--site", "https://example.org/khet/"]);
    let (_, page) = server.http("GET", "/", &[], b"");
    assert!(page.contains("<meta name=\"khepri-site\" content=\"https://example.org/khet/\">"), "{page}");
    for other in [
        "example.org",
        "ftp://example.org/",
        "https://",
        "https://example.org/?a",
        "https://example.org/#a",
        "javascript:alert(1)",
        "https://a.org/\"><script>",
    ] {
        let line = refused(&["--site", other]);
        assert!(
            line.contains("--site: expected an address such as https://example.org/khet/ without ? and #"),
            "{line}"
        );
    }
}

#[test]
fn the_head_of_the_page_names_both_games_and_its_icons_are_served() {
    let server = Server::start(&[]);
    let (_, page) = server.http("GET", "/", &[], b"");
    let content = |name: &str| {
        let line = page.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{name} in {page}"));
        let (_, rest) = line.split_once("content=\"").unwrap_or_else(|| line.split_once('>').expect("an element"));
        rest.split(['"', '<']).next().unwrap_or_default().to_owned()
    };
    for name in ["<title>", "name=\"description\"", "property=\"og:title\"", "property=\"og:description\""] {
        let text = content(name);
        assert!(text.contains("Khet") && text.contains("Laser Chess"), "{name}: {text}");
    }
    // A picture for links needs a whole address, which the server does not have.
    assert!(!page.contains("og:image"), "{page}");
    let icons: Vec<&str> = page
        .lines()
        .filter(|line| line.contains("<link rel=\"icon\"") || line.contains("<link rel=\"apple-touch-icon\""))
        .filter_map(|line| line.split("href=\"").nth(1)?.split('"').next())
        .collect();
    assert_eq!(icons.len(), 3, "{icons:?}");
    for icon in icons {
        let answer = server.exchange("GET", &format!("/{icon}"), &[], b"");
        let is_png = answer.body.starts_with(b"\x89PNG\r\n\x1a\n");
        assert_eq!((answer.status, is_png), (200, icon.ends_with(".png")), "{icon}");
    }
}

#[test]
fn every_file_of_the_page_is_embedded() {
    let server = Server::start(&[]);
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page");
    let mut folders = vec![root.clone()];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if ["html", "css", "js", "svg"].map(Some).contains(&path.extension().and_then(|name| name.to_str()))
            {
                let name = path.strip_prefix(&root).expect("below").to_string_lossy().into_owned();
                let (status, served) = server.http("GET", &format!("/assets/{name}"), &[], b"");
                // The server adds the preload lines of the page.
                let kept = |line: &&str| !line.starts_with("  <link rel=\"modulepreload\"");
                let served: String = served.split_inclusive('\n').filter(kept).collect();
                assert_eq!((status, served), (200, std::fs::read_to_string(&path).expect("text")), "{name}");
                files += 1;
            }
        }
    }
    assert!(files > 2);
}

#[test]
fn a_mistake_is_one_line_that_names_the_argument() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let mock = format!("cmd={}", mock().display());
    for (arguments, parts) in [
        (&["--port", &port][..], &["--port: ", &port, "another program", "--port 0"][..]),
        (&["--port", "65536"], &["--port", "65536 is not in 0..=65535"]),
        (&["--bind", "localhost"], &["--bind"]),
        (&["--bind", "192.0.2.1", "--port", "0"], &["--bind: ", "an address of this machine"]),
        (&["--token", "", "--port", "0"], &["--token"]),
        (&["--token", "a#b", "--port", "0"], &["--token: expected letters"]),
        (&["--hash", "0"], &["--hash"]),
        (&["--hash", "65537"], &["--hash"]),
        (&["--threads", "0"], &["--threads"]),
        (&["--sessions", "0"], &["--sessions"]),
        (&["--idle", "0"], &["--idle"]),
        (&["--engine", "cmd=/nowhere/x"], &["--engine: ", "no such program"]),
        (&["--engine", &mock, "st=1"], &["--engine: ", "no limit"]),
        (&["--engine", &mock, "name=rules"], &["--engine: ", "rules"]),
        (&["--engine", &mock, "name=khepri"], &["--engine: ", "khepri"]),
        (&["--engine", &mock, "name=a", "--engine", &mock, "name=a"], &["--engine: ", "two engines"]),
        (&["--engine", &mock, "speed=1"], &["--engine: ", "`speed=1`"]),
    ] {
        let line = refused(arguments);
        assert!(parts.iter().all(|part| line.contains(part)), "{arguments:?}: {line}");
    }
}
