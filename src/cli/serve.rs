//! `khepri serve`: the board in the browser.

use super::interrupt::Interrupts;
use super::mistake::{FAILURE, MISTAKE, Mistake, warn};
use crate::arena::engine::Stop;
use crate::arena::engine::spec::EngineSpec;
use crate::output::Output;
use crate::serve::{self, ServeError, Settings};
use clap::Args;
use std::net::{IpAddr, Ipv4Addr};
use std::process::ExitCode;

/// Play and analyse in the browser
///
/// The first line on stdout is the address of the page. The server answers this machine only; Ctrl-C ends it and all engines.
#[derive(Args)]
#[command(after_help = "Examples:\n  khepri serve --open\n  khepri serve --port 0")]
pub(super) struct Arguments {
    /// Port; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, Mistake> {
        let command = std::env::current_exe().map_err(|error| Mistake::new("serve", error))?;
        let settings = Settings {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: self.port,
            own: EngineSpec { command, ..EngineSpec::default() },
            engines: Vec::new(),
        };
        let stop = Stop::default();
        Interrupts::handle(&stop).map_err(|error| Mistake::new("serve", error))?;
        serve::run(settings, &stop, |address| {
            let url = format!("http://{address}/");
            output.print(format_args!("listening on {url}"));
            if self.open
                && let Err(error) = open::that_detached(&url)
            {
                warn(format_args!("--open: {error}"));
            }
        })
        .map_err(mistake)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn mistake(error: ServeError) -> Mistake {
    match error {
        ServeError::Address(..) => Mistake { status: MISTAKE, ..Mistake::new("--port", error) },
        ServeError::System(_) => Mistake { status: FAILURE, ..Mistake::new("serve", error) },
    }
}
