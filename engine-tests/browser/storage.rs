//! What lasts: stored games after a reload, with several tabs, and in a browser that cannot store them; access by a token; and
//! a connection that is lost for a while.

use crate::browser::{Browser, Options};
use crate::clean_room::game::Game;
use crate::notes::{RECORD, save};
use crate::page::TWO_PEOPLE;
use crate::puzzles::Puzzle;
use crate::server::Server;
use serde_json::json;

#[test]
fn a_game_continues_after_a_reload_and_a_take_back_can_be_undone() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.new_game(&TWO_PEOPLE);
    browser.play("h2g2");
    browser.play("c7+");
    let moves = browser.moves();
    assert_eq!(moves.len(), 2);
    browser.reload();
    browser.expect_game(&["h2g2", "c7+"]);
    assert_eq!(browser.moves(), moves);
    browser.press("Take back");
    browser.expect_game(&["h2g2"]);
    browser.expect_announcement("Taken back");
    browser.reload();
    browser.expect_game(&["h2g2"]);
    browser.press("Undo: A move was taken back.");
    browser.expect_game(&["h2g2", "c7+"]);
    assert_eq!(browser.moves(), moves);
    // It is still a game of two people, and Silver's turn.
    browser.play("c5c6");
    browser.press("Resign");
    browser.expect_text("Silver wins by resignation");
    browser.reload();
    browser.expect_text("Silver wins by resignation");
    browser.expect_game(&["h2g2", "c7+", "c5c6"]);
}

/// Returns the names of the buttons that undo a deletion.
fn undo_buttons(browser: &Browser) -> Vec<String> {
    browser.all("button", "Undo: ").into_iter().map(|(name, _)| name).collect()
}

#[test]
fn a_deletion_can_be_undone_until_the_next_move_or_the_end_of_the_game() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.new_game(&TWO_PEOPLE);
    browser.play("h2g2");
    browser.play("c7+");
    browser.press("Take back");
    browser.expect_game(&["h2g2"]);
    // A move of a puzzle is no move of the game.
    let puzzle = Puzzle::all()[0];
    puzzle.open(&browser);
    browser.play(&puzzle.wrong_move());
    browser.press("Game");
    browser.expect_game(&["h2g2"]);
    assert_eq!(undo_buttons(&browser), ["Undo: A move was taken back."]);
    browser.play("c7-");
    assert_eq!(undo_buttons(&browser), [""; 0]);
    browser.reload();
    browser.expect_game(&["h2g2", "c7-"]);
    assert_eq!(undo_buttons(&browser), [""; 0]);
    // A result stays.
    browser.press("Take back");
    browser.expect_game(&["h2g2"]);
    browser.find("button", "Undo: A move was taken back.");
    browser.press("Resign");
    browser.expect_text("Silver wins by resignation");
    assert_eq!(undo_buttons(&browser), [""; 0]);
}

/// Fills the browser's storage to the last character.
const FILL: &str = "let size = 1 << 24;
    while (size) {
      try { localStorage.setItem(`filler ${Math.random()}`, 'x'.repeat(size)); }
      catch { size >>= 1; }
    }";

#[test]
fn a_full_storage_is_reported_and_earlier_games_are_removed_only_if_the_game_then_fits() {
    const EARLIER: &str =
        "const start = `${KEY}earlier.`, keys = Object.keys(localStorage).filter((key) => key.startsWith(start));
        return keys.map((key) => key.slice(start.length)).sort()";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    // The two earlier games together are smaller than the game on the board.
    browser.script_with_key("for (const id of [1, 2]) localStorage.setItem(`${KEY}earlier.${id}`, '{}')", json!([]));
    browser.script_with_key("localStorage.removeItem(`${KEY}game`)", json!([]));
    browser.script(FILL, json!([]));
    browser.play("c7+");
    browser.expect_text("The game cannot be kept in this browser (QuotaExceededError)");
    assert_eq!(browser.script_with_key(EARLIER, json!([])), json!(["1", "2"]));
    // Now the oldest is larger than the game on the board.
    let large =
        "localStorage.removeItem(Object.keys(localStorage).find((key) => localStorage.getItem(key).length > 20000));
        localStorage.setItem(`${KEY}earlier.1`, 'x'.repeat(20000))";
    browser.script_with_key(large, json!([]));
    browser.script(FILL, json!([]));
    browser.play("c5c6");
    assert_eq!(browser.script_with_key(EARLIER, json!([])), json!(["2"]));
    browser.script_with_key("localStorage.removeItem(`${KEY}earlier.2`)", json!([]));
    browser.reload();
    browser.expect_game(&["h2g2", "c7+", "c5c6"]);
}

