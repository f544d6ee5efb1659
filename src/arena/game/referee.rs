//! One game between two engines. The referee plays by the rules and checks every move of the engines.

use super::adjudication::{Adjudication, Adjudicator};
use crate::engine::player::{Abandoned, Failure, MoveReply, MoveRequest, Player};
use crate::engine::protocol;
use crate::records::record::{RecordedMove, microseconds};
use crate::termination::{EngineFault, Termination};
use crate::time_control::PlayerClock;
use khepri_rules::kgn::Evaluation;
use khepri_rules::opening::Opening;
use khepri_rules::{Colour, Game, Move, Outcome};
use std::time::Duration;

/// The conditions of a match, in addition to the rules of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Conditions {
    /// The time by which a limit may be exceeded, unless an engine has its own margin.
    pub margin: Duration,
    /// The rules that end games early.
    pub adjudication: Adjudication,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedGame {
    /// The outcome.
    pub outcome: Outcome,
    /// How the game ended. Only the termination is set if no engine caused it by a fault.
    pub ending: EngineFault,
    /// Number of plies, those of the opening included.
    pub plies: u32,
    /// The moves of the engines.
    pub moves: Vec<RecordedMove>,
}

/// Plays a game between players that are given by colour.
///
/// # Errors
/// The game was abandoned.
pub fn play(opening: &Opening, players: [&mut Player; 2], conditions: &Conditions) -> Result<FinishedGame, Abandoned> {
    let mut current = GameInProgress::new(opening, players, conditions);
    let played = current.play();
    current.players.iter_mut().for_each(|player| player.game_over());
    let (outcome, ending) = match played {
        Ok((outcome, termination)) => (outcome, EngineFault::new(termination, "")),
        Err((loser, Failure::Fault(fault))) => {
            current.players[loser.index()].quit();
            (Outcome::Win(loser.other()), fault)
        }
        Err((_, Failure::Abandoned(why))) => return Err(why),
    };
    Ok(FinishedGame { outcome, ending, plies: current.plies(), moves: current.recorded })
}

/// A game in progress.
struct GameInProgress<'a, 'b> {
    opening: &'a Opening,
    conditions: &'a Conditions,
    players: [&'a mut Player<'b>; 2],
    clocks: [PlayerClock; 2],
    game: Game,
    /// All moves, those of the opening included.
    moves: Vec<Move>,
    recorded: Vec<RecordedMove>,
    adjudicator: Adjudicator,
    /// The move on which the player who moved last will ponder.
    expected: Option<Move>,
}

