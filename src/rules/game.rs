//! A game: a position with the moves that led to it and the arrangements that threefold repetition counts.

use super::legality::IllegalMove;
use super::moves::Move;
use super::position::{Outcome, Played, Position};
use std::collections::HashMap;
use std::fmt;

/// The reason why a game is over by the rules.
///
/// ```
/// use khepri_rules::{EndReason, Game};
///
/// let mut game = Game::new("x39/////4K5//4k4X1 s khet2".parse()?);
/// assert_eq!(game.end_reason(), None);
/// game.push(game.position().read_move("j1-")?)?;
/// assert_eq!(game.end_reason(), Some(EndReason::Pharaoh));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EndReason {
    /// A shot hit one Pharaoh.
    Pharaoh,
    /// One shot hit both Pharaohs.
    BothPharaohs,
    /// The player to move has no legal move.
    NoMoves,
    /// The arrangement has occurred at least three times: a draw. Under the printed rules a player has to claim it.
    Repetition,
}

impl fmt::Display for EndReason {
    /// Writes the reason as the protocol does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EndReason::Pharaoh => "pharaoh",
            EndReason::BothPharaohs => "both-pharaohs",
            EndReason::NoMoves => "no-moves",
            EndReason::Repetition => "repetition",
        })
    }
}

/// A game: its start and the moves played since. Moves can be taken back.
///
/// ```
/// use khepri_rules::{EndReason, Game, Outcome};
///
/// let mut game = Game::new("x39/4k5/////4K5/9X1 s khet2".parse()?);
/// for text in ["j1-", "a8-", "j1+", "a8+", "j1-", "a8-", "j1+", "a8+"] {
///     assert_eq!(game.outcome(), None);
///     game.push(game.position().read_move(text)?)?;
/// }
/// assert_eq!((game.outcome(), game.end_reason()), (Some(Outcome::Draw), Some(EndReason::Repetition)));
/// assert_eq!((game.occurrences(), game.keys().len()), (3, 9));
/// let last = game.pop().expect("a move was played");
/// assert_eq!((last.to_string().as_str(), game.moves().len(), game.outcome()), ("a8+", 7, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    played: Vec<Played>,
    /// The repetition keys of all arrangements so far, the present one last.
    keys: Vec<u64>,
}

impl Game {
    /// Returns a game that starts in this position.
    pub fn new(start: Position) -> Game {
        let keys = vec![start.repetition_key()];
        Game { position: start, played: Vec::new(), keys }
    }

    /// Returns the present position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the moves played since the start.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + DoubleEndedIterator {
        self.played.iter().map(Played::mv)
    }

    /// Returns the repetition keys of all arrangements so far, the present one last.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// The reason why the move is illegal; the game is unchanged.
    pub fn push(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        let played = self.position.play(mv)?;
        self.played.push(played);
        self.keys.push(self.position.repetition_key());
        Ok(played)
    }

    /// Takes back the last move and returns it; `None` at the start.
    pub fn pop(&mut self) -> Option<Move> {
        let played = self.played.pop()?;
        self.position.undo(played);
        self.keys.pop();
        Some(played.mv())
    }

    /// Returns the number of times that the present arrangement has occurred, including now.
    pub fn occurrences(&self) -> u32 {
        self.keys.iter().filter(|&&key| key == self.position.repetition_key()).count() as u32
    }

    /// Returns the outcome if the game is over by the rules; the third occurrence of an arrangement is a draw.
    pub fn outcome(&self) -> Option<Outcome> {
        self.by_rules().map(|(outcome, _)| outcome)
    }

    /// Returns why the game is over; `None` if it is not.
    pub fn end_reason(&self) -> Option<EndReason> {
        self.by_rules().map(|(_, reason)| reason)
    }

    /// Returns the outcome and its reason if the game is over by the rules.
    ///
    /// ```
    /// use khepri_rules::{Colour, EndReason, Game, Outcome};
    ///
    /// let mut game = Game::new("x39/////4K5//4k4X1 s khet2".parse()?);
    /// assert_eq!(game.by_rules(), None);
    /// game.push(game.position().read_move("j1-")?)?;
    /// assert_eq!(game.by_rules(), Some((Outcome::Win(Colour::Silver), EndReason::Pharaoh)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by_rules(&self) -> Option<(Outcome, EndReason)> {
        self.position.end(self.occurrences())
    }

    /// Calls `each` for every position, from the start on, with the move that led to it and the number of times that its
    /// arrangement has occurred.
    ///
    /// ```
    /// use khepri_rules::Game;
    ///
    /// let mut game = Game::new("x39/////4K5//4k4X1 s khet2".parse()?);
    /// for word in ["e3e4", "e1e2", "e4e3", "e2e1"] {
    ///     game.push(game.position().read_move(word)?)?;
    /// }
    /// let mut times = Vec::new();
    /// game.replay(|_, _, occurred| times.push(occurred));
    /// assert_eq!(times, [1, 1, 1, 1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replay(&self, mut each: impl FnMut(&Position, Option<&Played>, u32)) {
        let mut position = self.position.clone();
        if let Some(&first) = self.played.first() {
            position.undo(first);
        }
        let mut occurred = HashMap::new();
        let mut pass = |position: &Position, played| {
            let occurred = occurred.entry(position.repetition_key()).or_insert(0);
            *occurred += 1;
            each(position, played, *occurred);
        };
        pass(&position, None);
        for played in &self.played {
            position.play_unchecked(played.mv());
            pass(&position, Some(played));
        }
    }
}

impl Position {
    /// Returns the outcome and its reason if the rules end a game here. `occurred` is the number of times that the
    /// arrangement has occurred. Any other reason takes precedence over repetition.
    pub fn end(&self, occurred: u32) -> Option<(Outcome, EndReason)> {
        let Some(outcome) = self.outcome() else {
            return (occurred >= 3).then_some((Outcome::Draw, EndReason::Repetition));
        };
        let reason = match outcome {
            Outcome::Win(_) => EndReason::Pharaoh,
            Outcome::Draw if self.pharaohs_stand() => EndReason::NoMoves,
            Outcome::Draw => EndReason::BothPharaohs,
        };
        Some((outcome, reason))
    }
}
