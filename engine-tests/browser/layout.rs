//! Layout: sizes, contrast, overlap, and the keyboard focus.

use crate::browser::{Browser, Options};
use crate::contrast::{contrast, luminance};
use crate::input::{ENTER, LEFT};
use crate::page::{TWO_PEOPLE, texts};
use crate::reviews::{File, kgn};
use serde_json::json;

/// Returns the colours of the text and of the background of an element.
const COLOURS: &str = "const style = getComputedStyle(arguments[0]);
return [style.color, style.backgroundColor].map((colour) => colour.match(/[\\d.]+/g).slice(0, 3).map(Number))";

/// Returns the names of the controls that an element covers at least in part. A sheet that scrolls shows only a part of its own.
const COVERED: &str = r"
const box = arguments[0].getBoundingClientRect();
return page.all('button, select, input, [role=gridcell]').filter((one) => {
  if (!one.checkVisibility() || arguments[0].contains(one)) return false;
  const other = one.getBoundingClientRect(), { top, bottom } = one.closest('#panel, #record')?.getBoundingClientRect() ?? other;
  return other.left < box.right && other.right > box.left && Math.max(other.top, top) < box.bottom && Math.min(other.bottom, bottom) > box.top;
}).map((one) => one.ariaLabel ?? one.textContent);
";

#[test]
fn the_current_move_is_readable_while_the_mouse_is_over_it() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    let [name] = &browser.moves()[..] else { panic!("one move") };
    let button = browser.find("button", name);
    assert_eq!(browser.attribute(&button, "aria-current").as_deref(), Some("true"));
    browser.mouse_over(&button);
    assert_eq!(browser.script("return arguments[0].matches(':hover')", json!([button])), true);
    let colours = browser.script(COLOURS, json!([button]));
    assert!(contrast(luminance(&colours[0]), luminance(&colours[1])) >= 4.5, "{colours}");
}

/// Returns the width and the height of the board and its distance from the top of the page, in pixels.
fn board_at(browser: &Browser, width: u32, height: u32) -> [f64; 3] {
    const BOX: &str = "const box = document.querySelector('khet-board').getBoundingClientRect();
        return [box.width, box.height, box.top, document.scrollingElement.scrollWidth]";
    browser.resize(width, height);
    let sizes = browser.script(BOX, json!([]));
    let sizes: Vec<f64> = sizes.as_array().expect("sizes").iter().filter_map(|size| size.as_f64()).collect();
    assert!(sizes[3] <= f64::from(width), "{width} × {height} can be scrolled to the right");
    [sizes[0], sizes[1], sizes[2]]
}

#[test]
fn the_size_of_the_board_changes_gradually_with_the_window() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    for height in [390, 520, 650, 1000] {
        let mut before = None;
        for width in (360..=1440).step_by(20) {
            let [board, ..] = board_at(&browser, width, height);
            let change = before.map_or(0.0, |before: f64| (board - before).abs() / before);
            assert!(change < 0.15, "{before:?} to {board} at {width} × {height}");
            before = Some(board);
        }
    }
}

#[test]
fn the_board_comes_first_and_no_panel_changes_its_size() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.press_named("Play against Pip 500");
    browser.expect_text("Your move");
    for (width, height) in [(1366, 768), (1920, 1080)] {
        let [_, board, top] = board_at(&browser, width, height);
        // The header is above the strip of the upper player.
        const HEADER: &str = "return document.querySelector('header').getBoundingClientRect().bottom";
        let header = browser.script(HEADER, json!([])).as_f64().expect("a number");
        assert!(header < top && board >= 0.8 * (f64::from(height) - header), "{board} at {width} × {height}");
    }
    browser.press("Resign");
    for (width, height) in [(1366, 768), (390, 844), (844, 390)] {
        let closed = board_at(&browser, width, height);
        for panel in ["Learn", "Puzzles", "Analyse", "Review", "Editor", "Games", "Game"] {
            browser.open_panel(panel);
            assert_eq!(board_at(&browser, width, height)[..2], closed[..2], "{panel} at {width} × {height}");
        }
    }
}

