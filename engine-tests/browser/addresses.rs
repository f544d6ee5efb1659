//! Addresses of screens, links to games, and settings.

use crate::browser::{Browser, Options};
use crate::input::ENTER;
use crate::page::{TWO_PEOPLE, after};
use crate::support::{CLASSIC, set_up_kfen};
use serde_json::json;

/// Returns the part of the address after the folder of the page.
pub fn address(browser: &Browser) -> String {
    browser.script("return location.hash", json!([])).as_str().unwrap_or_default().to_owned()
}

/// Waits for an address after the folder of the page, of which `expected` is all but a check of four letters.
pub fn expect_address(browser: &Browser, expected: &str) {
    let is_expected = |found: &str| {
        let rest = found.strip_prefix(expected);
        rest.is_some_and(|rest| {
            rest.is_empty() || (rest.len() == 4 && rest.bytes().all(|byte| byte.is_ascii_lowercase()))
        })
    };
    browser.wait(&format!("the address `{expected}`"), || is_expected(&address(browser)).then_some(()));
}

/// Waits for an address that differs from another one and begins as `expected` does, and returns it.
fn expect_other(browser: &Browser, before: &str, expected: &str) -> String {
    browser.wait(&format!("another address `{expected}…` than {before}"), || {
        Some(address(browser)).filter(|found| found != before && found.starts_with(expected))
    })
}

#[test]
fn each_screen_has_an_address_and_back_returns() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    for (panel, expected) in [
        ("Learn", "#learn"),
        ("Puzzles", "#puzzles"),
        ("Analyse", "#analyse&moves=khet2/classic/h2g2/1"),
        ("Review", "#review&moves=khet2/classic/h2g2/1"),
    ] {
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
    expect_address(&browser, "#moves=khet2/classic/h2g2/1");
    browser.go("/#nowhere");
    browser.expect_text("This address does not exist in Khepri: it may have been cut or changed.");
    browser.reload();
    browser.expect_game(&["h2g2"]);
    expect_address(&browser, "#moves=khet2/classic/h2g2/1");
}

#[test]
fn the_address_is_that_of_the_shown_position() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.expect_board(CLASSIC);
    assert_eq!(address(&browser), "");
    let entries = || browser.script("return history.length", json!([]));
    let before = entries();
    browser.play("h2g2");
    expect_address(&browser, "#moves=khet2/classic/h2g2/1");
    browser.play("c7+");
    expect_address(&browser, "#moves=khet2/classic/h2g2.c7r/2");
    browser.press("Back");
    let earlier = expect_other(&browser, "", "#packed=");
    browser.press("Flip board");
    expect_other(&browser, &earlier, "#packed=");
    browser.press("Flip board");
    browser.wait("the address before", || (address(&browser) == earlier).then_some(()));
    // Each position has taken the place of the one before.
    assert_eq!(entries(), before);
    // A reload shows the same position of the same game.
    browser.reload();
    browser.expect_game(&["h2g2"]);
    browser.expect_moves(2);
    assert!(!browser.text().contains("Your own game waits."));
    // So does another tab, whose game is not kept, and its reload.
    browser.open_tab();
    browser.go(&format!("/{earlier}"));
    browser.expect_text("Khepri is open in another tab");
    for _ in 0..2 {
        browser.expect_game(&["h2g2"]);
        browser.expect_moves(2);
        browser.wait("the address", || (address(&browser) == earlier).then_some(()));
        browser.reload();
    }
    browser.close_tab();
    browser.switch_to(0);
    // In a panel that shows the game too.
    browser.press("Analyse");
    expect_address(&browser, &earlier.replacen('#', "#analyse&", 1));
    let analysed = address(&browser);
    browser.go("/");
    browser.go(&format!("/{analysed}"));
    browser.expect_panel("Analyse");
    browser.expect_game(&["h2g2"]);
    assert!(!browser.text().contains("Your own game waits."));
}

#[test]
fn back_leads_to_the_game_before() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    expect_address(&browser, "#moves=khet2/classic/h2g2/1");
    browser.new_game(&TWO_PEOPLE);
    browser.expect_game(&[]);
    browser.play("c4b4");
    expect_address(&browser, "#moves=khet2/classic/c4b4/1");
    browser.back();
    browser.expect_game(&["h2g2"]);
    browser.forward();
    browser.expect_game(&["c4b4"]);
    // The game is the same one: it goes on.
    browser.play("c7+");
    expect_address(&browser, "#moves=khet2/classic/c4b4.c7r/2");
    // A link to another game is one entry, and the address of a refused link is replaced.
    browser.go("/#game=khet2/classic/h2g2.c7d7");
    browser.expect_game(&["h2g2", "c7d7"]);
    expect_address(&browser, "#moves=khet2/classic/h2g2.c7d7/2");
    browser.back();
    browser.expect_game(&["c4b4", "c7+"]);
    browser.forward();
    browser.expect_game(&["h2g2", "c7d7"]);
}

