//! Analysis and puzzles: lines that can be played out, the threat, puzzles that are solved and failed.

use crate::browser::{Browser, Options};
use crate::clean_room::game::Game;
use crate::input::LEFT;
use crate::page::{after, cell_names};
use crate::support::Engine;
use serde_json::json;

/// The second puzzle of Khet 2.0 with a win in one move. Red's only one is b5b6, and e6d7 hits Red's own Pharaoh.
const WIN_IN_1: &str = "x32p3a35/4kp24/1p12p35/1s21S16/1S18/9P4/p13s24P3/1P41K5X1 r khet2 1 50";

/// The file of the puzzles of Khet 2.0.
const PUZZLES: &str = include_str!("../../positions/tactics/khet2.txt");

/// Returns the positions of the puzzles with a win in a number of moves.
fn puzzles(moves: u32) -> Vec<&'static str> {
    let ending = format!(" ; mate {moves}");
    PUZZLES.lines().filter_map(|line| line.strip_suffix(&ending)).collect()
}

#[test]
fn a_line_of_the_analysis_is_previewed_with_the_focus_and_can_be_played_out() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.open_position(WIN_IN_1);
    browser.press("Analyse");
    browser.choose("Lines", "1");
    let previews = || browser.script("return page.all('.beam.preview').length", json!([]));
    let first = browser.find("button", "Walk to b5b6");
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
    browser.press("Walk to b5b6");
    browser.expect_board(&after(WIN_IN_1, &["b5b6"]));
    browser.expect_text("Red wins: the Pharaoh is hit");
    assert_eq!(browser.moves().len(), 1);
    // Back at the analysed position, the move is still in the tree.
    browser.keys(&[LEFT]);
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
        browser.mouse_over(&rotation, "");
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

#[test]
fn solved_and_failed_puzzles_are_recorded() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let all = puzzles(1);
    assert_eq!(all[1], WIN_IN_1);
    browser.play("h2g2");
    browser.press("Puzzles");
    browser.choose("Win in", "1 move");
    browser.press("Puzzle 2, win in 1 move");
    browser.expect_board(WIN_IN_1);
    browser.expect_text("Red wins in 1 move.");
    // A wrong move is taken back after a moment.
    browser.select_piece("e6");
    browser.click_target("d7");
    browser.expect_text("Try another move.");
    browser.expect_board(WIN_IN_1);
    browser.play("b5b6");
    browser.expect_text("That is the win.");

    browser.press("Next puzzle");
    browser.press("Puzzle 1, win in 1 move");
    browser.expect_board(all[0]);
    browser.play("d4c3");
    browser.expect_text("Solved!");
    let tally = format!("1 of {} solved, 1 failed", all.len());
    browser.expect_text(&tally);

    // The player's own game returns.
    browser.press("Close Puzzles");
    browser.expect_game(&["h2g2"]);
    browser.reload();
    browser.expect_game(&["h2g2"]);
    browser.press("Puzzles");
    browser.expect_text(&tally);
}

#[test]
fn a_puzzle_of_two_moves_has_a_reply_of_the_opponent() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let kfen = puzzles(2)[0];
    let first = Engine::at(kfen).go("go mate 2").best;
    browser.press("Puzzles");
    browser.choose("Win in", "2 moves");
    browser.press("Puzzle 1, win in 2 moves");
    browser.expect_board(kfen);
    browser.play(&first);
    browser.expect_text("One move more.");
    let replies = Game::from_kfen(&after(kfen, &[&first])).expect("a position");
    let after_reply = browser.wait("a reply", || {
        let shown = browser.cells();
        let mut replies = replies.actions().into_iter().map(|action| after(kfen, &[&first, &action.text()]));
        replies.find(|reply| cell_names(reply) == shown)
    });
    let last = Game::from_kfen(&after_reply).expect("a position");
    let win = last.actions().into_iter().find(|action| last.preview(action).0.outcome().is_some()).expect("a win");
    browser.play(&win.text());
    browser.expect_text("Solved!");
}