#[test]
fn a_phone_shows_board_players_status_and_actions_at_once() {
    let options = Options { phone: Some((390, 844)), ..Options::default() };
    let Some(phone) = Browser::open(&options) else { return };
    phone.press_named("Play against Pip 500");
    phone.expect_text("Your move");
    let [board, _, top] = board_at(&phone, 390, 844);
    assert!(board >= 0.96 * 390.0 && top <= 110.0, "{board}, {top}");
    const LOWEST: &str =
        "return Math.max(...page.all('.strip, #status, .below button').filter((one) => one.checkVisibility())
        .map((one) => one.getBoundingClientRect().bottom))";
    let lowest = phone.script(LOWEST, json!([])).as_f64().expect("a number");
    assert!(lowest <= 844.0, "players, status and actions end at {lowest}");
}

#[test]
fn a_phone_has_room_for_fingers_and_for_the_answer_to_an_offer_beside_a_panel() {
    /// The buttons of a row that can be seen, with their least side.
    const ROW: &str = "return page.all(arguments[0]).filter((one) => one.checkVisibility())
        .map((one) => [one.id, arguments[1] === 'width' ? one.getBoundingClientRect().width : one.getBoundingClientRect().height])";
    let Some(phone) = Browser::open(&Options { phone: Some((390, 844)), ..Options::default() }) else { return };
    let row = |selector: &str, side: &str| {
        let buttons = phone.script(ROW, json!([selector, side])).as_array().expect("buttons").clone();
        assert!(buttons.iter().all(|one| one[1].as_f64() >= Some(44.0)), "{selector}, {side}: {buttons:?}");
        buttons.iter().map(|one| one[0].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    phone.new_game(&TWO_PEOPLE);
    phone.select_piece("h2");
    phone.click_target("g2");
    phone.expect_text("Tap again to fire");
    phone.click_target("g2");
    phone.expect_moves(1);
    assert_eq!(row("header button", "width").len(), 5);
    assert!(row("#acts button", "height").contains(&"resign".to_owned()));
    phone.press("Offer draw");
    phone.find("button", "Accept draw");
    phone.press("Review");
    phone.find("button", "Close panel");
    assert_eq!(row("#acts button", "height"), ["accept", "decline"]);
    phone.press("Accept draw");
    phone.expect_text("Draw by agreement");
}

#[test]
fn messages_cover_no_control() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.new_game(&[("Game", "Two people")]);
    browser.play("h2g2");
    browser.press("Resign");
    browser.find("button", "Undo");
    for (width, height) in [(1366, 768), (1366, 650), (1024, 768), (861, 1000), (390, 844), (844, 390)] {
        browser.resize(width, height);
        let messages = browser.script("return [...document.querySelectorAll('[role=status] > div')]", json!([]));
        let messages = messages.as_array().expect("messages").clone();
        assert!(!messages.is_empty());
        for message in messages {
            let covered = browser.script(COVERED, json!([message]));
            assert_eq!(covered, json!([]), "{width} × {height}");
        }
    }
}

#[test]
fn a_message_is_in_sight_where_the_board_is_not() {
    let Some(browser) = Browser::open(&Options { phone: Some((390, 664)), ..Options::default() }) else { return };
    browser.new_game(&TWO_PEOPLE);
    browser.type_move("h2g2");
    browser.expect_game(&["h2g2"]);
    browser.script("scrollTo(0, document.body.scrollHeight)", json!([]));
    assert_ne!(browser.script("return scrollY", json!([])), 0);
    browser.script("navigator.clipboard.writeText = async () => {}", json!([]));
    browser.press("Copy link");
    let place = "const { top, bottom } = document.querySelector('#messages > *')?.getBoundingClientRect() ?? {};
        return scrollY > 0 && top >= 0 && bottom <= innerHeight";
    browser.wait("a message in sight", || (browser.script(place, json!([])) == true).then_some(()));
}

#[test]
fn the_focus_goes_to_the_board_and_arrows_step_through_the_game() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.open_form();
    browser.choose("Game", "Two people");
    let start = browser.find("button", "Start game");
    browser.script("arguments[0].focus()", json!([start]));
    browser.keys(ENTER);
    browser.expect_none("dialog", "New game");
    assert_eq!(browser.focus().0, "gridcell");
    // After a move by mouse, also a rotation, the arrow keys step through the game.
    browser.play("h2g2");
    browser.play("c7+");
    browser.expect_game(&["h2g2", "c7+"]);
    browser.keys(LEFT);
    browser.expect_game(&["h2g2"]);
    browser.keys(LEFT);
    browser.expect_game(&[]);
}

