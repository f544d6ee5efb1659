//! `<khet-board>`, in the page and in other pages: the three pages of docs/embedding.md, and attributes that cannot be read.

use crate::browser::{Browser, Options, site};
use crate::clean_room::game::Game;
use crate::files::PATHS;
use crate::page::after;
use crate::pictures::BODIES;
use crate::site::{LACKS, copy};
use crate::support::CLASSIC;
use serde_json::{Value, json};
use std::fs;
use tempfile::TempDir;

/// Opens a page of docs/examples/embedding in a copy of the site.
fn open(page: &str) -> Option<(Browser, TempDir)> {
    let folder = tempfile::tempdir().expect("a folder");
    copy(&site()?, folder.path());
    let file = format!("docs/examples/embedding/{page}.html");
    fs::copy(file, folder.path().join(format!("{page}.html"))).expect("an example");
    let browser = Browser::open_site(&Options { folder: Some(folder.path().to_owned()), ..Options::default() })?;
    let origin = browser.script("return location.origin", json!([]));
    browser.visit(&format!("{}{}{page}.html", origin.as_str().expect("an origin"), PATHS[0]));
    Some((browser, folder))
}

/// Returns a property of the page's board.
fn property(browser: &Browser, name: &str) -> Value {
    browser.script("return document.querySelector('khet-board')[arguments[0]]", json!([name]))
}

/// Waits until the board shows a position.
fn expect_position(browser: &Browser, kfen: &str) {
    browser.wait(&format!("the position {kfen}"), || (property(browser, "position") == kfen).then_some(()));
}

/// Clicks a square of the board.
fn click(browser: &Browser, square: &str) {
    browser.script("page.one(`[role=gridcell][data-square=${arguments[0]}]`).click()", json!([square]));
}

/// Returns the legal moves of a position, sorted.
fn legal_moves(kfen: &str) -> Vec<String> {
    let game = Game::from_kfen(kfen).expect("a position");
    let mut moves: Vec<String> = game.actions().iter().map(|action| action.text()).collect();
    moves.sort();
    moves
}

#[test]
fn the_board_of_the_page_is_the_element_and_reports_what_it_shows() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let expect = |name: &str, value: Value| {
        browser.wait(&format!("{name} {value}"), || (property(&browser, name) == value).then_some(()));
    };
    let attributes = || {
        let names = "return ['kfen', 'moves', 'ply', 'orientation', 'beams', 'pieces', 'turned', 'interactive']
            .map((name) => document.querySelector('khet-board').getAttribute(name))";
        browser.script(names, json!([]))
    };
    expect("legalMoves", json!(legal_moves(CLASSIC)));
    expect("beams", json!("both"));
    assert_eq!(property(&browser, "position"), CLASSIC);
    assert_eq!(attributes(), json!([CLASSIC, null, null, "silver", "both", "khet", null, ""]));
    assert_eq!(browser.script("return page.all('.beam.standing').length", json!([])), 2);
    // Nothing but the page sets them.
    browser.script(
        "const board = document.querySelector('khet-board');
        [board.kfen, board.ply, board.beams, board.pieces, board.turned] = ['x', 3, 'none', 'plain', true];
        board.removeAttribute('orientation')",
        json!([]),
    );
    assert_eq!(attributes(), json!([CLASSIC, null, null, "silver", "both", "khet", null, ""]));
    // A listener cancels the first move.
    browser.script(
        "[window.offered, window.shown] = [[], []];
        const board = document.querySelector('khet-board');
        board.addEventListener('show', () => shown.push([board.position, board.legalMoves]));
        document.addEventListener('move', (event) => {
            if (!offered.length) event.preventDefault();
            offered.push(event.detail);
        })",
        json!([]),
    );
    browser.select_piece("h2");
    browser.click_target("g2");
    let offered = || browser.script("return window.offered", json!([]));
    browser.wait("a move", || (offered().as_array().map(Vec::len) == Some(1)).then_some(()));
    browser.play("h2h3");
    browser.expect_game(&["h2h3"]);
    let expected = ["h2g2", "h2h3"]
        .map(|text| json!({ "move": text, "hits": [], "position": after(CLASSIC, &[text]), "result": "*" }));
    assert_eq!(offered(), json!(expected));
    let shown = after(CLASSIC, &["h2h3"]);
    expect("legalMoves", json!(legal_moves(&shown)));
    assert_eq!(browser.script("return window.shown", json!([])), json!([[shown, legal_moves(&shown)]]));
    browser.press("Flip board");
    expect("orientation", json!("red"));
    browser.press("Settings");
    for (option, beams) in [("Next beam", "next"), ("No beams", "none")] {
        browser.choose("Beams", option);
        expect("beams", json!(beams));
    }
    // A finished game has no legal moves. Those of a position in the editor are unknown.
    browser.open_position("x39///2k6P2//5K4//9X1 s khet2 0 1");
    browser.play("j5+");
    expect("legalMoves", json!([]));
    browser.press("Editor");
    browser.press("Clear");
    expect("legalMoves", json!(null));
    assert_eq!(property(&browser, "position").as_str().and_then(|kfen| kfen.split(' ').next()), Some("///////"));
}

