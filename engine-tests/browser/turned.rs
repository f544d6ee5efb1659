//! The board turned by a quarter: on a phone, by the setting, and by the attribute of the element in other pages.

use crate::browser::{Browser, Options};
use crate::drags::{EMBED, movable};
use crate::input::Pointer::Touch;
use crate::input::Step::{Down, Move, Up};
use crate::page::texts;
use crate::pictures::{RECORD, saved};
use crate::support::CLASSIC;
use serde_json::{Value, json};

const DOWN: &str = "↓";
const RIGHT: &str = "→";

/// Returns the first and the last square of the first and of the last row, in the order of the document and on the screen.
const CORNERS: &str = "const rows = [...page.one('[role=grid]').querySelectorAll('[role=row]')];
    const square = (cell) => cell.dataset.square;
    const ends = (row) => [row.firstElementChild, row.lastElementChild].map(square);
    const box = page.one('[role=grid]').getBoundingClientRect();
    const isAt = (one, x, y) => one.left < x && x < one.right && one.top < y && y < one.bottom;
    const at = (x, y) => square(page.all('[role=gridcell]').find((one) => isAt(one.getBoundingClientRect(), x, y)));
    const [left, right, top, bottom] = [box.left + 5, box.right - 5, box.top + 5, box.bottom - 5];
    return [rows.length, [...ends(rows[0]), ...ends(rows.at(-1))], [at(left, top), at(right, top), at(left, bottom), at(right, bottom)]]";

/// Waits until the board has rows, and its corners in reading order.
fn expect_corners(browser: &Browser, rows: usize, corners: [&str; 4]) {
    let expected = json!([rows, corners, corners]);
    browser
        .wait(&format!("the corners {corners:?}"), || (browser.script(CORNERS, json!([])) == expected).then_some(()));
}

const WIDE: [&str; 4] = ["a8", "j8", "a1", "j1"];
const TURNED: [&str; 4] = ["a1", "a8", "j1", "j8"];
const TURNED_RED: [&str; 4] = ["j8", "j1", "a8", "a1"];

/// A phone, and the same phone with the bars of its browser.
const PHONES: [(u32, u32); 2] = [(390, 844), (390, 664)];

fn phone(size: (u32, u32)) -> Options {
    Options { phone: Some(size), ..Options::default() }
}

#[test]
fn a_phone_has_squares_of_44_pixels_and_shows_all_that_a_move_needs() {
    // The least side of a square, and the names of what is cut by the window.
    const SEEN: &str = "const cells = page.all('[role=gridcell]').map((cell) => cell.getBoundingClientRect());
        const needed = page.all('[role=gridcell], .strip, #status, .tools button').filter((one) => one.checkVisibility());
        const isCut = (one) => { const { top, bottom, left, right } = one.getBoundingClientRect();
          return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth; };
        return [Math.min(...cells.flatMap(({ width, height }) => [width, height])),
          needed.filter(isCut).map((one) => one.ariaLabel ?? one.id ?? one.className), page.all('.tools button').filter((one) => one.checkVisibility()).length]";
    for size in PHONES {
        let Some(browser) = Browser::open(&phone(size)) else { return };
        browser.press_named("Play against Pip 500");
        browser.expect_text("Your move");
        browser.select_piece("h2");
        let check = |what: &str| {
            let seen = browser.script(SEEN, json!([]));
            assert!(seen[0].as_f64() >= Some(44.0), "{what} at {size:?}: {seen}");
            assert_eq!((&seen[1], &seen[2]), (&json!([]), &json!(2)), "{what} at {size:?}");
        };
        check("a selected piece");
        browser.click_target("g2");
        browser.expect_text("Tap again to fire. Hits nothing");
        check("a preview");
        browser.click_target("g2");
        browser.expect_moves(2);
    }
}

#[test]
fn a_turned_board_is_played_on_by_taps_drags_and_keys_and_flipped() {
    let Some(browser) = Browser::open(&phone(PHONES[0])) else { return };
    browser.expect_board(CLASSIC);
    expect_corners(&browser, 10, TURNED);
    let [from, to] = [movable(&browser, "h2"), browser.cell("g2")];
    browser.perform(Touch, &[(Move, &from), (Down, &from), (Move, &to), (Up, &to)]);
    browser.expect_game(&["h2g2"]);
    // The drawing of each piece is on its square.
    const MISPLACED: &str = "return page.all('.pieces [data-square]').filter((piece) => {
        const { left, right, top, bottom } = piece.getBoundingClientRect(), x = (left + right) / 2, y = (top + bottom) / 2;
        const cell = page.one(`[role=gridcell][data-square=${piece.dataset.square}]`).getBoundingClientRect();
        return x < cell.left || x > cell.right || y < cell.top || y > cell.bottom;
      }).map((piece) => piece.dataset.square)";
    assert_eq!(browser.script(MISPLACED, json!([])), json!([]));
    browser.press("Flip board");
    expect_corners(&browser, 10, TURNED_RED);
    assert_eq!(browser.script(MISPLACED, json!([])), json!([]));
    // The first tap on the target shows the shot.
    browser.select_piece("c7");
    browser.click_target("c6");
    browser.click_target("c6");
    browser.expect_game(&["h2g2", "c7c6"]);
    browser.press("Flip board");
    let cell = browser.cell("c4");
    browser.script("arguments[0].focus()", json!([cell]));
    browser.keys(RIGHT);
    assert_eq!(browser.focus().1.get(..2), Some("c5"));
    browser.keys(DOWN);
    assert_eq!(browser.focus().1.get(..2), Some("d5"));
    // The cell with the focus keeps it when the window becomes wide.
    browser.resize(844, 390);
    expect_corners(&browser, 8, WIDE);
    assert_eq!(browser.focus().1.get(..2), Some("d5"));
    browser.keys(RIGHT);
    assert_eq!(browser.focus().1.get(..2), Some("e5"));
}