#[test]
fn a_deletion_in_a_long_game_can_be_undone() {
    /// Two Pharaohs and two Sphinxes, whose beams meet no piece.
    const BARE: &str = "x39/4k5/////4K5/9X1 s khet2 0 1";
    const PLIES: usize = 8000;
    // Replaces the stored game, and disables storing, because the page stores its own game when it is reloaded.
    const REPLACE: &str = "const kept = JSON.parse(localStorage.getItem(`${KEY}game`));
        localStorage.setItem(`${KEY}game`, JSON.stringify({ ...kept, game: arguments[0] }));
        Storage.prototype.setItem = () => {}";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    let mut game = Game::from_kfen(BARE).expect("a position");
    let mut nodes = vec![json!({ "p": -1, "m": "", "k": BARE })];
    for (ply, text) in ["e2e1", "e7e8", "e1e2", "e8e7"].into_iter().cycle().take(PLIES).enumerate() {
        game.apply(&game.action(text).expect("a move"));
        nodes.push(json!({ "p": ply, "m": text, "k": game.to_kfen() }));
    }
    let start = json!({ "variant": "khet2", "name": "", "kfen": BARE });
    browser.script_with_key(REPLACE, json!([{ "start": start, "nodes": nodes, "current": PLIES }]));
    browser.reload();
    browser.expect_moves(PLIES);
    browser.press("Delete from here");
    browser.expect_moves(PLIES - 1);
    browser.press("Undo: e8e7 was deleted, with all that followed.");
    browser.expect_moves(PLIES);
    browser.expect_board(&game.to_kfen());
}

#[test]
fn a_forbidden_storage_is_reported_and_the_game_continues() {
    let options = Options { blocks_storage: true, ..Options::default() };
    let Some(browser) = Browser::open(&options) else { return };
    browser.play("h2g2");
    browser.expect_text("The game cannot be kept in this browser (SecurityError)");
    browser.play("c7+");
    browser.expect_game(&["h2g2", "c7+"]);
}

#[test]
fn a_second_tab_has_a_board_of_its_own() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    browser.open_tab();
    browser.go("/");
    browser.expect_text("Khepri is open in another tab");
    browser.expect_game(&[]);
    browser.play("c5c6");
    browser.switch_to(0);
    browser.expect_game(&["h2g2"]);
    browser.play("c7+");
    browser.switch_to(1);
    browser.expect_game(&["c5c6"]);
    browser.close_tab();
    browser.switch_to(0);
    browser.reload();
    browser.expect_game(&["h2g2", "c7+"]);
}

#[test]
fn a_tab_that_was_the_first_one_stays_it_when_its_page_before_a_reload_ends_late() {
    // The lock is refused as often as makes a new page a second tab. The page tries again at once.
    const REFUSE: &str = "let refusals = 500;
        const request = navigator.locks.request.bind(navigator.locks), later = setTimeout;
        navigator.locks.request = async (name, options, granted) => (refusals-- > 0 ? granted(null) : request(name, options, granted));
        window.setTimeout = (timer, time, ...rest) => later(timer, time < 100 ? 0 : time, ...rest)";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    browser.command("Page.addScriptToEvaluateOnNewDocument", json!({ "source": REFUSE })).expect("an answer");
    browser.reload();
    browser.expect_game(&["h2g2"]);
    browser.play("c7+");
    browser.go("/?new");
    browser.expect_text("Khepri is open in another tab");
    browser.expect_game(&[]);
    browser.reload();
    browser.expect_text("Khepri is open in another tab");
}

