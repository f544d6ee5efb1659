//! The tempo: the setting, shots without animation, and clicks and keys that end an animation.

use crate::browser::{Browser, Options};
use crate::input::ENTER;
use crate::page::texts;
use serde_json::{Value, json};

/// Records the durations of all animations. While `isHeld` is set, none passes by itself.
const RECORD: &str = "const { animate } = Element.prototype;
    window.durations = [];
    window.isHeld = false;
    Element.prototype.animate = function (...values) {
      const animation = animate.apply(this, values);
      window.durations.push(values[1].duration);
      if (window.isHeld) animation.pause();
      return animation;
    };";
const ANIMATED: Options =
    Options { motion: true, phone: None, blocks_storage: false, arguments: Vec::new(), isolated: false, folder: None };

/// Returns the squares whose pieces are selected.
fn selected(browser: &Browser) -> Vec<String> {
    const SELECTED: &str = "return page.all('[role=gridcell][aria-selected=true]').map((cell) => cell.dataset.square)";
    texts(&browser.script(SELECTED, json!([])))
}

#[test]
fn the_tempo_of_the_settings_counts_at_once_and_after_a_reload() {
    let Some(browser) = Browser::open(&ANIMATED) else { return };
    browser.command("Page.addScriptToEvaluateOnNewDocument", json!({ "source": RECORD })).expect("an answer");
    browser.reload();
    // The time for which a moved piece slides, in milliseconds.
    let expect = |text: &str, to_move: &str, slide: Option<u64>| {
        browser.play(text);
        browser.expect_text(to_move);
        let durations = browser.script("return window.durations.splice(0)", json!([]));
        assert_eq!(durations.as_array().expect("a list").first().and_then(Value::as_u64), slide, "{text}");
    };
    let chosen = || {
        let list = browser.find("combobox", "Tempo");
        texts(&browser.script("return [arguments[0].selectedOptions[0].text]", json!([list])))
    };
    expect("h2g2", "Red to move", Some(100));
    browser.press("Settings");
    assert_eq!(chosen(), ["Quick"]);
    browser.choose("Tempo", "Calm");
    expect("c7d7", "Silver to move", Some(200));
    browser.choose("Tempo", "Instant");
    expect("g2h2", "Red to move", None);
    browser.reload();
    expect("d7c7", "Silver to move", None);
    assert_eq!(chosen(), ["Instant"]);
}

#[test]
fn a_shot_without_animation_waits_for_no_timer() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.script(&format!("{RECORD} window.setTimeout = () => 0"), json!([]));
    browser.play("h2g2");
    browser.expect_text("Red to move");
    browser.play("c7d7");
    browser.expect_text("Silver to move");
    browser.expect_game(&["h2g2", "c7d7"]);
    assert_eq!(browser.script("return window.durations", json!([])), json!([]));
}

#[test]
fn a_click_or_a_key_ends_an_animation_and_does_nothing_else_but_choose_an_own_piece() {
    let Some(browser) = Browser::open(&ANIMATED) else { return };
    browser.script(&format!("{RECORD} window.isHeld = true"), json!([]));
    // A click on an empty square.
    browser.play("h2g2");
    browser.expect_text("Silver fires…");
    browser.click_cell("e3");
    browser.expect_text("Red to move");
    assert_eq!((selected(&browser), browser.moves().len()), (vec![], 1));
    // A click on a piece of the player who moves next.
    browser.play("c7d7");
    browser.expect_text("Red fires…");
    browser.click_cell("g2");
    browser.wait("a selected piece", || (selected(&browser) == ["g2"]).then_some(()));
    assert_eq!(browser.moves().len(), 2);
    // A key, while the board does not have the focus.
    browser.click_target("h2");
    browser.expect_text("Silver fires…");
    browser.keys("n");
    browser.expect_text("Red to move");
    // A click on a piece of the player who has just moved.
    browser.play("d7c7");
    browser.expect_text("Red fires…");
    browser.click_cell("c7");
    browser.expect_text("Silver to move");
    assert_eq!((selected(&browser), browser.moves().len()), (vec![], 4));
    // A typed move ends the animation before it.
    browser.play("h2g2");
    browser.expect_text("Silver fires…");
    let field = browser.find("textbox", "Move or command");
    browser.type_into(&field, &format!("c7d7{ENTER}"));
    browser.expect_text("Red fires…");
    browser.expect_moves(6);
    // Enter on a piece of the player who moves next.
    browser.script("page.all('[data-square=g2][role=gridcell]')[0].focus()", json!([]));
    browser.keys(ENTER);
    browser.wait("a selected piece", || (selected(&browser) == ["g2"]).then_some(()));
    browser.expect_game(&["h2g2", "c7d7", "g2h2", "d7c7", "h2g2", "c7d7"]);
    assert_eq!(browser.moves().len(), 6);
}
