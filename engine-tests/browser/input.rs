//! Input on the board: the preview of a move that is pointed at, drags, the keyboard alone, and touches on a phone.

use crate::browser::{Browser, Options};
use crate::clean_room::game::Game;
use crate::clean_room::squares::{Direction, Square};
use crate::elements::Element;
use crate::page::texts;
use crate::support::CLASSIC;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Positions with Eyes of both players. Each has a move whose shot is split by at least one Eye and hits two pieces.
const SPLIT: [(&str, &str); 2] = [
    ("x3S21a31p3k1p2P3/6a3p22/4s11P43/p13e24P4/p23S1E23P3/3p23A12/2P4A16/p1P41K4s2X1 s khet2 0 3", "e4f3"),
    ("x3S23p3k1p2P3/2a33a3p22/9P4/p42e21s1P43/p23S1E23P3/3p26/2P4A13A12/p1P41KP13s2X1 s khet2 4 3", "f4+"),
];
const TAB: &str = "\t";
/// The Enter key.
pub const ENTER: &str = "\n";
const ESCAPE: &str = "\u{1b}";
/// The left arrow key.
pub const LEFT: &str = "←";
const UP: &str = "↑";
const RIGHT: &str = "→";
const DOWN: &str = "↓";

/// What points at the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointer {
    /// The mouse with its left button.
    Mouse,
    /// The mouse with its right button.
    RightButton,
    /// A finger.
    Touch,
}

/// A step of a pointer at a point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Moves to the point.
    Move,
    /// Moves to the point, and presses the button, or puts the finger down.
    Down,
    /// Moves to the point, and releases the button or lifts the finger.
    Up,
}

/// Returns the squares that the drawn beam of a preview crosses, and those with the mark of a hit.
const DRAWN: &str = r"
const beam = page.one('.beam.preview');
if (!beam) return null;
const under = (x, y) => beam.getRootNode().elementsFromPoint(x, y).find((one) => one.role === 'gridcell')?.ariaLabel.slice(0, 2);
const squares = new Set();
// The second half of a split beam has a path of its own.
for (const path of beam.querySelectorAll('path.ray')) {
  const toScreen = path.getScreenCTM(), length = path.getTotalLength();
  for (let at = 1; at < length; at += 4) {
    const point = path.getPointAtLength(at).matrixTransform(toScreen);
    squares.add(under(point.x, point.y));
  }
}
const hits = [...beam.querySelectorAll('.hit rect')].map((mark) => {
  const box = mark.getBoundingClientRect();
  return under(box.x + box.width / 2, box.y + box.height / 2);
});
return [[...squares].filter(Boolean), hits];
";

impl Browser {
    /// Moves the mouse to the centre of a square.
    pub fn mouse(&self, square: &str) {
        self.mouse_over(&self.cell(square));
    }

    /// Moves the mouse to the centre of an element.
    pub fn mouse_over(&self, element: &Element) {
        self.perform(Pointer::Mouse, &[(Step::Move, element)]);
    }

    /// Drags from one square to another with the right button.
    pub fn drag_with_the_right_button(&self, from: &str, to: &str) {
        let [from, to] = [from, to].map(|square| self.cell(square));
        let steps = [(Step::Move, &from), (Step::Down, &from), (Step::Move, &to), (Step::Up, &to)];
        self.perform(Pointer::RightButton, &steps);
    }

    /// Performs steps of a pointer at the centres of elements. Waits for the place of each, because an element that was just
    /// added may have none yet.
    pub fn perform(&self, pointer: Pointer, steps: &[(Step, &Element)]) {
        const PLACE: &str = "const [box] = arguments[0].getClientRects();
            if (!box) return null;
            const at = [box.left + box.width / 2, box.top + box.height / 2];
            return at.every((part) => part >= 0) && at[0] < innerWidth && at[1] < innerHeight ? at : null";
        for (step, element) in steps {
            let at = self.wait("the place of an element", || {
                let at = self.try_script(PLACE, json!([element])).ok()?;
                Some([at[0].as_f64()?, at[1].as_f64()?])
            });
            self.point(pointer, *step, at);
        }
    }

