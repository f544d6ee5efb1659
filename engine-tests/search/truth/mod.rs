//! The search reports the truth: every move of every line is legal, no line continues after the end of the game, every mate
//! it claims can be forced, and the answer is the best line.
//!
//! The environment variables of the long test are `TRUTH_POSITIONS` (the number for each player), `TRUTH_PLIES` (the
//! maximum length of proven mates) and `TRUTH_SEED`.

mod ask;
mod case;
mod judge;
mod player;
mod tally;

use crate::support::env_number;
use ask::Ask;
use case::{Case, proven_wins, set_ups, walks};
use judge::Judge;
use khepri::internal::rules::Move;
use player::{Answer, Library, Player, Program, Reported, Worth};
use std::time::Instant;
use tally::{Claims, Tally};

/// The number of positions after which a player forgets, so that tables also start empty.
const FORGETS_AFTER: usize = 8;

/// A player and its judge.
struct Court<'a> {
    what: &'a str,
    player: &'a mut dyn Player,
    judge: Judge,
    faults: Vec<String>,
}

impl<'a> Court<'a> {
    fn new(what: &'a str, player: &'a mut dyn Player, most_plies: usize) -> Court<'a> {
        Court { what, player, judge: Judge::new(most_plies), faults: Vec::new() }
    }

    /// Asks about every position in turn, each question in its own way.
    fn hear(mut self, cases: impl Iterator<Item = Case>, questions: &[Ask]) -> Tally {
        let start = Instant::now();
        for (number, case) in cases.enumerate() {
            if number % FORGETS_AFTER == 0 {
                self.player.forget();
            }
            // The kinds of positions come round as well, and no kind shall meet the same questions only.
            let ask = &questions[(number + number / questions.len()) % questions.len()];
            let answer = self.player.ask(&case, ask);
            if let Err(why) = self.judge.judge(&case, ask, &answer) {
                let fault = format!("{}: {why}\n{}", self.what, self.player.story());
                println!("not true, {fault}");
                self.faults.push(fault);
            }
            if (number + 1) % 500 == 0 {
                println!("{} after {:?}: {}", self.what, start.elapsed(), self.judge.tally);
            }
        }
        println!("{} in {:?}: {}", self.what, start.elapsed(), self.judge.tally);
        assert!(self.faults.is_empty(), "{} faults, the first of them: {}", self.faults.len(), self.faults[0]);
        self.judge.tally
    }
}

/// Set-ups, every `step`th of the proven wins, and walks.
fn cases(seed: u64, step: usize, count: usize) -> impl Iterator<Item = Case> {
    let wins = proven_wins().into_iter().skip(seed as usize % step).step_by(step);
    set_ups().into_iter().chain(wins).chain(walks(seed)).take(count)
}

/// Short searches of every kind: by nodes that end within the first iterations, by depth, by time, for a mate, for
/// several lines.
fn short_questions() -> Vec<Ask> {
    let nodes = |nodes| Ask { nodes: Some(nodes), ..Ask::default() };
    let depth = |depth| Ask { depth: Some(depth), ..Ask::default() };
    let mate = |mate, depth| Ask { mate: Some(mate), depth: Some(depth), ..Ask::default() };
    vec![
        nodes(60),
        nodes(300),
        depth(4),
        Ask { multipv: 20, ..nodes(3_000) },
        nodes(1_000),
        mate(2, 4),
        nodes(12_000),
        Ask { movetime: Some(30), ..Ask::default() },
        Ask { multipv: 3, ..depth(3) },
        nodes(4_000),
        Ask { clock: Some(500), ..Ask::default() },
        mate(1, 2),
        Ask { multipv: 20, ..depth(2) },
        Ask { mate: Some(3), ..nodes(8_000) },
        Ask { multipv: 20, ..nodes(200) },
    ]
}

/// There has been something to prove.
fn check_weight(tally: &Tally, searches: usize, proven: usize) {
    assert!(tally.searches >= searches && tally.claims().proven >= proven, "{tally}");
    assert!(tally.mates.keys().any(|&moves| moves < 0) && tally.mates.contains_key(&2), "{tally}");
    assert!(tally.draws > 0 && tally.asked_mates > 0, "{tally}");
    for (moves, Claims { made, proven }) in &tally.mates {
        assert!(made == proven || moves.abs() > 2, "the short ones are all proven: {tally}");
    }
}

