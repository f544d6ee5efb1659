//! The list of games: pictures, deletion and its undo, titles, folders, and games of files.

use crate::browser::{Browser, Options};
use crate::input::ENTER;
use crate::notes::{RECORD, save};
use crate::page::{TWO_PEOPLE, after, cell_names, texts};
use crate::reviews::{File, kgn};
use crate::support::CLASSIC;
use serde_json::json;

/// Stores earlier games: copies of the one on the board with these players of Red, the first as the oldest.
fn store_games(browser: &Browser, players: &[String]) {
    const COPY: &str = "const { shown, ...game } = JSON.parse(localStorage.getItem(`${KEY}game`));
        arguments[0].forEach((Red, at) => {
          const tags = { ...game.game.tags, Red }, id = at + 1;
          localStorage.setItem(`${KEY}earlier.${id}`, JSON.stringify({ ...game, game: { ...game.game, id, tags } }));
        });";
    browser.new_game(&TWO_PEOPLE);
    browser.play("h2g2");
    browser.script_with_key(COPY, json!([players]));
}

/// Opens the list with earlier games, and without one on the board.
fn open_games(browser: &Browser, players: &[&str]) {
    let players: Vec<String> = players.iter().map(|&name| name.to_owned()).collect();
    store_games(browser, &players);
    browser.new_game(&TWO_PEOPLE);
    // The game with which the copies were made.
    browser.press("Games");
    browser.press("Delete Silver – Red");
    wait_for(browser, &players.iter().rev().map(|name| format!("Silver – {name}")).collect::<Vec<_>>());
}

/// Returns the names of the listed games.
fn listed(browser: &Browser) -> Vec<String> {
    texts(&browser.script("return page.all('.library strong').map((one) => one.textContent)", json!([])))
}

/// Waits until these games are listed.
fn wait_for(browser: &Browser, names: &[impl AsRef<str>]) {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    browser.wait(&format!("the games {names:?}"), || (listed(browser) == names).then_some(()));
}

/// Presses the button of the last message.
fn undo(browser: &Browser) {
    browser.click_found("the last `Undo`", || {
        Some(browser.all("button", "Undo").into_iter().rfind(|(name, _)| name == "Undo")?.1)
    });
}

/// Chooses the games of these names.
fn choose(browser: &Browser, names: &[&str]) {
    for name in names {
        browser.click("checkbox", &format!("Choose {name}"));
    }
}

#[test]
fn pictures_of_the_last_positions_are_drawn_where_they_are_seen() {
    const DRAWN: &str = "return page.all('.thumb .diagram').length";
    /// Scrolls to the last game, and returns whether its picture is drawn.
    const LAST: &str = "const place = page.all('.thumb').at(-1);
        place.scrollIntoView();
        return place.querySelector('.diagram') !== null";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let players: Vec<String> = (1..=300).map(|number| format!("Player {number}")).collect();
    store_games(&browser, &players);
    browser.press("Games");
    for _ in 0..2 {
        browser.press_named("Show more (");
    }
    browser.wait("all games", || (listed(&browser).len() == 300).then_some(()));
    let drawn = || browser.script(DRAWN, json!([])).as_u64().expect("a number");
    browser.wait("the first pictures", || (drawn() > 0).then_some(()));
    assert!(drawn() < 40, "{} pictures are drawn", drawn());
    browser.wait("the last picture", || (browser.script(LAST, json!([])) == true).then_some(()));
    browser.wait("few pictures", || (drawn() < 40).then_some(()));
    let squares = "return page.all('.thumb').at(-1).querySelectorAll('[data-square]').values().map((one) => one.dataset.square).toArray().sort()";
    let expected = cell_names(&after(CLASSIC, &["h2g2"]));
    let mut expected: Vec<&str> =
        expected.iter().filter(|name| !name.ends_with(", empty")).map(|name| &name[..2]).collect();
    expected.sort_unstable();
    assert_eq!(texts(&browser.script(squares, json!([]))), expected);
}

