//! `khepri play`: a game against the engine in a terminal, or through a pipe.

use super::command_error::{CommandError, Expected, FAILURE};
use super::interrupt;
use super::new_file::write_whole;
use super::position::PositionArgs;
use super::show::Colours;
use crate::output::Output;
use crate::play::input::{Input, Plain, Terminal};
use crate::play::{GameLoop, PlayOptions};
use clap::{Args, ValueEnum};
use jiff::Timestamp;
use khepri_engine::internal::util::clock_seed;
use khepri_engine::{Elo, Signals};
use khepri_rules::Colour;
use std::io::{self, BufReader, IsTerminal};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Play against the engine in a terminal
///
/// Type a move like h2g2 or h2+, or `help` for the commands. The beam is drawn after each move. Lines can be edited, and the
/// arrow keys go through earlier ones. Through a pipe each line is a move or a command.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  khepri play --level 900\n  khepri play --variant khet1 --setup imhotep --colour red\n  \
                        printf 'h2g2\\nsave game.kgn\\n' | khepri play --level full --movetime 200"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    position: PositionArgs,
    /// Strength of the engine: 500 (random moves) to 2800, or full
    #[arg(long, value_name = "ELO", default_value = "1500", value_parser = level)]
    level: Level,
    /// Milliseconds for each move of the engine and for each hint [default: 1000 for hints and at level full, otherwise no limit]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Your colour [default: Red in deflexion, otherwise Silver]
    #[arg(long, alias = "color", value_name = "COLOUR")]
    colour: Option<HumanColour>,
}

/// The strength of the engine; `None` is full strength.
#[derive(Clone, Copy)]
struct Level(Option<Elo>);

/// The colour of the human.
#[derive(Clone, Copy, ValueEnum)]
enum HumanColour {
    Silver,
    Red,
}

fn level(text: &str) -> Result<Level, Expected> {
    let elo = text.parse().ok().filter(|elo| Elo::RANGE.contains(elo));
    match elo {
        Some(elo) => Ok(Level(Some(Elo::new(elo)))),
        None if text == "full" => Ok(Level(None)),
        None => Err(Expected(format!("a number from {} to {}, or full", Elo::RANGE.start(), Elo::RANGE.end()))),
    }
}

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, CommandError> {
        let game = self.position.game()?;
        let failure = |error: &dyn std::fmt::Display| CommandError::failure("play", error);
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let mut input: Box<dyn Input> = if is_terminal {
            Box::new(Terminal::open().map_err(|error| failure(&error))?)
        } else {
            Box::new(Plain::new(BufReader::new(io::stdin())))
        };
        let signals = Arc::new(Mutex::new(Arc::<Signals>::default()));
        if is_terminal {
            // At the prompt, line editing reads Ctrl-C as a key, and no signal is sent.
            let searching = Arc::clone(&signals);
            let stop = move || searching.lock().unwrap_or_else(PoisonError::into_inner).stop();
            interrupt::watch(&[signal_hook::consts::SIGINT], stop).map_err(|error| failure(&error))?;
        }
        let now = Timestamp::now();
        let options = PlayOptions {
            human: match self.colour {
                Some(HumanColour::Silver) => Colour::Silver,
                Some(HumanColour::Red) => Colour::Red,
                None => game.position().rule_set().rules().first,
            },
            level: self.level.0,
            movetime: self.movetime.map(Duration::from_millis),
            coloured: Colours::Auto.enabled(),
            level_seed: clock_seed(),
            date: now.to_string().get(..10).unwrap_or_default().replace('-', "."),
            signals,
            write: write_whole,
        };
        let game_loop = GameLoop::new(game, options, output.clone()).map_err(|error| failure(&error))?;
        let readable = game_loop.run(&mut *input);
        Ok(if readable { ExitCode::SUCCESS } else { ExitCode::from(FAILURE) })
    }
}