    /// Performs a step of a pointer at a point of the page.
    pub fn point(&self, pointer: Pointer, step: Step, [x, y]: [f64; 2]) {
        let was_down = self.is_down.get();
        self.is_down.set(if step == Step::Move { was_down } else { step == Step::Down });
        let (command, event) = match (pointer, step) {
            // A finger that is not down is nowhere.
            (Pointer::Touch, Step::Move) if !was_down => return,
            (Pointer::Touch, step) => {
                let kind = ["touchMove", "touchStart", "touchEnd"][step as usize];
                let points = if step == Step::Up { json!([]) } else { json!([{ "x": x, "y": y }]) };
                ("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }))
            }
            (_, step) => {
                let kind = ["mouseMoved", "mousePressed", "mouseReleased"][step as usize];
                let (name, mask) = if pointer == Pointer::RightButton { ("right", 2) } else { ("left", 1) };
                let button = if step == Step::Move && !was_down { "none" } else { name };
                let buttons = if self.is_down.get() { mask } else { 0 };
                let event =
                    json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1 });
                ("Input.dispatchMouseEvent", event)
            }
        };
        self.command(command, event).expect("an event");
    }

    /// Presses the keys of a text one after another.
    pub fn keys(&self, text: &str) {
        for character in text.chars() {
            let (key, code, text) = match character {
                '\n' => ("Enter".to_owned(), 13, "\r".to_owned()),
                '\t' => ("Tab".to_owned(), 9, String::new()),
                '\u{1b}' => ("Escape".to_owned(), 27, String::new()),
                '←' => ("ArrowLeft".to_owned(), 37, String::new()),
                '↑' => ("ArrowUp".to_owned(), 38, String::new()),
                '→' => ("ArrowRight".to_owned(), 39, String::new()),
                '↓' => ("ArrowDown".to_owned(), 40, String::new()),
                // The codes of other characters are those of unrelated keys.
                other if other.is_ascii_alphanumeric() || other == ' ' => {
                    (other.to_string(), other.to_ascii_uppercase() as u32, other.to_string())
                }
                other => (other.to_string(), 0, other.to_string()),
            };
            for kind in ["keyDown", "keyUp"] {
                let text = if kind == "keyDown" { &text } else { "" };
                let event = json!({ "type": kind, "key": key, "windowsVirtualKeyCode": code, "text": text });
                self.command("Input.dispatchKeyEvent", event).expect("an event");
            }
        }
    }

    /// Returns the role and the name of the element with the focus.
    pub fn focus(&self) -> (String, String) {
        self.computed(&self.script("return page.focused()", json!([])))
    }
}

/// Returns the squares that the beam after a move crosses, including the laser's, and the squares that it hits.
fn beam(kfen: &str, text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let game = Game::from_kfen(kfen).expect("a position");
    let shot = game.preview(&game.action(text).expect("a move")).1;
    let entered =
        Square::all().filter(|square| Direction::ALL.iter().any(|direction| shot.enters(*square, *direction)));
    let laser = if kfen.contains(" s ") { "j1" } else { "a8" };
    let crossed = entered.map(|square| square.to_string()).chain([laser.to_owned()]);
    (crossed.collect(), shot.hits.iter().map(|hit| hit.square.to_string()).collect())
}

/// Waits until the beam of a move is drawn and the text below the board names its hits.
fn expect_preview(browser: &Browser, kfen: &str, text: &str) {
    let (crossed, hits) = beam(kfen, text);
    browser.wait(&format!("the beam of {text} through {crossed:?} with hits on {hits:?}"), || {
        let drawn = browser.script(DRAWN, json!([]));
        let set = |list: &Value| texts(list).into_iter().collect::<BTreeSet<String>>();
        (!drawn.is_null() && set(&drawn[0]) == crossed && set(&drawn[1]) == hits).then_some(())
    });
    for hit in &hits {
        browser.expect_text(&format!(" on {hit}"));
    }
    if hits.is_empty() {
        browser.expect_text("hits nothing");
    }
    // The names of the cells are still those before the move.
    browser.expect_board(kfen);
}

#[test]
fn pointing_at_a_move_draws_its_beam_and_hits() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    for (kfen, text) in SPLIT {
        browser.open_position(kfen);
        browser.select_piece(&text[..2]);
        match &text[2..] {
            "+" => browser.mouse_over(&browser.find("button", "Rotate clockwise")),
            square => browser.mouse(square),
        }
        assert_eq!(beam(kfen, text).1.len(), 2);
        expect_preview(&browser, kfen, text);
    }
    // Escape ends the preview, and the mouse on a square that is no target starts no other.
    browser.keys(ESCAPE);
    browser.mouse("b3");
    browser.wait("no preview", || browser.script(DRAWN, json!([])).is_null().then_some(()));
    assert_eq!(browser.moves(), [""; 0]);
}

