//! The examination of a position: whether exactly one first move solves it, and what the solution achieves.
//!
//! A search of [`NODES`] nodes with two lines has to rate the second line at least [`MARGIN`] lower than the best. A forced win
//! may also be the only one by a proof: no other move wins within two plies more. Only complete iterations count, so that the
//! result does not depend on the speed of the machine.

use super::prover::{Prover, Verdict};
use super::puzzle::Goal;
use khepri_engine::internal::eval::wdl::Model;
use khepri_engine::internal::search::window::depth;
use khepri_engine::internal::search::{SearchSettings, Searcher};
use khepri_engine::{Bound, Info, Limits, NoMemory, Score, Signals, Silent};
use khepri_rules::{Game, Move, Position};
use thiserror::Error;

/// The number of nodes of the search that decides.
pub const NODES: u64 = 1_000_000;

/// The least difference between the winning chances of the best line and the second one.
pub const MARGIN: Chance = Chance::percent(25);

/// The least winning chance after a solution that does not win by force.
pub const LEAST: Chance = Chance::percent(40);

/// The largest winning chance of the second line in a position that is otherwise lost.
pub const LOST: Chance = Chance::percent(20);

/// The number of plies beyond the shortest win within which another move must not win either.
pub const MORE_PLIES: usize = 2;

/// The largest number of moves that a proof makes.
const PROOF_NODES: u64 = 3_000_000;

/// The number of nodes of the search that looks for candidates.
const SCAN_NODES: u64 = 3_000;

/// The least winning chance of a candidate.
const PROMISING: Chance = Chance::percent(25);

/// The number of nodes of the searches for the later moves of the line.
const LINE_NODES: u64 = 100_000;

/// The largest number of plies of a line that is no proven win.
const MOST_PLIES: usize = 7;

/// The stages of a search: after a number of nodes, it ends if the difference is smaller than this.
type Stages = &'static [(u64, Chance)];

/// The stages of the search that looks for candidates.
const SCAN: Stages = &[(600, Chance::percent(3)), (SCAN_NODES, Chance::percent(8))];

/// The stages of the search that decides, and of those for the later moves.
const DECISION: Stages = &[(20_000, Chance::percent(6)), (60_000, Chance::percent(10)), (200_000, Chance::percent(18))];

/// The size of the tables in MiB. They are fixed, because the results depend on them.
const SCAN_MIB: usize = 1;
const SEARCH_MIB: usize = 16;

/// A winning chance: the probability of a win and half of that of a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Chance(
    /// In two-thousandths.
    u32,
);

impl Chance {
    const fn percent(percent: u32) -> Chance {
        Chance(percent * 20)
    }

    /// Returns the chance of the side to move with this score.
    pub fn of(score: Score, model: Model) -> Chance {
        let wdl = model.wdl(score);
        Chance(2 * wdl.win + wdl.draw)
    }

    /// Returns the difference to a smaller chance, or zero.
    pub fn above(self, other: Chance) -> Chance {
        Chance(self.0.saturating_sub(other.0))
    }
}

impl std::fmt::Display for Chance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.1} %", f64::from(self.0) / 20.0)
    }
}

/// The reason why a position is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Flaw {
    /// The side to move has fewer than two moves.
    #[error("expected two legal moves or more")]
    NoChoice,
    /// The beam of the side to move already hits the opponent's Pharaoh.
    #[error("the standing beam already hits the opponent's Pharaoh")]
    StandingBeam,
    /// A search of depth 1 plays the solution, which captures.
    #[error("a search of depth 1 plays the capture {0}")]
    ObviousCapture(Move),
    /// Another move is nearly as good.
    #[error("{second} is only {difference} of winning chance worse than {best}, expected {MARGIN}")]
    Ambiguous {
        /// The best move.
        best: Move,
        /// The second-best move.
        second: Move,
        /// The difference of their winning chances.
        difference: Chance,
    },
    /// The search finds a forced win after another move too.
    #[error("{second} wins by force as well as {best}")]
    TwoWins {
        /// The best move.
        best: Move,
        /// The other move.
        second: Move,
    },
    /// The prover finds a forced win after another move too.
    #[error("another move than {0} is proven to win too, within {1} plies")]
    OtherWin(Move, usize),
    /// The best move changed when the search ended.
    #[error("the search ended before it was sure of the best move")]
    Unsure,
    /// The best move does not help.
    #[error("the best move {0} keeps only {1} of winning chance, expected {LEAST}")]
    Hopeless(Move, Chance),
    /// The examination was interrupted.
    #[error("the examination was interrupted")]
    Interrupted,
}

