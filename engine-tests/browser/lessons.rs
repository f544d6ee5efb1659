//! Learning: all lessons played through with a wrong move each, their progress after a reload, the rules with pictures, and the
//! names of Laser Chess.

use crate::browser::{Browser, Options};
use crate::clean_room::actions::Action;
use crate::clean_room::light::fire;
use crate::clean_room::position::{Outcome, Position};
use crate::page::{cell_names, texts};
use crate::support::CLASSIC;
use serde_json::{Value, json};

/// Returns the lessons of the page with their texts.
const LESSONS: &str = "
    const load = (name) => import(new URL(`assets/${name}.js`, document.baseURI).href);
    return Promise.all([load('panels/learn/lessons'), load('texts/texts')]).then(([{ LESSONS }, { texts }]) => LESSONS.map((lesson) => {
        const { title, idea, tasks } = texts.lessons[lesson.id];
        return { ...lesson, title, idea, tasks: lesson.tasks.map((task, at) => ({ ...task, ...tasks[at] })) };
    }))";

/// Returns the text of a field.
fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("{name} of {value}"))
}

/// Returns whether a move reaches a goal by the rules of the second implementation. It does not look at `next`.
fn reaches(position: &Position, goal: &Value, action: &Action) -> bool {
    let (mover, (after, shot)) = (position.side, position.preview(action));
    let is_win =
        |before: &Position, action: &Action| before.preview(action).0.outcome() == Some(Outcome::Won(before.side));
    let names = cell_names(&after.to_kfen());
    let holds = |(square, letter): (&String, &Value)| {
        let piece = match letter.as_str() {
            Some("P") => "silver pyramid",
            Some("O") => "silver obelisk",
            Some("T") => "silver obelisk stack",
            other => panic!("the letter {other:?}"),
        };
        names.iter().any(|name| {
            let (at, held) = name.split_once(", ").expect("a square and its piece");
            (square == "*" || square == at) && (held == piece || held.starts_with(&format!("{piece} facing")))
        })
    };
    let keeps = || {
        let next = fire(&mut after.board.clone(), after.rule_set, after.side);
        next.hits.iter().all(|hit| hit.piece.colour != mover)
    };
    let again = Position { side: mover, ..after };
    shot.hits.iter().all(|hit| hit.piece.colour != mover)
        && goal["hits"].as_array().is_none_or(|squares| {
            texts(&json!(squares)).iter().all(|name| shot.hits.iter().any(|hit| hit.square.to_string() == *name))
        })
        && (goal["win"].is_null() || after.outcome() == Some(Outcome::Won(mover)))
        && (goal["keeps"].is_null() || keeps())
        && (goal["safe"].is_null() || !after.actions().iter().any(|reply| is_win(&after, reply)))
        && (goal["threat"].is_null() || again.actions().iter().any(|later| is_win(&again, later)))
        && goal["holds"].as_object().is_none_or(|pieces| pieces.iter().all(holds))
}

#[test]
fn all_lessons_can_be_played_through_and_lead_into_a_game() {
    let Some(browser) = Browser::open_served(&Options::default(), "single modules") else { return };
    browser.expect_board(CLASSIC);
    let lessons = browser.script(LESSONS, json!([]));
    let lessons = lessons.as_array().expect("lessons");
    assert!(lessons.len() >= 12, "{} lessons", lessons.len());
    browser.press("Learn");
    for (number, lesson) in lessons.iter().enumerate() {
        let tasks = lesson["tasks"].as_array().expect("tasks");
        assert!((1..=3).contains(&tasks.len()), "{lesson}");
        browser.find("heading", &format!("{}. {}", number + 1, text(lesson, "title")));
        for (at, task) in tasks.iter().enumerate() {
            let (kfen, solution, wrong) = (text(task, "kfen"), text(task, "solution"), text(task, "wrong"));
            let position = Position::from_kfen(kfen).unwrap_or_else(|reason| panic!("{kfen}: {reason}"));
            let action = |text: &str| position.action(text).unwrap_or_else(|| panic!("{text} is a move in {kfen}"));
            assert!(reaches(&position, &task["goal"], &action(solution)), "{solution} in {kfen}");
            assert!(!reaches(&position, &task["goal"], &action(wrong)), "{wrong} in {kfen}");
            for part in [text(lesson, "idea"), text(task, "text"), text(task, "hint")] {
                assert!(
                    part.matches(['.', '?', '!']).count() <= 4 && part.split_inclusive(". ").count() <= 2,
                    "{part}"
                );
            }

            browser.expect_board(kfen);
            browser.expect_text(text(task, "text"));
            // A wrong move is answered and taken back.
            browser.play(wrong);
            browser.expect_text("Try again.");
            browser.expect_board(kfen);
            browser.play(solution);
            let is_last = number + 1 == lessons.len();
            if at + 1 < tasks.len() {
                browser.wait("the end of the task", || has_succeeded(&browser).then_some(()));
                browser.press("Next task");
            } else {
                browser.find("button", &format!("Lesson {}, {}, finished", number + 1, text(lesson, "title")));
                browser.press(if is_last { "Play your first game" } else { "Next lesson" });
            }
        }
    }
    browser.expect_text("Pip");
    browser.expect_text("Your move: you play Silver.");
    browser.expect_board(CLASSIC);
    browser.expect_none("heading", "Learn");
}

