//! Whether the reports of the search are true: every move of a line is legal, no line continues after the end of the game,
//! every claimed mate can be forced, and the best move is that of the best line.
//!
//! The environment variables of the long test are `TRUTH_POSITIONS` (the number of positions for each number of threads), `TRUTH_PLIES`
//! (the maximum length of proven mates) and `TRUTH_SEED`.

mod backend;
mod case;
mod verifier;

use crate::support::env_number;
pub use backend::Collector;
use backend::{Answer, Backend, Question, ReportedLine, Score};
use case::{Case, proven_wins, set_ups, walks};
use khepri_rules::Move;
use std::time::Instant;
use verifier::{Tally, Verifier};

/// The number of positions after which a backend is cleared, so that some searches start with an empty table.
const CLEARS_AFTER: usize = 8;

/// Searches positions with the questions in turn, and fails if an answer is wrong. The numbers are those of threads, of MiB of the
/// table, and of the plies up to which mates are proven.
fn check(
    [threads, hash_mib, max_plies]: [usize; 3],
    cases: impl Iterator<Item = Case>,
    questions: &[Question],
) -> Tally {
    let (start, mut backend, mut verifier) =
        (Instant::now(), Backend::new(threads, hash_mib), Verifier::new(max_plies));
    let mut faults = Vec::new();
    for (number, case) in cases.enumerate() {
        if number % CLEARS_AFTER == 0 {
            backend.clear();
        }
        // The kinds of positions also repeat, so the questions are shifted each time round.
        let question = &questions[(number + number / questions.len()) % questions.len()];
        let answer = backend.search(&case, question);
        if let Err(why) = verifier.verify(&case, question, &answer) {
            println!("not true: {why}");
            faults.push(format!("{why}\n{}", backend.transcript()));
        }
    }
    println!("{threads} threads in {:?}: {:?}", start.elapsed(), verifier.tally);
    assert!(faults.is_empty(), "{} faults, the first of them: {}", faults.len(), faults[0]);
    verifier.tally
}

/// Returns set-ups, every `step`th proven win, and random walks.
fn cases(seed: u64, step: usize, count: usize) -> impl Iterator<Item = Case> {
    let wins = proven_wins().into_iter().skip(seed as usize % step).step_by(step);
    set_ups().into_iter().chain(wins).chain(walks(seed)).take(count)
}

/// Returns short searches of every kind: some end within the first iterations, others are limited by depth or time, search for
/// a mate, or report several lines.
fn short_questions() -> Vec<Question> {
    let nodes = |nodes| Question { nodes: Some(nodes), ..Question::default() };
    let depth = |depth| Question { depth: Some(depth), ..Question::default() };
    let mate = |mate, depth| Question { mate: Some(mate), depth: Some(depth), ..Question::default() };
    vec![
        nodes(60),
        nodes(300),
        depth(4),
        Question { multipv: 20, ..nodes(3_000) },
        nodes(1_000),
        mate(2, 4),
        nodes(12_000),
        Question { movetime: Some(10), ..Question::default() },
        Question { multipv: 3, ..depth(3) },
        nodes(4_000),
        Question { clock: Some(200), ..Question::default() },
        mate(1, 2),
        Question { multipv: 20, ..depth(2) },
        Question { mate: Some(3), ..nodes(8_000) },
        Question { multipv: 20, ..nodes(200) },
    ]
}

/// Checks that the test has covered enough.
fn check_coverage(tally: &Tally, searches: usize, least_proven: usize) {
    let proven: usize = tally.mates.values().map(|[_, proven]| proven).sum();
    assert!(tally.searches >= searches && proven >= least_proven, "{tally:?}");
    assert!(tally.mates.keys().any(|&moves| moves < 0) && tally.mates.contains_key(&2), "{tally:?}");
    assert!(tally.draws > 0 && tally.mate_searches > 0, "{tally:?}");
    for (moves, [made, proven]) in &tally.mates {
        assert!(made == proven || moves.abs() > 2, "all short mates are proven: {tally:?}");
    }
}

#[test]
fn one_thread_reports_only_true_lines() {
    check_coverage(&check([1, 2, 4], cases(3, 22, 300), &short_questions()), 300, 80);
}

#[test]
fn four_threads_report_only_true_lines() {
    check_coverage(&check([4, 2, 4], cases(4, 22, 120), &short_questions()), 120, 30);
}

#[test]
fn more_threads_than_processors_on_a_small_table_report_only_true_lines() {
    check_coverage(&check([8, 1, 4], cases(3, 22, 120), &short_questions()), 120, 30);
}

