//! Games against engines: opponents and their time for a move, lost engines, late answers, take-back, resignation, draws, rematch.

use crate::browser::{Browser, Options};
use crate::page::{TWO_PEOPLE, texts};
use crate::server::processes::{children, wait_for, wait_for_children};
use crate::support::{CLASSIC, Engine, mock::mock, statistic};
use serde_json::{Value, json};
use std::process::Command;

/// The form fields of a game against the engine from the classic set-up.
const AGAINST_THE_ENGINE: [(&str, &str); 4] =
    [("Rule set", "Khet 2.0"), ("Set-up", "Classic"), ("Game", "Against the engine"), ("Colour", "Silver")];

/// Two Pharaohs and two Sphinxes, whose beams meet no piece.
const BARE: &str = "x39/4k5/////4K5/9X1 s khet2 0 1";

/// Opens the page with the mock engine under the name `Other`, on a phone of some size or in a wide window.
pub fn open_with_mock_on(phone: Option<(u32, u32)>, flags: &str) -> Option<Browser> {
    let engine =
        ["--engine".to_owned(), format!("cmd={}", mock().display()), "name=Other".to_owned(), format!("args={flags}")];
    Browser::open_served(&Options { phone, arguments: engine.to_vec(), ..Options::default() }, "other engines")
}

/// Opens the page with the mock engine in a wide window.
fn open_with_mock(flags: &str) -> Option<Browser> {
    open_with_mock_on(None, flags)
}

/// Starts a game against the mock engine at a twentieth of a second per move.
fn play_the_mock(browser: &Browser) {
    let other = [("Engine", "Other"), ("Time", "Seconds a move"), ("Seconds a move", "0.05")];
    browser.new_game(&[&AGAINST_THE_ENGINE[..], &other].concat());
}

/// Starts a game against the weakest opponent, which takes less than an eighth of a second for a move.
fn play_a_beginner(browser: &Browser) {
    let weak = [("Opponent", "Pip, 500"), ("Time", "Seconds a move"), ("Seconds a move", "0.05")];
    browser.new_game(&[&AGAINST_THE_ENGINE[..], &weak].concat());
}

#[test]
fn all_engines_of_a_page_are_one_session_of_the_server() {
    let options = Options { arguments: ["--sessions", "1"].map(str::to_owned).to_vec(), ..Options::default() };
    let Some(browser) = Browser::open_served(&options, "sessions") else { return };
    play_a_beginner(&browser);
    browser.play("h2g2");
    browser.expect_moves(2);
    browser.press("Analyse");
    browser.press("Analyse anyway");
    browser.wait("the score of the analysis", || {
        let meter = browser.query("meter", "Evaluation")?;
        browser.attribute(&meter, "aria-valuetext")?.ends_with(" for Silver").then_some(())
    });
}

#[test]
fn one_click_starts_a_game_and_the_opponent_answers_in_its_time() {
    /// Holds the calls that wait for an opponent's time, as if its search took none.
    const HOLD: &str = "const wait = window.setTimeout;
        performance.now = () => 0;
        window.held = [];
        window.setTimeout = (call, time, ...more) => (time >= 600 && time <= 2500 ? window.held.push(call) : wait(call, time, ...more))";
    const HELD: &str = "return window.held.length";
    const RELEASE: &str = "window.held.splice(0).forEach((call) => call())";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.script_with_key("localStorage.setItem(`${KEY}tempo`, '\"calm\"')", json!([]));
    browser.reload();
    browser.script(HOLD, json!([]));
    let wait_until_held = || {
        browser.wait("an answer that waits", || (browser.script(HELD, json!([])) == 1).then_some(()));
        browser.expect_text("Pip is thinking…");
    };
    let release = || browser.script(RELEASE, json!([]));
    browser.wait("Tia", || browser.all("button", "Play against Tia 1100").pop());
    browser.wait("Anpu", || browser.all("button", "Play against Anpu 1700").pop());
    browser.press_named("Play against Pip 500");
    browser.expect_text("Your move: you play Silver.");
    browser.expect_text("Pip");
    browser.play("h2g2");
    wait_until_held();
    browser.expect_moves(1);
    release();
    browser.expect_moves(2);

    // A move for which the time has not passed is not played after a take-back.
    browser.expect_text("Your move: you play Silver.");
    browser.play("j1-");
    wait_until_held();
    browser.press("Take back");
    browser.expect_moves(2);
    release();
    browser.expect_text("Your move: you play Silver.");
    // No answer of Pip to the first move prevents this one. After a4b4, for example, c4b4 would be illegal.
    browser.play("e1e2");
    wait_until_held();
    release();
    browser.expect_moves(4);
    assert!(browser.moves()[2].contains("e1 to e2"), "{:?}", browser.moves());

    // After a loss against the weakest opponent, the three weakest are offered.
    browser.expect_text("Your move: you play Silver.");
    browser.press("Resign");
    browser.wait("Nef", || browser.all("button", "Play against Nef 700").pop());
    browser.press_named("Play against Mau 900");
    browser.expect_text("Your move: you play Silver.");
    browser.expect_board(CLASSIC);
    browser.expect_text("Mau");
}

