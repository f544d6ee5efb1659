//! Addresses of screens, links to games, and settings.

use crate::browser::{Browser, Options};
use crate::input::ENTER;
use crate::page::after;
use crate::support::CLASSIC;
use serde_json::json;

/// Waits for an address after the folder of the page.
fn expect_address(browser: &Browser, expected: &str) {
    let address = || browser.script("return location.hash", json!([]));
    browser.wait(&format!("the address `{expected}`"), || (address() == expected).then_some(()));
}

#[test]
fn each_screen_has_an_address_and_back_returns() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    for (panel, expected) in
        [("Learn", "#learn"), ("Puzzles", "#puzzles"), ("Analyse", "#analyse"), ("Review", "#review")]
    {
        browser.press(panel);
        browser.expect_panel(panel);
        expect_address(&browser, expected);
    }
    browser.back();
    browser.expect_panel("Analyse");
    browser.reload();
    browser.expect_panel("Analyse");
    browser.back();
    browser.expect_panel("Puzzles");
    browser.back();
    browser.back();
    // The game is still there.
    browser.expect_panel("Game");
    browser.expect_game(&["h2g2"]);
    expect_address(&browser, "");
    browser.go("/#nowhere");
    browser.reload();
    browser.expect_game(&["h2g2"]);
    expect_address(&browser, "");
}

#[test]
fn a_link_holds_a_whole_game() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.go("/#game=khet2/classic/h2g2.c7+");
    browser.expect_game(&["h2g2", "c7+"]);

    // A start that is no set-up, and a link that is opened during a game.
    let start = "x39/4k5/////4K5/9X1 s khet2 0 1";
    let turns = ["e2e3", "e7e6", "e3e2", "e6e7"].repeat(25);
    let text = format!("#game={}/{}", start.replace(' ', "_"), turns.join("."));
    browser.go(&format!("/{text}"));
    browser.expect_moves(100);
    browser.expect_board(&after(start, &turns));
    browser.expect_text("Your own game waits.");
    browser.press("Back to my game");
    browser.expect_game(&["h2g2", "c7+"]);
    browser.go("/#game=khet2/classic/h2g2.c7d7.h2g2");
    browser.expect_text("The game of the link cannot be shown: move 3 “h2g2”: h2 is empty");
    browser.go("/#game=khet2/nothing/h2g2");
    browser.expect_text("expected a set-up such as khet2/classic");
    browser.expect_game(&["h2g2", "c7+"]);
}

#[test]
fn each_fault_of_a_link_is_named_in_words() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    let no_setup = |found: &str| format!("cannot be shown: expected a set-up such as khet2/classic, found {found}.");
    let cases = [
        ("#game=foo", no_setup("foo")),
        ("#game=", no_setup("nothing")),
        ("#game=khet2", no_setup("khet2")),
        ("#game=khet2/", no_setup("khet2")),
        ("#game=khet2/nothing/h2g2", no_setup("khet2/nothing")),
        ("#game=%E0%A4%A", no_setup("%E0%A4%A")),
        ("#game=khet2/classic/foo", "move 1 “foo”: it is no move".to_owned()),
        ("#game=foo_s_khet2/h2g2", "The board has 1 rank: 8 are needed. “f” is no piece.".to_owned()),
        ("#kfen=", "The link has no position.".to_owned()),
        ("#kfen=foo", "cannot be played: The board has 1 rank: 8 are needed.".to_owned()),
    ];
    for (link, expected) in cases {
        browser.go("/");
        browser.expect_game(&["h2g2"]);
        browser.go(&format!("/{link}"));
        browser.expect_text(&expected);
        assert!(!browser.text().contains("column"), "{link}: {}", browser.text());
        browser.script("document.getElementById('messages').replaceChildren()", json!([]));
    }
    // A link may leave out the moves.
    for link in ["#game=khet2/classic", "#game=khet2/classic/", "#game=x39/4k5/////4K5/9X1_s_khet2_0_1"] {
        browser.go("/");
        browser.expect_game(&["h2g2"]);
        browser.go(&format!("/{link}"));
        browser.expect_text("Your own game waits.");
        browser.press("Back to my game");
        browser.expect_game(&["h2g2"]);
    }
}

#[test]
fn a_link_that_is_followed_while_the_page_starts_is_opened() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    // The page starts when its lock is requested, which is when the test says so.
    let hold = "const request = navigator.locks.request.bind(navigator.locks), held = new Promise((start) => { window.start = start; });
        navigator.locks.request = (...asked) => held.then(() => request(...asked));";
    browser.command("Page.addScriptToEvaluateOnNewDocument", json!({ "source": hold })).expect("an answer");
    browser.reload();
    browser.expect_start();
    let follow = "location.hash = '#game=khet2/classic/h2g2.c7d7';
        await new Promise((heard) => addEventListener('hashchange', heard, { once: true }));
        for (let turn = 0; turn < 20; turn++) await fetch('/');
        window.start();";
    browser.script(&format!("return (async () => {{ {follow} }})()"), json!([]));
    browser.expect_text("Your own game waits.");
    browser.expect_game(&["h2g2", "c7d7"]);
    browser.press("Back to my game");
    browser.expect_game(&["h2g2"]);
}

#[test]
fn settings_are_applied_at_once_and_kept() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let looks = || {
        let script = "const style = getComputedStyle(document.body);
            return [style.backgroundColor, getComputedStyle(page.one('.picture .ground')).fill, getComputedStyle(page.one('.piece > g')).scale]";
        browser.script(script, json!([]))
    };
    browser.expect_board(CLASSIC);
    let before = looks();
    browser.press("Settings");
    browser.choose("Colours", "Dark");
    browser.choose("Piece size", "Large");
    browser.choose("Beams", "No beams");
    let dark = looks();
    assert!(before[0] != dark[0] && before[1] != dark[1] && dark[2] == "1.15", "{before}, {dark}");
    browser.reload();
    browser.expect_board(CLASSIC);
    assert_eq!(looks(), dark);
    assert_eq!(browser.script("return document.querySelector('khet-board').getAttribute('beams')", json!([])), "none");
    browser.choose("Colours", "Light");
    assert_eq!(looks()[0], before[0]);
    // Typing in the field of moves does not step through the game.
    let field = browser.find("textbox", "Move or command");
    browser.type_into(&field, &format!("help{ENTER}"));
    browser.expect_text("Type a move: h2g2 moves");
}
