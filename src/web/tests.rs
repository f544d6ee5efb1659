//! Tests of both instances with a host that notes what it is told.

use super::message::End;
use super::outer::{Host, Outer, Timer};
use super::searching::Searching;
use khepri_engine::internal::eval::network::{self};
use khepri_engine::internal::util::Instant;
use khepri_engine::{Engine, Limits, Network, Silent};
use khepri_rules::{Game, RuleSet, setups};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// The calls that a host has received.
#[derive(Default)]
struct Calls {
    printed: String,
    /// Jobs with their orders.
    started: Vec<(u32, String)>,
    /// The time from which the clock of the last job runs.
    since: Option<Instant>,
    /// The order that prepares memory.
    preparation: String,
    settled: u32,
    kept: String,
    stopped: Vec<u32>,
    ponderhits: Vec<u32>,
    timers: Vec<(Timer, Duration)>,
    ended: bool,
}

struct Notes {
    calls: Rc<RefCell<Calls>>,
    has_signals: bool,
}

impl Host for Notes {
    fn has_signals(&self) -> bool {
        self.has_signals
    }

    fn print(&mut self, answer: &str) {
        self.calls.borrow_mut().printed += &format!("{answer}\n");
    }

    fn start(&mut self, job: u32, order: &str, since: Instant) {
        let mut calls = self.calls.borrow_mut();
        calls.started.push((job, order.to_owned()));
        calls.since = Some(since);
    }

    fn prepare(&mut self, order: &str) {
        self.calls.borrow_mut().preparation = order.to_owned();
    }

    fn stop(&mut self, job: u32) {
        self.calls.borrow_mut().stopped.push(job);
    }

    fn ponderhit(&mut self, job: u32) {
        self.calls.borrow_mut().ponderhits.push(job);
    }

    fn set_timer(&mut self, timer: Timer, time: Duration) {
        self.calls.borrow_mut().timers.push((timer, time));
    }

    fn settle(&mut self, line: u32) {
        self.calls.borrow_mut().settled = line;
    }

    fn keep(&mut self, commands: &str) {
        self.calls.borrow_mut().kept = commands.to_owned();
    }

    fn end(&mut self) {
        self.calls.borrow_mut().ended = true;
    }
}

/// An outer instance without a network, and what its host has been told.
struct Talk {
    outer: Outer<Notes>,
    calls: Rc<RefCell<Calls>>,
}

impl Talk {
    fn new(has_signals: bool) -> Talk {
        let calls = Rc::default();
        let outer = Outer::new(Notes { calls: Rc::clone(&calls), has_signals }).expect("a start position");
        Talk { outer, calls }
    }

    /// Returns an instance with the network, after these lines.
    fn after(has_signals: bool, lines: &[&str]) -> Talk {
        let mut talk = Talk::new(has_signals);
        talk.outer.set_network(Ok(standard()));
        lines.iter().for_each(|line| talk.send(line));
        talk
    }

    fn send(&mut self, line: &str) {
        self.send_at(line, Instant::now());
    }

    fn send_at(&mut self, line: &str, time: Instant) {
        self.outer.line(line.as_bytes().to_vec(), time);
    }

    /// Returns what was printed since the last call.
    fn printed(&self) -> String {
        std::mem::take(&mut self.calls.borrow_mut().printed)
    }

    /// Returns the number and the order of the last job, if there is one.
    fn job(&self) -> Option<(u32, String)> {
        self.calls.borrow().started.last().cloned()
    }
}

fn standard() -> Network {
    Network::read(&network::embedded().to_bytes()).expect("a network")
}