#[test]
fn levels_of_earlier_versions_are_read() {
    const EARLIER: &str = "const game = JSON.parse(localStorage.getItem(`${KEY}game`));
        game.match.terms.players.red.level = 600;
        localStorage.setItem(`${KEY}game`, JSON.stringify(game));
        localStorage.setItem(`${KEY}terms`, JSON.stringify({ kind: 'engine', level: '1600', time: 'seconds', seconds: '0.05' }));
        // The page stores its own game when it is reloaded.
        Storage.prototype.setItem = () => {}";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    play_a_beginner(&browser);
    browser.play("h2g2");
    browser.expect_moves(2);
    browser.expect_text("Your move: you play Silver.");
    browser.script_with_key(EARLIER, json!([]));
    browser.reload();
    browser.expect_text("Khepri 600");
    browser.play("j1-");
    browser.expect_moves(4);
    browser.open_form();
    browser.wait("the nearest opponent", || {
        let group = browser.query("radiogroup", "Opponent")?;
        (browser.script("return arguments[0].querySelector(':checked').value", json!([group])) == "1700").then_some(())
    });
}

#[test]
fn an_engine_that_is_killed_in_a_search_is_replaced() {
    /// Records whether the message gives way to a search before the engine's move.
    const RECORD: &str = "const line = document.getElementById('status');
        window.isBack = false;
        new MutationObserver(() => {
          window.isBack ||= /is thinking…$/.test(line.textContent) && page.all('#moves button').length === 1;
        }).observe(line, { childList: true, subtree: true, characterData: true })";
    let need = "an engine process that can be killed";
    let Some(mut browser) = Browser::open_served(&Options::default(), need) else { return };
    browser.expect_board(CLASSIC);
    let server = browser.server().id();
    assert_eq!(children(server), [0_u32; 0], "questions about the rules need no engine");
    let strong = [("Opponent", "Full strength"), ("Time", "Seconds a move"), ("Seconds a move", "5")];
    browser.new_game(&[&AGAINST_THE_ENGINE[..], &strong].concat());
    let player = wait_for_children(server, 1)[0];
    let ticks = || statistic(player, 14) + statistic(player, 15);
    let before = ticks();
    browser.play("h2g2");
    browser.expect_text("is thinking…");
    // The start of an engine takes less than a fifth of a second of processor time, so after that it searches.
    wait_for(ticks, |now| *now >= before + 20);
    let id = rustix::process::Pid::from_raw(player as i32).expect("an id");
    rustix::process::kill_process(id, rustix::process::Signal::KILL).expect("it runs");
    browser.expect_text("does not answer");
    browser.script(RECORD, json!([]));
    let is_another = |found: &Vec<u32>| found.len() == 1 && !found.contains(&player);
    wait_for(|| children(server), is_another);
    // The message disappears as soon as the engine is back, long before its move.
    browser.expect_moves(2);
    assert_eq!(browser.script("return window.isBack", json!([])), true);
    browser.expect_text("Your move");
    browser.play("j1-");
    assert!(browser.moves().len() >= 3);
}