#[test]
fn one_thread_reports_nothing_but_the_truth() {
    let mut program = Program::start(1, 2);
    let tally = Court::new("one thread", &mut program, 4).hear(cases(1, 5, 700), &short_questions());
    check_weight(&tally, 700, 200);
    program.quit();
}

#[test]
fn four_threads_report_nothing_but_the_truth() {
    let mut program = Program::start(4, 2);
    let tally = Court::new("Threads 4", &mut program, 4).hear(cases(4, 11, 240), &short_questions());
    check_weight(&tally, 240, 60);
    program.quit();
}

#[test]
fn more_threads_than_processors_report_nothing_but_the_truth() {
    let mut library = Library::new(4, 2);
    let tally = Court::new("four threads", &mut library, 4).hear(cases(3, 11, 240), &short_questions());
    check_weight(&tally, 240, 60);
}

#[test]
#[ignore = "minutes to hours: many more positions, longer searches and longer proofs"]
fn long_searches_of_many_positions_report_nothing_but_the_truth() {
    let positions = env_number("TRUTH_POSITIONS", 3_000) as usize;
    let plies = env_number("TRUTH_PLIES", 5) as usize;
    let seed = env_number("TRUTH_SEED", 11);
    let mut questions = short_questions();
    let nodes = |nodes| Ask { nodes: Some(nodes), ..Ask::default() };
    questions.extend([
        nodes(100_000),
        Ask { depth: Some(7), ..Ask::default() },
        Ask { multipv: 20, ..nodes(50_000) },
        Ask { mate: Some(2), ..Ask::default() },
        Ask { mate: Some(3), depth: Some(6), ..Ask::default() },
        nodes(30_000),
        Ask { movetime: Some(200), ..Ask::default() },
        Ask { multipv: 5, clock: Some(2_000), ..Ask::default() },
    ]);
    let mut program = Program::start(1, 8);
    Court::new("one thread", &mut program, plies).hear(cases(seed, 1, positions), &questions);
    program.quit();
    let mut program = Program::start(4, 8);
    Court::new("Threads 4", &mut program, plies).hear(cases(seed + 1, 1, positions), &questions);
    program.quit();
    let mut library = Library::new(4, 8);
    Court::new("four threads", &mut library, plies).hear(cases(seed + 2, 1, positions), &questions);
    // Beyond three seconds scores are reported that are only bounds.
    let patient = [Ask { movetime: Some(4_500), ..Ask::default() }];
    let mut program = Program::start(1, 8);
    Court::new("seconds", &mut program, plies).hear(cases(seed + 3, 4, positions / 100), &patient);
    program.quit();
}

fn line(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|word| word.parse::<Move>().expect("a move")).collect()
}

/// One line of an answer: its number, what it is worth, and the moves.
fn reported(number: usize, worth: Worth, moves: &str) -> Reported {
    Reported { depth: 3, number, worth, exact: true, nodes: 100, line: line(moves) }
}

/// The answer that these lines lead to.
fn answer(reported: &[Reported]) -> Answer {
    let best = reported.iter().rfind(|reported| reported.number == 1).expect("a best line");
    Answer { best: Some(best.line[0]), ponder: best.line.get(1).copied(), reported: reported.to_vec() }
}

fn verdict(case: &Case, ask: Ask, answer: &Answer) -> Result<(), String> {
    Judge::new(4).judge(case, &ask, answer)
}

/// Checks that the judge rejects the answer for this reason.
fn convicted(case: &Case, ask: Ask, answer: &Answer, reason: &str) {
    let why = verdict(case, ask, answer).expect_err(reason);
    assert!(why.contains(reason), "`{reason}` is why: {why}");
}

const ONE_LINE: Ask = Ask { depth: Some(9), nodes: None, movetime: None, clock: None, mate: None, multipv: 1 };

