//! Where a beam can get with one move: frames and tints as the second implementation counts them, the moves of a square and their
//! previews, the words, the keyboard alone, and where it is hidden.

use crate::browser::{Browser, Options};
use crate::clean_room::light::{Shot, fire};
use crate::clean_room::pieces::Colour;
use crate::clean_room::position::Position;
use crate::clean_room::squares::Square;
use crate::input::{ENTER, LEFT};
use crate::page::texts;
use crate::support::CLASSIC;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The name of the button and of the lesson.
const NAME: &str = "Where can it get?";
/// A position with Eyes. A rotation of Silver's Eye on f4 hits two pieces of Red.
const DENSE: &str = "x3S23p3k1p2P3/2a33a3p22/9P4/p42e21s1P43/p23S1E23P3/3p26/2P4A13A12/p1P41KP13s2X1 s khet2 4 3";
/// One move of Silver hits f2.
const ONE_HIT: &str = "x33k5/////4p2P31a21P3/5p34/1K4P22X1 s khet2 0 1";
/// One move of Red hits Silver's Pharaoh on d5, and it is Silver's turn.
const RED_HITS: &str = "x33k5//p19/3KA25/3P36/3p36//9X1 s khet2 0 1";
const ESCAPE: &str = "\u{1b}";

/// Returns the tinted squares and the frames of pieces on the board, each with its number.
const DRAWN: &str = r"
const at = (mark) => {
  const box = mark.getBoundingClientRect(), [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return mark.getRootNode().elementsFromPoint(x, y).find((one) => one.role === 'gridcell')?.ariaLabel.slice(0, 2);
};
return [page.all('.tint').map(at), page.all('.reached:not(.own)').map((one) => [at(one.querySelector('.edge')), one.textContent])];
";

/// Returns the tinted squares, and the opponent's pieces that can be hit, each with the number of moves, as the second implementation
/// counts them.
fn expected(kfen: &str, colour: Colour) -> (BTreeSet<String>, BTreeMap<String, String>) {
    let position = Position { side: colour, ..Position::from_kfen(kfen).expect("a position") };
    let standing = fire(&mut position.board.clone(), position.rule_set, colour);
    let shots: Vec<Shot> = position.actions().iter().map(|action| position.preview(action).1).collect();
    let is_lit = |shot: &Shot, square: Square| shot.path[square.index()].contains(&true);
    let tinted =
        Square::all().filter(|&square| !is_lit(&standing, square) && shots.iter().any(|shot| is_lit(shot, square)));
    let mut hits = BTreeMap::<String, usize>::new();
    for hit in shots.iter().flat_map(|shot| &shot.hits).filter(|hit| hit.piece.colour != colour) {
        *hits.entry(hit.square.to_string()).or_default() += 1;
    }
    let frames = hits.into_iter().map(|(square, moves)| (square, moves.to_string())).collect();
    (tinted.map(|square| square.to_string()).collect(), frames)
}

/// Returns what the board shows.
fn drawn(browser: &Browser) -> (BTreeSet<String>, BTreeMap<String, String>) {
    let drawn = browser.script(DRAWN, json!([]));
    let frames = drawn[1].as_array().expect("a list").iter().map(texts);
    (texts(&drawn[0]).into_iter().collect(), frames.map(|one| (one[0].clone(), one[1].clone())).collect())
}

/// Waits until the board shows where a player's beam can get.
fn expect_reach(browser: &Browser, kfen: &str, colour: Colour) {
    let expected = expected(kfen, colour);
    browser.wait(&format!("{expected:?}"), || (drawn(browser) == expected).then_some(()));
}

/// Waits until the board shows it no longer.
fn expect_none(browser: &Browser) {
    browser.wait("no marks", || (drawn(browser) == Default::default()).then_some(()));
    browser.expect_none("heading", "Where can Silver’s beam get?");
}

/// Presses the key, whose script is loaded after the start of the page.
fn press_key(browser: &Browser) {
    browser.expect_complete();
    browser.keys("l");
}

/// Returns the texts of the listed moves.
fn listed(browser: &Browser) -> Vec<String> {
    texts(&browser.script(
        "return [...document.querySelectorAll('#reach-moves button')].map((one) => one.textContent)",
        json!([]),
    ))
}

/// Waits until these moves are listed.
fn expect_listed(browser: &Browser, moves: &[&str]) {
    browser.wait(&format!("the moves {moves:?}"), || (listed(browser) == moves).then_some(()));
}

/// Returns the number of previewed beams.
fn previews(browser: &Browser) -> Value {
    browser.script("return page.all('.beam.preview').length", json!([]))
}

#[test]
fn a_press_shows_silver_the_next_red_and_a_third_none() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    for kfen in [DENSE, CLASSIC] {
        browser.open_position(kfen);
        browser.press(NAME);
        expect_reach(&browser, kfen, Colour::Silver);
        assert_eq!(browser.attribute(&browser.find("button", NAME), "aria-pressed").as_deref(), Some("true"));
        browser.find("heading", "Where can Silver’s beam get?");
        press_key(&browser);
        expect_reach(&browser, kfen, Colour::Red);
        browser.find("heading", "Where can Red’s beam get?");
        browser.press(NAME);
        expect_none(&browser);
        browser.expect_announcement("Where beams can get is no longer shown.");
    }
}

