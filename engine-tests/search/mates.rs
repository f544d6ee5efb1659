//! Forced wins in one, two and three moves. An independent full-width search proves the positions of `positions/mates`, and the
//! engine must report their distance and a line of that length.

use crate::search::prover::{Prover, wins_plainly};
use crate::twin::pyramids::counting;
use crate::twin::random_positions::random_game;
use khepri_engine::internal::search::{SearchSettings, Searcher};
use khepri_engine::{Bound, Depth, Info, Limits, Observer, Score, Signals};
use khepri_rules::internal::util::random::Random;
use khepri_rules::{Game, Move, Position};
use std::collections::BTreeMap;
use std::num::NonZero;

/// Returns the positions that are won in a number of moves, with their KFENs.
fn file(moves: usize) -> Vec<(String, Position)> {
    let path = format!("{}/positions/mates/{moves}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let kfen = line.strip_suffix(&format!(" ; mate {moves}")).unwrap_or_else(|| panic!("{path}: {line}"));
            (kfen.to_owned(), crate::twin::position(kfen))
        })
        .collect()
}

#[test]
fn the_wins_have_the_length_in_the_file() {
    for moves in 1..=3 {
        for (kfen, position) in file(moves) {
            let plies = 2 * moves - 1;
            let mut prover = Prover::default();
            assert!(!prover.wins(&position, plies - 1), "won sooner than in {plies} plies: {kfen}");
            assert!(prover.wins(&position, plies), "not won in {plies} plies: {kfen}");
        }
    }
}

/// An observer that stores the last report, and stops the search once it has the score `until`.
struct Last<'a> {
    info: Option<Info>,
    until: Option<Score>,
    signals: &'a Signals,
}

impl Observer for Last<'_> {
    fn iteration(&mut self, info: &Info) {
        if info.bound == Bound::Exact && self.until == Some(info.score) {
            self.signals.stop();
        }
        self.info = Some(info.clone());
    }
    fn current_move(&mut self, _: Move, _: usize) {}
}

/// Searches until a score is reported, and returns the last report. Games are drawn after `draw_plies` without a capture.
fn search_until(
    position: &Position,
    limits: &Limits,
    threads: usize,
    until: Option<Score>,
    draw_plies: Option<u32>,
) -> Info {
    // With a fixed network, the effort does not depend on the embedded one.
    let mut searcher = Searcher::with_network(4, threads, counting()).expect("memory for a small table");
    let signals = Signals::default();
    let mut last = Last { info: None, until, signals: &signals };
    let game = Game::new(position.clone());
    let settings = SearchSettings { draw_plies, ..SearchSettings::default() };
    let best = searcher.search(&game, limits, &settings, &signals, &mut last);
    let info = last.info.expect("something is reported");
    assert_eq!(best.best, info.pv.first().copied(), "the answer is the first move of the last line");
    info
}

/// Checks that the score is exact, and that the line is legal and hits the loser's Pharaoh after a number of plies.
fn check_line(what: &str, position: &Position, info: &Info, score: Score, plies: usize) {
    assert_eq!((info.score, info.bound), (score, Bound::Exact), "{what}: {info:?}");
    assert_eq!(info.pv.len(), plies, "{what}: {info:?}");
    let winner = if score > Score::DRAW { position.side_to_move() } else { position.side_to_move().other() };
    let mut now = position.clone();
    for (index, &mv) in info.pv.iter().enumerate() {
        assert_eq!(now.outcome(), None, "{what}: over before {mv} in {info:?}");
        let mover = now.side_to_move();
        now.play(mv).unwrap_or_else(|illegal| panic!("{what}: {mv} in {info:?}: {illegal}"));
        let last = index + 1 == plies;
        assert_eq!(now.pharaoh(winner.other()).is_none(), last, "{what}: {mv} in {info:?}");
        assert!(!last || mover == winner, "{what}: the loser's own shot ends the game in {info:?}");
    }
    assert!(now.pharaoh(winner).is_some(), "{what}: {info:?}");
}

/// The limit of nodes. Pruning may delay the discovery of a win, but all are found within it, most of them much sooner.
const NODES: u64 = 2_000_000;

#[test]
fn a_search_reports_the_distance_of_a_win_and_its_line() {
    for moves in 1..=3 {
        let plies = 2 * moves - 1;
        let nodes = |nodes| Limits { nodes: NonZero::new(nodes), ..Limits::default() };
        let mate = Limits { mate: Some(moves as u32), ..Limits::default() };
        // On a busy machine, the thread that does not find the win may search most of the nodes.
        for (limits, threads) in [(nodes(NODES), 1), (mate, 1), (nodes(2 * NODES), 2)] {
            for (kfen, position) in file(moves) {
                let info = search_until(&position, &limits, threads, Some(Score::win_in(plies)), None);
                check_line(&kfen, &position, &info, Score::win_in(plies), plies);
                assert_eq!(info.score.to_string(), format!("mate {moves}"), "{kfen}");
            }
        }
    }
}