/// The solution of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The solution with the replies of the opponent. Its first move is the only solution. A proven win is complete; in any other
    /// line, the later moves of the solver are the only good ones too.
    pub line: Vec<Move>,
    /// What the solution achieves.
    pub goal: Goal,
    /// The number of moves to the hit on the Pharaoh, if it is proven.
    pub mate: Option<u32>,
}

/// The best two lines of a search.
struct TwoLines {
    /// The model of the searched position.
    model: Model,
    best: Line,
    second: Line,
}

#[derive(Clone)]
struct Line {
    score: Score,
    moves: Vec<Move>,
}

impl Line {
    fn first(&self) -> Option<Move> {
        self.moves.first().copied()
    }

    fn wins(&self) -> bool {
        self.score.is_mate() && self.score > Score::DRAW
    }
}

impl TwoLines {
    /// Returns the chance of the side to move with a line.
    fn chance(&self, line: &Line) -> Chance {
        Chance::of(line.score, self.model)
    }

    fn difference(&self) -> Chance {
        self.chance(&self.best).above(self.chance(&self.second))
    }

    /// Returns whether a longer search may still find a large enough difference.
    fn may_suffice(&self, nodes: u64, stages: Stages) -> bool {
        let least = stages.iter().rev().find(|(after, _)| nodes >= *after).map(|(_, least)| *least);
        (self.best.wins() && !self.second.wins()) || least.is_none_or(|least| self.difference() >= least)
    }
}

/// Examines positions. Earlier examinations do not influence a result.
pub struct Examiner {
    scan: Searcher,
    search: Searcher,
    prover: Prover,
}

impl Examiner {
    /// Creates an examiner.
    ///
    /// # Errors
    /// There is no memory for a hash table.
    pub fn new() -> Result<Examiner, NoMemory> {
        let (scan, search) = (Searcher::new(SCAN_MIB, 1)?, Searcher::new(SEARCH_MIB, 1)?);
        Ok(Examiner { scan, search, prover: Prover::default() })
    }

    /// Returns whether a short search finds that one move may be the solution. It misses some positions that
    /// [`Examiner::examine`] accepts.
    pub fn is_candidate(&mut self, position: &Position) -> bool {
        if standing_beam_wins(position) {
            return false;
        }
        let found = search_two(&mut self.scan, position, (SCAN_NODES, SCAN), &Signals::default());
        found.is_ok_and(|found| {
            found.may_suffice(SCAN_NODES, SCAN)
                && !(found.best.wins() && found.second.wins())
                && found.chance(&found.best) >= PROMISING
                && self.obvious_capture(position) != found.best.first()
        })
    }

