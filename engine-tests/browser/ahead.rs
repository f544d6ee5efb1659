//! Moves ahead on the page, the places of the rotation buttons, marks of beams, messages, the offer of sounds, and commands.

use crate::browser::{Browser, Options};
use crate::input::ENTER;
use crate::page::texts;
use crate::players::open_with_mock_on;
use serde_json::{Value, json};
use std::fs;
use tempfile::{TempDir, tempdir};

/// A position in which an Eye splits Silver's beam. After `f4+`, Red's beam hits Red's own Pyramid.
const SPLIT: &str = "x3S23p3k1p2P3/2a33a3p22/9P4/p42e21s1P43/p23S1E23P3/3p26/2P4A13A12/p1P41KP13s2X1 s khet2 4 3";

/// Returns the texts of the elements of the page that match a selector and can be seen.
fn seen(browser: &Browser, selector: &str) -> Vec<String> {
    const SEEN: &str =
        "return page.all(arguments[0]).filter((one) => one.checkVisibility()).map((one) => one.textContent.trim())";
    texts(&browser.script(SEEN, json!([selector])))
}

#[test]
fn a_move_ahead_is_shown_taken_back_and_played() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.new_game(&[("Opponent", "Full strength"), ("Time", "Seconds a move"), ("Seconds a move", "5")]);
    browser.expect_text("Your move");
    browser.play("h2g2");
    browser.expect_text("is thinking");
    // By mouse, and the button takes it back.
    browser.select_piece("g2");
    browser.click_target("h2");
    browser.expect_text("Move ahead: g2h2");
    browser.press("Cancel move ahead");
    browser.wait("no move ahead", || seen(&browser, "#drop-ahead").is_empty().then_some(()));
    // Typed, and Escape takes it back.
    let field = browser.find("textbox", "Move or command");
    browser.type_into(&field, &format!("j1-{ENTER}"));
    browser.expect_text("Move ahead: j1↺");
    browser.script("document.activeElement.blur()", json!([]));
    browser.keys("\u{1b}");
    browser.wait("no move ahead", || seen(&browser, "#drop-ahead").is_empty().then_some(()));
    // Played after the reply.
    browser.type_into(&field, &format!("j1-{ENTER}"));
    browser.expect_text("Move ahead: j1↺");
    let moves = browser.wait("the move ahead", || {
        let moves = browser.moves();
        (moves.len() >= 3).then_some(moves)
    });
    assert_eq!(seen(&browser, "#drop-ahead"), Vec::<String>::new(), "{moves:?}");
}

/// Red's beam takes the Anubis on e5 after every move but that of the Sphinx. Silver's beam then reaches the Anubis on c5 if the Pyramid
/// on j5 has been rotated clockwise.
const SCREENED: &str = "x23P35/k9//2A31A34P2////3K5X1 s khet2 0 1";

/// Starts a game from a position against an engine that moves once the file `move` is in the folder.
fn play_a_waiting_engine(kfen: &str, phone: Option<(u32, u32)>, replies: &str) -> Option<(Browser, TempDir)> {
    let folder = tempdir().expect("a folder");
    let flags = format!("--moves '{replies}' --until {}/move", folder.path().display());
    let browser = open_with_mock_on(phone, &flags)?;
    browser.open_position(kfen);
    let terms = [("Set-up", "The position on the board"), ("Game", "Against the engine"), ("Colour", "Silver")];
    let time = [("Engine", "Other"), ("Time", "Seconds a move"), ("Seconds a move", "600")];
    browser.new_game(&[&terms[..], &time].concat());
    browser.expect_text("Your move");
    Some((browser, folder))
}

/// Lets the engine move.
fn let_move(folder: &TempDir) {
    fs::write(folder.path().join("move"), "").expect("a file");
}

#[test]
fn a_move_ahead_is_entered_by_touch() {
    const BARE: &str = "x39/4k5/////4K5/9X1 s khet2 0 1";
    let Some((phone, folder)) = play_a_waiting_engine(BARE, Some((390, 844)), "e7e8") else { return };
    let tap_twice = |from: &str, to: &str, prompt: &str| {
        phone.select_piece(from);
        phone.click_target(to);
        phone.expect_text(prompt);
        phone.click_target(to);
    };
    tap_twice("e2", "e1", "Tap again to fire");
    phone.expect_text("is thinking");
    tap_twice("e1", "d1", "Tap again to move ahead");
    phone.expect_text("Move ahead: e1d1");
    phone.press("Cancel move ahead");
    phone.wait("no move ahead", || seen(&phone, "#drop-ahead").is_empty().then_some(()));
    tap_twice("e1", "f1", "Tap again to move ahead");
    phone.expect_text("Move ahead: e1f1");
    assert_eq!(phone.moves().len(), 1);
    let_move(&folder);
    phone.wait("the move ahead", || phone.moves().get(2).is_some_and(|third| third.contains("e1f1")).then_some(()));
}

