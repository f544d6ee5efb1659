//! What the command line chose for the server.

use crate::arena::engine::spec::EngineSpec;
use std::net::IpAddr;

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
    /// This program.
    pub own: EngineSpec,
    /// Further engines, with different names.
    pub engines: Vec<EngineSpec>,
}

impl Settings {
    /// Returns the names of the engines that search, this program first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(OWN).chain(self.engines.iter().map(|engine| engine.name.as_str()))
    }

    /// Returns the engine with a name, if there is one.
    pub fn engine(&self, name: &str) -> Option<&EngineSpec> {
        match name {
            OWN | RULES => Some(&self.own),
            _ => self.engines.iter().find(|engine| engine.name == name),
        }
    }
}