    /// Examines a position.
    ///
    /// # Errors
    /// The first reason that was found why the position is not a puzzle.
    pub fn examine(&mut self, position: &Position, signals: &Signals) -> Result<Solution, Flaw> {
        if standing_beam_wins(position) {
            return Err(Flaw::StandingBeam);
        }
        let obvious = self.obvious_capture(position);
        let found = search_two(&mut self.search, position, (NODES, DECISION), signals)?;
        let (Some(best), Some(second)) = (found.best.first(), found.second.first()) else {
            return Err(Flaw::NoChoice);
        };
        if obvious == Some(best) {
            return Err(Flaw::ObviousCapture(best));
        }
        let ambiguous = || Flaw::Ambiguous { best, second, difference: found.difference() };
        if found.best.wins() && found.second.wins() {
            return Err(Flaw::TwoWins { best, second });
        }
        let mate = if found.best.wins() { self.proven_win(position, &found.best, best)? } else { None };
        if found.difference() < MARGIN && mate.is_none() {
            return Err(ambiguous());
        }
        let chance = found.chance(&found.best);
        let goal = if found.best.wins() {
            Goal::Win
        } else if chance < LEAST {
            return Err(Flaw::Hopeless(best, chance));
        } else if found.chance(&found.second) <= LOST {
            Goal::Save
        } else {
            Goal::Material
        };
        let line = match mate {
            Some(_) => found.best.moves.clone(),
            None => self.only_moves(position, &found.best.moves, signals)?,
        };
        Ok(Solution { line, goal, mate })
    }

    /// Returns the move of a search of depth 1, if it hits a piece of the opponent.
    fn obvious_capture(&mut self, position: &Position) -> Option<Move> {
        self.scan.clear();
        let (limits, settings) = (Limits::depth(depth(1)), SearchSettings::default());
        let game = Game::new(position.clone());
        let best = self.scan.search(&game, &limits, &settings, &Signals::default(), &mut Silent).best?;
        let opponent = position.side_to_move().other();
        let beam = position.beam_after(best).ok()?;
        let is_opponents = |square| position.piece_after(best, square).is_some_and(|piece| piece.colour() == opponent);
        beam.hits().into_iter().any(is_opponents).then_some(best)
    }

    /// Returns the length in moves of the win in a line, if the prover confirms that it is the shortest, and that no other move
    /// wins within [`MORE_PLIES`] more.
    ///
    /// # Errors
    /// Another move wins too.
    fn proven_win(&mut self, position: &Position, line: &Line, best: Move) -> Result<Option<u32>, Flaw> {
        let plies = line.moves.len();
        let shortest = self.prover.shortest_win(position, plies, PROOF_NODES);
        let is_complete = line.score.mate_plies().is_some_and(|mate| mate as usize == plies);
        if shortest != (Verdict::Win { plies }) || !is_complete {
            return Ok(None);
        }
        match self.prover.shortest_other_win(position, best, plies + MORE_PLIES, PROOF_NODES) {
            Verdict::NoWin => Ok(shortest.moves()),
            Verdict::Unknown => Ok(None),
            Verdict::Win { plies } => Err(Flaw::OtherWin(best, plies)),
        }
    }

    /// Returns the beginning of a line in which each move of the solver is the only good one.
    fn only_moves(&mut self, position: &Position, line: &[Move], signals: &Signals) -> Result<Vec<Move>, Flaw> {
        let mut only: Vec<Move> = line.iter().take(1).copied().collect();
        let mut position = position.clone();
        let mut next = line.get(..2).map(<[Move]>::to_vec);
        while let Some(moves) = next.take() {
            let played = moves.iter().all(|&mv| position.play(mv).is_ok());
            if !played || position.outcome().is_some() || only.len() + 2 > MOST_PLIES || standing_beam_wins(&position) {
                break;
            }
            let found = match search_two(&mut self.search, &position, (LINE_NODES, DECISION), signals) {
                Err(Flaw::Interrupted) => return Err(Flaw::Interrupted),
                Ok(found) if found.difference() >= MARGIN => found,
                _ => break,
            };
            only.extend(moves.last());
            only.extend(found.best.first());
            next = found.best.moves.get(..2).map(<[Move]>::to_vec);
        }
        Ok(only)
    }
}

/// Returns whether the beam of the side to move hits the opponent's Pharaoh on the board as it stands.
fn standing_beam_wins(position: &Position) -> bool {
    let mover = position.side_to_move();
    let beam = position.beam(mover);
    position.pharaoh(mover.other()).is_none_or(|pharaoh| beam.hits().has(pharaoh))
}

