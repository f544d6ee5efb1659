//! The process of an engine. Two threads write and read its pipes, so that the engine cannot block the runner. They record the
//! time of each command and line. Dropping the process kills it and waits for its end.

use super::group::Group;
use super::lock;
use super::log::EngineLog;
use super::processor_time::Meter;
use super::spec::EngineSpec;
use crate::interrupts::Interrupts;
use crate::records::journal::with_path;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{self, Child, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Longest line, in bytes; a longer one is a flood.
const LONGEST_LINE: usize = 1 << 20;
/// Most output after one command, in bytes; more is a flood.
const MAX_OUTPUT: u64 = 16 << 20;
/// Capacity of the queue of lines. When it is full, the engine's pipe blocks. The lines of a pondering engine stay queued
/// until its opponent has moved.
const QUEUED_LINES: usize = 8_192;
/// Most bytes read from the pipe at once.
const CHUNK: usize = 1 << 16;
/// Interval between checks whether a silent process has ended.
const POLL: Duration = Duration::from_millis(50);
/// Longest wait for the rest of the output of an ended process. Its group has been killed, so there is a wait only if the
/// machine is busy or a descendant outside the group holds the pipe open.
const DRAIN_TIME: Duration = Duration::from_secs(2);

/// An event of the process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProcessEvent {
    /// A line, with the time of its arrival.
    Line(Instant, String),
    /// More output than allowed. The text names the exceeded limit. Nothing more is read.
    Flood(&'static str),
    /// The end of the output.
    Closed,
    /// The deadline passed without an event.
    Timeout,
}

/// Lines to send to the process.
struct Command {
    text: String,
    /// Whether time is counted from this command.
    is_timed: bool,
}

/// The state of the timed commands.
#[derive(Default)]
struct Sent {
    /// Number of timed commands that the writer has not begun to write.
    waiting: usize,
    /// The time at which the writer began to write the last timed command.
    at: Option<Instant>,
}

/// A running engine. Dropping it kills the process and its group.
pub struct Process {
    child: Child,
    commands: Sender<Command>,
    events: Receiver<ProcessEvent>,
    /// Output since the last timed command, in bytes.
    output: Arc<AtomicU64>,
    /// The state of the timed commands.
    sent: Arc<Mutex<Sent>>,
    /// The exit status, after the process was reaped.
    status: Option<ExitStatus>,
    meter: Meter,
}

impl Process {
    /// Starts the program. Logs all lines to and from it if there is a log.
    ///
    /// # Errors
    /// The system cannot start it.
    pub fn start(spec: &EngineSpec, log: Option<EngineLog>) -> io::Result<Process> {
        let mut child = command(spec)?.spawn()?;
        if let Some(log) = &log {
            log.note(&format!("started: {}", spec.command_line()));
        }
        let writer_log = log.clone();
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (commands, queue) = mpsc::channel();
        let (event_sender, events) = mpsc::sync_channel(QUEUED_LINES);
        let (output, sent) = <(Arc<_>, Arc<_>)>::default();
        let meter = Meter::new(child.id());
        let process = Process {
            child,
            commands,
            events,
            output: Arc::clone(&output),
            sent: Arc::clone(&sent),
            status: None,
            meter,
        };
        // From here on an error drops the process, which kills it.
        let (stdin, stdout) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        let thread = |name: &str| thread::Builder::new().name(format!("{name} of {}", spec.name));
        thread("writer").spawn(move || write(stdin, &queue, &sent, writer_log.as_ref()))?;
        thread("reader").spawn(move || Reader { stdout, output, event_sender, log }.run())?;
        Ok(process)
    }

    /// Sends a command of one or several lines, without waiting for the process to read it.
    pub fn send(&self, command: &str) {
        self.output.store(0, Ordering::Relaxed);
        lock(&self.sent).waiting += 1;
        self.queue(command, true);
    }

    /// Sends a command that does not restart the counts of time and output.
    pub fn send_untimed(&self, command: &str) {
        self.queue(command, false);
    }

    fn queue(&self, command: &str, is_timed: bool) {
        // Fails if the writer has ended, because the process has ended or closed its stdin. The reader reports the end.
        let _ = self.commands.send(Command { text: format!("{command}\n"), is_timed });
    }

    /// Returns the time at which the writer began to write the last timed command; `None` while one is still queued.
    pub fn sent_at(&self) -> Option<Instant> {
        let sent = lock(&self.sent);
        sent.at.filter(|_| sent.waiting == 0)
    }

    /// Returns the next event up to a deadline; queued events are returned even after it.
    pub fn receive(&mut self, deadline: Instant) -> ProcessEvent {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left.min(POLL)) {
                Ok(event) => return event,
                Err(RecvTimeoutError::Disconnected) => return ProcessEvent::Closed,
                // Descendants may hold the pipe open after the process has ended.
                Err(RecvTimeoutError::Timeout) if self.has_ended() => {
                    return self.events.recv_timeout(DRAIN_TIME).unwrap_or(ProcessEvent::Closed);
                }
                Err(RecvTimeoutError::Timeout) if left <= POLL => return ProcessEvent::Timeout,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn has_ended(&mut self) -> bool {
        if self.status.is_none() && self.can_be_reaped() {
            // Kills the group before reaping the process, since its id may be reused afterwards.
            self.kill_all();
            self.status = self.child.try_wait().ok().flatten();
        }
        self.status.is_some()
    }

    /// Returns whether the process has ended, without reaping it.
    #[cfg(unix)]
    fn can_be_reaped(&self) -> bool {
        Group::of(self.child.id()).has_ended()
    }

    #[cfg(not(unix))]
    fn can_be_reaped(&self) -> bool {
        true
    }

    /// Lists the descendants of the process, whose processor time counts too.
    pub fn list_descendants(&mut self) {
        if self.status.is_none() {
            self.meter.find_processes();
        }
    }

    /// Returns the processor time used so far, if the process runs and the system reports it.
    pub fn processor_time(&self) -> Option<Duration> {
        // The id of a reaped process may be reused.
        self.status.is_none().then(|| self.meter.read()).flatten()
    }

    /// Waits for the end of the process, at most for `timeout`, and returns its exit status.
    pub fn wait(&mut self, timeout: Duration) -> Option<ExitStatus> {
        const PAUSE: Duration = Duration::from_millis(2);
        let deadline = Instant::now() + timeout;
        while !self.has_ended() && Instant::now() < deadline {
            thread::sleep(PAUSE);
        }
        self.status
    }

    /// Sends `quit`, and kills the process if it has not ended in time. The time counts anew if this process was stopped.
    pub fn quit(mut self, timeout: Duration, signals: &Interrupts) {
        self.send("quit");
        // Closes the engine's stdin after `quit` is written.
        self.commands = mpsc::channel().0;
        loop {
            let continuations = signals.continuations();
            let deadline = Instant::now() + timeout;
            // Reads the rest of the output, since a full pipe would block the engine.
            while Instant::now() < deadline
                && !matches!(self.receive(deadline), ProcessEvent::Closed | ProcessEvent::Flood(_))
            {}
            let status = self.wait(deadline.saturating_duration_since(Instant::now()));
            if status.is_some() || signals.continuations() == continuations {
                return;
            }
        }
    }

    fn kill_all(&self) {
        Group::of(self.child.id()).kill();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.status.is_none() {
            self.kill_all();
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Returns the command that starts the program with pipes and in a process group of its own.
///
/// # Errors
/// The file for its stderr cannot be opened.
pub fn command(spec: &EngineSpec) -> io::Result<process::Command> {
    let mut command = process::Command::new(spec.program());
    command.args(&spec.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(match &spec.stderr {
        Some(file) => Stdio::from(open_to_append(file)?),
        None => Stdio::null(),
    });
    if let Some(folder) = &spec.folder {
        command.current_dir(folder);
    }
    // A process in its own group does not receive the terminal's interrupts. Its descendants can be killed with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    Ok(command)
}

fn open_to_append(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path).map_err(|error| with_path(path, &error))
}

/// Writes commands until the channel or the pipe is closed.
fn write(mut stdin: ChildStdin, commands: &Receiver<Command>, sent: &Mutex<Sent>, log: Option<&EngineLog>) {
    for command in commands {
        // Logs before the timestamp is taken, so that the engine's time does not include logging.
        if let Some(log) = log {
            log.sent(&command.text);
        }
        if command.is_timed {
            // Takes the timestamp before writing, since the reply may arrive before this thread runs again.
            let mut sent = lock(sent);
            *sent = Sent { waiting: sent.waiting.saturating_sub(1), at: Some(Instant::now()) };
        }
        if stdin.write_all(command.text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}

/// The reader of the output of a process, which splits it into lines.
struct Reader {
    stdout: ChildStdout,
    output: Arc<AtomicU64>,
    event_sender: SyncSender<ProcessEvent>,
    log: Option<EngineLog>,
}

impl Reader {
    /// Reads until the pipe ends, the output is a flood, or the channel is closed.
    fn run(mut self) {
        let mut chunk = vec![0; CHUNK];
        let mut line = Vec::new();
        loop {
            let count = match self.stdout.read(&mut chunk) {
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => 0,
            };
            let now = Instant::now();
            let read = chunk.get(..count).unwrap_or_default();
            if read.is_empty() {
                // The last line may lack its line break.
                let _ = if line.is_empty() { Ok(()) } else { self.forward(now, &line) };
                self.note("end of its output");
                let _ = self.event_sender.send(ProcessEvent::Closed);
                return;
            }
            let output = self.output.fetch_add(read.len() as u64, Ordering::Relaxed) + read.len() as u64;
            for part in read.split_inclusive(|&byte| byte == b'\n') {
                line.extend_from_slice(part);
                if part.ends_with(b"\n") {
                    if self.forward(now, &line).is_err() {
                        return;
                    }
                    line.clear();
                }
            }
            let exceeded = match () {
                () if line.len() > LONGEST_LINE => Some("a line longer than 1 MiB"),
                () if output > MAX_OUTPUT => Some("more than 16 MiB since the last command"),
                () => None,
            };
            if let Some(exceeded) = exceeded {
                if let Some(log) = self.log.as_ref().filter(|_| !line.is_empty()) {
                    log.received(now, &line);
                }
                self.note(&format!("not read any further: {exceeded}"));
                let _ = self.event_sender.send(ProcessEvent::Flood(exceeded));
                return;
            }
        }
    }

    fn note(&self, text: &str) {
        if let Some(log) = &self.log {
            log.note(text);
        }
    }

    fn forward(&self, at: Instant, line: &[u8]) -> Result<(), mpsc::SendError<ProcessEvent>> {
        if let Some(log) = &self.log {
            log.received(at, line);
        }
        self.event_sender.send(ProcessEvent::Line(at, String::from_utf8_lossy(line.trim_ascii()).into_owned()))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn output_that_arrives_after_the_end_of_the_process_is_received() {
        let folder = tempfile::tempdir().expect("a folder");
        // A descendant in another session prints late, as if the reader thread were delayed on a busy machine.
        let script = "setsid sh -c 'touch left; sleep 0.4; echo late' & while ! [ -e left ]; do sleep 0.01; done";
        let spec = EngineSpec {
            command: "sh".into(),
            arguments: vec!["-c".to_owned(), script.to_owned()],
            folder: Some(folder.path().to_owned()),
            ..EngineSpec::default()
        };
        let mut process = Process::start(&spec, None).expect("a shell");
        let event = process.receive(Instant::now() + Duration::from_secs(60));
        assert!(matches!(&event, ProcessEvent::Line(_, line) if line == "late"), "{event:?}");
    }
}
