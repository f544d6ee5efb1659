//! `khepri analyse`: searches a position and prints the iterations as a table, or reviews the games of a file.

use super::command_error::CommandError;
use super::position::PositionArgs;
use super::review::ReviewArgs;
use super::show::Colours;
use crate::output::Output;
use clap::Args;
use khepri_engine::internal::search::DEFAULT_HASH_MIB;
use khepri_engine::{Bound, Depth, Engine, Info, Limits, Observer};
use khepri_protocol::command;
use khepri_protocol::draw::{Scene, board_text};
use khepri_rules::{Move, Position};
use std::process::ExitCode;
use std::time::Duration;

/// The default time of a search.
const MOVETIME: Duration = Duration::from_secs(3);

/// Search a position and print depth, score and line of each iteration, then the best move and its shot
///
/// With a file of games, review them: search every position, and mark the moves by what they cost in winning chance.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  khepri analyse --setup imhotep --depth 8\n  khepri analyse --movetime 10000 --multipv 3\n  \
khepri analyse game.kgn --nodes 100000 --output reviewed.kgn --html review.html"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    review: ReviewArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Search depth in plies
    #[arg(long, value_name = "D", value_parser = command::depth)]
    depth: Option<Depth>,
    /// Search time in milliseconds [default: 3000 without --depth]
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Number of lines to print, the best first
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    multipv: u16,
    /// Number of threads [default: 1]; in a review, number of games at a time [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
}

impl Arguments {
    /// Returns whether the command may have an unfinished file.
    pub(super) fn has_files(&self) -> bool {
        self.review.file.is_some()
    }

    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, CommandError> {
        if let Some(file) = &self.review.file {
            return self.review.run(file, self.threads.map(usize::from), output);
        }
        let game = self.position.game()?;
        let position = game.position().clone();
        if let Some(outcome) = position.outcome() {
            let board = board_text::render(&Scene::of(&position), Colours::Auto.enabled());
            output.print(format_args!("{board}\nThe game is over: {outcome}"));
            return Ok(ExitCode::SUCCESS);
        }
        let mut engine = Engine::new(game, DEFAULT_HASH_MIB).map_err(|error| CommandError::new("analyse", error))?;
        engine.set_threads(self.threads.map_or(1, usize::from));
        engine.set_multipv(usize::from(self.multipv));
        let default = self.depth.is_none().then_some(MOVETIME);
        let movetime = self.movetime.map(Duration::from_millis).or(default);
        let limits = Limits { depth: self.depth, movetime, ..Limits::default() };
        output.print(heading(&position));
        let search = engine.search(limits).map_err(|error| CommandError::new("analyse", error))?;
        let answer = search.run(&mut IterationPrinter(output.clone()));
        if let Some(best) = answer.best
            && let Ok(scene) = Scene::of_move(&position, best)
        {
            let board = board_text::render(&scene, Colours::Auto.enabled());
            output.print(format_args!("\nBest move {best}, and the shot at its end:\n\n{board}"));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// An observer that prints a row for each iteration and line.
struct IterationPrinter(Output);

impl Observer for IterationPrinter {
    fn iteration(&mut self, info: &Info) {
        self.0.print(row(info));
    }

    fn current_move(&mut self, _: Move, _: usize) {}
}

/// Returns the heading of the table: the side to move, which the scores are for, and the names of the columns.
fn heading(position: &Position) -> String {
    let side = position.side_to_move().name();
    format!(
        "{side} to move; scores in Pyramids from its side\n\n{}",
        columns("depth", "score", "nodes", "time", "line")
    )
}

fn row(info: &Info) -> String {
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => ">=",
        Bound::Upper => "<=",
    };
    let line: Vec<String> = info.pv.iter().map(ToString::to_string).collect();
    columns(
        &format!("{}/{}", info.depth.plies(), info.seldepth),
        &format!("{bound}{}", info.score.in_pyramids()),
        &info.nodes.to_string(),
        &format!("{:.2} s", info.time.as_secs_f64()),
        &line.join(" "),
    )
}

fn columns(depth: &str, score: &str, nodes: &str, time: &str, line: &str) -> String {
    format!("{depth:>7} {score:>8} {nodes:>12} {time:>10}  {line}")
}
