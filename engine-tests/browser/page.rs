//! Actions on the page and what it shows: moves, new games, the names of squares, announcements.

use crate::browser::Browser;
use crate::clean_room::game::Game;
use crate::elements::Element;
use crate::input::ENTER;
use crate::support::CLASSIC;
use serde_json::{Value, json};

/// The form fields of a game of two people from the classic set-up.
pub const TWO_PEOPLE: [(&str, &str); 3] = [("Rule set", "Khet 2.0"), ("Set-up", "Classic"), ("Game", "Two people")];

/// Returns the position after moves.
pub fn after(kfen: &str, moves: &[&str]) -> String {
    let mut game = Game::from_kfen(kfen).expect("a position");
    for text in moves {
        game.apply(&game.action(text).unwrap_or_else(|| panic!("{text} is a move in {}", game.to_kfen())));
    }
    game.to_kfen()
}

/// Returns the expected names of the cells of a position, from `a1` to `j8`.
pub fn cell_names(kfen: &str) -> Vec<String> {
    let board = kfen.split(' ').next().expect("a board");
    let mut ranks: Vec<Vec<String>> = board.split('/').map(rank_names).collect();
    ranks.reverse();
    let names = ranks.iter().enumerate().flat_map(|(rank, names)| {
        assert_eq!(names.len(), 10, "{kfen}");
        let square = move |file: usize| format!("{}{}", char::from(b"abcdefghij"[file]), rank + 1);
        names.iter().enumerate().map(move |(file, name)| format!("{}, {name}", square(file)))
    });
    names.collect()
}

/// Returns the names of the pieces on a rank, `empty` for squares without one.
fn rank_names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if let Some(run) = letter.to_digit(10) {
            names.extend((0..run).map(|_| "empty".to_owned()));
            continue;
        }
        let (kind, orientations): (&str, &[&str]) = match letter.to_ascii_lowercase() {
            'k' => ("pharaoh", &[""]),
            'o' => ("obelisk", &[""]),
            't' => ("obelisk stack", &[""]),
            'a' => ("anubis", &[" facing north", " facing east", " facing south", " facing west"]),
            'x' => ("sphinx", &[" facing north", " facing east", " facing south", " facing west"]),
            's' => ("scarab", &[" mirrors north-east and south-west", " mirrors south-east and north-west"]),
            'e' => ("eye", &[" mirrors north-east and south-west", " mirrors south-east and north-west"]),
            'p' => {
                ("pyramid", &[" facing north-east", " facing south-east", " facing south-west", " facing north-west"])
            }
            other => panic!("the letter {other}"),
        };
        let digit = if orientations.len() > 1 { letters.next().and_then(|digit| digit.to_digit(10)) } else { Some(1) };
        let colour = if letter.is_ascii_uppercase() { "silver" } else { "red" };
        names.push(format!("{colour} {kind}{}", orientations[digit.expect("a digit") as usize - 1]));
    }
    // The text of an empty rank is empty.
    names.resize_with(if names.is_empty() { 10 } else { names.len() }, || "empty".to_owned());
    names
}

impl Browser {
    /// Returns the names of the cells, from `a1` to `j8`.
    pub fn cells(&self) -> Vec<String> {
        const NAMES: &str = "return page.all('[role=gridcell]').map((cell) => cell.ariaLabel)";
        let mut names = texts(&self.script(NAMES, json!([])));
        names.sort_by_key(|name| (name.as_bytes().get(1).copied(), name.as_bytes().first().copied()));
        names
    }

    /// Waits until the board is drawn, and returns the cell of a square.
    pub fn cell(&self, square: &str) -> Element {
        self.wait(&format!("the cell {square}"), || self.all("gridcell", &format!("{square}, ")).pop()).1
    }

    /// Waits until the cells have the names of a position.
    pub fn expect_board(&self, kfen: &str) {
        let expected = cell_names(kfen);
        self.wait(&format!("the position {kfen}"), || (self.cells() == expected).then_some(()));
    }

    /// Waits until the board shows the classic set-up after moves.
    pub fn expect_game(&self, moves: &[&str]) {
        self.expect_board(&after(CLASSIC, moves));
    }

    /// Opens a link to a position.
    pub fn open_position(&self, kfen: &str) {
        self.go(&format!("/#kfen={}", kfen.replace(' ', "%20")));
        self.expect_board(kfen);
    }

    /// Clicks the cell of a square.
    pub fn click_cell(&self, square: &str) {
        self.wait("a click", || self.try_click(&self.cell(square)));
    }

    /// Clicks the button whose name contains a text.
    pub fn press_named(&self, part: &str) {
        self.click_found(&format!("`{part}`"), || {
            self.all("button", "").into_iter().find(|(name, _)| name.contains(part)).map(|(_, button)| button)
        });
    }

    /// Waits until the list has `number` moves.
    pub fn expect_moves(&self, number: usize) {
        let script = "return arguments[0].querySelectorAll(':scope > .move button').length";
        self.wait(&format!("{number} moves"), || {
            let list = self.find("list", "Moves");
            (self.script(script, json!([list])) == number).then_some(())
        });
    }