#[test]
fn a_move_ahead_that_hits_another_piece_of_ones_own_is_offered_and_not_fired() {
    let Some((browser, folder)) = play_a_waiting_engine(SCREENED, None, "a7b7") else { return };
    browser.play("d1c1");
    browser.expect_text("is thinking");
    browser.select_piece("j5");
    browser.press("Rotate clockwise");
    browser.expect_text("Move ahead: j5↻");
    let_move(&folder);
    browser.expect_text("The move ahead j5↻ was not fired: the position has changed.");
    browser.expect_text("Silver pyramid j5 rotates clockwise, hits silver anubis on c5, a piece of its own");
    browser.expect_moves(2);
    browser.press("Rotate clockwise");
    browser.wait("the move", || browser.moves().get(2).is_some_and(|third| third.contains("j5↻")).then_some(()));
}

#[test]
fn rotation_buttons_lie_in_the_corners_of_their_square_or_below_the_board() {
    const PLACES: &str = "const rect = (one) => one.getBoundingClientRect(), cell = rect(page.all('[role=gridcell][data-square=h2]')[0]);
        const board = rect(page.one('svg.picture')), buttons = page.all('.tools button').filter((one) => one.checkVisibility()).map(rect);
        const isIn = (one) => one.left >= cell.left - 1 && one.right <= cell.right + 1 && one.top >= cell.top - 1 && one.bottom <= cell.bottom + 1;
        return [buttons.length, buttons.every(isIn), buttons.every((one) => one.top >= board.bottom), Math.min(...buttons.flatMap((one) => [one.width, one.height]))]";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.select_piece("h2");
    assert_eq!(browser.script(PLACES, json!([])), json!([2, true, false, 24]));
    for size in [(390, 844), (390, 664)] {
        let Some(phone) = Browser::open(&Options { phone: Some(size), ..Options::default() }) else { return };
        phone.select_piece("h2");
        let places = phone.script(PLACES, json!([]));
        assert_eq!((&places[0], &places[1], &places[2]), (&json!(2), &json!(false), &json!(true)), "{size:?}");
        assert!(places[3].as_f64() >= Some(44.0), "{size:?}: {places}");
    }
}

#[test]
fn a_message_moves_nothing_and_sounds_are_offered_once() {
    const PLACES: &str = "return page.all('khet-board, .strip, .below, .tabs, #sheets').map((one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height]; })";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.open_position(SPLIT);
    browser.expect_text("Silver to move");
    let halves = "return page.all('.beam.silver.standing .ray').map((one) => getComputedStyle(one).strokeWidth)";
    let widths = browser.wait("a beam in two halves", || {
        let widths = texts(&browser.script(halves, json!([])));
        (widths.len() == 2).then_some(widths)
    });
    assert_ne!(widths[0], widths[1]);
    assert!(!seen_svg(&browser, ".beam.silver.standing circle.end").is_null());
    browser.play("f4+");
    browser.find("button", "Sounds on");
    assert_eq!(seen(&browser, "#messages .message").len(), 1);
    let before = browser.script(PLACES, json!([]));
    browser.script("document.getElementById('messages').replaceChildren()", json!([]));
    assert_eq!(browser.script(PLACES, json!([])), before);
    // Red's beam would hit its own Pyramid.
    browser.expect_text("Red to move");
    assert!(!seen_svg(&browser, ".beam.red .hit.own rect").is_null());
    browser.reload();
    browser.play("a4+");
    browser.expect_text("Silver to move");
    assert_eq!(seen(&browser, "#messages .message"), Vec::<String>::new());
}

/// Returns the first element of the board that matches a selector, or null.
fn seen_svg(browser: &Browser, selector: &str) -> Value {
    browser.script("return page.one(arguments[0])?.tagName ?? null", json!([selector]))
}

#[test]
fn the_field_answers_commands_and_a_key_leads_from_a_task_to_the_board_and_back() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let field = browser.find("textbox", "Move or command");
    let ask = |command: &str, answer: &str| {
        browser.type_into(&field, &format!("{command}{ENTER}"));
        browser.expect_text(answer);
    };
    ask("moves h2", "8 moves: h2↻; h2↺; h2g1; h2g2; h2h1; h2h3; h2i2; h2i3.");
    ask("beam h2g2", "Silver pyramid h2 to g2, hits nothing. Silver’s beam goes up");
    ask("beam red", "Red’s beam goes down");
    ask("undo", "There is no move to take back.");
    ask("hint", "Hints are given in your own move against an opponent.");
    browser.new_game(&[("Game", "Two people")]);
    browser.play("h2g2");
    browser.expect_text("Red to move");
    let field = browser.find("textbox", "Move or command");
    browser.type_into(&field, &format!("undo{ENTER}"));
    browser.expect_moves(0);
    browser.press("Learn");
    browser.wait("a task", || (!seen(&browser, ".task").is_empty()).then_some(()));
    browser.script("document.activeElement.blur()", json!([]));
    browser.keys("t");
    assert_eq!(browser.focus().0, "gridcell");
    browser.keys("t");
    assert_eq!(browser.script("return document.activeElement.className", json!([])), json!("task"));
    browser.keys("t");
    assert_eq!(browser.focus().0, "gridcell");
}
