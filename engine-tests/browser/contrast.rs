//! The contrast of colours, and that of the beams, measured from the pixels of the page.

use crate::browser::{Browser, Options};
use crate::support::CLASSIC;
use serde_json::{Value, json};

/// Pixels of the page for each pixel of the style sheet, so that the core and the casing of a beam are several pixels wide.
const SCALE: u32 = 3;

/// Returns the places of points of the board on the page. A point is a square with distances to the right and down from its centre, in
/// units of the picture, in which a square is 64 wide.
const PLACES: &str = r"
return arguments[0].map(([square, right, down]) => {
  const box = page.one(`[data-square=${square}]`).getBoundingClientRect(), unit = box.width / 64;
  return [box.left + box.width / 2 + right * unit, box.top + box.height / 2 + down * unit];
});
";

/// Returns the colours of a picture at places.
const COLOURS: &str = r"
const [png, places, scale] = arguments, image = new Image();
image.src = `data:image/png;base64,${png}`;
return image.decode().then(() => {
  const canvas = document.createElement('canvas'), context = canvas.getContext('2d', { willReadFrequently: true });
  [canvas.width, canvas.height] = [image.width, image.height];
  context.drawImage(image, 0, 0);
  return places.map(([x, y]) => [...context.getImageData(Math.floor(x * scale), Math.floor(y * scale), 1, 1).data].slice(0, 3));
});
";

/// Returns the relative luminance of a colour, as WCAG 2 defines it.
pub fn luminance(colour: &Value) -> f64 {
    let part = |index: usize| {
        let part = colour[index].as_f64().expect("a number") / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2)
}

/// Returns the contrast of two luminances, as WCAG 2 defines it.
pub fn contrast(one: f64, other: f64) -> f64 {
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Returns the lightness L* of CIELAB.
fn lightness(luminance: f64) -> f64 {
    if luminance > 0.008_856 { 116.0 * luminance.cbrt() - 16.0 } else { 903.3 * luminance }
}

/// Sets the colours that the system prefers.
fn set_theme(browser: &Browser, theme: &str) {
    browser.prefer("prefers-color-scheme", theme);
}

/// Returns a picture of the page.
fn screenshot(browser: &Browser) -> Value {
    browser.command("Page.captureScreenshot", json!({ "optimizeForSpeed": true })).expect("a picture")["data"].take()
}

#[test]
fn beams_can_be_seen_on_every_square_and_told_apart_without_colours() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.resize_scaled(1366, 768, SCALE);
    for theme in ["light", "dark"] {
        set_theme(&browser, theme);
        browser.go("/");
        browser.expect_board(CLASSIC);
        browser.wait("both beams", || {
            let shown = "return document.querySelector('khet-board').getAttribute('beams')";
            (browser.script(shown, json!([])) == "both").then_some(())
        });
        // Silver's beam runs up file j, Red's down file a. The other points are corners of squares without a piece.
        let points = json!([
            ["j2", 0, 0],
            ["a7", 0, 0],
            ["j2", 2.5, 0],
            ["a7", 2.5, 0],
            ["d3", -24, -24],
            ["d2", -24, -24],
            ["b1", -24, -24],
            ["i1", -24, -24]
        ]);
        let places = browser.script(PLACES, json!([points]));
        let screenshot = screenshot(&browser);
        // The page itself may not load pictures from data.
        browser.visit("about:blank");
        let colours = browser.script(COLOURS, json!([screenshot, places, SCALE]));
        let found: Vec<f64> = colours.as_array().expect("a list").iter().map(luminance).collect();
        let [silver, red, silver_casing, red_casing, squares @ ..] = &found[..] else { panic!("{found:?}") };
        let about = format!("{theme}: {colours}");
        assert!((lightness(*silver) - lightness(*red)).abs() >= 25.0, "the cores, {about}");
        for (core, casing) in [(silver, silver_casing), (red, red_casing)] {
            assert!(contrast(*core, *casing) >= 3.0, "core and casing, {about}");
            let edge = if theme == "light" { casing } else { core };
            for square in squares {
                assert!(contrast(*edge, *square) >= 3.0, "beam and square, {about}");
            }
        }
    }
}

/// Puts a sign on all 80 squares of an empty board, in place of the sign before: a mark of a cell, a frame on a tint, an arrow, or a copy of the
/// coordinates in an enlarged lesson. The letters of the frame and the emblems of reserved squares are there already. Returns the
/// boxes to measure, with their names.
const DRAW: &str = r"
const [sign] = arguments, { picture, cells } = page.one('khet-board-view'), emblems = page.all('.emblem');
for (const layer of page.all('.pieces, .lights, .signs')) layer.replaceChildren();
for (const emblem of emblems) {
  emblem.classList.remove('covered');
  emblem.style.display = sign === 'emblem' ? '' : 'none';
}
for (const cell of cells) {
  for (const name of ['last', 'struck', 'selected', 'target', 'occupied', 'lifted']) cell.classList.toggle(name, sign.split(' ').includes(name));
  cell.removeAttribute('aria-invalid');
  if (sign === 'invalid') cell.setAttribute('aria-invalid', 'true');
}
const boxes = (elements, name) => elements.map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [name(one), [x + 1, y + 1, width - 2, height - 2]];
});
if (sign === 'emblem') return boxes(emblems, (one) => one.getAttribute('class'));
if (sign === 'letter') return boxes(page.all('.letter:not(.inner)'), (one) => one.textContent);
const centre = (cell) => ({ x: 54 + 64 * (cell.dataset.square.charCodeAt(0) - 97), y: 54 + 64 * (8 - cell.dataset.square[1]) });
const signs = picture.querySelector('.signs') ?? picture.appendChild(document.createElementNS(picture.namespaceURI, 'g'));
signs.setAttribute('class', 'signs');
if (sign === 'inner letter') {
  signs.append(...cells.map((cell) => {
    const letter = window.letter.cloneNode(true), { x, y } = centre(cell);
    letter.setAttribute('x', x);
    letter.setAttribute('y', y);
    return letter;
  }));
}
if (sign === 'frame') {
  const tinted = cells.map((cell) => cell.dataset.square), view = { tinted, frames: tinted.map((square) => ({ square, moves: 7, isOwn: false })) };
  signs.append(...window.drawTint(view, window.WIDE), ...window.drawFrames(view, window.WIDE));
}
if (sign.startsWith('arrow ')) {
  const look = sign.slice(6);
  for (const cell of cells) {
    for (const arrow of window.drawArrow({ move: `${cell.dataset.square}+`, class: look }, window.WIDE)) {
      if (look.startsWith('pen-')) arrow.style.setProperty('--arrow', `var(--${look})`);
      signs.append(arrow);
    }
  }
}
return boxes(cells, (one) => one.dataset.square);
";

