//! Reviews of games in files: the graph, marks and accuracies, better moves, and names that contain HTML.

use crate::browser::{Browser, Options};
use crate::notes::{RECORD, save};
use crate::page::texts;
use crate::support::run;
use serde_json::json;
use std::fs;
use tempfile::TempDir;

/// A game of 60 plies from the classic set-up of Khet 2.0, in which both players blunder.
pub const MOVES: &str = "f4g3 f4f3 c1d2 a4+ d2e2 c7c6 c5b5 c6b6 c4+ e8+ h2+ h4i3 e4f4 h5i4 c4- e5d6 c4b4 e8d7 d1c1 d7d8 \
    c1d1 d8d7 f1f2 h8h7 b5c5 d7c7 b4+ b6a6 h2h3 a5a4 c5c4 i3i2 f4g5 a4a3 e5f6 a3a2 f2- f5f6 e2+ a2a1 \
    e2d1 i2h1 e1d1 a1b2 d1c1 h7+ c1b1 d6e5 c4b4 f8g7 b1c1 h1i2 c1b1 b2- b1c2 i4i3 f2f3 i3i4 c2d1 b2+";

/// A file of games in a temporary folder.
pub struct File(TempDir);

impl File {
    /// Writes a file.
    pub fn new(text: &str) -> File {
        let file = File(tempfile::tempdir().expect("a folder"));
        fs::write(file.path(), text).expect("a file");
        file
    }

    /// Returns its path.
    pub fn path(&self) -> String {
        self.0.path().join("games.kgn").to_string_lossy().into_owned()
    }

    /// Loads the file in the panel "Review".
    pub fn load(&self, browser: &Browser) {
        browser.press("Review");
        let field = browser.find("file", "File of games");
        browser.choose_file(&field, self.path());
    }
}

/// Returns a game of Khet 2.0 as KGN.
pub fn kgn(silver: &str, red: &str, moves: &str) -> String {
    let start = "[RuleSet \"khet2\"]\n[SetUp \"classic\"]";
    let moves: Vec<String> = moves
        .split_whitespace()
        .enumerate()
        .map(|(ply, text)| if ply % 2 == 0 { format!("{}. {text}", ply / 2 + 1) } else { text.to_owned() })
        .collect();
    format!("[Silver \"{silver}\"]\n[Red \"{red}\"]\n[Result \"*\"]\n{start}\n\n{} *\n", moves.join(" "))
}

#[test]
fn a_game_of_60_plies_is_reviewed_as_on_the_command_line() {
    /// Returns the number of rows of the move list that are visible as a whole.
    const ROWS: &str = "const list = arguments[0], box = list.getBoundingClientRect();
        const whole = [...list.querySelectorAll('button')].filter((one) => {
          const { top, bottom } = one.getBoundingClientRect();
          return top >= box.top - 1 && bottom <= Math.min(box.bottom, innerHeight) + 1;
        });
        return new Set(whole.map((one) => one.getBoundingClientRect().top)).size";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.resize(1366, 650);
    browser.play("h2g2");
    let file = File::new(&kgn("Ada", "Bea", MOVES));
    file.load(&browser);
    browser.expect_moves(60);
    browser.choose("Depth", "Quick");
    browser.press("Review this game");

    // A row of the output is `silver   57.7 %    15    12     0     0     3`.
    let output = run(&["analyse", &file.path(), "--nodes", "5000"]);
    let output = String::from_utf8(output.stdout).expect("text");
    let expected = |colour: &str, name: &str| {
        let row = output.lines().find_map(|line| line.strip_prefix(&format!("{colour} "))).expect("a row");
        let words: Vec<&str> = row.split_whitespace().collect();
        let mut cells = vec![name.to_owned()];
        cells.extend(words[2..].iter().map(|word| (*word).to_owned()));
        (format!("{} %", words[0]), cells)
    };
    // The page shows a column for each player.
    let rows = "const [{ rows }] = arguments;
        return [0, 1, 2].map((column) => [...rows].map(({ cells }) => cells[column].innerText.trim()))";
    let table = browser.find("table", "");
    let rows = browser.script(rows, json!([table]));
    let rows: Vec<Vec<String>> = rows.as_array().expect("rows").iter().map(texts).collect();
    let head = ["", "Best", "Good", "Inaccuracy", "Mistake", "Blunder"].map(str::to_owned).to_vec();
    let [(silver, of_silver), (red, of_red)] = [expected("silver", "Ada"), expected("red", "Bea")];
    assert_eq!(rows, [head.clone(), of_silver, of_red]);
    browser.expect_announcement(&format!("Silver’s accuracy {silver}, Red’s accuracy {red}"));
    // The accuracies and the graph are the first parts of the panel.
    let parts = "return [...document.querySelector('.review').children].slice(0, 2).map((one) => one.innerText || one.localName)";
    let first = format!("Accuracy: Ada {silver} Bea {red}");
    let parts = texts(&browser.script(parts, json!([])));
    assert_eq!(
        [parts[0].split_whitespace().collect::<Vec<_>>().join(" "), parts[1].clone()],
        [first, "svg".to_owned()]
    );

    // Every move of the list has its mark.
    let moves = browser.moves();
    for (column, mark) in head.iter().enumerate().skip(1) {
        let number = |row: &Vec<String>| row[column].parse::<usize>().expect("a number");
        let marked = moves.iter().filter(|name| name.contains(&format!(", {}. ", mark.to_lowercase()))).count();
        assert_eq!(marked, number(&rows[1]) + number(&rows[2]), "{mark}: {moves:#?}");
    }
    let visible = browser.script(ROWS, json!([browser.find("list", "Moves")]));
    assert!(visible.as_u64().is_some_and(|visible| visible >= 8), "{visible} rows beside the review");
    let graph = browser.find("img", "Silver’s winning chance after each move");
    let points = "return arguments[0].querySelector('.graph-line').getAttribute('d').split('L').length";
    assert_eq!(browser.script(points, json!([graph])), 61);

    let blunders = &rows[1][5];
    assert_ne!(blunders, "0");
    let noun = if blunders == "1" { "blunder" } else { "blunders" };
    browser.press(&format!("{blunders} {noun} by Silver, go to the next"));
    browser.expect_text("of winning chance lost");
    browser.press("Show the better move");
    browser.expect_text("the better move (");
    browser.find("list", "Variation");
}

