//! `khepri serve`: the board in the browser.

use super::command_error::{CommandError, USAGE_ERROR, warn};
use super::engines::Engines;
use super::interrupt;
use super::processors::processors;
use crate::output::Output;
use crate::serve::{self, Caps, OWN, RULES, ServeError, Settings};
use clap::Args;
use khepri_arena::engine::spec::{self, EngineSpec};
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr};
use std::process::ExitCode;
use std::time::Duration;

/// The first port that needs no privileges.
const FIRST_FREE_PORT: u16 = 1024;

/// Play and analyse in the browser
///
/// The first line on stdout is the address of the page. Ctrl-C ends the server and all engines. Only this machine can connect
/// unless --bind is given.
#[derive(Args)]
#[command(
    after_help = "An engine is described by words: cmd=PROGRAM name=NAME args='…' arg=ONE dir=FOLDER option.NAME=VALUE\n\
                  protocol=uci|khet2ai stderr=FILE.\n\n\
                  Examples:\n  \
                  khepri serve --open\n  \
                  khepri serve --port 0 --engine cmd=./other name=Other --engine cmd=./Khet2-AI protocol=khet2ai\n  \
                  khepri serve --bind 192.168.1.5 --hash 64 --threads 1 --sessions 4"
)]
pub(super) struct Arguments {
    /// Port; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    engines: Engines,
    /// Largest hash table of an engine in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Most threads of an engine [default: the number of cores of this machine]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: Option<u32>,
    /// Most pages (tabs, phones) and programs with engines at a time; a page has up to 6 engines
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=1024))]
    sessions: u16,
    /// Seconds without a line from the page or the engine after which a session ends
    #[arg(long, value_name = "SECONDS", default_value_t = 1800, value_parser = clap::value_parser!(u32).range(1..=604_800))]
    idle: u32,
    /// IP address to listen on, for other machines; they need the token
    #[arg(long, value_name = "ADDR")]
    bind: Option<IpAddr>,
    /// Token that the page and programs have to send [default: a random one with --bind, otherwise none]
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
    /// Address of a site with this page, to which links are made; others cannot open those to this machine
    #[arg(long, value_name = "URL")]
    site: Option<String>,
}

/// Opens the page without waiting for the browser.
fn open_page(url: String) {
    std::thread::spawn(move || {
        if let Err(error) = open::that_detached(&url) {
            warn(format_args!("--open: no browser can be started: {error}; open {url} yourself"));
        }
    });
}

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, CommandError> {
        let settings = self.settings()?;
        let signals = interrupt::interrupts().map_err(|error| CommandError::new("serve", error))?;
        serve::run(settings, signals, |url| {
            output.print(format_args!("listening on {url}"));
            if self.open {
                open_page(url.to_owned());
            }
        })
        .map_err(|error| self.command_error(&error))?;
        Ok(ExitCode::SUCCESS)
    }

    fn settings(&self) -> Result<Settings, CommandError> {
        let command = std::env::current_exe().map_err(|error| CommandError::new("serve", error))?;
        Ok(Settings {
            address: self.bind.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)),
            port: self.port,
            token: self.token()?,
            own: EngineSpec { command, name: OWN.to_owned(), ..EngineSpec::default() },
            engines: self.engines()?,
            caps: Caps { hash: self.hash.into(), threads: self.threads.map_or_else(|| processors() as u64, u64::from) },
            sessions: self.sessions.into(),
            idle: Duration::from_secs(self.idle.into()),
            site: self.site()?,
        })
    }

    fn site(&self) -> Result<Option<String>, CommandError> {
        match &self.site {
            Some(site) if !Settings::is_site(site) => Err(CommandError::new(
                "--site",
                format_args!("expected an address such as https://example.org/khet/ without ? and #, found `{site}`"),
            )),
            site => Ok(site.clone()),
        }
    }

    fn token(&self) -> Result<Option<String>, CommandError> {
        match &self.token {
            Some(token) if serve::is_token(token) => Ok(Some(token.clone())),
            Some(_) => Err(CommandError::new("--token", "expected letters, digits and - . _ ~, at least one")),
            None if self.bind.is_none() => Ok(None),
            None => serve::random_token().map(Some).map_err(|error| CommandError::new("--token", error)),
        }
    }

    fn engines(&self) -> Result<Vec<EngineSpec>, CommandError> {
        let invalid = |error| CommandError::new("--engine", error);
        let mut engines = Vec::new();
        for words in &self.engines.0 {
            let mut engine = EngineSpec::default();
            engine.read(words.iter().map(String::as_str)).map_err(invalid)?;
            engines.push(engine);
        }
        if let Some(engine) = engines.iter().find(|engine| [OWN, RULES].contains(&engine.name.as_str())) {
            return Err(CommandError::new(
                "--engine",
                format_args!("name: {} is this program, expected another", engine.name),
            ));
        }
        // The names of this program's own engines are in use.
        let own = EngineSpec { name: OWN.to_owned(), ..EngineSpec::default() };
        let rules = EngineSpec { name: RULES.to_owned(), ..EngineSpec::default() };
        engines.extend([own, rules]);
        spec::name_all(&mut engines).map_err(invalid)?;
        engines.truncate(engines.len() - 2);
        engines.iter().try_for_each(|engine| engine.check(false)).map_err(invalid)?;
        Ok(engines)
    }

    fn command_error(&self, error: &ServeError) -> CommandError {
        let ServeError::Address(address, why) = error else {
            return CommandError::failure("serve", error);
        };
        let (argument, hint) = match why.kind() {
            ErrorKind::AddrInUse => ("--port", "another program listens there; --port 0 takes a free one".to_owned()),
            ErrorKind::PermissionDenied if self.port < FIRST_FREE_PORT => {
                ("--port", format!("ports below {FIRST_FREE_PORT} need privileges; --port 0 takes a free one"))
            }
            ErrorKind::AddrNotAvailable => ("--bind", "expected an address of this machine".to_owned()),
            _ => ("--port", why.to_string()),
        };
        CommandError { status: USAGE_ERROR, ..CommandError::new(argument, format_args!("{address}: {hint}")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct ServeCommand {
        #[command(flatten)]
        arguments: Arguments,
    }

    #[test]
    fn only_ports_below_the_first_free_one_need_privileges() {
        for (port, needs) in [("1", true), ("1023", true), ("1024", false)] {
            let line = ServeCommand::try_parse_from(["serve", "--port", port]).expect("a port");
            let address = (Ipv4Addr::LOCALHOST, line.arguments.port).into();
            let denied = ServeError::Address(address, ErrorKind::PermissionDenied.into());
            let error = line.arguments.command_error(&denied);
            assert_eq!((error.argument, error.status), ("--port", USAGE_ERROR));
            assert_eq!(error.reason.contains("privileges"), needs, "{}", error.reason);
        }
    }
}
