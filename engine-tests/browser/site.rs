//! The site on a static host: a sub-folder, two folders on one origin, the number of engines, stops with and without shared
//! memory, files that are missing or cut, and `index.html` opened as a file.

use crate::browser::{Browser, Options, site};
use crate::clean_room::game::Game;
use crate::files::PATHS;
use crate::page::{TWO_PEOPLE, texts};
use crate::puzzles::Puzzle;
use crate::support::{CLASSIC, skip};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The form fields of a game against the engine at full strength and a tenth of a second a move.
const AGAINST_THE_ENGINE: [(&str, &str); 7] = [
    ("Rule set", "Khet 2.0"),
    ("Set-up", "Classic"),
    ("Game", "Against the engine"),
    ("Colour", "Silver"),
    ("Opponent", "Full strength"),
    ("Time", "Seconds a move"),
    ("Seconds a move", "0.1"),
];

/// Records the lines of searches from all workers that get a message from now on, the times from `stop` to `bestmove` in milliseconds,
/// and the largest number of new workers at a time.
const RECORD: &str = "window.lines = [];
    window.delays = [];
    window.mostLiving = 0;
    const living = new Set(), known = new Set(), { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message) {
      if (!known.has(this)) this.addEventListener('message', ({ data }) => {
        if (/^(info depth|bestmove)/.test(data)) lines.push(data);
        if (/^bestmove/.test(data)) delays.push(performance.now() - this.stopTime);
      });
      known.add(this);
      if (message === 'stop') this.stopTime = performance.now();
      return postMessage.call(this, message);
    };
    window.Worker = class extends Worker {
      constructor(...values) {
        super(...values);
        living.add(this);
        window.mostLiving = Math.max(mostLiving, living.size);
      }
      terminate() {
        living.delete(this);
        super.terminate();
      }
    };";

/// Scripts that take a capability from a browser, and what the page and the element then say.
pub const LACKS: [(&str, &str); 4] = [
    ("delete globalThis.WebAssembly", "The engine needs WebAssembly, which"),
    ("WebAssembly.validate = () => false", "The engine needs WebAssembly with 128-bit vectors (SIMD)"),
    ("delete globalThis.Worker", "The engine needs workers"),
    // An old browser does not look at the options.
    (
        "globalThis.Worker = class extends Worker { constructor(address) { super(address); } }",
        "The engine needs module workers",
    ),
];

/// Returns how many recorded lines begin with a text.
fn number_of_lines(browser: &Browser, beginning: &str) -> usize {
    texts(&browser.script("return window.lines", json!([]))).iter().filter(|line| line.starts_with(beginning)).count()
}

/// Waits until another line that begins with a text is recorded.
fn expect_another_line(browser: &Browser, beginning: &str) {
    let before = number_of_lines(browser, beginning);
    browser
        .wait(&format!("another line `{beginning}`"), || (number_of_lines(browser, beginning) > before).then_some(()));
}

/// Waits until Silver may move in the classic set-up.
pub fn expect_turn(browser: &Browser) {
    browser.wait("Silver's turn", || browser.attribute(&browser.cell("h2"), "aria-selected"));
}

/// Starts a game against the engine, and plays a move that the engine answers.
pub fn play_the_engine(browser: &Browser) {
    browser.new_game(&AGAINST_THE_ENGINE);
    browser.play("h2g2");
    browser.expect_moves(2);
    browser.expect_text("Your move: you play Silver.");
}

/// Replaces a file of a site that a page may be reading. The page gets the old file or the new one, never a part of it.
pub fn replace(file: &Path, content: impl AsRef<[u8]>) {
    let new = file.with_extension("new");
    fs::write(&new, content).and_then(|()| fs::rename(&new, file)).expect("a file");
}

/// Copies the files of a folder into another one.
pub fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            fs::create_dir(&target).expect("a folder");
            copy(&source, &target);
        } else {
            fs::copy(&source, &target).expect("a file");
        }
    }
}

#[test]
fn the_engine_plays_in_a_sub_folder() {
    let Some(browser) = Browser::open_site(&Options::default()) else { return };
    play_the_engine(&browser);
    let paths = "return performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)";
    let paths = texts(&browser.script(paths, json!([])));
    // The scripts come in bundles; those beside the board are loaded after the start.
    assert!((8..=30).contains(&paths.len()) && paths.iter().all(|path| path.starts_with(PATHS[0])), "{paths:#?}");
}