/// Searches a position with two lines. Returns those of the last complete iteration, and ends early if they are too similar.
fn search_two(
    searcher: &mut Searcher,
    position: &Position,
    (nodes, stages): (u64, Stages),
    signals: &Signals,
) -> Result<TwoLines, Flaw> {
    let (stop, model) = (Signals::default(), Model::of(position));
    let mut first: Option<Info> = None;
    let mut found: Option<TwoLines> = None;
    let mut observer = |info: &Info| {
        if signals.is_stopped() {
            stop.stop();
        }
        if stop.is_stopped() || info.bound != Bound::Exact {
            return;
        }
        let line = |info: &Info| Line { score: info.score, moves: info.pv.clone() };
        match (info.multipv, first.take()) {
            (1, _) => first = Some(info.clone()),
            (2, Some(best)) if best.depth == info.depth => {
                let lines = TwoLines { model, best: line(&best), second: line(info) };
                if !lines.may_suffice(info.nodes, stages) || (lines.best.wins() && lines.second.wins()) {
                    stop.stop();
                }
                found = Some(lines);
            }
            _ => {}
        }
    };
    searcher.clear();
    let settings = SearchSettings { multipv: 2, ..SearchSettings::default() };
    let best = searcher
        .search(&Game::new(position.clone()), &Limits::nodes_or_one(nodes), &settings, &stop, &mut observer)
        .best;
    if signals.is_stopped() {
        return Err(Flaw::Interrupted);
    }
    let found = found.ok_or(Flaw::NoChoice)?;
    if found.best.first() == best { Ok(found) } else { Err(Flaw::Unsure) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::{RuleSet, setups};

    fn examine(kfen: &str) -> Result<Solution, Flaw> {
        let position = kfen.parse::<Position>().unwrap_or_else(|rejection| panic!("{kfen}: {rejection}"));
        Examiner::new().expect("memory").examine(&position, &Signals::default())
    }

    #[test]
    fn a_chance_is_the_probability_of_a_win_and_half_of_a_draw() {
        let model = Model { even: 100.0, slope: 100.0 };
        // The probability of a win is a half, and that of a loss 1 / (1 + e^2), 0.119.
        let scores = [Score::win_in(3), Score::centipawns(100), Score::DRAW, Score::loss_in(2)];
        let expected = [2000, 1000 + 381, 1000, 0].map(Chance);
        assert_eq!(scores.map(|score| Chance::of(score, model)), expected);
        assert_eq!(MARGIN, Chance(500));
        assert_eq!(Chance(900).above(Chance(1000)), Chance(0));
        assert_eq!(Chance(1234).to_string(), "61.7 %");
    }

    #[test]
    fn a_forced_win_by_one_move_is_a_solution() {
        // All other moves lose to Red's next shot.
        let solution = examine("4p25/5k2P31//8P41/5S14//6p43/9K s khet1 0 1").expect("a solution");
        assert_eq!((solution.goal, solution.mate, solution.line.len()), (Goal::Win, Some(2), 3));
        assert_eq!(solution.line[0].to_string(), "j1i2");
    }

    #[test]
    fn a_flaw_names_the_reason() {
        // The Pyramid on j4 deflects the beam of the j file to the Pharaoh, or does so after one rotation.
        assert_eq!(examine("////4k4P3///4K5 s khet1"), Err(Flaw::StandingBeam));
        let capture = examine("////4k4P2///4K5 s khet1");
        assert_eq!(capture, Err(Flaw::ObviousCapture("j4+".parse().expect("a move"))));
        let classic = &setups::named(RuleSet::Khet2, "classic").expect("a set-up").position;
        let mut examiner = Examiner::new().expect("memory");
        assert!(!examiner.is_candidate(classic));
        let flaw = examiner.examine(classic, &Signals::default()).expect_err("many moves are good");
        assert!(matches!(flaw, Flaw::Ambiguous { .. }), "{flaw}");
        let signals = Signals::default();
        signals.stop();
        assert_eq!(examiner.examine(classic, &signals), Err(Flaw::Interrupted));
    }
}
