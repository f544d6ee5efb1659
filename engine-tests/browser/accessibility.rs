//! The rules of axe-core in every screen of the page, with light and dark colours.

use crate::browser::{Browser, Options};
use crate::support::{must_not_skip, skip};
use serde_json::json;
use std::fs;
use std::path::Path;

/// Runs the rules of axe-core, or those with the given names, on a part of the page, and returns each violation in words.
const CHECK: &str = "const [part, ...names] = arguments, rules = names.length ? { runOnly: names } : {};
  return axe.run(part, { resultTypes: ['violations'], ...rules }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`)))";

/// Returns the text of axe-core, which `engine-tests/page/axe.sh` downloads.
fn axe() -> Option<String> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a folder");
    let path = target.join("axe/node_modules/axe-core/axe.min.js");
    let text = fs::read_to_string(&path).ok();
    assert!(text.is_some() || !must_not_skip(), "there is no {}", path.display());
    if text.is_none() {
        skip("axe-core is not there: engine-tests/page/axe.sh fetches it");
    }
    text
}

#[test]
fn no_screen_violates_a_rule_of_accessibility() {
    let Some(axe) = axe() else { return };
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let check = |part: &str, screen: &str| {
        if browser.script("return window.axe === undefined", json!([])) == true {
            browser.script(&axe, json!([]));
        }
        // The colours change no other rule.
        let arguments = if screen.starts_with("dark") { json!([part, "color-contrast"]) } else { json!([part]) };
        assert_eq!(browser.script(CHECK, arguments), json!([]), "{screen}");
    };
    // A dialog or a panel changes nothing outside of it, which the other screens show.
    let (whole, dialog, panel) = ("html", "dialog[open]", "#panel");
    let colours = |theme: &str| browser.prefer("prefers-color-scheme", theme);
    for theme in ["light", "dark"] {
        colours(theme);
        check(whole, &format!("{theme}, start"));
        browser.press("New game");
        check(dialog, &format!("{theme}, new game"));
        browser.press("Cancel");
        browser.press("Help");
        check(dialog, &format!("{theme}, help"));
        browser.press("Close");
    }
    browser.new_game(&[("Game", "Two people")]);
    browser.play("h2g2");
    browser.play("c7+");
    for theme in ["light", "dark"] {
        colours(theme);
        browser.press("Game");
        check(whole, &format!("{theme}, game"));
    }
    browser.press("Where can it get?");
    browser.find("heading", "Where can Silver’s beam get?");
    browser.mouse("g2");
    browser.expect_text("g2: ");
    for theme in ["light", "dark"] {
        colours(theme);
        check("#reach", &format!("{theme}, where it can get"));
    }
    browser.press("Resign");
    browser.find("button", "Review the game");
    for theme in ["light", "dark"] {
        colours(theme);
        browser.press("Game");
        check(whole, &format!("{theme}, end"));
        browser.script("document.getElementById('notes').open = true", json!([]));
        check("#notes", &format!("{theme}, notes"));
        for name in ["Learn", "Puzzles", "Analyse", "Review", "Editor", "Games", "Settings"] {
            browser.press(name);
            browser.find("heading", name);
            check(panel, &format!("{theme}, {name}"));
        }
    }
    for theme in ["light", "dark"] {
        colours(theme);
        browser.go("/#rules");
        browser.reload();
        browser.expect_text("The rule sets");
        check(panel, &format!("{theme}, rules"));
    }
}
