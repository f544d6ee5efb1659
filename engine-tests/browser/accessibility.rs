//! The rules of axe-core in every screen of the page, with light and dark colours.

use crate::browser::{Browser, Options};
use crate::friends::{asked_player, first_player};
use crate::page::TWO_PEOPLE;
use crate::support::{CLASSIC, must_not_skip, skip};
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

impl Browser {
    /// Checks a part of the page, whose name begins with its colours.
    fn check(&self, axe: &str, part: &str, screen: &str) {
        if self.script("return window.axe === undefined", json!([])) == true {
            self.script(axe, json!([]));
        }
        // The colours change no other rule.
        let arguments = if screen.starts_with("dark") { json!([part, "color-contrast"]) } else { json!([part]) };
        assert_eq!(self.script(CHECK, arguments), json!([]), "{screen}");
    }

    /// Checks a part of the page with light and with dark colours.
    fn check_both(&self, axe: &str, part: &str, screen: &str) {
        for theme in ["light", "dark"] {
            self.prefer("prefers-color-scheme", theme);
            self.check(axe, part, &format!("{theme}, {screen}"));
        }
    }
}

#[test]
fn no_screen_violates_a_rule_of_accessibility() {
    let Some(axe) = axe() else { return };
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let check = |part: &str, screen: &str| browser.check(&axe, part, screen);
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
    browser.press("Share this shot");
    browser.find("heading", "Share this shot");
    browser.check_both(&axe, dialog, "a shot");
    browser.press("Close");
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
        let is_placed = "return Boolean(document.getElementById('notes').closest('#moves'))";
        browser.wait("the notes below their move", || (browser.script(is_placed, json!([])) == true).then_some(()));
        check("#notes", &format!("{theme}, notes"));
        for name in ["Learn", "Puzzles", "Analyse", "Review", "Editor", "Games", "Settings"] {
            browser.press(name);
            browser.find("heading", name);
            check(panel, &format!("{theme}, {name}"));
        }
    }
    // An earlier game, which is chosen.
    browser.new_game(&TWO_PEOPLE);
    browser.press("Games");
    let choose = "page.one('.library [type=checkbox]')?.click(); return page.one('.library :checked') !== null";
    browser.wait("a game", || (browser.script(choose, json!([])) == true).then_some(()));
    browser.expect_text("1 chosen");
    for theme in ["light", "dark"] {
        colours(theme);
        check(panel, &format!("{theme}, a chosen game"));
    }
    let task = json!([{ "kfen": CLASSIC, "played": "h2g2", "number": 1, "mark": "mistake", "loss": 500, "nodes": 5000, "game": "", "against": "Ada" }]);
    browser.script_with_key("localStorage.setItem(`${KEY}mistakes`, JSON.stringify(arguments[0]))", json!([task]));
    browser.go("/#mistakes");
    browser.reload();
    browser.expect_text("find a better move");
    browser.check_both(&axe, panel, "a mistake");
    browser.press("Puzzles");
    browser.expect_text("Your rating");
    browser.click("button", "Daily laser");
    browser.expect_text("First tap the square");
    for theme in ["light", "dark"] {
        colours(theme);
        check(panel, &format!("{theme}, the square of the daily laser"));
    }
    browser.click_cell("a1");
    browser.expect_text("You say that the beam will end on a1.");
    for theme in ["light", "dark"] {
        colours(theme);
        check(whole, &format!("{theme}, the daily laser"));
    }
    browser.press("Three minutes");
    browser.expect_text("0 solved");
    for theme in ["light", "dark"] {
        colours(theme);
        check(panel, &format!("{theme}, a run of puzzles"));
    }
    browser.press("Stop");
    for theme in ["light", "dark"] {
        colours(theme);
        browser.go("/#rules");
        browser.reload();
        browser.expect_text("The rule sets");
        check(panel, &format!("{theme}, rules"));
    }
}

#[test]
fn no_dialog_of_a_game_with_a_friend_violates_a_rule_of_accessibility() {
    let Some(axe) = axe() else { return };
    let Some(ada) = first_player() else { return };
    let (dialog, panel) = ("dialog[open]", "#panel");
    ada.type_move("j1-");
    ada.expect_text("Send the link to your friend.");
    ada.check_both(&axe, "#friend", "a link to send");
    let link = ada.copy_for_friend();
    let Some(bob) = asked_player(&Options::default(), &link) else { return };
    bob.check_both(&axe, dialog, "an invitation");
    bob.press("Play Red");
    bob.expect_bare(&["j1-"]);
    bob.type_move("e7e8");
    bob.expect_text("Send the link to Ada.");
    let answer = bob.copy_for_friend();
    let Some(cat) = asked_player(&Options::default(), &link) else { return };
    cat.press("Play Red");
    cat.expect_bare(&["j1-"]);
    cat.paste(&answer);
    cat.expect_text("Is it yours?");
    cat.check_both(&axe, dialog, "a move of one's own");
    cat.press("Not mine");
    cat.type_move("e7e6");
    cat.expect_text("Send the link to Ada.");
    ada.paste(&answer);
    ada.expect_bare(&["j1-", "e7e8"]);
    ada.paste(&cat.copy_for_friend());
    ada.expect_text("Which one counts?");
    ada.check_both(&axe, dialog, "a second answer");
    ada.press("Keep e7e8");
    ada.new_game(&TWO_PEOPLE);
    ada.press("Games");
    ada.expect_text("With friends");
    ada.check_both(&axe, panel, "games with friends");
}
