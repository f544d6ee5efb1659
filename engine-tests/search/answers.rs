//! The answer of a search at every limit and at every moment of a stop: a win at once if there is one, no shot that loses at once
//! if another move does not, and a move of a reported line. If all searched moves lose, the answer is a move that was not searched.

use crate::search::prover::Prover;
use crate::twin::pyramids::counting;
use crate::twin::random_positions::unfinished;
use khepri_engine::internal::eval::accumulator;
use khepri_engine::internal::search::{SearchSettings, Searcher};
use khepri_engine::{Bound, Depth, Info, Limits, Observer, Score, Signals, Upkeep};
use khepri_rules::internal::util::random::Random;
use khepri_rules::{Game, Move, Outcome, Position, setups};
use std::num::NonZero;

/// A lost position in which the move after those that lose shoots the own Pharaoh.
const NEXT_SHOOTS_ITSELF: (&str, &str) =
    ("x32a2k3p11/4s15/2p27/p15s12P3/5S14/4p13K1/3S16/7p11X1 r khet2 11 184", "e3f3");

/// An observer that stores all reports, and sends a stop after a number of them.
struct Reports<'a> {
    all: Vec<Info>,
    stops_after: usize,
    signals: &'a Signals,
}

impl Observer for Reports<'_> {
    fn iteration(&mut self, info: &Info) {
        self.all.push(info.clone());
        if self.all.len() >= self.stops_after {
            self.signals.stop();
        }
    }
    fn current_move(&mut self, _: Move, _: usize) {}
}

/// Returns a searcher that counts Pyramids.
fn searcher(threads: usize) -> Searcher {
    Searcher::with_network(1, threads, counting()).expect("1 MiB")
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: NonZero::new(nodes), ..Limits::default() }
}

/// Returns the position after a move.
fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    after.play(mv).unwrap_or_else(|why| panic!("{mv} in {position}: {why}"));
    after
}

/// A number of reports after which no search is stopped.
const NEVER: usize = usize::MAX;

/// Searches, stops after a number of reports, and checks the answer. Returns it with the reports.
fn answer(
    searcher: &mut Searcher,
    position: &Position,
    limits: &Limits,
    multipv: usize,
    stops_after: usize,
) -> (Move, Vec<Info>) {
    let what = format!("{position} {limits:?} {multipv} {stops_after}");
    let signals = Signals::default();
    if stops_after == 0 {
        signals.stop();
    }
    let mut reports = Reports { all: Vec::new(), stops_after, signals: &signals };
    let settings = SearchSettings { multipv, ..SearchSettings::default() };
    let found = searcher.search(&Game::new(position.clone()), limits, &settings, &signals, &mut reports);
    let best = found.best.unwrap_or_else(|| panic!("no move: {what}"));
    let own = position.side_to_move();
    let moves = if limits.searchmoves.is_empty() { position.legal_moves() } else { limits.searchmoves.clone() };
    assert!(moves.contains(&best), "{best}: {what}");
    let end = |mv: Move| after(position, mv).outcome();
    let (win, loss) = (Some(Outcome::Win(own)), Some(Outcome::Win(own.other())));
    assert!(end(best) == win || moves.iter().all(|&mv| end(mv) != win), "{best} misses a win: {what}");
    assert!(end(best) != loss || moves.iter().all(|&mv| end(mv) == loss), "{best} loses at once: {what}");
    let last = reports.all.iter().rev().find(|info| info.multipv == 1).unwrap_or_else(|| panic!("no report: {what}"));
    assert_eq!(last.pv.first(), Some(&best), "{what}");
    for info in &reports.all {
        assert!(limits.nodes.is_none_or(|limit| info.nodes <= limit.get()), "{what}");
        assert!(info.bound == Bound::Exact || info.score.value().abs() < 10_000, "a bound {}: {what}", info.score);
        if let Some(plies) = info.score.mate_plies() {
            assert_eq!(info.pv.len(), plies as usize, "{what}");
        }
    }
    (best, reports.all)
}

