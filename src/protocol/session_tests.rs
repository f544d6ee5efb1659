//! Tests of the session without a process: lines go in, and the printed text is checked.

use super::*;
use crate::output::tests::Printed;
use std::io::{BufReader, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest time to wait, enough for the slowest machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// An input that is written while it is read.
struct Pipe(Receiver<u8>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match (buffer.first_mut(), self.0.recv()) {
            (Some(first), Ok(byte)) => {
                *first = byte;
                Ok(1)
            }
            _ => Ok(0),
        }
    }
}

/// A running session with its input and output.
struct Talk {
    input: Sender<u8>,
    printed: Printed,
    session: thread::JoinHandle<()>,
}

impl Talk {
    fn begin() -> Talk {
        let (input, bytes) = channel();
        let printed = Printed::default();
        let output = Output::to(printed.clone());
        let session = thread::spawn(move || {
            let session = Session::new(output).expect("a session");
            session.run(BufReader::new(Pipe(bytes))).expect("a thread to read on");
        });
        Talk { input, printed, session }
    }

    fn say(&self, lines: &str) {
        for byte in lines.bytes().chain([b'\n']) {
            self.input.send(byte).expect("the session reads");
        }
    }

    /// Waits until `text` was printed a number of times.
    fn hear(&self, text: &str, times: usize) {
        let start = Instant::now();
        while self.printed.text().matches(text).count() < times {
            assert!(start.elapsed() < PATIENCE, "{text} was not printed {times} times:\n{}", self.printed.text());
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits for the end of the session, whose input stays open, and returns the printed text.
    fn quit(self) -> String {
        let start = Instant::now();
        while !self.session.is_finished() {
            assert!(start.elapsed() < PATIENCE, "it runs on:\n{}", self.printed.text());
            thread::sleep(Duration::from_millis(1));
        }
        self.end()
    }

    /// Ends the input and returns the printed text.
    fn end(self) -> String {
        drop(self.input);
        self.session.join().expect("the session does not panic");
        self.printed.text()
    }
}

/// Returns the answers to lines that arrive at once.
fn script(lines: &str) -> String {
    let talk = Talk::begin();
    talk.say(lines);
    talk.end()
}

fn best_moves(printed: &str) -> usize {
    printed.lines().filter(|line| line.starts_with("bestmove ")).count()
}

#[test]
fn a_script_is_done_to_its_end() {
    let printed = script("position setup imhotep\ngo depth 2");
    assert_eq!(best_moves(&printed), 1, "{printed}");
    assert!(printed.lines().last().is_some_and(|line| line.starts_with("bestmove ")));
}

#[test]
fn the_end_of_input_stops_what_has_no_end() {
    for go in ["go", "go infinite", "go ponder depth 1", "go infinite\nponderhit", "go depth 1 infinite"] {
        assert_eq!(best_moves(&script(go)), 1, "{go}");
    }
}

#[test]
fn questions_are_answered_during_a_search() {
    let talk = Talk::begin();
    talk.say("go infinite\nisready\nd\nmoves\nuci\nversion\nhelp\neval");
    for answer in ["readyok", "result: *", "total 77", "uciok", "Khepri "] {
        talk.hear(answer, 1);
    }
    assert_eq!(best_moves(&talk.printed.text()), 0);
    talk.say("stop");
    talk.hear("bestmove", 1);
    assert_eq!(best_moves(&talk.end()), 1);
}

#[test]
fn a_position_during_a_search_is_pending_until_it_is_over() {
    let talk = Talk::begin();
    talk.say("go infinite\nposition setup dynasty\nd");
    talk.hear("kfen: x33a3ka3p22/", 1);
    talk.say("stop\nd");
    talk.hear("kfen: x33p3a3p23/", 1);
    let printed = talk.end();
    let best = printed.find("bestmove").expect("an answer");
    assert!(best < printed.find("kfen: x33p3a3p23/").expect("the new position"));
}

#[test]
fn options_during_a_search_are_executed_in_their_order() {
    let printed = script("go depth 1\nsetoption name UCI_Variant value khet1\nposition startpos\nd");
    assert!(printed.contains("kfen: 4tktp22/"), "{printed}");
}

#[test]
fn a_second_go_is_refused_but_not_after_a_stop() {
    let talk = Talk::begin();
    talk.say("go infinite\ngo depth 1\ngo perft 1");
    talk.hear("info string go refused", 2);
    talk.say("stop\ngo depth 1\ngo depth 1");
    talk.hear("bestmove", 2);
    assert_eq!(best_moves(&talk.end()), 2);
}

#[test]
fn a_stop_applies_to_a_pending_search() {
    let talk = Talk::begin();
    talk.say("go infinite\nstop\ngo infinite\nposition setup isis\nstop\ngo ponder\nponderhit\nstop");
    talk.hear("bestmove", 3);
    assert_eq!(best_moves(&talk.end()), 3);
}

#[test]
fn perfts_wait_for_each_other() {
    let printed = script("go perft 2\nposition setup imhotep\ngo perft 2\ngo perft 0");
    let totals: Vec<&str> = printed.lines().filter_map(|line| line.strip_prefix("nodes ")).collect();
    assert_eq!(totals.len(), 3, "{printed}");
    for (total, count) in totals.iter().zip(["5920 ", "5343 ", "1 "]) {
        assert!(total.starts_with(count), "{printed}");
    }
    assert_eq!(printed.lines().filter(|line| line.contains(": ")).count(), 77 + 73);
}

#[test]
fn a_long_perft_is_stopped() {
    let talk = Talk::begin();
    talk.say("go perft 9\nstop\nisready");
    talk.hear("info string perft was stopped", 1);
    talk.hear("readyok", 1);
    assert_eq!(best_moves(&talk.end()), 0);
}

#[test]
fn commands_during_a_clear_are_executed_after_it_in_their_order() {
    let talk = Talk::begin();
    talk.say("ucinewgame\nposition setup isis\ngo infinite\nisready");
    talk.hear("readyok", 1);
    assert_eq!(best_moves(&talk.printed.text()), 0, "the search goes on");
    talk.say("d\nstop");
    talk.hear("bestmove", 1);
    assert!(talk.end().contains("kfen: x35a3kp21/"));
}

#[test]
fn a_stop_during_a_clear_applies_to_the_pending_search() {
    for begin in ["ucinewgame", "isready", "setoption name Hash value 3", "setoption name clear hash"] {
        let talk = Talk::begin();
        talk.say(&format!("{begin}\ngo infinite\nstop\ngo infinite\nstop"));
        talk.hear("bestmove", 2);
        let printed = talk.end();
        assert_eq!((best_moves(&printed), printed.matches("info string").count()), (2, 0), "{printed}");
    }
}

#[test]
fn isready_after_a_stop_is_answered_after_the_pending_commands() {
    let talk = Talk::begin();
    talk.say("go infinite\nstop\nsetoption name Hash value 65537\nucinewgame\nisready");
    talk.hear("readyok", 1);
    let printed = talk.end();
    let place = |text: &str| printed.find(text).unwrap_or_else(|| panic!("{text} in {printed}"));
    assert!(place("bestmove") < place("setoption refused") && place("setoption refused") < place("readyok"));
}

#[test]
fn every_isready_is_answered_once() {
    let printed = script("isready\nisready\nucinewgame\nisready\nsetoption name threads value 2\nisready");
    assert_eq!(printed, "readyok\n".repeat(4));
}

#[test]
fn quit_answers_every_pending_search_in_its_position() {
    let talk = Talk::begin();
    talk.say("go infinite\nposition kfen x39//////9K/k8X1 s moves j1-\nstop\ngo\nposition startpos\nstop\ngo ponder\nquit\nd");
    let printed = talk.quit();
    let best: Vec<&str> = printed.lines().filter(|line| line.starts_with("bestmove ")).collect();
    assert_eq!(best.len(), 3, "{printed}");
    let finished: Vec<bool> = best.iter().map(|line| *line == "bestmove (none)").collect();
    assert_eq!(finished, [false, true, false], "{printed}");
    assert!(!printed.contains("kfen"), "what comes after `quit` is not read: {printed}");
}

#[test]
fn quit_executes_pending_options_and_leaves_out_work_on_the_table() {
    let talk = Talk::begin();
    talk.say(
        "debug on\ngo infinite\nsetoption name Hash value 2\nsetoption name UCI_ShowWDL value true\nucinewgame\n\
         setoption name clear hash\nstop\ngo\nisready\nquit",
    );
    let printed = talk.quit();
    assert!(printed.contains("info string ShowWdl(true)") && printed.contains("readyok"), "{printed}");
    assert!(!printed.contains("Hash"), "{printed}");
    assert_eq!(best_moves(&printed), 2, "{printed}");
}

#[test]
fn quit_leaves_a_running_clear_unfinished_and_answers_the_search_after_it() {
    let talk = Talk::begin();
    talk.say("ucinewgame\ngo infinite\nquit");
    assert_eq!(best_moves(&talk.quit()), 1);
}

#[test]
fn quit_lets_a_short_perft_finish() {
    let talk = Talk::begin();
    talk.say("go perft 2\nquit");
    assert!(talk.quit().contains("nodes 5920 "));
}

#[test]
fn quit_stops_a_long_bench_and_drops_those_after_it() {
    let talk = Talk::begin();
    talk.say("bench 60\ngo perft 1\nbench 1\nposition setup isis\ngo\nquit");
    let printed = talk.quit();
    assert!(printed.contains("info string bench was stopped"), "{printed}");
    assert!(printed.lines().all(|line| !line.starts_with("nodes ") && !line.ends_with(" nps")), "{printed}");
    assert_eq!(best_moves(&printed), 1, "{printed}");
}

#[test]
fn a_refused_position_changes_nothing() {
    let bad = "position setup dynasty\nposition setup pyramid\nposition kfen 8 s\nposition startpos moves h2+ h2+\n\
               position\nd";
    let printed = script(bad);
    assert_eq!(printed.matches("info string position refused: ").count(), 4, "{printed}");
    assert!(printed.contains("position refused: move 2 `h2+`: "), "{printed}");
    assert!(printed.contains("kfen: x33p3a3p23/"), "{printed}");
}

#[test]
fn a_search_with_an_unreadable_limit_has_depth_1() {
    for go in ["go depth -1", "go searchmoves a1a2", "go movetime soon"] {
        let printed = script(go);
        assert!(printed.starts_with("info string ") && printed.contains("depth 1"), "{printed}");
        assert_eq!(best_moves(&printed), 1);
    }
}

#[test]
fn nonsense_is_named_and_ignored() {
    let printed =
        script("\nhello world\nstop\nponderhit\nsetoption name Hash value 0\nsetoption name Foo\ndebug maybe");
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 6, "{printed}");
    assert!(lines.iter().all(|line| line.starts_with("info string ")));
    assert!(lines[0].contains("`hello`"));
}

#[test]
fn a_finished_game_has_no_best_move() {
    let printed = script("position kfen x39///////k8X1 s");
    assert!(printed.contains("refused"), "a set-up without a Pharaoh is not a position");
    let printed = script(
        "position kfen x39//////9K/k8X1 s moves j1-\ngo infinite\nmoves\nd\nposition kfen x39//////9K/k8X1 s moves j1- a8+",
    );
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[..2], ["bestmove (none)", "total 0"]);
    assert!(lines.contains(&"result: 1-0"));
    assert!(lines.last().is_some_and(|line| line.contains("move 2 `a8+`: the game is over")));
}

#[test]
fn a_flip_has_no_history() {
    let printed = script("position startpos moves h2+ a8- h2- a8+ h2+\nflip\nd");
    for line in ["occurred: 1", "to move: silver"] {
        assert!(printed.lines().any(|found| found == line), "{printed}");
    }
}
