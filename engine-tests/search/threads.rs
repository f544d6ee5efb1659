//! More threads than cores on a table of one MiB. The second implementation of the rules checks that lines and answers are
//! legal, and signals and commands arrive at random moments.

use crate::support::Engine;
use crate::twin::random_positions;
use crate::twin::state::State;
use khepri::internal::rules::{Game, Position};
use khepri::internal::search::{
    BestMove, Clock, Depth, Info, Limits, Observer, SearchSettings, Searcher, Signals, Upkeep,
};
use khepri::internal::util::random::Random;
use rand::SeedableRng;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{sleep, spawn};
use std::time::Duration;

/// The time-out of a search, much longer than any takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// An observer that checks every reported line by the second implementation of the rules.
struct Checker {
    root: State,
    lines: usize,
    plies: usize,
}

impl Checker {
    fn new(position: &Position) -> Checker {
        Checker { root: State::from(&position.setup()), lines: 0, plies: 0 }
    }
}

impl Observer for Checker {
    fn iteration(&mut self, info: &Info) {
        let mut state = self.root.clone();
        assert!(!info.pv.is_empty(), "a line has a move");
        for (ply, mv) in info.pv.iter().enumerate() {
            assert!(state.outcome().is_none(), "the game is over before {mv}: {:?}", info.pv);
            assert!(state.moves().contains(mv), "ply {ply}, {mv}: {:?} from {:?}", info.pv, self.root.setup());
            state = state.played(*mv).0;
        }
        self.lines += 1;
        self.plies += info.pv.len();
    }

    fn current_move(&mut self, _: khepri::internal::rules::Move, _: usize) {}
}

/// Returns a position of a random game.
fn position(random: &mut Random) -> Position {
    let choices: Vec<usize> = (0..random.below(80)).map(|_| random.below(1 << 20)).collect();
    random_positions::unfinished(random.below(1 << 10), &choices)
}

fn check_answer(position: &Position, best: BestMove) {
    let state = State::from(&position.setup());
    let moves = state.moves();
    let Some(mv) = best.best else { panic!("{} moves and no answer", moves.len()) };
    assert!(moves.contains(&mv), "{mv} in {:?}", position.setup());
    if let Some(ponder) = best.ponder {
        assert!(state.played(mv).0.moves().contains(&ponder), "{mv} {ponder} in {:?}", position.setup());
    }
}

/// Searches a number of random positions one after another with the same table.
fn search_many(positions: usize, seed: u64) {
    let mut random = Random::seed_from_u64(seed);
    let mut searcher = Searcher::new(1, 8).expect("1 MiB");
    let (mut lines, mut plies) = (0, 0);
    for _ in 0..positions {
        let position = position(&mut random);
        if position.legal_moves().is_empty() {
            continue;
        }
        let limits = Limits { nodes: Some(20_000 + random.below(60_000) as u64), ..Limits::default() };
        let settings = SearchSettings { multipv: [1, 1, 3][random.below(3)], ..SearchSettings::default() };
        let mut checker = Checker::new(&position);
        let game = Game::new(position.clone());
        let best = searcher.search(&game, &limits, &settings, &Signals::default(), &mut checker);
        check_answer(&position, best);
        assert!(checker.lines > 0, "something is reported");
        lines += checker.lines;
        plies += checker.plies;
    }
    println!("{positions} positions, {lines} lines of {plies} moves");
}

#[test]
fn lines_of_eight_threads_are_legal() {
    search_many(80, 1);
}

#[test]
#[ignore = "ten minutes: 4,000 positions"]
fn lines_of_eight_threads_are_legal_in_thousands_of_positions() {
    search_many(4_000, 2);
}

/// Sends the signals that end a search at random moments.
fn send_signals(signals: &Signals, ponders: bool, random: &mut Random) {
    let mut wait = |max: usize| {
        let micros = random.below(max);
        // Often does not wait, so that the signal arrives before the search first checks for it.
        if micros > max / 4 {
            sleep(Duration::from_micros(micros as u64));
        }
    };
    wait(4_000);
    if ponders {
        signals.ponderhit();
        wait(2_000);
    }
    signals.stop();
    signals.ponderhit();
    signals.stop();
}