#[test]
fn two_folders_on_one_origin_have_storage_apart() {
    let Some(browser) = Browser::open_site(&Options::default()) else { return };
    let [one, other] = PATHS;
    browser.new_game(&TWO_PEOPLE);
    browser.play("h2g2");
    // The page of the other folder is in another tab at the same time.
    browser.open_tab();
    browser.open_path(other);
    browser.expect_game(&[]);
    browser.play("c4b4");
    assert!(!browser.text().contains("another tab"), "{}", browser.text());
    browser.reload();
    browser.expect_game(&["c4b4"]);
    browser.open_path(one);
    browser.expect_text("Khepri is open in another tab");
    browser.open_path(other);
    browser.expect_game(&["c4b4"]);
    browser.switch_to(0);
    browser.reload();
    browser.expect_game(&["h2g2"]);
}

#[test]
fn a_tab_has_at_most_two_engines_and_each_answers_after_its_worker_was_ended() {
    let Some(browser) = Browser::open_site(&Options::default()) else { return };
    let puzzle = Puzzle::all().into_iter().find(|puzzle| puzzle.field("mate") == Some("2")).expect("a puzzle");
    let wrong = puzzle.wrong_move();
    expect_turn(&browser);
    browser.script(RECORD, json!([]));
    // Two engines play, and a third analyses.
    let players = [("Silver’s level", "Full strength"), ("Red’s level", "Full strength")];
    let time = [("Time", "Seconds a move"), ("Seconds a move", "0.2")];
    browser.new_game(&[&[("Game", "Engine against engine")], &players[..], &time].concat());
    let expect_more_moves = || {
        let before = browser.moves().len();
        browser.wait("two more moves", || (browser.moves().len() >= before + 2).then_some(()));
    };
    expect_more_moves();
    browser.press("Analyse");
    expect_more_moves();
    browser.expect_text("depth ");
    browser.press("Pause");
    browser.expect_text("The game is paused");
    puzzle.open(&browser);
    browser.press("Hint (counts as failed)");
    browser.expect_text("It is the piece on ");
    browser.play(&wrong);
    browser.expect_text("does not force a win");
    browser.press("Game");
    browser.press("Continue");
    expect_more_moves();
    browser.press("Analyse");
    expect_more_moves();
    assert_eq!(browser.script("return window.mostLiving", json!([])), 2);
}

#[test]
fn analysis_stops_with_and_without_shared_memory() {
    let start = Game::from_kfen(CLASSIC).expect("a position");
    for isolated in [false, true] {
        let Some(browser) = Browser::open_site(&Options { isolated, ..Options::default() }) else { return };
        expect_turn(&browser);
        assert_eq!(browser.script("return window.crossOriginIsolated", json!([])), isolated);
        browser.script(RECORD, json!([]));
        browser.press("Analyse");
        for button in ["Stop", "Go on", "Stop"] {
            if button == "Stop" {
                browser.wait("a search", || (number_of_lines(&browser, "info depth") > 3).then_some(()));
                browser.press(button);
                browser.wait("the end of the search", || (number_of_lines(&browser, "bestmove") == 1).then_some(()));
                let last = browser.script("return window.lines.at(-1)", json!([]));
                let best =
                    last.as_str().and_then(|line| line.strip_prefix("bestmove ")).expect("the last line is `bestmove`");
                let best = best.split(' ').next().unwrap_or_default();
                assert!(start.actions().iter().any(|action| action.text() == best), "{last}");
            } else {
                browser.script("window.lines = []", json!([]));
                browser.press(button);
            }
        }
        let delays = browser.script("return window.delays", json!([]));
        println!("from stop to bestmove, {} shared memory: {delays} ms", if isolated { "with" } else { "without" });
        // The engine still answers, and another position stops the search too.
        browser.press("Go on");
        expect_another_line(&browser, "info depth");
        browser.play("h2g2");
        browser.wait("the end of the search", || (number_of_lines(&browser, "bestmove") == 2).then_some(()));
        expect_another_line(&browser, "info depth");
    }
}

