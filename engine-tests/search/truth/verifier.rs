//! The verifier: plays out every line that a search has reported, and returns the first false claim.

use super::backend::{Answer, Question, ReportedLine, Score};
use super::case::Case;
use crate::clean_room::board::Board;
use crate::search::prover::Prover;
use crate::twin::state::State;
use khepri_rules::{Colour, Move, Outcome, Position};
use std::collections::{BTreeMap, HashSet};

/// Counts of what was verified.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    pub searches: usize,
    pub lines: usize,
    pub moves: usize,
    /// Lines whose score is a bound.
    pub bounds: usize,
    /// Lines that end in a draw.
    pub draws: usize,
    /// Claims by the number of moves, negative if the side to move loses: how many were made, and how many of them proven. Equal
    /// claims of a search count once.
    pub mates: BTreeMap<i32, [usize; 2]>,
    /// Searches for a mate whose result was compared with a proof.
    pub mate_searches: usize,
}

/// The outcome at the end of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// The game continues.
    Open,
    /// This player has won: only the opponent's Pharaoh is hit.
    Won(Colour),
    /// Both Pharaohs are hit, a player has no move, or an arrangement is repeated.
    Drawn,
}

/// A verifier of answers that counts what it has checked.
pub struct Verifier {
    /// Claims of forced ends are proven up to this number of plies.
    pub max_plies: usize,
    pub tally: Tally,
}

/// A search to verify.
struct Search<'a> {
    case: &'a Case,
    question: &'a Question,
    answer: &'a Answer,
    state: State,
    history: Vec<Board>,
}

impl Verifier {
    pub fn new(max_plies: usize) -> Verifier {
        Verifier { max_plies, tally: Tally::default() }
    }

    /// Verifies an answer.
    ///
    /// # Errors
    /// The first false claim.
    pub fn verify(&mut self, case: &Case, question: &Question, answer: &Answer) -> Result<(), String> {
        let (state, history) = case.history();
        let search = Search { case, question, answer, state, history };
        self.tally.searches += 1;
        search.check_best_move()?;
        search.check_counts()?;
        search.check_iterations()?;
        let mut claims = HashSet::new();
        for line in &answer.lines {
            let end = search.play_out(line).map_err(|why| format!("{why} in {}", shown(line)))?;
            search.check_score(line, end).map_err(|why| format!("{why}: {}", shown(line)))?;
            self.tally.lines += 1;
            self.tally.moves += line.moves.len();
            self.tally.bounds += usize::from(!line.exact);
            self.tally.draws += usize::from(end == End::Drawn);
            if let Score::Mate(moves) = line.score
                && claims.insert((line.number == 1, line.moves[0], moves, line.moves.len()))
            {
                let claims = self.tally.mates.entry(moves).or_default();
                claims[0] += 1;
                if line.moves.len() <= self.max_plies {
                    search.prove_mate(line, moves).map_err(|why| format!("{why}: {}", shown(line)))?;
                    claims[1] += 1;
                }
            }
        }
        search.check_short_mates()?;
        if let Some(moves) = search.complete_mate_search()
            && 2 * moves as usize <= self.max_plies
        {
            search.check_mate_search(moves)?;
            self.tally.mate_searches += 1;
        }
        Ok(())
    }
}

/// Returns a line as failures show it.
fn shown(line: &ReportedLine) -> String {
    let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
    let bound = if line.exact { "" } else { " (a bound)" };
    format!("line {} of depth {}, {:?}{bound}, `{}`", line.number, line.depth, line.score, moves.join(" "))
}

fn check(is_true: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if is_true { Ok(()) } else { Err(message()) }
}

