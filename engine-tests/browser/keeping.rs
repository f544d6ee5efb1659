//! What is kept: games after a reload, with several tabs, and where the browser cannot keep anything.

use crate::browser::{Browser, Look};
use crate::clean_room::game::Game;
use crate::page::TWO_PEOPLE;
use crate::support::CLASSIC;
use hyper::http::Method;
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
fn a_reload_in_a_game_goes_on_and_moves_can_be_taken_back() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    browser.new_game(&TWO_PEOPLE);
    browser.play("h2g2");
    browser.play("c7+");
    let moves = browser.moves();
    assert_eq!(moves.len(), 2);
    browser.reload();
    browser.expect_board(&after(&["h2g2", "c7+"]));
    assert_eq!(browser.moves(), moves);
    browser.play("c5c6");
    browser.expect_board(&after(&["h2g2", "c7+", "c5c6"]));

    browser.press("Take back");
    browser.expect_board(&after(&["h2g2", "c7+"]));
    browser.hears("Taken back");
    assert_eq!(browser.moves(), moves);
    browser.press("Take back");
    browser.expect_board(&after(&["h2g2"]));
    browser.reload();
    browser.expect_board(&after(&["h2g2"]));
    // The game still is one of two people, and it is Red's turn.
    browser.play("c7-");
    browser.expect_board(&after(&["h2g2", "c7-"]));
    browser.press("Resign");
    browser.sees("Red wins by resignation");
    browser.reload();
    browser.sees("Red wins by resignation");
}

/// Fills the browser's storage to the last character.
const FILL: &str = "let size = 1 << 24;
    while (size) {
      try { localStorage.setItem(`filler ${Math.random()}`, 'x'.repeat(size)); }
      catch { size >>= 1; }
    }";

#[test]
fn a_full_storage_is_reported_and_the_game_goes_on() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    browser.play("h2g2");
    browser.script(FILL, json!([]));
    browser.play("c7+");
    browser.sees("The game cannot be kept in this browser (QuotaExceededError)");
    browser.expect_board(&after(&["h2g2", "c7+"]));
    browser.play("c5c6");
    browser.expect_board(&after(&["h2g2", "c7+", "c5c6"]));
}

#[test]
fn earlier_games_make_room_only_for_what_fits_in_their_place() {
    const EARLIER: &str = "return Object.keys(localStorage).filter((key) => key.startsWith('khepri.earlier.')).sort()";
    let Some(browser) = Browser::open(&Look::default()) else { return };
    browser.play("h2g2");
    // Two games of a few characters, less than the game on the board needs.
    browser.script("for (const id of [1, 2]) localStorage.setItem(`khepri.earlier.${id}`, '{}')", json!([]));
    browser.script("localStorage.removeItem('khepri.game')", json!([]));
    browser.script(FILL, json!([]));
    browser.play("c7+");
    browser.sees("The game cannot be kept in this browser (QuotaExceededError)");
    assert_eq!(browser.script(EARLIER, json!([])), json!(["khepri.earlier.1", "khepri.earlier.2"]));
    // Now the oldest is large enough.
    let large =
        "localStorage.removeItem(Object.keys(localStorage).find((key) => localStorage.getItem(key).length > 20000));
        localStorage.setItem('khepri.earlier.1', 'x'.repeat(20000))";
    browser.script(large, json!([]));
    browser.script(FILL, json!([]));
    browser.play("c5c6");
    assert_eq!(browser.script(EARLIER, json!([])), json!(["khepri.earlier.2"]));
    browser.script("localStorage.removeItem('khepri.earlier.2')", json!([]));
    browser.reload();
    browser.expect_board(&after(&["h2g2", "c7+", "c5c6"]));
}

#[test]
fn what_is_deleted_of_a_long_game_can_be_brought_back() {
    /// Two Pharaohs and two Sphinxes: light meets nothing.
    const BARE: &str = "x39/4k5/////4K5/9X1 s khet2 0 1";
    const PLIES: usize = 8000;
    // Puts the game in place of the one that is kept, which a reload would keep once more.
    const PUT: &str = "const kept = JSON.parse(localStorage.getItem('khepri.game'));
        localStorage.setItem('khepri.game', JSON.stringify({ ...kept, game: arguments[0] }));
        Storage.prototype.setItem = () => {}";
    let Some(browser) = Browser::open(&Look::default()) else { return };
    browser.play("h2g2");
    let mut game = Game::from_kfen(BARE).expect("a position");
    let mut nodes = vec![json!({ "p": -1, "m": "", "k": BARE })];
    for (ply, text) in ["e2e1", "e7e8", "e1e2", "e8e7"].into_iter().cycle().take(PLIES).enumerate() {
        game.apply(&game.action(text).expect("a move"));
        nodes.push(json!({ "p": ply, "m": text, "k": game.to_kfen() }));
    }
    let start = json!({ "variant": "khet2", "name": "", "kfen": BARE });
    browser.script(PUT, json!([{ "start": start, "nodes": nodes, "current": PLIES }]));
    browser.reload();
    let expect_plies = |plies: usize| {
        let count = "return document.querySelectorAll('#moves .move').length";
        browser.wait("the moves", || (browser.script(count, json!([])) == plies).then_some(()));
    };
    expect_plies(PLIES);
    browser.press("Delete from here");
    expect_plies(PLIES - 1);
    browser.press("Undo: e8e7 was deleted, with all that followed.");
    expect_plies(PLIES);
    browser.expect_board(&game.to_kfen());
}

