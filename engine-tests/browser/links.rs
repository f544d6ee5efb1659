//! Links between people: what is pasted on the page, a shot that is shared, and a game with a friend.

use crate::addresses::expect_address;
use crate::browser::{Browser, Options};
use crate::support::CLASSIC;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::json;
use std::io::Write;

impl Browser {
    /// Pastes a text on the page, not into a field.
    pub fn paste(&self, text: &str) {
        self.paste_into("body", text);
    }

    /// Pastes a text into an element. Returns whether the browser would insert it.
    pub fn paste_into(&self, selector: &str, text: &str) -> bool {
        let script = "const data = new DataTransfer();
            data.setData('text/plain', arguments[1]);
            const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true, composed: true });
            return document.querySelector(arguments[0]).dispatchEvent(event)";
        self.expect_complete();
        self.script(script, json!([selector, text])) == true
    }

    /// Removes the messages of the page.
    pub fn clear_messages(&self) {
        self.script("document.getElementById('messages').replaceChildren()", json!([]));
    }
}

#[test]
fn what_is_pasted_opens_at_the_right_place() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.paste("1. h2g2 c7+");
    browser.expect_game(&["h2g2", "c7+"]);
    // Moves that do not follow from the start follow from the shown position.
    browser.paste("g2h2");
    browser.expect_game(&["h2g2", "c7+", "g2h2"]);
    browser.paste("See https://example.org/khet/#game=khet2/classic/h2g2.c7d7.");
    browser.expect_game(&["h2g2", "c7d7"]);
    browser.press("Back to my game");
    browser.press("Puzzles");
    browser.expect_panel("Puzzles");
    let start = "x39/4k5/////4K5/9X1 s khet2 0 1";
    browser.paste(start);
    browser.expect_board(start);
    browser.expect_panel("Game");
    expect_address(&browser, "#moves=x39/4k5/////4K5/9X1_s_khet2_0_1//0");
    browser.paste("[RuleSet \"khet2\"]\n[SetUp \"classic\"]\n[Silver \"Ada\"]\n\n1. h2g2 {good} *\n\n[Silver \"Bob\"]\n\n1. c4b4 *\n");
    browser.expect_panel("Review");
    browser.press_named("Bob");
    browser.press("To the end");
    browser.expect_game(&["c4b4"]);
}

#[test]
fn what_cannot_be_pasted_is_refused_with_words() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    let cases = [
        ("hello <b>you</b>\u{202e}", "Pasted, but no game, position, link or move: “hello <b>you</b>”"),
        ("", "The clipboard has no text."),
        ("h2g2 h2g2", "The game of the link cannot be shown: move 2 “h2g2”"),
        ("#moves=khet2/classic/h2g2/1abcd", "The link was cut or changed on its way"),
        ("#game=khet2/nothing/h2g2", "expected a set-up such as khet2/classic"),
    ];
    for (text, expected) in cases {
        browser.clear_messages();
        browser.paste(text);
        browser.expect_text(expected);
        browser.expect_game(&["h2g2"]);
    }
    // A field takes what is pasted into it, and that of moves what may be a move or a command.
    browser.clear_messages();
    for text in ["hello", "h2g2", "moves h2"] {
        assert!(browser.paste_into("#command", text), "{text}");
    }
    assert!(!browser.text().contains("Pasted, but"));
}

#[test]
fn the_field_of_moves_opens_a_link_that_is_pasted_into_it() {
    // A phone can paste into a field alone.
    let Some(browser) = Browser::open(&Options { phone: Some((390, 844)), ..Options::default() }) else { return };
    assert!(!browser.paste_into("#command", "A game: https://example.org/khet/#game=khet2/classic/h2g2.c7d7."));
    browser.expect_game(&["h2g2", "c7d7"]);
    assert!(!browser.paste_into("#command", "#game=khet2/classic/h2g2"));
    browser.expect_game(&["h2g2"]);
    assert!(!browser.paste_into("#command", "What did you think of this game of ours? Was it good?"));
    browser.expect_text("Pasted, but no game, position, link or move");
}

#[test]
fn what_is_pasted_is_kept_in_games() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    browser.paste("[Silver \"Ada\"]\n\n1. c4b4 *\n");
    browser.expect_text("Your own game waits.");
    browser.press("Keep in Games");
    browser.expect_text("The game is in Games now.");
    browser.expect_none("button", "Keep in Games");
    browser.press("Back to my game");
    browser.expect_game(&["h2g2"]);
    browser.press("Games");
    browser.press_named("Ada – Red");
    browser.press("To the end");
    browser.expect_game(&["c4b4"]);
    // Of several games, none is on the board.
    browser.press("Game");
    browser.paste("[Silver \"Bea\"]\n\n1. h2g2 *\n\n[Silver \"Cleo\"]\n\n1. c4b4 *\n");
    browser.expect_text("Games of the pasted text");
    browser.press("Add all to my games");
    browser.expect_text("2 games were added.");
    for player in ["Bea", "Cleo"] {
        browser.find("checkbox", &format!("Choose {player} – Red"));
    }
    assert!(!browser.text().contains("Games of the pasted text"));
}