#[test]
fn a_move_is_taken_back_with_its_reply_and_a_rematch_exchanges_colours() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    play_a_beginner(&browser);
    browser.play("h2g2");
    browser.expect_moves(2);
    browser.expect_text("Your move: you play Silver.");
    browser.press("Take back");
    browser.expect_board(CLASSIC);
    assert_eq!(browser.moves(), [""; 0]);
    browser.play("h2g2");
    browser.expect_moves(2);
    browser.expect_text("Your move: you play Silver.");

    browser.press("Resign");
    browser.expect_text("Red wins by resignation");
    browser.press("Undo");
    browser.expect_text("Your move: you play Silver.");
    browser.press("Resign");
    browser.expect_text("Red wins by resignation");

    // The player now has Red, below on a flipped board, and the engine moves first.
    browser.press("Rematch");
    browser.expect_moves(1);
    browser.expect_text("Your move: you play Red.");
    let first = "return page.one('[role=row] > [role=gridcell]').ariaLabel";
    let first = browser.script(first, json!([]));
    assert!(first.as_str().expect("a name").starts_with("j1, silver sphinx"), "{first}");
    browser.play("c7+");
    browser.expect_moves(3);
}

#[test]
fn a_resignation_can_be_undone_only_in_its_own_game() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.new_game(&TWO_PEOPLE);
    browser.press("Resign");
    let undo = browser.find("button", "Undo");
    browser.new_game(&TWO_PEOPLE);
    browser.press("Resign");
    browser.expect_text("Red wins by resignation");
    // The message may have gone meanwhile, as when the button was pressed in its last instant.
    browser.script("arguments[0].click()", json!([undo]));
    browser.expect_text("The game that was resigned is no longer on the board.");
    browser.expect_text("Red wins by resignation");
}

#[test]
fn draws_are_offered_and_claimed() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.open_position(BARE);
    browser.new_game(&[("Set-up", "The position on the board"), ("Game", "Two people")]);
    browser.press("Offer draw");
    browser.expect_announcement("offers a draw");
    browser.press("Decline draw");
    browser.expect_announcement("The draw is declined");
    for text in ["e2e1", "e7e8", "e1e2", "e8e7", "e2e1", "e7e8", "e1e2"] {
        browser.play(text);
        browser.expect_none("button", "Claim draw");
    }
    browser.play("e8e7");
    browser.expect_announcement("Third occurrence: a draw can be claimed");
    browser.press("Claim draw");
    browser.expect_text("Draw by threefold repetition");

    browser.press("Rematch");
    browser.expect_board(BARE);
    assert_eq!(browser.moves(), [""; 0]);
    browser.press("Offer draw");
    browser.press("Accept draw");
    browser.expect_text("Draw by agreement");
}

#[test]
fn an_engine_that_is_ahead_takes_no_draw_after_a_reload() {
    const REPLIES: [&str; 2] = ["e7e8", "e8e7"];
    let moves = format!("--moves '{}' --scores 300", REPLIES.repeat(3).join(" "));
    let Some(browser) = open_with_mock(&moves) else { return };
    browser.open_position(BARE);
    let start = [("Set-up", "The position on the board"), ("Game", "Against the engine"), ("Colour", "Silver")];
    let other = [("Engine", "Other"), ("Time", "Seconds a move"), ("Seconds a move", "0.05")];
    browser.new_game(&[&start[..], &other].concat());
    for (number, text) in ["e2e1", "e1e2"].into_iter().cycle().enumerate().take(6) {
        browser.play(text);
        browser.expect_moves(2 * number + 2);
    }
    browser.reload();
    browser.expect_moves(12);
    browser.press("Offer draw");
    browser.expect_text("Other declines the draw.");
    // The arrangement after this move has occurred three times before.
    browser.play("e2e1");
    browser.expect_moves(14);
    browser.expect_text("Your move: you play Silver.");
}

#[test]
fn two_engines_play_and_can_be_paused() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    // At full strength a game does not end within a few moves.
    let players = [("Silver’s level", "Full strength"), ("Red’s level", "Full strength")];
    let time = [("Time", "Seconds a move"), ("Seconds a move", "0.2")];
    browser.new_game(&[&[("Game", "Engine against engine"), ("Games", "2")], &players[..], &time].concat());
    browser.wait("three moves", || (browser.moves().len() >= 3).then_some(()));
    browser.press("Pause");
    browser.expect_text("The game is paused");
    // The table of the series is shown during a game, and beside a panel.
    expect_table(&browser, "0 of 2");
    browser.press("Settings");
    browser.find("table", "Cross table");
    browser.press("Game");
    let paused = browser.moves().len();
    browser.press("Continue");
    browser.wait("another move", || (browser.moves().len() > paused).then_some(()));
}