#[test]
fn a_review_survives_other_panels_and_a_reload_and_loses_no_moves() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let shown = || {
        let points = "return arguments[0].querySelector('.graph-line').getAttribute('d')";
        let graph = browser.find("img", "Silver’s winning chance after each move");
        let table = browser.find("table", "");
        let marks = browser.script("return arguments[0].innerText", json!([table]));
        (marks, browser.script(points, json!([graph])))
    };
    browser.play("h2g2");
    let file = File::new(&kgn("Ada", "Bea", "f4g3 f4f3 c1d2 a4+ d2e2 c7c6"));
    file.load(&browser);
    browser.expect_moves(6);
    browser.choose("Depth", "Quick");
    browser.press("Review this game");
    let review = shown();
    // Another panel shows the game of the file too, and the player's own game waits.
    browser.press("Analyse");
    browser.expect_text("Your own game waits.");
    browser.expect_moves(6);
    browser.reload();
    browser.expect_moves(6);
    browser.press("Review");
    assert_eq!(shown(), review);
    browser.press(&browser.moves()[3]);
    browser.wait("the position after four moves", || {
        let button = browser.query("button", &browser.moves()[3])?;
        browser.attribute(&button, "aria-current")
    });
    browser.expect_none("button", "Take back");
    // A variation can be deleted, and comes back with all that followed.
    browser.select_piece("d1");
    browser.click_target("c2");
    let variation = || browser.query("list", "Variation");
    browser.wait("the variation", variation);
    browser.press("Delete from here");
    browser.wait("no variation", || variation().is_none().then_some(()));
    browser.reload();
    browser.expect_moves(6);
    assert!(variation().is_none());
    browser.press("Undo: d1c2 was deleted, with all that followed.");
    browser.wait("the variation", variation);
    browser.find("table", "");
    // When the player's own game is back on the board, the reviewed one is among the earlier games.
    browser.press("Back to my game");
    browser.expect_moves(1);
    browser.reload();
    browser.expect_moves(1);
    browser.press("Games");
    let games = || browser.all("button", "").into_iter().filter(|(name, _)| name.starts_with("Ada – Bea"));
    let (name, _) = browser.wait("the game", || games().next());
    assert!(name.contains("3 moves") && games().count() == 1, "{name}");
    browser.press_named("Ada – Bea");
    browser.expect_moves(6);
    browser.press("Review");
    browser.find("table", "");
}

#[test]
fn a_game_of_400_plies_is_read_with_one_question() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.find("button", "Review");
    let record = "window.asked = [];
        const { fetch } = window, { send } = WebSocket.prototype, { postMessage } = Worker.prototype;
        window.fetch = (path, ...more) => { asked.push(path); return fetch(path, ...more); };
        WebSocket.prototype.send = function (text) { asked.push(text); return send.call(this, text); };
        Worker.prototype.postMessage = function (message) {
          asked.push('kgn' in Object(message) ? 'kgn' : message);
          return postMessage.call(this, message);
        };";
    browser.script(record, json!([]));
    let turns = ["j1-", "a8-", "j1+", "a8+"].repeat(100).join(" ");
    let file = File::new(&format!("[KFEN \"x39/4k5/////4K5/9X1 s khet2 0 1\"]\n\n{turns} *\n"));
    file.load(&browser);
    browser.expect_moves(400);
    browser.expect_board("x39/4k5/////4K5/9X1 s khet2 0 1");
    let asked = texts(&browser.script("return window.asked", json!([])));
    let games = asked.iter().filter(|text| *text == "kgn").count();
    // The board queries only the position that it shows, which is the start.
    let of_game = asked.iter().filter(|text| text.contains("history") || text.contains(" moves ")).count();
    assert_eq!((games, of_game), (1, 0), "{asked:#?}");
}

