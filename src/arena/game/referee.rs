//! One game between two engines. The referee plays by the rules and checks every move of the engines.

use super::adjudication::{Adjudication, Adjudicator};
use crate::arena::engine::player::{Abandoned, Answer, Failure, Player, Question};
use crate::arena::engine::protocol;
use crate::arena::records::record::{RecordedMove, microseconds};
use crate::arena::termination::{Fault, Termination};
use crate::arena::time_control::PlayerClock;
use crate::notation::kgn::Evaluation;
use crate::notation::opening::Opening;
use crate::rules::{Colour, Game, Move, Outcome};
use std::time::Duration;

/// The conditions of a match, in addition to the rules of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Conditions {
    /// The time by which a limit may be exceeded, unless an engine has its own margin.
    pub margin: Duration,
    /// When games end early.
    pub adjudication: Adjudication,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedGame {
    /// The outcome.
    pub outcome: Outcome,
    /// How it ended; only the termination is set if no engine committed a fault.
    pub ending: Fault,
    /// Number of plies, those of the opening included.
    pub plies: u32,
    /// The moves of the engines.
    pub moves: Vec<RecordedMove>,
}

/// An ending without a fault.
type End = (Outcome, Termination);

/// Plays a game; the players are given by colour.
///
/// # Errors
/// The game was abandoned.
pub fn play(opening: &Opening, players: [&mut Player; 2], conditions: &Conditions) -> Result<FinishedGame, Abandoned> {
    let mut table = Table::new(opening, players, conditions);
    let played = table.play();
    table.players.iter_mut().for_each(|player| player.game_over());
    let (outcome, ending) = match played {
        Ok((outcome, termination)) => (outcome, Fault::new(termination, "")),
        Err((loser, Failure::Fault(fault))) => {
            table.players[loser.index()].quit();
            (Outcome::Win(loser.other()), fault)
        }
        Err((_, Failure::Abandoned(why))) => return Err(why),
    };
    Ok(FinishedGame { outcome, ending, plies: table.plies(), moves: table.recorded })
}

/// A game in progress.
struct Table<'a, 'b> {
    opening: &'a Opening,
    conditions: &'a Conditions,
    players: [&'a mut Player<'b>; 2],
    clocks: [PlayerClock; 2],
    game: Game,
    /// All moves, those of the opening included.
    moves: Vec<Move>,
    recorded: Vec<RecordedMove>,
    adjudicator: Adjudicator,
    /// The move on which the player who moved last is to ponder.
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
            adjudicator: Adjudicator::default(),
            expected: None,
        }
    }

    /// Plays to the end; a failure comes with the player who caused it.
    fn play(&mut self) -> Result<End, (Colour, Failure)> {
        for colour in Colour::ALL {
            self.players[colour.index()].new_game().map_err(|failure| (colour, failure))?;
        }
        loop {
            if let Some(end) = self.end() {
                return Ok(end);
            }
            let mover = self.game.position().side_to_move();
            self.start_pondering(mover.other());
            if let Some(end) = self.turn(mover).map_err(|failure| (mover, failure))? {
                return Ok(end);
            }
        }
    }

    /// Starts a player's pondering, if it expects a move.
    fn start_pondering(&mut self, player: Colour) {
        let Some(expected) = self.expected.take() else { return };
        self.moves.push(expected);
        let (start, moves, clocks) = (self.opening.start(), &self.moves, &self.clocks);
        let margin = self.margin(player);
        self.players[player.index()].ponder(&Question { start, moves, mover: player, clocks, margin });
        self.moves.pop();
    }

    /// Reads an expected move; returns it if it is legal and does not end the game.
    fn expected_move(&self, word: &str) -> Option<Move> {
        let mut game = self.game.clone();
        let mv = game.position().normalised(word.parse::<Move>().ok()?);
        game.push(mv).ok()?;
        (game.position().outcome().is_none() && game.occurrences() < 3).then_some(mv)
    }

    /// Returns the time by which a player may exceed its limit.
    fn margin(&self, player: Colour) -> Duration {
        self.players[player.index()].spec().margin.unwrap_or(self.conditions.margin)
    }

    /// Returns how the game ended, if it did.
    fn end(&self) -> Option<End> {
        let quiet_plies = self.game.position().plies_since_capture();
        let by_match = || Adjudicator::draw(&self.conditions.adjudication, self.plies(), quiet_plies);
        let by_rules = self.game.by_rules().map(|(outcome, reason)| (outcome, reason.into()));
        by_rules.or_else(by_match)
    }

    /// Returns the number of plies, those of the opening included.
    fn plies(&self) -> u32 {
        u32::try_from(self.moves.len()).unwrap_or(u32::MAX)
    }

    /// Asks for a move and makes it; returns the ending if adjudication or the answer ends the game.
    fn turn(&mut self, mover: Colour) -> Result<Option<End>, Failure> {
        let margin = self.margin(mover);
        let question =
            Question { start: self.opening.start(), moves: &self.moves, mover, clocks: &self.clocks, margin };
        let player = &mut self.players[mover.index()];
        let answer = player.think(&question)?;
        if player.spec().protocol.is_no_move(&answer.word) {
            return self.no_move(mover, &answer).map(Some);
        }
        // The player has already checked the time.
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
        let end = self.adjudicator.count(&self.conditions.adjudication, mover, evaluation, self.plies());
        // An ending by the rules has precedence.
        Ok(end.filter(|_| self.end().is_none()))
    }

    /// Reads a move, checks it and makes it.
    fn legal_move(&mut self, word: &str) -> Result<Move, Fault> {
        let mv = word
            .parse::<Move>()
            .map_err(|why| Fault::new(Termination::UnreadableMove, protocol::unreadable(word, &why)))?;
        let mv = self.game.position().normalised(mv);
        self.game.push(mv).map_err(|why| Fault::new(Termination::IllegalMove, format!("{word}: {why}")))?;
        Ok(mv)
    }

    /// Judges an engine that gave no move although it has legal ones. An engine of Khet2-AI's protocol loses if it announced
    /// a mate, and draws if the position is drawn by that engine's rules; anything else is a fault.
    fn no_move(&self, mover: Colour, answer: &Answer) -> Result<End, Failure> {
        const PLIES_WITHOUT_CAPTURE: u32 = 100;
        let player = &self.players[mover.index()];
        if player.spec().protocol.is_uci() {
            return Err(Fault::new(Termination::NoMove, format!("bestmove {}", answer.word)).into());
        }
        let quiet = self.game.position().plies_since_capture();
        match answer.info.evaluation {
            Some(Evaluation::Mate(moves)) if moves <= 0 => Ok((Outcome::Win(mover.other()), Termination::ForcedLoss)),
            _ if quiet >= PLIES_WITHOUT_CAPTURE || self.game.occurrences() >= 2 => {
                Ok((Outcome::Draw, Termination::DrawClaim))
            }
            _ => Err(Fault::new(Termination::NoMove, "neither lost nor drawn under the rules of any engine").into()),
        }
    }
}
