//! The state of a game of a human against the engine: moves, notes, colours and outcome.

use khepri_arena::termination::Termination;
use khepri_rules::kgn::Note;
use khepri_rules::{Colour, EndReason, Game, Move, Outcome, Position};

/// The state of a game of a human against the engine.
#[derive(Clone, Debug)]
pub struct GameState {
    start: Position,
    game: Game,
    human: Colour,
    /// The notes, one for each move.
    notes: Vec<Note>,
    /// A resignation or a claimed draw.
    agreed: Option<(Outcome, Termination)>,
}

impl GameState {
    /// Returns the state of a game that may already have moves.
    pub fn new(game: Game, human: Colour) -> GameState {
        let mut first = game.clone();
        while first.pop().is_some() {}
        let notes = vec![Note::None; game.moves().len()];
        GameState { start: first.position().clone(), game, human, notes, agreed: None }
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the colour of the human.
    pub fn human(&self) -> Colour {
        self.human
    }

    /// Returns the notes, one for each move.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Returns the outcome and its reason if the game is over. A repetition ends the game only if it is claimed.
    pub fn end(&self) -> Option<(Outcome, Termination)> {
        let by_rules = self.game.by_rules().filter(|(_, reason)| *reason != EndReason::Repetition);
        by_rules.map(|(outcome, reason)| (outcome, reason.into())).or(self.agreed)
    }

    /// Returns whether the human is to move.
    pub fn is_humans_turn(&self) -> bool {
        self.game.position().side_to_move() == self.human
    }

    /// Plays a move with a note. Returns false and changes nothing if the move is illegal or the game is over.
    pub fn play(&mut self, mv: Move, note: Note) -> bool {
        let is_played = self.end().is_none() && self.game.push(mv).is_ok();
        if is_played {
            self.notes.push(note);
        }
        is_played
    }

    /// Takes back a resignation or a claimed draw, or else the human's last move and all moves after it. Returns the moves
    /// taken back, the latest first, or `None` if there is nothing to take back.
    pub fn undo(&mut self) -> Option<Vec<Move>> {
        if self.agreed.take().is_some() {
            return Some(Vec::new());
        }
        let mut game = self.game.clone();
        let mut moves = Vec::new();
        loop {
            let is_humans = game.position().side_to_move() != self.human;
            moves.push(game.pop()?);
            if is_humans {
                break;
            }
        }
        self.notes.truncate(game.moves().len());
        self.game = game;
        Some(moves)
    }

    /// Resigns for the human.
    pub fn resign(&mut self) {
        self.agreed = Some((Outcome::Win(self.human.other()), Termination::Resignation));
    }

    /// Returns whether the player to move may claim a draw.
    pub fn can_claim_draw(&self) -> bool {
        self.end().is_none() && self.game.occurrences() >= 3
    }

    /// Claims a draw. Returns false if the rules do not allow it.
    pub fn claim_draw(&mut self) -> bool {
        let is_allowed = self.can_claim_draw();
        if is_allowed {
            self.agreed = Some((Outcome::Draw, EndReason::Repetition.into()));
        }
        is_allowed
    }

    /// Starts a new game from the same position.
    pub fn restart(&mut self) {
        *self = GameState::new(Game::new(self.start.clone()), self.human);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(human: Colour, moves: &str) -> GameState {
        let start = "x39/4k5/////4K5/9X1 s khet2".parse::<Position>().expect("a position");
        let mut state = GameState::new(Game::new(start), human);
        play(&mut state, moves);
        state
    }

    fn play(state: &mut GameState, moves: &str) {
        for word in moves.split_whitespace() {
            let mv = state.game().position().read_move(word).expect("a legal move");
            assert!(state.play(mv, Note::None), "{word}");
        }
    }

    #[test]
    fn undo_takes_back_the_humans_last_move_and_the_reply() {
        let mut state = state(Colour::Silver, "j1- a8- j1+ a8+");
        assert_eq!(state.undo().map(|moves| moves.len()), Some(2));
        assert_eq!((state.game().moves().len(), state.notes().len(), state.is_humans_turn()), (2, 2, true));
        play(&mut state, "j1+");
        assert_eq!(state.undo().map(|moves| moves.len()), Some(1), "there is no reply yet");
    }

    #[test]
    fn undo_needs_a_move_of_the_human() {
        let mut state = state(Colour::Red, "j1-");
        assert_eq!((state.undo(), state.game().moves().len()), (None, 1));
        play(&mut state, "a8- j1+");
        assert_eq!(state.undo().map(|moves| moves.len()), Some(2));
    }

    #[test]
    fn undo_takes_back_a_resignation_alone() {
        let mut state = state(Colour::Silver, "j1- a8-");
        state.resign();
        assert_eq!(state.end(), Some((Outcome::Win(Colour::Red), Termination::Resignation)));
        assert_eq!(state.undo(), Some(Vec::new()));
        assert_eq!((state.end(), state.game().moves().len()), (None, 2));
    }

    #[test]
    fn a_draw_is_claimed_at_the_third_occurrence_and_not_before() {
        let mut state = state(Colour::Silver, "j1- a8- j1+ a8+ j1- a8- j1+");
        assert!(!state.claim_draw());
        play(&mut state, "a8+");
        assert!(state.end().is_none() && state.claim_draw());
        assert_eq!(state.end(), Some((Outcome::Draw, EndReason::Repetition.into())));
        let mv = state.game().position().read_move("j1-").expect("a legal move");
        assert!(!state.play(mv, Note::None), "the game is over");
    }

    #[test]
    fn a_new_game_starts_from_the_position_before_the_first_move() {
        let mut first = state(Colour::Silver, "j1- a8-");
        let mut state = GameState::new(first.game().clone(), Colour::Silver);
        state.restart();
        assert_eq!((state.game().moves().len(), state.game().position()), (0, first.start()));
        first.restart();
        assert_eq!(first.notes().len(), 0);
    }
}
