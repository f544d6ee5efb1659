//! Sizes of windows: a task and the whole board are visible together, beside each other or with a sheet; columns that stay and fit.

use crate::browser::{Browser, Options};
use crate::elements::Element;
use crate::input::ENTER;
use crate::puzzles::Puzzle;
use crate::reviews::{File, kgn};
use serde_json::{Value, json};

/// Windows of computers and tablets, and the least that a browser enlarged to 200 % leaves of one.
const WINDOWS: [(u32, u32); 6] = [(900, 768), (960, 1080), (820, 1180), (1024, 768), (1366, 768), (683, 384)];
/// Phones: upright, with the bars of a browser, small, and on the side.
const PHONES: [(u32, u32); 5] = [(390, 844), (390, 664), (320, 640), (667, 375), (844, 390)];

/// The panels with what belongs to the board, and the selector of the words.
const TASKS: [(&str, &str); 4] =
    [("Learn", ".lesson"), ("Puzzles", ".puzzle"), ("Analyse", "#panel"), ("Review", ".review")];

/// Returns whether the whole board is visible, whether the first words of a task are, and how many pixels of the task, from top to
/// bottom, are and have to be visible: 96, or all of a shorter one. Buttons do not count.
const SEEN: &str = "const [selector] = arguments, root = document.querySelector(selector);
    if (!root?.firstElementChild) return [];
    const { left, width } = root.getBoundingClientRect();
    const box = page.one('khet-board-view').getBoundingClientRect(), inset = 2;
    const isBoard = (x, y) => document.elementFromPoint(x, y)?.localName === 'khet-board';
    const columns = [box.left + inset, (box.left + box.right) / 2, box.right - inset], rows = [box.top + inset, (box.top + box.bottom) / 2, box.bottom - inset];
    const isWhole = box.top >= -0.5 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth && columns.every((x) => rows.every((y) => isBoard(x, y)));
    const words = [...root.children].filter((one) => one.checkVisibility() && !one.matches('.panel-tools, .unseen'));
    const isIn = (place, x, y) => { const one = document.elementFromPoint(x, y); return Boolean(one) && place.contains(one) && !one.closest('.panel-tools'); };
    const first = words[0].getBoundingClientRect(), isBegun = isIn(words[0], first.left + 4, (first.top + first.bottom) / 2);
    const seen = Array.from({ length: innerHeight }, (_, y) => y).filter((y) => [0.02, 0.3, 0.5].some((part) => isIn(root, left + part * width, y))).length;
    const all = words.reduce((sum, one) => sum + one.getBoundingClientRect().height, 0);
    return [isWhole, isBegun, seen, Math.floor(Math.min(96, all - 4))]";

fn rect(browser: &Browser, selector: &str) -> Value {
    const RECT: &str = "const { left, top, width, height } = page.one(arguments[0]).getBoundingClientRect(); return [left, top, width, height]";
    browser.script(RECT, json!([selector]))
}

/// Opens a panel. A sheet in a low window hides the tabs, so it is closed first.
fn open(browser: &Browser, panel: &str) {
    if let Some(close) = browser.query("button", "Close panel") {
        browser.try_click(&close);
    }
    browser.press(panel);
    match panel {
        "Learn" => browser.expect_text("1. Move and fire"),
        "Puzzles" => browser.expect_text("Your rating"),
        "Analyse" => {
            browser.wait("a line", || (!browser.all("button", "Walk to ").is_empty()).then_some(()));
        }
        _ => drop(browser.find("table", "")),
    }
}

#[test]
fn a_task_and_the_whole_board_are_visible_together() {
    let sizes = [(None, &WINDOWS[..]), (Some(PHONES[0]), &PHONES[..])];
    for (phone, sizes) in sizes {
        let Some(browser) = Browser::open(&Options { phone, ..Options::default() }) else { return };
        let file = File::new(&kgn("Ada", "Bea", "f4g3 f4f3 c1d2 a4+"));
        file.load(&browser);
        browser.expect_moves(4);
        browser.choose("Depth", "Quick");
        browser.press("Review this game");
        browser.find("table", "");
        for &(width, height) in sizes {
            browser.resize(width, height);
            for (panel, words) in TASKS {
                open(&browser, panel);
                browser.wait(&format!("{panel} with the whole board at {width} × {height}"), || {
                    let seen = browser.script(SEEN, json!([words]));
                    (seen[0] == true && seen[1] == true && seen[2].as_f64() >= seen[3].as_f64()).then_some(())
                });
                let scrolled = browser.script("return document.scrollingElement.scrollWidth - innerWidth", json!([]));
                assert!(scrolled.as_f64() <= Some(0.0), "{panel} at {width} × {height} can be scrolled to the right");
            }
        }
    }
}

