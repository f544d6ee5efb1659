//! The game that a visitor owns: when the page asks for it, what follows from each answer, and how it is changed.

use crate::browser::{Browser, Options};
use crate::page::{TWO_PEOPLE, texts};
use crate::support::{CLASSIC, set_up_kfen};
use serde_json::json;

const QUESTION: &str = "Which game do you have?";

/// Waits until the page asks for the game, or does not ask for it.
fn expect_question(browser: &Browser, is_asked: bool) {
    browser.wait(&format!("a question that is asked: {is_asked}"), || {
        let has_started = browser.query("button", "Learn").is_some_and(|tab| browser.is_enabled(&tab));
        (has_started && browser.query("heading", QUESTION).is_some() == is_asked).then_some(())
    });
}

/// Waits until the board has a position, whose pieces have the names of Laser Chess or those of Khet.
fn expect_set_up(browser: &Browser, kfen: &str, laser: bool) {
    const OTHERS: [(&str, &str); 5] = [
        ("pharaoh", "king"),
        ("pyramid", "deflector"),
        ("scarab", "switch"),
        ("anubis", "defender"),
        ("sphinx", "laser"),
    ];
    if !laser {
        return browser.expect_board(kfen);
    }
    let names = crate::page::cell_names(kfen).into_iter();
    let expected: Vec<String> =
        names.map(|name| OTHERS.iter().fold(name, |name, (khet, laser)| name.replace(khet, laser))).collect();
    browser.wait(&format!("the position {kfen}"), || (browser.cells() == expected).then_some(()));
}

/// Waits until the board draws a set of pieces.
fn expect_pieces(browser: &Browser, set: &str) {
    let drawn = "return document.querySelector('khet-board').getAttribute('pieces')";
    browser.wait(&format!("the pieces {set}"), || (browser.script(drawn, json!([])) == set).then_some(()));
}

/// Waits for the title of the page.
fn expect_title(browser: &Browser, title: &str) {
    browser.wait(title, || (browser.script("return document.title", json!([])) == title).then_some(()));
}

/// Presses the card of a game.
fn own(browser: &Browser, game: &str) {
    browser.press_named(&format!("{game} "));
}

/// Returns the names of the set-ups in the form of a new game, which it opens and leaves.
fn set_ups(browser: &Browser) -> Vec<String> {
    const NAMES: &str = "return [...document.querySelectorAll('#new-setup input')].map((one) => one.ariaLabel)";
    browser.open_form();
    let names = texts(&browser.script(NAMES, json!([])));
    browser.press("Cancel");
    names
}

#[test]
fn a_new_visitor_is_asked_for_the_game_beside_a_board_that_can_be_played_on() {
    for phone in [None, Some((390, 844))] {
        let Some(browser) = Browser::open(&Options { phone, ..Options::default() }) else { return };
        expect_question(&browser, true);
        for game in ["Laser Chess ", "Khet 2.0 ", "Khet 1.0 ", "Deflexion "] {
            assert_eq!(browser.all("button", game).len(), 1, "{game}");
        }
        expect_title(&browser, "Khepri – Khet and Laser Chess");
        // Without an answer, the page asks again.
        browser.reload();
        expect_question(&browser, true);
        browser.type_move("h2g2");
        browser.expect_game(&["h2g2"]);
        expect_question(&browser, false);
        browser.reload();
        browser.expect_game(&["h2g2"]);
        expect_question(&browser, false);
    }
}

#[test]
fn each_game_has_its_board_names_pieces_set_ups_lessons_and_first_words() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let (eyes, stacks) = ("The Eye", "Stacks");
    let khet2 = ["The Anubis", "The Sphinx", eyes];
    for (game, rule_set, set, lessons, without, some_set_ups) in [
        (
            "Laser Chess",
            "khet2",
            "laser",
            &["The Defender", "The Laser"][..],
            &[eyes, stacks][..],
            "Ace, Curiosity, Grail",
        ),
        ("Khet 2.0", "khet2", "khet", &khet2, &[stacks], "Classic, Imhotep, Dynasty"),
        ("Khet 1.0", "khet1", "khet", &[stacks, eyes], &["The Anubis", "The Sphinx"], "Classic, Imhotep, Dynasty"),
        ("Deflexion", "deflexion", "khet", &[eyes], &["The Anubis", "The Sphinx", stacks], "Classic, Imhotep"),
    ] {
        browser.script("localStorage.clear()", json!([]));
        // The address may be that of the set-up before.
        browser.go("/");
        expect_question(&browser, true);
        own(&browser, game);
        expect_set_up(&browser, set_up_kfen(rule_set, "classic"), set == "laser");
        expect_question(&browser, false);
        expect_pieces(&browser, set);
        expect_title(&browser, &format!("Khepri – {game}"));
        browser.expect_text(&format!("New to {game}?"));

        let names = set_ups(&browser);
        assert!(names.join(", ").starts_with(some_set_ups), "{game}: {names:?}");
        let has_eyes = names.iter().any(|name| name.ends_with("with Eyes"));
        assert_eq!(has_eyes, game != "Laser Chess", "{game}: {names:?}");

        browser.press("Learn it step by step");
        browser.find("button", "Lesson 1, Move and fire");
        let titles: Vec<String> = browser.all("button", "Lesson ").into_iter().map(|(name, _)| name).collect();
        let place = |title: &str| titles.iter().position(|name| name.ends_with(&format!(", {title}")));
        let places: Vec<_> = lessons.iter().map(|title| place(title)).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{game}: {titles:?}");
        assert!(without.iter().all(|title| place(title).is_none()), "{game}: {titles:?}");
        browser.expect_text(&format!("0 of {} lessons finished", titles.len()));
        browser.press("Game");
    }
}