#[test]
#[ignore = "minutes to hours: many more positions, longer searches and longer proofs"]
fn long_searches_of_many_positions_report_only_true_lines() {
    let positions = env_number("TRUTH_POSITIONS", 3_000) as usize;
    let plies = env_number("TRUTH_PLIES", 5) as usize;
    let seed = env_number("TRUTH_SEED", 11);
    let mut questions = short_questions();
    let nodes = |nodes| Question { nodes: Some(nodes), ..Question::default() };
    questions.extend([
        nodes(100_000),
        Question { depth: Some(7), ..Question::default() },
        Question { multipv: 20, ..nodes(50_000) },
        Question { mate: Some(2), ..Question::default() },
        Question { mate: Some(3), depth: Some(6), ..Question::default() },
        nodes(30_000),
        Question { movetime: Some(200), ..Question::default() },
        Question { multipv: 5, clock: Some(2_000), ..Question::default() },
    ]);
    for (threads, hash_mib) in [(1, 8), (4, 8), (8, 1)] {
        check([threads, hash_mib, plies], cases(seed + threads as u64, 1, positions), &questions);
    }
    // After three seconds bounds are reported too.
    let long = [Question { movetime: Some(4_500), ..Question::default() }];
    check([1, 8, plies], cases(seed + 3, 4, positions / 100), &long);
}

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|word| word.parse::<Move>().expect("a move")).collect()
}

/// Returns a reported line with a number, a score and moves.
fn line(number: usize, score: Score, text: &str) -> ReportedLine {
    ReportedLine { depth: 3, number, score, exact: true, nodes: 100, moves: moves(text) }
}

/// Returns the answer of a search that reported these lines.
fn answer(lines: &[ReportedLine]) -> Answer {
    let best = lines.iter().rfind(|line| line.number == 1).expect("a best line");
    Answer { best: Some(best.moves[0]), ponder: best.moves.get(1).copied(), lines: lines.to_vec() }
}

fn verify(case: &Case, question: Question, answer: &Answer) -> Result<(), String> {
    Verifier::new(4).verify(case, &question, answer)
}

/// Checks that the verifier rejects an answer for a reason.
fn expect_rejection(case: &Case, question: Question, answer: &Answer, reason: &str) {
    let why = verify(case, question, answer).expect_err(reason);
    assert!(why.contains(reason), "expected `{reason}`, found: {why}");
}

const ONE_LINE: Question =
    Question { depth: Some(9), nodes: None, movetime: None, clock: None, mate: None, multipv: 1 };

#[test]
fn the_verifier_finds_illegal_lines() {
    use Score::{Centipawns, Mate};
    let classic = &set_ups()[0];
    let good = answer(&[line(1, Centipawns(5), "e1d2 e8e7")]);
    assert_eq!(verify(classic, ONE_LINE, &good), Ok(()));
    let with = |moves| answer(&[line(1, Centipawns(5), moves)]);
    expect_rejection(classic, ONE_LINE, &with("e1d2 e1d2"), "e1d2 is not legal");
    expect_rejection(classic, ONE_LINE, &with("e1e3"), "bestmove e1e3 is not legal");
    // A repetition of the root with the same player to move, and the third occurrence of an arrangement of the game.
    expect_rejection(classic, ONE_LINE, &with("e1d2 e8e7 d2e1 e7e8 e1d2"), "e1d2 comes after the end (Drawn)");
    expect_rejection(classic, ONE_LINE, &with("e1d2 e8e7 d2e1 e7e8"), "a draw is worth 0");
    let repeated = answer(&[line(1, Centipawns(0), "e1d2 e8e7 d2e1 e7e8")]);
    assert_eq!(verify(classic, ONE_LINE, &repeated), Ok(()));
    let start = crate::support::CLASSIC;
    let third = Case::new(start, &moves("e1d2 e8e7 d2e1 e7e8 e1d2 e8e7 d2e1"));
    expect_rejection(&third, ONE_LINE, &with("e7e8 e1d2"), "e1d2 comes after the end (Drawn)");
    let second = Case::new(start, &moves("e1d2 e8e7 d2e1"));
    assert_eq!(
        verify(&second, ONE_LINE, &with("e7e8 e1d2")),
        Ok(()),
        "only the second occurrence, and the first is before the line"
    );
    expect_rejection(classic, ONE_LINE, &answer(&[line(1, Mate(1), "e1d2")]), "the line ends otherwise (Open)");
}

