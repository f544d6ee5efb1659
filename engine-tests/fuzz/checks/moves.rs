//! A start position and the words of moves, in the form of an opening. A word is a legal move exactly if it is legal by the
//! naive rules, a refused one changes nothing, and an opening is the same after writing and reading.

use super::check_message;
use super::twin::compare::sorted;
use super::twin::state::State;
use khepri_rules::opening::{self, Opening};
use khepri_rules::{Game, Move, Position, setups};

/// The largest number of plies that are played.
const MAX_PLIES: usize = 100;

/// Reads the input as an opening.
pub fn check(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    check_lines(&text);
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(end);
    let start = read_start(start);
    let mut walk = Walk::new(start.clone().unwrap_or_else(|| setups::all()[input.len() % 20].position.clone()));
    let moves: Vec<&str> = moves.iter().skip(1).take(MAX_PLIES).copied().collect();
    let all_legal = moves.iter().filter(|word| walk.play(word)).count() == moves.len();
    // Unlike a walk, an opening may contain white space that is not ASCII, and a comment after `;`.
    let is_plain = !text.chars().any(|other| other == ';' || other.is_whitespace() && !other.is_ascii_whitespace());
    if is_plain && end + 1 + MAX_PLIES > words.len() {
        check_opening(&words.join(" "), start.filter(|_| all_legal), &walk);
    }
}

fn read_start(words: &[&str]) -> Option<Position> {
    if let [rule_set, name] = words
        && let Ok(rule_set) = rule_set.parse()
    {
        return setups::named(rule_set, name).ok().map(|named| named.position.clone());
    }
    words.join(" ").parse::<Position>().ok()
}

/// Reads a text as a file of openings, and checks that they are the same after writing, or the line of the first fault.
fn check_lines(text: &str) {
    match opening::read(text.as_bytes()) {
        Ok(openings) => {
            let written: String = openings.iter().map(|opening| format!("{opening}\n")).collect();
            let again = opening::read(written.as_bytes()).unwrap_or_else(|error| panic!("{written:?}: {error}"));
            assert_eq!(again.iter().map(|opening| format!("{opening}\n")).collect::<String>(), written);
        }
        Err(error) => {
            check_message(&error.to_string());
            assert!((1..=text.lines().count()).contains(&error.line), "{text:?}: {error}");
        }
    }
}

/// Checks that the line of a walk is an opening exactly if all its moves are legal and the game is not over.
fn check_opening(line: &str, start: Option<Position>, walk: &Walk) {
    let is_unfinished = walk.game.position().outcome().is_none();
    match (line.parse::<Opening>(), start.filter(|_| is_unfinished)) {
        (Ok(opening), Some(start)) => {
            assert_eq!(opening.start(), &start, "{line:?}");
            assert_eq!(opening.moves(), walk.played, "{line:?}");
            assert_eq!(opening.game().keys(), walk.game.keys(), "{line:?}");
            let written = opening.to_string();
            assert_eq!(written.parse::<Opening>().map(|again| again.to_string()), Ok(written));
        }
        (Err(error), None) => check_message(&error.to_string()),
        (Ok(_), None) => panic!("{line:?} is not an opening and was read as one"),
        (Err(error), Some(_)) => panic!("{line:?} is an opening and was refused: {error}"),
    }
}

/// A game in the library and by the naive rules.
struct Walk {
    game: Game,
    state: State,
    played: Vec<Move>,
}

impl Walk {
    fn new(start: Position) -> Walk {
        Walk { state: State::from(&start.setup()), game: Game::new(start), played: Vec::new() }
    }

    /// Plays a word as a move, and returns whether it is a legal move.
    fn play(&mut self, word: &str) -> bool {
        let mv = match word.parse::<Move>() {
            Ok(mv) => mv,
            Err(error) => {
                check_message(&error.to_string());
                assert!((1..=word.chars().count() + 1).contains(&error.column), "{word:?}: {error}");
                return false;
            }
        };
        assert_eq!(mv.to_string(), word);
        let before = self.game.position().clone();
        let legal = self.state.moves();
        assert_eq!(sorted(before.legal_moves()), sorted(legal.iter().copied()), "{}", before);
        let normalised = before.normalised(mv);
        for one in [mv, normalised, mv.half_turn()] {
            assert_eq!(before.is_legal(one), legal.contains(&one), "{one} in {}", before);
        }
        let keys = self.game.keys().len();
        match self.game.push(normalised) {
            Ok(shot) => {
                let (after, hits) = self.state.played(normalised);
                assert_eq!(shot.hits(), hits, "{mv} in {}", before);
                assert_eq!(self.game.position().to_string(), after.kfen(), "{mv} in {}", before);
                assert_eq!(self.game.position().outcome(), after.outcome());
                assert_eq!(self.game.keys().len(), keys + 1);
                self.state = after;
                self.played.push(normalised);
                true
            }
            Err(illegal) => {
                check_message(&illegal.to_string());
                assert_eq!(self.game.position(), &before, "{mv} is refused");
                assert_eq!(self.game.keys().len(), keys);
                false
            }
        }
    }
}