impl Search<'_> {
    fn position(&self) -> &Position {
        self.case.position()
    }

    /// Returns the reports of the best line, in order.
    fn best_lines(&self) -> impl DoubleEndedIterator<Item = &ReportedLine> {
        self.answer.lines.iter().filter(|line| line.number == 1)
    }

    /// Checks that the best move and the ponder move are the first two moves of the last best line.
    fn check_best_move(&self) -> Result<(), String> {
        let Some(best) = self.answer.best else { return Err("there is no bestmove".to_owned()) };
        check(self.state.moves().contains(&best), || format!("bestmove {best} is not legal"))?;
        let last = self.best_lines().next_back().ok_or("the best line is not reported")?;
        let expected = [Some(last.moves[0]), last.moves.get(1).copied()];
        check([Some(best), self.answer.ponder] == expected, || {
            format!("bestmove {best} ponder {:?} after {}", self.answer.ponder.map(|mv| mv.to_string()), shown(last))
        })
    }

    /// Checks that depths and nodes are within the limits, and that nodes never decrease.
    fn check_counts(&self) -> Result<(), String> {
        let lines = &self.answer.lines;
        let max = self.question.nodes.unwrap_or(u64::MAX);
        check(lines.iter().all(|line| line.nodes <= max), || format!("more than {max} nodes"))?;
        let depth = self.question.depth.map_or(u32::MAX, u32::from);
        check(lines.iter().all(|line| line.depth >= 1 && line.depth <= depth), || format!("deeper than {depth}"))?;
        check(lines.is_sorted_by_key(|line| line.nodes), || "fewer nodes than before".to_owned())
    }

    /// Checks that the lines of an iteration have the requested number, begin with different moves, and are sorted by score. A
    /// search that ends within an iteration completes its lines with those of the previous one.
    fn check_iterations(&self) -> Result<(), String> {
        let legal = self.state.moves().len();
        let expected = self.question.lines().min(legal);
        let iterations: Vec<&[ReportedLine]> = self.answer.lines.chunk_by(|_, next| next.number != 1).collect();
        for (index, lines) in iterations.iter().enumerate() {
            let all = || lines.iter().map(|line| format!("\n  {}", shown(line))).collect::<String>();
            check(lines.iter().map(|line| line.number).eq(1..=lines.len()), || format!("numbers: {}", all()))?;
            let first: HashSet<Move> = lines.iter().map(|line| line.moves[0]).collect();
            check(first.len() == lines.len(), || format!("two lines begin alike:{}", all()))?;
            for depth in lines.iter().map(|line| line.depth) {
                let ranks = lines.iter().filter(|line| line.depth == depth && line.exact).map(|line| line.score.rank());
                check(ranks.is_sorted_by(|one, next| one >= next), || format!("not the best first:{}", all()))?;
            }
            // The last iteration may have fewer lines if it is also the first, or if it proves the mate of `go mate`.
            let last = index + 1 == iterations.len();
            let may_be_incomplete = last && (index == 0 || self.question.mate.is_some());
            check(lines.len() == expected || may_be_incomplete, || format!("expected {expected} lines:{}", all()))?;
        }
        Ok(())
    }

    /// Checks that every move is legal and that only the last one may end the game or draw by repetition, and returns the end.
    /// The search scores two kinds of repetition as a draw: the third occurrence of an arrangement in game and line, and the
    /// second occurrence in the line with the same player to move.
    fn play_out(&self, line: &ReportedLine) -> Result<End, String> {
        let mut now = self.state.clone();
        let mut arrangements = self.history.clone();
        let root = arrangements.len() - 1;
        let mut end = End::Open;
        for (index, &mv) in line.moves.iter().enumerate() {
            check(end == End::Open, || format!("{mv} comes after the end ({end:?})"))?;
            check(now.moves().contains(&mv), || format!("{mv} is not legal in {}", now.kfen()))?;
            now = now.played(mv).0;
            let before = arrangements.iter().filter(|other| **other == now.0.board).count();
            let is_repeated = (root..=root + index)
                .any(|at| (root + index + 1 - at).is_multiple_of(2) && arrangements[at] == now.0.board);
            arrangements.push(now.0.board);
            end = match now.outcome() {
                Some(Outcome::Win(winner)) => End::Won(winner),
                Some(Outcome::Draw) => End::Drawn,
                None if before >= 2 || is_repeated => End::Drawn,
                None => End::Open,
            };
        }
        Ok(end)
    }

    /// Checks that a mate score has a line of its length to the end of the game, that a line to the end of the game has a mate
    /// score, and that a draw has the score 0.
    fn check_score(&self, line: &ReportedLine, end: End) -> Result<(), String> {
        let mover = self.state.mover();
        match line.score {
            Score::Mate(moves) => {
                check(line.exact, || "a forced end is not exact".to_owned())?;
                let winner = if moves > 0 { mover } else { mover.other() };
                check(end == End::Won(winner), || format!("the line ends otherwise ({end:?})"))?;
                // The last shot is the winner's, or a ply later the loser's own.
                check(line.moves.len().div_ceil(2) as i32 == moves.abs(), || "the line has another length".to_owned())
            }
            Score::Centipawns(value) => match end {
                End::Won(_) => Err("the line ends the game and the score does not say so".to_owned()),
                End::Drawn => check(value == 0 || !line.exact, || "a draw is worth 0".to_owned()),
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

    /// Checks that a claimed mate can be forced. A win must follow from the first move of the line. A loss must follow from
    /// every move, or from the first move of the line if it is not the best line. Repetition is considered only for the loser's
    /// first move.
    fn prove_mate(&self, line: &ReportedLine, moves: i32) -> Result<(), String> {
        let (mut prover, plies) = (Prover::default(), line.moves.len());
        let after = || self.state.played(line.moves[0]).0;
        if moves > 0 {
            check(prover.wins_by(self.position(), line.moves[0], plies), || "the win is not forced".to_owned())?;
            check(plies == 1 || !self.can_repeat(&after()), || "the loser escapes by a repetition".to_owned())
        } else if line.number == 1 {
            check(prover.loses(self.position(), plies), || "the loss is not forced".to_owned())?;
            check(!self.can_repeat(&self.state), || "the loser escapes by a repetition".to_owned())
        } else {
            // If the first move hits the player's own Pharaoh, the game is over and nothing remains to prove.
            let after = after().kfen().parse::<Position>();
            let forced = plies == 1 || after.is_ok_and(|after| prover.wins(&after, plies - 1));
            check(forced, || "the loss is not forced".to_owned())
        }
    }

    /// Returns whether a line may have the static evaluation of a move that a stopped search has not reached.
    fn may_be_estimate(&self, line: &ReportedLine) -> bool {
        let Question { nodes, movetime, clock, .. } = self.question;
        let is_limited = nodes.is_some() || movetime.is_some() || clock.is_some();
        let is_last = self.best_lines().next_back().is_some_and(|last| std::ptr::eq(last, line));
        is_limited && is_last && line.depth == 1 && line.moves.len() == 1
    }

    /// Checks that a win in one move, or a loss in one move, is reported from the first iteration on.
    fn check_short_mates(&self) -> Result<(), String> {
        let mut prover = Prover::default();
        let mate = if prover.wins(self.position(), 1) {
            Score::Mate(1)
        } else if prover.loses(self.position(), 2) && !self.can_repeat(&self.state) {
            Score::Mate(-1)
        } else {
            return Ok(());
        };
        let is_searched = |line: &&ReportedLine| mate == Score::Mate(1) || !self.may_be_estimate(line);
        let mut exact = self.best_lines().filter(|line| line.exact).filter(is_searched);
        exact.try_for_each(|line| check(line.score == mate, || format!("{mate:?} is missed: {}", shown(line))))
    }

    /// Returns the number of moves of a search for a mate that no other limit can end early.
    fn complete_mate_search(&self) -> Option<u32> {
        let Question { depth, nodes, movetime, clock, mate, .. } = *self.question;
        let unlimited = nodes.is_none() && movetime.is_none() && clock.is_none();
        mate.filter(|&moves| unlimited && depth.is_none_or(|depth| u32::from(depth) >= 2 * moves))
    }

    /// Checks that a search for a mate reports only a mate that exists, and reports it if no repetition can prevent it.
    fn check_mate_search(&self, moves: u32) -> Result<(), String> {
        let exists = Prover::default().wins(self.position(), 2 * moves as usize);
        let last = self.best_lines().next_back().ok_or("nothing is reported")?;
        let is_reported = matches!(last.score, Score::Mate(found) if (1..=moves as i32).contains(&found));
        // A third occurrence within four plies needs an arrangement that has occurred twice in the game.
        let has_repetition = (1..self.history.len()).any(|at| self.history[..at].contains(&self.history[at]));
        let cannot_repeat = self.history.len() == 1 || moves <= 2 && !has_repetition;
        let is_right = is_reported == exists || exists && !cannot_repeat;
        check(is_right, || format!("a win in {moves} moves exists: {exists}, reported: {}", shown(last)))
    }
}
