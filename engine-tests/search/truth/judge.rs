//! The judge: plays out every line that a search has told, and says what about it is not true.

use super::ask::Ask;
use super::case::Case;
use super::player::{Answer, Told, Worth};
use super::tally::Tally;
use crate::clean_room::board::Board;
use crate::prover::Prover;
use crate::twin::state::State;
use khepri::internal::notation::kfen;
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
    /// Claims of forced ends are proven up to so many plies.
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
        for told in &answer.told {
            let end = trial.line_keeps_the_rules(told).map_err(|why| format!("{why} in {}", shown(told)))?;
            trial.score_fits(told, end).map_err(|why| format!("{why}: {}", shown(told)))?;
            self.tally.lines += 1;
            self.tally.moves += told.line.len();
            self.tally.bounds += usize::from(!told.exact);
            self.tally.draws += usize::from(end == End::Drawn);
            if let Worth::Mate(moves) = told.worth
                && claims.insert((told.number == 1, told.line[0], moves, told.line.len()))
            {
                let claims = self.tally.mates.entry(moves).or_default();
                claims.made += 1;
                if told.line.len() <= self.most_plies {
                    trial.proof(told, moves).map_err(|why| format!("{why}: {}", shown(told)))?;
                    claims.proven += 1;
                }
            }
        }
        trial.nothing_near_is_missed()?;
        if let Some(moves) = trial.whole_mate_search()
            && 2 * moves as usize <= self.most_plies
        {
            trial.mate_is_told_if_there_is_one(moves)?;
            self.tally.asked_mates += 1;
        }
        Ok(())
    }
}

/// A line as a message shows it.
fn shown(told: &Told) -> String {
    let line: Vec<String> = told.line.iter().map(ToString::to_string).collect();
    let bound = if told.exact { "" } else { " (a bound)" };
    format!("line {} of depth {}, {:?}{bound}, `{}`", told.number, told.depth, told.worth, line.join(" "))
}

fn check(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise()) }
}

