//! Puzzles: solved by their line, failed by a wrong move and by a hint, the rating and the streak, the analysis afterwards, the daily
//! laser, the themes, and a run of three minutes.

use crate::browser::{Browser, Options};
use crate::clean_room::actions::Action;
use crate::clean_room::game::Game;
use crate::clean_room::position::{Outcome, Position};
use crate::lessons::CLICK_AT_THE_SHOT;
use crate::page::{after, cell_names, texts};
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
pub fn wins(position: &Position) -> Vec<Action> {
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
    browser.press("Hint (counts as failed)");
    browser.expect_text(&format!("It is the piece on {}.", &best[..2]));
    assert!(rating(&browser) < 800);
    browser.press("Hint (counts as failed)");
    browser.expect_text("The move is ");
    let button = browser.find("button", "Hint (counts as failed)");
    assert!(!browser.is_enabled(&button));
    let after_hint = rating(&browser);
    browser.play(best);
    browser.expect_text(if puzzle.line().len() == 1 { "That is the solution." } else { "Right!" });
    assert_eq!(rating(&browser), after_hint);
}

/// Makes it noon of a day, in UTC, in all pages that are loaded from now on.
fn set_day(browser: &Browser, day: &str) {
    let source = format!(
        "globalThis.Date = class extends Date {{
           constructor(...values) {{ super(...(values.length ? values : [Date.now()])); }}
           static now() {{ return Date.parse('{day}T12:00Z') + performance.now(); }}
         }};
         navigator.clipboard.writeText = async (text) => {{ window.copied = text; }};"
    );
    browser.command("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).expect("an answer");
}

/// Returns the daily laser with a number. The lines of the file never change.
fn daily_laser(number: usize) -> Puzzle {
    let lines = include_str!("../../positions/daily.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(Puzzle).nth(number - 1).expect("a daily laser")
}

/// Opens the daily laser.
fn open_daily(browser: &Browser, number: usize) {
    browser.open_panel("Puzzles");
    browser.expect_text("Your rating");
    browser.click("button", "Daily laser");
    browser.expect_text(&format!("Daily laser {number}. "));
    browser.expect_board(daily_laser(number).kfen());
}

/// Returns the result of the day as signs, with the sentence on the beam.
fn strip(browser: &Browser) -> String {
    let shown = browser.script("return page.one('.day-result').textContent", json!([]));
    shown.as_str().expect("a text").to_owned()
}

/// Returns the names of the marked squares.
fn aimed(browser: &Browser) -> Vec<String> {
    texts(&browser.script("return page.all('.aimed').map((cell) => cell.dataset.square)", json!([])))
}

/// Shares the result, and returns the copied text. On a site it ends with the address, which is checked and left out.
fn shared(browser: &Browser) -> String {
    browser.script("window.copied = ''", json!([]));
    browser.press("Share result");
    let copied = browser.wait("a copied text", || {
        let copied = browser.script("return window.copied", json!([]));
        copied.as_str().filter(|text| !text.is_empty()).map(str::to_owned)
    });
    if browser.folder() == "/" {
        return copied;
    }
    let address = format!("\n{}{}#puzzles", browser.origin(), browser.folder());
    copied.strip_suffix(&address).unwrap_or_else(|| panic!("no{address}: {copied}")).to_owned()
}

/// Solves the daily laser, a win in two moves, after its square was tapped.
fn solve_daily(browser: &Browser, laser: Puzzle) {
    let line = laser.line();
    browser.play(line[0]);
    browser.expect_board(&after(laser.kfen(), &line[..2]));
    browser.play(line[2]);
    browser.expect_text("Solved!");
}

#[test]
fn the_daily_laser_begins_with_the_square_where_the_beam_ends() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    // Red's beam runs from a8 south to the Pyramid on a6, along rank 6 to the Scarab on g6, and down the g file to the edge.
    set_day(&browser, "2026-12-03");
    browser.reload();
    open_daily(&browser, 6);
    browser.expect_text("Daily laser 6. Red to move: win");
    browser.expect_text("First tap the square where the beam of your first move will end.");
    let laser = daily_laser(6);
    let movable = "return page.all('[role=gridcell][aria-selected]').length";
    assert_eq!(browser.script(movable, json!([])), 0, "no piece may move before the square is tapped");
    assert!(!browser.is_enabled(&browser.find("button", "Hint (counts as failed)")));
    browser.click_cell("g2");
    browser.expect_text("You say that the beam will end on g2.");
    assert_eq!(aimed(&browser), ["g2"]);
    browser.press("Other square");
    browser.expect_text("First tap the square");
    assert_eq!((aimed(&browser), browser.focus().0.as_str()), (vec![], "gridcell"));
    browser.click_cell("g1");
    browser.expect_text("You say that the beam will end on g1.");
    assert_eq!(strip(&browser), "", "nothing is known before the move");
    solve_daily(&browser, laser);
    assert_eq!(strip(&browser), "🎯🟩🟩 The beam ended on g1, as you said.");
    assert!(aimed(&browser).is_empty());
    browser.expect_text("Days in a row: 1, best 1");
    browser.find("button", "Daily laser: solved");
    // The address of this machine is of no use to others.
    assert_eq!(shared(&browser), "Khepri, daily laser 6 (2026-12-03)\n🎯🟩🟩");
    assert!(rating(&browser) > 800);

    // A later try needs a square again, and counts for nothing.
    browser.press("Start again");
    browser.expect_text("First tap the square");
    browser.click_cell("a1");
    solve_daily(&browser, laser);
    assert_eq!(strip(&browser), "🎯🟩🟩 The beam ended on g1, not on a1.");
    browser.expect_text("Days in a row: 1, best 1");
}

