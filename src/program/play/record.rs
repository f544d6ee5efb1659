//! Makes the record of a game that is saved in a file of games.

use super::engine_move::EngineMove;
use super::game_state::GameState;
use khepri_protocol::review::annotate::evaluation;
use khepri_rules::Colour;
use khepri_rules::kgn::{Comment, Note, PlayedMove, Record};

/// Returns the record of a game. `date` is the date of its start, as `YYYY.MM.DD`.
pub fn record(state: &GameState, engine: &str, date: &str) -> Record {
    let names = match state.human() {
        Colour::Silver => [HUMAN, engine],
        Colour::Red => [engine, HUMAN],
    };
    let mut record = Record::new(state.start().clone());
    record.event = "Game in the terminal".to_owned();
    record.date = date.to_owned();
    [record.silver, record.red] = names.map(str::to_owned);
    let end = state.end();
    record.result = end.map(|(outcome, _)| outcome);
    record.termination = end.map_or("unfinished".to_owned(), |(_, termination)| termination.to_string());
    let moves = state.game().moves().zip(state.notes());
    record.moves = moves.map(|(mv, note)| PlayedMove::new(mv, note.clone())).collect();
    record
}

/// The name of the human in records.
const HUMAN: &str = "Player";

/// Returns the note after a move of the engine. At a weak level, the note has no score and no depth, because the search may
/// have reported them for another move.
pub fn note(found: &EngineMove, at_full_strength: bool) -> Note {
    let comment = Comment {
        evaluation: at_full_strength.then(|| evaluation(found.score.into())),
        depth: at_full_strength.then_some(found.depth),
        time: Some(found.time),
        ..Comment::default()
    };
    Note::Engine(comment)
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_engine::Score;
    use khepri_rules::{Game, Move, Position, kgn};
    use std::time::Duration;

    #[test]
    fn a_saved_game_is_read_back() {
        let start = "x39/////4K5//4k4X1 s khet2".parse::<Position>().expect("a position");
        let mut state = GameState::new(Game::new(start), Colour::Red);
        let mv = state.game().position().read_move("j1-").expect("a move");
        let found = EngineMove { mv, score: Score::win_in(1), depth: 3, time: Duration::from_millis(7) };
        assert!(state.play(mv, note(&found, true)));
        let text = kgn::write(&record(&state, "Khepri", "2026.01.02"));
        let read = kgn::Reader::new(text.as_bytes()).next().expect("a game").expect("no fault");
        assert_eq!(kgn::write(&read), text);
        for part in ["[Silver \"Khepri\"]\n[Red \"Player\"]", "j1- {+M1/3 0.007s} 1-0", "\"pharaoh hit\"", "2026.01.02"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn the_note_of_a_weak_level_has_no_score() {
        let mv = "j1-".parse::<Move>().expect("a move");
        let found = EngineMove { mv, score: Score::DRAW, depth: 3, time: Duration::from_millis(7) };
        let Note::Engine(comment) = note(&found, false) else { panic!("a comment") };
        assert_eq!((comment.evaluation, comment.depth), (None, None));
    }
}
