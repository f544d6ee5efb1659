//! Pictures of the board, animations of games, sounds, and the page on paper.

use crate::browser::{Browser, Options};
use gif::{ColorOutput, DecodeOptions};
use serde_json::json;
use std::time::Instant;

/// Records the pictures that the page saves. The page also makes pictures for itself, as SVG.
pub const RECORD: &str = "window.saved = [];
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => { if (/png|gif/.test(blob.type)) window.saved.push(blob); return create(blob); };";

/// Waits for the next saved file, and returns its type and its bytes.
pub fn saved(browser: &Browser) -> (String, Vec<u8>) {
    // A character stands for a byte.
    const READ: &str = "const blob = window.saved.shift();
        return blob?.arrayBuffer().then((buffer) => [blob.type, Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('')]);";
    let file = browser.wait("a file", || {
        let file = browser.script(READ, json!([]));
        file.is_array().then_some(file)
    });
    let text = |at: usize| file[at].as_str().expect("a text");
    (text(0).to_owned(), text(1).chars().map(|byte| byte as u8).collect())
}

/// Returns 100 turns of two Sphinxes on the board of [`ALMOST_EMPTY`], as a link has them.
fn long_game() -> String {
    let turns = ["j1-", "a8-", "j1+", "a8+"].repeat(25);
    format!("/#game={ALMOST_EMPTY}/{}", turns.join("."))
}

/// Two Sphinxes and two Pharaohs. Silver's beam ends at Red's Sphinx, which nothing harms, or at the edge.
const ALMOST_EMPTY: &str = "x39/4k5/////4K5/9X1_s_khet2_0_1";

#[test]
fn the_board_is_saved_as_a_picture_of_1000_pixels() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    browser.expect_text("Red to move");
    browser.script(RECORD, json!([]));
    browser.press("Save as PNG");
    let (kind, file) = saved(&browser);
    assert_eq!((kind.as_str(), &file[..8]), ("image/png", &b"\x89PNG\r\n\x1a\n"[..]));
    // The first block has the width and the height: 1000 · 556 / 684 = 813.
    assert_eq!(&file[12..24], &[&b"IHDR"[..], &1000_u32.to_be_bytes(), &813_u32.to_be_bytes()].concat());
    // The colours of the board, decoded by the browser: the frame, a square, and the core of Silver's beam, which is pale blue.
    const COLOURS: &str = "const bytes = Uint8Array.from(arguments[0], (one) => one.charCodeAt(0));
        return createImageBitmap(new Blob([bytes], { type: 'image/png' })).then((image) => {
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
          context.drawImage(image, 0, 0);
          const at = (x, y) => [...context.getImageData(x, y, 1, 1).data];
          const all = new Set(new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer));
          return { frame: at(500, 5), square: at(540, 200), beam: all.has(0xfffff6c9) };
        });";
    let text: String = file.iter().map(|&byte| char::from(byte)).collect();
    let colours = browser.script(COLOURS, json!([text]));
    assert_eq!(colours["frame"], json!([0x5a, 0x53, 0x46, 255]), "{colours}");
    // The pixel is on f7. The sum of its file and its rank, 6 + 7, is odd.
    assert_eq!(colours["square"], json!([0xd5, 0xcd, 0xbd, 255]), "{colours}");
    assert_eq!(colours["beam"], true);
    browser.press("Editor");
    browser.press("Save picture");
    assert_eq!(saved(&browser).1[..8], file[..8]);
}

#[test]
fn a_game_of_100_plies_is_saved_as_an_animation() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.go(&long_game());
    browser.expect_moves(100);
    browser.script(RECORD, json!([]));
    let start = Instant::now();
    browser.press("Save as GIF");
    browser.find("progressbar", "Progress of the animation");
    let (kind, file) = saved(&browser);
    println!("an animation of 100 plies: {} ms, {} bytes", start.elapsed().as_millis(), file.len());
    assert_eq!(kind, "image/gif");
    browser.expect_none("progressbar", "Progress of the animation");
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::Indexed);
    let mut decoder = options.read_info(&file[..]).expect("a GIF");
    // 480 · 556 / 684 = 390.
    assert_eq!((decoder.width(), decoder.height()), (480, 390));
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        assert!(frame.palette.is_none(), "all frames have one palette");
        delays.push(frame.delay);
    }
    // The start, and a frame for each ply. The last one stays for longer.
    assert_eq!((delays.len(), &delays[..3], delays[100]), (101, &[100; 3][..], 400));
}

/// The set of each colour that fills a large part of a red piece, as JSON.
pub const BODIES: &str = r##"{ "#a81f2e": "khet", "#b52232": "laser", "#8c0013": "plain" }"##;

/// Waits until the pieces in parts of the page are all of one set.
fn expect_set(browser: &Browser, selector: &str, set: &str) {
    let script = "const sets = JSON.parse(arguments[1]);
        return [...new Set(page.all(arguments[0]).flatMap((part) => sets[part.getAttribute('fill')] ?? []))]";
    browser.wait(&format!("{set} in {selector}"), || {
        (browser.script(script, json!([format!("{selector} [fill]"), BODIES])) == json!([set])).then_some(())
    });
}

