//! `khepri show`: draws a position as text or as SVG.

use super::command_error::CommandError;
use super::files::{self, Force, OutputFile, OutputKind};
use super::position::PositionArgs;
use crate::output::Output;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use khepri_protocol::draw::board_svg::{self, PieceSet};
use khepri_protocol::draw::{Scene, board_text, mark};
use std::env;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

/// Draw a position with its beam, as text or as SVG
#[derive(Args)]
#[command(after_help = "Examples:\n  khepri show --setup dynasty\n  khepri show --moves 'h2+ a8-' --last-shot\n  \
khepri show --moves 'h2+ a8-' --svg board.svg\n  khepri show --svg - | rsvg-convert > board.png")]
pub(super) struct Arguments {
    #[command(flatten)]
    position: PositionArgs,
    /// Draw the shot of the last of --moves, with the pieces that it hits still on the board
    #[arg(long)]
    last_shot: bool,
    /// Write an SVG to this file instead of printing text; - is stdout
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Which drawings of the pieces the SVG has
    #[arg(long, value_name = "SET", default_value = "khet", value_parser = piece_set())]
    pieces: PieceSet,
    #[command(flatten)]
    force: Force,
    /// When to print colours; auto prints them on a terminal
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Colours,
}

/// Reads the name of a set of drawings.
fn piece_set() -> impl TypedValueParser<Value = PieceSet> {
    PossibleValuesParser::new(PieceSet::ALL.map(PieceSet::name))
        .map(|name| PieceSet::by_name(&name).unwrap_or_default())
}

/// When to print colours.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Colours {
    Auto,
    Always,
    Never,
}

impl Colours {
    /// Returns whether to print colours to the current stdout.
    pub(super) fn enabled(self) -> bool {
        match self {
            Colours::Auto => io::stdout().is_terminal() && env::var_os("NO_COLOR").is_none() && terminal_has_colours(),
            Colours::Always => true,
            Colours::Never => false,
        }
    }
}

/// Returns whether the terminal named by the environment variable `TERM` supports colours. Windows does not set `TERM`, and
/// its terminals support colours.
fn terminal_has_colours() -> bool {
    env::var_os("TERM").map_or(cfg!(windows), |terminal| terminal != "dumb")
}

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, CommandError> {
        let picture = self
            .svg
            .as_deref()
            .map(|path| OutputFile::new("--svg", path, OutputKind::Marked(mark::PICTURE), self.force.force));
        files::check(&[], &picture, output)?;
        let game = self.position.game()?;
        let scene = if self.last_shot {
            let missing =
                || CommandError::new("--last-shot", "there is no shot yet; expected at least one move in --moves");
            Scene::of_last_shot(&game).ok_or_else(missing)?
        } else {
            Scene::of(game.position())
        };
        match picture {
            Some(file) => file.write(board_svg::render(&scene, self.pieces).as_bytes(), output)?,
            None => output.print(board_text::render(&scene, self.color.enabled())),
        }
        Ok(ExitCode::SUCCESS)
    }
}
