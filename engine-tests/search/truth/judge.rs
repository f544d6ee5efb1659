//! The judge: plays out every line that a search has reported, and returns what about it is not true.

use super::ask::Ask;
use super::case::Case;
use super::player::{Answer, Reported, Worth};
use super::tally::Tally;
use crate::clean_room::board::Board;
use crate::prover::Prover;
use crate::twin::state::State;
use khepri::internal::rules::{Colour, Move, Outcome, Position};
use std::collections::HashSet;

/// Where a line leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// Nowhere yet.
    Open,
    /// To a hit on the other's Pharaoh.
    Won(Colour),
    /// To a shot on both Pharaohs, to a player without a move, or to what stood there before.
    Drawn,
}

/// Checks answers and counts what it has seen.
pub struct Judge {
    /// Claims of forced ends are proven up to this number of plies.
    pub most_plies: usize,
    pub tally: Tally,
}

/// One search that is judged.
struct Trial<'a> {
    case: &'a Case,
    ask: &'a Ask,
    answer: &'a Answer,
    state: State,
    history: Vec<Board>,
}

impl Judge {
    pub fn new(most_plies: usize) -> Judge {
        Judge { most_plies, tally: Tally::default() }
    }

    /// Checks the whole answer.
    ///
    /// # Errors
    /// What is not true of it.
    pub fn judge(&mut self, case: &Case, ask: &Ask, answer: &Answer) -> Result<(), String> {
        let (state, history) = case.history();
        let trial = Trial { case, ask, answer, state, history };
        self.tally.searches += 1;
        trial.answer_is_the_best_line()?;
        trial.counts_fit()?;
        trial.groups_are_in_order()?;
        let mut claims = HashSet::new();
        for reported in &answer.reported {
            let end = trial.line_keeps_the_rules(reported).map_err(|why| format!("{why} in {}", shown(reported)))?;
            trial.score_fits(reported, end).map_err(|why| format!("{why}: {}", shown(reported)))?;
            self.tally.lines += 1;
            self.tally.moves += reported.line.len();
            self.tally.bounds += usize::from(!reported.exact);
            self.tally.draws += usize::from(end == End::Drawn);
            if let Worth::Mate(moves) = reported.worth
                && claims.insert((reported.number == 1, reported.line[0], moves, reported.line.len()))
            {
                let claims = self.tally.mates.entry(moves).or_default();
                claims.made += 1;
                if reported.line.len() <= self.most_plies {
                    trial.proof(reported, moves).map_err(|why| format!("{why}: {}", shown(reported)))?;
                    claims.proven += 1;
                }
            }
        }
        trial.nothing_near_is_missed()?;
        if let Some(moves) = trial.whole_mate_search()
            && 2 * moves as usize <= self.most_plies
        {
            trial.mate_is_reported_if_there_is_one(moves)?;
            self.tally.asked_mates += 1;
        }
        Ok(())
    }
}

/// A line as a message shows it.
fn shown(reported: &Reported) -> String {
    let line: Vec<String> = reported.line.iter().map(ToString::to_string).collect();
    let bound = if reported.exact { "" } else { " (a bound)" };
    format!("line {} of depth {}, {:?}{bound}, `{}`", reported.number, reported.depth, reported.worth, line.join(" "))
}

fn check(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise()) }
}

