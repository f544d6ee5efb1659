//! One game between two engines. The referee knows the rules and trusts nobody's word.

use super::adjudication::{Adjudication, Judge};
use super::dialect;
use super::fault::{Failure, Fault, GivenUp};
use super::player::{Answer, Player, Question};
use super::record::{GameResult, RecordedMove, microseconds};
use super::termination::Termination;
use super::time_control::PlayerClock;
use crate::notation::kgn::Evaluation;
use crate::notation::movetext;
use crate::notation::opening::Opening;
use crate::rules::{Colour, Game, Move, Outcome};
use std::time::Duration;

/// The rules of a match, beside those of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Conditions {
    /// By how much a time may be exceeded, unless an engine has a margin of its own.
    pub margin: Duration,
    /// When games end early.
    pub adjudication: Adjudication,
}

/// How a game went.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    /// The result.
    pub result: GameResult,
    /// How it came about.
    pub termination: Termination,
    /// More about that.
    pub detail: String,
    /// By how much the time was exceeded, if that is the end.
    pub overrun: Option<Duration>,
    /// Processor time used in the move that exceeded its time.
    pub processor: Option<Duration>,
    /// Moves, those of the opening included.
    pub plies: u32,
    /// What the engines played.
    pub moves: Vec<RecordedMove>,
}

/// An end that is no engine's fault.
type End = (Outcome, Termination);

/// Plays a game; the players stand by colour.
///
/// # Errors
/// Why there is no game.
pub fn play(opening: &Opening, players: [&mut Player; 2], conditions: &Conditions) -> Result<Course, GivenUp> {
    let mut table = Table::new(opening, players, conditions);
    let played = table.play();
    table.players.iter_mut().for_each(|player| player.game_over());
    let (outcome, fault) = match played {
        Ok((outcome, termination)) => (outcome, Fault::new(termination, "")),
        Err((loser, Failure::Fault(fault))) => {
            table.players[loser.index()].quit();
            (Outcome::Win(loser.other()), fault)
        }
        Err((_, Failure::GivenUp(why))) => return Err(why),
    };
    Ok(Course {
        result: outcome.into(),
        termination: fault.termination,
        detail: fault.detail,
        overrun: fault.overrun,
        processor: fault.processor,
        plies: table.plies(),
        moves: table.recorded,
    })
}

/// Returns how the rules end a game that has come so far. The referee claims the third occurrence at once.
pub fn end_by_rules(game: &Game) -> Option<(Outcome, Termination)> {
    let position = game.position();
    match position.outcome() {
        Some(outcome) if position.pharaohs_stand() => Some((outcome, Termination::NoLegalMove)),
        Some(outcome) => Some((outcome, Termination::PharaohHit)),
        None => (game.occurrences() >= 3).then_some((Outcome::Draw, Termination::Repetition)),
    }
}

/// A game that is being played.
struct Table<'a, 'b> {
    opening: &'a Opening,
    conditions: &'a Conditions,
    players: [&'a mut Player<'b>; 2],
    clocks: [PlayerClock; 2],
    game: Game,
    /// All of them, those of the opening first.
    moves: Vec<Move>,
    recorded: Vec<RecordedMove>,
    judge: Judge,
    /// What the player who moved last expects of its opponent, if it is to ponder.
    expected: Option<Move>,
}

impl<'a, 'b> Table<'a, 'b> {
    fn new(opening: &'a Opening, players: [&'a mut Player<'b>; 2], conditions: &'a Conditions) -> Table<'a, 'b> {
        let clocks = [&players[0], &players[1]].map(|player| PlayerClock::new(player.spec().control));
        let (game, moves) = (opening.game(), opening.moves().to_vec());
        Table {
            opening,
            conditions,
            players,
            clocks,
            game,
            moves,
            recorded: Vec::new(),
            judge: Judge::default(),
            expected: None,
        }
    }

    /// To the end; a failure comes with the player who is to blame.
    fn play(&mut self) -> Result<End, (Colour, Failure)> {
        for colour in Colour::ALL {
            self.players[colour.index()].new_game().map_err(|failure| (colour, failure))?;
        }
        loop {
            if let Some(end) = self.end() {
                return Ok(end);
            }
            let mover = self.game.position().side_to_move();
            self.let_ponder(mover.other());
            if let Some(end) = self.turn(mover).map_err(|failure| (mover, failure))? {
                return Ok(end);
            }
        }
    }