#[test]
fn html_in_names_is_shown_as_text() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let silver = "<img src=x onerror=hacked=1>";
    let red = "<script>hacked=2</script><svg onload=hacked=3>";
    let event = "[Event \"<b onmouseover=hacked=4>hi</b>\"]\n";
    let game = kgn(silver, red, "h2g2 c7+");
    let file = File::new(&format!("{event}{game}\n{game}"));
    file.load(&browser);
    // The games of a file are in the panel "Games", and a click opens the review.
    browser.expect_panel("Games");
    browser.find("list", "Games");
    let listed: Vec<String> = browser.all("button", "1. ").into_iter().map(|(name, _)| name).collect();
    let [first] = &listed[..] else { panic!("{listed:?}") };
    for name in [silver, red, "<b onmouseover=hacked=4>hi</b>"] {
        assert!(first.contains(name), "{first}");
    }
    browser.press(first);
    browser.expect_panel("Review");
    browser.expect_moves(2);
    browser.expect_text(silver);
    browser.expect_text(red);
    let injected =
        "return [typeof hacked, document.querySelectorAll('img, b, i, script:not([src]), svg[onload]').length]";
    assert_eq!(browser.script(injected, json!([])), json!(["undefined", 0]));
}

#[test]
fn all_games_are_saved_with_the_game_that_waits() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.script(RECORD, json!([]));
    browser.press("Games");
    browser.expect_none("button", "Save all as KGN");
    // No game is earlier than the one on the board.
    browser.play("h2g2");
    let saved = save(&browser, "Save all as KGN");
    assert_eq!((saved.matches("[Event ").count(), saved.contains("1. h2g2")), (1, true), "{saved}");
    browser.expect_none("textbox", "Search games");
    let file = File::new(&kgn("Ada", "Bea", "c4b4 c7+"));
    file.load(&browser);
    browser.expect_moves(2);
    browser.press("Games");
    let saved = save(&browser, "Save all as KGN");
    for part in ["1. h2g2", "[Silver \"Ada\"]", "1. c4b4 c7+"] {
        assert!(saved.contains(part), "{part}: {saved}");
    }
    assert_eq!(saved.matches("[Event ").count(), 2, "{saved}");
}

#[test]
fn a_file_that_is_dropped_anywhere_on_the_page_opens_in_the_panel_review() {
    /// Drops a file on an element, as a browser does: only where `dragover` is cancelled.
    const DROP: &str = "const [text, selector] = arguments, dataTransfer = new DataTransfer(), target = page.one(selector);
        dataTransfer.items.add(new File([text], 'games.kgn'));
        const raise = (name) => target.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, composed: true, dataTransfer }));
        return !raise('dragover') && !raise('drop')";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    let drop =
        |text: &str, selector: &str| assert_eq!(browser.script(DROP, json!([text, selector])), true, "{selector}");
    drop(&kgn("Ada", "Bea", "c4b4"), "header");
    browser.expect_text("Ada");
    browser.expect_panel("Review");
    browser.expect_game(&[]);
    browser.expect_text("Your own game waits.");
    // The board of another panel, and the form of a new game.
    browser.press("Learn");
    browser.expect_panel("Learn");
    drop(&kgn("Cleo", "Dido", "c4b4 c7+"), "[role=gridcell]");
    browser.expect_panel("Review");
    browser.expect_text("Cleo");
    browser.open_form();
    drop(&kgn("Emma", "Fay", "c4b4 c7+ c5c6"), "#new-game");
    browser.expect_panel("Review");
    browser.expect_text("Emma");
    browser.expect_moves(3);
    browser.expect_none("dialog", "New game");
    browser.press("Back to my game");
    browser.expect_game(&["h2g2"]);
}

#[test]
fn the_faults_of_a_file_are_named_in_words() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let games = [
        kgn("Ada", "Bea", "h2g2 h2g9"),
        kgn("Ada", "Bea", "h2g2 c7d7 h2g2"),
        "[Event \"x\"]\n\n2. h2g2 *\n".to_owned(),
        "[Result \"1-0\"]\n\nh2g2 0-1\n".to_owned(),
        "[KFEN \"foo s khet2 0 1\"]\n\n*\n".to_owned(),
    ];
    let file = File::new(&games.join("\n"));
    file.load(&browser);
    let expected = [
        "Game 1, line 7, move 1 “h2g9”: it is no move, which is written like h2g2 or h2+",
        "Game 2, line 15, move 2 “h2g2”: h2 is empty",
        "Game 3, line 19: the number “2.” should be “1.”",
        "Game 4, line 23: the result is “0-1” after the moves, but “1-0” in the tag Result",
        "Game 5, line 25: The board has 1 rank: 8 are needed. “f” is no piece. Rank 8 has 3 squares: 10 are needed",
    ];
    for line in expected {
        browser.expect_text(line);
    }
}
