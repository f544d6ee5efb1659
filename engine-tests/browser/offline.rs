//! The service worker of the site: the page without a network, isolation from the second load on, and new versions.

use crate::browser::{Browser, Options, site};
use crate::puzzles::Puzzle;
use crate::site::{copy, expect_turn, play_the_engine, replace};
use serde_json::json;
use std::fs;
use tempfile::TempDir;

/// Opens a copy of the site, and waits until its files are stored.
fn stored() -> Option<(Browser, TempDir)> {
    let folder = tempfile::tempdir().expect("a folder");
    copy(&site()?, folder.path());
    let browser = Browser::open_site(&Options { folder: Some(folder.path().to_owned()), ..Options::default() })?;
    expect_turn(&browser);
    assert_eq!(
        browser.script("return navigator.serviceWorker.ready.then(() => crossOriginIsolated)", json!([])),
        false
    );
    Some((browser, folder))
}

/// Removes all files from the host.
fn remove_all(folder: &TempDir) {
    for entry in fs::read_dir(folder.path()).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.expect("it is removed");
    }
}

#[test]
fn after_the_first_load_the_page_needs_no_host_and_shares_memory() {
    let Some((browser, folder)) = stored() else { return };
    remove_all(&folder);
    browser.reload();
    expect_turn(&browser);
    assert_eq!(browser.script("return crossOriginIsolated", json!([])), true);
    play_the_engine(&browser);
    for panel in ["Editor", "Puzzles", "Games", "Review"] {
        browser.open_panel(panel);
        browser.press("Game");
    }
    assert!(!browser.text().contains("cannot be"), "{}", browser.text());
}

#[test]
fn the_puzzle_and_the_lesson_stay_when_a_reload_isolates_the_page() {
    let Some((browser, _folder)) = stored() else { return };
    // The second task of the lesson.
    let task = "x37k1///4A45/p15K3///9X1 s khet2 0 1";
    browser.press("Learn");
    browser.press("Lesson 5, The Anubis");
    browser.press("Next task");
    browser.expect_board(task);
    browser.press("Puzzles");
    let puzzle = Puzzle::shown(&browser).kfen();
    browser.reload();
    assert_eq!(browser.script("return crossOriginIsolated", json!([])), true);
    browser.expect_board(puzzle);
    browser.back();
    browser.expect_board(task);
}

#[test]
fn a_new_version_is_offered_and_starts_only_when_the_user_accepts_it() {
    let Some((browser, folder)) = stored() else { return };
    browser.reload();
    expect_turn(&browser);
    browser.play("h2g2");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    let icon = read("assets/icon.svg").replacen("</svg>", "<!-- new --></svg>", 1);
    replace(&folder.path().join("assets/icon.svg"), icon);
    // The worker of the new version accepts any icon. The browser may look for it at any time, so it is written at once.
    let (start, rest) = read("sw.js")
        .split_once("'assets/icon.svg': '")
        .map(|(start, rest)| (start.replacen("const VERSION = '", "const VERSION = 'new", 1), rest.to_owned()))
        .expect("the icon is listed");
    let (_, end) = rest.split_once('\'').expect("a hash");
    replace(&folder.path().join("sw.js"), format!("{start}'assets/icon.svg': ''{end}"));
    browser.reload();
    browser.expect_text("A new version of Khepri is ready.");
    let icon = "return fetch('assets/icon.svg').then((reply) => reply.text()).then((text) => text.includes('new'))";
    assert_eq!(browser.script(icon, json!([])), false, "the old version still runs");
    browser.expect_game(&["h2g2"]);
    browser.press("Use it");
    // Requests would keep the old worker busy, and the browser starts the new one when the old one is idle.
    let caches = "return caches.keys().then((names) => names.length === 1 && names[0].includes(' new'))";
    browser.wait("the new version", || (browser.script(caches, json!([])) == true).then_some(()));
    browser.wait("the page of the new version", || (browser.script(icon, json!([])) == true).then_some(()));
    browser.expect_game(&["h2g2"]);
}

#[test]
fn a_file_that_is_altered_on_the_way_is_not_stored() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(site) = site() else { return };
    copy(&site, folder.path());
    replace(&folder.path().join("puzzles.json"), "[]");
    let options = Options { folder: Some(folder.path().to_owned()), ..Options::default() };
    let Some(browser) = Browser::open_site(&options) else { return };
    play_the_engine(&browser);
    let active = "return navigator.serviceWorker.getRegistration().then((found) => Boolean(found?.active))";
    assert_eq!(browser.script(active, json!([])), false);
}
