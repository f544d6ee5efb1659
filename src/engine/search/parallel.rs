//! The helper threads of a search, and the vote on the answer.
//!
//! All threads search the same position and share the table (Lazy SMP); each has its own history. A helper skips an iteration
//! that at least half of the threads are searching. Source: <https://www.chessprogramming.org/Lazy_SMP>.

use super::observer::{Observer, Silent};
use super::params;
use super::root::Task;
use super::root_move::RootMove;
use super::shared::Shared;
use super::window::Depth;
use super::worker::{Memory, Worker};
use khepri_rules::{Game, Move};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

/// The helper threads. They are started when first needed, and later searches use them again.
pub struct Helpers {
    requested: usize,
    /// The number of threads to start: fewer than requested if the system refuses.
    number: usize,
    pool: Option<ThreadPool>,
    /// The memory of each helper, which the helper locks for a whole search.
    memories: Vec<Mutex<Memory>>,
}

/// The result of a thread.
struct Answer {
    /// The moves in order, the best first.
    moves: Vec<RootMove>,
    /// The last complete iteration.
    completed: Depth,
}

impl Helpers {
    /// Returns this number of helpers.
    pub fn new(number: usize) -> Helpers {
        Helpers { requested: number, number, pool: None, memories: Vec::new() }
    }

    /// Returns the requested number of threads.
    pub fn requested(&self) -> usize {
        self.requested
    }

    /// Starts the threads if they do not run yet, and returns their number. If the system refuses to start that many, tries
    /// half of them, and so on.
    pub fn start(&mut self) -> usize {
        while self.pool.is_none() && self.number > 0 {
            let builder =
                ThreadPoolBuilder::new().num_threads(self.number).thread_name(|index| format!("helper {index}"));
            match builder.build() {
                Ok(pool) => self.pool = Some(pool),
                Err(error) => {
                    log::warn!("cannot start {} helper threads: {error}; trying half of them", self.number);
                    self.number /= 2;
                }
            }
        }
        let threads = self.pool.as_ref().map_or(0, ThreadPool::current_num_threads);
        self.memories.resize_with(threads, Mutex::default);
        threads
    }

    /// Starts the threads and allocates their memory.
    pub fn prepare(&mut self) {
        self.start();
        self.each_memory(Memory::prepare);
    }

    /// Returns whether a search needs no further threads or memory.
    pub fn is_prepared(&self) -> bool {
        self.number == 0 || self.pool.is_some()
    }

    /// Clears the histories, corrections and evaluations of the helpers.
    pub fn forget(&mut self) {
        self.each_memory(Memory::forget);
    }