#[test]
fn rules_are_answered_before_the_network_has_arrived_and_a_search_waits() {
    let mut talk = Talk::new(true);
    for (line, expected) in [
        ("position startpos moves h2g2", ""),
        ("history", "total 1\n"),
        ("reach red", "total 77\n"),
        ("isready", "readyok\n"),
        ("setoption name Hash value 2", ""),
        ("go nodes 100", ""),
        ("moves", "total"),
    ] {
        talk.send(line);
        let printed = talk.printed();
        assert!(printed.contains(expected) && printed.is_empty() == expected.is_empty(), "{line}: {printed}");
    }
    assert_eq!(talk.job(), None);
    talk.outer.set_network(Ok(standard()));
    let (_, order) = talk.job().expect("a job");
    assert!(order.starts_with(r#"{"hash_mib":2,"work":{"Search":"#), "{order}");
}

#[test]
fn the_clock_of_a_search_that_waits_for_the_network_runs_from_the_arrival_of_go() {
    let [go, earlier] = [Duration::ZERO, Duration::from_secs(5)].map(|before| Instant::now() - before);
    let mut talk = Talk::new(true);
    talk.send_at("go movetime 100", earlier);
    talk.outer.set_network(Ok(standard()));
    assert_eq!(talk.calls.borrow().since, Some(earlier));
    // A pondered move has the time after the ponderhit.
    let mut talk = Talk::new(true);
    talk.send_at("go ponder movetime 100", earlier);
    talk.send("ponderhit");
    talk.outer.set_network(Ok(standard()));
    assert!(talk.calls.borrow().since >= Some(go));
    assert!(talk.job().is_some_and(|(_, order)| order.contains(r#""ponder":false"#)));
}

#[test]
fn a_search_whose_time_is_over_is_answered_at_once() {
    let mut talk = Talk::after(true, &["setoption name Hash value 1"]);
    let (job, _) = talk.job().expect("a job");
    talk.outer.finished(job, br#"{"Upkeep":null}"#);
    talk.send_at("go movetime 1000", Instant::now() - Duration::from_secs(2));
    let (_, order) = talk.job().expect("a job");
    let since = talk.calls.borrow().since.expect("a time");
    let mut searching = Searching::default();
    searching.set_network(standard());
    let mut lines = Vec::new();
    let end = searching.run(order.as_bytes(), since, &mut |line| lines.push(line));
    assert!(matches!(&end, End::Found(Some(_), _)));
    // Three seconds after the `go`, searched moves are reported too.
    lines.retain(|line| !line.starts_with("info currmove "));
    // A second is enough for many more iterations.
    assert!(lines[0].starts_with("info depth 1 ") && lines.len() < 6, "{lines:?}");
}

#[test]
fn memory_is_prepared_as_soon_as_the_network_has_arrived() {
    let mut talk = Talk::new(true);
    assert_eq!(talk.calls.borrow().preparation, "");
    talk.send("isready");
    assert_eq!(talk.printed(), "readyok\n");
    assert_eq!(talk.calls.borrow().preparation, r#"{"hash_mib":64,"work":"Prepare"}"#);
    talk.send("setoption name Hash value 3");
    let order = talk.calls.borrow().preparation.clone();
    assert_eq!(order, r#"{"hash_mib":3,"work":"Prepare"}"#);
    let mut searching = Searching::default();
    searching.set_network(standard());
    let end = searching.run(order.as_bytes(), Instant::now(), &mut |line| panic!("{line}"));
    assert!(matches!(end, End::Upkeep(None)));
    // What the preparation reports is printed, such as a smaller table. Its end is ignored.
    talk.outer.report(0, "info string no memory".to_owned());
    talk.outer.finished(0, br#"{"Upkeep":null}"#);
    assert_eq!(talk.printed(), "info string no memory\n");
    assert_eq!(talk.job(), None);
}

#[test]
fn spare_instances_are_prepared_after_work_on_the_table() {
    let mut talk = Talk::after(false, &["setoption name Hash value 3"]);
    assert_eq!(talk.calls.borrow().preparation, "");
    let (job, _) = talk.job().expect("a job");
    talk.outer.finished(job, br#"{"Upkeep":null}"#);
    assert_eq!(talk.calls.borrow().preparation, r#"{"hash_mib":3,"work":"Prepare"}"#);
}

#[test]
fn only_what_was_accepted_is_kept_for_another_instance() {
    let mut talk =
        Talk::after(true, &["setoption name MultiPV value 2", "position startpos moves h2g2", "go infinite"]);
    let (job, _) = talk.job().expect("a job");
    let kept = talk.calls.borrow().kept.clone();
    for line in ["setoption name Hash value 64", "setoption name MultiPV value 2"] {
        assert!(kept.lines().any(|other| other == line), "{line}: {kept}");
    }
    assert!(kept.contains(" moves h2g2\n"), "{kept}");
    ["position startpos moves z9", "setoption name Hash value 512"].into_iter().for_each(|line| talk.send(line));
    assert_eq!(talk.calls.borrow().settled, 3);
    talk.send("stop");
    talk.outer.finished(job, br#"{"Found":["a8-",null]}"#);
    assert_eq!(talk.calls.borrow().settled, 4, "the table has its old size");
    let (job, _) = talk.job().expect("a job");
    talk.outer.finished(job, br#"{"Upkeep":"no memory"}"#);
    assert_eq!((talk.calls.borrow().settled, &talk.calls.borrow().kept), (6, &kept));
    talk.send("setoption name Hash value 3");
    let (job, _) = talk.job().expect("a job");
    talk.outer.finished(job, br#"{"Upkeep":null}"#);
    assert_eq!(talk.calls.borrow().kept, kept.replace("Hash value 64", "Hash value 3"));
}

#[test]
fn a_perft_needs_no_network() {
    let mut talk = Talk::new(true);
    talk.send("go perft 2");
    let (job, order) = talk.job().expect("a job");
    let mut counts = Vec::new();
    let end = Searching::default().run(order.as_bytes(), Instant::now(), &mut |line| counts.push(line));
    assert_eq!(counts.len(), 77);
    talk.outer.finished(job, serde_json::to_string(&end).expect("JSON").as_bytes());
    assert!(talk.printed().starts_with("nodes 5920 "), "as in the reference data of the classic set-up");
}

#[test]
fn an_eval_waits_for_the_network_and_so_do_later_commands_that_change_the_game() {
    let mut talk = Talk::new(true);
    ["eval", "position startpos moves h2g2"].into_iter().for_each(|line| talk.send(line));
    assert_eq!(talk.printed(), "");
    talk.outer.set_network(Ok(standard()));
    assert!(talk.printed().contains("for silver to move"), "the position before the move");
    talk.send("eval");
    assert!(talk.printed().contains("for red to move"));
}

#[test]
fn an_eval_does_not_take_the_place_of_a_running_job() {
    let mut talk = Talk::new(true);
    ["go perft 5", "eval"].into_iter().for_each(|line| talk.send(line));
    let (perft, _) = talk.job().expect("a job");
    talk.outer.finished(perft, br#"{"Counted":"nodes 1 time 0 nps 1"}"#);
    assert_eq!(talk.printed(), "nodes 1 time 0 nps 1\n");
    talk.outer.set_network(Ok(standard()));
    assert!(talk.printed().contains("for silver to move"));
    let mut talk = Talk::new(true);
    ["go infinite", "eval"].into_iter().for_each(|line| talk.send(line));
    talk.outer.set_network(Ok(standard()));
    let (search, _) = talk.job().expect("a job");
    talk.send("eval");
    assert!(talk.printed().contains("for silver to move"), "with the network it is answered at once");
    talk.send("stop");
    talk.outer.finished(search, br#"{"Found":["h2g2",null]}"#);
    let printed = talk.printed();
    assert!(printed.starts_with("bestmove h2g2\n") && printed.contains("for silver to move"), "{printed}");
}

#[test]
fn quit_ends_a_session_that_waits_for_the_network() {
    let mut talk = Talk::new(true);
    ["eval", "quit"].into_iter().for_each(|line| talk.send(line));
    assert!(talk.calls.borrow().ended);
}

#[test]
fn without_a_network_each_command_that_needs_it_is_answered_with_the_reason() {
    let mut talk = Talk::new(true);
    talk.send("eval");
    talk.outer.set_network(Err("khepri.net: the server answers 404".to_owned()));
    assert_eq!(talk.printed(), "info string eval: khepri.net: the server answers 404\n");
    talk.send("go nodes 5");
    let printed = talk.printed();
    assert!(printed.starts_with("info string khepri.net: the server answers 404\nbestmove "), "{printed}");
    talk.send("bench");
    assert_eq!(talk.printed(), "info string khepri.net: the server answers 404\n");
}

#[test]
fn a_search_that_is_stopped_before_the_network_has_arrived_is_answered_with_a_legal_move() {
    let mut talk = Talk::new(true);
    ["go infinite searchmoves h2g2", "stop"].into_iter().for_each(|line| talk.send(line));
    assert_eq!((talk.printed(), talk.job()), ("bestmove h2g2\n".to_owned(), None));
    talk.outer.set_network(Ok(standard()));
    assert_eq!(talk.job(), None);
    ["isready", "quit"].into_iter().for_each(|line| talk.send(line));
    let (job, _) = talk.job().expect("the memory is prepared");
    talk.outer.finished(job, br#"{"Upkeep":null}"#);
    assert!(talk.calls.borrow().ended);
}

#[test]
fn a_search_without_an_end_waits_in_a_finished_game_without_a_job() {
    for (has_signals, ends) in [(true, "stop"), (false, "stop"), (true, "ponderhit"), (false, "ponderhit")] {
        let mut talk = Talk::new(has_signals);
        ["position kfen x39//////9K/k8X1 s moves j1-", "go ponder"].into_iter().for_each(|line| talk.send(line));
        assert_eq!((talk.printed(), talk.job()), (String::new(), None));
        talk.send(ends);
        assert_eq!((talk.printed(), talk.job()), ("bestmove (none)\n".to_owned(), None));
        let calls = talk.calls.borrow();
        assert!(calls.stopped.is_empty() && calls.ponderhits.is_empty(), "the host has no job to stop");
    }
}

#[test]
fn a_search_over_messages_equals_one_of_the_engine() {
    let lines = ["setoption name Hash value 1", "setoption name MultiPV value 2"];
    let mut talk = Talk::after(true, &lines);
    let mut searching = Searching::default();
    searching.set_network(standard());
    let mut jobs = 0;
    let mut work = |talk: &mut Talk| {
        while let Some((job, order)) = talk.job().filter(|(job, _)| *job > jobs) {
            jobs = job;
            let mut lines = Vec::new();
            let end = searching.run(order.as_bytes(), Instant::now(), &mut |line| lines.push(line));
            lines.into_iter().for_each(|line| talk.outer.report(job, line));
            talk.outer.finished(job, serde_json::to_string(&end).expect("JSON").as_bytes());
        }
    };
    work(&mut talk);
    ["position startpos moves h2g2 a8-", "go nodes 3000 searchmoves j1- d6c6 e4d3"]
        .into_iter()
        .for_each(|line| talk.send(line));
    work(&mut talk);
    let mut game = Game::new(setups::named(RuleSet::Khet2, setups::CLASSIC).expect("a set-up").position.clone());
    for word in ["h2g2", "a8-"] {
        game.push(game.position().read_move(word).expect("a move")).expect("it is legal");
    }
    let searchmoves = ["j1-", "d6c6", "e4d3"].map(|word| word.parse().expect("a move")).to_vec();
    let mut engine = Engine::new(game, 1).expect("memory");
    engine.set_multipv(2);
    let limits = Limits { searchmoves, ..Limits::nodes_or_one(3000) };
    let found = engine.search(limits).expect("legal moves").run(&mut Silent);
    let printed = talk.printed();
    let best = found.best.expect("a move");
    assert!(printed.lines().last().is_some_and(|line| line.starts_with(&format!("bestmove {best}"))), "{printed}");
    assert!(printed.contains(" multipv 2 "));
}

#[test]
fn a_size_for_which_there_is_no_memory_is_refused_and_the_old_one_stays() {
    let mut talk = Talk::after(true, &["setoption name Hash value 3"]);
    let (job, order) = talk.job().expect("a job");
    assert_eq!(order, r#"{"hash_mib":3,"work":"Resize"}"#);
    talk.outer.finished(job, br#"{"Upkeep":"no memory for a table of 3 MiB"}"#);
    assert_eq!(talk.printed(), "info string no memory for a table of 3 MiB; the old value stays\n");
    talk.send("ucinewgame");
    assert_eq!(talk.job().expect("a job").1, r#"{"hash_mib":64,"work":"Clear"}"#);
}

#[test]
fn without_signals_a_stopped_search_is_answered_with_the_last_complete_line() {
    for (reports, expected) in [
        (&["info depth 1 seldepth 1 multipv 1 score cp 5 nodes 9 pv h2g2 a8-"][..], "bestmove h2g2 ponder a8-\n"),
        (
            &[
                "info depth 1 seldepth 1 multipv 1 score cp 5 nodes 9 pv h2g2 a8-",
                "info depth 2 seldepth 2 multipv 1 score cp 9 lowerbound nodes 19 pv h2h3",
                "info depth 2 seldepth 2 multipv 2 score cp 5 nodes 19 pv c1b2",
            ],
            "bestmove h2g2 ponder a8-\n",
        ),
        (&["info depth 1 seldepth 1 multipv 1 score cp 5 nodes 9 pv j1-"], "bestmove j1-\n"),
    ] {
        let mut talk = Talk::after(false, &["go infinite"]);
        let (job, _) = talk.job().expect("a job");
        reports.iter().for_each(|line| talk.outer.report(job, (*line).to_owned()));
        talk.printed();
        talk.send("stop");
        assert_eq!((talk.printed().as_str(), talk.calls.borrow().stopped.as_slice()), ("", &[job][..]));
        talk.outer.end_job(job);
        assert_eq!(talk.printed(), expected);
    }
}

#[test]
fn with_signals_a_ponderhit_is_passed_on() {
    let mut talk = Talk::after(true, &["go ponder nodes 100", "ponderhit"]);
    let (job, _) = talk.job().expect("a job");
    assert_eq!(talk.calls.borrow().ponderhits, [job]);
    talk.outer.finished(job, br#"{"Found":["h2g2",null]}"#);
    assert_eq!(talk.printed(), "bestmove h2g2\n");
}

#[test]
fn without_signals_the_outer_instance_keeps_the_time_after_a_ponderhit() {
    let mut talk = Talk::after(false, &["go ponder wtime 60000 btime 60000", "ponderhit"]);
    let (job, _) = talk.job().expect("a job");
    let timers = talk.calls.borrow().timers.clone();
    assert!(
        matches!(timers[..], [(Timer::Move(of), time)] if of == job && time < Duration::from_secs(6)),
        "{timers:?}"
    );
    talk.outer.timer_expired(Timer::Move(job + 1));
    assert!(talk.calls.borrow().stopped.is_empty());
    talk.outer.timer_expired(Timer::Move(job));
    assert_eq!(talk.calls.borrow().stopped, [job]);
}

#[test]
fn without_signals_and_a_clock_a_search_starts_again_after_a_ponderhit() {
    let mut talk = Talk::after(false, &["go ponder nodes 100"]);
    let (job, order) = talk.job().expect("a job");
    assert!(order.contains(r#""ponder":true"#), "{order}");
    talk.send("ponderhit");
    let (again, order) = talk.job().expect("a job");
    assert!(job == again && order.contains(r#""ponder":false"#), "{order}");
    // A search that has ended is not started again.
    let mut talk = Talk::after(false, &["go ponder nodes 100"]);
    talk.outer.finished(job, br#"{"Found":["h2g2",null]}"#);
    talk.send("ponderhit");
    assert_eq!((talk.printed().as_str(), talk.calls.borrow().started.len()), ("bestmove h2g2\n", 1));
}

#[test]
fn an_instance_that_fails_ends_only_its_job() {
    let mut talk = Talk::after(true, &["go infinite"]);
    let (job, _) = talk.job().expect("a job");
    talk.outer.lose_job(job + 1, "an earlier one".to_owned());
    assert_eq!(talk.printed(), "");
    talk.outer.lose_job(job, "unreachable".to_owned());
    assert_eq!(talk.printed(), "info string engine ended: unreachable\nbestmove (none)\n");
    talk.send("isready");
    let (job, _) = talk.job().expect("a job");
    talk.outer.lose_job(job, "unreachable".to_owned());
    assert_eq!(talk.printed(), "info string engine ended: unreachable\nreadyok\n");
    talk.send("go nodes 1");
    assert!(talk.job().is_some_and(|(next, _)| next > job));
}

#[test]
fn an_order_or_an_end_that_cannot_be_read_is_reported() {
    let end = Searching::default().run(b"{}", Instant::now(), &mut |_| {});
    let mut talk = Talk::after(true, &["go nodes 1"]);
    let (job, _) = talk.job().expect("a job");
    talk.outer.finished(job, serde_json::to_string(&end).expect("JSON").as_bytes());
    let printed = talk.printed();
    assert!(printed.starts_with("info string unreadable order: ") && printed.contains("\nbestmove "), "{printed}");
}
