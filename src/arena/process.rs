//! An engine's process: lines out and in, each with the moment when it went through the pipe; it never outlives us
//! unwaited for, and nothing it does blocks us.

use super::engine_spec::EngineSpec;
use super::processor_time::Meter;
use super::transcript::EngineLog;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{self, Child, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A longer line is a flood, in bytes.
const LONGEST_LINE: usize = 1 << 20;
/// More output than this for one question is a flood, in bytes.
const MOST_OUTPUT: u64 = 16 << 20;
/// Lines that wait to be heard; an engine that says more has to wait itself. One that ponders is not heard until its
/// opponent has moved.
const LINES_WAITING: usize = 8_192;
/// Bytes taken from the pipe at once.
const CHUNK: usize = 1 << 16;
/// How often a process is looked at that has closed nothing but may have ended.
const LOOK: Duration = Duration::from_millis(50);
/// How long to wait for the rest of the output of a process that has ended. Its pipe ends with its group, so only two
/// things take time: the reader's turn on a busy machine, and a descendant outside the group that holds the pipe open.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// What comes from the process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A line, and when it came.
    Line(Instant, String),
    /// Too much output, and what was exceeded; nothing more is heard.
    Flood(&'static str),
    /// No output will come any more.
    Closed,
    /// Nothing came up to the deadline.
    Timeout,
}

/// Lines for the process.
struct Command {
    text: String,
    /// Whether times count from here.
    is_question: bool,
}

/// What has become of the questions.
#[derive(Default)]
struct Sent {
    /// So many wait for the writer.
    waiting: usize,
    /// When the last that does not wait began to go into the pipe.
    at: Option<Instant>,
}

/// A process that is killed when it is dropped, with all that it has started.
pub struct Process {
    child: Child,
    commands: Sender<Command>,
    events: Receiver<Event>,
    /// Output since the last question, in bytes.
    heard: Arc<AtomicU64>,
    /// What has become of the questions.
    sent: Arc<Mutex<Sent>>,
    /// How it has ended, once that is known.
    status: Option<ExitStatus>,
    meter: Meter,
}

impl Process {
    /// Starts the program; all that is said to it and by it is logged where that is wanted.
    ///
    /// # Errors
    /// Why the system did not start it.
    pub fn start(spec: &EngineSpec, log: Option<EngineLog>) -> io::Result<Process> {
        let mut command = process::Command::new(spec.program());
        command.args(&spec.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(match &spec.stderr {
            Some(file) => Stdio::from(appending(file)?),
            None => Stdio::null(),
        });
        if let Some(folder) = &spec.folder {
            command.current_dir(folder);
        }
        // A group of its own: an interrupt at the terminal is for us alone, and what an engine has started dies with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        if let Some(log) = &log {
            log.note(&format!("started: {}", spec.command_line()));
        }
        let log_of_writer = log.clone();
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (commands, to_write) = mpsc::channel();
        let (to_hear, events) = mpsc::sync_channel(LINES_WAITING);
        let (heard, sent) = <(Arc<_>, Arc<_>)>::default();
        let meter = Meter::new(child.id());
        let process = Process {
            child,
            commands,
            events,
            heard: Arc::clone(&heard),
            sent: Arc::clone(&sent),
            status: None,
            meter,
        };
        // From here on a failure drops the process, which kills it.
        let (stdin, stdout) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        let thread = |name: &str| thread::Builder::new().name(format!("{name} of {}", spec.name));
        thread("writer").spawn(move || write(stdin, &to_write, &sent, log_of_writer.as_ref()))?;
        thread("reader").spawn(move || Reader { stdout, heard, to_hear, log }.run())?;
        Ok(process)
    }

    /// Sends a command of one or several lines, without waiting for the process to take it.
    pub fn send(&self, command: &str) {
        self.heard.store(0, Ordering::Relaxed);
        lock(&self.sent).waiting += 1;
        self.pass_on(command, true);
    }

    /// Sends a command that belongs to the one before it: neither its time nor its output is counted from here.
    pub fn add(&self, command: &str) {
        self.pass_on(command, false);
    }

    fn pass_on(&self, command: &str, is_question: bool) {
        // If the writer is gone the process is too, which is heard from the other pipe.
        let _ = self.commands.send(Command { text: format!("{command}\n"), is_question });
    }

    /// When what was sent last began to go into the pipe; `None` as long as it has not.
    pub fn sent_at(&self) -> Option<Instant> {
        let sent = lock(&self.sent);
        sent.at.filter(|_| sent.waiting == 0)
    }

    /// The next event up to a deadline; what is waiting already comes even after it.
    pub fn receive(&mut self, deadline: Instant) -> Event {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left.min(LOOK)) {
                Ok(event) => return event,
                Err(RecvTimeoutError::Disconnected) => return Event::Closed,
                // What the process has started may hold the pipe open when itself is gone.
                Err(RecvTimeoutError::Timeout) if self.has_ended() => {
                    return self.events.recv_timeout(LAST_WORDS).unwrap_or(Event::Closed);
                }
                Err(RecvTimeoutError::Timeout) if left <= LOOK => return Event::Timeout,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn has_ended(&mut self) -> bool {
        if self.status.is_none() && self.can_be_buried() {
            // Before it is, for later its number may belong to others.
            self.kill_all();
            self.status = self.child.try_wait().ok().flatten();
        }
        self.status.is_some()
    }

    /// Whether it has ended, while its number is still its own.
    #[cfg(unix)]
    fn can_be_buried(&self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.group().is_none_or(|leader| !matches!(waitid(WaitId::Pid(leader), options), Ok(None)))
    }

    #[cfg(not(unix))]
    fn can_be_buried(&self) -> bool {
        true
    }

    /// The group that it leads.
    #[cfg(unix)]
    fn group(&self) -> Option<rustix::process::Pid> {
        i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw)
    }

    /// Looks for what the process has started, whose processor time counts too.
    pub fn find_started(&mut self) {
        if self.status.is_none() {
            self.meter.find_processes();
        }
    }

    /// Returns the processor time that the process has used up to now, if it runs and the system says.
    pub fn processor_time(&self) -> Option<Duration> {
        // Once it is buried its number may belong to another.
        self.status.is_none().then(|| self.meter.read()).flatten()
    }

    /// How the process has ended, for which it is given some time.
    pub fn ended(&mut self, patience: Duration) -> Option<ExitStatus> {
        const NAP: Duration = Duration::from_millis(2);
        let deadline = Instant::now() + patience;
        while !self.has_ended() && Instant::now() < deadline {
            thread::sleep(NAP);
        }
        self.status
    }

    /// Asks the process to end, and kills it if it does not.
    pub fn quit(mut self, patience: Duration) {
        self.send("quit");
        // Its stdin is closed behind that word.
        self.commands = mpsc::channel().0;
        let deadline = Instant::now() + patience;
        // Its last words have to be taken from it, or it might wait for that.
        while Instant::now() < deadline && !matches!(self.receive(deadline), Event::Closed | Event::Flood(_)) {}
        self.ended(deadline.saturating_duration_since(Instant::now()));
    }

    #[cfg(unix)]
    fn kill_all(&self) {
        if let Some(group) = self.group() {
            // It is no fault if nobody is left in it.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }

    #[cfg(not(unix))]
    fn kill_all(&self) {}
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

fn appending(path: &Path) -> io::Result<File> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    OpenOptions::new().create(true).append(true).open(path).map_err(named)
}

fn lock(sent: &Mutex<Sent>) -> MutexGuard<'_, Sent> {
    sent.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes what comes until nobody sends any more or nobody reads any more.
fn write(mut stdin: ChildStdin, commands: &Receiver<Command>, sent: &Mutex<Sent>, log: Option<&EngineLog>) {
    for command in commands {
        // Before its time counts, and before it can be answered.
        if let Some(log) = log {
            log.sent(&command.text);
        }
        if command.is_question {
            // Before it is written, since the answer may be here before we are woken again.
            let mut sent = lock(sent);
            *sent = Sent { waiting: sent.waiting.saturating_sub(1), at: Some(Instant::now()) };
        }
        if stdin.write_all(command.text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}

/// Cuts the output into lines.
struct Reader {
    stdout: ChildStdout,
    heard: Arc<AtomicU64>,
    to_hear: SyncSender<Event>,
    log: Option<EngineLog>,
}

impl Reader {
    /// Ends when the pipe does, at a flood, or when nobody hears any more.
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
                // A last line may lack its end.
                let _ = if line.is_empty() { Ok(()) } else { self.tell(now, &line) };
                self.note("end of its output");
                let _ = self.to_hear.send(Event::Closed);
                return;
            }
            let heard = self.heard.fetch_add(read.len() as u64, Ordering::Relaxed) + read.len() as u64;
            for part in read.split_inclusive(|&byte| byte == b'\n') {
                line.extend_from_slice(part);
                if part.ends_with(b"\n") {
                    if self.tell(now, &line).is_err() {
                        return;
                    }
                    line.clear();
                }
            }
            let exceeded = match () {
                () if line.len() > LONGEST_LINE => Some("a line longer than 1 MiB"),
                () if heard > MOST_OUTPUT => Some("more than 16 MiB since the last command"),
                () => None,
            };
            if let Some(exceeded) = exceeded {
                if let Some(log) = self.log.as_ref().filter(|_| !line.is_empty()) {
                    log.heard(now, &line);
                }
                self.note(&format!("not read any further: {exceeded}"));
                let _ = self.to_hear.send(Event::Flood(exceeded));
                return;
            }
        }
    }

    fn note(&self, what: &str) {
        if let Some(log) = &self.log {
            log.note(what);
        }
    }

    fn tell(&self, at: Instant, line: &[u8]) -> Result<(), mpsc::SendError<Event>> {
        if let Some(log) = &self.log {
            log.heard(at, line);
        }
        self.to_hear.send(Event::Line(at, String::from_utf8_lossy(line.trim_ascii()).into_owned()))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_comes_after_the_end_of_the_process_is_still_heard() {
        let folder = tempfile::tempdir().expect("a folder");
        // A descendant in a session of its own stands for a reader that gets its turn late on a busy machine.
        let script = "setsid sh -c 'touch left; sleep 0.4; echo late' & while ! [ -e left ]; do sleep 0.01; done";
        let spec = EngineSpec {
            command: "sh".into(),
            arguments: vec!["-c".to_owned(), script.to_owned()],
            folder: Some(folder.path().to_owned()),
            ..EngineSpec::default()
        };
        let mut process = Process::start(&spec, None).expect("a shell");
        let event = process.receive(Instant::now() + Duration::from_secs(60));
        assert!(matches!(&event, Event::Line(_, line) if line == "late"), "{event:?}");
    }
}
