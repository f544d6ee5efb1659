//! The languages of the page: which one is shown, and whether its words fit on a phone.

use crate::browser::{Browser, Options};
use crate::layout::OVERFLOWING;
use crate::page::texts;
use crate::support::CLASSIC;
use serde_json::{Value, json};

/// Waits until the page is shown in a language. Returns its texts.
fn expect_language(browser: &Browser, language: &str) -> Value {
    let own = format!(
        "return import(new URL('assets/texts/{language}.js', document.baseURI).href).then(({{ default: all }}) => JSON.parse(JSON.stringify(all)))"
    );
    let expected = browser.script(&own, json!([]));
    // A reload may be on its way.
    browser.wait(&format!("the language `{language}`"), || {
        let shown = "return [document.documentElement.lang, document.querySelector('[data-panel=learn]').textContent]";
        let shown = browser.try_script(shown, json!([])).ok()?;
        (shown == json!([language, expected["panels"]["learn"]])).then_some(())
    });
    expected
}

/// Chooses a language in the open panel "Settings".
fn choose(browser: &Browser, language: &str) {
    browser.wait("the settings", || {
        (browser.script("return Boolean(page.one('#panel select'))", json!([])) == true).then_some(())
    });
    let choose = "const select = page.one('#panel select');
        select.value = arguments[0];
        setTimeout(() => select.dispatchEvent(new Event('change')));";
    browser.leave(choose, json!([language]));
}

#[test]
fn the_language_is_that_of_the_browser_or_of_the_settings_and_no_other_is_loaded() {
    let Some(browser) = Browser::open_served(&Options::default(), "single modules") else { return };
    browser.play("h2g2");
    let agent = browser.script("return navigator.userAgent", json!([]));
    let dutch = json!({ "userAgent": agent, "acceptLanguage": "da,nl-BE,fr" });
    browser.command("Emulation.setUserAgentOverride", dutch).expect("an answer");
    browser.reload();
    browser.expect_start();
    let loaded = "return performance.getEntriesByType('resource').map(({ name }) => /texts\\/(..)\\.js$/.exec(name)?.[1]).filter(Boolean)";
    let loaded = browser.script(loaded, json!([]));
    assert!(loaded.as_array().is_some_and(|all| !all.is_empty() && all.iter().all(|one| one == "nl")), "{loaded}");
    let dutch = expect_language(&browser, "nl");
    assert_eq!(browser.script("return document.title", json!([])), dutch["page"]["title"]);
    browser.script("document.getElementById('open-settings').click()", json!([]));
    browser.find("heading", dutch["panels"]["settings"].as_str().expect("a title"));
    choose(&browser, "de");
    let german = expect_language(&browser, "de");
    // The panel and the game are still there, and the choice is kept.
    browser.find("heading", german["panels"]["settings"].as_str().expect("a title"));
    browser.wait("the chosen language", || {
        (browser.script("return page.one('#panel select')?.value", json!([])) == "de").then_some(())
    });
    assert_eq!(browser.script("return document.getElementById('moves').innerText.trim()", json!([])), "h2g2");
    browser.reload();
    expect_language(&browser, "de");
    choose(&browser, "");
    expect_language(&browser, "nl");
}

#[test]
fn no_language_leaves_its_place_on_a_phone() {
    let phone = Some((390, 844));
    let Some(browser) = Browser::open_served(&Options { phone, ..Options::default() }, "single modules") else {
        return;
    };
    browser.expect_board(CLASSIC);
    for language in ["de", "fr", "nl"] {
        let store = "localStorage.setItem(`${KEY}language`, JSON.stringify(arguments[0]))";
        browser.script_with_key(store, json!([language]));
        browser.reload();
        let all = expect_language(&browser, language);
        let check = |screen: &str| {
            let found = texts(&browser.script(OVERFLOWING, json!([])));
            assert!(found.is_empty(), "{language}, {screen}: {found:#?}");
            let width = browser.script("return document.documentElement.scrollWidth", json!([]));
            assert_eq!(width, 390, "{language}, {screen}");
        };
        for panel in ["learn", "puzzles", "analysis", "review", "edit", "games", ""] {
            browser.script("document.querySelector(`[data-panel='${arguments[0]}']`).click()", json!([panel]));
            if let Some(title) = all["panels"][panel].as_str() {
                browser.find("heading", title);
            }
            check(panel);
        }
        for (button, heading) in [("open-settings", &all["panels"]["settings"]), ("open-help", &all["help"]["title"])] {
            browser.script("document.getElementById(arguments[0]).click()", json!([button]));
            browser.find("heading", heading.as_str().expect("a title"));
            check(button);
        }
        browser.script(
            "document.querySelector('#help form button').click(); document.getElementById('open-new').click()",
            json!([]),
        );
        browser.wait("the set-ups", || {
            let filled = "document.getElementById('new-more').open = true; return Boolean(document.querySelector('#new-setup input:checked'))";
            (browser.script(filled, json!([])) == true).then_some(())
        });
        check("new game");
        // During a game there are the most buttons.
        browser.script("document.getElementById('start').click()", json!([]));
        browser.wait("the game", || {
            (browser.script("return !document.getElementById('resign').hidden", json!([])) == true).then_some(())
        });
        check("game");
        browser.script("document.getElementById('resign').click()", json!([]));
        browser.wait("the end", || {
            (browser.script("return !document.getElementById('ending').hidden", json!([])) == true).then_some(())
        });
        check("end");
    }
}