#[test]
fn a_row_says_who_won_against_whom_and_when() {
    const ROW: &str = "return page.all('.library .about').map((one) => one.innerText)";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.press_named("Play against Pip 500");
    browser.expect_text("Your move");
    browser.play("h2g2");
    browser.press("Resign");
    browser.expect_text("resign");
    browser.press("Games");
    let date = "return new Date().toLocaleDateString('en', { dateStyle: 'medium' })";
    let date = browser.script(date, json!([])).as_str().expect("a date").to_owned();
    let row = browser.wait("the row", || texts(&browser.script(ROW, json!([]))).into_iter().next());
    for part in ["Pip (Khepri 500)", "You lost", "On the board", &date, "Khet 2.0"] {
        assert!(row.contains(part), "{part}: {row}");
    }
}

#[test]
fn a_deleted_game_comes_back_by_undo_and_after_a_reload() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    open_games(&browser, &["Ada", "Bea", "Cleo"]);
    browser.press("Delete Silver – Bea");
    wait_for(&browser, &["Silver – Cleo", "Silver – Ada"]);
    browser.expect_text("Silver – Bea was deleted.");
    // The message before is about another game.
    undo(&browser);
    wait_for(&browser, &["Silver – Cleo", "Silver – Bea", "Silver – Ada"]);

    browser.press("Delete Silver – Bea");
    wait_for(&browser, &["Silver – Cleo", "Silver – Ada"]);
    browser.reload();
    wait_for(&browser, &["Silver – Cleo", "Silver – Ada"]);
    browser.choose("Show", "Deleted (2)");
    wait_for(&browser, &["Silver – Bea", "Silver – Red"]);
    browser.press("Put back Silver – Bea");
    browser.expect_announcement("Silver – Bea is back.");
    browser.choose("Show", "All games");
    wait_for(&browser, &["Silver – Cleo", "Silver – Bea", "Silver – Ada"]);
    // Erased games are gone.
    browser.choose("Show", "Deleted (1)");
    browser.press("Delete all for good");
    browser.click("button", "Cancel");
    wait_for(&browser, &["Silver – Red"]);
    browser.press("Delete all for good");
    let yes = "page.one('#ask-yes').click()";
    browser.script(yes, json!([]));
    wait_for(&browser, &["Silver – Cleo", "Silver – Bea", "Silver – Ada"]);
    browser.expect_none("combobox", "Show");
}

#[test]
fn a_second_message_leaves_the_first_in_its_place() {
    /// Deletes two games, and returns the places of the first message without and with the second, and whether they float.
    const PLACES: &str = "const [scrolled, one, other] = arguments;
        document.body.style.minHeight = '4000px';
        scrollTo(0, scrolled);
        const remove = (name) => page.one(`[aria-label='Delete Silver – ${name}']`).click();
        remove(one);
        const first = page.all('.message').find((message) => message.innerText.includes(one)), place = () => first.getBoundingClientRect().top;
        const before = place();
        remove(other);
        return [before, place(), page.one('#messages').matches('.floating')]";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    open_games(&browser, &["Ada", "Bea", "Cleo", "Dora"]);
    for (scrolled, one, other) in [(0, "Ada", "Bea"), (2000, "Cleo", "Dora")] {
        let places = browser.script(PLACES, json!([scrolled, one, other]));
        assert_eq!(places, json!([places[0], places[0], scrolled > 0]));
    }
}

#[test]
fn a_deletion_by_keyboard_leads_to_the_next_game() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    open_games(&browser, &["Ada", "Bea", "Cleo"]);
    let focus = |name: &str| {
        let expected = ("button".to_owned(), name.to_owned());
        browser.wait(&format!("the focus on {name}"), || (browser.focus() == expected).then_some(()));
    };
    browser.script("page.one('.library [aria-label^=Delete]').focus()", json!([]));
    focus("Delete Silver – Cleo");
    browser.keys("↓");
    focus("Delete Silver – Bea");
    browser.keys(ENTER);
    wait_for(&browser, &["Silver – Cleo", "Silver – Ada"]);
    focus("Delete Silver – Ada");
    browser.keys(ENTER);
    wait_for(&browser, &["Silver – Cleo"]);
    focus("Delete Silver – Cleo");
    // One row is one stop of the tab key.
    browser.keys("\t");
    let (_, name) = browser.focus();
    assert!(!name.contains("Silver – "), "{name}");
}

