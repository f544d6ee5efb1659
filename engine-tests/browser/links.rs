//! The way to the server: an address with a token, and a connection that is lost for a while.

use crate::browser::{Browser, Look};
use crate::clean_room::game::Game;
use crate::server::Server;
use crate::support::CLASSIC;
use serde_json::json;

/// Returns the classic set-up after moves.
fn after(moves: &[&str]) -> String {
    let mut game = Game::from_kfen(CLASSIC).expect("a set-up");
    for text in moves {
        game.apply(&game.action(text).expect("a move"));
    }
    game.to_kfen()
}

#[test]
fn a_lost_connection_is_shown_and_restored() {
    let Some(mut browser) = Browser::open(&Look::default()) else { return };
    browser.play("h2g2");
    // At rest nothing is asked of the server.
    browser.wait("Red's turn", || browser.attribute(&browser.cell("c7"), "aria-selected"));
    let port = browser.server.address.port().to_string();
    browser.server.kill();
    browser.sees("The connection to Khepri is lost");
    browser.server = Server::start_on(&port, &[]);
    browser.wait("the end of the message", || {
        (!browser.written().contains("The connection to Khepri is lost")).then_some(())
    });
    browser.expect_board(&after(&["h2g2"]));
    browser.play("c7+");
    browser.expect_board(&after(&["h2g2", "c7+"]));
}

#[test]
fn the_address_with_the_token_lets_the_page_in() {
    let look = Look { arguments: ["--bind", "127.0.0.1"].map(str::to_owned).to_vec(), ..Look::default() };
    let Some(browser) = Browser::open(&look) else { return };
    browser.sees("Khepri does not let this page in");
    let (_, address) = browser.server.line.trim_end().split_once("/#").expect("a token");
    browser.go(&format!("/#{address}"));
    browser.play("h2g2");
    // The token leaves the address, and a cookie stands for it.
    assert_eq!(browser.script("return location.hash", json!([])), "");
    browser.reload();
    browser.play("c7+");
    browser.expect_board(&after(&["h2g2", "c7+"]));
}
