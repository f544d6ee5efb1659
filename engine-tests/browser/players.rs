//! Games against the engine and what players decide: engines that are killed, take-back, resigning, draws, rematch.

use crate::browser::{Browser, Look};
use crate::server::below::{children, wait_for, wait_for_children};
use crate::support::CLASSIC;
use serde_json::json;

/// The game against the engine, with the set-up that the tests know.
const AGAINST_THE_ENGINE: [(&str, &str); 4] =
    [("Rule set", "Khet 2.0"), ("Set-up", "Classic"), ("Game", "Against the engine"), ("Colour", "Silver")];

/// Returns the processor time of a process in hundredths of a second.
fn ticks(id: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let (_, fields) = stat.rsplit_once(')').unwrap_or_default();
    // In user and in kernel mode, as proc(5) numbers the fields.
    fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum()
}

/// Waits until the list has a number of moves.
fn expect_moves(browser: &Browser, number: usize) {
    browser.wait(&format!("{number} moves"), || (browser.moves().len() == number).then_some(()));
}

/// Starts a game against an opponent that replies at once with any move.
fn play_a_beginner(browser: &Browser) {
    let weak = [("Level", "500, moves at random"), ("Time", "Seconds a move"), ("Seconds a move", "0.05")];
    browser.new_game(&[&AGAINST_THE_ENGINE[..], &weak].concat());
}

#[test]
fn an_engine_that_is_killed_in_a_search_is_replaced() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    browser.expect_board(CLASSIC);
    let server = browser.server.id();
    // At first there is only the engine that knows the rules.
    let [rules] = wait_for_children(server, 1)[..] else { panic!("one child") };
    let strong = [("Level", "Full strength"), ("Time", "Seconds a move"), ("Seconds a move", "6")];
    browser.new_game(&[&AGAINST_THE_ENGINE[..], &strong].concat());
    let player = wait_for(|| children(server).into_iter().find(|id| *id != rules), Option::is_some).expect("an engine");
    let before = ticks(player);
    browser.play("h2g2");
    browser.sees("is thinking…");
    // No start of an engine takes a fifth of a second of the processor: it searches.
    wait_for(|| ticks(player), |now| *now >= before + 20);
    let id = rustix::process::Pid::from_raw(player as i32).expect("an id");
    rustix::process::kill_process(id, rustix::process::Signal::KILL).expect("it runs");
    browser.sees("does not answer");
    let is_another = |found: &Vec<u32>| found.len() == 2 && found.contains(&rules) && !found.contains(&player);
    wait_for(|| children(server), is_another);
    expect_moves(&browser, 2);
    browser.sees("Your move");
    browser.play("j1-");
    assert!(browser.moves().len() >= 3);
}

#[test]
fn a_move_is_taken_back_with_its_reply_and_a_rematch_exchanges_colours() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    play_a_beginner(&browser);
    browser.play("h2g2");
    expect_moves(&browser, 2);
    browser.sees("Your move: you play Silver.");
    browser.press("Take back");
    browser.expect_board(CLASSIC);
    assert_eq!(browser.moves(), [""; 0]);
    browser.play("h2g2");
    expect_moves(&browser, 2);
    browser.sees("Your move: you play Silver.");

    browser.press("Resign");
    browser.sees("Red wins: by resignation");
    browser.press("Undo");
    browser.sees("Your move: you play Silver.");
    browser.press("Resign");
    browser.sees("Red wins: by resignation");

    // Red sees the board from the other side, and the engine begins.
    browser.press("Rematch");
    expect_moves(&browser, 1);
    browser.sees("Your move: you play Red.");
    let first = "return document.querySelector('[role=row] > [role=gridcell]').ariaLabel";
    let first = browser.script(first, json!([]));
    assert!(first.as_str().expect("a name").starts_with("j1, silver sphinx"), "{first}");
    browser.play("c7+");
    expect_moves(&browser, 3);
}

#[test]
fn draws_are_offered_and_claimed() {
    /// Two Pharaohs and two Sphinxes: light meets nothing.
    const BARE: &str = "x39/4k5/////4K5/9X1 s khet2 0 1";
    let Some(browser) = Browser::open(&Look::default()) else { return };
    browser.go(&format!("/#kfen={}", BARE.replace(' ', "%20")));
    browser.expect_board(BARE);
    browser.new_game(&[("Set-up", "The position on the board"), ("Game", "Two people")]);
    browser.press("Offer draw");
    browser.hears("offers a draw");
    browser.press("Decline draw");
    browser.hears("The draw is declined");
    for text in ["e2e1", "e7e8", "e1e2", "e8e7", "e2e1", "e7e8", "e1e2"] {
        browser.play(text);
        assert!(!browser.is_enabled(&browser.find("button", "Claim draw")), "{text}");
    }
    browser.play("e8e7");
    browser.hears("Third occurrence: a draw can be claimed");
    browser.press("Claim draw");
    browser.sees("Draw: by threefold repetition");

    browser.press("Rematch");
    browser.expect_board(BARE);
    assert_eq!(browser.moves(), [""; 0]);
    browser.press("Offer draw");
    browser.press("Accept draw");
    browser.sees("Draw: by agreement");
}

#[test]
fn two_engines_play_and_can_be_paused() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    // At full strength no game ends within a few moves.
    let players = [("Silver’s level", "Full strength"), ("Red’s level", "Full strength")];
    let time = [("Time", "Seconds a move"), ("Seconds a move", "0.2")];
    browser.new_game(&[&[("Game", "Engine against engine")], &players[..], &time].concat());
    browser.wait("three moves", || (browser.moves().len() >= 3).then_some(()));
    browser.press("Pause");
    browser.sees("The game is paused");
    let paused = browser.moves().len();
    browser.press("Continue");
    browser.wait("another move", || (browser.moves().len() > paused).then_some(()));
}
