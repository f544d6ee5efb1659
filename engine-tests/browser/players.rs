//! Games against the engine and what players decide: engines that are killed, take-back, resigning, draws, rematch.

use crate::browser::{Browser, Look};
use crate::clean_room::game::Game;
use crate::page::TWO_PEOPLE;
use crate::server::below::{children, wait_for, wait_for_children};
use crate::support::{CLASSIC, Engine, mock::mock};
use serde_json::json;
use std::process::Command;

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

/// Opens the page with the mock engine under the name `Other`.
fn open_with_mock(flags: &str) -> Option<Browser> {
    let engine =
        ["--engine".to_owned(), format!("cmd={}", mock().display()), "name=Other".to_owned(), format!("args={flags}")];
    Browser::open(&Look { arguments: engine.to_vec(), ..Look::default() })
}

/// Starts a game against the mock engine, which has a twentieth of a second for a move.
fn play_the_mock(browser: &Browser) {
    let other = [("Engine", "Other"), ("Time", "Seconds a move"), ("Seconds a move", "0.05")];
    browser.new_game(&[&AGAINST_THE_ENGINE[..], &other].concat());
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
    let strong = [("Level", "Full strength"), ("Time", "Seconds a move"), ("Seconds a move", "20")];
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
    // The trouble is over as soon as the engine is back, long before its move.
    browser.wait("the end of the trouble", || (!browser.written().contains("Trying again…")).then_some(()));
    browser.sees("is thinking…");
    expect_moves(&browser, 1);
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
    browser.sees("Red wins by resignation");
    browser.press("Undo");
    browser.sees("Your move: you play Silver.");
    browser.press("Resign");
    browser.sees("Red wins by resignation");

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
fn the_way_back_from_a_resignation_leads_to_that_game_alone() {
    let Some(browser) = Browser::open(&Look::default()) else { return };
    browser.new_game(&TWO_PEOPLE);
    browser.press("Resign");
    let undo = browser.find("button", "Undo");
    browser.new_game(&TWO_PEOPLE);
    browser.press("Resign");
    browser.sees("Red wins by resignation");
    browser.wait("a click", || browser.try_click(&undo));
    browser.sees("The game that was resigned is no longer on the board.");
    browser.sees("Red wins by resignation");
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
    browser.sees("Draw by threefold repetition");

    browser.press("Rematch");
    browser.expect_board(BARE);
    assert_eq!(browser.moves(), [""; 0]);
    browser.press("Offer draw");
    browser.press("Accept draw");
    browser.sees("Draw by agreement");
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

#[test]
fn the_move_for_an_earlier_game_is_never_played() {
    // It answers its first `go` seconds late, even after `stop`, and all others at once.
    let Some(browser) = open_with_mock("--late 6000 --at 1 --game 1") else { return };
    let answer = |text: &str| {
        let mut engine = Engine::run(&mut Command::new(mock()));
        engine.send(&format!("position kfen {CLASSIC} moves {text}"));
        engine.send("go movetime 10");
        let line = engine.expect_line("a move", |line| line.starts_with("bestmove "));
        line["bestmove ".len()..].to_owned()
    };
    let [early, late] = ["h2g2", "c4b4"].map(answer);
    assert_ne!(early, late);
    play_the_mock(&browser);
    browser.play("h2g2");
    browser.sees("is thinking…");
    play_the_mock(&browser);
    browser.play("c4b4");
    expect_moves(&browser, 2);
    let mut game = Game::from_kfen(CLASSIC).expect("a set-up");
    for text in ["c4b4", &late] {
        game.apply(&game.action(text).expect("a move"));
    }
    browser.expect_board(&game.to_kfen());
}

#[test]
fn the_shot_of_the_opponent_stays_until_the_player_acts() {
    // It hits a Pyramid.
    let Some(browser) = open_with_mock("--moves c7+") else { return };
    let shots = || browser.script("return document.querySelectorAll('khet-board .beam.fired').length", json!([]));
    let words = "Red: c7+ hits your Pyramid on c5";
    play_the_mock(&browser);
    browser.play("c4+");
    browser.sees(words);
    browser.sees("Your move: you play Silver.");
    assert_eq!(shots(), 1);
    assert!(browser.written().contains(words));
    browser.take_up("h2");
    browser.wait("the end of the shot", || (shots() == 0).then_some(()));
    assert!(!browser.written().contains(words));
    browser.press("Fire again");
    browser.hears(words);
    browser.sees(words);
    assert_eq!(shots(), 1);
    expect_moves(&browser, 2);
    // One's own shot stays too.
    browser.new_game(&[("Set-up", "Classic"), ("Game", "Two people")]);
    browser.play("c4+");
    browser.sees("Silver: c4+ hits nothing");
    assert_eq!(shots(), 1);
    browser.play("c7+");
    browser.sees("Red: c7+ hits Silver’s Pyramid on c5");
}

#[test]
fn an_engine_of_others_has_no_level() {
    let Some(browser) = open_with_mock("--sleep 60000") else { return };
    browser.open_form();
    browser.choose("Game", "Against the engine");
    browser.find("combobox", "Level");
    browser.choose("Engine", "Other");
    assert!(browser.look_for("combobox", "Level").is_none());
    browser.press("Start game");
    browser.sees("Other");
    assert!(!browser.written().contains("Other 900"), "{}", browser.written());
}
