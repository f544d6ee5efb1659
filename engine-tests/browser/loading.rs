//! What the page says before it starts: while a script is on its way, when one fails, and when the page was opened as a file.

use crate::browser::{Browser, Options};
use crate::files::PATHS;
use crate::site::{copy, replace};
use serde_json::json;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const LOADING: &str = "Loading …";
/// A part of what a page that cannot start says.
const HELP: &str = "python3 -m http.server";

/// Returns a folder with the files of the page, without an engine.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let assets = folder.path().join("assets");
    fs::create_dir(&assets).expect("a folder");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page"), &assets);
    let pieces = assets.join("pieces");
    fs::create_dir(&pieces).expect("a folder");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/protocol/draw/board_svg/pieces"), &pieces);
    fs::rename(assets.join("index.html"), folder.path().join("index.html")).expect("a page");
    folder
}

/// Opens an empty page of a host that serves a folder.
fn open(folder: &TempDir) -> Option<Browser> {
    let browser = Browser::open(&Options { folder: Some(folder.path().to_owned()), ..Options::default() })?;
    browser.visit(&browser.origin());
    Some(browser)
}

/// Shows the page in a frame, for which no command waits.
fn show(browser: &Browser) {
    let script = "document.body.innerHTML = '<iframe></iframe>'; document.body.firstChild.src = arguments[0]";
    browser.script(script, json!([PATHS[1]]));
}

/// Returns the visible text of the page in the frame.
fn text(browser: &Browser) -> String {
    let script = "return document.body.firstChild.contentDocument?.body?.innerText ?? ''";
    browser.script(script, json!([])).as_str().unwrap_or_default().to_owned()
}

/// Waits for a text in the frame, beside which another one must not be there.
fn expect(browser: &Browser, part: &str, other: &str, about: &str) {
    let found = browser.wait(&format!("`{part}`: {about}"), || Some(text(browser)).filter(|text| text.contains(part)));
    assert!(!found.contains(other), "{about}: {found}");
}

#[test]
fn a_page_whose_script_is_on_its_way_is_loading() {
    let folder = folder();
    let Some(browser) = open(&folder) else { return };
    for name in ["start.js", "main.js", "khet/position.js"] {
        // A reader of a pipe waits until there is a writer, and the other way round.
        let (script, pipe) = (folder.path().join("assets").join(name), folder.path().join("pipe"));
        let content = fs::read(&script).expect("a script");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts").success());
        fs::rename(&pipe, &script).expect("a pipe");
        show(&browser);
        let mut writer = OpenOptions::new().write(true).open(&script).expect("a reader");
        expect(&browser, LOADING, HELP, name);
        fs::write(&pipe, &content).and_then(|()| fs::rename(&pipe, &script)).expect("a script");
        writer.write_all(&content).expect("a reader");
        drop(writer);
        expect(&browser, "Play against", LOADING, name);
        assert!(!text(&browser).contains(HELP), "{name}");
    }
}

#[test]
fn a_page_whose_script_fails_says_what_to_do() {
    let folder = folder();
    let Some(browser) = open(&folder) else { return };
    for (name, content) in [
        ("main.js", None),
        ("khet/position.js", None),
        ("main.js", Some("import {")),
        ("khet/position.js", Some("throw new Error('a fault');")),
        ("common/sheet.js", Some("await Promise.reject(new Error('a fault'));")),
    ] {
        let script = folder.path().join("assets").join(name);
        let whole = fs::read(&script).expect("a script");
        match content {
            Some(content) => fs::write(&script, content),
            None => fs::remove_file(&script),
        }
        .expect("a script");
        show(&browser);
        expect(&browser, HELP, LOADING, &format!("{name}, {content:?}"));
        replace(&script, whole);
    }
    for name in ["main.js", "start.js"] {
        fs::remove_file(folder.path().join("assets").join(name)).expect("a script");
    }
    show(&browser);
    expect(&browser, HELP, LOADING, "no script");
}

#[test]
fn a_page_that_was_opened_as_a_file_says_what_to_do() {
    let folder = folder();
    let Some(browser) = open(&folder) else { return };
    browser.visit(&format!("file://{}/index.html", folder.path().display()));
    browser.expect_text(HELP);
    assert!(!browser.text().contains(LOADING), "{}", browser.text());
}
