//! A session: one engine and the page's settings for it. The first command to send to the engine starts it. If the engine ends,
//! the next command starts another one with the same options and position.

use super::allowed::{self, Allowed};
use super::engine::{Engine, OutputEvent};
use super::foreign::Translator;
use super::line_queue::LineQueue;
use super::rules::Rules;
use super::settings::{Caps, Kind};
use khepri_arena::engine::spec::EngineSpec;
use khepri_protocol::command::Command;
use std::io;
use std::process::ExitStatus;
use std::sync::Arc;

/// The engine of a session and its limits.
#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// The kind of the session.
    pub kind: Kind,
    /// The program of the engine, with its arguments and options.
    pub spec: EngineSpec,
    /// The largest values of options.
    pub caps: Caps,
}

/// The backend of a session: an engine's process, or the rules in the server's process.
enum Backend {
    Process(Box<Engine>),
    Rules(Rules),
}

impl Backend {
    fn start(config: &EngineConfig) -> io::Result<Backend> {
        match config.kind {
            Kind::Rules => Rules::start().map(Backend::Rules),
            Kind::Own | Kind::Foreign => Engine::start(&config.spec).map(|engine| Backend::Process(engine.into())),
        }
    }

    fn input(&self) -> &Arc<LineQueue> {
        match self {
            Backend::Process(engine) => engine.input(),
            Backend::Rules(rules) => rules.input(),
        }
    }

    fn has_ended(&self) -> bool {
        matches!(self, Backend::Process(engine) if engine.has_ended())
    }

    async fn next(&mut self) -> OutputEvent {
        match self {
            Backend::Process(engine) => engine.next().await,
            Backend::Rules(rules) => rules.next().await,
        }
    }

    /// Waits for the end of a process that closed its output. Returns its status if it ended by itself.
    async fn wait(self) -> Option<ExitStatus> {
        match self {
            Backend::Process(engine) => engine.wait().await,
            Backend::Rules(_) => None,
        }
    }

    async fn kill(self) {
        if let Backend::Process(engine) = self {
            engine.kill().await;
        }
    }
}

/// The state of a session.
pub struct Session {
    config: EngineConfig,
    outgoing: Arc<LineQueue>,
    translator: Option<Translator>,
    engine: Option<Backend>,
    /// The names of the options that were set, in lower case, each with its last line. An option that is set again keeps its
    /// place in the order.
    options: Vec<(String, String)>,
    /// The last `position` line that was sent.
    position: Option<String>,
}

impl Session {
    /// Returns a session without a running engine. The session sends its lines for the page to `outgoing`.
    pub fn new(config: EngineConfig, outgoing: Arc<LineQueue>) -> Session {
        let translator = (config.kind == Kind::Foreign).then(|| Translator::new(&config.spec));
        let mut options: Vec<(String, String)> = Vec::new();
        for (name, value) in &config.spec.options {
            options.push((name.to_ascii_lowercase(), config.spec.protocol.option(name, value)));
        }
        Session { config, outgoing, translator, engine: None, options, position: None }
    }

    /// Handles a line of the page: refuses it, answers it, or sends it to the engine.
    pub fn receive(&mut self, line: &str) {
        let allowed = match allowed::check(line, self.config.kind, self.config.caps) {
            Ok(Some(allowed)) => allowed,
            Ok(None) => return,
            Err(why) => return self.inform(&why),
        };
        let to_engine = match &mut self.translator {
            Some(translator) => {
                let translated = translator.for_engine(&allowed);
                translated.to_page.into_iter().for_each(|line| self.outgoing.push(line));
                translated.to_engine
            }
            None => Some(allowed.line.clone()),
        };
        if let Some(line) = to_engine {
            self.send(&allowed, line);
        }
    }

    /// Sends a line to the engine. Starts the engine if it does not run, with the options and the position of the page.
    fn send(&mut self, allowed: &Allowed, line: String) {
        let is_position = matches!(allowed.command, Command::Position(_));
        if self.engine.is_none() {
            let engine = match Backend::start(&self.config) {
                Ok(engine) => engine,
                Err(error) => {
                    self.inform(&format!("engine cannot be started: {error}"));
                    // The page waits for this line.
                    if matches!(allowed.command, Command::Go(_)) {
                        self.outgoing.push("bestmove (none)".to_owned());
                    }
                    return;
                }
            };
            let position = self.position.as_ref().filter(|_| !is_position);
            let lines = self.options.iter().map(|(_, line)| line).chain(position);
            lines.for_each(|line| engine.input().push(line.clone()));
            self.engine = Some(engine);
        }
        match &allowed.command {
            Command::Position(_) => self.position = Some(line.clone()),
            Command::SetOption { name, value: Some(_) } => self.store_option(name.to_ascii_lowercase(), line.clone()),
            _ => {}
        }
        if let Some(engine) = &self.engine {
            engine.input().push(line);
        }
    }

    fn store_option(&mut self, name: String, line: String) {
        match self.options.iter_mut().find(|(known, _)| *known == name) {
            Some((_, earlier)) => *earlier = line,
            None => self.options.push((name, line)),
        }
    }

    /// Returns whether the engine's input queue has room; true without an engine.
    pub fn has_room(&self) -> bool {
        self.engine.as_ref().is_none_or(|engine| engine.input().has_room())
    }

    /// Returns the engine's input queue.
    pub fn input(&self) -> Option<Arc<LineQueue>> {
        self.engine.as_ref().map(|engine| Arc::clone(engine.input()))
    }

    /// Returns whether the engine's process has ended, even if its output is still open.
    pub fn has_ended(&self) -> bool {
        self.engine.as_ref().is_some_and(Backend::has_ended)
    }

    /// Waits for an event of the engine. Without an engine, waits for ever.
    pub async fn next(&mut self) -> OutputEvent {
        match &mut self.engine {
            Some(engine) => engine.next().await,
            None => std::future::pending().await,
        }
    }

    /// Sends a line of the engine to the page.
    pub fn forward(&mut self, line: String) {
        let line = match &self.translator {
            Some(translator) => translator.for_page(line),
            None => Some(line),
        };
        if let Some(line) = line.and_then(|line| allowed::for_page(line, self.config.kind, self.config.caps)) {
            self.outgoing.push(line);
        }
    }

    /// Waits for the end of an engine that closed its output, and reports its exit status. The next command starts another
    /// engine.
    pub async fn report_end(&mut self) {
        if let Some(engine) = self.engine.take() {
            let status = engine.wait().await.map(|status| status.to_string());
            self.inform(&format!("engine ended: {}", status.as_deref().unwrap_or("it closed its output")));
        }
    }

    /// Kills the engine and reports why.
    pub async fn kill_engine(&mut self, why: &str) {
        if let Some(engine) = self.engine.take() {
            engine.kill().await;
            self.inform(&format!("engine ended: {why}"));
        }
    }

    /// Kills the engine, if there is one.
    pub async fn end(&mut self) {
        if let Some(engine) = self.engine.take() {
            engine.kill().await;
        }
    }

    /// Sends a message to the page.
    fn inform(&self, message: &str) {
        self.outgoing.push(format!("info string {message}"));
    }
}
