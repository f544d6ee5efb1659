//! Plays whole games with `khepri play` in all rule sets, with stacks, Eyes and both colours, and checks them by the second
//! implementation of the rules. Here they go through a pipe; `pty` has one in a terminal.

use crate::clean_room::game::Game;
use crate::clean_room::position::Outcome;
use crate::support::{Engine, PROGRAM, set_up_kfen};
use khepri_engine::{Limits, Silent};
use khepri_rules::kgn;
use std::num::NonZero;
use std::path::Path;
use std::process::Command;

/// A running `khepri play`, through a pipe or in a terminal.
pub trait Session {
    /// Sends a line.
    fn send(&mut self, line: &str);

    /// Returns the next line of the output, without escape sequences.
    fn next_line(&mut self, waited_for: &str) -> String;

    /// Returns the lines up to and including the first with one of these beginnings.
    fn lines_until(&mut self, beginnings: &[&str]) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.next_line(&format!("{beginnings:?} after {lines:#?}"));
            let found = beginnings.iter().any(|beginning| line.starts_with(beginning));
            lines.push(line);
            if found {
                return lines;
            }
        }
    }
}

/// Returns the arguments of a game from a set-up.
pub fn arguments(rule_set: &str, set_up: &str, colour: &str) -> Vec<String> {
    let arguments = ["play", "--variant", rule_set, "--setup", set_up, "--level", "500", "--colour", colour];
    arguments.map(str::to_owned).to_vec()
}

/// The number of plies after which the human resigns.
const LONGEST: usize = 160;

/// Plays a game to its end, saves it and quits. Checks every move and every hit by the second implementation, and then the saved
/// file. Returns the number of plies.
pub fn play_a_game(session: &mut dyn Session, start: &str, file: &Path) -> usize {
    let mut game = Game::from_kfen(start).expect("a start");
    let mut own = khepri_rules::Game::new(start.parse().expect("a start"));
    let mut engine = khepri_engine::Engine::new(own.clone(), 1).expect("memory");
    let limits = Limits { nodes: NonZero::new(600), ..Limits::default() };
    let mut resigned = false;
    loop {
        let lines = session.lines_until(&["Move ", "The game is over"]);
        for line in &lines {
            if let Some(rest) = line.strip_prefix("You: ").or_else(|| line.strip_prefix("Khepri: ")) {
                play_and_check(&mut game, &mut own, rest);
            }
        }
        let last = lines.last().expect("a line");
        assert_eq!(last.starts_with("The game is over"), resigned || game.outcome().is_some(), "{last}");
        if last.starts_with("The game is over") {
            check_end(&game, last, resigned);
            break;
        }
        if own.moves().len() >= LONGEST {
            resigned = true;
            session.send("resign");
            continue;
        }
        engine.set_game(own.clone());
        let mv = engine.search(limits.clone()).expect("no moves").run(&mut Silent).best.expect("a move");
        session.send(&mv.to_string());
    }
    session.send(&format!("save {}", file.display()));
    session.lines_until(&["Saved to "]);
    session.send("quit");
    check_file(&own, file);
    own.moves().len()
}

/// Plays the move in a message like `h2g2. The shot hits the red Pyramid on c4.`, and checks the hits.
fn play_and_check(game: &mut Game, own: &mut khepri_rules::Game, message: &str) {
    let (mv, shot) = message.split_once(". The shot hits ").unwrap_or_else(|| panic!("`{message}` has no shot"));
    let action = game.action(mv).unwrap_or_else(|| panic!("{mv} is legal in {}", game.to_kfen()));
    let hits: Vec<String> = game.apply(&action).hits.iter().map(|hit| hit.square.to_string()).collect();
    let words: Vec<&str> = shot.trim_end_matches('.').split([' ', ',']).collect();
    let mut named: Vec<&str> = words.windows(2).filter(|pair| pair[0] == "on").map(|pair| pair[1]).collect();
    named.sort_unstable();
    let mut expected: Vec<&str> = hits.iter().map(String::as_str).collect();
    expected.sort_unstable();
    assert_eq!(named, expected, "{message}");
    assert_eq!(named.is_empty(), shot == "nothing.", "{message}");
    own.push(own.position().read_move(mv).expect("a legal move")).expect("a legal move");
}

fn check_end(game: &Game, line: &str, resigned: bool) {
    use crate::clean_room::pieces::Colour;
    let result = match game.outcome() {
        _ if resigned => return assert!(line.contains("resignation"), "{line}"),
        Some(Outcome::Won(Colour::Silver)) => "the Pharaoh is hit (1-0)",
        Some(Outcome::Won(Colour::Red)) => "the Pharaoh is hit (0-1)",
        Some(Outcome::Draw) => "(1/2-1/2)",
        None => panic!("the game goes on: {line}"),
    };
    assert!(line.contains(result), "{line}: {result}");
}

fn check_file(own: &khepri_rules::Game, file: &Path) {
    let text = std::fs::read_to_string(file).expect("the saved game");
    let mut reader = kgn::Reader::new(text.as_bytes());
    let record = reader.next().expect("a game").expect("no fault");
    assert!(reader.next().is_none());
    assert!(record.moves.iter().map(|played| played.mv).eq(own.moves()), "{text}");
    assert_eq!(kgn::write(&record), text);
    let ended = own.position().outcome();
    assert!(ended.is_none() || record.result == ended, "{text}");
    assert!([&record.silver, &record.red].into_iter().any(|name| name == "Player"), "{text}");
}

impl Session for Engine {
    fn send(&mut self, line: &str) {
        Engine::send(self, line);
    }

    fn next_line(&mut self, waited_for: &str) -> String {
        Engine::next_line(self, waited_for).unwrap_or_else(|| panic!("the program ended, waited for {waited_for}"))
    }
}

#[test]
fn games_of_all_rule_sets_are_played_to_their_end() {
    for (rule_set, set_up, colour) in [
        ("khet2", "classic", "silver"),
        ("khet2", "osiris", "red"),
        ("khet1", "imhotep", "red"),
        // Silver moves second.
        ("deflexion", "classic-eye", "silver"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut session = Engine::run(Command::new(PROGRAM).args(arguments(rule_set, set_up, colour)));
        let plies = play_a_game(&mut session, set_up_kfen(rule_set, set_up), &folder.path().join("game.kgn"));
        assert!(plies > 0);
        let ended = session.end_by_itself();
        assert_eq!((ended.status.code(), ended.errors.as_str()), (Some(0), ""));
        assert!(ended.lines.iter().all(|line| !line.contains('\u{1b}')), "{:?}", ended.lines);
    }
}