#[test]
fn daily_lasers_that_are_solved_on_days_in_a_row_are_a_streak() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    // The own beam runs from j1 west to the Pyramid on c1, and north to the own Pyramid on c2.
    set_day(&browser, "2026-11-29");
    browser.reload();
    open_daily(&browser, 2);
    browser.click_cell("c2");
    assert_eq!(daily_laser(2).line()[1], "h6g5");
    solve_daily(&browser, daily_laser(2));
    browser.expect_announcement("h6 to g5, hits nothing");
    assert_eq!(strip(&browser), "🎯🟩🟩 The beam ended on c2, as you said.");
    browser.expect_text("Days in a row: 1, best 1");

    // Two days are left out.
    set_day(&browser, "2026-12-03");
    browser.reload();
    browser.expect_board(daily_laser(6).kfen());
    browser.expect_text("Days in a row: 0, best 1");
    browser.click_cell("g1");
    solve_daily(&browser, daily_laser(6));

    // The Pyramid on j2 turns the beam of the j file west, and the one on e2 turns it south off the board.
    set_day(&browser, "2026-12-04");
    browser.reload();
    browser.expect_board(daily_laser(7).kfen());
    browser.expect_text("Days in a row: 1, best 1");
    browser.click_cell("d1");
    let line = daily_laser(7).line();
    browser.play(line[0]);
    browser.expect_text("The beam ended on e1, not on d1.");
    assert_eq!(strip(&browser), "⭕🟩 The beam ended on e1, not on d1.");
    browser.expect_board(&after(daily_laser(7).kfen(), &line[..2]));
    browser.expect_text("Days in a row: 1, best 1");
    browser.expect_none("button", "Share result");
    // The try begins again, but the square is not tapped again.
    browser.reload();
    browser.expect_board(daily_laser(7).kfen());
    browser.expect_text("Daily laser 7. ");
    assert_eq!(strip(&browser), "⭕");
    solve_daily(&browser, daily_laser(7));
    assert_eq!(strip(&browser), "⭕🟩🟩");
    browser.expect_text("Days in a row: 2, best 2");
    assert_eq!(shared(&browser), "Khepri, daily laser 7 (2026-12-04)\n⭕🟩🟩\n2 days in a row");

    // A wrong move ends the streak.
    set_day(&browser, "2026-12-05");
    browser.reload();
    browser.expect_board(daily_laser(8).kfen());
    browser.expect_text("Days in a row: 2, best 2");
    browser.click_cell("a1");
    browser.play(&daily_laser(8).wrong_move());
    browser.expect_text("Try again.");
    browser.expect_text("Days in a row: 0, best 2");
    browser.find("button", "Daily laser: failed");
    browser.press("Hint (counts as failed)");
    let signs = strip(&browser);
    assert!(signs.starts_with("⭕🟥💡") || signs.starts_with("🎯🟥💡"), "{signs}");
}

#[test]
fn the_daily_laser_of_the_site_is_that_of_the_server() {
    let Some(browser) = Browser::open_site(&Options::default()) else { return };
    let (_, body) = Server::start(&[]).http("GET", "/daily", &[], b"");
    let expected: Value = serde_json::from_str(&body).expect("JSON");
    let found = browser.script("return fetch('daily.json').then((reply) => reply.json())", json!([]));
    assert!(found == expected, "the files differ");
    set_day(&browser, "2026-12-03");
    browser.reload();
    open_daily(&browser, 6);
    browser.click_cell("g1");
    solve_daily(&browser, daily_laser(6));
    assert_eq!(shared(&browser), "Khepri, daily laser 6 (2026-12-03)\n🎯🟩🟩");
}

