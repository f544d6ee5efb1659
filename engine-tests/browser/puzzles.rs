//! Puzzles: solved by their line, failed by a wrong move and by a hint, the rating and the streak, the puzzle of the day, and the
//! analysis afterwards.

use crate::browser::{Browser, Options};
use crate::clean_room::actions::Action;
use crate::clean_room::game::Game;
use crate::clean_room::position::{Outcome, Position};
use crate::lessons::CLICK_AT_THE_SHOT;
use crate::page::{after, cell_names};
use crate::server::Server;
use serde_json::{Value, json};

/// The file of the puzzles of Khet 2.0.
const FILE: &str = include_str!("../../positions/puzzles/khet2.txt");

/// A puzzle as a line of the file.
#[derive(Clone, Copy)]
pub struct Puzzle(&'static str);

impl Puzzle {
    /// Returns the puzzles of Khet 2.0.
    pub fn all() -> Vec<Puzzle> {
        FILE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(Puzzle).collect()
    }

    /// Returns the content of a field, if the puzzle has it.
    pub fn field(self, name: &str) -> Option<&'static str> {
        self.0.split(" ; ").find_map(|field| field.strip_prefix(name)?.strip_prefix(' '))
    }

    /// Waits until the board shows a puzzle, and returns it. Its task is shown before.
    pub fn shown(browser: &Browser) -> Puzzle {
        let boards: Vec<_> = Puzzle::all().into_iter().map(|puzzle| (cell_names(puzzle.kfen()), puzzle)).collect();
        browser.wait("a puzzle", || {
            let shown = browser.cells();
            boards.iter().find(|(cells, _)| *cells == shown).map(|&(_, puzzle)| puzzle)
        })
    }

    /// Returns the position.
    pub fn kfen(self) -> &'static str {
        self.0.split(" ; ").next().expect("a position")
    }

    /// Returns the solution with the replies.
    fn line(self) -> Vec<&'static str> {
        self.field("line").expect("a line").split(' ').collect()
    }

    /// Returns a first move that neither is the solution nor ends the game.
    pub fn wrong_move(self) -> String {
        let game = Game::from_kfen(self.kfen()).expect("a position");
        let actions = game.actions().into_iter().filter(|action| game.preview(action).0.outcome().is_none());
        let mut moves = actions.map(|action| action.text());
        moves.find(|text| Some(text.as_str()) != self.field("best")).expect("another move")
    }

    /// Opens the panel with this puzzle: all others of Khet 2.0 are solved already.
    pub fn open(self, browser: &Browser) {
        let others = Puzzle::all().into_iter().map(Puzzle::kfen).filter(|&kfen| kfen != self.kfen());
        let results: Value = others.map(|kfen| (kfen.to_owned(), json!("solved"))).collect();
        browser
            .script_with_key("localStorage.setItem(`${KEY}puzzles`, JSON.stringify(arguments[0]))", json!([results]));
        browser.press("Puzzles");
        browser.expect_board(self.kfen());
    }
}

/// Returns the first puzzle whose field has this content.
fn puzzle(name: &str, content: &str) -> Puzzle {
    Puzzle::all().into_iter().find(|puzzle| puzzle.field(name) == Some(content)).expect("a puzzle")
}

/// Returns the player's rating.
fn rating(browser: &Browser) -> u32 {
    let shown = browser.script("return document.querySelector('.standing strong').textContent", json!([]));
    shown.as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("the rating {shown}"))
}

/// Returns the number of drawn rays on the board. A preview without a shot has an empty ray.
fn rays(browser: &Browser) -> Value {
    browser.script("return page.all('.lights .ray').filter((ray) => ray.getAttribute('d')).length", json!([]))
}

