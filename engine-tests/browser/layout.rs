//! Layout: sizes, contrast, overlap, and the keyboard focus.

use crate::browser::{Browser, Options};
use crate::input::{ENTER, LEFT};
use serde_json::json;

/// Returns the contrast between the text and the background of an element, as WCAG 2 defines it.
const CONTRAST: &str = r"
const style = getComputedStyle(arguments[0]);
const light = (colour) => {
  const parts = colour.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
};
const [one, other] = [light(style.color), light(style.backgroundColor)];
return Math.max(one, other) / Math.min(one, other);
";

/// Returns the names of the controls that an element covers at least in part.
const COVERED: &str = r"
const box = arguments[0].getBoundingClientRect();
return page.all('button, select, input, [role=gridcell]').filter((one) => {
  if (!one.checkVisibility() || arguments[0].contains(one)) return false;
  const other = one.getBoundingClientRect();
  return other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top;
}).map((one) => one.ariaLabel ?? one.textContent);
";

#[test]
fn the_current_move_is_readable_while_the_mouse_is_over_it() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    let [name] = &browser.moves()[..] else { panic!("one move") };
    let button = browser.find("button", name);
    assert_eq!(browser.attribute(&button, "aria-current").as_deref(), Some("true"));
    browser.mouse_over(&button, "");
    assert_eq!(browser.script("return arguments[0].matches(':hover')", json!([button])), true);
    let contrast = browser.script(CONTRAST, json!([button]));
    assert!(contrast.as_f64().is_some_and(|contrast| contrast >= 4.5), "{contrast}");
}

#[test]
fn the_size_of_the_board_changes_gradually_with_the_window() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let width = |width: u32, height: u32| {
        browser.resize(width, height);
        let size = browser.script("return page.one('[role=grid]').getBoundingClientRect().width", json!([]));
        size.as_f64().expect("a width")
    };
    for height in [650, 1000] {
        let sizes: Vec<f64> = (600..=1300).step_by(10).chain([860, 861]).map(|window| width(window, height)).collect();
        for (at, pair) in sizes.windows(2).take(sizes.len() - 3).enumerate() {
            assert!((pair[0] - pair[1]).abs() < 60.0, "{pair:?} at {} × {height}", 600 + 10 * at);
        }
        assert!((sizes[sizes.len() - 2] - sizes[sizes.len() - 1]).abs() < 4.0, "{sizes:?}");
    }
}

#[test]
fn messages_cover_no_control() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.new_game(&[("Game", "Two people")]);
    browser.play("h2g2");
    browser.press("Resign");
    browser.find("button", "Undo");
    for (width, height) in [(1366, 768), (1366, 650), (1024, 768), (861, 1000), (390, 844), (844, 390)] {
        browser.resize(width, height);
        let messages = browser.script("return [...document.querySelectorAll('[role=status] > div')]", json!([]));
        let messages = messages.as_array().expect("messages").clone();
        assert!(!messages.is_empty());
        for message in messages {
            let covered = browser.script(COVERED, json!([message]));
            assert_eq!(covered, json!([]), "{width} × {height}");
        }
    }
}

#[test]
fn the_focus_goes_to_the_board_and_arrows_step_through_the_game() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.open_form();
    browser.choose("Game", "Two people");
    let start = browser.find("button", "Start game");
    browser.script("arguments[0].focus()", json!([start]));
    browser.keys(&[ENTER]);
    browser.wait("the end of the form", || browser.query("dialog", "New game").is_none().then_some(()));
    assert_eq!(browser.focus().0, "gridcell");
    // After a move by mouse, also a rotation, the arrow keys step through the game.
    browser.play("h2g2");
    browser.play("c7+");
    browser.expect_game(&["h2g2", "c7+"]);
    browser.keys(&[LEFT]);
    browser.expect_game(&["h2g2"]);
    browser.keys(&[LEFT]);
    browser.expect_game(&[]);
}
