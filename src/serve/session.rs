//! The engine of a session: started by the first command that passes, replaced after its end, with the settings and the
//! position that the page chose.

use super::allowed::{self, Allowed};
use super::engine::{Engine, OutputEvent};
use super::foreign::Foreign;
use super::outgoing::Outgoing;
use super::settings::{Caps, Kind};
use crate::arena::engine::spec::EngineSpec;
use crate::protocol::command::Command;
use std::sync::Arc;

/// What a session needs besides its socket.
#[derive(Clone, Debug)]
pub struct Session {
    /// What it talks to.
    pub kind: Kind,
    /// How that is started.
    pub spec: EngineSpec,
    /// The largest values of options.
    pub caps: Caps,
}

/// The engine of a session and what it has to be set to.
pub struct Seat {
    session: Session,
    outgoing: Arc<Outgoing>,
    foreign: Option<Foreign>,
    engine: Option<Engine>,
    /// The names of the options that the page set, and their lines, in the order of the first.
    options: Vec<(String, String)>,
    /// The last position of the page.
    position: Option<String>,
}

impl Seat {
    /// Returns a seat without an engine, whose lines go to `outgoing`.
    pub fn new(session: Session, outgoing: Arc<Outgoing>) -> Seat {
        let foreign = (session.kind == Kind::Foreign).then(|| Foreign::new(&session.spec));
        let mut options: Vec<(String, String)> = Vec::new();
        for (name, value) in &session.spec.options {
            options.push((name.to_ascii_lowercase(), session.spec.protocol.option(name, value)));
        }
        if session.kind == Kind::Rules {
            // It needs no table.
            options.push(("hash".to_owned(), "setoption name Hash value 1".to_owned()));
        }
        Seat { session, outgoing, foreign, engine: None, options, position: None }
    }

    /// Takes a line of the page: refuses it, answers it, or sends it to the engine.
    pub fn take(&mut self, line: &str) {
        let allowed = match allowed::judge(line, self.session.kind, self.session.caps) {
            Ok(Some(allowed)) => allowed,
            Ok(None) => return,
            Err(why) => return self.remark(&why),
        };
        let to_engine = match &mut self.foreign {
            Some(foreign) => {
                let translated = foreign.for_engine(&allowed);
                translated.to_page.into_iter().for_each(|line| self.outgoing.push(line));
                translated.to_engine
            }
            None => Some(allowed.line.clone()),
        };
        if let Some(line) = to_engine {
            self.send(&allowed, line);
        }
    }

    /// Sends a line to the engine, which is started if it does not run, and set up as the page left it.
    fn send(&mut self, allowed: &Allowed, line: String) {
        let is_position = matches!(allowed.command, Command::Position(_));
        if self.engine.is_none() {
            let engine = match Engine::start(&self.session.spec) {
                Ok(engine) => engine,
                Err(error) => {
                    self.remark(&format!("engine cannot be started: {error}"));
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
            Command::SetOption { name, value: Some(_) } => self.set(name.to_ascii_lowercase(), line.clone()),
            _ => {}
        }
        if let Some(engine) = &self.engine {
            engine.input().push(line);
        }
    }

    fn set(&mut self, name: String, line: String) {
        match self.options.iter_mut().find(|(known, _)| *known == name) {
            Some((_, earlier)) => *earlier = line,
            None => self.options.push((name, line)),
        }
    }

    /// Returns whether the engine, if there is one, can take another line.
    pub fn has_room(&self) -> bool {
        self.engine.as_ref().is_none_or(|engine| engine.input().has_room())
    }

    /// Returns the lines that wait for the engine.
    pub fn input(&self) -> Option<Arc<Outgoing>> {
        self.engine.as_ref().map(|engine| Arc::clone(engine.input()))
    }

    /// Returns whether the engine has ended and may not have closed its output.
    pub fn has_ended(&self) -> bool {
        self.engine.as_ref().is_some_and(Engine::has_ended)
    }

    /// Waits for an event of the engine, without an engine for ever.
    pub async fn next(&mut self) -> OutputEvent {
        match &mut self.engine {
            Some(engine) => engine.next().await,
            None => std::future::pending().await,
        }
    }

    /// Passes a line of the engine on to the page.
    pub fn print(&mut self, line: String) {
        let line = match &self.foreign {
            Some(foreign) => foreign.for_page(line),
            None => Some(line),
        };
        if let Some(line) = line.and_then(|line| allowed::shown(line, self.session.kind, self.session.caps)) {
            self.outgoing.push(line);
        }
    }

    /// Reports how the engine ended, which has closed its output. The next command starts another one.
    pub async fn report_end(&mut self) {
        if let Some(engine) = self.engine.take() {
            let status = engine.ended().await.map(|status| status.to_string());
            self.remark(&format!("engine ended: {}", status.as_deref().unwrap_or("it closed its output")));
        }
    }

    /// Kills the engine and reports why.
    pub async fn give_up(&mut self, why: &str) {
        if let Some(engine) = self.engine.take() {
            engine.end().await;
            self.remark(&format!("engine ended: {why}"));
        }
    }

    /// Ends the engine, if there is one.
    pub async fn clear(&mut self) {
        if let Some(engine) = self.engine.take() {
            engine.end().await;
        }
    }

    fn remark(&self, what: &str) {
        self.outgoing.push(format!("info string {what}"));
    }
}