#[test]
fn it_follows_the_game_and_the_view() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.open_position(ONE_HIT);
    browser.press(NAME);
    browser.expect_announcement("Silver can hit Pyramid f2 (1 move). Silver could hit its own Pyramid j3 (1 move).");
    expect_reach(&browser, ONE_HIT, Colour::Silver);
    let note = |square: &str| browser.attribute(&browser.cell(square), "aria-description");
    assert_eq!(note("f2").as_deref(), Some("1 move can light it, 1 can hit it"));
    assert_eq!(note("e3"), None);
    browser.press("Flip board");
    expect_reach(&browser, ONE_HIT, Colour::Silver);
    browser.play("b1c1");
    expect_reach(&browser, &crate::page::after(ONE_HIT, &["b1c1"]), Colour::Silver);
    // Letters in a field are no keys.
    browser.type_into(&browser.find("textbox", "Move or command"), "l");
    browser.find("heading", "Where can Silver’s beam get?");
}

#[test]
fn a_square_lists_its_moves_and_a_move_previews_its_shot() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.open_position(DENSE);
    browser.press(NAME);
    expect_reach(&browser, DENSE, Colour::Silver);
    browser.mouse("d3");
    expect_listed(&browser, &["f4↻ ×a5 ×d3", "j4j3"]);
    browser.expect_text("d3: 2 moves can light it, 1 can hit it.");
    // A click keeps the list while the pointer leads elsewhere.
    browser.click_cell("a5");
    browser.mouse("e7");
    browser.expect_text("a5: 1 move can light it");
    browser.press("f4↻ ×a5 ×d3: silver eye f4 rotates, hits red pyramid on a5 and red pyramid on d3");
    browser.wait("the shot", || (previews(&browser) == 1).then_some(()));
    browser.expect_text("Silver eye f4 rotates, hits red pyramid on a5 and red pyramid on d3");
    browser.mouse_over(&browser.find("heading", "Khepri"));
    assert_eq!(previews(&browser), 1);
    assert_eq!(browser.moves(), [""; 0]);
    browser.press(NAME);
    expect_reach(&browser, DENSE, Colour::Red);
    assert_eq!(previews(&browser), 0);
    // The moves of the other player have previews too.
    browser.open_position(RED_HITS);
    for _ in 0..2 {
        browser.press(NAME);
    }
    expect_reach(&browser, RED_HITS, Colour::Red);
    browser.click_cell("d5");
    browser.press("a6a5 ×d5: red pyramid a6 to a5, hits silver pharaoh on d5");
    browser.wait("the shot", || {
        (browser.script("return page.all('.beam.red.preview').length", json!([])) == 1).then_some(())
    });
    browser.expect_text("Red pyramid a6 to a5, hits silver pharaoh on d5");
}

#[test]
fn the_keyboard_reaches_the_moves_of_a_square() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.open_position(ONE_HIT);
    press_key(&browser);
    expect_reach(&browser, ONE_HIT, Colour::Silver);
    browser.script("page.one('[role=gridcell][data-square=g2]').focus()", json!([]));
    browser.keys(LEFT);
    assert_eq!(browser.focus().1, "f2, red pyramid facing south-west");
    expect_listed(&browser, &["j3j2 ×f2"]);
    browser.keys(ENTER);
    let name = "j3j2 ×f2: silver pyramid j3 to j2, hits red pyramid on f2";
    assert_eq!(browser.focus(), ("button".to_owned(), name.to_owned()));
    browser.expect_announcement("Silver pyramid j3 to j2, hits red pyramid on f2");
    browser.wait("the shot", || (previews(&browser) == 1).then_some(()));
    browser.keys(ESCAPE);
    assert_eq!(browser.focus().1, "f2, red pyramid facing south-west");
    browser.wait("no shot", || (previews(&browser) == 0).then_some(()));
    assert_eq!(browser.moves(), [""; 0]);
}

#[test]
fn it_marks_a_game_against_an_opponent() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.new_game(&[("Game", "Against the engine"), ("Opponent", "Pip, 500"), ("Colour", "Red")]);
    browser.expect_text("Your move: you play Red.");
    let tag = || {
        browser.script_with_key(
            "return JSON.parse(localStorage.getItem(`${KEY}game`)).game.tags.Assisted ?? ''",
            json!([]),
        )
    };
    assert_eq!(tag(), "");
    press_key(&browser);
    browser.find("heading", "Where can Red’s beam get?");
    browser.wait("the mark", || (tag() == "reach").then_some(()));
    // The next game begins without it.
    browser.new_game(&[("Colour", "Silver")]);
    browser.expect_text("Your move: you play Silver.");
    expect_none(&browser);
    assert_eq!(tag(), "");
}

/// Checks that neither the button nor the key shows where beams can get.
fn expect_hidden(browser: &Browser) {
    browser
        .wait("a button that cannot be pressed", || (!browser.is_enabled(&browser.find("button", NAME))).then_some(()));
    browser.script("document.activeElement.blur()", json!([]));
    press_key(browser);
    browser.expect_text("Where beams can get is hidden here.");
    assert_eq!(drawn(browser), Default::default());
}

#[test]
fn the_editor_hides_it() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.press(NAME);
    expect_reach(&browser, CLASSIC, Colour::Silver);
    browser.open_panel("Editor");
    expect_hidden(&browser);
}

#[test]
fn a_puzzle_hides_it() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.press(NAME);
    expect_reach(&browser, CLASSIC, Colour::Silver);
    browser.open_panel("Puzzles");
    browser.expect_text(" to move: ");
    expect_hidden(&browser);
}

#[test]
fn a_table_hides_it() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.press(NAME);
    expect_reach(&browser, CLASSIC, Colour::Silver);
    browser.new_game(&[("Game", "Two people"), ("Board", "At a table: turns, no previews")]);
    browser.expect_text("At a table its shot is not shown before you fire.");
    expect_hidden(&browser);
}