#[test]
fn a_sheet_is_pulled_up_lowered_and_closed_by_keys_and_swipes() {
    let Some(browser) = Browser::open(&Options { phone: Some((390, 664)), ..Options::default() }) else { return };
    let is_up = |expected: &str| {
        browser.wait(&format!("a sheet that is pulled up: {expected}"), || {
            let button = browser.query("button", "Pull up")?;
            (browser.attribute(&button, "aria-expanded")? == expected).then_some(())
        });
    };
    let press = |name: &str| {
        let button: Element = browser.find("button", name);
        browser.script("arguments[0].focus()", json!([button]));
        browser.keys(ENTER);
    };
    browser.expect_none("button", "Pull up");
    open(&browser, "Learn");
    browser.expect_text("lessons finished");
    is_up("false");
    let [low, up] = ["false", "true"].map(|state| {
        if state == "true" {
            press("Pull up");
        }
        is_up(state);
        rect(&browser, "aside")[3].as_f64().expect("a height")
    });
    assert!(low >= 140.0 && up >= 2.0 * low, "{low} and {up}");
    // Pulled up, it has the tabs of the other panels.
    browser.press("Puzzles");
    // A puzzle that is shown lowers the sheet.
    Puzzle::shown(&browser);
    browser.expect_text("Your rating");
    is_up("false");
    press("Pull up");
    is_up("true");
    press("Pull up");
    is_up("false");
    // A task that begins needs the board.
    press("Pull up");
    is_up("true");
    browser.press("Next puzzle");
    is_up("false");
    press("Close panel");
    browser.expect_panel("Game");
    browser.expect_none("button", "Pull up");
    let focus = "return page.focused() !== document.body && page.focused().checkVisibility()";
    browser.wait("the focus in the page", || (browser.script(focus, json!([])) == true).then_some(()));

    open(&browser, "Learn");
    // The state of the sheet is set when the panel is loaded.
    browser.expect_text("lessons finished");
    const SWIPE: &str = "const line = document.getElementById('status');
        for (const [name, clientY] of [['pointerdown', 400], ['pointerup', 400 + arguments[0]]]) line.dispatchEvent(new PointerEvent(name, { bubbles: true, clientY }))";
    for (way, expected) in [(-60, "true"), (60, "false"), (-10, "false")] {
        browser.script(SWIPE, json!([way]));
        is_up(expected);
    }
    browser.script(SWIPE, json!([60]));
    browser.expect_panel("Game");
}

#[test]
fn a_game_that_starts_below_the_board_shows_the_board() {
    let Some(browser) = Browser::open(&Options { phone: Some((390, 664)), ..Options::default() }) else { return };
    let card = browser.wait("an opponent", || browser.all("button", "Play against Pip 500").pop()).1;
    browser.script("arguments[0].scrollIntoView({ block: 'start' })", json!([card]));
    assert_ne!(browser.script("return scrollY", json!([])), 0);
    browser.press_named("Play against Pip 500");
    browser.expect_text("Your move");
    browser.wait("the top of the page", || (browser.script("return scrollY", json!([])) == 0).then_some(()));
    assert!(rect(&browser, "khet-board")[1].as_f64() > Some(0.0));
}

#[test]
fn the_games_to_choose_from_are_on_the_first_screen_of_a_phone() {
    let Some(browser) = Browser::open(&Options { phone: Some(PHONES[0]), ..Options::default() }) else { return };
    let cards = browser.wait("the games", || {
        let bottoms = "return [...document.querySelectorAll('.editions .card')].map((one) => [one.innerText.trim().split('\\n')[0], one.getBoundingClientRect().bottom])";
        let cards = browser.script(bottoms, json!([]));
        cards.as_array().filter(|cards| cards.len() == 4).cloned()
    });
    assert_eq!(cards[0][0], "Laser Chess");
    for card in cards {
        assert!(card[1].as_f64() <= Some(844.0), "{card}");
    }
}

