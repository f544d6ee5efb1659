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
const [png, places, scale, done] = arguments, image = new Image();
image.onload = () => {
  const canvas = document.createElement('canvas'), context = canvas.getContext('2d');
  [canvas.width, canvas.height] = [image.width, image.height];
  context.drawImage(image, 0, 0);
  done(places.map(([x, y]) => [...context.getImageData(Math.floor(x * scale), Math.floor(y * scale), 1, 1).data].slice(0, 3)));
};
image.src = `data:image/png;base64,${png}`;
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

#[test]
fn beams_can_be_seen_on_every_square_and_told_apart_without_colours() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let devtools = |command: &str, parameters: Value| {
        let body = json!({ "cmd": command, "params": parameters });
        browser.command("POST", "/goog/cdp/execute", body).expect("a command")
    };
    let metrics = json!({ "width": 1366, "height": 768, "deviceScaleFactor": SCALE, "mobile": false });
    devtools("Emulation.setDeviceMetricsOverride", metrics);
    for theme in ["light", "dark"] {
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": theme }] });
        devtools("Emulation.setEmulatedMedia", media);
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
        let screenshot = browser.command("GET", "/screenshot", Value::Null).expect("a picture");
        // The page itself may not load pictures from data.
        browser.visit("about:blank");
        let body = json!({ "script": COLOURS, "args": [screenshot, places, SCALE] });
        let colours = browser.command("POST", "/execute/async", body).expect("colours");
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
