//! Positions set up by hand or as KFEN, and the engine's reasons where they are none.

use crate::browser::{Browser, Look};
use crate::support::{CLASSIC, Engine};

/// Returns the engine's reasons against a position.
fn reasons(kfen: &str) -> Vec<String> {
    let refusal = Engine::start().refuse(&format!("position kfen {kfen}"));
    let reasons = refusal.strip_prefix("position refused: ").expect("a refusal");
    reasons.split("; ").map(str::to_owned).collect()
}

#[test]
fn the_reasons_against_a_position_are_those_of_the_engine() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    browser.press("Edit position");
    browser.sees("This position can be played.");
    // Both Pharaohs missing, an unknown letter, a rank that is too short, and no KFEN at all.
    let without_pharaohs = CLASSIC.replace("a3ka3", "a31a3").replace("A1KA1", "A11A1");
    let unknown_letter = CLASSIC.replacen("a3k", "z3k", 1);
    let too_short = CLASSIC.replacen("2p37", "2p36", 1);
    for kfen in [&without_pharaohs, &unknown_letter, &too_short, "<b>no KFEN</b>"] {
        let reasons = reasons(kfen);
        browser.fill("textbox", "KFEN", &format!("{kfen}\n"));
        for reason in &reasons {
            browser.sees(reason);
        }
        assert!(!browser.is_enabled(&browser.find("button", "Put on the board")), "{kfen}");
    }
    browser.fill("textbox", "KFEN", &format!("{CLASSIC}\n"));
    browser.sees("This position can be played.");
}

#[test]
fn a_position_that_was_set_up_by_hand_can_be_played() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    let click = |square: &str| browser.wait("a click", || browser.try_click(&browser.cell(square)));
    let without_pharaoh = CLASSIC.replace("A1KA1", "A11A1");
    browser.press("Edit position");
    browser.sees("This position can be played.");
    browser.press("Erase");
    click("e1");
    for reason in reasons(&without_pharaoh) {
        browser.sees(&reason);
    }
    // The Pharaoh returns one square further up.
    browser.press("Silver pharaoh");
    click("e2");
    browser.sees("This position can be played.");
    browser.press("Put on the board");
    let moved = CLASSIC.replace("7P12/2P4A1KA1", "4K2P12/2P4A11A1");
    browser.expect_board(&moved);
    browser.play("e2e1");
    browser.sees("Red to move");
}