#[test]
fn the_defenders_score_has_the_distance_after_each_winning_move() {
    for moves in 2..=3 {
        let plies = 2 * moves - 2;
        for (kfen, position) in file(moves) {
            let mut winning = position.legal_moves();
            winning.retain(|&mv| Prover::default().wins_by(&position, mv, plies + 1));
            assert!(!winning.is_empty(), "{kfen}");
            for mv in winning {
                let mut after = position.clone();
                after.play(mv).expect("legal");
                let limits = Limits { nodes: NonZero::new(NODES), ..Limits::default() };
                let info = search_until(&after, &limits, 1, Some(Score::loss_in(plies)), None);
                check_line(&format!("{kfen} after {mv}"), &after, &info, Score::loss_in(plies), plies);
                assert_eq!(info.score.to_string(), format!("mate -{}", moves - 1), "{kfen} after {mv}");
            }
        }
    }
}

#[test]
fn a_win_counts_only_up_to_the_ply_that_would_draw() {
    let mut seen = BTreeMap::new();
    for moves in 1..=2 {
        let plies = 2 * moves - 1;
        for (kfen, position) in file(moves).into_iter().step_by(2) {
            for left in 1..=4 {
                let draw_plies = position.plies_since_capture() + left;
                let wins = wins_plainly(&position, position.side_to_move(), plies, draw_plies);
                *seen.entry((moves, left, wins)).or_insert(0) += 1;
                for limits in [
                    Limits { mate: Some(moves as u32), ..Limits::default() },
                    Limits { depth: NonZero::new(6).map(Depth::new), ..Limits::default() },
                ] {
                    let info = search_until(&position, &limits, 1, None, Some(draw_plies));
                    let found = info.score == Score::win_in(plies);
                    assert_eq!(found, wins, "{left} plies left: {kfen}: {info:?}");
                    assert!(!found || info.pv.len() == plies, "{left} plies left: {kfen}: {info:?}");
                }
            }
        }
    }
    for expected in [(1, 1, true), (2, 2, false), (2, 3, true)] {
        assert!(seen.contains_key(&expected), "{expected:?} is among {seen:?}");
    }
}

/// Checks that a search of depth 3 reports a forced end within three plies exactly if there is one, with its distance, at the ends
/// of random games. Quiescence may find a longer one, which must also be correct.
fn check_forced_ends(games: usize) {
    let mut random = Random::seed_from_u64(3);
    let positions = (0..games).flat_map(|_| {
        random_game(&mut random, 120).0.into_iter().rev().take(2).map(|(position, _)| position).collect::<Vec<_>>()
    });
    let (mut wins, mut losses) = (0, 0);
    for position in positions {
        let kfen = position.to_string();
        if position.outcome().is_some() {
            continue;
        }
        let mut prover = Prover::default();
        let win = (1..=3).find(|&plies| prover.wins(&position, plies));
        let loss = (1..=3).find(|&plies| prover.loses(&position, plies));
        let limits = Limits { depth: NonZero::new(3).map(Depth::new), ..Limits::default() };
        let info = search_until(&position, &limits, 1, None, None);
        match (win, loss) {
            (Some(plies), _) => assert_eq!(info.score, Score::win_in(plies), "{kfen}: {info:?}"),
            (_, Some(plies)) => assert_eq!(info.score, Score::loss_in(plies), "{kfen}: {info:?}"),
            (None, None) if info.score.is_mate() => {
                let plies = info.score.mate_plies().expect("a forced end") as usize;
                assert!(plies > 3, "{kfen}: {info:?}");
                let proven = match info.score > Score::DRAW {
                    true => prover.wins(&position, plies),
                    false => prover.loses(&position, plies),
                };
                assert!(proven, "{kfen}: {info:?}");
            }
            (None, None) => {}
        }
        if let Some(plies) = info.score.mate_plies() {
            assert_eq!(info.pv.len(), plies as usize, "{kfen}: {info:?}");
        }
        wins += u32::from(win.is_some());
        losses += u32::from(loss.is_some());
    }
    assert!(wins >= 10 && losses >= 1, "{wins} wins, {losses} losses");
}

#[test]
fn a_search_of_three_plies_finds_every_forced_end_of_random_games_and_no_other() {
    check_forced_ends(80);
}

#[test]
#[ignore = "minutes: the same in many more games"]
fn a_search_of_three_plies_finds_every_forced_end_of_thousands_of_random_games_and_no_other() {
    check_forced_ends(10_000);
}