#[test]
fn a_diagram_shows_a_position_with_its_beam() {
    let Some((browser, _folder)) = open("diagram") else { return };
    expect_position(&browser, "x39///2k6P2//5K4//9X1 s khet2 0 1");
    let beams = "return page.all('.beam').length";
    assert_eq!(browser.script(beams, json!([])), 1);
    // Without `interactive`, a click selects nothing.
    click(&browser, "j5");
    let selected = "return page.all('[aria-selected]').length";
    assert_eq!(browser.script(selected, json!([])), 0);
}

#[test]
fn boards_of_one_page_have_sets_of_pieces_of_their_own() {
    let Some((browser, _folder)) = open("diagram") else { return };
    // A second board, with the lasers of Khet 1.0 in its frame.
    let add = "window.other = document.createElement('khet-board');
        [other.kfen, other.pieces] = ['/4k5/////4K5/ s khet1', 'laser'];
        document.body.append(other)";
    browser.script(add, json!([]));
    let expect = |first: &str, second: &str| {
        // On the second board there are Red's Pharaoh and its laser in the frame.
        let script = "const sets = JSON.parse(arguments[0]), board = document.querySelector('khet-board');
            const parts = (one) => [...one.shadowRoot?.querySelectorAll('[fill]') ?? []];
            const reds = (one) => parts(one).flatMap((part) => sets[part.getAttribute('fill')] ?? []);
            return [[...new Set(reds(board))], reds(other)]";
        let drawn = json!([[first], [second, second]]);
        browser.wait(&format!("{drawn}"), || (browser.script(script, json!([BODIES])) == drawn).then_some(()));
    };
    expect("khet", "laser");
    for (script, first, second) in [
        ("document.querySelector('khet-board').setAttribute('pieces', 'plain')", "plain", "laser"),
        ("other.pieces = 'khet'", "plain", "khet"),
        ("document.querySelector('khet-board').pieces = null", "khet", "khet"),
    ] {
        browser.script(script, json!([]));
        expect(first, second);
    }
    let read = "const board = document.querySelector('khet-board');
        return [board.pieces, board.getAttribute('pieces'), other.pieces, other.getAttribute('pieces')]";
    assert_eq!(browser.script(read, json!([])), json!(["khet", null, "khet", "khet"]));
}

#[test]
fn a_slider_shows_each_ply_of_a_game() {
    let Some((browser, _folder)) = open("game") else { return };
    let moves = ["h2h3", "a5a6", "j4j3", "h5h6", "c1b2", "a4-"];
    expect_position(&browser, CLASSIC);
    for ply in [1, 2, 6, 3] {
        let script = "const slider = document.querySelector('input');
            slider.value = arguments[0];
            slider.dispatchEvent(new Event('input'))";
        browser.script(script, json!([ply]));
        expect_position(&browser, &after(CLASSIC, &moves[..ply]));
    }
}