#[test]
fn the_judge_finds_lines_against_the_rules() {
    use Worth::{Centipawns, Mate};
    let classic = &set_ups()[0];
    let good = answer(&[reported(1, Centipawns(5), "e1d2 e8e7")]);
    assert_eq!(verdict(classic, ONE_LINE, &good), Ok(()));
    let with = |moves| answer(&[reported(1, Centipawns(5), moves)]);
    convicted(classic, ONE_LINE, &with("e1d2 e1d2"), "e1d2 is not legal");
    convicted(classic, ONE_LINE, &with("e1e3"), "bestmove e1e3 is not legal");
    // Where the line began, with the same player to move; and what stood in the game twice before.
    convicted(classic, ONE_LINE, &with("e1d2 e8e7 d2e1 e7e8 e1d2"), "e1d2 comes after the end (Drawn)");
    convicted(classic, ONE_LINE, &with("e1d2 e8e7 d2e1 e7e8"), "a draw is worth 0");
    let back = answer(&[reported(1, Centipawns(0), "e1d2 e8e7 d2e1 e7e8")]);
    assert_eq!(verdict(classic, ONE_LINE, &back), Ok(()));
    let start = crate::support::CLASSIC;
    let third = Case::played(start, &line("e1d2 e8e7 d2e1 e7e8 e1d2 e8e7 d2e1"));
    convicted(&third, ONE_LINE, &with("e7e8 e1d2"), "e1d2 comes after the end (Drawn)");
    let second = Case::played(start, &line("e1d2 e8e7 d2e1"));
    assert_eq!(verdict(&second, ONE_LINE, &with("e7e8 e1d2")), Ok(()), "the second time, the first before the line");
    convicted(classic, ONE_LINE, &answer(&[reported(1, Mate(1), "e1d2")]), "the line ends otherwise (Open)");
}

#[test]
fn the_judge_finds_answers_and_counts_that_differ_from_the_lines() {
    use Worth::Centipawns;
    let classic = &set_ups()[0];
    let one = reported(1, Centipawns(5), "e1d2 e8e7");
    let other = Answer { best: line("e1e2").pop(), ..answer(std::slice::from_ref(&one)) };
    convicted(classic, ONE_LINE, &other, "bestmove e1e2 ponder");
    let other = Answer { ponder: None, ..answer(std::slice::from_ref(&one)) };
    convicted(classic, ONE_LINE, &other, "ponder None after");
    let silent = Answer { best: Some(one.line[0]), ..Answer::default() };
    convicted(classic, ONE_LINE, &silent, "reports nothing");
    let few = Ask { nodes: Some(99), ..ONE_LINE };
    convicted(classic, few, &answer(std::slice::from_ref(&one)), "more than 99 nodes");
    let fewer = Reported { nodes: 99, ..one.clone() };
    convicted(classic, ONE_LINE, &answer(&[one.clone(), fewer]), "fewer nodes than before");
    convicted(classic, Ask { depth: Some(2), ..ONE_LINE }, &answer(std::slice::from_ref(&one)), "deeper than 2");
    let lines = Ask { multipv: 2, ..ONE_LINE };
    let group = |second| answer(&[one.clone(), second]);
    assert_eq!(verdict(classic, lines, &group(reported(2, Centipawns(5), "e1e2"))), Ok(()));
    convicted(classic, lines, &group(reported(2, Centipawns(6), "e1e2")), "not the best first");
    convicted(classic, lines, &group(reported(2, Centipawns(4), "e1d2")), "two lines begin alike");
    convicted(classic, lines, &group(reported(3, Centipawns(4), "e1e2")), "numbers");
    convicted(classic, lines, &answer(&[one.clone(), one.clone()]), "expected 2 lines");
}

