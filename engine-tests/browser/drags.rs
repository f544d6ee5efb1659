//! Drags with a mouse and with a finger, in the page and in an element of another page: they end with the release of the pointer,
//! off the board, without its capture, and if the release is not seen.

use crate::browser::{Browser, Options};
use crate::elements::Element;
use crate::input::Pointer;
use crate::input::Step::{Down, Move, Up};
use crate::page::cell_names;
use crate::support::CLASSIC;
use serde_json::json;

/// The pointers, each with the options of its browser.
fn pointers() -> [(Pointer, Options); 2] {
    [(Pointer::Mouse, Options::default()), (Pointer::Touch, Options { phone: Some((390, 844)), ..Options::default() })]
}

/// Adds an interactive element before everything else. The page's session about the rules stands for the worker of a site.
pub const EMBED: &str = "return import(new URL('assets/host/transport.js', document.baseURI).href).then(({ transport }) => {
    const session = transport.openSession('rules'), engine = new EventTarget();
    engine.postMessage = (line) => session.send(line);
    session.addEventListener('line', ({ detail }) => engine.dispatchEvent(new MessageEvent('message', { data: detail })));
    const board = document.createElement('khet-board');
    Object.assign(board, { engine, interactive: true });
    Object.assign(board.style, { display: 'block', width: '300px' });
    document.body.prepend(board);
  })";

/// Waits until the piece on a square of the start can move, and returns its cell.
pub fn movable(browser: &Browser, square: &str) -> Element {
    browser.wait(&format!("a piece on {square} that may move"), || {
        let cell = browser.cell(square);
        browser.attribute(&cell, "aria-selected").map(|_| cell)
    })
}

/// Checks that no piece is dragged, that a click on g2 plays no move, and that a drag from c4 to b4 does.
fn expect_end(browser: &Browser, pointer: Pointer) {
    let ghosts = || browser.script("return page.all('.ghost').length", json!([]));
    let target = browser.cell("g2");
    browser.perform(pointer, &[(Move, &target)]);
    assert_eq!(ghosts(), 0, "{pointer:?}");
    let target = browser.cell("g2");
    browser.perform(pointer, &[(Move, &target), (Down, &target), (Up, &target)]);
    let [from, to] = [movable(browser, "c4"), browser.cell("b4")];
    browser.perform(pointer, &[(Move, &from), (Down, &from), (Move, &to), (Up, &to)]);
    let start = cell_names(CLASSIC);
    browser.wait("a move", || (browser.cells() != start).then_some(()));
    browser.expect_game(&["c4b4"]);
    assert_eq!(ghosts(), 0, "{pointer:?}");
}

#[test]
fn a_piece_that_is_flicked_off_the_board_plays_no_move() {
    for (pointer, options) in pointers() {
        let Some(browser) = Browser::open_served(&options, "single modules") else { return };
        for is_embedded in [false, true] {
            if is_embedded {
                browser.script(EMBED, json!([]));
            }
            let piece = movable(&browser, "h2");
            // One movement leads from the piece to the title of the page.
            let outside = browser.find("heading", "Khepri");
            browser.perform(pointer, &[(Move, &piece), (Down, &piece), (Move, &outside), (Up, &outside)]);
            expect_end(&browser, pointer);
        }
    }
}

#[test]
fn a_drag_is_not_lost_with_the_capture_of_its_pointer() {
    // Releases the capture as soon as a piece is dragged.
    const LOSE: &str = "window.lost = 0;
      addEventListener('pointermove', ({ pointerId }) => {
        const grid = page.one('.cells');
        if (lost || !grid.hasPointerCapture(pointerId)) return;
        grid.releasePointerCapture(pointerId);
        lost = page.all('.ghost').length;
      })";
    for (pointer, options) in pointers() {
        let Some(browser) = Browser::open(&options) else { return };
        let [piece, next] = [movable(&browser, "h2"), browser.cell("h3")];
        let outside = browser.find("heading", "Khepri");
        browser.script(LOSE, json!([]));
        browser.perform(pointer, &[(Move, &piece), (Down, &piece), (Move, &next), (Move, &outside), (Up, &outside)]);
        assert_eq!(browser.script("return window.lost", json!([])), 1, "{pointer:?}");
        expect_end(&browser, pointer);
    }
}

#[test]
fn a_mouse_whose_release_is_not_seen_drags_nothing() {
    const HIDE: &str =
        "addEventListener('pointerup', (event) => event.stopImmediatePropagation(), { capture: true, once: true })";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let [piece, next] = [movable(&browser, "h2"), browser.cell("h3")];
    browser.script(HIDE, json!([]));
    browser.perform(Pointer::Mouse, &[(Move, &piece), (Down, &piece), (Move, &next), (Up, &next)]);
    expect_end(&browser, Pointer::Mouse);
}