#[test]
fn pointing_at_a_move_changes_only_the_pieces_that_it_moves() {
    // Counts nodes and attributes that change outside of the layers of light.
    const OBSERVE: &str = "window.changed = [];
        new MutationObserver((records) => window.changed.push(...records.filter(({ target }) => !target.closest('.lights'))
          .flatMap(({ type, target, addedNodes, removedNodes }) => type === 'attributes' ? [target] : [...addedNodes, ...removedNodes])
          .map((node) => node.dataset?.square ?? node.nodeName)))
          .observe(page.all('.picture')[0].parentElement, { attributes: true, childList: true, subtree: true })";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.select_piece("h2");
    browser.script(OBSERVE, json!([]));
    let changed = || texts(&browser.script("return window.changed.splice(0)", json!([])));
    for _ in 0..2 {
        browser.mouse("g2");
        expect_preview(&browser, CLASSIC, "h2g2");
        let shown = changed();
        browser.mouse("b3");
        browser.wait("no preview", || browser.script(DRAWN, json!([])).is_null().then_some(()));
        let hidden = changed();
        for nodes in [shown, hidden] {
            assert!((1..=12).contains(&nodes.len()), "{nodes:?}");
            // No other piece is drawn again.
            assert!(["h2", "g2"].iter().any(|square| nodes.contains(&(*square).to_owned())), "{nodes:?}");
            assert!(!nodes.contains(&"c7".to_owned()), "{nodes:?}");
        }
    }
}

#[test]
fn a_piece_can_be_dragged() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.wait("a board that can be played on", || browser.attribute(&browser.cell("h2"), "aria-selected"));
    browser.perform(Pointer::Mouse, &[(Step::Down, &browser.cell("h2"))]);
    browser.mouse("h3");
    browser.mouse("g2");
    expect_preview(&browser, CLASSIC, "h2g2");
    browser.perform(Pointer::Mouse, &[(Step::Up, &browser.cell("g2"))]);
    browser.expect_game(&["h2g2"]);
    assert_eq!(browser.moves().len(), 1);
}

#[test]
fn the_keyboard_alone_is_enough() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.wait("a board that can be played on", || browser.attribute(&browser.cell("h2"), "aria-selected"));
    for _ in 0..40 {
        if browser.focus().0 == "gridcell" {
            break;
        }
        browser.keys(TAB);
    }
    assert_eq!(browser.focus(), ("gridcell".to_owned(), "e1, silver pharaoh".to_owned()));
    browser.keys(&[RIGHT, RIGHT, RIGHT, UP, ENTER].concat());
    assert_eq!(browser.focus().1, "h2, silver pyramid facing north-east");
    browser.keys(LEFT);
    browser.expect_announcement("Silver pyramid h2 to g2, hits nothing");
    browser.keys(ENTER);
    browser.expect_game(&["h2g2"]);
    // Red's answer is a rotation.
    browser.wait("Red's turn", || browser.attribute(&browser.cell("c7"), "aria-selected"));
    browser.keys(&[UP.repeat(5), LEFT.repeat(4)].concat());
    assert_eq!(browser.focus().1, "c7, red pyramid facing south-west");
    // A key previews a rotation, and the other key replaces the preview.
    browser.keys("q");
    browser.expect_announcement("Red pyramid c7 rotates anticlockwise, hits ");
    browser.keys("e");
    browser.expect_announcement("Red pyramid c7 rotates clockwise, hits nothing. Enter to fire");
    assert_eq!(browser.moves().len(), 1);
    browser.keys(ENTER);
    browser.expect_game(&["h2g2", "c7+"]);
    browser.keys(DOWN);
    assert_eq!(browser.focus().1, "c6, empty");
}

#[test]
fn a_phone_shows_the_whole_board_and_needs_two_taps_to_fire() {
    const SIZES: &str = "const box = page.one('[role=grid]').getBoundingClientRect();
        return [innerWidth, innerHeight, document.scrollingElement.scrollWidth, box.left, box.top, box.right, box.bottom]";
    let options = Options { phone: Some((390, 844)), ..Options::default() };
    let Some(browser) = Browser::open(&options) else { return };
    browser.expect_board(CLASSIC);
    let sizes = |what: &str| {
        let sizes = browser.script(SIZES, json!([]));
        let sizes: Vec<f64> = sizes.as_array().expect("a list").iter().filter_map(Value::as_f64).collect();
        let [width, height, scroll_width, left, top, right, bottom] = sizes[..] else { panic!("{sizes:?}") };
        assert_eq!((width, height), (390.0, 844.0), "{what}");
        assert!(scroll_width <= width, "{what}: it can be scrolled to the right by {}", scroll_width - width);
        assert!(left >= 0.0 && right <= width, "{what}: the board is from {left} to {right}");
        (top, bottom)
    };
    let (top, bottom) = sizes("the start");
    assert!(top >= 0.0 && bottom <= 844.0, "the board is from {top} to {bottom}");

    // The first tap shows the shot, the second fires.
    browser.select_piece("h2");
    browser.click_target("g2");
    browser.expect_text("Tap again to fire");
    assert_eq!(browser.moves(), [""; 0]);
    browser.click_target("g2");
    browser.expect_game(&["h2g2"]);

    for panel in ["Analyse", "Review", "Editor", "Puzzles"] {
        browser.open_panel(panel);
        sizes(panel);
    }
    browser.open_form();
    sizes("New game");
}