#[test]
fn two_tabs_show_the_same_list_and_lose_nothing() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    open_games(&browser, &["Ada", "Bea"]);
    browser.open_tab();
    browser.go("/#games");
    wait_for(&browser, &["Silver – Bea", "Silver – Ada"]);
    browser.press("Delete Silver – Bea");
    wait_for(&browser, &["Silver – Ada"]);
    // A message stays while its button has the focus.
    let button = browser.find("button", "Undo");
    browser.script("arguments[0].focus()", json!([button]));
    browser.switch_to(0);
    wait_for(&browser, &["Silver – Ada"]);
    // The first tab deletes the other game, and the undo of the second leaves that alone.
    browser.press("Delete Silver – Ada");
    browser.switch_to(1);
    wait_for(&browser, &[""; 0]);
    undo(&browser);
    wait_for(&browser, &["Silver – Bea"]);
    browser.switch_to(0);
    wait_for(&browser, &["Silver – Bea"]);
    browser.choose("Show", "Deleted (2)");
    browser.press("Put back Silver – Ada");
    browser.switch_to(1);
    wait_for(&browser, &["Silver – Bea", "Silver – Ada"]);
    // A game that the first tab puts on its board leaves the list of the second.
    browser.switch_to(0);
    browser.choose("Show", "All games");
    browser.press_named("Silver – Bea");
    browser.expect_game(&["h2g2"]);
    browser.switch_to(1);
    wait_for(&browser, &["Silver – Ada"]);
}

#[test]
fn a_title_is_changed_by_keyboard_and_stays() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    open_games(&browser, &["Ada", "Bea"]);
    browser.press("Change the title of Silver – Ada");
    assert_eq!(browser.focus(), ("textbox".to_owned(), "Title".to_owned()));
    browser.keys("The <b> one");
    browser.keys(ENTER);
    wait_for(&browser, &["Silver – Bea", "The <b> one"]);
    assert_eq!(browser.focus().1, "Change the title of The <b> one");
    // Escape changes nothing.
    browser.keys(ENTER);
    browser.keys("x\u{1b}");
    assert_eq!(browser.focus().1, "Change the title of The <b> one");
    browser.reload();
    wait_for(&browser, &["Silver – Bea", "The <b> one"]);
    browser.fill("textbox", "Search games", "the ada");
    wait_for(&browser, &["The <b> one"]);
    // On the board it keeps its title, which can be changed there too.
    browser.press_named("The <b> one");
    browser.expect_game(&["h2g2"]);
    browser.fill("textbox", "Search games", "");
    wait_for(&browser, &["The <b> one", "Silver – Bea"]);
    browser.press("Change the title of The <b> one");
    browser.fill("textbox", "Title", "Mine");
    browser.press("Save");
    wait_for(&browser, &["Mine", "Silver – Bea"]);
    browser.reload();
    wait_for(&browser, &["Mine", "Silver – Bea"]);
}