/// Returns whether the lesson says that the task is finished.
fn has_succeeded(browser: &Browser) -> bool {
    browser.script("return document.querySelector('#panel .said.good') !== null", json!([])) == true
}

#[test]
fn the_progress_of_lessons_and_the_own_game_survive_a_reload() {
    let Some(browser) = Browser::open_served(&Options::default(), "single modules") else { return };
    browser.play("h2g2");
    let lessons = browser.script(LESSONS, json!([]));
    let (task, next) = (&lessons[0]["tasks"][0], &lessons[0]["tasks"][1]);
    browser.press("Learn");
    browser.expect_board(text(task, "kfen"));
    // The hint names the piece in words, and the second one is the move.
    browser.press("Hint");
    browser.expect_text(text(task, "hint"));
    browser.press("Hint");
    browser.expect_text(&format!("The move is {}.", text(task, "solution")));
    browser.play(text(task, "solution"));
    browser.wait("the end of the task", || has_succeeded(&browser).then_some(()));
    browser.reload();
    browser.expect_board(text(next, "kfen"));
    browser.expect_text("Task 2 of 2");
    browser.play(text(next, "solution"));
    browser.expect_text(&format!("1 of {} lessons finished", lessons.as_array().expect("lessons").len()));
    browser.press("Game");
    browser.expect_game(&["h2g2"]);
    browser.reload();
    browser.expect_game(&["h2g2"]);
    browser.press("Learn");
    browser.expect_board(text(&lessons[1]["tasks"][0], "kfen"));
    browser.find("button", "Lesson 1, Move and fire, finished");
}

#[test]
fn back_and_a_reload_show_the_same_task() {
    let Some(browser) = Browser::open_served(&Options::default(), "single modules") else { return };
    let lessons = browser.script(LESSONS, json!([]));
    let task = &lessons[4]["tasks"][1];
    browser.press("Learn");
    browser.press("Lesson 5, The Anubis");
    browser.press("Next task");
    browser.expect_board(text(task, "kfen"));
    browser.press("Game");
    browser.expect_board(CLASSIC);
    browser.back();
    browser.expect_board(text(task, "kfen"));
    browser.reload();
    browser.expect_board(text(task, "kfen"));
}

/// Clicks a button at the moment when the shot of the next move begins.
pub const CLICK_AT_THE_SHOT: &str = "const [button] = arguments, line = document.getElementById('status');
    new MutationObserver((_, observer) => {
      if (!line.textContent.includes(' fires…')) return;
      observer.disconnect();
      button.click();
    }).observe(line, { childList: true })";

#[test]
fn a_right_move_counts_although_the_task_is_left_during_its_shot() {
    let Some(browser) = Browser::open_served(&Options::default(), "single modules") else { return };
    let lessons = browser.script(LESSONS, json!([]));
    let tasks = &lessons[0]["tasks"];
    browser.press("Learn");
    // A wrong move does not count.
    for (at, part) in [(0, "wrong"), (0, "solution"), (1, "solution")] {
        browser.expect_board(text(&tasks[at], "kfen"));
        let next = browser.find("button", if at == 0 { "Next task" } else { "Next lesson" });
        browser.script(CLICK_AT_THE_SHOT, json!([next]));
        browser.type_move(text(&tasks[at], part));
        browser.wait("the next task", || {
            let task = browser.script("return document.querySelector('#panel .task').textContent", json!([]));
            (task != text(&tasks[at], "text")).then_some(())
        });
        if part == "wrong" {
            browser.press("Lesson 1, Move and fire");
        }
    }
    browser.find("button", "Lesson 1, Move and fire, finished");
    browser.reload();
    browser.find("button", "Lesson 1, Move and fire, finished");
    browser.expect_text("1 of ");
}

