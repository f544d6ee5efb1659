//! Notes: comments, marks, drawings and variations of a game, from a file and back into one.

use crate::browser::{Browser, Options};
use crate::page::TWO_PEOPLE;
use serde_json::json;
use std::fs;

/// Everything that KGN can hold besides the moves, as the program writes it.
const NOTES: &str = "{[%csl Ga4] before} 1. h2g2 $1 {+0.35/12 mistake, 9.0 % lost; [%csl Rg2][%cal Yh2g2,Bc7d7] look} ({or} 1. h2h3 $5 c7d7 \
    (1... c7c6 {deep}) 2. f4+) 1... c7d7 2. g2h2 *";

/// Returns the moves of a text of KGN, in one line.
fn moves(kgn: &str) -> String {
    kgn.split_once("\n\n").expect("moves").1.trim_end().replace('\n', " ")
}

/// Records what the page saves.
pub const RECORD: &str = "window.saved = null;
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return create(blob); };";

/// Presses a button that saves a file, and returns the file. The page must run [`RECORD`] before.
pub fn save(browser: &Browser, button: &str) -> String {
    browser.script("window.saved = null", json!([]));
    browser.press(button);
    browser.wait("the file", || browser.script("return window.saved", json!([])).as_str().map(str::to_owned))
}

#[test]
fn all_notes_of_a_file_are_shown_edited_and_written() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("notes.kgn");
    fs::write(&file, format!("[RuleSet \"khet2\"]\n[SetUp \"classic\"]\n\n{NOTES}\n")).expect("a file");
    browser.press("Review");
    browser.expect_panel("Review");
    let field = browser.wait("the field", || {
        let field = browser.script("return document.querySelector('input[type=file]')", json!([]));
        (!field.is_null()).then_some(field)
    });
    browser.choose_file(&field, &file);
    browser.expect_moves(3);
    browser.script(RECORD, json!([]));
    assert_eq!(moves(&save(&browser, "Save as KGN")), NOTES);
    let shown = "return page.all('#moves .comment, .comment').map((one) => one.innerText)";
    let shown = browser.script(shown, json!([]));
    assert_eq!(shown, json!(["before", "look", "or", "deep"]));
    // Within a variation, only moves of Silver and those after a comment or other moves have a number.
    let numbers = "return [...document.querySelectorAll('#moves .variations .move')].map((one) => one.dataset.number + one.innerText.trim())";
    assert_eq!(browser.script(numbers, json!([])), json!(["1.h2h3 !?", "c7d7", "1…c7c6", "2.f4↻"]));
    let drawn = || browser.script("return [page.all('.ring').length, page.all('.arrow.pen').length]", json!([]));
    assert_eq!(drawn(), json!([1, 0]));

    // The first move of the game: another text and mark, without drawings.
    browser.press(&browser.moves()[0]);
    browser.wait("the drawings", || (drawn() == json!([1, 2])).then_some(()));
    // The notes open below the move, and the focus stays in them while they are typed.
    browser.script("document.getElementById('notes').open = true", json!([]));
    let above =
        "return document.getElementById('notes').closest('#moves > li')?.previousElementSibling.innerText.trim()";
    browser.wait("the notes below the move", || (browser.script(above, json!([])) == "h2g2 !").then_some(()));
    browser.fill("textbox", "Comment on h2g2", "a fine  move");
    assert_eq!(browser.focus().1, "Comment on h2g2");
    browser.press("good move");
    browser.press("brilliant move");
    browser.press("Clear drawings");
    assert_eq!(drawn(), json!([0, 0]));
    // A square and an arrow by the right button.
    for [from, to] in [["a4", "a4"], ["h2", "g3"]] {
        browser.drag_with_the_right_button(from, to);
    }
    browser.wait("the drawings", || (drawn() == json!([1, 1])).then_some(()));
    let expected =
        NOTES.replace("$1", "$3").replace("[%csl Rg2][%cal Yh2g2,Bc7d7] look", "[%csl Ga4][%cal Gh2g3] a fine move");
    assert_eq!(moves(&save(&browser, "Save as KGN")), expected);
    // A reload keeps them.
    browser.reload();
    browser.expect_moves(3);
    browser.script(RECORD, json!([]));
    assert_eq!(moves(&save(&browser, "Save as KGN")), expected);
}

#[test]
fn a_button_to_draw_that_is_hidden_keeps_no_piece_from_moving() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.script("document.getElementById('notes').open = true", json!([]));
    browser.press("Draw");
    browser.click_cell("h2");
    browser.wait("the ring", || (browser.script("return page.all('.ring').length", json!([])) == 1).then_some(()));
    // During a game there are no notes.
    browser.new_game(&TWO_PEOPLE);
    browser.play("h2g2");
    browser.expect_game(&["h2g2"]);
}
