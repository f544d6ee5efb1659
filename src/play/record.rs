//! The game on the table as a record of a file of games.

use super::table::Table;
use super::thinking::Thought;
use crate::notation::kgn::{Comment, Note, PlayedMove, Record};
use crate::review::annotate::evaluation;
use crate::rules::Colour;

/// Returns the record of a game. `date` is that of its start, as `YYYY.MM.DD`.
pub fn record(table: &Table, engine: &str, date: &str) -> Record {
    let names = match table.person() {
        Colour::Silver => [PERSON, engine],
        Colour::Red => [engine, PERSON],
    };
    let mut record = Record::new(table.start().clone());
    record.event = "Game in the terminal".to_owned();
    record.date = date.to_owned();
    [record.silver, record.red] = names.map(str::to_owned);
    let end = table.end();
    record.result = end.map(|(outcome, _)| outcome);
    record.termination = end.map_or("unfinished".to_owned(), |(_, termination)| termination.to_string());
    let moves = table.game().moves().zip(table.notes());
    record.moves = moves.map(|(mv, note)| PlayedMove { mv, note: note.clone() }).collect();
    record
}

/// The name of the person.
const PERSON: &str = "Player";

/// Returns the note after a move of the engine. The score is left out if the engine plays below its strength, because it
/// then need not be that of the move.
pub fn note(thought: &Thought, at_full_strength: bool) -> Note {
    let comment = Comment {
        evaluation: at_full_strength.then(|| evaluation(thought.score)),
        depth: at_full_strength.then_some(thought.depth),
        time: Some(thought.time),
        ..Comment::default()
    };
    Note::Engine(comment)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;
    use crate::notation::kgn;
    use crate::rules::{Game, Move, Position};
    use std::time::Duration;

    #[test]
    fn a_game_is_read_back_as_it_was_saved() {
        let start = "x39/////4K5//4k4X1 s khet2".parse::<Position>().expect("a position");
        let mut table = Table::new(Game::new(start), Colour::Red);
        let mv = table.game().position().read_move("j1-").expect("a move");
        let thought = Thought { mv, score: Score::win_in(1), depth: 3, time: Duration::from_millis(7) };
        assert!(table.play(mv, note(&thought, true)));
        let text = kgn::write(&record(&table, "Khepri", "2026.01.02"));
        let read = kgn::Reader::new(text.as_bytes()).next().expect("a game").expect("no fault");
        assert_eq!(kgn::write(&read), text);
        for part in ["[Silver \"Khepri\"]\n[Red \"Player\"]", "j1- {+M1/3 0.007s} 1-0", "\"pharaoh hit\"", "2026.01.02"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn a_weak_levels_score_is_not_noted() {
        let mv = "j1-".parse::<Move>().expect("a move");
        let thought = Thought { mv, score: Score::DRAW, depth: 3, time: Duration::from_millis(7) };
        let Note::Engine(comment) = note(&thought, false) else { panic!("a comment") };
        assert_eq!((comment.evaluation, comment.depth), (None, None));
    }
}