/// Returns the most frequent colour in each box of a picture, and the colour in it whose luminance differs most from that.
const EXTREMES: &str = r"
const [png, boxes, scale] = arguments, image = new Image();
image.src = `data:image/png;base64,${png}`;
const part = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const luminance = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
return image.decode().then(() => {
  const canvas = document.createElement('canvas'), context = canvas.getContext('2d', { willReadFrequently: true });
  [canvas.width, canvas.height] = [image.width, image.height];
  context.drawImage(image, 0, 0);
  return boxes.map((box) => {
    const [x, y, width, height] = box.map((value) => Math.round(value * scale)), { data } = context.getImageData(x, y, width, height);
    const counts = new Map(), pixels = new Uint32Array(data.buffer);
    // Neighbours mostly have the same colour.
    for (let at = 0, start = 0; at < pixels.length; at += 1) {
      if (pixels[at] === pixels[at + 1]) continue;
      counts.set(pixels[at], (counts.get(pixels[at]) ?? 0) + at + 1 - start);
      start = at + 1;
    }
    const colour = (key) => [key & 255, (key >> 8) & 255, (key >> 16) & 255];
    const ground = colour([...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0]), lit = luminance(ground);
    const contrast = (other) => Math.max((luminance(other) + 0.05) / (lit + 0.05), (lit + 0.05) / (luminance(other) + 0.05));
    return [ground, [...counts.keys()].map(colour).reduce((most, one) => (contrast(one) > contrast(most) ? one : most))];
  });
});
";

#[test]
fn letters_and_signs_can_be_seen_on_every_square() {
    let Some(browser) = Browser::open_served(&Options::default(), "single modules") else { return };
    // Pictures are read in another tab, since the page itself may not load pictures from data.
    browser.open_tab();
    browser.switch_to(0);
    // Little more than the board, so that pictures are small.
    browser.resize_scaled(640, 640, SCALE);
    browser.press("Learn");
    browser.wait("coordinates inside the board", || {
        let keep = "window.letter = page.one('.letter.inner')?.cloneNode(true); return Boolean(window.letter)";
        (browser.script(keep, json!([])) == true).then_some(())
    });
    browser.press("Game");
    browser.expect_board(CLASSIC);
    // A target under the pointer is fainter, since it shows the piece.
    browser.script("scrollTo(0, 0)", json!([]));
    browser.mouse_over(&browser.find("heading", "Khepri"));
    let drawings = "const load = (name) => import(new URL(`assets/board/${name}.js`, document.baseURI).href);
        return Promise.all([load('marks/arrows'), load('marks/reach'), load('view')]).then(([{ drawArrow }, { drawFrames, drawTint }, { WIDE }]) => {
            Object.assign(window, { drawArrow, drawFrames, drawTint, WIDE });
        })";
    browser.script(drawings, json!([]));
    for theme in ["light", "dark"] {
        set_theme(&browser, theme);
        for (sign, least) in [
            ("letter", 4.5),
            ("inner letter", 4.5),
            ("emblem", 3.0),
            ("target", 3.0),
            ("target occupied", 3.0),
            ("last", 3.0),
            ("struck", 3.0),
            ("selected", 3.0),
            ("lifted", 3.0),
            ("invalid", 3.0),
            ("frame", 3.0),
            ("arrow best", 3.0),
            ("arrow second", 3.0),
            ("arrow third", 3.0),
            ("arrow threat", 3.0),
            ("arrow pen-green", 3.0),
            ("arrow pen-red", 3.0),
            ("arrow pen-yellow", 3.0),
            ("arrow pen-blue", 3.0),
        ] {
            let drawn = browser.script(DRAW, json!([sign]));
            let drawn = drawn.as_array().expect("boxes");
            assert!(drawn.len() >= 18, "{} of {sign}", drawn.len());
            let boxes: Vec<&Value> = drawn.iter().map(|one| &one[1]).collect();
            let picture = screenshot(&browser);
            browser.switch_to(1);
            let found = browser.script(EXTREMES, json!([picture, boxes, SCALE]));
            browser.switch_to(0);
            for (one, colours) in drawn.iter().zip(found.as_array().expect("colours")) {
                let seen = contrast(luminance(&colours[0]), luminance(&colours[1]));
                assert!(seen >= least, "{theme}, {sign} on {}: {seen:.2} of {colours}", one[0]);
            }
        }
    }
}