#[test]
fn the_analysis_keeps_its_columns_when_a_move_is_made() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    for (width, height) in [(1366, 768), (1024, 768)] {
        browser.resize(width, height);
        browser.reload();
        open(&browser, "Analyse");
        let places = || ["#panel", "#record"].map(|part| rect(&browser, part));
        let [panel, record] = places();
        browser.play("h2g2");
        browser.expect_moves(1);
        browser.expect_text("depth ");
        let [panel_after, record_after] = places();
        for at in 0..3 {
            assert_eq!(
                (&panel[at], &record[at]),
                (&panel_after[at], &record_after[at]),
                "{width}: {panel} {panel_after}"
            );
        }
        browser.press("Delete from here");
        browser.expect_game(&[]);
    }
}

#[test]
fn the_lines_of_the_analysis_are_one_tab_stop_with_arrow_keys() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    open(&browser, "Analyse");
    browser.expect_text("depth ");
    browser.press("Stop");
    let place = || {
        let at = "const one = page.focused(), line = one.closest('.lines li');
            return line && [[...line.parentNode.children].indexOf(line), [...one.parentNode.children].indexOf(one)]";
        browser.script(at, json!([]))
    };
    let stops = "return document.querySelectorAll('.lines button[tabindex=\"0\"]').length";
    assert_eq!(browser.script(stops, json!([])), 1);
    browser.script("document.querySelector('.lines button[tabindex=\"0\"]').focus()", json!([]));
    for (key, expected) in [("→", [0, 1]), ("↓", [1, 1]), ("→", [1, 2]), ("↑", [0, 2]), ("↑", [0, 2])] {
        browser.keys(key);
        assert_eq!(place(), json!(expected));
        assert_eq!(browser.script(stops, json!([])), 1);
    }
    // The keys do not step through the game.
    browser.expect_game(&["h2g2"]);
}

#[test]
fn a_move_with_a_hit_and_a_mark_fits_into_its_column() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let game = kgn("Ada", "Bea", "f4g3 f4f3 c1d2 c7c6 j4i3");
    let file = File::new(&game.replace("j4i3", "j4i3 $4"));
    file.load(&browser);
    browser.expect_moves(5);
    browser.press("Analyse");
    const HEIGHTS: &str = "return [...document.querySelectorAll('#moves > .move button')].map((one) => [one.innerText.trim(), one.getBoundingClientRect().height])";
    for (width, height) in [WINDOWS[0], WINDOWS[2], WINDOWS[3], WINDOWS[4], PHONES[2], PHONES[3]] {
        browser.resize(width, height);
        let moves = browser.script(HEIGHTS, json!([]));
        assert_eq!(moves[4][0], "j4i3 ×j5 ??");
        assert_eq!(moves[4][1], moves[0][1], "{width} × {height}: {moves}");
    }
}

#[test]
fn the_form_of_a_new_game_has_the_colour_beside_the_start_and_set_ups_with_beams() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.open_form();
    for (width, height) in [WINDOWS[4], PHONES[0], PHONES[4]] {
        browser.resize(width, height);
        let [colour, start] = ["#new-colour", "#start"].map(|part| rect(&browser, part));
        let number = |value: &Value| value.as_f64().expect("a number");
        assert!((number(&colour[1]) - number(&start[1])).abs() < 12.0, "{width} × {height}: {colour} {start}");
        assert!(number(&start[1]) + number(&start[3]) <= f64::from(height), "{width} × {height}: {start}");
    }
    // Silver's beam and Red's.
    let beams = "return [...document.querySelectorAll('#new-setup .small-board')].map((one) => one.querySelectorAll('.beam').length)";
    browser.wait("two beams in each set-up", || {
        let beams = browser.script(beams, json!([]));
        beams.as_array().is_some_and(|beams| beams.len() > 5 && beams.iter().all(|number| number == 2)).then_some(())
    });
}