impl Trial<'_> {
    fn position(&self) -> &Position {
        &self.case.position
    }

    /// What is reported of the best line, in its order.
    fn best_lines(&self) -> impl DoubleEndedIterator<Item = &Reported> {
        self.answer.reported.iter().filter(|reported| reported.number == 1)
    }

    /// The move that is played and the one to ponder on are the first two of the best line that was reported last.
    fn answer_is_the_best_line(&self) -> Result<(), String> {
        let Some(best) = self.answer.best else { return Err("there is no bestmove".to_owned()) };
        check(self.state.moves().contains(&best), || format!("bestmove {best} is not legal"))?;
        if self.answer.reported.is_empty() {
            let cut_short = self.ask.nodes.is_some() || self.ask.movetime.is_some() || self.ask.clock.is_some();
            return check(cut_short, || "a search that was not cut short reports nothing".to_owned());
        }
        let last = self.best_lines().next_back().ok_or("nothing is reported of the best line")?;
        let expected = [Some(last.line[0]), last.line.get(1).copied()];
        check([Some(best), self.answer.ponder] == expected, || {
            format!("bestmove {best} ponder {:?} after {}", self.answer.ponder.map(|mv| mv.to_string()), shown(last))
        })
    }

    /// Checks that depths and nodes are within the limits, and that nodes never decrease.
    fn counts_fit(&self) -> Result<(), String> {
        let reported = &self.answer.reported;
        let most = self.ask.nodes.unwrap_or(u64::MAX);
        check(reported.iter().all(|reported| reported.nodes <= most), || format!("more than {most} nodes"))?;
        let depth = self.ask.depth.map_or(u32::MAX, u32::from);
        check(reported.iter().all(|reported| reported.depth >= 1 && reported.depth <= depth), || {
            format!("deeper than {depth}")
        })?;
        check(reported.is_sorted_by_key(|reported| reported.nodes), || "fewer nodes than before".to_owned())
    }

    /// Checks that the lines of one iteration begin with different moves, the best first, and that their number is that of
    /// the question. A search that ends within an iteration reports the lines it has, and the others of the iteration before.
    fn groups_are_in_order(&self) -> Result<(), String> {
        let legal = self.state.moves().len();
        let expected = self.ask.lines().min(legal);
        let groups: Vec<&[Reported]> = self.answer.reported.chunk_by(|_, next| next.number != 1).collect();
        for (index, group) in groups.iter().enumerate() {
            let what = || group.iter().map(|reported| format!("\n  {}", shown(reported))).collect::<String>();
            check(group.iter().map(|reported| reported.number).eq(1..=group.len()), || format!("numbers: {}", what()))?;
            let first: HashSet<Move> = group.iter().map(|reported| reported.line[0]).collect();
            check(first.len() == group.len(), || format!("two lines begin alike:{}", what()))?;
            for depth in group.iter().map(|reported| reported.depth) {
                let ranks = group
                    .iter()
                    .filter(|reported| reported.depth == depth && reported.exact)
                    .map(|reported| reported.worth.rank());
                check(ranks.is_sorted_by(|one, next| one >= next), || format!("not the best first:{}", what()))?;
            }
            // The first iteration may be cut short, and the proof that ends a search for a mate has one line.
            let last = index + 1 == groups.len();
            let may_be_short = last && (index == 0 || self.ask.mate.is_some());
            check(group.len() == expected || may_be_short, || format!("expected {expected} lines:{}", what()))?;
        }
        Ok(())
    }

    /// Checks that every move is legal and that only the last one ends the game or is a draw of the search: the third
    /// occurrence of an arrangement in game and line, or the second one in the line with the same player to move.
    fn line_keeps_the_rules(&self, reported: &Reported) -> Result<End, String> {
        let mut now = self.state.clone();
        let mut arrangements = self.history.clone();
        let root = arrangements.len() - 1;
        let mut end = End::Open;
        for (index, &mv) in reported.line.iter().enumerate() {
            check(end == End::Open, || format!("{mv} comes after the end ({end:?})"))?;
            check(now.moves().contains(&mv), || format!("{mv} is not legal in {}", now.setup()))?;
            now = now.played(mv).0;
            let before = arrangements.iter().filter(|other| **other == now.0.board).count();
            let came_back = (root..=root + index)
                .any(|at| (root + index + 1 - at).is_multiple_of(2) && arrangements[at] == now.0.board);
            arrangements.push(now.0.board);
            end = match now.outcome() {
                Some(Outcome::Win(winner)) => End::Won(winner),
                Some(Outcome::Draw) => End::Drawn,
                None if before >= 2 || came_back => End::Drawn,
                None => End::Open,
            };
        }
        Ok(end)
    }

    /// A forced end is reported with the whole line to it, a draw is worth 0, and a line that ends the game is forced.
    fn score_fits(&self, reported: &Reported, end: End) -> Result<(), String> {
        let mover = self.state.mover();
        match reported.worth {
            Worth::Mate(moves) => {
                check(reported.exact, || "a forced end is not exact".to_owned())?;
                let winner = if moves > 0 { mover } else { mover.other() };
                check(end == End::Won(winner), || format!("the line ends otherwise ({end:?})"))?;
                // The last shot is the winner's or, a ply later, the loser's own.
                check(reported.line.len().div_ceil(2) as i32 == moves.abs(), || {
                    "the line has another length".to_owned()
                })
            }
            Worth::Centipawns(value) => match end {
                End::Won(_) => Err("the line ends the game and the score does not say so".to_owned()),
                End::Drawn => check(value == 0 || !reported.exact, || "a draw is worth 0".to_owned()),
                End::Open => Ok(()),
            },
        }
    }

    /// Returns whether the player to move can draw at once by the third occurrence of an arrangement.
    fn can_repeat(&self, state: &State) -> bool {
        state.moves().into_iter().any(|mv| {
            let after = state.played(mv).0;
            after.outcome().is_none() && self.history.iter().filter(|other| **other == after.0.board).count() >= 2
        })
    }

    /// Checks that a claimed mate can be forced. A win has to follow from the first move of the line. A loss has to follow
    /// from every move, or from the first move of the line if that is not the best one. An escape by repetition is checked
    /// for the loser's first move only.
    fn proof(&self, reported: &Reported, moves: i32) -> Result<(), String> {
        let (mut prover, plies) = (Prover::default(), reported.line.len());
        let after = || self.state.played(reported.line[0]).0;
        if moves > 0 {
            check(prover.wins_by(self.position(), reported.line[0], plies), || "the win is not forced".to_owned())?;
            check(plies == 1 || !self.can_repeat(&after()), || "the loser escapes by a repetition".to_owned())
        } else if reported.number == 1 {
            check(prover.loses(self.position(), plies), || "the loss is not forced".to_owned())?;
            check(!self.can_repeat(&self.state), || "the loser escapes by a repetition".to_owned())
        } else {
            // Where the first move hits the own Pharaoh, the line has been played already.
            let after = Position::try_from(after().setup());
            let forced = plies == 1 || after.is_ok_and(|after| prover.wins(&after, plies - 1));
            check(forced, || "the loss is not forced".to_owned())
        }
    }

    /// A win with the next shot, or an unavoidable loss to the next, is reported from the first iteration on.
    fn nothing_near_is_missed(&self) -> Result<(), String> {
        let mut prover = Prover::default();
        let near = if prover.wins(self.position(), 1) {
            Worth::Mate(1)
        } else if prover.loses(self.position(), 2) && !self.can_repeat(&self.state) {
            Worth::Mate(-1)
        } else {
            return Ok(());
        };
        let mut exact = self.best_lines().filter(|reported| reported.exact);
        exact.try_for_each(|reported| {
            check(reported.worth == near, || format!("{near:?} is missed: {}", shown(reported)))
        })
    }

    /// The moves of a search for a mate that no other limit keeps from looking at all of them.
    fn whole_mate_search(&self) -> Option<u32> {
        let Ask { depth, nodes, movetime, clock, mate, .. } = *self.ask;
        let unlimited = nodes.is_none() && movetime.is_none() && clock.is_none();
        mate.filter(|&moves| unlimited && depth.is_none_or(|depth| u32::from(depth) >= 2 * moves))
    }

    /// Checks that a search for a mate finds one only if there is one, and always if no repetition can prevent it.
    fn mate_is_reported_if_there_is_one(&self, moves: u32) -> Result<(), String> {
        let there_is = Prover::default().wins(self.position(), 2 * moves as usize);
        let last = self.best_lines().next_back().ok_or("nothing is reported")?;
        let reported = matches!(last.worth, Worth::Mate(found) if (1..=moves as i32).contains(&found));
        // An arrangement that occurs for the third time within four plies has occurred twice in the game.
        let stood_twice = (1..self.history.len()).any(|at| self.history[..at].contains(&self.history[at]));
        let undisturbed = self.history.len() == 1 || moves <= 2 && !stood_twice;
        let fits = reported == there_is || there_is && !undisturbed;
        check(fits, || format!("a win in {moves} moves is there: {there_is}, reported: {}", shown(last)))
    }
}
