//! Analysis: lines that can be played out, and the threat.

use crate::browser::{Browser, Options};
use crate::input::LEFT;
use crate::page::after;
use serde_json::json;

/// Red wins in one move. The only one is b5b6, and e6d7 hits Red's own Pharaoh.
const WIN_IN_1: &str = "x32p3a35/4kp24/1p12p35/1s21S16/1S18/9P4/p13s24P3/1P41K5X1 r khet2 1 50";

#[test]
fn a_line_of_the_analysis_is_previewed_with_the_focus_and_can_be_played_out() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.open_position(WIN_IN_1);
    browser.press("Analyse");
    browser.choose("Lines", "1");
    let previews = || browser.script("return page.all('.beam.preview').length", json!([]));
    // The name has the hits as soon as they are known.
    let first = browser.find("button", "Walk to b5b6 ×d1");
    browser.script("arguments[0].focus({focusVisible: true})", json!([first]));
    browser.expect_text("After 1 move: b5b6 hits ");
    assert_eq!(previews(), 1);
    browser.script("document.activeElement.blur()", json!([]));
    browser.expect_text("Red to move");
    assert_eq!((previews(), browser.moves().len()), (json!(0), 0));
    browser.wait("the score of a win in one move", || {
        let meter = browser.query("meter", "Evaluation")?;
        (browser.attribute(&meter, "aria-valuetext")? == "-M1 for Silver").then_some(())
    });
    browser.press("Threat");
    browser.expect_text("Threat: ");
    browser.press("Walk to b5b6 ×d1");
    browser.expect_board(&after(WIN_IN_1, &["b5b6"]));
    browser.expect_text("Red wins: the Pharaoh is hit");
    assert_eq!(browser.moves().len(), 1);
    // Back at the analysed position, the move is still in the tree.
    browser.keys(LEFT);
    browser.expect_board(WIN_IN_1);
    assert_eq!(browser.moves().len(), 1);
}

/// Red wins by e8+, which also hits Red's own Anubis.
const WIN_WITH_A_LOSS: &str = "x33a3ka33/p12p31p24//6p22P4/p27P41/5s1E23/3e1P41S12P3/3K5X1 r khet2 1 29";

#[test]
fn lines_show_captures_and_a_winning_preview_is_not_a_warning() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.open_position(WIN_WITH_A_LOSS);
    let text =
        "Red anubis e8 rotates clockwise, hits silver pharaoh on d1 and red anubis on e8, a piece of its own. Red wins";
    // Returns whether a line of text has the colour of warnings; null without the line.
    const IS_WARNING: &str =
        "const line = [...document.querySelectorAll('p')].find((one) => one.innerText.startsWith(arguments[0]));
        if (!line) return null;
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = 'var(--warn)';
        const same = getComputedStyle(line).color === getComputedStyle(probe).color;
        probe.remove();
        return same";
    let is_warning = browser.wait("the text of the preview", || {
        // The page ends the selection when it redraws the position.
        let Some(rotation) = browser.query("button", "Rotate clockwise") else {
            return browser.try_click(&browser.cell("e8")).and(None);
        };
        browser.mouse_over(&rotation);
        Some(browser.script(IS_WARNING, json!([text]))).filter(|answer| !answer.is_null())
    });
    assert_eq!(is_warning, false);

    browser.press("Analyse");
    browser.choose("Lines", "1");
    browser.wait("a first move with its captures", || {
        let (_, button) = browser.all("button", "Walk to ").into_iter().next()?;
        let shown = browser.script("return arguments[0].innerText", json!([button]));
        shown.as_str()?.contains(" ×d1").then_some(())
    });
}
