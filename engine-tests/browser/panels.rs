//! Analysis and puzzles: lines that can be walked into, the threat, wins that are found and missed.

use crate::browser::{Browser, Look};
use crate::clean_room::game::Game;
use crate::hand::LEFT;
use crate::page::cell_names;
use crate::support::{CLASSIC, Engine};
use serde_json::json;

/// The second puzzle of Khet 2.0: Red's only win in one move is b5b6, and e6d7 hits Red's own Pharaoh.
const WIN_IN_1: &str = "x32p3a35/4kp24/1p12p35/1s21S16/1S18/9P4/p13s24P3/1P41K5X1 r khet2 1 50";

/// The puzzles of Khet 2.0, as lines of their file.
const PUZZLES: &str = include_str!("../../positions/tactics/khet2.txt");

/// Returns the positions of the puzzles with a win in a number of moves.
fn puzzles(moves: u32) -> Vec<&'static str> {
    let ending = format!(" ; mate {moves}");
    PUZZLES.lines().filter_map(|line| line.strip_suffix(&ending)).collect()
}

/// Returns the game after a move.
fn after(mut game: Game, text: &str) -> Game {
    let action = game.action(text).unwrap_or_else(|| panic!("{text} is a move in {}", game.to_kfen()));
    game.apply(&action);
    game
}

#[test]
fn a_line_of_the_analysis_can_be_walked_into() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    browser.go(&format!("/#kfen={}", WIN_IN_1.replace(' ', "%20")));
    browser.expect_board(WIN_IN_1);
    browser.press("Analyse");
    browser.choose("Lines", "1");
    browser.find("button", "Walk to b5b6");
    browser.wait("the score of a win in one move", || {
        let meter = browser.look_for("meter", "Evaluation")?;
        (browser.attribute(&meter, "aria-valuetext")? == "-M1 for Silver").then_some(())
    });
    browser.press("Threat");
    browser.sees("Threat: ");
    browser.press("Walk to b5b6");
    browser.expect_board(&after(Game::from_kfen(WIN_IN_1).expect("a position"), "b5b6").to_kfen());
    browser.sees("Red wins: the Pharaoh is hit");
    assert_eq!(browser.moves().len(), 1);
    // The way back leads to the position that was analysed, and the move stays in the tree.
    browser.keys(&[LEFT]);
    browser.expect_board(WIN_IN_1);
    assert_eq!(browser.moves().len(), 1);
}

#[test]
fn a_line_is_shown_on_the_board_while_its_move_has_the_focus() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    let previews = || browser.script("return document.querySelectorAll('.beam.preview').length", json!([]));
    browser.go(&format!("/#kfen={}", WIN_IN_1.replace(' ', "%20")));
    browser.expect_board(WIN_IN_1);
    browser.press("Analyse");
    browser.choose("Lines", "1");
    let first = browser.find("button", "Walk to b5b6");
    browser.script("arguments[0].focus({focusVisible: true})", json!([first.argument()]));
    browser.sees("After 1 move: b5b6 hits ");
    assert_eq!(previews(), 1);
    browser.script("document.activeElement.blur()", json!([]));
    browser.sees("Red to move");
    assert_eq!(previews(), 0);
    assert_eq!(browser.moves(), [""; 0]);
}

/// Red wins by e8+, which hits an Anubis of its own as well.
const WIN_WITH_A_LOSS: &str = "x33a3ka33/p12p31p24//6p22P4/p27P41/5s1E23/3e1P41S12P3/3K5X1 r khet2 1 29";

#[test]
fn lines_show_captures_and_a_win_is_no_warning() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    browser.go(&format!("/#kfen={}", WIN_WITH_A_LOSS.replace(' ', "%20")));
    browser.expect_board(WIN_WITH_A_LOSS);
    let words =
        "Red anubis e8 rotates clockwise, hits silver pharaoh on d1 and red anubis on e8, a piece of its own. Red wins";
    // The colour of a loss.
    const IS_WARNING: &str =
        "const line = [...document.querySelectorAll('p')].find((one) => one.innerText.startsWith(arguments[0]));
        if (!line) return null;
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = 'var(--warn)';
        const same = getComputedStyle(line).color === getComputedStyle(probe).color;
        probe.remove();
        return same";
    let is_warning = browser.wait("the words of the preview", || {
        // The page lets go of the piece if it has more to show.
        let Some(rotation) = browser.look_for("button", "Rotate clockwise") else {
            return browser.try_click(&browser.cell("e8")).and(None);
        };
        browser.mouse_over(&rotation, "");
        Some(browser.script(IS_WARNING, json!([words]))).filter(|answer| !answer.is_null())
    });
    assert_eq!(is_warning, false);

    browser.press("Analyse");
    browser.choose("Lines", "1");
    browser.wait("a first move with its captures", || {
        let (_, button) = browser.all("button", "Walk to ").into_iter().next()?;
        let text = browser.script("return arguments[0].innerText", json!([button.argument()]));
        text.as_str()?.contains(" ×d1").then_some(())
    });
}

#[test]
fn puzzles_tell_wins_from_other_moves_and_are_remembered() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    let all = puzzles(1);
    assert_eq!(all[1], WIN_IN_1);
    browser.play("h2g2");
    let own = after(Game::from_kfen(CLASSIC).expect("a set-up"), "h2g2").to_kfen();
    browser.press("Puzzles");
    browser.choose("Win in", "1 move");
    browser.press("Puzzle 2, win in 1 move");
    browser.expect_board(WIN_IN_1);
    browser.sees("Red wins in 1 move.");
    // The wrong move stays for a moment only.
    browser.take_up("e6");
    browser.put_down("d7");
    browser.sees("Try another move.");
    browser.expect_board(WIN_IN_1);
    browser.play("b5b6");
    browser.sees("That is the win.");

    browser.press("Next puzzle");
    browser.press("Puzzle 1, win in 1 move");
    browser.expect_board(all[0]);
    browser.play("d4c3");
    browser.sees("Solved!");
    let tally = format!("1 of {} solved, 1 failed", all.len());
    browser.sees(&tally);

    // The player's own game has waited.
    browser.press("Close Puzzles");
    browser.expect_board(&own);
    browser.reload();
    browser.expect_board(&own);
    browser.press("Puzzles");
    browser.sees(&tally);
}

#[test]
fn a_puzzle_of_two_moves_is_answered_with_resistance() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    let kfen = puzzles(2)[0];
    let first = Engine::at(kfen).go("go mate 2").best;
    browser.press("Puzzles");
    browser.choose("Win in", "2 moves");
    browser.press("Puzzle 1, win in 2 moves");
    browser.expect_board(kfen);
    browser.play(&first);
    browser.sees("One move more.");
    let game = after(Game::from_kfen(kfen).expect("a position"), &first);
    let answered = browser.wait("a reply", || {
        let shown = browser.cells();
        let mut replies = game.actions().into_iter().map(|action| after(game.clone(), &action.text()));
        replies.find(|reply| cell_names(&reply.to_kfen()) == shown)
    });
    let wins = |text: &String| after(answered.clone(), text).outcome().is_some();
    let last = answered.actions().iter().map(|action| action.text()).find(wins).expect("a win");
    browser.play(&last);
    browser.sees("Solved!");
}
