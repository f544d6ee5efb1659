//! The program's driver of a session: lines come from a reader, answers go to an output, and jobs run on threads.

mod input;

use crate::output::Output;
use khepri_engine::internal::eval::network;
use khepri_engine::internal::search::DEFAULT_HASH_MIB;
use khepri_engine::internal::util::clock_seed;
use khepri_engine::{Engine, NoMemory, Signals};
use khepri_protocol::event::{Effect, Input, Plan};
use khepri_protocol::jobs::Job;
use khepri_protocol::network_file;
use khepri_protocol::position::StartError;
use khepri_protocol::session::Session;
use khepri_rules::internal::notation::excerpt::logged;
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;
use thiserror::Error;

/// The reason why a session cannot start.
#[derive(Debug, Error)]
pub enum DriverError {
    /// There is no start position.
    #[error(transparent)]
    Start(#[from] StartError),
    /// There is no memory for the table.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// There is no thread for the input.
    #[error("cannot create a thread to read the input: {0}")]
    Thread(#[from] io::Error),
}

/// A session with its engine, its output, its job and its timer.
struct Driver<'a> {
    session: Session,
    engine: Engine,
    output: &'a Output,
    /// The last job that was started.
    job: Option<(u64, Arc<Signals>)>,
    /// Lines and jobs share a channel, so that answers keep their order. It has no limit: a search must not wait.
    sender: Sender<Input>,
    inputs: Receiver<Input>,
    /// The time at which the session's timer expires.
    deadline: Option<Instant>,
    is_over: bool,
}

/// Runs a session until `input` ends, until `quit`, or until an answer cannot be printed.
///
/// # Errors
/// The reason why it cannot start, usually no memory for the table.
pub fn run(input: impl BufRead + Send + 'static, output: &Output) -> Result<(), DriverError> {
    let session = Session::new(Some(network::embedded()), clock_seed())?.of_commit(crate::COMMIT);
    let engine = Engine::unprepared(session.game().clone(), DEFAULT_HASH_MIB)?;
    let (sender, inputs) = channel();
    let places = input::spawn(input, sender.clone())?;
    let mut driver = Driver { session, engine, output, job: None, sender, inputs, deadline: None, is_over: false };
    let mut has_failed = false;
    while !driver.is_over {
        let input = driver.next();
        if let Input::Line(line, _) = &input {
            log::debug!("< {}", logged(line.trim_ascii_end()));
        }
        if matches!(input, Input::Line(..) | Input::LineTooLong(_) | Input::Eof) {
            let _ = places.try_recv();
        }
        driver.give(input);
        if output.failure().is_some() && !has_failed {
            has_failed = true;
            driver.give(Input::OutputFailed);
        }
    }
    Ok(())
}

impl Driver<'_> {
    /// Waits for the next input.
    fn next(&mut self) -> Input {
        let Some(deadline) = self.deadline else { return self.inputs.recv().unwrap_or(Input::Eof) };
        let left = deadline.saturating_duration_since(Instant::now());
        let input = if left.is_zero() { None } else { self.inputs.recv_timeout(left).ok() };
        input.unwrap_or_else(|| {
            self.deadline = None;
            Input::TimerExpired
        })
    }

    /// Passes an input to the session, and performs all effects.
    fn give(&mut self, input: Input) {
        // A stack: the next effect is the last element.
        let mut effects = Vec::new();
        let mut next = Some(input);
        loop {
            if let Some(input) = next {
                let before = effects.len();
                self.session.take(input, &mut effects);
                effects[before..].reverse();
            }
            let Some(effect) = effects.pop() else { return };
            next = self.perform(effect);
        }
    }

    /// Performs an effect. Returns the input that it causes immediately, if any.
    fn perform(&mut self, effect: Effect) -> Option<Input> {
        match effect {
            Effect::Print(answer) => self.output.print(answer),
            Effect::Start(number, plan) => return self.start(number, plan),
            Effect::Stop(number) => self.running(number).into_iter().for_each(Signals::stop),
            Effect::PonderHit(number) => self.running(number).into_iter().for_each(Signals::ponderhit),
            Effect::ReadNetwork(path) => {
                let network = network_file::find(path.as_deref());
                return Some(Input::NetworkRead(network.map_err(|why| why.to_string())));
            }
            Effect::StartTimer(time) => self.deadline = Some(Instant::now() + time),
            Effect::End => self.is_over = true,
        }
        None
    }

    /// Starts a job on a thread.
    fn start(&mut self, number: u64, plan: Plan) -> Option<Input> {
        // If no thread can be created, upkeep runs on this thread. No command is answered until it ends.
        let here = matches!(plan, Plan::Upkeep(..)).then(|| plan.clone());
        let job = Job::new(plan, &mut self.engine, &network::embedded());
        self.job = Some((number, Arc::clone(&job.signals)));
        let (name, sender) = (job.name.to_owned(), self.sender.clone());
        // Sending fails if the session has ended.
        let work = move || {
            let end = job.run(&mut |report| drop(sender.send(Input::Report(number, report))));
            let _ = sender.send(Input::Finished(number, end));
        };
        let why = thread::Builder::new().name(name).spawn(work).err()?;
        Some(match here {
            Some(plan) => {
                Input::Finished(number, Job::new(plan, &mut self.engine, &network::embedded()).run(&mut |_| {}))
            }
            None => Input::CouldNotStart(number, format!("cannot create a thread: {why}")),
        })
    }

    fn running(&self, number: u64) -> Option<&Signals> {
        self.job.as_ref().filter(|(running, _)| *running == number).map(|(_, signals)| &**signals)
    }
}
