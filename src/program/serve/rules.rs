//! The rules in this process: a session of the protocol that has no engine. Blocking threads answer its lines, and a panic ends
//! only this session.

use super::engine::OutputEvent;
use super::line_queue::LineQueue;
use khepri_engine::internal::eval::network;
use khepri_engine::internal::util::Instant;
use khepri_protocol::event::{Effect, Input, JobEnd, Plan};
use khepri_protocol::session::Session;
use std::io;
use std::sync::Arc;

use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::task::{JoinHandle, spawn_blocking};

/// The largest number of lines of answers that may wait for the page.
const ANSWER_LINES: usize = 64;

/// A session that answers questions about the rules.
pub struct Rules {
    input: Arc<LineQueue>,
    answers: Receiver<String>,
    task: JoinHandle<()>,
}

/// A function that returns the answer to a line.
type Answer<S> = fn(&mut S, String) -> Vec<String>;

impl Rules {
    /// Starts a session in the classic set-up.
    ///
    /// # Errors
    /// There is no such set-up.
    pub fn start() -> io::Result<Rules> {
        Ok(Rules::with(Session::new(Some(network::embedded()), 0).map_err(io::Error::other)?, answer))
    }

    fn with<S: Send + 'static>(session: S, answer: Answer<S>) -> Rules {
        let input = Arc::<LineQueue>::default();
        let (sender, answers) = mpsc::channel(ANSWER_LINES);
        let task = tokio::spawn(run(session, answer, Arc::clone(&input), sender));
        Rules { input, answers, task }
    }

    /// Returns the queue of lines to the session.
    pub fn input(&self) -> &Arc<LineQueue> {
        &self.input
    }

    /// Waits for the next event. If the caller stops waiting, no answer is lost.
    pub async fn next(&mut self) -> OutputEvent {
        // Only a panic ends the session.
        self.answers.recv().await.map_or(OutputEvent::Failed("internal error"), OutputEvent::Line)
    }
}

impl Drop for Rules {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Answers line by line until the page is gone or an answer panics.
async fn run<S: Send + 'static>(mut session: S, answer: Answer<S>, input: Arc<LineQueue>, answers: Sender<String>) {
    while let Some(line) = input.pop().await {
        let answered = spawn_blocking(move || {
            let lines = answer(&mut session, line);
            (session, lines)
        });
        let Ok((next, lines)) = answered.await else { return };
        session = next;
        for line in lines {
            if answers.send(line).await.is_err() {
                return;
            }
        }
    }
}

/// Returns the lines of the session's answer. There is no engine, so jobs of the kind `Upkeep` succeed without work, and all
/// other jobs fail.
fn answer(session: &mut Session, line: String) -> Vec<String> {
    let (mut lines, mut effects, mut inputs) =
        (Vec::new(), Vec::new(), vec![Input::Line(line.into_bytes(), Instant::now())]);
    while let Some(input) = inputs.pop() {
        session.take(input, &mut effects);
        for effect in effects.drain(..) {
            match effect {
                Effect::Print(text) => lines.extend(text.lines().map(|line| line.trim_ascii().to_owned())),
                Effect::Start(job, Plan::Upkeep(..)) => inputs.push(Input::Finished(job, JobEnd::Upkeep(Ok(())))),
                Effect::Start(job, _) => {
                    inputs.push(Input::CouldNotStart(job, "this session has no engine".to_owned()))
                }
                Effect::ReadNetwork(_) => inputs.push(Input::NetworkRead(Err("this session has no engine".to_owned()))),
                Effect::Stop(_) | Effect::PonderHit(_) | Effect::StartTimer(_) | Effect::End => {}
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block_on<F: Future>(test: F) -> F::Output {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(test)
    }

    #[test]
    fn lines_are_answered_in_their_order() {
        block_on(async {
            let mut rules = Rules::start().expect("a session");
            for line in ["position startpos moves h2g2", "setoption name Hash value 1", "isready", "history", "go"] {
                rules.input().push(line.to_owned());
            }
            for expected in
                ["readyok", "ply 0 kfen ", "ply 1 kfen ", "total 1", "info string this session has no engine"]
            {
                let event = rules.next().await;
                assert!(
                    matches!(&event, OutputEvent::Line(line) if line.starts_with(expected)),
                    "{expected}: {event:?}"
                );
            }
        });
    }

    #[test]
    fn a_panic_ends_the_session_after_the_answers_before_it() {
        block_on(async {
            let answer = |answered: &mut u32, line: String| {
                assert_eq!(line, "fine", "a fault of the rules");
                *answered += 1;
                vec![answered.to_string()]
            };
            let mut rules = Rules::with(0, answer);
            ["fine", "fine", "bad", "fine"].into_iter().for_each(|line| rules.input().push(line.to_owned()));
            for expected in ["1", "2"] {
                let event = rules.next().await;
                assert!(matches!(&event, OutputEvent::Line(line) if line == expected), "{event:?}");
            }
            let end = rules.next().await;
            assert!(matches!(end, OutputEvent::Failed("internal error")), "{end:?}");
        });
    }
}