#[test]
fn beams_are_told_in_the_directions_that_are_seen() {
    let Some(browser) = Browser::open(&phone(PHONES[0])) else { return };
    browser.expect_board(CLASSIC);
    browser.type_move("beam");
    // From j1 along the nearest row, which is file j, to the mirror on j4, and from there to h4.
    browser.expect_text("Silver’s beam goes right, turns at j4; up, turns at h4; right, turns at h5; down, turns at j5; right, leaves the board.");
}

#[test]
fn the_setting_of_the_board_persists() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.expect_board(CLASSIC);
    let turned = || browser.script("return document.querySelector('khet-board').turned", json!([]));
    expect_corners(&browser, 8, WIDE);
    browser.press("Settings");
    browser.choose("Board", "Turned");
    expect_corners(&browser, 10, TURNED);
    assert_eq!(turned(), true);
    // The panel is open after a reload too.
    browser.reload();
    browser.expect_board(CLASSIC);
    expect_corners(&browser, 10, TURNED);
    browser.choose("Board", "Wide");
    expect_corners(&browser, 8, WIDE);
    browser.resize(390, 844);
    browser.reload();
    browser.expect_board(CLASSIC);
    expect_corners(&browser, 8, WIDE);
    assert_eq!(turned(), false);
    browser.choose("Board", "Automatic");
    expect_corners(&browser, 10, TURNED);
}

#[test]
fn the_attribute_turns_the_board_of_another_page_and_changes_no_words() {
    let Some(browser) = Browser::open_served(&Options::default(), "single modules") else { return };
    browser.script(EMBED, json!([]));
    browser.script(
        "window.embedded = document.querySelector('khet-board');
        window.offered = []; embedded.addEventListener('move', ({ detail }) => offered.push(detail.move))",
        json!([]),
    );
    let set = |name: &str, value: Value| browser.script("embedded[arguments[0]] = arguments[1]", json!([name, value]));
    movable(&browser, "h2");
    let names = browser.cells();
    expect_corners(&browser, 8, WIDE);
    set("turned", json!(true));
    expect_corners(&browser, 10, TURNED);
    assert_eq!(browser.script("return embedded.getAttribute('turned')", json!([])), "");
    // A label is read from left to right.
    const TILTED: &str = "return page.all('.letter').filter((label) => { const { a, b } = label.getScreenCTM(); return b || a <= 0 }).length";
    assert_eq!(browser.script(TILTED, json!([])), 0);
    assert_eq!(
        texts(&browser.script(
            "return [...page.one('.picture').querySelectorAll('.letter')].map((label) => label.textContent)",
            json!([])
        ))
        .concat(),
        "12345678abcdefghij"
    );
    set("orientation", json!("red"));
    expect_corners(&browser, 10, TURNED_RED);
    assert_eq!(browser.cells(), names);
    let [from, to] = [movable(&browser, "h2"), browser.cell("g2")];
    browser.try_click(&from).expect("a click");
    browser.try_click(&to).expect("a click");
    browser.wait("a move", || (browser.script("return offered", json!([])) == json!(["h2g2"])).then_some(()));
    browser.script("embedded.removeAttribute('turned')", json!([]));
    expect_corners(&browser, 8, ["j1", "a1", "j8", "a8"]);
}

#[test]
fn pictures_and_paper_show_the_board_wide() {
    let Some(browser) = Browser::open(&phone(PHONES[0])) else { return };
    browser.type_move("h2g2");
    browser.expect_text("Red to move");
    browser.script(RECORD, json!([]));
    browser.press("Save as PNG");
    let (_, file) = saved(&browser);
    // The first block has the width and the height: 1000 · 556 / 684 = 813.
    assert_eq!(&file[12..24], &[&b"IHDR"[..], &1000_u32.to_be_bytes(), &813_u32.to_be_bytes()].concat());
    expect_corners(&browser, 10, TURNED);
    browser.script("window.dispatchEvent(new Event('beforeprint'))", json!([]));
    expect_corners(&browser, 8, WIDE);
    browser.script("window.dispatchEvent(new Event('afterprint'))", json!([]));
    expect_corners(&browser, 10, TURNED);
}