#[test]
fn a_puzzle_is_solved_by_its_line_without_beams_and_analysed_afterwards() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let puzzle = puzzle("mate", "2");
    let (kfen, line) = (puzzle.kfen(), puzzle.line());
    browser.play("h2g2");
    puzzle.open(&browser);
    assert_eq!(rating(&browser), 800);
    browser.expect_text(if kfen.contains(" r ") { "Red to move: win" } else { "Silver to move: win" });
    assert!(!browser.text().contains("Puzzle rated"), "the rating is a hint");
    assert_eq!(rays(&browser), 0);
    // A hovered target shows the moved piece without its shot.
    let action = Game::from_kfen(kfen).expect("a position").actions().into_iter().map(|action| action.text());
    let quiet = action.into_iter().find(|text| text.len() == 4).expect("a move of a piece");
    browser.select_piece(&quiet[..2]);
    browser.mouse(&quiet[2..]);
    browser.wait("a preview", || (browser.script("return page.all('.proposed').length", json!([])) == 1).then_some(()));
    assert_eq!(rays(&browser), 0);
    let status = browser.script("return document.getElementById('status').textContent", json!([]));
    assert!(!status.as_str().expect("a text").contains("hits"), "{status}");
    browser.click_cell(&quiet[..2]);

    browser.play(line[0]);
    browser.expect_board(&after(kfen, &line[..2]));
    browser.expect_text("Right! Find the next move.");
    browser.play(line[2]);
    browser.expect_text("Solved!");
    browser.expect_text(&format!("Puzzle rated {}, a win in 2 moves.", puzzle.field("rating").expect("a rating")));
    browser.expect_text("Streak 1, best 1");
    let after_win = rating(&browser);
    assert!(after_win > 800, "{after_win}");

    browser.press("Analyse position");
    browser.expect_panel("Analyse");
    browser.expect_board(kfen);
    browser.wait("the beams", || (rays(&browser) != 0).then_some(()));
    assert_eq!(browser.moves().len(), 3);
    browser.press("Back to my game");
    browser.expect_game(&["h2g2"]);
    browser.reload();
    browser.expect_game(&["h2g2"]);
    browser.press("Puzzles");
    browser.expect_text("Streak 1, best 1");
    assert_eq!(rating(&browser), after_win);
}

#[test]
fn a_wrong_move_is_answered_and_fails_the_puzzle_once() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let puzzle = puzzle("mate", "2");
    let (kfen, line, wrong) = (puzzle.kfen(), puzzle.line(), puzzle.wrong_move());
    let solve = || {
        browser.play(line[0]);
        browser.expect_board(&after(kfen, &line[..2]));
        browser.play(line[2]);
    };
    browser.play("h2g2");
    puzzle.open(&browser);
    let mut expected = 800;
    for attempt in 0..2 {
        browser.play(&wrong);
        browser.expect_text("does not force a win: ");
        browser.wait("an answer on the board", || (browser.moves().len() == 2).then_some(()));
        browser.expect_board(kfen);
        browser.expect_text("Try again.");
        let found = rating(&browser);
        assert!(if attempt == 0 { found < expected } else { found == expected }, "{found}");
        expected = found;
    }
    solve();
    browser.expect_text("That is the solution.");
    browser.expect_text("1 failed");
    browser.expect_text("Streak 0, best 0");
    assert_eq!(rating(&browser), expected);
    // The next try does not count.
    browser.press("Start again");
    browser.expect_text("your rating stays");
    browser.expect_board(kfen);
    solve();
    browser.expect_text("Solved!");
    assert_eq!(rating(&browser), expected);
    browser.press("Game");
    browser.expect_game(&["h2g2"]);
}

#[test]
fn a_page_that_is_left_at_once_after_a_wrong_move_has_failed_the_puzzle() {
    /// Plays a move by clicks, and reloads the page before anything else can happen.
    const LEAVE: &str = "const cell = (square) => page.one(`[role=gridcell][data-square=${square}]`);
        const [from, to] = arguments;
        cell(from).click();
        cell(to).click();
        location.reload()";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let puzzle = puzzle("mate", "2");
    let moves = Game::from_kfen(puzzle.kfen()).expect("a position").actions().into_iter().map(|action| action.text());
    let wrong = moves.into_iter().find(|text| text.len() == 4 && puzzle.field("best") != Some(text)).expect("a move");
    puzzle.open(&browser);
    browser.wait("a piece that may move", || browser.attribute(&browser.cell(&wrong[..2]), "aria-selected"));
    browser.leave(LEAVE, json!([&wrong[..2], &wrong[2..]]));
    browser.expect_text("1 failed");
    browser.expect_text("Streak 0, best 0");
    assert!(rating(&browser) < 800);
}

#[test]
fn the_last_right_move_counts_although_the_puzzle_is_left_during_its_shot() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let puzzle = puzzle("mate", "2");
    let line = puzzle.line();
    puzzle.open(&browser);
    browser.play(line[0]);
    browser.expect_text("Right! Find the next move.");
    browser.expect_board(&after(puzzle.kfen(), &line[..2]));
    browser.script(CLICK_AT_THE_SHOT, json!([browser.find("button", "Next puzzle")]));
    browser.type_move(line[2]);
    browser.expect_text("You have seen this puzzle: your rating stays.");
    browser.expect_text("Streak 1, best 1");
    assert!(rating(&browser) > 800);
}