#[test]
fn a_file_of_the_engine_that_is_missing_or_cut_is_named_and_can_be_loaded_again() {
    let broken = [
        ("khepri.wasm", false),
        ("khepri.wasm", true),
        ("khepri.net", false),
        ("khepri.net", true),
        ("khepri.js", false),
    ];
    for (name, is_cut) in broken {
        let folder = tempfile::tempdir().expect("a folder");
        let options = Options { folder: Some(folder.path().to_owned()), ..Options::default() };
        let Some(site) = site() else { return skip("KHEPRI_SITE names no site") };
        copy(&site, folder.path());
        let file = folder.path().join(name);
        let whole = fs::read(&file).expect("a file");
        if is_cut {
            fs::write(&file, &whole[..whole.len() / 2]).expect("a file");
        } else {
            fs::remove_file(&file).expect("a file");
        }
        let Some(browser) = Browser::open_site(&options) else { return };
        let has_rules = name == "khepri.net";
        if has_rules {
            // The rules need no network, and the engine does not move without it.
            browser.new_game(&AGAINST_THE_ENGINE);
            browser.play("h2g2");
        }
        let message = format!("{name} cannot be loaded");
        browser.expect_text(&message);
        browser.press("Try again");
        browser.find("button", "Try again");
        browser.expect_text(&message);
        assert_eq!(browser.moves().len(), usize::from(has_rules), "{name}");
        replace(&file, &whole);
        browser.press("Try again");
        if has_rules {
            browser.expect_moves(2);
            browser.expect_text("Your move: you play Silver.");
        } else {
            expect_turn(&browser);
            play_the_engine(&browser);
        }
        assert!(!browser.text().contains("cannot be loaded"), "{name}: {}", browser.text());
    }
}

#[test]
fn a_searching_worker_that_dies_is_reported_and_another_one_takes_its_place() {
    const RUN: &str = "if (order) instance?.call('searching_run', order, since);";
    for isolated in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let options = Options { folder: Some(folder.path().to_owned()), isolated, ..Options::default() };
        let Some(site) = site() else { return skip("KHEPRI_SITE names no site") };
        copy(&site, folder.path());
        let file = folder.path().join("khepri.js");
        let whole = fs::read_to_string(&file).expect("a file");
        assert_eq!(whole.matches(RUN).count(), 1);
        // Each search ends the worker by an error that nothing catches. An order without a job only prepares the memory.
        let dying = "if (order && job) { setTimeout(() => { throw new Error('a fault'); }); return; }";
        fs::write(&file, whole.replace(RUN, &format!("{dying}\n{RUN}"))).expect("a file");
        let Some(browser) = Browser::open_site(&options) else { return };
        browser.new_game(&AGAINST_THE_ENGINE);
        browser.play("h2g2");
        browser.expect_text("does not answer: engine ended: ");
        browser.expect_text("a fault");
        assert!(!browser.text().contains("cannot be loaded"), "{}", browser.text());
        // The rules still answer.
        browser.expect_game(&["h2g2"]);
        browser.press("Back");
        browser.expect_game(&[]);
        browser.press("Forward");
        replace(&file, &whole);
        browser.expect_moves(2);
        browser.expect_text("Your move: you play Silver.");
    }
}

#[test]
fn a_browser_that_lacks_what_the_engine_needs_is_reported_with_what_to_do() {
    let Some(browser) = Browser::open_site(&Options::default()) else { return };
    let command = |name: &str, parameters: Value| browser.command(name, parameters).expect("an answer");
    for (removal, lack) in LACKS {
        let script = command("Page.addScriptToEvaluateOnNewDocument", json!({ "source": removal }));
        browser.reload();
        browser.expect_text(lack);
        browser.expect_text("Update the browser, or use another one");
        browser.expect_none("button", "Try again");
        command("Page.removeScriptToEvaluateOnNewDocument", script);
    }
    browser.reload();
    expect_turn(&browser);
}

#[test]
fn index_html_opened_as_a_file_says_what_to_do() {
    let Some(browser) = Browser::open_site(&Options::default()) else { return };
    expect_turn(&browser);
    assert!(!browser.text().contains("The page has not started"));
    let file = site().expect("a site").canonicalize().expect("a folder").join("index.html");
    browser.visit(&format!("file://{}", file.display()));
    browser.expect_text("python3 -m http.server");
}
