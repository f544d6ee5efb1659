//! A game with a friend by link: played to its end between a desktop and a phone, and what is refused or asked about.

use crate::addresses::address;
use crate::browser::{Browser, Options};
use crate::notes::{RECORD, save};
use crate::page::{TWO_PEOPLE, after, texts};
use serde_json::json;

/// Two Pharaohs and two Sphinxes, whose beams meet no piece.
const BARE: &str = "x39/4k5/////4K5/9X1 s khet2 0 1";

/// Opens the page of the first player, who has started a game as Silver.
pub fn first_player() -> Option<Browser> {
    let browser = Browser::open(&Options::default())?;
    browser.open_position(BARE);
    browser.press("Play a friend by link");
    browser.wait("the set-ups", || {
        let filled = "return Boolean(document.querySelector('#new-setup input:checked')) && !document.getElementById('start').disabled
            && document.getElementById('new-kind').value === 'friend'";
        (browser.script(filled, json!([])) == true).then_some(())
    });
    browser.choose("Set-up", "The position on the board");
    browser.choose("Colour", "Silver");
    browser.fill("textbox", "Your name", "Ada");
    browser.press("Start game");
    browser.expect_text("Your move. Then you get the link for your friend.");
    Some(browser)
}

/// Opens the page of another player, who opens a link and is asked for a side.
pub fn asked_player(options: &Options, link: &str) -> Option<Browser> {
    let browser = Browser::open(options)?;
    browser.paste(link);
    browser.expect_text("Ada plays a game by link");
    Some(browser)
}

/// Opens the page of another player, who opens a link and chooses a side.
fn next_player(options: &Options, link: &str, name: &str, side: &str) -> Option<Browser> {
    let browser = asked_player(options, link)?;
    browser.fill("textbox", "Your name", name);
    browser.press(side);
    Some(browser)
}

impl Browser {
    /// Copies the link for the friend, and returns it.
    pub fn copy_for_friend(&self) -> String {
        let record = "window.copied = null; navigator.clipboard.writeText = async (text) => { window.copied = text; }";
        self.script(record, json!([]));
        self.press_named("Copy link for");
        self.wait("the link", || self.script("return window.copied", json!([])).as_str().map(str::to_owned))
    }

    /// Waits until the board shows a game from [`BARE`].
    pub fn expect_bare(&self, moves: &[&str]) {
        self.expect_board(&after(BARE, moves));
    }
}

#[test]
fn a_whole_game_is_played_between_a_desktop_and_a_phone_through_links() {
    let Some(ada) = first_player() else { return };
    ada.type_move("j1-");
    ada.expect_text("Send the link to your friend.");
    let link = ada.copy_for_friend();
    ada.expect_text("Link for your friend copied.");
    // The program's own address would lead the friend nowhere.
    if ada.folder() == "/" {
        assert!(link.starts_with("Ada – Red: our game by link.") && !link.contains("127.0.0.1"), "{link}");
    } else {
        assert!(link.starts_with(&format!("{}{}#friend=", ada.origin(), ada.folder())), "{link}");
    }
    ada.press("Games");
    ada.expect_text("Waits for your friend: Ada – Red, unfinished, 1 move");
    ada.press("Game");

    // The friend has a phone, and moves by touch.
    let options = Options { phone: Some((390, 844)), ..Options::default() };
    let Some(bob) = next_player(&options, &link, "Bob", "Play Red") else { return };
    bob.expect_bare(&["j1-"]);
    bob.expect_text("Your move: you play Red.");
    bob.select_piece("e7");
    bob.click_target("e8");
    bob.expect_text("Tap again to fire");
    bob.click_cell("e8");
    bob.expect_text("Send the link to Ada.");
    let link = bob.copy_for_friend();
    bob.reload();
    bob.expect_text("Ada is to move");
    bob.press("Games");
    bob.expect_text("Waits for your friend: Ada – Bob, unfinished, 1 move");
    bob.press("Game");

    ada.paste(&link);
    ada.expect_bare(&["j1-", "e7e8"]);
    ada.expect_announcement("e7 to e8, hits nothing");
    ada.expect_text("Your move: you play Silver.");
    // No engine, hint, light or analysis.
    ada.press("Analyse");
    ada.expect_text("In a game with a friend there is no analysis until it is over.");
    let hidden = "return [document.getElementById('hint-move').checkVisibility(), document.getElementById('reach-switch').disabled]";
    assert_eq!(ada.script(hidden, json!([])), json!([false, true]));
    ada.press("Offer draw");
    // The offer alone can be sent too.
    ada.expect_text("Send the link to Bob.");
    ada.type_move("j1+");
    ada.expect_bare(&["j1-", "e7e8", "j1+"]);

    // The field takes the link too.
    bob.fill("textbox", "Paste the link that came back", &ada.copy_for_friend());
    bob.expect_bare(&["j1-", "e7e8", "j1+"]);
    bob.expect_text("Ada offers a draw");
    bob.press("Decline draw");
    bob.type_move("a8-");
    bob.expect_text("Silver wins");
    ada.paste(&bob.copy_for_friend());
    ada.expect_text("You win");
    ada.expect_bare(&["j1-", "e7e8", "j1+", "a8-"]);
    ada.press("Games");
    ada.expect_text("Over: Ada – Bob, 1-0, 2 moves");
    // Now everything may be used.
    ada.press("Analyse");
    ada.expect_panel("Analyse");
}

