//! What the command line chose for the server.

use crate::arena::engine::spec::EngineSpec;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

/// The name of the session that answers questions about the rules and never searches.
pub const RULES: &str = "rules";

/// The name of this program as an engine.
pub const OWN: &str = "khepri";

/// What the command line chose.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on.
    pub address: IpAddr,
    /// The port; 0 is any free one.
    pub port: u16,
    /// The token that every request needs. Always there unless the address is the default.
    pub token: Option<String>,
    /// This program.
    pub own: EngineSpec,
    /// Further engines, with different names.
    pub engines: Vec<EngineSpec>,
    /// The largest values of options.
    pub caps: Caps,
    /// The number of sessions at a time.
    pub sessions: usize,
    /// The silence after which a session ends.
    pub idle: Duration,
}

/// The largest values of options that a page may set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caps {
    /// Size of an engine's hash table in MiB.
    pub hash: u64,
    /// Threads of an engine.
    pub threads: u64,
}

impl Caps {
    /// Returns the caps of a session. One about the rules searches nothing, and needs neither table nor threads.
    pub fn of(self, kind: Kind) -> Caps {
        match kind {
            Kind::Rules => Caps { hash: 1, threads: 1 },
            Kind::Own | Kind::Foreign => self,
        }
    }
}

/// What a session talks to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// This program, for questions about the rules.
    Rules,
    /// This program.
    Own,
    /// Another engine.
    Foreign,
}

impl Settings {
    /// Returns the engines that search with their names, this program first.
    pub fn searching(&self) -> impl Iterator<Item = (&str, &EngineSpec)> {
        std::iter::once((OWN, &self.own)).chain(self.engines.iter().map(|engine| (engine.name.as_str(), engine)))
    }

    /// Returns the engine with a name, if there is one.
    pub fn engine(&self, name: &str) -> Option<(Kind, &EngineSpec)> {
        match name {
            RULES => Some((Kind::Rules, &self.own)),
            OWN => Some((Kind::Own, &self.own)),
            _ => self.engines.iter().find(|engine| engine.name == name).map(|engine| (Kind::Foreign, engine)),
        }
    }

    /// Returns the address of the page when the server listens on `address`, with the token in the fragment.
    pub fn url(&self, address: SocketAddr) -> String {
        let token = self.token.as_ref().map(|token| format!("#token={token}")).unwrap_or_default();
        format!("http://{address}/{token}")
    }
}