    /// Has a player ponder on the move that it expects, if it expects one.
    fn let_ponder(&mut self, player: Colour) {
        let Some(expected) = self.expected.take() else { return };
        self.moves.push(expected);
        let (start, moves, clocks) = (self.opening.start(), &self.moves, &self.clocks);
        let margin = self.margin(player);
        self.players[player.index()].ponder(&Question { start, moves, mover: player, clocks, margin });
        self.moves.pop();
    }

    /// Returns the move that a word says, if it is legal and the game goes on after it.
    fn expected_move(&self, word: &str) -> Option<Move> {
        let mut game = self.game.clone();
        let mv = game.position().normalised(movetext::read(word).ok()?);
        game.push(mv).ok()?;
        (game.position().outcome().is_none() && game.occurrences() < 3).then_some(mv)
    }

    /// Returns by how much a player may exceed its time.
    fn margin(&self, player: Colour) -> Duration {
        self.players[player.index()].spec().margin.unwrap_or(self.conditions.margin)
    }

    /// How the game has ended, if it has.
    fn end(&self) -> Option<End> {
        let quiet_plies = self.game.position().plies_since_capture();
        let by_match = || Judge::draw(&self.conditions.adjudication, self.plies(), quiet_plies);
        end_by_rules(&self.game).or_else(by_match)
    }

    /// Returns the number of moves, those of the opening included.
    fn plies(&self) -> u32 {
        u32::try_from(self.moves.len()).unwrap_or(u32::MAX)
    }

    /// Asks for a move and makes it; an end if the player does not want to go on.
    fn turn(&mut self, mover: Colour) -> Result<Option<End>, Failure> {
        let margin = self.margin(mover);
        let question =
            Question { start: self.opening.start(), moves: &self.moves, mover, clocks: &self.clocks, margin };
        let player = &mut self.players[mover.index()];
        let answer = player.think(&question)?;
        if player.spec().dialect.is_no_move(&answer.word) {
            return self.no_move(mover, &answer).map(Some);
        }
        // That the time was not exceeded is known from the question.
        let _ = self.clocks[mover.index()].charge(answer.time, margin);
        let mv = self.legal_move(&answer.word)?;
        self.moves.push(mv);
        if self.players[mover.index()].spec().ponder {
            self.expected = answer.expected.as_deref().and_then(|word| self.expected_move(word));
        }
        let evaluation = answer.info.evaluation;
        self.recorded.push(RecordedMove {
            mv: mv.to_string(),
            score: evaluation.map(|evaluation| evaluation.to_string()),
            depth: answer.info.depth,
            time_us: microseconds(answer.time),
            nodes: answer.info.nodes,
            clock_left_us: self.clocks[mover.index()].remaining().map(microseconds),
            processor_us: answer.processor.map(microseconds),
        });
        let end = self.judge.count(&self.conditions.adjudication, mover, evaluation, self.plies());
        // What the rules of the game say comes first.
        Ok(end.filter(|_| self.end().is_none()))
    }

    /// Makes the move that a word says.
    fn legal_move(&mut self, word: &str) -> Result<Move, Fault> {
        let mv = movetext::read(word)
            .map_err(|why| Fault::new(Termination::UnreadableMove, dialect::unreadable(word, &why)))?;
        let mv = self.game.position().normalised(mv);
        self.game.push(mv).map_err(|why| Fault::new(Termination::IllegalMove, format!("{word}: {why}")))?;
        Ok(mv)
    }

    /// An engine says that it has no move where it has some. One that was told so by its search has lost; one that takes
    /// the game for drawn is right under rules that others play by, or has to move.
    fn no_move(&self, mover: Colour, answer: &Answer) -> Result<End, Failure> {
        const PLIES_WITHOUT_CAPTURE: u32 = 100;
        let player = &self.players[mover.index()];
        if player.spec().dialect.has_handshake() {
            return Err(Fault::new(Termination::NoMove, format!("bestmove {}", answer.word)).into());
        }
        let quiet = self.game.position().plies_since_capture();
        match answer.info.evaluation {
            Some(Evaluation::Mate(moves)) if moves <= 0 => Ok((Outcome::Win(mover.other()), Termination::ForcedLoss)),
            _ if quiet >= PLIES_WITHOUT_CAPTURE || self.game.occurrences() >= 2 => {
                Ok((Outcome::Draw, Termination::DrawClaim))
            }
            _ => Err(Fault::new(Termination::NoMove, "neither lost nor drawn by anybody's rules").into()),
        }
    }
}
