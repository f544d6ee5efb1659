//! The functions that the module exports to `khepri.js`, and those that it imports from it. An instance is an outer or a searching
//! one, depending on which functions are called.
//!
//! Text and bytes cross as a pointer and a length. The host obtains memory for an argument from `allocate`; the function that
//! receives the argument frees it. What an import receives is valid only during its call.

use crate::outer::{Host, Outer, Timer};
use crate::searching::Searching;
use khepri_engine::Network;
use khepri_engine::internal::util::{Instant, host};
use khepri_protocol::fault_question::{MAX_QUESTION, answer_faults};
use khepri_protocol::kgn_json::{ConversionError, MAX_JSON, MAX_KGN, read_games, write_games};
use khepri_protocol::review::json::{MAX_REVIEW, review_game};
use std::cell::RefCell;
use std::io::Write;
use std::panic;
use std::time::Duration;

#[link(wasm_import_module = "khepri")]
unsafe extern "C" {
    safe fn has_signals() -> bool;
    safe fn print(text: *const u8, length: usize);
    /// `since` is the time of the host's clock from which the clock of a search runs.
    safe fn start(job: u32, order: *const u8, length: usize, since: f64);
    safe fn prepare(order: *const u8, length: usize);
    safe fn stop(job: u32);
    safe fn pass_ponderhit(job: u32);
    /// Job 0 is the timer of `quit`.
    safe fn set_timer(job: u32, milliseconds: f64);
    safe fn settle(line: u32);
    safe fn keep(commands: *const u8, length: usize);
    safe fn end();
    safe fn report(text: *const u8, length: usize);
    /// Receives the end of a job as JSON.
    safe fn answer(text: *const u8, length: usize);
    /// Receives converted games, a review or faults, or the reason why there are none.
    safe fn converted(is_result: bool, text: *const u8, length: usize);
    /// Receives the message of a panic, before the trap.
    safe fn failed(text: *const u8, length: usize);
    /// Returns the time in milliseconds since a fixed moment, which is the same in all instances. It never goes back.
    safe fn now() -> f64;
    /// Returns whether the running job is to stop.
    safe fn stopped() -> bool;
    /// Returns the time of the ponderhit in milliseconds, or infinity before it.
    safe fn ponderhit() -> f64;
}

/// The host of the module.
struct Imports;

impl Host for Imports {
    fn has_signals(&self) -> bool {
        has_signals()
    }

    fn print(&mut self, answer: &str) {
        print(answer.as_ptr(), answer.len());
    }

    fn start(&mut self, job: u32, order: &str, since: Instant) {
        start(job, order.as_ptr(), order.len(), since.milliseconds());
    }

    fn prepare(&mut self, order: &str) {
        prepare(order.as_ptr(), order.len());
    }

    fn stop(&mut self, job: u32) {
        stop(job);
    }

    fn ponderhit(&mut self, job: u32) {
        pass_ponderhit(job);
    }

    fn set_timer(&mut self, timer: Timer, time: Duration) {
        let job = if let Timer::Move(job) = timer { job } else { 0 };
        set_timer(job, time.as_secs_f64() * 1000.0);
    }

    fn settle(&mut self, line: u32) {
        settle(line);
    }

    fn keep(&mut self, commands: &str) {
        keep(commands.as_ptr(), commands.len());
    }

    fn end(&mut self) {
        end();
    }
}

thread_local! {
    static OUTER: RefCell<Option<Outer<Imports>>> = const { RefCell::new(None) };
    static SEARCHING: RefCell<Searching> = RefCell::default();
}

/// Calls a function on the outer instance. Does nothing if it could not be created.
fn with_outer(call: impl FnOnce(&mut Outer<Imports>)) {
    OUTER.with_borrow_mut(|outer| {
        if outer.is_none() {
            connect();
            *outer = Outer::new(Imports).ok();
        }
        if let Some(outer) = outer {
            call(outer);
        }
    });
}

/// Connects the engine and its panics with the host.
fn connect() {
    host::set(host::Host { now: || now(), stopped: || stopped(), ponderhit: || ponderhit() });
    panic::set_hook(Box::new(|panic| {
        let message = panic.to_string();
        failed(message.as_ptr(), message.len());
    }));
}

/// Returns memory for an argument.
#[unsafe(no_mangle)]
extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// Returns the argument that the host has written into memory from `allocate`.
fn argument(pointer: *mut u8, length: usize) -> Vec<u8> {
    // SAFETY: the host passes a pointer from `allocate` once, with the length that it allocated and wrote.
    Vec::from(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) })
}

fn text(pointer: *mut u8, length: usize) -> String {
    String::from_utf8_lossy(&argument(pointer, length)).into_owned()
}