#[test]
fn a_part_of_the_board_is_enlarged_and_the_focus_can_leave_it() {
    const WIDTH: &str = "return arguments[0].getBoundingClientRect().width";
    let Some(browser) = Browser::open(&Options { phone: Some((390, 844)), ..Options::default() }) else { return };
    browser.expect_board(CLASSIC);
    let width = || browser.script(WIDTH, json!([browser.cell("j1")])).as_f64().expect("a width");
    let plain = width();
    browser.press("Learn");
    browser.wait("a larger square", || (width() > 1.4 * plain).then_some(()));
    // The task and its buttons are visible below the board.
    browser.wait("a visible hint", || {
        let bottom = "return arguments[0].getBoundingClientRect().bottom <= innerHeight + 1";
        (browser.script(bottom, json!([browser.query("button", "Hint")?])) == true).then_some(())
    });
    browser.script("arguments[0].focus()", json!([browser.cell("a8")]));
    browser.wait("the whole board", || (width() < 1.1 * plain).then_some(()));
    browser.press("Game");
    browser.expect_board(CLASSIC);
}

#[test]
fn the_rules_have_pictures_with_beams() {
    const BEAMS: &str = "return document.querySelectorAll('#panel [role=img] .beam').length";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    browser.press("Help");
    browser.press("Rules with pictures");
    browser.find("heading", "Rules");
    browser.find("heading", "The Pyramid turns light, or is hit");
    let pictures = browser.all("img", "");
    assert!(pictures.len() > 12 && pictures.iter().all(|(name, _)| name.len() > 5), "{pictures:?}");
    browser.wait("the beams", || (browser.script(BEAMS, json!([])) == 13).then_some(()));
    // The game goes on beside the rules.
    browser.play("c7+");
    browser.expect_game(&["h2g2", "c7+"]);
}

#[test]
fn the_names_of_laser_chess_are_shown_everywhere_and_stored() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let cell = |square: &str, name: &str| {
        browser.wait(name, || browser.all("gridcell", &format!("{square}, {name}")).pop());
    };
    browser.play("h2g2");
    cell("e1", "silver pharaoh");
    browser.press("Learn");
    browser.choose("Names", "Laser Chess");
    browser.expect_text("Your Deflector on i3 carries a mirror.");
    browser.find("button", "Lesson 4, The Switch");
    cell("i3", "silver deflector facing south-west");
    browser.press("Rules with pictures");
    browser.find("heading", "The Defender absorbs light in front");
    browser.press("Game");
    for _ in 0..2 {
        cell("e1", "silver king");
        cell("d1", "silver defender facing north");
        cell("e4", "silver switch mirrors");
        cell("j1", "silver laser facing north");
        assert_eq!(browser.moves(), ["1. Silver deflector h2 to g2, hits nothing. h2g2"]);
        browser.reload();
    }
    browser.open_form();
    for setup in ["Ace", "Curiosity", "Grail", "Ace with Eyes"] {
        browser.choose("Set-up", setup);
    }
    browser.choose("Rule set", "Laser Chess");
    browser.press("Cancel");
    browser.press("Help");
    browser.expect_text("Hit the opponent’s King and you win.");
    browser.expect_text("A Defender stops light with its shield.");
    browser.choose("Names", "Khet");
    browser.expect_text("An Anubis stops light with its shield.");
    browser.press("Close");
    cell("e1", "silver pharaoh");
    assert_eq!(browser.moves(), ["1. Silver pyramid h2 to g2, hits nothing. h2g2"]);
}

#[test]
fn a_phone_shows_the_words_of_a_task_whole() {
    // Where the words and the buttons of the task are.
    const COVERED: &str = "const rect = (selector) => page.one(selector).getBoundingClientRect();
        return Math.round(rect('.lesson .task').bottom - rect('.lesson > .panel-tools').top)";
    let Some(phone) = Browser::open(&Options { phone: Some((390, 844)), ..Options::default() }) else { return };
    phone.press("Learn");
    for lesson in ["Lesson 1, Move and fire", "Lesson 3, Hits and mirrors", "Lesson 9, The Sphinx"] {
        phone.press(lesson);
        phone.expect_text("Task 1 of 2");
        for task in ["Task 1 of 2", "Task 2 of 2"] {
            phone.expect_text(task);
            phone.wait(&format!("the words of {lesson}, {task}"), || {
                (phone.script(COVERED, json!([])).as_i64() <= Some(0)).then_some(())
            });
            if task == "Task 1 of 2" {
                phone.press("Next task");
            }
        }
    }
}