#[test]
fn older_second_and_changed_answers_are_told_apart() {
    let Some(ada) = first_player() else { return };
    ada.type_move("j1-");
    let first = ada.copy_for_friend();
    let Some(bob) = next_player(&Options::default(), &first, "Bob", "Play Red") else { return };
    let Some(cat) = next_player(&Options::default(), &first, "Cat", "Play Red") else { return };
    let mut answers = Vec::new();
    for (browser, answer) in [(&bob, "e7e8"), (&cat, "e7e6")] {
        browser.expect_bare(&["j1-"]);
        browser.type_move(answer);
        browser.expect_text("Send the link to Ada.");
        answers.push(browser.copy_for_friend());
    }
    ada.paste(&answers[0]);
    ada.expect_bare(&["j1-", "e7e8"]);
    ada.paste(&first);
    ada.expect_text("The link is older than the game here. This is its newest position.");
    ada.expect_bare(&["j1-", "e7e8"]);
    // A second answer is shown beside the first.
    ada.paste(&answers[1]);
    ada.expect_text("The link has another answer to the same position. Which one counts?");
    assert_eq!(ada.script("return document.querySelectorAll('.answers svg').length", json!([])), 2);
    ada.press("Keep e7e8");
    ada.expect_bare(&["j1-", "e7e8"]);
    ada.paste(&answers[1]);
    ada.press("Take e7e6");
    ada.expect_bare(&["j1-", "e7e6"]);
    ada.reload();
    ada.expect_bare(&["j1-", "e7e6"]);
    // A browser keeps its own moves.
    cat.paste(&answers[0]);
    cat.expect_text("The link was refused: your move, ply 2 of the game, was e7e6, and the link has e7e8.");
    cat.expect_bare(&["j1-", "e7e6"]);
    // A resignation ends the game of both.
    cat.press("Resign");
    ada.paste(&cat.copy_for_friend());
    ada.expect_text("Silver wins by resignation");
    ada.paste(&bob.copy_again());
    ada.expect_text("Silver wins by resignation");
}

impl Browser {
    /// Copies the link again, and returns it.
    fn copy_again(&self) -> String {
        self.script("window.copied = null", json!([]));
        self.press("Copy link again");
        self.wait("the link", || self.script("return window.copied", json!([])).as_str().map(str::to_owned))
    }
}

#[test]
fn an_offer_of_a_draw_is_accepted() {
    let Some(ada) = first_player() else { return };
    ada.press("Offer draw");
    ada.type_move("j1-");
    ada.expect_bare(&["j1-"]);
    let Some(bob) = next_player(&Options::default(), &ada.copy_for_friend(), "Bob", "Play Red") else { return };
    bob.expect_text("Ada offers a draw");
    bob.press("Accept draw");
    bob.expect_text("Draw by agreement");
    ada.paste(&bob.copy_for_friend());
    ada.expect_text("Draw by agreement");
    ada.expect_bare(&["j1-"]);
    ada.press("Games");
    ada.expect_text("Over: Ada – Bob, ½-½, 1 move");
}