#[test]
fn a_visitor_with_a_game_a_link_or_settings_is_not_asked_and_keeps_them() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    expect_question(&browser, true);
    let position = set_up_kfen("khet1", "imhotep");
    browser.open_position(position);
    expect_question(&browser, false);
    // A game that starts here has the rule set of the link.
    assert_eq!(set_ups(&browser)[..3], ["Classic", "Imhotep", "Dynasty"]);
    browser.reload();
    browser.expect_board(position);
    expect_question(&browser, false);
    // What an earlier version stored.
    for (key, value) in [("names", json!("laser")), ("terms", json!({ "variant": "khet2", "setup": "classic-eye" }))] {
        let store = "localStorage.clear();
            addEventListener('pagehide', () => { localStorage.clear(); localStorage.setItem(KEY + arguments[0], JSON.stringify(arguments[1])); })";
        browser.script_with_key(store, json!([key, value]));
        browser.reload();
        expect_set_up(&browser, CLASSIC, key == "names");
        expect_question(&browser, false);
        expect_pieces(&browser, "khet");
        expect_title(&browser, "Khepri – Khet and Laser Chess");
        browser.press("Learn");
        browser.expect_text("0 of 14 lessons finished");
        browser.press("Game");
    }
    browser.open_form();
    let chosen = "return document.querySelector('#new-setup input:checked').value";
    assert_eq!(browser.script(chosen, json!([])), "classic-eye");
}

#[test]
fn the_game_is_remembered_and_can_be_changed_and_overridden() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    own(&browser, "Laser Chess");
    expect_set_up(&browser, CLASSIC, true);
    browser.reload();
    expect_set_up(&browser, CLASSIC, true);
    expect_pieces(&browser, "laser");
    expect_question(&browser, false);

    browser.press("Settings");
    browser.choose("Names", "Khet");
    browser.choose("Pieces", "Plain");
    expect_pieces(&browser, "plain");
    browser.reload();
    expect_set_up(&browser, CLASSIC, false);
    expect_pieces(&browser, "plain");
    expect_title(&browser, "Khepri – Laser Chess");

    // Another game has its own names and pieces again.
    browser.choose("Your game", "Khet 1.0");
    expect_set_up(&browser, set_up_kfen("khet1", "classic"), false);
    expect_pieces(&browser, "khet");
    expect_title(&browser, "Khepri – Khet 1.0");

    browser.press("Game");
    browser.open_form();
    browser.choose("Your game", "Deflexion");
    browser.choose("Set-up", "Imhotep");
    browser.choose("Game", "Two people");
    browser.press("Start game");
    let board = set_up_kfen("deflexion", "imhotep");
    browser.expect_board(board);
    browser.reload();
    browser.expect_board(board);
    // A game that has begun keeps its rule set, and the next one has that of the game that was chosen last.
    browser.press("Settings");
    browser.choose("Your game", "Laser Chess");
    expect_title(&browser, "Khepri – Laser Chess");
    expect_set_up(&browser, board, true);
    browser.new_game(&[TWO_PEOPLE[2]]);
    expect_set_up(&browser, CLASSIC, true);
}

#[test]
fn a_choice_in_the_form_stays_while_the_last_terms_are_loaded() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.open_form();
    // The form is filled after the choice, because it waits for the list of the set-ups.
    const CHOOSE: &str = "const field = document.getElementById('new-variant');
        document.querySelector('dialog#new-game').close();
        document.getElementById('open-new').click();
        field.value = 'khet1';
        for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
        return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(field.value))));";
    assert_eq!(browser.script(CHOOSE, json!([])), "khet1");
}