#[test]
fn the_chosen_pieces_are_on_the_board_and_in_every_picture_also_after_a_reload() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let expect = |set: &str| {
        for selector in [".piece", "#moves", ".small-board"] {
            expect_set(&browser, selector, set);
        }
        let attribute = "return document.querySelector('khet-board').getAttribute('pieces')";
        assert_eq!(browser.script(attribute, json!([])), set);
    };
    browser.play("h2g2");
    browser.play("c7d7");
    browser.expect_moves(2);
    browser.expect_text("Silver to move");
    expect("khet");
    let names = || browser.script("return page.all('[role=gridcell]').map((cell) => cell.ariaLabel)", json!([]));
    let before = names();
    for (option, set) in [("Laser Chess", "laser"), ("Plain", "plain")] {
        browser.press("Settings");
        browser.choose("Pieces", option);
        expect(set);
        browser.reload();
        expect(set);
        assert_eq!(names(), before);
        browser.go("/#rules");
        expect_set(&browser, ".diagram", set);
    }
    browser.press("Editor");
    expect_set(&browser, ".palette-row", "plain");
    browser.command("Emulation.setEmulatedMedia", json!({ "media": "print" })).expect("an answer");
    expect_set(&browser, ".piece", "plain");
    browser.command("Emulation.setEmulatedMedia", json!({ "media": "" })).expect("an answer");
    // The colour of the red pieces.
    browser.press("Game");
    browser.script(RECORD, json!([]));
    browser.press("Save as PNG");
    const RED: &str = "const bytes = Uint8Array.from(arguments[0], (one) => one.charCodeAt(0));
        return createImageBitmap(new Blob([bytes], { type: 'image/png' })).then((image) => {
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
          context.drawImage(image, 0, 0);
          return new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer).includes(0xff13008c);
        });";
    let text: String = saved(&browser).1.iter().map(|&byte| char::from(byte)).collect();
    assert_eq!(browser.script(RED, json!([text])), true);
    browser.press("Save as GIF");
    let file = saved(&browser).1;
    let decoder = DecodeOptions::new().read_info(&file[..]).expect("a GIF");
    let palette = decoder.global_palette().expect("a palette");
    assert!(palette.chunks(3).any(|colour| colour == [0x8c, 0x00, 0x13]), "{palette:?}");
}

#[test]
fn an_animation_can_be_cancelled() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.go(&long_game());
    browser.expect_moves(100);
    browser.script(RECORD, json!([]));
    browser.press("Save as GIF");
    browser.press("Cancel animation");
    browser.expect_none("progressbar", "Progress of the animation");
    assert_eq!(browser.script("return window.saved.length", json!([])), 0);
    browser.wait("the button", || browser.is_enabled(&browser.find("button", "Save as GIF")).then_some(()));
}

#[test]
fn sounds_are_off_until_they_are_turned_on() {
    const COUNT: &str = "window.contexts = 0;
        window.AudioContext = class extends AudioContext { constructor() { super(); window.contexts += 1; } };
        window.tones = 0;
        window.OscillatorNode = class extends OscillatorNode { constructor(...values) { super(...values); window.tones += 1; } };";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.command("Page.addScriptToEvaluateOnNewDocument", json!({ "source": COUNT })).expect("an answer");
    browser.reload();
    let counts = || {
        let counts = browser.script("return [window.contexts, window.tones]", json!([]));
        (counts[0].as_u64().expect("a number"), counts[1].as_u64().expect("a number"))
    };
    browser.play("h2g2");
    browser.expect_text("Red to move");
    browser.press("Settings");
    browser.expect_text("Sounds");
    assert_eq!(counts(), (0, 0));
    browser.choose("Sounds", "On");
    // The choice is answered by the sound of a move.
    assert_eq!(counts(), (1, 1));
    browser.play("c7+");
    browser.expect_moves(2);
    // A rotation has two tones, and the beam two.
    browser.wait("the sounds", || (counts() == (1, 5)).then_some(()));
    browser.expect_text("Silver to move");
    browser.reload();
    assert_eq!(counts(), (0, 0));
    browser.play("g2h2");
    // A move has one tone, and the beam two.
    browser.wait("the sounds", || (counts() == (1, 3)).then_some(()));
    browser.expect_text("Red to move");
    browser.choose("Sounds", "Off");
    browser.play("c7-");
    browser.expect_moves(4);
    browser.expect_text("Silver to move");
    assert_eq!(counts(), (1, 3));
}

#[test]
fn on_paper_there_are_the_board_and_the_moves_in_black_on_white() {
    // What is printed, and the colours of the moves, of the board's squares and of the page.
    const PRINTED: &str = "const seen = (one) => one.checkVisibility();
        const colour = (selector, name) => getComputedStyle(page.one(selector))[name];
        return {
          buttons: page.all('button').filter(seen).every((one) => one.closest('#moves')),
          moves: page.all('#moves button').filter(seen).length,
          board: seen(page.one('.picture')),
          colours: [colour('#moves button', 'color'), colour('.ground:not(.silver, .red, .odd)', 'fill'), colour('body', 'backgroundColor')],
        };";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    browser.expect_text("Red to move");
    browser.press("Settings");
    browser.choose("Colours", "Dark");
    browser.command("Emulation.setEmulatedMedia", json!({ "media": "print" })).expect("an answer");
    let printed = browser.script(PRINTED, json!([]));
    let colours = ["rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgb(255, 255, 255)"];
    assert_eq!(printed, json!({ "buttons": true, "moves": 1, "board": true, "colours": colours }));
}