#[test]
fn back_forward_and_a_reload_show_the_same_puzzle() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    browser.press("Puzzles");
    let first = Puzzle::shown(&browser).kfen();
    browser.press("Game");
    browser.expect_game(&["h2g2"]);
    browser.back();
    browser.expect_board(first);
    browser.reload();
    browser.expect_board(first);
    browser.press("Game");
    browser.expect_game(&["h2g2"]);

    // After its analysis, a puzzle is shown with its solution. All are seen now, so that the next one could be any.
    let puzzle = puzzle("mate", "2");
    let line = puzzle.line();
    puzzle.open(&browser);
    browser.play(line[0]);
    browser.expect_board(&after(puzzle.kfen(), &line[..2]));
    browser.play(line[2]);
    browser.expect_text("Solved!");
    for forward in [false, true] {
        if forward {
            browser.forward();
        } else {
            browser.press("Analyse position");
        }
        browser.expect_panel("Analyse");
        browser.expect_board(puzzle.kfen());
        browser.expect_text("Your own game waits.");
        browser.back();
        browser.expect_panel("Puzzles");
        browser.expect_text("Solved!");
        browser.expect_text(&format!("Puzzle rated {}", puzzle.field("rating").expect("a rating")));
        browser.expect_board(puzzle.kfen());
    }
    browser.press("Game");
    browser.expect_game(&["h2g2"]);
}

/// Returns the moves that win at once.
fn wins(position: &Position) -> Vec<Action> {
    let wins = |action: &Action| position.preview(action).0.outcome() == Some(Outcome::Won(position.side));
    position.actions().into_iter().filter(wins).collect()
}

/// Returns whether a move wins with the next one, whatever the reply.
fn wins_in_two(position: &Position, action: &Action) -> bool {
    let (after, _) = position.preview(action);
    let is_refuted = |reply: &Action| {
        let (next, _) = after.preview(reply);
        next.outcome().is_some() || wins(&next).is_empty()
    };
    after.outcome().is_none() && !after.actions().iter().any(is_refuted)
}

#[test]
fn another_win_of_the_same_length_counts() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    // The second of three moves, for which there is another one.
    let found = Puzzle::all().into_iter().filter(|puzzle| puzzle.field("mate") == Some("3")).find_map(|puzzle| {
        let line = puzzle.line();
        let position = Position::from_kfen(&after(puzzle.kfen(), &line[..2])).expect("a position");
        let mut actions = position.actions().into_iter().filter(|action| action.text() != line[2]);
        Some((puzzle, actions.find(|action| wins_in_two(&position, action))?.text()))
    });
    let (puzzle, other) = found.expect("a puzzle with another second move");
    let (kfen, first) = (puzzle.kfen(), puzzle.line()[0]);
    puzzle.open(&browser);
    browser.play(first);
    browser.expect_board(&after(kfen, &puzzle.line()[..2]));
    browser.play(&other);
    let before_reply = Game::from_kfen(&after(kfen, &[first, puzzle.line()[1], &other])).expect("a position");
    let played = browser.wait("a reply", || {
        let shown = browser.cells();
        let replies = before_reply.actions().into_iter().map(|action| action.text());
        let lines = replies.map(|reply| after(kfen, &[first, puzzle.line()[1], &other, &reply]));
        lines.into_iter().find(|position| cell_names(position) == shown)
    });
    let last = Position::from_kfen(&played).expect("a position");
    browser.expect_text("Right! Find the next move.");
    browser.play(&wins(&last)[0].text());
    browser.expect_text("Solved!");
    assert!(rating(&browser) > 800);
}

#[test]
fn a_hint_fails_the_puzzle_and_names_the_piece_and_then_the_move() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let puzzle = puzzle("kind", "save");
    let best = puzzle.field("best").expect("a move");
    puzzle.open(&browser);
    browser.expect_text("to move: save yourself");
    browser.press("Hint");
    browser.expect_text(&format!("It is the piece on {}.", &best[..2]));
    assert!(rating(&browser) < 800);
    browser.press("Hint");
    browser.expect_text("The move is ");
    let button = browser.find("button", "Hint");
    assert!(!browser.is_enabled(&button));
    let after_hint = rating(&browser);
    browser.play(best);
    browser.expect_text(if puzzle.line().len() == 1 { "That is the solution." } else { "Right!" });
    assert_eq!(rating(&browser), after_hint);
}

#[test]
fn the_puzzle_of_the_day_is_the_same_after_a_reload() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let show = || {
        browser.press("Puzzles");
        browser.press("Puzzle of the day");
        browser.expect_text("Puzzle of the day. ");
        browser.cells()
    };
    let first = show();
    browser.reload();
    assert_eq!(show(), first);
}

#[test]
fn the_site_has_the_puzzles_of_the_server() {
    let Some(browser) = Browser::open_site(&Options::default()) else { return };
    let (_, body) = Server::start(&[]).http("GET", "/puzzles", &[], b"");
    let expected: Value = serde_json::from_str(&body).expect("JSON");
    let found = browser.script("return fetch('puzzles.json').then((reply) => reply.json())", json!([]));
    assert!(found == expected, "the lists differ");
}