/// Silver's i3j2 hits two pieces of its own, and Red's beam then hits the moved one.
const LONG: &str = "x31k2a3p23/4E22p22/p13p31s13//4P14P3/1p21S1A11p21P31/2P4A1e15/4KP13X1 s khet2 3 21";

#[test]
fn a_phone_shows_the_whole_text_of_a_preview_and_first_what_to_do() {
    const STATUS: &str = "const line = document.getElementById('status');
        return [line.textContent, line.scrollHeight - line.clientHeight, line.scrollWidth - line.clientWidth]";
    let Some(browser) = Browser::open(&Options { phone: Some((390, 844)), ..Options::default() }) else { return };
    browser.open_position(LONG);
    browser.select_piece("i3");
    browser.click_target("j2");
    browser.expect_text("Tap again to fire");
    let status = browser.script(STATUS, json!([]));
    // The board shows the move. It is announced.
    let text =
        "Tap again to fire. Hits your Anubis on d2 and your Anubis on e3. Red’s beam then hits silver pyramid on j2";
    assert_eq!(status, json!([text, 0, 0]));
    browser.expect_announcement("Silver pyramid i3 to j2, hits silver anubis on d2");
    browser.expect_announcement("on j2. Tap again to fire");
}

#[test]
fn a_piece_that_was_selected_stays_so_when_a_panel_is_opened() {
    const COUNT: &str = "window.complete = 0;
        page.one('khet-board-view').addEventListener('complete', () => { window.complete += 1; })";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.select_piece("h2");
    browser.script(COUNT, json!([]));
    browser.press("Games");
    browser.wait("the moves of the position", || {
        (browser.script("return window.complete", json!([])).as_u64() > Some(0)).then_some(())
    });
    assert_eq!(browser.attribute(&browser.cell("h2"), "aria-selected").as_deref(), Some("true"));
    browser.click_target("g2");
    browser.expect_moves(1);
}

#[test]
fn a_rotation_by_touch_is_fired_by_a_tap_on_its_piece() {
    const FRAMED: &str = "return page.all('[role=gridcell].landing').map((one) => one.dataset.square)";
    let Some(browser) = Browser::open(&Options { phone: Some((390, 844)), ..Options::default() }) else { return };
    browser.select_piece("h2");
    browser.press("Rotate clockwise");
    browser.expect_text("Tap again to fire. Hits nothing");
    assert_eq!(browser.script(FRAMED, json!([])), json!(["h2"]));
    // The other button turns the preview round.
    browser.press("Rotate anticlockwise");
    browser.expect_announcement("Silver pyramid h2 rotates anticlockwise");
    browser.click_cell("h2");
    browser.expect_moves(1);
    assert!(browser.moves()[0].contains("h2↺"), "{:?}", browser.moves());
}

#[test]
fn moves_are_typed_and_beams_threats_and_pieces_are_read_aloud() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.expect_board(CLASSIC);
    let send = |command: &str| {
        let field = browser.find("textbox", "Move or command");
        browser.type_into(&field, &format!("{command}{ENTER}"));
    };
    let reserved = browser.attribute(&browser.cell("a3"), "aria-description");
    assert_eq!(reserved.as_deref(), Some("reserved for red"));
    assert_eq!(browser.attribute(&browser.cell("c3"), "aria-description"), None);
    send("beam");
    browser.expect_announcement(
        "Silver’s beam goes up, turns at j4; left, turns at h4; up, turns at h5; right, turns at j5; up, leaves the board. \
         It hits nothing.",
    );
    send("h2g2");
    browser.expect_game(&["h2g2"]);
    send("h2g2");
    browser.expect_text("h2g2 is not legal here.");
    send("fire");
    browser.expect_text("Expected a move or a command, found “fire”.");

    browser.open_position("x39/4k5/////4K5/9X1 s khet2 0 1");
    send("red");
    browser.expect_announcement("Red: pharaoh on e7, sphinx facing south on a8.");
    send("threats");
    browser.expect_announcement("Red threatens nothing.");
    // Red's beam is aimed at the Pharaoh already, so each move that leaves it there hits.
    browser.open_position("x33k5///3A46/p14K4///9X1 s khet2 0 1");
    send("threats");
    browser.expect_announcement("Red threatens to hit the Pharaoh: ");
}
