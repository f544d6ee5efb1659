//! Mistakes of reviewed games as tasks: offered by a review, answered with a refutation, kept until they are solved.

use crate::browser::{Browser, Options};
use crate::clean_room::actions::Action;
use crate::clean_room::position::Position;
use crate::page::{after, texts};
use crate::puzzles::wins;
use crate::reviews::{File, MOVES, kgn};
use crate::support::CLASSIC;
use serde_json::{Value, json};

/// A game in which Silver overlooks a shot: the moves and the position before the mistake, the mistake, and the reply that wins.
struct Blunder {
    opening: Vec<&'static str>,
    before: String,
    mistake: String,
    reply: String,
}

impl Blunder {
    /// Returns the first of these games that begins like that of 60 plies.
    fn find() -> Blunder {
        let moves: Vec<&str> = MOVES.split_whitespace().collect();
        let found = (0..moves.len()).step_by(2).find_map(|plies| {
            let before = after(CLASSIC, &moves[..plies]);
            let position = Position::from_kfen(&before).expect("a position");
            let refuted = |action: &Action| {
                let (next, _) = position.preview(action);
                let reply = if next.outcome().is_none() { wins(&next).first().map(Action::text) } else { None };
                reply.map(|reply| (action.text(), reply))
            };
            let actions = position.actions();
            let (mistake, reply) = actions.iter().find_map(refuted)?;
            let is_avoidable = actions.iter().any(|action| refuted(action).is_none());
            is_avoidable.then(|| Blunder { opening: moves[..plies].to_vec(), before, mistake, reply })
        });
        found.expect("a blunder")
    }

    /// Returns the number of plies of the game.
    fn plies(&self) -> usize {
        self.opening.len() + 2
    }

    /// Returns the game as KGN.
    fn kgn(&self) -> String {
        let moves = [&self.opening[..], &[&self.mistake, &self.reply]].concat().join(" ");
        kgn("Ada", "Bea", &moves).replace(" *\n", " 0-1\n").replace("[Result \"*\"]", "[Result \"0-1\"]")
    }
}

/// Returns the engine's best move for the position before the mistake, from the stored review.
fn best(browser: &Browser, blunder: &Blunder) -> String {
    const BEST: &str = "const { game, shown } = JSON.parse(localStorage.getItem(`${KEY}game`)), { review, nodes } = (shown ?? { game }).game;
        const at = nodes.findIndex(({ k }) => k === arguments[0]);
        return review.m[review.l.indexOf(at)][3]";
    let best = browser.script_with_key(BEST, json!([blunder.before]));
    best.as_str().expect("a move").to_owned()
}

fn stored(browser: &Browser) -> Value {
    browser.script_with_key("return JSON.parse(localStorage.getItem(`${KEY}mistakes`) ?? '[]').length", json!([]))
}

/// Reviews the game on the board.
fn review(browser: &Browser) {
    browser.press("Review");
    browser.choose("Depth", "Quick");
    browser.press("Review this game");
    browser.find("img", "Silver’s winning chance after each move");
}

