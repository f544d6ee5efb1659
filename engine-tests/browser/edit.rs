//! Positions set up by hand, as KFEN or by a link, and the faults that the page reports in them.

use crate::browser::{Browser, Options};
use crate::input::ENTER;
use crate::page::texts;
use crate::support::CLASSIC;
use serde_json::json;

/// Returns the texts of the list of faults.
fn faults(browser: &Browser) -> Vec<String> {
    let script = "return [...document.querySelectorAll('[role=status] li')].map((one) => one.innerText)";
    texts(&browser.script(script, json!([])))
}

/// Waits for the list of faults, and checks which squares are marked.
fn expect_faults(browser: &Browser, expected: &[&str], squares: &[&str]) {
    browser.wait(&format!("{expected:?}"), || (faults(browser) == expected).then_some(()));
    let script = "return page.all('[role=gridcell][aria-invalid=true]').map((one) => one.ariaLabel.slice(0, 2))";
    let mut marked = texts(&browser.script(script, json!([])));
    marked.sort();
    assert_eq!(marked, squares, "{expected:?}");
}

#[test]
fn faults_of_a_position_are_listed_and_marked() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.find("list", "Moves");
    browser.press("Editor");
    browser.expect_text("This position can be played.");
    // It has a position of its own, without moves.
    browser.expect_none("list", "Moves");
    let without_pharaohs = CLASSIC.replace("a3ka3", "a31a3").replace("A1KA1", "A11A1");
    let two_pharaohs = CLASSIC.replace("A1KA1", "KKA1");
    let no_sphinx = CLASSIC.replacen("x33a3", "4a3", 1).replace("3X1 s", "4 s");
    let unknown_letter = CLASSIC.replacen("a3k", "z3k", 1);
    let too_short = CLASSIC.replacen("2p37", "2p36", 1);
    let one_square = CLASSIC.replacen("2p37", "p3", 1);
    let rank_7 = ["a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7"];
    let cases: [(&str, &[&str], &[&str]); 7] = [
        (&without_pharaohs, &["Silver needs a Pharaoh", "Red needs a Pharaoh"], &[]),
        (&two_pharaohs, &["Silver has 2 Pharaohs: only one is allowed"], &["d1", "e1"]),
        (&no_sphinx, &["Silver needs a Sphinx on j1", "Red needs a Sphinx on a8"], &["a8", "j1"]),
        (&unknown_letter, &["`z` is no piece"], &[]),
        (&too_short, &["Rank 7 has 9 squares: 10 are needed"], &rank_7),
        (&one_square, &["Rank 7 has 1 square: 10 are needed"], &rank_7),
        ("X19/4k5/3e26////4K1S13/9X1 s khet1", &["Khet 1.0 has no Sphinx"], &["a8", "j1"]),
    ];
    for (kfen, expected, squares) in cases {
        browser.fill("textbox", "KFEN", kfen);
        browser.keys(ENTER);
        expect_faults(&browser, expected, squares);
        assert!(!browser.is_enabled(&browser.find("button", "Put on the board")), "{kfen}");
    }
    browser.fill("textbox", "KFEN", CLASSIC);
    browser.keys(ENTER);
    browser.expect_text("This position can be played.");
    expect_faults(&browser, &[], &[]);

    // An empty board has four faults; three are shown.
    browser.press("Clear");
    browser.expect_text("and 1 more");
    assert_eq!(faults(&browser).len(), 3);
}

#[test]
fn a_link_to_a_position_that_cannot_be_played_opens_the_editor() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let reserved = CLASSIC.replace("6p23/7P12", "S15p23/7P12");
    browser.go(&format!("/#kfen={}", reserved.replace(' ', "%20")));
    browser.expect_text("The position of the link cannot be played: ");
    expect_faults(
        &browser,
        &["Silver has 3 Scarabs: only 2 are allowed", "Silver’s Scarab cannot stand on a3: the square is Red’s alone"],
        &["a3", "e4", "f4"],
    );
    browser.press("Erase");
    browser.click_cell("a3");
    browser.expect_text("This position can be played.");
    browser.press("Put on the board");
    browser.expect_board(CLASSIC);
}

#[test]
fn a_position_that_was_set_up_by_hand_can_be_played() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.press("Editor");
    browser.expect_text("This position can be played.");
    browser.press("Erase");
    browser.click_cell("e1");
    browser.expect_text("Silver needs a Pharaoh");
    browser.press("Undo change");
    browser.expect_text("This position can be played.");
    assert!(!browser.is_enabled(&browser.find("button", "Undo change")));
    browser.click_cell("e1");
    browser.expect_text("Silver needs a Pharaoh");
    // The Pharaoh returns one square further up.
    browser.press("Silver pharaoh");
    browser.click_cell("e2");
    browser.expect_text("This position can be played.");
    browser.press("Put on the board");
    let moved = CLASSIC.replace("7P12/2P4A1KA1", "4K2P12/2P4A11A1");
    browser.expect_board(&moved);
    browser.play("e2e1");
    browser.expect_text("Red to move");
}