#[test]
fn a_link_that_is_cut_or_altered_is_refused_with_words() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    browser.play("c7+");
    expect_address(&browser, "#moves=khet2/classic/h2g2.c7r/2");
    let link = address(&browser);
    let long = format!("#moves=khet2/classic/{}", "h2r.".repeat(260_000));
    let cases = [
        (link[..link.len() - 1].to_owned(), "The link was cut or changed on its way"),
        (link.replacen("c7r", "c7l", 1), "The link was cut or changed on its way"),
        (link.replacen("moves", "packed", 1), "The link was cut or changed on its way"),
        (link[..4].to_owned(), "This address does not exist in Khepri"),
        (long, "The link is too long for a game."),
    ];
    for (altered, expected) in cases {
        browser.script("document.getElementById('messages').replaceChildren()", json!([]));
        browser.follow(&altered);
        browser.expect_text(expected);
        browser.expect_game(&["h2g2", "c7+"]);
        browser.wait("the address of the game", || (address(&browser) == link).then_some(()));
    }
}

/// Copies the link, and returns it. The message must say what was copied.
fn copy_link(browser: &Browser, message: &str) -> String {
    browser.script("navigator.clipboard.writeText = async (text) => { window.copied = text; }", json!([]));
    browser.press("Copy link");
    browser.expect_text(message);
    browser.script("return window.copied", json!([])).as_str().expect("a link").to_owned()
}

#[test]
fn a_copied_link_leads_to_the_page_or_to_the_site_that_is_named() {
    let arguments =
        |list: &[&str]| Options { arguments: list.iter().map(|&text| text.to_owned()).collect(), ..Options::default() };
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    let page = format!("{}{}", browser.origin(), browser.folder());
    let host = browser.origin().replace("http://", "");
    let link = copy_link(&browser, &format!("Link to the game on {host} (1 ply) copied."));
    assert!(link.starts_with(&format!("{page}#moves=khet2/classic/h2g2/1")), "{link}");
    let options = arguments(&["--site", "https://example.org/khet/"]);
    let Some(browser) = Browser::open_served(&options, "the option --site") else { return };
    browser.play("h2g2");
    let named = copy_link(&browser, "Link to the game on example.org (1 ply) copied.");
    assert_eq!(named, link.replace(&page, "https://example.org/khet/"));
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

/// Reloads the page, which goes on with its start when a script calls `start()`: that is when the request for its lock is passed on.
fn reload_held(browser: &Browser) {
    const HOLD: &str = "const request = navigator.locks.request.bind(navigator.locks), held = new Promise((start) => { window.start = start; });
        navigator.locks.request = (...asked) => held.then(() => request(...asked));";
    browser.command("Page.addScriptToEvaluateOnNewDocument", json!({ "source": HOLD })).expect("an answer");
    browser.reload();
    browser.expect_start();
}

#[test]
fn a_panel_that_is_opened_while_the_page_starts_stays_open_and_the_game_goes_on() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.new_game(&TWO_PEOPLE);
    browser.play("h2g2");
    browser.wait("the link in the address", || {
        (browser.script("return location.hash.includes('h2g2')", json!([])) == true).then_some(())
    });
    reload_held(&browser);
    browser.press("Settings");
    browser.script("window.start()", json!([]));
    browser.expect_game(&["h2g2"]);
    browser.find("combobox", "Your game");
    // A link in place of the stored game would have no players.
    browser.press("Game");
    browser.find("button", "Resign");
}

#[test]
fn the_game_goes_on_if_its_address_is_written_during_a_reload() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    // The link of a game with moves would be opened at its place in the stored game.
    browser.new_game(&[("Set-up", "Imhotep"), TWO_PEOPLE[2]]);
    let hash = "return location.hash.includes('moves=') ? location.hash : null";
    let link = browser.wait("the link in the address", || browser.script(hash, json!([])).as_str().map(str::to_owned));
    browser.new_game(&[("Set-up", "Dynasty"), TWO_PEOPLE[2]]);
    expect_other(&browser, &link, "#moves=");
    // Chromium then loads the address before, and drops what the page has noted about it.
    browser.script("history.replaceState(null, '', arguments[0])", json!([link]));
    browser.reload();
    browser.expect_complete();
    browser.expect_board(set_up_kfen("khet2", "dynasty"));
    // A game of a link has no players.
    browser.find("button", "Resign");
}

#[test]
fn a_link_that_is_followed_while_the_page_starts_is_opened() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    reload_held(&browser);
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
