//! `khepri show`: a position as a picture.

use super::Mistake;
use super::position::PositionArgs;
use crate::protocol::output::Output;
use crate::tools::{Scene, board_svg, board_text};
use clap::{Args, ValueEnum};
use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

/// Show a position with its beams, as text or as a picture
#[derive(Args)]
#[command(after_help = "Examples:\n  khepri show --setup dynasty\n  khepri show --moves 'h2+ a8+' --svg board.svg")]
pub(super) struct Arguments {
    #[command(flatten)]
    position: PositionArgs,
    /// Draw the board into this file instead of printing it
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Whether to print colours: where stdout is a terminal, always, or never
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Colours,
}

/// When to print colours.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Colours {
    Auto,
    Always,
    Never,
}

impl Colours {
    /// Whether to print them now.
    pub(super) fn wanted(self) -> bool {
        match self {
            Colours::Auto => io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
            Colours::Always => true,
            Colours::Never => false,
        }
    }
}

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, Mistake> {
        let game = self.position.game()?;
        let scene = Scene::of(game.position());
        match &self.svg {
            Some(file) => fs::write(file, board_svg::render(&scene))
                .map_err(|error| Mistake::new("--svg", format_args!("{}: {error}", file.display())))?,
            None => output.print(board_text::render(&scene, self.color.wanted())),
        }
        Ok(ExitCode::SUCCESS)
    }
}