    /// Selects a piece as soon as it may move.
    pub fn select_piece(&self, square: &str) {
        self.wait(&format!("a piece on {square} that may move"), || {
            let cell = self.cell(square);
            self.attribute(&cell, "aria-selected")?;
            self.try_click(&cell)
        });
    }

    /// Plays a move, written as in KGN, by clicks.
    pub fn play(&self, text: &str) {
        let before = self.moves().len();
        self.select_piece(&text[..2]);
        match &text[2..] {
            "+" => self.press("Rotate clockwise"),
            "-" => self.press("Rotate anticlockwise"),
            to => self.click_target(&to[..2]),
        }
        let choice = if text.ends_with('t') { "Top only" } else { "Whole stack" };
        self.wait(&format!("the move {text}"), || {
            if self.moves().len() > before {
                return Some(());
            }
            self.query("button", choice).and_then(|button| self.try_click(&button));
            None
        });
    }

    /// Waits until the scripts beside the board are loaded.
    pub fn expect_complete(&self) {
        self.wait("the scripts beside the board", || {
            (self.script("return page.one('.sheets.complete') !== null", json!([])) == true).then_some(())
        });
    }

    /// Types a move as soon as the board shows its legal moves and the field takes them.
    pub fn type_move(&self, text: &str) {
        self.expect_complete();
        self.wait("legal moves", || {
            let legal = "return document.querySelector('khet-board').legalMoves?.length > 0";
            (self.script(legal, json!([])) == true).then_some(())
        });
        let field = self.find("textbox", "Move or command");
        self.type_into(&field, &format!("{text}{ENTER}"));
    }

    /// Clicks a target of the selected piece.
    pub fn click_target(&self, square: &str) {
        self.wait(&format!("{square} as a target"), || {
            let cell = self.cell(square);
            let description = self.attribute(&cell, "aria-description")?;
            if !description.starts_with("legal target") {
                return None;
            }
            self.try_click(&cell)
        });
    }

    /// Returns the names of the moves in the list.
    pub fn moves(&self) -> Vec<String> {
        let list = self.find("list", "Moves");
        let script = "return [...arguments[0].querySelectorAll(':scope > .move button')].map((one) => one.ariaLabel)";
        texts(&self.script(script, json!([list])))
    }

    /// Returns the last announcements to screen readers.
    pub fn announcements(&self) -> Vec<String> {
        texts(&self.script(
            "return [...document.querySelector('[aria-live]').children].map((one) => one.textContent)",
            json!([]),
        ))
    }

    /// Waits for an announcement to screen readers.
    pub fn expect_announcement(&self, part: &str) {
        self.wait(&format!("the announcement `{part}`"), || {
            self.announcements().iter().any(|line| line.contains(part)).then_some(())
        });
    }

    /// Returns the visible text of the page.
    pub fn text(&self) -> String {
        self.script("return document.body.innerText", json!([])).as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the page shows a text.
    pub fn expect_text(&self, part: &str) {
        self.wait(&format!("the text `{part}`"), || self.text().contains(part).then_some(()));
    }

    /// Waits until the page has no visible element of this role and name.
    pub fn expect_none(&self, role: &str, name: &str) {
        self.wait(&format!("a page without the {role} `{name}`"), || self.query(role, name).is_none().then_some(()));
    }

    /// Starts a game. `fields` has the names of form fields, each with the option or number to set.
    pub fn new_game(&self, fields: &[(&str, &str)]) {
        self.open_form();
        for (name, value) in fields {
            if self.query("spinbutton", name).is_some() {
                self.fill("spinbutton", name, value);
            } else {
                self.choose(name, value);
            }
        }
        self.press("Start game");
        self.expect_none("dialog", "New game");
    }

    /// Waits until a panel is open.
    pub fn expect_panel(&self, name: &str) {
        self.wait(&format!("the panel `{name}`"), || self.is_open(name).then_some(()));
    }

    /// Opens a panel. A click without an effect is repeated: one was lost once on a busy machine, for a reason that was not found.
    /// The tab of an open panel does nothing.
    pub fn open_panel(&self, name: &str) {
        self.wait(&format!("the panel `{name}`"), || {
            self.press(name);
            self.is_open(name).then_some(())
        });
    }

    fn is_open(&self, panel: &str) -> bool {
        let pressed = self.query("button", panel).and_then(|tab| self.attribute(&tab, "aria-pressed"));
        pressed.is_some_and(|pressed| pressed == "true")
    }

    /// Opens the form of a new game with all its fields, and waits until it is filled.
    pub fn open_form(&self) {
        self.press("New game");
        self.wait("the set-ups", || {
            let filled = "document.getElementById('new-more').open = true;
                return Boolean(document.querySelector('#new-setup input:checked')) && !document.getElementById('start').disabled";
            (self.script(filled, json!([])) == true).then_some(())
        });
    }
}

/// Returns the texts in a JSON list.
pub fn texts(list: &Value) -> Vec<String> {
    list.as_array().expect("a list").iter().map(|text| text.as_str().unwrap_or_default().to_owned()).collect()
}
