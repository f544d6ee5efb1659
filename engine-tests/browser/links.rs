//! The connection to the server: an address with a token, and a connection that is lost for a while.

use crate::browser::{Browser, Options};
use crate::server::Server;
use serde_json::json;

#[test]
fn a_lost_connection_is_shown_and_restored() {
    let Some(mut browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    // The page is idle: no request is pending.
    browser.wait("Red's turn", || browser.attribute(&browser.cell("c7"), "aria-selected"));
    let port = browser.server.address.port().to_string();
    browser.server.kill();
    browser.expect_text("The connection to Khepri is lost");
    browser.server = Server::start_on(&port, &[]);
    browser.wait("the end of the message", || {
        (!browser.text().contains("The connection to Khepri is lost")).then_some(())
    });
    browser.expect_game(&["h2g2"]);
    browser.play("c7+");
    browser.expect_game(&["h2g2", "c7+"]);
}

#[test]
fn the_address_with_the_token_gives_access() {
    let options = Options { arguments: ["--bind", "127.0.0.1"].map(str::to_owned).to_vec(), ..Options::default() };
    let Some(browser) = Browser::open(&options) else { return };
    browser.expect_text("Khepri does not let this page in");
    let (_, fragment) = browser.server.line.trim_end().split_once("/#").expect("a token");
    browser.go(&format!("/#{fragment}"));
    browser.play("h2g2");
    // The page removes the token from the address. From then on a cookie authenticates it.
    assert_eq!(browser.script("return location.hash", json!([])), "");
    browser.reload();
    browser.play("c7+");
    browser.expect_game(&["h2g2", "c7+"]);
}
