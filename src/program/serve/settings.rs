//! The settings of the server, from the command line.

use axum::http::Uri;
use khepri_arena::engine::spec::EngineSpec;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

/// The engine name of sessions that answer questions about the rules and never search.
pub const RULES: &str = "rules";

/// The engine name of this program.
pub const OWN: &str = "khepri";

/// The settings of the server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on.
    pub address: IpAddr,
    /// The port, or 0 for any free one.
    pub port: u16,
    /// The token that a client must send before it can request data. Only a server on the default address may have none.
    pub token: Option<String>,
    /// This program as an engine.
    pub own: EngineSpec,
    /// Further engines, with distinct names.
    pub engines: Vec<EngineSpec>,
    /// The largest values of options.
    pub caps: Caps,
    /// The largest number of pages and programs that use engines at a time.
    pub sessions: usize,
    /// The time without a line after which a session ends.
    pub idle: Duration,
    /// The address of a site with the same page, to which the page makes links instead of to itself.
    pub site: Option<String>,
}

/// The largest values of options that a page may set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caps {
    /// The size of an engine's hash table in MiB.
    pub hash: u64,
    /// The number of threads of an engine.
    pub threads: u64,
}

impl Caps {
    /// Returns the caps of a kind of session. Sessions for the rules never search and need neither a table nor threads.
    pub fn for_kind(self, kind: Kind) -> Caps {
        match kind {
            Kind::Rules => Caps { hash: 1, threads: 1 },
            Kind::Own | Kind::Foreign => self,
        }
    }
}

/// The kind of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// This program, for questions about the rules.
    Rules,
    /// This program, to search.
    Own,
    /// Another engine.
    Foreign,
}

impl Settings {
    /// Returns the engines that can search, with their names, this program first.
    pub fn searching(&self) -> impl Iterator<Item = (&str, &EngineSpec)> {
        std::iter::once((OWN, &self.own)).chain(self.engines.iter().map(|engine| (engine.name.as_str(), engine)))
    }

    /// Returns the engine with a name and its kind of session.
    pub fn engine(&self, name: &str) -> Option<(Kind, &EngineSpec)> {
        match name {
            RULES => Some((Kind::Rules, &self.own)),
            OWN => Some((Kind::Own, &self.own)),
            _ => self.engines.iter().find(|engine| engine.name == name).map(|engine| (Kind::Foreign, engine)),
        }
    }

    /// Returns whether links can be made to an address: that of a page over http or https, without a query and a fragment.
    pub fn is_site(address: &str) -> bool {
        let Ok(uri) = address.parse::<Uri>() else { return false };
        let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
        is_web && uri.host().is_some_and(|host| !host.is_empty()) && !address.contains(['?', '#', '"', '<', '&'])
    }

    /// Returns the URL of the page of a server that listens on `address`, with the token in the fragment.
    pub fn url(&self, address: SocketAddr) -> String {
        let token = self.token.as_ref().map(|token| format!("#token={token}")).unwrap_or_default();
        format!("http://{address}/{token}")
    }
}
