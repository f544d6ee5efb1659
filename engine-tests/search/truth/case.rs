//! Positions to search, each with the game that leads to it: set-ups, proven wins, and random walks with repetitions.

use crate::clean_room::board::Board;
use crate::twin::state::State;
use crate::twin::{position, setup_lines};
use khepri_rules::internal::util::random::Random;
use khepri_rules::{Game, Move, Position};
use std::fs;

/// An unfinished game.
#[derive(Clone, Debug)]
pub struct Case {
    /// The KFEN of the start position.
    start: String,
    pub game: Game,
}

impl Case {
    /// Returns a game with moves.
    pub fn new(start: &str, moves: &[Move]) -> Case {
        let mut game = Game::new(position(start));
        for &mv in moves {
            game.push(mv).expect("a legal move");
        }
        Case { start: start.to_owned(), game }
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Returns the `position` command of the protocol.
    pub fn command(&self) -> String {
        let moves: String = self.game.moves().map(|mv| format!(" {mv}")).collect();
        let word = if moves.is_empty() { "" } else { " moves" };
        format!("position kfen {}{word}{moves}", self.start)
    }

    /// Returns the position in the second implementation, and all arrangements of the game, the current one last.
    pub fn history(&self) -> (State, Vec<Board>) {
        let mut state = State::from(&position(&self.start).setup());
        let mut arrangements = vec![state.0.board];
        for mv in self.game.moves() {
            state = state.played(mv).0;
            arrangements.push(state.0.board);
        }
        (state, arrangements)
    }

    /// Plays up to `plies` random moves, and stops before the game ends. With a probability of `repeating` percent, a move is
    /// chosen that repeats an arrangement of the game, if there is one.
    pub fn walk(&mut self, random: &mut Random, plies: usize, repeating: usize) {
        for _ in 0..plies {
            let after = |mv: Move| {
                let mut after = self.position().clone();
                after.play(mv).expect("a legal move");
                after
            };
            let mut choices = self.position().legal_moves();
            choices.retain(|&mv| after(mv).outcome().is_none());
            if random.below(100) < repeating {
                let repeats = |mv: &Move| self.game.keys().contains(&after(*mv).repetition_key());
                let repetitions: Vec<Move> = choices.iter().copied().filter(repeats).collect();
                choices = if repetitions.is_empty() { choices } else { repetitions };
            }
            if choices.is_empty() {
                return;
            }
            self.game.push(choices[random.below(choices.len())]).expect("a legal move");
        }
    }
}

/// Returns all set-ups of all rule sets.
pub fn set_ups() -> Vec<Case> {
    setup_lines().iter().map(|line| Case::new(line, &[])).collect()
}

/// Returns the positions of the repository that are proven wins, in the order of their files.
pub fn proven_wins() -> Vec<Case> {
    let mut files: Vec<_> = ["tactics", "mates"]
        .into_iter()
        .flat_map(|folder| {
            let path = format!("{}/positions/{folder}", env!("CARGO_MANIFEST_DIR"));
            fs::read_dir(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
        })
        .map(|entry| entry.expect("an entry of a folder").path())
        .collect();
    files.sort();
    let text: String = files.iter().map(|path| fs::read_to_string(path).expect("a file of the repository")).collect();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let cases: Vec<Case> = lines.map(|line| Case::new(line.split(';').next().expect("a KFEN").trim(), &[])).collect();
    assert!(cases.len() >= 330, "{} proven wins", cases.len());
    cases
}

/// Returns random walks from each set-up in turn, half of them with many repetitions. Every third walk starts at a proven win,
/// is short, and has many repetitions.
pub fn walks(seed: u64) -> impl Iterator<Item = Case> {
    let (set_ups, wins) = (set_ups(), proven_wins());
    (0..).map(move |number: usize| {
        let mut random = Random::seed_from_u64(seed).stream(number as u64);
        let repeating = [0, 70][random.below(2)];
        if number % 3 == 2 {
            let mut case = wins[random.below(wins.len())].clone();
            let plies = 1 + random.below(8);
            case.walk(&mut random, plies, 85);
            case
        } else {
            let mut case = set_ups[number % set_ups.len()].clone();
            let plies = random.below(150);
            case.walk(&mut random, plies, repeating);
            case
        }
    })
}
