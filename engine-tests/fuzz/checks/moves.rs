//! A start and the words of moves, in the form of an opening: a word is a legal move exactly if the naive rules have
//! it, a refused one changes nothing, and a line of legal moves is an opening that is the same once it was written.

use super::check_message;
use super::twin::compare::sorted;
use super::twin::state::State;
use khepri::internal::notation::opening::{self, Opening};
use khepri::internal::notation::setups;
use khepri::internal::rules::{Game, Move, Position};

/// Plies that are played at most.
const LONGEST: usize = 100;

/// Reads the input.
pub fn check(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    check_lines(&text);
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(end);
    let start = read_start(start);
    let mut walk = Walk::new(start.clone().unwrap_or_else(|| setups::all()[input.len() % 20].position.clone()));
    let moves: Vec<&str> = moves.iter().skip(1).take(LONGEST).copied().collect();
    let all_legal = moves.iter().filter(|word| walk.follow(word)).count() == moves.len();
    // Other white space, and a comment after `;`, are allowed in an opening only.
    let is_plain = !text.chars().any(|other| other == ';' || other.is_whitespace() && !other.is_ascii_whitespace());
    if is_plain && end + 1 + LONGEST > words.len() {
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

/// Checks that a text of openings is read to its first fault, which is named.
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

/// Checks the line of a walk. It is an opening if all its moves are legal and the game is not over.
fn check_opening(line: &str, start: Option<Position>, walk: &Walk) {
    let goes_on = walk.game.position().outcome().is_none();
    match (line.parse::<Opening>(), start.filter(|_| goes_on)) {
        (Ok(opening), Some(start)) => {
            assert_eq!(opening.start(), &start, "{line:?}");
            assert_eq!(opening.moves(), walk.played, "{line:?}");
            assert_eq!(opening.game().keys(), walk.game.keys(), "{line:?}");
            let written = opening.to_string();
            assert_eq!(written.parse::<Opening>().map(|again| again.to_string()), Ok(written));
        }
        (Err(error), None) => check_message(&error.to_string()),
        (Ok(_), None) => panic!("{line:?} is no opening and was read as one"),
        (Err(error), Some(_)) => panic!("{line:?} is an opening and was refused: {error}"),
    }
}

/// A game beside the naive rules.
struct Walk {
    game: Game,
    state: State,
    played: Vec<Move>,
}

impl Walk {
    fn new(start: Position) -> Walk {
        Walk { state: State::from(&start.setup()), game: Game::new(start), played: Vec::new() }
    }

    /// Plays the move of a word, if it is one and legal here; whether it is.
    fn follow(&mut self, word: &str) -> bool {
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
                assert_eq!(self.game.position().setup(), after.setup(), "{mv} in {}", before);
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