#[test]
fn a_folder_of_games_is_saved_and_read_again() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    open_games(&browser, &["Ada", "Bea", "Cleo"]);
    browser.script(RECORD, json!([]));
    browser.press("Change the title of Silver – Ada");
    browser.fill("textbox", "Title", "First “round”");
    browser.press("Save");
    wait_for(&browser, &["Silver – Cleo", "Silver – Bea", "First “round”"]);
    choose(&browser, &["First “round”", "Silver – Cleo"]);
    browser.expect_text("2 chosen");
    browser.fill("textbox", "Folder", "Club \"A\"");
    browser.press("Put into folder");
    browser.expect_text("2 games are in the folder Club \"A\".");
    browser.choose("Show", "Club \"A\" (2)");
    wait_for(&browser, &["Silver – Cleo", "First “round”"]);
    let saved = save(&browser, "Save 2 as KGN");
    assert_eq!(saved.matches("[Folder \"Club \\\"A\\\"\"]").count(), 2, "{saved}");
    assert_eq!(saved.matches("[Title \"First “round”\"]").count(), 1, "{saved}");
    // Both are deleted for good, and come back from the file.
    choose(&browser, &["First “round”", "Silver – Cleo"]);
    browser.press("Delete");
    wait_for(&browser, &["Silver – Bea"]);
    browser.choose("Show", "Deleted (3)");
    browser.press("Delete all for good");
    browser.script("page.one('#ask-yes').click()", json!([]));
    wait_for(&browser, &["Silver – Bea"]);
    let file = File::new(&saved);
    browser.choose_file(&browser.find("file", "File of games"), file.path());
    browser.expect_text("2 games were added.");
    wait_for(&browser, &["Silver – Cleo", "First “round”", "Silver – Bea"]);
    browser.choose("Show", "Club \"A\" (2)");
    wait_for(&browser, &["Silver – Cleo", "First “round”"]);
    assert_eq!(save(&browser, "Save 2 as KGN"), saved);
}

#[test]
fn renaming_and_removing_a_folder_loses_no_game() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    open_games(&browser, &["Ada", "Bea", "Cleo"]);
    choose(&browser, &["Silver – Ada", "Silver – Bea"]);
    browser.fill("textbox", "Folder", "Club");
    browser.press("Put into folder");
    browser.choose("Show", "Club (2)");
    browser.fill("textbox", "Name of the folder", "Cup");
    browser.press("Rename folder");
    browser.expect_text("The folder Club is called Cup now.");
    wait_for(&browser, &["Silver – Bea", "Silver – Ada"]);
    browser.choose("Show", "Cup (2)");
    browser.press("Remove folder");
    browser.expect_text("The folder Cup was removed.");
    wait_for(&browser, &["Silver – Cleo", "Silver – Bea", "Silver – Ada"]);
    assert!(browser.query("combobox", "Show").is_some(), "there are deleted games");
    undo(&browser);
    browser.choose("Show", "Cup (2)");
    wait_for(&browser, &["Silver – Bea", "Silver – Ada"]);
    choose(&browser, &["Silver – Ada"]);
    browser.press("Take out of folder");
    wait_for(&browser, &["Silver – Bea"]);
}

#[test]
fn a_file_that_is_dropped_on_the_list_is_added_to_it() {
    const DROP: &str = "const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([arguments[0]], 'games.kgn'));
        page.one('.library').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    open_games(&browser, &["Ada"]);
    let games = [kgn("Emma", "Fay", "c4b4"), kgn("Gina", "Hal", "h2g9"), kgn("Ida", "Jo", "c4b4 c7+")];
    browser.script(DROP, json!([games.join("\n")]));
    browser.expect_text("2 games were added. 1 fault in the file: ");
    wait_for(&browser, &["Emma – Fay", "Ida – Jo", "Silver – Ada"]);
    browser.press_named("Ida – Jo");
    browser.expect_game(&["c4b4", "c7+"]);
}

#[test]
fn a_list_with_chosen_games_fits_narrow_phones() {
    let Some(phone) = Browser::open(&Options::default()) else { return };
    open_games(&phone, &["Ada", "A very-long-name-without-any-blank-in-it-at-all and others", "Cleo"]);
    phone.resize(320, 640);
    choose(&phone, &["Silver – Cleo"]);
    phone.expect_text("1 chosen");
    assert_eq!(phone.script("return document.scrollingElement.scrollWidth <= innerWidth", json!([])), true);
    const SMALL: &str = "return page.all('.library button, .library .pick').filter((one) => {
          const { width, height } = one.getBoundingClientRect();
          return Math.min(width, height) < 32;
        }).length";
    assert_eq!(phone.script(SMALL, json!([])), 0);
}