impl Trial<'_> {
    fn position(&self) -> &Position {
        &self.case.position
    }

    /// What is told of the best line, in its order.
    fn best_lines(&self) -> impl DoubleEndedIterator<Item = &Told> {
        self.answer.told.iter().filter(|told| told.number == 1)
    }

    /// The move that is played and the one to ponder on are the first two of the best line that was told last.
    fn answer_is_the_best_line(&self) -> Result<(), String> {
        let Some(best) = self.answer.best else { return Err("there is no bestmove".to_owned()) };
        check(self.state.moves().contains(&best), || format!("bestmove {best} is not legal"))?;
        if self.answer.told.is_empty() {
            let cut_short = self.ask.nodes.is_some() || self.ask.movetime.is_some() || self.ask.clock.is_some();
            return check(cut_short, || "a search that was not cut short tells nothing".to_owned());
        }
        let last = self.best_lines().next_back().ok_or("nothing is told of the best line")?;
        let expected = [Some(last.line[0]), last.line.get(1).copied()];
        check([Some(best), self.answer.ponder] == expected, || {
            format!("bestmove {best} ponder {:?} after {}", self.answer.ponder.map(|mv| mv.to_string()), shown(last))
        })
    }

    /// Depths and nodes are within the limits and grow.
    fn counts_fit(&self) -> Result<(), String> {
        let told = &self.answer.told;
        let most = self.ask.nodes.unwrap_or(u64::MAX);
        check(told.iter().all(|told| told.nodes <= most), || format!("more than {most} nodes"))?;
        let depth = self.ask.depth.map_or(u32::MAX, u32::from);
        check(told.iter().all(|told| told.depth >= 1 && told.depth <= depth), || format!("deeper than {depth}"))?;
        check(told.is_sorted_by_key(|told| told.nodes), || "fewer nodes than before".to_owned())
    }

    /// The lines of one iteration begin with different moves, the best first, and there are as many as were asked for.
    /// A search that ends within an iteration shows what it has of it, and the rest as it was.
    fn groups_are_in_order(&self) -> Result<(), String> {
        let legal = self.state.moves().len();
        let wanted = self.ask.lines().min(legal);
        let groups: Vec<&[Told]> = self.answer.told.chunk_by(|_, next| next.number != 1).collect();
        for (index, group) in groups.iter().enumerate() {
            let what = || group.iter().map(|told| format!("\n  {}", shown(told))).collect::<String>();
            check(group.iter().map(|told| told.number).eq(1..=group.len()), || format!("numbers: {}", what()))?;
            let first: HashSet<Move> = group.iter().map(|told| told.line[0]).collect();
            check(first.len() == group.len(), || format!("two lines begin alike:{}", what()))?;
            for depth in group.iter().map(|told| told.depth) {
                let ranks = group.iter().filter(|told| told.depth == depth && told.exact).map(|told| told.worth.rank());
                check(ranks.is_sorted_by(|one, next| one >= next), || format!("not the best first:{}", what()))?;
            }
            // The first iteration may be cut short, and the proof that ends a search for a mate has one line.
            let last = index + 1 == groups.len();
            let may_be_short = last && (index == 0 || self.ask.mate.is_some());
            check(group.len() == wanted || may_be_short, || format!("{wanted} lines are wanted:{}", what()))?;
        }
        Ok(())
    }

    /// Every move is legal, and only the last may end the game or the search's interest: an arrangement that stands for
    /// the third time in game and line, or for the second time in the line with the same player to move, is a draw.
    fn line_keeps_the_rules(&self, told: &Told) -> Result<End, String> {
        let mut now = self.state.clone();
        let mut arrangements = self.history.clone();
        let root = arrangements.len() - 1;
        let mut end = End::Open;
        for (index, &mv) in told.line.iter().enumerate() {
            check(end == End::Open, || format!("{mv} comes after the end ({end:?})"))?;
            check(now.moves().contains(&mv), || format!("{mv} is not legal in {}", kfen::write(&now.setup())))?;
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

    /// A forced end is told with the whole line to it, a draw is worth 0, and a line that ends the game is forced.
    fn score_fits(&self, told: &Told, end: End) -> Result<(), String> {
        let mover = self.state.mover();
        match told.worth {
            Worth::Mate(moves) => {
                check(told.exact, || "a forced end is not exact".to_owned())?;
                let winner = if moves > 0 { mover } else { mover.other() };
                check(end == End::Won(winner), || format!("the line ends otherwise ({end:?})"))?;
                // The last shot is the winner's or, a ply later, the loser's own.
                check(told.line.len().div_ceil(2) as i32 == moves.abs(), || "the line has another length".to_owned())
            }
            Worth::Centipawns(value) => match end {
                End::Won(_) => Err("the line ends the game and the score does not say so".to_owned()),
                End::Drawn => check(value == 0 || !told.exact, || "a draw is worth 0".to_owned()),
                End::Open => Ok(()),
            },
        }
    }

    /// Whether the player to move has a move after which the arrangement stands for the third time: a draw at once.
    fn can_repeat(&self, state: &State) -> bool {
        state.moves().into_iter().any(|mv| {
            let after = state.played(mv).0;
            after.outcome().is_none() && self.history.iter().filter(|other| **other == after.0.board).count() >= 2
        })
    }

    /// The forced end that is claimed can be forced: by the first move of the line if it is a win; against each move if
    /// it is a loss, or after the first move of the line if that is not the best. That the loser can escape by a
    /// repetition is looked at for his first move only.
    fn proof(&self, told: &Told, moves: i32) -> Result<(), String> {
        let (mut prover, plies) = (Prover::default(), told.line.len());
        let after = || self.state.played(told.line[0]).0;
        if moves > 0 {
            check(prover.wins_by(self.position(), told.line[0], plies), || "the win is not forced".to_owned())?;
            check(plies == 1 || !self.can_repeat(&after()), || "the loser escapes by a repetition".to_owned())
        } else if told.number == 1 {
            check(prover.loses(self.position(), plies), || "the loss is not forced".to_owned())?;
            check(!self.can_repeat(&self.state), || "the loser escapes by a repetition".to_owned())
        } else {
            // Where the first move hits the own Pharaoh, the line has been played already.
            let after = Position::try_from(after().setup());
            let forced = plies == 1 || after.is_ok_and(|after| prover.wins(&after, plies - 1));
            check(forced, || "the loss is not forced".to_owned())
        }
    }

    /// Whoever wins with his next shot, or loses whatever he does to the next, is told so from the first iteration on.
    fn nothing_near_is_missed(&self) -> Result<(), String> {
        let mut prover = Prover::default();
        let near = if prover.wins(self.position(), 1) {
            Worth::Mate(1)
        } else if prover.loses(self.position(), 2) && !self.can_repeat(&self.state) {
            Worth::Mate(-1)
        } else {
            return Ok(());
        };
        let mut exact = self.best_lines().filter(|told| told.exact);
        exact.try_for_each(|told| check(told.worth == near, || format!("{near:?} is missed: {}", shown(told))))
    }

    /// The moves of a search for a mate that no other limit keeps from looking at all of them.
    fn whole_mate_search(&self) -> Option<u32> {
        let Ask { depth, nodes, movetime, clock, mate, .. } = *self.ask;
        let unlimited = nodes.is_none() && movetime.is_none() && clock.is_none();
        mate.filter(|&moves| unlimited && depth.is_none_or(|depth| u32::from(depth) >= 2 * moves))
    }

    /// A search for a mate finds one only if there is one, and always if no repetition can come between.
    fn mate_is_told_if_there_is_one(&self, moves: u32) -> Result<(), String> {
        let there_is = Prover::default().wins(self.position(), 2 * moves as usize);
        let last = self.best_lines().next_back().ok_or("nothing is told")?;
        let told = matches!(last.worth, Worth::Mate(found) if (1..=moves as i32).contains(&found));
        // Within four plies, what stands there for the third time has stood there twice before.
        let stood_twice = (1..self.history.len()).any(|at| self.history[..at].contains(&self.history[at]));
        let undisturbed = self.history.len() == 1 || moves <= 2 && !stood_twice;
        let fits = told == there_is || there_is && !undisturbed;
        check(fits, || format!("a win in {moves} moves is there: {there_is}, told: {}", shown(last)))
    }
}
