//! Accessible names of the squares of all set-ups. For the classic set-up and the controls also the roles and names that the
//! browser computes for screen readers.

use crate::browser::{Browser, Options};
use crate::page::cell_names;
use crate::support::{CLASSIC, SETUPS};
use serde_json::json;

/// The names of the cells on ranks 8 and 1 of the classic set-up, written by hand from the printed rules.
const TOP: &str = "a8, red sphinx facing south; b8, empty; c8, empty; d8, empty; e8, red anubis facing south; f8, red pharaoh; \
    g8, red anubis facing south; h8, red pyramid facing south-east; i8, empty; j8, empty";
const BOTTOM: &str = "a1, empty; b1, empty; c1, silver pyramid facing north-west; d1, silver anubis facing north; \
    e1, silver pharaoh; f1, silver anubis facing north; g1, empty; h1, empty; i1, empty; j1, silver sphinx facing north";

/// Returns the names of the cells row by row, in the order of the grid.
fn rows(browser: &Browser) -> Vec<Vec<String>> {
    const ROWS: &str = "return page.all('[role=grid] > [role=row]')
        .map((row) => [...row.querySelectorAll(':scope > [role=gridcell]')])";
    let rows = browser.script(ROWS, json!([]));
    let cells = |row: &serde_json::Value| -> Vec<String> {
        let cells = row.as_array().expect("cells").iter().map(|cell| {
            let (role, name) = browser.computed(cell);
            assert_eq!(role, "gridcell", "{name}");
            name
        });
        cells.collect()
    };
    rows.as_array().expect("rows").iter().map(cells).collect()
}

#[test]
fn the_board_of_every_set_up_is_a_grid_of_eighty_named_cells() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.expect_board(CLASSIC);
    let grid = browser.find("grid", "Board");
    assert_eq!(browser.computed(&grid), ("grid".to_owned(), "Board".to_owned()));
    let shown = rows(&browser);
    assert_eq!(shown.iter().map(Vec::len).collect::<Vec<_>>(), [10; 8]);
    assert_eq!((shown[0].join("; "), shown[7].join("; ")), (TOP.to_owned(), BOTTOM.to_owned()));
    let mut upwards = shown.clone();
    upwards.reverse();
    assert_eq!(upwards.concat(), cell_names(CLASSIC));

    // A flipped board has the same cells in the opposite order.
    browser.press("Flip board");
    let mut flipped: Vec<Vec<String>> = rows(&browser);
    flipped.reverse();
    flipped.iter_mut().for_each(|row| row.reverse());
    assert_eq!(flipped, shown);
    for (_, _, kfen) in SETUPS {
        browser.open_position(kfen);
    }
}

#[test]
fn buttons_and_lists_have_their_roles_and_names() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let check = |role: &str, names: &[&str]| {
        for name in names {
            let expected = (role.to_owned(), (*name).to_owned());
            assert_eq!(browser.computed(&browser.find(role, name)), expected);
        }
    };
    check(
        "button",
        &["New game", "Flip board", "Help", "Game", "Learn", "Puzzles", "Analyse", "Review", "Editor", "Games"],
    );
    check("list", &["Moves"]);
    // No dialog covers the board.
    assert!(browser.all("dialog", "").is_empty());
    browser.select_piece("h2");
    check("button", &["Rotate clockwise", "Rotate anticlockwise"]);
    browser.open_form();
    check("button", &["Start game"]);
    check("radiogroup", &["Opponent", "Set-up"]);
    check("radio", &["Mau, 900", "Imhotep"]);
    check("combobox", &["Rule set"]);
    check("spinbutton", &["Seconds a move"]);
}
