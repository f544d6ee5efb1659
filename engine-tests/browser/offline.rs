//! The service worker of the site: the page without a network, isolation from the second load on, and new versions.

use crate::browser::{Browser, Options, site};
use crate::site::{copy, expect_turn, play_the_engine};
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
    for panel in ["Edit position", "Puzzles", "My games", "Review"] {
        browser.press(panel);
        browser.press(&format!("Close {panel}"));
    }
    assert!(!browser.text().contains("cannot be"), "{}", browser.text());
}

#[test]
fn a_new_version_is_offered_and_starts_only_when_the_user_accepts_it() {
    let Some((browser, folder)) = stored() else { return };
    browser.reload();
    expect_turn(&browser);
    browser.play("h2g2");
    let change = |name: &str, from: &str, to: &str| {
        let file = folder.path().join(name);
        let text = fs::read_to_string(&file).expect("a file");
        assert!(text.contains(from), "{name}: {from}");
        fs::write(file, text.replacen(from, to, 1)).expect("a file");
    };
    // The worker checks the hash of each file, so only the icon's is left out of the list.
    change("sw.js", "const VERSION = '", "const VERSION = 'new");
    change("sw.js", "'assets/icon.svg': 'sha256-", "'assets/icon.svg': '', // 'sha256-");
    let script = fs::read_to_string(folder.path().join("sw.js")).expect("a file");
    let list = script.lines().find(|line| line.starts_with("const FILES")).expect("the list");
    let hash = list.split("// '").nth(1).and_then(|rest| rest.split('\'').next()).expect("a hash");
    change("sw.js", &format!("'', // '{hash}', "), "'', ");
    change("assets/icon.svg", "</svg>", "<!-- new --></svg>");
    browser.reload();
    browser.expect_text("A new version of Khepri is ready.");
    let icon = "return fetch('assets/icon.svg').then((reply) => reply.text()).then((text) => text.includes('new'))";
    assert_eq!(browser.script(icon, json!([])), false, "the old version still runs");
    browser.expect_game(&["h2g2"]);
    browser.press("Use it");
    browser.wait("the new version", || (browser.script(icon, json!([])) == true).then_some(()));
    browser.expect_game(&["h2g2"]);
}

#[test]
fn a_file_that_is_altered_on_the_way_is_not_stored() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(site) = site() else { return };
    copy(&site, folder.path());
    fs::write(folder.path().join("puzzles.json"), "[]").expect("a file");
    let options = Options { folder: Some(folder.path().to_owned()), ..Options::default() };
    let Some(browser) = Browser::open_site(&options) else { return };
    play_the_engine(&browser);
    let active = "return navigator.serviceWorker.getRegistration().then((found) => Boolean(found?.active))";
    assert_eq!(browser.script(active, json!([])), false);
}