/// Records how far everything visible moves by itself, as the browser measures it.
const OBSERVE: &str = "window.shifts = [];
    window.record = (entries) => shifts.push(...entries.map(({ value, sources }) =>
        [value, ...sources.map(({ node }) => node?.id || node?.className || node?.nodeName)]));
    window.observer = new PerformanceObserver((list) => record(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true })";

/// Returns what was recorded, with the last drawn frame.
const RECORDED: &str = "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
        record(observer.takeRecords());
        done(shifts);
    })))";

/// Opens each panel, some tasks of lessons and another puzzle.
fn open_all_panels(browser: &Browser) {
    for panel in ["Learn", "Puzzles", "Analyse", "Review", "Editor", "Games", "Game"] {
        browser.open_panel(panel);
        match panel {
            "Learn" => (0..4).for_each(|_| browser.press_named("Next ")),
            "Puzzles" => browser.press("Next puzzle"),
            "Analyse" => browser.expect_text("depth "),
            _ => {}
        }
    }
}

#[test]
fn what_is_shown_stays_in_its_place_in_a_session() {
    for phone in [None, Some((390, 844))] {
        let Some(browser) = Browser::open(&Options { phone, ..Options::default() }) else { return };
        if phone.is_none() {
            browser.resize(1366, 768);
            browser.reload();
        }
        browser.script(OBSERVE, json!([]));
        open_all_panels(&browser);
        browser.press_named("Play against Pip 500");
        browser.expect_text("Your move");
        browser.select_piece("h2");
        browser.click_target("g2");
        if phone.is_some() {
            // The first tap shows the shot.
            browser.click_cell("g2");
        }
        browser.expect_moves(2);
        browser.press("Resign");
        browser.find("button", "Review the game");
        open_all_panels(&browser);
        browser.press("Rematch");
        browser.press("Resign");
        browser.press("New game");
        browser.press("Start game");
        browser.press("Resign");
        browser.find("button", "Rematch");
        let shifts = browser.script(RECORDED, json!([]));
        // Shifts after an input count too.
        let sum: f64 = shifts.as_array().expect("a list").iter().filter_map(|shift| shift[0].as_f64()).sum();
        assert!(sum <= 0.05, "{sum} on a phone of {phone:?}: {shifts}");
    }
}

/// Returns the texts that are cut, and the elements that leave the place in which they are.
pub const OVERFLOWING: &str = r"
const places = '#panel, .record, dialog, .strip, .below, .message, header, aside, body', out = [];
for (const one of document.querySelectorAll('body *')) {
  if (!one.checkVisibility({ visibilityProperty: true }) || one.closest('.unseen, svg, khet-board, input')) continue;
  const { overflowX, overflowY } = getComputedStyle(one), name = `${one.tagName} ${one.id} ${one.className} ${one.textContent.trim().slice(0, 40)}`;
  const hasText = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const isCut = (/hidden|clip/.test(overflowX) && one.scrollWidth > one.clientWidth + 1) || (/hidden|clip/.test(overflowY) && one.scrollHeight > one.clientHeight + 1);
  if (hasText && isCut) out.push(`cut: ${name}`);
  const place = one.parentElement.closest(places), { borderRightWidth, paddingRight } = getComputedStyle(place);
  let scrolled = one.parentElement;
  while (scrolled !== place && getComputedStyle(scrolled).overflowX !== 'auto') scrolled = scrolled.parentElement;
  const right = place.getBoundingClientRect().right - parseFloat(borderRightWidth) - parseFloat(paddingRight), beyond = one.getBoundingClientRect().right - right;
  if (scrolled === place && beyond > 0.6) out.push(`${beyond} px beyond ${place.id || place.className}: ${name}`);
}
return out;
";