impl<'a, 'b> GameInProgress<'a, 'b> {
    fn new(opening: &'a Opening, players: [&'a mut Player<'b>; 2], conditions: &'a Conditions) -> Self {
        let clocks = [&players[0], &players[1]].map(|player| PlayerClock::new(player.spec().control));
        let (game, moves) = (opening.game(), opening.moves().to_vec());
        GameInProgress {
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

    /// Plays the game to its end. An error names the player who caused it.
    fn play(&mut self) -> Result<(Outcome, Termination), (Colour, Failure)> {
        for colour in Colour::ALL {
            self.players[colour.index()].new_game().map_err(|failure| (colour, failure))?;
        }
        loop {
            if let Some(ending) = self.ending() {
                return Ok(ending);
            }
            let mover = self.game.position().side_to_move();
            self.start_pondering(mover.other());
            if let Some(ending) = self.play_move(mover).map_err(|failure| (mover, failure))? {
                return Ok(ending);
            }
        }
    }

    /// Starts a player's pondering, if it expects a move.
    fn start_pondering(&mut self, player: Colour) {
        let Some(expected) = self.expected.take() else { return };
        self.moves.push(expected);
        let (start, moves, clocks) = (self.opening.start(), &self.moves, &self.clocks);
        let margin = self.margin(player);
        self.players[player.index()].ponder(&MoveRequest { start, moves, mover: player, clocks, margin });
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

    /// Returns outcome and termination if the game is over by the rules or by a limit on its length.
    fn ending(&self) -> Option<(Outcome, Termination)> {
        let without_capture = self.game.position().plies_since_capture();
        let by_match = || Adjudicator::draw_by_length(&self.conditions.adjudication, self.plies(), without_capture);
        let by_rules = self.game.by_rules().map(|(outcome, reason)| (outcome, reason.into()));
        by_rules.or_else(by_match)
    }

    /// Returns the number of plies, those of the opening included.
    fn plies(&self) -> u32 {
        u32::try_from(self.moves.len()).unwrap_or(u32::MAX)
    }

    /// Requests a move and plays it. Returns outcome and termination if adjudication or a missing move ends the game.
    fn play_move(&mut self, mover: Colour) -> Result<Option<(Outcome, Termination)>, Failure> {
        let margin = self.margin(mover);
        let request =
            MoveRequest { start: self.opening.start(), moves: &self.moves, mover, clocks: &self.clocks, margin };
        let player = &mut self.players[mover.index()];
        let reply = player.think(&request)?;
        if player.spec().protocol.is_no_move(&reply.word) {
            return self.no_move(mover, &reply).map(Some);
        }
        // `Player::think` has already checked the time.
        let _ = self.clocks[mover.index()].charge(reply.time, margin);
        let mv = self.legal_move(&reply.word)?;
        self.moves.push(mv);
        if self.players[mover.index()].spec().ponder {
            self.expected = reply.expected.as_deref().and_then(|word| self.expected_move(word));
        }
        let evaluation = reply.info.evaluation;
        self.recorded.push(RecordedMove {
            mv: mv.to_string(),
            score: evaluation.map(|evaluation| evaluation.to_string()),
            depth: reply.info.depth,
            time_us: microseconds(reply.time),
            nodes: reply.info.nodes,
            clock_left_us: self.clocks[mover.index()].remaining().map(microseconds),
            processor_us: reply.processor.map(microseconds),
        });
        let ending = self.adjudicator.count(&self.conditions.adjudication, mover, evaluation, self.plies());
        // An end by the rules or by length has precedence.
        Ok(ending.filter(|_| self.ending().is_none()))
    }

    /// Reads a move, checks it and plays it.
    fn legal_move(&mut self, word: &str) -> Result<Move, EngineFault> {
        let mv = word
            .parse::<Move>()
            .map_err(|why| EngineFault::new(Termination::UnreadableMove, protocol::unreadable(word, &why)))?;
        let mv = self.game.position().normalised(mv);
        self.game.push(mv).map_err(|why| EngineFault::new(Termination::IllegalMove, format!("{word}: {why}")))?;
        Ok(mv)
    }

    /// Returns outcome and termination for an engine that gave no move although it has legal ones. With Khet2-AI's protocol
    /// it loses if it reported a mate against itself, and draws if its own rules count the position as a draw. All else is
    /// a fault.
    fn no_move(&self, mover: Colour, reply: &MoveReply) -> Result<(Outcome, Termination), Failure> {
        const PLIES_WITHOUT_CAPTURE: u32 = 100;
        let player = &self.players[mover.index()];
        if player.spec().protocol.is_uci() {
            return Err(EngineFault::new(Termination::NoMove, format!("bestmove {}", reply.word)).into());
        }
        let without_capture = self.game.position().plies_since_capture();
        match reply.info.evaluation {
            Some(Evaluation::Mate(moves)) if moves <= 0 => Ok((Outcome::Win(mover.other()), Termination::ForcedLoss)),
            _ if without_capture >= PLIES_WITHOUT_CAPTURE || self.game.occurrences() >= 2 => {
                Ok((Outcome::Draw, Termination::DrawClaim))
            }
            _ => {
                Err(EngineFault::new(Termination::NoMove, "neither lost nor drawn under the rules of any engine")
                    .into())
            }
        }
    }
}
