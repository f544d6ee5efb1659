//! Ways to move: pointing shows the beam of a move first, then drag, keys alone, and fingers on a phone.

use crate::browser::{Browser, Look};
use crate::clean_room::game::Game;
use crate::clean_room::squares::{Direction, Square};
use crate::page::texts;
use crate::roles::Element;
use crate::support::CLASSIC;
use hyper::http::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Positions in which the Eyes of both players split light, and moves there that hit two pieces.
const SPLIT: [(&str, &str); 2] = [
    ("x3S21a31p3k1p2P3/6a3p22/4s11P43/p13e24P4/p23S1E23P3/3p23A12/2P4A16/p1P41K4s2X1 s khet2 0 3", "e4f3"),
    ("x3S23p3k1p2P3/2a33a3p22/9P4/p42e21s1P43/p23S1E23P3/3p26/2P4A13A12/p1P41KP13s2X1 s khet2 4 3", "f4+"),
];
// Keys, as WebDriver writes them.
const TAB: &str = "\u{e004}";
/// The key that chooses.
pub const ENTER: &str = "\u{e007}";
const ESCAPE: &str = "\u{e00c}";
/// The arrow to the left.
pub const LEFT: &str = "\u{e012}";
const UP: &str = "\u{e013}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";

/// Returns the squares that the beam of a preview touches, and those with the mark of a hit, as they are drawn.
const DRAWN: &str = r"
const beam = document.querySelector('khet-board .beam.preview');
if (!beam) return null;
const under = (x, y) => document.elementsFromPoint(x, y).find((one) => one.role === 'gridcell')?.ariaLabel.slice(0, 2);
const path = beam.querySelector('path.ray'), toScreen = path.getScreenCTM(), length = path.getTotalLength();
const squares = new Set();
for (let at = 1; at < length; at += 4) {
  const point = path.getPointAtLength(at).matrixTransform(toScreen);
  squares.add(under(point.x, point.y));
}
const hits = [...beam.querySelectorAll('.hit rect')].map((mark) => {
  const box = mark.getBoundingClientRect();
  return under(box.x + box.width / 2, box.y + box.height / 2);
});
return [[...squares].filter(Boolean), hits];
";

impl Browser {
    /// Moves the mouse to the middle of a square, and presses or releases its button there.
    pub fn mouse(&self, square: &str, then: &str) {
        self.mouse_over(&self.cell(square), then);
    }

    pub fn mouse_over(&self, element: &Element, then: &str) {
        let origin = element.argument();
        let mut steps = vec![json!({ "type": "pointerMove", "duration": 0, "origin": origin, "x": 0, "y": 0 })];
        if !then.is_empty() {
            steps.push(json!({ "type": then, "button": 0 }));
        }
        self.act(json!({ "type": "pointer", "id": "mouse", "actions": steps }));
    }

    /// Presses keys one after the other.
    pub fn keys(&self, keys: &[&str]) {
        let steps: Vec<Value> = keys
            .iter()
            .flat_map(|key| [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })])
            .collect();
        self.act(json!({ "type": "key", "id": "keys", "actions": steps }));
    }

    fn act(&self, source: Value) {
        // An element that the page is about to show has no place yet.
        let actions = json!({ "actions": [source] });
        self.wait("an action that can be done", || self.ask(Method::POST, "actions", actions.clone()).ok());
    }

    /// Returns the role and the name of the element with the focus.
    pub fn focus(&self) -> (String, String) {
        self.computed(&self.script("return document.activeElement", json!([])).into())
    }
}

/// Returns the squares that light touches after a move, the laser's among them, and those with a hit.
fn light(kfen: &str, text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let game = Game::from_kfen(kfen).expect("a position");
    let shot = game.preview(&game.action(text).expect("a move")).1;
    let entered = Square::all().filter(|square| Direction::ALL.iter().any(|flight| shot.enters(*square, *flight)));
    let laser = if kfen.contains(" s ") { "j1" } else { "a8" };
    let touched = entered.map(|square| square.to_string()).chain([laser.to_owned()]);
    (touched.collect(), shot.hits.iter().map(|hit| hit.square.to_string()).collect())
}

/// Waits until the beam of a move is drawn, and the words below the board name what it hits.
fn expect_preview(browser: &Browser, kfen: &str, text: &str) {
    let (touched, hits) = light(kfen, text);
    browser.wait(&format!("the beam of {text} through {touched:?} with hits on {hits:?}"), || {
        let drawn = browser.script(DRAWN, json!([]));
        let set = |list: &Value| texts(list).into_iter().collect::<BTreeSet<String>>();
        (!drawn.is_null() && set(&drawn[0]) == touched && set(&drawn[1]) == hits).then_some(())
    });
    for hit in &hits {
        browser.sees(&format!(" on {hit}"));
    }
    if hits.is_empty() {
        browser.sees("hits nothing");
    }
    // The board that is named is still the one before the move.
    browser.expect_board(kfen);
}

