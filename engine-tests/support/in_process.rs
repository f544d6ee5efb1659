//! A session in the process of the test, without threads of its own: a job runs when its answer is waited for.

use super::{Conversation, Link};
use khepri_engine::Engine;
use khepri_engine::internal::eval::network;
use khepri_engine::internal::search::DEFAULT_HASH_MIB;
use khepri_engine::internal::util::Instant;
use khepri_protocol::event::{Effect, Input};
use khepri_protocol::jobs::Job;
use khepri_protocol::network_file;
use khepri_protocol::session::Session;
use std::collections::VecDeque;
use std::io::BufRead;
use std::mem;

/// A conversation with a session in this process. A search without an end must be stopped before it is waited for.
pub type InProcess = Conversation<Direct>;

pub struct Direct {
    session: Session,
    engine: Engine,
    /// The bytes of a line without its end.
    rest: Vec<u8>,
    printed: VecDeque<String>,
    job: Option<(u64, Job)>,
    is_over: bool,
}

impl Direct {
    fn take(&mut self, input: Input) {
        let mut effects = Vec::new();
        self.session.take(input, &mut effects);
        for effect in effects {
            match effect {
                Effect::Print(answer) => self.printed.extend(answer.lines().map(str::to_owned)),
                Effect::Start(number, plan) => {
                    self.job = Some((number, Job::new(plan, &mut self.engine, &network::embedded())))
                }
                Effect::Stop(_) => self.job.iter().for_each(|(_, job)| job.signals.stop()),
                Effect::PonderHit(_) => self.job.iter().for_each(|(_, job)| job.signals.ponderhit()),
                Effect::ReadNetwork(path) => {
                    let network = network_file::find(path.as_deref());
                    self.take(Input::NetworkRead(network.map_err(|why| why.to_string())));
                }
                Effect::StartTimer(_) => {}
                Effect::End => self.is_over = true,
            }
        }
    }

    fn run_job(&mut self) -> bool {
        let Some((number, job)) = self.job.take() else { return false };
        let mut reports = Vec::new();
        let end = job.run(&mut |report| reports.push(report));
        reports.into_iter().for_each(|report| self.take(Input::Report(number, report)));
        self.take(Input::Finished(number, end));
        true
    }
}

impl Link for Direct {
    fn start() -> Direct {
        let session = Session::new(Some(network::embedded()), 0).expect("a start position");
        let engine = Engine::unprepared(session.game().clone(), DEFAULT_HASH_MIB).expect("memory for a table");
        let (rest, printed) = (Vec::new(), VecDeque::new());
        Direct { session, engine, rest, printed, job: None, is_over: false }
    }

    fn send(&mut self, bytes: &[u8]) {
        let text = [&mem::take(&mut self.rest), bytes].concat();
        let mut text = &text[..];
        loop {
            let mut line = Vec::new();
            // The tests send hundreds of MiB. The search of the standard library is optimised, that of this file is not.
            text.read_until(b'\n', &mut line).expect("bytes have no errors");
            if line.pop_if(|last| *last == b'\n').is_none() {
                self.rest = line;
                return;
            }
            self.take(Input::Line(line, Instant::now()));
        }
    }

    fn next_line(&mut self, waited_for: &str) -> Option<String> {
        while self.printed.is_empty() && !self.is_over {
            assert!(self.run_job(), "no answer: waited for {waited_for}");
        }
        self.printed.pop_front()
    }

    fn end(mut self) -> Vec<String> {
        if !self.rest.is_empty() {
            self.send(b"\n");
        }
        self.take(Input::Eof);
        while !self.is_over {
            assert!(self.run_job(), "the session does not end");
        }
        self.printed.into()
    }
}