/// Takes a line, and the time of the host's clock at which it arrived.
#[unsafe(no_mangle)]
extern "C" fn outer_line(line: *mut u8, length: usize, time: f64) {
    let line = argument(line, length);
    with_outer(|outer| outer.line(line, Instant::at(time)));
}

#[unsafe(no_mangle)]
extern "C" fn outer_line_too_long(length: usize) {
    with_outer(|outer| outer.line_too_long(length));
}

#[unsafe(no_mangle)]
extern "C" fn outer_end_of_input() {
    with_outer(Outer::end_of_input);
}

/// Takes the file of the network.
#[unsafe(no_mangle)]
extern "C" fn outer_network(file: *mut u8, length: usize) {
    let network = Network::read(&argument(file, length)).map_err(|why| format!("khepri.net: {why}"));
    with_outer(|outer| outer.set_network(network));
}

/// Takes the reason why there is no network.
#[unsafe(no_mangle)]
extern "C" fn outer_no_network(why: *mut u8, length: usize) {
    let why = text(why, length);
    with_outer(|outer| outer.set_network(Err(why)));
}

#[unsafe(no_mangle)]
extern "C" fn outer_report(job: u32, lines: *mut u8, length: usize) {
    let lines = text(lines, length);
    with_outer(|outer| outer.report(job, lines));
}

#[unsafe(no_mangle)]
extern "C" fn outer_finished(job: u32, end: *mut u8, length: usize) {
    let end = argument(end, length);
    with_outer(|outer| outer.finished(job, &end));
}

#[unsafe(no_mangle)]
extern "C" fn outer_end_job(job: u32) {
    with_outer(|outer| outer.end_job(job));
}

#[unsafe(no_mangle)]
extern "C" fn outer_lose_job(job: u32, why: *mut u8, length: usize) {
    let why = text(why, length);
    with_outer(|outer| outer.lose_job(job, why));
}

#[unsafe(no_mangle)]
extern "C" fn outer_timer_expired(job: u32) {
    with_outer(|outer| outer.timer_expired(if job == 0 { Timer::Quit } else { Timer::Move(job) }));
}

/// Converts games from KGN to JSON. Passes the result, or the reason why there is none, to `converted`.
#[unsafe(no_mangle)]
extern "C" fn outer_kgn(games: *mut u8, length: usize) {
    let games = argument(games, length);
    pass_on(&games, MAX_KGN, |answer| read_games(&games[..], answer));
}

/// Converts games from JSON to KGN. Passes the result, or the reason why there is none, to `converted`.
#[unsafe(no_mangle)]
extern "C" fn outer_write(games: *mut u8, length: usize) {
    let games = argument(games, length);
    pass_on(&games, MAX_JSON, |answer| write_games(&games[..], answer));
}

/// Reviews a game whose positions have scores, as JSON. Passes the review, or the reason why there is none, to `converted`.
#[unsafe(no_mangle)]
extern "C" fn outer_review(game: *mut u8, length: usize) {
    let game = argument(game, length);
    pass_on(&game, MAX_REVIEW, |answer| review_game(&game[..], answer));
}

/// Answers as JSON which faults a position, a move or games have. Passes the answer, or the reason why there is none, to `converted`.
#[unsafe(no_mangle)]
extern "C" fn outer_faults(question: *mut u8, length: usize) {
    let question = argument(question, length);
    pass_on(&question, MAX_QUESTION, |answer| answer_faults(&question[..], answer));
}

fn pass_on(file: &[u8], max: u64, convert: impl FnOnce(&mut dyn Write) -> Result<(), ConversionError>) {
    connect();
    let mut answer = Vec::new();
    let done = if file.len() as u64 > max { Err(ConversionError::large_file(max)) } else { convert(&mut answer) };
    let (is_result, text) = match &done {
        Ok(()) => (true, answer),
        Err(why) => (false, why.to_string().into_bytes()),
    };
    converted(is_result, text.as_ptr(), text.len());
}

/// Takes the file of the network.
#[unsafe(no_mangle)]
extern "C" fn searching_network(file: *mut u8, length: usize) {
    connect();
    if let Ok(network) = Network::read(&argument(file, length)) {
        SEARCHING.with_borrow_mut(|searching| searching.set_network(network));
    }
}

/// Does the job of an order, and passes its end to `answer` as JSON. The clock of a search runs from `since`.
#[unsafe(no_mangle)]
extern "C" fn searching_run(order: *mut u8, length: usize, since: f64) {
    connect();
    let order = argument(order, length);
    let mut send = |line: String| report(line.as_ptr(), line.len());
    let end = SEARCHING.with_borrow_mut(|searching| searching.run(&order, Instant::at(since), &mut send));
    let end = serde_json::to_string(&end).unwrap_or_default();
    answer(end.as_ptr(), end.len());
}