#[test]
fn a_forbidden_storage_is_reported_and_the_game_goes_on() {
    let look = Look { forgets: true, ..Look::default() };
    let Some(browser) = Browser::open(&look) else { return };
    browser.play("h2g2");
    browser.sees("The game cannot be kept in this browser (SecurityError)");
    browser.play("c7+");
    browser.expect_board(&after(&["h2g2", "c7+"]));
}

#[test]
fn a_second_tab_has_a_board_of_its_own() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    browser.play("h2g2");
    let first = browser.ask(Method::GET, "window", json!(null)).expect("a window");
    let second = browser.ask(Method::POST, "window/new", json!({ "type": "tab" })).expect("a tab");
    let turn_to = |handle: &serde_json::Value| {
        browser.ask(Method::POST, "window", json!({ "handle": handle })).expect("a tab");
    };
    turn_to(&second["handle"]);
    browser.go("/");
    browser.sees("Khepri is open in another tab");
    browser.expect_board(CLASSIC);
    browser.play("c5c6");
    turn_to(&first);
    browser.expect_board(&after(&["h2g2"]));
    browser.play("c7+");
    turn_to(&second["handle"]);
    browser.expect_board(&after(&["c5c6"]));
    browser.ask(Method::DELETE, "window", json!(null)).expect("the tab is closed");
    turn_to(&first);
    browser.reload();
    browser.expect_board(&after(&["h2g2", "c7+"]));
}

#[test]
fn what_is_taken_back_can_be_brought_back() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    browser.new_game(&TWO_PEOPLE);
    browser.play("h2g2");
    browser.play("c7+");
    browser.press("Take back");
    browser.expect_board(&after(&["h2g2"]));
    // Other moves in between are no deletion, and the way back survives a reload.
    browser.play("c7-");
    browser.reload();
    browser.expect_board(&after(&["h2g2", "c7-"]));
    browser.press("Undo: A move was taken back.");
    browser.expect_board(&after(&["h2g2", "c7+"]));
    browser.play("c5c6");
    // What was played meanwhile is not lost either.
    browser.press("My games");
    let games = || browser.all("button", "").into_iter().filter(|(name, _)| name.contains("2 plies"));
    let (_, other) = browser.wait("the game", || games().next());
    assert_eq!(games().count(), 1);
    browser.wait("a click", || browser.try_click(&other));
    browser.expect_board(&after(&["h2g2", "c7-"]));
}

#[test]
fn a_game_that_another_one_replaces_can_be_brought_back() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    browser.new_game(&TWO_PEOPLE);
    browser.play("h2g2");
    browser.new_game(&TWO_PEOPLE);
    browser.expect_board(CLASSIC);
    browser.play("c4b4");
    browser.press("Undo: A new game has begun.");
    browser.expect_board(&after(&["h2g2"]));
    browser.play("c7+");
    // Both games are kept, whichever is on the board.
    for (plies, expected) in [("1 ply", &["c4b4"][..]), ("2 plies", &["h2g2", "c7+"])] {
        if browser.look_for("list", "My games").is_none() {
            browser.press("My games");
        }
        let game = || browser.all("button", "").into_iter().find(|(name, _)| name.contains(plies));
        browser.wait("a click", || game().and_then(|(_, game)| browser.try_click(&game)));
        browser.expect_board(&after(expected));
    }
    // A game of the list goes on.
    browser.play("c5c6");
    browser.expect_board(&after(&["h2g2", "c7+", "c5c6"]));
}

#[test]
fn the_last_fifty_games_are_kept() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    browser.new_game(&TWO_PEOPLE);
    browser.play("h2g2");
    // The oldest games, as this browser has kept them.
    const COPY: &str = "const { shown, ...game } = JSON.parse(localStorage.getItem('khepri.game'));
        for (let id = 1; id <= 50; id += 1) {
          localStorage.setItem(`khepri.earlier.${id}`, JSON.stringify({ ...game, game: { ...game.game, id } }));
        }";
    browser.script(COPY, json!([]));
    browser.press("My games");
    let games = || browser.all("button", "").into_iter().filter(|(name, _)| name.contains(" ply")).count();
    browser.wait("fifty games", || (games() == 50).then_some(()));
    browser.new_game(&TWO_PEOPLE);
    browser.press("My games");
    browser.wait("fifty games", || (games() == 50).then_some(()));
    let gone =
        "return localStorage.getItem('khepri.earlier.1') === null && localStorage.getItem('khepri.earlier.2') !== null";
    assert_eq!(browser.script(gone, json!([])), true);
}