#[test]
fn a_late_move_of_an_earlier_game_is_not_played() {
    // The mock answers its first `go` after six seconds, even after `stop`, and all others at once.
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
    browser.expect_text("is thinking…");
    play_the_mock(&browser);
    browser.play("c4b4");
    browser.expect_moves(2);
    browser.expect_game(&["c4b4", &late]);
}

#[test]
fn the_shot_of_the_opponent_is_shown_until_the_player_acts() {
    /// Red's laser hits the Pyramid on c8 unless the Sphinx is rotated.
    const HANGING: &str = "x21P17/4k5/////4K5/9X1 s khet2 0 1";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let shots = || browser.script("return page.all('.beam.fired').length", json!([]));
    let words = " hits your Pyramid on c8";
    browser.open_position(HANGING);
    let strong = [("Opponent", "Full strength"), ("Time", "Seconds a move"), ("Seconds a move", "1")];
    let start = [("Set-up", "The position on the board"), ("Game", "Against the engine"), ("Colour", "Silver")];
    browser.new_game(&[&start[..], &strong].concat());
    browser.play("e2e1");
    browser.expect_text(words);
    browser.expect_text("Your move: you play Silver.");
    assert_eq!(shots(), 1);
    assert!(browser.text().contains(words));
    browser.select_piece("e1");
    browser.wait("the end of the shot", || (shots() == 0).then_some(()));
    assert!(!browser.text().contains(words));
    browser.press("Fire again");
    browser.expect_announcement(words);
    browser.expect_text(words);
    assert_eq!(shots(), 1);
    browser.expect_moves(2);
    // The player's own shot is also shown.
    browser.new_game(&TWO_PEOPLE);
    browser.play("c4+");
    browser.expect_text("Silver: c4↻ hits nothing");
    assert_eq!(shots(), 1);
    browser.play("c7+");
    browser.expect_text("Red: c7↻ hits Silver’s Pyramid on c5");
}

#[test]
fn another_engine_has_no_level() {
    let Some(browser) = open_with_mock("--sleep 60000") else { return };
    browser.open_form();
    browser.choose("Game", "Against the engine");
    browser.find("radiogroup", "Opponent");
    browser.choose("Engine", "Other");
    browser.expect_none("radiogroup", "Opponent");
    browser.press("Start game");
    browser.expect_text("Other");
    assert!(!browser.text().contains("Mau"), "{}", browser.text());
}

#[test]
fn help_of_the_engine_marks_the_game_and_an_analysis_is_asked_about() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    play_a_beginner(&browser);
    let tags = || {
        browser.script_with_key(
            "return JSON.parse(localStorage.getItem(`${KEY}game`)).game.tags.Assisted ?? ''",
            json!([]),
        )
    };
    browser.press("Analyse");
    browser.expect_text("The game is then marked");
    browser.press("Cancel");
    browser.expect_panel("Game");
    assert_eq!(tags(), "");
    browser.press("Hint");
    browser.expect_text("A good move is ");
    assert_eq!(browser.script("return page.all('.arrow.best').length", json!([])), 1);
    assert_eq!(tags(), "hints");
    // A game that is marked already needs no further question.
    browser.press("Analyse");
    browser.expect_panel("Analyse");
}

#[test]
fn a_position_has_one_hint() {
    /// Counts the sessions that are opened from now on.
    const COUNT: &str = "window.opened = 0;
        for (const name of ['WebSocket', 'Worker']) window[name] = class extends window[name] {
          constructor(...values) {
            super(...values);
            window.opened += 1;
          }
        }";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    play_a_beginner(&browser);
    browser.expect_text("Your move: you play Silver.");
    let hint = || {
        browser.press("Hint");
        browser.wait("a hint", || {
            let status = browser.script("return document.getElementById('status').textContent", json!([]));
            Some(status.as_str()?.strip_prefix("A good move is ")?.to_owned())
        })
    };
    let first = hint();
    browser.script(COUNT, json!([]));
    for _ in 0..3 {
        assert_eq!(hint(), first);
    }
    assert_eq!(browser.script("return window.opened", json!([])), 0, "the position is searched again");
    // The same position after a take-back has the same hint, and another position one of its own.
    browser.play("h2g2");
    browser.expect_moves(2);
    browser.expect_text("Your move: you play Silver.");
    hint();
    assert_ne!(browser.script("return window.opened", json!([])), 0);
    browser.press("Take back");
    browser.expect_moves(0);
    browser.expect_text("Your move: you play Silver.");
    assert_eq!(hint(), first);
}