#[test]
fn the_replacement_of_a_game_can_be_undone() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.new_game(&TWO_PEOPLE);
    browser.play("h2g2");
    browser.new_game(&TWO_PEOPLE);
    browser.expect_game(&[]);
    browser.press("Undo: A new game has begun.");
    browser.expect_game(&["h2g2"]);
    browser.play("c7+");
    browser.play("c5c6");
    browser.new_game(&TWO_PEOPLE);
    browser.play("c4b4");
    // Both games are stored, whichever is on the board.
    let long = (" · 2 moves · ", &["h2g2", "c7+", "c5c6"][..]);
    browser.press("Games");
    for (moves, expected) in [long, (" · 1 move · ", &["c4b4"]), long] {
        browser.press_named(moves);
        browser.expect_game(expected);
    }
    // A game from the list can be continued.
    browser.play("c7-");
    browser.expect_game(&["h2g2", "c7+", "c5c6", "c7-"]);
}

#[test]
fn all_games_are_stored_searched_and_saved() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.new_game(&TWO_PEOPLE);
    browser.play("h2g2");
    // Stores 120 older copies of the game, one of them with another player.
    const COPY: &str = "const { shown, ...game } = JSON.parse(localStorage.getItem(`${KEY}game`));
        for (let id = 1; id <= 120; id += 1) {
          const tags = { ...game.game.tags, Red: id === 7 ? 'Ada' : 'Bea' };
          localStorage.setItem(`${KEY}earlier.${id}`, JSON.stringify({ ...game, game: { ...game.game, id, tags } }));
        }";
    browser.script_with_key(COPY, json!([]));
    browser.press("Games");
    let games = || browser.all("button", "").into_iter().filter(|(name, _)| name.contains(" · 1 move · ")).count();
    browser.wait("a hundred games", || (games() == 100).then_some(()));
    // The game on the board is listed too.
    browser.press("Show more (21)");
    browser.wait("all games", || (games() == 121).then_some(()));
    browser.new_game(&TWO_PEOPLE);
    browser.press("Games");
    browser.expect_text("121 games are kept in this browser.");
    // The file has every game.
    browser.script(RECORD, json!([]));
    let saved = save(&browser, "Save all as KGN");
    assert_eq!(saved.matches("[Event ").count(), 121);
    assert_eq!(saved.matches("[Red \"Ada\"]").count(), 1);
    browser.fill("textbox", "Search games", "silver ada");
    browser.wait("the game of Ada", || (games() == 1).then_some(()));
    browser.expect_text("1 of 121 games");
    let saved = save(&browser, "Save 1 as KGN");
    assert_eq!((saved.matches("[Event ").count(), saved.matches("[Red \"Ada\"]").count()), (1, 1));
}

#[test]
fn a_page_that_is_left_while_it_starts_keeps_the_game() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    for _ in 0..3 {
        // The second reload does not wait for the start of the page.
        browser.leave("location.reload()", json!([]));
        browser.leave("location.reload()", json!([]));
    }
    browser.reload();
    browser.expect_game(&["h2g2"]);
}

#[test]
fn a_lost_connection_is_shown_and_restored() {
    let Some(mut browser) = Browser::open_served(&Options::default(), "a connection that can be lost") else { return };
    browser.play("h2g2");
    // The page is idle: no request is pending.
    browser.wait("Red's turn", || browser.attribute(&browser.cell("c7"), "aria-selected"));
    let port = browser.server().address.port().to_string();
    browser.server().kill();
    browser.expect_text("The connection to Khepri is lost");
    *browser.server() = Server::start_on(&port, &[]);
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
    let Some(mut browser) = Browser::open_served(&options, "tokens") else { return };
    browser.expect_text("Khepri does not let this page in");
    let line = browser.server().line.clone();
    let (_, fragment) = line.trim_end().split_once("/#").expect("a token");
    // The page loads itself again with the token.
    browser.leave("location.hash = arguments[0]", json!([fragment]));
    browser.play("h2g2");
    // The page removes the token from the address. From then on a cookie authenticates it.
    assert_eq!(browser.script("return location.hash.includes('token')", json!([])), false);
    browser.reload();
    browser.play("c7+");
    browser.expect_game(&["h2g2", "c7+"]);
}