#[test]
fn a_mistake_is_refuted_tried_again_and_kept_until_it_is_solved() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let blunder = Blunder::find();
    browser.play("h2g2");
    let file = File::new(&blunder.kgn());
    file.load(&browser);
    browser.expect_moves(blunder.plies());
    review(&browser);
    // A file does not say who the player is, so that both have a button.
    let best = best(&browser, &blunder);
    browser.press_named("Retry the mistakes of Ada (");
    browser.find("heading", "My mistakes");
    let count = stored(&browser);
    browser.expect_text(" to retry");
    // The blunder is the last mistake of the list.
    let last = || Some(browser.all("button", "Against Bea, move ").into_iter().next_back()?.1);
    browser.click_found("the last task", last);
    browser.expect_board(&blunder.before);
    browser.expect_text("Silver to move: find a better move");
    browser.expect_text("blunder");

    // The mistake itself is answered with the shot that wins.
    browser.play(&blunder.mistake);
    browser.expect_text("% of winning chance: Red answers ");
    browser.expect_text(" and hits your Pharaoh on ");
    browser.expect_board(&after(&blunder.before, &[&blunder.mistake, &blunder.reply]));
    browser.press("Try again");
    browser.expect_board(&blunder.before);
    assert_eq!(stored(&browser), count);

    // A move that was shown does not solve it.
    browser.press("Show a better move");
    browser.expect_text("A better move is ");
    browser.play(&best);
    browser.expect_text("It was shown, so the task stays on the list.");
    assert_eq!(stored(&browser), count);
    browser.reload();
    browser.find("heading", "My mistakes");
    browser.expect_board(&blunder.before);
    browser.play(&best);
    browser.expect_text(" is right");
    browser.expect_text("The mistake is corrected");
    assert_eq!(stored(&browser).as_u64(), count.as_u64().map(|count| count - 1));
    // It does not come back with another review, and both games are as before.
    browser.press("Game");
    browser.expect_moves(blunder.plies());
    browser.press("Review");
    let offered =
        || browser.all("button", "Retry the mistakes of Ada").into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    let left = count.as_u64().expect("a number") - 1;
    let expected: Vec<String> = if left == 0 { vec![] } else { vec![format!("Retry the mistakes of Ada ({left})")] };
    browser.wait("the other mistakes", || (offered() == expected).then_some(()));
    browser.press("Back to my game");
    browser.expect_game(&["h2g2"]);
}

#[test]
fn the_mistakes_of_a_game_against_an_engine_are_kept_at_once_and_counted() {
    /// Makes the only earlier game one of a person with Silver against an engine.
    const AGAINST: &str = "const key = Object.keys(localStorage).find((one) => one.startsWith(`${KEY}earlier.`));
        const stored = JSON.parse(localStorage.getItem(key)), { start } = stored.game;
        const players = { silver: null, red: { engine: 'khepri', level: 500 } };
        localStorage.setItem(key, JSON.stringify({ ...stored, match: { ...stored.match, terms: { players, time: { seconds: 1 }, start } } }));";
    let Some(browser) = Browser::open(&Options::default()) else { return };
    let blunder = Blunder::find();
    browser.press("Puzzles");
    browser.find("button", "Daily laser");
    assert_eq!(browser.all("button", "My mistakes").len(), 0);
    browser.press("Games");
    let file = File::new(&blunder.kgn());
    browser.choose_file(&browser.find("file", "File of games"), file.path());
    browser.expect_text("One game was added.");
    browser.script_with_key(AGAINST, json!([]));
    browser.reload();
    browser.press_named("Bea");
    browser.expect_moves(blunder.plies());
    review(&browser);
    let own = browser
        .wait("the button", || browser.all("button", "Retry my mistakes (").into_iter().map(|(name, _)| name).next());
    assert_eq!(browser.all("button", "Retry the mistakes").len(), 0);
    let count = own.trim_start_matches("Retry my mistakes (").trim_end_matches(')').to_owned();
    assert_eq!(stored(&browser).to_string(), count);
    browser.press("Puzzles");
    browser.press(&format!("My mistakes ({count})"));
    browser.find("heading", "My mistakes");
    const LISTED: &str = "return page.all('#panel .games button').map((one) => one.textContent)";
    let listed = browser.wait("the tasks", || {
        let listed = texts(&browser.script(LISTED, json!([])));
        (listed.len().to_string() == count).then_some(listed)
    });
    assert!(listed.iter().all(|text| text.starts_with("Against Bea, move ")), "{listed:?}");
    // Left without an answer, the board has the own game again.
    browser.press("Game");
    browser.expect_moves(blunder.plies());
}

#[test]
fn without_mistakes_the_panel_says_where_they_come_from() {
    let Some(browser) = Browser::open(&Options::default()) else { return };
    browser.play("h2g2");
    browser.go("/#mistakes");
    browser.reload();
    browser.find("heading", "My mistakes");
    browser.expect_text("There are no mistakes to retry.");
    browser.expect_game(&["h2g2"]);
}