/// Returns a packed text of `parts` times 64 MiB of zeros, without its end.
fn packed_zeros(parts: usize) -> Vec<u8> {
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    packer.write_all(&vec![0; 1 << 26]).expect("room in memory");
    // What follows a flush begins a byte, so that it can be repeated.
    packer.flush().expect("room in memory");
    packer.get_ref().repeat(parts)
}

#[test]
fn a_link_that_unpacks_to_gigabytes_is_refused() {
    /// Counts the bytes of the texts that are read from now on.
    const COUNT: &str = "window.unpacked = 0;
        const { decode } = TextDecoder.prototype;
        TextDecoder.prototype.decode = function (part, ...options) {
          window.unpacked += part?.byteLength ?? 0;
          return decode.call(this, part, ...options);
        }";
    const SEAL: &str = "const letters = btoa(arguments[0].map((byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_');
        return import(new URL('assets/game/link/seal.js', document.baseURI).href)
          .then(({ seal }) => '#' + seal('packed', letters.replaceAll('=', ''), 1))";
    let Some(browser) = Browser::open_served(&Options::default(), "single modules") else { return };
    browser.play("h2g2");
    browser.script(COUNT, json!([]));
    // The first link is about as long as a link may be, and the second one has two gigabytes.
    for parts in [4, 32] {
        let link = browser.script(SEAL, json!([packed_zeros(parts)]));
        browser.clear_messages();
        browser.paste(link.as_str().expect("a link"));
        browser.expect_text("The link is too long for a game.");
        browser.expect_game(&["h2g2"]);
    }
    let unpacked = browser.script("return window.unpacked", json!([])).as_u64().expect("a number");
    assert!((1..=256 << 10).contains(&unpacked), "{unpacked} bytes");
}

#[test]
fn a_shot_is_shared_as_a_link_a_picture_and_an_animation() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.expect_board(CLASSIC);
    browser.play("h2g2");
    let record = "window.files = [];
        const create = URL.createObjectURL;
        URL.createObjectURL = (blob) => { window.files.push(blob); return create(blob); };
        navigator.clipboard.writeText = async (text) => { window.copied = text; };
        navigator.share = async (shared) => { window.shared = shared; };
        navigator.canShare = () => true";
    browser.script(record, json!([]));
    browser.press("Share this shot");
    browser.expect_text("Silver: h2g2 hits nothing");
    let saved = |kind: &str| {
        browser.wait(kind, || {
            let script = "return Promise.all(window.files.filter((file) => file.type === arguments[0]).map((file) => file.bytes
                ? file.bytes().then((bytes) => [...bytes]) : file.arrayBuffer().then((bytes) => [...new Uint8Array(bytes)])))";
            let files = browser.script(script, json!([kind]));
            files.as_array().and_then(|list| list.first().cloned()).map(|bytes| {
                let bytes = bytes.as_array().expect("bytes").iter();
                bytes.map(|byte| u8::try_from(byte.as_u64().expect("a number")).expect("a byte")).collect::<Vec<u8>>()
            })
        })
    };
    browser.press("Picture");
    assert!(saved("image/png").starts_with(b"\x89PNG"));
    browser.press("GIF of 3 seconds");
    let gif = saved("image/gif");
    assert!(gif.starts_with(b"GIF89a"));
    // The times of the frames, which follow the head of each graphic control extension, are three seconds in all.
    let delays = gif.windows(6).filter(|head| head.starts_with(&[0x21, 0xf9, 4]));
    let time: u32 = delays.map(|head| u32::from(head[4]) + 256 * u32::from(head[5])).sum();
    assert_eq!(time, 300);
    browser.press("Share …");
    let shared = browser.wait("what is shared", || {
        let script =
            "return window.shared ? [window.shared.url, window.shared.text, window.shared.files[0].type] : null";
        Some(browser.script(script, json!([]))).filter(|shared| !shared.is_null())
    });
    assert!(shared[0].as_str().expect("a link").contains("#moves=khet2/classic/h2g2/1"), "{shared}");
    assert_eq!((&shared[1], &shared[2]), (&json!("Silver: h2g2 hits nothing"), &json!("image/png")));
}