#[test]
fn the_judge_finds_false_mates_and_missed_ones() {
    use Worth::{Centipawns, Mate};
    // Red has one move that hits, and Silver, if it is his turn, many that lose; from positions/mates.
    let wins = |moves: usize| {
        let path = format!("{}/positions/mates/{moves}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).expect("a file of the repository");
        let line = text.lines().find(|line| !line.is_empty() && !line.starts_with('#')).expect("a position");
        Case::new(line.split(" ;").next().expect("a KFEN"))
    };
    let (near, far) = (wins(1), wins(2));
    let mut library = Library::new(1, 2);
    let truth = library.ask(&near, &ONE_LINE);
    assert_eq!(verdict(&near, ONE_LINE, &truth), Ok(()));
    let last = truth.reported.last().expect("a line").clone();
    let mut lie = last.clone();
    lie.worth = Centipawns(900);
    convicted(&near, ONE_LINE, &answer(&[lie.clone()]), "the score does not say so");
    (lie.worth, lie.exact) = (Mate(1), false);
    convicted(&near, ONE_LINE, &answer(&[lie.clone()]), "a forced end is not exact");
    (lie.worth, lie.exact) = (Mate(2), true);
    convicted(&near, ONE_LINE, &answer(&[lie.clone()]), "the line has another length");
    lie.worth = Mate(-1);
    convicted(&near, ONE_LINE, &answer(&[lie]), "the line ends otherwise");
    let quiet = near.position.legal_moves().into_iter().find(|&mv| {
        let mut after = near.position.clone();
        after.play(mv).expect("a legal move");
        after.outcome().is_none()
    });
    let missed = reported(1, Centipawns(0), &quiet.expect("not every move wins").to_string());
    convicted(&near, ONE_LINE, &answer(&[missed]), "Mate(1) is missed");

    // A help mate: the loser's answer is his worst.
    let truth = library.ask(&far, &ONE_LINE);
    assert_eq!(verdict(&far, ONE_LINE, &truth), Ok(()));
    let helped = help_mate(&far, truth.best.expect("a move")).expect("the loser can always play badly");
    convicted(&far, ONE_LINE, &answer(&[reported(1, Mate(2), &helped)]), "the win is not forced");
    let searching = Ask { mate: Some(2), depth: Some(4), ..Ask::default() };
    let blind = reported(1, Centipawns(0), &truth.best.expect("a move").to_string());
    convicted(&far, searching, &answer(&[blind]), "a win in 2 moves is there: true");
}

#[test]
fn the_judge_finds_losses_that_a_repetition_avoids() {
    let start = "x24E24/4p21k3/2s13P33/2P3S15P2/2p41P43s21/2e27/4A4A24/1P1K3S12X4 r khet2 13 60";
    let there_and_back = "c4d4 b1b2 d4c4 b2b1";
    let lost = Case::new(start);
    let saved = Case::played(start, &line(&[there_and_back; 2].join(" ")));
    let mut library = Library::new(1, 2);
    let truth = library.ask(&lost, &ONE_LINE);
    assert_eq!(truth.reported.last().map(|reported| reported.worth), Some(Worth::Mate(-1)));
    assert_eq!(verdict(&lost, ONE_LINE, &truth), Ok(()));
    convicted(&saved, ONE_LINE, &truth, "the loser escapes by a repetition");
    let truth = library.ask(&saved, &ONE_LINE);
    assert_eq!(truth.reported.last().map(|reported| reported.worth), Some(Worth::Centipawns(0)));
    assert_eq!(verdict(&saved, ONE_LINE, &truth), Ok(()));
}

/// Three plies that end in a win of the side to move and do not begin with this move, whose win is the only forced one.
fn help_mate(case: &Case, forced: Move) -> Option<String> {
    let after = |position: &khepri::internal::rules::Position, mv: Move| {
        let mut after = position.clone();
        after.play(mv).expect("a legal move");
        after
    };
    let mover = case.position.side_to_move();
    for first in case.position.legal_moves().into_iter().filter(|&mv| mv != forced) {
        let one = after(&case.position, first);
        for answer in one.legal_moves() {
            let two = after(&one, answer);
            for last in two.legal_moves() {
                if after(&two, last).outcome() == Some(khepri::internal::rules::Outcome::Win(mover))
                    && !crate::prover::Prover::default().wins_by(&case.position, first, 3)
                {
                    return Some(format!("{first} {answer} {last}"));
                }
            }
        }
    }
    None
}
