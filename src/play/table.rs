//! The game on the table: who plays which colour, what was played and noted, and how it ended.

use crate::arena::termination::Termination;
use crate::notation::kgn::Note;
use crate::rules::{Colour, EndReason, Game, Move, Outcome, Position};

/// A game of a person against the engine.
#[derive(Clone, Debug)]
pub struct Table {
    start: Position,
    game: Game,
    person: Colour,
    /// The notes after the moves.
    notes: Vec<Note>,
    /// A resignation or a claimed draw.
    agreed: Option<(Outcome, Termination)>,
}

impl Table {
    /// Returns the table of a game that may already have moves.
    pub fn new(game: Game, person: Colour) -> Table {
        let mut first = game.clone();
        while first.pop().is_some() {}
        let notes = vec![Note::None; game.moves().len()];
        Table { start: first.position().clone(), game, person, notes, agreed: None }
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the colour of the person.
    pub fn person(&self) -> Colour {
        self.person
    }

    /// Returns the notes, one for each move.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Returns the outcome and its reason if the game is over. A repetition ends it only when it is claimed.
    pub fn end(&self) -> Option<(Outcome, Termination)> {
        let by_rules = self.game.by_rules().filter(|(_, reason)| *reason != EndReason::Repetition);
        by_rules.map(|(outcome, reason)| (outcome, reason.into())).or(self.agreed)
    }

    /// Returns whether the person is to move.
    pub fn is_persons_turn(&self) -> bool {
        self.game.position().side_to_move() == self.person
    }

    /// Plays a move with a note. Returns false, and changes nothing, if it is illegal or the game is over.
    pub fn play(&mut self, mv: Move, note: Note) -> bool {
        let legal = self.end().is_none() && self.game.push(mv).is_ok();
        if legal {
            self.notes.push(note);
        }
        legal
    }

    /// Takes back a resignation or a claimed draw, or the person's last move and what followed. Returns the moves, the last one
    /// first, or `None` if there is nothing to take back.
    pub fn undo(&mut self) -> Option<Vec<Move>> {
        if self.agreed.take().is_some() {
            return Some(Vec::new());
        }
        let made_by_person = |game: &Game| game.position().side_to_move() != self.person;
        let mut game = self.game.clone();
        let mut moves = Vec::new();
        loop {
            let own = made_by_person(&game);
            moves.push(game.pop()?);
            if own {
                break;
            }
        }
        self.notes.truncate(game.moves().len());
        self.game = game;
        Some(moves)
    }

    /// Ends the game by a resignation of the person.
    pub fn resign(&mut self) {
        self.agreed = Some((Outcome::Win(self.person.other()), Termination::Resignation));
    }

    /// Returns whether the player to move may claim a draw.
    pub fn can_claim_draw(&self) -> bool {
        self.end().is_none() && self.game.occurrences() >= 3
    }

    /// Claims a draw; returns whether the rules allow it.
    pub fn claim_draw(&mut self) -> bool {
        let allowed = self.can_claim_draw();
        if allowed {
            self.agreed = Some((Outcome::Draw, EndReason::Repetition.into()));
        }
        allowed
    }

    /// Starts again.
    pub fn restart(&mut self) {
        *self = Table::new(Game::new(self.start.clone()), self.person);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(person: Colour, moves: &str) -> Table {
        let start = "x39/4k5/////4K5/9X1 s khet2".parse::<Position>().expect("a position");
        let mut table = Table::new(Game::new(start), person);
        play(&mut table, moves);
        table
    }

    fn play(table: &mut Table, moves: &str) {
        for word in moves.split_whitespace() {
            let mv = table.game().position().read_move(word).expect("a legal move");
            assert!(table.play(mv, Note::None), "{word}");
        }
    }

    #[test]
    fn the_persons_last_move_is_taken_back_with_the_reply() {
        let mut table = table(Colour::Silver, "j1- a8- j1+ a8+");
        assert_eq!(table.undo().map(|moves| moves.len()), Some(2));
        assert_eq!((table.game().moves().len(), table.notes().len(), table.is_persons_turn()), (2, 2, true));
        play(&mut table, "j1+");
        assert_eq!(table.undo().map(|moves| moves.len()), Some(1), "there is no reply yet");
    }

    #[test]
    fn the_engines_first_move_alone_is_not_taken_back() {
        let mut table = table(Colour::Red, "j1-");
        assert_eq!((table.undo(), table.game().moves().len()), (None, 1));
        play(&mut table, "a8- j1+");
        assert_eq!(table.undo().map(|moves| moves.len()), Some(2));
    }

    #[test]
    fn a_resignation_is_taken_back_alone() {
        let mut table = table(Colour::Silver, "j1- a8-");
        table.resign();
        assert_eq!(table.end(), Some((Outcome::Win(Colour::Red), Termination::Resignation)));
        assert_eq!(table.undo(), Some(Vec::new()));
        assert_eq!((table.end(), table.game().moves().len()), (None, 2));
    }

    #[test]
    fn a_draw_is_claimed_at_the_third_occurrence_and_not_before() {
        let mut table = table(Colour::Silver, "j1- a8- j1+ a8+ j1- a8- j1+");
        assert!(!table.claim_draw());
        play(&mut table, "a8+");
        assert!(table.end().is_none() && table.claim_draw());
        assert_eq!(table.end(), Some((Outcome::Draw, EndReason::Repetition.into())));
        let mv = table.game().position().read_move("j1-").expect("a legal move");
        assert!(!table.play(mv, Note::None), "the game is over");
    }

    #[test]
    fn a_new_game_starts_where_the_first_move_was_made() {
        let mut first = table(Colour::Silver, "j1- a8-");
        let mut table = Table::new(first.game().clone(), Colour::Silver);
        table.restart();
        assert_eq!((table.game().moves().len(), table.game().position()), (0, first.start()));
        first.restart();
        assert_eq!(first.notes().len(), 0);
    }
}