#[test]
fn puzzles_are_filtered_by_their_theme() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let with = |theme: &str| {
        let all = Puzzle::all().into_iter();
        all.filter(|puzzle| puzzle.field("themes").is_some_and(|themes| themes.split(',').any(|one| one == theme)))
            .count()
    };
    browser.press("Puzzles");
    browser.expect_text(&format!("0 of {} solved", Puzzle::all().len()));
    browser.choose("Theme", "Borrowed mirror");
    browser.expect_text("A piece of the opponent turns your shot to a hit.");
    browser.expect_text(&format!("0 of {} solved", with("borrowed-mirror")));
    let has_theme =
        |theme: &str| Puzzle::shown(&browser).field("themes").expect("themes").split(',').any(|one| one == theme);
    browser.wait("a puzzle of this theme", || has_theme("borrowed-mirror").then_some(()));
    for _ in 0..5 {
        browser.press("Next puzzle");
        assert!(has_theme("borrowed-mirror"));
    }
    // The choice stays. Rules without the theme have all themes.
    browser.choose("Theme", "Sphinx rotated");
    browser.wait("a puzzle of this theme", || has_theme("sphinx").then_some(()));
    browser.reload();
    browser.expect_text(&format!("0 of {} solved", with("sphinx")));
    browser.choose("Rules", "Khet 1.0");
    let shown =
        "return [...document.querySelector('.theme-meaning').textContent, page.all('option').length > 20].length";
    browser.wait("no theme", || (browser.script(shown, json!([])) == 1).then_some(()));
    assert!(!browser.text().contains("You rotate your Sphinx."));
}

/// Moves the clock of the page, which is that of `performance`.
const CLOCK: &str = "const now = performance.now.bind(performance);
    window.later = 0;
    performance.now = () => now() + later;";

#[test]
fn a_run_counts_what_is_solved_in_three_minutes() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.press("Puzzles");
    browser.expect_text("Your rating");
    browser.script(CLOCK, json!([]));
    // The run begins with the easiest puzzle, which is not within 150 of the first rating.
    browser.script("Math.random = () => 0", json!([]));
    let another = |before: Puzzle| {
        browser.wait("another puzzle", || Some(Puzzle::shown(&browser)).filter(|one| one.kfen() != before.kfen()))
    };
    let rated = Puzzle::shown(&browser);
    browser.press("Three minutes");
    let timer = || browser.script("return page.one('.puzzle [role=timer]').textContent", json!([]));
    let first = another(rated);
    browser.expect_text("0 solved");
    assert!(!browser.text().contains("Your rating"), "{}", browser.text());
    let line = first.line();
    for (at, mv) in line.iter().enumerate().step_by(2) {
        browser.expect_board(&after(first.kfen(), &line[..at]));
        browser.type_move(mv);
    }
    browser.expect_text("Right! The next one:");
    browser.expect_text("1 solved");
    let second = another(first);
    let difficulty = |puzzle: Puzzle| puzzle.field("rating").expect("a rating").parse::<u32>().expect("a number");
    assert!(difficulty(second) >= difficulty(first));
    browser.type_move(&second.wrong_move());
    browser.expect_text("Wrong. The next one:");
    let third = another(second);
    // Screen readers are told of the last minute.
    browser.script("later = 121_000", json!([]));
    browser.wait("the last minute", || timer().as_str().filter(|left| left.starts_with("0:")).map(|_| ()));
    browser.expect_announcement(" seconds left");
    browser.script("later = 180_000", json!([]));
    browser.expect_text("The run is over: 1 solved, 1 failed. That is your best result!");
    browser.expect_board(third.kfen());
    // It changes neither the rating nor the streak.
    browser.expect_text("Streak 0, best 0");
    assert_eq!(rating(&browser), 800);

    browser.press("Three minutes");
    browser.expect_text("0 solved");
    browser.press("Stop");
    browser.expect_text("The run is over: 0 solved, 0 failed. Your best result is 1.");
    assert_eq!(browser.focus(), ("button".to_owned(), "Next puzzle".to_owned()));
    // A reload shows the puzzle without a clock.
    browser.press("Three minutes");
    browser.expect_text("0 solved");
    browser.reload();
    browser.expect_text("Your rating");
    browser.find("button", "Next puzzle");
}

#[test]
fn the_site_has_the_puzzles_of_the_server() {
    let Some(browser) = Browser::open_site(&Options::default()) else { return };
    let (_, body) = Server::start(&[]).http("GET", "/puzzles", &[], b"");
    let expected: Value = serde_json::from_str(&body).expect("JSON");
    let found = browser.script("return fetch('puzzles.json').then((reply) => reply.json())", json!([]));
    assert!(found == expected, "the lists differ");
}