#[test]
fn pointing_at_a_move_draws_its_beam_and_hits() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    for (kfen, text) in SPLIT {
        browser.go(&format!("/#kfen={}", kfen.replace(' ', "%20")));
        browser.expect_board(kfen);
        browser.take_up(&text[..2]);
        match &text[2..] {
            "+" => browser.mouse_over(&browser.find("button", "Rotate clockwise"), ""),
            square => browser.mouse(square, ""),
        }
        assert_eq!(light(kfen, text).1.len(), 2);
        expect_preview(&browser, kfen, text);
    }
    // Elsewhere the board is as it was.
    browser.keys(&[ESCAPE]);
    browser.mouse("b3", "");
    browser.wait("no preview", || browser.script(DRAWN, json!([])).is_null().then_some(()));
    assert_eq!(browser.moves(), [""; 0]);
}

#[test]
fn a_piece_can_be_dragged() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    let mut game = Game::from_kfen(CLASSIC).expect("a set-up");
    browser.wait("a board that can be played on", || browser.attribute(&browser.cell("h2"), "aria-selected"));
    browser.mouse("h2", "pointerDown");
    browser.mouse("h3", "");
    browser.mouse("g2", "");
    expect_preview(&browser, CLASSIC, "h2g2");
    browser.mouse("g2", "pointerUp");
    game.apply(&game.action("h2g2").expect("a move"));
    browser.expect_board(&game.to_kfen());
    assert_eq!(browser.moves().len(), 1);
}

#[test]
fn keys_alone_are_enough() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    let mut game = Game::from_kfen(CLASSIC).expect("a set-up");
    browser.wait("a board that can be played on", || browser.attribute(&browser.cell("h2"), "aria-selected"));
    for _ in 0..40 {
        if browser.focus().0 == "gridcell" {
            break;
        }
        browser.keys(&[TAB]);
    }
    assert_eq!(browser.focus(), ("gridcell".to_owned(), "e1, silver pharaoh".to_owned()));
    browser.keys(&[RIGHT, RIGHT, RIGHT, UP, ENTER]);
    assert_eq!(browser.focus().1, "h2, silver pyramid facing north-east");
    browser.keys(&[LEFT]);
    browser.hears("Silver pyramid h2 to g2, hits nothing");
    browser.keys(&[ENTER]);
    game.apply(&game.action("h2g2").expect("a move"));
    browser.expect_board(&game.to_kfen());
    // Red's answer is a rotation.
    browser.wait("Red's turn", || browser.attribute(&browser.cell("c7"), "aria-selected"));
    let from_g2 = [vec![UP; 5], vec![LEFT; 4]].concat();
    browser.keys(&from_g2);
    assert_eq!(browser.focus().1, "c7, red pyramid facing south-west");
    // A rotation is shown first, and the other one in its place.
    browser.keys(&["q"]);
    browser.hears("Red pyramid c7 rotates anticlockwise, hits ");
    browser.keys(&["e"]);
    browser.hears("Red pyramid c7 rotates clockwise, hits nothing. Enter to fire");
    assert_eq!(browser.moves().len(), 1);
    browser.keys(&[ENTER]);
    game.apply(&game.action("c7+").expect("a move"));
    browser.expect_board(&game.to_kfen());
    browser.keys(&[DOWN]);
    assert_eq!(browser.focus().1, "c6, empty");
}

#[test]
fn a_phone_shows_the_whole_board_and_asks_before_it_fires() {
    const SIZES: &str = "const box = document.querySelector('[role=grid]').getBoundingClientRect();
        return [innerWidth, innerHeight, document.scrollingElement.scrollWidth, box.left, box.top, box.right, box.bottom]";
    let look = Look { phone: Some((390, 844)), ..Look::default() };
    let Some(browser) = Browser::open(&look) else { return };
    browser.expect_board(CLASSIC);
    let sizes = |what: &str| {
        let sizes = browser.script(SIZES, json!([]));
        let sizes: Vec<f64> = sizes.as_array().expect("a list").iter().filter_map(Value::as_f64).collect();
        let [width, height, wanted, left, top, right, bottom] = sizes[..] else { panic!("{sizes:?}") };
        assert_eq!((width, height), (390.0, 844.0), "{what}");
        assert!(wanted <= width, "{what}: it can be scrolled to the right by {}", wanted - width);
        assert!(left >= 0.0 && right <= width, "{what}: the board is from {left} to {right}");
        (top, bottom)
    };
    let (top, bottom) = sizes("the start");
    assert!(top >= 0.0 && bottom <= 844.0, "the board is from {top} to {bottom}");

    // The first touch shows the shot, the second fires.
    browser.take_up("h2");
    browser.put_down("g2");
    browser.sees("Tap again to fire");
    assert_eq!(browser.moves(), [""; 0]);
    browser.put_down("g2");
    let mut game = Game::from_kfen(CLASSIC).expect("a set-up");
    game.apply(&game.action("h2g2").expect("a move"));
    browser.expect_board(&game.to_kfen());

    for panel in ["Analyse", "Review", "Edit position", "Puzzles"] {
        browser.press(panel);
        browser.find("button", &format!("Close {panel}"));
        sizes(panel);
    }
    browser.open_form();
    sizes("New game");
}