#[test]
fn the_verifier_finds_answers_and_counts_that_differ_from_the_lines() {
    use Score::Centipawns;
    let classic = &set_ups()[0];
    let one = line(1, Centipawns(5), "e1d2 e8e7");
    let good = answer(std::slice::from_ref(&one));
    let other = Answer { best: moves("e1e2").pop(), ..good.clone() };
    expect_rejection(classic, ONE_LINE, &other, "bestmove e1e2 ponder");
    let other = Answer { ponder: None, ..good.clone() };
    expect_rejection(classic, ONE_LINE, &other, "ponder None after");
    let silent = Answer { best: Some(one.moves[0]), ..Answer::default() };
    expect_rejection(classic, ONE_LINE, &silent, "the best line is not reported");
    expect_rejection(classic, Question { nodes: Some(99), ..ONE_LINE }, &good, "more than 99 nodes");
    expect_rejection(classic, Question { depth: Some(2), ..ONE_LINE }, &good, "deeper than 2");
    let fewer = ReportedLine { nodes: 99, ..one.clone() };
    expect_rejection(classic, ONE_LINE, &answer(&[one.clone(), fewer]), "fewer nodes than before");
    let lines = Question { multipv: 2, ..ONE_LINE };
    let group = |second| answer(&[one.clone(), second]);
    assert_eq!(verify(classic, lines, &group(line(2, Centipawns(5), "e1e2"))), Ok(()));
    expect_rejection(classic, lines, &group(line(2, Centipawns(6), "e1e2")), "not the best first");
    expect_rejection(classic, lines, &group(line(2, Centipawns(4), "e1d2")), "two lines begin alike");
    expect_rejection(classic, lines, &group(line(3, Centipawns(4), "e1e2")), "numbers");
    expect_rejection(classic, lines, &answer(&[one.clone(), one.clone()]), "expected 2 lines");
}

#[test]
fn the_verifier_finds_false_and_missed_mates() {
    use Score::{Centipawns, Mate};
    // The first positions of `positions/mates/1.txt` and `2.txt`.
    let near = "x24ka23/3p34p21//p11P41s14P1/p24S1s2p4p2P3/5S2p23/2P4K6/3A11A11P11X1 r khet2 1 8";
    let far = "x32a2k1a33/7P12/2E21e23s21//1P13P31p21P2/p19/1S22p2A1p13/4K4X4 r khet2 0 29";
    let (near, far) = (Case::new(near, &[]), Case::new(far, &[]));
    let mut backend = Backend::new(1, 2);
    let correct = backend.search(&near, &ONE_LINE);
    assert_eq!(verify(&near, ONE_LINE, &correct), Ok(()));
    let mut wrong = correct.lines.last().expect("a line").clone();
    wrong.score = Centipawns(900);
    expect_rejection(&near, ONE_LINE, &answer(&[wrong.clone()]), "the score does not say so");
    (wrong.score, wrong.exact) = (Mate(1), false);
    expect_rejection(&near, ONE_LINE, &answer(&[wrong.clone()]), "a forced end is not exact");
    (wrong.score, wrong.exact) = (Mate(2), true);
    expect_rejection(&near, ONE_LINE, &answer(&[wrong.clone()]), "the line has another length");
    wrong.score = Mate(-1);
    expect_rejection(&near, ONE_LINE, &answer(&[wrong]), "the line ends otherwise");
    let missed = line(1, Centipawns(0), "a8+");
    expect_rejection(&near, ONE_LINE, &answer(&[missed]), "Mate(1) is missed");

    // A help mate, in which the loser plays badly.
    let correct = backend.search(&far, &ONE_LINE);
    assert_eq!(verify(&far, ONE_LINE, &correct), Ok(()));
    expect_rejection(&far, ONE_LINE, &answer(&[line(1, Mate(2), "a3a2 f2f1 a2a1")]), "the win is not forced");
    let searching = Question { mate: Some(2), depth: Some(4), ..Question::default() };
    let blind = line(1, Centipawns(0), "a3a2");
    expect_rejection(&far, searching, &answer(&[blind]), "a win in 2 moves exists: true");
}

#[test]
fn the_verifier_finds_losses_that_a_repetition_avoids() {
    let start = "x24E24/4p21k3/2s13P33/2P3S15P2/2p41P43s21/2e27/4A4A24/1P1K3S12X4 r khet2 13 60";
    let there_and_back = "c4d4 b1b2 d4c4 b2b1";
    let lost = Case::new(start, &[]);
    let saved = Case::new(start, &moves(&[there_and_back; 2].join(" ")));
    let mut backend = Backend::new(1, 2);
    let correct = backend.search(&lost, &ONE_LINE);
    assert_eq!(correct.lines.last().map(|line| line.score), Some(Score::Mate(-1)));
    assert_eq!(verify(&lost, ONE_LINE, &correct), Ok(()));
    expect_rejection(&saved, ONE_LINE, &correct, "the loser escapes by a repetition");
    let correct = backend.search(&saved, &ONE_LINE);
    assert_eq!(correct.lines.last().map(|line| line.score), Some(Score::Centipawns(0)));
    assert_eq!(verify(&saved, ONE_LINE, &correct), Ok(()));
}
