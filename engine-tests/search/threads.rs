//! More threads than cores on a table of one MiB, while signals and commands arrive at random moments. The second implementation
//! of the rules checks that lines and answers are legal.

use crate::search::truth::Collector;
use crate::support::Engine;
use crate::twin::random_positions::unfinished;
use crate::twin::state::State;
use khepri_engine::internal::search::{SearchSettings, Searcher};
use khepri_engine::{Clock, Depth, Limits, Signals, Upkeep};
use khepri_rules::internal::util::random::Random;
use khepri_rules::{Game, Move, Position};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{sleep, spawn};
use std::time::Duration;

/// The time-out of a search, much longer than any takes.
const PATIENCE: Duration = Duration::from_secs(480);

/// Checks that moves are legal one after another.
fn check_line(position: &Position, moves: impl IntoIterator<Item = Move>) {
    let mut state = State::from(&position.setup());
    for mv in moves {
        assert!(state.moves().contains(&mv), "{mv} in {} from {position}", state.kfen());
        state = state.played(mv).0;
    }
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
        let position = unfinished(&mut random, 80);
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
            let mut reports = Collector::default();
            let best = searcher.search(&game, &limits, &SearchSettings::default(), &thread_signals, &mut reports);
            // Fails if the receiver has timed out.
            let _ = sender.send((searcher, best, reports.0));
        });
        send_signals(&signals, ponder, &mut random);
        match receiver.recv_timeout(PATIENCE) {
            Ok((searcher, best, lines)) => {
                idle = Some(searcher);
                assert!(best.best.is_some(), "round {round}: no answer");
                check_line(&position, best.best.into_iter().chain(best.ponder));
                lines.into_iter().for_each(|line| check_line(&position, line.moves));
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