#[test]
fn two_people_at_a_table_see_no_shot_before_it_is_fired() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.expect_text("Its shot is shown before you fire.");
    browser.new_game(&[&TWO_PEOPLE[..], &[("Board", "At a table: turns, no previews")]].concat());
    browser.expect_text("At a table its shot is not shown before you fire.");
    assert!(!browser.text().contains("Its shot is shown"), "{}", browser.text());
    let side = || browser.script("return document.querySelector('khet-board').getAttribute('orientation')", json!([]));
    assert_eq!(side(), "silver");
    browser.select_piece("h2");
    browser.mouse_over(&browser.cell("g2"));
    browser.expect_text("Silver pyramid h2 to g2");
    assert_eq!(
        browser.script("return page.all('.lights .core').filter((one) => one.getAttribute('d')).length", json!([])),
        0
    );
    browser.click_target("g2");
    browser.wait("the turn of the board", || (side() == "red").then_some(()));
    browser.expect_none("button", "Take back");
    browser.play("c7+");
    browser.wait("the turn of the board", || (side() == "silver").then_some(()));
}

/// Starts a series of two engines, given the seconds for a move. Each side to move wins at once, so that each game lasts one ply.
fn start_series(browser: &Browser, games: &str, seconds: &str) {
    browser.open_position("x39///2k6P2//5K4//9X1 s khet2 0 1");
    let players = [("Silver’s level", "Full strength"), ("Red’s level", "Hor, 2800")];
    let terms = [("Games", games), ("Time", "Seconds a move"), ("Seconds a move", seconds)];
    let start = [("Game", "Engine against engine"), ("Set-up", "The position on the board")];
    browser.new_game(&[&start[..], &players, &terms].concat());
}

/// Waits until the cross table has the results of a number of games, as `1 of 2` says, and returns its cells.
fn expect_table(browser: &Browser, number: &str) -> Value {
    const CELLS: &str = "return page.all('table[aria-label=\"Cross table\"] tr').map((row) => [...row.cells].map((cell) => cell.innerText))";
    browser.wait(&format!("the cross table of {number}"), || {
        let cells = browser.script(CELLS, json!([]));
        (cells[0][1] == number).then_some(cells)
    })
}

#[test]
fn engines_play_a_series_with_a_cross_table() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    // An animation ends only if the page ends it.
    browser.prefer("prefers-reduced-motion", "no-preference");
    const HOLD: &str = "const { animate } = Element.prototype;
        Element.prototype.animate = function (...values) { const one = animate.apply(this, values); one.pause(); return one; }";
    browser.script(HOLD, json!([]));
    start_series(&browser, "2", "0.65");
    let cells = expect_table(&browser, "2 of 2");
    // The player of Silver wins both games, and the players exchange the colours.
    assert_eq!(cells[1], json!(["Khepri", "1 0", "1", "0", "1", "1"]));
    assert_eq!(cells[2], json!(["Hor", "0 1", "1", "0", "1", "1"]));
}

#[test]
fn a_series_goes_on_after_a_reload_and_after_another_panel() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    start_series(&browser, "100", "0.05");
    // The page is left after some games, and the next game waits while puzzles are shown.
    let played = || {
        let text =
            browser.script("return document.querySelector('#series th:nth-child(2)')?.innerText ?? ''", json!([]));
        text.as_str().and_then(|text| text.split(' ').next()?.parse::<u32>().ok())
    };
    let more = |number: u32| browser.wait("more games", || played().filter(|&played| played > number));
    let before = more(0);
    browser.reload();
    let after = more(before);
    browser.press("Puzzles");
    browser.expect_text("Your rating");
    browser.press("Game");
    more(after);
    // The colours are exchanged after each game.
    let results = "return document.querySelector('#series tbody td').innerText.split(' ')";
    for (game, result) in texts(&browser.script(results, json!([]))).iter().enumerate() {
        assert_eq!(result, if game % 2 == 0 { "1" } else { "0" }, "game {game}");
    }
}