    fn each_memory(&mut self, change: fn(&mut Memory)) {
        for memory in &mut self.memories {
            change(memory.get_mut().unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Runs iterative deepening on `first` and on all helpers, until `first` ends or a helper has an answer that is enough. Leaves the
    /// moves of the elected thread in `moves`. Returns whether that thread is a helper.
    pub fn deepen(
        &self,
        first: &mut Worker,
        game: &Game,
        moves: &mut Vec<RootMove>,
        task: &Task,
        observer: &mut dyn Observer,
    ) -> bool {
        let (shared, start) = (first.shared, moves.clone());
        let answers: Vec<Mutex<Option<Answer>>> = self.memories.iter().map(|_| Mutex::default()).collect();
        let help = |index: usize| {
            let (Some(memory), Some(answer)) = (self.memories.get(index), answers.get(index)) else { return };
            let mut memory = memory.lock().unwrap_or_else(PoisonError::into_inner);
            let mut moves = start.clone();
            let mut helper = Worker::new(shared, index + 1, game, &mut memory);
            helper.deepen(&mut moves, task, &mut Silent);
            let completed = helper.completed;
            *answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(Answer { moves, completed });
        };
        let mut lead = || {
            // Ends the helpers even if the first thread panics. Otherwise they would search forever.
            let _finish = FinishOnDrop(shared);
            first.deepen(moves, task, observer);
        };
        match &self.pool {
            None => lead(),
            Some(pool) => pool.in_place_scope(|scope| {
                scope.spawn_broadcast(|_, context| help(context.index()));
                lead();
            }),
        };
        // The lines of two threads cannot be mixed, so a search of several lines returns those of the first thread.
        if task.lines > 1 {
            return false;
        }
        let answers =
            answers.into_iter().filter_map(|answer| answer.into_inner().unwrap_or_else(PoisonError::into_inner));
        let own = Answer { moves: std::mem::take(moves), completed: first.completed };
        let mut all: Vec<Answer> = std::iter::once(own).chain(answers).collect();
        share_losses(&mut all);
        // A thread that has completed the task needs no vote.
        let complete = all.iter().position(|answer| task.is_complete(answer.completed));
        let elected = complete
            .unwrap_or_else(|| elect(&all.iter().filter_map(|answer| answer.moves.first()).collect::<Vec<_>>()));
        *moves = all.swap_remove(elected).moves;
        elected > 0
    }
}

/// A guard that ends the search of all threads when it is dropped.
struct FinishOnDrop<'a>(&'a Shared<'a>);

impl Drop for FinishOnDrop<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}

/// Marks the best move of each thread as losing if any thread has found that it loses.
fn share_losses(all: &mut [Answer]) {
    let lost: HashSet<Move> =
        all.iter().flat_map(|answer| &answer.moves).filter(|root| root.loses).map(RootMove::mv).collect();
    for best in all.iter_mut().filter_map(|answer| answer.moves.first_mut()) {
        best.loses = lost.contains(&best.mv());
    }
}

/// Returns the index of the thread with the best answer, given the best root move of each thread. It is the thread with the
/// shortest proven win. Without a proven win, the move with the most votes wins, and its deepest search is taken. The weight of
/// a vote grows with its depth and with its score above the worst. A move that loses is elected only if all of them do.
pub fn elect(answers: &[&RootMove]) -> usize {
    let proven = answers.iter().enumerate().filter_map(|(thread, answer)| Some((answer.proven_win()?, thread)));
    if let Some((_, thread)) = proven.min() {
        return thread;
    }
    let best = answers.iter().map(|answer| answer.score.value()).max().unwrap_or_default();
    let worst =
        answers.iter().map(|answer| answer.score.value()).min().unwrap_or_default().max(best - params::vote_range());
    let mut votes: HashMap<Move, i64> = HashMap::new();
    for answer in answers {
        let weight = i64::from((answer.score.value() - worst).max(0) + params::vote_base());
        *votes.entry(answer.mv()).or_default() += weight * i64::from(answer.depth.0);
    }
    let rank = |thread: &usize| {
        let answer = answers[*thread];
        (votes.get(&answer.mv()), answer.depth, answer.score, std::cmp::Reverse(*thread))
    };
    // A draw by repetition is not elected if a thread has a move that is better than a draw.
    let ahead = answers.iter().any(|answer| answer.is_ahead());
    let all_lose = answers.iter().all(|answer| answer.loses);
    let eligible = (0..answers.len())
        .filter(|&thread| !(ahead && answers[thread].repeats()) && (all_lose || !answers[thread].loses));
    eligible.max_by_key(rank).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;
    use crate::search::draws::Drawn;
    use crate::search::observer::{Bound, Info};
    use crate::search::{Depth, Limits, SearchSettings, Searcher, Signals};
    use khepri_rules::{Position, RuleSet, Setup, setups};

    /// Returns an answer: the move with this number, score and depth.
    fn answer(number: usize, score: Score, depth: u8) -> RootMove {
        let game = Game::new(setups::named(RuleSet::Khet2, setups::CLASSIC).expect("a set-up").position.clone());
        let mut root = RootMove::list(&game, &[]).swap_remove(number);
        (root.score, root.depth) = (score, Depth(depth));
        root
    }

    fn elected(answers: &[RootMove]) -> usize {
        elect(&answers.iter().collect::<Vec<_>>())
    }

    #[test]
    fn one_thread_elects_itself() {
        assert_eq!(elected(&[answer(3, Score::centipawns(-50), 7)]), 0);
        assert_eq!(elected(&[answer(3, -Score::INFINITE, 0)]), 0);
    }

    #[test]
    fn the_move_of_most_threads_wins_and_the_deepest_answer_with_it_is_elected() {
        let cp = Score::centipawns;
        assert_eq!(elected(&[answer(0, cp(10), 8), answer(1, cp(12), 8), answer(1, cp(11), 9)]), 2);
        assert_eq!(elected(&[answer(0, cp(10), 8), answer(1, cp(10), 8)]), 0, "the first of equals");
    }

    #[test]
    fn a_much_better_score_beats_a_majority() {
        let cp = Score::centipawns;
        assert_eq!(elected(&[answer(0, cp(-300), 8), answer(0, cp(-300), 8), answer(1, cp(50), 8)]), 2);
        // The other threads have searched deeper and found a loss.
        let lost = Score::loss_in(6);
        assert_eq!(elected(&[answer(0, lost, 8), answer(2, lost, 8), answer(1, cp(-400), 7)]), 2);
    }

    #[test]
    fn a_move_that_loses_is_elected_only_if_all_of_them_do() {
        // The third thread has not searched its move. The others would win the vote.
        let lost = Score::loss_in(6);
        let mut answers = [answer(0, lost, 8), answer(0, lost, 9), answer(1, -Score::INFINITE, 0)];
        answers[..2].iter_mut().for_each(|answer| answer.loses = true);
        assert_eq!(elected(&answers), 2);
        answers[2].loses = true;
        assert_eq!(elected(&answers), 1);
    }

    #[test]
    fn a_move_loses_if_any_thread_has_found_the_loss() {
        let answered = |best: usize, losing: &[usize]| {
            let game = Game::new(setups::named(RuleSet::Khet2, setups::CLASSIC).expect("a set-up").position.clone());
            let mut moves = RootMove::list(&game, &[]);
            losing.iter().for_each(|&number| moves[number].loses = true);
            moves[..=best].rotate_right(1);
            Answer { moves, completed: Depth(8) }
        };
        let mut all = [answered(3, &[]), answered(4, &[3, 7]), answered(5, &[5])];
        share_losses(&mut all);
        assert_eq!(all.map(|answer| answer.moves[0].loses), [true, false, true]);
    }

    #[test]
    fn the_shortest_proven_win_answers_and_a_bound_proves_nothing() {
        let cp = Score::centipawns;
        let mut answers = [answer(0, cp(900), 12), answer(1, Score::win_in(7), 6), answer(2, Score::win_in(5), 6)];
        assert_eq!(elected(&answers), 2);
        answers[2].bound = Bound::Lower;
        assert_eq!(elected(&answers), 1);
    }

    #[test]
    fn a_draw_by_repetition_loses_the_vote_to_a_better_score() {
        let cp = Score::centipawns;
        let mut answers = [answer(0, Score::DRAW, 12), answer(0, Score::DRAW, 12), answer(1, cp(1), 5)];
        assert_eq!(elected(&answers), 0);
        answers[..2].iter_mut().for_each(|answer| answer.drawn = Some(Drawn::AtOnce));
        assert_eq!(elected(&answers), 2);
        answers[2].depth = Depth::ZERO;
        assert_eq!(elected(&answers), 0, "nothing is known to be better");
    }

    #[test]
    fn a_thread_without_a_result_has_no_vote() {
        let nothing = -Score::INFINITE;
        assert_eq!(elected(&[answer(0, Score::centipawns(-5), 2), answer(1, nothing, 0), answer(1, nothing, 0)]), 0);
    }

    #[test]
    fn a_fixed_depth_is_answered_and_reported_by_the_thread_that_completes_it() {
        let mut searcher = Searcher::new(1, 4).expect("memory");
        for (number, name) in [setups::CLASSIC, "imhotep", "dynasty"].into_iter().cycle().take(9).enumerate() {
            let game = Game::new(setups::named(RuleSet::Khet2, name).expect("a set-up").position.clone());
            let depth = Depth(3 + number as u8 % 4);
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let mut last = BestLine::default();
            let best = searcher.search(&game, &limits, &SearchSettings::default(), &Signals::default(), &mut last);
            let last = last.0.expect("a report");
            assert_eq!((last.depth, last.bound, last.pv.first()), (depth, Bound::Exact, best.best.as_ref()));
        }
    }

    #[test]
    fn a_win_that_a_helper_finds_is_the_answer_with_other_limits_and_with_several_lines() {
        // A win in two moves, from positions/tactics.
        let text = "x35s13/5a3ka22/6p23//3p31P43P4/p12S25P3/1A11s16/3KS11p22X1 r khet2 17 104";
        let setup = text.parse::<Setup>().expect("a set-up");
        let game = Game::new(Position::try_from(setup).expect("a position"));
        let mut searcher = Searcher::new(1, 4).expect("memory");
        for (multipv, depth) in [(1, None), (2, None), (1, Some(Depth(40))), (2, Some(Depth(40)))] {
            searcher.clear();
            let limits = Limits { depth, mate: Some(2), ..Limits::default() };
            let settings = SearchSettings { multipv, ..SearchSettings::default() };
            let mut best_line = BestLine::default();
            let best = searcher.search(&game, &limits, &settings, &Signals::default(), &mut best_line);
            let line = best_line.0.expect("a report");
            assert_eq!((line.score, line.pv.first()), (Score::win_in(3), best.best.as_ref()), "{multipv} {depth:?}");
        }
    }

    /// An observer that stores the last report of the first line.
    #[derive(Default)]
    struct BestLine(Option<Info>);

    impl Observer for BestLine {
        fn iteration(&mut self, info: &Info) {
            if info.multipv == 1 {
                self.0 = Some(info.clone());
            }
        }

        fn current_move(&mut self, _: Move, _: usize) {}
    }
}