#[test]
fn no_text_is_cut_and_nothing_leaves_its_panel() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let check = |screen: &str| {
        for (width, height) in [(1366, 768), (1024, 768), (390, 844), (360, 640)] {
            browser.resize(width, height);
            let found = texts(&browser.script(OVERFLOWING, json!([])));
            assert!(found.is_empty(), "{screen} at {width} × {height}: {found:#?}");
        }
        browser.resize(1366, 768);
    };
    let [silver, red] =
        ["A player with an exceptionally long name, Wolfgang Amadeus", "AnotherWithOneVeryLongWordAsAName of Bavaria"];
    let file = File::new(&format!("{}\n{}", kgn(silver, red, "h2g2 c7d7 g2h2"), kgn(silver, red, "h2g9")));
    file.load(&browser);
    browser.expect_moves(3);
    check("Review");
    for panel in ["Game", "Learn", "Puzzles", "Analyse", "Editor", "Games", "Settings"] {
        browser.press(panel);
        match panel {
            "Puzzles" => browser.expect_text("Your rating"),
            "Editor" => browser.wait("the set-ups", || {
                let filled = "return document.querySelectorAll('#panel option').length > 20";
                (browser.script(filled, json!([])) == true).then_some(())
            }),
            "Settings" => drop(browser.find("combobox", "Beams")),
            _ => browser.expect_panel(panel),
        }
        check(panel);
    }
    browser.press("Help");
    check("Help");
    browser.press("Rules with pictures");
    browser.find("heading", "Rules");
    check("Rules");
    browser.open_form();
    check("New game");
}

/// Returns whether a control can have the focus no longer.
const IS_LOST: &str = "const one = window.pressed; return !one.isConnected || !one.checkVisibility() || one.disabled";

/// Presses the Enter key on a button that then hides itself, and checks that the focus is still in the page.
fn enter(browser: &Browser, name: &str) {
    let button = browser.find("button", name);
    browser.script("window.pressed = arguments[0]; window.pressed.focus()", json!([button]));
    browser.keys(ENTER);
    browser.wait(&format!("the end of `{name}`"), || (browser.script(IS_LOST, json!([])) == true).then_some(()));
    browser.wait(&format!("the focus after `{name}`"), || {
        let has_focus =
            "const one = page.focused(); return one !== document.body && one.checkVisibility() && !one.disabled";
        (browser.script(has_focus, json!([])) == true).then_some(())
    });
}

#[test]
fn the_focus_stays_in_the_page_after_a_button_that_hides_itself() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    // Buttons that are disabled.
    enter(&browser, "To the start");
    assert_eq!(browser.focus().1, "Forward");
    enter(&browser, "To the end");
    assert_eq!(browser.focus().1, "Back");
    enter(&browser, "Delete from here");
    browser.expect_game(&[]);
    enter(&browser, "Undo: h2g2 was deleted, with all that followed.");
    browser.expect_game(&["h2g2"]);

    browser.script("document.getElementById('notes').open = true", json!([]));
    browser.drag_with_the_right_button("a1", "b2");
    enter(&browser, "Clear drawings");
    assert_eq!(browser.focus().1, "Draw");

    browser.new_game(&TWO_PEOPLE);
    browser.play("h2g2");
    enter(&browser, "Take back");
    browser.expect_game(&[]);
    enter(&browser, "Offer draw");
    enter(&browser, "Decline draw");
    enter(&browser, "Resign");
    enter(&browser, "Undo");
    browser.play("h2g2");
    enter(&browser, "Resign");
    assert_eq!(browser.focus().1, "Fire again");
    enter(&browser, "Review the game");
    assert_eq!(browser.focus(), ("region".to_owned(), "Review".to_owned()));

    browser.press("Puzzles");
    browser.expect_text("Find the best move.");
    browser.press("Hint (counts as failed)");
    enter(&browser, "Hint (counts as failed)");
    assert_eq!(browser.focus(), ("region".to_owned(), "Puzzles".to_owned()));
    browser.press("Game");
    // After a click nothing has the focus, and the arrow keys step through the game.
    browser.press("To the start");
    browser.expect_game(&[]);
    assert_eq!(browser.script("return page.focused() === document.body", json!([])), true);
}
