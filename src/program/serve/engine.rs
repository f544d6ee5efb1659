//! An engine's process with pipes that never block the server. Dropping it kills the process and its descendants.

use super::line_queue::LineQueue;
use khepri_arena::engine::group::Group;
use khepri_arena::engine::process;
use khepri_arena::engine::spec::EngineSpec;
use std::io;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// The longest line of an engine, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// The time-out for the end of a process after it closed its output, and after it was killed.
const END_TIME: Duration = Duration::from_secs(2);

/// A running engine.
pub struct Engine {
    child: Child,
    output: Lines,
    input: Arc<LineQueue>,
    writer: JoinHandle<()>,
}

/// An event of an engine.
#[derive(Debug)]
pub enum OutputEvent {
    /// It printed a line.
    Line(String),
    /// It closed its output.
    Closed,
    /// Its output cannot be read any further, for this reason.
    Failed(&'static str),
}

impl Engine {
    /// Starts the process.
    ///
    /// # Errors
    /// The system cannot start it.
    pub fn start(spec: &EngineSpec) -> io::Result<Engine> {
        let mut command = Command::from(process::command(spec)?);
        let mut child = command.kill_on_drop(true).spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        let input = Arc::<LineQueue>::default();
        let writer = tokio::spawn(write(stdin, Arc::clone(&input)));
        Ok(Engine { child, output: Lines { reader: BufReader::new(stdout), line: Vec::new() }, input, writer })
    }

    /// Returns the queue of lines to the engine.
    pub fn input(&self) -> &Arc<LineQueue> {
        &self.input
    }

    /// Waits for the next event. If the caller stops waiting, no output is lost.
    pub async fn next(&mut self) -> OutputEvent {
        match self.output.next().await {
            Ok(Some(line)) => OutputEvent::Line(line),
            Ok(None) => OutputEvent::Closed,
            Err(_) => OutputEvent::Failed("it printed a line longer than 1 MiB"),
        }
    }

    /// Returns whether the process has ended, even if a descendant holds its output open. Always false except on Unix.
    pub fn has_ended(&self) -> bool {
        #[cfg(unix)]
        return self.child.id().is_none_or(|id| Group::of(id).has_ended());
        #[cfg(not(unix))]
        return false;
    }

    /// Waits for the end of the process, which has closed its output, and returns its status. After a time-out, kills the
    /// process and returns no status.
    pub async fn wait(self) -> Option<ExitStatus> {
        let ended = async {
            // Polls instead of waiting, because waiting reaps the process. Its id could then be reused before its group is
            // killed.
            while cfg!(unix) && !self.has_ended() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let ended_by_itself = timeout(END_TIME, ended).await.is_ok();
        self.kill().await.filter(|_| ended_by_itself)
    }

    /// Kills the process and its descendants, and waits for its end.
    pub async fn kill(mut self) -> Option<ExitStatus> {
        self.start_kill();
        timeout(END_TIME, self.child.wait()).await.ok().and_then(Result::ok)
    }

    fn start_kill(&mut self) {
        self.writer.abort();
        // A reaped process has no id here, since the system may have reused it.
        if let Some(id) = self.child.id() {
            Group::of(id).kill();
            let _ = self.child.start_kill();
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.start_kill();
    }
}

/// Writes lines to an engine until the pipe is closed.
async fn write(mut stdin: ChildStdin, lines: Arc<LineQueue>) {
    while let Some(mut line) = lines.pop().await {
        line.push('\n');
        if stdin.write_all(line.as_bytes()).await.is_err() {
            return;
        }
    }
}

/// A reader of an engine's output.
struct Lines {
    reader: BufReader<ChildStdout>,
    /// The incomplete line.
    line: Vec<u8>,
}

impl Lines {
    /// Returns the next line without surrounding blanks; `None` at the end.
    ///
    /// # Errors
    /// The line is too long, or the pipe cannot be read.
    async fn next(&mut self) -> io::Result<Option<String>> {
        // If the caller stops waiting, the bytes that were read stay in `line`.
        let room = (LONGEST_LINE + 1).saturating_sub(self.line.len());
        (&mut self.reader).take(room as u64).read_until(b'\n', &mut self.line).await?;
        if self.line.len() > LONGEST_LINE && !self.line.ends_with(b"\n") {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let line = std::mem::take(&mut self.line);
        Ok((!line.is_empty()).then(|| String::from_utf8_lossy(line.trim_ascii()).into_owned()))
    }
}