#[test]
fn a_user_plays_against_the_engine_in_another_page() {
    let Some((browser, _folder)) = open("play") else { return };
    expect_position(&browser, CLASSIC);
    let legal = legal_moves(CLASSIC);
    browser.wait("the legal moves", || (property(&browser, "legalMoves") == json!(legal)).then_some(()));
    // The page refuses the first move.
    browser.script(
        "window.offered = [];
        const board = document.querySelector('khet-board');
        board.addEventListener('move', (event) => event.preventDefault(), { once: true });
        document.addEventListener('move', ({ detail }) => offered.push(detail))",
        json!([]),
    );
    for (square, number) in [("g2", 1), ("h3", 2)] {
        click(&browser, "h2");
        click(&browser, square);
        let offered = || browser.script("return window.offered", json!([]));
        browser.wait("a move", || (offered().as_array().map(Vec::len) == Some(number)).then_some(()));
        let text = format!("h2{square}");
        let detail = json!({ "move": text, "hits": [], "position": after(CLASSIC, &[&text]), "result": "*" });
        assert_eq!(offered()[number - 1], detail);
    }
    let answered = browser.wait("the move of the engine", || {
        let moves = property(&browser, "moves").as_str()?.to_owned();
        (moves.split(' ').count() == 2).then_some(moves)
    });
    let moves: Vec<&str> = answered.split(' ').collect();
    assert_eq!(moves[0], "h2h3");
    expect_position(&browser, &after(CLASSIC, &moves));
}

#[test]
fn an_attribute_that_cannot_be_read_is_an_error_with_its_name() {
    let Some((browser, _folder)) = open("diagram") else { return };
    let script = "const [attributes] = arguments, board = document.createElement('khet-board');
        for (const [name, value] of Object.entries(attributes)) board.setAttribute(name, value);
        return new Promise((resolve) => {
          board.addEventListener('show', () => resolve('shown'));
          board.addEventListener('error', ({ detail, bubbles }) => {
            const shown = board.shadowRoot.querySelector('[role=alert]').textContent;
            resolve([detail.message, shown === detail.message, bubbles, board.position, board.legalMoves]);
          });
          document.body.append(board);
        })";
    for (attributes, message) in [
        (json!({ "kfen": "x39 s" }), "kfen: expected a position, found x39 s"),
        (json!({ "kfen": "" }), "kfen: expected a position, found nothing"),
        (json!({ "moves": "h2g2 h2g9" }), "move 2 `h2g9`"),
        (json!({ "moves": "h2g2", "ply": "2" }), "ply: expected at most 1, found 2"),
        (json!({ "ply": "-1" }), "ply: expected a number, found -1"),
        (json!({ "beams": "all" }), "beams: expected none or next or both, found all"),
        (json!({ "orientation": "north" }), "orientation: expected silver or red, found north"),
        (json!({ "pieces": "wood" }), "pieces: expected khet or laser or plain, found wood"),
    ] {
        let answer = browser.script(script, json!([attributes]));
        let found = answer[0].as_str().unwrap_or_default();
        assert!(found.starts_with(message), "{attributes}: {answer}");
        assert_eq!(
            answer.as_array().map(|answer| &answer[1..]),
            Some(&[json!(true), json!(false), json!(null), json!(null)][..])
        );
    }
    assert_eq!(browser.script(script, json!([{ "moves": "h2g2", "orientation": "red", "beams": "both" }])), "shown");
}

#[test]
fn an_element_in_a_browser_that_lacks_what_the_engine_needs_says_so() {
    let Some((browser, _folder)) = open("diagram") else { return };
    for (removal, lack) in LACKS {
        let script = json!({ "source": removal });
        let script = browser.command("Page.addScriptToEvaluateOnNewDocument", script).expect("an answer");
        browser.reload();
        browser.wait(lack, || {
            let shown = browser.script("return page.one('[role=alert]')?.textContent ?? ''", json!([]));
            shown.as_str().is_some_and(|shown| shown.starts_with(lack)).then_some(())
        });
        browser.command("Page.removeScriptToEvaluateOnNewDocument", script).expect("an answer");
    }
}