/// Returns positions with the length of their win in plies, from `positions/mates`.
fn won() -> Vec<(Position, usize)> {
    let read = |moves: usize| {
        let path = format!("{}/positions/mates/{moves}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let lines: Vec<String> = text
            .lines()
            .filter(|line| !line.starts_with('#') && line.contains(" ; mate "))
            .map(str::to_owned)
            .collect();
        lines
            .into_iter()
            .map(move |line| (crate::twin::position(line.split(" ; ").next().expect("a position")), 2 * moves - 1))
    };
    (2..=3).flat_map(read).collect()
}

/// Returns positions that the side to move loses: those after the first move of a proven win, and one more.
fn lost() -> Vec<Position> {
    let losing = won().into_iter().map(|(position, plies)| {
        let mut prover = Prover::default();
        let mv = position.legal_moves().into_iter().find(|&mv| prover.wins_by(&position, mv, plies));
        after(&position, mv.expect("a winning move"))
    });
    let (kfen, mv) = NEXT_SHOOTS_ITSELF;
    let example = after(&crate::twin::position(kfen), mv.parse().expect("a move"));
    std::iter::once(example).chain(losing.filter(|position| position.outcome().is_none()).take(12)).collect()
}

#[test]
fn at_every_number_of_nodes_a_lost_or_won_position_has_a_reported_answer_that_does_not_lose_at_once() {
    let mut searcher = searcher(1);
    for position in lost().into_iter().chain(won().into_iter().take(12).map(|(position, _)| position)) {
        (1..=400).for_each(|limit| _ = answer(&mut searcher, &position, &nodes(limit), 1, NEVER));
    }
}

#[test]
fn positions_of_games_have_such_an_answer_with_several_threads_and_lines_and_with_few_moves_to_search() {
    let mut random = Random::seed_from_u64(53);
    let (mut alone, mut together) = (searcher(1), searcher(3));
    let named = setups::all().iter().map(|named| named.position.clone());
    let mut positions: Vec<Position> = named.chain(lost()).collect();
    while positions.len() < 140 {
        let position = unfinished(&mut random, 80);
        positions.extend(Some(position).filter(|position| position.outcome().is_none()));
    }
    for position in positions {
        for limit in [1, 2, 3, 7, 20, 50, 90, 160, 300, 700] {
            let multipv = 1 + random.below(3);
            answer(&mut alone, &position, &nodes(limit), multipv, NEVER);
            answer(&mut together, &position, &nodes(limit), multipv, NEVER);
            let searchmoves: Vec<Move> = position.legal_moves().into_iter().filter(|_| random.below(9) == 0).collect();
            answer(&mut alone, &position, &Limits { searchmoves, ..nodes(limit) }, 1, NEVER);
        }
        answer(&mut alone, &position, &Limits { mate: Some(2), ..nodes(30) }, 1, NEVER);
        for stops_after in 0..4 {
            answer(&mut alone, &position, &Limits::default(), 1, stops_after);
            answer(&mut together, &position, &Limits::default(), 1, stops_after);
        }
    }
}

#[test]
fn if_all_moves_searched_in_an_iteration_lose_the_answer_is_one_that_was_not() {
    let mut tried = 0;
    for position in lost() {
        let mut searcher = searcher(1);
        let mut reports = |limit| {
            searcher.clear();
            answer(&mut searcher, &position, &nodes(limit), 1, NEVER)
        };
        let (_, complete) = reports(3000);
        for pair in complete.windows(2) {
            // The iterations from the end of the first to the end of the second, which finds the loss.
            let [before, lost] = pair else { continue };
            if before.score.is_loss() || !lost.score.is_loss() || lost.depth.plies() != before.depth.plies() + 1 {
                continue;
            }
            for limit in (before.nodes..lost.nodes).step_by(7) {
                let (best, all) = reports(limit);
                let refuted = |info: &Info| info.score.is_loss() && info.pv.first() == Some(&best);
                assert!(!all.iter().any(refuted), "{best} in {position} after {limit} nodes");
                tried += 1;
            }
        }
    }
    assert!(tried > 20, "{tried}");
}

#[test]
fn a_move_that_no_search_has_scored_is_reported_with_the_evaluation_after_it_or_its_win() {
    let network = counting();
    let mut searcher = searcher(1);
    for named in setups::all() {
        let (best, all) = answer(&mut searcher, &named.position, &nodes(1), 1, NEVER);
        let [info] = &all[..] else { panic!("{} reports", all.len()) };
        assert_eq!((info.depth, info.pv.len()), (Depth::ONE, 1));
        let estimate = Score::centipawns(-accumulator::evaluate(&network, &after(&named.position, best)).value());
        assert_eq!((info.score, info.bound), (estimate, Bound::Exact), "{}", named.name);
    }
    let won = crate::twin::position("x39/////4K5//4k4X1 s khet2");
    for (limits, stops_after) in [(nodes(1), NEVER), (Limits::infinite(), 0)] {
        let (best, all) = answer(&mut searcher, &won, &limits, 1, stops_after);
        assert_eq!((best.to_string(), all[0].score), ("j1-".to_owned(), Score::win_in(1)));
    }
}

#[test]
fn a_search_that_is_stopped_before_it_starts_ends_with_its_first_report() {
    let mut searcher = searcher(1);
    for named in setups::all() {
        let (_, all) = answer(&mut searcher, &named.position, &Limits::infinite(), 1, 0);
        assert_eq!(all.iter().map(|info| info.depth).collect::<Vec<_>>(), [Depth::ONE], "{}", named.name);
        searcher.clear();
        let first = Limits { depth: Some(Depth::ONE), ..Limits::default() };
        let (_, complete) = answer(&mut searcher, &named.position, &first, 1, NEVER);
        assert!(all[0].nodes <= complete[0].nodes, "{}", named.name);
    }
}

#[test]
fn work_that_is_stopped_before_it_starts_prepares_nothing() {
    let mut searcher = Searcher::new(1, 3).expect("1 MiB");
    let signals = Signals::default();
    signals.stop();
    searcher.maintain(&Upkeep::Resize(2), &signals).expect("memory");
    assert!(!searcher.is_prepared());
    searcher.maintain(&Upkeep::Prepare, &Signals::default()).expect("memory");
    assert!(searcher.is_prepared());
}