/// Stops a number of searches, each at a random moment.
fn stop_many(rounds: usize, seed: u64) {
    let mut random = Random::seed_from_u64(seed);
    let mut idle = Some(Searcher::new(1, 8).expect("1 MiB"));
    for round in 0..rounds {
        let position = position(&mut random);
        if position.legal_moves().is_empty() {
            continue;
        }
        let (infinite, ponder) = [(true, false), (false, true), (true, true), (false, false)][random.below(4)];
        let clock = Clock { remaining: [Some(Duration::from_secs(100)); 2], ..Clock::default() };
        let limits = Limits { infinite, ponder, clock: Some(clock), depth: Some(Depth::MAX), ..Limits::default() };
        let signals = Arc::new(Signals::default());
        let mut searcher = idle.take().expect("returned after each search");
        let (sender, receiver) = channel();
        let (game, thread_signals) = (Game::new(position.clone()), Arc::clone(&signals));
        let thread = spawn(move || {
            let mut checker = Checker::new(game.position());
            let best = searcher.search(&game, &limits, &SearchSettings::default(), &thread_signals, &mut checker);
            // Fails if the receiver has timed out.
            let _ = sender.send((searcher, best));
        });
        send_signals(&signals, ponder, &mut random);
        match receiver.recv_timeout(PATIENCE) {
            Ok((searcher, best)) => {
                idle = Some(searcher);
                check_answer(&position, best);
            }
            Err(RecvTimeoutError::Timeout) => panic!("round {round}: the search does not end"),
            Err(RecvTimeoutError::Disconnected) => panic!("round {round}: the search panics: {:?}", thread.join()),
        }
        if random.below(10) == 0 {
            let searcher = idle.as_mut().expect("returned");
            searcher.clear();
            searcher.maintain(&Upkeep::Resize(1 + random.below(3)), &Signals::default()).expect("3 MiB");
            searcher.set_threads(1 + random.below(8));
        }
    }
}

#[test]
fn a_search_ends_whenever_it_is_stopped() {
    stop_many(300, 3);
}

#[test]
#[ignore = "minutes: 20,000 searches"]
fn a_search_ends_whenever_it_is_stopped_twenty_thousand_times() {
    stop_many(20_000, 4);
}

/// Sends commands during searches. Those that change the input of a search stay pending until its end.
fn send_commands(rounds: usize, seed: u64) {
    let mut random = Random::seed_from_u64(seed);
    let mut engine = Engine::start();
    engine.accept("setoption name Threads value 8");
    for _ in 0..rounds {
        let searches = ["go infinite", "go ponder movetime 5", "go ponder wtime 50 btime 50", "go nodes 20000"];
        let search = searches[random.below(4)];
        engine.send(search);
        let mut asked = 0;
        for _ in 0..random.below(4) {
            let command = match random.below(6) {
                0 => "isready".to_string(),
                1 => "ucinewgame".to_string(),
                2 => "setoption name Clear Hash".to_string(),
                3 => format!("setoption name Hash value {}", 1 + random.below(3)),
                4 => format!("setoption name Threads value {}", 1 + random.below(8)),
                _ => format!("position startpos moves {}", ["h2g2", "j1-"][random.below(2)]),
            };
            asked += usize::from(command == "isready");
            engine.send(&command);
            sleep(Duration::from_micros(random.below(1_500) as u64));
        }
        engine.send(["stop", "ponderhit\nstop", "stop\nstop"][random.below(3)]);
        let mut lines = engine.lines_until("bestmove", |line| line.starts_with("bestmove"));
        // The pending commands have run by now, and none is refused.
        lines.extend(engine.sync());
        let count = |beginning: &str| lines.iter().filter(|line| line.starts_with(beginning)).count();
        assert_eq!((count("bestmove"), count("readyok")), (1, asked), "`{search}`: {lines:#?}");
        assert!(count("info depth") > 0, "`{search}`: {lines:#?}");
        let remarks = lines.iter().filter_map(|line| line.strip_prefix("info string "));
        let late = |remark: &str| remark.starts_with("stop: ") || remark.starts_with("ponderhit: ");
        assert!({ remarks }.all(late), "`{search}`: {lines:#?}");
    }
    assert!(engine.quit().is_empty());
}

#[test]
fn commands_are_accepted_while_eight_threads_search() {
    send_commands(150, 5);
}

#[test]
#[ignore = "minutes: 10,000 searches"]
fn commands_are_accepted_while_eight_threads_search_ten_thousand_times() {
    send_commands(10_000, 6);
}