#[test]
fn a_draw_is_claimed_when_an_arrangement_stands_for_the_third_time() {
    let Some(ada) = first_player() else { return };
    ada.type_move("j1-");
    let Some(bob) = next_player(&Options::default(), &ada.copy_for_friend(), "Bob", "Play Red") else { return };
    let mut moves = vec!["j1-"];
    // The start stands again after four and after eight plies.
    for text in ["a8-", "j1+", "a8+", "j1-", "a8-", "j1+", "a8+"] {
        let (mover, other) = if text.starts_with('j') { (&ada, &bob) } else { (&bob, &ada) };
        mover.expect_bare(&moves);
        mover.expect_none("button", "Claim draw");
        mover.type_move(text);
        moves.push(text);
        other.paste(&mover.copy_for_friend());
    }
    ada.expect_bare(&moves);
    ada.press("Claim draw");
    ada.expect_text("Draw by threefold repetition");
    bob.paste(&ada.copy_for_friend());
    bob.expect_text("Draw by threefold repetition");
    bob.expect_bare(&moves);
}

#[test]
fn games_with_friends_are_saved_and_deleted() {
    let Some(browser) = first_player() else { return };
    browser.type_move("j1-");
    browser.copy_for_friend();
    browser.press("Games");
    // The game on the board stays.
    browser.expect_text("Waits for your friend: Ada – Red, unfinished, 1 move");
    assert!(browser.all("button", "Delete Ada – Red, unfinished").is_empty());
    browser.new_game(&TWO_PEOPLE);
    browser.press("Games");
    browser.expect_text("A game stays here when another one takes its place on the board.");
    browser.script(RECORD, json!([]));
    let saved = save(&browser, "Save all as KGN");
    assert!(saved.contains("[Silver \"Ada\"]") && saved.contains("1. j1-"), "{saved}");

    let listed =
        || texts(&browser.script("return page.all('.with-friends li').map((one) => one.innerText)", json!([]))).len();
    let wait_for = |count: usize| browser.wait(&format!("{count} games"), || (listed() == count).then_some(()));
    browser.press_named("Delete Ada – Red, unfinished");
    browser.expect_text("was deleted.");
    wait_for(0);
    browser.expect_none("button", "Save all as KGN");
    browser.press("Undo");
    wait_for(1);
    browser.find("button", "Save all as KGN");
    browser.press_named("Delete Ada – Red, unfinished");
    wait_for(0);
    browser.reload();
    browser.expect_text("A game stays here when another one takes its place on the board.");
    wait_for(0);
}

#[test]
fn two_tabs_show_the_same_game_with_a_friend() {
    let Some(ada) = first_player() else { return };
    ada.type_move("j1-");
    ada.expect_text("Send the link to your friend.");
    let link = ada.wait("the address", || Some(address(&ada)).filter(|found| found.starts_with("#friend=")));
    ada.open_tab();
    ada.go(&format!("/{link}"));
    ada.expect_bare(&["j1-"]);
    // What is done in the second tab is seen in the first, and kept.
    ada.press("Take back");
    ada.expect_bare(&[]);
    ada.type_move("e2e3");
    ada.expect_bare(&["e2e3"]);
    ada.switch_to(0);
    ada.expect_bare(&["e2e3"]);
    ada.copy_for_friend();
    ada.switch_to(1);
    ada.expect_text("Copy link again");
    ada.close_tab();
    ada.switch_to(0);
    ada.reload();
    ada.expect_bare(&["e2e3"]);
}

#[test]
fn a_link_with_a_move_that_does_not_follow_is_refused() {
    let Some(browser) = Browser::open_served(&Options::default(), "single modules") else { return };
    browser.play("h2g2");
    let make =
        "return import(new URL('assets/game/link/seal.js', document.baseURI).href).then(async ({ pack, seal }) =>
        '#' + seal('friend', await pack(`G=abcdefgh_-012345\\nS=\\u202eAda\\n${arguments[0]}`), arguments[1]))";
    let link = |text: &str, plies: u32| browser.script(make, json!([text, plies])).as_str().expect("a link").to_owned();
    browser.paste(&link("khet2/classic/h2g2c7d7h2g2", 3));
    browser.expect_text("The game of the link cannot be shown: move 3 “h2g2”: h2 is empty.");
    browser.expect_game(&["h2g2"]);
    browser.paste(&link("E=1/2-1/2 repetition\nkhet2/classic/h2g2", 1));
    browser.expect_text("The link was refused: it claims a draw, but no arrangement stands for the third time.");
    browser.expect_game(&["h2g2"]);
    // Nothing was stored, and one who only watches has a game without a match.
    browser.paste(&link("khet2/classic/h2g2c7d7", 2));
    browser.expect_text("Ada plays a game by link");
    browser.press("Only watch");
    browser.expect_game(&["h2g2", "c7d7"]);
}
