//! Whole games by clicks, in all rule sets, checked against the second implementation of the rules.

use crate::browser::{Browser, Options};
use crate::clean_room::game::Game;
use crate::clean_room::pieces::{Colour, Piece};
use crate::clean_room::position::Outcome;
use crate::page::{TWO_PEOPLE, cell_names};
use crate::support::set_up_kfen;
use serde_json::json;

/// Returns the piece on a square, such as `silver pyramid`, given the names of all cells.
fn piece_on(names: &[String], square: &str) -> String {
    let prefix = format!("{square}, ");
    let name = names.iter().find_map(|name| name.strip_prefix(&prefix)).expect("a square");
    name.split(" facing ").next().and_then(|name| name.split(" mirrors ").next()).expect("a name").to_owned()
}

/// Plays a move by clicks, and checks the board, the move list and the announcement against the second implementation.
fn play(browser: &Browser, game: &mut Game, text: &str) {
    let before = cell_names(&game.to_kfen());
    let action = game.action(text).unwrap_or_else(|| panic!("{text} is a move in {}", game.to_kfen()));
    let shot = game.apply(&action);
    browser.play(text);
    let after = game.to_kfen();
    browser.expect_board(&after);
    let mover = piece_on(&before, &text[..2]);
    let mut hits: Vec<String> = shot.hits.iter().map(|hit| format!("{} on {}", words(hit.piece), hit.square)).collect();
    hits.push(if hits.is_empty() { "hits nothing" } else { "hits " }.to_owned());
    let describes_move = |line: &str| {
        let names_move = line.to_lowercase().contains(&format!("{mover} {}", &text[..2]));
        let (_, named) = line.rsplit_once("hits ").unwrap_or_default();
        names_move && hits.iter().all(|part| line.contains(part)) && named.matches(" on ").count() == shot.hits.len()
    };
    assert!(
        browser.announcements().iter().any(|line| describes_move(line)),
        "{text}, {hits:?}: {:?}",
        browser.announcements()
    );
    let listed = browser.moves();
    let last = listed.last().expect("a move");
    assert!(describes_move(last), "{text}, {hits:?}: {last}");
}

/// Returns the words for a piece, such as `silver pyramid`.
fn words(piece: Piece) -> String {
    let text = format!("{:?} {:?}", piece.colour, piece.kind).to_lowercase();
    text.split('(').next().unwrap_or_default().replace("stack", "obelisk stack")
}

/// Plays a game of two people from a set-up to its end.
fn play_to_the_end(options: &Options, rule_set: [&str; 2], set_up: [&str; 2], moves: &str, result: &str) {
    let Some(browser) = Browser::open(options) else { return };
    browser.new_game(&[("Rule set", rule_set[1]), ("Set-up", set_up[1]), ("Game", "Two people")]);
    let mut game = Game::from_kfen(set_up_kfen(rule_set[0], set_up[0])).expect("a set-up");
    browser.expect_board(&game.to_kfen());
    for text in moves.split(' ') {
        assert_eq!(game.outcome(), None);
        play(&browser, &mut game, text);
    }
    let winner = if result == "Silver wins" { Colour::Silver } else { Colour::Red };
    assert_eq!(game.outcome(), Some(Outcome::Won(winner)));
    let end = format!("{result}: the Pharaoh is hit");
    browser.expect_announcement(&end);
    browser.expect_text(&end);
    assert_eq!(
        browser.announcements().iter().filter(|line| line.contains(result)).count(),
        1,
        "{:?}",
        browser.announcements()
    );
    browser.find("button", "Rematch");
    browser.expect_none("button", "Resign");
}

#[test]
fn a_game_of_khet_2_with_eyes_and_swaps() {
    let moves = "j5+ e5d6 e4e5 a5+ j4+ h5g5 j1- a8- h2-";
    let options = Options { motion: true, ..Options::default() };
    play_to_the_end(&options, ["khet2", "Khet 2.0"], ["classic-eye", "Classic with Eyes"], moves, "Red wins");
}

#[test]
fn a_game_of_khet_1_with_a_stack_and_its_top() {
    let moves = "h2- e8f7t f1f2 h4g4 f2f1 f5g4 c4c3 f7g8 e4f3";
    play_to_the_end(
        &Options::default(),
        ["khet1", "Khet 1.0"],
        ["classic-eye", "Classic with Eyes"],
        moves,
        "Silver wins",
    );
}

#[test]
fn a_game_of_deflexion_in_which_red_begins() {
    let moves = "a4- e1d2 e5d6 j4i5 a4a3 c5c6 h4- i5j4 a3a2";
    play_to_the_end(&Options::default(), ["deflexion", "Deflexion"], ["classic", "Classic"], moves, "Red wins");
}

#[test]
fn the_ring_marks_the_player_to_move_in_the_position_on_the_board() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let expect = |class: &str, expected: &[&str]| {
        let script = "return [...document.querySelectorAll(`.strip.${arguments[0]}`)].map((one) => one.classList[1])";
        browser.wait(&format!("{class} {expected:?}"), || {
            (browser.script(script, json!([class])) == json!(expected)).then_some(())
        });
    };
    let form = [&TWO_PEOPLE[..], &[("Time", "Clock for both"), ("Minutes", "10")]].concat();
    browser.new_game(&form);
    expect("to-move", &["silver"]);
    browser.play("h2g2");
    browser.play("c7d7");
    browser.play("g2h2");
    expect("to-move", &["red"]);
    browser.press("Back");
    browser.expect_game(&["h2g2", "c7d7"]);
    expect("to-move", &["silver"]);
    // The clock that runs is that of the player to move in the game.
    expect("on-clock", &["red"]);
    browser.press("Resign");
    browser.find("button", "Rematch");
    expect("to-move", &["silver"]);
    browser.press("To the end");
    expect("to-move", &[]);
    expect("on-clock", &[]);
    browser.press("Editor");
    browser.choose("To move", "Silver");
    expect("to-move", &["silver"]);
    browser.choose("To move", "Red");
    expect("to-move", &["red"]);
}
